//! Structure of the project: imports between files, dependencies between crates, names of types.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

mod crates;
mod imports;
mod names;
mod planted;
mod source;

use imports::circles;
use source::Crate;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

fn read(path: &Path) -> Option<String> {
    std::fs::read_to_string(path).ok()
}

/// The crates of a member of the workspace.
pub fn crates_of(member: &str) -> Vec<Crate> {
    let roots = crates::roots(member);
    assert!(!roots.is_empty(), "{member} has neither lib.rs nor main.rs");
    roots.iter().map(|root| Crate::read(root, &read)).collect()
}

/// The circles of a crate as text: the imports within each.
fn shown(tree: &Crate) -> Vec<String> {
    let imports = tree.imports();
    let circles = circles(tree.files.len(), &imports).into_iter();
    let shown = circles.map(|circle| {
        let mut text = String::new();
        for ((from, to), names) in &imports {
            if circle.contains(from) && circle.contains(to) {
                let [from, to] = [from, to].map(|file| crates::short(&tree.files[*file]));
                writeln!(text, "{from}\n    imports {names:?}\n    from {to}").unwrap();
            }
        }
        text
    });
    shown.collect()
}

#[test]
fn no_crate_has_a_circle_of_files() {
    let mut found = Vec::new();
    let mut files = 0;
    for member in crates::members() {
        for tree in crates_of(&member) {
            files += tree.files.len();
            found.extend(shown(&tree));
        }
    }
    assert!(found.is_empty(), "circles of files:\n{}", found.join("\n"));
    // The files were really found and read.
    assert!(files > 300, "{files}");
}

/// Files that an error module reaches, and that also contain a command.
fn commands_of_errors(tree: &Crate) -> (usize, Vec<String>) {
    let imports = tree.imports();
    let is_error = |file: usize| tree.files[file].ends_with("error.rs");
    let commands: BTreeSet<usize> = imports
        .iter()
        .filter(|((from, _), names)| *from == 0 && names.contains("run"))
        .map(|((_, to), _)| *to)
        .collect();
    let mut wrong = Vec::new();
    for error in (0..tree.files.len()).filter(|&file| is_error(file)) {
        let reached = imports::reached(error, &imports);
        let reached = reached.intersection(&commands);
        wrong.extend(reached.map(|&command| {
            let [error, command] = [error, command].map(|file| crates::short(&tree.files[file]));
            format!("{error} imports {command}")
        }));
    }
    (commands.len(), wrong)
}

#[test]
fn no_error_module_imports_a_command() {
    let trees = crates_of("generators/gatefall");
    let (commands, wrong) = commands_of_errors(&trees[0]);
    assert!(wrong.is_empty(), "{wrong:#?}");
    // The commands were really found.
    assert!(commands >= 10, "{commands}");
}
