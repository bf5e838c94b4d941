//! Injection tests: no text in a board file can escape into generated files or messages.

#![allow(clippy::unwrap_used)] // A test may fail.

mod every_field;

use every_field::{fields, library, path, quoted, texts, Field, BOARD, FILES};
use gatefall_board::{BoardError, FileError, Library};
use miette::Diagnostic;
use std::collections::BTreeSet;
use std::fs;

#[test]
fn the_files_have_every_field_that_there_is() {
    let folder = tempfile::tempdir().unwrap();
    let board = library(folder.path(), None).board(BOARD).unwrap();
    assert_eq!(board.setups.len(), 2);
    for (file, (name, text)) in FILES.iter().enumerate() {
        let known = known_fields(file);
        assert!(known.len() >= 10, "{name}: {known:?}");
        for field in known {
            let is_word = |c: char| c.is_ascii_alphanumeric() || c == '-';
            let there = text.split(|c| !is_word(c)).any(|word| word == field);
            // An add-on may omit a field that another add-on has, and the chip of the configuration
            // is on the board.
            let others = if field == "flash" {
                &FILES[..]
            } else {
                &FILES[1..]
            };
            let elsewhere = file > 0 && others.iter().any(|(_, text)| text.contains(&field));
            assert!(there || elsewhere, "{name} lacks `{field}`");
        }
    }
}

/// The fields of all tables in a file, taken from the error about an unknown field in each table.
fn known_fields(file: usize) -> BTreeSet<String> {
    let text = FILES[file].1;
    let lines = text.match_indices('\n').map(|(at, _)| (at, "\nnobody = 1"));
    let tables = text
        .match_indices("{ ")
        .map(|(at, _)| (at + 1, " nobody = 1,"));
    let mut known = BTreeSet::new();
    for (at, field) in lines.chain(tables) {
        let folder = tempfile::tempdir().unwrap();
        let place = Field {
            file,
            start: at,
            end: at,
        };
        let Err(error) = library(folder.path(), Some((place, field))).board(BOARD) else {
            continue;
        };
        let message = error.to_string();
        if let Some(list) = message.strip_prefix("unknown field `nobody`, expected ") {
            known.extend(list.split('`').skip(1).step_by(2).map(str::to_owned));
        }
    }
    known
}

/// True for titles, sources and drives. Some harmful texts are valid there and get escaped.
fn is_free_text(field: &Field) -> bool {
    let line = field.line();
    ["title =", "sources =", "drive ="]
        .iter()
        .any(|key| line.starts_with(key))
}

/// True for a connector of blanks and `-`, which is valid but has no pins.
fn is_empty_connector(field: &Field, text: &str) -> bool {
    let line = field.line();
    ["\"header\" =", "\"spare\" ="]
        .iter()
        .any(|key| line.starts_with(key))
        && text.chars().all(|c| c.is_whitespace() || c == '-')
}

#[test]
fn every_field_refuses_harmful_text_or_is_free_text() {
    let folder = tempfile::tempdir().unwrap();
    let mut allowed: BTreeSet<String> = BTreeSet::new();
    let mut wrong = String::new();
    for field in fields() {
        for text in texts() {
            let written = quoted(&text);
            let library = library(folder.path(), Some((field, &written)));
            match library.board(BOARD) {
                Ok(_) if is_free_text(&field) => {
                    allowed.insert(text);
                }
                Ok(_) if is_empty_connector(&field, &text) => {}
                Ok(_) => wrong += &format!("{}: taken: {text:.40?}\n", field.line()),
                Err(error) => {
                    check_message(&error);
                    let BoardError::File(error) = &error else {
                        panic!("{}: {error}", field.line());
                    };
                    let path = path(folder.path(), field.file).display().to_string();
                    let is_there = error.place.file.name == path && is_at(error, &field, &written);
                    if !is_there && !is_empty_connector(&field, &text) {
                        wrong += &format!("{}: {} {error}\n", field.line(), error.place);
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(
        allowed.contains("$(touch pwned)") && allowed.len() >= 30,
        "{allowed:?}"
    );
    for text in allowed {
        let is_control = |c: char| c.is_control() || ('\u{200b}'..='\u{206f}').contains(&c);
        assert!(
            !text.chars().any(is_control) && text.len() < 1_000,
            "{text:?}"
        );
    }
}

/// True if the error's span overlaps the text and lies within one line.
fn is_at(error: &FileError, field: &Field, written: &str) -> bool {
    let span = error.place.span.clone();
    let end = field.start + written.len();
    let is_near = span.start < end && field.start < span.end;
    is_near && !error.place.file.text[span].contains('\n')
}

/// Checks that message, help and excerpt are short and visible.
fn check_message(error: &BoardError) {
    let is_control = |c: char| c.is_control() || ('\u{200b}'..='\u{206f}').contains(&c);
    let help = error
        .help()
        .map(|help| help.to_string())
        .unwrap_or_default();
    for text in [error.to_string(), help] {
        assert!(!text.chars().any(is_control), "{text:?}");
        assert!(text.chars().count() < 1_000, "{text}");
    }
    if let BoardError::File(error) = error {
        let shown = excerpt(error);
        let is_control = |c: char| is_control(c) && !matches!(c, '\n' | '\t');
        assert!(!shown.chars().any(is_control), "{shown:?}");
    }
}

/// The lines of the file in the message.
fn excerpt(error: &FileError) -> String {
    let mut labels = error.labels().unwrap();
    let span = *labels.next().unwrap().inner();
    let contents = error.source_code().unwrap().read_span(&span, 1, 1).unwrap();
    String::from_utf8(contents.data().to_vec()).unwrap()
}

#[test]
fn fields_that_nobody_knows_are_shown_without_harm() {
    let folder = tempfile::tempdir().unwrap();
    for text in texts() {
        let field = format!("{} = 1\n", quoted(&text));
        let first = Field {
            file: 0,
            start: 0,
            end: 0,
        };
        let error = library(folder.path(), Some((first, &field)))
            .board(BOARD)
            .unwrap_err();
        check_message(&error);
        assert!(error.to_string().starts_with("unknown field `"), "{error}");
    }
}

#[test]
fn what_stands_raw_in_a_file_is_shown_without_harm() {
    let folder = tempfile::tempdir().unwrap();
    for text in ["\u{1b}[2J", "\u{9b}2J", "\u{202e}", "\r", "\0", "\u{e0041}"] {
        let first = Field {
            file: 0,
            start: 0,
            end: 0,
        };
        let comment = format!("# {text} #\nnobody = 1\n");
        let error = library(folder.path(), Some((first, &comment)))
            .board(BOARD)
            .unwrap_err();
        check_message(&error);
        let BoardError::File(error) = error else {
            panic!("{error}");
        };
        assert!(excerpt(&error).contains(" #"), "{error}");
    }
}

#[test]
fn a_file_whose_name_is_no_name_makes_no_board_and_harms_no_other() {
    let folder = tempfile::tempdir().unwrap();
    library(folder.path(), None);
    let names = [
        "My Board",
        "$(touch pwned)",
        "-x",
        "a\nb",
        "\u{202e}x",
        "x'y",
        "X",
    ];
    for name in names {
        fs::write(folder.path().join(format!("{name}.toml")), FILES[0].1).unwrap();
    }
    let library = Library::read(folder.path()).unwrap();
    for name in names {
        let error = library.board(name).unwrap_err();
        assert!(matches!(error, BoardError::BadFileName { .. }), "{error}");
        check_message(&error);
    }
    assert!(library.board(BOARD).is_ok());
}
