//! Glyphs of 8 x 8 dots: characters of 5 x 7 dots, and the two ways to draw a cell.

use crate::falling_blocks::shell::text::line_of_dots;

/// An empty tile.
pub const SPACE: u8 = 0;
/// A cell: 6 x 6 dots in the middle of its tile.
pub const CELL: u8 = 1;
/// The outline of a cell.
pub const GHOST: u8 = 2;
/// The digit 0; the others follow.
pub const DIGIT_ZERO: u8 = 16;
const LETTER_A: u8 = 32;
const LESS: u8 = LETTER_A + 26;
const MORE: u8 = LETTER_A + 27;

/// Characters that stand beside each other, and their dots.
const DRAWINGS: [(&str, [&str; 7]); 4] = [
    (
        "0123456789",
        [
            ".###. ..#.. .###. ##### ...#. ##### ..##. ##### .###. .###.",
            "#...# .##.. #...# ...#. ..##. #.... .#... ....# #...# #...#",
            "#..## ..#.. ....# ..#.. .#.#. ####. #.... ...#. #...# #...#",
            "#.#.# ..#.. ...#. ...#. #..#. ....# ####. ..#.. .###. .####",
            "##..# ..#.. ..#.. ....# ##### ....# #...# .#... #...# ....#",
            "#...# ..#.. .#... #...# ...#. #...# #...# .#... #...# ...#.",
            ".###. .###. ##### .###. ...#. .###. .###. .#... .###. .##..",
        ],
    ),
    (
        "ABCDEFGHIJKLM",
        [
            ".###. ####. .###. ####. ##### ##### .###. #...# .###. ..### #...# #.... #...#",
            "#...# #...# #...# #...# #.... #.... #...# #...# ..#.. ...#. #..#. #.... ##.##",
            "#...# #...# #.... #...# #.... #.... #.... #...# ..#.. ...#. #.#.. #.... #.#.#",
            "##### ####. #.... #...# ####. ####. #.### ##### ..#.. ...#. ##... #.... #.#.#",
            "#...# #...# #.... #...# #.... #.... #...# #...# ..#.. ...#. #.#.. #.... #...#",
            "#...# #...# #...# #...# #.... #.... #...# #...# ..#.. #..#. #..#. #.... #...#",
            "#...# ####. .###. ####. ##### #.... .#### #...# .###. .##.. #...# ##### #...#",
        ],
    ),
    (
        "NOPQRSTUVWXYZ",
        [
            "#...# .###. ####. .###. ####. .#### ##### #...# #...# #...# #...# #...# #####",
            "##..# #...# #...# #...# #...# #.... ..#.. #...# #...# #...# #...# #...# ....#",
            "#.#.# #...# #...# #...# #...# #.... ..#.. #...# #...# #...# .#.#. .#.#. ...#.",
            "#..## #...# ####. #...# ####. .###. ..#.. #...# #...# #.#.# ..#.. ..#.. ..#..",
            "#...# #...# #.... #.#.# #.#.. ....# ..#.. #...# #...# #.#.# .#.#. ..#.. .#...",
            "#...# #...# #.... #..#. #..#. ....# ..#.. #...# .#.#. ##.## #...# ..#.. #....",
            "#...# .###. #.... .##.# #...# ####. ..#.. .###. ..#.. #...# #...# ..#.. #####",
        ],
    ),
    (
        "<>",
        [
            "...#. .#...",
            "..#.. ..#..",
            ".#... ...#.",
            "#.... ....#",
            ".#... ...#.",
            "..#.. ..#..",
            "...#. .#...",
        ],
    ),
];

/// The glyph of a digit, a capital, an angle or a space.
///
/// # Panics
/// If there is none.
pub fn glyph(character: char) -> u8 {
    match character {
        ' ' => SPACE,
        '0'..='9' => DIGIT_ZERO + (character as u8 - b'0'),
        'A'..='Z' => LETTER_A + (character as u8 - b'A'),
        '<' => LESS,
        '>' => MORE,
        _ => panic!("the font has no {character:?}"),
    }
}

/// The dots of all 64 glyphs, 8 lines each, the leftmost in bit 7.
pub fn font() -> [u8; 512] {
    let mut font = [0; 512];
    for line in 1..7 {
        font[usize::from(CELL) * 8 + line] = 0b0111_1110;
        font[usize::from(GHOST) * 8 + line] = match line {
            1 | 6 => 0b0111_1110,
            _ => 0b0100_0010,
        };
    }
    for (characters, lines) in DRAWINGS {
        for (line, dots) in lines.iter().enumerate() {
            for (character, dots) in characters.chars().zip(dots.split(' ')) {
                let bits = line_of_dots(dots);
                font[usize::from(glyph(character)) * 8 + line] = bits << 2;
            }
        }
    }
    font
}
