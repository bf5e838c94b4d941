//! Transitions between complete cycles and the fast path of the stall domain.

use wasm_encoder::BlockType;

use super::body::Body;
use crate::gates::StallDomain;
use crate::node::Ty;

impl Body<'_> {
    /// Before complete cycles: the stall domain may change.
    pub(super) fn start_stall(&mut self) {
        if let Some(stall) = &self.gates.stall {
            self.rest = self.new_local(Ty::I32);
            self.emit().i32_const(0).i32_const(stall.depth as i32);
            self.put(self.scratch.moving);
        }
    }

    /// While the enable is off: counts the cycles in which the stall domain may still change. After
    /// the last of them this loop ends.
    pub(super) fn count_stall(&mut self) {
        let Some(stall) = &self.gates.stall else {
            return;
        };
        let (left, rest, moving) = (0, self.rest, self.scratch.moving);
        self.emit().i32_const(0);
        self.emit().i32_const(stall.depth as i32);
        self.fetch(moving);
        self.emit().i32_const(1).i32_sub();
        self.is_active(StallDomain::NUMBER);
        self.emit().select();
        self.put(moving);
        self.fetch(moving);
        self.emit().i32_eqz().if_(BlockType::Empty);
        self.emit().local_get(left).i32_const(1).i32_sub();
        self.emit().local_set(rest);
        self.emit().i32_const(1).local_set(left).end();
    }

    /// Puts the number of remaining cycles on the stack, including those that are left to the other
    /// loop.
    pub(super) fn all_left(&mut self) {
        let (left, rest) = (0, self.rest);
        self.emit().local_get(left);
        if self.gates.stall.is_some() && !self.is_on_stall_path {
            self.emit().local_get(rest).i32_add();
        }
    }

    /// On the fast path: ends the loop if a value changed that can change the stall domain. The
    /// active partitions are passed on to the complete cycle.
    pub(super) fn stop_if_unstable(&mut self) {
        if !self.is_on_stall_path {
            return;
        }
        self.is_active(StallDomain::NUMBER);
        self.emit().if_(BlockType::Empty);
        let scratch = self.scratch;
        for (&active, &activated) in scratch.active.iter().zip(&scratch.activated) {
            self.emit().i32_const(0);
            self.fetch(active);
            self.put(activated);
        }
        // Leaves the loop.
        let out = 2 + self.nesting;
        self.emit().br(out).end();
    }
}
