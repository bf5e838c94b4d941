//! From whole cycles to those in which what keeps pace stands still, and back.

use wasm_encoder::BlockType;

use super::Body;
use crate::node::Ty;
use crate::pace::Pace;

impl Body<'_> {
    /// Before whole cycles: what keeps pace moves.
    pub(super) fn start_pace(&mut self) {
        if let Some(pace) = &self.gates.pace {
            self.rest = self.new_local(Ty::I32);
            self.emit().i32_const(0).i32_const(pace.depth as i32);
            self.put(self.scratch.moving);
        }
    }

    /// While the condition is off: for how many cycles after this one what keeps pace may still move. When there are none, this cycle is the last one here.
    pub(super) fn count_pace(&mut self) {
        let Some(pace) = &self.gates.pace else {
            return;
        };
        let (left, rest, moving) = (0, self.rest, self.scratch.moving);
        self.emit().i32_const(0);
        self.emit().i32_const(pace.depth as i32);
        self.fetch(moving);
        self.emit().i32_const(1).i32_sub();
        self.is_awake(Pace::BIT);
        self.emit().select();
        self.put(moving);
        self.fetch(moving);
        self.emit().i32_eqz().if_(BlockType::Empty);
        self.emit().local_get(left).i32_const(1).i32_sub();
        self.emit().local_set(rest);
        self.emit().i32_const(1).local_set(left).end();
    }

    /// Puts on the stack how many cycles are left, with those that are left for others.
    pub(super) fn all_left(&mut self) {
        let (left, rest) = (0, self.rest);
        self.emit().local_get(left);
        if self.gates.pace.is_some() && !self.is_still {
            self.emit().local_get(rest).i32_add();
        }
    }

    /// Leaves a cycle in which what keeps pace should stand still to those who run whole ones, with what is awake, if something moves it.
    pub(super) fn stop_if_paced(&mut self) {
        if !self.is_still {
            return;
        }
        let awake = self.awake;
        self.is_awake(Pace::BIT);
        self.emit().if_(BlockType::Empty);
        self.emit().i32_const(0).local_get(awake);
        self.put(self.scratch.woken);
        // Out of the loop.
        let out = 2 + self.nesting;
        self.emit().br(out).end();
    }
}
