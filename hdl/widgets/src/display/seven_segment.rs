//! Drives four seven-segment digits that share their segments, one after the other.
//!
//! ```text
//! digits    0000 0001      0000 0010      0000 0100      0000 1000
//!               ___________    ___________    ___________    ___________
//! segments ____/           \__/           \__/           \__/           \    1/16 of the time dark
//! ```
//!
//! The driver outputs the number of the digit that it shows next, and reads its value. In the dark
//! pause between two digits the outputs of the old digit switch off. Without it the old segments
//! would be faintly visible in the new digit.
//!
//! **Interface**: `digit` changes at the beginning of the pause of 62 us, and `value` is shown as
//! it comes. Segment a is bit 0, digit 0 is the leftmost; all active high. Outputs are registers.
//! **Source**: 1 kHz for each digit, 250 Hz for the whole, at least 2 us of pause.

use crate::property::{Definition, Mutant, Observer, Property};
use crate::timing::Divider;
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// The driver.
#[derive(LogicBlock, Module)]
pub struct SevenSegment {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset; dark.
    pub reset: Signal<In, Bit>,
    /// Value of `digit`: 0 to 9; other numbers are dark, or hexadecimal digits.
    pub value: Signal<In, Bits<4>>,
    /// Number of the digit to look up.
    pub digit: Signal<Out, Bits<2>>,
    /// Segments a to g, and the point, which is never lit.
    pub segments: Signal<Out, Bits<8>>,
    /// One of the digits, or none.
    pub digits: Signal<Out, Bits<4>>,
    /// Too small for a block RAM: one logic cell for each segment.
    #[given]
    patterns: ROM<Bits<7>, 4>,
    #[part(idle(restart))]
    #[given]
    divider: Divider<14>,
    /// `{digit, sixteenth of its time}`; the first sixteenth is dark.
    ticks: DFF<Bits<6>>,
    #[reset(or = is_dark)]
    lit_segments: DFF<Bits<7>>,
    #[reset(or = is_dark)]
    lit_digit: DFF<Bits<4>>,
    is_dark: Signal<Local, Bit>,
    #[default(8)]
    one_digit: Signal<Local, Bits<4>>,
}

/// Sixteenths of a digit's time in a second.
const SIXTEENTHS_PER_SECOND: u64 = 16_000;

/// Segments of 0 to 9 and A to F, bit 0 = a.
const PATTERNS: [u8; 16] = [
    0x3F, 0x06, 0x5B, 0x4F, 0x66, 0x6D, 0x7D, 0x07, 0x7F, 0x6F, 0x77, 0x7C, 0x39, 0x5E, 0x79, 0x71,
];

/// The first patterns; the other numbers are dark.
fn patterns(count: usize) -> ROM<Bits<7>, 4> {
    let none = std::iter::repeat_n(0, PATTERNS.len() - count);
    PATTERNS
        .into_iter()
        .take(count)
        .chain(none)
        .map(|word| word.to_bits())
        .into()
}

impl SevenSegment {
    /// A driver of decimal digits for a module clock of `clock_hz`.
    ///
    /// # Panics
    /// If the clock is not between 1 and 100 MHz.
    pub fn new(clock_hz: u64) -> Self {
        Self::with_patterns(clock_hz, 10)
    }

    /// The same with hexadecimal digits.
    ///
    /// # Panics
    /// As [`SevenSegment::new`].
    pub fn hexadecimal(clock_hz: u64) -> Self {
        Self::with_patterns(clock_hz, 16)
    }

    fn with_patterns(clock_hz: u64, count: usize) -> Self {
        assert!(
            (1_000_000..=100_000_000).contains(&clock_hz),
            "{clock_hz} Hz is not 1 to 100 MHz"
        );
        construct!(SevenSegment {
            patterns: patterns(count),
            divider: Divider::new(clock_hz / SIXTEENTHS_PER_SECOND),
        })
    }
}

#[clocked]
impl Logic for SevenSegment {
    #[hdl_gen]
    fn update(&mut self) {
        self.digit.next = self.ticks.q.val().get_bits::<2>(4);
        self.is_dark.next = !self.ticks.q.val().get_bits::<4>(0).any();
        if self.divider.strobe.val() {
            self.ticks.d.next = self.ticks.q.val() + 1;
        }
        self.patterns.address.next = self.value.val();
        self.lit_segments.d.next = self.patterns.data.val();
        if self.digit.val() == 0 {
            self.one_digit.next = 1.into();
        } else if self.digit.val() == 1 {
            self.one_digit.next = 2.into();
        } else if self.digit.val() == 2 {
            self.one_digit.next = 4.into();
        }
        self.lit_digit.d.next = self.one_digit.val();
        self.segments.next = bit_cast::<8, 7>(self.lit_segments.q.val());
        self.digits.next = self.lit_digit.q.val();
    }
}

impl SevenSegment {
    /// Properties that are proved.
    pub const PROPERTIES: &'static [Property] = &[
        // For 1 MHz, where a digit is dark for 62 clocks of 992.
        Property::new(
            "at most one digit is lit",
            "digits == 0 || digits == 1 || digits == 2 || digits == 4 || digits == 8",
            Mutant::new("one_digit = 4'd1", "one_digit = 4'd3", 70)
                .given(&["value == 0", "!reset || !after_reset"]),
        ),
        Property {
            lemmas: &[
                "divider.left <= 60 || divider.strobe && divider.left == 14'h3fff",
                "dark <= 64",
                "digits != 0 || segments == 0",
                "ticks[3:0] != 0 || clocks != 0 || digits == digits_before \
                 && (digits == 0 ? ticks == 0 && dark == 0 : digits == 4'd1 << ticks[5:4] - 2'd1)",
                "ticks[3:0] != 0 || clocks == 0 \
                 || digits == 0 && dark + 1 >= clocks && dark <= clocks",
                "ticks[3:0] != 1 || clocks != 0 || digits == 0 && dark >= 61 && dark <= 62",
                "ticks[3:0] != 1 || clocks == 0 || digits_before != 0 || clocks == 1 && dark >= 62",
                "ticks[3:0] == 0 || ticks[3:0] == 1 && clocks == 0 || digits == 4'd1 << ticks[5:4]",
                "ticks[3:0] <= 1 || digits_before == digits",
            ],
            definitions: &[
                // Clocks of the sixteenth.
                Definition::new("clocks", 7, "divider.strobe ? 61 : 60 - divider.left[6:0]"),
            ],
            observers: &[
                Observer::new("digits_before", 4, "digits"),
                Observer::new("dark", 7, "digits == 0 ? dark + 1 : 0"),
            ],
            ..Property::new(
                "all is dark for 62 clocks before a digit is lit",
                "digits == digits_before \
                 || (digits == 0 ? segments == 0 : digits_before == 0 && dark >= 62)",
                Mutant::new("!(|ticks[3:0])", "1'b0", 4),
            )
        },
    ];
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    const CLOCK_HZ: u64 = 1_000_000;

    fn display(clock_hz: u64) -> Bench<SevenSegment> {
        started(SevenSegment::new(clock_hz))
    }

    fn started(display: SevenSegment) -> Bench<SevenSegment> {
        let mut uut = Bench::new(display);
        poke!(uut.reset = true);
        tick!(uut);
        poke!(uut.reset = false);
        uut
    }

    /// The digits, their segments, and for how many clocks.
    fn show(uut: &mut Bench<SevenSegment>, clocks: u64, values: [u8; 4]) -> Vec<(u8, u8, u64)> {
        let mut seen: Vec<(u8, u8, u64)> = vec![];
        for _ in 0..clocks {
            poke!(uut.value = values[peek!(uut.digit).index()].to_bits());
            tick!(uut);
            let (digits, segments) = (peek!(uut.digits).to_u8(), peek!(uut.segments).to_u8());
            match seen.last_mut() {
                Some(last) if (last.0, last.1) == (digits, segments) => last.2 += 1,
                _ => seen.push((digits, segments, 1)),
            }
        }
        seen
    }

    #[test]
    fn passes_the_checks_of_rust_hdl() {
        assert!(display(CLOCK_HZ).rust_hdl_verilog().contains("module top"));
    }

    #[test]
    fn each_digit_has_a_millisecond_and_a_dark_pause() {
        for clock_hz in [CLOCK_HZ, 2_500_000] {
            let (pause, lit) = (clock_hz / 16_000, clock_hz / 16_000 * 15);
            let mut uut = display(clock_hz);
            let seen = show(&mut uut, 8 * (pause + lit), [7, 3, 15, 8]);
            let expected = [
                (0, 0, pause),
                (1, 0x07, lit),
                (0, 0, pause),
                (2, 0x4F, lit),
                (0, 0, pause),
                (4, 0, lit),
                (0, 0, pause),
                (8, 0x7F, lit),
            ];
            assert_eq!(seen, expected.repeat(2));
            let rate = clock_hz / (pause + lit);
            assert!((1000..=1010).contains(&rate), "{rate} Hz");
            assert!(pause * 1_000_000 / clock_hz >= 2);
        }
    }

    /// Segments as a drawing: a at the top, then f, g, b, and e, d, c.
    #[test]
    fn numbers_look_like_numbers() {
        let drawing = |segments: u8| {
            let lit = |bit: u8, mark| if segments >> bit & 1 == 1 { mark } else { ' ' };
            [
                [' ', lit(0, '_'), ' '],
                [lit(5, '|'), lit(6, '_'), lit(1, '|')],
                [lit(4, '|'), lit(3, '_'), lit(2, '|')],
            ]
            .map(|line| line.iter().collect::<String>())
        };
        let shown = |new: fn(u64) -> SevenSegment| {
            let mut lines = [String::new(), String::new(), String::new()];
            for value in 0..16 {
                let mut uut = started(new(CLOCK_HZ));
                let segments = show(&mut uut, 100, [value; 4])[1..]
                    .first()
                    .map_or(0, |lit| lit.1);
                for (line, part) in lines.iter_mut().zip(drawing(segments)) {
                    line.push_str(&part);
                }
            }
            lines.map(|line| line.trim_end().to_owned())
        };
        let numbers = [
            " _     _  _     _  _  _  _  _                    ",
            "| |  | _| _||_||_ |_   ||_||_|                   ",
            "|_|  ||_  _|  | _||_|  ||_| _|                   ",
        ];
        assert_eq!(shown(SevenSegment::new), numbers.map(str::trim_end));
        let numbers = [
            " _     _  _     _  _  _  _  _  _     _     _  _ ",
            "| |  | _| _||_||_ |_   ||_||_||_||_ |   _||_ |_ ",
            "|_|  ||_  _|  | _||_|  ||_| _|| ||_||_ |_||_ |  ",
        ];
        assert_eq!(shown(SevenSegment::hexadecimal), numbers.map(str::trim_end));
    }

    #[test]
    fn reset_is_dark() {
        let mut uut = display(CLOCK_HZ);
        show(&mut uut, 500, [8; 4]);
        assert!(peek!(uut.digits).any());
        poke!(uut.reset = true);
        tick!(uut);
        assert!(!peek!(uut.digits).any() && !peek!(uut.segments).any());
    }
}
