//! Rules for the error types of all packages, checked in their source text.

use gatefall_tests::files_below;
use std::fs;
use std::path::{Path, PathBuf};

/// Rust files of these folders of the project, with their text before the unit tests.
fn sources(folders: &[&str]) -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let paths = folders
        .iter()
        .flat_map(|folder| files_below(&root.join(folder)));
    let sources = paths.filter(|path| path.extension().is_some_and(|end| end == "rs"));
    let code = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap().to_owned();
        (path, code)
    };
    sources.map(code).collect()
}

/// Each `#[error(..)]` of a file, with the variant or type after it.
fn messages(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let parts = text.split("#[error(").skip(1);
    parts.map(|part| part.split_once(")]\n").unwrap_or((part, "")))
}

/// True if a message contains the text of the cause that is also the error's source.
fn repeats_its_cause(message: &str, item: &str) -> bool {
    let is_source = item.contains("#[source]") || item.contains("#[from]");
    message.contains("{source") || is_source && message.contains("{0")
}

#[test]
fn no_message_repeats_its_cause() {
    // The rule must detect violations.
    let wrong = "#[error(\"no: {source}\")]\nA { source: B },\n#[error(\"{0}\")]\nC(#[from] D),";
    assert!(messages(wrong).all(|(message, item)| repeats_its_cause(message, item)));
    let right = "#[error(\"no\")]\nA { source: B },\n#[error(transparent)]\nC(#[from] D),";
    assert!(!messages(right).any(|(message, item)| repeats_its_cause(message, item)));

    let mut count = 0;
    for (path, text) in sources(&["generators", "sim", "hdl", "tests"]) {
        // This file has the examples above.
        if path.ends_with("cli/errors.rs") {
            continue;
        }
        for (message, item) in messages(&text) {
            count += 1;
            let place = path.display();
            assert!(!repeats_its_cause(message, item), "{place}: {message}");
        }
    }
    assert!(count > 100, "{count} messages were found");
}

#[test]
fn errors_of_libraries_do_not_name_the_command_line() {
    let libraries = [
        "generators/board",
        "generators/lower",
        "generators/netlist",
        "generators/project",
        "generators/toolchain",
        "generators/verilog",
        "hdl",
        "sim",
    ];
    let files = sources(&libraries);
    let errors = files.iter().filter(|(path, _)| path.ends_with("error.rs"));
    let mut count = 0;
    for (path, text) in errors {
        count += 1;
        let lines = text.lines().map(str::trim_start);
        for line in lines.filter(|line| !line.starts_with("//")) {
            let named = ["gatefall ", "`--", " --", "make "].map(|words| line.contains(words));
            assert!(!named.contains(&true), "{}: {line}", path.display());
        }
    }
    assert!(count >= 7, "{count} files were found");
}
