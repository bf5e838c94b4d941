//! The table of properties in docs/verification.md is typed. It has the properties of the sources,
//! all of which are proved. These tests read only, so they run without yosys and z3.

use super::{games, widgets, Subject};
use gatefall_tests::files_below;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
const PAGE: &str = "docs/verification.md";
/// First line of the table.
const HEAD: &str = "| module | proved for all inputs | k |";

/// Module, name, and clocks of the induction.
type Row = (String, String, u32);

fn page() -> String {
    fs::read_to_string(Path::new(ROOT).join(PAGE)).unwrap()
}

fn subjects() -> Vec<Subject> {
    widgets().into_iter().chain(games()).collect()
}

/// The module of a subject, which may be a variant of it.
fn module(subject: &Subject) -> String {
    let name = subject.name.strip_prefix("locked_");
    name.unwrap_or(subject.name).to_owned()
}

/// The properties of all modules. Variants of a module share some.
fn properties() -> BTreeSet<Row> {
    let subjects = subjects().into_iter();
    let rows = subjects.flat_map(|subject| {
        let properties = subject.properties.iter();
        properties.map(move |property| (module(&subject), property.name.to_owned(), property.k))
    });
    rows.collect()
}

/// Rows of the table. One without a module belongs to the module above it.
fn rows(page: &str) -> Result<Vec<Row>, String> {
    let mut lines = page.lines().skip_while(|line| *line != HEAD).skip(2);
    let mut module = "";
    let mut rows = Vec::new();
    while let Some(line) = lines.next().filter(|line| line.starts_with('|')) {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, named, name, k, _] = cells[..] else {
            return Err(format!("not three cells: {line}"));
        };
        if !named.is_empty() {
            module = named.trim_matches('`');
        }
        let k = k.parse().map_err(|_| format!("k is no number: {line}"))?;
        rows.push((module.to_owned(), name.to_owned(), k));
    }
    match rows.is_empty() {
        true => Err(format!("no table begins with `{HEAD}`")),
        false => Ok(rows),
    }
}

/// What is wrong with the table, one line each.
fn differences(page: &str) -> Vec<String> {
    let rows = match rows(page) {
        Ok(rows) => rows,
        Err(why) => return vec![why],
    };
    let properties = properties();
    let text = |(module, name, k): &Row| format!("`{module}`: {name}, k = {k}");
    let mut seen = BTreeSet::new();
    let mut differences = Vec::new();
    for row in &rows {
        if !properties.contains(row) {
            differences.push(format!("no such property: {}", text(row)));
        } else if !seen.insert(row) {
            differences.push(format!("twice: {}", text(row)));
        }
    }
    let missing = properties.iter().filter(|row| !seen.contains(row));
    differences.extend(missing.map(|row| format!("not in the table: {}", text(row))));
    differences
}

#[test]
fn the_table_has_all_properties_and_no_others() {
    let differences = differences(&page());
    assert!(
        differences.is_empty(),
        "the table of {PAGE} (write it in generators/gatefall/src/soak/verification.md):\n{}",
        differences.join("\n")
    );
}

/// The page with a change.
fn changed(text: &str, becomes: &str) -> String {
    let page = page();
    assert!(page.contains(text), "{text}");
    page.replacen(text, becomes, 1)
}

#[test]
fn a_wrong_row_is_found() {
    let at_once = "| `auto_shift` | left and right are never due at once | 1 |\n";
    let restarts = "| `lock_delay` | the restarts do not exceed their limit | 1 |\n";
    let of_three = "|  | a piece locks only after the delay in ticks on the ground | 1 |\n";
    let missing = "not in the table: `auto_shift`: left and right are never due at once, k = 1";

    let page = changed(at_once, "");
    assert_eq!(differences(&page), [missing]);

    let page = changed(at_once, &at_once.replace("never", "seldom"));
    let wrong = "no such property: `auto_shift`: left and right are seldom due at once, k = 1";
    assert_eq!(differences(&page), [wrong, missing]);

    let page = changed(at_once, &at_once.replace("| 1 |", "| 2 |"));
    let wrong = "no such property: `auto_shift`: left and right are never due at once, k = 2";
    assert_eq!(differences(&page), [wrong, missing]);

    let page = changed(at_once, &at_once.replace("auto_shift", "shift_repeat"));
    let wrong = "no such property: `shift_repeat`: left and right are never due at once, k = 1";
    assert_eq!(differences(&page), [wrong, missing]);

    let page = changed(at_once, &at_once.repeat(2));
    let twice = "twice: `auto_shift`: left and right are never due at once, k = 1";
    assert_eq!(differences(&page), [twice]);

    // The rows below one without its module belong to the module above it.
    let page = changed(restarts, "");
    assert_eq!(differences(&page).len(), 5, "{:?}", differences(&page));
    let page = changed(of_three, "");
    assert_eq!(differences(&page).len(), 1);

    let page = changed(at_once, &at_once.replace("left and", "left | and"));
    let wrong = "not three cells: | `auto_shift` | left | and right are never due at once | 1 |";
    assert_eq!(differences(&page), [wrong]);
    let page = changed(HEAD, "| module | proved | k |");
    assert_eq!(
        differences(&page),
        [format!("no table begins with `{HEAD}`")]
    );
}

/// The module of each constant of properties, by its file.
fn constants() -> Vec<String> {
    let mut modules = Vec::new();
    for path in files_below(&Path::new(ROOT).join("hdl")) {
        if path.extension().is_some_and(|end| end == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            let count = text.matches("PROPERTIES: &'static [Property]").count();
            let is_part = path.ends_with("properties.rs");
            let path = if is_part {
                path.parent().unwrap()
            } else {
                &path
            };
            let module = path.file_stem().unwrap().to_str().unwrap();
            modules.extend(std::iter::repeat_n(module.to_owned(), count));
        }
    }
    modules.sort();
    modules
}

#[test]
fn the_properties_of_every_module_are_proved() {
    let mut unproved = constants();
    for module in subjects().iter().map(module) {
        let place = unproved.iter().position(|unproved| *unproved == module);
        let place = place.unwrap_or_else(|| panic!("no constant of `{module}` in hdl/"));
        unproved.remove(place);
    }
    assert_eq!(unproved, [""; 0], "not among the subjects of this test");
}
