//! Evaluates the conditions of the [steps](super::steps).
//!
//! **Interface**: `begins` is a strobe: the next run begins, `lock` and `start` say of what kind it
//! is, and `player`, `lines`, `sent` and `t_spin` belong to the lock. `step_ends` is a strobe at
//! the end of a step. `holds` is a level for the condition `code`.

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
    /// The run is that of a hundredth of a second.
    pub tick: Signal<In, Bit>,
    /// Level: the run empties the score tables.
    pub empties: Signal<In, Bit>,
    /// Level: the entry of the score table changes.
    pub entry_changes: Signal<In, Bit>,
    /// Strobe: a lock is scored.
    pub scored: Signal<In, Bit>,
    /// Player of the lock. Sampled with `scored`.
    pub player: Signal<In, Bit>,
    /// Strobe: the run goes on with player 2.
    pub second: Signal<In, Bit>,
    /// Rows that the last clear sends.
    pub sent: Signal<In, Bits<4>>,
    /// Rows that the piece filled.
    pub lines: Signal<In, Bits<3>>,
    /// The lock was a T-spin.
    pub t_spin: Signal<In, Bit>,
    /// Level: two play.
    pub two_players: Signal<In, Bit>,
    /// Level: the mode is sprint.
    pub sprint: Signal<In, Bit>,
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
    /// Level: the run is that of a lock or of a hundredth of a second.
    pub is_short: Signal<Out, Bit>,
    /// Level: the last comparison has found a greater item.
    pub found_greater: Signal<Out, Bit>,
    /// Level: the run is that of the end of a game of one.
    pub is_end_of_one: Signal<Out, Bit>,
    /// Level: that game has a result.
    pub has_result: Signal<Out, Bit>,
    /// The player of the run.
    pub of_player: Signal<Out, Bit>,
    /// Level: rows sent are left to be counted.
    pub has_sent: Signal<Out, Bit>,
    /// Level: the run is that of a new game.
    pub is_start: Signal<Out, Bit>,
    /// Level: the run is that of the end of a game, or of no game.
    pub is_over: Signal<Out, Bit>,
    /// Level: the run is that of a lock that cleared no row.
    pub breaks_chain: Signal<Out, Bit>,
    in_lock: DFF<Bit>,
    in_start: DFF<Bit>,
    in_tick: DFF<Bit>,
    lock_player: DFF<Bit>,
    player_now: DFF<Bit>,
    sent_left: DFF<Bits<4>>,
    counted_lines: DFF<Bits<3>>,
    counted_spin: DFF<Bit>,
    /// The last piece of player 1 has cleared rows, and that of player 2.
    chain_one: DFF<Bit>,
    chain_two: DFF<Bit>,
    is_greater: DFF<Bit>,
    has_lines: Signal<Local, Bit>,
    over: Signal<Local, Bit>,
    chain_now: Signal<Local, Bit>,
    loser: Signal<Local, Bits<2>>,
    is_match: Signal<Local, Bit>,
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
    #[value(condition::TICK)]
    on_tick: Constant<Bits<4>>,
    #[value(condition::POINTS)]
    on_points: Constant<Bits<4>>,
    #[value(condition::ENTRY)]
    on_entry: Constant<Bits<4>>,
    #[value(condition::WIN)]
    on_win: Constant<Bits<4>>,
    #[value(condition::END)]
    on_end: Constant<Bits<4>>,
    #[value(condition::RATE)]
    on_rate: Constant<Bits<4>>,
}

#[clocked]
impl Logic for StepCondition {
    #[hdl_gen]
    fn update(&mut self) {
        self.is_start.next = self.in_start.q.val();
        self.has_lines.next = self.counted_lines.q.val().any();
        self.breaks_chain.next = self.in_lock.q.val() & !self.has_lines.val();
        self.is_short.next = self.in_lock.q.val() | self.in_tick.q.val();
        self.found_greater.next = self.is_greater.q.val();
        self.of_player.next = self.player_now.q.val();
        self.has_sent.next = self.sent_left.q.val().any();
        self.over.next = !self.is_short.val() & !self.in_start.q.val() & !self.empties.val();
        self.loser.next = 2.into();
        self.chain_now.next = self.chain_one.q.val();
        if self.player_now.q.val() {
            self.loser.next = 1.into();
            self.chain_now.next = self.chain_two.q.val();
        }
        self.is_over.next = self.over.val();
        self.is_match.next = self.over.val() & self.two_players.val();
        self.is_end_of_one.next = self.over.val() & !self.two_players.val();
        // A sprint counts if it has reached its goal.
        self.has_result.next =
            self.is_end_of_one.val() & (!self.sprint.val() | self.finished.val());
        if self.code.val() == self.on_always.val() {
            self.holds.next = true;
        } else if self.code.val() == self.on_lock.val() {
            self.holds.next = self.in_lock.q.val();
        } else if self.code.val() == self.on_quad.val() {
            self.holds.next = self.has_sent.val()
                | (self.in_lock.q.val()
                    & self.counted_lines.q.val().get_bit(2)
                    & !self.two_players.val());
        } else if self.code.val() == self.on_spin.val() {
            self.holds.next = self.in_lock.q.val() & self.counted_spin.q.val();
        } else if self.code.val() == self.on_chain.val() {
            self.holds.next = self.in_lock.q.val() & self.chain_now.val();
        } else if self.code.val() == self.on_greater.val() {
            self.holds.next = self.is_greater.q.val();
        } else if self.code.val() == self.on_tick.val() {
            self.holds.next = self.in_tick.q.val();
        } else if self.code.val() == self.on_points.val() {
            self.holds.next = !self.sprint.val();
        } else if self.code.val() == self.on_entry.val() {
            self.holds.next = self.entry_changes.val();
        } else if self.code.val() == self.on_win.val() {
            self.holds.next = self.is_match.val() & (self.out.val() == self.loser.val());
        } else if self.code.val() == self.on_end.val() {
            self.holds.next = self.over.val();
        } else if self.code.val() == self.on_rate.val() {
            self.holds.next = self.over.val() & self.is_greater.q.val();
        }
        if self.begins.val() {
            self.in_lock.d.next = self.lock.val();
            self.in_start.d.next = self.start.val();
            self.in_tick.d.next = self.tick.val();
            self.player_now.d.next = self.lock.val() & self.lock_player.q.val();
            self.sent_left.d.next = 0.into();
            if self.lock.val() & self.lines.val().any() {
                self.sent_left.d.next = self.sent.val();
            }
            // The next piece may lock before this one is counted.
            self.counted_lines.d.next = self.lines.val();
            self.counted_spin.d.next = self.t_spin.val();
        }
        if self.step_ends.val() {
            self.is_greater.d.next = self.greater.val();
            if (self.code.val() == self.on_quad.val()) & self.has_sent.val() {
                self.sent_left.d.next = self.sent_left.q.val() - 1;
            }
            if self.counts_chain.val() {
                if self.player_now.q.val() {
                    self.chain_two.d.next = self.in_lock.q.val() & self.has_lines.val();
                } else {
                    self.chain_one.d.next = self.in_lock.q.val() & self.has_lines.val();
                }
            }
        }
        if self.scored.val() {
            self.lock_player.d.next = self.player.val();
        }
        if self.second.val() {
            self.player_now.d.next = true;
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
    fn only_a_game_of_one_that_has_ended_has_a_result() {
        use condition::{ALWAYS, END, ENTRY, GREATER, LOCK, POINTS, RATE, TICK, WIN};
        let mut uut = Bench::new(StepCondition::default());
        assert_eq!(holding(&mut uut), [ALWAYS, POINTS, END]);
        end_step(&mut uut, true, false);
        assert_eq!(holding(&mut uut), [ALWAYS, GREATER, POINTS, END, RATE]);
        assert!(peek!(uut.has_result) && peek!(uut.is_end_of_one));
        poke!(uut.entry_changes = true);
        assert!(holding(&mut uut).contains(&ENTRY));
        poke!(uut.entry_changes = false);
        poke!(uut.sprint = true);
        assert_eq!(holding(&mut uut), [ALWAYS, GREATER, END, RATE]);
        assert!(
            !peek!(uut.has_result) && peek!(uut.is_end_of_one),
            "no goal"
        );
        poke!(uut.finished = true);
        assert!(peek!(uut.has_result));
        poke!(uut.sprint = false);
        poke!(uut.two_players = true);
        assert!(!peek!(uut.has_result) && !peek!(uut.is_end_of_one));
        for (out, wins) in [(1, [false, true]), (2, [true, false]), (3, [false, false])] {
            poke!(uut.out = (out as u8).to_bits());
            begin(&mut uut, false, false);
            assert_eq!(holding(&mut uut).contains(&WIN), wins[0], "{out}");
            poke!(uut.second = true);
            tick!(uut);
            poke!(uut.second = false);
            assert_eq!(holding(&mut uut).contains(&WIN), wins[1], "{out}");
        }
        poke!(uut.out = 1.into());
        begin(&mut uut, true, false);
        assert_eq!(holding(&mut uut), [ALWAYS, LOCK, GREATER, POINTS]);
        begin(&mut uut, false, true);
        assert_eq!(holding(&mut uut), [ALWAYS, GREATER, POINTS]);
        poke!(uut.tick = true);
        begin(&mut uut, false, false);
        assert_eq!(holding(&mut uut), [ALWAYS, GREATER, TICK, POINTS]);
        poke!(uut.tick = false);
        poke!(uut.two_players = false);
        poke!(uut.empties = true);
        begin(&mut uut, false, false);
        assert!(!peek!(uut.is_end_of_one) && !peek!(uut.has_result));
    }
}
