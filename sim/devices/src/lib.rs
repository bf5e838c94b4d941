//! What hangs off a circuit's pins: a VGA monitor, a PS/2 keyboard, a loudspeaker.
//!
//! The devices are circuits themselves and become one netlist with the circuit they belong to ([`Bench`]), so they keep up with it at full speed; the
//! host side ([`Running`]) writes keys, and reads pictures, samples and recorded changes out of memories.
//!
//! **Boundary:** nothing here knows a game. Devices are found by the names of the circuit's ports.

mod bench;
mod change_recorder;
mod error;
mod keyboard;
mod keys;
mod module_builder;
mod picture;
pub mod ps2_sender;
mod running;
pub mod sound_recorder;
mod splice;
pub mod vga_monitor;
mod wav;

pub use bench::{Bench, Watched};
pub use error::DeviceError;
pub use keyboard::{RateError, WireFault};
pub use keys::Key;
pub use picture::Picture;
pub use running::{Change, Fault, Running};
pub use wav::{wav, Amplifier};
