//! Everything behind the cells: backdrop, glass, well, trail, text and the bars of garbage.
//!
//! The layers from the back to the front, each of which hides the ones before:
//!
//! 1. the backdrop;
//! 2. glass inside of frames, with a glow along the frame; the sun shines through it; the bar
//!    behind the selected row;
//! 3. the well with its grid, and the trail of a dropped piece;
//! 4. text and frames;
//! 5. the bars of waiting garbage.
//!
//! **Latency**: `index` is a register; it belongs to the inputs of one clock ago.

use super::palette::index;
use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// Class of the text layer for frames, and {style, class} for the caps of keys, which do not glow.
const CLASS_FRAME: u8 = 2;
const KEY_CAP: u8 = 1 << 2 | CLASS_FRAME;
/// The glow lights so many of the 16 dots of the pattern.
const GLOW_DENSITY: u8 = 6;

/// The layers.
#[derive(LogicBlock, Module)]
pub struct GroundLayer {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Colour of the backdrop.
    pub sky: Signal<In, Bits<6>>,
    /// The pixel lies on the sun.
    pub in_sun: Signal<In, Bit>,
    /// Band of the sun.
    pub band: Signal<In, Bits<2>>,
    /// Threshold of the dither pattern, 0 to 15.
    pub threshold: Signal<In, Bits<4>>,
    /// The pixel is inside of a frame.
    pub glass: Signal<In, Bit>,
    /// The pixel lies on the bar behind the selected row.
    pub bar: Signal<In, Bit>,
    /// The text hides well and cells.
    pub curtain: Signal<In, Bit>,
    /// The pixel belongs to a character.
    pub ink: Signal<In, Bit>,
    /// Colour of the text.
    pub text_colour: Signal<In, Bits<7>>,
    /// The pixel is on the board or its last lines.
    pub on_grid: Signal<In, Bit>,
    /// The pixel is on the board.
    pub on_board: Signal<In, Bit>,
    /// The pixel is on a line of the grid.
    pub on_line: Signal<In, Bit>,
    /// Row of the grid, modulo 32.
    pub row: Signal<In, Bits<5>>,
    /// Level: the grid is lit.
    pub grid_lit: Signal<In, Bit>,
    /// The cell lies in the trail.
    pub in_trail: Signal<In, Bit>,
    /// Shape of the piece that drew it.
    pub trail_shape: Signal<In, Bits<3>>,
    /// Density of the trail, 14 to 0.
    pub trail_density: Signal<In, Bits<4>>,
    /// The pixel belongs to a bar of waiting garbage.
    pub is_bar: Signal<In, Bit>,
    /// Level: the bar is bright.
    pub is_bright: Signal<In, Bit>,
    /// Index of the colour.
    pub index: Signal<Out, Bits<8>>,
    under: DFF<Bits<8>>,
    ground: Signal<Local, Bits<8>>,
    trail_threshold: Signal<Local, Bits<5>>,
    glows: Signal<Local, Bit>,
    shows_trail: Signal<Local, Bit>,
    #[value(KEY_CAP)]
    key_cap: Constant<Bits<4>>,
    #[value(CLASS_FRAME)]
    class_frame: Constant<Bits<2>>,
    #[value(GLOW_DENSITY)]
    glow_density: Constant<Bits<4>>,
    #[value(index::WELL)]
    well: Constant<Bits<8>>,
    #[value(index::SUN_IN_WELL)]
    sun_in_well: Constant<Bits<8>>,
    #[value(index::FRAME_GLOW)]
    frame_glow: Constant<Bits<8>>,
    #[value(index::BAR)]
    bar_colour: Constant<Bits<8>>,
    #[value(index::GRID)]
    grid: Constant<Bits<8>>,
    #[value(index::LIT_GRID)]
    lit_grid: Constant<Bits<8>>,
    #[value(index::TRAIL)]
    trail: Constant<Bits<8>>,
    #[value(index::TEXT)]
    text: Constant<Bits<8>>,
    #[value(index::METER)]
    meter: Constant<Bits<8>>,
    #[value(index::METER_BRIGHT)]
    meter_bright: Constant<Bits<8>>,
}

#[clocked]
impl Logic for GroundLayer {
    #[hdl_gen]
    fn update(&mut self) {
        self.index.next = self.under.q.val();
        self.ground.next = self.well.val();
        if self.in_sun.val() {
            self.ground.next = bit_cast::<8, 2>(self.band.val()) | self.sun_in_well.val();
        }
        // The colour of the text is {side, style, class, quarter}.
        self.glows.next = (self.text_colour.val().get_bits::<4>(2) != self.key_cap.val())
            & (self.text_colour.val().get_bits::<2>(2) == self.class_frame.val())
            & (self.threshold.val() < self.glow_density.val());
        // A trail gets thinner to the top.
        self.trail_threshold.next = bit_cast::<5, 4>(self.threshold.val())
            + bit_cast::<5, 4>(self.row.val().get_bits::<4>(1));
        self.shows_trail.next = self.in_trail.val()
            & self.on_board.val()
            & (self.trail_threshold.val() < bit_cast::<5, 4>(self.trail_density.val()));

        self.under.d.next = bit_cast::<8, 6>(self.sky.val());
        if self.glass.val() {
            self.under.d.next = self.ground.val();
            if self.glows.val() {
                self.under.d.next = bit_cast::<8, 1>(self.text_colour.val().get_bits::<1>(6))
                    | self.frame_glow.val();
            }
            if self.bar.val() {
                self.under.d.next = self.bar_colour.val();
            }
        }
        if self.on_grid.val() & !self.curtain.val() {
            self.under.d.next = self.ground.val();
            if self.on_line.val() {
                self.under.d.next = self.grid.val();
                if self.grid_lit.val() {
                    self.under.d.next = self.lit_grid.val();
                }
            }
            if self.shows_trail.val() {
                self.under.d.next = bit_cast::<8, 3>(self.trail_shape.val()) | self.trail.val();
            }
        }
        if self.ink.val() {
            self.under.d.next = bit_cast::<8, 7>(self.text_colour.val()) | self.text.val();
        }
        if self.is_bar.val() {
            self.under.d.next = self.meter.val();
            if self.is_bright.val() {
                self.under.d.next = self.meter_bright.val();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    fn seen(uut: &mut Bench<GroundLayer>) -> u8 {
        tick!(uut);
        peek!(uut.index).to_u8()
    }

    #[test]
    fn each_layer_hides_the_ones_behind() {
        let mut uut = Bench::new(GroundLayer::default());
        poke!(uut.sky = 0x1A.into());
        assert_eq!(seen(&mut uut), 0x1A);
        poke!(uut.glass = true);
        poke!(uut.threshold = 9.into());
        assert_eq!(seen(&mut uut), index::WELL);
        poke!(uut.in_sun = true);
        poke!(uut.band = 2.into());
        assert_eq!(seen(&mut uut), index::SUN_IN_WELL | 2);
        poke!(uut.bar = true);
        assert_eq!(seen(&mut uut), index::BAR);
        poke!(uut.on_grid = true);
        poke!(uut.on_board = true);
        poke!(uut.on_line = true);
        assert_eq!(seen(&mut uut), index::GRID);
        poke!(uut.grid_lit = true);
        assert_eq!(seen(&mut uut), index::LIT_GRID);
        poke!(uut.in_trail = true);
        poke!(uut.trail_shape = 5.into());
        poke!(uut.trail_density = 10.into());
        assert_eq!(seen(&mut uut), index::TRAIL | 5);
        poke!(uut.row = 2.into());
        assert_eq!(seen(&mut uut), index::LIT_GRID, "thinner above");
        poke!(uut.ink = true);
        poke!(uut.text_colour = 0x55.into());
        assert_eq!(seen(&mut uut), index::TEXT | 0x55);
        poke!(uut.is_bar = true);
        assert_eq!(seen(&mut uut), index::METER);
        poke!(uut.is_bright = true);
        assert_eq!(seen(&mut uut), index::METER_BRIGHT);
    }

    #[test]
    fn frames_glow_but_not_those_of_keys() {
        let mut uut = Bench::new(GroundLayer::default());
        poke!(uut.glass = true);
        for (colour, expected) in [
            (0b0_00_10_00_u8, index::FRAME_GLOW),
            (0b1_10_10_00, index::FRAME_GLOW | 1),
            (0b0_01_10_00, index::WELL),
            (0b0_00_01_00, index::WELL),
        ] {
            poke!(uut.text_colour = colour.to_bits());
            assert_eq!(seen(&mut uut), expected, "{colour:07b}");
        }
    }
}
