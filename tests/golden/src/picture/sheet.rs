//! Text, lines and glass of frames, in pixels.

use super::backdrop::{threshold, Scenery};
use super::glyphs::glyph;
use super::skin::{mix, Rgb, Skin};
use super::{HEIGHT, WIDTH};
use std::ops::RangeInclusive;

/// Pixels of a character: column, line, and number of lines.
fn ink_of(character: char, is_tall: bool) -> impl Iterator<Item = (usize, usize, usize)> {
    let lines: Vec<_> = glyph(character, is_tall).into_iter().flatten().collect();
    let height = lines.len();
    lines.into_iter().enumerate().flat_map(move |(line, dots)| {
        let inked = (0..8).filter(move |dot| dots >> (7 - dot) & 1 == 1);
        inked.map(move |dot| (dot, line, height))
    })
}

/// Colouring of a text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    Label,
    Keys,
    Digits,
    Player,
    /// The selected row of a list.
    Chosen,
    /// The frame of a board in danger.
    Alarm,
}

/// Surroundings of a text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Outside,
    Inside,
    Stroke,
}

/// A layer over the whole screen.
pub(super) struct Sheet {
    skin: &'static Skin,
    scenery: &'static Scenery,
    /// Column from which the right colours are used.
    right: usize,
    /// The strokes of the players that are lit, at the left and at the right.
    pub lit: [bool; 2],
    pub ink: Vec<Option<Rgb>>,
    pub glass: Vec<Option<Rgb>>,
    /// Rows of tiles that hide cells and grid.
    pub plates: Vec<usize>,
}

impl Sheet {
    pub fn new(skin: &'static Skin, scenery: &'static Scenery, right: usize) -> Sheet {
        Sheet {
            skin,
            scenery,
            right,
            lit: [false; 2],
            ink: vec![None; WIDTH * HEIGHT],
            glass: vec![None; WIDTH * HEIGHT],
            plates: Vec::new(),
        }
    }

    fn colour(&self, x: usize, style: Style, place: Place, quarter: usize) -> Rgb {
        let skin = self.skin;
        match (style, place) {
            (Style::Keys, Place::Outside) => skin.words,
            (Style::Keys, Place::Inside) => skin.bright,
            (Style::Keys, Place::Stroke) => skin.caps,
            (Style::Chosen, _) => skin.bright,
            (Style::Alarm, _) => skin.alarm,
            (Style::Player, Place::Stroke) if self.lit[usize::from(x >= self.right)] => skin.alarm,
            (Style::Player, _) if x < self.right => skin.first,
            (Style::Player, _) => skin.second,
            (_, Place::Stroke) if x < self.right => mix(skin.first, skin.sky[1], 80),
            (_, Place::Stroke) => skin.second,
            (Style::Label, _) if x < self.right => skin.first,
            (Style::Label, Place::Outside) => skin.first,
            (Style::Label, Place::Inside) => skin.second,
            (Style::Digits, _) if x < self.right => skin.bright,
            (Style::Digits, Place::Outside) => self.chrome(skin.second, quarter),
            (Style::Digits, Place::Inside) => self.chrome(skin.first, quarter),
        }
    }

    fn chrome(&self, to: Rgb, quarter: usize) -> Rgb {
        mix(self.skin.bright, to, [0, 85, 170, 255][quarter])
    }

    fn put(&mut self, x: usize, y: usize, style: Style, place: Place, quarter: usize) {
        self.ink[y * WIDTH + x] = Some(self.colour(x, style, place, quarter));
    }

    /// Draws text in one row of tiles. Tall digits begin in the row above.
    pub fn text(&mut self, row: usize, column: usize, text: &str, style: Style, place: Place) {
        for (column, character) in (column..).zip(text.chars()) {
            let is_tall = matches!(style, Style::Digits | Style::Player);
            for (dot, line, height) in ink_of(character, is_tall) {
                let (x, y) = (8 * column + dot, 8 * (row + 1) - height + line);
                self.put(x, y, style, place, 4 * line / height);
            }
        }
    }

    /// Draws text of double size, always in the colours of large text.
    pub fn doubled(&mut self, row: usize, x: usize, text: &str, place: Place) {
        self.large(2, [x, 8 * row], text, Style::Digits, place);
    }

    /// Draws text with pixels of this size. Letters beside tall digits are in the lower half.
    pub fn large(
        &mut self,
        scale: usize,
        [x, y]: [usize; 2],
        text: &str,
        style: Style,
        place: Place,
    ) {
        let tallest = text.chars().any(|character| character.is_ascii_digit());
        for (index, character) in text.chars().enumerate() {
            for (dot, line, height) in ink_of(character, true) {
                let above = if tallest { 16 - height } else { 0 };
                let left = x + scale * (8 * index + dot);
                let top = y + scale * (above + line);
                let colour = match style {
                    Style::Digits if place == Place::Inside => {
                        self.chrome(self.skin.first, 4 * line / height)
                    }
                    Style::Digits => self.chrome(self.skin.second, 4 * line / height),
                    style => self.colour(left, style, place, 0),
                };
                for place in 0..scale * scale {
                    let (x, y) = (left + place % scale, top + place / scale);
                    self.ink[y * WIDTH + x] = Some(colour);
                }
            }
        }
    }

    /// Draws the bar behind a row of a list, and so many pixels above it.
    pub fn bar(&mut self, row: usize, above: usize, columns: RangeInclusive<usize>) {
        let colour = mix(self.skin.well, self.skin.caps, 110);
        for y in 8 * row - above..8 * (row + 1) {
            for x in 8 * columns.start()..8 * (columns.end() + 1) {
                self.glass[y * WIDTH + x] = Some(colour);
            }
        }
    }

    /// Draws the panel between a board and the middle of the screen: a frame whose outer side is
    /// that of the board.
    pub fn panel(&mut self, rows: RangeInclusive<usize>, columns: RangeInclusive<usize>) {
        let (top, bottom) = (8 * rows.start() + 3, 8 * rows.end() + 4);
        let (left, right) = (8 * columns.start(), 8 * columns.end() + 7);
        // Distance from the middle of the screen.
        let is_left = left < self.right;
        let depth = |x: usize| if is_left { right - x } else { x - left };
        for y in top..=bottom {
            for x in left..=right {
                let in_edge_row = y / 8 == *rows.start() || y / 8 == *rows.end();
                let depth = depth(x);
                if y > top && y < bottom {
                    self.put_glass(x, y, in_edge_row || depth < 8);
                }
                let is_corner = depth == 0 && (y == top || y == bottom);
                if (depth < 2 || y < top + 2 || y + 2 > bottom) && !is_corner {
                    self.put(x, y, Style::Player, Place::Stroke, 0);
                }
            }
        }
    }

    /// Draws a frame with glass in it. Its lines go through the tiles at the edge. A label
    /// interrupts the upper line.
    pub fn frame(
        &mut self,
        rows: RangeInclusive<usize>,
        columns: RangeInclusive<usize>,
        label: &str,
        style: Style,
    ) {
        let (top, bottom) = (8 * rows.start() + 3, 8 * rows.end() + 4);
        let (left, right) = (8 * columns.start(), 8 * columns.end() + 7);
        let gap = match label {
            "" => 0..0,
            label => left + 8..left + 8 * (label.len() + 3),
        };
        for y in top..=bottom {
            for x in left..=right {
                let is_gap = y < top + 5 && gap.contains(&x);
                let is_edge = |distance: usize| {
                    x < left + distance
                        || x + distance > right
                        || y / 8 == *rows.start()
                        || y / 8 == *rows.end()
                };
                if y > top && y < bottom {
                    self.put_glass(x, y, is_edge(8) && !is_gap && style != Style::Keys);
                }
                let is_corner = (x == left || x == right) && (y == top || y == bottom);
                let is_stroke = x < left + 2 || x + 2 > right || y < top + 2 || y + 2 > bottom;
                if is_stroke && !is_corner && !is_gap {
                    self.put(x, y, style, Place::Stroke, 0);
                }
            }
        }
        if !label.is_empty() {
            self.text(
                *rows.start(),
                columns.start() + 2,
                label,
                style,
                Place::Inside,
            );
        }
    }

    fn put_glass(&mut self, x: usize, y: usize, is_edge: bool) {
        let skin = self.skin;
        let light = if x < self.right {
            skin.first
        } else {
            skin.second
        };
        self.glass[y * WIDTH + x] = Some(match is_edge && threshold(x, y) < 6 {
            true => mix(skin.well, light, 90),
            false => self.scenery.ground[y * WIDTH + x],
        });
    }

    /// Removes what is drawn in some tiles.
    pub fn clear(&mut self, rows: RangeInclusive<usize>, columns: RangeInclusive<usize>) {
        for y in 8 * rows.start()..8 * (rows.end() + 1) {
            for x in 8 * columns.start()..8 * (columns.end() + 1) {
                (self.ink[y * WIDTH + x], self.glass[y * WIDTH + x]) = (None, None);
            }
        }
    }

    /// Puts glass where a frame has none: into the outer half of its edges.
    pub fn pane(&mut self, rows: RangeInclusive<usize>, columns: RangeInclusive<usize>) {
        for y in 8 * rows.start()..8 * (rows.end() + 1) {
            for x in 8 * columns.start()..8 * (columns.end() + 1) {
                if self.glass[y * WIDTH + x].is_none() {
                    self.put_glass(x, y, false);
                }
            }
        }
    }

    /// Draws a side of a player's board in a column of tiles, at the right of it or at the left.
    pub fn side(&mut self, rows: RangeInclusive<usize>, column: usize, at_right: bool) {
        for y in 8 * rows.start()..8 * (rows.end() + 1) {
            for x in 8 * column..8 * (column + 1) {
                self.put_glass(x, y, true);
            }
            let first = 8 * column + if at_right { 6 } else { 0 };
            for x in first..first + 2 {
                self.put(x, y, Style::Player, Place::Stroke, 0);
            }
        }
    }

    /// Draws a line across a frame, through a row of tiles.
    pub fn rule(&mut self, row: usize, columns: RangeInclusive<usize>, style: Style) {
        for x in 8 * columns.start()..8 * (columns.end() + 1) {
            for y in 8 * row..8 * (row + 1) {
                self.put_glass(x, y, true);
                if (3..5).contains(&(y % 8)) {
                    self.put(x, y, style, Place::Stroke, 0);
                }
            }
        }
    }

    /// Draws keys in boxes of three rows with their meanings, `gap` columns apart.
    pub fn keys(&mut self, row: usize, mut column: usize, gap: usize, keys: &[(&str, &str)]) {
        for (names, action) in keys {
            for name in names.split(' ') {
                let end = column + name.chars().count() + 1;
                self.frame(row..=row + 2, column..=end, "", Style::Keys);
                self.text(row + 1, column + 1, name, Style::Keys, Place::Inside);
                column = end + 2;
            }
            self.text(row + 1, column, action, Style::Keys, Place::Outside);
            column += action.len() + gap;
        }
    }

    /// Draws the stars of the night sky in a row of tiles.
    pub fn stars(&mut self, row: usize) {
        let stars: &[(usize, char)] = match row % 8 {
            4 => &[(21, '·')],
            0 => &[(17, '·'), (54, '·')],
            2 => &[(10, '·'), (24, '*')],
            6 => &[(14, '·')],
            _ => &[],
        };
        for &(column, star) in stars {
            let place = match star {
                '*' => Place::Stroke,
                _ => Place::Outside,
            };
            self.text(row, column, &star.to_string(), Style::Keys, place);
        }
    }
}
