//! What hangs off a circuit's pins: a VGA monitor, a PS/2 keyboard, a loudspeaker, LEDs, digits, an LCD and buttons.
//!
//! What sends to the circuit, and what records its pins, are circuits themselves and become one netlist with the circuit they belong to ([`Bench`]), so
//! that they keep up with it at full speed; the host side ([`Running`]) writes keys, and makes pictures and samples of what was recorded.
//!
//! **Boundary:** nothing here knows a game. Devices are found by the names of the circuit's ports.

mod bench;
mod change_recorder;
mod duration;
mod error;
pub mod key_player;
mod keyboard;
mod keys;
mod led_panel;
mod module_builder;
mod panel_picture;
mod picture;
mod pll;
pub mod ps2_sender;
mod running;
mod scanned;
mod speaker;
mod splice;
mod st7735;
pub mod vga_monitor;
mod wav;
mod ws2812_chain;

pub use bench::{Bench, Watched};
pub use error::DeviceError;
pub use keyboard::{frame_word, RateError, WireFault, RATES_HZ};
pub use keys::Key;
pub use led_panel::Matrix;
pub use picture::Picture;
pub use pll::pll_model;
pub use running::{Change, Running};
pub use st7735::{Glass, LcdFault, LcdFaultKind, St7735};
pub use vga_monitor::{Fault, FaultKind, VgaMonitor};
pub use wav::{wav, Amplifier};
pub use ws2812_chain::{ChainFault, ChainFaultKind};
