//! How fast pieces fall.

/// Rows per tick at levels 1 to 20 in 1/65536, from (0.8 - (level - 1) * 0.007)^(level - 1) seconds per row at
/// 60 ticks per second, at most 20 rows.
const ROWS_PER_TICK: [u32; 20] = [
    1092, 1377, 1768, 2311, 3075, 4169, 5759, 8107, 11634, 17026, 25416, 38709, 60169, 95483,
    154_742, 256_187, 433_425, 749_597, 1_310_720, 1_310_720,
];

/// The most rows of one tick, in 1/65536.
const MOST_ROWS: u32 = 20 << 16;

/// Rows that a piece falls per tick, in 1/65536. The speed stops changing at level 20.
pub fn rows_per_tick(level: u32, soft_drop: bool) -> u32 {
    let last = ROWS_PER_TICK.len() - 1;
    let gravity = ROWS_PER_TICK[(level as usize - 1).min(last)];
    if soft_drop {
        (20 * gravity).min(MOST_ROWS)
    } else {
        gravity
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_follows_the_formula_up_to_twenty_rows() {
        for level in 1..=29_i32 {
            let steps = level.min(20) - 1;
            let seconds = (0.8 - f64::from(steps) * 0.007).powi(steps);
            let rows = (65536.0 / (60.0 * seconds)).min(f64::from(MOST_ROWS));
            let table = f64::from(rows_per_tick(level as u32, false));
            assert!(
                (table - rows).abs() <= 0.51,
                "level {level}: {table} against {rows}"
            );
        }
    }

    #[test]
    fn soft_drop_is_twenty_times_gravity_up_to_twenty_rows() {
        assert_eq!(rows_per_tick(1, true), 21_840);
        assert_eq!(rows_per_tick(13, true), 1_203_380);
        assert_eq!(rows_per_tick(14, true), MOST_ROWS);
    }
}
