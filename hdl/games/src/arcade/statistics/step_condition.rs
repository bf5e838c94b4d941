//! Evaluates the conditions of the [steps](super::steps).
//!
//! **Interface**: `begins` is a strobe: the next run begins, `lock` and `start` say of what kind it
//! is, and `lines` and `t_spin` belong to the lock. `step_ends` is a strobe at the end of a step.
//! `holds` is a level for the condition `code`.

use super::steps::condition;
use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// The conditions.
#[derive(LogicBlock, Module)]
pub struct StepCondition {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: a run begins.
    pub begins: Signal<In, Bit>,
    /// The run is that of a lock.
    pub lock: Signal<In, Bit>,
    /// The run is that of a new game.
    pub start: Signal<In, Bit>,
    /// Rows that the piece filled.
    pub lines: Signal<In, Bits<3>>,
    /// The lock was a T-spin.
    pub t_spin: Signal<In, Bit>,
    /// Level: two play.
    pub two_players: Signal<In, Bit>,
    /// Level: the mode is sprint.
    pub sprint: Signal<In, Bit>,
    /// Level: the mode is ultra.
    pub ultra: Signal<In, Bit>,
    /// Level: the goal was reached, or the time is up.
    pub finished: Signal<In, Bit>,
    /// Players who are out: bit 0 player 1, bit 1 player 2.
    pub out: Signal<In, Bits<2>>,
    /// Strobe: a step ends.
    pub step_ends: Signal<In, Bit>,
    /// Level: the comparison of the step has found a greater item.
    pub greater: Signal<In, Bit>,
    /// Level: the step counts the chain, or clears it.
    pub counts_chain: Signal<In, Bit>,
    /// Condition of the step, see [`condition`].
    pub code: Signal<In, Bits<4>>,
    /// Level: it holds.
    #[default(false)]
    pub holds: Signal<Out, Bit>,
    /// Level: the run is that of a lock.
    pub is_lock: Signal<Out, Bit>,
    /// Level: the run is that of a new game.
    pub is_start: Signal<Out, Bit>,
    /// Level: the run is that of the end of a game, or of no game.
    pub is_over: Signal<Out, Bit>,
    /// Level: the run is that of a lock that cleared no row.
    pub breaks_chain: Signal<Out, Bit>,
    in_lock: DFF<Bit>,
    in_start: DFF<Bit>,
    counted_lines: DFF<Bits<3>>,
    counted_spin: DFF<Bit>,
    /// The last piece has cleared rows.
    in_chain: DFF<Bit>,
    is_greater: DFF<Bit>,
    has_lines: Signal<Local, Bit>,
    over: Signal<Local, Bit>,
    is_match: Signal<Local, Bit>,
    is_record: Signal<Local, Bit>,
    #[value(condition::ALWAYS)]
    on_always: Constant<Bits<4>>,
    #[value(condition::LOCK)]
    on_lock: Constant<Bits<4>>,
    #[value(condition::QUAD)]
    on_quad: Constant<Bits<4>>,
    #[value(condition::SPIN)]
    on_spin: Constant<Bits<4>>,
    #[value(condition::CHAIN)]
    on_chain: Constant<Bits<4>>,
    #[value(condition::GREATER)]
    on_greater: Constant<Bits<4>>,
    #[value(condition::ULTRA)]
    on_ultra: Constant<Bits<4>>,
    #[value(condition::POINTS)]
    on_points: Constant<Bits<4>>,
    #[value(condition::RECORD)]
    on_record: Constant<Bits<4>>,
    #[value(condition::WIN_ONE)]
    on_win_one: Constant<Bits<4>>,
    #[value(condition::WIN_TWO)]
    on_win_two: Constant<Bits<4>>,
}

#[clocked]
impl Logic for StepCondition {
    #[hdl_gen]
    fn update(&mut self) {
        self.is_lock.next = self.in_lock.q.val();
        self.is_start.next = self.in_start.q.val();
        self.has_lines.next = self.counted_lines.q.val().any();
        self.breaks_chain.next = self.in_lock.q.val() & !self.has_lines.val();
        self.over.next = !self.in_lock.q.val() & !self.in_start.q.val();
        self.is_over.next = self.over.val();
        self.is_match.next = self.over.val() & self.two_players.val();
        // A sprint counts if it has reached its goal.
        self.is_record.next = self.is_greater.q.val()
            & self.over.val()
            & !self.two_players.val()
            & (!self.sprint.val() | self.finished.val());
        if self.code.val() == self.on_always.val() {
            self.holds.next = true;
        } else if self.code.val() == self.on_lock.val() {
            self.holds.next = self.in_lock.q.val();
        } else if self.code.val() == self.on_quad.val() {
            self.holds.next = self.in_lock.q.val() & self.counted_lines.q.val().get_bit(2);
        } else if self.code.val() == self.on_spin.val() {
            self.holds.next = self.in_lock.q.val() & self.counted_spin.q.val();
        } else if self.code.val() == self.on_chain.val() {
            self.holds.next = self.in_lock.q.val() & self.in_chain.q.val();
        } else if self.code.val() == self.on_greater.val() {
            self.holds.next = self.is_greater.q.val();
        } else if self.code.val() == self.on_ultra.val() {
            self.holds.next = self.in_start.q.val() & self.ultra.val();
        } else if self.code.val() == self.on_points.val() {
            self.holds.next = !self.sprint.val();
        } else if self.code.val() == self.on_record.val() {
            self.holds.next = self.is_record.val();
        } else if self.code.val() == self.on_win_one.val() {
            self.holds.next = self.is_match.val() & (self.out.val() == 2);
        } else if self.code.val() == self.on_win_two.val() {
            self.holds.next = self.is_match.val() & (self.out.val() == 1);
        }
        if self.begins.val() {
            self.in_lock.d.next = self.lock.val();
            self.in_start.d.next = self.start.val();
            // The next piece may lock before this one is counted.
            self.counted_lines.d.next = self.lines.val();
            self.counted_spin.d.next = self.t_spin.val();
        }
        if self.step_ends.val() {
            self.is_greater.d.next = self.greater.val();
            if self.counts_chain.val() {
                self.in_chain.d.next = self.in_lock.q.val() & self.has_lines.val();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    fn begin(uut: &mut Bench<StepCondition>, lock: bool, start: bool) {
        poke!(uut.lock = lock);
        poke!(uut.start = start);
        poke!(uut.begins = true);
        tick!(uut);
        poke!(uut.begins = false);
    }

    fn end_step(uut: &mut Bench<StepCondition>, greater: bool, counts_chain: bool) {
        poke!(uut.greater = greater);
        poke!(uut.counts_chain = counts_chain);
        poke!(uut.step_ends = true);
        tick!(uut);
        poke!(uut.step_ends = false);
    }

    /// The conditions that hold.
    fn holding(uut: &mut Bench<StepCondition>) -> Vec<u8> {
        let holds = |&code: &u8| {
            poke!(uut.code = code.to_bits());
            peek!(uut.holds)
        };
        (condition::NEVER..16).filter(holds).collect()
    }

    #[test]
    fn a_lock_holds_for_its_rows_and_its_spin() {
        use condition::{ALWAYS, CHAIN, LOCK, POINTS, QUAD, SPIN};
        let mut uut = Bench::new(StepCondition::default());
        poke!(uut.lines = 4.into());
        begin(&mut uut, true, false);
        assert_eq!(holding(&mut uut), [ALWAYS, LOCK, QUAD, POINTS]);
        end_step(&mut uut, false, true);
        poke!(uut.lines = 0.into());
        poke!(uut.t_spin = true);
        begin(&mut uut, true, false);
        assert_eq!(holding(&mut uut), [ALWAYS, LOCK, SPIN, CHAIN, POINTS]);
        assert!(peek!(uut.breaks_chain));
        end_step(&mut uut, false, true);
        assert_eq!(holding(&mut uut), [ALWAYS, LOCK, SPIN, POINTS]);
    }

    #[test]
    fn only_a_game_of_one_that_has_ended_holds_for_a_record() {
        use condition::{ALWAYS, GREATER, LOCK, POINTS, RECORD, ULTRA, WIN_ONE, WIN_TWO};
        let mut uut = Bench::new(StepCondition::default());
        end_step(&mut uut, true, false);
        assert_eq!(holding(&mut uut), [ALWAYS, GREATER, POINTS, RECORD]);
        poke!(uut.sprint = true);
        assert_eq!(holding(&mut uut), [ALWAYS, GREATER], "no goal");
        poke!(uut.finished = true);
        assert_eq!(holding(&mut uut), [ALWAYS, GREATER, RECORD]);
        poke!(uut.sprint = false);
        poke!(uut.two_players = true);
        poke!(uut.out = 1.into());
        assert_eq!(holding(&mut uut), [ALWAYS, GREATER, POINTS, WIN_TWO]);
        poke!(uut.out = 2.into());
        assert_eq!(holding(&mut uut), [ALWAYS, GREATER, POINTS, WIN_ONE]);
        poke!(uut.out = 3.into());
        assert_eq!(holding(&mut uut), [ALWAYS, GREATER, POINTS], "a draw");
        poke!(uut.out = 1.into());
        begin(&mut uut, true, false);
        assert_eq!(holding(&mut uut), [ALWAYS, LOCK, GREATER, POINTS]);
        poke!(uut.ultra = true);
        begin(&mut uut, false, true);
        assert_eq!(holding(&mut uut), [ALWAYS, GREATER, ULTRA, POINTS]);
    }
}
