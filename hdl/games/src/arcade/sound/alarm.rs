//! Alarm while a cell is near the top: at once, and then every 60 ticks.
//!
//! **Interface**: `sounds` is a strobe, in the clock of the tick.

use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// Ticks from one alarm to the next.
const PERIOD: u8 = 60;

/// The alarm.
#[derive(LogicBlock, Module)]
pub struct Alarm {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: game tick.
    pub tick: Signal<In, Bit>,
    /// Level: a cell is near the top.
    pub danger: Signal<In, Bit>,
    /// Strobe: sound the alarm.
    pub sounds: Signal<Out, Bit>,
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
        self.sounds.next = self.tick.val() & self.danger.val() & !self.ticks.q.val().any();
        if self.tick.val() {
            self.ticks.d.next = self.next_ticks.val();
            if !self.danger.val() | (self.ticks.q.val() == self.last.val()) {
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
        poke!(uut.danger = true);
        assert_eq!(alarms(&mut uut, 130), [1, 61, 121]);
        poke!(uut.danger = false);
        assert_eq!(alarms(&mut uut, 1), []);
        poke!(uut.danger = true);
        assert_eq!(alarms(&mut uut, 60), [1]);
    }
}
