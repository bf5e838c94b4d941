//! What the four screens say: frames, labels, digits and keys, drawn on paper and packed into the tables of the text layer.
//!
//! A screen is 60 rows of tiles, the text window its columns 8 to 71. Left of the board (columns 8 to 27) and in the rest of the row (28 to 71) stand texts
//! that repeat in many rows and screens, so each half of a row is stored once, in one of 32 lines.
//!
//! ```text
//! row table   15       14       13..12      11..10      9..5       4..0
//!             curtain  doubled  rest style  left style  rest line  left line
//! ```

use super::font::{code, SPACE};
use std::ops::Range;

const ROWS: usize = 60;
const COLUMNS: usize = 72;
const LEFT: Range<usize> = 8..28;
const REST: Range<usize> = 28..72;
const LINES: usize = 32;
const LINE_LENGTH: usize = 64;
/// Where doubled letters are kept: 8 of them, seen in the columns 32 to 47.
const DOUBLED_COLUMN: usize = 32;
const DOUBLED_LETTERS: usize = 8;

/// Number of the title screen, as the `scene` port counts.
pub const TITLE: usize = 0;
/// Number of the screen while playing.
pub const PLAY: usize = 1;
/// Number of the pause screen.
pub const PAUSE: usize = 2;
/// Number of the screen after the game.
pub const GAME_OVER: usize = 3;

/// Colours of a row, by number; `palette` says what they are.
mod style {
    pub const LABEL: u16 = 0;
    pub const KEYS: u16 = 1;
    pub const DIGITS: u16 = 2;
    pub const BIG: u16 = 2;
    pub const BOARD_KEYS: u16 = 3;
}

/// The tables of the text layer.
pub struct Screens {
    /// For each row of each screen, at {screen, row}, what it shows.
    pub rows: [u16; 256],
    /// The characters, at {line, column modulo 64}.
    pub text: [u8; LINES * LINE_LENGTH],
    /// Where the seven digits of the score are written, the first digit at this address.
    pub score_address: u64,
    /// Where the two digits of the level are written.
    pub level_address: u64,
    /// Where the three digits of the lines are written.
    pub lines_address: u64,
}

impl Screens {
    /// The four screens of the one-player game.
    ///
    /// # Panics
    /// If they do not fit the tables.
    pub fn new() -> Self {
        let mut packer = Packer::default();
        let mut rows = [0; 256];
        for (number, screen) in [title(), play(), pause(), game_over()].iter().enumerate() {
            for (row, paper) in screen.rows.iter().enumerate() {
                rows[64 * number + row] = packer.pack(paper);
            }
        }
        let text = packer.text();
        let find = |digits: &str| {
            let codes: Vec<u8> = digits.chars().map(code).collect();
            // The digits stand free, or "01" would be found in other numbers.
            let framed = [&[SPACE], codes.as_slice(), &[SPACE]].concat();
            let mut found = (0..text.len()).filter(|&start| text[start..].starts_with(&framed));
            let address = found.next().expect("the number stands on a screen") + 1;
            assert_eq!(found.next(), None, "{digits} stands on the screens once");
            address as u64
        };
        Self {
            rows,
            text,
            score_address: find(SCORE),
            level_address: find(LEVEL),
            lines_address: find(CLEARED),
        }
    }
}

impl Default for Screens {
    fn default() -> Self {
        Self::new()
    }
}

/// What stands in the cards before a game.
const SCORE: &str = "0000000";
const LEVEL: &str = "01";
const CLEARED: &str = "000";

/// One row of tiles on paper.
#[derive(Clone)]
struct Row {
    tiles: [char; COLUMNS],
    left_style: u16,
    rest_style: u16,
    doubled: bool,
    curtain: bool,
}

/// One screen on paper.
struct Screen {
    rows: Vec<Row>,
}

impl Screen {
    fn blank() -> Self {
        let row = Row {
            tiles: [' '; COLUMNS],
            left_style: style::LABEL,
            rest_style: style::LABEL,
            doubled: false,
            curtain: false,
        };
        Self {
            rows: vec![row; ROWS],
        }
    }

    fn text(&mut self, row: usize, column: usize, text: &str) {
        for (tile, character) in self.rows[row].tiles[column..].iter_mut().zip(text.chars()) {
            *tile = character;
        }
    }

    fn style(&mut self, rows: Range<usize>, left: u16, rest: u16) {
        for row in &mut self.rows[rows] {
            row.left_style = left;
            row.rest_style = rest;
        }
    }

    /// A word of up to 8 letters at twice the size in the middle of the screen; it takes `row`, an odd one, and the next.
    fn doubled(&mut self, row: usize, word: &str) {
        assert!(row % 2 == 1 && word.len() <= DOUBLED_LETTERS && word.len() % 2 == 0);
        for row in row..row + 2 {
            self.rows[row].doubled = true;
            self.rows[row].rest_style = style::BIG;
            self.text(
                row,
                DOUBLED_COLUMN + (DOUBLED_LETTERS - word.len()) / 2,
                word,
            );
        }
    }

    /// A frame whose label interrupts its upper edge.
    fn frame(&mut self, rows: Range<usize>, columns: Range<usize>, label: &str) {
        let inner = columns.len() - 2;
        self.text(
            rows.start,
            columns.start,
            &format!("┌{}┐", "─".repeat(inner)),
        );
        for row in rows.start + 1..rows.end - 1 {
            self.text(row, columns.start, "▏");
            self.text(row, columns.end - 1, "▕");
        }
        self.text(
            rows.end - 1,
            columns.start,
            &format!("└{}┘", "─".repeat(inner)),
        );
        if !label.is_empty() {
            self.text(rows.start, columns.start + 1, &format!(" {label} "));
        }
    }

    /// Keys in caps and what they do; takes three rows and says where the next may stand.
    fn keys(&mut self, row: usize, column: usize, caps: &[&str], action: &str) -> usize {
        let mut next = column;
        for cap in caps {
            self.frame(row..row + 3, next..next + cap.len() + 2, "");
            self.text(row + 1, next + 1, cap);
            next += cap.len() + 3;
        }
        self.text(row + 1, next, action);
        next + action.len()
    }
}

/// The keys of the game in two rows below the board.
fn game_keys(screen: &mut Screen) {
    const GAP: usize = 3;
    screen.style(51..57, style::KEYS, style::KEYS);
    let mut column = 12;
    for (caps, action) in [
        (&["J", "L"][..], "MOVE"),
        (&["I"], "TURN"),
        (&["U"], "BACK"),
        (&["K"], "DOWN"),
        (&["G"], "DROP"),
    ] {
        column = screen.keys(51, column, caps, action) + GAP;
    }
    column = 17;
    for (caps, action) in [
        (&["H"], "HOLD"),
        (&["P"], "PAUSE"),
        (&["M"], "MUTE"),
        (&["ESC"], "TITLE"),
    ] {
        column = screen.keys(54, column, caps, action) + GAP;
    }
}

fn title() -> Screen {
    let mut screen = Screen::blank();
    screen.text(24, 23, "A FALLING BLOCK GAME MADE OF GATES");
    screen.style(42..45, style::KEYS, style::BIG);
    screen.text(43, 33, "PRESS");
    screen.keys(42, 40, &["ENTER"], "");
    game_keys(&mut screen);
    screen
}

/// Board, hold, next pieces and cards, the same on all screens but the title.
fn table() -> Screen {
    let mut screen = Screen::blank();
    screen.doubled(3, "GATEFALL");
    screen.frame(10..50, 30..50, "");
    screen.frame(10..50, 52..64, "NEXT");
    screen.frame(10..20, 16..28, "HOLD");
    for (row, label, digits) in [
        (22, "SCORE", SCORE),
        (32, "LEVEL", LEVEL),
        (42, "LINES", CLEARED),
    ] {
        screen.frame(row..row + 8, 16..28, label);
        for row in row + 3..row + 5 {
            screen.text(row, 26 - digits.len(), digits);
            screen.rows[row].left_style = style::DIGITS;
        }
    }
    screen
}

fn play() -> Screen {
    let mut screen = table();
    game_keys(&mut screen);
    screen
}

/// Puts keys into the board, one below the other.
fn board_keys(screen: &mut Screen, row: usize, keys: &[(&str, &str)]) {
    for (index, (cap, action)) in keys.iter().enumerate() {
        let row = row + 4 * index;
        screen.keys(row, 33, &[cap], action);
        for row in &mut screen.rows[row..row + 3] {
            row.rest_style = style::BOARD_KEYS;
        }
    }
}

fn pause() -> Screen {
    let mut screen = table();
    screen.doubled(19, "PAUSED");
    board_keys(
        &mut screen,
        25,
        &[("P", "RESUME"), ("M", "MUTE"), ("ESC", "TITLE")],
    );
    for row in &mut screen.rows[16..39] {
        row.curtain = true;
    }
    screen
}

fn game_over() -> Screen {
    let mut screen = table();
    screen.doubled(19, "GAME");
    screen.doubled(21, "OVER");
    board_keys(&mut screen, 27, &[("ENTER", "AGAIN"), ("ESC", "TITLE")]);
    for row in &mut screen.rows[16..37] {
        row.curtain = true;
    }
    screen
}

/// Collects the lines: each different text once, line 0 blank.
#[derive(Default)]
struct Packer {
    left: Vec<Vec<u8>>,
    rest: Vec<Vec<u8>>,
}

impl Packer {
    fn pack(&mut self, row: &Row) -> u16 {
        let codes = |columns: Range<usize>| row.tiles[columns].iter().copied().map(code).collect();
        let left = line_of(&mut self.left, codes(LEFT));
        let rest = line_of(&mut self.rest, codes(REST));
        left | rest << 5
            | row.left_style << 10
            | row.rest_style << 12
            | u16::from(row.doubled) << 14
            | u16::from(row.curtain) << 15
    }

    fn text(&self) -> [u8; LINES * LINE_LENGTH] {
        let mut text = [SPACE; LINES * LINE_LENGTH];
        for (lines, columns) in [(&self.left, LEFT), (&self.rest, REST)] {
            assert!(lines.len() <= LINES, "{} lines", lines.len());
            for (number, line) in lines.iter().enumerate() {
                for (column, &code) in columns.clone().zip(line) {
                    text[LINE_LENGTH * number + column % LINE_LENGTH] = code;
                }
            }
        }
        text
    }
}

fn line_of(lines: &mut Vec<Vec<u8>>, line: Vec<u8>) -> u16 {
    let known = lines.iter().position(|other| *other == line);
    let number = known.unwrap_or_else(|| {
        lines.push(line);
        lines.len() - 1
    });
    number as u16
}
