//! Table of the cell, sizes and grid lines of each LED of the matrix.
//!
//! ```text
//! 16 x 16: cells of 4 x 4, grid lines at 4 and 11     8 x 8: cells of 2 x 2, grid lines at 2 and 5
//!
//!   . . . .    . m m .    l l l l                       s .    m .    l l
//!   . s s .    m m m m    l l l l                       . .    . m    l l
//!   . s s .    m m m m    l l l l
//!   . . . .    . m m .    l l l l
//! ```
//!
//! The table also has the distance of an LED from the middle, for rings that run outwards.

/// Size of the matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// 8 x 8.
    Eight,
    /// 16 x 16.
    Sixteen,
}

/// Number of no cell: the LED is between cells.
const NO_CELL: u16 = 15;

/// Bits of a word of the table.
mod bit {
    /// The LED belongs to a large piece, that is, to a cell.
    pub const LARGE: u32 = 4;
    pub const MEDIUM: u32 = 5;
    pub const SMALL: u32 = 6;
    pub const GRID: u32 = 7;
    pub const DISTANCE: u32 = 8;
}

impl Side {
    /// LEDs on a side.
    pub fn leds(self) -> u8 {
        match self {
            Side::Eight => 8,
            Side::Sixteen => 16,
        }
    }

    fn width(self) -> u8 {
        self.leds() / 4
    }

    fn pitch(self) -> u8 {
        self.width() + self.leds() / 8
    }

    fn is_line(self, at: u8) -> bool {
        at == self.width() || at == self.leds() - 1 - self.width()
    }

    /// True if an LED of a cell shows a piece of this size. Larger pieces cover the smaller ones.
    fn shows(self, size: u8, down: u8, right: u8) -> bool {
        let inner = |at: u8| (1..=2).contains(&at);
        match (self, size) {
            (_, 3) => true,
            (Side::Eight, 2) => down == right,
            (Side::Eight, _) => (down, right) == (0, 0),
            (Side::Sixteen, 2) => inner(down) || inner(right),
            (Side::Sixteen, _) => inner(down) && inner(right),
        }
    }

    /// Distance from the middle. A pair of rings is 64 wide, two thirds of the way to the corner.
    fn distance(self, row: u8, column: u8) -> u16 {
        let from_middle = |at: u8| 2.0 * f64::from(at) + 1.0 - f64::from(self.leds());
        let radius = from_middle(row).hypot(from_middle(column)) / f64::from(self.leds());
        (radius * 48.0).round() as u16 % 64
    }

    fn word(self, row: u8, column: u8) -> u16 {
        if row >= self.leds() || column >= self.leds() {
            return NO_CELL;
        }
        let (down, right) = (row % self.pitch(), column % self.pitch());
        let mut word = self.distance(row, column) << bit::DISTANCE;
        if down < self.width() && right < self.width() {
            word |= u16::from(4 * (row / self.pitch()) + column / self.pitch());
            for (size, bit) in [(1, bit::SMALL), (2, bit::MEDIUM), (3, bit::LARGE)] {
                word |= u16::from(self.shows(size, down, right)) << bit;
            }
        } else {
            word |= NO_CELL;
            word |= u16::from(self.is_line(row) || self.is_line(column)) << bit::GRID;
        }
        word
    }

    /// A word for each row (4 bits) and column (4 bits), also for LEDs outside a smaller matrix.
    ///
    /// - Bits 0 to 3: the cell, row and column; 15 between cells.
    /// - Bits 4, 5 and 6: the LED belongs to a large, medium or small piece.
    /// - Bit 7: the LED is on a grid line.
    /// - Bits 8 to 13: distance from the middle.
    pub fn pixel_map(self) -> impl Iterator<Item = u16> {
        (0..=255).map(move |address: u8| self.word(address >> 4, address & 15))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(side: Side) -> String {
        let words: Vec<u16> = side.pixel_map().collect();
        let mark = |word: &u16| match word >> bit::LARGE & 15 {
            0b1000 => '+',
            0b0111 => 's',
            0b0011 => 'm',
            0b0001 => 'l',
            0 => '.',
            _ => '?',
        };
        let leds = usize::from(side.leds());
        let rows = words.chunks(16).take(leds);
        rows.map(|row| {
            row[..leds]
                .iter()
                .map(mark)
                .chain(['\n'])
                .collect::<String>()
        })
        .collect()
    }

    #[test]
    fn eight_by_eight() {
        let cells = "sl+sl+sl\nlm+lm+lm\n";
        let line = "++++++++\n";
        assert_eq!(
            drawn(Side::Eight),
            [cells, line, cells, line, cells].concat()
        );
    }

    #[test]
    fn sixteen_by_sixteen() {
        let [edge, middle] = ["lmml+.lmml.+lmml\n", "mssm+.mssm.+mssm\n"];
        let cells = [edge, middle, middle, edge].concat();
        let [line, gap] = ["++++++++++++++++\n", "....+......+....\n"];
        let expected = [&cells, line, gap, &cells, gap, line, &cells].concat();
        assert_eq!(drawn(Side::Sixteen), expected);
    }
}
