//! The arithmetic of the voices: one register of 16 bits and one adder, which always adds the word
//! `data`.
//!
//! ```text
//! data ------------------------------> + --> sum --+--> sum
//! 0 | sum | ~sum | sum/64 | ~triangle -^           |
//!        ^-----------------------------------------+
//! ```
//!
//! Differences come out 1 too small: the users' numbers are such that no carry has to be fed in.
//!
//! **Latency**: the new `sum` is there after the clock edge.

use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// Operations on the sum. The low two bits of the first four choose the addend.
pub mod operation {
    /// The data.
    pub const LOAD: u8 = 0;
    /// The sum of both.
    pub const ADD: u8 = 1;
    /// The data less the sum less 1.
    pub const SUBTRACT: u8 = 2;
    /// The data and a 64th of the sum, rounded down.
    pub const APPROACH: u8 = 3;
    /// It stays.
    pub const HOLD: u8 = 4;
    /// The sum is a phase, 2^16 to a turn. In the upper half turn: the data less a triangle that
    /// rises from 0 to 2^14 - 1 and falls again, less 1. In the lower half turn: less than 0, if
    /// the data is not above 2^14.
    pub const FOLD: u8 = 5;
    /// The data, less the sum and 1 unless the sum is less than 0.
    pub const CLIP: u8 = 6;
}

/// The accumulator.
#[derive(LogicBlock, Module)]
pub struct Accumulator {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset to 0.
    pub reset: Signal<In, Bit>,
    /// One of [`operation`].
    pub operation: Signal<In, Bits<3>>,
    /// The word that is added.
    pub data: Signal<In, Bits<16>>,
    /// The register; numbers are in two's complement.
    pub sum: Signal<Out, Bits<16>>,
    register: DFF<Bits<16>>,
    negative: Signal<Local, Bit>,
    choice: Signal<Local, Bits<2>>,
    shifted: Signal<Local, Bits<16>>,
    #[default(0)]
    chosen: Signal<Local, Bits<16>>,
    addend: Signal<Local, Bits<16>>,
    total: Signal<Local, Bits<16>>,
    all_ones: Constant<Bits<16>>,
    #[value(0xFC00_u16)]
    sign: Constant<Bits<16>>,
    #[value(0x3FFF_u16)]
    triangle: Constant<Bits<16>>,
    #[value(0x8000_u16)]
    half_turn: Constant<Bits<16>>,
    #[value(operation::HOLD)]
    hold: Constant<Bits<3>>,
    #[value(operation::FOLD)]
    fold: Constant<Bits<3>>,
    #[value(operation::CLIP)]
    clip: Constant<Bits<3>>,
    #[value(operation::LOAD)]
    choose_load: Constant<Bits<2>>,
    #[value(operation::ADD)]
    choose_add: Constant<Bits<2>>,
    #[value(operation::SUBTRACT)]
    choose_subtract: Constant<Bits<2>>,
    #[value(operation::APPROACH)]
    choose_approach: Constant<Bits<2>>,
}

impl Default for Accumulator {
    fn default() -> Self {
        construct!(Accumulator {
            all_ones: Constant::new(Bits::mask()),
        })
    }
}

#[clocked]
impl Logic for Accumulator {
    #[hdl_gen]
    fn update(&mut self) {
        self.sum.next = self.register.q.val();
        self.negative.next = self.register.q.val().get_bit(15);
        // One of four addends; a table of four inputs for each bit, if nothing but `choice`
        // chooses.
        self.choice.next = self.operation.val().get_bits::<2>(0);
        if self.operation.val() == self.fold.val() {
            self.choice.next = self.choose_subtract.val();
            if self.register.q.val().get_bit(14) {
                self.choice.next = self.choose_add.val();
            }
        }
        if self.operation.val() == self.clip.val() {
            self.choice.next = self.choose_subtract.val();
            if self.negative.val() {
                self.choice.next = self.choose_load.val();
            }
        }
        self.shifted.next = bit_cast::<16, 10>(self.register.q.val().get_bits::<10>(6));
        if self.negative.val() {
            self.shifted.next =
                bit_cast::<16, 10>(self.register.q.val().get_bits::<10>(6)) | self.sign.val();
        }
        if self.choice.val() == self.choose_add.val() {
            self.chosen.next = self.register.q.val();
        }
        if self.choice.val() == self.choose_subtract.val() {
            self.chosen.next = self.register.q.val() ^ self.all_ones.val();
        }
        if self.choice.val() == self.choose_approach.val() {
            self.chosen.next = self.shifted.val();
        }
        // The complement of the triangle; in the lower half turn without its bit 14, which takes
        // 2^14 away.
        self.addend.next = self.chosen.val();
        if self.operation.val() == self.fold.val() {
            self.addend.next = (self.chosen.val() & self.triangle.val())
                | self.half_turn.val()
                | (bit_cast::<16, 1>(self.negative.val().into()) << 14);
        }
        self.total.next = self.addend.val() + self.data.val();
        if self.operation.val() != self.hold.val() {
            self.register.d.next = self.total.val();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    fn result(uut: &mut Bench<Accumulator>, sum: i16, operation: u8, data: i16) -> i16 {
        for (operation, data) in [(operation::LOAD, sum), (operation, data)] {
            poke!(uut.operation = operation.to_bits());
            poke!(uut.data = (data as u16).to_bits());
            tick!(uut);
        }
        peek!(uut.sum).to_u16() as i16
    }

    const SOME: [i16; 12] = [
        -32768, -16385, -16384, -64, -63, -1, 0, 1, 63, 64, 16383, 32767,
    ];

    #[test]
    fn passes_the_checks_of_rust_hdl() {
        let mut uut = Accumulator::default();
        uut.connect_all();
        assert!(generate_verilog(&uut).contains("module top"));
    }

    #[test]
    fn arithmetic_is_that_of_16_bits() {
        let mut uut = Bench::new(Accumulator::default());
        for sum in SOME {
            for data in SOME {
                let results = [
                    (operation::HOLD, sum),
                    (operation::LOAD, data),
                    (operation::ADD, data.wrapping_add(sum)),
                    (operation::SUBTRACT, data.wrapping_sub(sum).wrapping_sub(1)),
                    (operation::APPROACH, data.wrapping_add(sum.div_euclid(64))),
                ];
                for (operation, expected) in results {
                    assert_eq!(
                        result(&mut uut, sum, operation, data),
                        expected,
                        "{operation}: {sum}, {data}"
                    );
                }
            }
        }
    }

    #[test]
    fn fold_and_clip_take_the_smaller_of_level_and_triangle() {
        let mut uut = Bench::new(Accumulator::default());
        for level in [0, 1, 1000, 9000, 16383] {
            for phase in (0..65536)
                .step_by(509)
                .chain([32767, 32768, 49151, 49152, 65535])
            {
                let triangle = match phase {
                    0..32768 => 0,
                    32768..49152 => phase - 32768,
                    _ => 65535 - phase,
                };
                let folded = result(&mut uut, phase as u16 as i16, operation::FOLD, level);
                let data = if phase < 32768 { 0 } else { level };
                let wave = result(&mut uut, folded, operation::CLIP, data);
                assert_eq!(
                    i32::from(wave),
                    triangle.min(i32::from(level)),
                    "{level} {phase}"
                );
            }
        }
    }
}
