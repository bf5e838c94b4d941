//! Code of the free-running counters: it runs at a deadline, and after a trigger changed.

use wasm_encoder::BlockType;

use super::body::Body;
use crate::gates::{Deadline, FreeCounters};
use crate::node::{ones, NodeId, Ty};
use crate::place::Plan;
use crate::region::RegionId;

impl<'a> Body<'a> {
    fn has_free_counters(&self) -> bool {
        !self.gates.free_counters.registers.is_empty()
    }

    /// Before all cycles: the counters in memory are exact.
    pub(super) fn start_free_counters(&mut self) {
        if self.has_free_counters() {
            self.due = self.new_local(Ty::I32);
            let (left, due) = (0, self.due);
            self.emit().local_get(left).local_set(due);
            self.leave_alone(left);
        }
    }

    /// Records the number of remaining cycles at which the counters were exact.
    fn leave_alone(&mut self, left: u32) {
        self.emit().i32_const(0).local_get(left);
        self.put(self.scratch.alone);
    }

    /// Runs the counters and compares them, if they are due or one of their triggers changed.
    pub(super) fn count_if_due(&mut self) {
        let (left, due, function) = (0, self.due, self.functions.count());
        self.emit().local_get(left).local_get(due).i32_eq();
        self.is_active(FreeCounters::NUMBER);
        self.emit().i32_or().if_(BlockType::Empty);
        self.emit().local_get(left).call(function).local_set(due);
        self.emit().end();
    }

    /// `count(left)`: runs the counters and compares them. Returns the number of remaining cycles
    /// at which they are due again.
    pub(super) fn count(&mut self, plan: &'a Plan) {
        self.due = self.new_local(Ty::I32);
        self.set_free_counters();
        for (&register, &(before, _)) in &self.scratch.free_counters {
            self.emit().i32_const(0);
            self.fetch(self.layout.registers[register]);
            self.put(before);
        }
        self.plan = plan;
        self.region(RegionId(0));
        let due = self.due;
        self.emit().local_get(due);
    }

    /// Sets the counters to their exact values.
    pub(super) fn set_free_counters(&mut self) {
        if !self.has_free_counters() {
            return;
        }
        let cycles = self.new_local(Ty::I32);
        let left = 0;
        self.fetch(self.scratch.alone);
        self.emit().local_get(left).i32_sub().local_tee(cycles);
        self.emit().if_(BlockType::Empty);
        for (&register, &(_, step)) in &self.scratch.free_counters {
            let slot = self.layout.registers[register];
            let mask = ones(self.design.registers[register].width) as i32;
            self.emit().i32_const(0);
            self.fetch(slot);
            self.fetch(step);
            self.emit()
                .local_get(cycles)
                .i32_mul()
                .i32_add()
                .i32_const(mask)
                .i32_and();
            self.put(slot);
        }
        self.emit().end();
    }

    /// After the counters ran: computes the next deadline. It is the next cycle if a trigger
    /// changed in this one, because then a step may differ from the last one.
    pub(super) fn set_deadline(&mut self, values: &[NodeId]) {
        values.iter().for_each(|&value| self.compute_here(value));
        let (left, due) = (0, self.due);
        let [next, now, step, least, cycles] = [(); 5].map(|()| self.new_local(Ty::I32));
        self.emit().local_get(left).i32_const(1).i32_sub();
        self.emit().local_tee(next).local_set(due);
        self.leave_alone(next);
        self.is_active(FreeCounters::NUMBER);
        self.emit().i32_eqz().if_(BlockType::Empty);
        self.emit().i32_const(i32::MAX).local_set(least);
        for (&register, deadlines) in &self.gates.free_counters.registers {
            let mask = ones(self.design.registers[register].width) as i32;
            let (before, step_slot) = self.scratch.free_counters[&register];
            self.fetch(self.layout.registers[register]);
            self.emit().local_tee(now);
            self.fetch(before);
            self.emit()
                .i32_sub()
                .i32_const(mask)
                .i32_and()
                .local_set(step);
            self.emit().i32_const(0).local_get(step);
            self.put(step_slot);
            self.emit().local_get(step).if_(BlockType::Empty);
            for deadline in deadlines {
                // For a step of -1 the distances are reversed, and bits change after zeros, not
                // before.
                match *deadline {
                    Deadline::At(value) => {
                        self.value(value, Ty::I32);
                        self.emit().local_get(now).i32_sub();
                        self.emit().local_get(step).i32_mul();
                        self.emit().i32_const(mask).i32_and().local_set(cycles);
                        // In the cycle after it the comparison may change back.
                        self.emit().i32_const(0).local_get(cycles);
                        self.emit().local_get(cycles).i32_const(mask).i32_eq();
                        self.emit().select();
                    }
                    Deadline::Every(shift) => {
                        self.emit().i32_const(0).local_get(now).i32_sub();
                        self.emit().local_get(step).i32_mul();
                        self.emit().local_get(step).i32_const(1).i32_ne().i32_add();
                        self.emit().i32_const(ones(shift) as i32).i32_and();
                    }
                }
                self.emit().local_tee(cycles).local_get(least);
                self.emit()
                    .local_get(cycles)
                    .local_get(least)
                    .i32_lt_u()
                    .select();
                self.emit().local_set(least);
            }
            // A deadline can only be computed for a step of 1 or -1.
            self.emit().local_get(least).i32_const(0);
            self.emit().local_get(step).i32_const(1).i32_eq();
            self.emit().local_get(step).i32_const(mask).i32_eq();
            self.emit().i32_or().select();
            self.emit().local_set(least).end();
        }
        self.emit().local_get(next).local_get(least).i32_sub();
        self.emit().local_set(due).end();
    }
}
