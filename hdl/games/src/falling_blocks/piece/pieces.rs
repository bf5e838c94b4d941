//! Tables of the seven pieces: cells, corners, kicks and places of spawn.
//!
//! Collision, T-spin test and picture use these tables. All of them are derived from seven drawings
//! and four rows of kicks. Coordinates are `(dx, dy)` from the bottom-left corner of a piece's box,
//! x to the right and y up.
//!
//! **Source**: the Super Rotation System of the guideline: spawn orientations, rotation about the
//! centre of the box, and kicks.

/// Shape number of the I piece, the only one with kicks of its own.
pub const I: u8 = 1;
/// Shape number of the O piece, which has the same cells in every rotation.
pub const O: u8 = 4;
/// Shape number of the T piece, the only one with T-spins.
pub const T: u8 = 6;
/// Number of shapes. They are numbered from 1; 0 is no piece.
pub const SHAPES: u8 = 7;

/// Place of a cell in the box of its piece.
pub type Cell = (i8, i8);

/// Spawn orientations, top row first. The box has the size of the drawing.
const DRAWINGS: [&[&str]; SHAPES as usize] = [
    &["....", "####", "....", "...."], // I
    &["#..", "###", "..."],            // J
    &["..#", "###", "..."],            // L
    &["....", ".##.", ".##.", "...."], // O
    &[".##", "##.", "..."],            // S
    &[".#.", "###", "..."],            // T
    &["##.", ".##", "..."],            // Z
];

/// Kick tests 2 to 5 of one turn; test 1 is always (0, 0).
type Kicks = [Cell; 4];
/// J, L, S, T, Z from 0 or 2 to R.
const KICKS_TO_R: Kicks = [(-1, 0), (-1, 1), (0, -2), (-1, -2)];
/// J, L, S, T, Z from 0 or 2 to L.
const KICKS_TO_L: Kicks = [(1, 0), (1, 1), (0, -2), (1, -2)];
/// I from 0 to R, and from L to 2.
const KICKS_I_0R: Kicks = [(-2, 0), (1, 0), (-2, -1), (1, 2)];
/// I from R to 2, and from 0 to L.
const KICKS_I_R2: Kicks = [(-1, 0), (2, 0), (-1, 2), (2, -1)];

/// The four cells of `shape` (1 to 7) in `rotation` (0, R = 1, 2, L = 3), from the lowest row up.
pub fn cells(shape: u8, rotation: u8) -> [Cell; 4] {
    let drawing = DRAWINGS[usize::from(shape) - 1];
    let size = drawing.len() as i8;
    let mut cells = Vec::new();
    for (row, line) in drawing.iter().enumerate() {
        for (column, mark) in line.chars().enumerate() {
            if mark == '#' {
                let mut place = (column as i8, size - 1 - row as i8);
                for _ in 0..rotation {
                    place = (place.1, size - 1 - place.0);
                }
                cells.push(place);
            }
        }
    }
    cells.sort_by_key(|&(dx, dy)| (dy, dx));
    cells.try_into().expect("every drawing has four cells")
}

/// Corners of the T's box in `rotation`: the two beside the pointing cell, then the two behind.
pub fn corners(rotation: u8) -> [Cell; 4] {
    // Clockwise from the top left: a quarter turn is one step along the list.
    const CLOCKWISE: [Cell; 4] = [(0, 2), (2, 2), (2, 0), (0, 0)];
    let turn = usize::from(rotation);
    [0, 1, 2, 3].map(|corner| CLOCKWISE[(turn + corner) % 4])
}

/// Offset of kick test `test` (0 to 4) of a turn from `rotation`.
pub fn kick(shape_is_i: bool, rotation: u8, clockwise: bool, test: u8) -> Cell {
    if test == 0 {
        return (0, 0);
    }
    let index = usize::from(test) - 1;
    let (row, forward) = match (shape_is_i, rotation, clockwise) {
        (false, 0, true) | (false, 2, false) => (KICKS_TO_R, true),
        (false, 1, _) => (KICKS_TO_R, false),
        (false, 0, false) | (false, 2, true) => (KICKS_TO_L, true),
        (false, _, _) => (KICKS_TO_L, false),
        (true, 0, true) | (true, 3, false) => (KICKS_I_0R, true),
        (true, 1, false) | (true, 2, true) => (KICKS_I_0R, false),
        (true, 1, true) | (true, 0, false) => (KICKS_I_R2, true),
        (true, _, _) => (KICKS_I_R2, false),
    };
    let (dx, dy) = row[index];
    if forward {
        (dx, dy)
    } else {
        (-dx, -dy)
    }
}

/// Bottom-left corner of the box at spawn. The lowest cells are just above the visible rows.
pub fn spawn(shape: u8, visible_rows: u8) -> Cell {
    let row = visible_rows as i8;
    (3, if shape == I { row - 2 } else { row - 1 })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn art(shape: u8, rotation: u8) -> String {
        let cells = cells(shape, rotation);
        (0..4)
            .rev()
            .map(|dy| {
                (0..4)
                    .map(|dx| if cells.contains(&(dx, dy)) { '#' } else { '.' })
                    .collect()
            })
            .collect::<Vec<String>>()
            .join("\n")
    }

    #[test]
    fn the_orientations_are_those_of_the_rotation_system() {
        let rows: Vec<String> = (1..=SHAPES)
            .map(|shape| {
                (0..4)
                    .map(|rotation| art(shape, rotation).replace('\n', " "))
                    .collect::<Vec<_>>()
                    .join("  ")
            })
            .collect();
        assert_eq!(
            rows,
            [
                ".... #### .... ....  ..#. ..#. ..#. ..#.  \
                 .... .... #### ....  .#.. .#.. .#.. .#..",
                ".... #... ###. ....  .... .##. .#.. .#..  \
                 .... .... ###. ..#.  .... .#.. .#.. ##..",
                ".... ..#. ###. ....  .... .#.. .#.. .##.  \
                 .... .... ###. #...  .... ##.. .#.. .#..",
                ".... .##. .##. ....  .... .##. .##. ....  \
                 .... .##. .##. ....  .... .##. .##. ....",
                ".... .##. ##.. ....  .... .#.. .##. ..#.  \
                 .... .... .##. ##..  .... #... ##.. .#..",
                ".... .#.. ###. ....  .... .#.. .##. .#..  \
                 .... .... ###. .#..  .... .#.. ##.. .#..",
                ".... ##.. .##. ....  .... ..#. .##. .#..  \
                 .... .... ##.. .##.  .... .#.. ##.. #...",
            ]
        );
    }

    #[test]
    fn a_turn_and_the_turn_back_kick_in_opposite_directions() {
        for is_i in [false, true] {
            for rotation in 0..4 {
                for test in 0..5 {
                    let there = kick(is_i, rotation, true, test);
                    let back = kick(is_i, (rotation + 1) % 4, false, test);
                    assert_eq!(
                        there,
                        (-back.0, -back.1),
                        "I {is_i}, from {rotation}, test {test}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_front_corners_of_a_t_are_beside_its_pointing_cell() {
        for rotation in 0..4 {
            // The pointing cell is the one without a cell opposite to it.
            let pointing = cells(T, rotation)
                .into_iter()
                .find(|&(dx, dy)| {
                    let opposite = (2 - dx, 2 - dy);
                    (dx, dy) != (1, 1) && !cells(T, rotation).contains(&opposite)
                })
                .expect("a T points somewhere");
            for (dx, dy) in &corners(rotation)[..2] {
                assert_eq!((dx - pointing.0).abs() + (dy - pointing.1).abs(), 1);
            }
        }
    }
}
