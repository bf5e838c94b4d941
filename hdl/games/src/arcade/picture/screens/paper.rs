//! A screen on paper: rows of tiles, drawn by what stands on them.

use std::ops::Range;

/// Rows of tiles of a screen.
pub(super) const ROWS: usize = 60;
/// Columns of tiles, of which the first eight are not in the text window.
pub(super) const COLUMNS: usize = 72;
/// Doubled letters are kept in 16 columns of their line: the one seen at `x` in column 32 + x / 16
/// modulo 16.
pub(super) const DOUBLED_COLUMN: usize = 32;
pub(super) const DOUBLED_COLUMNS: usize = 16;
/// The three parts of a row, each of which is stored once for all rows that say the same there.
pub(super) const PARTS: [Range<usize>; 3] = [8..28, 28..52, 52..72];

/// Columns where letters stand on the boards.
pub(super) const ON_BOARDS: [Range<usize>; 2] = [16..28, 52..64];

/// Columns in which a folded row is shown: first its right part, then its left part, each 32
/// columns away from the place of the part.
pub(super) const FOLDED: Range<usize> = 20..60;

/// Colours of a row, by number; `palette` says what they are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Style {
    Label,
    Keys,
    Digits,
    Player,
}

/// Drawing of the strokes at the sides of frames in a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Edge {
    /// It shows its tiles as they are.
    None,
    /// It shows the upper edges of its frames, and nothing else.
    Upper,
    /// It shows their lower edges.
    Lower,
}

/// One row of tiles.
#[derive(Clone)]
pub(super) struct Row {
    pub tiles: [char; COLUMNS],
    pub style: Style,
    /// Its middle is shown at twice the size.
    pub doubled: bool,
    /// The doubled letters are doubled again.
    pub quadrupled: bool,
    /// Doubled letters stand half a letter further left.
    pub shifted: bool,
    /// Tall characters show their upper halves, and letters nothing.
    pub upper: bool,
    pub edge: Edge,
    /// It hides the cells behind it.
    pub curtain: bool,
    /// Only the columns of [`FOLDED`] are shown, and the middle part is not used.
    pub folded: bool,
    /// The characters with the keypad for player 2, if they differ.
    pub other: Option<[char; COLUMNS]>,
    /// The line of the text memory where a part is kept that the game writes to.
    pub lines: [Option<u8>; 3],
}

/// One screen.
#[derive(Clone)]
pub(super) struct Screen {
    pub rows: Vec<Row>,
}

/// Keys and what they do.
pub(super) type Keys<'a> = [(&'a [&'a str], &'a str)];

/// Night sky, repeated down the screen.
const STARS: [&str; 4] = [
    "         ·                                    ·                 ",
    "  ·             *                                               ",
    "             ·                                                  ",
    "      ·                                                         ",
];

impl Screen {
    pub fn blank() -> Self {
        let row = Row {
            tiles: [' '; COLUMNS],
            style: Style::Label,
            doubled: false,
            quadrupled: false,
            shifted: false,
            upper: false,
            edge: Edge::None,
            curtain: false,
            folded: false,
            other: None,
            lines: [None; 3],
        };
        Self {
            rows: vec![row; ROWS],
        }
    }

    /// The same in each of these rows.
    pub fn text(&mut self, rows: Range<usize>, column: usize, text: &str) {
        for row in &mut self.rows[rows] {
            for (tile, character) in row.tiles[column..].iter_mut().zip(text.chars()) {
                *tile = character;
            }
        }
    }

    /// Text with tall characters, which takes `row` and the next.
    pub fn tall(&mut self, row: usize, column: usize, text: &str) {
        self.text(row..row + 2, column, text);
        self.rows[row].upper = true;
    }

    pub fn style(&mut self, rows: Range<usize>, style: Style) {
        for row in &mut self.rows[rows] {
            row.style = style;
        }
    }

    pub fn curtain(&mut self, rows: Range<usize>) {
        for row in &mut self.rows[rows] {
            row.curtain = true;
        }
    }

    /// Rows in the middle of the screen that take no room in the middle part of the text memory.
    /// They hide the cells behind them. Only the settings can have them.
    pub fn folded(&mut self, rows: Range<usize>) {
        self.curtain(rows.clone());
        for row in &mut self.rows[rows] {
            row.folded = true;
        }
    }

    /// Keeps a part of rows, 0 to 2 from the left, in a line of its own, which the game writes to.
    pub fn keep(&mut self, rows: Range<usize>, part: usize, line: u8) {
        for row in &mut self.rows[rows] {
            row.lines[part] = Some(line);
        }
    }

    /// The night behind rows that show nothing else at the sides, with gaps between the patterns.
    pub fn stars(&mut self, rows: Range<usize>) {
        self.style(rows.clone(), Style::Keys);
        for row in rows.filter(|row| row % 2 == 0) {
            let stars = STARS[row / 2 % STARS.len()].chars();
            for (tile, star) in self.rows[row].tiles[8..].iter_mut().zip(stars) {
                if star != ' ' {
                    *tile = star;
                }
            }
        }
    }

    /// Words at twice the size in the middle of the screen, up to 8 letters, or 12 on the title and
    /// 9 after a game of one. They take `row`, an odd one, and the next.
    pub fn doubled(&mut self, row: usize, words: &str) {
        assert!(row % 2 == 1, "{words} cannot stand in row {row}");
        let first = 20 - words.len() / 2;
        for row in &mut self.rows[row..row + 2] {
            row.doubled = true;
            row.shifted = !words.len().is_multiple_of(2);
            for (place, letter) in (first..).zip(words.chars()) {
                row.tiles[DOUBLED_COLUMN + place % DOUBLED_COLUMNS] = letter;
            }
        }
    }

    /// Digits at twice the size, which take `row`, an odd one, and the next three.
    pub fn doubled_digits(&mut self, row: usize, digits: &str) {
        self.doubled(row, digits);
        self.doubled(row + 2, digits);
        self.rows[row].upper = true;
        self.rows[row + 1].upper = true;
        self.style(row..row + 4, Style::Digits);
    }

    /// Doubled words on the boards of two players, each from a line of the text memory. They take
    /// `row`, an odd one, and the next.
    pub fn words_on_boards(&mut self, row: usize, lines: [u8; 2]) {
        for row in &mut self.rows[row..row + 2] {
            row.doubled = true;
            row.style = Style::Player;
            row.lines = [Some(lines[0]), None, Some(lines[1])];
        }
    }

    /// Place for three characters of four times the size, in the middle of the board or of both:
    /// `row`, the last of four, and the next seven.
    pub fn quadrupled(&mut self, row: usize, is_of_two: bool, line: u8) {
        assert!(row % 4 == 3, "nothing of this size can stand in row {row}");
        for (number, row) in self.rows[row..row + 8].iter_mut().enumerate() {
            row.doubled = true;
            row.quadrupled = true;
            row.upper = number < 4;
            row.shifted = !is_of_two;
            row.lines = match is_of_two {
                true => [Some(line), None, Some(line)],
                false => [None, Some(line), None],
            };
        }
    }

    /// Rows without large characters.
    pub fn plain(&mut self, rows: Range<usize>) {
        for row in &mut self.rows[rows] {
            row.doubled = false;
            row.quadrupled = false;
            row.upper = false;
            row.shifted = false;
            row.lines = [None; 3];
        }
    }

    /// The sides of a frame.
    pub fn sides(&mut self, rows: Range<usize>, columns: Range<usize>) {
        self.text(rows.clone(), columns.start, "▏");
        self.text(rows, columns.end - 1, "▕");
    }

    /// A frame whose label interrupts its upper edge.
    pub fn frame(&mut self, rows: Range<usize>, columns: Range<usize>, label: &str) {
        let line = "─".repeat(columns.len() - 2);
        let (first, last) = (rows.start, rows.end - 1);
        self.text(first..first + 1, columns.start, &format!("┌{line}┐"));
        self.sides(first + 1..last, columns.clone());
        self.text(last..last + 1, columns.start, &format!("└{line}┘"));
        if !label.is_empty() {
            self.text(first..first + 1, columns.start + 1, &format!(" {label} "));
        }
    }

    /// Frames whose sides stand in `row` begin or end there.
    pub fn edge(&mut self, row: usize, edge: Edge) {
        self.rows[row].edge = edge;
    }

    /// Keys in caps, each with what it does behind it and `gap` columns to the next; takes three
    /// rows.
    pub fn key_row(&mut self, row: usize, column: usize, gap: usize, keys: &Keys) {
        let rows = row..row + 3;
        self.edge(rows.start, Edge::Upper);
        self.edge(rows.end - 1, Edge::Lower);
        self.style(rows.clone(), Style::Keys);
        let mut next = column;
        for (caps, action) in keys {
            for cap in *caps {
                self.text(rows.clone(), next, &format!("▏{cap}▕"));
                next += cap.chars().count() + 3;
            }
            self.text(rows.clone(), next, action);
            next += action.len() + gap;
        }
    }

    /// The same where caps cannot share a line of text with what is above.
    pub fn framed_keys(&mut self, rows: Range<usize>, column: usize, gap: usize, keys: &Keys) {
        let mut next = column;
        for (caps, action) in keys {
            for cap in *caps {
                let end = next + cap.len() + 2;
                self.frame(rows.clone(), next..end, "");
                self.text(rows.start + 1..rows.end, next, &format!("▏{cap}▕"));
                next = end + 1;
            }
            self.text(rows.start + 1..rows.end, next, action);
            next += action.len() + gap;
        }
        self.edge(rows.end - 1, Edge::Lower);
        self.style(rows, Style::Keys);
    }
}
