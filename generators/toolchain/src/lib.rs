//! Finds, installs and runs the FPGA tools: yosys, nextpnr-ice40 and icepack.
//!
//! Either the tools that are on PATH, where they are new enough, or pinned packages of the same
//! tools compiled to WebAssembly, in a private virtual environment. The packages are checked by
//! hash. Every run has a log file, and its exit status is checked. Each tool leads a process group,
//! which is killed as a whole when the user interrupts. [`Slots`] limits how many tools run at once.
//!
//! This crate knows no game and no board: it is given Verilog files, a PCF file and the name of a part.

mod bitstream;
mod error;
mod flow;
mod group;
mod icepack;
mod native;
mod nextpnr;
mod parallel;
mod pinned;
mod placed;
mod programmer;
mod run;
mod slots;
mod tools;
mod yosys;

pub use bitstream::{chip_of, BitstreamError};
pub use error::ToolError;
pub use flow::{build, logs, recipe, Job, Outcome, SeedSpeed};
pub use group::ProcessGroup;
pub use native::{probe, version_of, Probe, NATIVE};
pub use nextpnr::{ClockReport, CriticalPath, NextpnrReport, OverUse, PathEnd, PathStep, Usage};
pub use parallel::in_parallel;
pub use pinned::{check_python, is_installed};
pub use placed::{read_placed, PlacedCell};
pub use programmer::{find_writer, how_to_install, Writer};
pub use run::{on_path, Run, Session, Watcher};
pub use slots::Slots;
pub use tools::{find, Choice, Flavour, Tool, Toolset};
