//! Packs screens into the tables of the text layer.

use super::paper::{
    Edge, Row, Screen, Style, COLUMNS, DOUBLED_COLUMN, DOUBLED_COLUMNS, FOLDED, ON_BOARDS, PARTS,
    ROWS,
};
use crate::arcade::picture::font::{code, SPACE};

/// Letters on the boards have places of their own in their line: what is added to x / 16 or x / 32
/// at the left and at the right, modulo 16.
pub const LEFT_COLUMNS: u8 = 5;
/// See [`LEFT_COLUMNS`].
pub const RIGHT_COLUMNS: u8 = 12;
/// Screens of the row table.
pub(super) const SCREENS: usize = 16;
/// Bands of the row table.
pub(super) const BANDS: usize = 64;
/// Lines of text.
pub(super) const LINES: usize = 64;
/// Characters of a line.
pub(super) const LINE_LENGTH: usize = 64;
/// Rows of a band.
pub(super) const BAND_ROWS: usize = 8;
/// Bands of a screen.
pub(super) const SCREEN_BANDS: usize = 8;

/// Codes of a row, none where letters on the boards hide them.
type Text = [Option<u8>; COLUMNS];

/// Collects the parts of rows. A part goes to the first line that already says the same there, or
/// has nothing there yet.
pub(super) struct Packer {
    lines: [Text; LINES],
    /// Lines whose part belongs to rows that ask for it.
    is_kept: [[bool; 3]; LINES],
}

impl Packer {
    /// A packer that leaves alone what the game writes to, and the lines of words on the boards.
    pub fn new(screens: &[Screen], words: &[(u8, &str)]) -> Self {
        let mut packer = Self {
            lines: [[None; COLUMNS]; LINES],
            is_kept: [[false; 3]; LINES],
        };
        for row in screens.iter().flat_map(|screen| &screen.rows) {
            for (part, line) in row.lines.iter().enumerate() {
                let texts = 1 + usize::from(row.other.is_some());
                for line in line
                    .iter()
                    .flat_map(|line| usize::from(*line)..)
                    .take(texts)
                {
                    packer.is_kept[line][part] = true;
                }
            }
        }
        for (number, word) in words {
            packer.keep_word(usize::from(*number), word);
        }
        // Rows with two texts need two lines side by side, which others can share.
        for row in screens.iter().flat_map(|screen| &screen.rows) {
            if row.other.is_some() {
                packer.word(row);
            }
        }
        packer
    }

    /// Keeps the middle part of a line for a word on the boards, and writes it for either board.
    fn keep_word(&mut self, number: usize, word: &str) {
        self.is_kept[number][1] = true;
        let width = word.len();
        for (middle, columns) in [(11, LEFT_COLUMNS), (29, RIGHT_COLUMNS)] {
            for (letter, character) in (middle - width / 2..).zip(word.chars()) {
                let place = (letter + usize::from(columns)) % DOUBLED_COLUMNS;
                self.lines[number][DOUBLED_COLUMN + place] = Some(code(character));
            }
        }
    }

    /// The bands of a screen, each the words of its rows.
    pub fn bands(&mut self, screen: &Screen) -> [[u32; BAND_ROWS]; SCREEN_BANDS] {
        let mut bands = [[0; BAND_ROWS]; SCREEN_BANDS];
        for (number, row) in screen.rows.iter().enumerate() {
            bands[number / BAND_ROWS][number % BAND_ROWS] = self.word(row);
        }
        bands
    }

    fn word(&mut self, row: &Row) -> u32 {
        let row = &unfolded(row);
        let [left, middle, right] = [0, 1, 2].map(|part| self.line_for(row, part));
        left | middle << 6
            | right << 12
            | (row.style as u32) << 18
            | u32::from(row.doubled) << 20
            | u32::from(row.upper) << 21
            | edge_bits(row) << 22
    }

    fn line_for(&mut self, row: &Row, part: usize) -> u32 {
        let texts: Vec<Text> = [Some(&row.tiles), row.other.as_ref()]
            .into_iter()
            .flatten()
            .map(|tiles| shown(row, tiles))
            .collect();
        let number = match row.lines[part] {
            Some(line) => usize::from(line),
            None => self.find(&texts, part),
        };
        for (line, text) in (number..).zip(&texts) {
            assert!(
                self.takes(line, text, part),
                "line {line} is kept for two texts"
            );
            for column in PARTS[part].clone() {
                let place = &mut self.lines[line][column];
                *place = text[column].or(*place);
            }
        }
        number as u32
    }

    /// The first line for a part of a row. A row with two texts takes an even line and the next.
    /// Lines that already show the same come first.
    fn find(&self, texts: &[Text], part: usize) -> usize {
        let candidates = || (0..LINES).step_by(texts.len());
        let all = |number: usize, is_fit: &dyn Fn(usize, &Text) -> bool| {
            (number..)
                .zip(texts)
                .all(|(line, text)| !self.is_kept[line][part] && is_fit(line, text))
        };
        let same = candidates().find(|&number| {
            all(number, &|line, text| {
                self.takes(line, text, part) && !self.is_free(line, part)
            })
        });
        let fit = |&number: &usize| all(number, &|line, text| self.takes(line, text, part));
        same.or_else(|| candidates().find(fit))
            .unwrap_or_else(|| panic!("the text memory is full in part {part}"))
    }

    fn is_free(&self, line: usize, part: usize) -> bool {
        let mut places = self.lines[line][PARTS[part].clone()].iter();
        places.all(Option::is_none)
    }

    /// The part of a line says nothing else.
    fn takes(&self, line: usize, text: &Text, part: usize) -> bool {
        let columns = PARTS[part].clone();
        let mut both = self.lines[line][columns.clone()].iter().zip(&text[columns]);
        both.all(|(place, tile)| place.is_none() || tile.is_none() || place == tile)
    }

    /// The text memory.
    pub fn text(&self) -> [u8; LINES * LINE_LENGTH] {
        let mut text = [SPACE; LINES * LINE_LENGTH];
        for (number, line) in self.lines.iter().enumerate() {
            for (column, code) in line.iter().enumerate().skip(8) {
                text[LINE_LENGTH * number + column % LINE_LENGTH] = code.unwrap_or(SPACE);
            }
        }
        text
    }
}

/// The visible tiles of a row.
fn shown(row: &Row, tiles: &[char; COLUMNS]) -> Text {
    let is_on_boards = row.doubled && row.style == Style::Player;
    let is_hidden = |column| is_on_boards && ON_BOARDS.iter().any(|part| part.contains(&column));
    std::array::from_fn(|column| (!is_hidden(column)).then(|| code(tiles[column])))
}

/// A folded row as it is stored: its second half is the left part, its first half the right part.
fn unfolded(row: &Row) -> Row {
    let mut stored = row.clone();
    if row.folded {
        assert!(row.curtain && !row.doubled && row.edge == Edge::None);
        stored.tiles = [' '; COLUMNS];
        let middle = FOLDED.start + PARTS[2].len();
        stored.tiles[PARTS[0].clone()].copy_from_slice(&row.tiles[middle..FOLDED.end]);
        stored.tiles[PARTS[2].clone()].copy_from_slice(&row.tiles[FOLDED.start..middle]);
    }
    stored
}

/// Two bits: doubled letters may be doubled again or shifted, other rows have edges or a curtain.
fn edge_bits(row: &Row) -> u32 {
    match (row.doubled, row.edge) {
        (true, Edge::None) if row.quadrupled => 2 - u32::from(row.shifted),
        (true, Edge::None) => 3 * u32::from(row.shifted),
        (false, Edge::None) => 3 * u32::from(row.curtain),
        (false, Edge::Upper) => 1,
        (false, Edge::Lower) => 2,
        (true, _) => panic!("a row with doubled letters has no edges"),
    }
}

/// Stores equal bands once: which band each screen has where, and the words of all bands.
///
/// A band has a number whose low bits are its place on the screen, as long as there are such
/// numbers: three bits of the table of bands are then mostly its address, and take no gates.
pub(super) fn share(
    screens: &[[[u32; BAND_ROWS]; SCREEN_BANDS]],
) -> ([u8; SCREEN_BANDS * SCREENS], [u32; BAND_ROWS * BANDS]) {
    let mut bands: [Option<[u32; BAND_ROWS]>; BANDS] = [None; BANDS];
    let mut numbers = [0; SCREEN_BANDS * SCREENS];
    for place in 0..SCREEN_BANDS {
        for (screen, screen_bands) in screens.iter().enumerate() {
            let band = screen_bands[place];
            let same = bands.iter().position(|other| *other == Some(band));
            let own = (place..BANDS).step_by(SCREEN_BANDS);
            let mut free = own
                .chain((0..BANDS).rev())
                .filter(|&at| bands[at].is_none());
            let number = same.or_else(|| free.next());
            let number = number.unwrap_or_else(|| panic!("there are more than {BANDS} bands"));
            bands[number] = Some(band);
            numbers[SCREEN_BANDS * screen + place] = number as u8;
        }
    }
    let mut rows = [0; BAND_ROWS * BANDS];
    for (band, rows) in bands.iter().zip(rows.chunks_exact_mut(BAND_ROWS)) {
        rows.copy_from_slice(&band.unwrap_or_default());
    }
    (numbers, rows)
}

/// Reads a word back.
#[cfg(test)]
pub(super) fn unpack(word: u32) -> ([usize; 3], bool, bool, u32) {
    let lines = [0, 6, 12].map(|shift| (word >> shift & 63) as usize);
    (lines, word >> 20 & 1 == 1, word >> 21 & 1 == 1, word >> 22)
}

/// Value of the unused rows of the last band.
const _: () = assert!(ROWS <= BAND_ROWS * SCREEN_BANDS && Style::Player as u32 == 3);
