//! Errors of the devices.

use gatefall_netlist::VerifyError;
use thiserror::Error;

/// The devices do not fit the circuit or the machine that runs them.
#[derive(Debug, Error)]
pub enum DeviceError {
    /// The circuit has some of the ports of a device, but not all.
    #[error("the circuit has `{has}` but no `{lacks}`, which belongs to it")]
    Port {
        /// A port that exists.
        has: &'static str,
        /// A port that is missing, or has another width than `has`.
        lacks: &'static str,
    },
    /// A port of a device has another width.
    #[error("`{port}` has {width} bits, and the device {expected}")]
    Width {
        /// The port.
        port: &'static str,
        /// Its width.
        width: u32,
        /// The width that the device has.
        expected: u32,
    },
    /// No signal has this hierarchical name.
    #[error("no signal is called `{0}`")]
    UnknownSignal(String),
    /// The circuit with its devices breaks an invariant of netlists.
    #[error(transparent)]
    Netlist(#[from] VerifyError),
    /// An error of the machine.
    #[error(transparent)]
    Machine(Box<dyn std::error::Error + Send + Sync>),
    /// The timing of the picture is not that of 640 x 480 at 60 Hz.
    #[error("{0}")]
    Timing(crate::Fault),
    /// The data for the LEDs violates the WS2812 protocol.
    #[error("{0}")]
    Chain(crate::ChainFault),
    /// The data for the LCD violates the ST7735 protocol.
    #[error("{0}")]
    Lcd(crate::LcdFault),
    /// The circuit uses the flash in a way that the chip does not accept.
    #[error(transparent)]
    Flash(crate::FlashFault),
    /// The circuit has an LCD, but its geometry is not set.
    #[error("the circuit has an LCD, but its panel geometry is not set")]
    NoPanelGeometry,
    /// The circuit has LEDs, but their number is not set.
    #[error("the circuit has LEDs, but their columns and rows are not set")]
    NoMatrix,
    /// The circuit has no such button.
    #[error("the circuit has no button `{0}`")]
    UnknownButton(String),
    /// More changes occurred between two reads than the recorder holds.
    #[error("{0} changes of the watched signals were lost")]
    LostChanges(u64),
}
