//! Reasons for which a game and a board do not make a project.

use gatefall_board::Name;
use gatefall_netlist::MAX_NARROW_WIDTH;
use thiserror::Error;

/// Reason for which there is no project.
#[derive(Debug, Error)]
pub enum ProjectError {
    /// The board lacks something that the game needs.
    #[error(
        "board `{board}`{} offers no {}, which the game `{game}` needs",
        with(setup),
        lacks.join(", no ")
    )]
    Missing {
        /// Name of the board.
        board: Name,
        /// Name of the setup.
        setup: Option<Name>,
        /// Name of the game.
        game: &'static str,
        /// Missing roles and buttons, in quotes.
        lacks: Vec<String>,
        /// Roles and buttons of the setup.
        offers: Vec<String>,
    },
    /// The board has no clock for the game.
    #[error(
        "board `{board}` has no clock of {min_hz} to {max_hz} Hz, which the game `{game}` needs: \
         the nearest that it makes of its {board_hz} Hz is {nearest_hz} Hz"
    )]
    NoClock {
        /// Name of the game.
        game: &'static str,
        /// Lowest frequency of the game.
        min_hz: u64,
        /// Highest frequency of the game.
        max_hz: u64,
        /// Name of the board.
        board: Name,
        /// Frequency of its oscillator.
        board_hz: u64,
        /// Nearest frequency that it can make.
        nearest_hz: u64,
    },
    /// An input is at the pad of the PLL.
    #[error(
        "board `{board}`{} has {} at pin `{pin}`, \
         which takes no input while the PLL runs on another pin",
        with(setup),
        match port {
            Some(port) => format!("`{port}` of the game `{game}`"),
            None => "its reset button".to_owned(),
        }
    )]
    PllPad {
        /// Name of the game.
        game: &'static str,
        /// Name of the board.
        board: Name,
        /// Name of the setup.
        setup: Option<Name>,
        /// The pad of the only PLL.
        pin: &'static str,
        /// Port of the game at this pad. None: the reset button.
        port: Option<&'static str>,
    },
    /// The game cannot be built with the parameters of the board.
    #[error("game `{game}` does not take the parameters of the board")]
    Build {
        /// Name of the game.
        game: &'static str,
        /// Error of the game.
        source: gatefall_games::BuildError,
    },
    /// The circuit of the game has a fault.
    #[error("the circuit of game `{game}` has a fault")]
    Lower {
        /// Name of the game.
        game: &'static str,
        /// Fault and its place.
        source: Box<gatefall_lower::LowerError>,
    },
    /// The play of the exported test bench cannot be computed.
    #[error(
        "game `{game}` computes with a value of more than {MAX_NARROW_WIDTH} bits, \
         which its test bench cannot follow"
    )]
    TooWide {
        /// Name of the game.
        game: &'static str,
    },
}

impl ProjectError {
    /// Short reason, for a list in which game and board are known.
    pub fn reason(&self) -> String {
        match self {
            ProjectError::Missing { lacks, setup, .. } => {
                format!("no {}{}", lacks.join(", no "), with(setup))
            }
            ProjectError::NoClock {
                min_hz,
                max_hz,
                nearest_hz,
                ..
            } => format!("no clock of {min_hz} to {max_hz} Hz, the nearest is {nearest_hz} Hz"),
            ProjectError::PllPad { pin, port, .. } => {
                let input = port.map_or("the reset button".to_owned(), |port| format!("`{port}`"));
                format!(
                    "{input} is at pin `{pin}`, which takes no input while the PLL runs on \
                     another pin"
                )
            }
            ProjectError::Build { source, .. } => source.to_string(),
            ProjectError::Lower { source, .. } => source.to_string(),
            ProjectError::TooWide { .. } => {
                format!("a value has more than {MAX_NARROW_WIDTH} bits")
            }
        }
    }

    /// A remedy.
    pub fn help(&self) -> Option<String> {
        match self {
            ProjectError::Missing { offers, .. } => {
                let offers = match offers.is_empty() {
                    true => "nothing".to_owned(),
                    false => offers.join(", "),
                };
                Some(format!("it offers {offers}"))
            }
            ProjectError::PllPad { port: None, .. } => {
                Some("leave `reset` out of the board file".to_owned())
            }
            ProjectError::PllPad { .. } => {
                Some("plug it in elsewhere: pins of the board file are free to choose".to_owned())
            }
            ProjectError::TooWide { .. } => Some(format!(
                "split it into values of at most {MAX_NARROW_WIDTH} bits"
            )),
            _ => None,
        }
    }
}

fn with(setup: &Option<Name>) -> String {
    match setup {
        Some(setup) => format!(" with setup `{setup}`"),
        None => String::new(),
    }
}
