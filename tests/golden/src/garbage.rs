//! Pending garbage: rows from an opponent that have not risen yet.

use crate::{HoleError, COLUMNS};
use std::collections::VecDeque;

/// Limit of waiting batches.
pub const MAX_BATCHES: usize = 8;
/// Limit of rows in one batch.
pub const MAX_BATCH_ROWS: u32 = 15;
/// Limit of rows that rise at one lock.
pub const MAX_RISE: u32 = 10;

/// Rows of one attack with a common column of the hole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Batch {
    /// Rows left.
    pub rows: u32,
    /// Column of the hole.
    pub hole: usize,
}

/// Pending rows of one player, the oldest first.
#[derive(Debug, Clone, Default)]
pub struct Pending {
    batches: VecDeque<Batch>,
    /// Supplied columns for the next batches.
    holes: VecDeque<usize>,
    last_hole: Option<usize>,
}

impl Pending {
    /// The batches, the oldest first.
    pub fn batches(&self) -> impl Iterator<Item = Batch> + '_ {
        self.batches.iter().copied()
    }

    /// Rows of all batches.
    pub fn rows(&self) -> u32 {
        self.batches.iter().map(|batch| batch.rows).sum()
    }

    /// Replaces the batches that wait, as if they had just come.
    pub(crate) fn stage(&mut self, batches: &[Batch]) {
        self.batches = batches.iter().copied().collect();
        self.last_hole = batches.last().map(|batch| batch.hole);
    }

    /// Supplies the column for the hole of a later batch.
    pub(crate) fn supply_hole(&mut self, column: usize) -> Result<(), HoleError> {
        if column >= COLUMNS {
            return Err(HoleError::OffTheBoard { column });
        }
        if self.last_hole == Some(column) {
            return Err(HoleError::Repeated { column });
        }
        self.last_hole = Some(column);
        self.holes.push_back(column);
        Ok(())
    }

    /// Adds a batch. If there is no free place, its rows join the newest batch.
    pub(crate) fn append(&mut self, rows: u32) {
        if self.batches.len() < MAX_BATCHES {
            let hole = self
                .holes
                .pop_front()
                .expect("a hole is supplied for every batch");
            self.batches.push_back(Batch { rows, hole });
        } else if let Some(newest) = self.batches.back_mut() {
            newest.rows = (newest.rows + rows).min(MAX_BATCH_ROWS);
        }
    }

    /// Cancels `attack` against waiting rows, the oldest first. Returns the rest of the attack.
    pub(crate) fn cancel(&mut self, mut attack: u32) -> u32 {
        while attack > 0 && self.take_row().is_some() {
            attack -= 1;
        }
        attack
    }

    /// Takes one row of the oldest batch. Returns the column of its hole.
    pub(crate) fn take_row(&mut self) -> Option<usize> {
        let oldest = self.batches.front_mut()?;
        oldest.rows -= 1;
        let Batch { rows, hole } = *oldest;
        if rows == 0 {
            self.batches.pop_front();
        }
        Some(hole)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn pending(batches: &[(u32, usize)]) -> Pending {
        let mut pending = Pending::default();
        for &(rows, hole) in batches {
            pending.supply_hole(hole).unwrap();
            pending.append(rows);
        }
        pending
    }

    fn batches(pending: &Pending) -> Vec<(u32, usize)> {
        pending
            .batches()
            .map(|batch| (batch.rows, batch.hole))
            .collect()
    }

    #[test]
    fn hole_is_a_column_and_never_that_of_the_batch_before() {
        let mut pending = pending(&[(1, 3)]);
        let repeated = pending.supply_hole(3).unwrap_err();
        assert_eq!(repeated, HoleError::Repeated { column: 3 });
        let off = pending.supply_hole(10).unwrap_err();
        assert_eq!(off, HoleError::OffTheBoard { column: 10 });
        // The previous batch counts even after it has risen.
        assert_eq!(pending.take_row(), Some(3));
        assert!(pending.supply_hole(3).is_err());
        assert!(pending.supply_hole(9).is_ok());
        assert!(pending.supply_hole(3).is_ok());
    }

    #[test]
    fn attack_cancels_the_oldest_rows_first_and_the_rest_goes_on() {
        let mut pending = pending(&[(4, 0), (2, 7), (5, 1)]);
        assert_eq!(pending.cancel(3), 0);
        assert_eq!(batches(&pending), [(1, 0), (2, 7), (5, 1)]);
        assert_eq!(pending.cancel(2), 0);
        assert_eq!(batches(&pending), [(1, 7), (5, 1)]);
        assert_eq!(pending.cancel(10), 4);
        assert_eq!(batches(&pending), []);
        assert_eq!(pending.cancel(4), 4);
    }

    #[test]
    fn ninth_batch_joins_the_newest_and_draws_no_hole() {
        let eight = [
            (1, 0),
            (1, 1),
            (1, 0),
            (1, 1),
            (1, 0),
            (1, 1),
            (1, 0),
            (6, 5),
        ];
        let mut pending = pending(&eight);
        pending.append(4);
        assert_eq!(batches(&pending)[6..], [(1, 0), (10, 5)]);
        for _ in 0..4 {
            pending.append(12);
        }
        assert_eq!(batches(&pending)[7], (15, 5), "a batch holds 15 rows");
        assert_eq!(pending.rows(), 22);
    }

    #[test]
    fn rows_leave_in_order_with_the_holes_of_their_batches() {
        let mut pending = pending(&[(2, 8), (1, 2)]);
        let holes: Vec<_> = std::iter::from_fn(|| pending.take_row()).collect();
        assert_eq!(holes, [8, 8, 2]);
    }

    proptest! {
        #[test]
        fn rows_are_sent_cancelled_or_pending(
            attacks in prop::collection::vec((1_u32..13, 0_u32..13), 1..30),
        ) {
            let mut pending = Pending::default();
            let (mut arrived, mut gone) = (0, 0);
            for (index, (rows, cancelled)) in attacks.into_iter().enumerate() {
                let full = pending.batches().count() == MAX_BATCHES;
                let newest = pending.batches().last().map_or(0, |batch| batch.rows);
                if !full {
                    pending.supply_hole(index % COLUMNS).unwrap();
                }
                pending.append(rows);
                arrived += if full { rows.min(MAX_BATCH_ROWS - newest) } else { rows };
                let rest = pending.cancel(cancelled);
                gone += cancelled - rest;
                prop_assert!(rest == 0 || pending.rows() == 0);
                prop_assert_eq!(pending.rows(), arrived - gone);
                prop_assert!(pending.batches().count() <= MAX_BATCHES);
                prop_assert!(pending
                    .batches()
                    .all(|batch| (1..=MAX_BATCH_ROWS).contains(&batch.rows)));
            }
        }
    }
}
