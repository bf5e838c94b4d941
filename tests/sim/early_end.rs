//! Tests of runs that end early: a full disk, Ctrl-C, an unsuitable terminal.

use super::{has_leftovers, Desk, Outcome, USUAL_SECONDS};
use gatefall_tests::{finish, has_programs, run, signal, wait_until};
use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Limit of the size of files in blocks of 512 bytes, which simulates a full disk.
const ROOM: u32 = 5_000;

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_during_a_waveform_ends_the_run_and_leaves_a_file_as_long_as_it_says() {
    for name in ["a.vcd", "a.fst"] {
        let desk = Desk::new();
        let gatefall = env!("CARGO_BIN_EXE_gatefall");
        // The run is so long that only the failure can end it in time.
        let simulation = format!("'{gatefall}' sim tictactoe --for 10000s --wave {name}");
        let mut shell = Command::new("sh");
        let shell = shell
            .args([
                "-c",
                &format!("trap '' XFSZ; ulimit -f {ROOM}; {simulation}"),
            ])
            .current_dir(desk.path("."))
            .env("NO_COLOR", "1");
        // The file is filled slowly: its events are many, but small.
        let output = run(shell, 30);
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{err}");
        let start = format!("  × `{name}`: cannot write the waveform after cycle ");
        let (cycle, rest) = err
            .strip_prefix(&start)
            .expect(&err)
            .split_once(": ")
            .unwrap();
        assert_eq!(
            rest,
            "File too large (os error 27)\n  help: make room or choose another place; \
             fewer `--signals` and a shorter run need less\n"
        );
        let end = (cycle.parse::<u64>().unwrap() + 1) * (1_000_000_000_000 / 12_000_000);
        let file = BufReader::new(File::open(desk.path(name)).unwrap());
        let last = match name {
            "a.vcd" => last_time_of_vcd(file),
            _ => last_time_of_fst(file),
        };
        assert_eq!(last, end, "{err}");
        assert!(!has_leftovers(&desk.path(".")));
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_simulation_that_finds_no_room_says_so() {
    let desk = Desk::new();
    let gatefall = env!("CARGO_BIN_EXE_gatefall");
    // The engine reserves four gigabytes of addresses for any design.
    let limited = format!("ulimit -v 2000000; '{gatefall}' sim tictactoe --for 1ms --wav a.wav");
    let mut shell = Command::new("sh");
    let shell = shell.args(["-c", &limited]).current_dir(desk.path("."));
    let output = run(shell.env("NO_COLOR", "1"), USUAL_SECONDS);
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(
        err.starts_with("  × the simulation cannot be started: "),
        "{err}"
    );
    assert_eq!(output.status.code(), Some(1));
    assert!(!desk.path("a.wav").exists());
}

/// The last time stamp. The whole file must be readable.
fn last_time_of_vcd(file: BufReader<File>) -> u64 {
    let mut parser = vcd::Parser::new(file);
    parser.parse_header().unwrap();
    let times = parser.filter_map(|command| match command.unwrap() {
        vcd::Command::Timestamp(time) => Some(time),
        _ => None,
    });
    times.last().unwrap()
}

/// The last time stamp. The whole file must be readable.
fn last_time_of_fst(file: BufReader<File>) -> u64 {
    let mut reader = fst_reader::FstReader::open(file).unwrap();
    let end = reader.get_header().end_time;
    let (mut changes, mut last) = (0, 0);
    reader
        .read_signals(&fst_reader::FstFilter::all(), |time, _, _| {
            (changes, last) = (changes + 1, time.max(last));
            Ok::<(), fst_reader::ReaderError>(())
        })
        .unwrap();
    assert!(changes > 100_000, "{changes}");
    assert!(last <= end && last + 100_000 > end, "{last} of {end}");
    end
}

fn pictures(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let paths = entries.map(|entry| entry.unwrap().path());
    paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "png"))
        .collect()
}

/// Presses Ctrl-C as soon as there are two different pictures. Returns the seconds that the run
/// reports.
fn interrupted(desk: &Desk, arguments: &str) -> f64 {
    let mut child = Command::new(env!("CARGO_BIN_EXE_gatefall"))
        .current_dir(desk.path("."))
        .args(arguments.split(' '))
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_until("the second picture", &mut child, USUAL_SECONDS, || {
        pictures(&desk.path("pictures")).len() >= 2
    });
    assert!(signal("INT", &child.id().to_string()));
    let output = finish(child, USUAL_SECONDS);
    assert_eq!(output.status.code(), Some(1));
    let err = String::from_utf8(output.stderr).unwrap();
    let (_, rest) = err.split_once("stopped by Ctrl-C after ").expect(&err);
    let (seconds, rest) = rest.split_once(" s; ").expect(&err);
    assert_eq!(rest, "what has been written is complete up to there\n");
    seconds.parse().unwrap()
}

#[test]
fn ctrl_c_leaves_complete_files_and_says_how_far_they_go() {
    let desk = Desk::new();
    fs::write(desk.path("a.keys"), "20ms tap Enter\n").unwrap();
    let seconds = interrupted(
        &desk,
        "sim arcade --keys a.keys --for 10000s --png pictures --gif a.gif --wav a.wav \
         --trace a.jsonl",
    );
    for path in pictures(&desk.path("pictures")) {
        let decoder = png::Decoder::new(BufReader::new(File::open(&path).unwrap()));
        let mut reader = decoder.read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
    }
    let gif = File::open(desk.path("a.gif")).unwrap();
    let mut gif = gif::DecodeOptions::new().read_info(gif).unwrap();
    let mut shown = 0.0;
    while let Some(frame) = gif.read_next_frame().unwrap() {
        shown += f64::from(frame.delay) / 100.0;
    }
    // A frame stands for three pictures of 1/60 s, and the first picture is complete after 1/30 s.
    assert!((shown - seconds).abs() < 0.1, "{shown} of {seconds}");
    let wav = fs::read(desk.path("a.wav")).unwrap();
    assert_eq!(wav[40..44], (wav.len() as u32 - 44).to_le_bytes());
    let heard = (wav.len() - 44) as f64 / 2.0 * 512.0 / 25_175_000.0;
    assert!((heard - seconds).abs() < 0.001, "{heard} of {seconds}");
    let trace = fs::read_to_string(desk.path("a.jsonl")).unwrap();
    assert!(trace.ends_with("}\n"), "{trace}");
    let events: Vec<serde_json::Value> = trace
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(events.iter().any(|event| event["event"] == "new_game"));
}

/// Output of a game in a terminal of this kind and size, and the exit code.
#[cfg(target_os = "linux")]
fn played(kind: &str, columns: u16, rows: u16) -> Outcome {
    let gatefall = env!("CARGO_BIN_EXE_gatefall");
    let command = format!("stty cols {columns} rows {rows}; '{gatefall}' play tictactoe");
    let mut terminal = Command::new("script");
    let terminal = terminal
        .args(["-qec", &command, "/dev/null"])
        .env("TERM", kind)
        .env("NO_COLOR", "1")
        .env_remove("COLORTERM");
    let output = run(terminal, USUAL_SECONDS);
    Outcome {
        code: output.status.code().unwrap(),
        err: String::from_utf8(output.stdout).unwrap().replace('\r', ""),
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_terminal_that_cannot_show_the_game_is_told_why() {
    let test = "a_terminal_that_cannot_show_the_game_is_told_why";
    if !has_programs(test, &[("script", "bsdutils")]) {
        return;
    }
    let small = played("xterm-256color", 40, 12);
    assert_eq!(
        small.err,
        "  × the terminal has 40 x 12 characters, the picture needs 48 x 19\n  \
         help: make the window larger, or the font smaller\n"
    );
    let grey = played("vt100", 80, 24);
    assert_eq!(
        grey.err,
        "  × the terminal `vt100` is not known to show 256 colours\n  \
         help: if it does after all, set COLORTERM=truecolor\n"
    );
    assert_eq!([small.code, grey.code], [2, 2]);
}
