//! Picture of the panel in pixels.

use super::tiles::{tiles, Tile, COLUMNS, ROWS};
use super::Handheld;
use crate::Shape;

/// Width in pixels.
pub const WIDTH: usize = COLUMNS * SIDE;
/// Height in pixels.
pub const HEIGHT: usize = ROWS * SIDE;
/// Side of a tile in pixels.
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
const EDGE: Rgb = [232, 0, 0];

/// Glyphs with lines of five pixels.
const GLYPHS: [(&str, [&str; 7]); 5] = [
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
    (
        "B<>",
        [
            "####.  ...#.  .#...",
            "#...#  ..#..  ..#..",
            "#...#  .#...  ...#.",
            "####.  #....  ....#",
            "#...#  .#...  ...#.",
            "#...#  ..#..  ..#..",
            "####.  ...#.  .#...",
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

/// Picture of the panel, row by row. The colours are quantised to 5, 6 and 5 bits of red, green and
/// blue.
pub fn draw(handheld: &Handheld) -> Vec<Rgb> {
    let tiles = tiles(handheld);
    let dots = (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| (x, y)));
    dots.map(|(x, y)| shown(dot(tiles[y / SIDE][x / SIDE], x % SIDE, y % SIDE)))
        .collect()
}

/// Quantises a level to `bits` bits and extends it to eight bits by repeating the highest ones.
fn level(level: u8, bits: u32) -> u8 {
    let kept = level >> (8 - bits);
    kept << (8 - bits) | kept >> (2 * bits - 8)
}

fn shown([red, green, blue]: Rgb) -> Rgb {
    [level(red, 5), level(green, 6), level(blue, 5)]
}

/// Colour of a pixel of a tile.
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
        Tile::Edge => cell(EDGE),
        Tile::Piece(shape) => cell(colour_of(shape)),
        Tile::Ghost(shape) => either(is_edge(1, 6), cell(colour_of(shape)), BLACK),
    }
}

/// True if a glyph covers the pixel. Glyphs begin one pixel right of their tile's left edge.
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

/// The same for a bold glyph of double size. It is drawn twice, one pixel apart.
fn is_inked_double(character: char, x: usize, y: usize) -> bool {
    is_inked(character, x / 2, y / 2) || x > 0 && is_inked(character, (x - 1) / 2, y / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_those_of_the_page() {
        let text = |[red, green, blue]: Rgb| format!("{red}, {green}, {blue}");
        crate::rules_page::check_colours("what | red, green, blue", 13, |name| match name {
            "empty cell" => text(EMPTY),
            "settled cell of every shape" => text(SETTLED),
            "lit edge" => text(EDGE),
            "text" => text(TEXT),
            "name" => text(NAME),
            "message" => format!("{} on {}", text(MESSAGE), text(MESSAGE_GROUND)),
            _ => text(colour_of(crate::rules_page::shape(name))),
        });
    }
}
