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
/// Doubled letters are kept in 16 columns of their line: the one seen at `x` in column 32 + x / 16 modulo 16.
const DOUBLED_COLUMN: usize = 32;

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

/// Night sky, repeated down the screen.
const STARS: [&str; 7] = [
    "         ·                                    ·                 ",
    "  ·                  +             ·                        ·   ",
    "             ·                                        ·         ",
    "      ·                     ·              +                    ",
    "                  ·                                            +",
    "+                                  ·             ·              ",
    "                                                                ",
];

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

    /// The night behind rows that show nothing else at the sides.
    fn stars(&mut self, rows: Range<usize>) {
        self.style(rows.clone(), style::KEYS, style::KEYS);
        for (row, stars) in rows.zip(STARS.iter().cycle()) {
            for (tile, star) in self.rows[row].tiles[8..].iter_mut().zip(stars.chars()) {
                if star != ' ' {
                    *tile = star;
                }
            }
        }
    }

    fn style(&mut self, rows: Range<usize>, left: u16, rest: u16) {
        for row in &mut self.rows[rows] {
            row.left_style = left;
            row.rest_style = rest;
        }
    }

    /// Words at twice the size in the middle of the screen, an even number of letters: up to 8, or 12 on the title screen. They take `row`, an odd one, and
    /// the next.
    fn doubled(&mut self, row: usize, words: &str) {
        assert!(
            row % 2 == 1 && words.len().is_multiple_of(2),
            "{words} cannot stand in row {row}"
        );
        let first = 20 - words.len() / 2;
        for row in row..row + 2 {
            self.rows[row].doubled = true;
            self.rows[row].rest_style = style::BIG;
            for (place, letter) in (first..).zip(words.chars()) {
                self.rows[row].tiles[DOUBLED_COLUMN + place % 16] = letter;
            }
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

    /// Keys in caps, each with what it does behind it and `gap` columns to the next; takes three rows.
    fn key_row(&mut self, row: usize, column: usize, gap: usize, keys: &[(&[&str], &str)]) {
        self.style(row..row + 3, style::KEYS, style::KEYS);
        let mut next = column;
        for (caps, action) in keys {
            for cap in *caps {
                self.frame(row..row + 3, next..next + cap.len() + 2, "");
                self.text(row + 1, next + 1, cap);
                next += cap.len() + 3;
            }
            self.text(row + 1, next, action);
            next += action.len() + gap;
        }
    }
}

/// The keys of the game in two rows below the board.
fn game_keys(screen: &mut Screen) {
    let moving = [
        (&["J", "L"][..], "MOVE"),
        (&["I"], "TURN"),
        (&["U"], "BACK"),
        (&["K"], "DOWN"),
        (&["G"], "DROP"),
    ];
    screen.key_row(51, 12, 3, &moving);
    let others = [
        (&["H"][..], "HOLD"),
        (&["P"], "PAUSE"),
        (&["M"], "MUTE"),
        (&["ESC"], "TITLE"),
    ];
    screen.key_row(54, 17, 3, &others);
}

fn title() -> Screen {
    let mut screen = Screen::blank();
    screen.stars(0..24);
    screen.stars(27..42);
    screen.stars(46..50);
    screen.text(25, 23, "A FALLING BLOCK GAME MADE OF GATES");
    screen.doubled(43, "PRESS  ENTER");
    game_keys(&mut screen);
    screen
}

/// Board, hold, next pieces and cards, the same on all screens but the title.
fn table() -> Screen {
    let mut screen = Screen::blank();
    screen.stars(0..3);
    screen.stars(5..9);
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

fn pause() -> Screen {
    let mut screen = table();
    screen.doubled(29, "PAUSED");
    for row in &mut screen.rows[11..49] {
        row.curtain = true;
    }
    screen.key_row(
        52,
        19,
        4,
        &[(&["P"], "RESUME"), (&["M"], "MUTE"), (&["ESC"], "TITLE")],
    );
    screen
}

fn game_over() -> Screen {
    let mut screen = table();
    // A plate from the second to the tenth row of cells: there rows of tiles and cells begin on the same line.
    for row in &mut screen.rows[15..30] {
        row.curtain = true;
    }
    for row in [15, 29] {
        screen.text(row, 31, &"─".repeat(18));
    }
    screen.doubled(19, "GAME");
    screen.doubled(23, "OVER");
    screen.key_row(52, 25, 4, &[(&["ENTER"], "AGAIN"), (&["ESC"], "TITLE")]);
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

#[cfg(test)]
mod tests {
    use super::*;

    /// What a screen shows, read back from the tables; doubled letters with a space behind each.
    fn picture(screens: &Screens, scene: usize) -> Vec<String> {
        let names: Vec<(u8, char)> = ('A'..='Z')
            .chain('0'..='9')
            .chain(" ▏▕┌┐─└┘·+".chars())
            .map(|name| (code(name), name))
            .collect();
        let name = |line: u16, column: usize| {
            let code = screens.text[LINE_LENGTH * usize::from(line) + column % LINE_LENGTH];
            names.iter().find(|(other, _)| *other == code).unwrap().1
        };
        let doubled = if scene == TITLE { 28..52 } else { 32..48 };
        let tile = |row: u16, column: usize| {
            let line = if LEFT.contains(&column) {
                row & 31
            } else {
                row >> 5 & 31
            };
            if row >> 14 & 1 == 0 || !doubled.contains(&column) {
                name(line, column)
            } else if column.is_multiple_of(2) {
                name(line, DOUBLED_COLUMN + column / 2 % 16)
            } else {
                ' '
            }
        };
        let rows = &screens.rows[64 * scene..64 * scene + ROWS];
        let line = |row: &u16| {
            (LEFT.start..REST.end)
                .map(|column| tile(*row, column))
                .collect()
        };
        rows.iter()
            .map(line)
            .map(|line: String| line.trim_end().to_owned())
            .collect()
    }

    #[test]
    fn the_screens_are_the_reviewed_ones() {
        let screens = Screens::new();
        let mut pictures = String::new();
        for (scene, title) in ["TITLE", "PLAY", "PAUSE", "GAME OVER"]
            .into_iter()
            .enumerate()
        {
            let picture = picture(&screens, scene).join("\n");
            pictures += &format!("{title}\n\n{picture}\n\n");
        }
        let reviewed = include_str!("screens.txt").trim_end();
        let pictures = pictures.trim_end();
        assert!(
            pictures == reviewed,
            "screens.txt, if this is how they shall look:\n{pictures}"
        );
    }

    #[test]
    fn the_digits_stand_at_their_addresses() {
        let screens = Screens::new();
        for (address, digits) in [
            (screens.score_address, SCORE),
            (screens.level_address, LEVEL),
            (screens.lines_address, CLEARED),
        ] {
            let shown = &screens.text[address as usize..][..digits.len()];
            assert_eq!(shown, digits.chars().map(code).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_line_is_stored_once() {
        let mut packer = Packer::default();
        let play = play();
        let first = packer.pack(&play.rows[12]);
        assert_eq!(packer.pack(&play.rows[12]), first);
        // Another label at the left, the same board at the right.
        let other = packer.pack(&play.rows[22]);
        assert_ne!(other & 31, first & 31);
        assert_eq!(other >> 5 & 31, first >> 5 & 31);
    }

    #[test]
    fn messages_lie_on_whole_cells() {
        let rows = &game_over().rows;
        let hidden: Vec<usize> = (0..ROWS).filter(|&row| rows[row].curtain).collect();
        let (top, bottom) = (8 * hidden[0] - 90, 8 * (hidden[hidden.len() - 1] + 1) - 90);
        assert_eq!((top % 15, bottom % 15), (0, 0));
    }
}
