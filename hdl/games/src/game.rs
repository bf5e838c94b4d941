//! A game as plain data, and the parameters of its circuit.

use crate::role::{ButtonPort, Role};
use crate::settings::Settings;
use gatefall_widgets::memory::FlashChip;
use rust_hdl::prelude::Block;

/// Parameters of the circuit: those that depend on the board, and the settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Params {
    /// Frequency of the core's clock.
    pub clock_hz: u64,
    /// Bits of each colour channel, 1 to 4.
    pub colour_bits: u8,
    /// The role that is present, of the roles of which one is needed. The ports of the others are
    /// left out.
    pub choice: Option<Role>,
    /// Gamepads that are connected, 0 to 2.
    pub gamepads: u8,
    /// The configuration flash, if the board has one of a known kind.
    pub flash: Option<FlashChip>,
    /// Values that are chosen for a build.
    pub settings: Settings,
}

/// Reason for which a game cannot be built for a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BuildError {
    /// The picture or bus timing of the game cannot be made from the clock.
    Clock {
        /// Clock of the board.
        clock_hz: u64,
        /// Lowest that works.
        min_hz: u64,
        /// Highest that works.
        max_hz: u64,
    },
    /// The game cannot drive the colour bits of the screen.
    ColourBits(u8),
    /// A setting is of a device that the board does not have.
    Setting {
        /// Name of the setting.
        name: &'static str,
        /// The role that it is for.
        needs: Role,
    },
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
            BuildError::Setting { name, needs } => {
                write!(
                    f,
                    "setting `{name}` is of the role `{}`, which is not used here",
                    needs.name()
                )
            }
            BuildError::ColourBits(bits) => {
                write!(f, "{bits} bits for each colour, but the game drives 1 to 4")
            }
        }
    }
}

impl std::error::Error for BuildError {}

/// A game: plain data, so that a folder and a line in [`GAMES`](crate::GAMES) add one.
#[derive(Clone, Copy)]
pub struct Game {
    /// Name on the command line, of the folder, and of the emitted module.
    pub name: &'static str,
    /// One line for a list.
    pub summary: &'static str,
    /// Roles that the game needs, besides its buttons.
    pub needs: &'static [Role],
    /// Roles of which one is needed and no more is used, the best first.
    pub one_of: &'static [Role],
    /// Roles that the game uses where a board offers them. Otherwise their outputs are not
    /// connected and their inputs are idle.
    pub wants: &'static [Role],
    /// Buttons of the game.
    pub buttons: &'static [ButtonPort],
    /// It needs all of them. Otherwise the inputs of those that a board lacks are low.
    pub needs_buttons: bool,
    /// Size of the matrix, for a game with LEDs.
    pub led_matrix: Option<fn(&Params) -> LedMatrix>,
    /// Range of core clocks in Hz, and the preferred one.
    pub clock: ClockRange,
    /// Values that can be chosen for a build.
    pub settings: Settings,
    /// Makes the circuit.
    pub build: fn(&Params) -> Result<Box<dyn Block>, BuildError>,
}

impl Game {
    /// Parameters for a use without a board: the preferred clock, all colours, the best role, all
    /// gamepads, and a Winbond W25Q32JV.
    pub fn params(&self) -> Params {
        Params {
            clock_hz: self.clock.preferred_hz,
            colour_bits: 4,
            choice: self.one_of.first().copied(),
            gamepads: 2,
            flash: Some(FlashChip {
                bytes: 1 << 22,
                id: 0xEF_4016,
                is_locked: false,
            }),
            settings: self.settings,
        }
    }

    /// The LEDs of a game with a matrix.
    pub fn led_matrix(&self) -> Option<LedMatrix> {
        self.led_matrix.map(|matrix| matrix(&self.params()))
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
    /// Frequency to request from a PLL.
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
