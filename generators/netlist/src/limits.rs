//! Size limits of designs. [`crate::Netlist::verify`] checks them all. The parser of the text form
//! checks widths.

/// Maximum width of a value, in bits.
pub const MAX_WIDTH: u32 = 1 << 16;
/// Maximum width of a memory address, in bits.
pub const MAX_ADDRESS_WIDTH: u32 = 40;
/// Maximum number of modules on a path from the top to the innermost instance.
pub const MAX_DEPTH: usize = 256;
/// Maximum number of nets and expression nodes in all instances together.
pub const MAX_ITEMS: u64 = 1 << 24;
/// Maximum number of words in all memories of an interpreted design.
pub const MAX_INTERPRETED_WORDS: u64 = 1 << 24;

/// Error text if a width exceeds the limit.
pub(crate) fn too_wide(width: u32) -> Option<String> {
    (width > MAX_WIDTH).then(|| format!("{width} bits are more than {MAX_WIDTH}, the most"))
}
