//! Eight buttons, and what they mean.
//!
//! Each is looked at in its turn. B held at the first look at it exchanges the hands: then the cross at the left turns and pauses, and the buttons at the
//! right steer. M2 holds the piece when it is let go; kept down for 120 looks, a second, it mutes instead.

use crate::{Action, Turn};

/// A button, as it is labelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Button {
    /// Of the cross, as the next three.
    Left,
    /// Right.
    Right,
    /// Up.
    Up,
    /// Down.
    Down,
    /// At the right, as B.
    A,
    /// B.
    B,
    /// Above, as M2.
    M1,
    /// M2.
    M2,
}

impl Button {
    /// All of them.
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

/// What a button is for, in the order in which they are looked at.
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

/// What a look finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stroke {
    /// A press of play.
    Press(Action),
    /// The end of one.
    Release(Action),
    /// M1 went down.
    Start,
}

/// Looks at M2 that make it mean mute.
const LONG: u32 = 120;

/// The buttons as they were found.
#[derive(Debug, Clone, Default)]
pub(super) struct Buttons {
    was_down: [bool; 8],
    /// Whether the hands are exchanged, when that is decided.
    is_exchanged: Option<bool>,
    looks_at_m2: u32,
    is_mute: bool,
}

impl Buttons {
    /// Where the button for this is.
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

    /// Finds the button for this up or down.
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
