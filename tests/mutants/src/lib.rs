//! Tests of the tests of a circuit: mutants, which are its netlist with one small fault, and
//! coverage.
//!
//! ```text
//! Netlist --(Sampler)--> Mutation --(mutant)--> Netlist
//! ```
//!
//! [`Analysis`] proves of some faults that they change nothing; the sampler leaves them out.
//! [`GateCoverage`] is a circuit that remembers what happened in it, so that the tests that play it
//! show what they miss.
//!
//! **Boundary**: depends on the netlist only; no game is known here.

mod backward;
mod coverage;
mod defect;
mod elsewhere;
mod equivalent;
mod forward;
mod mutant;
mod sample;
mod values;

pub use coverage::{GateCoverage, Point};
pub use defect::{bit_faults, Defect, DefectKind, Mutation, Place};
pub use elsewhere::{
    is_fault_wanted, kind, portable, with_fault, with_wanted_fault, FAULT, MODULES,
};
pub use equivalent::Analysis;
pub use mutant::{mutant, shown};
pub use sample::Sampler;
