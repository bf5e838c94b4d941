//! Command decoder of the ST7735: commands, their parameters, and pixels for the memory.

use super::fault::LcdFaultKind;
use super::geometry::{PanelGeometry, HEIGHT, WIDTH};
use super::limits::PIXEL_FORMAT;

const PIXEL_FORMAT_MASK: u8 = 0x07;
/// Bits of the parameter of MADCTL: rows from last to first, columns from last to first, rows and
/// columns exchanged, blue first.
const FLIP_ROWS: u8 = 0x80;
const FLIP_COLUMNS: u8 = 0x40;
const EXCHANGE: u8 = 0x20;
const BLUE_FIRST: u8 = 0x08;

const SWRESET: u8 = 0x01;
const SLPIN: u8 = 0x10;
const SLPOUT: u8 = 0x11;
const INVOFF: u8 = 0x20;
const INVON: u8 = 0x21;
const DISPOFF: u8 = 0x28;
const DISPON: u8 = 0x29;
const CASET: u8 = 0x2a;
const RASET: u8 = 0x2b;
const RAMWR: u8 = 0x2c;
const MADCTL: u8 = 0x36;
const COLMOD: u8 = 0x3a;

/// Codes and names of commands, and their numbers of parameters. Commands that are used nowhere
/// else set voltages, frequencies and curves, which do not affect the picture. RAMWR takes any
/// number.
const COMMANDS: [(u8, &str, usize); 26] = [
    (0x00, "NOP", 0),
    (SWRESET, "SWRESET", 0),
    (SLPIN, "SLPIN", 0),
    (SLPOUT, "SLPOUT", 0),
    (0x13, "NORON", 0),
    (INVOFF, "INVOFF", 0),
    (INVON, "INVON", 0),
    (DISPOFF, "DISPOFF", 0),
    (DISPON, "DISPON", 0),
    (CASET, "CASET", 4),
    (RASET, "RASET", 4),
    (RAMWR, "RAMWR", 0),
    (MADCTL, "MADCTL", 1),
    (COLMOD, "COLMOD", 1),
    (0xb1, "FRMCTR1", 3),
    (0xb2, "FRMCTR2", 3),
    (0xb3, "FRMCTR3", 6),
    (0xb4, "INVCTR", 1),
    (0xc0, "PWCTR1", 3),
    (0xc1, "PWCTR2", 1),
    (0xc2, "PWCTR3", 2),
    (0xc3, "PWCTR4", 2),
    (0xc4, "PWCTR5", 2),
    (0xc5, "VMCTR1", 1),
    (0xe0, "GMCTRP1", 16),
    (0xe1, "GMCTRN1", 16),
];

/// A command that receives parameters.
#[derive(Clone, Copy, Debug)]
struct Command {
    code: u8,
    name: &'static str,
    takes: usize,
    got: usize,
}

/// The chip with its memory.
#[derive(Debug)]
pub(super) struct Chip {
    panel: PanelGeometry,
    /// Pixels as RGB565, row by row.
    memory: Vec<u16>,
    command: Option<Command>,
    /// The last parameters, the newest in the low byte.
    parameters: u32,
    is_awake: bool,
    is_on: bool,
    is_inverted: bool,
    has_format: bool,
    access: u8,
    /// First and last column and row of the window, in the circuit's coordinates.
    columns: (usize, usize),
    rows: (usize, usize),
    /// Position of the next pixel, if the window is valid.
    at: Option<(usize, usize)>,
}

impl Chip {
    pub(super) fn new(panel: PanelGeometry) -> Self {
        let (width, height) = panel.memory_size();
        let mut chip = Chip {
            panel,
            // Memory that was never written holds noise.
            memory: (0..width * height)
                .map(|index| (index as u16).wrapping_mul(40_503))
                .collect(),
            command: None,
            parameters: 0,
            is_awake: false,
            is_on: false,
            is_inverted: false,
            has_format: false,
            access: 0,
            columns: (0, 0),
            rows: (0, 0),
            at: None,
        };
        chip.reset();
        chip
    }

    /// Reset by the `lcd_reset` wire.
    pub(super) fn reset(&mut self) {
        self.access = 0;
        self.reset_by_command();
    }

    /// Reset by SWRESET, which preserves MADCTL and the memory.
    fn reset_by_command(&mut self) {
        self.command = None;
        self.is_awake = false;
        self.is_on = false;
        self.is_inverted = false;
        self.has_format = false;
        self.at = None;
        let (columns, rows) = self.size();
        (self.columns, self.rows) = ((0, columns - 1), (0, rows - 1));
    }

    fn has(&self, access: u8) -> bool {
        self.access & access != 0
    }

    /// Columns and rows of the memory, in the circuit's coordinates.
    fn size(&self) -> (usize, usize) {
        let (width, height) = self.panel.memory_size();
        match self.has(EXCHANGE) {
            true => (height, width),
            false => (width, height),
        }
    }

    /// Handles a command. Returns its name if the chip needs time after it.
    pub(super) fn command(&mut self, code: u8) -> Result<Option<&'static str>, LcdFaultKind> {
        let before = self.command.take();
        let found = COMMANDS.iter().find(|(listed, ..)| *listed == code);
        let &(_, name, takes) = found.ok_or(LcdFaultKind::UnknownCommand(code))?;
        self.command = Some(Command {
            code,
            name,
            takes,
            got: 0,
        });
        match code {
            SWRESET => self.reset_by_command(),
            SLPIN | SLPOUT => self.is_awake = code == SLPOUT,
            INVOFF | INVON => self.is_inverted = code == INVON,
            DISPOFF | DISPON => self.is_on = code == DISPON,
            RAMWR => self.start_pixels()?,
            _ => {}
        }
        before.map_or(Ok(()), is_complete)?;
        Ok([SWRESET, SLPIN, SLPOUT].contains(&code).then_some(name))
    }

    /// Sets the position of the next pixel to the start of the window.
    fn start_pixels(&mut self) -> Result<(), LcdFaultKind> {
        self.at = None;
        if !self.is_awake {
            return Err(LcdFaultKind::Asleep);
        }
        if !self.has_format {
            return Err(LcdFaultKind::NoPixelFormat);
        }
        let (columns, rows) = self.size();
        for (what, (start, end), has) in [
            ("columns", self.columns, columns),
            ("rows", self.rows, rows),
        ] {
            if start > end || end >= has {
                return Err(LcdFaultKind::Window {
                    what,
                    start,
                    end,
                    has,
                });
            }
        }
        self.at = Some((self.columns.0, self.rows.0));
        Ok(())
    }

    /// Handles a parameter, or a byte of a pixel.
    pub(super) fn data(&mut self, byte: u8) -> Result<(), LcdFaultKind> {
        let Some(command) = &mut self.command else {
            return Err(LcdFaultKind::DataWithoutCommand(byte));
        };
        self.parameters = self.parameters << 8 | u32::from(byte);
        command.got += 1;
        let Command {
            code, takes, got, ..
        } = *command;
        if code == RAMWR {
            if got % 2 == 0 {
                self.pixel(self.parameters as u16);
            }
            return Ok(());
        }
        match got.cmp(&takes) {
            std::cmp::Ordering::Less => Ok(()),
            std::cmp::Ordering::Equal => self.apply(code, byte),
            std::cmp::Ordering::Greater => {
                let command = *command;
                // One fault stands for all surplus parameters.
                self.command = None;
                is_complete(command)
            }
        }
    }

    /// Executes a command that has all its parameters. `last` is the last one.
    fn apply(&mut self, code: u8, last: u8) -> Result<(), LcdFaultKind> {
        let ends = (
            (self.parameters >> 16) as usize,
            (self.parameters & 0xffff) as usize,
        );
        match code {
            CASET => self.columns = ends,
            RASET => self.rows = ends,
            MADCTL => self.access = last,
            COLMOD => {
                self.has_format = last & PIXEL_FORMAT_MASK == PIXEL_FORMAT;
                if !self.has_format {
                    return Err(LcdFaultKind::PixelFormat(last));
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Writes a pixel to the next position of the window: from left to right, from top to bottom,
    /// and then again from the start.
    fn pixel(&mut self, colour: u16) {
        let Some((column, row)) = self.at else {
            return;
        };
        let (width, height) = self.panel.memory_size();
        let (mut x, mut y) = match self.has(EXCHANGE) {
            true => (row, column),
            false => (column, row),
        };
        if self.has(FLIP_COLUMNS) {
            x = width - 1 - x;
        }
        if self.has(FLIP_ROWS) {
            y = height - 1 - y;
        }
        self.memory[y * width + x] = colour;
        let next = |at: usize, (start, end): (usize, usize)| if at == end { start } else { at + 1 };
        let next_column = next(column, self.columns);
        let next_row = match column == self.columns.1 {
            true => next(row, self.rows),
            false => row,
        };
        self.at = Some((next_column, next_row));
    }

    /// Pixels of the panel: three bytes each, black if the display is off.
    pub(super) fn rgb(&self) -> Vec<u8> {
        let (memory_width, _) = self.panel.memory_size();
        if !self.is_awake || !self.is_on {
            return vec![0; 3 * WIDTH * HEIGHT];
        }
        let lines = self.memory.chunks_exact(memory_width);
        let lines = lines.skip(self.panel.row_offset).take(HEIGHT);
        // Nested iterators are much slower here, and tests compare thousands of pictures.
        let mut rgb = Vec::with_capacity(3 * WIDTH * HEIGHT);
        for line in lines {
            for &word in &line[self.panel.column_offset..][..WIDTH] {
                rgb.extend_from_slice(&self.colour(word));
            }
        }
        rgb
    }

    fn colour(&self, word: u16) -> [u8; 3] {
        let word = if self.is_inverted { !word } else { word };
        let five = |level: u16| (level << 3 | level >> 2) as u8;
        let green = word >> 5 & 0x3f;
        let green = (green << 2 | green >> 4) as u8;
        let (high, low) = (five(word >> 11), five(word & 0x1f));
        match self.has(BLUE_FIRST) == self.panel.is_blue_first {
            true => [high, green, low],
            false => [low, green, high],
        }
    }
}

/// Checks the number of parameters of a command.
fn is_complete(command: Command) -> Result<(), LcdFaultKind> {
    let Command {
        code,
        name,
        takes,
        got,
    } = command;
    match code {
        RAMWR if got % 2 == 1 => Err(LcdFaultKind::HalfPixel),
        RAMWR => Ok(()),
        _ if got == takes => Ok(()),
        _ => Err(LcdFaultKind::Parameters {
            command: name,
            takes,
            got,
        }),
    }
}
