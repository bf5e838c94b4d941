//! An ST7735 with its glass of 128 x 160 pixels: takes bytes off the wires, checks their times, and shows the picture.
//!
//! A bit is taken from `lcd_data` when `lcd_clock` rises, the highest of a byte first; `lcd_dc` tells with the last bit whether the byte is
//! a command (0) or data (1). While `lcd_cs` is high nothing is taken, and a byte that has been begun is lost.
//!
//! The wires come as recorded, a byte for each cycle; only cycles in which one has changed are looked at.
//!
//! A write cycle takes at least 66 ns, a reset at least 10 us, and 120 ms must pass before anything comes after a reset, SWRESET, SLPIN
//! or SLPOUT. (That is the longest wait; depending on what it did before, a chip may take some commands earlier.)
//!
//! **Source**: Sitronix ST7735 V1.7 (2009) for the interface, the memory, windows and orientation.

mod chip;
mod fault;
#[cfg(test)]
mod tests;

pub use fault::{LcdFault, LcdFaultKind};

use crate::duration::picoseconds;
use chip::{Chip, SETTLE_MS};

/// Columns of the glass.
const WIDTH: usize = 128;
/// Rows of the glass.
const HEIGHT: usize = 160;

const LEAST_WRITE_CYCLE_PS: u64 = 66_000;
const LEAST_RESET_PS: u64 = 10_000_000;
const PS_PER_MS: u64 = 1_000_000_000;
const PS_PER_US: u64 = 1_000_000;

/// Ports of a circuit that drives a panel, from bit 0 of a word of the recording upwards.
pub(crate) const PORTS: [&str; 5] = ["lcd_clock", "lcd_data", "lcd_dc", "lcd_cs", "lcd_reset"];
const CLOCK: u8 = 1;
const DATA: u8 = 1 << 1;
const DC: u8 = 1 << 2;
const CS: u8 = 1 << 3;
const RESET: u8 = 1 << 4;

/// What differs from one panel with an ST7735 to the next. The memory reaches as far beyond the glass on one side as on the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glass {
    /// Columns of the memory to the left of the glass: 2 of 132 on panels with a "green tab", otherwise 0 of 128.
    pub column_offset: usize,
    /// Rows of the memory above the glass: 1 of 162, or 0 of 160.
    pub row_offset: usize,
    /// It lies on its side, the last row at the left and the first column on top.
    pub is_turned: bool,
    /// Its stripes are blue, green, red: with bit 3 of MADCTL, the high bits of a pixel are red.
    pub is_blue_first: bool,
}

impl Glass {
    /// Columns and rows of the memory.
    fn memory_size(self) -> (usize, usize) {
        (WIDTH + 2 * self.column_offset, HEIGHT + 2 * self.row_offset)
    }
}

/// Where the reset is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reset {
    /// It has not been low since power-up.
    Never,
    /// Low since this cycle.
    Since(u64),
    Over,
}

/// The panel.
#[derive(Debug)]
pub struct St7735 {
    clock_hz: u64,
    glass: Glass,
    chip: Chip,
    /// The word of the last cycle, and the number of cycles.
    last: u8,
    cycles: u64,
    reset: Reset,
    /// What the chip needs time for, and its cycle.
    busy: Option<(&'static str, u64)>,
    /// The cycle of the last rising edge of the clock, if `lcd_cs` has been low since.
    rise: Option<u64>,
    /// Bits of the byte that is under way, and their number.
    byte: u8,
    bits: u32,
    fault: Option<LcdFault>,
}

impl St7735 {
    /// A panel on a circuit with this clock, at power-up.
    pub fn new(clock_hz: u64, glass: Glass) -> Self {
        St7735 {
            clock_hz,
            glass,
            chip: Chip::new(glass),
            last: CS | RESET,
            cycles: 0,
            reset: Reset::Never,
            busy: None,
            rise: None,
            byte: 0,
            bits: 0,
            fault: None,
        }
    }

    /// Sees the wires, one word for each cycle: `lcd_clock` in bit 0, then `lcd_data`, `lcd_dc`, `lcd_cs` and `lcd_reset`.
    pub fn take(&mut self, wires: &[u8]) {
        let begun = self.cycles;
        for (cycle, &word) in (begun..).zip(wires) {
            if word != self.last {
                self.change(word, cycle);
            }
        }
        self.cycles += wires.len() as u64;
    }

    /// What the glass shows, its first column at the left and its first row at the top: three bytes a pixel, red, green and blue.
    pub fn rgb(&self) -> Vec<u8> {
        self.chip.rgb()
    }

    /// The same as it is seen, and how wide and high that is.
    pub(crate) fn as_mounted(&self) -> (Vec<u8>, (usize, usize)) {
        let rgb = self.rgb();
        if !self.glass.is_turned {
            return (rgb, (WIDTH, HEIGHT));
        }
        let places = (0..WIDTH).flat_map(|column| (0..HEIGHT).map(move |row| (row, column)));
        let pixels = places.flat_map(|(row, column)| {
            let pixel = 3 * ((HEIGHT - 1 - row) * WIDTH + column);
            [rgb[pixel], rgb[pixel + 1], rgb[pixel + 2]]
        });
        (pixels.collect(), (HEIGHT, WIDTH))
    }

    /// Columns of the glass.
    pub fn width(&self) -> usize {
        WIDTH
    }

    /// Rows of the glass.
    pub fn height(&self) -> usize {
        HEIGHT
    }

    /// The first thing that the chip would not have taken.
    pub fn fault(&self) -> Option<LcdFault> {
        self.fault
    }

    fn change(&mut self, word: u8, cycle: u64) {
        let changed = word ^ self.last;
        self.last = word;
        if changed & RESET != 0 {
            self.reset_changes(word & RESET != 0, cycle);
        }
        if word & CS != 0 {
            if self.bits != 0 {
                self.wrong(LcdFaultKind::CutByte(self.bits), cycle);
            }
            (self.bits, self.rise) = (0, None);
        } else if changed & word & CLOCK != 0 {
            if changed & (DATA | CS) != 0 || changed & DC != 0 && self.bits == 7 {
                self.wrong(LcdFaultKind::Unstable, cycle);
            }
            self.bit(word, cycle);
        }
    }

    fn reset_changes(&mut self, level: bool, cycle: u64) {
        match (level, self.reset) {
            (false, _) => {
                self.reset = Reset::Since(cycle);
                self.chip.reset();
                self.bits = 0;
            }
            (true, Reset::Since(since)) => {
                let low = self.picoseconds(cycle - since);
                if low < LEAST_RESET_PS {
                    self.wrong(LcdFaultKind::ResetPulse(low / 1000), cycle);
                }
                self.reset = Reset::Over;
                self.busy = Some(("the reset", cycle));
            }
            (true, _) => {}
        }
    }

    /// The clock rises.
    fn bit(&mut self, word: u8, cycle: u64) {
        if let Some(rise) = self.rise.replace(cycle) {
            let write_cycle = self.picoseconds(cycle - rise);
            if write_cycle < LEAST_WRITE_CYCLE_PS {
                self.wrong(LcdFaultKind::WriteCycle(write_cycle / 1000), cycle);
            }
        }
        if self.bits == 0 {
            self.check_time(cycle);
        }
        self.byte = self.byte << 1 | u8::from(word & DATA != 0);
        self.bits += 1;
        if self.bits < u8::BITS {
            return;
        }
        self.bits = 0;
        if self.reset != Reset::Over {
            return;
        }
        let outcome = match word & DC != 0 {
            true => self.chip.data(self.byte).map(|()| None),
            false => self.chip.command(self.byte),
        };
        match outcome {
            Ok(None) => {}
            Ok(Some(name)) => self.busy = Some((name, cycle)),
            Err(kind) => self.wrong(kind, cycle),
        }
    }

    /// Whether a byte may begin.
    fn check_time(&mut self, cycle: u64) {
        match self.reset {
            Reset::Never => self.wrong(LcdFaultKind::NotReset, cycle),
            Reset::Since(_) => self.wrong(LcdFaultKind::InReset, cycle),
            Reset::Over => {
                let Some((after, since)) = self.busy.take() else {
                    return;
                };
                let waited = self.picoseconds(cycle - since);
                if waited < SETTLE_MS * PS_PER_MS {
                    let microseconds = waited / PS_PER_US;
                    self.wrong(
                        LcdFaultKind::TooEarly {
                            after,
                            microseconds,
                        },
                        cycle,
                    );
                }
            }
        }
    }

    fn picoseconds(&self, cycles: u64) -> u64 {
        picoseconds(cycles, self.clock_hz)
    }

    fn wrong(&mut self, kind: LcdFaultKind, cycle: u64) {
        let microseconds = self.picoseconds(cycle) / PS_PER_US;
        let first = self.fault.get_or_insert(LcdFault {
            kind,
            cycle,
            microseconds,
            count: 0,
        });
        first.count += 1;
    }
}
