//! Makes the lines of an old screen visible: a bright channel loses its lowest bit where the line
//! is dim.
//!
//! Dark channels keep all they have, and so do pins of one or two bits, which would lose too much.
//!
//! **Interface**: combinational; `N` bits.

use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// One channel of a pixel.
#[derive(LogicBlock, Module)]
pub struct ScanLine<const N: usize> {
    /// Brightness.
    pub level: Signal<In, Bits<N>>,
    /// Level: the line is dim.
    pub dim: Signal<In, Bit>,
    /// Brightness for the pins.
    pub shown: Signal<Out, Bits<N>>,
    #[value(1u64 << (N - 1))]
    bright: Constant<Bits<N>>,
    #[value(u64::from(N > 2))]
    lost: Constant<Bits<N>>,
}

#[clocked]
impl<const N: usize> Logic for ScanLine<N> {
    #[hdl_gen]
    fn update(&mut self) {
        self.shown.next = self.level.val();
        if self.dim.val() & (self.level.val() >= self.bright.val()) {
            self.shown.next = self.level.val() & !self.lost.val();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, Bench};

    fn shown<const N: usize>(dim: bool) -> Vec<u64> {
        let mut uut = Bench::new(ScanLine::<N>::default());
        poke!(uut.dim = dim);
        let mut shown = Vec::new();
        for level in 0..1u64 << N {
            poke!(uut.level = level.to_bits());
            shown.push(peek!(uut.shown).into());
        }
        shown
    }

    #[test]
    fn bright_levels_lose_their_lowest_bit_in_dim_lines() {
        assert_eq!(shown::<3>(false), [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(shown::<3>(true), [0, 1, 2, 3, 4, 4, 6, 6]);
        assert_eq!(shown::<4>(true)[7..], [7, 8, 8, 10, 10, 12, 12, 14, 14]);
    }

    #[test]
    fn one_or_two_bits_are_left_alone() {
        assert_eq!(shown::<1>(true), [0, 1]);
        assert_eq!(shown::<2>(true), [0, 1, 2, 3]);
    }

    #[test]
    fn passes_the_checks_of_rust_hdl() {
        let mut uut = ScanLine::<4>::default();
        uut.connect_all();
        assert!(generate_verilog(&uut).contains("module top"));
    }
}
