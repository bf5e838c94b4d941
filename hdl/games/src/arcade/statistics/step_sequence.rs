//! Goes through the [steps](super::steps) of a run.
//!
//! While `waits` is high no walk begins. A row that has not begun is given up then, since the
//! settings look up other rows.
//!
//! **Interface**: `begins` is high while no run is in progress and nothing waits or pauses; then
//! `first_step` is taken, and 0 is none. A step lasts from the clock after `starts`, a strobe, to
//! the clock in which `busy` is low. `ends` is a strobe at its end. `aborts` is a strobe that ends
//! the run at once.

use super::steps::{condition, step, Last};
use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// The sequence.
#[derive(LogicBlock, Module)]
pub struct StepSequence {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// First step of the next run, 0 if there is none.
    pub first_step: Signal<In, Bits<4>>,
    /// Level: the memory of the decimal unit is not free.
    pub waits: Signal<In, Bit>,
    /// Level: no run may begin.
    pub pauses: Signal<In, Bit>,
    /// Level: the walk of the decimal unit goes on.
    pub busy: Signal<In, Bit>,
    /// Level: a row that is being shown is another one.
    pub row_changes: Signal<In, Bit>,
    /// Condition of the step.
    pub condition: Signal<In, Bits<4>>,
    /// Level: the condition holds.
    pub holds: Signal<In, Bit>,
    /// When the run ends, see [`Last`].
    pub last: Signal<In, Bits<2>>,
    /// Level: the run is that of a lock or of a hundredth of a second.
    pub is_short: Signal<In, Bit>,
    /// Level: rows sent are left to be counted.
    pub has_sent: Signal<In, Bit>,
    /// Level: another entry of the score table follows.
    pub more_entries: Signal<In, Bit>,
    /// Level: the run empties the score tables.
    pub empties: Signal<In, Bit>,
    /// Level: the count of the step has its highest value.
    pub saturates: Signal<In, Bit>,
    /// Level: two play.
    pub two_players: Signal<In, Bit>,
    /// The player of the run.
    pub player: Signal<In, Bit>,
    /// The step.
    pub step: Signal<Out, Bits<4>>,
    /// Level: no step.
    pub is_free: Signal<Out, Bit>,
    /// Level: no step, and one may begin.
    pub begins: Signal<Out, Bit>,
    /// Level: the step belongs to an entry of the score table.
    pub in_entry: Signal<Out, Bit>,
    /// Strobe: the entry has been compared.
    pub ends_compare: Signal<Out, Bit>,
    /// Strobe: the entry is done.
    pub ends_entry: Signal<Out, Bit>,
    /// Level: the step shows a row.
    pub in_row: Signal<Out, Bit>,
    /// Strobe: the walk of the step begins.
    pub starts: Signal<Out, Bit>,
    /// Strobe: the step ends.
    pub ends: Signal<Out, Bit>,
    /// Strobe: the step of a row ends early.
    pub aborts: Signal<Out, Bit>,
    /// Strobe: the run goes on with player 2.
    pub second: Signal<Out, Bit>,
    /// Strobe: the last step of a game's end is done.
    pub at_end: Signal<Out, Bit>,
    step_now: DFF<Bits<4>>,
    /// The walk of the step has not begun.
    is_fresh: DFF<Bit>,
    is_idle: Signal<Local, Bit>,
    may_begin: Signal<Local, Bit>,
    is_held: Signal<Local, Bit>,
    of_row: Signal<Local, Bit>,
    ends_step: Signal<Local, Bit>,
    of_rate: Signal<Local, Bit>,
    of_compare: Signal<Local, Bit>,
    of_entry: Signal<Local, Bit>,
    divides: Signal<Local, Bit>,
    goes_on: Signal<Local, Bit>,
    is_last: Signal<Local, Bit>,
    stops: Signal<Local, Bit>,
    #[value(step::IDLE)]
    idle: Constant<Bits<4>>,
    #[value(step::ROW)]
    row: Constant<Bits<4>>,
    #[value(step::PIECES)]
    pieces: Constant<Bits<4>>,
    #[value(step::COMPARE)]
    compare: Constant<Bits<4>>,
    #[value(step::ENTRY)]
    entry: Constant<Bits<4>>,
    #[value(step::DIVIDE)]
    divide: Constant<Bits<4>>,
    #[value(condition::QUAD)]
    of_quad: Constant<Bits<4>>,
    #[value(Last::OfShort as u8)]
    last_of_short: Constant<Bits<2>>,
    #[value(Last::OfAll as u8)]
    last_of_all: Constant<Bits<2>>,
    #[value(Last::OfEnd as u8)]
    last_of_end: Constant<Bits<2>>,
}

#[clocked]
impl Logic for StepSequence {
    #[hdl_gen]
    fn update(&mut self) {
        self.is_idle.next = self.step_now.q.val() == self.idle.val();
        self.of_row.next = self.step_now.q.val() == self.row.val();
        self.of_compare.next = self.step_now.q.val() == self.compare.val();
        self.of_entry.next = self.step_now.q.val() == self.entry.val();
        // After an abort the first clock of rest is not fresh.
        self.ends_step.next = !self.is_idle.val() & !self.is_fresh.q.val() & !self.busy.val();
        self.is_held.next = self.is_fresh.q.val() & self.waits.val();
        self.is_fresh.d.next = self.is_idle.val() | self.ends_step.val() | self.is_held.val();
        self.stops.next = self.of_row.val() & (self.row_changes.val() | self.is_held.val());
        self.of_rate.next = self.last.val() == self.last_of_end.val();
        self.divides.next = self.of_rate.val() & self.holds.val() & !self.saturates.val();
        self.goes_on.next =
            self.of_rate.val() & !self.divides.val() & self.two_players.val() & !self.player.val();
        self.is_last.next = (self.last.val() == self.last_of_all.val())
            | (self.of_rate.val() & !self.divides.val() & !self.goes_on.val())
            | ((self.last.val() == self.last_of_short.val()) & self.is_short.val())
            | (self.of_entry.val() & self.empties.val() & !self.more_entries.val());
        self.may_begin.next = self.is_idle.val() & !self.waits.val() & !self.pauses.val();
        if self.may_begin.val() {
            self.step_now.d.next = self.first_step.val();
        } else if self.ends_step.val() {
            self.step_now.d.next = self.step_now.q.val() + 1;
            if (self.condition.val() == self.of_quad.val()) & self.has_sent.val() {
                self.step_now.d.next = self.step_now.q.val();
            } else if self.of_entry.val() & self.more_entries.val() {
                self.step_now.d.next = self.compare.val();
            } else if self.divides.val() {
                self.step_now.d.next = self.divide.val();
            } else if self.goes_on.val() {
                self.step_now.d.next = self.pieces.val();
            }
        }
        if (self.ends_step.val() & self.is_last.val()) | self.stops.val() {
            self.step_now.d.next = self.idle.val();
        }
        self.step.next = self.step_now.q.val();
        self.is_free.next = self.is_idle.val();
        self.begins.next = self.may_begin.val();
        self.in_row.next = self.of_row.val();
        self.in_entry.next = self.of_compare.val() | self.of_entry.val();
        self.ends_compare.next = self.ends_step.val() & self.of_compare.val();
        self.ends_entry.next = self.ends_step.val() & self.of_entry.val();
        self.starts.next = self.is_fresh.q.val() & !self.is_idle.val() & !self.waits.val();
        self.ends.next = self.ends_step.val();
        self.aborts.next = self.stops.val();
        self.second.next = self.ends_step.val() & self.goes_on.val();
        self.at_end.next = self.ends_step.val() & self.of_rate.val() & self.is_last.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arcade::statistics::steps::{Step, STEPS};
    use gatefall_bench::{peek, poke, tick, Bench};

    /// The steps of a run in their order. `levels` sets the levels of each step.
    fn run(first: u8, levels: impl Fn(&mut Bench<StepSequence>, &Step, usize)) -> Vec<u8> {
        let mut uut = Bench::new(StepSequence::default());
        poke!(uut.two_players = true);
        poke!(uut.first_step = first.to_bits());
        tick!(uut);
        poke!(uut.first_step = 0.into());
        let mut steps = vec![];
        while !peek!(uut.begins) {
            let number = peek!(uut.step).to_u8();
            let step = &STEPS[usize::from(number)];
            poke!(uut.condition = step.condition.to_bits());
            poke!(uut.last = (step.last as u8).to_bits());
            levels(&mut uut, step, steps.len());
            steps.push(number);
            assert!(peek!(uut.starts) && !peek!(uut.ends));
            tick!(uut);
            let goes_on = peek!(uut.second);
            tick!(uut);
            if goes_on {
                poke!(uut.player = true);
            }
        }
        steps
    }

    #[test]
    fn no_run_begins_during_a_pause_or_while_the_memory_is_not_free() {
        let mut uut = Bench::new(StepSequence::default());
        poke!(uut.first_step = step::PIECES.to_bits());
        for (pauses, waits) in [(true, false), (false, true), (true, true), (false, false)] {
            poke!(uut.pauses = pauses);
            poke!(uut.waits = waits);
            assert_eq!(peek!(uut.begins), !pauses && !waits);
            tick!(uut);
            assert_eq!(peek!(uut.is_free), pauses || waits);
        }
    }

    #[test]
    fn rows_that_are_sent_are_counted_one_by_one_within_a_lock() {
        let steps = run(step::PIECES, |uut, step, count| {
            poke!(uut.is_short = true);
            poke!(uut.has_sent = step.condition == condition::QUAD && count < 4);
        });
        assert_eq!(steps, [3, 4, 4, 4, 4, 5, 6, 7, 8]);
    }

    #[test]
    fn an_end_divides_for_both_players_until_the_rest_is_smaller() {
        let steps = run(step::PIECES, |uut, _, count| {
            poke!(uut.holds = (12..15).contains(&count));
        });
        let all: Vec<u8> = (3..16).collect();
        let expected = [&all[..], &[14, 15, 14, 15], &all[..]].concat();
        assert_eq!(steps, expected);
    }

    #[test]
    fn entries_of_a_score_table_are_compared_and_written_one_by_one() {
        let steps = run(step::COMPARE, |uut, _, count| {
            poke!(uut.empties = true);
            poke!(uut.more_entries = count < 4);
        });
        assert_eq!(steps, [11, 12, 11, 12, 11, 12]);
        let steps = run(step::COMPARE, |uut, _, count| {
            poke!(uut.player = true);
            poke!(uut.more_entries = count < 2);
        });
        assert_eq!(steps, [11, 12, 11, 12, 13, 14, 15]);
    }

    #[test]
    fn a_highest_value_ends_a_division() {
        let steps = run(step::DIVIDE, |uut, _, _| {
            poke!(uut.holds = true);
            poke!(uut.saturates = true);
            poke!(uut.player = true);
        });
        assert_eq!(steps, [14, 15]);
    }
}
