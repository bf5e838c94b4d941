//! Values of selected signals, computed from an image of the state.
//!
//! A run computes only the next state. Other values are computed here, from the state after the
//! run.

use crate::design::{cone, Design};
use crate::layout::{Layout, Slot, Words};
use crate::node::{apply, Node, NodeId, Op, Ty};

/// A prepared list of signals that can be read repeatedly.
#[derive(Clone, Debug)]
pub struct SignalReader {
    steps: Vec<Step>,
    values: Vec<u64>,
    /// Step of each limb of each signal.
    limbs: Vec<usize>,
    /// Number of limbs of each signal.
    counts: Vec<usize>,
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Const(u64),
    Fetch(Slot),
    Load {
        words: Words,
        limb: u32,
        address: usize,
    },
    Binary(Op, Ty, usize, usize),
    Count(usize),
    Mux(usize, usize, usize),
}

impl SignalReader {
    pub(crate) fn new<'a>(
        design: &Design,
        layout: &Layout,
        words: impl Iterator<Item = &'a [NodeId]>,
    ) -> SignalReader {
        let words: Vec<&[NodeId]> = words.collect();
        let order = cone(&design.pool, words.iter().copied().flatten().copied());
        let place = |node: NodeId| {
            order
                .binary_search(&node)
                .expect("the cone holds all operands")
        };
        let step = |&node: &NodeId| match design.pool.node(node) {
            Node::Const(value) => Step::Const(value),
            Node::Input(slot) => Step::Fetch(layout.inputs[slot as usize]),
            Node::Register(register) => Step::Fetch(layout.registers[register as usize]),
            Node::Load {
                memory,
                limb,
                address,
            } => Step::Load {
                words: layout.memories[memory as usize],
                limb,
                address: place(address),
            },
            Node::Binary(op, ty, a, b) => Step::Binary(op, ty, place(a), place(b)),
            Node::Count(a) => Step::Count(place(a)),
            Node::Mux(condition, a, b) => Step::Mux(place(condition), place(a), place(b)),
        };
        SignalReader {
            steps: order.iter().map(step).collect(),
            values: vec![0; order.len()],
            limbs: words
                .iter()
                .copied()
                .flatten()
                .map(|&node| place(node))
                .collect(),
            counts: words.iter().map(|word| word.len()).collect(),
        }
    }

    /// Computes all values from an image.
    pub fn sample(&mut self, image: &[u8]) {
        for (index, step) in self.steps.iter().enumerate() {
            let value = |operand: usize| self.values[operand];
            self.values[index] = match *step {
                Step::Const(number) => number,
                Step::Fetch(slot) => slot.read(image),
                Step::Load {
                    words,
                    limb,
                    address,
                } => words.slot(value(address), limb).read(image),
                Step::Binary(op, ty, a, b) => apply(op, ty, value(a), value(b)),
                Step::Count(a) => u64::from(value(a).count_ones()),
                Step::Mux(condition, a, b) => value(if value(condition) != 0 { a } else { b }),
            };
        }
    }

    /// The 64-bit limbs of each signal at the last sample, the lowest first.
    pub fn values(&self) -> impl Iterator<Item = impl Iterator<Item = u64> + '_> + '_ {
        let mut start = 0;
        self.counts.iter().map(move |&count| {
            let limbs = &self.limbs[start..start + count];
            start += count;
            limbs.iter().map(|&step| self.values[step])
        })
    }
}

impl Slot {
    /// Reads the number from an image.
    pub(crate) fn read(self, image: &[u8]) -> u64 {
        let (start, bytes) = (self.offset as usize, self.bytes as usize);
        let mut number = [0; 8];
        number[..bytes].copy_from_slice(&image[start..start + bytes]);
        u64::from_le_bytes(number)
    }

    /// Writes a number into an image.
    pub(crate) fn write(self, image: &mut [u8], value: u64) {
        let (start, bytes) = (self.offset as usize, self.bytes as usize);
        image[start..start + bytes].copy_from_slice(&value.to_le_bytes()[..bytes]);
    }
}
