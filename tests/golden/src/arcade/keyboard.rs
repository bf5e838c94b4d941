//! Keyboard of the arcade: converts bytes of scan code set 2 to presses and held keys.

use super::commands::{command, Command, KeyCode, Map};
use super::pad_button::PadButton;
use super::set_keys::{KeyList, SetKeys};
use crate::{Action, Side};
use std::collections::{BTreeSet, VecDeque};

/// Ticks for which a key is stale after an error released it.
const STALE_TICKS: u32 = 36;
/// Number of stale keys that are tracked.
const MOST_STALE: usize = 4;
/// Bytes that the Pause key sends after E1.
const PAUSE_BYTES: u8 = 7;

/// Meaning of the keys at a moment.
#[derive(Debug, Clone, Copy)]
pub(super) struct Layout {
    /// The map of the game.
    pub map: Map,
    /// The set keys, where they act.
    pub set_keys: Option<SetKeys>,
}

impl Layout {
    /// The default keys of a map.
    pub fn plain(map: Map) -> Layout {
        let set_keys = None;
        Layout { map, set_keys }
    }

    /// Command of a key: its action as a set key, or its default one if no set key replaces it.
    pub fn command(&self, key: KeyCode) -> Option<Command> {
        let lists = KeyList::of(self.map);
        match self.set_keys {
            Some(set_keys) if set_keys.replaces(lists, key) => self.set_command(key),
            _ => self.set_command(key).or_else(|| command(key, self.map)),
        }
    }

    /// Command of a set key.
    fn set_command(&self, key: KeyCode) -> Option<Command> {
        let entry = self.set_keys?.entry_of(KeyList::of(self.map), key)?;
        Some(Command::Act(entry.list.side(), entry.action))
    }
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
    pub(super) fn byte(&mut self, byte: u8, layout: Layout) -> Option<Stroke> {
        if matches!(byte, 0x00 | 0xAA | 0xFF) {
            return Some(self.lose(layout));
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
    pub(super) fn lose(&mut self, layout: Layout) -> Stroke {
        let is_known = |key: KeyCode| acts(key) || layout.set_command(key).is_some();
        for key in search_order().filter(|&key| self.down.contains(&key) && is_known(key)) {
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
    pub(super) fn is_held(&self, layout: Layout, side: Side, action: Action) -> bool {
        self.is_down(layout, Command::Act(side, action))
    }

    /// True if any key of a command is down.
    pub(super) fn is_down(&self, layout: Layout, wanted: Command) -> bool {
        let wanted = Some(wanted);
        self.down.iter().any(|&key| layout.command(key) == wanted)
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

/// True if a key has a meaning by default, for one player or for two.
fn acts(key: KeyCode) -> bool {
    [Map::One, Map::Split, Map::Keypad]
        .iter()
        .any(|&map| command(key, map).is_some())
}

#[cfg(test)]
mod tests {
    use super::super::commands::of_all;
    use super::*;
    use crate::Turn;

    fn strokes(keyboard: &mut Keyboard, bytes: &[u8]) -> Vec<Stroke> {
        let layout = Layout::plain(Map::One);
        bytes
            .iter()
            .filter_map(|&byte| keyboard.byte(byte, layout))
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
        keyboard.lose(Layout::plain(Map::One));
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
        keyboard.lose(Layout::plain(Map::One));
        let pressed = strokes(&mut keyboard, &[0x34, 0x3B, 0x4B, 0x42, 0x43, 0x33]);
        assert_eq!(pressed.len(), 2);
    }

    #[test]
    fn a_direction_is_held_until_its_last_key_is_up() {
        let mut keyboard = Keyboard::default();
        let is_held = |keyboard: &Keyboard, map| {
            keyboard.is_held(Layout::plain(map), Side::One, Action::Left)
        };
        strokes(&mut keyboard, &[0x3B, 0x1C, 0xF0, 0x3B]);
        assert!(is_held(&keyboard, Map::One) && !is_held(&keyboard, Map::Keypad));
        strokes(&mut keyboard, &[0xF0, 0x1C]);
        assert!(!is_held(&keyboard, Map::One));
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
