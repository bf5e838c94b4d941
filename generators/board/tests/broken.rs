//! Each file of `tests/broken` must fail with the message in its first lines.

use gatefall_board::{BoardError, Library};
use miette::Diagnostic;
use std::path::Path;

/// Location, message and help of an error.
fn shown(error: &BoardError) -> String {
    let place = match error {
        BoardError::File(error) => format!("{}: ", error.place),
        _ => String::new(),
    };
    let help = error
        .help()
        .map_or(String::new(), |help| format!("\nhelp: {help}"));
    format!("{place}{error}{help}").replace("tests/broken/", "")
}

/// Text of the lines `# expect: ..` at the top of a file.
fn expected(text: &str) -> String {
    let lines: Vec<&str> = text
        .lines()
        .map_while(|line| line.strip_prefix("# expect: "))
        .collect();
    lines.join("\n")
}

#[test]
fn each_broken_board_is_refused_with_its_message() {
    let folder = Path::new("tests/broken");
    let library = Library::read(folder).unwrap();
    let mut wrong = String::new();
    let mut count = 0;
    for name in library.board_names() {
        let text = std::fs::read_to_string(folder.join(format!("{name}.toml"))).unwrap();
        let found = match library.board(name) {
            Ok(_) => "no error".to_owned(),
            Err(error) => shown(&error),
        };
        if found != expected(&text) {
            wrong += &format!("--- {name}\n{found}\n");
        }
        count += 1;
    }
    assert!(wrong.is_empty(), "unexpected messages:\n{wrong}");
    assert!(count >= 30, "only {count} broken boards were found");
}

#[test]
fn an_unknown_board_gets_the_nearest_name() {
    let library = Library::read(Path::new("../../boards")).unwrap();
    let error = library.board("alchitri-cu").unwrap_err();
    assert_eq!(
        shown(&error),
        "unknown board `alchitri-cu`\nhelp: did you mean `alchitry-cu`?"
    );
    let error = library.board("x").unwrap_err();
    assert!(
        shown(&error).starts_with("unknown board `x`\nhelp: known: alchitry-cu"),
        "{error}"
    );
}

#[test]
fn a_folder_that_is_not_there_is_named() {
    let error = Library::read(Path::new("nowhere")).unwrap_err();
    assert_eq!(shown(&error), "cannot read `nowhere`");
    let cause = std::error::Error::source(&error).unwrap().to_string();
    assert_eq!(cause, "No such file or directory (os error 2)");
}
