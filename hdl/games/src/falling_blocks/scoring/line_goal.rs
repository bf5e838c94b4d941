//! Compares the lines of a game with its goal, from the digits of the lines as they are written:
//! units, tens, hundreds.
//!
//! **Interface**: `reached` is a level, one clock after the hundreds. It holds until the next lines
//! are added.

use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// The comparison.
#[derive(LogicBlock, Module)]
pub struct LineGoal {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Tens of lines that are the goal, two decimal digits, 02 to 15.
    pub goal: Signal<In, Bits<5>>,
    /// The digit that is written.
    pub digit: Signal<In, Bits<4>>,
    /// Strobe: it is the tens.
    pub tens: Signal<In, Bit>,
    /// Strobe: it is the hundreds.
    pub hundreds: Signal<In, Bit>,
    /// Level: the last lines added have reached the goal.
    pub reached: Signal<Out, Bit>,
    has_tens: DFF<Bit>,
    has_goal: DFF<Bit>,
}

#[clocked]
impl Logic for LineGoal {
    #[hdl_gen]
    fn update(&mut self) {
        self.reached.next = self.has_goal.q.val();
        if self.tens.val() {
            self.has_tens.d.next = self.digit.val() == self.goal.val().get_bits::<4>(0);
        }
        if self.hundreds.val() {
            self.has_goal.d.next = self.has_tens.q.val()
                & (self.digit.val() == bit_cast::<4, 1>(self.goal.val().get_bits::<1>(4)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    #[test]
    fn only_the_tens_and_hundreds_of_the_goal_reach_it() {
        let mut uut = Bench::new(LineGoal::default());
        for goal in [0x02u64, 0x04, 0x10, 0x15] {
            poke!(uut.goal = goal.to_bits());
            for tens in 0..20u64 {
                poke!(uut.tens = true);
                poke!(uut.digit = (tens % 10).to_bits());
                tick!(uut);
                poke!(uut.tens = false);
                poke!(uut.hundreds = true);
                poke!(uut.digit = (tens / 10).to_bits());
                tick!(uut);
                poke!(uut.hundreds = false);
                tick!(uut);
                let is_goal = tens / 10 == goal >> 4 && tens % 10 == goal & 15;
                assert_eq!(peek!(uut.reached), is_goal, "{tens} of {goal:x}");
            }
        }
    }
}
