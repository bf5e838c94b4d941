//! Nodes and state of a netlist, in dependency order.

use crate::expr::{BinaryOp, UnaryOp};

/// The widest value.
pub const MAX_NARROW_WIDTH: u32 = 64;

/// An operation and where its result goes.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) operation: Operation,
    pub(super) to: u32,
    /// Bits of the result.
    pub(super) width: u32,
}

/// Operands are places of values.
#[derive(Clone, Copy)]
pub(super) enum Operation {
    /// With the width of the operand.
    Unary(UnaryOp, u32, u32),
    /// With the width of the left operand.
    Binary(BinaryOp, u32, u32, u32),
    Mux(u32, u32, u32),
    /// The last is the width of the low part.
    Concat(u32, u32, u32),
    /// The last is the lowest bit that is taken.
    Slice(u32, u32),
    /// The last is the width of the source.
    SignExtend(u32, u32),
    /// A read without a clock.
    Read {
        memory: u32,
        address: u32,
    },
}

pub(super) struct RegisterCell {
    pub(super) value: u32,
    pub(super) next: u32,
    pub(super) enable: Option<u32>,
}

pub(super) struct ReadCell {
    pub(super) memory: u32,
    pub(super) address: u32,
    pub(super) value: u32,
}

pub(super) struct WriteCell {
    pub(super) memory: u32,
    pub(super) enable: u32,
    pub(super) address: u32,
    pub(super) data: u32,
    /// Nodes that read the memory without a clock.
    pub(super) readers: Vec<u32>,
}

/// All nodes and all state of a netlist at power-up.
pub(super) struct Graph {
    pub(super) values: Vec<u64>,
    /// The value that each value copies, or itself.
    pub(super) origins: Vec<u32>,
    pub(super) nodes: Vec<Node>,
    /// The nodes that read a value: from `readers_from[value]` up to that of the next value.
    pub(super) readers: Vec<u32>,
    pub(super) readers_from: Vec<u32>,
    pub(super) registers: Vec<RegisterCell>,
    pub(super) memories: Vec<Vec<u64>>,
    pub(super) reads: Vec<ReadCell>,
    pub(super) writes: Vec<WriteCell>,
}
