//! From the terminal's keys to the keyboard's.
//!
//! A terminal that knows the kitty keyboard protocol tells when a key goes up. Others only repeat a key that stays down, so here
//! a key counts as held while repeats arrive, and goes up when none has come for a while.

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use gatefall_devices::Key;
use std::time::{Duration, Instant};

/// A key goes up when it has not been repeated for so long. Longer than the pause between two repeats (some 30 ms, on slow
/// terminals 90), and shorter than the 133 ms after which a held direction repeats in a game: so a tap moves by one column.
const HELD: Duration = Duration::from_millis(115);

/// What a key of the terminal asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    Press(Key),
    Release(Key),
    /// Ctrl-C.
    End,
    Nothing,
}

/// The keys that are down.
pub(crate) struct Keyboard {
    reports_releases: bool,
    /// And when each goes up if nothing more is heard of it.
    held: Vec<(Key, Instant)>,
}

impl Keyboard {
    pub(crate) fn new(reports_releases: bool) -> Self {
        Keyboard {
            reports_releases,
            held: Vec::new(),
        }
    }

    /// What to do about an event of the terminal.
    pub(crate) fn wish(&mut self, event: KeyEvent, now: Instant) -> Wish {
        if event.modifiers.contains(KeyModifiers::CONTROL) && event.code == KeyCode::Char('c') {
            return Wish::End;
        }
        let Some(key) = key(event.code) else {
            return Wish::Nothing;
        };
        if self.reports_releases {
            return match event.kind {
                KeyEventKind::Press => Wish::Press(key),
                KeyEventKind::Release => Wish::Release(key),
                KeyEventKind::Repeat => Wish::Nothing,
            };
        }
        let until = now + HELD;
        match self.held.iter_mut().find(|(held, _)| *held == key) {
            Some((_, end)) => {
                *end = until;
                Wish::Nothing
            }
            None => {
                self.held.push((key, until));
                Wish::Press(key)
            }
        }
    }

    /// The keys that go up because nothing was heard of them.
    pub(crate) fn releases(&mut self, now: Instant) -> Vec<Key> {
        let (up, down) = self.held.drain(..).partition(|(_, end)| *end <= now);
        self.held = down;
        let up: Vec<(Key, Instant)> = up;
        up.into_iter().map(|(key, _)| key).collect()
    }
}

/// The key that makes this code.
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
        KeyCode::Char(' ') => "Space",
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
            keyboard.wish(event(KeyCode::Left), at(0)),
            Wish::Press(named("Left"))
        );
        assert_eq!(keyboard.releases(at(114)), []);
        assert_eq!(keyboard.releases(at(115)), [named("Left")]);
        assert_eq!(
            keyboard.wish(event(KeyCode::Left), at(500)),
            Wish::Press(named("Left"))
        );
        for repeat in 1..20 {
            assert_eq!(
                keyboard.wish(event(KeyCode::Left), at(500 + 33 * repeat)),
                Wish::Nothing
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
        assert_eq!(keyboard.wish(space, now), Wish::Press(named("Space")));
        space.kind = KeyEventKind::Repeat;
        assert_eq!(keyboard.wish(space, now), Wish::Nothing);
        assert_eq!(keyboard.releases(now + Duration::from_secs(9)), []);
        space.kind = KeyEventKind::Release;
        assert_eq!(keyboard.wish(space, now), Wish::Release(named("Space")));
    }

    #[test]
    fn letters_are_keys_whatever_their_case_and_ctrl_c_ends() {
        let mut keyboard = Keyboard::new(true);
        let now = Instant::now();
        let press = |keyboard: &mut Keyboard, c| keyboard.wish(event(KeyCode::Char(c)), now);
        assert_eq!(press(&mut keyboard, 'z'), Wish::Press(named("Z")));
        assert_eq!(press(&mut keyboard, 'Z'), Wish::Press(named("Z")));
        assert_eq!(press(&mut keyboard, 'ß'), Wish::Nothing);
        let ctrl_c = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
        assert_eq!(keyboard.wish(ctrl_c, now), Wish::End);
    }
}
