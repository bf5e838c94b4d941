//! The games, as synthesizable circuits.
//!
//! One folder is one game; [`GAMES`] lists them. [`falling_blocks`] holds what falling-block games
//! share. Nothing here knows a board, a file or a simulator.

pub mod arcade;
pub mod falling_blocks;
pub mod handheld;
pub mod matrix;
mod role;
pub mod tictactoe;

pub use role::{Button, ButtonPort, Role};
use rust_hdl::prelude::Block;

/// What a board decides about the circuit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Params {
    /// Frequency of the core's clock.
    pub clock_hz: u64,
    /// Bits of each colour channel, 1 to 4.
    pub colour_bits: u8,
    /// Of the roles that can stand in for each other, the one that is there: the ports of the others are left out.
    pub choice: Option<Role>,
}

/// Why a game cannot be built for a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BuildError {
    /// The clock is not one that the game's picture or bus timing can be made from.
    Clock {
        /// What the board offers.
        clock_hz: u64,
        /// Lowest that works.
        min_hz: u64,
        /// Highest that works.
        max_hz: u64,
    },
    /// The screen has more or fewer colour bits than the game can drive.
    ColourBits(u8),
}

impl std::fmt::Display for BuildError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BuildError::Clock {
                clock_hz,
                min_hz,
                max_hz,
            } => {
                write!(
                    f,
                    "a core clock of {clock_hz} Hz is not within {min_hz} to {max_hz} Hz"
                )
            }
            BuildError::ColourBits(bits) => {
                write!(f, "{bits} bits for each colour, but the game drives 1 to 4")
            }
        }
    }
}

impl std::error::Error for BuildError {}

/// A game: plain data, so that a folder and a line in [`GAMES`] add one.
pub struct Game {
    /// Name on the command line, of the folder, and of the emitted module.
    pub name: &'static str,
    /// One line for a list.
    pub summary: &'static str,
    /// What it cannot be played without, besides its buttons.
    pub needs: &'static [Role],
    /// Roles of which one is needed and no more is used, the best first.
    pub one_of: &'static [Role],
    /// What it uses where it is offered. Elsewhere its outputs go nowhere.
    pub wants: &'static [Role],
    /// Its buttons, all of which it needs.
    pub buttons: &'static [ButtonPort],
    /// The picture on its LEDs.
    pub led_matrix: Option<LedMatrix>,
    /// Range of core clocks in Hz, and the one it likes best.
    pub clock: ClockRange,
    /// Makes the circuit.
    pub build: fn(&Params) -> Result<Box<dyn Block>, BuildError>,
}

impl Game {
    /// Parameters where no board decides: the clock that it likes best, all colours, the best of the roles that can stand in for each other.
    pub fn params(&self) -> Params {
        Params {
            clock_hz: self.clock.preferred_hz,
            colour_bits: 4,
            choice: self.one_of.first().copied(),
        }
    }
}

/// LEDs in rows, the first at the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LedMatrix {
    /// LEDs beside each other.
    pub columns: u16,
    /// LEDs below each other.
    pub rows: u16,
}

/// Core clocks that a game works with, in Hz.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockRange {
    /// Lowest.
    pub min_hz: u64,
    /// The one to ask a PLL for.
    pub preferred_hz: u64,
    /// Highest.
    pub max_hz: u64,
}

impl ClockRange {
    /// Refuses a clock outside of the range.
    pub fn check(&self, clock_hz: u64) -> Result<(), BuildError> {
        if (self.min_hz..=self.max_hz).contains(&clock_hz) {
            Ok(())
        } else {
            Err(BuildError::Clock {
                clock_hz,
                min_hz: self.min_hz,
                max_hz: self.max_hz,
            })
        }
    }
}

/// Order is the order of lists and tables.
pub const GAMES: &[&Game] = &[
    &arcade::GAME,
    &handheld::GAME,
    &matrix::GAME,
    &tictactoe::GAME,
];
