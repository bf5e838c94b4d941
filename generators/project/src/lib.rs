//! A game on a board: everything that a tool flow needs, as text.
//!
//! The game brings its core, one Verilog module with ports by role (`vga_red`, `ps2_clock`, ...).
//! The board brings pins and a clock. This crate writes the parts between them: the top with PLL,
//! reset and pin cells, and the PCF. The text is a pure function of game and board.

mod clock;
mod error;
mod export;
mod filters;
mod frequency;
mod jumps;
mod pcf;
mod play;
mod pll;
mod project;
mod rehearsal;
mod sources;
mod test_bench;
mod top;
mod wiring;

pub use error::ProjectError;
pub use export::export;
pub use filters::markdown_words;
pub use pll::Pll;
pub use project::{
    constraints, core, default_setup, project, verilog_files, Project, TextFile,
    MODULES_BESIDE_GAME, TOP,
};
pub use rehearsal::Rehearsal;
pub use sources::{sources, PlacedModule, RustFile, SourceModule, Sources};
