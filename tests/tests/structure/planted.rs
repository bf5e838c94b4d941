//! Tests of the analysis itself, with planted circles.

use crate::commands_of_errors;
use crate::imports::circles;
use crate::source::Crate;
use std::path::{Path, PathBuf};

/// A crate of these files, of which the first is the root.
fn planted(files: &[(&str, &str)]) -> Crate {
    let reader = |path: &Path| {
        let mut files = files.iter();
        let file = files.find(|(name, _)| Path::new("src").join(name) == path);
        file.map(|(_, text)| (*text).to_owned())
    };
    Crate::read(&Path::new("src").join(files[0].0), &reader)
}

/// The circles of such a crate, by name of the file.
fn found(files: &[(&str, &str)]) -> Vec<Vec<PathBuf>> {
    let tree = planted(files);
    let path = |file: usize| tree.files[file].strip_prefix("src").unwrap().to_owned();
    let circles = circles(tree.files.len(), &tree.imports()).into_iter();
    circles
        .map(|circle| circle.into_iter().map(path).collect())
        .collect()
}

#[test]
fn a_circle_of_two_files_is_found() {
    let files = [
        ("lib.rs", "mod a; mod b; mod c;"),
        ("a.rs", "use crate::b::B; pub struct A(B);"),
        ("b.rs", "pub struct B; fn f() { super::a::A::new(); }"),
        ("c.rs", "use crate::a::A; use crate::b::B;"),
    ];
    assert_eq!(found(&files), [[Path::new("a.rs"), Path::new("b.rs")]]);
}

#[test]
fn a_re_export_leads_to_the_file_that_defines_the_name() {
    let tree = |part: &'static str| {
        [
            ("lib.rs", "mod unit; pub use unit::*;"),
            (
                "unit/mod.rs",
                "mod a; mod b; pub use a::A; pub use b::B as C;",
            ),
            ("unit/a.rs", part),
            ("unit/b.rs", "use super::A; pub struct B(A);"),
        ]
    };
    assert!(found(&tree("pub struct A;")).is_empty());
    let circle = [[Path::new("unit/a.rs"), Path::new("unit/b.rs")]];
    assert_eq!(found(&tree("pub struct A(crate::C);")), circle);
    assert_eq!(found(&tree("use super::*; pub struct A(C);")), circle);
    assert_eq!(
        found(&tree(
            "pub struct A; use crate::unit::{self as u}; fn f(_: u::C) {}"
        )),
        circle
    );
}

#[test]
fn a_longer_circle_is_found_over_functions_macros_and_parts_of_a_type() {
    let files = [
        ("main.rs", "#[macro_use] mod a; mod b; mod c;"),
        (
            "a.rs",
            "macro_rules! m { () => {} } fn f() { let b = crate::b::B::from_text(); }",
        ),
        ("b.rs", "pub struct B;"),
        (
            "c.rs",
            "impl crate::b::B { pub fn from_text() -> Self { m!(); Self } }",
        ),
    ];
    // The function is in `c.rs`, which takes the macro from `a.rs`.
    assert_eq!(found(&files), [[Path::new("a.rs"), Path::new("c.rs")]]);
}

#[test]
fn a_name_that_a_macro_defines_is_of_the_module_that_calls_it() {
    let files = [
        ("lib.rs", "mod a; mod b;"),
        ("a.rs", "use crate::b::B; number_type!(A);"),
        ("b.rs", "use crate::a::A; pub struct B(A);"),
    ];
    assert_eq!(found(&files), [[Path::new("a.rs"), Path::new("b.rs")]]);
}

#[test]
fn tests_and_names_of_other_crates_do_not_count() {
    let files = [
        ("lib.rs", "mod a; mod b;"),
        (
            "a.rs",
            "use b::B; use std::b; pub struct A; #[cfg(test)] mod tests { use crate::b::B; }",
        ),
        ("b.rs", "use crate::a::A; pub struct B; #[test] fn t() {}"),
    ];
    assert!(found(&files).is_empty());
}

#[test]
fn an_error_that_imports_a_command_is_found() {
    let tree = |error: &'static str| {
        planted(&[
            (
                "main.rs",
                "mod error; mod list; mod show; fn main() { list::run(); }",
            ),
            ("error.rs", error),
            ("show.rs", "pub fn show() { crate::list::names(); }"),
            ("list.rs", "pub fn run() {} pub fn names() {}"),
        ])
    };
    assert_eq!(commands_of_errors(&tree("")), (1, vec![]));
    let wrong = vec!["src/error.rs imports src/list.rs".to_owned()];
    assert_eq!(
        commands_of_errors(&tree("use crate::show::show;")),
        (1, wrong)
    );
}
