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
//! A pulse moves the picture for seven frames: the sun is wider by `pulse` pixels on each side, and
//! each line across walks to the place of the next one, by an eighth of the way a frame.
//!
//! **Interface**: `x` is that of the pixel, from -2 (1022) on, with the new `y` from there on. All
//! outputs belong to the same cycle as `x`. The table has one cycle of latency. In the floor, while
//! the beam rests after a line, it is read for the lines into the depth of the next line, and then
//! for those across. So its address changes twice in a line, and not with each pixel.

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
/// Half the width of the sun where there is none: negative, also with a pulse.
const NO_SUN: i32 = 0xF8;
/// First line of the floor, and the distances of its cross lines below it. The last one is out of
/// sight; the others walk to the next one.
const HORIZON: i32 = 320;
const ACROSS: [i32; 14] = [0, 3, 7, 12, 18, 25, 34, 45, 58, 74, 93, 115, 141, 172];
/// Steps of a line from one place to the next.
const STEPS: i32 = 8;

/// Contents of the memory:
///
/// ```text
/// 0 to 127    lines across of y 320 to 447, at y modulo 128
/// 128 to 319  half the width of the sun, at y
/// 320 to 479  1 + column of the first line into the depth, at y - 1
/// 480 to 511  lines across of y 448 to 479, at y + 32
/// ```
///
/// In a word of lines across bit n says that one runs here n frames before the end of a pulse.
fn table() -> impl Iterator<Item = Bits<8>> {
    let word = |address: i32| match address {
        0..128 => across((address + 64) % 128),
        128..HORIZON => half_width(address),
        HORIZON..480 => 1 + HORIZON % ((address + 1) / 2 - 136),
        _ => across(address - 32 - HORIZON),
    };
    (0..512).map(move |address| (word(address) as u64).to_bits())
}

fn half_width(y: i32) -> i32 {
    let above = SUN_LINE - y;
    let in_stripe = (0..)
        .zip(STRIPES)
        .any(|(number, start)| (start..start + STRIPE + number).contains(&y));
    let square = SUN_RADIUS * SUN_RADIUS - above * above;
    match in_stripe || y >= SUN_SETS || square <= 0 {
        true => NO_SUN,
        false => square.isqrt(),
    }
}

/// A bit for each count of the pulse.
fn across(below_horizon: i32) -> i32 {
    let is_line = |pulse: i32| {
        let step = (STEPS - pulse) % STEPS;
        let place = |ends: &[i32]| ends[0] + (ends[1] - ends[0]) * step / STEPS;
        below_horizon == 0 || ACROSS.windows(2).any(|ends| place(ends) == below_horizon)
    };
    (0..STEPS)
        .map(|pulse| i32::from(is_line(pulse)) << pulse)
        .sum()
}

/// The backdrop.
#[derive(LogicBlock, Module)]
pub struct Backdrop {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Level: the beam moves on. It rests after a line, and below the picture.
    pub moves: Signal<In, Bit>,
    /// Column of the pixel.
    pub x: Signal<In, Bits<10>>,
    /// Line of the beam.
    pub y: Signal<In, Bits<10>>,
    /// Frames that are left of a pulse, 7 to 0.
    pub pulse: Signal<In, Bits<3>>,
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
    has_sun: Signal<Local, Bit>,
    half_width: Signal<Local, Bits<8>>,
    across: Signal<Local, Bits<8>>,
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
        // The floor is y >= 320, which is 256 + 64; the sun is above it, below line 128.
        self.is_floor.next =
            self.y.val().get_bit(8) & (self.y.val().get_bit(7) | self.y.val().get_bit(6));
        self.has_sun.next =
            !self.is_floor.val() & (self.y.val().get_bit(8) | self.y.val().get_bit(7));
        self.lines.address.next = self.y.val().get_bits::<9>(0);
        if self.is_floor.val() & self.moves.val() {
            self.lines.address.next = bit_cast::<9, 7>(self.y.val().get_bits::<7>(0));
            if self.y.val().get_bits::<2>(6).all() {
                self.lines.address.next = self.y.val().get_bits::<9>(0) | 32;
            }
        }
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

        self.from_middle.next = self.x.val() - 320;
        self.distance.next = self.from_middle.val().get_bits::<9>(0);
        if self.from_middle.val().get_bit(9) {
            self.distance.next = !self.from_middle.val().get_bits::<9>(0);
        }
        self.half_width.next = self.lines.data.val() + bit_cast::<8, 3>(self.pulse.val());
        self.in_sun.next = self.has_sun.val()
            & !self.half_width.val().get_bits::<2>(6).all()
            & (self.distance.val() < bit_cast::<9, 8>(self.half_width.val()));
        self.across.next = self.lines.data.val() >> bit_cast::<8, 3>(self.pulse.val());
        self.apart.next = self.y.val().get_bits::<7>(1) - 8;
        self.before_next.next = self.to_next.q.val() - 1;
        if self.is_floor.val() & self.moves.val() {
            self.to_next.d.next = self.before_next.val();
            if self.to_next.q.val() == 0 {
                self.to_next.d.next = self.apart.val() - 1;
            }
            // Of all columns only 1022 and 1023 have both bits.
            if self.x.val().get_bits::<2>(8).all() & !self.x.val().get_bit(0) {
                self.to_next.d.next = self.lines.data.val().get_bits::<7>(0);
            }
        }
        self.index.next = self.sky.val();
        if self.in_sun.val() {
            self.index.next = bit_cast::<6, 2>(self.band.val()) | self.sun.val();
        }
        if self.is_floor.val() & (self.across.val().get_bit(0) | (self.to_next.q.val() == 0)) {
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
        poke!(uut.moves = false);
        poke!(uut.y = (y - 1).to_bits());
        tick!(uut);
        poke!(uut.moves = true);
        poke!(uut.y = y.to_bits());
        for x in [1022u64, 1023] {
            poke!(uut.x = x.to_bits());
            tick!(uut);
        }
        let mut colours = Vec::new();
        for x in 0..640u64 {
            poke!(uut.x = x.to_bits());
            colours.push(peek!(uut.index).into());
            tick!(uut);
        }
        colours
    }

    fn backdrop() -> Bench<Backdrop> {
        Bench::new(Backdrop::default())
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
    fn a_pulse_makes_the_sun_wider_and_moves_the_lines_across() {
        let mut uut = backdrop();
        // Lines below the horizon, but for those into the depth.
        let mut across = |pulse: u64| -> Vec<u64> {
            poke!(uut.pulse = pulse.to_bits());
            for (y, width) in [
                (100, 0),
                (149, 0),
                (152, 48),
                (229, 0),
                (297, 298),
                (298, 0),
            ] {
                let colours = line(&mut uut, y);
                let sun = colours.iter().filter(|&&colour| colour >= 0x34).count() as u64;
                let pulse = if width == 0 { 0 } else { 2 * pulse };
                assert_eq!(sun, width + pulse, "line {y}");
            }
            let is_full = |below: &u64| line(&mut uut, 320 + below)[319] == 0x30;
            (0..160).filter(is_full).collect()
        };
        let still = [0, 3, 7, 12, 18, 25, 34, 45, 58, 74, 93, 115, 141];
        assert_eq!(across(0), still);
        assert_eq!(
            across(7),
            [0, 3, 7, 12, 18, 26, 35, 46, 60, 76, 95, 118, 144]
        );
        assert_eq!(
            across(1),
            [0, 2, 6, 11, 17, 24, 32, 43, 56, 72, 90, 112, 137]
        );
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
