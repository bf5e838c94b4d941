//! ST7735 LCD with 128 x 160 pixels: receives bytes, checks their timing, and shows the picture.
//!
//! `lcd_data` is sampled at the rising edge of `lcd_clock`, the highest bit of a byte first.
//! `lcd_dc` is sampled with the last bit: 0 for a command, 1 for data. While `lcd_cs` is high
//! nothing is sampled, and an incomplete byte is lost.
//!
//! The input is a recording of the wires, one byte for each cycle. Only cycles in which a wire has
//! changed are processed.
//!
//! A write cycle takes at least 66 ns and a reset at least 10 us. 120 ms must pass after a reset,
//! SWRESET, SLPIN or SLPOUT before the next byte. This is the longest wait; in some states a chip
//! accepts some commands earlier.
//!
//! **Source**: Sitronix ST7735 V1.7 (2009) for the interface, the memory, windows and orientation.

mod chip;
mod fault;
mod geometry;
mod limits;
#[cfg(test)]
mod tests;

pub use fault::{LcdFault, LcdFaultKind};
pub use geometry::PanelGeometry;

use crate::duration::picoseconds;
use chip::Chip;
use geometry::{HEIGHT, WIDTH};
use limits::{LEAST_RESET_PS, LEAST_WRITE_CYCLE_PS, SETTLE_MS};

const PS_PER_MS: u64 = 1_000_000_000;
const PS_PER_US: u64 = 1_000_000;

/// Ports of a circuit that drives a panel, from bit 0 of a recorded word upwards.
pub(crate) const PORTS: [&str; 5] = ["lcd_clock", "lcd_data", "lcd_dc", "lcd_cs", "lcd_reset"];
const CLOCK: u8 = 1;
const DATA: u8 = 1 << 1;
const DC: u8 = 1 << 2;
const CS: u8 = 1 << 3;
const RESET: u8 = 1 << 4;

/// State of the reset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reset {
    /// It has not been low since power-up.
    Never,
    /// Low since this cycle.
    Since(u64),
    Over,
}

/// State of the panel.
#[derive(Debug)]
pub struct St7735Panel {
    clock_hz: u64,
    panel: PanelGeometry,
    chip: Chip,
    /// Word of the last cycle, and the number of cycles.
    last: u8,
    cycles: u64,
    reset: Reset,
    /// The operation that the chip needs time for, and its cycle.
    busy: Option<(&'static str, u64)>,
    /// Cycle of the last rising clock edge, if `lcd_cs` has been low since.
    rise: Option<u64>,
    /// Received bits of the current byte, and their number.
    byte: u8,
    bits: u32,
    fault: Option<LcdFault>,
}

impl St7735Panel {
    /// A panel at power-up, on a circuit with this clock frequency.
    pub fn new(clock_hz: u64, panel: PanelGeometry) -> Self {
        St7735Panel {
            clock_hz,
            panel,
            chip: Chip::new(panel),
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

    /// Processes recorded wires, one word for each cycle: `lcd_clock` in bit 0, then `lcd_data`,
    /// `lcd_dc`, `lcd_cs` and `lcd_reset`.
    pub fn take(&mut self, wires: &[u8]) {
        let begun = self.cycles;
        for (cycle, &word) in (begun..).zip(wires) {
            if word != self.last {
                self.change(word, cycle);
            }
        }
        self.cycles += wires.len() as u64;
    }

    /// The picture with the first column at the left and the first row at the top. Three bytes for
    /// each pixel: red, green and blue.
    pub fn rgb(&self) -> Vec<u8> {
        self.chip.rgb()
    }

    /// The picture in the mounted orientation, with its width and height.
    pub(crate) fn as_mounted(&self) -> (Vec<u8>, (usize, usize)) {
        let rgb = self.rgb();
        if !self.panel.is_turned {
            return (rgb, (WIDTH, HEIGHT));
        }
        let mut turned = Vec::with_capacity(rgb.len());
        for column in 0..WIDTH {
            for row in (0..HEIGHT).rev() {
                let pixel = 3 * (row * WIDTH + column);
                turned.extend_from_slice(&rgb[pixel..pixel + 3]);
            }
        }
        (turned, (HEIGHT, WIDTH))
    }

    /// Columns of the panel.
    pub fn width(&self) -> usize {
        WIDTH
    }

    /// Rows of the panel.
    pub fn height(&self) -> usize {
        HEIGHT
    }

    /// The first violation of the protocol.
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

    /// Handles a rising edge of the clock.
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

    /// Checks that a byte may begin in this cycle.
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
