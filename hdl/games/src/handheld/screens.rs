//! The four screens of 20 x 16 tiles, of which the left half is the field.
//!
//! A tile is a code of 8 bits. Two codes are placeholders for cells and digits of the game.
//!
//! ```text
//! 00gggggg  glyph
//! 010gcccc  cell, or ghost, in colour
//! 01100000  a cell of the field (in screens only)
//! 0111dddd  digit d, as the engine numbers them (in screens only)
//! 10gggggg  glyph of double size
//! 11gggggg  the same, as a message
//! ```
//!
//! Glyphs of double size take four tiles with the same code. Those of messages begin in odd
//! columns, the others in even ones, and both in odd rows.

use super::font;

/// Columns of tiles.
pub const COLUMNS: usize = 20;
/// Columns from here on hold the cells of the shapes in the memory of the screens.
pub const SHAPES_COLUMN: u8 = 24;
/// Rows of tiles.
pub const ROWS: usize = 16;

/// Code of a cell; the low four bits are its colour: 1 to 7 a shape.
pub const CELL: u8 = 0x40;
/// Code of an empty cell of the field.
pub const EMPTY: u8 = CELL;
/// Code of a settled cell.
pub const SETTLED: u8 = CELL | 8;
/// Code of a cell of a row that is being cleared.
pub const CLEARED: u8 = CELL | 9;
/// Code of a ghost; the low four bits are its colour.
pub const GHOST: u8 = 0x50;
/// The high three bits of the next two.
pub const PLACEHOLDER: u8 = 3;
/// A cell of the field goes here.
pub const FIELD: u8 = PLACEHOLDER << 5;
/// A digit goes here; the low four bits are its number.
pub const DIGIT: u8 = PLACEHOLDER << 5 | 1 << 4;
const DOUBLE: u8 = 0x80;
const MESSAGE: u8 = 0xc0;

/// The engine's numbers of the lowest digits of score, lines and level; the others follow.
const SCORE: u8 = 0;
const LINES: u8 = 7;
const LEVEL: u8 = 10;

/// A screen: codes by row and column.
type Screen = [[u8; COLUMNS]; ROWS];

fn write(screen: &mut Screen, row: usize, column: usize, text: &str) {
    for (place, character) in screen[row][column..].iter_mut().zip(text.chars()) {
        *place = font::glyph(character);
    }
}

fn write_double(screen: &mut Screen, row: usize, column: usize, text: &str, kind: u8) {
    for (index, character) in text.chars().enumerate() {
        for (down, right) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            screen[row + down][column + 2 * index + right] = kind | font::glyph(character);
        }
    }
}

fn digits(screen: &mut Screen, row: usize, column: usize, first: u8, count: u8) {
    for index in 0..count {
        screen[row][column + usize::from(index)] = DIGIT | (first + count - 1 - index);
    }
}

/// The name, some pieces, and how to begin.
fn splash() -> Screen {
    // Shapes by number, as in the game.
    const PIECES: [&str; 2] = ["2....3.6..55....", "22233366655.1111"];
    let mut screen = [[font::SPACE; COLUMNS]; ROWS];
    write_double(&mut screen, 3, 2, "GATEFALL", DOUBLE);
    for (row, line) in (8..).zip(PIECES) {
        for (column, mark) in (2..).zip(line.bytes()) {
            if mark != b'.' {
                screen[row][column] = CELL | (mark - b'0');
            }
        }
    }
    write(&mut screen, 13, 2, "PRESS M1 TO PLAY");
    screen
}

/// The panel at the right.
fn panel() -> Screen {
    let mut screen = [[font::SPACE; COLUMNS]; ROWS];
    write(&mut screen, 0, 11, "SCORE");
    digits(&mut screen, 1, 11, SCORE, 7);
    write(&mut screen, 3, 11, "LEVEL");
    digits(&mut screen, 3, 17, LEVEL, 2);
    write(&mut screen, 4, 11, "LINES");
    digits(&mut screen, 4, 17, LINES, 3);
    screen
}

fn play() -> Screen {
    let mut screen = panel();
    write(&mut screen, 6, 11, "NEXT HOLD");
    for row in &mut screen {
        row[..10].fill(FIELD);
    }
    screen
}

fn pause() -> Screen {
    let mut screen = panel();
    write(&mut screen, 6, 2, "PAUSED");
    write(&mut screen, 8, 0, "M1 GOES ON");
    screen
}

/// The message stands where it always stood: 40 dots from the left and from the top.
fn over() -> Screen {
    let mut screen = panel();
    for row in &mut screen {
        row[..10].fill(FIELD);
    }
    write_double(&mut screen, 5, 5, "GAME", MESSAGE);
    write_double(&mut screen, 7, 5, "OVER", MESSAGE);
    write(&mut screen, 13, 11, "M1 PLAYS");
    write(&mut screen, 14, 11, "AGAIN");
    screen
}

/// All screens at {scene, row (4 bits), column (5 bits)}.
pub fn codes() -> Vec<u8> {
    let screens = [splash(), play(), pause(), over()];
    let mut codes = Vec::new();
    for row in screens.iter().flatten() {
        codes.extend(row);
        codes.extend([font::SPACE; 32 - COLUMNS]);
    }
    codes
}
