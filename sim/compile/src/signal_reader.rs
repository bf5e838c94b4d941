//! Values of selected signals, computed from an image of the state.
//!
//! A run computes only the next state. Other values are computed here, from the state after the
//! run. Hosts that are not written in Rust do the same with the list of steps.

use crate::design::{cone, Design};
use crate::layout::{Layout, Slot, Words};
use crate::node::{apply, Node, NodeId, Op, Ty};

/// A prepared list of signals that can be read repeatedly.
#[derive(Clone, Debug)]
pub struct SignalReader {
    steps: Vec<ReadStep>,
    values: Vec<u64>,
    memories: Vec<Words>,
    limbs: Vec<Vec<usize>>,
}

/// A step of the computation of signals. Values are unsigned numbers of at most 64 bits. Operands
/// are numbers of earlier steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadStep {
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
    /// An operator and its operands.
    Binary(Op, Ty, [usize; 2]),
    /// Number of bits set.
    Count(usize),
    /// The second operand if the first is not zero, otherwise the third.
    Mux([usize; 3]),
}

impl SignalReader {
    pub(crate) fn new<'a>(
        design: &Design,
        layout: &Layout,
        words: impl Iterator<Item = &'a [NodeId]>,
    ) -> SignalReader {
        let words: Vec<&[NodeId]> = words.collect();
        let order = cone(&design.pool, words.iter().copied().flatten().copied());
        let place = |node: &NodeId| order.binary_search(node).expect("operands are in the cone");
        let fetch = |Slot { offset, bytes }| ReadStep::Fetch { offset, bytes };
        let step = |&node: &NodeId| match design.pool.node(node) {
            Node::Const(value) => ReadStep::Const(value),
            state @ (Node::Input(_) | Node::Register(_)) => fetch(layout.slot(state)),
            Node::Load {
                memory,
                limb,
                address,
            } => ReadStep::Load {
                memory,
                limb,
                address: place(&address),
            },
            Node::Binary(op, ty, a, b) => ReadStep::Binary(op, ty, [a, b].map(|node| place(&node))),
            Node::Count(a) => ReadStep::Count(place(&a)),
            Node::Mux(condition, a, b) => ReadStep::Mux([condition, a, b].map(|node| place(&node))),
        };
        SignalReader {
            steps: order.iter().map(step).collect(),
            values: vec![0; order.len()],
            memories: layout.memories.clone(),
            limbs: words
                .iter()
                .map(|word| word.iter().map(place).collect())
                .collect(),
        }
    }

    /// The steps that compute the signals, operands first.
    pub fn steps(&self) -> &[ReadStep] {
        &self.steps
    }

    /// The steps of the 64-bit limbs of each signal, the lowest first.
    pub fn limbs(&self) -> &[Vec<usize>] {
        &self.limbs
    }

    /// Computes all values from an image.
    ///
    /// # Panics
    /// If the image is shorter than that of the program.
    pub fn sample(&mut self, image: &[u8]) {
        for (index, step) in self.steps.iter().enumerate() {
            let value = |operand: usize| self.values[operand];
            self.values[index] = match *step {
                ReadStep::Const(number) => number,
                ReadStep::Fetch { offset, bytes } => Slot { offset, bytes }.read(image),
                ReadStep::Load {
                    memory,
                    limb,
                    address,
                } => self.memories[memory as usize]
                    .slot(value(address), limb)
                    .read(image),
                ReadStep::Binary(op, ty, [a, b]) => apply(op, ty, value(a), value(b)),
                ReadStep::Count(a) => u64::from(value(a).count_ones()),
                ReadStep::Mux([condition, a, b]) => {
                    value(if value(condition) != 0 { a } else { b })
                }
            };
        }
    }

    /// The 64-bit limbs of each signal at the last sample, the lowest first.
    pub fn values(&self) -> impl Iterator<Item = impl Iterator<Item = u64> + '_> + '_ {
        let value = |&step: &usize| self.values[step];
        self.limbs.iter().map(move |limbs| limbs.iter().map(value))
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
