//! The eight shapes in their four orientations.

use rust_hdl::prelude::*;

/// Rows of three cells, as drawn.
const SHAPES: [[&str; 3]; 8] = [
    [".#.", "###", ".#."],
    ["#..", "#..", "#.."],
    ["...", "..#", "###"],
    ["...", "##.", ".##"],
    ["...", "###", "#.."],
    ["...", "###", ".#."],
    ["...", "#.#", "###"],
    ["...", ".#.", "###"],
];

/// Columns of the matrix.
const COLUMNS: i8 = super::cells::COLUMNS as i8;

/// Lit cells, row by row.
type Cells = [[bool; 3]; 3];

fn cells(shape: [&str; 3]) -> Cells {
    shape.map(|row| {
        let mut lit = row.bytes().map(|mark| mark == b'#');
        std::array::from_fn(|_| lit.next() == Some(true))
    })
}

/// A quarter turn, counter-clockwise.
fn turned(cells: Cells) -> Cells {
    std::array::from_fn(|row| std::array::from_fn(|column| cells[column][2 - row]))
}

/// A column of the window as the table stores it: offset by 8, so that it can be compared without a
/// sign.
pub(super) fn biased(column: i8) -> u64 {
    (column + 8) as u64
}

/// `{rightmost x, leftmost x, cells of the row, the left one lowest}`; the fourth row is not there.
fn word(cells: Cells, row: usize) -> u64 {
    let is_lit = |column: usize| cells.iter().any(|row| row[column]);
    let first = (0..3).position(is_lit).expect("a shape has cells") as i8;
    let last = (0..3).rposition(is_lit).expect("a shape has cells") as i8;
    let lit = cells.get(row).copied().unwrap_or_default();
    let lit = (0..3).fold(0, |word, column| word | u64::from(lit[column]) << column);
    biased(COLUMNS - 1 - last) << 7 | biased(-first) << 3 | lit
}

/// `{shape, orientation, row}` to a word.
pub(super) fn table() -> SyncROM<Bits<11>, 7> {
    let mut words = vec![];
    for shape in SHAPES {
        let mut cells = cells(shape);
        for _ in 0..4 {
            words.extend((0..4).map(|row| word(cells, row).to_bits()));
            cells = turned(cells);
        }
    }
    words.into_iter().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(cells: Cells) -> [String; 3] {
        cells.map(|row| row.map(|lit| if lit { '#' } else { '.' }).iter().collect())
    }

    #[test]
    fn a_turn_goes_counter_clockwise() {
        let mut hook = cells(SHAPES[2]);
        let expected = [
            ["...", "..#", "###"],
            [".##", "..#", "..#"],
            ["###", "#..", "..."],
            ["#..", "#..", "##."],
        ];
        for shape in expected {
            assert_eq!(drawn(hook), shape);
            hook = turned(hook);
        }
    }

    #[test]
    fn shapes_have_their_numbers_of_cells() {
        let count = |shape| cells(shape).iter().flatten().filter(|lit| **lit).count();
        assert_eq!(SHAPES.map(count), [5, 3, 4, 4, 4, 4, 5, 4]);
    }

    #[test]
    fn a_word_knows_how_far_the_window_may_hang_over() {
        let limits = |word: u64| (word >> 3 & 15, word >> 7);
        let bar = cells(SHAPES[1]);
        assert_eq!(limits(word(bar, 0)), (biased(0), biased(6)));
        assert_eq!(limits(word(turned(bar), 0)), (biased(0), biased(4)));
        assert_eq!(
            limits(word(turned(turned(bar)), 0)),
            (biased(-2), biased(4))
        );
        assert_eq!(word(turned(bar), 2) & 7, 7);
        assert_eq!(word(turned(bar), 0) & 7, 0);
        assert_eq!(word(cells(SHAPES[3]), 1) & 7, 0b011);
    }
}
