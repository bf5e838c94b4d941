//! Frame of a byte on the serial line.

/// Start bit, eight data bits, stop bit.
pub const FRAME_BITS: u8 = 10;
