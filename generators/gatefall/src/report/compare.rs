//! Comparison of two builds.

use super::files::{Build, DEPTH};
use super::modules::{modules, ModuleUse};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Figures of two builds side by side, and the modules whose size has changed.
pub(super) fn text(old: &Build, new: &Build) -> String {
    let mut text = format!("{:40}{:>10}{:>10}{:>10}\n", "", "old", "new", "change");
    let (a, b) = (&old.report, &new.report);
    let counts = [
        ("logic cells", a.logic_cells.used, b.logic_cells.used),
        ("block RAMs", a.block_rams.used, b.block_rams.used),
    ];
    for (name, old, new) in counts {
        row(&mut text, name, old, new);
    }
    let (a, b) = (a.slowest_clock(), b.slowest_clock());
    let change = b.achieved_mhz - a.achieved_mhz;
    let (old_mhz, new_mhz) = (a.achieved_mhz, b.achieved_mhz);
    let name = format!("{} (MHz)", b.name);
    writeln!(
        text,
        "{name:40}{old_mhz:>10.2}{new_mhz:>10.2}{change:>+10.2}"
    )
    .expect("a string takes everything");
    let by_path = |build: &Build| -> BTreeMap<String, ModuleUse> {
        let modules = modules(&build.design.cells, DEPTH).into_iter();
        modules
            .map(|module| (module.path.clone(), module))
            .collect()
    };
    let (before, after) = (by_path(old), by_path(new));
    let mut changes: Vec<(&String, u64, u64)> = Vec::new();
    for path in before
        .keys()
        .chain(after.keys().filter(|path| !before.contains_key(*path)))
    {
        let size = |modules: &BTreeMap<String, ModuleUse>| {
            modules.get(path).map_or(0, |module| module.logic_cells)
        };
        changes.push((path, size(&before), size(&after)));
    }
    changes.retain(|(_, old, new)| old != new);
    changes.sort_by_key(|(path, old, new)| (std::cmp::Reverse(old.abs_diff(*new)), *path));
    text += match changes.is_empty() {
        true => "\nno module has changed its size\n",
        false => "\nlogic cells by module\n",
    };
    for (path, old, new) in changes {
        row(&mut text, path, old, new);
    }
    text
}

fn row(text: &mut String, name: &str, old: u64, new: u64) {
    // With more digits, because a damaged report may have any number.
    let change = i128::from(new) - i128::from(old);
    writeln!(text, "{name:40}{old:>10}{new:>10}{change:>+10}").expect("a string takes everything");
}
