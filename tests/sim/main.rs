//! Tests of `gatefall sim` and `gatefall play`: results of key scripts, and error messages.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

mod bench;
mod early_end;
mod files;
mod sound;
mod terminal;

use gatefall_tests::run;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

struct Outcome {
    code: i32,
    err: String,
}

/// Time of the longest of these runs.
const USUAL_SECONDS: u64 = 7;

/// A folder of its own.
struct Desk(TempDir);

impl Desk {
    fn new() -> Desk {
        Desk(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn run(&self, arguments: &str) -> Outcome {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gatefall"));
        command
            .current_dir(self.0.path())
            .args(arguments.split_whitespace())
            .env("NO_COLOR", "1")
            .env_remove("COLORTERM");
        let output = run(&mut command, USUAL_SECONDS);
        let err = String::from_utf8(output.stderr).unwrap();
        Outcome {
            code: output.status.code().expect("it ends by itself, in time"),
            err,
        }
    }

    /// Last digit of the number of the skin with which the arcade starts.
    fn skin(&self, options: &str) -> Option<char> {
        let signal = "arcade.console.settings.skin_now";
        let words = format!("sim arcade --for 20ms {options} --wave a.vcd --signals {signal}");
        let outcome = self.run(&words);
        assert_eq!(outcome.code, 0, "{}", outcome.err);
        let wave = fs::read_to_string(self.path("a.vcd")).unwrap();
        let mut values = wave.lines().filter(|line| line.starts_with('b'));
        let last = values.next_back().unwrap().split(' ').next().unwrap();
        last.chars().last()
    }

    /// The last trace events of a game that a script starts.
    fn trace(&self, script: &str) -> Vec<serde_json::Value> {
        fs::write(self.path("a.keys"), script).unwrap();
        let outcome = self.run("sim arcade --keys a.keys --trace trace.jsonl");
        assert_eq!(outcome.code, 0, "{}", outcome.err);
        let text = fs::read_to_string(self.path("trace.jsonl")).unwrap();
        text.lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }
}

/// True if there is a file that was not completed.
fn has_leftovers(folder: &Path) -> bool {
    let mut entries = fs::read_dir(folder).unwrap();
    entries.any(|entry| {
        let name = entry.unwrap().file_name();
        name.to_string_lossy().ends_with(".partial")
    })
}

fn events<'a>(
    trace: &'a [serde_json::Value],
    name: &'a str,
) -> impl Iterator<Item = &'a serde_json::Value> {
    trace.iter().filter(move |event| event["event"] == name)
}

#[test]
fn a_script_makes_pictures_sound_and_a_waveform() {
    let desk = Desk::new();
    fs::write(desk.path("a.keys"), "20ms tap Enter\n").unwrap();
    let outcome =
        desk.run("sim arcade --keys a.keys --for 120ms --png pictures --gif a.gif --wav a.wav");
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    let mut names: Vec<String> = fs::read_dir(desk.path("pictures"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".png"))
        .collect();
    names.sort();
    assert_eq!(names[0], "000001.png");
    let size = |name: &str| {
        let file = fs::File::open(desk.path("pictures").join(name)).unwrap();
        let reader = png::Decoder::new(std::io::BufReader::new(file))
            .read_info()
            .unwrap();
        (reader.info().width, reader.info().height)
    };
    assert!(names.iter().all(|name| size(name) == (640, 480)));
    let gif = gif::DecodeOptions::new();
    let mut gif = gif
        .read_info(fs::File::open(desk.path("a.gif")).unwrap())
        .unwrap();
    let mut hundredths = 0;
    while let Some(frame) = gif.read_next_frame().unwrap() {
        hundredths += frame.delay;
    }
    // Every third of six or seven pictures, 5 hundredths each.
    assert!((10..=15).contains(&hundredths), "{hundredths}");
    let wav = fs::read(desk.path("a.wav")).unwrap();
    assert_eq!(wav.len() as u64, 44 + 2 * (25_175_000 * 12 / 100 / 512));
}

#[test]
fn pictures_begin_where_they_are_wanted() {
    let desk = Desk::new();
    let outcome = desk.run("sim arcade --for 120ms --from 60ms --png late --gif late.gif");
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    let outcome = desk.run("sim arcade --for 120ms --png all");
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    let names = |folder: &str| {
        let entries = fs::read_dir(desk.path(folder)).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names
            .filter(|name| name.ends_with(".png"))
            .collect::<BTreeSet<_>>()
    };
    // Half of them; a picture takes a sixtieth of a second.
    let (late, mut all) = (names("late"), names("all"));
    let first = late.first().unwrap().clone();
    assert!(
        ["000003.png", "000004.png"].contains(&first.as_str()),
        "{first}"
    );
    all.retain(|name| *name >= first);
    assert_eq!(late, all);
    let mut gif = gif::DecodeOptions::new()
        .read_info(fs::File::open(desk.path("late.gif")).unwrap())
        .unwrap();
    let first = gif.read_next_frame().unwrap().unwrap();
    assert_eq!((first.width, first.height), (640, 480));
}

#[test]
fn a_run_that_leaves_outputs_out_ends_in_the_same_state() {
    let desk = Desk::new();
    fs::write(desk.path("a.keys"), "20ms tap Enter\n80ms tap Enter\n").unwrap();
    let state = |run: &str| {
        let outcome = desk.run(run);
        assert_eq!(outcome.code, 0, "{run}: {}", outcome.err);
        let (_, state) = outcome.err.rsplit_once("state ").unwrap();
        state.trim().to_owned()
    };
    for game in ["arcade --keys a.keys", "handheld"] {
        let run = |outputs: &str| state(&format!("sim {game} --for 120ms {outputs}"));
        let checked = run("");
        assert_eq!(run("--wav a.wav"), checked, "{game}");
        assert_eq!(run("--gif a.gif"), checked, "{game}");
        // The recorder of a trace is part of the state.
        let all = run("--trace a.jsonl --gif a.gif --wav a.wav");
        assert_eq!(run("--trace a.jsonl"), all, "{game}");
    }
}

#[test]
fn a_number_of_pictures_ends_a_run() {
    let desk = Desk::new();
    let outcome = desk.run("sim arcade --frames 2 --png pictures");
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    assert!(desk.path("pictures/000001.png").exists());
    assert!(!desk.path("pictures/000003.png").exists());
}

#[test]
fn a_trace_tells_every_event_of_a_game() {
    let script = "20ms tap Enter\n80ms tap Enter\n200ms tap Left\n300ms tap Up\n\
         350ms tap Down\n450ms tap Space\n600ms tap C\n700ms tap C\n";
    let trace = Desk::new().trace(script);
    let scenes: Vec<_> = events(&trace, "scene")
        .map(|event| &event["scene"])
        .collect();
    assert_eq!(scenes, ["countdown", "play"]);
    assert_eq!(events(&trace, "new_game").count(), 1);
    let spawns: Vec<_> = events(&trace, "spawn")
        .map(|event| &event["from"])
        .collect();
    assert_eq!(
        spawns,
        ["bag", "bag", "bag"],
        "the first, the next, and the one after the first hold"
    );
    let by_press: Vec<_> = events(&trace, "operation")
        .filter(|event| event["by"] == "press")
        .map(|event| {
            (
                event["operation"].as_str().unwrap(),
                event["accepted"].as_bool().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        by_press,
        [
            ("left", true),
            ("clockwise", true),
            ("down", true),
            ("hard drop", true),
            ("hold", true),
            ("hold", false)
        ]
    );
    let lock = events(&trace, "lock").next().unwrap();
    let cells: String = lock["board"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|row| row.as_str())
        .collect();
    let piece = lock["piece"].as_str().unwrap();
    assert_eq!(cells.matches(piece).count(), 4, "{lock}");
    assert_eq!(cells.matches('.').count() + 4, cells.len());
    let rows = |causes: &[&str]| {
        let down = events(&trace, "operation").filter(|event| event["operation"] == "down");
        down.filter(|event| causes.contains(&event["by"].as_str().unwrap()))
            .count() as u64
    };
    let points = 2 * rows(&["hard drop"]) + rows(&["press", "soft drop"]);
    let score = events(&trace, "score").last().unwrap();
    assert_eq!(
        score["score"], points,
        "two points a row, one for soft drop"
    );
    assert!(
        trace.iter().all(|event| event.get("player").is_none()),
        "one plays"
    );
}

#[test]
fn a_held_direction_repeats() {
    let trace =
        Desk::new().trace("20ms tap Enter\n80ms tap Enter\n200ms press Left\n800ms release Left\n");
    let left: Vec<_> = events(&trace, "operation")
        .filter(|event| event["operation"] == "left")
        .map(|event| event["by"].as_str().unwrap())
        .collect();
    assert_eq!(left[0], "press");
    assert!(
        left.len() > 10 && left[1..].iter().all(|by| *by == "repeat"),
        "{left:?}"
    );
    let refused = events(&trace, "operation")
        .filter(|event| event["accepted"] == false)
        .count();
    assert!(refused > 0, "the wall refuses");
}

#[test]
fn a_waveform_holds_the_signals_that_match() {
    let desk = Desk::new();
    let outcome =
        desk.run("sim arcade --for 1ms --wave a.vcd --signals arcade.game_engine.play.fall.st?te");
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    let text = fs::read_to_string(desk.path("a.vcd")).unwrap();
    assert_eq!(text.matches("$var").count(), 1, "{text}");
}

#[track_caller]
fn refused(arguments: &str, files: &[(&str, &str)], expected: &str) {
    let desk = Desk::new();
    for (name, text) in files {
        fs::write(desk.path(name), text).unwrap();
    }
    let outcome = desk.run(arguments);
    assert_eq!(outcome.err, expected);
    assert_eq!(
        outcome.code,
        if expected.contains("cannot") { 1 } else { 2 }
    );
}

#[test]
fn mistakes_in_a_script_are_shown_in_their_line() {
    refused(
        "sim arcade --keys a.keys",
        &[("a.keys", "500ms press Lft\n")],
        "  × unknown key `Lft`
   ╭─[a.keys:1:13]
 1 │ 500ms press Lft
   ·             ───
   ╰────
  help: did you mean `Left`?
",
    );
}

#[test]
fn what_is_no_text_in_a_script_is_shown_in_its_line() {
    let desk = Desk::new();
    fs::write(
        desk.path("a.keys"),
        b"\xef\xbb\xbf1ms tap Space # \xff\n2ms tap Left\xff\n",
    )
    .unwrap();
    let outcome = desk.run("sim arcade --keys a.keys");
    assert_eq!(
        outcome.err,
        "  × unknown key `Left\u{fffd}`
   ╭─[a.keys:2:9]
 1 │ 1ms tap Space # \u{fffd}
 2 │ 2ms tap Left\u{fffd}
   ·         ─────
   ╰────
  help: did you mean `Left`?
"
    );
    assert_eq!(outcome.code, 2);
}

#[test]
fn what_cannot_be_is_told() {
    refused(
        "sim arcade --for 1ms --wave a.txt",
        &[],
        "  × `a.txt` is no name of a waveform
  help: a waveform is called `NAME.vcd` or `NAME.fst`
",
    );
    refused(
        "sim arcade --for 1ms --wav no-folder/a.wav",
        &[],
        "  × cannot write `no-folder/a.wav`: No such file or directory (os error 2)\n",
    );
    refused(
        "sim arcade --for 1ms --wave no-folder/a.vcd",
        &[],
        "  × cannot write `no-folder/a.vcd`: No such file or directory (os error 2)\n",
    );
    refused(
        "sim arcade --for 1ms --wav /dev/full",
        &[],
        "  × cannot write `/dev/full`: No space left on device (os error 28)\n",
    );
    refused(
        "sim arcade --keys none.keys",
        &[],
        "  × cannot read `none.keys`: No such file or directory (os error 2)\n",
    );
    refused(
        "play arcade",
        &[],
        "  × standard output is no terminal
  help: `gatefall sim arcade --png DIR` makes pictures without one
",
    );
}

#[test]
fn a_refused_command_leaves_older_files_alone() {
    let desk = Desk::new();
    let files = ["keep.wav", "keep.gif", "keep.jsonl", "keep.vcd"];
    for name in files {
        fs::write(desk.path(name), name).unwrap();
    }
    let outputs = "sim arcade --for 1ms --force --wav keep.wav --gif keep.gif --trace keep.jsonl";
    for (wave, code) in [
        ("--wave a.txt", 2),
        ("--wave keep.vcd --signals nothing.of.this", 2),
        ("--wave no-folder/a.vcd", 1),
    ] {
        let outcome = desk.run(&format!("{outputs} {wave}"));
        assert_eq!(outcome.code, code, "{}", outcome.err);
    }
    for name in files {
        assert_eq!(fs::read_to_string(desk.path(name)).unwrap(), name);
    }
    assert_eq!(fs::read_dir(desk.path(".")).unwrap().count(), files.len());
}

#[test]
fn verify_refuses_options_that_would_mean_nothing() {
    let refuse = |arguments: &str, message: &str| {
        let outcome = Desk::new().run(arguments);
        assert!(outcome.err.contains(message), "{}", outcome.err);
        assert_eq!(outcome.code, 2, "{}", outcome.err);
    };
    refuse(
        "verify matrix --replay a.case",
        "`--replay` means nothing to the verification of `matrix`\n  \
         help: it knows --games, --for, --seed, --second",
    );
    refuse("verify handheld --second 1000", "`--second` means nothing");
    refuse("verify arcade --second 1000", "`--second` means nothing");
    for option in ["--games 1", "--for 1s", "--seed 2"] {
        refuse(
            &format!("verify tictactoe {option}"),
            "to the verification of `tictactoe`\n  help: it always tries everything",
        );
    }
    refuse("verify arcade --games 0", "0 is not in 1..");
}

#[test]
fn a_run_that_ends_before_its_script_says_so() {
    let desk = Desk::new();
    fs::write(desk.path("a.keys"), "1ms tap A\n# rest\n40ms tap B\n").unwrap();
    let outcome = desk.run("sim arcade --keys a.keys --for 20ms");
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    let told = "The run ends before line 3 of the script, at 40ms.\n";
    assert!(outcome.err.contains(told), "{}", outcome.err);
    let outcome = desk.run("sim arcade --keys a.keys --for 100ms");
    assert!(!outcome.err.contains("before line"), "{}", outcome.err);
}

#[test]
fn a_time_without_a_unit_is_told_how_to_be_written() {
    let outcome = Desk::new().run("sim arcade --for 5");
    assert_eq!(outcome.code, 2);
    let told = "`5` is not a time such as `500ms` or `1.5s`";
    assert!(outcome.err.contains(told), "{}", outcome.err);
}

#[test]
fn two_files_in_one_place_are_refused() {
    refused(
        "sim arcade --for 1ms --wav a.out --trace ./a.out",
        &[],
        "  × `--wav` and `--trace` are both `./a.out`
  help: a file can be only one of them
",
    );
    let desk = Desk::new();
    fs::write(desk.path("a.keys"), "1ms tap A\n").unwrap();
    let outcome = desk.run("sim arcade --keys a.keys --trace a.keys");
    assert_eq!(outcome.code, 2, "{}", outcome.err);
    assert_eq!(
        fs::read_to_string(desk.path("a.keys")).unwrap(),
        "1ms tap A\n"
    );
}

#[test]
fn a_pattern_that_matches_nothing_comes_with_near_names() {
    let outcome = Desk::new().run("sim arcade --for 1ms --wave a.vcd --signals game_engine.stat");
    assert_eq!(outcome.code, 2);
    assert!(
        outcome
            .err
            .contains("no signal is called `game_engine.stat`; near it are `"),
        "{}",
        outcome.err
    );
}

#[test]
fn the_recorded_script_of_the_docs_plays() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/arcade.keys");
    let trace = Desk::new().trace(&fs::read_to_string(script).unwrap());
    assert!(events(&trace, "clear").count() >= 2);
    assert!(events(&trace, "lock").count() >= 8);
}

#[test]
fn a_game_with_buttons_and_leds_makes_pictures_and_sound() {
    let desk = Desk::new();
    let script = "300ms tap confirm\n500ms tap Left\n600ms tap Enter\n";
    fs::write(desk.path("a.keys"), script).unwrap();
    let outcome =
        desk.run("sim tictactoe --keys a.keys --for 700ms --png pictures --gif a.gif --wav a.wav");
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    let pictures = fs::read_dir(desk.path("pictures")).unwrap().count();
    assert!((5..=42).contains(&pictures), "{pictures}");
    let wav = fs::read(desk.path("a.wav")).unwrap();
    assert_eq!(wav.len() as u64, 44 + 2 * (12_000_000 * 7 / 10 / 512));
    assert!(desk.path("a.gif").exists());
}

#[test]
fn a_script_for_buttons_that_the_game_lacks_is_shown_with_those_it_has() {
    let desk = Desk::new();
    fs::write(desk.path("a.keys"), "300ms tap fire\n").unwrap();
    let outcome = desk.run("sim tictactoe --keys a.keys");
    assert_eq!(outcome.code, 2);
    assert!(
        outcome.err.contains("unknown key `fire`"),
        "{}",
        outcome.err
    );
    assert!(
        outcome.err.contains("confirm (enter, space)"),
        "{}",
        outcome.err
    );
}

#[test]
fn a_trace_of_a_game_that_has_none_is_refused() {
    let outcome = Desk::new().run("sim tictactoe --trace t.jsonl");
    assert_eq!(outcome.code, 2);
    assert!(
        outcome.err.contains("there is no trace of `tictactoe`"),
        "{}",
        outcome.err
    );
}

#[test]
fn the_handheld_has_a_trace_too() {
    let desk = Desk::new();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/handheld.keys");
    fs::copy(script, desk.path("a.keys")).unwrap();
    let outcome = desk.run("sim handheld --keys a.keys --for 4s --trace trace.jsonl");
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    let text = fs::read_to_string(desk.path("trace.jsonl")).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
    let trace: Vec<serde_json::Value> = lines.collect();
    assert_eq!(events(&trace, "new_game").count(), 1);
    let locks: Vec<_> = events(&trace, "lock").collect();
    assert!(!locks.is_empty());
    for lock in locks {
        let rows = lock["board"].as_array().unwrap();
        assert!(rows.iter().all(|row| row.as_str().unwrap().len() == 10));
        assert!(lock["y"].as_i64().unwrap() < 16, "{lock}");
    }
    assert!(trace.iter().all(|event| event.get("player").is_none()));
}
