//! Time and score, as people read them: decimal digits, counted as such.
//!
//! **Interface**: registers, one clock after their strobe. The score stops where the game does, at
//! 3.

use gatefall_macros::{clocked, Module};
use gatefall_widgets::counting::DecimalStep;
use rust_hdl::prelude::*;

/// The two counters.
#[derive(LogicBlock, Module)]
pub struct ClockAndScore {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset; both are zero.
    pub reset: Signal<In, Bit>,
    /// Strobe: both are zero.
    pub clear: Signal<In, Bit>,
    /// Strobe: a second more.
    pub second: Signal<In, Bit>,
    /// Strobe: a point more.
    pub point: Signal<In, Bit>,
    /// Tens of the seconds.
    pub tens: Signal<Out, Bits<4>>,
    /// Units of the seconds.
    pub units: Signal<Out, Bits<4>>,
    /// Points.
    pub score: Signal<Out, Bits<2>>,
    /// Level: 99 seconds.
    pub time_is_up: Signal<Out, Bit>,
    /// Level: 3 points.
    pub has_won: Signal<Out, Bit>,
    #[reset(or = clear)]
    ten_seconds: DFF<Bits<4>>,
    #[reset(or = clear)]
    seconds: DFF<Bits<4>>,
    #[reset(or = clear)]
    points: DFF<Bits<2>>,
    units_step: DecimalStep,
    tens_step: DecimalStep,
    #[value(9)]
    nine: Constant<Bits<4>>,
}

#[clocked]
impl Logic for ClockAndScore {
    #[hdl_gen]
    fn update(&mut self) {
        self.tens.next = self.ten_seconds.q.val();
        self.units.next = self.seconds.q.val();
        self.score.next = self.points.q.val();
        self.time_is_up.next = (self.seconds.q.val() == self.nine.val())
            & (self.ten_seconds.q.val() == self.nine.val());
        self.has_won.next = self.points.q.val().all();
        self.units_step.digit.next = self.seconds.q.val();
        self.units_step.highest.next = self.nine.val();
        self.units_step.up.next = self.second.val();
        self.units_step.down.next = false;
        self.seconds.d.next = self.units_step.stepped.val();
        self.tens_step.digit.next = self.ten_seconds.q.val();
        self.tens_step.highest.next = self.nine.val();
        self.tens_step.up.next = self.units_step.carries.val();
        self.tens_step.down.next = false;
        self.ten_seconds.d.next = self.tens_step.stepped.val();
        if self.point.val() {
            self.points.d.next = self.points.q.val() + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    #[test]
    fn counts_in_decimal_up_to_99() {
        let mut uut = Bench::new(ClockAndScore::default());
        poke!(uut.second = true);
        for second in 1..100 {
            tick!(uut);
            let shown = peek!(uut.tens).to_u8() * 10 + peek!(uut.units).to_u8();
            assert_eq!(shown, second);
            assert_eq!(peek!(uut.time_is_up), second == 99);
        }
        poke!(uut.clear = true);
        tick!(uut);
        assert_eq!(peek!(uut.units).to_u8() + peek!(uut.tens).to_u8(), 0);
    }

    #[test]
    fn three_points_win() {
        let mut uut = Bench::new(ClockAndScore::default());
        poke!(uut.point = true);
        for point in 1..=3 {
            tick!(uut);
            assert_eq!(peek!(uut.score).to_u8(), point);
            assert_eq!(peek!(uut.has_won), point == 3);
        }
        poke!(uut.reset = true);
        tick!(uut);
        assert_eq!(peek!(uut.score).to_u8(), 0);
    }
}
