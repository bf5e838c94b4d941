//! Number of rows that a lock sends to the opponent.

/// Kind of spin of a T.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spin {
    /// No spin.
    None,
    /// Mini spin: at most one of the front corners is taken.
    Mini,
    /// Full spin: both front corners are taken, or the fifth kick was used.
    Full,
}

/// Rows that a perfect clear sends, instead of all others.
const PERFECT_CLEAR: u32 = 10;
/// Additional rows by combo, from 0. Longer combos use the last entry.
const COMBO: [u32; 12] = [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5];

/// Properties of a clearing lock.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Clear {
    pub(crate) spin: Spin,
    /// Rows filled, 1 to 4.
    pub(crate) lines: u32,
    /// The back-to-back bonus applies.
    pub(crate) back_to_back: bool,
    /// Clearing locks in direct succession before this one.
    pub(crate) combo: u32,
    /// True if the board is empty after the clear.
    pub(crate) perfect: bool,
}

/// Rows sent.
pub(crate) fn attack(clear: &Clear) -> u32 {
    if clear.perfect {
        return PERFECT_CLEAR;
    }
    let by_lines = match clear.spin {
        Spin::None => [0, 0, 1, 2, 4],
        // A mini spin fills at most two rows.
        Spin::Mini => [0, 0, 1, 0, 0],
        Spin::Full => [0, 2, 4, 6, 0],
    };
    let combo = COMBO[(clear.combo as usize).min(COMBO.len() - 1)];
    by_lines[clear.lines as usize] + u32::from(clear.back_to_back) + combo
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(spin: Spin, lines: u32) -> Clear {
        Clear {
            spin,
            lines,
            back_to_back: false,
            combo: 0,
            perfect: false,
        }
    }

    #[test]
    fn first_clears_send_the_table() {
        let table = [
            (Spin::None, 1, 0),
            (Spin::None, 2, 1),
            (Spin::None, 3, 2),
            (Spin::None, 4, 4),
            (Spin::Mini, 1, 0),
            (Spin::Mini, 2, 1),
            (Spin::Full, 1, 2),
            (Spin::Full, 2, 4),
            (Spin::Full, 3, 6),
        ];
        for (spin, lines, rows) in table {
            assert_eq!(attack(&plain(spin, lines)), rows, "{spin:?} {lines}");
            let back_to_back = Clear {
                back_to_back: true,
                ..plain(spin, lines)
            };
            assert_eq!(attack(&back_to_back), rows + 1, "{spin:?} {lines}");
        }
    }

    #[test]
    fn combo_adds_up_to_five() {
        let rows = [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5, 5, 5];
        for (combo, expected) in (0..).zip(rows) {
            let single = Clear {
                combo,
                ..plain(Spin::None, 1)
            };
            assert_eq!(attack(&single), expected, "combo {combo}");
            let quad = Clear {
                combo,
                back_to_back: true,
                ..plain(Spin::None, 4)
            };
            assert_eq!(attack(&quad), 5 + expected, "combo {combo}");
        }
        let endless = Clear {
            combo: 300,
            ..plain(Spin::Full, 3)
        };
        assert_eq!(attack(&endless), 11);
    }

    #[test]
    fn perfect_clear_sends_ten_in_place_of_everything() {
        for lines in 1..=4 {
            let perfect = Clear {
                combo: 12,
                back_to_back: true,
                perfect: true,
                ..plain(Spin::None, lines)
            };
            assert_eq!(attack(&perfect), 10);
        }
    }
}
