//! Reads the eight buttons and turns them into actions.
//!
//! Each strobe samples one button, so all are sampled in turn. One pair of flip-flops synchronises
//! the button in turn. Contacts that bounce for less than a turn of 8.3 ms have at most one sample
//! in the bounces. Both values of this sample give one rising edge.
//!
//! M2 means two things: let go within a second it holds the piece, kept down for a second it mutes.
//! B held at power-up exchanges the hands: the cross at the left turns and pauses, the buttons at
//! the right steer.
//!
//! ```text
//! button   left  right  down  A   B   up    M2    M1
//! means    left  right  soft  cw  ccw hard  hold  pause, start
//! swapped  B     A      M2    right left M1  down  up
//! ```
//!
//! **Interface**: `pressed` is a strobe; `action` is 1 to 7 as in the engine's
//! [`PressQueue`](crate::falling_blocks::input::press_queue::PressQueue), 8 is M1.

use crate::falling_blocks::shell::keys::KeyPressSource;
use gatefall_macros::{clocked, construct, Module};
use gatefall_widgets::input::held_actions::HeldDirectionsSource;
use rust_hdl::prelude::*;

/// A column to the left.
pub const ACTION_LEFT: u8 = 1;
/// A column to the right.
pub const ACTION_RIGHT: u8 = 2;
/// The button M1.
pub const ACTION_M1: u8 = 8;

/// Listens to the buttons.
#[derive(LogicBlock, Module)]
pub struct Controls {
    /// Core clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// The pins, asynchronous: left, right, down, A, B, up, M2, M1 from bit 0 upwards.
    pub levels: Signal<In, Bits<8>>,
    /// Strobe: sample a button. The next strobe is some clocks away.
    pub sample: Signal<In, Bit>,
    /// At which one.
    pub index: Signal<In, Bits<3>>,
    /// Key press; `pressed` is high in the clock of the sample.
    pub key: KeyPressSource,
    /// Direction keys that are held.
    pub directions: HeldDirectionsSource,
    /// Level: no sound.
    pub mute: Signal<Out, Bit>,
    has_sampled: DFF<Bit>,
    is_swapped: DFF<Bit>,
    meta: DFF<Bit>,
    level: DFF<Bit>,
    /// Levels at the last eight samples. The oldest, in bit 0, is that of the button sampled now.
    seen: DFF<Bits<8>>,
    is_left: DFF<Bit>,
    is_right: DFF<Bit>,
    is_down: DFF<Bit>,
    /// Samples of M2 since it went down; the top bit says that it was a second.
    #[reset(self.first_sample.val())]
    samples: DFF<Bits<8>>,
    is_mute: DFF<Bit>,
    pin: Signal<Local, Bits<3>>,
    from_pin: Signal<Local, Bits<8>>,
    more_samples: Signal<Local, Bits<8>>,
    is_m2: Signal<Local, Bit>,
    is_long: Signal<Local, Bit>,
    first_sample: Constant<Bits<8>>,
}

impl Controls {
    /// For so many samples of each button in a second.
    ///
    /// # Panics
    /// If there are more than 128.
    pub fn new(samples_per_second: u8) -> Self {
        assert!(
            (1..=128).contains(&samples_per_second),
            "{samples_per_second} samples"
        );
        construct!(Controls {
            first_sample: Constant::new((128 - samples_per_second).to_bits()),
        })
    }
}

#[clocked]
impl Logic for Controls {
    #[hdl_gen]
    fn update(&mut self) {
        // Exchanged are left and B, right and A, down and M2, up and M1.
        self.pin.next = self.index.val();
        if self.is_swapped.q.val() & self.index.val().get_bit(0) {
            self.pin.next = self.index.val() ^ 2;
        } else if self.is_swapped.q.val() {
            self.pin.next = self.index.val() ^ 4;
        }
        self.from_pin.next = self.levels.val() >> bit_cast::<8, 3>(self.pin.val());
        self.meta.d.next = self.from_pin.val().get_bit(0);
        self.level.d.next = self.meta.q.val();
        self.is_m2.next = self.index.val() == 6;
        self.is_long.next = self.samples.q.val().get_bit(7);
        self.more_samples.next = self.samples.q.val() + 1;
        self.key.pressed.next = false;
        self.key.player.next = false;
        self.key.action.next = bit_cast::<4, 3>(self.index.val()) + 1;
        self.directions.left.next = bit_cast::<2, 1>(self.is_left.q.val().into());
        self.directions.right.next = bit_cast::<2, 1>(self.is_right.q.val().into());
        self.directions.down.next = bit_cast::<2, 1>(self.is_down.q.val().into());
        self.mute.next = self.is_mute.q.val();
        if self.sample.val() {
            self.seen.d.next =
                (self.seen.q.val() >> 1) | (bit_cast::<8, 1>(self.level.q.val().into()) << 7);
            if self.index.val() == 0 {
                self.is_left.d.next = self.level.q.val();
            }
            if self.index.val() == 1 {
                self.is_right.d.next = self.level.q.val();
            }
            if self.index.val() == 2 {
                self.is_down.d.next = self.level.q.val();
            }
            // The hands are exchanged, or not, by the first sample of B.
            if self.index.val() == 4 {
                self.has_sampled.d.next = true;
                if !self.has_sampled.q.val() {
                    self.is_swapped.d.next = self.level.q.val();
                }
            }
            if !self.is_m2.val() {
                self.key.pressed.next = self.level.q.val() & !self.seen.q.val().get_bit(0);
            } else if !self.level.q.val() {
                self.key.pressed.next = self.seen.q.val().get_bit(0) & !self.is_long.val();
                self.samples.d.next = self.first_sample.val();
            } else if !self.is_long.val() {
                self.samples.d.next = self.more_samples.val();
                self.is_mute.d.next = self.is_mute.q.val() ^ self.more_samples.val().get_bit(7);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick};

    const SAMPLES: u64 = 10;
    /// Clocks between two samples.
    const PERIOD: u64 = 4;

    struct Bench(gatefall_bench::Bench<Controls>);

    impl Bench {
        /// Controls with these buttons held at power-up.
        fn new(held: u8) -> Self {
            let mut bench = Self(gatefall_bench::Bench::new(Controls::new(SAMPLES as u8)));
            bench.run(held, 2);
            bench.run(0, 2);
            bench
        }

        /// Actions while these buttons are held for so many samples of each.
        fn run(&mut self, held: u8, samples: u64) -> Vec<u64> {
            let mut told = Vec::new();
            poke!(self.0.levels = held.to_bits());
            for clock in 0..samples * 8 * PERIOD {
                poke!(self.0.sample = clock % PERIOD == PERIOD - 1);
                poke!(self.0.index = (clock / PERIOD % 8).to_bits());
                if peek!(self.0, key.pressed) {
                    told.push(peek!(self.0, key.action).into());
                }
                tick!(self.0);
            }
            told
        }
    }

    #[test]
    fn buttons_pressed_together_are_told_one_after_the_other() {
        let mut bench = Bench::new(0);
        assert_eq!(bench.run(0b1011_1111, 3), [1, 2, 3, 4, 5, 6, 8]);
        assert!(
            peek!(bench.0, directions.left).any()
                && peek!(bench.0, directions.right).any()
                && peek!(bench.0, directions.down).any()
        );
        assert!(bench.run(0b1011_1111, 3).is_empty());
        assert!(bench.run(0, 3).is_empty());
        assert!(!peek!(bench.0, directions.left).any());
    }

    #[test]
    fn a_direction_is_held_while_its_own_button_is_down() {
        let mut bench = Bench::new(0);
        for button in 0..8 {
            bench.run(1 << button, 3);
            let held = [
                peek!(bench.0, directions.left).any(),
                peek!(bench.0, directions.right).any(),
                peek!(bench.0, directions.down).any(),
            ];
            assert_eq!(held, [0, 1, 2].map(|it| it == button), "button {button}");
            bench.run(0, 3);
        }
    }

    #[test]
    fn m2_holds_when_it_is_let_go_and_mutes_when_it_is_not() {
        let mut bench = Bench::new(0);
        assert!(bench.run(0b0100_0000, 5).is_empty());
        assert_eq!(bench.run(0, 3), [7]);
        assert!(!peek!(bench.0.mute));
        for mute in [true, false] {
            assert!(bench.run(0b0100_0000, 30).is_empty());
            assert_eq!(peek!(bench.0.mute), mute);
            assert!(bench.run(0, 3).is_empty());
        }
    }

    #[test]
    fn b_at_power_up_exchanges_the_hands() {
        let mut bench = Bench::new(0b0001_0000);
        let pairs = [(4, 1), (3, 2), (6, 3), (1, 4), (0, 5), (7, 6), (5, 8)];
        for (button, action) in pairs {
            assert_eq!(bench.run(1 << button, 3), [action], "button {button}");
            bench.run(0, 3);
        }
        bench.run(0b100, 3);
        assert_eq!(bench.run(0, 3), [7], "down holds");
    }
}
