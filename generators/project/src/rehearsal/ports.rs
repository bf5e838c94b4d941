//! The inputs and outputs of a core at the pins of a board.

use crate::play::{pad_letter, Play};
use crate::wiring::{Connection, Wiring, PIXEL_CLOCK_PORT};
use gatefall_board::{PinDirection, Pull};
use gatefall_games::Game;

/// An input of the core.
pub(crate) struct Input {
    pub(crate) port: String,
    pub(crate) kind: InputKind,
}

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum InputKind {
    /// With the letter of the button. `is_bare`: the pin has no pull-down.
    Button {
        letter: u8,
        is_bare: bool,
    },
    KeyClock,
    KeyData,
    /// Data of a gamepad: low with its letter.
    PadData {
        letter: u8,
    },
    /// Level of another input when nothing drives it.
    Idle(bool),
}

/// An output pin.
pub(crate) struct Output {
    pub(crate) port: &'static str,
    pub(crate) width: u32,
    pub(crate) inverted: bool,
}

impl InputKind {
    /// The level in a clock. Without a clock: the level when no game is played.
    pub(crate) fn level(self, play: &Play, clock: Option<u64>) -> bool {
        match (self, clock) {
            (InputKind::Idle(level), _) => level,
            (InputKind::Button { .. }, None) => false,
            (InputKind::KeyClock | InputKind::KeyData | InputKind::PadData { .. }, None) => true,
            (InputKind::PadData { letter }, Some(clock)) => play.letter(clock) != letter,
            (InputKind::Button { letter, .. }, Some(clock)) => play.letter(clock) == letter,
            (InputKind::KeyClock, Some(clock)) => play.key_lines(clock).0,
            (InputKind::KeyData, Some(clock)) => play.key_lines(clock).1,
        }
    }
}

pub(crate) fn inputs(game: &Game, wiring: &Wiring) -> Vec<Input> {
    let inputs = wiring.connected.iter();
    let inputs = inputs.filter(|connection| connection.direction == PinDirection::Input);
    let connected = inputs.map(|connection| Input {
        port: connection.port.to_owned(),
        kind: input_kind(game, connection),
    });
    let idle = wiring.idle.iter().map(|input| Input {
        port: input.port.to_owned(),
        kind: InputKind::Idle(input.level),
    });
    connected.chain(idle).collect()
}

fn input_kind(game: &Game, connection: &Connection) -> InputKind {
    let mut buttons = game.buttons.iter();
    match buttons.position(|button| button.port == connection.port) {
        Some(index) => InputKind::Button {
            letter: b'a' + index as u8,
            is_bare: connection.pull == Pull::FakeDown,
        },
        None if connection.port == "ps2_clock" => InputKind::KeyClock,
        None if connection.port == "ps2_data" => InputKind::KeyData,
        None => match pad_letter(connection.port) {
            Some(letter) => InputKind::PadData { letter },
            None => InputKind::Idle(true),
        },
    }
}

/// Output to compare. The pixel clock is left out: it is not a level.
pub(crate) fn output(connection: &Connection) -> Option<Output> {
    let is_signed =
        connection.direction == PinDirection::Output && connection.port != PIXEL_CLOCK_PORT;
    is_signed.then_some(Output {
        port: connection.port,
        width: connection.pins.len() as u32,
        inverted: connection.active_low,
    })
}
