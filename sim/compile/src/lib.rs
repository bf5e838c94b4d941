//! From a netlist to WebAssembly that runs it.
//!
//! ```text
//! Netlist --(flatten)--> nodes of at most 64 bits --(region)--> branches --(place)--> schedule --(emit)--> module
//! ```
//!
//! Multiplexers become branches again where several registers hang on one condition, and every node is computed as late and as
//! far inside as its uses allow, so that a cycle runs only what it needs. State is in memory, of which only a node's value is taken into a local: the processor has few registers of its own.
//!
//! Once a program was watched while it ran ([`Program::observe`]), it can be compiled anew ([`Program::tune`]) so that what seldom
//! changes sleeps until something that it depends on changes (`gate`, and `part` for what wakes together), what moves at one pace is left out while it stands still
//! (`pace`), counters that only tell the time are compared when it has come (`ticker`), what seldom changes guards the rest of a conjunction (`guard`), and what depends on few bits is looked up (`table`; what parts keep of the index is put together when they run). None of these changes a value.
//!
//! **Boundary:** this crate makes bytes. The same bytes run in any engine; `gatefall-host` runs them natively.

mod activity;
mod design;
mod emit;
mod error;
mod facts;
mod flatten;
mod gate;
mod guard;
mod layout;
mod needs;
mod node;
mod order;
mod pace;
mod part;
mod place;
mod probe;
mod program;
mod region;
mod table;
mod ticker;
mod word;

pub use error::CompileError;
pub use probe::Probe;
pub use program::{compile, value, Memory, Place, Program, Signal};
