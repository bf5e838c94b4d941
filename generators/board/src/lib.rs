//! From `boards/*.toml` to a checked [`Board`].
//!
//! A board file says which FPGA is fitted, where its clock and its reset button are, what its connectors carry, and what is
//! plugged into them. An add-on file says what a module or a hand-wired circuit offers at the pins of its plugs. Both offer
//! *roles* (a VGA monitor, a PS/2 keyboard, ...); a game asks for roles, so a board never learns which games exist.
//! Add-ons that need the same pins are in different *setups* of the board.
//!
//! Everything is checked before anybody uses it: roles and signals exist, pins exist in the package, and no pin has two
//! users. Errors name the file, line and column, and both parties.

mod board;
mod error;
mod file;
mod package;
mod peripheral;
mod plugs;
mod program;
mod resolve;
mod role;
mod words;

pub use board::{
    Board, Clock, ClockInput, Held, Library, Peripheral, Program, Programmer, Pull, Reset, Setup,
    SignalPins,
};
pub use error::{BoardError, FileError, Place, Problem, SourceFile};
pub use package::Package;
pub use role::{Direction, Role, SignalShape};
pub use words::{Name, Text, UsbIdentity, WordError};
