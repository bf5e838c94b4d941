//! The four screens of 20 x 16 tiles, of which the left half is the field.
//!
//! A tile is a code of 8 bits. Two codes are placeholders for cells and digits of the game.
//!
//! ```text
//! 00gggggg  glyph
//! 010gcccc  cell, or ghost, in colour
//! 01100000  a cell of the field (in screens only)
//! 01101ddd  digit d of the best score (in screens only)
//! 0111dddd  digit d, as the engine numbers them (in screens only)
//! 0111110t  digit t of the level of the next game, 0 units, 1 tens (in screens only)
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
/// Code of the edge of a field in danger.
pub const EDGE: u8 = CELL | 11;
/// Column of that edge.
pub const EDGE_COLUMN: u8 = 10;
/// Code of a ghost; the low four bits are its colour.
pub const GHOST: u8 = 0x50;
/// The high three bits of the next two.
pub const PLACEHOLDER: u8 = 3;
/// A cell of the field goes here.
pub const FIELD: u8 = PLACEHOLDER << 5;
/// A digit of the best score goes here; the low three bits are its number.
pub const BEST_DIGIT: u8 = FIELD | 1 << 3;
/// A digit goes here; the low four bits are its number.
pub const DIGIT: u8 = PLACEHOLDER << 5 | 1 << 4;
/// A digit of the level of the next game goes here: the units; the tens follow.
pub const START_LEVEL: u8 = DIGIT | 12;
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

/// Parts of the game that are not in every build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extras {
    /// The level of the next game can be chosen.
    pub start_level: bool,
    /// The best score is kept.
    pub best_score: bool,
    /// There is music in play.
    pub music: bool,
    /// Cells near the top give an alarm.
    pub alarm: bool,
}

impl Extras {
    /// Everything.
    pub const ALL: Extras = Extras {
        start_level: true,
        best_score: true,
        music: true,
        alarm: true,
    };
}

/// The level of the next game, between arrows.
fn start_level(screen: &mut Screen, row: usize, column: usize, text: &str) {
    let digits = column + text.len() + 2;
    write(screen, row, column, &format!("<{text}    >"));
    screen[row][digits] = START_LEVEL + 1;
    screen[row][digits + 1] = START_LEVEL;
}

/// The name, the seven pieces, and how to begin.
fn splash(extras: Extras) -> Screen {
    // Shapes by number, as in the game.
    const PIECES: [(usize, &str); 4] = [
        (6, "2.....3..6...55"),
        (7, "222.333.666.55."),
        (9, ".77...44......."),
        (10, "..77..44..1111."),
    ];
    let mut screen = [[font::SPACE; COLUMNS]; ROWS];
    write_double(&mut screen, 1, 2, "GATEFALL", DOUBLE);
    for (row, line) in PIECES {
        for (column, mark) in (2..).zip(line.bytes()) {
            if mark != b'.' {
                screen[row][column] = CELL | (mark - b'0');
            }
        }
    }
    write(&mut screen, 12, 2, "PRESS M1 TO PLAY");
    if extras.start_level {
        start_level(&mut screen, 14, 4, " LEVEL");
    }
    screen
}

/// The panel at the right.
fn panel() -> Screen {
    let mut screen = [[font::SPACE; COLUMNS]; ROWS];
    write(&mut screen, 1, 11, "SCORE");
    digits(&mut screen, 2, 11, SCORE, 7);
    write(&mut screen, 4, 11, "LEVEL");
    digits(&mut screen, 4, 17, LEVEL, 2);
    write(&mut screen, 5, 11, "LINES");
    digits(&mut screen, 5, 17, LINES, 3);
    screen
}

fn play() -> Screen {
    let mut screen = panel();
    write(&mut screen, 7, 11, "NEXT HOLD");
    field(&mut screen);
    screen
}

fn field(screen: &mut Screen) {
    for row in screen {
        row[..10].fill(FIELD);
    }
}

/// The panel with the best score.
fn result(extras: Extras) -> Screen {
    let mut screen = panel();
    if extras.best_score {
        write(&mut screen, 7, 11, "BEST");
        for digit in 0..7 {
            screen[8][11 + usize::from(digit)] = BEST_DIGIT | (6 - digit);
        }
    }
    screen
}

fn pause(extras: Extras) -> Screen {
    let mut screen = result(extras);
    write(&mut screen, 6, 2, "PAUSED");
    write(&mut screen, 8, 0, "M1 GOES ON");
    screen
}

/// The message is in the middle of the field.
fn over(extras: Extras) -> Screen {
    let mut screen = result(extras);
    field(&mut screen);
    write_double(&mut screen, 5, 1, "GAME", MESSAGE);
    write_double(&mut screen, 7, 1, "OVER", MESSAGE);
    write(&mut screen, 10, 11, "M1 PLAYS");
    write(&mut screen, 11, 11, "AGAIN");
    if extras.start_level {
        write(&mut screen, 13, 11, "AT LEVEL");
        start_level(&mut screen, 14, 11, "");
    }
    screen
}

/// All screens at {scene, row (4 bits), column (5 bits)}.
pub fn codes(extras: Extras) -> Vec<u8> {
    let screens = [splash(extras), play(), pause(extras), over(extras)];
    let mut codes = Vec::new();
    for row in screens.iter().flatten() {
        codes.extend(row);
        codes.extend([font::SPACE; 32 - COLUMNS]);
    }
    codes
}
