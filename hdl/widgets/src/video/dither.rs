//! Ordered dithering of one colour channel: few bits per pixel, many shades on average.
//!
//! A 4 x 4 pattern of thresholds is added to the level and the low bits are dropped, so that a level between two output steps becomes a mix of both. Levels
//! reach from 0 to [`full_scale`], not to 255: then the sum never overflows, and black, white and everything between come out exactly
//! right on average. Whoever fills the palette scales the colours.
//!
//! ```text
//! thresholds, in sixteenths of a step:   0  8  2 10
//!                                       12  4 14  6
//!                                        3 11  1  9
//!                                       15  7 13  5
//! ```
//!
//! **Shape**: combinational; `N` output bits, 1 to 8. Of a level of 8 bits, 8 - `N` are dithered.
//! **Cost**: 8 LC per channel and 2 for the thresholds; the register behind it packs into the adder.
//! **Source**: the pattern is B. E. Bayer's (1973), an optimum rule for two-level rendition of continuous-tone pictures.

use rust_hdl::prelude::*;

/// The level that stands for full brightness at `N` output bits.
pub const fn full_scale<const N: usize>() -> u64 {
    ((1 << N) - 1) << (8 - N)
}

/// The ditherer of one channel.
#[derive(LogicBlock)]
pub struct Dither<const N: usize> {
    /// Column of the pixel, modulo 4.
    pub x: Signal<In, Bits<2>>,
    /// Line of the pixel, modulo 4.
    pub y: Signal<In, Bits<2>>,
    /// Brightness, 0 to `full_scale`.
    pub level: Signal<In, Bits<8>>,
    /// Brightness for the pins.
    pub shown: Signal<Out, Bits<N>>,
    mixed: Signal<Local, Bits<2>>,
    threshold: Signal<Local, Bits<8>>,
    aligned: Signal<Local, Bits<8>>,
    sum: Signal<Local, Bits<8>>,
    kept: Constant<Bits<4>>,
    dropped: Constant<Bits<4>>,
}

impl<const N: usize> Dither<N> {
    /// Between 8 bits of level and `N` bits of output.
    pub fn new() -> Self {
        assert!(0 < N && N <= 8, "a channel has 1 to 8 bits, not {N}");
        crate::with_defaults! {
            default {
                x, y, level, shown, mixed, threshold, aligned, sum,
            }
            kept: Constant::new(N.to_bits()),
            dropped: Constant::new((8 - N).to_bits()),
        }
    }
}

impl<const N: usize> Default for Dither<N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const N: usize> Logic for Dither<N> {
    #[hdl_gen]
    fn update(&mut self) {
        // The pattern in binary: the lowest bits of the position decide the coarsest step.
        self.mixed.next = self.x.val() ^ self.y.val();
        self.threshold.next = (bit_cast::<8, 1>(self.mixed.val().get_bits::<1>(0)) << 7)
            | (bit_cast::<8, 1>(self.y.val().get_bits::<1>(0)) << 6)
            | (bit_cast::<8, 1>(self.mixed.val().get_bits::<1>(1)) << 5)
            | (bit_cast::<8, 1>(self.y.val().get_bits::<1>(1)) << 4);
        self.aligned.next = self.threshold.val() >> self.kept.val();
        self.sum.next = self.level.val() + self.aligned.val();
        self.shown.next = self.sum.val().get_bits::<N>(self.dropped.val().index());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sum of the outputs over one tile of the pattern.
    fn tile_sum<const N: usize>(uut: &mut Dither<N>, level: u64) -> u64 {
        let mut sum = 0;
        for pixel in 0..16u64 {
            uut.level.next = level.to_bits();
            uut.x.next = (pixel % 4).to_bits();
            uut.y.next = (pixel / 4).to_bits();
            assert!(simulate(uut, 10));
            let output = uut.shown.val().to_u64();
            assert!(output.abs_diff(level >> (8 - N)) <= 1, "{level} {pixel}");
            sum += output;
        }
        sum
    }

    fn dither<const N: usize>() -> Dither<N> {
        let mut uut = Dither::new();
        uut.connect_all();
        uut
    }

    #[test]
    fn four_bits_show_every_level_on_average() {
        let mut uut = dither::<4>();
        for level in 0..=full_scale::<4>() {
            assert_eq!(tile_sum(&mut uut, level), level);
        }
        assert_eq!(full_scale::<4>(), 15 * 16);
    }

    #[test]
    fn three_bits_show_every_second_level_on_average() {
        let mut uut = dither::<3>();
        for level in 0..=full_scale::<3>() {
            assert_eq!(tile_sum(&mut uut, level), level / 2);
        }
    }

    #[test]
    fn eight_bits_pass_through() {
        let mut uut = dither::<8>();
        for level in 0..=full_scale::<8>() {
            assert_eq!(tile_sum(&mut uut, level), 16 * level);
        }
    }

    #[test]
    fn the_pattern_is_the_documented_one() {
        let mut uut = dither::<4>();
        let doc = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];
        for (pixel, threshold) in doc.into_iter().enumerate() {
            uut.x.next = (pixel % 4).to_bits();
            uut.y.next = (pixel / 4).to_bits();
            assert!(simulate(&mut uut, 10));
            assert_eq!(uut.aligned.val(), threshold as u64);
        }
    }

    #[test]
    fn passes_the_checks_of_rust_hdl() {
        assert!(generate_verilog(&dither::<4>()).contains("module top"));
    }
}
