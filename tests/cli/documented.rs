//! Runs the commands of the documentation, in a copy of the project with stand-ins for the tools.
//!
//! `generators/gatefall/src/web/guide/commands.rs` parses all of them, also those that are not run.

use crate::sandbox::{Sandbox, NEXTPNR};
use gatefall_tests::written_commands;
use std::fs;
use std::path::Path;

/// Commands that are not run: their first words, an option with which they are, and the reason.
const NOT_RUN: [(&str, &str, &str); 10] = [
    (
        "play",
        "--help",
        "runs until a key ends it; tests/sim plays",
    ),
    (
        "web",
        "",
        "serves until Ctrl-C, or measures for minutes; tests/web writes and serves the site",
    ),
    (
        "flash",
        "",
        "needs a board; tests/cli/flash.rs has programmers that stand in",
    ),
    (
        "bench",
        "",
        "takes minutes; tests/sim/bench.rs runs it for few cycles",
    ),
    (
        "build --all",
        "",
        "takes hours with the tools; tests/cli/build.rs builds one board",
    ),
    (
        "release",
        "",
        "builds everything; tests/cli/release.rs releases one board",
    ),
    (
        "verify",
        "--replay",
        "takes minutes; tests/tests compare the same games",
    ),
    ("soak", "--page", "takes hours"),
    ("sim snake", "", "a game that the reader has written"),
    (
        "sim handheld",
        "",
        "takes a minute; tests/sim/main.rs replays a script of it",
    ),
];

/// Folders and files of the project that the commands read or write.
const PARTS: [&str; 8] = [
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "docs",
    "hdl",
    "sim/design",
    "tests/cases/hold",
];
/// More files that the guide has.
const FILES: [&str; 2] = ["generators/lower/README.md", "tests/README.md"];

fn copy(from: &Path, to: &Path) {
    if !from.is_dir() {
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(from, to).unwrap();
        return;
    }
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        copy(&entry.path(), &to.join(entry.file_name()));
    }
}

/// A copy of the project that commands may change.
fn project() -> Sandbox {
    let sandbox = Sandbox::with_tools();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for part in PARTS.iter().chain(&FILES) {
        copy(&root.join(part), &sandbox.path(part));
    }
    sandbox.stand_in("nextpnr-ice40", &NEXTPNR.replace("25.0}", "25.125}"));
    // The page on key to pixel makes these keys with `grep`.
    let keys = sandbox.read("docs/key-to-pixel.keys");
    let keys = keys.lines().filter(|line| !line.contains("Left"));
    fs::create_dir_all(sandbox.path("build/waves")).unwrap();
    let keys: String = keys.map(|line| format!("{line}\n")).collect();
    sandbox.write("build/waves/no-press.keys", &keys);
    sandbox
}

/// The word with values for words in capitals. `count` makes names unique.
fn value(word: &str, before: &str, count: usize) -> String {
    match (word, before) {
        ("COMMAND", _) => "list".to_owned(),
        ("GAME", _) => "arcade".to_owned(),
        ("BOARD", _) => "alchitry-cu".to_owned(),
        ("SETUP", _) => "br".to_owned(),
        ("PART", _) => "hx8k-cb132".to_owned(),
        ("NAME", _) => format!("made_{count}"),
        ("OLD" | "NEW", _) => "build/alchitry-cu/arcade".to_owned(),
        ("FILE", "--keys") => "docs/arcade.keys".to_owned(),
        ("FILE", "--replay") => "tests/cases/hold/switched-off.case".to_owned(),
        ("DIR" | "FILE", _) => format!("out-{count}"),
        _ => word.replace("$part", "vga"),
    }
}

/// Words of `gatefall` in a command of the documentation, with values.
fn gatefall_words(words: &[String], count: usize) -> Option<Vec<String>> {
    let own = match words[0].as_str() {
        "gatefall" => &words[1..],
        "cargo" if words[1] == "run" => {
            let at = words.iter().position(|word| word == "--")?;
            &words[at + 1..]
        }
        _ => return None,
    };
    let before = [""].into_iter().chain(own.iter().map(String::as_str));
    let filled = own.iter().zip(before);
    Some(
        filled
            .map(|(word, before)| value(word, before, count))
            .collect(),
    )
}

/// The words of a simulation that ends soon. Those of moving pictures take a minute each.
fn shortened(mut words: Vec<String>) -> Vec<String> {
    let is_short = |words: &[String]| words.iter().any(|word| word.ends_with("ms"));
    if words[0] == "sim" && !is_short(&words) {
        for option in ["--for", "--from"] {
            if let Some(at) = words.iter().position(|word| word == option) {
                words.drain(at..at + 2);
            }
        }
        words.extend(["--for", "60ms"].map(str::to_owned));
    }
    words
}

/// Index of the entry of [`NOT_RUN`] for this command.
fn not_run(text: &str) -> Option<usize> {
    let is_for = |(start, option, _): &(&str, &str, &str)| {
        let is_start = text == *start || text.starts_with(&format!("{start} "));
        is_start && (option.is_empty() || !text.contains(option))
    };
    NOT_RUN.iter().position(is_for)
}

#[test]
fn the_commands_of_the_documentation_run() {
    let sandbox = project();
    let mut commands: Vec<(String, Vec<String>)> = Vec::new();
    let mut left_out = [false; NOT_RUN.len()];
    for (count, command) in written_commands().into_iter().enumerate() {
        // A name of a command in the text, without its arguments.
        let is_name = command.is_inline && command.words.len() == 2;
        let needs_more = ["build", "export", "new-game", "report", "verify"];
        if is_name && needs_more.contains(&command.words[1].as_str()) {
            continue;
        }
        let Some(words) = gatefall_words(&command.words, count) else {
            continue;
        };
        if words.is_empty() {
            continue;
        }
        let text = words.join(" ");
        let words = shortened(words);
        match not_run(&text) {
            Some(index) => left_out[index] = true,
            None if commands.iter().any(|(_, known)| *known == words) => {}
            None => commands.push((command.page, words)),
        }
    }
    for ((start, _, reason), is_left_out) in NOT_RUN.iter().zip(left_out) {
        assert!(
            is_left_out,
            "no page has `gatefall {start}`, which is not run: {reason}"
        );
    }
    // Boards, games and builds first: other commands read them.
    let rank = |words: &[String]| match words[0].as_str() {
        "new-board" | "new-game" => 0,
        "build" => 1,
        _ => 2,
    };
    commands.sort_by_key(|(_, words)| rank(words));
    for (page, words) in &commands {
        let outcome = sandbox.run_words(words);
        let text = words.join(" ");
        assert_eq!(outcome.code, 0, "{page}: gatefall {text}\n{}", outcome.err);
    }
    assert!(commands.len() > 25, "{}", commands.len());
}
