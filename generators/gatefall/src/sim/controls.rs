//! Controls of a game: keys of a keyboard, buttons, or buttons of gamepads.

use super::SimError;
use gatefall_devices::gamepad::{BUTTONS, INPUTS};
use gatefall_devices::{Key, Running};
use gatefall_games::{ButtonPort, Game, Role};
use strsim::damerau_levenshtein;

/// A key or button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Control {
    /// A key of the modelled keyboard.
    Key(Key),
    /// Input of a button, or of one of a gamepad.
    Button(&'static str),
}

/// The controls of a game.
#[derive(Clone, Copy)]
pub(crate) struct Controls {
    buttons: &'static [ButtonPort],
    /// Keys that stand for no button are keys of a keyboard.
    has_keyboard: bool,
    /// Inputs of the buttons of gamepads.
    pads: &'static [[&'static str; BUTTONS.len()]],
    pub game: Game,
    /// Clock of the circuit.
    pub clock_hz: u64,
}

impl Controls {
    pub(crate) fn new(game: &Game) -> Controls {
        Controls {
            buttons: game.buttons,
            has_keyboard: [game.needs, game.wants]
                .iter()
                .any(|roles| roles.contains(&Role::Ps2)),
            pads: match game.wants.contains(&Role::Gamepad) {
                true => &INPUTS,
                false => &[],
            },
            game: *game,
            clock_hz: game.params().clock_hz,
        }
    }

    /// Control for a key of the user's keyboard, if there is one.
    pub(crate) fn of_key(&self, key: Key) -> Option<Control> {
        let stands_for = |port: &&ButtonPort| {
            let mut keys = port.keys.iter();
            keys.any(|name| Key::named(name) == Some(key))
        };
        match self.buttons.iter().find(stands_for) {
            Some(port) => Some(Control::Button(port.port)),
            None => self.has_keyboard.then_some(Control::Key(key)),
        }
    }

    /// Control for a word of a key script: a key, the port of a button, or a button of a gamepad
    /// such as `pad1_left`.
    ///
    /// # Errors
    /// A suggestion.
    pub(crate) fn named(&self, word: &str) -> Result<Control, String> {
        let port = self.buttons.iter().find(|port| port.port == word);
        let mut pads = self.pads.as_flattened().iter();
        let pad = pads.find(|input| **input == word).copied();
        let button = port.map(|port| port.port).or(pad).map(Control::Button);
        button
            .or_else(|| self.of_key(Key::named(word)?))
            .ok_or_else(|| self.suggestion(word))
    }

    fn suggestion(&self, word: &str) -> String {
        // With as many changes as letters, any word would match.
        let near = |port: &&ButtonPort| {
            let changes = damerau_levenshtein(port.port, word);
            changes <= 2 && changes < word.len()
        };
        if let Some(port) = self.buttons.iter().find(near) {
            return format!("did you mean `{}`?", port.port);
        }
        if !self.has_keyboard {
            let known = self.buttons.iter();
            let known = known.map(|port| format!("{} ({})", port.port, port.keys.join(", ")));
            let known: Vec<String> = known.collect();
            return format!("the game's buttons and their keys: {}", known.join("; "));
        }
        match Key::nearest(word) {
            Some(known) => format!("did you mean `{known}`?"),
            None => "keys are letters, digits, Left, Right, Up, Down, Space, Enter, Esc".into(),
        }
    }
}

impl Control {
    /// Presses or releases the control.
    pub(crate) fn set(self, running: &mut Running, is_down: bool) -> Result<(), SimError> {
        match (self, is_down) {
            (Control::Key(key), true) => running.press(key),
            (Control::Key(key), false) => running.release(key),
            (Control::Button(port), _) => running.set_button(port, is_down)?,
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_games::{arcade, circuits, selftest, tictactoe};

    fn key(name: &str) -> Key {
        Key::named(name).unwrap()
    }

    #[test]
    fn every_key_of_every_button_is_a_key_and_no_two_buttons_share_one() {
        for game in circuits() {
            let controls = Controls::new(game);
            for port in game.buttons {
                assert!(!port.keys.is_empty(), "{} {}", game.name, port.port);
                for name in port.keys {
                    let control = controls.of_key(Key::named(name).unwrap());
                    assert_eq!(control, Some(Control::Button(port.port)), "{name}");
                }
            }
        }
    }

    #[test]
    fn a_word_is_a_key_or_the_name_of_a_button() {
        let controls = Controls::new(&tictactoe::GAME);
        let confirm = Ok(Control::Button("confirm"));
        assert_eq!(controls.named("confirm"), confirm);
        assert_eq!(controls.named("Enter"), confirm);
        assert_eq!(controls.of_key(key("Q")), None);
        assert_eq!(
            controls.named("confrim"),
            Err("did you mean `confirm`?".to_owned())
        );
        let help = controls.named("Q").unwrap_err();
        assert!(
            help.starts_with("the game's buttons and their keys: left (left);"),
            "{help}"
        );
        let controls = Controls::new(&selftest::GAME);
        assert_eq!(
            controls.of_key(key("1")),
            Some(Control::Button("button_up"))
        );
        assert_eq!(controls.named("Q"), Ok(Control::Key(key("Q"))));
        assert_eq!(
            controls.named("buton_up"),
            Err("did you mean `button_up`?".to_owned())
        );
        let controls = Controls::new(&arcade::GAME);
        assert_eq!(controls.named("q"), Ok(Control::Key(key("Q"))));
        assert_eq!(controls.of_key(key("Q")), Some(Control::Key(key("Q"))));
    }
}
