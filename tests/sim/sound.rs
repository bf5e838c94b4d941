//! Tests of the sound of `gatefall play`. In place of a device there is a pipe to the test: the
//! plugin `file` of ALSA writes all samples to it, and waits when it is full.

#![cfg(target_os = "linux")]

use crate::terminal::Terminal;
use gatefall_tests::{has_programs, leave_out, limit, run};
use std::f64::consts::TAU;
use std::fs::{self, File};
use std::io::Read;
use std::process::Command;
use std::sync::mpsc::{channel, Receiver};
use std::thread::{sleep, spawn};
use std::time::{Duration, Instant};
use tempfile::TempDir;

const RATE_HZ: usize = 48_000;
/// Effect of the handheld at power-up.
const BEEP_HZ: f64 = 880.0;
/// Parts of 20 ms, two channels of 16 bits each.
const PART: usize = RATE_HZ / 50 * 4;
/// Time in which the test takes a part: that of a device.
const PACE: Duration = Duration::from_millis(20);
/// A level that stays for this many samples is held for want of samples: the beep changes sign each
/// 27 samples. It goes on where it stopped, so a slow machine plays it with such breaks only.
const HELD: usize = 35;
/// Length of the beep, almost.
const BEEP: usize = RATE_HZ * 9 / 100;
/// Longest time until the beep is simulated, which usually takes two seconds.
const LIMIT: Duration = limit(2);

/// True if the build has sound and there is a terminal for tests.
fn has_sound(test: &str) -> bool {
    if !cfg!(feature = "sound") {
        let missing = "the build has no sound (apt install libasound2-dev pkg-config)";
        leave_out(test, missing);
        return false;
    }
    has_programs(test, &[("script", "bsdutils")])
}

/// A folder with this configuration of ALSA.
fn alsa(configuration: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let configuration = configuration.replace("FOLDER", folder.path().to_str().unwrap());
    fs::write(folder.path().join("alsa.conf"), configuration).unwrap();
    folder
}

/// Starts the handheld in a folder, with its configuration of ALSA and more for the shell.
fn play(folder: &TempDir, more: &str) -> Terminal {
    let gatefall = env!("CARGO_BIN_EXE_gatefall");
    let mut terminal = Terminal::run(&format!(
        "cd '{}'; stty cols 120 rows 40; \
         ALSA_CONFIG_PATH=$PWD/alsa.conf exec '{gatefall}' play handheld {more}",
        folder.path().display()
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

/// Takes parts of the samples from a pipe, which is open as long as the returned file.
fn listen(folder: &TempDir) -> (Receiver<[u8; PART]>, File) {
    let pipe = folder.path().join("heard");
    run(Command::new("mkfifo").arg(&pipe), 1);
    // Opened for writing, too, it does not wait for ALSA.
    let mut pipe = File::options().read(true).write(true).open(pipe).unwrap();
    let open = pipe.try_clone().unwrap();
    let (sender, heard) = channel();
    spawn(move || {
        let mut part = [0; PART];
        while pipe.read_exact(&mut part).is_ok() && sender.send(part).is_ok() {
            sleep(PACE);
        }
    });
    (heard, open)
}

/// The samples from the first loud one on, without breaks.
fn beep(heard: &Receiver<[u8; PART]>) -> Vec<f64> {
    let end = Instant::now() + LIMIT;
    let (mut samples, mut held, mut last) = (Vec::new(), 0, 0);
    while samples.len() < BEEP {
        assert!(Instant::now() < end, "nothing is heard, or not enough");
        let part = heard.recv_timeout(LIMIT).unwrap();
        for &[a, b, c, d] in part.as_chunks::<4>().0 {
            assert_eq!([a, b], [c, d], "both channels are the same");
            let level = i16::from_le_bytes([a, b]);
            held = if level == last { held + 1 } else { 0 };
            last = level;
            if !samples.is_empty() || level.abs() > 1_000 {
                match held {
                    ..HELD => samples.push(level.into()),
                    HELD => samples.truncate(samples.len() - (HELD - 1)),
                    _ => {}
                }
            }
        }
    }
    samples.truncate(BEEP);
    samples
}

/// Magnitude of a frequency in the samples.
fn magnitude(samples: &[f64], hz: f64) -> f64 {
    let (mut real, mut imaginary) = (0.0, 0.0);
    for (index, sample) in samples.iter().enumerate() {
        let phase = TAU * hz * index as f64 / RATE_HZ as f64;
        real += sample * phase.cos();
        imaginary += sample * phase.sin();
    }
    f64::hypot(real, imaginary)
}

#[test]
fn the_beep_of_the_handheld_is_heard_in_both_channels() {
    if !has_sound("the_beep_of_the_handheld_is_heard_in_both_channels") {
        return;
    }
    let folder = alsa(
        r#"pcm.!default {
            type plug
            slave {
                format S16_LE
                channels 2
                rate 48000
                pcm { type file, slave.pcm { type null }, file "FOLDER/heard", format raw }
            }
        }"#,
    );
    let (heard, _open) = listen(&folder);
    let terminal = play(&folder, "");
    let beep = beep(&heard);
    // From now on the pipe is full, which does not stop the game.
    drop(heard);
    let last = end(terminal);
    assert!(last.ends_with("; sound by ALSA"), "{last}");

    let all = (500..1_500).map(f64::from);
    let loudest = all.max_by(|a, b| magnitude(&beep, *a).total_cmp(&magnitude(&beep, *b)));
    let error = loudest.unwrap() / BEEP_HZ - 1.0;
    // The rate control may make it up to 1 % higher or lower.
    assert!(error.abs() < 0.02, "{loudest:?} Hz");
}

#[test]
fn a_game_without_sound_says_why() {
    if !has_programs("a_game_without_sound_says_why", &[("script", "bsdutils")]) {
        return;
    }
    let why = match cfg!(feature = "sound") {
        true => "no audio device",
        false => "built without it (apt install libasound2-dev pkg-config, then make play)",
    };
    let folder = alsa("");
    let mut terminal = play(&folder, "");
    let mut seen = String::new();
    terminal.picture(|picture| {
        seen += picture;
        picture.contains("Ctrl-C ends; no sound: ")
    });
    assert!(!seen.contains("ALSA lib"), "{seen}");
    let last = end(terminal);
    assert!(last.ends_with(&format!("; no sound: {why}")), "{last}");
}

#[test]
fn messages_of_the_sound_library_stay_in_a_file() {
    if !has_sound("messages_of_the_sound_library_stay_in_a_file") {
        return;
    }
    let folder = alsa("");
    end(play(&folder, "2> errors"));
    let errors = fs::read_to_string(folder.path().join("errors")).unwrap();
    assert!(errors.contains("ALSA lib"), "{errors}");
}
