//! Code of the stall domain: it runs while the enable is on, and until the domain is stable.

use wasm_encoder::BlockType;

use super::body::Body;
use crate::region::RegionId;

impl Body<'_> {
    /// A trigger of the stall domain changed: one more stage of it is stable after each cycle.
    pub(super) fn move_stall(&mut self) {
        if let Some(stall) = &self.gates.stall {
            self.emit().i32_const(0).i32_const(stall.depth as i32);
            self.put(self.scratch.moving);
        }
    }

    /// A region that runs unless the stall domain is stable.
    pub(super) fn if_moving(&mut self, then: RegionId) {
        self.fetch(self.scratch.moving);
        self.emit().if_(BlockType::Empty);
        self.region(then);
        self.emit().end();
    }

    /// While the enable is off: counts the cycles in which the stall domain may still change.
    pub(super) fn count_stall(&mut self) {
        let moving = self.scratch.moving;
        self.emit().i32_const(0);
        self.fetch(moving);
        self.emit().i32_const(1).i32_sub();
        self.put(moving);
    }
}
