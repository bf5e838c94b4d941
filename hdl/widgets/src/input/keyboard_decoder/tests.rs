//! The decoder against what a keyboard sends.

use super::KeyClass::{
    Always, KeypadTwo, OneAndKeypad, OneAndSplit, OneAndSplitTwo, OnePlayer, SplitTwo,
};
use super::*;
use crate::input::key_words::Kind;
use gatefall_bench::{peek, poke, tick, Bench, Snapshot};

/// Actions with keys that can be set.
const ACTIONS: &[ListedAction] = &[
    listed(0b00_001, 0x01C),
    listed(0b00_100, 0x043),
    listed(0b10_110, 0x029),
    listed(0b11_100, 0x173),
    listed(0b11_101, 0x04A),
    listed(DROP_TWO, 0),
];

const fn listed(place: u8, first_key: u16) -> ListedAction {
    ListedAction {
        place,
        first_key,
        cap: 0x80 | place,
    }
}

const MAP: &[MappedKey] = &[
    (0x03B, Always, LEFT),
    (0x01C, OnePlayer, LEFT),
    (0x16B, OnePlayer, LEFT),
    (0x069, KeypadTwo, LEFT),
    (0x04B, Always, RIGHT),
    (0x174, OnePlayer, RIGHT),
    (0x07A, KeypadTwo, RIGHT),
    (0x042, Always, DOWN),
    (0x172, OnePlayer, DOWN),
    (0x072, KeypadTwo, DOWN),
    (0x043, Always, 4),
    (0x073, KeypadTwo, 4),
    (0x014, OnePlayer, 5),
    (0x06B, KeypadTwo, 5),
    (0x077, Always, 6),
    (0x012, OnePlayer, 7),
    (0x059, Always, 8),
    (0x029, OneAndSplit, SPACE),
    (0x05A, Always, 27),
    (0x15A, Always, 12),
    (0x090, Always, LEFT),
    (0x091, Always, 9),
    (0x0B0, Always, LEFT),
    (0x033, OneAndKeypad, 7),
    (0x173, OneAndSplitTwo, 4),
    (0x04A, SplitTwo, 5),
    (0x02D, Always, LONG),
];

/// Marks an event as player 2's.
const TWO: u8 = 0x80;

/// A key map.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Players {
    One,
    Split,
    Keypad,
}

/// The event of a key of [`MAP`].
fn event(players: Players, &(key, class, action): &MappedKey) -> Option<u8> {
    use Players::{Keypad, One, Split};
    let of_two = match (class, players) {
        (Always, One) if key == 0x0B0 => return None,
        (Always, _) => key == 0x0B0,
        (OnePlayer, One) | (OneAndKeypad, One | Keypad) | (OneAndSplit, One | Split) => false,
        (OneAndSplitTwo, One) => false,
        (OneAndSplitTwo | SplitTwo, Split) | (KeypadTwo, Keypad) => true,
        _ => return None,
    };
    Some(if of_two { TWO | action } else { action })
}

struct Keyboard {
    uut: Bench<KeyboardDecoder>,
    events: Vec<u8>,
    repeats: Vec<u8>,
    /// Keys that went down, but for codes from 80 on.
    typed: Vec<u16>,
    at_power_up: Snapshot,
}

impl Keyboard {
    /// A decoder after power-up, not reset.
    fn new() -> Self {
        Self::of(Bench::new(KeyboardDecoder::new(MAP, ACTIONS)))
    }

    /// The same with rust-hdl's simulation beside it, for a test of few clocks.
    fn with_rust_hdl() -> Self {
        Self::of(Bench::with_rust_hdl(KeyboardDecoder::new(MAP, ACTIONS)))
    }

    fn of(mut uut: Bench<KeyboardDecoder>) -> Self {
        poke!(uut, caps.free = true);
        Self {
            at_power_up: uut.machine().snapshot(),
            uut,
            events: vec![],
            repeats: vec![],
            typed: vec![],
        }
    }

    /// Goes back to power-up.
    fn power_up(&mut self) {
        self.uut.machine().restore(&self.at_power_up).unwrap();
        self.events.clear();
        self.repeats.clear();
        self.typed.clear();
    }

    fn wait(&mut self, ticks: usize) {
        for _ in 0..ticks {
            tick!(self.uut);
            let presser = if peek!(self.uut.presser) { TWO } else { 0 };
            let event = presser | peek!(self.uut.action).to_u8();
            if peek!(self.uut.pressed) {
                self.events.push(event);
            }
            if peek!(self.uut.repeated) {
                self.repeats.push(event);
            }
            let key = peek!(self.uut.typed_key).to_u64() as u16;
            if peek!(self.uut.typed) && key & 0x80 == 0 {
                self.typed.push(key);
            }
        }
    }

    /// Sends `codes` and returns the actions pressed meanwhile.
    fn send(&mut self, codes: &[u8]) -> Vec<u8> {
        for &code in codes {
            poke!(self.uut.code = code.to_bits());
            poke!(self.uut.code_valid = true);
            self.wait(1);
            poke!(self.uut.code = 0x55.into());
            poke!(self.uut.code_valid = false);
            let walks = [0x00, 0xAA, 0xFF].contains(&code);
            self.wait(if walks { WALK } else { CODE });
        }
        std::mem::take(&mut self.events)
    }

    /// A reading of a button of a pad. Returns the actions pressed meanwhile.
    fn pad(&mut self, code: u8, released: bool) -> Vec<u8> {
        poke!(self.uut.pad_code = code.to_bits());
        poke!(self.uut.pad_released = released);
        poke!(self.uut.pad_valid = true);
        self.wait(1);
        poke!(self.uut.pad_valid = false);
        self.wait(CODE);
        std::mem::take(&mut self.events)
    }

    fn error(&mut self) {
        poke!(self.uut.code_error = true);
        self.wait(1);
        poke!(self.uut.code_error = false);
        self.wait(WALK);
        assert_eq!(self.events, [0; 0], "releasing keys presses none");
    }

    fn set_players(&mut self, players: Players) {
        let map: u8 = match players {
            Players::One => 0,
            Players::Split => 2,
            Players::Keypad => 1,
        };
        poke!(self.uut.map = map.to_bits());
        self.wait(WALK);
        assert_eq!(self.events, [0; 0], "a change of players presses no key");
    }

    /// Bit 0 player 1, bit 1 player 2: left, right, down.
    fn held(&mut self) -> [u8; 3] {
        let uut = &mut self.uut;
        [
            peek!(uut, directions.left),
            peek!(uut, directions.right),
            peek!(uut, directions.down),
        ]
        .map(|held| held.to_u8())
    }
}

const NONE: [u8; 3] = [0; 3];
/// Clocks in which a code is handled.
const CODE: usize = 75;
/// Clocks in which a walk is over, with ten keys down.
const WALK: usize = 1800;
/// Clocks from a code to its press without a search.
const LATENCY: usize = 3;

#[test]
fn passes_the_checks_of_rust_hdl() {
    assert!(Keyboard::new()
        .uut
        .rust_hdl_verilog()
        .contains("module top"));
}

#[test]
fn pressed_comes_three_clocks_after_the_code() {
    let mut keyboard = Keyboard::with_rust_hdl();
    poke!(keyboard.uut.code = 0x3B.into());
    poke!(keyboard.uut.code_valid = true);
    for clock in 1..CODE {
        keyboard.wait(1);
        poke!(keyboard.uut.code_valid = false);
        assert_eq!(peek!(keyboard.uut.pressed), clock == LATENCY, "{clock}");
        assert_eq!(keyboard.held()[0] == 1, clock > LATENCY, "{clock}");
    }
}

#[test]
fn a_button_of_a_pad_presses_once_and_is_held_beside_a_key() {
    let mut keyboard = Keyboard::new();
    keyboard.wait(WALK);
    assert_eq!(keyboard.pad(0x90, true), []);
    assert_eq!(keyboard.pad(0x90, false), [LEFT]);
    assert_eq!(keyboard.pad(0x91, false), [9]);
    for _ in 0..3 {
        assert_eq!(keyboard.pad(0x90, false), []);
        assert_eq!(keyboard.pad(0x91, false), []);
    }
    assert_eq!(keyboard.repeats, [], "a pad does not repeat");
    assert_eq!(keyboard.send(&[0x3B, 0x1C, 0xE0, 0x6B]), [LEFT; 3]);
    assert_eq!(keyboard.pad(0x90, true), []);
    assert_eq!(keyboard.held(), [1, 0, 0]);
    keyboard.send(&[0xF0, 0x3B, 0xF0, 0x1C, 0xE0, 0xF0, 0x6B]);
    assert_eq!(keyboard.held(), NONE);
}

#[test]
fn the_code_of_a_pad_after_a_prefix_is_no_button() {
    let mut keyboard = Keyboard::new();
    keyboard.wait(WALK);
    for code in [0x90, 0x91, 0xB0] {
        assert_eq!(keyboard.send(&[0xE0, code]), [], "{code:X}");
        assert_eq!(keyboard.held(), NONE, "{code:X}");
    }
    assert_eq!(keyboard.pad(0x91, false), [9]);
}

#[test]
fn keys_are_shown_after_all_are_cleared() {
    let mut keyboard = Keyboard::new();
    keyboard.wait(WALK);
    poke!(keyboard.uut.clears = true);
    keyboard.wait(1);
    poke!(keyboard.uut.clears = false);
    let mut clocks = 0..WALK;
    let shown = clocks.find(|_| {
        keyboard.wait(1);
        peek!(keyboard.uut, caps.due)
    });
    // A clock for each place of the list.
    assert!(shown.unwrap() > 32, "{shown:?}");
}

#[test]
fn each_player_has_a_pad() {
    let mut keyboard = Keyboard::with_rust_hdl();
    keyboard.wait(WALK);
    assert_eq!(keyboard.pad(0xB0, false), [], "there is no second player");
    keyboard.set_players(Players::Keypad);
    assert_eq!(keyboard.held(), [2, 0, 0]);
    assert_eq!(keyboard.pad(0x90, false), [LEFT]);
    assert_eq!(keyboard.held(), [3, 0, 0]);
    assert_eq!(keyboard.send(&[0x69]), [TWO | LEFT]);
    keyboard.pad(0xB0, true);
    assert_eq!(keyboard.held(), [3, 0, 0]);
    keyboard.send(&[0xF0, 0x69]);
    assert_eq!(keyboard.held(), [1, 0, 0]);
}

#[test]
fn a_pad_does_not_break_the_codes_of_a_key() {
    // Make and release of an extended key, with a reading of a pad before each byte.
    let mut keyboard = Keyboard::new();
    for before in 0..5 {
        keyboard.power_up();
        keyboard.wait(WALK);
        let mut pressed = vec![];
        for (index, byte) in [0xE0, 0x6B, 0xE0, 0xF0, 0x6B].into_iter().enumerate() {
            if index == before {
                pressed.extend(keyboard.pad(0x91, false));
            }
            pressed.extend(keyboard.send(&[byte]));
        }
        // Between the bytes of a key a reading is dropped.
        let expected: &[u8] = match before {
            0 => &[9, LEFT],
            2 => &[LEFT, 9],
            _ => &[LEFT],
        };
        assert_eq!(pressed, expected, "before byte {before}");
        assert_eq!(keyboard.held(), NONE);
    }
    // A byte that arrives while a button is at work waits.
    for delay in 0..5 {
        keyboard.power_up();
        keyboard.wait(WALK);
        poke!(keyboard.uut.pad_code = 0x91.into());
        poke!(keyboard.uut.pad_valid = true);
        poke!(keyboard.uut.code = 0x3B.into());
        for clock in 0..200 {
            poke!(keyboard.uut.code_valid = clock == delay);
            keyboard.wait(1);
            poke!(keyboard.uut.pad_valid = false);
        }
        let expected: &[u8] = if delay == 0 { &[LEFT] } else { &[9, LEFT] };
        assert_eq!(keyboard.events, expected, "{delay} clocks later");
    }
}

#[test]
fn an_error_releases_a_pad_until_its_button_goes_up() {
    let mut keyboard = Keyboard::new();
    keyboard.wait(WALK);
    assert_eq!(keyboard.pad(0x90, false), [LEFT]);
    keyboard.error();
    assert_eq!(keyboard.held(), NONE);
    assert_eq!(keyboard.pad(0x90, false), []);
    assert_eq!(keyboard.held(), NONE);
    keyboard.pad(0x90, true);
    assert_eq!(keyboard.pad(0x90, false), [LEFT]);
    assert_eq!(keyboard.held(), [1, 0, 0]);
}

#[test]
fn a_press_waits_while_the_decoder_is_stalled() {
    let mut keyboard = Keyboard::new();
    for stalled_from in (0..8).chain(LATENCY..LATENCY + 5) {
        keyboard.power_up();
        poke!(keyboard.uut.code = 0x3B.into());
        for clock in 0..220 {
            poke!(keyboard.uut.code_valid = clock == 4);
            poke!(keyboard.uut.stall = (stalled_from..200).contains(&clock));
            keyboard.wait(1);
            // A stall after the check comes too late.
            let comes = match stalled_from > LATENCY + 3 {
                true => LATENCY + 3,
                false => 200,
            };
            let expected = Vec::from_iter((clock >= comes).then_some(LEFT));
            assert_eq!(keyboard.events, expected, "{stalled_from}, clock {clock}");
        }
        assert_eq!(keyboard.repeats, []);
    }
}

#[test]
fn each_key_of_the_map_presses_its_action_once_and_no_other_code_does() {
    let mut keyboard = Keyboard::new();
    for players in [Players::One, Players::Split, Players::Keypad] {
        keyboard.power_up();
        keyboard.set_players(players);
        for key in (0_u16..512).filter(|key| Kind::of(usize::from(key & 0xFF)) == Kind::Key) {
            let code = (key & 0xFF) as u8;
            let mapped = MAP.iter().find(|mapped| mapped.0 == key);
            let event = mapped.and_then(|mapped| event(players, mapped));
            let (make, release): (&[u8], &[u8]) = if key < 256 {
                (&[code], &[0xF0, code])
            } else {
                (&[0xE0, code], &[0xE0, 0xF0, code])
            };
            assert_eq!(keyboard.send(make), Vec::from_iter(event), "key {key:03X}");
            assert_eq!(keyboard.repeats, [], "key {key:03X} goes down");
            let held = [LEFT, RIGHT, DOWN].map(|held| match event {
                Some(event) if event == held => 1,
                Some(event) if event == TWO | held => 2,
                _ => 0,
            });
            assert_eq!(keyboard.held(), held, "key {key:03X}");
            assert_eq!(keyboard.send(make), [], "key {key:03X} repeats");
            let repeats = std::mem::take(&mut keyboard.repeats);
            let repeat = event.filter(|_| !gamepad_reader::is_code(key));
            assert_eq!(repeats, Vec::from_iter(repeat), "key {key:03X}");
            assert_eq!(keyboard.send(release), [], "key {key:03X} goes up");
            assert_eq!(keyboard.repeats, [], "key {key:03X} goes up");
            assert_eq!(keyboard.held(), NONE, "key {key:03X} is up");
        }
    }
}

#[test]
fn in_menus_the_keys_of_one_player_press_and_repeat_but_are_not_held() {
    let mut keyboard = Keyboard::new();
    keyboard.set_players(Players::Split);
    assert_eq!(keyboard.send(&[0x33, 0x14, 0x69]), []);
    poke!(keyboard.uut.in_menus = true);
    assert_eq!(keyboard.send(&[0x33, 0x14, 0x69]), [], "they are down");
    assert_eq!(std::mem::take(&mut keyboard.repeats), [7, 5]);
    let arrows = [0xE0, 0x6B, 0xE0, 0x73];
    assert_eq!(keyboard.send(&arrows), [LEFT, TWO | 4]);
    assert_eq!(keyboard.held(), NONE);
    keyboard.set_players(Players::One);
    assert_eq!(keyboard.held(), [1, 0, 0]);
}

#[test]
fn arrows_are_not_the_keypad() {
    let mut keyboard = Keyboard::new();
    assert_eq!(keyboard.send(&[0x6B, 0x74, 0x72]), []);
    assert_eq!(keyboard.send(&[0xE0, 0x6B]), [LEFT]);
    assert_eq!(keyboard.send(&[0xF0, 0x6B]), []);
    assert_eq!(
        keyboard.held(),
        [1, 0, 0],
        "the keypad's release is not the arrow's"
    );
    assert_eq!(keyboard.send(&[0xE0, 0xF0, 0x6B]), []);
    assert_eq!(keyboard.held(), NONE);
    assert_eq!(keyboard.send(&[0x5A, 0xE0, 0x5A]), [27, 12]);
}

#[test]
fn an_action_is_held_while_any_of_its_keys_is_down() {
    let mut keyboard = Keyboard::new();
    assert_eq!(keyboard.send(&[0x3B, 0x1C, 0xE0, 0x6B]), [LEFT; 3]);
    keyboard.send(&[0xF0, 0x1C]);
    keyboard.send(&[0xF0, 0x3B]);
    assert_eq!(keyboard.held(), [1, 0, 0]);
    assert_eq!(keyboard.send(&[0x1C]), [LEFT]);
    keyboard.send(&[0xE0, 0xF0, 0x6B]);
    assert_eq!(keyboard.held(), [1, 0, 0]);
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
    let mut keyboard = Keyboard::with_rust_hdl();
    let keys = [0x3B, 0x1C, 0x4B, 0x42, 0x43, 0x14, 0x77, 0x12, 0x59, 0x5A];
    let actions = [LEFT, LEFT, RIGHT, DOWN, 4, 5, 6, 7, 8, 27];
    assert_eq!(keyboard.send(&keys), actions);
    assert_eq!(keyboard.send(&keys), [], "repeats");
    assert_eq!(keyboard.held(), [1, 1, 1]);
    for key in keys {
        assert_eq!(keyboard.send(&[0xF0, key]), []);
    }
    assert_eq!(keyboard.held(), NONE);
    assert_eq!(keyboard.send(&keys), actions);
}

#[test]
fn ten_keys_of_two_players_at_once() {
    let mut keyboard = Keyboard::new();
    keyboard.set_players(Players::Keypad);
    let keys = [0x3B, 0x69, 0x4B, 0x7A, 0x42, 0x72, 0x43, 0x73, 0x77, 0x6B];
    let events = [1, TWO | 1, 2, TWO | 2, 3, TWO | 3, 4, TWO | 4, 6, TWO | 5];
    assert_eq!(keyboard.send(&keys), events);
    assert_eq!(keyboard.send(&keys), [], "repeats");
    let with_arrows = [0x1C, 0xE0, 0x6B, 0xE0, 0x74, 0x14];
    assert_eq!(keyboard.send(&with_arrows), [], "keys of one player");
    assert_eq!(keyboard.held(), [3; 3]);
    assert_eq!(keyboard.send(&[0xF0, 0x3B, 0xF0, 0x1C]), []);
    assert_eq!(keyboard.held(), [2, 3, 3]);
    assert_eq!(keyboard.send(&[0xF0, 0x7A, 0xE0, 0xF0, 0x74]), []);
    assert_eq!(keyboard.held(), [2, 1, 3]);
    for key in keys {
        keyboard.send(&[0xF0, key]);
    }
    assert_eq!(keyboard.held(), NONE);
    assert_eq!(keyboard.send(&keys), events);
}

#[test]
fn a_change_of_players_counts_the_held_keys_anew() {
    let mut keyboard = Keyboard::new();
    let keys = [0x3B, 0x1C, 0xE0, 0x6B, 0x69, 0x7A, 0x4B, 0x72, 0x29];
    assert_eq!(keyboard.send(&keys), [LEFT, LEFT, LEFT, RIGHT, 14]);
    for _ in 0..2 {
        assert_eq!(keyboard.held(), [1, 1, 0]);
        keyboard.set_players(Players::Keypad);
        assert_eq!(keyboard.send(&keys), [], "repeats");
        assert_eq!(keyboard.held(), [3, 3, 2]);
        keyboard.set_players(Players::One);
        assert_eq!(keyboard.send(&keys), [], "repeats");
    }
    assert_eq!(keyboard.send(&[0xF0, 0x3B, 0xF0, 0x1C]), []);
    assert_eq!(keyboard.held(), [1, 1, 0]);
    assert_eq!(keyboard.send(&[0xE0, 0xF0, 0x6B]), []);
    assert_eq!(keyboard.held(), [0, 1, 0]);
}

#[test]
fn a_change_of_players_waits_for_the_end_of_a_keys_codes() {
    let pause = [0xE1, 0x14, 0x77, 0xE1, 0xF0, 0x14, 0xF0, 0x77];
    let mut keyboard = Keyboard::new();
    for (sequence, pressed) in [
        (&[0xE0, 0x6B][..], &[LEFT][..]),
        (&[0xF0, 0x3B], &[]),
        (&[0xE0, 0xF0, 0x6B], &[]),
        (&pause, &[]),
    ] {
        for split in 1..sequence.len() {
            keyboard.power_up();
            keyboard.send(&[0x3B]);
            keyboard.send(&sequence[..split]);
            keyboard.set_players(Players::Keypad);
            assert_eq!(keyboard.held(), [1, 0, 0], "{sequence:02X?} {split}");
            assert_eq!(keyboard.send(&sequence[split..]), pressed);
            keyboard.wait(WALK);
            let held = [u8::from(sequence != [0xF0, 0x3B]), 0, 0];
            assert_eq!(keyboard.held(), held, "{sequence:02X?} {split}");
            assert_eq!(keyboard.send(&[0x6B]), [TWO | 5]);
        }
    }
}

#[test]
fn a_code_that_comes_at_any_moment_of_a_change_of_players_counts() {
    let mut keyboard = Keyboard::new();
    for moment in (0..5).chain(490..500).chain((1000..1300).step_by(7)) {
        keyboard.power_up();
        keyboard.send(&[0x1C, 0x4B]);
        poke!(keyboard.uut.map = 1.into());
        keyboard.wait(moment);
        poke!(keyboard.uut.code = 0x69.into());
        poke!(keyboard.uut.code_valid = true);
        keyboard.wait(1);
        poke!(keyboard.uut.code_valid = false);
        keyboard.wait(2 * WALK);
        // Only at the first moment the code comes before the change, when its key does not act.
        let pressed = Vec::from_iter((moment > 0).then_some(TWO | LEFT));
        assert_eq!(keyboard.send(&[]), pressed, "{moment}");
        assert_eq!(keyboard.held(), [2, 1, 0], "{moment}");
    }
}

#[test]
fn fake_shifts_and_answers_are_no_keys() {
    let mut keyboard = Keyboard::new();
    assert_eq!(keyboard.send(&[0xE0, 0x12, 0xE0, 0x74]), [RIGHT]);
    assert_eq!(keyboard.send(&[0xE0, 0xF0, 0x74, 0xE0, 0xF0, 0x12]), []);
    assert_eq!(keyboard.send(&[0xE0, 0xF0, 0x59, 0xE0, 0x72]), [DOWN]);
    assert_eq!(keyboard.send(&[0xE0, 0x59]), []);
    assert_eq!(keyboard.held(), [0, 0, 1]);
    // The shift keys themselves are keys, and a fake shift does not release them.
    assert_eq!(keyboard.send(&[0x12, 0xE0, 0xF0, 0x12, 0x12]), [7]);
    assert_eq!(keyboard.send(&[0xEE, 0xFA, 0xFC, 0xFE]), []);
    assert_eq!(keyboard.held(), [0, 0, 1]);
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
    assert_eq!(keyboard.held(), [1, 0, 0]);
    assert_eq!(keyboard.send(&[0x14, 0x77, 0x42]), [5, 6, DOWN]);
    assert_eq!(
        keyboard.send(&[0xE1, 0x14, 0xAA]),
        [],
        "a restart ends the sequence"
    );
    // It was down before the restart.
    assert_eq!(keyboard.send(&[0x14, 0xF0, 0x14, 0x14]), [5]);
}

#[test]
fn a_lost_byte_or_a_restart_releases_all_keys_and_forgets_prefixes() {
    let mut keyboard = Keyboard::new();
    for prefix in [
        &[][..],
        &[0xE0],
        &[0xF0],
        &[0xE0, 0xF0],
        &[0xE1],
        &[0xE1, 0x14],
    ] {
        for cause in [None, Some(0x00), Some(0xAA), Some(0xFF)] {
            keyboard.power_up();
            let keys = [0x3B, 0xE0, 0x6B, 0x4B, 0x5A];
            keyboard.send(&keys);
            keyboard.send(prefix);
            match cause {
                None => keyboard.error(),
                Some(code) => assert_eq!(keyboard.send(&[code]), []),
            }
            assert_eq!(keyboard.held(), NONE, "{prefix:02X?} {cause:02X?}");
            // Keys that are still down repeat their codes.
            assert_eq!(keyboard.send(&keys), []);
            assert_eq!(keyboard.held(), NONE);
            keyboard.send(&[0xF0, 0x3B, 0xE0, 0xF0, 0x6B, 0xF0, 0x4B, 0xF0, 0x5A]);
            assert_eq!(keyboard.send(&keys), [LEFT, LEFT, RIGHT, 27]);
            assert_eq!(keyboard.held(), [1, 1, 0]);
        }
    }
}

#[test]
fn a_code_that_comes_while_another_one_waits_releases_all_keys() {
    let mut keyboard = Keyboard::new();
    keyboard.send(&[0x4B]);
    assert_eq!(keyboard.held(), [0, 1, 0]);
    poke!(keyboard.uut.stall = true);
    assert_eq!(keyboard.send(&[0x3B, 0xF0]), []);
    assert_eq!(keyboard.held(), [0, 1, 0]);
    assert_eq!(keyboard.send(&[0x3B]), []);
    poke!(keyboard.uut.stall = false);
    keyboard.wait(WALK);
    assert_eq!(keyboard.events, [0; 0]);
    assert_eq!(keyboard.held(), NONE);
}

#[test]
fn an_extended_restart_code_releases_too() {
    let mut keyboard = Keyboard::new();
    keyboard.send(&[0x3B, 0xE0, 0xAA]);
    assert_eq!(keyboard.held(), NONE);
    assert_eq!(keyboard.send(&[0x6B, 0xF0, 0x3B, 0x3B]), [LEFT]);
}

#[test]
fn errors_at_any_moment_leave_no_key_stuck() {
    let mut keyboard = Keyboard::new();
    for moment in 0..CODE {
        keyboard.power_up();
        keyboard.send(&[0x1C]);
        poke!(keyboard.uut.code = 0x3B.into());
        poke!(keyboard.uut.code_valid = true);
        for clock in 0..=moment {
            poke!(keyboard.uut.code_error = clock == moment);
            keyboard.wait(1);
            poke!(keyboard.uut.code_valid = false);
        }
        poke!(keyboard.uut.code_error = false);
        keyboard.wait(WALK);
        keyboard.events.clear();
        assert_eq!(keyboard.held(), NONE, "{moment}");
        keyboard.send(&[0xF0, 0x1C, 0xF0, 0x3B]);
        assert_eq!(keyboard.send(&[0x1C, 0x3B]), [LEFT; 2], "{moment}");
        keyboard.send(&[0xF0, 0x1C, 0xF0, 0x3B]);
        assert_eq!(keyboard.held(), NONE, "{moment}");
    }
}

#[test]
fn reset_releases_all_keys() {
    let mut keyboard = Keyboard::with_rust_hdl();
    keyboard.send(&[0x3B, 0x43, 0xE0]);
    poke!(keyboard.uut.reset = true);
    keyboard.wait(3);
    assert_eq!(keyboard.held(), NONE);
    poke!(keyboard.uut.reset = false);
    keyboard.wait(WALK);
    // They may still be down.
    assert_eq!(keyboard.send(&[0x3B, 0x43, 0x6B]), []);
    keyboard.send(&[0xF0, 0x3B, 0xF0, 0x43]);
    assert_eq!(keyboard.send(&[0x3B, 0x43, 0x6B]), [LEFT, 4]);
}

#[test]
fn a_key_that_is_down_over_an_error_is_no_press_and_no_repeat() {
    let mut keyboard = Keyboard::new();
    assert_eq!(keyboard.send(&[0x77]), [6]);
    keyboard.error();
    assert_eq!(keyboard.send(&[0x77, 0x77]), []);
    assert_eq!(keyboard.repeats, []);
    // Another key works, and this one after its release.
    assert_eq!(keyboard.send(&[0x43, 0xF0, 0x77, 0x77, 0x77]), [4, 6]);
    assert_eq!(keyboard.repeats, [6]);
}

#[test]
fn a_key_that_was_down_before_an_error_presses_36_ticks_after_its_last_code() {
    let mut keyboard = Keyboard::new();
    keyboard.send(&[0x77]);
    keyboard.error();
    let pass = |keyboard: &mut Keyboard, ticks| {
        for _ in 0..ticks {
            poke!(keyboard.uut.tick = true);
            keyboard.wait(1);
            poke!(keyboard.uut.tick = false);
            keyboard.wait(5);
        }
    };
    pass(&mut keyboard, 35);
    assert_eq!(keyboard.send(&[0x77]), []);
    pass(&mut keyboard, 35);
    assert_eq!(keyboard.send(&[0x77]), []);
    pass(&mut keyboard, 36);
    assert_eq!(keyboard.send(&[0x77]), [6]);
}

#[test]
fn a_second_error_and_a_change_of_players_leave_a_stale_key_up() {
    let mut keyboard = Keyboard::new();
    keyboard.send(&[0x3B]);
    keyboard.error();
    keyboard.error();
    keyboard.set_players(Players::Keypad);
    assert_eq!(keyboard.send(&[0x3B]), []);
    assert_eq!(keyboard.held(), NONE);
}

/// A decoder whose keys are being set.
fn setting(split: bool) -> Keyboard {
    let mut keyboard = Keyboard::new();
    poke!(keyboard.uut.sets = true);
    poke!(keyboard.uut, changes.asks = true);
    keyboard.set_players(if split { Players::Split } else { Players::One });
    keyboard
}

/// Presses a key for an action. Returns whether it was given.
fn give(keyboard: &mut Keyboard, place: u8, codes: &[u8]) -> bool {
    poke!(keyboard.uut, changes.target = place.to_bits());
    assert_eq!(keyboard.send(&codes[..codes.len() - 1]), []);
    poke!(keyboard.uut.code = codes[codes.len() - 1].to_bits());
    poke!(keyboard.uut.code_valid = true);
    let mut given = 0;
    // All keys are shown anew.
    for _ in 0..400 {
        keyboard.wait(1);
        poke!(keyboard.uut.code_valid = false);
        given += usize::from(peek!(keyboard.uut, changes.given));
    }
    let released = [&codes[..codes.len() - 1], &[0xF0, codes[codes.len() - 1]]].concat();
    assert_eq!(keyboard.send(&released), []);
    assert!(given <= 1);
    given == 1
}

/// Keys that are shown from now on, each with its cap.
fn shown(keyboard: &mut Keyboard) -> Vec<(u8, u8)> {
    let mut shown = vec![];
    for _ in 0..2 * WALK {
        let key = peek!(keyboard.uut, caps.key).to_u8();
        if peek!(keyboard.uut, caps.due) {
            shown.push((key, 0));
        }
        if peek!(keyboard.uut, caps.write) {
            shown.last_mut().unwrap().1 = peek!(keyboard.uut, caps.cap).to_u8();
        }
        keyboard.wait(1);
    }
    shown
}

/// Plays with the keys as they are set.
fn play(keyboard: &mut Keyboard) {
    poke!(keyboard.uut, changes.asks = false);
    keyboard.events.clear();
}

#[test]
fn a_set_key_replaces_all_keys_of_its_action() {
    let mut keyboard = setting(false);
    assert!(give(&mut keyboard, 0b00_001, &[0xE0, 0x7A]));
    play(&mut keyboard);
    assert_eq!(keyboard.send(&[0x1C, 0xE0, 0x6B, 0x7A]), []);
    // A key that always acts is none of the action's.
    assert_eq!(keyboard.send(&[0x3B]), [LEFT]);
    assert_eq!(keyboard.send(&[0xF0, 0x3B, 0xE0, 0x7A]), [LEFT]);
    assert_eq!(keyboard.held(), [1, 0, 0]);
    keyboard.send(&[0xE0, 0xF0, 0x7A]);
    assert_eq!(keyboard.held(), NONE);
    // In menus the keys are as before.
    poke!(keyboard.uut.sets = false);
    keyboard.wait(WALK);
    assert_eq!(keyboard.held(), [1, 0, 0], "1C and the arrow are down");
    keyboard.send(&[0xF0, 0x1C, 0xE0, 0xF0, 0x6B]);
    assert_eq!(keyboard.held(), NONE);
    assert_eq!(keyboard.send(&[0xE0, 0x7A, 0x1C]), [LEFT]);
}

#[test]
fn a_key_of_another_action_is_exchanged() {
    let mut keyboard = setting(true);
    assert!(give(&mut keyboard, 0b11_101, &[0xE0, 0x73]));
    play(&mut keyboard);
    assert_eq!(keyboard.send(&[0xE0, 0x73, 0x4A]), [TWO | 5, TWO | 4]);
    // Back again, from player 2 to player 1.
    keyboard.send(&[0xF0, 0x4A, 0xE0, 0xF0, 0x73]);
    poke!(keyboard.uut, changes.asks = true);
    assert!(give(&mut keyboard, 0b10_110, &[0x4A]));
    play(&mut keyboard);
    assert_eq!(
        keyboard.send(&[0x4A, 0x29, 0xE0, 0x73]),
        [6, TWO | 4, TWO | 5]
    );
}

#[test]
fn what_cannot_be_set_is_refused_and_presses_as_ever() {
    let mut keyboard = setting(true);
    poke!(keyboard.uut, changes.target = 0b11_100.into());
    for (codes, event) in [
        (&[0x5A][..], 27),
        (&[0x77], 6),
        (&[0xE0, 0x5A], 12),
        (&[0x83], 0),
        (&[0xE0, 0x12], 0),
        (&[0xE0, 0x59], 0),
    ] {
        let mut events = keyboard.send(codes);
        keyboard.wait(400);
        assert!(!peek!(keyboard.uut, changes.given));
        events.retain(|&event| event != 0);
        assert_eq!(events, Vec::from_iter((event != 0).then_some(event)));
    }
    play(&mut keyboard);
    assert_eq!(keyboard.send(&[0xE0, 0x73]), [TWO | 4]);
    // A repeat sets nothing.
    poke!(keyboard.uut, changes.asks = true);
    keyboard.send(&[0xE0, 0x73]);
    keyboard.wait(400);
    play(&mut keyboard);
    keyboard.send(&[0xE0, 0xF0, 0x73]);
    assert_eq!(keyboard.send(&[0xE0, 0x73]), [TWO | 4]);
}

#[test]
fn the_drop_of_player_2_takes_no_key_of_another_action_while_it_is_enter() {
    let mut keyboard = setting(true);
    assert!(!give(&mut keyboard, DROP_TWO, &[0x4A]));
    assert!(give(&mut keyboard, DROP_TWO, &[0x5B]));
    assert!(
        give(&mut keyboard, DROP_TWO, &[0x4A]),
        "5B goes to its owner"
    );
    play(&mut keyboard);
    assert_eq!(keyboard.send(&[0x4A, 0x5B]), [TWO | 6, TWO | 5]);
    keyboard.send(&[0x5A, 0xF0, 0x5A]);
    assert!(peek!(keyboard.uut.drop_two_set));
    poke!(keyboard.uut, changes.target = DROP_TWO.to_bits());
    poke!(keyboard.uut, changes.removes = true);
    keyboard.wait(1);
    poke!(keyboard.uut, changes.removes = false);
    keyboard.wait(400);
    keyboard.events.clear();
    keyboard.send(&[0x5A]);
    assert!(!peek!(keyboard.uut.drop_two_set));
    assert_eq!(keyboard.send(&[0xF0, 0x4A, 0x4A]), []);
}

#[test]
fn a_key_that_is_down_when_set_keys_begin_to_act_is_counted_as_it_then_acts() {
    let mut keyboard = setting(false);
    assert!(give(&mut keyboard, 0b00_001, &[0x7C]));
    play(&mut keyboard);
    poke!(keyboard.uut.sets = false);
    keyboard.wait(WALK);
    assert_eq!(keyboard.send(&[0x1C, 0x7C]), [LEFT]);
    for (sets, released, held) in [(true, 0x1C, 1), (false, 0x7C, 0)] {
        assert_eq!(keyboard.held(), [1, 0, 0]);
        poke!(keyboard.uut.sets = sets);
        keyboard.wait(WALK);
        assert_eq!(keyboard.events, [], "no press");
        keyboard.send(&[0xF0, released]);
        assert_eq!(keyboard.held(), [held, 0, 0]);
    }
}

#[test]
fn a_set_key_that_was_down_before_an_error_is_stale() {
    let mut keyboard = setting(false);
    assert!(give(&mut keyboard, 0b00_100, &[0x7C]));
    play(&mut keyboard);
    assert_eq!(keyboard.send(&[0x7C, 0x5D]), [4]);
    keyboard.error();
    assert_eq!(keyboard.send(&[0x7C, 0x5D]), []);
    assert_eq!(keyboard.send(&[0xF0, 0x7C, 0x7C]), [4]);
}

#[test]
fn an_error_releases_the_key_that_is_held_for_long() {
    let mut keyboard = Keyboard::new();
    keyboard.send(&[0x2D]);
    keyboard.set_players(Players::Split);
    assert!(peek!(keyboard.uut.long_held), "it acts always");
    keyboard.error();
    assert!(!peek!(keyboard.uut.long_held));
    keyboard.send(&[0xF0, 0x2D, 0x2D]);
    assert!(peek!(keyboard.uut.long_held));
    keyboard.send(&[0xAA]);
    assert!(!peek!(keyboard.uut.long_held));
}

#[test]
fn a_reset_or_a_clear_removes_all_keys_and_each_change_is_shown() {
    let mut keyboard = setting(true);
    for resets in [false, true] {
        assert!(give(&mut keyboard, 0b11_101, &[0x7C]));
        assert!(give(&mut keyboard, 0b10_110, &[0x5B]));
        poke!(keyboard.uut.clears = !resets);
        poke!(keyboard.uut.reset = resets);
        keyboard.wait(1);
        poke!(keyboard.uut.clears = false);
        poke!(keyboard.uut.reset = false);
        let shown = shown(&mut keyboard);
        for action in ACTIONS {
            let key = (action.first_key >> 1 & 0x80 | action.first_key & 0x7F) as u8;
            assert!(
                shown.contains(&(key, action.cap)),
                "{action:?}, {shown:02X?}"
            );
        }
        keyboard.events.clear();
        poke!(keyboard.uut, changes.asks = false);
        assert_eq!(keyboard.send(&[0x7C, 0x5B, 0x4A, 0x29]), [TWO | 5, 14]);
        keyboard.send(&[0xF0, 0x7C, 0xF0, 0x5B, 0xF0, 0x4A, 0xF0, 0x29]);
        poke!(keyboard.uut, changes.asks = true);
    }
}

#[test]
fn the_saved_block_reads_and_writes_the_list() {
    let mut keyboard = setting(false);
    assert!(give(&mut keyboard, 0b00_001, &[0xE0, 0x7A]));
    poke!(keyboard.uut, saved.open = true);
    keyboard.wait(250);
    for (place, key) in [(0b00_001_u8, 0xFA), (0b00_100, 0)] {
        poke!(keyboard.uut, saved.place = place.to_bits());
        keyboard.wait(1);
        assert_eq!(peek!(keyboard.uut, saved.value), key);
    }
    poke!(keyboard.uut, saved.new_value = 0x7C.into());
    poke!(keyboard.uut, saved.write = true);
    keyboard.wait(1);
    poke!(keyboard.uut, saved.write = false);
    // A code that comes meanwhile waits.
    poke!(keyboard.uut.code = 0x7C.into());
    poke!(keyboard.uut.code_valid = true);
    keyboard.wait(1);
    poke!(keyboard.uut.code_valid = false);
    poke!(keyboard.uut, changes.asks = false);
    keyboard.wait(200);
    assert_eq!(keyboard.events, []);
    poke!(keyboard.uut, saved.open = false);
    keyboard.wait(400);
    assert_eq!(keyboard.send(&[]), [4]);
    assert_eq!(keyboard.send(&[0xE0, 0x7A]), [LEFT]);
}

/// Clocks for which the saved block has the memory.
const SAVE: usize = 250;

#[test]
fn keys_that_are_being_shown_are_shown_anew_after_a_save() {
    let mut keyboard = setting(true);
    // Each of 32 places is cleared in one clock and shown in four.
    for moment in (0..5 * 32).step_by(10) {
        poke!(keyboard.uut.clears = true);
        keyboard.wait(1);
        poke!(keyboard.uut.clears = false);
        keyboard.wait(moment);
        poke!(keyboard.uut, saved.open = true);
        keyboard.wait(SAVE);
        poke!(keyboard.uut, saved.open = false);
        let shown = shown(&mut keyboard);
        let caps = ACTIONS.iter().map(|action| action.cap);
        let missing = caps.filter(|cap| shown.iter().all(|(_, shown)| shown != cap));
        assert_eq!(missing.collect::<Vec<_>>(), [0; 0], "{moment}");
    }
}

#[test]
fn a_press_that_is_stalled_waits_for_the_saved_block_too() {
    let mut keyboard = Keyboard::new();
    for moment in 0..2 * LATENCY {
        keyboard.power_up();
        keyboard.wait(WALK);
        poke!(keyboard.uut.stall = true);
        poke!(keyboard.uut.code = 0x3B.into());
        poke!(keyboard.uut.code_valid = true);
        keyboard.wait(1);
        poke!(keyboard.uut.code_valid = false);
        keyboard.wait(moment);
        poke!(keyboard.uut, saved.open = true);
        keyboard.wait(SAVE);
        poke!(keyboard.uut.stall = false);
        keyboard.wait(SAVE);
        assert_eq!(keyboard.events, [], "{moment}");
        poke!(keyboard.uut, saved.open = false);
        keyboard.wait(CODE);
        assert_eq!(keyboard.send(&[]), [LEFT], "{moment}");
        assert_eq!(keyboard.held(), [1, 0, 0], "{moment}");
    }
}

/// A decoder in the walk after a lost byte, with two keys down.
fn walking() -> Keyboard {
    let mut keyboard = Keyboard::new();
    assert_eq!(keyboard.send(&[0x1C, 0x4B]), [LEFT, RIGHT]);
    poke!(keyboard.uut.code_error = true);
    keyboard.wait(1);
    poke!(keyboard.uut.code_error = false);
    keyboard
}

#[test]
fn a_walk_that_the_saved_block_stops_as_a_key_becomes_stale_goes_on() {
    let mut keyboard = walking();
    let stored = (0..WALK).filter(|_| {
        keyboard.wait(1);
        keyboard.uut.machine().peek("storing").unwrap() != 0
    });
    let stored = stored.collect::<Vec<_>>();
    assert_eq!(stored.len(), 2);
    for moment in stored.into_iter().flat_map(|clock| clock - 6..clock + 6) {
        let mut keyboard = walking();
        keyboard.wait(moment);
        poke!(keyboard.uut, saved.open = true);
        keyboard.wait(SAVE);
        poke!(keyboard.uut, saved.open = false);
        keyboard.wait(WALK);
        assert_eq!(keyboard.held(), NONE, "{moment}");
        assert_eq!(keyboard.send(&[0x1C, 0x4B]), [], "{moment}: they are stale");
        assert_eq!(keyboard.send(&[0xF0, 0x1C, 0x1C]), [LEFT], "{moment}");
    }
}

#[test]
fn a_key_without_an_action_is_typed_once_and_a_report_of_lost_keys_is_no_key() {
    let mut keyboard = Keyboard::new();
    keyboard.wait(WALK);
    keyboard.send(&[0x2C, 0x2C, 0xE0, 0x2F, 0xF0, 0x2C, 0x3B, 0x83]);
    assert_eq!(keyboard.typed, [0x2C, 0x12F, 0x3B]);
    keyboard.typed.clear();
    keyboard.send(&[0x00, 0xE0, 0x00]);
    keyboard.send(&[0xE1, 0x14, 0x77, 0xE1, 0xF0, 0x14, 0xF0, 0x77]);
    assert_eq!(keyboard.typed, [0; 0]);
    keyboard.send(&[0x2C]);
    assert_eq!(keyboard.typed, [0x2C], "all keys were released");
}
