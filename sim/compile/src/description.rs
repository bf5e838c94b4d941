//! Description of a program for hosts that are not written in Rust.
//!
//! A host that has the bytes of the module and this description can find all signals and memories
//! in the linear memory, and can compute the signals that are not state.

use std::collections::HashMap;

use gatefall_netlist::{EnumId, NetKind};

use crate::design::cone;
use crate::layout::Slot;
use crate::node::{Node, NodeId, Op, Ty};
use crate::program::Program;

/// Description of a [`Program`].
#[derive(Clone, Debug)]
pub struct Description {
    /// Size of the state in bytes, from the start of the linear memory.
    pub image_size: usize,
    /// Steps that compute all signals from the state. Operands are numbers of earlier steps.
    pub steps: Vec<DescribedStep>,
    /// All signals in the order of their names.
    pub signals: Vec<DescribedSignal>,
    /// All memories.
    pub memories: Vec<DescribedMemory>,
}

/// A step of the computation of signals. Values are unsigned numbers of at most 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DescribedStep {
    /// A constant.
    Const(u64),
    /// A number of the state, little endian.
    Fetch {
        /// Offset in bytes.
        offset: u32,
        /// 4 or 8.
        bytes: u32,
    },
    /// 64 bits of a word of a memory, or all bits of a shorter word.
    Load {
        /// Number of the memory.
        memory: u32,
        /// Number of the limb, 0 for the lowest 64 bits.
        limb: u32,
        /// Step of the address.
        address: usize,
    },
    /// An operator. Both operands and the result are taken modulo 2^32 or 2^64.
    Binary {
        /// Position in [`Description::OPERATORS`].
        operator: usize,
        /// True for 64 bits.
        is_wide: bool,
        /// Steps of the operands.
        operands: [usize; 2],
    },
    /// Number of bits set.
    Count(usize),
    /// The second operand if the first is not zero, otherwise the third.
    Mux([usize; 3]),
}

/// A signal.
#[derive(Clone, Debug)]
pub struct DescribedSignal {
    /// Hierarchical name.
    pub name: String,
    /// Bits.
    pub width: u32,
    /// True if the host may write the steps' places: all of them are [`DescribedStep::Fetch`].
    pub is_free: bool,
    /// The table of names, if the signal is a state of an enumeration.
    pub states: Option<EnumId>,
    /// Steps of the 64-bit limbs, the lowest first.
    pub steps: Vec<usize>,
}

/// A memory.
#[derive(Clone, Debug)]
pub struct DescribedMemory {
    /// Hierarchical name.
    pub name: String,
    /// Bits of a word.
    pub width: u32,
    /// Number of words.
    pub words: u64,
    /// Offset of the first word in bytes.
    pub offset: usize,
    /// Bytes from one word to the next: 1, 2, 4, or a multiple of 8.
    pub stride: usize,
}

impl Description {
    /// Names of the operators. `shl` and `shr` use the amount modulo 32 or 64.
    pub const OPERATORS: [&'static str; 10] = [
        "and", "or", "xor", "add", "sub", "mul", "shl", "shr", "eq", "lt",
    ];
}

fn operator(op: Op) -> usize {
    match op {
        Op::And => 0,
        Op::Or => 1,
        Op::Xor => 2,
        Op::Add => 3,
        Op::Sub => 4,
        Op::Mul => 5,
        Op::Shl => 6,
        Op::Shr => 7,
        Op::Eq => 8,
        Op::LtU => 9,
    }
}

fn fetch(slot: Slot) -> DescribedStep {
    DescribedStep::Fetch {
        offset: slot.offset,
        bytes: slot.bytes,
    }
}

impl Program {
    /// Describes the program for hosts that are not written in Rust. The description of a tuned
    /// program is that of the program before.
    pub fn describe(&self) -> Description {
        let (design, layout) = self.parts();
        let nets = design.signals.values();
        let order = cone(&design.pool, nets.flat_map(|net| net.word.iter().copied()));
        let places: HashMap<NodeId, usize> = order.iter().copied().zip(0..).collect();
        let step = |&node: &NodeId| match design.pool.node(node) {
            Node::Const(value) => DescribedStep::Const(value),
            Node::Input(slot) => fetch(layout.inputs[slot as usize]),
            Node::Register(register) => fetch(layout.registers[register as usize]),
            Node::Load {
                memory,
                limb,
                address,
            } => DescribedStep::Load {
                memory,
                limb,
                address: places[&address],
            },
            Node::Binary(op, ty, a, b) => DescribedStep::Binary {
                operator: operator(op),
                is_wide: ty == Ty::I64,
                operands: [places[&a], places[&b]],
            },
            Node::Count(a) => DescribedStep::Count(places[&a]),
            Node::Mux(condition, a, b) => {
                DescribedStep::Mux([places[&condition], places[&a], places[&b]])
            }
        };
        let signal = |(name, net): (&String, &crate::design::Net)| DescribedSignal {
            name: name.clone(),
            width: net.width,
            is_free: net.free,
            states: match net.kind {
                NetKind::Enum(id) => Some(id),
                _ => None,
            },
            steps: net.word.iter().map(|node| places[node]).collect(),
        };
        let memory = |memory: crate::program::MemoryInfo| DescribedMemory {
            name: memory.name().to_owned(),
            width: memory.width(),
            words: memory.len(),
            offset: memory.range().start,
            stride: memory.range().len() / memory.len() as usize,
        };
        Description {
            image_size: self.image_size(),
            steps: order.iter().map(step).collect(),
            signals: design.signals.iter().map(signal).collect(),
            memories: self.memories().map(memory).collect(),
        }
    }
}
