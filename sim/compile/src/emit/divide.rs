//! Division of functions that are too long into [parts](super::part).

use super::body::Body;
use super::function::store;
use super::part::Part;
use crate::error::CompileError;
use crate::layout::Slot;
use crate::node::NodeId;

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
        let part = Part::new(body.code, body.locals, body.values);
        let function = self.parts.add(part);
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
        let ty = self.design.pool.ty(node);
        if let Some(slot) = self.parts.slot_of_computed(node, ty) {
            return Some(slot);
        }
        let mut callers = std::iter::successors(self.caller.as_ref(), |body| body.caller.as_ref());
        callers
            .any(|body| body.values.contains_key(&node))
            .then(|| {
                self.used.insert(node);
                self.parts.slot(node, ty)
            })
    }
}
