//! Test of four seven-segment digits: every segment alone, then hexadecimal numbers.
//!
//! | `step` | digits |
//! |---|---|
//! | 0 to 31 | one segment: a to g and the point of the leftmost digit, then of the next ones |
//! | 32 to 47 | the first two bytes of the flash id |
//! | 48 to 63 | the third byte, and the first eight buttons as a number |
//!
//! **Interface**: `segments` and `digits` as of [`SevenSegment`].

use gatefall_macros::{clocked, construct, Module};
use gatefall_widgets::display::SevenSegment;
use rust_hdl::prelude::*;

/// The walk.
#[derive(LogicBlock, Module)]
pub struct DigitWalk {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Step of the test.
    pub step: Signal<In, Bits<6>>,
    /// The flash id.
    pub flash_id: Signal<In, Bits<24>>,
    /// The buttons, high while pressed.
    pub buttons: Signal<In, Bits<9>>,
    /// Segments a to g and the point.
    pub segments: Signal<Out, Bits<8>>,
    /// The digits, the leftmost is bit 0.
    pub digits: Signal<Out, Bits<4>>,
    #[part]
    #[given]
    display: SevenSegment,
    number: Signal<Local, Bits<16>>,
    /// Position of the digit's bits in the number.
    shift: Signal<Local, Bits<4>>,
    one: Constant<Bits<8>>,
    one_digit: Constant<Bits<4>>,
}

impl DigitWalk {
    /// For a module clock of `clock_hz`, 1 to 100 MHz.
    pub fn new(clock_hz: u64) -> Self {
        construct!(DigitWalk {
            display: SevenSegment::hexadecimal(clock_hz),
            one: Constant::new(1.into()),
            one_digit: Constant::new(1.into()),
        })
    }
}

#[clocked]
impl Logic for DigitWalk {
    #[hdl_gen]
    fn update(&mut self) {
        self.number.next = self.flash_id.val().get_bits::<16>(8);
        if self.step.val().get_bit(4) {
            self.number.next = (bit_cast::<16, 8>(self.flash_id.val().get_bits::<8>(0)) << 8)
                | bit_cast::<16, 8>(self.buttons.val().get_bits::<8>(0));
        }
        // The leftmost digit has the highest bits.
        self.shift.next = bit_cast::<4, 2>(!self.display.digit.val()) << 2;
        self.display.value.next = self.number.val().get_bits::<4>(self.shift.val().index());
        self.segments.next = self.display.segments.val();
        self.digits.next = self.display.digits.val();
        if !self.step.val().get_bit(5) {
            self.segments.next =
                self.one.val() << bit_cast::<8, 3>(self.step.val().get_bits::<3>(0));
            self.digits.next =
                self.one_digit.val() << bit_cast::<4, 2>(self.step.val().get_bits::<2>(3));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    fn walk() -> Bench<DigitWalk> {
        let mut uut = Bench::new(DigitWalk::new(1_000_000));
        poke!(uut.reset = true);
        tick!(uut);
        poke!(uut.reset = false);
        poke!(uut.flash_id = 0xEF_4016_u32.to_bits());
        poke!(uut.buttons = 0x1A5_u16.to_bits());
        uut
    }

    #[test]
    fn passes_the_checks_of_rust_hdl() {
        assert!(walk().rust_hdl_verilog().contains("module top"));
    }

    #[test]
    fn every_segment_of_every_digit_is_lit_alone() {
        let mut uut = walk();
        for step in 0..32_u8 {
            poke!(uut.step = step.to_bits());
            let seen = (peek!(uut.digits).to_u8(), peek!(uut.segments).to_u8());
            assert_eq!(seen, (1 << (step / 8), 1 << (step % 8)));
        }
    }

    #[test]
    fn the_numbers_are_hexadecimal() {
        let mut uut = walk();
        for (step, expected) in [
            (32_u8, [0x79, 0x71, 0x66, 0x3F]),
            (47, [0x79, 0x71, 0x66, 0x3F]),
            (48, [0x06, 0x7D, 0x77, 0x6D]),
        ] {
            poke!(uut.step = step.to_bits());
            let mut shown = [0; 4];
            for _ in 0..5_000 {
                tick!(uut);
                let lit = peek!(uut.digits).to_u8();
                if lit != 0 {
                    shown[lit.trailing_zeros() as usize] = peek!(uut.segments).to_u8();
                }
            }
            assert_eq!(shown, expected, "step {step}");
        }
    }
}
