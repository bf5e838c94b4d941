//! Drives a chain of WS2812 LEDs that form a matrix.
//!
//! ```text
//! phase     low  high data  low  high data       a phase is 0.4 us, a bit is three phases
//! data 0    ____/~~~~\______                     0.4 us high, 0.8 us low
//! data 1                    ____/~~~~~~~~~\      0.8 us high, 0.4 us low
//! ```
//!
//! The driver goes through the matrix from the top left and reads the number of the colour of each
//! LED. A palette in block RAM holds the 24 bits (green, red, blue, the highest first) of each
//! number, already dimmed. So nothing is scaled or shifted here. After the last row it goes through
//! rows that do not exist, with the pin low. The LEDs show the new colours in this pause.
//!
//! **Interface**: `row` and `column` change at the beginning of a phase; `colour` is taken at the
//! end of it, at least 4 clocks later, and only once for each LED, so that no LED ever shows half
//! of one colour and half of another. `data` is a register.
//! **Source**: WS2812B: 0 is 0.40 us high and 0.85 us low, 1 is 0.80 us high and 0.45 us low, each
//! +-150 ns; a pause of more than 50 us, in version V5 of 280 us. Tests check all of it for the
//! nominal clock of every board. V5 specifies a shorter high of a 0: at most 0.38 us.

use super::matrix_size::MatrixSize;
use crate::property::{Definition, Mutant, Observer, Property};
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// Order of the chain in the matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChainOrder {
    /// Every row from left to right.
    Rows,
    /// Even rows from left to right, odd ones from right to left.
    Serpentine,
}

/// An eighth of full brightness: a matrix of 256 LEDs, all white, then takes 2 A instead of 15 A.
pub const DEFAULT_BRIGHTNESS: u8 = 32;

/// Bits that an LED takes.
const LED_BITS: u64 = 24;
/// Timing of [`Ws2812::new`] in picoseconds: a third of a bit, and the least pause.
const PHASE_PS: u64 = 416_667;
const PAUSE_PS: u64 = 300_000_000;
const PS_PER_SECOND: u64 = 1_000_000_000_000;

/// The driver.
#[derive(LogicBlock, Module)]
pub struct Ws2812 {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset; the pin is low and the walk begins.
    pub reset: Signal<In, Bit>,
    /// Number of the colour at `row` and `column`.
    pub colour: Signal<In, Bits<6>>,
    /// Row of the LED to look up, 0 at the top; beyond the last one during the pause.
    pub row: Signal<Out, Bits<5>>,
    /// Column of the LED to look up, 0 at the left.
    pub column: Signal<Out, Bits<4>>,
    /// The pin.
    pub data: Signal<Out, Bit>,
    /// `{colour, bit}` to the bit.
    #[part(clock)]
    #[given]
    palette: SyncROM<Bits<1>, 11>,
    clocks_left: DFF<Bits<6>>,
    #[reset(Phase::Low)]
    phase: DFF<Phase>,
    bit_number: DFF<Bits<5>>,
    chain_column: DFF<Bits<4>>,
    chain_row: DFF<Bits<5>>,
    /// The colour of the LED that is being sent.
    sent_colour: DFF<Bits<6>>,
    pin: DFF<Bit>,
    phase_over: Signal<Local, Bit>,
    is_pause: Signal<Local, Bit>,
    mirrored: Signal<Local, Bits<4>>,
    last_clock: Constant<Bits<6>>,
    #[value(LED_BITS - 1)]
    last_bit: Constant<Bits<5>>,
    last_column: Constant<Bits<4>>,
    last_row: Constant<Bits<5>>,
    pause_row: Constant<Bits<5>>,
    is_serpentine: Constant<Bit>,
}

/// Thirds of a bit.
#[derive(Clone, Copy, Debug, PartialEq, LogicState)]
enum Phase {
    Low,
    High,
    Data,
}

/// Clocks of a phase.
fn phase_clocks(clock_hz: u64) -> u64 {
    (clock_hz * PHASE_PS + PS_PER_SECOND / 2) / PS_PER_SECOND
}

/// Rows that the pause takes.
fn pause_rows(clock_hz: u64, columns: u8) -> u64 {
    let row_clocks = phase_clocks(clock_hz) * 3 * LED_BITS * u64::from(columns);
    (clock_hz * PAUSE_PS).div_ceil(row_clocks * PS_PER_SECOND)
}

/// The bits of one LED in the order in which they are sent, for a colour `0xRRGGBB`.
fn sent_bits(colour: u32, brightness: u8) -> impl Iterator<Item = bool> {
    let [_, red, green, blue] = colour.to_be_bytes();
    [green, red, blue].into_iter().flat_map(move |level| {
        let dimmed = u16::from(level) * u16::from(brightness) / 256;
        (0..8).rev().map(move |bit| dimmed >> bit & 1 == 1)
    })
}

impl Ws2812 {
    /// A driver for a chain that starts at the top left, with up to 64 colours `0xRRGGBB`, dimmed
    /// to `brightness` / 256.
    ///
    /// # Panics
    /// If the clock is not between 12 and 100 MHz, where the timing is right, rows or columns are
    /// not 1 to 16, or there are more than 64 colours.
    pub fn new(
        clock_hz: u64,
        size: MatrixSize,
        order: ChainOrder,
        palette: &[u32],
        brightness: u8,
    ) -> Self {
        assert!(
            (12_000_000..=100_000_000).contains(&clock_hz),
            "{clock_hz} Hz is not 12 to 100 MHz"
        );
        let MatrixSize { rows, columns } = size;
        assert!(
            (1..=16).contains(&rows) && (1..=16).contains(&columns),
            "{rows} rows of {columns} LEDs are not 1 to 16 rows of 1 to 16 LEDs"
        );
        assert!(
            palette.len() <= 64,
            "{} colours are more than 64",
            palette.len()
        );
        // The pause takes at most 11 rows, of one LED each. So 5 bits number all rows.
        let rows_with_pause = u64::from(rows) + pause_rows(clock_hz, columns);
        // All words are there, so that no simulator starts from an unknown.
        let mut bits = [Bits::<1>::default(); 2048];
        for (colour, words) in palette.iter().zip(bits.chunks_mut(32)) {
            for (word, bit) in words.iter_mut().zip(sent_bits(*colour, brightness)) {
                *word = bit.into();
            }
        }
        construct!(Ws2812 {
            palette: bits.into_iter().into(),
            last_clock: Constant::new((phase_clocks(clock_hz) - 1).to_bits()),
            last_column: Constant::new((columns - 1).to_bits()),
            last_row: Constant::new((rows_with_pause - 1).to_bits()),
            pause_row: Constant::new(rows.to_bits()),
            is_serpentine: Constant::new(order == ChainOrder::Serpentine),
        })
    }
}

#[clocked]
impl Logic for Ws2812 {
    #[hdl_gen]
    fn update(&mut self) {
        self.row.next = self.chain_row.q.val();
        self.mirrored.next = self.last_column.val() - self.chain_column.q.val();
        self.column.next = self.chain_column.q.val();
        if self.is_serpentine.val() & self.chain_row.q.val().get_bit(0) {
            self.column.next = self.mirrored.val();
        }
        self.palette.address.next = (bit_cast::<11, 6>(self.sent_colour.q.val()) << 5)
            | bit_cast::<11, 5>(self.bit_number.q.val());
        self.is_pause.next = self.chain_row.q.val() >= self.pause_row.val();
        self.phase_over.next = !self.clocks_left.q.val().any();
        self.clocks_left.d.next = self.clocks_left.q.val() - 1;
        if self.phase_over.val() {
            self.clocks_left.d.next = self.last_clock.val();
        }
        self.pin.d.next = false;
        match self.phase.q.val() {
            Phase::Low => {
                if !self.bit_number.q.val().any() {
                    self.sent_colour.d.next = self.colour.val();
                }
                if self.phase_over.val() {
                    self.phase.d.next = Phase::High;
                }
            }
            Phase::High => {
                self.pin.d.next = !self.is_pause.val();
                if self.phase_over.val() {
                    self.phase.d.next = Phase::Data;
                }
            }
            Phase::Data => {
                self.pin.d.next = !self.is_pause.val() & self.palette.data.val().any();
                if self.phase_over.val() {
                    self.phase.d.next = Phase::Low;
                    self.bit_number.d.next = self.bit_number.q.val() + 1;
                    if self.bit_number.q.val() == self.last_bit.val() {
                        self.bit_number.d.next = 0.into();
                        self.chain_column.d.next = self.chain_column.q.val() + 1;
                        if self.chain_column.q.val() == self.last_column.val() {
                            self.chain_column.d.next = 0.into();
                            self.chain_row.d.next = self.chain_row.q.val() + 1;
                            if self.chain_row.q.val() == self.last_row.val() {
                                self.chain_row.d.next = 0.into();
                            }
                        }
                    }
                }
            }
            _ => {
                self.phase.d.next = Phase::Low;
            }
        }
        self.data.next = self.pin.q.val();
    }
}

impl Ws2812 {
    /// Properties that are proved.
    pub const PROPERTIES: &'static [Property] = &[

        // For 12 MHz, where a phase has 5 clocks. `data` is one clock behind the phase, `high` two.
        // `grid` counts the clocks since a pulse began, from 1 to 15 again and again.
        Property {
            lemmas: &[
                "phase <= 2 && clocks_left <= 4",
                "phase == 0 || phase == 1 && clocks_left == 4 \
                 || palette.data == palette[palette.address]",
                "phase != 0 || (clocks_left == 4 ? high == (data ? 9 : 0) \
                 : !data && (high == 0 || high == 10 && clocks_left == 3))",
                "phase != 1 || (clocks_left == 4 ? !data && high == 0 \
                 : data == !is_pause && high == (is_pause ? 0 : 3 - clocks_left))",
                "phase != 2 || (clocks_left == 4 ? data == !is_pause && high == (is_pause ? 0 : 4) \
                 : data == (!is_pause && palette.data) && high == (data ? 8 - clocks_left \
                 : clocks_left == 3 && !is_pause ? 5 : 0))",
                "grid == 0 || grid == (place > 6 ? place - 6 : place + 9)",
            ],
            definitions: &[Definition::new(
                "place",
                5,
                "{3'd0, phase} * 5'd5 + 5'd4 - clocks_left[4:0]",
            )],
            observers: &[
                Observer::new("high", 5, "data ? high + 1 : 0"),
                Observer::new(
                    "grid",
                    5,
                    "data && high == 0 || grid == 15 ? 1 : grid == 0 ? 0 : grid + 1",
                ),
            ],
            ..Property::new(
                "pulses begin a multiple of a bit apart, and have one or two thirds of a bit",
                "(data || high == 0 || high == 5 || high == 10) \
                 && (!data || high != 0 || grid == 0 || grid == 15)",
                Mutant::new("LAST_CLOCK = 6'd4", "LAST_CLOCK = 6'd5", 20),
            )
        },
    ];
}

#[cfg(test)]
mod tests;
