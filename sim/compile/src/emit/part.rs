//! Parts of functions: code that was moved to functions of its own, because engines limit the
//! length of a function and the number of its locals.
//!
//! A part is made only when the function so far is full. Locals belong to one function, so a value
//! that another one uses goes through a slot in memory:
//!
//! - The function that calls a part stores the values that the part uses before the call.
//! - A part stores the values at its end that are used after it. They are known only later, so a
//!   part stays open until the module is written.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use wasm_encoder::{Function, ValType};

use super::function::{finish, store};
use crate::error::CompileError;
use crate::layout::Slot;
use crate::node::{NodeId, Ty};

/// The parts of all functions.
pub(super) struct Parts {
    /// Index of the first part among the functions of the module.
    first: u32,
    parts: Vec<Part>,
    /// The part that computed a node in the current plan.
    computed: FxHashMap<NodeId, usize>,
    /// Slots of the values that another function uses.
    slots: FxHashMap<NodeId, Slot>,
    /// End of the memory in use.
    pub(super) end: u32,
}

/// A function without parameter and result. Its end is still to be written.
pub(super) struct Part {
    code: Vec<u8>,
    locals: Vec<ValType>,
    /// Nodes whose value is in a local.
    values: FxHashMap<NodeId, u32>,
    /// Nodes that are stored at the end.
    stored: BTreeSet<NodeId>,
}

impl Part {
    pub(super) fn new(code: Vec<u8>, locals: Vec<ValType>, values: FxHashMap<NodeId, u32>) -> Part {
        Part {
            code,
            locals,
            values,
            stored: BTreeSet::new(),
        }
    }
}

impl Parts {
    /// No parts. They come after `first` other functions, and their slots after `end`.
    pub(super) fn new(first: u32, end: u32) -> Parts {
        Parts {
            first,
            parts: Vec::new(),
            computed: FxHashMap::default(),
            slots: FxHashMap::default(),
            end,
        }
    }

    /// Slot of a value that another function uses.
    pub(super) fn slot(&mut self, node: NodeId, ty: Ty) -> Slot {
        *self.slots.entry(node).or_insert_with(|| {
            let offset = self.end.next_multiple_of(8);
            self.end = offset + 8;
            Slot {
                offset,
                bytes: if ty == Ty::I32 { 4 } else { 8 },
            }
        })
    }

    /// Adds a part. Returns the index of its function.
    pub(super) fn add(&mut self, part: Part) -> u32 {
        let number = self.parts.len();
        let nodes = part.values.keys();
        self.computed.extend(nodes.map(|&node| (node, number)));
        self.parts.push(part);
        self.first + number as u32
    }

    /// Slot of a value that a part computes, if one does. The part stores it at its end.
    pub(super) fn slot_of_computed(&mut self, node: NodeId, ty: Ty) -> Option<Slot> {
        let number = *self.computed.get(&node)?;
        let slot = self.slot(node, ty);
        let part = &mut self.parts[number];
        if part.stored.insert(node) {
            store(&mut part.code, part.values[&node], slot);
        }
        Some(slot)
    }

    /// Forgets which nodes the parts computed, at the start of another plan.
    pub(super) fn forget_values(&mut self) {
        self.computed.clear();
    }

    /// The functions.
    ///
    /// # Errors
    /// If one of them is too long for an engine.
    pub(super) fn functions(self) -> Result<Vec<Function>, CompileError> {
        let parts = self.parts.into_iter();
        parts
            .map(|part| finish(part.code, &part.locals, 0))
            .collect()
    }
}
