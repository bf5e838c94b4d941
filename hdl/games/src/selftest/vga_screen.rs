//! Test picture on a VGA screen of 640 x 480, in a white frame of one pixel.
//!
//! The frame is the outermost line of pixels, so a cut edge is visible.
//!
//! **Latency**: three clocks from the position of the beam to the pins, which are registers.

use super::test_picture::TestPicture;
use gatefall_macros::{clocked, construct, Module};
use gatefall_widgets::video::{VgaTiming, VGA_640X480_60};
use rust_hdl::prelude::*;

/// Latency of the picture.
const LEAD: u64 = 2;

/// The screen, with `N` bits for each colour.
#[derive(LogicBlock, Module)]
pub struct VgaScreen<const N: usize> {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Values of [`TestPicture`].
    pub values: Signal<In, Bits<64>>,
    /// Number of saves.
    pub saves: Signal<In, Bits<8>>,
    /// The buttons, high while pressed.
    pub buttons: Signal<In, Bits<9>>,
    /// Horizontal sync, low when active.
    pub h_sync: Signal<Out, Bit>,
    /// Vertical sync, low when active.
    pub v_sync: Signal<Out, Bit>,
    /// Red, 0 outside of the picture, as the other two.
    pub red: Signal<Out, Bits<N>>,
    /// Green.
    pub green: Signal<Out, Bits<N>>,
    /// Blue.
    pub blue: Signal<Out, Bits<N>>,
    #[part]
    #[given]
    timing: VgaTiming,
    #[part(clock)]
    picture: TestPicture,
    is_frame: DFF<Bit>,
    is_frame_shown: DFF<Bit>,
    h_sync_pin: DFF<Bit>,
    v_sync_pin: DFF<Bit>,
    red_pin: DFF<Bits<N>>,
    green_pin: DFF<Bits<N>>,
    blue_pin: DFF<Bits<N>>,
    colour: Signal<Local, Bits<12>>,
    #[value(639)]
    last_x: Constant<Bits<10>>,
    #[value(479)]
    last_y: Constant<Bits<10>>,
    #[value(0xFFF)]
    white: Constant<Bits<12>>,
    /// Positions of the highest `N` bits of the channels.
    #[value(12 - N)]
    red_bit: Constant<Bits<4>>,
    #[value(8 - N)]
    green_bit: Constant<Bits<4>>,
    #[value(4 - N)]
    blue_bit: Constant<Bits<4>>,
}

impl<const N: usize> Default for VgaScreen<N> {
    fn default() -> Self {
        construct!(VgaScreen {
            timing: VgaTiming::new(&VGA_640X480_60, LEAD),
        })
    }
}

#[clocked]
impl<const N: usize> Logic for VgaScreen<N> {
    #[hdl_gen]
    fn update(&mut self) {
        self.picture.x.next = self.timing.x.val().get_bits::<8>(2);
        self.picture.y.next = self.timing.y.val().get_bits::<7>(2);
        self.picture.values.next = self.values.val();
        self.picture.saves.next = self.saves.val();
        self.picture.buttons.next = self.buttons.val();
        self.is_frame.d.next = (self.timing.x.val() == 0)
            | (self.timing.x.val() == self.last_x.val())
            | (self.timing.y.val() == 0)
            | (self.timing.y.val() == self.last_y.val());
        self.is_frame_shown.d.next = self.is_frame.q.val();
        self.colour.next = self.picture.colour.val();
        if self.is_frame_shown.q.val() {
            self.colour.next = self.white.val();
        }
        if self.timing.active.val() {
            self.red_pin.d.next = self.colour.val().get_bits::<N>(self.red_bit.val().index());
            self.green_pin.d.next = self
                .colour
                .val()
                .get_bits::<N>(self.green_bit.val().index());
            self.blue_pin.d.next = self.colour.val().get_bits::<N>(self.blue_bit.val().index());
        } else {
            self.red_pin.d.next = 0.into();
            self.green_pin.d.next = 0.into();
            self.blue_pin.d.next = 0.into();
        }
        self.h_sync_pin.d.next = self.timing.h_sync.val();
        self.v_sync_pin.d.next = self.timing.v_sync.val();
        self.h_sync.next = self.h_sync_pin.q.val();
        self.v_sync.next = self.v_sync_pin.q.val();
        self.red.next = self.red_pin.q.val();
        self.green.next = self.green_pin.q.val();
        self.blue.next = self.blue_pin.q.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    /// Clocks of a line.
    const LINE: usize = 800;

    fn screen<const N: usize>() -> Bench<VgaScreen<N>> {
        let mut uut = Bench::new(VgaScreen::<N>::default());
        poke!(uut.reset = true);
        tick!(uut);
        poke!(uut.reset = false);
        // The first pixel leaves the pipeline.
        for _ in 0..=LEAD {
            tick!(uut);
        }
        uut
    }

    /// Red, green and blue of the next pixels.
    fn pixels<const N: usize>(uut: &mut Bench<VgaScreen<N>>, count: usize) -> Vec<[u8; 3]> {
        (0..count)
            .map(|_| {
                let colour = [peek!(uut.red), peek!(uut.green), peek!(uut.blue)];
                tick!(uut);
                colour.map(|level| level.to_u8())
            })
            .collect()
    }

    #[test]
    fn passes_the_checks_of_rust_hdl() {
        assert!(screen::<4>().rust_hdl_verilog().contains("module top"));
    }

    /// The first lines, and the last one.
    #[test]
    fn the_frame_is_the_outermost_line_of_pixels() {
        let mut uut = screen::<4>();
        let first = pixels(&mut uut, LINE);
        assert!(first[..640].iter().all(|pixel| *pixel == [15; 3]));
        assert!(first[640..].iter().all(|pixel| *pixel == [0; 3]));
        let second = pixels(&mut uut, LINE);
        assert_eq!(second[0], [15; 3]);
        assert_eq!(
            [second[79], second[80], second[159]],
            [[15; 3], [15, 15, 0], [15, 15, 0]]
        );
        // The last bar is black.
        assert_eq!(
            [second[638], second[639], second[640]],
            [[0; 3], [15; 3], [0; 3]]
        );
        pixels(&mut uut, 476 * LINE);
        let inner = pixels(&mut uut, LINE);
        let is_white = |x: usize| inner[x] == [15; 3];
        assert!(is_white(0) && is_white(639) && (1..639).all(|x| inner[x] == [0; 3]));
        let last = pixels(&mut uut, LINE);
        assert!(last[..640].iter().all(|pixel| *pixel == [15; 3]));
        let below = pixels(&mut uut, LINE);
        assert!(below.iter().all(|pixel| *pixel == [0; 3]));
    }

    #[test]
    fn fewer_bits_show_the_brightest() {
        fn red_ramp<const N: usize>() -> Vec<u8> {
            let mut uut = screen::<N>();
            pixels(&mut uut, 260 * LINE);
            let line = pixels(&mut uut, LINE);
            (0..16).map(|step| line[40 * step + 20][0]).collect()
        }
        assert_eq!(red_ramp::<4>(), (0..16).collect::<Vec<_>>());
        assert_eq!(
            red_ramp::<3>(),
            (0..16).map(|step| step / 2).collect::<Vec<_>>()
        );
        assert_eq!(
            red_ramp::<1>(),
            (0..16).map(|step| step / 8).collect::<Vec<_>>()
        );
    }
}
