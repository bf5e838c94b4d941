//! Texts of the test picture, and their characters.
//!
//! A place of the text is a word. Its lowest five bits are a character, the first 16 of which are
//! the hexadecimal digits. Bit 5 replaces the character by a digit of the values: the lowest four
//! bits say which; with bit 4 it is one of the number of saves. Bit 6 inverts the character while
//! the button of its column is pressed.

use crate::handheld::font;

/// Columns of a row; a row has 32 places, the others are empty.
pub const COLUMNS: usize = 20;
/// Rows. A VGA screen shows three of them.
pub const ROWS: usize = 4;
/// Mark of a digit.
pub const DIGIT: u8 = 0x20;
/// Mark of a button's name.
pub const BUTTON: u8 = 0x40;

/// Characters in the order of their codes.
pub const CHARACTERS: &str = "0123456789ABCDEF GHIKLNORSTUVY";
/// The texts. `*` is the next digit of: four bytes of the keyboard, their errors, the flash id, the
/// number of saves. The names of the buttons are up, down, left, right, centre, A, B, M1, M2.
pub const TEXTS: [&str; ROWS] = [
    "KEYS ******** BAD **",
    "FLASH ****** SAVE **",
    "UDLRCAB12 BUTTONS",
    "GATEFALL SELF TEST",
];
/// Row of the names of buttons, and their number.
pub const BUTTON_ROW: usize = 2;
const BUTTONS: usize = 9;

/// The code of a character.
///
/// # Panics
/// If the font lacks it.
fn code(character: char) -> u8 {
    let mut known = CHARACTERS.chars();
    let code = known.position(|known| known == character);
    code.unwrap_or_else(|| panic!("the font lacks {character:?}")) as u8
}

/// The words of all places, 32 for each row.
pub fn words() -> [u8; 32 * ROWS] {
    let mut words = [code(' '); 32 * ROWS];
    let mut digits = DIGIT..;
    for (row, text) in TEXTS.iter().enumerate() {
        assert!(text.len() <= COLUMNS);
        for (column, character) in text.chars().enumerate() {
            let mark = match row == BUTTON_ROW && column < BUTTONS {
                true => BUTTON,
                false => 0,
            };
            words[32 * row + column] = match character {
                '*' => digits.next().unwrap_or_default(),
                _ => code(character) | mark,
            };
        }
    }
    words
}

/// The dots of all characters, 8 lines each, the leftmost in bit 7.
pub fn dots() -> [u8; 256] {
    let font = font::font();
    let mut dots = [0; 256];
    for (character, dots) in CHARACTERS.chars().zip(dots.chunks_mut(8)) {
        let start = 8 * usize::from(font::glyph(character));
        dots.copy_from_slice(&font[start..start + 8]);
    }
    dots
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_their_own_codes_and_there_are_16_of_them() {
        let values = CHARACTERS.chars().take(16).map(|c| c.to_digit(16));
        assert!(values.eq((0..16).map(Some)));
        assert!(CHARACTERS.len() <= 32);
        let mut places: Vec<u8> = words()
            .into_iter()
            .filter(|word| word & DIGIT != 0)
            .collect();
        places.sort();
        assert_eq!(places, (DIGIT..DIGIT + 18).collect::<Vec<_>>());
    }

    #[test]
    fn the_text_can_be_read() {
        let dots = dots();
        let lines = (0..7).map(|line| {
            let drawing = "SELF".chars().map(|character| {
                let bits = dots[8 * usize::from(code(character)) + line];
                let dots = (1..7).map(|dot| if bits << dot & 0x80 == 0 { ' ' } else { '#' });
                dots.collect::<String>()
            });
            drawing.collect::<String>().trim_end().to_owned()
        });
        let expected = [
            " #### ##### #     #####",
            "#     #     #     #",
            "#     #     #     #",
            " ###  ####  #     ####",
            "    # #     #     #",
            "    # #     #     #",
            "####  ##### ##### #",
        ];
        let lines: Vec<String> = lines.collect();
        assert_eq!(lines, expected);
    }
}
