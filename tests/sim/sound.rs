//! Tests of the sound of `gatefall play`. Scripts stand in for the players of a sound system.

use crate::terminal::Terminal;
use gatefall_tests::{has_programs, signal};
use std::f64::consts::TAU;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::TempDir;

const RATE_HZ: f64 = 48_000.0;
/// Effect of the handheld at power-up.
const BEEP_HZ: f64 = 880.0;
/// Bytes of half a second, after the silence at the start.
const ENOUGH: u64 = (48_000 * 63 / 100) * 2;
/// Longest time until a slow machine has simulated half a second.
const LIMIT: Duration = Duration::from_secs(120);

/// A folder as PATH, with a script for each of these names.
fn path(scripts: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, script) in scripts {
        let file = folder.path().join(name);
        fs::write(&file, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    }
    folder
}

/// Starts the handheld with this PATH.
fn play(path: &Path) -> Terminal {
    let gatefall = env!("CARGO_BIN_EXE_gatefall");
    let path = path.display();
    let mut terminal = Terminal::run(&format!(
        "cd '{path}'; stty cols 120 rows 40; PATH='{path}' exec '{gatefall}' play handheld"
    ));
    terminal.answer();
    terminal
}

/// Ends the game. Returns its last line.
fn end(mut terminal: Terminal) -> String {
    terminal.send("\x1b[99;5u");
    let (output, code) = terminal.end();
    assert_eq!(code, Some(0), "{output}");
    output.trim_end().lines().last().unwrap().to_owned()
}

/// Magnitude of a frequency in the samples.
fn magnitude(samples: &[f64], hz: f64) -> f64 {
    let (mut real, mut imaginary) = (0.0, 0.0);
    for (index, sample) in samples.iter().enumerate() {
        let phase = TAU * hz * index as f64 / RATE_HZ;
        real += sample * phase.cos();
        imaginary += sample * phase.sin();
    }
    f64::hypot(real, imaginary)
}

#[test]
fn the_beep_of_the_handheld_reaches_the_player() {
    let test = "the_beep_of_the_handheld_reaches_the_player";
    if !has_programs(test, &[("script", "bsdutils")]) {
        return;
    }
    let script = "echo \"$@\" > arguments; echo $$ > process; exec /bin/cat > heard";
    let folder = path(&[("aplay", script)]);
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap_or_default();
    let heard = folder.path().join("heard");
    let terminal = play(folder.path());
    let start = Instant::now();
    while fs::metadata(&heard).map_or(0, |file| file.len()) < ENOUGH {
        assert!(start.elapsed() < LIMIT, "{}", read("arguments"));
        sleep(Duration::from_millis(20));
    }
    let last = end(terminal);
    assert!(last.ends_with("; sound by aplay"), "{last}");
    assert!(read("arguments").contains("-t raw -f S16_LE -r 48000 -c 1"));
    assert!(
        !signal("0", read("process").trim()),
        "the player is left behind"
    );

    let (pairs, _) = fs::read(&heard)
        .map(|bytes| {
            let (pairs, rest) = bytes.as_chunks::<2>();
            (pairs.to_vec(), rest.to_vec())
        })
        .unwrap();
    let samples: Vec<f64> = pairs
        .into_iter()
        .map(|pair| i16::from_le_bytes(pair).into())
        .collect();
    let begin = samples.iter().position(|level| level.abs() > 1_000.0);
    let begin = begin.expect("something is heard");
    // The lead is silent.
    assert!(begin as f64 >= 0.13 * RATE_HZ, "{begin}");
    let beep = &samples[begin..][..(0.09 * RATE_HZ) as usize];
    let all = (500..1_500).map(f64::from);
    let loudest = all.max_by(|a, b| magnitude(beep, *a).total_cmp(&magnitude(beep, *b)));
    let error = loudest.unwrap() / BEEP_HZ - 1.0;
    // A player that reads everything at once has an empty queue, so the sound is 1 % longer.
    assert!(error.abs() < 0.02, "{loudest:?} Hz");
}

#[test]
fn a_machine_without_a_player_or_a_device_is_silent_and_says_so() {
    let test = "a_machine_without_a_player_or_a_device_is_silent_and_says_so";
    if !has_programs(test, &[("script", "bsdutils")]) {
        return;
    }
    let refuses = "echo 'aplay: main:834: audio open error: No such device' >&2; exit 1";
    for (scripts, expected) in [
        (
            &[][..],
            "no sound: none of pw-cat, paplay, aplay, play is on PATH (apt install alsa-utils)",
        ),
        (
            &[("aplay", refuses)][..],
            "no sound: aplay: aplay: main:834: audio open error: No such device",
        ),
    ] {
        let folder = path(scripts);
        let mut terminal = play(folder.path());
        // The status line has one line of at most the width of the terminal.
        let picture = terminal.picture(|picture| picture.contains("; no sound: "));
        assert!(picture.contains("Ctrl-C ends; no sound: "), "{picture}");
        let last = end(terminal);
        assert!(last.ends_with(expected), "{last}");
    }
}
