//! The panel's picture, dot by dot.

use super::tiles::{tiles, Tile, COLUMNS, ROWS};
use super::Handheld;
use crate::Shape;

/// Columns of dots.
pub const WIDTH: usize = COLUMNS * SIDE;
/// Rows of dots.
pub const HEIGHT: usize = ROWS * SIDE;
/// Dots of a tile's side.
const SIDE: usize = 8;

/// Red, green and blue.
type Rgb = [u8; 3];

const BLACK: Rgb = [0, 0, 0];
const EMPTY: Rgb = [48, 48, 48];
const SETTLED: Rgb = [192, 192, 192];
const SHINING: Rgb = [255, 255, 255];
const TEXT: Rgb = [232, 232, 232];
const NAME: Rgb = [64, 232, 232];
const MESSAGE: Rgb = [232, 232, 0];
const MESSAGE_GROUND: Rgb = [232, 0, 0];

/// Characters in lines of five dots.
const GLYPHS: [(&str, [&str; 7]); 4] = [
    (
        "01234567",
        [
            ".###.  ..#..  .###.  #####  ...#.  #####  ..##.  #####",
            "#...#  .##..  #...#  ...#.  ..##.  #....  .#...  ....#",
            "#..##  ..#..  ....#  ..#..  .#.#.  ####.  #....  ...#.",
            "#.#.#  ..#..  ...#.  ...#.  #..#.  ....#  ####.  ..#..",
            "##..#  ..#..  ..#..  ....#  #####  ....#  #...#  .#...",
            "#...#  ..#..  .#...  #...#  ...#.  #...#  #...#  .#...",
            ".###.  .###.  #####  .###.  ...#.  .###.  .###.  .#...",
        ],
    ),
    (
        "89ACDEFG",
        [
            ".###.  .###.  .###.  .###.  ####.  #####  #####  .###.",
            "#...#  #...#  #...#  #...#  #...#  #....  #....  #...#",
            "#...#  #...#  #...#  #....  #...#  #....  #....  #....",
            ".###.  .####  #####  #....  #...#  ####.  ####.  #.###",
            "#...#  ....#  #...#  #....  #...#  #....  #....  #...#",
            "#...#  ...#.  #...#  #...#  #...#  #....  #....  #...#",
            ".###.  .##..  #...#  .###.  ####.  #####  #....  .####",
        ],
    ),
    (
        "HILMNOPR",
        [
            "#...#  .###.  #....  #...#  #...#  .###.  ####.  ####.",
            "#...#  ..#..  #....  ##.##  ##..#  #...#  #...#  #...#",
            "#...#  ..#..  #....  #.#.#  #.#.#  #...#  #...#  #...#",
            "#####  ..#..  #....  #.#.#  #..##  #...#  ####.  ####.",
            "#...#  ..#..  #....  #...#  #...#  #...#  #....  #.#..",
            "#...#  ..#..  #....  #...#  #...#  #...#  #....  #..#.",
            "#...#  .###.  #####  #...#  #...#  .###.  #....  #...#",
        ],
    ),
    (
        "STUVXY",
        [
            ".####  #####  #...#  #...#  #...#  #...#",
            "#....  ..#..  #...#  #...#  #...#  #...#",
            "#....  ..#..  #...#  #...#  .#.#.  .#.#.",
            ".###.  ..#..  #...#  #...#  ..#..  ..#..",
            "....#  ..#..  #...#  #...#  .#.#.  ..#..",
            "....#  ..#..  #...#  .#.#.  #...#  ..#..",
            "####.  ..#..  .###.  ..#..  #...#  ..#..",
        ],
    ),
];

fn colour_of(shape: Shape) -> Rgb {
    match shape {
        Shape::I => [232, 232, 64],
        Shape::L => [232, 64, 64],
        Shape::J => [232, 64, 232],
        Shape::T => [64, 64, 232],
        Shape::S => [64, 232, 64],
        Shape::Z => [64, 232, 232],
        Shape::O => [232, 232, 232],
    }
}

/// What the panel shows, row by row, red, green and blue, in the five, six and five bits that it has of them.
pub fn draw(handheld: &Handheld) -> Vec<Rgb> {
    let tiles = tiles(handheld);
    let dots = (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| (x, y)));
    dots.map(|(x, y)| shown(dot(tiles[y / SIDE][x / SIDE], x % SIDE, y % SIDE)))
        .collect()
}

/// A level of so many bits, brought back to eight by repeating the highest.
fn level(level: u8, bits: u32) -> u8 {
    let kept = level >> (8 - bits);
    kept << (8 - bits) | kept >> (2 * bits - 8)
}

fn shown([red, green, blue]: Rgb) -> Rgb {
    [level(red, 5), level(green, 6), level(blue, 5)]
}

/// A dot of a tile.
fn dot(tile: Tile, x: usize, y: usize) -> Rgb {
    let is_edge = |least: usize, most: usize| x == least || x == most || y == least || y == most;
    let cell = |colour| if is_edge(0, 7) { BLACK } else { colour };
    let either = |is_ink, ink, ground| if is_ink { ink } else { ground };
    match tile {
        Tile::Text(character) => either(is_inked(character, x, y), TEXT, BLACK),
        Tile::Name(character, right, down) => {
            let is_inked = is_inked_double(character, x + SIDE * right, y + SIDE * down);
            either(is_inked, NAME, BLACK)
        }
        Tile::Message(character, right, down) => {
            let is_inked = is_inked_double(character, x + SIDE * right, y + SIDE * down);
            either(is_inked, MESSAGE, MESSAGE_GROUND)
        }
        Tile::Empty => cell(EMPTY),
        Tile::Settled => cell(SETTLED),
        Tile::Shining => cell(SHINING),
        Tile::Piece(shape) => cell(colour_of(shape)),
        Tile::Ghost(shape) => either(is_edge(1, 6), cell(colour_of(shape)), BLACK),
    }
}

/// A character stands a dot off its tile's left edge.
fn is_inked(character: char, x: usize, y: usize) -> bool {
    if character == ' ' || y == 7 || !(1..6).contains(&x) {
        return false;
    }
    let drawn = GLYPHS.iter().find_map(|(names, lines)| {
        let place = names.chars().position(|name| name == character)?;
        lines[y].split_whitespace().nth(place)
    });
    let line = drawn.unwrap_or_else(|| panic!("nobody has drawn `{character}`"));
    line.as_bytes()[x - 1] == b'#'
}

/// Twice as large, and bold: drawn twice, one dot apart.
fn is_inked_double(character: char, x: usize, y: usize) -> bool {
    is_inked(character, x / 2, y / 2) || x > 0 && is_inked(character, (x - 1) / 2, y / 2)
}
