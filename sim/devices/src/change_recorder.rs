//! Change recorder: stores every change of the traced signals with its cycle.
//!
//! The recorder is part of the circuit, so no change is lost, however fast the simulation runs.
//! There is at most one change in a cycle, and the memory holds [`CAPACITY`] of them.
//!
//! **Shape**: a word of the memory has the traced value in its low bits, and the cycle above it.

use crate::module_builder::ModuleBuilder;
use gatefall_netlist::{BinaryOp, Module};

/// Address bits of the memory.
pub(crate) const ADDRESS_BITS: u32 = 15;
/// Changes that the memory holds. A reader that reads at least once in as many cycles gets them
/// all.
pub const CAPACITY: u64 = 1 << ADDRESS_BITS;
/// Bits of the cycle in a word of the memory: enough for years.
pub(crate) const CYCLE_BITS: u32 = 52;

/// The recorder of a value of `width` bits.
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
