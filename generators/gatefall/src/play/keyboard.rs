//! Converts key events of the terminal to key presses and releases.
//!
//! Terminals with the kitty keyboard protocol report releases. Other terminals only repeat a key
//! that is held. There, a key counts as held while repeats arrive, and as released when none has
//! arrived for [`HELD`]. These terminals do not distinguish the keypad from the digits above the
//! letters either, so a digit stands for both keys. No scene of a game uses both.

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyEventState, KeyModifiers};
use gatefall_devices::Key;
use std::time::{Duration, Instant};

/// Time without a repeat after which a key is released. It is longer than the interval of repeats
/// (about 30 ms, 90 ms on slow terminals). It is shorter than the 133 ms after which a game
/// repeats a held direction, so that a tap moves by one column.
const HELD: Duration = Duration::from_millis(115);

/// Minimum time for which a tapped key is held. Both events of a tap may arrive at once, but a game
/// samples its buttons 64 times per second or more often. A longer time would drop a piece by two
/// rows.
const TAPPED: Duration = Duration::from_millis(40);

/// Request from a key event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    Press(Key),
    Release(Key),
    /// Ctrl-C.
    End,
}

/// State of the pressed keys.
pub(crate) struct Keyboard {
    reports_releases: bool,
    /// Pressed keys, each with the time of its release if no other event arrives.
    held: Vec<(Key, Instant)>,
    /// Pressed keys for which a release event is expected, each with the end of the minimum time.
    tapped: Vec<(Key, Instant)>,
}

impl Keyboard {
    pub(crate) fn new(reports_releases: bool) -> Self {
        Keyboard {
            reports_releases,
            held: Vec::new(),
            tapped: Vec::new(),
        }
    }

    /// Requests from an event of the terminal.
    pub(crate) fn wishes(&mut self, event: KeyEvent, now: Instant) -> Vec<Wish> {
        if event.modifiers.contains(KeyModifiers::CONTROL) && event.code == KeyCode::Char('c') {
            return vec![Wish::End];
        }
        let keys = keys(event, self.reports_releases).into_iter();
        if self.reports_releases {
            return match event.kind {
                KeyEventKind::Press => keys.flat_map(|key| self.press(key, now)).collect(),
                KeyEventKind::Release => keys.filter_map(|key| self.release(key, now)).collect(),
                KeyEventKind::Repeat => Vec::new(),
            };
        }
        let until = now + HELD;
        keys.filter(|&key| self.hold(key, until))
            .map(Wish::Press)
            .collect()
    }

    /// Presses a key. If an earlier tap of the key has not ended, releases it first.
    fn press(&mut self, key: Key, now: Instant) -> Vec<Wish> {
        let before = self.held.len();
        for times in [&mut self.held, &mut self.tapped] {
            times.retain(|(other, _)| *other != key);
        }
        self.tapped.push((key, now + TAPPED));
        let up = (self.held.len() < before).then_some(Wish::Release(key));
        up.into_iter().chain([Wish::Press(key)]).collect()
    }

    /// Releases a key, now or at the end of the minimum time.
    fn release(&mut self, key: Key, now: Instant) -> Option<Wish> {
        let position = self.tapped.iter().position(|(tapped, _)| *tapped == key);
        let tapped = position.map(|position| self.tapped.swap_remove(position));
        match tapped.filter(|(_, end)| now < *end) {
            Some(tapped) => {
                self.held.push(tapped);
                None
            }
            None => Some(Wish::Release(key)),
        }
    }

    /// Holds a key until a time. True if it was not held before.
    fn hold(&mut self, key: Key, until: Instant) -> bool {
        match self.held.iter_mut().find(|(held, _)| *held == key) {
            Some((_, end)) => {
                *end = until;
                false
            }
            None => {
                self.held.push((key, until));
                true
            }
        }
    }

    /// Keys whose time of release has come.
    pub(crate) fn releases(&mut self, now: Instant) -> Vec<Key> {
        let (up, down) = self.held.drain(..).partition(|(_, end)| *end <= now);
        self.held = down;
        let up: Vec<(Key, Instant)> = up;
        up.into_iter().map(|(key, _)| key).collect()
    }
}

/// Keys for an event.
fn keys(event: KeyEvent, reports_keypad: bool) -> Vec<Key> {
    if event.state.contains(KeyEventState::KEYPAD) {
        return on_keypad(event.code).into_iter().collect();
    }
    let is_digit = matches!(event.code, KeyCode::Char('0'..='9' | '.'));
    let twin = (is_digit && !reports_keypad).then(|| on_keypad(event.code));
    let keys = [key(event.code), twin.flatten()];
    keys.into_iter().flatten().collect()
}

/// Key of the keypad for this code, with or without NumLock.
fn on_keypad(code: KeyCode) -> Option<Key> {
    Key::named(match code {
        KeyCode::Char('0') | KeyCode::Insert => "Keypad0",
        KeyCode::Char('1') | KeyCode::End => "Keypad1",
        KeyCode::Char('2') | KeyCode::Down => "Keypad2",
        KeyCode::Char('3') | KeyCode::PageDown => "Keypad3",
        KeyCode::Char('4') | KeyCode::Left => "Keypad4",
        KeyCode::Char('5') | KeyCode::KeypadBegin => "Keypad5",
        KeyCode::Char('6') | KeyCode::Right => "Keypad6",
        KeyCode::Char('7') | KeyCode::Home => "Keypad7",
        KeyCode::Char('8') | KeyCode::Up => "Keypad8",
        KeyCode::Char('9') | KeyCode::PageUp => "Keypad9",
        KeyCode::Char('.') | KeyCode::Delete => "KeypadDot",
        KeyCode::Char('+') => "KeypadPlus",
        KeyCode::Enter => "KeypadEnter",
        _ => return None,
    })
}

/// Key outside of the keypad for this code.
fn key(code: KeyCode) -> Option<Key> {
    Key::named(match code {
        KeyCode::Left => "Left",
        KeyCode::Right => "Right",
        KeyCode::Up => "Up",
        KeyCode::Down => "Down",
        KeyCode::Enter => "Enter",
        KeyCode::Esc => "Esc",
        KeyCode::Tab => "Tab",
        KeyCode::Backspace => "Backspace",
        KeyCode::Delete => "Delete",
        KeyCode::F(1) => "F1",
        KeyCode::F(2) => "F2",
        KeyCode::F(3) => "F3",
        KeyCode::F(4) => "F4",
        KeyCode::Char(' ') => "Space",
        KeyCode::Char('.') => "Period",
        KeyCode::Char('/') => "Slash",
        KeyCode::Char(c) => return Key::named(c.encode_utf8(&mut [0; 4])),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(code: KeyCode) -> KeyEvent {
        KeyEvent::new(code, KeyModifiers::NONE)
    }

    fn named(name: &str) -> Key {
        Key::named(name).unwrap()
    }

    #[test]
    fn a_key_is_held_while_repeats_arrive() {
        let mut keyboard = Keyboard::new(false);
        let start = Instant::now();
        let at = |ms| start + Duration::from_millis(ms);
        assert_eq!(
            keyboard.wishes(event(KeyCode::Left), at(0)),
            [Wish::Press(named("Left"))]
        );
        assert_eq!(keyboard.releases(at(114)), []);
        assert_eq!(keyboard.releases(at(115)), [named("Left")]);
        assert_eq!(
            keyboard.wishes(event(KeyCode::Left), at(500)),
            [Wish::Press(named("Left"))]
        );
        for repeat in 1..20 {
            assert_eq!(
                keyboard.wishes(event(KeyCode::Left), at(500 + 33 * repeat)),
                []
            );
            assert_eq!(keyboard.releases(at(530 + 33 * repeat)), []);
        }
        assert_eq!(keyboard.releases(at(2000)), [named("Left")]);
    }

    #[test]
    fn a_terminal_that_reports_releases_is_believed() {
        let mut keyboard = Keyboard::new(true);
        let now = Instant::now();
        let mut space = event(KeyCode::Char(' '));
        assert_eq!(keyboard.wishes(space, now), [Wish::Press(named("Space"))]);
        space.kind = KeyEventKind::Repeat;
        assert_eq!(keyboard.wishes(space, now), []);
        assert_eq!(keyboard.releases(now + Duration::from_secs(9)), []);
        space.kind = KeyEventKind::Release;
        let later = now + Duration::from_secs(9);
        let up = keyboard.wishes(space, later);
        assert_eq!(up, [Wish::Release(named("Space"))]);
    }

    #[test]
    fn a_tap_that_comes_at_once_lasts() {
        let mut keyboard = Keyboard::new(true);
        let now = Instant::now();
        let mut space = event(KeyCode::Char(' '));
        let mut wishes = |kind| {
            space.kind = kind;
            keyboard.wishes(space, now)
        };
        let (down, up) = (Wish::Press(named("Space")), Wish::Release(named("Space")));
        assert_eq!(wishes(KeyEventKind::Press), [down]);
        assert_eq!(wishes(KeyEventKind::Release), []);
        assert_eq!(wishes(KeyEventKind::Press), [up, down]);
        assert_eq!(wishes(KeyEventKind::Release), []);
        assert_eq!(keyboard.releases(now + TAPPED / 2), []);
        assert_eq!(keyboard.releases(now + TAPPED), [named("Space")]);
    }

    #[test]
    fn letters_are_keys_whatever_their_case_and_ctrl_c_ends() {
        let mut keyboard = Keyboard::new(true);
        let now = Instant::now();
        let press = |keyboard: &mut Keyboard, c| keyboard.wishes(event(KeyCode::Char(c)), now);
        assert_eq!(press(&mut keyboard, 'z'), [Wish::Press(named("Z"))]);
        assert_eq!(press(&mut keyboard, 'Z'), [Wish::Press(named("Z"))]);
        assert_eq!(press(&mut keyboard, 'ß'), []);
        let ctrl_c = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
        assert_eq!(keyboard.wishes(ctrl_c, now), [Wish::End]);
    }

    #[test]
    fn the_keypad_is_distinct_if_the_terminal_reports_it() {
        let mut keyboard = Keyboard::new(true);
        let now = Instant::now();
        let mut press = |code, state| {
            let mut event = event(code);
            event.state = state;
            keyboard.wishes(event, now)
        };
        for (code, name) in [
            (KeyCode::Char('1'), "Keypad1"),
            (KeyCode::End, "Keypad1"),
            (KeyCode::KeypadBegin, "Keypad5"),
            (KeyCode::Char('.'), "KeypadDot"),
            (KeyCode::Left, "Keypad4"),
        ] {
            let wishes = press(code, KeyEventState::KEYPAD);
            assert_eq!(wishes, [Wish::Press(named(name))]);
        }
        let digit = press(KeyCode::Char('1'), KeyEventState::NONE);
        assert_eq!(digit, [Wish::Press(named("1"))]);
    }

    #[test]
    fn elsewhere_a_digit_is_both_keys() {
        let mut keyboard = Keyboard::new(false);
        let now = Instant::now();
        let digit = keyboard.wishes(event(KeyCode::Char('3')), now);
        assert_eq!(digit, ["3", "Keypad3"].map(|name| Wish::Press(named(name))));
        let hold = keyboard.wishes(event(KeyCode::Char('.')), now);
        assert_eq!(
            hold,
            ["Period", "KeypadDot"].map(|name| Wish::Press(named(name)))
        );
        let up = keyboard.releases(now + HELD);
        assert_eq!(up, ["3", "Keypad3", "Period", "KeypadDot"].map(named));
    }
}
