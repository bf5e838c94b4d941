//! Keyboard of the arcade: converts bytes of scan code set 2 to presses and held keys.

use super::pad_button::PadButton;
use crate::{Action, Side, Turn};
use std::collections::{BTreeSet, VecDeque};

/// A key: its code, plus 0x100 after an E0 prefix. Buttons of gamepads have codes that no keyboard
/// sends: 90 to 9B and B0 to BB.
pub type KeyCode = u16;

/// Ticks for which a key is stale after an error released it.
const STALE_TICKS: u32 = 36;
/// Number of stale keys that are tracked.
const MOST_STALE: usize = 4;
/// Bytes that the Pause key sends after E1.
const PAUSE_BYTES: u8 = 7;

/// Meaning of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command {
    /// A player's action, or one for both players.
    Act(Side, Action),
    /// Space: hard drop of player 1 in play, start in any other scene but the countdown.
    Space,
    /// R: begins a game of one player again, when it is held.
    Restart,
    /// Key 1: a game of one player.
    One,
    /// Key 2: a game of two players.
    Two,
    /// Toggles the mute of all sound.
    Mute,
    /// Switches the music.
    Music,
    /// Switches the sound effects.
    Effects,
    /// Selects the next skin.
    Skin,
    /// Up on a gamepad: hard drop in a game, up in a list.
    PadUp(Side),
    /// Start on a gamepad: pause in play, start anywhere else.
    PadStart,
}

/// Which keys the players have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Map {
    One,
    /// Two players share all keys but the keypad.
    Split,
    /// Player 2 has the keypad.
    Keypad,
}

/// Key event that a byte completes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stroke {
    Down(KeyCode),
    /// A key that is down sent its code again.
    Repeated(KeyCode),
    Up(KeyCode),
    /// The keyboard lost keys, so all count as up.
    AllUp,
}

/// Prefixes, and the keys that are down.
#[derive(Debug, Clone, Default)]
pub(super) struct Keyboard {
    extended: bool,
    released: bool,
    to_skip: u8,
    down: BTreeSet<KeyCode>,
    /// Keys that were down when a byte was lost, and their remaining stale ticks.
    stale: VecDeque<(KeyCode, u32)>,
    /// Buttons that are down on the pads.
    pads: BTreeSet<KeyCode>,
}

impl Keyboard {
    /// Handles a byte.
    pub(super) fn byte(&mut self, byte: u8) -> Option<Stroke> {
        if matches!(byte, 0x00 | 0xAA | 0xFF) {
            return Some(self.lose());
        }
        if self.to_skip > 0 {
            self.to_skip -= 1;
            return None;
        }
        match byte {
            0xE0 => self.extended = true,
            0xF0 => self.released = true,
            0xE1 => self.to_skip = PAUSE_BYTES,
            // Answers to commands that were never sent.
            0xEE | 0xFA | 0xFC | 0xFE => {}
            _ => return self.key(byte),
        }
        None
    }

    fn key(&mut self, byte: u8) -> Option<Stroke> {
        let key = KeyCode::from(byte) | if self.extended { 0x100 } else { 0 };
        let released = self.released;
        (self.extended, self.released) = (false, false);
        self.stroke(key, released)
    }

    /// Presses or releases a button of a pad.
    pub(super) fn set_pad(&mut self, side: Side, button: PadButton, is_down: bool) {
        match is_down {
            true => self.pads.insert(button.key(side)),
            false => self.pads.remove(&button.key(side)),
        };
    }

    /// Handles the reading of a button, which happens in every tick. Between the bytes of a key
    /// there is none.
    pub(super) fn read_pad(&mut self, side: Side, button: PadButton) -> Option<Stroke> {
        if self.extended || self.released || self.to_skip > 0 {
            return None;
        }
        let key = button.key(side);
        self.stroke(key, !self.pads.contains(&key))
    }

    fn stroke(&mut self, key: KeyCode, released: bool) -> Option<Stroke> {
        let stale = self.stale.iter_mut();
        for (_, ticks) in stale.filter(|(stale, ticks)| *stale == key && *ticks > 0) {
            if !released {
                *ticks = STALE_TICKS;
                return None;
            }
            *ticks = 0;
        }
        match released {
            true => self.down.remove(&key).then_some(Stroke::Up(key)),
            false if self.down.insert(key) => Some(Stroke::Down(key)),
            // A pad repeats nothing.
            false => PadButton::of(key)
                .is_none()
                .then_some(Stroke::Repeated(key)),
        }
    }

    /// Handles a lost byte, or the keyboard's report of lost bytes.
    pub(super) fn lose(&mut self) -> Stroke {
        for key in search_order().filter(|&key| self.down.contains(&key) && acts(key)) {
            self.stale.push_front((key, STALE_TICKS));
        }
        self.stale.truncate(MOST_STALE);
        *self = Keyboard {
            stale: std::mem::take(&mut self.stale),
            pads: std::mem::take(&mut self.pads),
            ..Keyboard::default()
        };
        Stroke::AllUp
    }

    /// Handles a tick of 1/60 s.
    pub(super) fn tick(&mut self) {
        for (_, ticks) in &mut self.stale {
            *ticks = ticks.saturating_sub(1);
        }
    }

    /// True if any key of a player's action is down.
    pub(super) fn is_held(&self, map: Map, side: Side, action: Action) -> bool {
        self.is_down(map, Command::Act(side, action))
    }

    /// True if any key of a command is down.
    pub(super) fn is_down(&self, map: Map, wanted: Command) -> bool {
        let wanted = Some(wanted);
        self.down.iter().any(|&key| command(key, map) == wanted)
    }
}

/// Order in which keys that are down are collected after an error, of which the last four are
/// tracked. It is a shift register of nine bits, whose new bit is set when its bits 8 and 4 are
/// equal.
fn search_order() -> impl Iterator<Item = KeyCode> {
    std::iter::successors(Some(0), |&key: &KeyCode| {
        let new_bit = KeyCode::from((key >> 8 & 1) == (key >> 4 & 1));
        (key != 0x100).then_some((key << 1 | new_bit) & 0x1FF)
    })
}

/// True if a key has a meaning for one player or for two.
fn acts(key: KeyCode) -> bool {
    [Map::One, Map::Split, Map::Keypad]
        .iter()
        .any(|&map| command(key, map).is_some())
}

/// Command of a key that is pressed in a menu: the keys of one player have their meaning, unless a
/// game of two gives them another one.
pub(super) fn menu_command(key: KeyCode, map: Map) -> Option<Command> {
    command(key, map).or_else(|| command(key, Map::One))
}

/// Command of a key.
pub(super) fn command(key: KeyCode, map: Map) -> Option<Command> {
    let of_player = match map {
        Map::One => of_one(key),
        Map::Split => of_split(key),
        Map::Keypad => of_keypad(key),
    };
    of_player
        .or_else(|| of_pad(key, map != Map::One))
        .or_else(|| of_all(key))
}

/// Buttons of the pads: the cross moves, up drops, the right buttons turn, the shoulders hold.
/// Player 2 has a pad only in a game of two.
fn of_pad(key: KeyCode, two_players: bool) -> Option<Command> {
    let (side, button) = PadButton::of(key)?;
    if side == Side::Two && !two_players {
        return None;
    }
    let action = match button {
        PadButton::Left => Action::Left,
        PadButton::Right => Action::Right,
        PadButton::Down => Action::SoftDrop,
        PadButton::A | PadButton::X => Action::Turn(Turn::Clockwise),
        PadButton::B | PadButton::Y => Action::Turn(Turn::Counter),
        PadButton::L | PadButton::R => Action::Hold,
        PadButton::Up => return Some(Command::PadUp(side)),
        PadButton::Start => return Some(Command::PadStart),
        PadButton::Select => return Some(Command::Skin),
    };
    Some(Command::Act(side, action))
}

/// True for commands that a held key repeats in the menu and the settings. Elsewhere a repeat is no
/// press.
pub(super) fn goes_on(command: Command) -> bool {
    use Action::{Left, Right, SoftDrop};
    matches!(
        command,
        Command::Act(_, Left | Right | SoftDrop | Action::Turn(Turn::Clockwise))
    )
}

/// Keys of a single player: J L K I U G H, A D S W X Q Z E C, the arrows, Space, Ctrl and Shift.
fn of_one(key: KeyCode) -> Option<Command> {
    let action = match key {
        0x3B | 0x1C | 0x16B => Action::Left,
        0x4B | 0x23 | 0x174 => Action::Right,
        0x42 | 0x1B | 0x172 => Action::SoftDrop,
        0x43 | 0x1D | 0x175 | 0x22 => Action::Turn(Turn::Clockwise),
        0x3C | 0x15 | 0x1A | 0x14 | 0x114 => Action::Turn(Turn::Counter),
        0x34 => Action::HardDrop,
        0x33 | 0x24 | 0x21 | 0x12 | 0x59 => Action::Hold,
        0x29 => return Some(Command::Space),
        _ => return None,
    };
    Some(Command::Act(Side::One, action))
}

/// Player 1: A D S W Q E, Space. Player 2: the arrows, slash and point. Enter is a key for both,
/// until the game runs.
fn of_split(key: KeyCode) -> Option<Command> {
    let (side, action) = match key {
        0x1C => (Side::One, Action::Left),
        0x23 => (Side::One, Action::Right),
        0x1B => (Side::One, Action::SoftDrop),
        0x1D => (Side::One, Action::Turn(Turn::Clockwise)),
        0x15 => (Side::One, Action::Turn(Turn::Counter)),
        0x24 => (Side::One, Action::Hold),
        0x16B => (Side::Two, Action::Left),
        0x174 => (Side::Two, Action::Right),
        0x172 => (Side::Two, Action::SoftDrop),
        0x175 => (Side::Two, Action::Turn(Turn::Clockwise)),
        0x4A => (Side::Two, Action::Turn(Turn::Counter)),
        0x49 => (Side::Two, Action::Hold),
        0x29 => return Some(Command::Space),
        _ => return None,
    };
    Some(Command::Act(side, action))
}

/// Player 1: J L K I U G H. Player 2: 1 3 2 5 4 0 and the point, on the keypad.
fn of_keypad(key: KeyCode) -> Option<Command> {
    let (side, action) = match key {
        0x3B => (Side::One, Action::Left),
        0x4B => (Side::One, Action::Right),
        0x42 => (Side::One, Action::SoftDrop),
        0x43 => (Side::One, Action::Turn(Turn::Clockwise)),
        0x3C => (Side::One, Action::Turn(Turn::Counter)),
        0x34 => (Side::One, Action::HardDrop),
        0x33 => (Side::One, Action::Hold),
        0x69 => (Side::Two, Action::Left),
        0x7A => (Side::Two, Action::Right),
        0x72 => (Side::Two, Action::SoftDrop),
        0x73 => (Side::Two, Action::Turn(Turn::Clockwise)),
        0x6B => (Side::Two, Action::Turn(Turn::Counter)),
        0x70 => (Side::Two, Action::HardDrop),
        0x71 => (Side::Two, Action::Hold),
        _ => return None,
    };
    Some(Command::Act(side, action))
}

/// Keys for both players.
fn of_all(key: KeyCode) -> Option<Command> {
    Some(match key {
        0x5A | 0x15A => Command::Act(Side::One, Action::Start),
        0x4D => Command::Act(Side::One, Action::Pause),
        0x76 => Command::Act(Side::One, Action::Title),
        0x2D => Command::Restart,
        0x16 => Command::One,
        0x1E => Command::Two,
        0x05 => Command::Skin,
        0x06 => Command::Mute,
        0x04 => Command::Music,
        0x0C => Command::Effects,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strokes(keyboard: &mut Keyboard, bytes: &[u8]) -> Vec<Stroke> {
        bytes
            .iter()
            .filter_map(|&byte| keyboard.byte(byte))
            .collect()
    }

    #[test]
    fn prefixes_make_releases_and_other_keys() {
        let mut keyboard = Keyboard::default();
        let bytes = [0x6B, 0xE0, 0x6B, 0x6B, 0xF0, 0x6B, 0xE0, 0xF0, 0x6B];
        assert_eq!(
            strokes(&mut keyboard, &bytes),
            [
                Stroke::Down(0x6B),
                Stroke::Down(0x16B),
                Stroke::Repeated(0x6B),
                Stroke::Up(0x6B),
                Stroke::Up(0x16B)
            ]
        );
    }

    #[test]
    fn the_pause_key_is_none_and_lost_keys_are_up() {
        let mut keyboard = Keyboard::default();
        let pause = [0xE1, 0x14, 0x77, 0xE1, 0xF0, 0x14, 0xF0, 0x77];
        assert_eq!(strokes(&mut keyboard, &pause), []);
        assert_eq!(
            strokes(&mut keyboard, &[0x3B, 0xF0, 0xFF, 0x3B]),
            [Stroke::Down(0x3B), Stroke::AllUp]
        );
    }

    #[test]
    fn a_key_that_was_down_before_an_error_waits_for_its_release_or_36_ticks() {
        let mut keyboard = Keyboard::default();
        strokes(&mut keyboard, &[0x34, 0x3B]);
        keyboard.lose();
        assert_eq!(strokes(&mut keyboard, &[0x34, 0x3B]), []);
        assert_eq!(
            strokes(&mut keyboard, &[0xF0, 0x34, 0x34]),
            [Stroke::Down(0x34)]
        );
        for ticks in [35, 36] {
            for _ in 0..ticks {
                keyboard.tick();
            }
            let is_down = ticks == 36;
            let expected: &[Stroke] = if is_down { &[Stroke::Down(0x3B)] } else { &[] };
            assert_eq!(strokes(&mut keyboard, &[0x3B]), expected);
        }
    }

    #[test]
    fn an_error_finds_every_key_and_keeps_four() {
        assert_eq!(search_order().collect::<BTreeSet<_>>().len(), 511);
        let mut keyboard = Keyboard::default();
        strokes(&mut keyboard, &[0x34, 0x3B, 0x4B, 0x42, 0x43, 0x33]);
        keyboard.lose();
        let pressed = strokes(&mut keyboard, &[0x34, 0x3B, 0x4B, 0x42, 0x43, 0x33]);
        assert_eq!(pressed.len(), 2);
    }

    #[test]
    fn a_direction_is_held_until_its_last_key_is_up() {
        let mut keyboard = Keyboard::default();
        let is_held = |keyboard: &Keyboard| keyboard.is_held(Map::One, Side::One, Action::Left);
        strokes(&mut keyboard, &[0x3B, 0x1C, 0xF0, 0x3B]);
        assert!(is_held(&keyboard) && !keyboard.is_held(Map::Keypad, Side::One, Action::Left));
        strokes(&mut keyboard, &[0xF0, 0x1C]);
        assert!(!is_held(&keyboard));
    }

    /// Parses "3B, E0 6B".
    fn codes(text: &str) -> BTreeSet<KeyCode> {
        let code = |text: &str| {
            let key = text.trim().replace("E0 ", "1");
            KeyCode::from_str_radix(&key, 16).unwrap_or_else(|_| panic!("`{text}`"))
        };
        text.split(',').map(code).collect()
    }

    #[test]
    fn keys_of_play_are_those_of_the_page_of_rules() {
        let actions = [
            ("left", Action::Left),
            ("right", Action::Right),
            ("soft drop", Action::SoftDrop),
            ("turn clockwise", Action::Turn(Turn::Clockwise)),
            ("turn counter-clockwise", Action::Turn(Turn::Counter)),
            ("hard drop", Action::HardDrop),
            ("hold", Action::Hold),
        ];
        let keys = |map, side, action| -> BTreeSet<KeyCode> {
            let is_it = |key: &KeyCode| match command(*key, map) {
                Some(Command::Space) => action == Action::HardDrop && side == Side::One,
                found => found == Some(Command::Act(side, action)),
            };
            let keys = (0..0x200).filter(|&key| PadButton::of(key).is_none());
            keys.filter(is_it).collect()
        };
        let columns = [
            (2, Map::One, Side::One),
            (4, Map::Split, Side::One),
            (6, Map::Split, Side::Two),
            (8, Map::Keypad, Side::One),
            (10, Map::Keypad, Side::Two),
        ];
        let rows = crate::rules_page::table("action | one player");
        assert_eq!(rows.len(), actions.len());
        for (row, (name, action)) in rows.into_iter().zip(actions) {
            assert_eq!(row[0], name);
            for (column, map, side) in columns {
                // Enter gets this meaning in play.
                let is_enter = (map, side, action) == (Map::Split, Side::Two, Action::HardDrop);
                let expected = match is_enter {
                    true => BTreeSet::new(),
                    false => codes(row[column]),
                };
                assert_eq!(
                    keys(map, side, action),
                    expected,
                    "{name}, {map:?}, {side:?}"
                );
            }
        }
    }

    #[test]
    fn no_key_of_a_player_is_one_of_all() {
        for map in [Map::One, Map::Split, Map::Keypad] {
            let of_player = (0..0x200).filter(|&key| command(key, map) != of_all(key));
            let keys: Vec<KeyCode> = of_player
                .filter(|&key| PadButton::of(key).is_none())
                .collect();
            assert!(keys.iter().all(|&key| of_all(key).is_none()), "{keys:02X?}");
        }
    }
}
