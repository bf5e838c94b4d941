//! Parser and checker for the board files in `boards/*.toml`.
//!
//! A board file describes the FPGA, the clock, the reset button, the connectors, and the add-ons
//! that are plugged in. An add-on file describes a module or a hand-wired circuit: the
//! peripherals at the pins of its plugs. Boards and add-ons offer *roles*, such as a VGA monitor
//! or a PS/2 keyboard. A game requires roles, so board files do not name games. Add-ons that need
//! the same pins are in different *setups* of the board.
//!
//! A [`Board`] is checked completely when it is loaded: roles and signals exist, pins exist in
//! the package, and no pin has two users. Errors have file, line and column. An error about two
//! users of a pin names both.

mod add_ons;
mod board;
mod error;
mod file;
mod library;
mod package;
mod peripheral;
mod plugs;
mod program;
mod resolve;
mod role;
mod text_file;
mod words;

pub use board::{
    Board, ClockInput, FlashPart, Oscillator, Peripheral, PinArrangement, Programmer, Programming,
    Pull, Reset, Setup, SignalPins, TieOff,
};
pub use error::{suggest, BoardError, FileError, Problem, SourceFile, SourceLocation};
pub use library::Library;
pub use package::Package;
pub use role::{PinDirection, Role, SignalShape};
pub use text_file::read_text;
pub use words::{excerpt, shortened, visible, Name, Text, UsbIdentity, WordError, LONGEST_MESSAGE};
