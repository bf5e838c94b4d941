//! Finds, installs and runs the FPGA tools: yosys, nextpnr-ice40 and icepack.
//!
//! The tools are either those on PATH, if they are new enough, or pinned packages of the same
//! tools. The pinned packages contain WebAssembly, and are installed in a private virtual
//! environment after a check of their hashes.
//!
//! Every run writes a log file, and its exit status is checked. Each tool leads a process group,
//! which is killed as a whole when the user interrupts. [`Slots`] limits the number of concurrent
//! tools.
//!
//! This crate is independent of games and boards: its inputs are Verilog files, a PCF file and the
//! name of a part.

mod bitstream;
mod choice;
mod error;
mod flow;
mod group;
mod hash;
mod icepack;
mod job;
mod lock;
mod native;
mod nextpnr;
mod parallel;
mod pinned;
mod placed;
mod programmer;
mod run;
mod slots;
mod tools;
mod usage;
mod yosys;

pub use bitstream::{chip_of, BitstreamError};
pub use choice::{find, Choice};
pub use error::ToolError;
pub use flow::{build, logs, recipe, BuildOutcome, SeedSpeed};
pub use group::ProcessGroup;
pub use hash::{sha256, sha256_of_file};
pub use job::BuildJob;
pub use lock::lock;
pub use native::{probe, version_of, ToolStatus, NATIVE};
pub use nextpnr::{ClockReport, CriticalPath, NextpnrReport, PathEnd, PathStep};
pub use parallel::in_parallel;
pub use pinned::{check_python, is_installed};
pub use placed::{read_placed, PlacedCell};
pub use programmer::{find_programmer, how_to_install, InstalledProgrammer};
pub use run::{on_path, Run, Session, Watcher};
pub use slots::Slots;
pub use tools::{Flavour, Tool, Toolset};
pub use usage::{OverUse, Usage};
