//! Names of turns, spins and modes.

use gatefall_golden::{Rotation, Spin, Turn};

/// Begins the name of a situation that each compared picture has once.
pub(super) const PICTURE_IN_SKIN: &str = "picture in skin: ";

pub(super) fn turn_name(from: Rotation, turn: Turn) -> String {
    format!("{from:?} to {:?}", from.turned(turn))
}

pub(super) fn spin_name(spin: Spin) -> &'static str {
    match spin {
        Spin::None => "no spin",
        Spin::Mini => "mini T-spin",
        Spin::Full => "T-spin",
    }
}

pub(super) const ONE_MODES: [&str; 3] = ["marathon", "sprint", "ultra"];

pub(super) const TWO_MODES: [&str; 2] = ["versus", "race"];
