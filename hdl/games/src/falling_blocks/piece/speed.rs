//! Speed of each level: the number of rows that the piece falls on a tick.
//!
//! **Source**: the guideline's seconds per row, (0.8 - 0.007 (L - 1))^(L - 1), at 60 ticks a
//! second. Levels above 20 have the speed of level 20. The classic curve is the frames per row of
//! the NES (NTSC).

/// One row per tick in the unit of the table.
const ROW: f64 = 65536.0;
/// Highest speed: the visible rows of the arcade in one tick.
pub(super) const MAX_ROWS_PER_TICK: u32 = 20;
/// Ticks per row of the classic curve, for the levels 1 to 29.
const CLASSIC_TICKS: [u32; 29] = [
    48, 43, 38, 33, 28, 23, 18, 13, 8, 6, 5, 5, 5, 4, 4, 4, 3, 3, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2,
];

/// Rows per tick at `level`, times 65536.
pub(in crate::falling_blocks) fn speed(level: u32, classic: bool) -> u32 {
    if classic {
        let index = (level.clamp(1, 29) - 1) as usize;
        // Rounded up, so that the fraction overflows after exactly this number of ticks.
        return 65536_u32.div_ceil(CLASSIC_TICKS[index]);
    }
    let steps = f64::from(level.clamp(1, 20) - 1);
    let seconds_per_row = (0.8 - 0.007 * steps).powf(steps);
    ((ROW / (60.0 * seconds_per_row)).round() as u32).min(MAX_ROWS_PER_TICK << 16)
}
