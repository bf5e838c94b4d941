//! Parts of functions: code that was moved to functions of its own, because engines limit the
//! length of a function and the number of its locals.
//!
//! A part is made only when the function so far is [full](Body::is_full). Locals belong to one
//! function, so a value that another one uses goes through a slot in memory:
//!
//! - The function that calls a part stores the values that the part uses before the call.
//! - A part stores the values at its end that are used after it. They are known only later, so a
//!   part stays open until the module is written.

use std::collections::{BTreeSet, HashMap};

use wasm_encoder::{Function, InstructionSink, ValType};

use super::{finish, Body};
use crate::error::CompileError;
use crate::layout::{slot_type, Slot};
use crate::node::{NodeId, Ty};

/// The parts of all functions.
pub(super) struct Parts {
    /// Index of the first part among the functions of the module.
    first: u32,
    parts: Vec<Part>,
    /// The part that computed a node in the current plan.
    computed: HashMap<NodeId, usize>,
    /// Slots of the values that another function uses.
    slots: HashMap<NodeId, Slot>,
    /// End of the memory in use.
    pub(super) end: u32,
}

/// A function without parameter and result. Its end is still to be written.
struct Part {
    code: Vec<u8>,
    locals: Vec<ValType>,
    /// Nodes whose value is in a local.
    values: HashMap<NodeId, u32>,
    /// Nodes that are stored at the end.
    stored: BTreeSet<NodeId>,
}

impl Parts {
    /// No parts. They come after `first` other functions, and their slots after `end`.
    pub(super) fn new(first: u32, end: u32) -> Parts {
        Parts {
            first,
            parts: Vec::new(),
            computed: HashMap::new(),
            slots: HashMap::new(),
            end,
        }
    }

    fn slot(&mut self, node: NodeId, ty: Ty) -> Slot {
        *self.slots.entry(node).or_insert_with(|| {
            let offset = self.end.next_multiple_of(8);
            self.end = offset + 8;
            Slot {
                offset,
                bytes: if ty == Ty::I32 { 4 } else { 8 },
            }
        })
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

/// Writes code that stores a local in a slot.
fn store(code: &mut Vec<u8>, local: u32, slot: Slot) {
    let arg = Body::mem_arg(slot);
    let mut code = InstructionSink::new(code);
    code.i32_const(0).local_get(local);
    match slot_type(slot) {
        Ty::I32 => code.i32_store(arg),
        Ty::I64 => code.i64_store(arg),
    };
}

impl Body<'_> {
    /// True if no more code should be added to this function.
    fn is_full(&self) -> bool {
        self.code.len() >= self.gates.options.part_bytes()
            || self.locals.len() > CompileError::MOST_LOCALS / 2
    }

    /// Before more code of a region: if the function is full, the code goes into a new part. `part`
    /// is true while a part of this region is open.
    pub(super) fn make_room(&mut self, part: &mut bool) {
        if self.is_full() {
            self.end_part(part);
            self.start_part();
            *part = true;
        }
    }

    fn start_part(&mut self) {
        let mut body = self.empty(&[]);
        std::mem::swap(&mut self.parts, &mut body.parts);
        let caller = std::mem::replace(self, body);
        self.caller = Some(Box::new(caller));
    }

    /// Returns to the function that calls the part, if one is open.
    pub(super) fn end_part(&mut self, part: &mut bool) {
        if !std::mem::replace(part, false) {
            return;
        }
        let caller = self.caller.take().expect("a part has a caller");
        let mut body = std::mem::replace(self, *caller);
        std::mem::swap(&mut self.parts, &mut body.parts);
        for node in body.used {
            self.hand_over(node);
        }
        let number = self.parts.parts.len();
        let nodes = body.values.keys();
        self.parts
            .computed
            .extend(nodes.map(|&node| (node, number)));
        self.parts.parts.push(Part {
            code: body.code,
            locals: body.locals,
            values: body.values,
            stored: BTreeSet::new(),
        });
        let function = self.parts.first + number as u32;
        self.emit().call(function);
    }

    /// Stores a value that the part uses which is called next.
    fn hand_over(&mut self, node: NodeId) {
        match self.values.get(&node) {
            Some(&local) => {
                let slot = self.parts.slot(node, self.design.pool.ty(node));
                store(&mut self.code, local, slot);
            }
            // It comes from the caller of this function.
            None => drop(self.used.insert(node)),
        }
    }

    /// Slot of a value that another function computes.
    pub(super) fn foreign_slot(&mut self, node: NodeId) -> Option<Slot> {
        if let Some(&number) = self.parts.computed.get(&node) {
            let slot = self.parts.slot(node, self.design.pool.ty(node));
            let part = &mut self.parts.parts[number];
            if part.stored.insert(node) {
                store(&mut part.code, part.values[&node], slot);
            }
            return Some(slot);
        }
        let mut callers = std::iter::successors(self.caller.as_ref(), |body| body.caller.as_ref());
        callers
            .any(|body| body.values.contains_key(&node))
            .then(|| {
                self.used.insert(node);
                self.parts.slot(node, self.design.pool.ty(node))
            })
    }
}
