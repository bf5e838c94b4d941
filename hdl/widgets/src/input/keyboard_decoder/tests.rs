//! The decoder against what a keyboard sends.

use super::*;
use crate::input::key_words::Kind;

const MAP: &[(u16, u8)] = &[
    (0x03B, LEFT),
    (0x01C, LEFT),
    (0x16B, LEFT),
    (0x04B, RIGHT),
    (0x174, RIGHT),
    (0x042, DOWN),
    (0x172, DOWN),
    (0x043, 4),
    (0x014, 5),
    (0x077, 6),
    (0x012, 7),
    (0x059, 8),
    (0x05A, 11),
    (0x15A, 12),
];

struct Keyboard {
    uut: KeyboardDecoder,
    events: Vec<u8>,
}

impl Keyboard {
    /// A decoder after power-up, not reset.
    fn new() -> Self {
        let mut uut = KeyboardDecoder::new(MAP);
        uut.connect_all();
        Self {
            uut,
            events: vec![],
        }
    }

    fn wait(&mut self, ticks: usize) {
        for _ in 0..ticks {
            tick!(self.uut);
            if self.uut.pressed.val() {
                self.events.push(self.uut.action.val().to_u8());
            }
        }
    }

    /// Sends `codes` and returns the actions pressed meanwhile.
    fn send(&mut self, codes: &[u8]) -> Vec<u8> {
        for &code in codes {
            self.uut.code.next = code.to_bits();
            self.uut.code_valid.next = true;
            self.wait(1);
            self.uut.code.next = 0x55.into();
            self.uut.code_valid.next = false;
            let walks = [0x00, 0xAA, 0xFF].contains(&code);
            self.wait(if walks { 1600 } else { 6 });
        }
        std::mem::take(&mut self.events)
    }

    fn error(&mut self) {
        self.uut.code_error.next = true;
        self.wait(1);
        self.uut.code_error.next = false;
        self.wait(1600);
        assert_eq!(self.events, [0; 0], "releasing keys presses none");
    }

    fn held(&self) -> (bool, bool, bool) {
        (
            self.uut.left_held.val(),
            self.uut.right_held.val(),
            self.uut.down_held.val(),
        )
    }
}

const NONE: (bool, bool, bool) = (false, false, false);

#[test]
fn passes_the_checks_of_rust_hdl() {
    assert!(generate_verilog(&Keyboard::new().uut).contains("module top"));
}

#[test]
fn pressed_comes_three_clocks_after_the_code() {
    let mut keyboard = Keyboard::new();
    keyboard.uut.code.next = 0x3B.into();
    keyboard.uut.code_valid.next = true;
    let mut pressed = vec![];
    for _ in 0..6 {
        keyboard.wait(1);
        keyboard.uut.code_valid.next = false;
        pressed.push((keyboard.uut.pressed.val(), keyboard.uut.left_held.val()));
    }
    let (up, strobe, held) = ((false, false), (true, false), (false, true));
    assert_eq!(pressed, [up, up, strobe, held, held, held]);
}

#[test]
fn each_key_of_the_map_presses_its_action_once_and_no_other_code_does() {
    let mut keyboard = Keyboard::new();
    for key in 0_u16..512 {
        let code = (key & 0xFF) as u8;
        if Kind::of(code.into()) != Kind::Key {
            continue;
        }
        let action = MAP.iter().find(|entry| entry.0 == key).map(|entry| entry.1);
        let (make, release): (&[u8], &[u8]) = if key < 256 {
            (&[code], &[0xF0, code])
        } else {
            (&[0xE0, code], &[0xE0, 0xF0, code])
        };
        assert_eq!(keyboard.send(make), Vec::from_iter(action), "key {key:03X}");
        let held = |held| action == Some(held);
        assert_eq!(
            keyboard.held(),
            (held(LEFT), held(RIGHT), held(DOWN)),
            "key {key:03X}"
        );
        assert_eq!(keyboard.send(make), [], "key {key:03X} repeats");
        assert_eq!(keyboard.send(release), [], "key {key:03X} goes up");
        assert_eq!(keyboard.held(), NONE, "key {key:03X} is up");
    }
}

#[test]
fn arrows_are_not_the_keypad() {
    let mut keyboard = Keyboard::new();
    assert_eq!(keyboard.send(&[0x6B, 0x74, 0x72]), []);
    assert_eq!(keyboard.send(&[0xE0, 0x6B]), [LEFT]);
    assert_eq!(keyboard.send(&[0xF0, 0x6B]), []);
    assert_eq!(
        keyboard.held(),
        (true, false, false),
        "the keypad's release is not the arrow's"
    );
    assert_eq!(keyboard.send(&[0xE0, 0xF0, 0x6B]), []);
    assert_eq!(keyboard.held(), NONE);
    assert_eq!(keyboard.send(&[0x5A, 0xE0, 0x5A]), [11, 12]);
}

#[test]
fn an_action_is_held_while_any_of_its_keys_is_down() {
    let mut keyboard = Keyboard::new();
    assert_eq!(keyboard.send(&[0x3B, 0x1C, 0xE0, 0x6B]), [LEFT; 3]);
    keyboard.send(&[0xF0, 0x1C]);
    keyboard.send(&[0xF0, 0x3B]);
    assert_eq!(keyboard.held(), (true, false, false));
    assert_eq!(keyboard.send(&[0x1C]), [LEFT]);
    keyboard.send(&[0xE0, 0xF0, 0x6B]);
    assert_eq!(keyboard.held(), (true, false, false));
    keyboard.send(&[0xF0, 0x1C]);
    assert_eq!(keyboard.held(), NONE);
    // A release without a press does not count.
    keyboard.send(&[0xF0, 0x1C]);
    assert_eq!(keyboard.send(&[0x1C]), [LEFT]);
    keyboard.send(&[0xF0, 0x1C]);
    assert_eq!(keyboard.held(), NONE);
}

#[test]
fn ten_keys_at_once() {
    let mut keyboard = Keyboard::new();
    let keys = [0x3B, 0x1C, 0x4B, 0x42, 0x43, 0x14, 0x77, 0x12, 0x59, 0x5A];
    let actions = [LEFT, LEFT, RIGHT, DOWN, 4, 5, 6, 7, 8, 11];
    assert_eq!(keyboard.send(&keys), actions);
    assert_eq!(keyboard.send(&keys), [], "repeats");
    assert_eq!(keyboard.held(), (true, true, true));
    for key in keys {
        assert_eq!(keyboard.send(&[0xF0, key]), []);
    }
    assert_eq!(keyboard.held(), NONE);
    assert_eq!(keyboard.send(&keys), actions);
}

#[test]
fn fake_shifts_and_answers_are_no_keys() {
    let mut keyboard = Keyboard::new();
    assert_eq!(keyboard.send(&[0xE0, 0x12, 0xE0, 0x74]), [RIGHT]);
    assert_eq!(keyboard.send(&[0xE0, 0xF0, 0x74, 0xE0, 0xF0, 0x12]), []);
    assert_eq!(keyboard.send(&[0xE0, 0xF0, 0x59, 0xE0, 0x72]), [DOWN]);
    assert_eq!(keyboard.send(&[0xE0, 0x59]), []);
    assert_eq!(keyboard.held(), (false, false, true));
    // The shift keys themselves are keys, and a fake shift does not release them.
    assert_eq!(keyboard.send(&[0x12, 0xE0, 0xF0, 0x12, 0x12]), [7]);
    assert_eq!(keyboard.send(&[0xEE, 0xFA, 0xFC, 0xFE]), []);
    assert_eq!(keyboard.held(), (false, false, true));
    assert_eq!(
        keyboard.send(&[0xE0, 0xFA, 0x6B]),
        [LEFT],
        "an answer between keeps the prefix"
    );
}

#[test]
fn the_pause_key_presses_nothing_although_its_codes_are_mapped() {
    let mut keyboard = Keyboard::new();
    assert_eq!(keyboard.send(&[0x3B]), [LEFT]);
    assert_eq!(
        keyboard.send(&[0xE1, 0x14, 0x77, 0xE1, 0xF0, 0x14, 0xF0, 0x77]),
        []
    );
    assert_eq!(keyboard.held(), (true, false, false));
    assert_eq!(keyboard.send(&[0x14, 0x77, 0x42]), [5, 6, DOWN]);
    assert_eq!(
        keyboard.send(&[0xE1, 0x14, 0xAA]),
        [],
        "a restart ends the sequence"
    );
    assert_eq!(keyboard.send(&[0x14]), [5]);
}

#[test]
fn a_lost_byte_or_a_restart_releases_all_keys_and_forgets_prefixes() {
    for prefix in [
        &[][..],
        &[0xE0],
        &[0xF0],
        &[0xE0, 0xF0],
        &[0xE1],
        &[0xE1, 0x14],
    ] {
        for cause in [None, Some(0x00), Some(0xAA), Some(0xFF)] {
            let mut keyboard = Keyboard::new();
            let keys = [0x3B, 0x1C, 0xE0, 0x6B, 0x4B, 0xE0, 0x72, 0x5A];
            keyboard.send(&keys);
            keyboard.send(prefix);
            match cause {
                None => keyboard.error(),
                Some(code) => assert_eq!(keyboard.send(&[code]), []),
            }
            assert_eq!(keyboard.held(), NONE, "{prefix:02X?} {cause:02X?}");
            assert_eq!(keyboard.send(&keys), [LEFT, LEFT, LEFT, RIGHT, DOWN, 11]);
            assert_eq!(keyboard.held(), (true, true, true));
        }
    }
}

#[test]
fn an_extended_restart_code_releases_too() {
    let mut keyboard = Keyboard::new();
    keyboard.send(&[0x3B, 0xE0, 0xAA]);
    assert_eq!(keyboard.held(), NONE);
    assert_eq!(keyboard.send(&[0x6B, 0x3B]), [LEFT]);
}

#[test]
fn errors_at_any_moment_leave_no_key_stuck() {
    for moment in 0..8 {
        let mut keyboard = Keyboard::new();
        keyboard.send(&[0x1C]);
        keyboard.uut.code.next = 0x3B.into();
        keyboard.uut.code_valid.next = true;
        for clock in 0..=moment {
            keyboard.uut.code_error.next = clock == moment;
            keyboard.wait(1);
            keyboard.uut.code_valid.next = false;
        }
        keyboard.uut.code_error.next = false;
        keyboard.wait(1600);
        keyboard.events.clear();
        assert_eq!(keyboard.held(), NONE, "{moment}");
        assert_eq!(keyboard.send(&[0x1C, 0x3B]), [LEFT; 2], "{moment}");
        keyboard.send(&[0xF0, 0x1C, 0xF0, 0x3B]);
        assert_eq!(keyboard.held(), NONE, "{moment}");
    }
}

#[test]
fn reset_releases_all_keys() {
    let mut keyboard = Keyboard::new();
    keyboard.send(&[0x3B, 0x43, 0xE0]);
    keyboard.uut.reset.next = true;
    keyboard.wait(3);
    assert_eq!(keyboard.held(), NONE);
    keyboard.uut.reset.next = false;
    keyboard.wait(1600);
    assert_eq!(keyboard.send(&[0x3B, 0x43, 0x6B]), [LEFT, 4]);
}
