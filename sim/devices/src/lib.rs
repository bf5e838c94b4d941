//! Device models for a circuit's pins: VGA monitor, PS/2 keyboard, loudspeaker, LEDs, digits, LCD,
//! gamepads and buttons.
//!
//! The models that drive the circuit, and the recorders of its pins, are circuits themselves. They
//! are combined with the circuit into one netlist ([`DeviceBench`]), so they run at full speed. The
//! host side ([`Running`]) writes keys and converts the recordings to pictures and samples.
//!
//! **Boundary:** this crate depends on no game. Devices are found by the names of the circuit's
//! ports.

mod bench;
mod change_recorder;
mod duration;
mod error;
pub mod flash;
mod flash_array;
pub mod gamepad;
pub mod key_player;
mod keyboard;
mod keys;
mod led_matrix_size;
mod led_panel;
mod module_builder;
mod panel_picture;
mod picture;
mod pins;
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

pub use bench::{DeviceBench, Watched};
pub use error::DeviceError;
pub use flash::{FlashFault, FLASH_BYTES, FLASH_ID};
pub use keyboard::{frame_word, RateError, WireFault, RATES_HZ};
pub use keys::Key;
pub use led_matrix_size::LedMatrixSize;
pub use led_panel::{Light, Parts};
pub use picture::Picture;
pub use pll::pll_model;
pub use running::{Change, Output, Running};
pub use st7735::{LcdFault, LcdFaultKind, PanelGeometry, St7735Panel};
pub use vga_monitor::{Fault, FaultKind, VgaMonitor};
pub use wav::{wav, Amplifier};
pub use ws2812_chain::{ChainFault, ChainFaultKind};
