//! What the eight buttons mean.
//!
//! Those that went down since the last look are told one after the other. M2 means two things: let go within a second it holds the piece, kept down
//! for a second it mutes. B held at power-up exchanges the hands: the cross at the left turns and pauses, the buttons at the right steer.
//!
//! ```text
//! button   left  right  down  A   B   up    M2    M1
//! means    left  right  soft  cw  ccw hard  hold  pause, start
//! swapped  B     A      M2    right left M1  down  up
//! ```
//!
//! **Shape**: `pressed` is a strobe; `action` is 1 to 7 as in the engine's [`PressQueue`](crate::falling_blocks::press_queue::PressQueue), 8 is M1.

use gatefall_widgets::input::buttons::Buttons;
use rust_hdl::prelude::*;

/// The button M1.
pub const ACTION_M1: u8 = 8;

/// Listens to the buttons.
#[derive(LogicBlock)]
pub struct Controls {
    /// Core clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// The pins, asynchronous: left, right, down, A, B, up, M2, M1 from bit 0 upwards.
    pub levels: Signal<In, Bits<8>>,
    /// Strobe: look at the buttons.
    pub look: Signal<In, Bit>,
    /// Strobe: a button went down, or M2 was let go in time.
    pub pressed: Signal<Out, Bit>,
    /// What it means.
    pub action: Signal<Out, Bits<4>>,
    /// Level: left is held.
    pub left_held: Signal<Out, Bit>,
    /// Level: right is held.
    pub right_held: Signal<Out, Bit>,
    /// Level: down is held.
    pub down_held: Signal<Out, Bit>,
    /// Level: no sound.
    pub mute: Signal<Out, Bit>,
    buttons: Buttons<8>,
    has_looked: DFF<Bit>,
    is_swapped: DFF<Bit>,
    waiting: DFF<Bits<8>>,
    index: DFF<Bits<3>>,
    /// Looks since M2 went down, at most `second`.
    looks: DFF<Bits<7>>,
    is_mute: DFF<Bit>,
    swapped_levels: Signal<Local, Bits<8>>,
    more_looks: Signal<Local, Bits<7>>,
    is_long: Signal<Local, Bit>,
    tapped: Signal<Local, Bits<8>>,
    without_m2: Constant<Bits<8>>,
    m2: Constant<Bits<8>>,
    second: Constant<Bits<7>>,
}

impl Controls {
    /// For so many looks in a second.
    ///
    /// # Panics
    /// If there are more than 127.
    pub fn new(looks_per_second: u8) -> Self {
        assert!(
            (1..128).contains(&looks_per_second),
            "{looks_per_second} looks"
        );
        const M2: u8 = 1 << 6;
        gatefall_widgets::with_defaults! {
            default {
                clock, reset, levels, look, pressed, action, left_held, right_held, down_held, mute,
                buttons, has_looked, is_swapped, waiting, index, looks, is_mute, swapped_levels,
                more_looks, is_long, tapped,
            }
            without_m2: Constant::new((!M2).to_bits()),
            m2: Constant::new(M2.to_bits()),
            second: Constant::new(looks_per_second.to_bits()),
        }
    }
}

impl Logic for Controls {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, has_looked, is_swapped, waiting, index, looks, is_mute);
        clock!(self, clock, buttons);
        self.buttons.reset.next = self.reset.val();
        self.buttons.look.next = self.look.val();
        // left <-> B, right <-> A, down <-> M2, up <-> M1.
        self.swapped_levels.next = bit_cast::<8, 1>(self.levels.val().get_bits::<1>(4))
            | (bit_cast::<8, 1>(self.levels.val().get_bits::<1>(3)) << 1)
            | (bit_cast::<8, 1>(self.levels.val().get_bits::<1>(6)) << 2)
            | (bit_cast::<8, 1>(self.levels.val().get_bits::<1>(1)) << 3)
            | (bit_cast::<8, 1>(self.levels.val().get_bits::<1>(0)) << 4)
            | (bit_cast::<8, 1>(self.levels.val().get_bits::<1>(7)) << 5)
            | (bit_cast::<8, 1>(self.levels.val().get_bits::<1>(2)) << 6)
            | (bit_cast::<8, 1>(self.levels.val().get_bits::<1>(5)) << 7);
        self.buttons.levels.next = self.levels.val();
        if self.is_swapped.q.val() {
            self.buttons.levels.next = self.swapped_levels.val();
        }
        self.left_held.next = self.buttons.held.val().get_bit(0);
        self.right_held.next = self.buttons.held.val().get_bit(1);
        self.down_held.next = self.buttons.held.val().get_bit(2);
        self.mute.next = self.is_mute.q.val();

        self.more_looks.next = self.looks.q.val() + 1;
        self.is_long.next = self.looks.q.val() == self.second.val();
        self.tapped.next = 0.into();
        if self.look.val() {
            if self.buttons.held.val().get_bit(6) {
                if !self.is_long.val() {
                    self.looks.d.next = self.more_looks.val();
                    if self.more_looks.val() == self.second.val() {
                        self.is_mute.d.next = !self.is_mute.q.val();
                    }
                }
            } else {
                self.looks.d.next = 0.into();
                if self.looks.q.val().any() & !self.is_long.val() {
                    self.tapped.next = self.m2.val();
                }
            }
        }
        self.pressed.next = self.waiting.q.val().get_bit(0);
        self.action.next = bit_cast::<4, 3>(self.index.q.val()) + 1;
        self.waiting.d.next = self.waiting.q.val() >> 1;
        self.index.d.next = self.index.q.val() + 1;
        if self.look.val() {
            self.index.d.next = 0.into();
            self.waiting.d.next =
                (self.buttons.pressed.val() & self.without_m2.val()) | self.tapped.val();
            // The second look is the first that has seen the pins.
            self.has_looked.d.next = true;
            if !self.has_looked.q.val() {
                self.is_swapped.d.next = self.levels.val().get_bit(4);
            }
        }
        if self.reset.val() {
            self.has_looked.d.next = false;
            self.is_swapped.d.next = false;
            self.waiting.d.next = 0.into();
            self.index.d.next = 0.into();
            self.looks.d.next = 0.into();
            self.is_mute.d.next = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_widgets::tick;

    const LOOKS: u64 = 10;
    const PERIOD: u64 = 12;

    struct Bench(Controls);

    impl Bench {
        /// Controls with these buttons held at power-up.
        fn new(held: u8) -> Self {
            let mut uut = Controls::new(LOOKS as u8);
            uut.connect_all();
            let mut bench = Self(uut);
            bench.run(held, 2);
            bench.run(0, 2);
            bench
        }

        /// What is told while these buttons are held for so many looks.
        fn run(&mut self, held: u8, looks: u64) -> Vec<u64> {
            let mut told = Vec::new();
            self.0.levels.next = held.to_bits();
            for clock in 0..looks * PERIOD {
                self.0.look.next = clock % PERIOD == PERIOD - 1;
                simulate(&mut self.0, 20);
                if self.0.pressed.val() {
                    told.push(self.0.action.val().into());
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
        assert!(bench.0.left_held.val() && bench.0.right_held.val() && bench.0.down_held.val());
        assert!(bench.run(0b1011_1111, 3).is_empty());
        assert!(bench.run(0, 3).is_empty());
        assert!(!bench.0.left_held.val());
    }

    #[test]
    fn m2_holds_when_it_is_let_go_and_mutes_when_it_is_not() {
        let mut bench = Bench::new(0);
        assert!(bench.run(0b0100_0000, 5).is_empty());
        assert_eq!(bench.run(0, 3), [7]);
        assert!(!bench.0.mute.val());
        for mute in [true, false] {
            assert!(bench.run(0b0100_0000, 30).is_empty());
            assert_eq!(bench.0.mute.val(), mute);
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
