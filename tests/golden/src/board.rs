//! The settled cells.

use crate::{Piece, Shape};

/// Columns of the board.
pub const COLUMNS: usize = 10;
/// Stored rows: the visible ones and four above.
pub const ROWS: usize = 24;
/// Visible rows.
pub const VISIBLE_ROWS: usize = 20;

type Row = [Option<Shape>; COLUMNS];

/// The settled cells; row 0 is the floor.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Board {
    rows: [Row; ROWS],
}

impl Board {
    /// What lies in a cell. Outside of the stored rows nothing does.
    pub fn cell(&self, x: i32, y: i32) -> Option<Shape> {
        let row = self.rows.get(usize::try_from(y).ok()?)?;
        *row.get(usize::try_from(x).ok()?)?
    }

    /// Whether a cell is taken; walls and floor are, everything above the stored rows is not.
    pub fn occupied(&self, x: i32, y: i32) -> bool {
        !(0..COLUMNS as i32).contains(&x) || y < 0 || self.cell(x, y).is_some()
    }

    /// Whether a piece has room.
    pub fn fits(&self, piece: Piece) -> bool {
        !piece.cells().into_iter().any(|(x, y)| self.occupied(x, y))
    }

    /// Settles a piece. Cells above the stored rows are lost: the lock that has them ends the game.
    pub fn settle(&mut self, piece: Piece) {
        for (x, y) in piece.cells() {
            if let Some(row) = self.rows.get_mut(y as usize) {
                row[x as usize] = Some(piece.shape);
            }
        }
    }

    /// How many rows are full.
    pub fn full_rows(&self) -> u32 {
        self.rows.iter().filter(|row| is_full(row)).count() as u32
    }

    /// Whether every row is full or empty, so that nothing is left when the full ones go.
    pub fn empty_beside_full_rows(&self) -> bool {
        self.rows
            .iter()
            .all(|row| is_full(row) || row.iter().all(Option::is_none))
    }

    /// Removes the full rows; what is above moves down.
    pub fn remove_full_rows(&mut self) {
        let mut kept = [Row::default(); ROWS];
        let rest = self.rows.iter().filter(|row| !is_full(row));
        for (to, from) in kept.iter_mut().zip(rest) {
            *to = *from;
        }
        self.rows = kept;
    }
}

fn is_full(row: &Row) -> bool {
    row.iter().all(Option::is_some)
}

/// Reads a picture: top line first, `.` is empty, a shape's letter one of its cells.
#[cfg(test)]
impl From<&[&str]> for Board {
    fn from(picture: &[&str]) -> Board {
        let mut board = Board::default();
        for (line, row) in picture.iter().rev().zip(&mut board.rows) {
            for (mark, place) in line.chars().zip(row.iter_mut()) {
                *place = Shape::ALL
                    .into_iter()
                    .find(|shape| format!("{shape:?}").starts_with(mark));
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

    proptest! {
        #[test]
        fn removal_keeps_the_other_rows_in_order(bits in prop::collection::vec(0_u16..1024, ROWS)) {
            let mut board = Board::default();
            for (row, bits) in board.rows.iter_mut().zip(&bits) {
                for (x, place) in row.iter_mut().enumerate() {
                    *place = (bits >> x & 1 == 1 || bits % 3 == 0).then_some(Shape::S);
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
