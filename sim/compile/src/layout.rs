//! Layout of the state in the linear memory of the module.

use crate::design::Design;
use crate::error::CompileError;
use crate::node::{Node, Ty};
use crate::word::{limbs, limbs_of};

/// Largest image in bytes: half of the largest WebAssembly memory.
const LIMIT: u64 = 1 << 31;

/// Byte offsets; inputs first, then registers, then memories.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) inputs: Vec<Slot>,
    pub(crate) registers: Vec<Slot>,
    pub(crate) memories: Vec<Words>,
    /// Size of the image.
    pub(crate) size: u32,
}

/// A limb in memory, little endian.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slot {
    pub(crate) offset: u32,
    /// 1, 2, 4 or 8.
    pub(crate) bytes: u32,
}

/// The words of a memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Words {
    pub(crate) offset: u32,
    /// Bytes from one word to the next, a power of two or a multiple of 8.
    pub(crate) stride: u32,
    /// Bits of a word.
    pub(crate) width: u32,
    pub(crate) count: u64,
}

impl Words {
    /// A limb of the word at an address.
    pub(crate) fn slot(self, address: u64, limb: u32) -> Slot {
        Slot {
            offset: self.offset + address as u32 * self.stride + 8 * limb,
            bytes: self.stride.min(8),
        }
    }
}

impl Layout {
    /// Lays out a design.
    pub(crate) fn new(design: &Design) -> Result<Layout, CompileError> {
        let mut size = 0u64;
        let mut slot = |width: u32| {
            let bytes = if width <= 32 { 4 } else { 8 };
            let offset = size.next_multiple_of(bytes);
            size = offset + bytes;
            Slot {
                offset: offset as u32,
                bytes: bytes as u32,
            }
        };
        let inputs = design.inputs.iter().map(|&width| slot(width)).collect();
        let registers = design
            .registers
            .iter()
            .map(|register| slot(register.width))
            .collect();
        let mut memories = Vec::new();
        for memory in &design.memories {
            let stride = match memory.width {
                0..=8 => 1,
                9..=16 => 2,
                17..=32 => 4,
                width => 8 * limbs(width),
            };
            let count = 1u64.checked_shl(memory.address_width).unwrap_or(u64::MAX);
            let offset = size.next_multiple_of(8);
            size = offset.saturating_add(count.saturating_mul(u64::from(stride)));
            if size > LIMIT {
                return Err(CompileError::TooLarge {
                    name: memory.name.clone(),
                    words: count,
                    width: memory.width,
                });
            }
            memories.push(Words {
                offset: offset as u32,
                stride,
                width: memory.width,
                count,
            });
        }
        Ok(Layout {
            inputs,
            registers,
            memories,
            size: size.next_multiple_of(8) as u32,
        })
    }

    /// Slot of an input or of a register.
    pub(crate) fn slot(&self, node: Node) -> Slot {
        match node {
            Node::Input(slot) => self.inputs[slot as usize],
            Node::Register(register) => self.registers[register as usize],
            other => unreachable!("{other:?} has no slot"),
        }
    }

    /// The parts of the image that are not zero at power-up: offset and bytes.
    pub(crate) fn initial(&self, design: &Design) -> Vec<(u32, Vec<u8>)> {
        let mut parts = Vec::new();
        let start = self.registers.first().map_or(0, |slot| slot.offset);
        let mut state = Vec::new();
        for (slot, register) in self.registers.iter().zip(&design.registers) {
            state.resize((slot.offset - start) as usize, 0);
            state.extend_from_slice(&register.initial.to_le_bytes()[..slot.bytes as usize]);
        }
        parts.push((start, state));
        for (words, memory) in self.memories.iter().zip(&design.memories) {
            let bytes = words.stride.min(8) as usize;
            let limbs = memory.initial.iter().flat_map(limbs_of);
            let contents = limbs.flat_map(|limb| limb.to_le_bytes().into_iter().take(bytes));
            parts.push((words.offset, contents.collect()));
        }
        parts.retain(|(_, bytes)| bytes.iter().any(|&byte| byte != 0));
        parts
    }
}

/// Type of the value in a slot.
pub(crate) fn slot_type(slot: Slot) -> Ty {
    if slot.bytes == 8 {
        Ty::I64
    } else {
        Ty::I32
    }
}
