//! Tests of interrupted, concurrent and impossible writes.

use crate::sandbox::{Sandbox, PROGRAM};
use gatefall_tests::contents;
use std::fs;
use std::io::Write;
use std::process::{Child, Command, Output, Stdio};

const EXPORT: &str = "export tictactoe --board icestick -o out";

/// Starts the command `times` times at once, and waits for all.
fn at_once(sandbox: &Sandbox, times: usize, words: &str) -> Vec<Output> {
    all_at_once(sandbox, &vec![words.to_owned(); times])
}

/// Starts all commands at once, and waits for them.
fn all_at_once(sandbox: &Sandbox, commands: &[String]) -> Vec<Output> {
    let begin = |words: &String| {
        Command::new(PROGRAM)
            .args(words.split_whitespace())
            .current_dir(sandbox.path("."))
            .env("PATH", sandbox.path("bin"))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    };
    let running: Vec<Child> = commands.iter().map(begin).collect();
    let ended = running.into_iter().map(Child::wait_with_output);
    ended.map(Result::unwrap).collect()
}

#[track_caller]
fn all_well(outputs: &[Output]) {
    for output in outputs {
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{err}");
    }
}

#[test]
fn builds_of_one_game_at_the_same_time_all_succeed() {
    let sandbox = Sandbox::with_tools();
    let outputs = at_once(&sandbox, 6, "build matrix --board alchitry-cu");
    all_well(&outputs);
    // One run does the work, and the others wait for it.
    assert_eq!(sandbox.runs(), "yosys nextpnr icepack");
    let out = |output: &Output| String::from_utf8_lossy(&output.stdout).into_owned();
    let built = outputs
        .iter()
        .filter(|output| out(output).contains(": built\n"));
    assert_eq!(built.count(), 1);
    let up_to_date = |output: &&Output| out(output).contains(": up to date\n");
    assert_eq!(outputs.iter().filter(up_to_date).count(), 5);
    assert_eq!(sandbox.in_board_folder(), ["matrix"]);
    let names = contents(&sandbox.path("build/alchitry-cu/matrix"));
    assert!(!names.keys().any(|name| name.contains("partial")));
}

#[test]
fn exports_into_one_folder_at_the_same_time_all_succeed() {
    let sandbox = Sandbox::new();
    all_well(&at_once(&sandbox, 3, EXPORT));
    let together = contents(&sandbox.path("out"));
    assert_eq!(sandbox.run(&EXPORT.replace("out", "alone")).code, 0);
    assert_eq!(together, contents(&sandbox.path("alone")));
    assert_eq!(sandbox.run(EXPORT).code, 0);
}

#[test]
fn games_that_are_made_at_the_same_time_are_all_registered() {
    let sandbox = Sandbox::new();
    let registry = "hdl/games/src/lib.rs";
    fs::create_dir_all(sandbox.path("hdl/games/src")).unwrap();
    sandbox.write(
        registry,
        "mod role;\n\npub const GAMES: &[&Game] = &[\n];\n",
    );
    let names: Vec<String> = (1..=8).map(|number| format!("game{number}")).collect();
    let commands = names.iter().map(|name| format!("new-game {name}"));
    all_well(&all_at_once(&sandbox, &commands.collect::<Vec<_>>()));
    let text = sandbox.read(registry);
    for name in names {
        assert!(text.contains(&format!("pub mod {name};\n")), "{text}");
        assert!(text.contains(&format!("    &{name}::GAME,\n")), "{text}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_regular_file_in_dev_is_the_users() {
    let sandbox = Sandbox::with_tools();
    assert_eq!(sandbox.build().code, 0);
    let Ok(mut page) = tempfile::NamedTempFile::new_in("/dev/shm") else {
        return; // Not every system has it.
    };
    page.write_all(b"mine").unwrap();
    let path = page.path().display();
    let outcome = sandbox.run(&format!("report matrix --board alchitry-cu --html {path}"));
    assert_eq!(outcome.code, 2, "{}", outcome.err);
    assert_eq!(fs::read(page.path()).unwrap(), b"mine");
}

/// Limits the size of files to two blocks of 512 bytes.
const NO_ROOM: &str = "ulimit -f 2";

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_leaves_an_exported_folder_as_it_was() {
    let sandbox = Sandbox::new();
    assert_eq!(sandbox.run(EXPORT).code, 0);
    let before = contents(&sandbox.path("out"));
    let other = "gatefall export matrix --board icestick -o out";
    let outcome = sandbox.shell(&format!("trap '' XFSZ; {NO_ROOM}; {other}"));
    assert_eq!(outcome.code, 1, "{}", outcome.err);
    assert!(
        outcome.err.contains("× cannot write `out/"),
        "{}",
        outcome.err
    );
    assert!(outcome.err.contains(": File too large"), "{}", outcome.err);
    assert_eq!(contents(&sandbox.path("out")), before);
}

#[test]
#[cfg(target_os = "linux")]
fn a_command_that_is_killed_while_it_writes_leaves_the_older_files() {
    let sandbox = Sandbox::with_tools();
    assert_eq!(sandbox.run(EXPORT).code, 0);
    assert_eq!(sandbox.build().code, 0);
    let report = "report matrix --board alchitry-cu --html out/page.html";
    assert_eq!(sandbox.run(report).code, 0);
    let before = contents(&sandbox.path("out"));
    for words in ["export matrix --board icestick -o out", report] {
        // The signal of the limit ends the command while it writes a file.
        let outcome = sandbox.shell(&format!("{NO_ROOM}; gatefall {words}; echo $?"));
        assert_eq!(outcome.out, "153\n", "{}", outcome.err);
        let mut after = contents(&sandbox.path("out"));
        after.retain(|name, _| !name.starts_with(".gatefall-"));
        assert_eq!(after, before);
        assert_eq!(sandbox.run(words).code, 0);
        assert_eq!(sandbox.run(EXPORT).code, 0);
        let restored = contents(&sandbox.path("out"));
        assert_eq!(restored["Makefile"], before["Makefile"]);
    }
}

#[test]
fn a_folder_is_made_with_those_above_it() {
    let sandbox = Sandbox::new();
    let outcome = sandbox.run(&EXPORT.replace("out", "a/b/c"));
    assert_eq!((outcome.code, outcome.err.as_str()), (0, ""));
    assert!(sandbox.path("a/b/c/Makefile").is_file());
}

#[test]
fn a_place_of_the_wrong_kind_is_told() {
    let sandbox = Sandbox::with_tools();
    assert_eq!(sandbox.build().code, 0);
    fs::create_dir_all(sandbox.path("folder/Makefile")).unwrap();
    sandbox.write("file", "mine");
    let report = "report matrix --board alchitry-cu --html";
    let export = "export tictactoe --board icestick -o";
    let folder = |path| {
        format!(
            "  × `{path}` is a folder, but a file is to be written there
  help: choose another place\n"
        )
    };
    let file = "  × `file` is a file, but a folder is to be written there
  help: move the file away, or choose another folder\n";
    for force in ["", " --force"] {
        for (words, message) in [
            (format!("{report} folder{force}"), folder("folder")),
            (format!("{export} folder{force}"), folder("folder/Makefile")),
            (format!("{export} file{force}"), file.to_owned()),
            (format!("{export} file/below{force}"), file.to_owned()),
        ] {
            let outcome = sandbox.run(&words);
            assert_eq!((outcome.err, outcome.code), (message, 2), "{words}");
        }
    }
    assert_eq!(sandbox.read("file"), "mine");
    assert_eq!(contents(&sandbox.path("folder")).len(), 1);
}

#[test]
fn a_place_that_cannot_be_written_is_told() {
    let sandbox = Sandbox::with_tools();
    assert_eq!(sandbox.build().code, 0);
    let report = "report matrix --board alchitry-cu --html";
    for path in ["none/page.html", "/proc/none/page.html"] {
        let outcome = sandbox.run(&format!("{report} {path}"));
        let message =
            format!("  × cannot write `{path}`: No such file or directory (os error 2)\n");
        assert_eq!((outcome.err, outcome.code), (message, 1));
    }
    let outcome = sandbox.run(&EXPORT.replace("out", "/proc/none"));
    assert!(outcome.err.starts_with("  × cannot create `/proc/none`: "));
    assert_eq!(outcome.code, 1);
}

#[test]
fn a_device_or_a_pipe_takes_whatever_comes() {
    let sandbox = Sandbox::with_tools();
    assert_eq!(sandbox.build().code, 0);
    let report = "gatefall report matrix --board alchitry-cu --html /dev/stdout";
    for pipe in ["| /bin/cat", "> page.html; /bin/cat page.html"] {
        let outcome = sandbox.shell(&format!("{report} {pipe}"));
        assert_eq!((outcome.code, outcome.err.as_str()), (0, ""));
        assert!(outcome.out.contains("</html>"), "{pipe}");
    }
}
