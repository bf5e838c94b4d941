//! Buttons of the handheld and their meanings.
//!
//! The buttons are sampled one after the other. If B is down at its first sample, the hands are
//! exchanged: the cross at the left turns and pauses, and the buttons at the right steer. M2 holds
//! the piece when it is released. If it is down for 120 samples, one second, it mutes instead.

use crate::{Action, Turn};

/// A button, by its label.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Button {
    /// Left button of the cross.
    Left,
    /// Right button of the cross.
    Right,
    /// Upper button of the cross.
    Up,
    /// Lower button of the cross.
    Down,
    /// A, at the right.
    A,
    /// B, at the right.
    B,
    /// M1, at the top.
    M1,
    /// M2, at the top.
    M2,
}

impl Button {
    /// All buttons.
    pub const ALL: [Button; 8] = [
        Button::Left,
        Button::Right,
        Button::Up,
        Button::Down,
        Button::A,
        Button::B,
        Button::M1,
        Button::M2,
    ];
}

/// Meanings of buttons, in the order in which they are sampled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning {
    Left,
    Right,
    SoftDrop,
    Clockwise,
    Counter,
    HardDrop,
    HoldOrMute,
    Start,
}

impl Meaning {
    pub const ALL: [Meaning; 8] = [
        Meaning::Left,
        Meaning::Right,
        Meaning::SoftDrop,
        Meaning::Clockwise,
        Meaning::Counter,
        Meaning::HardDrop,
        Meaning::HoldOrMute,
        Meaning::Start,
    ];
}

/// Event of a sample.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stroke {
    /// A press of a play action.
    Press(Action),
    /// A release of a play action.
    Release(Action),
    /// M1 was pressed.
    Start,
}

/// Samples of M2 after which it mutes.
const LONG: u32 = 120;

/// Debounced state of the buttons.
#[derive(Debug, Clone, Default)]
pub(super) struct Buttons {
    was_down: [bool; 8],
    /// True if the hands are exchanged. `None` before this is decided.
    is_exchanged: Option<bool>,
    looks_at_m2: u32,
    is_mute: bool,
}

impl Buttons {
    /// The button with this meaning.
    pub fn pin(&self, meaning: Meaning) -> Button {
        let [usual, exchanged] = match meaning {
            Meaning::Left => [Button::Left, Button::B],
            Meaning::Right => [Button::Right, Button::A],
            Meaning::SoftDrop => [Button::Down, Button::M2],
            Meaning::Clockwise => [Button::A, Button::Right],
            Meaning::Counter => [Button::B, Button::Left],
            Meaning::HardDrop => [Button::Up, Button::M1],
            Meaning::HoldOrMute => [Button::M2, Button::Down],
            Meaning::Start => [Button::M1, Button::Up],
        };
        match self.is_exchanged {
            Some(true) => exchanged,
            _ => usual,
        }
    }

    pub fn is_mute(&self) -> bool {
        self.is_mute
    }

    /// Samples the button with this meaning.
    pub fn look(&mut self, meaning: Meaning, is_down: bool) -> Option<Stroke> {
        let was_down = std::mem::replace(&mut self.was_down[meaning as usize], is_down);
        if meaning == Meaning::Counter {
            self.is_exchanged.get_or_insert(is_down);
        }
        let action = match meaning {
            Meaning::Left => Action::Left,
            Meaning::Right => Action::Right,
            Meaning::SoftDrop => Action::SoftDrop,
            Meaning::Clockwise => Action::Turn(Turn::Clockwise),
            Meaning::Counter => Action::Turn(Turn::Counter),
            Meaning::HardDrop => Action::HardDrop,
            Meaning::HoldOrMute => return self.look_at_m2(was_down, is_down),
            Meaning::Start => return (is_down && !was_down).then_some(Stroke::Start),
        };
        match (was_down, is_down) {
            (false, true) => Some(Stroke::Press(action)),
            (true, false) => Some(Stroke::Release(action)),
            _ => None,
        }
    }

    fn look_at_m2(&mut self, was_down: bool, is_down: bool) -> Option<Stroke> {
        if is_down {
            self.looks_at_m2 += 1;
            self.is_mute ^= self.looks_at_m2 == LONG;
            return None;
        }
        let looks = std::mem::take(&mut self.looks_at_m2);
        (was_down && looks < LONG).then_some(Stroke::Press(Action::Hold))
    }
}
