//! The characters of the screen, drawn dot by dot: 8 x 8 capitals, digits of 8 x 16 and of 8 x 8,
//! and the strokes of panels and key caps.
//!
//! A character has a 6-bit code. The font has two pages of 64 drawings of 8 lines. In rows with
//! tall digits (styles digits and player) the codes below 16 are two tiles tall: their upper and
//! lower halves are drawings 16 apart on page 0, and the text layer picks the half by the row of
//! the screen, so that a digit is written to one place with `code = digit`. In other rows they are
//! drawings of one tile on page 1. So are the codes 16 to 31 everywhere.
//!
//! | code | character |
//! |---|---|
//! | `00_dddd` | digit d, 0 to 9 |
//! | `00_1010`, `00_1011` | ▏ ▕ |
//! | `00_1100` | space |
//! | `00_1101` | · star |
//! | `00_1110`, `00_1111` | : . |
//! | `01_0000` to `01_1000` | ▸ - ! + / ← → ↑ ↓ |
//! | `01_1001` | ↵ |
//! | `01_1010`, `01_1011` | ╎ ╏, invisible sides of a panel |
//! | `01_1100`, `01_1101` | ␣ ? |
//! | `10_0000` to `11_1001` | A to Z |
//! | `11_1010` to `11_1100` | ┌ ┐ ─ |
//! | `11_1101` | * star |
//! | `11_1110`, `11_1111` | └ ┘ |
//!
//! Codes x_1x1x but those of : and . open (even) and close (odd) a panel; the text layer colours
//! what is inside by that. All strokes run through the middle of rows and along the outer edge of
//! columns: a frame of tiles stands 3 dots off the board at the sides.

use crate::falling_blocks::shell::text::line_of_dots;

/// Dots of all 128 drawings, 8 lines each, leftmost dot in bit 7.
pub type Font = [u8; 1024];

/// Code of the space.
pub const SPACE: u8 = 0b00_1100;
/// Code of the sign of the space, which differs from it in a bit.
pub const SPACE_SIGN: u8 = SPACE | 1 << 4;
const LETTER_A: u8 = 0b10_0000;
/// Code of the arrow.
pub const ARROW: u8 = 0b01_0000;
/// Number of the first drawing of page 1.
const PAGE: u8 = 64;
/// Characters that are only on page 1.
const SIGNS: [(char, u8); 12] = [
    ('▸', ARROW),
    ('-', 0b01_0001),
    ('!', 0b01_0010),
    ('+', 0b01_0011),
    ('/', 0b01_0100),
    ('←', 0b01_0101),
    ('→', 0b01_0110),
    ('↑', 0b01_0111),
    ('↓', 0b01_1000),
    ('↵', 0b01_1001),
    ('␣', SPACE_SIGN),
    ('?', 0b01_1101),
];
/// Sides of panels without a stroke, which have no drawing.
const BLANK_SIDES: [(char, u8); 2] = [('╎', 0b01_1010), ('╏', 0b01_1011)];
/// The strokes, and the distance from the upper to the lower drawing of codes that are two tiles
/// tall.
const STROKES: [(char, u8); 9] = [
    ('▏', 0b00_1010),
    ('▕', 0b00_1011),
    ('┌', 0b11_1010),
    ('┐', 0b11_1011),
    ('─', 0b11_1100),
    ('└', 0b11_1110),
    ('┘', 0b11_1111),
    ('·', 0b00_1101),
    ('*', 0b11_1101),
];
const LOWER_HALF: u8 = 16;
/// Tall like digits.
const POINTS: [(char, u8); 2] = [(':', 0b00_1110), ('.', 0b00_1111)];

/// The code of a character; digits are their own.
///
/// # Panics
/// If the font lacks it.
pub fn code(character: char) -> u8 {
    match character {
        ' ' => SPACE,
        '0'..='9' => character as u8 - b'0',
        'A'..='Z' => character as u8 - b'A' + LETTER_A,
        ':' => POINTS[0].1,
        '.' => POINTS[1].1,
        _ => {
            let mut others = STROKES.iter().chain(&SIGNS).chain(&BLANK_SIDES);
            let other = others.find(|(name, _)| *name == character);
            other.map_or_else(|| panic!("the font lacks '{character}'"), |(_, code)| *code)
        }
    }
}

/// The character of a code, if there is one.
pub fn character(code_there: u8) -> Option<char> {
    let signs = STROKES
        .iter()
        .chain(&SIGNS)
        .chain(&BLANK_SIDES)
        .chain(&POINTS);
    let signs = signs.map(|(name, _)| *name);
    let mut characters = ('A'..='Z').chain('0'..='9').chain([' ']).chain(signs);
    characters.find(|&character| code(character) == code_there)
}

/// Puts the drawings where their codes are.
pub fn font() -> Font {
    let mut font = [0; 1024];
    let mut put = |code: u8, lines: &[u8]| {
        let start = 8 * usize::from(code);
        font[start..start + 8].copy_from_slice(lines);
    };
    let letters = LETTERS.iter().flat_map(glyphs::<8>);
    for (glyph, code) in letters.zip(LETTER_A..) {
        put(code, &glyph);
    }
    let digits = DIGITS.iter().flat_map(glyphs::<16>);
    let points = POINTS.iter().map(|(_, code)| *code);
    for (glyph, digit) in digits.zip((0..10).chain(points)) {
        put(digit, &glyph[..8]);
        put(digit + LOWER_HALF, &glyph[8..]);
    }
    for (glyph, (_, code)) in glyphs::<8>(&STROKE_STRIP).zip(STROKES) {
        put(code, &glyph);
        // Beside tall digits, both halves are the same.
        if code < LOWER_HALF {
            put(code + LOWER_HALF, &glyph);
            put(code + PAGE, &glyph);
        }
    }
    let points = POINTS.iter().map(|(_, code)| *code);
    let signs = SIGNS.iter().map(|(_, code)| *code);
    let small = SMALL.iter().flat_map(glyphs::<8>);
    for (glyph, code) in small.zip((0..10).chain(points).chain(signs)) {
        put(code + PAGE, &glyph);
    }
    font
}

/// Cuts a strip of drawings, 8 dots wide and one space apart, into glyphs.
fn glyphs<const H: usize>(strip: &[&'static str; H]) -> impl Iterator<Item = [u8; H]> {
    let strip = *strip;
    (0..(strip[0].len() + 1) / 9)
        .map(move |index| strip.map(|line| line_of_dots(&line[9 * index..9 * index + 8])))
}

const LETTERS: [[&str; 8]; 4] = [
    [
        "..###... ######.. ..####.. #####... #######. #######. ..#####.",
        ".##.##.. ##...##. .##..##. ##..##.. ##...... ##...... .##.....",
        "##...##. ##...##. ##...... ##...##. ##...... ##...... ##......",
        "##...##. ######.. ##...... ##...##. ######.. ######.. ##..###.",
        "#######. ##...##. ##...... ##...##. ##...... ##...... ##...##.",
        "##...##. ##...##. .##..##. ##..##.. ##...... ##...... .##..##.",
        "##...##. ######.. ..####.. #####... #######. ##...... ..#####.",
        "........ ........ ........ ........ ........ ........ ........",
    ],
    [
        "##...##. .######. .....##. ##...##. ##...... ##...##. ##...##.",
        "##...##. ...##... .....##. ##..##.. ##...... ###.###. ###..##.",
        "##...##. ...##... .....##. ##.##... ##...... #######. ####.##.",
        "#######. ...##... .....##. ####.... ##...... #######. #######.",
        "##...##. ...##... .....##. #####... ##...... ##.#.##. ##.####.",
        "##...##. ...##... ##...##. ##.###.. ##...... ##...##. ##..###.",
        "##...##. .######. .#####.. ##..###. #######. ##...##. ##...##.",
        "........ ........ ........ ........ ........ ........ ........",
    ],
    [
        ".#####.. ######.. .#####.. ######.. .#####.. .######. ##...##.",
        "##...##. ##...##. ##...##. ##...##. ##...##. ...##... ##...##.",
        "##...##. ##...##. ##...##. ##...##. ##...... ...##... ##...##.",
        "##...##. ##...##. ##...##. ##..###. .#####.. ...##... ##...##.",
        "##...##. ######.. ##.####. #####... .....##. ...##... ##...##.",
        "##...##. ##...... ##..##.. ##.###.. ##...##. ...##... ##...##.",
        ".#####.. ##...... .###.##. ##..###. .#####.. ...##... .#####..",
        "........ ........ ........ ........ ........ ........ ........",
    ],
    [
        "##...##. ##...##. ##...##. .##..##. #######.",
        "##...##. ##...##. ###.###. .##..##. .....##.",
        "##...##. ##.#.##. .#####.. .##..##. ....##..",
        "###.###. #######. ..###... ..####.. ...##...",
        ".#####.. #######. .#####.. ...##... ..##....",
        "..###... ###.###. ###.###. ...##... .##.....",
        "...#.... ##...##. ##...##. ...##... #######.",
        "........ ........ ........ ........ ........",
    ],
];

/// In the order of the digits, [`POINTS`] and [`SIGNS`].
const SMALL: [[&str; 8]; 4] = [
    [
        ".####... ..##.... .####... .####... ...###..",
        "##..##.. .###.... ##..##.. ##..##.. ..####..",
        "##..##.. ..##.... ....##.. ....##.. .##.##..",
        "##..##.. ..##.... ...##... ..###... ##..##..",
        "##..##.. ..##.... ..##.... ....##.. ######..",
        "##..##.. ..##.... .##..... ##..##.. ....##..",
        ".####... ######.. ######.. .####... ....##..",
        "........ ........ ........ ........ ........",
    ],
    [
        "######.. ..###... ######.. .####... .####...",
        "##...... .##..... ....##.. ##..##.. ##..##..",
        "#####... ##...... ...##... ##..##.. ##..##..",
        "....##.. #####... ..##.... .####... .#####..",
        "....##.. ##..##.. ..##.... ##..##.. ....##..",
        "##..##.. ##..##.. ..##.... ##..##.. ...##...",
        ".####... .####... ..##.... .####... .###....",
        "........ ........ ........ ........ ........",
    ],
    [
        "........ ........ ........ ........ ...##... ........",
        "..##.... ........ .##..... ........ ...##... ...##...",
        "..##.... ........ .####... ........ ...##... ...##...",
        "........ ........ .######. .#####.. ...##... .######.",
        "..##.... ........ .####... ........ ...##... .######.",
        "..##.... ..##.... .##..... ........ ........ ...##...",
        "........ ..##.... ........ ........ ...##... ...##...",
        "........ ........ ........ ........ ........ ........",
    ],
    [
        ".....##. ...#.... ...#.... ...#.... ..###... ........ ........ .#####..",
        ".....##. ..##.... ...##... ..###... ..###... .....##. ........ ##...##.",
        "....##.. .######. ######.. .#####.. ..###... .....##. ........ .....##.",
        "...##... #######. #######. #######. ..###... ..#..##. ........ ...###..",
        "..##.... .######. ######.. ..###... #######. .##..##. ##...##. ..##....",
        ".##..... ..##.... ...##... ..###... .#####.. #######. ##...##. ........",
        ".##..... ...#.... ...#.... ..###... ..###... .##..... #######. ..##....",
        "........ ........ ........ ........ ...#.... ..#..... ........ ........",
    ],
];

const DIGITS: [[&str; 16]; 3] = [
    [
        "........ ........ ........ ........ ........",
        ".####... ..##.... .####... .####... ##..##..",
        "######.. .###.... ######.. ######.. ##..##..",
        "##..##.. ####.... ##..##.. ##..##.. ##..##..",
        "##..##.. ..##.... ##..##.. ....##.. ##..##..",
        "##..##.. ..##.... ....##.. ....##.. ##..##..",
        "##..##.. ..##.... ....##.. ....##.. ##..##..",
        "##..##.. ..##.... ...###.. ..####.. ######..",
        "##..##.. ..##.... ..###... ..####.. ######..",
        "##..##.. ..##.... .###.... ....##.. ....##..",
        "##..##.. ..##.... ###..... ....##.. ....##..",
        "##..##.. ..##.... ##...... ....##.. ....##..",
        "##..##.. ..##.... ##...... ##..##.. ....##..",
        "######.. ######.. ######.. ######.. ....##..",
        ".####... ######.. ######.. .####... ....##..",
        "........ ........ ........ ........ ........",
    ],
    [
        "........ ........ ........ ........ ........",
        "######.. .####... ######.. .####... .####...",
        "######.. ######.. ######.. ######.. ######..",
        "##...... ##..##.. ....##.. ##..##.. ##..##..",
        "##...... ##...... ....##.. ##..##.. ##..##..",
        "##...... ##...... ....##.. ##..##.. ##..##..",
        "#####... #####... ...##... .####... ##..##..",
        "######.. ######.. ...##... .####... ######..",
        "....##.. ##..##.. ...##... ######.. .#####..",
        "....##.. ##..##.. ..##.... ##..##.. ....##..",
        "....##.. ##..##.. ..##.... ##..##.. ....##..",
        "....##.. ##..##.. ..##.... ##..##.. ....##..",
        "##..##.. ##..##.. ..##.... ##..##.. ##..##..",
        "######.. ######.. ..##.... ######.. ######..",
        ".####... .####... ..##.... .####... .####...",
        "........ ........ ........ ........ ........",
    ],
    [
        "........ ........",
        "........ ........",
        "........ ........",
        "........ ........",
        "..##.... ........",
        "..##.... ........",
        "........ ........",
        "........ ........",
        "........ ........",
        "........ ........",
        "..##.... ........",
        "..##.... ........",
        "........ ........",
        "........ ..##....",
        "........ ..##....",
        "........ ........",
    ],
];

/// In the order of [`STROKES`].
const STROKE_STRIP: [&str; 8] = [
    "##...... ......## ........ ........ ........ ##...... ......## ........ ........",
    "##...... ......## ........ ........ ........ ##...... ......## ........ .....#..",
    "##...... ......## ........ ........ ........ ##...... ......## ........ ....###.",
    "##...... ......## .####### #######. ######## ######## ######## ........ .....#..",
    "##...... ......## ######## ######## ######## .####### #######. ........ ........",
    "##...... ......## ##...... ......## ........ ........ ........ ..#..... ........",
    "##...... ......## ##...... ......## ........ ........ ........ ........ ........",
    "##...... ......## ##...... ......## ........ ........ ........ ........ ........",
];

#[cfg(test)]
mod tests {
    use super::*;

    /// One drawing as text, to be compared with the strips above by eye and by the tests.
    fn picture(code: u8) -> String {
        let start = 8 * usize::from(code);
        let lines = font()[start..start + 8].to_vec();
        let line = |byte: u8| format!("{byte:08b}\n").replace('0', ".").replace('1', "#");
        lines.into_iter().map(line).collect()
    }

    #[test]
    fn a_letter_stands_at_its_code() {
        let expected = "
..###...
.##.##..
##...##.
##...##.
#######.
##...##.
##...##.
........
";
        assert_eq!(picture(code('A')), &expected[1..]);
        assert_eq!(picture(code('E')).lines().next(), Some("#######."));
    }

    #[test]
    fn digits_are_two_tiles_tall() {
        let seven = picture(7) + &picture(7 + LOWER_HALF);
        let ink: Vec<bool> = seven.lines().map(|line| line.contains('#')).collect();
        assert_eq!(ink.len(), 16);
        assert!(!ink[0] && !ink[15] && ink[1..15].iter().all(|&inked| inked));
    }

    #[test]
    fn characters_leave_a_column_and_a_line_free() {
        for character in ('A'..='Z').chain('0'..='9') {
            assert!(picture(code(character))
                .lines()
                .all(|line| line.ends_with('.')));
        }
        for code in ('A'..='Z').map(code).chain(PAGE..PAGE + 10) {
            assert!(picture(code).ends_with("........\n"));
        }
    }

    #[test]
    fn letters_and_digits_are_of_one_piece() {
        for code in ('A'..='Z').map(code).chain(0..10).chain(PAGE..PAGE + 10) {
            let mut lines = picture(code);
            if code < LOWER_HALF {
                lines += &picture(code + LOWER_HALF);
            }
            let dots: Vec<(usize, usize)> = (0..)
                .zip(lines.lines())
                .flat_map(|(y, line)| line.match_indices('#').map(move |(x, _)| (x, y)))
                .collect();
            let mut joined = vec![dots[0]];
            let mut next = 0;
            while let Some(&(x, y)) = joined.get(next) {
                next += 1;
                for &dot in &dots {
                    let touches = dot.0.abs_diff(x) <= 1 && dot.1.abs_diff(y) <= 1;
                    if touches && !joined.contains(&dot) {
                        joined.push(dot);
                    }
                }
            }
            assert_eq!(joined.len(), dots.len(), "drawing {code} has loose dots");
        }
    }

    #[test]
    fn no_two_characters_look_alike() {
        let strokes = STROKES.map(|(name, _)| name);
        let signs = SIGNS.map(|(name, _)| name);
        let others = ":.".chars().chain(strokes).chain(signs);
        let names: Vec<char> = ('A'..='Z').chain('0'..='9').chain(others).collect();
        let tall = |code: u8| picture(code) + &picture(code + LOWER_HALF);
        let small = |&name: &char| match code(name) {
            code if code < LETTER_A => picture(code + PAGE),
            code => picture(code),
        };
        let mut pictures: Vec<String> = names.iter().map(small).collect();
        pictures.extend((0..10).map(tall));
        let count = pictures.len();
        pictures.sort();
        pictures.dedup();
        assert_eq!(pictures.len(), count);
    }

    #[test]
    fn a_frame_has_no_gaps() {
        for (left, right) in ["┌─", "└─", "─┐", "─┘", "──"].map(|pair| {
            let mut pair = pair.chars();
            (pair.next().unwrap(), pair.next().unwrap())
        }) {
            let (left, right) = (picture(code(left)), picture(code(right)));
            let joins = left.lines().zip(right.lines());
            let touching = joins.filter(|(a, b)| a.ends_with('#') && b.starts_with('#'));
            assert_eq!(touching.count(), 2);
        }
    }
}
