//! Writes down every change of what is watched, with the cycle in which it happened.
//!
//! The recorder is part of the circuit, so nothing is missed however fast the simulation runs and however rarely anyone looks: there is at most
//! one change in a cycle, and the memory holds [`CAPACITY`] of them.
//!
//! **Shape**: a word of the memory is the watched value, and above it the cycle.

use crate::module_builder::ModuleBuilder;
use gatefall_netlist::{BinaryOp, Module};

/// Bits of an address of the memory.
pub(crate) const ADDRESS_BITS: u32 = 15;
/// Changes that the memory holds. Who reads it at least once in as many cycles gets them all.
pub const CAPACITY: u64 = 1 << ADDRESS_BITS;
/// Bits of the cycle in a word of the memory: enough for years.
pub(crate) const CYCLE_BITS: u32 = 52;

/// The recorder of a value of so many bits.
pub(crate) fn module(width: u32) -> Module {
    let mut builder = ModuleBuilder::new("change_recorder");
    let value = builder.input("value", width);
    let cycle = builder.counter("cycle", CYCLE_BITS, None);
    let last = builder.register("last", width);
    let last_value = builder.read(last);
    builder.set_next(last, value, None);
    let same = builder.module.exprs.binary(BinaryOp::Eq, value, last_value);
    let changed = builder.module.exprs.not(same);
    let changes = builder.counter("change_count", 32, Some(changed));
    let address = builder.module.exprs.slice(changes, 0, ADDRESS_BITS);
    let word = builder.module.exprs.concat(cycle, value);
    builder.memory("changes", changed, address, word);
    builder.output("count", changes);
    builder.module
}
