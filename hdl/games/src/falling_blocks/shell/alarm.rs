//! Alarm while a cell is near the top: at once, and then every 60 ticks. For 31 ticks after each,
//! the frames of the players in danger are lit.
//!
//! **Interface**: `sounds` is a strobe, in the clock of the tick. `lit` is a level, combinational
//! from `danger`.

use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// Ticks from one alarm to the next.
const PERIOD: u8 = 60;

/// The alarm.
#[derive(LogicBlock, Module)]
pub struct Alarm {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: game tick.
    pub tick: Signal<In, Bit>,
    /// Players in danger.
    pub danger: Signal<In, Bits<2>>,
    /// Strobe: sound the alarm.
    pub sounds: Signal<Out, Bit>,
    /// Players whose frame is lit.
    #[default(0)]
    pub lit: Signal<Out, Bits<2>>,
    /// Ticks since the last alarm.
    ticks: DFF<Bits<6>>,
    next_ticks: Signal<Local, Bits<6>>,
    #[value(PERIOD - 1)]
    last: Constant<Bits<6>>,
}

#[clocked]
impl Logic for Alarm {
    #[hdl_gen]
    fn update(&mut self) {
        self.next_ticks.next = self.ticks.q.val() + 1;
        self.sounds.next = self.tick.val() & self.danger.val().any() & !self.ticks.q.val().any();
        if self.ticks.q.val().any() & !self.ticks.q.val().get_bit(5) {
            self.lit.next = self.danger.val();
        }
        if self.tick.val() {
            self.ticks.d.next = self.next_ticks.val();
            if !self.danger.val().any() | (self.ticks.q.val() == self.last.val()) {
                self.ticks.d.next = 0.into();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    /// The ticks with an alarm, counted from 1.
    fn alarms(uut: &mut Bench<Alarm>, ticks: u32) -> Vec<u32> {
        let alarms = (1..=ticks).filter(|_| {
            poke!(uut.tick = true);
            let alarm = peek!(uut.sounds);
            tick!(uut);
            poke!(uut.tick = false);
            assert!(!peek!(uut.sounds));
            tick!(uut);
            alarm
        });
        alarms.collect()
    }

    #[test]
    fn danger_is_heard_at_once_and_every_60_ticks() {
        let mut uut = Bench::new(Alarm::default());
        assert!(uut.rust_hdl_verilog().contains("module top"));
        assert_eq!(alarms(&mut uut, 100), []);
        poke!(uut.danger = 2u8.to_bits());
        assert_eq!(alarms(&mut uut, 130), [1, 61, 121]);
        poke!(uut.danger = 0u8.to_bits());
        assert_eq!(alarms(&mut uut, 1), []);
        poke!(uut.danger = 1u8.to_bits());
        assert_eq!(alarms(&mut uut, 60), [1]);
    }

    #[test]
    fn frames_in_danger_are_lit_for_half_a_second_after_each_alarm() {
        let mut uut = Bench::new(Alarm::default());
        for danger in 1..=3u8 {
            poke!(uut.danger = danger.to_bits());
            assert_eq!(peek!(uut.lit).to_u8(), 0, "before the tick");
            let mut lit = Vec::new();
            for number in 1..=120 {
                alarms(&mut uut, 1);
                lit.extend((peek!(uut.lit).to_u8() == danger).then_some(number));
            }
            let expected: Vec<_> = (1..=31).chain(61..=91).collect();
            assert_eq!(lit, expected);
            poke!(uut.danger = 0u8.to_bits());
            assert_eq!(peek!(uut.lit).to_u8(), 0);
            alarms(&mut uut, 1);
        }
    }
}
