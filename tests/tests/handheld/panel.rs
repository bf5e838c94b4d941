//! What the panel shows, read from its pixels alone.

use gatefall_golden::Shape;
use std::collections::BTreeMap;

/// Columns and rows of tiles.
const COLUMNS: usize = 20;
/// Rows of tiles.
pub const ROWS: usize = 16;
const SIDE: usize = 8;
/// Width and height of the glass, which stands on its short side.
const GLASS: (usize, usize) = (128, 160);

/// Colours of empty and of settled cells, and of a message, as the glass shows what it is sent in 5, 6 and 5 bits.
const BLANK: [u8; 3] = [49, 48, 49];
const SETTLED: [u8; 3] = [198, 195, 198];
const MESSAGE_GROUND: [u8; 3] = [239, 0, 0];

/// The shape that has this colour.
fn shape(colour: [u8; 3]) -> Option<Shape> {
    // Red, green, blue: bright or not.
    let bright = colour.map(|channel| match channel {
        231..=239 => Some(true),
        65..=66 => Some(false),
        _ => None,
    });
    let [Some(red), Some(green), Some(blue)] = bright else {
        return None;
    };
    match (red, green, blue) {
        (true, true, false) => Some(Shape::I),
        (true, false, false) => Some(Shape::L),
        (true, false, true) => Some(Shape::J),
        (false, false, true) => Some(Shape::T),
        (false, true, false) => Some(Shape::S),
        (false, true, true) => Some(Shape::Z),
        (true, true, true) => Some(Shape::O),
        (false, false, false) => None,
    }
}

/// What a tile of the field shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tile {
    Blank,
    Settled,
    Piece(Shape),
    Ghost(Shape),
    Other,
}

/// A picture of 160 x 128 pixels.
#[derive(Clone, PartialEq, Eq)]
pub struct Panel(Vec<[u8; 3]>);

impl Panel {
    /// The game lays the glass on its side: columns run along its long edge, from the last row to the first.
    pub fn of(glass: &[u8]) -> Self {
        let (width, height) = GLASS;
        let pixel = |column: usize, row: usize| {
            let place = 3 * ((height - 1 - column) * width + row);
            [glass[place], glass[place + 1], glass[place + 2]]
        };
        Self(
            (0..width)
                .flat_map(|row| (0..height).map(move |column| pixel(column, row)))
                .collect(),
        )
    }

    pub fn pixel(&self, x: usize, y: usize) -> [u8; 3] {
        self.0[y * COLUMNS * SIDE + x]
    }

    /// The tile in a column, in a row from the top.
    pub fn tile(&self, column: usize, row: usize) -> Tile {
        let at = |x: usize, y: usize| self.pixel(column * SIDE + x, row * SIDE + y);
        // Cells are 6 x 6 pixels on black, all of a colour or their outline.
        let black = [0; 3];
        let edges =
            (0..SIDE).flat_map(|place| [at(place, 0), at(place, 7), at(0, place), at(7, place)]);
        let corners = [at(1, 1), at(6, 1), at(1, 6), at(6, 6)];
        if edges.into_iter().any(|pixel| pixel != black) || corners != [corners[0]; 4] {
            return Tile::Other;
        }
        let inside: Vec<_> = (2..6).flat_map(|y| (2..6).map(move |x| (x, y))).collect();
        let is_all = |colour| inside.iter().all(|&(x, y)| at(x, y) == colour);
        match corners[0] {
            BLANK if is_all(BLANK) => Tile::Blank,
            SETTLED if is_all(SETTLED) => Tile::Settled,
            colour => match shape(colour) {
                Some(shape) if is_all(colour) => Tile::Piece(shape),
                Some(shape) if is_all(black) => Tile::Ghost(shape),
                _ => Tile::Other,
            },
        }
    }

    /// The tile of a cell of the field; row 0 is the floor.
    pub fn cell(&self, x: usize, y: usize) -> Tile {
        self.tile(x, ROWS - 1 - y)
    }

    /// The shape that stands in the panel with its upper left cell's tile within these columns and rows.
    pub fn standing(&self, column: usize, row: usize) -> Option<Shape> {
        let tiles =
            (row..row + 2).flat_map(|row| (column..column + 4).map(move |column| (column, row)));
        tiles
            .into_iter()
            .find_map(|(column, row)| match self.tile(column, row) {
                Tile::Piece(shape) => Some(shape),
                _ => None,
            })
    }

    /// Whether the message stands where it belongs: yellow on red, 64 x 32 pixels.
    pub fn has_message(&self) -> bool {
        let pixels = (40..72).flat_map(|y| (40..104).map(move |x| self.pixel(x, y)));
        let (mut ground, mut ink) = (0, 0);
        for pixel in pixels {
            match pixel {
                MESSAGE_GROUND => ground += 1,
                [239, green, 0] if green > 200 => ink += 1,
                _ => return false,
            }
        }
        ground > 1000 && ink > 400
    }

    /// The dots of a tile with text.
    fn dots(&self, column: usize, row: usize) -> [u8; SIDE] {
        std::array::from_fn(|y| {
            (0..SIDE).fold(0, |dots, x| {
                let is_lit = self.pixel(column * SIDE + x, row * SIDE + y) != [0; 3];
                dots << 1 | u8::from(is_lit)
            })
        })
    }
}

/// Reads numbers, after it has seen each digit once.
#[derive(Default)]
pub struct Digits(BTreeMap<[u8; SIDE], u32>);

impl Digits {
    /// Learns that this is how a digit looks.
    pub fn learn(&mut self, panel: &Panel, column: usize, row: usize, digit: u32) {
        let known = *self.0.entry(panel.dots(column, row)).or_insert(digit);
        assert_eq!(known, digit, "two digits look the same");
    }

    /// A number, if all its digits are known.
    pub fn read(&self, panel: &Panel, column: usize, row: usize, count: usize) -> Option<u32> {
        (column..column + count).try_fold(0, |number, column| {
            Some(number * 10 + self.0.get(&panel.dots(column, row))?)
        })
    }
}
