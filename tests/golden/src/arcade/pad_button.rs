//! Buttons of a gamepad, and their codes.

use crate::Side;

/// A button of a gamepad, in the order in which the pad sends them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PadButton {
    /// Lower button at the right.
    B,
    /// Left button at the right.
    Y,
    /// Left button in the middle.
    Select,
    /// Right button in the middle.
    Start,
    /// Up.
    Up,
    /// Down.
    Down,
    /// Left.
    Left,
    /// Right.
    Right,
    /// Right button at the right.
    A,
    /// Upper button at the right.
    X,
    /// Left shoulder.
    L,
    /// Right shoulder.
    R,
}

impl PadButton {
    /// Every button.
    pub const ALL: [PadButton; 12] = {
        use PadButton::{Down, Left, Right, Select, Start, Up, A, B, L, R, X, Y};
        [B, Y, Select, Start, Up, Down, Left, Right, A, X, L, R]
    };

    pub(super) fn of(key: u16) -> Option<(Side, PadButton)> {
        let (side, first) = match key {
            0x90..=0x9B => (Side::One, 0x90),
            0xB0..=0xBB => (Side::Two, 0xB0),
            _ => return None,
        };
        Some((side, PadButton::ALL[usize::from(key - first)]))
    }

    pub(super) fn key(self, side: Side) -> u16 {
        let first = match side {
            Side::One => 0x90,
            Side::Two => 0xB0,
        };
        first + self as u16
    }
}
