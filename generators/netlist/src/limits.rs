//! How large a design may be. [`crate::Netlist::verify`] checks all of these, and the text form is
//! refused where it goes beyond a width.

/// Most bits of a value.
pub const MAX_WIDTH: u32 = 1 << 16;
/// Most bits of the address of a memory.
pub const MAX_ADDRESS_WIDTH: u32 = 40;
/// Most modules on a path from the top to the innermost instance.
pub const MAX_DEPTH: usize = 256;
/// Most nets and expression nodes of all instances together.
pub const MAX_ITEMS: u64 = 1 << 24;
/// Most words of all memories of a design that is interpreted.
pub const MAX_INTERPRETED_WORDS: u64 = 1 << 24;

/// Says that a width is beyond the limit, if it is.
pub(crate) fn too_wide(width: u32) -> Option<String> {
    (width > MAX_WIDTH).then(|| format!("{width} bits are more than {MAX_WIDTH}, the most"))
}
