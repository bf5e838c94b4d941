//! Clock of the game: hundredths, sixteenths and whole seconds.
//!
//! ```text
//! sample  |||||||||||||||||||||||||   100 a second, 25 in a quarter
//! step       |     |     |      |   16 a second: 6, 6, 6 and 7 samples
//! tick                          |   after 16 steps
//! phase ______~~~~~~______~~~~~~    of a second, dark while it is high: 2 Hz
//! ```
//!
//! **Interface**: `sample`, `step` and `tick` are strobes; a step is also a sample, a tick is also
//! a step. `phase` is low in the first quarter.

use gatefall_macros::{clocked, construct, Module};
use gatefall_widgets::timing::Divider;
use rust_hdl::prelude::*;

/// The clock of the game.
#[derive(LogicBlock, Module)]
pub struct GameClock {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset; a second begins.
    pub reset: Signal<In, Bit>,
    /// Strobe: a second begins.
    pub restart: Signal<In, Bit>,
    /// Strobe: 1/100 s is over.
    pub sample: Signal<Out, Bit>,
    /// Strobe: 1/16 s is over.
    pub step: Signal<Out, Bit>,
    /// Strobe: a second is over.
    pub tick: Signal<Out, Bit>,
    /// Square wave of 2 Hz.
    pub phase: Signal<Out, Bit>,
    #[part]
    #[given]
    divider: Divider<19>,
    #[reset(5, or = restart)]
    samples_left: DFF<Bits<3>>,
    #[reset(or = restart)]
    steps: DFF<Bits<4>>,
}

/// Samples in a second.
const SAMPLES: u64 = 100;

impl GameClock {
    /// A clock whose second has `second_cycles` clocks, rounded down to a multiple of 100.
    pub fn new(second_cycles: u64) -> Self {
        construct!(GameClock {
            divider: Divider::new(second_cycles / SAMPLES),
        })
    }
}

#[clocked]
impl Logic for GameClock {
    #[hdl_gen]
    fn update(&mut self) {
        self.divider.restart.next = self.restart.val();
        self.sample.next = self.divider.strobe.val();
        self.step.next = self.sample.val() & !self.samples_left.q.val().any();
        self.tick.next = self.step.val() & self.steps.q.val().all();
        self.phase.next = self.steps.q.val().get_bit(2);
        if self.sample.val() {
            self.samples_left.d.next = self.samples_left.q.val() - 1;
        }
        if self.step.val() {
            self.steps.d.next = self.steps.q.val() + 1;
            self.samples_left.d.next = 5.into();
            // The last step of a quarter is longer.
            if self.steps.q.val().get_bits::<2>(0) == 2 {
                self.samples_left.d.next = 6.into();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    fn started() -> Bench<GameClock> {
        let mut uut = Bench::new(GameClock::new(1_000));
        poke!(uut.reset = true);
        tick!(uut);
        poke!(uut.reset = false);
        uut
    }

    /// The clocks in which each strobe came, and in which the phase was high.
    fn strobes(uut: &mut Bench<GameClock>, clocks: usize) -> [Vec<usize>; 4] {
        let mut strobes: [Vec<usize>; 4] = Default::default();
        for clock in 1..=clocks {
            let now = [
                peek!(uut.sample),
                peek!(uut.step),
                peek!(uut.tick),
                peek!(uut.phase),
            ];
            for (list, _) in strobes.iter_mut().zip(now).filter(|(_, now)| *now) {
                list.push(clock);
            }
            tick!(uut);
        }
        strobes
    }

    #[test]
    fn a_second_has_a_hundred_samples_and_sixteen_steps() {
        let [samples, steps, ticks, phase] = strobes(&mut started(), 3_000);
        assert_eq!(samples, (1..=300).map(|n| n * 10).collect::<Vec<_>>());
        let quarter = [60, 120, 180, 250];
        let expected = (0..12).flat_map(|n| quarter.map(|step| n * 250 + step));
        assert_eq!(steps, expected.collect::<Vec<_>>());
        assert_eq!(ticks, [1_000, 2_000, 3_000]);
        let high = |clock: &usize| (clock - 1) / 250 % 2 == 1;
        assert_eq!(phase, (1..=3_000).filter(high).collect::<Vec<_>>());
    }

    #[test]
    fn a_restart_begins_a_second() {
        for clocks in [1, 333, 700, 999] {
            let mut uut = started();
            strobes(&mut uut, clocks);
            poke!(uut.restart = true);
            tick!(uut);
            poke!(uut.restart = false);
            let [_, steps, ticks, phase] = strobes(&mut uut, 1_500);
            assert_eq!((steps[0], ticks, phase[0]), (60, vec![1_000], 251));
        }
    }
}
