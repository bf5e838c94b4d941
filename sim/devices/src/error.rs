//! What can go wrong with the devices.

use gatefall_netlist::VerifyError;
use thiserror::Error;

/// The devices do not fit the circuit, or the machine that runs them.
#[derive(Debug, Error)]
pub enum DeviceError {
    /// The circuit has some of the ports of a device, but not all.
    #[error("the circuit has `{has}` but no `{lacks}`, which belongs to it")]
    Port {
        /// A port that is there.
        has: &'static str,
        /// One that is not, or has another width.
        lacks: &'static str,
    },
    /// No signal has this hierarchical name.
    #[error("no signal is called `{0}`")]
    UnknownSignal(String),
    /// The circuit with its devices breaks an invariant of netlists.
    #[error(transparent)]
    Netlist(#[from] VerifyError),
    /// The machine refused.
    #[error(transparent)]
    Machine(Box<dyn std::error::Error + Send + Sync>),
    /// The picture's timing is not that of 640 x 480 at 60 Hz.
    #[error("{0}")]
    Timing(crate::Fault),
    /// The data for the LEDs is not what a WS2812 takes.
    #[error("{0}")]
    Chain(crate::ChainFault),
    /// The data for the LCD is not what an ST7735 takes.
    #[error("{0}")]
    Lcd(crate::LcdFault),
    /// The circuit has an LCD, and nobody has told which.
    #[error("nobody has told what glass the LCD has")]
    NoGlass,
    /// The circuit has LEDs, and nobody has told how many.
    #[error("nobody has told how many columns and rows of LEDs there are")]
    NoMatrix,
    /// The circuit has no such button.
    #[error("the circuit has no button `{0}`")]
    UnknownButton(String),
    /// More changes came between two looks than the recorder holds.
    #[error("{0} changes of the watched signals were lost")]
    LostChanges(u64),
}
