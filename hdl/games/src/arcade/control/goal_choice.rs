//! Lines that end the next game, in tens, as two decimal digits; 0 is no goal.
//!
//! | mode | goal |
//! |---|---|
//! | sprint | 40 lines |
//! | race | 20, 40 or 100 lines |
//! | marathon | none, or 150 lines |
//!
//! Combinational.

use super::rows::mode;
use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// From the mode and its setting to the goal.
#[derive(LogicBlock, Module)]
pub struct GoalChoice {
    /// The mode, see [`mode`].
    pub mode: Signal<In, Bits<3>>,
    /// Value of the setting RACE.
    pub race: Signal<In, Bits<2>>,
    /// Level: the setting GOAL is 150 lines.
    pub marathon: Signal<In, Bit>,
    /// The goal.
    #[default(0)]
    pub goal: Signal<Out, Bits<5>>,
    #[value(0x02)]
    twenty_lines: Constant<Bits<5>>,
    #[value(0x04)]
    forty_lines: Constant<Bits<5>>,
    #[value(0x10)]
    hundred_lines: Constant<Bits<5>>,
    #[value(0x15)]
    marathon_lines: Constant<Bits<5>>,
    #[value(mode::MARATHON)]
    mode_marathon: Constant<Bits<3>>,
    #[value(mode::SPRINT)]
    mode_sprint: Constant<Bits<3>>,
    #[value(mode::RACE)]
    mode_race: Constant<Bits<3>>,
}

#[clocked]
impl Logic for GoalChoice {
    #[hdl_gen]
    fn update(&mut self) {
        if self.mode.val() == self.mode_sprint.val() {
            self.goal.next = self.forty_lines.val();
        } else if self.mode.val() == self.mode_race.val() {
            self.goal.next = self.twenty_lines.val();
            if self.race.val().get_bit(0) {
                self.goal.next = self.forty_lines.val();
            } else if self.race.val().get_bit(1) {
                self.goal.next = self.hundred_lines.val();
            }
        } else if (self.mode.val() == self.mode_marathon.val()) & self.marathon.val() {
            self.goal.next = self.marathon_lines.val();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, Bench};

    #[test]
    fn each_mode_has_its_goals() {
        let mut uut = Bench::new(GoalChoice::default());
        for (mode, race, marathon, goal) in [
            (mode::MARATHON, 1, false, 0),
            (mode::MARATHON, 1, true, 0x15),
            (mode::SPRINT, 0, true, 0x04),
            (mode::ULTRA, 1, true, 0),
            (mode::VERSUS, 1, true, 0),
            (mode::RACE, 0, true, 0x02),
            (mode::RACE, 1, false, 0x04),
            (mode::RACE, 2, false, 0x10),
        ] {
            poke!(uut.mode = mode.to_bits());
            poke!(uut.race = u64::to_bits(race));
            poke!(uut.marathon = marathon);
            assert_eq!(peek!(uut.goal), goal, "mode {mode}, {race}, {marathon}");
        }
    }
}
