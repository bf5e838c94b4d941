//! A keyboard that sends the code of a held key, and gamepads with a button down.

use super::{configure, switch_on, Rng, RESET};
use gatefall_devices::gamepad::INPUTS;
use gatefall_devices::{frame_word, Key};
use gatefall_golden::{PadButton, Page, Side};
use gatefall_lockstep::arcade::{netlist, Pair, Step};
use gatefall_lockstep::fault::{message_of, planted};

/// Clocks in a microsecond, nearly.
const US: u64 = 25;
/// Half a period of the keyboard's clock, and its rate.
const HALF: u64 = 40 * US;
const RATE_HZ: u64 = 12_500;
/// Half periods from one byte to the next.
const BYTE_HALVES: u64 = 26;
/// A falling edge this soon after the reset may be seen or not.
const UNSURE: u64 = 12 * US;
/// A frame that stands still for so long is over.
const FRAME_END: u64 = 2_200 * US;
/// Keys that are held, and power-ups for each test. A game follows the first ones.
const HELD: [&str; 6] = ["J", "Left", "Up", "1", "Enter", "Space"];
const CASES: usize = 12;

fn key(name: &str) -> Key {
    Key::named(name).unwrap()
}

fn steps(pair: &mut Pair, steps: &[Step], what: &str) {
    for &step in steps {
        if let Err(failure) = pair.step(step) {
            panic!("{what}: {failure}, after {:?}", failure.steps);
        }
    }
}

/// Bytes that a receiver reads from the levels of the data line at falling edges of the clock line.
/// `None` is a lost byte.
fn heard(levels: &[bool]) -> Vec<Option<u8>> {
    let frames = levels.chunks(11).map(|frame| {
        let &[is_start_bad, ref bits @ .., parity, stop] = frame else {
            return None;
        };
        let bits: &[bool; 8] = bits.try_into().ok()?;
        let ones = bits.iter().filter(|bit| **bit).count();
        let is_good = !is_start_bad && stop && parity == ones.is_multiple_of(2);
        let byte = bits.iter().rev();
        let byte = byte.fold(0, |byte, &bit| byte << 1 | u8::from(bit));
        is_good.then_some(byte)
    });
    frames.collect()
}

/// Switches on while the bytes of a key are sent. The reset ends so many clocks after the first
/// word was given to the keyboard. Returns what comes over the cable after it.
fn switch_on_while_sending(pair: &mut Pair, bytes: &[u8], clocks: u64) -> Vec<Option<u8>> {
    pair.switch_on();
    let machine = pair.gates().machine();
    configure(machine);
    machine.poke("reset", 1).unwrap();
    for &byte in bytes {
        machine
            .poke("key_word", frame_word(byte, None, HALF))
            .unwrap();
        machine.poke("key_write", 1).unwrap();
        machine.run(1);
    }
    machine.poke("key_write", 0).unwrap();
    machine.run(clocks - bytes.len() as u64);
    machine.poke("reset", 0).unwrap();
    let mut levels = Vec::new();
    for (first, &byte) in (0..).step_by(BYTE_HALVES as usize).zip(bytes) {
        let word = frame_word(byte, None, HALF);
        // Each word takes a few clocks to load.
        let edges = (0..11).map(|bit| (bit, (first + 2 * bit + 1) * HALF));
        levels.extend(
            edges
                .filter(|(_, at)| *at > clocks)
                .map(|(bit, _)| word >> bit & 1 == 1),
        );
    }
    let rest = bytes.len() as u64 * BYTE_HALVES * HALF;
    machine.run(rest.saturating_sub(clocks) + FRAME_END);
    heard(&levels)
}

/// A time at which the keyboard's clock line is not about to fall.
fn time_in(bytes: &[u8], random: &mut Rng) -> u64 {
    loop {
        let clocks = random.u64(RESET..bytes.len() as u64 * BYTE_HALVES * HALF);
        let since_edge = (clocks + HALF) % (2 * HALF);
        if (10..2 * HALF - UNSURE).contains(&since_edge) {
            return clocks;
        }
    }
}

/// Some presses, in play if the countdown has begun.
fn play(pair: &mut Pair, what: &str) {
    while let Page::Countdown(_) = pair.model().page() {
        steps(pair, &[Step::Tick], what);
    }
    for name in ["J", "L", "K", "Space"] {
        steps(pair, &[Step::Press(key(name)), Step::Tick], what);
        steps(pair, &[Step::Tick; 12], what);
        steps(pair, &[Step::Release(key(name)), Step::Tick], what);
    }
}

#[test]
fn a_key_whose_code_is_cut_by_the_reset_counts_with_its_next_code() {
    cut_codes(&mut Pair::default());
}

fn cut_codes(pair: &mut Pair) {
    let mut random = Rng::with_seed(1);
    let mut lost = 0;
    for number in 0..CASES {
        let name = HELD[number % HELD.len()];
        let bytes = key(name).make();
        let clocks = time_in(&bytes, &mut random);
        let what = format!("{name} held, reset ends {clocks} clocks after its code began");
        let heard = switch_on_while_sending(pair, &bytes, clocks);
        // A byte that is heard by chance, or without its prefix, is that of another key.
        if heard.iter().any(Option::is_some) {
            continue;
        }
        lost += 1;
        steps(pair, &[Step::Rate(RATE_HZ), Step::Wait(1_000)], &what);
        assert_eq!(pair.model().page(), Page::Title, "{what}");
        let repeats = [
            Step::Press(key(name)),
            Step::Tick,
            Step::Press(key(name)),
            Step::Tick,
        ];
        steps(pair, &repeats, &what);
        steps(pair, &[Step::Release(key(name)), Step::Tick], &what);
        if number < HELD.len() {
            play(pair, &what);
        }
    }
    assert!(
        lost >= CASES * 3 / 4,
        "only {lost} keys whose first code is lost"
    );
}

#[test]
fn a_key_whose_code_begins_while_the_decoder_clears_its_keys_counts_once() {
    let mut pair = Pair::default();
    let mut random = Rng::with_seed(2);
    for number in 0..CASES {
        let name = HELD[number % HELD.len()];
        let clocks = random.u64(0..4_000);
        let what = format!("{name} held, its code begins {clocks} clocks after the reset");
        pair.switch_on();
        let machine = pair.gates().machine();
        switch_on(machine, &[], &mut random);
        machine.run(clocks);
        let press = [Step::Rate(RATE_HZ), Step::Press(key(name)), Step::Tick];
        steps(&mut pair, &press, &what);
        let repeat = [Step::Press(key(name)), Step::Release(key(name)), Step::Tick];
        steps(&mut pair, &repeat, &what);
        if number < HELD.len() {
            play(&mut pair, &what);
        }
    }
}

#[test]
fn a_button_of_a_gamepad_that_is_down_counts_with_the_first_reading() {
    hold_buttons(&mut Pair::default());
}

fn hold_buttons(pair: &mut Pair) {
    let mut random = Rng::with_seed(3);
    for (side, inputs) in Side::BOTH.into_iter().zip(INPUTS) {
        for (button, input) in PadButton::ALL.into_iter().zip(inputs) {
            let what = format!("{input} down");
            pair.switch_on();
            switch_on(pair.gates().machine(), &[input], &mut random);
            pair.gates().machine().run(4_000);
            let [down, up] = [true, false].map(|level| Step::Pad(side, button, level));
            steps(pair, &[down, Step::Tick, Step::Tick], &what);
            steps(pair, &[up, Step::Tick, down, Step::Tick, up], &what);
            if button == PadButton::Start {
                play(pair, &what);
            }
        }
    }
}

#[test]
fn faults_of_the_keyboard_are_found() {
    let find = |module, text, instead, check: fn(&mut Pair)| {
        let mut pair = Pair::of(&planted(&netlist(), module, text, instead));
        message_of(|| check(&mut pair)).unwrap()
    };
    // A frame that the reset has cut goes on with the next byte.
    let still = "(and in_frame (slice still_samples 11 1))";
    let message = find("ps2_receiver", still, "1'h0", cut_codes);
    assert!(
        message.contains("clocks after its code began: "),
        "{message}"
    );
    // What a key repeats, and a button that is read again, is a press.
    let repeat = "(and is_make changed)";
    let message = find("key_events", repeat, "is_make", cut_codes);
    assert!(
        message.contains("clocks after its code began: "),
        "{message}"
    );
    let message = find("key_events", repeat, "is_make", hold_buttons);
    assert!(message.contains("pad1_"), "{message}");
}
