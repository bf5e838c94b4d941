//! Numbers of the data sheet.

/// Least time of a write cycle, and of a reset, in picoseconds.
pub(super) const LEAST_WRITE_CYCLE_PS: u64 = 66_000;
pub(super) const LEAST_RESET_PS: u64 = 10_000_000;

/// Time that the chip needs after a reset, SLPIN or SLPOUT, in milliseconds.
pub(super) const SETTLE_MS: u64 = 120;

/// Parameter of COLMOD: 16 bits for a pixel. Only the low three bits are used.
pub(super) const PIXEL_FORMAT: u8 = 0x05;

/// Formats a byte as in data sheets.
pub(super) fn hex(byte: u8) -> String {
    format!("{byte:02X}h")
}
