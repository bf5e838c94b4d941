//! The board: settled cells.

use crate::{Piece, Shape};

/// Columns of the board.
pub const COLUMNS: usize = 10;
/// Stored rows: the visible ones and four above.
pub const ROWS: usize = 24;
/// Default number of visible rows.
pub const VISIBLE_ROWS: usize = 20;

/// Content of a settled cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cell {
    /// Part of a piece of this shape.
    Shape(Shape),
    /// Part of a row from an opponent.
    Garbage,
}

type Row = [Option<Cell>; COLUMNS];

/// The settled cells; row 0 is the floor.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Board {
    rows: [Row; ROWS],
}

impl Board {
    /// Content of a cell. Outside the stored rows it is `None`.
    pub fn cell(&self, x: i32, y: i32) -> Option<Cell> {
        let row = self.rows.get(usize::try_from(y).ok()?)?;
        *row.get(usize::try_from(x).ok()?)?
    }

    /// True if a cell collides: it is settled, or in a wall or the floor. Cells above the stored
    /// rows are free.
    pub fn occupied(&self, x: i32, y: i32) -> bool {
        !(0..COLUMNS as i32).contains(&x) || y < 0 || self.cell(x, y).is_some()
    }

    /// True if a piece does not collide.
    pub fn fits(&self, piece: Piece) -> bool {
        !piece.cells().into_iter().any(|(x, y)| self.occupied(x, y))
    }

    /// Settles a piece. Cells above the stored rows are lost; such a lock ends the game.
    pub fn settle(&mut self, piece: Piece) {
        for (x, y) in piece.cells() {
            if let Some(row) = self.rows.get_mut(y as usize) {
                row[x as usize] = Some(Cell::Shape(piece.shape));
            }
        }
    }

    /// Number of full rows.
    pub fn full_rows(&self) -> u32 {
        self.rows.iter().filter(|row| is_full(row)).count() as u32
    }

    /// True if every row is full or empty, so that the board is empty after the clear.
    pub fn empty_beside_full_rows(&self) -> bool {
        self.rows
            .iter()
            .all(|row| is_full(row) || row.iter().all(Option::is_none))
    }

    /// Removes the full rows and moves the rows above down.
    pub fn remove_full_rows(&mut self) {
        let mut kept = [Row::default(); ROWS];
        let rest = self.rows.iter().filter(|row| !is_full(row));
        for (to, from) in kept.iter_mut().zip(rest) {
            *to = *from;
        }
        self.rows = kept;
    }

    /// Sets a row for a test case.
    ///
    /// # Panics
    /// If the board has no such row.
    pub fn stage_row(&mut self, y: usize, cells: [Option<Cell>; COLUMNS]) {
        self.rows[y] = cells;
    }

    /// Moves all rows up by one and inserts a garbage row with a hole at the floor. Returns true if
    /// a cell was pushed above the stored rows, where it is lost.
    pub fn rise(&mut self, hole: usize) -> bool {
        let overflows = self.rows[ROWS - 1].iter().any(Option::is_some);
        self.rows.rotate_right(1);
        self.rows[0] = [Some(Cell::Garbage); COLUMNS];
        self.rows[0][hole] = None;
        overflows
    }
}

fn is_full(row: &Row) -> bool {
    row.iter().all(Option::is_some)
}

/// Parses a drawing: top line first, `.` is empty, `#` is garbage, a shape's letter is one of its
/// cells.
#[cfg(test)]
impl From<&[&str]> for Board {
    fn from(picture: &[&str]) -> Board {
        let mut board = Board::default();
        for (line, row) in picture.iter().rev().zip(&mut board.rows) {
            for (mark, place) in line.chars().zip(row.iter_mut()) {
                let shape = Shape::ALL
                    .into_iter()
                    .find(|shape| format!("{shape:?}").starts_with(mark));
                *place = match mark {
                    '#' => Some(Cell::Garbage),
                    _ => shape.map(Cell::Shape),
                };
            }
        }
        board
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn board(picture: &[&str]) -> Board {
        Board::from(picture)
    }

    #[test]
    fn walls_and_floor_are_occupied_and_the_sky_is_not() {
        let board = Board::default();
        assert!(board.occupied(-1, 5) && board.occupied(10, 30) && board.occupied(4, -1));
        assert!(!board.occupied(0, 23) && !board.occupied(9, 24) && !board.occupied(5, 31));
    }

    #[test]
    fn full_rows_vanish_wherever_they_are() {
        let mut cleared = board(&[
            "T.........",
            "IIIIIIIIII",
            ".Z........",
            "OOOOOOOOOO",
            "JJJ.JJJJJJ",
        ]);
        assert_eq!(cleared.full_rows(), 2);
        assert!(!cleared.empty_beside_full_rows());
        cleared.remove_full_rows();
        assert_eq!(cleared, board(&["T.........", ".Z........", "JJJ.JJJJJJ"]));
        assert!(board(&["IIIIIIIIII"]).empty_beside_full_rows());
    }

    #[test]
    fn garbage_comes_in_at_the_floor_and_leaves_its_hole() {
        let mut board = board(&["T.........", ".Z........"]);
        assert!(!board.rise(9));
        assert!(!board.rise(0));
        let expected = ["T.........", ".Z........", "#########.", ".#########"];
        assert_eq!(board, Board::from(expected.as_slice()));
        assert_eq!(board.cell(4, 1), Some(Cell::Garbage));
        assert_eq!(board.full_rows(), 0);
    }

    #[test]
    fn cell_pushed_above_the_stored_rows_is_lost_and_reported() {
        let mut board = board(&["...J......"]);
        for _ in 0..23 {
            assert!(!board.rise(3));
        }
        assert!(board.occupied(3, 23));
        assert!(board.rise(3));
        assert!(!board.occupied(3, 23));
    }

    proptest! {
        #[test]
        fn removal_keeps_the_other_rows_in_order(bits in prop::collection::vec(0_u16..1024, ROWS)) {
            let mut board = Board::default();
            for (row, bits) in board.rows.iter_mut().zip(&bits) {
                for (x, place) in row.iter_mut().enumerate() {
                    *place = (bits >> x & 1 == 1 || bits % 3 == 0).then_some(Cell::Shape(Shape::S));
                }
            }
            let full = board.full_rows();
            let kept: Vec<Row> = board.rows.into_iter().filter(|row| !is_full(row)).collect();
            board.remove_full_rows();
            prop_assert_eq!(&board.rows[..kept.len()], &kept[..]);
            prop_assert_eq!(kept.len() + full as usize, ROWS);
            prop_assert_eq!(board.full_rows(), 0);
        }
    }
}
