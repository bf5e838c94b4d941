//! Speed of falling pieces.

use crate::falling::TO_THE_GROUND;
use crate::{Settings, SpeedCurve};

/// Rows per tick at levels 1 to 20 in 1/65536. From (0.8 - (level - 1) * 0.007)^(level - 1) seconds
/// per row at 60 ticks per second, at most 20 rows.
const ROWS_PER_TICK: [u32; 20] = [
    1092, 1377, 1768, 2311, 3075, 4169, 5759, 8107, 11634, 17026, 25416, 38709, 60169, 95483,
    154_742, 256_187, 433_425, 749_597, 1_310_720, 1_310_720,
];

/// Ticks per row at levels 1 to 29 on the NES.
const NES_TICKS_PER_ROW: [u32; 29] = [
    48, 43, 38, 33, 28, 23, 18, 13, 8, 6, 5, 5, 5, 4, 4, 4, 3, 3, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2,
];

/// Gravity in rows per tick, in 1/65536. A soft drop may exceed the limit of rows in a tick. With
/// the formula the speed is constant from level 20 on. The ticks per row of the NES are exact over
/// a fall of the whole board: the fraction per tick is rounded up, so that the last tick completes
/// the row.
pub fn rows_per_tick(settings: &Settings, level: u32, soft_drop: bool) -> u32 {
    let index = level as usize - 1;
    let gravity = match settings.curve {
        SpeedCurve::Formula => ROWS_PER_TICK[index.min(ROWS_PER_TICK.len() - 1)],
        SpeedCurve::Nes => 65536_u32.div_ceil(NES_TICKS_PER_ROW[index]),
    };
    if soft_drop && settings.instant_drop {
        TO_THE_GROUND
    } else if soft_drop {
        settings.soft_drop_factor * gravity
    } else {
        gravity
    }
}

/// Lock delays in ticks at levels 21 to 29 of the formula, whose gravity does not grow any more.
const SHORT_LOCKS: [u32; 9] = [28, 26, 24, 22, 20, 18, 16, 14, 12];

/// Ticks on the ground before a piece locks.
pub fn lock_ticks(settings: &Settings, level: u32) -> u32 {
    let short = match (settings.curve, level) {
        (SpeedCurve::Formula, 21..) => SHORT_LOCKS[level as usize - 21],
        _ => u32::MAX,
    };
    settings.lock_ticks.min(short)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MAX_LEVEL;

    fn settings(curve: SpeedCurve, soft_drop_factor: u32) -> Settings {
        Settings {
            curve,
            soft_drop_factor,
            ..Settings::default()
        }
    }

    #[test]
    fn table_follows_the_formula_up_to_twenty_rows() {
        for level in 1..=29_i32 {
            let steps = level.min(20) - 1;
            let seconds = (0.8 - f64::from(steps) * 0.007).powi(steps);
            let rows = (65536.0 / (60.0 * seconds)).min(20.0 * 65536.0);
            let table = rows_per_tick(&Settings::default(), level as u32, false);
            assert!(
                (f64::from(table) - rows).abs() <= 0.51,
                "level {level}: {table} against {rows}"
            );
        }
    }

    #[test]
    fn soft_drop_is_its_factor_times_gravity() {
        let dropped =
            |factor, level| rows_per_tick(&settings(SpeedCurve::Formula, factor), level, true);
        assert_eq!(dropped(5, 1), 5_460);
        assert_eq!(dropped(10, 1), 10_920);
        assert_eq!(dropped(20, 1), 21_840);
        assert_eq!(dropped(40, 1), 43_680);
        assert_eq!(dropped(20, 13), 1_203_380);
        assert_eq!(dropped(20, 14), 1_909_660);
        assert_eq!(dropped(5, 16), 1_280_935);
        assert_eq!(
            rows_per_tick(&settings(SpeedCurve::Nes, 40), 1, true),
            54_640
        );
    }

    #[test]
    fn nes_levels_have_their_shares_of_a_row() {
        let nes = settings(SpeedCurve::Nes, 20);
        let expected = [
            (1, 1366),
            (2, 1525),
            (9, 8192),
            (10, 10_923),
            (11, 13_108),
            (13, 13_108),
            (14, 16_384),
            (17, 21_846),
            (19, 21_846),
            (20, 32_768),
            (29, 32_768),
        ];
        for (level, share) in expected {
            assert_eq!(rows_per_tick(&nes, level, false), share, "level {level}");
        }
    }

    #[test]
    fn every_row_of_a_fall_takes_the_ticks_of_the_nes() {
        let nes = settings(SpeedCurve::Nes, 20);
        for level in 1..=MAX_LEVEL {
            let ticks = u64::from(NES_TICKS_PER_ROW[level as usize - 1]);
            let share = u64::from(rows_per_tick(&nes, level, false));
            for row in 1..=22 {
                assert_eq!((row * ticks * share) >> 16, row, "level {level}");
                assert_eq!(((row * ticks - 1) * share) >> 16, row - 1, "level {level}");
            }
        }
    }
}
