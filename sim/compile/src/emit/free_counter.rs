//! Fast path of cycles in which no free-running counter has to be compared.

use wasm_encoder::BlockType;

use super::body::Body;
use crate::gates::{Deadline, FreeCounters};
use crate::node::{ones, NodeId, Ty};
use crate::place::Plan;
use crate::region::{Cycle, RegionId};

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

    /// Runs the logic that is computed in every cycle, with the counters or without.
    pub(super) fn cycle(&mut self, plans: &'a Cycle<Plan>) {
        let Some(fast) = &plans.fast else {
            self.plan = &plans.full;
            return self.region(RegionId(0));
        };
        let (left, due) = (0, self.due);
        self.emit().block(BlockType::Empty).block(BlockType::Empty);
        self.emit().local_get(left).local_get(due).i32_eq().br_if(0);
        self.is_active(FreeCounters::NUMBER);
        self.emit().br_if(0);
        self.nesting = 2;
        self.plan = fast;
        self.forget_values();
        self.region(RegionId(0));
        self.emit().br(1).end();
        self.nesting = 1;
        self.set_free_counters();
        self.leave_alone(left);
        for (&register, &(before, _)) in &self.scratch.free_counters {
            self.emit().i32_const(0);
            self.fetch(self.layout.registers[register]);
            self.put(before);
        }
        self.emit().i32_const(0).local_set(due);
        self.plan = &plans.full;
        self.forget_values();
        self.region(RegionId(0));
        self.forget_values();
        let next = self.new_local(Ty::I32);
        self.all_left();
        self.emit().i32_const(1).i32_sub().local_tee(next);
        self.emit().local_get(due).i32_sub().local_set(due);
        self.leave_alone(next);
        self.emit().end();
        self.nesting = 0;
    }

    /// Sets the counters to their exact values.
    pub(super) fn set_free_counters(&mut self) {
        if !self.has_free_counters() {
            return;
        }
        let cycles = self.new_local(Ty::I32);
        self.fetch(self.scratch.alone);
        self.all_left();
        self.emit().i32_sub().local_tee(cycles);
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

    /// At the end of a cycle in which no trigger changed: computes the number of cycles until the
    /// next deadline.
    pub(super) fn set_deadline(&mut self, values: &[NodeId]) {
        values.iter().for_each(|&value| self.compute_here(value));
        let due = self.due;
        let [now, step, least, cycles] = [(); 4].map(|()| self.new_local(Ty::I32));
        self.is_active(FreeCounters::NUMBER);
        self.emit().i32_eqz().if_(BlockType::Empty);
        self.emit().i32_const(i32::MAX).local_set(least);
        for (&register, deadlines) in &self.gates.free_counters.registers {
            let mask = ones(self.design.registers[register].width) as i32;
            let (before, hoisted_step) = self.scratch.free_counters[&register];
            self.fetch(self.layout.registers[register]);
            self.emit().local_tee(now);
            self.fetch(before);
            self.emit()
                .i32_sub()
                .i32_const(mask)
                .i32_and()
                .local_set(step);
            self.emit().i32_const(0).local_get(step);
            self.put(hoisted_step);
            self.emit().local_get(step).if_(BlockType::Empty);
            for deadline in deadlines {
                // For a step of -1 the distances are reversed, and bits change after zeros, not
                // before.
                match *deadline {
                    Deadline::At(value) => {
                        self.value(value, Ty::I32);
                        self.emit().local_get(now).i32_sub();
                        self.emit().local_get(step).i32_mul();
                        self.emit().i32_const(mask).i32_and();
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
        self.emit().local_get(least).local_set(due).end();
    }
}
