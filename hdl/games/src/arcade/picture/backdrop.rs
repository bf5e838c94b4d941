//! Backdrop: the sky, a sun that sets in stripes, and a floor whose lines meet at the horizon.
//!
//! ```text
//! y   0
//!        sky: step y / 16 + threshold
//!   150            _-^-_
//!                 /     \    table: half width of each line, 0 in the stripes
//!   228          =========
//!   320 ------------------------     table: lines across, place of the first line into the depth
//!        /  /   /    |    \   \
//!   480
//! ```
//!
//! The lines into the depth stand (y / 2) - 136 pixels apart, one of them in the middle of the
//! screen. A counter walks from one to the next.
//!
//! **Interface**: `x` is that of the pixel, from -1 (1023) on; the table is read by `y` one cycle
//! ahead of that. All outputs belong to the same cycle as `x`.

use super::palette::index;
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// Centre and radius of the sun, where its stripes begin, and where it has set.
const SUN_LINE: i32 = 300;
const SUN_RADIUS: i32 = 150;
const STRIPES: [i32; 5] = [228, 242, 256, 270, 284];
const SUN_SETS: i32 = 298;
/// The first stripe has so many lines, each further one more.
const STRIPE: i32 = 3;
/// First line of the floor, and the distances of its cross lines below it.
const HORIZON: i32 = 320;
const ACROSS: [i32; 13] = [0, 3, 7, 12, 18, 25, 34, 45, 58, 74, 93, 115, 141];

/// One word for each line: half the width of the sun, or {a line runs across, column of the first
/// line into the depth}.
fn table() -> impl Iterator<Item = Bits<8>> {
    (0..512).map(|y: i32| {
        if y < HORIZON {
            let above = SUN_LINE - y;
            let in_stripe = (0..)
                .zip(STRIPES)
                .any(|(number, start)| (start..start + STRIPE + number).contains(&y));
            let square = (SUN_RADIUS * SUN_RADIUS - above * above).max(0);
            let half_width = if in_stripe || y >= SUN_SETS {
                0
            } else {
                square.isqrt()
            };
            (half_width as u64).to_bits()
        } else {
            let apart = y / 2 - 136;
            let across = u64::from(ACROSS.contains(&(y - HORIZON)));
            ((across << 7) | (320 % apart) as u64).to_bits()
        }
    })
}

/// The backdrop.
#[derive(LogicBlock, Module)]
pub struct Backdrop {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Level: the beam moves on.
    pub moves: Signal<In, Bit>,
    /// Column of the pixel.
    pub x: Signal<In, Bits<10>>,
    /// Line of the beam.
    pub y: Signal<In, Bits<10>>,
    /// Threshold of the 4 x 4 pattern, 0 to 15.
    pub threshold: Signal<Out, Bits<4>>,
    /// Colour of the sky, the sun or the floor.
    pub index: Signal<Out, Bits<6>>,
    /// The pixel lies on the sun.
    pub in_sun: Signal<Out, Bit>,
    /// Which of four colours the sun has here.
    pub band: Signal<Out, Bits<2>>,
    #[part(clock)]
    #[given]
    lines: SyncROM<Bits<8>, 9>,
    to_next: DFF<Bits<7>>,
    mixed: Signal<Local, Bits<2>>,
    pattern: Signal<Local, Bits<4>>,
    sky: Signal<Local, Bits<6>>,
    sun_line: Signal<Local, Bits<7>>,
    from_middle: Signal<Local, Bits<10>>,
    distance: Signal<Local, Bits<9>>,
    is_floor: Signal<Local, Bit>,
    apart: Signal<Local, Bits<7>>,
    before_next: Signal<Local, Bits<7>>,
    #[value(index::SUN)]
    sun: Constant<Bits<6>>,
    #[value(index::FLOOR)]
    floor: Constant<Bits<6>>,
}

impl Default for Backdrop {
    fn default() -> Self {
        construct!(Backdrop {
            lines: table().into(),
        })
    }
}

#[clocked]
impl Logic for Backdrop {
    #[hdl_gen]
    fn update(&mut self) {
        self.lines.address.next = self.y.val().get_bits::<9>(0);
        // The lowest bits of the position decide the coarsest step of the pattern.
        self.mixed.next = self.x.val().get_bits::<2>(0) ^ self.y.val().get_bits::<2>(0);
        self.pattern.next = (bit_cast::<4, 1>(self.mixed.val().get_bits::<1>(0)) << 3)
            | (bit_cast::<4, 1>(self.y.val().get_bits::<1>(0)) << 2)
            | (bit_cast::<4, 1>(self.mixed.val().get_bits::<1>(1)) << 1)
            | bit_cast::<4, 1>(self.y.val().get_bits::<1>(1));
        self.threshold.next = self.pattern.val();
        self.sky.next =
            bit_cast::<6, 5>(self.y.val().get_bits::<5>(4)) + bit_cast::<6, 4>(self.pattern.val());
        // Four lines for each threshold, a colour for 64.
        self.sun_line.next = self.y.val().get_bits::<7>(2) + bit_cast::<7, 4>(self.pattern.val());
        self.band.next = self.sun_line.val().get_bits::<2>(4);

        // The floor is y >= 320, which is 256 + 64.
        self.is_floor.next =
            self.y.val().get_bit(8) & (self.y.val().get_bit(7) | self.y.val().get_bit(6));
        self.from_middle.next = self.x.val() - 320;
        self.distance.next = self.from_middle.val().get_bits::<9>(0);
        if self.from_middle.val().get_bit(9) {
            self.distance.next = !self.from_middle.val().get_bits::<9>(0);
        }
        self.in_sun.next =
            !self.is_floor.val() & (self.distance.val() < bit_cast::<9, 8>(self.lines.data.val()));
        self.apart.next = self.y.val().get_bits::<7>(1) - 8;
        self.before_next.next = self.to_next.q.val() - 1;
        if self.is_floor.val() & self.moves.val() {
            self.to_next.d.next = self.before_next.val();
            if self.to_next.q.val() == 0 {
                self.to_next.d.next = self.apart.val() - 1;
            }
            if self.x.val().all() {
                self.to_next.d.next = self.lines.data.val().get_bits::<7>(0);
            }
        }
        self.index.next = self.sky.val();
        if self.in_sun.val() {
            self.index.next = bit_cast::<6, 2>(self.band.val()) | self.sun.val();
        }
        if self.is_floor.val() & (self.lines.data.val().get_bit(7) | (self.to_next.q.val() == 0)) {
            self.index.next = self.floor.val();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    /// The colours of a line.
    fn line(uut: &mut Bench<Backdrop>, y: u64) -> Vec<u64> {
        poke!(uut.y = y.to_bits());
        tick!(uut);
        poke!(uut.x = 1023u64.to_bits());
        tick!(uut);
        let mut colours = Vec::new();
        for x in 0..640u64 {
            poke!(uut.x = x.to_bits());
            colours.push(peek!(uut.index).into());
            if x == 200 {
                // While the beam stands, so does the walk from one line to the next.
                poke!(uut.moves = false);
                tick!(uut);
                poke!(uut.moves = true);
            }
            tick!(uut);
        }
        colours
    }

    fn backdrop() -> Bench<Backdrop> {
        let mut uut = Bench::new(Backdrop::default());
        poke!(uut.moves = true);
        uut
    }

    #[test]
    fn the_sun_is_round_and_striped() {
        let mut uut = backdrop();
        for (y, width) in [
            (149, 0),
            (152, 2 * 24),
            (200, 2 * 111),
            (227, 2 * 131),
            (229, 0),
            (297, 2 * 149),
            (310, 0),
        ] {
            let colours = line(&mut uut, y);
            let sun: Vec<usize> = (0..640).filter(|&x| colours[x] >= 0x34).collect();
            assert_eq!(sun.len(), width, "line {y}");
            if width > 0 {
                assert_eq!((sun[0], sun[width - 1]), (320 - width / 2, 319 + width / 2));
            }
        }
    }

    #[test]
    fn the_lines_of_the_floor_meet_in_the_middle() {
        let mut uut = backdrop();
        for (y, apart) in [(322, 25), (401, 64), (479, 103)] {
            let colours = line(&mut uut, y);
            let lines: Vec<usize> = (0..640).filter(|&x| colours[x] == 0x30).collect();
            let expected: Vec<usize> = (0..640)
                .filter(|x| (x + 640 * apart - 320) % apart == 0)
                .collect();
            assert_eq!(lines, expected, "line {y}");
        }
        assert!(line(&mut uut, 345).iter().all(|&colour| colour == 0x30));
        assert!(line(&mut uut, 319).iter().all(|&colour| colour < 0x2D));
    }

    #[test]
    fn the_sky_and_the_sun_are_dithered() {
        let mut uut = backdrop();
        assert_eq!(line(&mut uut, 20)[..4], [1, 9, 3, 11]);
        assert_eq!(line(&mut uut, 23)[..4], [16, 8, 14, 6]);
        // 224 and four lines for a threshold of 2, of 10: less than 256, and more.
        assert_eq!(line(&mut uut, 224)[318..322], [0x37, 0x34, 0x37, 0x34]);
    }

    #[test]
    fn passes_the_checks_of_rust_hdl() {
        assert!(backdrop().rust_hdl_verilog().contains("module top"));
    }
}
