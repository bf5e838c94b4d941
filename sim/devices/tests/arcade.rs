//! Tests the devices with the arcade.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

use gatefall_devices::{Change, DeviceBench, Key, Running, WireFault};
use gatefall_games::arcade;
use gatefall_netlist::Netlist;
use std::sync::OnceLock;

const CLOCK_HZ: u64 = 25_175_000;
const MS: u64 = CLOCK_HZ / 1000;

fn arcade(watch: &[&str]) -> Running {
    static CIRCUIT: OnceLock<Netlist> = OnceLock::new();
    let circuit = CIRCUIT.get_or_init(|| {
        let block = (arcade::GAME.build)(&arcade::GAME.params()).unwrap();
        gatefall_lower::netlist(block.as_ref(), "arcade").unwrap()
    });
    Running::start(DeviceBench::new(circuit, watch).unwrap(), CLOCK_HZ).unwrap()
}

fn key(name: &str) -> Key {
    Key::named(name).unwrap()
}

/// Bytes that the game's receiver got. `None` for a faulty one.
fn received(changes: &[Change]) -> Vec<Option<u64>> {
    let strobes = changes
        .iter()
        .map(|change| (change.values[0], change.values[1], change.values[2]));
    let event = |(code, valid, error)| match (valid, error) {
        (1, 0) => Some(Some(code)),
        (0, 1) => Some(None),
        _ => None,
    };
    strobes.filter_map(event).collect()
}

const RECEIVER: [&str; 3] = [
    "console.keyboard.ps2_receiver.code",
    "console.keyboard.ps2_receiver.code_valid",
    "console.keyboard.ps2_receiver.code_error",
];

#[test]
fn the_monitor_shows_the_title_and_then_the_game() {
    let mut running = arcade(&[]);
    assert!(running.run_to_picture(100 * MS).unwrap());
    let title = running.picture().unwrap();
    let colours: std::collections::BTreeSet<&[u8]> = title.rgb().chunks_exact(3).collect();
    assert!(colours.len() > 8, "{colours:?}");
    running.press(key("Enter"));
    for _ in 0..3 {
        assert!(running.run_to_picture(200 * MS).unwrap());
    }
    assert_eq!(
        running
            .machine()
            .peek("arcade.console.scene_control.scenes.in_countdown")
            .unwrap(),
        1
    );
    assert!(running.picture().unwrap() != title);
    assert!(running.fault().is_none());
    assert_eq!(running.frames(), 4);
}

#[test]
fn pictures_come_a_frame_apart() {
    let mut running = arcade(&[]);
    running.run_to_picture(100 * MS).unwrap();
    let first = running.cycles();
    assert!(!running.run_to_picture(first + 1000).unwrap());
    assert_eq!(running.cycles(), first + 1000);
    assert!(running.run_to_picture(200 * MS).unwrap());
    assert_eq!(running.cycles(), first + 800 * 525);
}

#[test]
fn a_reset_in_the_middle_of_a_picture_is_a_fault() {
    let mut running = arcade(&[]);
    running.run(60 * MS).unwrap();
    running.machine().poke("reset", 1).unwrap();
    running.run(40_000).unwrap();
    let fault = running.fault().unwrap();
    assert!(fault
        .to_string()
        .starts_with("no monitor shows this: h_sync has the wrong level in column"));
}

#[test]
fn a_press_and_a_release_arrive_as_scan_codes() {
    for rate_hz in [10_000, 12_500, 16_700] {
        let mut running = arcade(&RECEIVER);
        running.set_keyboard_rate(rate_hz).unwrap();
        running.press(key("Left"));
        running.run(10 * MS).unwrap();
        running.release(key("Left"));
        running.run(10 * MS).unwrap();
        let bytes = received(&running.take_changes());
        assert_eq!(
            bytes,
            [0xE0, 0x6B, 0xE0, 0xF0, 0x6B].map(Some),
            "{rate_hz} Hz"
        );
    }
    assert_eq!(
        arcade(&[])
            .set_keyboard_rate(9_999)
            .unwrap_err()
            .to_string(),
        "a PS/2 clock of 9999 Hz is not within 10000 to 16700 Hz"
    );
}

#[test]
fn a_held_key_is_sent_again() {
    let mut running = arcade(&RECEIVER);
    running.press(key("J"));
    running.run(700 * MS).unwrap();
    running.release(key("J"));
    running.run(300 * MS).unwrap();
    let codes = received(&running.take_changes());
    // After 500 ms, and then 10.9 times a second.
    assert_eq!(codes, [0x3B, 0x3B, 0x3B, 0x3B, 0xF0, 0x3B].map(Some));
}

#[test]
fn many_strokes_at_once_arrive_in_order() {
    let mut running = arcade(&RECEIVER);
    let mut expected = Vec::new();
    for name in ["A", "S", "D", "F"].iter().cycle().take(200) {
        running.press(key(name));
        running.release(key(name));
        expected.extend(key(name).make());
        expected.extend(key(name).break_());
    }
    running.run(1000 * MS).unwrap();
    let expected: Vec<_> = expected
        .into_iter()
        .map(|byte| Some(u64::from(byte)))
        .collect();
    assert_eq!(received(&running.take_changes()), expected);
}

#[test]
fn the_receiver_sees_the_faults_on_the_cable() {
    for (fault, expected) in [
        (WireFault::Parity, vec![None, Some(0x43)]),
        (WireFault::Stop, vec![None, Some(0x43)]),
        (WireFault::Cut(5), vec![None, Some(0x43)]),
        (WireFault::Glitch, vec![Some(0x1C), Some(0x43)]),
    ] {
        let mut running = arcade(&RECEIVER);
        running.send(0x1C, Some(fault));
        running.run(10 * MS).unwrap();
        running.send(0x43, None);
        running.run(10 * MS).unwrap();
        assert_eq!(received(&running.take_changes()), expected, "{fault:?}");
    }
}

/// Magnitude of one frequency in the Fourier transform of the samples.
fn content(samples: &[u16], hz: f64) -> f64 {
    let per_sample = std::f64::consts::TAU * hz * 512.0 / CLOCK_HZ as f64;
    let mean = samples.iter().map(|&sample| f64::from(sample)).sum::<f64>() / samples.len() as f64;
    let (mut re, mut im) = (0.0, 0.0);
    for (i, &sample) in samples.iter().enumerate() {
        let (sin, cos) = (per_sample * i as f64).sin_cos();
        re += (f64::from(sample) - mean) * cos;
        im += (f64::from(sample) - mean) * sin;
    }
    re.hypot(im)
}

fn strongest<'a>(samples: &[u16], pitches: &[(&'a str, f64)]) -> &'a str {
    let by_content = |a: &&(&str, f64), b: &&(&str, f64)| {
        content(samples, a.1).total_cmp(&content(samples, b.1))
    };
    pitches.iter().max_by(by_content).unwrap().0
}

#[test]
fn the_loudspeaker_hears_melody_and_bass() {
    let mut running = arcade(&[]);
    for press in 1..=2 {
        running.press(key("Enter"));
        running.release(key("Enter"));
        running.run(press * 10 * MS).unwrap();
    }
    running.run(900 * MS).unwrap();
    let samples = running.take_samples();
    assert_eq!(samples.len() as u64, running.cycles() / 512);
    let begin = samples.iter().position(|&sample| sample > 0).unwrap();
    assert!(begin as u64 * 512 < 100 * MS, "{begin}");
    let window = |from_ms: u64, to_ms: u64| {
        let at = |ms: u64| begin + (ms * MS / 512) as usize;
        &samples[at(from_ms)..at(to_ms)]
    };
    let melody = [
        ("A4", 440.0),
        ("B4", 493.88),
        ("C5", 523.25),
        ("D5", 587.33),
        ("E5", 659.26),
        ("F5", 698.46),
    ];
    assert_eq!(strongest(window(20, 380), &melody), "E5");
    assert_eq!(strongest(window(440, 600), &melody), "B4");
    assert_eq!(strongest(window(645, 810), &melody), "C5");
    let bass = [
        ("A2", 110.0),
        ("C3", 130.81),
        ("D3", 146.83),
        ("E3", 164.81),
        ("G3", 196.0),
    ];
    assert_eq!(strongest(window(20, 380), &bass), "E3");
}

#[test]
fn unknown_signals_are_refused_by_name() {
    let block = (arcade::GAME.build)(&arcade::GAME.params()).unwrap();
    let circuit = gatefall_lower::netlist(block.as_ref(), "arcade").unwrap();
    let error = DeviceBench::new(&circuit, &["game_engine.no_such"])
        .err()
        .unwrap();
    assert_eq!(
        error.to_string(),
        "no signal is called `game_engine.no_such`"
    );
}
