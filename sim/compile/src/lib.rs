//! Compiler from a netlist to a WebAssembly module that simulates it.
//!
//! ```text
//! Netlist --flatten--> nodes of at most 64 bits --schedule--> branches --place--> plan
//!         --emit--> module
//! ```
//!
//! Multiplexers become branches again where several registers depend on one condition. Every node
//! is computed as late, and in as deep a branch, as its uses allow, so a cycle computes only the
//! values that it uses. State stays in the linear memory. Only values of nodes are put into locals,
//! because the processor has few registers.
//!
//! A program that was profiled while it ran ([`Program::observe`]) can be compiled again
//! ([`Program::tune`]) with the optimisations below. None of them changes a value.
//!
//! - `gate`, `state_element`, `group`: logic that rarely changes is divided into partitions. A
//!   partition runs only after one of its inputs changed.
//! - `stall_domain`: a stall domain is skipped while its enable is off and its values are stable.
//! - `free_counter`: free-running counters that are only compared are skipped until the next
//!   deadline.
//! - `table`: logic of few input bits becomes a lookup table. Partitions prepare the index bits
//!   that come from hoisted values.
//! - `component`: parts that read nothing of each other run one after the other, each for all
//!   cycles of a run.
//! - `choice`, `estimate`: change detection is left out where it would cost more than it saves.
//!
//! A program can be compiled for some signals only ([`Program::observing`]): `observed` leaves out
//! the pipelines behind the state on which nothing else depends.
//!
//! Each pass can be switched off ([`Pass`], [`Options`]), to measure what it brings. `cost` has the
//! model that decides where a pass is worth its cost. With
//! debug assertions, `verify` checks the plans of a cycle before the module is written.
//!
//! **Boundary:** this crate only makes bytes. Any WebAssembly engine can run them; `gatefall-host`
//! runs them natively.

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod activity;
mod choice;
mod class;
mod component;
mod cost;
mod design;
mod emit;
mod error;
mod estimate;
mod facts;
mod flatten;
mod free_counter;
mod gate;
mod gates;
mod group;
mod layout;
mod node;
mod observed;
mod options;
mod place;
mod plan;
mod plan_text;
mod pool;
mod program;
mod region;
mod schedule;
mod signal_reader;
mod stall_domain;
mod state_element;
mod support;
mod table;
mod table_search;
mod value_location;
mod verify;
mod word;

pub use error::CompileError;
pub use node::{Op, Ty};
pub use options::{Options, Pass};
pub use program::{compile, compile_with, MemoryInfo, Program, SignalInfo};
pub use signal_reader::{ReadStep, SignalReader};
pub use value_location::{value, ValueLocation};
