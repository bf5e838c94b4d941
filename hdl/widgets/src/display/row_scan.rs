//! Drives a bi-colour LED matrix, made of LEDs and shift registers (74HC595), row by row.
//!
//! ```text
//! row_clock   _/\_/\_/\_..._/\______________/\_       24 pulses for 10 x 7, one output each
//! row_latch   ________________________/\_________       then all outputs change at once
//! row_enable  ~~~~~~~~~~~~~~~~~~~~~\______/~~~~~~       and the LEDs are dark meanwhile
//! ```
//!
//! While a row is lit, the next one is shifted in, the last output first. The outputs are, from QA
//! of the chip nearest to the FPGA: the rows from the top, the columns from the left in the first
//! colour, the columns in the second. A lit LED has its row and its column high. What the colour
//! numbers mean is the table `lights`, which stands for a palette.
//!
//! **Interface**: an output takes 31 us, a row 1 ms, of which the LEDs are dark 31 us. `row` and
//! `column` change at the beginning of an output's time, and `colour` has half of it. Outputs are
//! registers. `row_enable` is high while the LEDs may shine: the output enable of a 74HC595 is its
//! inverse.
//! **Source**: 10 rows at 1 kHz are 100 pictures a second; a 74HC595 shifts at up to 25 MHz at 4.5
//! V, here at 32 kHz.

use super::matrix_size::MatrixSize;
use crate::property::{Definition, Mutant, Observer, Property};
use crate::timing::Divider;
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// The driver of up to 16 rows of up to 7 columns.
#[derive(LogicBlock, Module)]
pub struct RowScan {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset; dark.
    pub reset: Signal<In, Bit>,
    /// Number of the colour at `row` and `column`.
    pub colour: Signal<In, Bits<4>>,
    /// Row of the LED to look up, 0 at the top.
    pub row: Signal<Out, Bits<4>>,
    /// Column of the LED to look up, 0 at the left.
    pub column: Signal<Out, Bits<3>>,
    /// Shift clock; data counts at its rising edge.
    pub row_clock: Signal<Out, Bit>,
    /// Data of the first shift register; the others are chained behind it.
    pub row_data: Signal<Out, Bit>,
    /// All outputs change at its rising edge.
    pub row_latch: Signal<Out, Bit>,
    /// The outputs drive the LEDs.
    pub row_enable: Signal<Out, Bit>,
    #[part(idle(restart))]
    #[given]
    divider: Divider<12>,
    /// `{colour number, second colour}` to whether it is lit.
    #[given]
    lights: ROM<Bits<1>, 5>,
    /// Runs down: 31 is the time to change rows, 24 to 30 are columns in the second colour, 16 to
    /// 22 in the first, 0 to 15 rows.
    #[reset(self.first_position.val())]
    position: DFF<Bits<5>>,
    /// The second half of an output's time.
    is_second_half: DFF<Bit>,
    scanned_row: DFF<Bits<4>>,
    clock_pin: DFF<Bit>,
    data_pin: DFF<Bit>,
    latch_pin: DFF<Bit>,
    enable_pin: DFF<Bit>,
    is_row_change: Signal<Local, Bit>,
    is_row: Signal<Local, Bit>,
    is_shifted: Signal<Local, Bit>,
    is_lit: Signal<Local, Bit>,
    last_row: Constant<Bits<4>>,
    last_column: Constant<Bits<3>>,
    #[value(FIRST_POSITION)]
    first_position: Constant<Bits<5>>,
}

/// Halves of outputs in a second: 32 outputs, or times of outputs, in a row, and 1000 rows.
const HALVES_PER_SECOND: u64 = 64_000;
/// The position after the change of rows.
const FIRST_POSITION: u8 = 30;

impl RowScan {
    /// A driver for a module clock of `clock_hz`; `lights` has for each colour number whether the
    /// first and the second colour of an LED are lit.
    ///
    /// # Panics
    /// If the clock is not between 1 and 100 MHz, or there are more than 16 rows, 7 columns or 16
    /// colours.
    pub fn new(clock_hz: u64, size: MatrixSize, lights: &[[bool; 2]]) -> Self {
        assert!(
            (1_000_000..=100_000_000).contains(&clock_hz),
            "{clock_hz} Hz is not 1 to 100 MHz"
        );
        let (MatrixSize { rows, columns }, colours) = (size, lights.len());
        assert!((1..=16).contains(&rows), "{rows} rows are not 1 to 16");
        assert!(
            (1..=7).contains(&columns),
            "{columns} columns are not 1 to 7"
        );
        assert!(colours <= 16, "{colours} colours are more than 16");
        let missing = 2 * (16 - colours);
        let words = lights.iter().flatten().copied();
        let words = words.chain(std::iter::repeat_n(false, missing));
        construct!(RowScan {
            divider: Divider::new(clock_hz / HALVES_PER_SECOND),
            lights: words.map(Bits::<1>::from).into(),
            last_row: Constant::new((rows - 1).to_bits()),
            last_column: Constant::new((columns - 1).to_bits()),
        })
    }
}

#[clocked]
impl Logic for RowScan {
    #[hdl_gen]
    fn update(&mut self) {
        self.row.next = self.scanned_row.q.val();
        self.column.next = self.position.q.val().get_bits::<3>(0);
        self.is_row.next = !self.position.q.val().get_bit(4);
        self.is_row_change.next = self.position.q.val().all();
        self.lights.address.next = (bit_cast::<5, 4>(self.colour.val()) << 1)
            | bit_cast::<5, 1>(self.position.q.val().get_bits::<1>(3));
        if self.is_row.val() {
            self.is_shifted.next = self.position.q.val().get_bits::<4>(0) <= self.last_row.val();
            self.is_lit.next = self.position.q.val().get_bits::<4>(0) == self.scanned_row.q.val();
        } else {
            self.is_shifted.next = self.column.val() <= self.last_column.val();
            self.is_lit.next = self.lights.data.val().any();
        }
        if self.is_row_change.val() {
            self.is_shifted.next = false;
            self.enable_pin.d.next = false;
        }
        if self.divider.strobe.val() {
            self.is_second_half.d.next = !self.is_second_half.q.val();
            if self.is_second_half.q.val() {
                self.position.d.next = self.position.q.val() - 1;
                // Only here, so that after reset nothing is lit before a whole row is in.
                if self.is_row_change.val() {
                    self.enable_pin.d.next = true;
                }
                if !self.position.q.val().any() {
                    self.scanned_row.d.next = self.scanned_row.q.val() + 1;
                    if self.scanned_row.q.val() == self.last_row.val() {
                        self.scanned_row.d.next = 0.into();
                    }
                }
            }
        }
        self.data_pin.d.next = self.is_lit.val();
        self.clock_pin.d.next = self.is_second_half.q.val() & self.is_shifted.val();
        self.latch_pin.d.next = self.is_second_half.q.val() & self.is_row_change.val();
        self.row_clock.next = self.clock_pin.q.val();
        self.row_data.next = self.data_pin.q.val();
        self.row_latch.next = self.latch_pin.q.val();
        self.row_enable.next = self.enable_pin.q.val();
    }
}

/// The chain of shift registers: 10 rows, 7 columns in each colour.
const CHAIN: &[Observer] = &[
    Observer::new("clock_before", 1, "row_clock"),
    Observer::new("latch_before", 1, "row_latch"),
    Observer::new("enable_before", 1, "row_enable"),
    Observer::new(
        "shifted",
        24,
        "row_clock && !clock_before ? {shifted[22:0], row_data} : shifted",
    ),
    Observer::new(
        "outputs",
        24,
        "row_latch && !latch_before ? shifted : outputs",
    ),
];

const CHAIN_DEFINITIONS: &[Definition] = &[
    Definition::new("lit", 10, "outputs[9:0]"),
    Definition::new("half_begins", 1, "divider.left == 13"),
    Definition::new("pins_change", 1, "divider.left == 12"),
    Definition::new(
        "row_before",
        4,
        "scanned_row == 0 ? LAST_ROW : scanned_row - 4'd1",
    ),
    Definition::new("output_before", 10, "10'd1 << row_before"),
    // Rows from this one on are in the chain.
    Definition::new(
        "first_in",
        4,
        "position[3:0] + (!is_second_half || half_begins || pins_change)",
    ),
];

const CHAIN_LEMMAS: &[&str] = &[
    "divider.left <= 13 || divider.strobe && divider.left == 12'hfff",
    "scanned_row <= LAST_ROW",
    "!row_clock || is_second_half != half_begins",
    "!is_second_half || half_begins || row_clock == is_shifted",
    "clock_before == row_clock || pins_change",
    "!clock_before || !pins_change || !is_second_half",
    "!row_latch || (is_second_half ? position == 31 && !half_begins \
     : position == 30 && half_begins)",
    "position != 31 || !is_second_half || half_begins || row_latch",
    "latch_before == row_latch || pins_change",
    "!latch_before || !pins_change || !is_second_half",
    "half_begins || !is_row || row_data == is_lit",
    "position > LAST_ROW \
     || (shifted[9:0] << first_in) == (10'd1 << scanned_row & 10'h3ff << first_in)",
    "position != 31 || shifted[9:0] == output_before",
    "position != 31 || !is_second_half || half_begins || pins_change || lit == output_before",
    "position == 31 || !row_enable || lit == output_before",
    "position != 31 || !row_enable || !is_second_half && half_begins",
];

impl RowScan {
    /// Properties that are proved.
    pub const PROPERTIES: &'static [Property] = &[
        // For 1 MHz, where half of an output's time has 15 clocks. The observers are the chain of
        // shift registers.
        Property {
            lemmas: CHAIN_LEMMAS,
            definitions: CHAIN_DEFINITIONS,
            observers: CHAIN,
            ..Property::new(
                "exactly one row is lit",
                "!row_enable || lit != 0 && (lit & lit - 10'd1) == 0",
                Mutant::new("FIRST_POSITION = 5'd30", "FIRST_POSITION = 5'd31", 60)
                    .given(&["colour == 0", "!reset || !after_reset"]),
            )
        },
        Property {
            lemmas: CHAIN_LEMMAS,
            definitions: CHAIN_DEFINITIONS,
            observers: CHAIN,
            ..Property::new(
                "the outputs change in the dark",
                "!row_latch || latch_before || !row_enable && !enable_before",
                Mutant::new("is_row_change ? 1'b0 : enable_pin", "1'b1", 30)
                    .also("FIRST_POSITION = 5'd30", "FIRST_POSITION = 5'd31"),
            )
        },
        Property {
            lemmas: &[
                "divider.left <= 13 || divider.strobe && divider.left == 12'hfff",
                "!has_risen || clocks == (row_begins ? 10'd960 : elapsed)",
                "has_risen || !row_enable || row_begins",
                "position != 31 || row_enable == (dark_begins && enable_before)",
                "!dark_begins || row_enable == enable_before",
                "!has_risen || position == 31 || row_enable",
                "!enable_before || !row_begins",
                "enable_before || !row_enable || row_begins",
                "!enable_before || has_risen",
                "!enable_before || row_enable \
                 || position == 31 && !is_second_half && divider.left == 12",
            ],
            definitions: &[
                Definition::new(
                    "in_half",
                    10,
                    "divider.strobe ? 14 : 13 - divider.left[9:0]",
                ),
                Definition::new("positions", 5, "5'd30 - position"),
                Definition::new(
                    "elapsed",
                    10,
                    "positions * 30 + is_second_half * 15 + in_half",
                ),
                Definition::new("row_begins", 1, "elapsed == 0"),
                Definition::new("dark_begins", 1, "elapsed == 930"),
            ],
            observers: &[
                Observer::new("enable_before", 1, "row_enable"),
                Observer::new("has_risen", 1, "row_enable || has_risen"),
                Observer::new(
                    "clocks",
                    10,
                    "row_enable && !enable_before ? 10'd1 : clocks + 10'd1",
                ),
            ],
            ..Property::new(
                "a row has 32 times of an output, of which it is lit for 31",
                "!has_risen || row_enable == enable_before || clocks == (row_enable ? 960 : 931)",
                Mutant::new(
                    "wire is_row_change = &position",
                    "wire is_row_change = &position[4:2] && position[0]",
                    100,
                )
                .also("FIRST_POSITION = 5'd30", "FIRST_POSITION = 5'd31")
                .given(&["colour == 0", "!reset || !after_reset"]),
            )
        },
    ];
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    const CLOCK_HZ: u64 = 1_000_000;
    const SIZE: MatrixSize = MatrixSize {
        rows: 10,
        columns: 7,
    };
    /// Nothing, each colour, both.
    const LIGHTS: [[bool; 2]; 4] = [[false, false], [true, false], [false, true], [true, true]];

    fn scan() -> Bench<RowScan> {
        let mut uut = Bench::new(RowScan::new(CLOCK_HZ, SIZE, &LIGHTS));
        poke!(uut.reset = true);
        tick!(uut);
        poke!(uut.reset = false);
        uut
    }

    /// Three shift registers, and how long each state of their outputs was lit.
    #[derive(Default)]
    struct ShiftRegisters {
        /// Output 0 is bit 0.
        shifted: u32,
        latched: u32,
        old_clock: bool,
        old_latch: bool,
        lit: Vec<(u32, u64)>,
        dark_clocks: u64,
        shifts: u64,
    }

    impl ShiftRegisters {
        fn look(&mut self, uut: &mut Bench<RowScan>) {
            if peek!(uut.row_clock) && !self.old_clock {
                self.shifted = (self.shifted << 1 | u32::from(peek!(uut.row_data))) & 0xFF_FFFF;
                self.shifts += 1;
            }
            if peek!(uut.row_latch) && !self.old_latch {
                assert!(
                    !peek!(uut.row_enable) && self.dark_clocks >= 2,
                    "latched while lit"
                );
                assert!(!peek!(uut.row_clock), "latched while shifting");
                self.latched = self.shifted;
                assert!(self.shifts.is_multiple_of(24));
            }
            self.old_clock = peek!(uut.row_clock);
            self.old_latch = peek!(uut.row_latch);
            if !peek!(uut.row_enable) {
                self.dark_clocks += 1;
                return;
            }
            match self.lit.last_mut() {
                Some((outputs, clocks)) if *outputs == self.latched => *clocks += 1,
                _ => self.lit.push((self.latched, 1)),
            }
            self.dark_clocks = 0;
        }
    }

    fn run(uut: &mut Bench<RowScan>, clocks: u64, colour: impl Fn(u8, u8) -> u8) -> ShiftRegisters {
        let mut chips = ShiftRegisters::default();
        for _ in 0..clocks {
            poke!(uut.colour = colour(peek!(uut.row).to_u8(), peek!(uut.column).to_u8()).to_bits());
            tick!(uut);
            chips.look(uut);
        }
        chips
    }

    #[test]
    fn passes_the_checks_of_rust_hdl() {
        assert!(scan().rust_hdl_verilog().contains("module top"));
    }

    #[test]
    fn each_row_shows_its_own_columns_for_the_same_time() {
        let colour = |row: u8, column: u8| (row + column * column) % 4;
        let row_clocks = CLOCK_HZ / HALVES_PER_SECOND * 64;
        let chips = run(&mut scan(), 23 * row_clocks, colour);
        for (index, (outputs, clocks)) in chips.lit[..20].iter().enumerate() {
            let row = index as u8 % 10;
            let columns = (0..7).fold(0, |sum, column| {
                let [first, second] = LIGHTS[usize::from(colour(row, column))];
                sum | u32::from(first) << (10 + column) | u32::from(second) << (17 + column)
            });
            assert_eq!(*outputs, columns | 1 << row, "row {row}");
            let expected = row_clocks / 32 * 31;
            assert!(
                clocks.abs_diff(expected) <= row_clocks / 32,
                "row {row}: {clocks} clocks"
            );
        }
    }

    #[test]
    fn a_picture_takes_a_hundredth_of_a_second_at_every_clock() {
        for clock_hz in [12_000_000, 25_125_000, 25_200_000, 100_000_000] {
            let picture = clock_hz / HALVES_PER_SECOND * 64 * 10;
            let millihertz = clock_hz * 1000 / picture;
            assert!((100_000..101_000).contains(&millihertz), "{clock_hz} Hz");
            RowScan::new(clock_hz, SIZE, &LIGHTS);
        }
    }

    #[test]
    fn after_reset_nothing_is_lit_before_a_row_is_in() {
        let mut uut = scan();
        run(&mut uut, 5_123, |_, _| 3);
        assert!(peek!(uut.row_enable));
        poke!(uut.reset = true);
        tick!(uut);
        assert!(!peek!(uut.row_enable));
        poke!(uut.reset = false);
        let chips = run(&mut uut, 2_000, |row, _| u8::from(row == 0));
        assert_eq!(chips.lit[0].0, 0b111_1111 << 10 | 1);
    }
}
