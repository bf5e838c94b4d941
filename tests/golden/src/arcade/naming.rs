//! Names of entries of the score tables, letter by letter.

use super::commands::{Command, KeyCode};
use super::scores::{Scores, Spelling, LETTERS, NO_LETTER};
use super::{Arcade, Page, Sound};
use crate::{Action, Turn};

impl Arcade {
    /// The score tables.
    pub fn scores(&self) -> &Scores {
        &self.scores
    }

    /// Place of the entry of the last game of one player, if it has one.
    pub fn new_place(&self) -> Option<usize> {
        self.new_place
    }

    /// True while a name is being entered.
    pub fn is_naming(&self) -> bool {
        self.naming && self.page() == Page::GameOver
    }

    /// True if another start on the row of the scores clears them.
    pub fn has_asked(&self) -> bool {
        self.has_asked
    }

    /// A start on the row of the scores: the second one in a row clears them.
    pub(super) fn clear_scores(&mut self) {
        if self.has_asked {
            self.scores = Scores::default();
        }
        self.has_asked = !self.has_asked;
    }

    /// The effect of the last input on a name.
    pub fn spelled(&self) -> Option<Spelling> {
        self.spelled
    }

    /// A key goes down, or repeats, while a name is being entered.
    pub(super) fn spell(&mut self, key: KeyCode, command: Option<Command>, is_press: bool) {
        let typed = letter_of(key).filter(|_| is_press);
        let is_arrow = key >= 0x100;
        let spelling = match (typed, command) {
            (Some(NO_LETTER), _) => Spelling::Back,
            (Some(' '), _) => Spelling::Space,
            (Some(_), _) => Spelling::Typed,
            (None, Some(Command::Act(_, action))) => match action {
                Action::Turn(Turn::Clockwise) if is_press || is_arrow => Spelling::Up,
                Action::SoftDrop if is_press || is_arrow => Spelling::Down,
                Action::Left if is_press => Spelling::Back,
                Action::Right | Action::Start if is_press => Spelling::Taken,
                Action::Title if is_press => Spelling::Ended,
                _ => return,
            },
            _ => return,
        };
        let name = self.new_name();
        match (spelling, typed) {
            (Spelling::Back, _) if name.len() == 1 => return,
            (Spelling::Back, _) => {
                name.pop();
            }
            (Spelling::Ended, _) => self.naming = false,
            (Spelling::Up, _) => change_letter(name, true),
            (Spelling::Down, _) => change_letter(name, false),
            (_, Some(letter)) => {
                name.pop();
                name.push(letter);
                self.finish_letter();
            }
            (_, None) => self.finish_letter(),
        }
        self.spelled = Some(spelling);
        if spelling != Spelling::Ended {
            self.ear.hear(Sound::Move);
        }
    }

    /// The next letter is an A; after the last one the name is complete.
    fn finish_letter(&mut self) {
        let name = self.new_name();
        match name.len() {
            LETTERS => self.naming = false,
            _ => name.push('A'),
        }
    }

    /// The name of the entry of the last game.
    fn new_name(&mut self) -> &mut String {
        let place = self.new_place.expect("the game has an entry");
        let mode = self.choices.mode() as usize;
        &mut self.scores.tables[mode][place].name
    }
}

/// Replaces the last letter by the one after or before it; the space is between Z and A.
fn change_letter(name: &mut String, forwards: bool) {
    let alphabet: Vec<char> = ('A'..='Z').chain([' ']).collect();
    let letter = name.pop().expect("a name has a letter");
    let place = alphabet.iter().position(|&other| other == letter);
    let place = place.expect("it is one of the alphabet");
    let step = if forwards { 1 } else { alphabet.len() - 1 };
    name.push(alphabet[(place + step) % alphabet.len()]);
}

/// Letter of a key; that of Backspace is the hyphen.
fn letter_of(key: KeyCode) -> Option<char> {
    // The rows of the keyboard from the top, and the keys below them.
    let rows: [(&str, &[KeyCode]); 4] = [
        (
            "QWERTYUIOP",
            &[0x15, 0x1D, 0x24, 0x2D, 0x2C, 0x35, 0x3C, 0x43, 0x44, 0x4D],
        ),
        (
            "ASDFGHJKL",
            &[0x1C, 0x1B, 0x23, 0x2B, 0x34, 0x33, 0x3B, 0x42, 0x4B],
        ),
        ("ZXCVBNM", &[0x1A, 0x22, 0x21, 0x2A, 0x32, 0x31, 0x3A]),
        (" -", &[0x29, 0x66]),
    ];
    let mut keys = rows
        .iter()
        .flat_map(|(letters, codes)| letters.chars().zip(*codes));
    keys.find(|(_, code)| **code == key)
        .map(|(letter, _)| letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_go_around_with_a_space_before_a() {
        let mut name = "XA".to_owned();
        for (forwards, expected) in [(false, "X "), (false, "XZ"), (true, "X "), (true, "XA")] {
            change_letter(&mut name, forwards);
            assert_eq!(name, expected);
        }
    }

    #[test]
    fn each_letter_has_a_key() {
        for letter in ('A'..='Z').chain([' ', NO_LETTER]) {
            let keys = (0..0x200).filter(|key| letter_of(*key) == Some(letter));
            assert_eq!(keys.count(), 1, "{letter}");
        }
    }
}
