//! Table of the eight lines of three.

/// Cells of a line, as row and column.
type Line = [(u8, u8); 3];

/// Rows, columns, diagonals. The first three lines visit every cell of the board.
const LINES: [Line; 8] = [
    [(0, 0), (0, 1), (0, 2)],
    [(1, 0), (1, 1), (1, 2)],
    [(2, 0), (2, 1), (2, 2)],
    [(0, 0), (1, 0), (2, 0)],
    [(0, 1), (1, 1), (2, 1)],
    [(0, 2), (1, 2), (2, 2)],
    [(0, 0), (1, 1), (2, 2)],
    [(0, 2), (1, 1), (2, 0)],
];

/// Row (2 bits) and column (2 bits) for each line (3 bits) and step (2 bits). The fourth step is
/// the third cell again.
pub fn line_cells() -> impl Iterator<Item = u8> {
    LINES.iter().flat_map(|line| {
        (0..4).map(|step| {
            let (row, column) = line[step.min(2)];
            4 * row + column
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn these_are_all_straight_lines() {
        let mut straight = BTreeSet::new();
        for first in 0..9_i32 {
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let cells = [0, 1, 2].map(|n| (first / 3 + n * down, first % 3 + n * right));
                if cells
                    .iter()
                    .all(|(row, column)| (0..3).contains(row) && (0..3).contains(column))
                {
                    straight.insert(cells.map(|(row, column)| (4 * row + column) as u8));
                }
            }
        }
        let cells: Vec<u8> = line_cells().collect();
        let walked: BTreeSet<[u8; 3]> = cells
            .chunks(4)
            .map(|line| [line[0], line[1], line[2]])
            .collect();
        assert_eq!(walked, straight);
        assert!(cells.chunks(4).all(|line| line[2] == line[3]));
        assert_eq!(cells[..12].iter().collect::<BTreeSet<_>>().len(), 9);
    }
}
