//! From `boards/*.toml` to a checked [`Board`].
//!
//! A board file says which FPGA is fitted, where its clock and its reset button are, what its connectors carry, and what is
//! plugged into them. An add-on file says what a module or a hand-wired circuit offers at the pins of its plugs. Both offer
//! *roles* (a VGA monitor, a PS/2 keyboard, ...); a game asks for roles, so a board never learns which games exist.
//! Add-ons that need the same pins are in different *setups* of the board.
//!
//! Everything is checked before anybody uses it: roles and signals exist, pins exist in the package, and no pin has two
//! users. Errors name the file, the line and both parties.

mod board;
mod error;
mod file;
mod package;
mod peripheral;
mod plugs;
mod resolve;
mod role;

pub use board::{Board, Clock, ClockInput, Library, Peripheral, Pull, Reset, Setup, SignalPins};
pub use error::{BoardError, FileError, Place, Problem, SourceFile};
pub use package::Package;
pub use role::{Direction, Role, SignalShape};
