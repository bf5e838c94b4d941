//! What an ST7735 does not take.

use super::chip::{hex, PIXEL_FORMAT, SETTLE_MS};
use super::{LEAST_RESET_PS, LEAST_WRITE_CYCLE_PS};
use std::fmt;

/// The first thing that an ST7735 would not have taken, and how many there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LcdFault {
    /// What was wrong.
    pub kind: LcdFaultKind,
    /// The cycle in which it was seen.
    pub cycle: u64,
    /// Microseconds from power-up to that cycle.
    pub microseconds: u64,
    /// How often something was wrong.
    pub count: u64,
}

/// What was wrong on the wires of an ST7735.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LcdFaultKind {
    /// A byte came, and `lcd_reset` has not been low since power-up.
    NotReset,
    /// A byte came while `lcd_reset` was low.
    InReset,
    /// `lcd_reset` was low for so many nanoseconds.
    ResetPulse(u64),
    /// From one rising edge of the clock to the next, so many nanoseconds.
    WriteCycle(u64),
    /// `lcd_data`, `lcd_dc` or `lcd_cs` changed in the cycle in which the clock rose: there is no telling which value the chip sees.
    Unstable,
    /// `lcd_cs` went high after so many bits of a byte.
    CutByte(u32),
    /// A byte came too soon after what the chip needs time for.
    TooEarly {
        /// What came before: `the reset`, or the name of a command.
        after: &'static str,
        /// Microseconds between the two.
        microseconds: u64,
    },
    /// No command of those that are modelled.
    UnknownCommand(u8),
    /// Data before any command.
    DataWithoutCommand(u8),
    /// A command came with the wrong number of parameters.
    Parameters {
        /// Its name.
        command: &'static str,
        /// How many it takes.
        takes: usize,
        /// How many came; one more than it takes stands for all that are too many.
        got: usize,
    },
    /// Pixels ended after the first byte of one.
    HalfPixel,
    /// Pixels before the command that wakes the chip.
    Asleep,
    /// Pixels before their format was set.
    NoPixelFormat,
    /// A format of pixels other than RGB565, which is the only one modelled.
    PixelFormat(u8),
    /// Pixels for a window that begins after its end, or is not in the memory.
    Window {
        /// `columns` or `rows`, as the circuit counts them.
        what: &'static str,
        /// The first.
        start: usize,
        /// The last.
        end: usize,
        /// Those that the memory has.
        has: usize,
    },
}

impl fmt::Display for LcdFaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use LcdFaultKind as Kind;
        match *self {
            Kind::NotReset => write!(f, "a byte comes, but `lcd_reset` has never been low"),
            Kind::InReset => write!(f, "a byte comes while `lcd_reset` is low"),
            Kind::ResetPulse(ns) => {
                let least = LEAST_RESET_PS / 1000;
                write!(f, "`lcd_reset` is low for {ns} ns, the least is {least} ns")
            }
            Kind::WriteCycle(ns) => {
                let least = LEAST_WRITE_CYCLE_PS / 1000;
                write!(
                    f,
                    "the clock rises again after {ns} ns, the least is {least} ns"
                )
            }
            Kind::Unstable => write!(
                f,
                "`lcd_data`, `lcd_dc` or `lcd_cs` changes while the clock rises"
            ),
            Kind::CutByte(bits) => write!(f, "`lcd_cs` goes high after {bits} bits of a byte"),
            Kind::TooEarly {
                after,
                microseconds,
            } => write!(
                f,
                "a byte comes {microseconds} us after {after}, which takes {SETTLE_MS} ms"
            ),
            Kind::UnknownCommand(code) => write!(f, "the model has no command {}", hex(code)),
            Kind::DataWithoutCommand(byte) => {
                write!(f, "data {} comes before any command", hex(byte))
            }
            Kind::Parameters {
                command,
                takes,
                got,
            } => {
                let more = if got > takes { "at least " } else { "" };
                write!(f, "{command} takes {takes} parameters and gets {more}{got}")
            }
            Kind::HalfPixel => write!(f, "the pixels end after the first byte of one"),
            Kind::Asleep => write!(f, "pixels come before SLPOUT"),
            Kind::NoPixelFormat => write!(f, "pixels come before COLMOD"),
            Kind::PixelFormat(format) => write!(
                f,
                "COLMOD gets {}, but the model takes RGB565 only, which is {}",
                hex(format),
                hex(PIXEL_FORMAT)
            ),
            Kind::Window {
                what,
                start,
                end,
                has,
            } => write!(
                f,
                "pixels come for {what} {start} to {end}, the memory has 0 to {}",
                has - 1
            ),
        }
    }
}

impl fmt::Display for LcdFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LcdFault {
            kind,
            cycle,
            microseconds,
            count,
        } = self;
        write!(
            f,
            "no ST7735 takes this: {kind} (cycle {cycle}, {microseconds} us after power-up"
        )?;
        match count {
            1 => write!(f, ")"),
            count => write!(f, ", the first of {count} faults)"),
        }
    }
}
