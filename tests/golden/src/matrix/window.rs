//! A block in the construction zone: its shape in a 3 x 3 window.

use super::BOARD_COLUMNS;

/// Cells of a shape, numbered 1 to 9 row by row in a window of three rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape(&'static [u8]);

/// Shapes by their number, from 0.
const SHAPES: [Shape; 8] = [
    Shape(&[2, 4, 5, 6, 8]),
    Shape(&[1, 4, 7]),
    Shape(&[6, 7, 8, 9]),
    Shape(&[4, 5, 8, 9]),
    Shape(&[4, 5, 6, 7]),
    Shape(&[4, 5, 6, 8]),
    Shape(&[4, 6, 7, 8, 9]),
    Shape(&[5, 7, 8, 9]),
];

/// A shape in the construction zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Number of the shape, 0 to 7.
    pub shape: u8,
    /// Quarter turns counter-clockwise, 0 to 3.
    pub turns: u8,
    /// Column of the window's left edge. Blank columns may be outside the board.
    pub x: i8,
}

impl Window {
    /// The block of six random bits.
    pub fn created(random: u8) -> Self {
        let x = match random % 8 {
            edge @ (0 | 4) => edge,
            5 => 1,
            6 => 2,
            7 => 3,
            inner => inner,
        };
        Self {
            shape: random / 8 % 8,
            turns: 0,
            x: x as i8,
        }
    }

    /// Rows and columns of its cells. Columns may be outside the board.
    pub fn cells(self) -> Vec<(i8, i8)> {
        let Shape(numbers) = SHAPES[usize::from(self.shape)];
        numbers
            .iter()
            .map(|&number| {
                let (mut row, mut column) = ((number as i8 - 1) / 3, (number as i8 - 1) % 3);
                for _ in 0..self.turns {
                    // The right column becomes the top row.
                    (row, column) = (2 - column, row);
                }
                (row, self.x + column)
            })
            .collect()
    }

    fn overhang(self) -> i8 {
        let columns = BOARD_COLUMNS as i8;
        self.cells()
            .iter()
            .map(|&(_, column)| match column {
                column if column < 0 => column,
                column if column >= columns => column - columns + 1,
                _ => 0,
            })
            .max_by_key(|overhang| overhang.abs())
            .unwrap_or(0)
    }

    /// Shifts by a column, if no cell is in the edge column.
    #[must_use]
    pub fn shifted(self, columns: i8) -> Self {
        let shifted = Self {
            x: self.x + columns,
            ..self
        };
        match shifted.overhang() {
            0 => shifted,
            _ => self,
        }
    }

    /// Turns by a quarter and then moves back onto the board by the smallest distance.
    #[must_use]
    pub fn turned(self) -> Self {
        let turned = Self {
            turns: (self.turns + 1) % 4,
            ..self
        };
        Self {
            x: turned.x - turned.overhang(),
            ..turned
        }
    }
}
