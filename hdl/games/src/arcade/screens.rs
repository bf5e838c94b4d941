//! What the screens say: frames, labels, digits and keys, drawn on paper and packed into the tables of the text layer.
//!
//! A screen is 60 rows of tiles, the text window its columns 8 to 71. Left of the board (columns 8 to 27) and in the rest of the row (28 to 71) stand texts
//! that repeat in many rows and screens, so each part of a row is stored once, in one of 64 lines. With two players the parts of the middle rows are the
//! players' halves, and so are the colours: pink and aqua.
//!
//! ```text
//! row table   17       16       15..14      13..12      11..6      5..0
//!             curtain  doubled  rest style  left style  rest line  left line
//! ```

use super::font::{code, SPACE};
use std::ops::Range;

const SCREENS: usize = 8;
const ROWS: usize = 60;
const COLUMNS: usize = 72;
/// Where a row is divided: left of the board, or with two players in the middle.
const BESIDE_BOARD: usize = 28;
const MIDDLE: usize = 40;
/// The rows that two players divide between them.
const HALVED_ROWS: Range<usize> = 6..50;
const LINES: usize = 64;
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
/// What a screen of two players has in addition to the number of the same screen of one, which the title has not.
pub const TWO_PLAYERS: usize = 3;
/// Number of the screen while two play.
pub const PLAY_TWO: usize = PLAY + TWO_PLAYERS;
/// Number of the pause screen of two.
pub const PAUSE_TWO: usize = PAUSE + TWO_PLAYERS;
/// Number of the screen after a game of two.
pub const RESULT: usize = GAME_OVER + TWO_PLAYERS;

/// Colours of a row, by number; `palette` says what they are.
mod style {
    pub const LABEL: u32 = 0;
    pub const KEYS: u32 = 1;
    pub const DIGITS: u32 = 2;
    pub const BIG: u32 = 2;
    pub const PLAYER: u32 = 3;
}

/// The tables of the text layer.
pub struct Screens {
    /// For each row of each screen, at {screen, row}, what it shows.
    pub rows: [u32; 64 * SCREENS],
    /// The characters, at {line, column modulo 64}.
    pub text: [u8; LINES * LINE_LENGTH],
    /// Where the first digits of a player's score, level and lines are written: of a game of one, then of each of two players.
    pub digits: [Digits; 3],
    /// Where the eight letters of the result of two are written.
    pub result: u64,
}

/// Where digits are written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Digits {
    /// The first of the seven of the score.
    pub score: u64,
    /// The first of the two of the level.
    pub level: u64,
    /// The first of the three of the lines.
    pub lines: u64,
}

impl Screens {
    /// All screens.
    ///
    /// # Panics
    /// If they do not fit the tables.
    pub fn new() -> Self {
        let screens = [
            title(),
            play(),
            pause(),
            game_over(),
            play_two(),
            pause_two(),
            result(),
        ];
        let mut packer = Packer::default();
        let mut rows = [0; 64 * SCREENS];
        for (number, screen) in screens.iter().enumerate() {
            for (row, paper) in screen.rows.iter().enumerate() {
                rows[64 * number + row] = packer.pack(paper);
            }
        }
        let address = |screen: usize, row: usize, column: usize| {
            let halves = rows[64 * screen + row];
            let line = match column < screens[screen].rows[row].division {
                true => halves & 63,
                false => halves >> 6 & 63,
            };
            (LINE_LENGTH * (line as usize) + column % LINE_LENGTH) as u64
        };
        let digits = |screen, places: [(usize, usize); 3]| {
            let [score, level, lines] = places.map(|(row, column)| address(screen, row, column));
            Digits {
                score,
                level,
                lines,
            }
        };
        Self {
            rows,
            text: packer.text(),
            digits: [
                digits(PLAY, [(25, 19), (35, 24), (45, 23)]),
                digits(PLAY_TWO, [(7, 24), (43, 36), (47, 35)]),
                digits(PLAY_TWO, [(7, 60), (43, 45), (47, 44)]),
            ],
            result: address(RESULT, RESULT_ROW, DOUBLED_COLUMN),
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
/// Row of the words over the two boards.
const RESULT_ROW: usize = 3;
/// What stands there until the result is written: something that no other line has.
const RESULT_PLACE: &str = "ABCDEFGH";

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
    left_style: u32,
    rest_style: u32,
    doubled: bool,
    curtain: bool,
    /// The column where the rest begins.
    division: usize,
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
            division: BESIDE_BOARD,
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

    fn style(&mut self, rows: Range<usize>, left: u32, rest: u32) {
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
    fn key_row(&mut self, row: usize, column: usize, gap: usize, keys: &Keys) {
        self.style(row..row + 3, style::KEYS, style::KEYS);
        self.caps(row, 1, column, gap, keys);
    }

    /// The same for keys with digits; takes four rows, the first of them even.
    fn tall_key_row(&mut self, row: usize, column: usize, gap: usize, keys: &Keys) {
        assert!(
            row.is_multiple_of(2),
            "digits cannot stand in row {}",
            row + 1
        );
        self.caps(row, 2, column, gap, keys);
    }

    fn caps(&mut self, row: usize, height: usize, column: usize, gap: usize, keys: &Keys) {
        let mut next = column;
        for (caps, action) in keys {
            for cap in *caps {
                self.frame(row..row + height + 2, next..next + cap.len() + 2, "");
                // Letters stand in the lower of two rows, digits in both.
                let digits = if cap.starts_with(|first: char| first.is_ascii_digit()) {
                    height
                } else {
                    1
                };
                for text_row in row + 1 + height - digits..row + 1 + height {
                    self.text(text_row, next + 1, cap);
                }
                next += cap.len() + 3;
            }
            self.text(row + height, next, action);
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

/// Keys and what they do.
type Keys<'a> = [(&'a [&'a str], &'a str)];

/// The keys of two players, each below their board. The second player's digits are two rows tall, and so are their caps.
fn keys_of_two(screen: &mut Screen) {
    let first: [&Keys; 2] = [
        &[(&["J", "L"], "MOVE"), (&["I"], "TURN"), (&["U"], "BACK")],
        &[(&["K"], "DOWN"), (&["G"], "DROP"), (&["H"], "HOLD")],
    ];
    for (row, keys) in [51, 54].into_iter().zip(first) {
        screen.key_row(row, 9, 1, keys);
    }
    let second: [&Keys; 2] = [
        &[(&["1", "3"], "MOVE"), (&["5"], "TURN"), (&["4"], "BACK")],
        &[(&["2"], "DOWN"), (&["0"], "DROP"), (&["DEL"], "HOLD")],
    ];
    for (row, keys) in [50, 54].into_iter().zip(second) {
        screen.tall_key_row(row, 41, 1, keys);
    }
    screen.text(58, 49, "ON THE KEYPAD");
    screen.style(50..59, style::KEYS, style::KEYS);
}

/// Two boards and the panel between them.
fn table_of_two() -> Screen {
    let mut screen = Screen::blank();
    for row in &mut screen.rows[HALVED_ROWS] {
        row.division = MIDDLE;
    }
    screen.stars(0..3);
    screen.style(HALVED_ROWS, style::PLAYER, style::PLAYER);
    screen.doubled(RESULT_ROW, "VERSUS");
    for (board, panel, name) in [(12, 33, "PINK"), (48, 42, "AQUA")] {
        screen.frame(10..50, board..board + 20, "");
        screen.text(8, board + 1, name);
        screen.text(12, panel, "HOLD");
        screen.text(22, panel, "NEXT");
        screen.text(42, panel, "LEVEL");
        screen.text(46, panel, "LINES");
        for (row, column, digits) in [
            (7, board + 12, SCORE),
            (43, panel + 3, LEVEL),
            (47, panel + 2, CLEARED),
        ] {
            screen.text(row, column, digits);
            screen.text(row + 1, column, digits);
        }
    }
    screen
}

fn play_two() -> Screen {
    let mut screen = table_of_two();
    keys_of_two(&mut screen);
    screen
}

fn pause_two() -> Screen {
    let mut screen = table_of_two();
    screen.doubled(RESULT_ROW, "PAUSED");
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

fn result() -> Screen {
    let mut screen = table_of_two();
    screen.doubled(RESULT_ROW, RESULT_PLACE);
    screen.key_row(52, 25, 4, &[(&["ENTER"], "AGAIN"), (&["ESC"], "TITLE")]);
    screen
}

/// Collects the parts of rows. A part goes to the first line that already says the same in its columns, or has nothing there yet.
#[derive(Default)]
struct Packer {
    lines: Vec<[Option<u8>; COLUMNS]>,
}

impl Packer {
    fn pack(&mut self, row: &Row) -> u32 {
        let left = self.line_for(&row.tiles, 8..row.division);
        let rest = self.line_for(&row.tiles, row.division..COLUMNS);
        left | rest << 6
            | row.left_style << 12
            | row.rest_style << 14
            | u32::from(row.doubled) << 16
            | u32::from(row.curtain) << 17
    }

    fn line_for(&mut self, tiles: &[char; COLUMNS], columns: Range<usize>) -> u32 {
        let codes: Vec<u8> = tiles[columns.clone()].iter().copied().map(code).collect();
        let takes = |line: &[Option<u8>; COLUMNS]| {
            let places = line[columns.clone()].iter().zip(&codes);
            places.clone().all(|(place, _)| place.is_none())
                || places.clone().all(|(place, code)| *place == Some(*code))
        };
        let same = |line: &[Option<u8>; COLUMNS]| line[columns.start].is_some() && takes(line);
        let number = (self.lines.iter().position(same))
            .or_else(|| self.lines.iter().position(takes))
            .unwrap_or_else(|| {
                self.lines.push([None; COLUMNS]);
                self.lines.len() - 1
            });
        for (place, code) in self.lines[number][columns].iter_mut().zip(codes) {
            *place = Some(code);
        }
        number as u32
    }

    fn text(&self) -> [u8; LINES * LINE_LENGTH] {
        assert!(self.lines.len() <= LINES, "{} lines", self.lines.len());
        let mut text = [SPACE; LINES * LINE_LENGTH];
        for (number, line) in self.lines.iter().enumerate() {
            for (column, code) in line.iter().enumerate().skip(8) {
                text[LINE_LENGTH * number + column % LINE_LENGTH] = code.unwrap_or(SPACE);
            }
        }
        text
    }
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
        let name = |line: u32, column: usize| {
            let code = screens.text[LINE_LENGTH * (line as usize) + column % LINE_LENGTH];
            names.iter().find(|(other, _)| *other == code).unwrap().1
        };
        let doubled = if scene == TITLE { 28..52 } else { 32..48 };
        let tile = |number: usize, row: u32, column: usize| {
            let halved = scene >= PLAY_TWO && HALVED_ROWS.contains(&number);
            let division = if halved { MIDDLE } else { BESIDE_BOARD };
            let line = if column < division {
                row & 63
            } else {
                row >> 6 & 63
            };
            if row >> 16 & 1 == 0 || !doubled.contains(&column) {
                name(line, column)
            } else if column.is_multiple_of(2) {
                name(line, DOUBLED_COLUMN + column / 2 % 16)
            } else {
                ' '
            }
        };
        let rows = &screens.rows[64 * scene..64 * scene + ROWS];
        let line = |(number, row): (usize, &u32)| -> String {
            (8..COLUMNS)
                .map(|column| tile(number, *row, column))
                .collect()
        };
        rows.iter()
            .enumerate()
            .map(line)
            .map(|line| line.trim_end().to_owned())
            .collect()
    }

    #[test]
    fn the_screens_are_the_reviewed_ones() {
        let screens = Screens::new();
        let mut pictures = String::new();
        let titles = [
            "TITLE",
            "PLAY",
            "PAUSE",
            "GAME OVER",
            "PLAY OF TWO",
            "PAUSE OF TWO",
            "RESULT",
        ];
        for (scene, title) in titles.into_iter().enumerate() {
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
        for place in screens.digits {
            for (address, digits) in [
                (place.score, SCORE),
                (place.level, LEVEL),
                (place.lines, CLEARED),
            ] {
                let shown = &screens.text[address as usize..][..digits.len()];
                assert_eq!(shown, digits.chars().map(code).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn the_result_is_written_where_it_is_looked_for() {
        let screens = Screens::new();
        let shown = &screens.text[screens.result as usize..][..8];
        assert_eq!(shown, RESULT_PLACE.chars().map(code).collect::<Vec<_>>());
        // Nothing else may change with it.
        let line = screens.result as u32 / LINE_LENGTH as u32;
        for (row, halves) in screens.rows.iter().enumerate() {
            let is_result = row / 64 == RESULT && [3, 4].contains(&(row % 64));
            assert!(
                is_result || halves >> 6 & 63 != line,
                "row {row} shows the line of the result"
            );
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
        assert_ne!(other & 63, first & 63);
        assert_eq!(other >> 6 & 63, first >> 6 & 63);
    }

    #[test]
    fn messages_lie_on_whole_cells() {
        let rows = &game_over().rows;
        let hidden: Vec<usize> = (0..ROWS).filter(|&row| rows[row].curtain).collect();
        let (top, bottom) = (8 * hidden[0] - 90, 8 * (hidden[hidden.len() - 1] + 1) - 90);
        assert_eq!((top % 15, bottom % 15), (0, 0));
    }
}
