//! Table of the cell, sizes, hands and grid lines of each LED of the matrix.
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
//! The hands are on the grid lines of the smaller matrix, and between grid lines and cells on the
//! larger one: a row for each player, a pair of LEDs for each size, below the columns of cells.
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

/// Address of no cell: the LED is between cells.
const NO_CELL: u16 = 15;
/// Address of the hand of the first player; the second player's follows after four words.
const HANDS: u16 = 16;

/// Bits of a word of the table.
mod bit {
    /// The LED belongs to a large piece, that is, to a cell or a hand.
    pub const LARGE: u32 = 5;
    pub const MEDIUM: u32 = 6;
    pub const SMALL: u32 = 7;
    pub const GRID: u32 = 8;
    pub const DISTANCE: u32 = 9;
}

impl Side {
    /// The size with this number of LEDs on a side, if there is one.
    pub fn of_leds(leds: u32) -> Option<Side> {
        [Side::Eight, Side::Sixteen]
            .into_iter()
            .find(|side| u32::from(side.leds()) == leds)
    }

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

    /// Smallest size that lights an LED of a cell. Larger pieces cover the smaller ones.
    fn least_of_cell(self, down: u8, right: u8) -> u8 {
        let inner = |at: u8| (1..=2).contains(&at);
        match self {
            Side::Eight if (down, right) == (0, 0) => 1,
            Side::Eight if down == right => 2,
            Side::Sixteen if inner(down) && inner(right) => 1,
            Side::Sixteen if inner(down) || inner(right) => 2,
            _ => 3,
        }
    }

    /// Address of a size in a hand, and the number of pieces from which on the LED is lit.
    fn hand(self, row: u8, column: u8) -> Option<(u16, u8)> {
        let rows = match self {
            Side::Eight => [2, 5],
            Side::Sixteen => [5, 10],
        };
        let player = rows.iter().position(|of_player| *of_player == row)?;
        let size = u16::from(column / self.pitch()) + 1;
        let piece = match column % self.pitch() {
            0 => 1,
            last if last == self.width() - 1 => 2,
            _ => return None,
        };
        Some((HANDS + 4 * player as u16 + size, piece))
    }

    /// Distance from the middle. A pair of rings is 64 wide, two thirds of the way to the corner.
    fn distance(self, row: u8, column: u8) -> u16 {
        let from_middle = |at: u8| 2.0 * f64::from(at) + 1.0 - f64::from(self.leds());
        let radius = from_middle(row).hypot(from_middle(column)) / f64::from(self.leds());
        (radius * 48.0).round() as u16 % 64
    }

    /// Address of an LED in the board, and the least size, or number of pieces, that lights it.
    fn place(self, row: u8, column: u8) -> Option<(u16, u8)> {
        let (down, right) = (row % self.pitch(), column % self.pitch());
        if down < self.width() && right < self.width() {
            let cell = 4 * (row / self.pitch()) + column / self.pitch();
            return Some((u16::from(cell), self.least_of_cell(down, right)));
        }
        self.hand(row, column)
    }

    fn word(self, row: u8, column: u8) -> u16 {
        if row >= self.leds() || column >= self.leds() {
            return NO_CELL;
        }
        let (address, least) = self.place(row, column).unwrap_or((NO_CELL, u8::MAX));
        let mut word = address | self.distance(row, column) << bit::DISTANCE;
        for (size, bit) in [(1, bit::SMALL), (2, bit::MEDIUM), (3, bit::LARGE)] {
            word |= u16::from(least <= size) << bit;
        }
        let is_cell = address < NO_CELL;
        let is_grid = !is_cell && (self.is_line(row) || self.is_line(column));
        word | u16::from(is_grid) << bit::GRID
    }

    /// A word for each row (4 bits) and column (4 bits), also for LEDs outside a smaller matrix.
    ///
    /// - Bits 0 to 4: address in the [`Board`](super::board::Board): the cell, or a size in a hand;
    ///   15 for no such LED.
    /// - Bits 5, 6 and 7: the LED belongs to a large, medium or small piece. In a hand the first
    ///   LED of a pair is lit like a small piece, and the second one like a medium piece.
    /// - Bit 8: the LED is on a grid line.
    /// - Bits 9 to 14: distance from the middle.
    pub fn pixel_map(self) -> impl Iterator<Item = u16> {
        (0..=255).map(move |address: u8| self.word(address >> 4, address & 15))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(side: Side) -> String {
        let words: Vec<u16> = side.pixel_map().collect();
        let mark = |word: &u16| match (word >> bit::LARGE & 15, word & 31) {
            (0b1000, 15) => '+',
            (0b0111, 0..=10) => 's',
            (0b0011, 0..=10) => 'm',
            (0b0001, 0..=10) => 'l',
            (0b0111 | 0b1111, hand @ 17..=19) => char::from(b'a' + hand as u8 - 17),
            (0b0011 | 0b1011, hand @ 17..=19) => char::from(b'A' + hand as u8 - 17),
            (0b0111 | 0b1111, hand @ 21..=23) => char::from(b'x' + hand as u8 - 21),
            (0b0011 | 0b1011, hand @ 21..=23) => char::from(b'X' + hand as u8 - 21),
            (0, 15) => '.',
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
        let [first, second] = ["aA+bB+cC\n", "xX+yY+zZ\n"];
        assert_eq!(
            drawn(Side::Eight),
            [cells, first, cells, second, cells].concat()
        );
    }

    #[test]
    fn sixteen_by_sixteen() {
        let [edge, middle] = ["lmml+.lmml.+lmml\n", "mssm+.mssm.+mssm\n"];
        let cells = [edge, middle, middle, edge].concat();
        let line = "++++++++++++++++\n";
        let [first, second] = ["a..A+.b..B.+c..C\n", "x..X+.y..Y.+z..Z\n"];
        let expected = [&cells, line, first, &cells, second, line, &cells].concat();
        assert_eq!(drawn(Side::Sixteen), expected);
    }

    #[test]
    fn the_hands_are_on_lines_of_the_smaller_matrix_alone() {
        for (side, lines) in [(Side::Eight, 12), (Side::Sixteen, 0)] {
            let hands = side.pixel_map().filter(|word| word & 31 > NO_CELL);
            let on_lines = hands.filter(|word| word >> bit::GRID & 1 == 1);
            assert_eq!(on_lines.count(), lines, "{side:?}");
        }
    }
}
