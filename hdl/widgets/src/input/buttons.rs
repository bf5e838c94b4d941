//! Push buttons: one strobe for each press, however they bounce.
//!
//! All buttons are sampled together, at times given from outside, some 10 ms apart. Contacts that
//! bounce for a shorter time have at most one sample in the bounces of a press. Both values of this
//! sample give one rising edge. A button that is held gives no other.
//!
//! **Interface**: two flip-flops bring each level into the clock; `pressed` has a one for each
//! button that went down, in the clock of `sample` itself. Buttons that are down at reset count as
//! pressed with the first sample.
//! **Source**: most tact switches are specified for bounces of at most 5 ms, some for 10 ms.

use crate::property::{Mutant, Observer, Property};
use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// `N` buttons.
#[derive(LogicBlock, Module)]
pub struct Buttons<const N: usize> {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Levels of the pins, asynchronous; high is pressed.
    pub levels: Signal<In, Bits<N>>,
    /// Strobe: sample the buttons.
    pub sample: Signal<In, Bit>,
    /// The buttons that went down since the last sample; zero but in the clock of a sample.
    #[default(0)]
    pub pressed: Signal<Out, Bits<N>>,
    /// The buttons that were down at the last sample.
    pub held: Signal<Out, Bits<N>>,
    meta: DFF<Bits<N>>,
    level: DFF<Bits<N>>,
    seen: DFF<Bits<N>>,
}

#[clocked]
impl<const N: usize> Logic for Buttons<N> {
    #[hdl_gen]
    fn update(&mut self) {
        self.meta.d.next = self.levels.val();
        self.level.d.next = self.meta.q.val();
        self.held.next = self.seen.q.val();
        if self.sample.val() {
            self.seen.d.next = self.level.q.val();
            self.pressed.next = self.level.q.val() & !self.seen.q.val();
        }
    }
}

impl<const N: usize> Buttons<N> {
    /// Properties that are proved.
    pub const PROPERTIES: &'static [Property] = &[
        // For four buttons.
        Property {
            observers: &[
                Observer::new("held_before", 4, "held"),
                Observer::new("pressed_before", 4, "pressed"),
                Observer::new("was_sampled", 1, "sample"),
            ],
            ..Property::new(
                "a press comes with a sample, and with each button that is held from then on",
                "(pressed == 0 || sample) && (was_sampled \
                 ? (held & ~held_before) == pressed_before : held == held_before)",
                Mutant::new("level & ~seen", "level", 6),
            )
        },
    ];
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick};

    /// Clocks between two samples.
    const PERIOD: usize = 10;

    struct Bench {
        uut: gatefall_bench::Bench<Buttons<3>>,
        clock: usize,
    }

    impl Bench {
        fn new() -> Self {
            Self {
                uut: gatefall_bench::Bench::new(Buttons::default()),
                clock: 0,
            }
        }

        /// As at power-up.
        fn restart(&mut self) {
            poke!(self.uut.reset = true);
            self.tick(0);
            poke!(self.uut.reset = false);
            self.clock = 0;
        }

        /// One clock; the buttons that were pressed in it.
        fn tick(&mut self, levels: u8) -> u8 {
            poke!(self.uut.levels = levels.to_bits());
            poke!(self.uut.sample = self.clock.is_multiple_of(PERIOD));
            self.clock += 1;
            let pressed = peek!(self.uut.pressed).to_u8();
            tick!(self.uut);
            pressed
        }

        fn presses(&mut self, levels: u8, clocks: usize) -> Vec<u8> {
            (0..clocks)
                .map(|_| self.tick(levels))
                .filter(|&pressed| pressed != 0)
                .collect()
        }
    }

    #[test]
    fn passes_the_checks_of_rust_hdl() {
        assert!(Bench::new().uut.rust_hdl_verilog().contains("module top"));
    }

    #[test]
    fn a_button_that_is_held_acts_once() {
        let mut bench = Bench::new();
        assert_eq!(bench.presses(0b010, 1000), [0b010]);
        assert_eq!(bench.presses(0b000, 50), []);
        assert_eq!(bench.presses(0b010, 50), [0b010]);
    }

    #[test]
    fn buttons_do_not_disturb_each_other() {
        let mut bench = Bench::new();
        assert_eq!(bench.presses(0b001, 50), [0b001]);
        assert_eq!(peek!(bench.uut.held), 0b001);
        assert_eq!(bench.presses(0b111, 50), [0b110]);
        assert_eq!(peek!(bench.uut.held), 0b111);
        assert_eq!(bench.presses(0b110, 50), []);
        assert_eq!(bench.presses(0b111, 50), [0b001]);
    }

    /// Every pattern of bounces up to 7 clocks, and long ones, at the press and at the release,
    /// beginning at every moment.
    #[test]
    fn bounces_never_act_twice() {
        let mut bench = Bench::new();
        for start in 0..PERIOD {
            for bounces in (0..1 << 7).chain([0b1_1011_0101, 0b1_0101_0110, 0b0_1111_1111]) {
                bench.restart();
                let mut presses = bench.presses(0, PERIOD + start).len();
                for settled in [1, 0] {
                    for clock in 0..PERIOD - 1 {
                        presses += usize::from(bench.tick((bounces >> clock & 1) as u8) != 0);
                    }
                    presses += bench.presses(settled, 2 * PERIOD).len();
                }
                assert_eq!(presses, 1, "bounces {bounces:b} from {start}");
            }
        }
    }

    #[test]
    fn a_press_of_two_samples_is_never_lost() {
        for start in 0..PERIOD {
            let mut bench = Bench::new();
            bench.presses(0, 20 + start);
            let mut presses = bench.presses(0b100, PERIOD);
            presses.extend(bench.presses(0, 50));
            assert_eq!(presses, [0b100]);
            assert_eq!(peek!(bench.uut.held), 0);
        }
    }

    #[test]
    fn reset_forgets_what_was_held() {
        let mut bench = Bench::new();
        bench.presses(0b001, 50);
        poke!(bench.uut.reset = true);
        bench.tick(0b001);
        poke!(bench.uut.reset = false);
        assert_eq!(bench.presses(0b001, 50), [0b001]);
    }
}
