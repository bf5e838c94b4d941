//! Attract mode: the LED animation while there is no game.

use super::{BOARD_COLUMNS, BOARD_ROWS};

/// A path through all LEDs, and the position on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Show {
    /// True for the spiral, false for the serpentine.
    pub is_spiral: bool,
    /// Number of lit LEDs.
    pub lit: usize,
}

impl Show {
    /// Advances by 1/16 s.
    pub fn step(&mut self) {
        self.lit += 1;
        if self.lit > BOARD_ROWS * BOARD_COLUMNS {
            self.lit = 0;
            self.is_spiral = !self.is_spiral;
        }
    }

    /// The lit LEDs.
    pub fn picture(&self) -> [[bool; BOARD_COLUMNS]; BOARD_ROWS] {
        let mut picture = [[false; BOARD_COLUMNS]; BOARD_ROWS];
        let (mut row, mut column) = (0_i32, 0_i32);
        let (mut down, mut right) = (0_i32, 1_i32);
        for _ in 0..self.lit {
            picture[row as usize][column as usize] = true;
            let is_free = |row: i32, column: i32| {
                (0..BOARD_ROWS as i32).contains(&row)
                    && (0..BOARD_COLUMNS as i32).contains(&column)
                    && !picture[row as usize][column as usize]
            };
            if !is_free(row + down, column + right) {
                if self.is_spiral {
                    (down, right) = (right, -down);
                } else {
                    right = -right;
                    row += 1;
                    continue;
                }
            }
            row += down;
            column += right;
        }
        picture
    }
}
