//! Simulator of a design: inputs are poked, the clock runs, and any signal can be peeked.
//!
//! ```
//! use gatefall_host::Machine;
//! use gatefall_netlist::Netlist;
//!
//! let counter = "top counter
//!
//! module counter {
//!   input clock : clock
//!   input enable : 1
//!   output count : 8
//!   net value : 8
//!   assign count = value
//!   register value clock clock initial 8'h00 next (add value 8'h01) enable enable
//! }
//! ";
//! let mut machine = Machine::new(&Netlist::from_text(counter)?)?;
//! machine.poke("enable", 1)?;
//! machine.run(1_000_000);
//! assert_eq!(machine.peek("count")?, 1_000_000 % 256);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Boundary:** the only crate that depends on wasmtime. `gatefall-compile` defines the meaning of
//! the bytes.

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod error;
mod machine;
mod memory;
mod names;
mod program_instance;
mod simulation;
mod tuning;
mod wave;

pub use error::HostError;
pub use machine::{AsSignal, Machine, SignalId, Snapshot};
pub use memory::MemoryView;
pub use wave::WaveFormat;
