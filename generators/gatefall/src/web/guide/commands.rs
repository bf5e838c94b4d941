//! Every command of the documentation is one that exists, with options that exist.

use crate::cli::Cli;
use clap::error::ErrorKind;
use clap::Parser;
use gatefall_tests::{written_commands, WrittenCommand};
use std::fs;
use std::path::{Path, PathBuf};

/// Options of `cargo run` in the documentation.
const OF_CARGO: [&str; 6] = [
    "--quiet",
    "--release",
    "--package",
    "-p",
    "--features",
    "--example",
];
/// Variables of the environment that `make fresh` takes.
const OF_ENVIRONMENT: [&str; 2] = ["PROPTEST_RNG_SEED", "PROPTEST_CASES"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Values for the words in capitals.
fn value(word: &str) -> &str {
    match word {
        "COMMAND" => "list",
        "PART" => "hx8k-cb132",
        word => word,
    }
}

/// Checks the words of `gatefall`.
fn check_gatefall(words: &[&str], is_inline: bool) -> Result<(), String> {
    let words: Vec<&str> = words.iter().map(|word| value(word)).collect();
    let is_name = is_inline && words.len() == 2;
    match Cli::try_parse_from(&words) {
        Ok(_) => Ok(()),
        Err(error) => match error.kind() {
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => Ok(()),
            // The text speaks of a command.
            ErrorKind::MissingRequiredArgument if is_name => Ok(()),
            _ => Err(error.to_string()),
        },
    }
}

/// Checks targets and variables of `make`.
fn check_make(words: &[&str]) -> Result<(), String> {
    let makefile = fs::read_to_string(root().join("Makefile")).unwrap();
    let is_target = |word: &str| {
        makefile
            .lines()
            .any(|line| line.starts_with(&format!("{word}:")))
    };
    let is_variable = |name: &str| {
        let mut lines = makefile.lines();
        OF_ENVIRONMENT.contains(&name)
            || lines.any(|line| {
                line.split_once('=')
                    .is_some_and(|(own, _)| own.trim() == name)
            })
    };
    let wrong = words[1..].iter().find(|word| match word.split_once('=') {
        Some((name, _)) => !is_variable(name),
        None => !is_target(word),
    });
    wrong.map_or(Ok(()), |word| Err(format!("the Makefile has no `{word}`")))
}

/// Checks `cargo run`, and the words that it passes on.
fn check_cargo(words: &[&str], is_inline: bool) -> Result<(), String> {
    let (own, passed) = match words.iter().position(|word| *word == "--") {
        Some(at) => (&words[..at], &words[at + 1..]),
        None => (words, &[][..]),
    };
    let wrong = own
        .iter()
        .find(|word| word.starts_with('-') && !OF_CARGO.contains(word));
    if let Some(word) = wrong {
        return Err(format!("`{word}` is not known as an option of cargo run"));
    }
    if let Some(at) = own.iter().position(|word| *word == "--example") {
        let examples = |folder: &str| root().join(folder).join("examples");
        let is_there = |name: &str| {
            ["sim/design", "generators/lower"].iter().any(|folder| {
                examples(folder).join(format!("{name}.rs")).exists()
                    || examples(folder).join(name).exists()
            })
        };
        let name = own[at + 1];
        return match name == "NAME" || is_there(name) {
            true => Ok(()),
            false => Err(format!("there is no example `{name}`")),
        };
    }
    match passed {
        [] => Ok(()),
        passed => check_gatefall(&[&["gatefall"], passed].concat(), is_inline),
    }
}

/// Checks a command. `None` if it is none of this project.
fn check(command: &WrittenCommand) -> Option<Result<(), String>> {
    let words: Vec<&str> = command.words.iter().map(String::as_str).collect();
    match words[..] {
        ["gatefall", ..] => Some(check_gatefall(&words, command.is_inline)),
        ["make", ..] => Some(check_make(&words)),
        ["cargo", "run", ..] => Some(check_cargo(&words, command.is_inline)),
        _ => None,
    }
}

#[test]
fn every_command_of_the_documentation_exists() {
    let mut count = 0;
    for command in written_commands() {
        if let Some(outcome) = check(&command) {
            let text = command.words.join(" ");
            assert_eq!(outcome, Ok(()), "{}: {text}", command.page);
            count += 1;
        }
    }
    assert!(count > 100, "{count}");
}

#[test]
fn wrong_commands_are_found() {
    let command = |text: &str, is_inline: bool| WrittenCommand {
        page: String::new(),
        words: text.split(' ').map(str::to_owned).collect(),
        is_inline,
    };
    for wrong in [
        "gatefall lists",
        "gatefall list --long",
        "gatefall build arcade",
        "gatefall build arcade --board icestick --seeds 9..1",
        "make plays",
        "make play NAME=arcade",
        "cargo run --fast -- list",
        "cargo run -- lists",
        "cargo run -p gatefall-design --example nothing",
    ] {
        assert!(check(&command(wrong, false)).unwrap().is_err(), "{wrong}");
    }
    assert_eq!(check(&command("gatefall build", true)), Some(Ok(())));
    assert!(check(&command("gatefall build", false)).unwrap().is_err());
    assert_eq!(check(&command("cargo test", false)), None);
}
