//! Violations of the ST7735's protocol.

use super::limits::{hex, LEAST_RESET_PS, LEAST_WRITE_CYCLE_PS, PIXEL_FORMAT, SETTLE_MS};
use std::fmt;

/// The first violation, and the number of violations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LcdFault {
    /// Kind of the violation.
    pub kind: LcdFaultKind,
    /// Cycle in which it was detected.
    pub cycle: u64,
    /// Microseconds from power-up to that cycle.
    pub microseconds: u64,
    /// Number of violations.
    pub count: u64,
}

/// Kind of a violation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LcdFaultKind {
    /// A byte came before the first reset.
    NotReset,
    /// A byte came while `lcd_reset` was low.
    InReset,
    /// The reset was too short, in nanoseconds.
    ResetPulse(u64),
    /// The time between two rising edges of the clock was too short, in nanoseconds.
    WriteCycle(u64),
    /// `lcd_data`, `lcd_dc` or `lcd_cs` changed in the same cycle as the clock rose, so the sampled
    /// value is undefined.
    Unstable,
    /// `lcd_cs` went high after this number of bits of a byte.
    CutByte(u32),
    /// A byte came too early after an operation that takes time.
    TooEarly {
        /// The operation: `the reset`, or the name of a command.
        after: &'static str,
        /// Microseconds between the two.
        microseconds: u64,
    },
    /// The command is not modelled.
    UnknownCommand(u8),
    /// Data came before any command.
    DataWithoutCommand(u8),
    /// A command has the wrong number of parameters.
    Parameters {
        /// Name of the command.
        command: &'static str,
        /// Number of parameters that it takes.
        takes: usize,
        /// Number of parameters that came. One more than it takes stands for any larger number.
        got: usize,
    },
    /// The pixels ended after the first byte of one.
    HalfPixel,
    /// Pixels came before SLPOUT.
    Asleep,
    /// Pixels came before their format was set.
    NoPixelFormat,
    /// The pixel format is not RGB565, the only one that is modelled.
    PixelFormat(u8),
    /// The window for pixels ends before it begins, or is not in the memory.
    Window {
        /// `columns` or `rows`, in the circuit's coordinates.
        what: &'static str,
        /// The first one.
        start: usize,
        /// The last one.
        end: usize,
        /// Size of the memory in this direction.
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
