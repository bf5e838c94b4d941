//! Cells of every shape in every rotation and of the logo, and the places of the standing sprites.
//!
//! A word is {last of its run, colour, row, column}. Rows and columns of a shape count from the
//! place of the sprite; those of the logo and of places are rows and columns of the grid.

use crate::falling_blocks::piece::pieces;
use rust_hdl::prelude::*;

/// Numbers of the sprites. In a game the ghost and the falling piece move; on the title all stand.
pub mod sprite {
    /// Ghost of the falling piece.
    pub const GHOST: u8 = 0;
    /// Falling piece.
    pub const PIECE: u8 = 1;
    /// The first next piece; the others follow.
    pub const FIRST_STANDING: u8 = 2;
    /// The held piece.
    pub const LAST_STANDING: u8 = 8;
    /// The logo, on the title; the seven shapes follow.
    pub const LOGO: u8 = 8;
    /// The last shape on the title.
    pub const LAST_OF_TITLE: u8 = 15;
}

/// The logo, four rows above a gap above four rows; its left column is column -2, its top row is
/// row 22 of the title's grid.
const LOGO: [&str; 9] = [
    "111.777.666.555",
    "1...7.7..6..55.",
    "1.1.777..6..5..",
    "111.7.7..6..555",
    "...............",
    "333.444.2...1..",
    "3...4.4.2...1..",
    "33..444.2...1..",
    "3...4.4.222.111",
];
const LOGO_LEFT: i8 = -2;
const LOGO_TOP: i8 = 22;
/// Its box, which is emptied before it is painted. There is nothing else on the title.
const LOGO_PLACE: (i8, i8) = (0, 8);

/// Addresses of the logo's cells, and of the places of sprites: in a game of one and on the title,
/// in the halves of a game of two, and in a game of one that shows six next pieces.
pub(in crate::arcade) const LOGO_ADDRESS: u8 = 0x80;
pub(in crate::arcade) const PLACES_ADDRESS: u8 = 0xf0;
pub(in crate::arcade) const HALVES_ADDRESS: u8 = 0xe0;
pub(in crate::arcade) const DENSE_ADDRESS: u8 = 0xd0;
/// And where it has the empty box: two marks, and 4 x 4 cells without the upper right one, which no
/// piece has in any rotation.
pub(in crate::arcade) const BOX_ADDRESS: u8 = 0xbf;
const BOX_CELLS: i8 = 15;
/// The mark: the cells right of it stand half a cell further left.
pub(in crate::arcade) const MARK: u8 = 8;

/// Places of the standing sprites of a game of one and of the title: the lower left corner of their
/// box. Ghost and piece have their own. Sprite 8, the held piece, has the place of sprite 0.
const PLACES: [(i8, i8); 16] = [
    // Held piece, left of the board.
    (-6, 16),
    (0, 0),
    // Next pieces, five boxes of 4 x 4 right of the board.
    (13, 16),
    (13, 12),
    (13, 8),
    (13, 4),
    (13, 0),
    HIDDEN,
    LOGO_PLACE,
    // The title's pieces, I J L O S T Z: on the floor.
    (15, -2),
    (-9, -2),
    (-5, -2),
    (11, -2),
    (-1, -2),
    (7, -2),
    (3, -2),
];

/// The same for six next pieces. The lowest and the highest row of a box are empty, so that boxes
/// may overlap there.
const DENSE: [(i8, i8); 8] = [
    (-6, 16),
    (0, 0),
    (13, 16),
    (13, 13),
    (13, 10),
    (13, 7),
    (13, 4),
    (13, 1),
];

/// Places in a game of two, in the columns of the half: one next piece below the other, the held
/// piece at the top.
const HALVES: [(i8, i8); 8] = [
    (11, 15),
    (0, 0),
    (11, 10),
    (11, 7),
    (11, 4),
    HIDDEN,
    HIDDEN,
    HIDDEN,
];
/// Above the board, where nothing is painted in a game.
const HIDDEN: (i8, i8) = (11, 28);

/// A word of the table: last cell of its run, colour, row, column.
fn word(last: bool, colour: u8, (x, y): (i8, i8)) -> Bits<15> {
    let x = u64::from(x as u8 & 0x1f);
    let y = u64::from(y as u8 & 0x1f);
    ((u64::from(last) << 14) | (u64::from(colour) << 10) | (y << 5) | x).to_bits()
}

/// Cells of every shape in every rotation, then the logo, then the places.
pub(in crate::arcade) fn table() -> impl Iterator<Item = Bits<15>> {
    let mut words = vec![word(true, 0, (0, 0)); 256];
    for shape in 1..=pieces::SHAPES {
        for rotation in 0..4 {
            for (index, cell) in pieces::cells(shape, rotation).into_iter().enumerate() {
                let address = usize::from(shape << 4 | rotation << 2) + index;
                words[address] = word(index == 3, shape, cell);
            }
        }
    }
    let mut address = usize::from(LOGO_ADDRESS);
    for (row, line) in (0i8..).zip(LOGO) {
        for (column, mark) in (0i8..).zip(line.bytes()) {
            if mark != b'.' {
                let (x, y) = LOGO_PLACE;
                let place = (LOGO_LEFT + column - x, LOGO_TOP - row - y);
                words[address] = word(false, mark - b'0', place);
                address += 1;
            }
        }
    }
    words[address - 1] = words[address - 1] | (1u64 << 14);
    assert!(address <= usize::from(BOX_ADDRESS), "the logo is too large");
    // Pieces have two rows of the box.
    let marks = [(-1, 1), (-1, 2)].map(|cell| (MARK, cell));
    let cells = (0..BOX_CELLS).map(|index| (0, (index % 4, index / 4)));
    let cells: Vec<_> = marks.into_iter().chain(cells).collect();
    for (index, &(colour, cell)) in cells.iter().enumerate() {
        words[usize::from(BOX_ADDRESS) + index] = word(index + 1 == cells.len(), colour, cell);
    }
    for (sprite, place) in PLACES.into_iter().enumerate() {
        words[usize::from(PLACES_ADDRESS) + sprite] = word(false, 0, place);
    }
    for (index, (x, y)) in HALVES.into_iter().enumerate() {
        let address = usize::from(HALVES_ADDRESS) + index;
        words[address] = word(false, 0, (x, y));
        words[address + 8] = word(false, 0, (x + 16, y));
    }
    for (sprite, place) in DENSE.into_iter().enumerate() {
        words[usize::from(DENSE_ADDRESS) + sprite] = word(false, 0, place);
    }
    words.into_iter()
}
