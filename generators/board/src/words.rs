//! The checked types of text in board and add-on files.
//!
//! Text of board files becomes part of paths and of files in other languages. Values of these
//! types contain no control characters and no invisible characters, and their length is limited.
//! A [`Name`] needs no escaping in a path, a Makefile, Verilog, PCF, INI or YAML.

use serde::de::{Deserializer, Error as _};
use serde::Deserialize;
use std::borrow::Borrow;
use std::fmt::{self, Display};
use std::ops::Deref;
use std::path::Path;
use thiserror::Error;

/// Error for text that its type does not allow.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct WordError {
    /// The fault in the text.
    pub message: String,
    /// A correct form, if the message does not give it.
    pub help: Option<&'static str>,
}

/// Separates message and help in serde's messages, which have no separate field for the help.
const HELP: &str = "\nhelp: ";

/// Maximum length of a message that quotes a file.
pub const LONGEST_MESSAGE: usize = 500;

/// Splits a serde message into the message and the help of a [`WordError`], both safe to display.
pub(crate) fn split_help(message: &str) -> (String, Option<String>) {
    for help in [Name::RULE, TEXT_RULE] {
        let own = message.strip_suffix(help);
        if let Some(message) = own.and_then(|message| message.strip_suffix(HELP)) {
            return (message.to_owned(), Some(help.to_owned()));
        }
    }
    (shortened(message, LONGEST_MESSAGE), None)
}

/// Defines a type of checked text and its trait implementations.
macro_rules! checked_text {
    ($(#[$doc:meta])* $name:ident, $check:path) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(String);

        impl $name {
            /// Checks a text.
            pub fn new(text: &str) -> Result<Self, WordError> {
                $check(text)?;
                Ok($name(text.to_owned()))
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                $name::new(&text).map_err(|WordError { message, help }| match help {
                    Some(help) => D::Error::custom(format_args!("{message}{HELP}{help}")),
                    None => D::Error::custom(message),
                })
            }
        }

        impl Deref for $name {
            type Target = str;

            fn deref(&self) -> &str {
                &self.0
            }
        }

        impl Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&self.0)
            }
        }
    };
}

checked_text! {
    /// Name of a board, an add-on, a setup, a connector, a plug, a role or a signal.
    ///
    /// At most 40 lower-case letters, digits, `-` and `_`; the first is a letter.
    Name, check_name
}

checked_text! {
    /// A title or a note for people: one line of at most 200 visible characters.
    ///
    /// It may contain quotes, `$` and any other visible character. Code that writes it into a file
    /// of another language escapes it by the rules of that language.
    Text, check_text
}

checked_text! {
    /// Vendor and product of a device on USB, as `lsusb` writes them: `0403:6010`.
    UsbIdentity, check_usb_identity
}

/// Lets a map with `Name` keys be searched with any text.
impl Borrow<str> for Name {
    fn borrow(&self) -> &str {
        &self.0
    }
}

/// A pin, a position such as `pmod:5` or `bank-b:2..`, or a programmer. It is used for lookups and
/// in messages only, and is stored in the form that messages display.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Word(String);

impl Word {
    pub(crate) fn new(text: &str) -> Word {
        Word(shortened(text, LONGEST_WORD))
    }
}

impl<'de> Deserialize<'de> for Word {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Word::new(&String::deserialize(deserializer)?))
    }
}

impl Deref for Word {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl AsRef<Path> for Name {
    fn as_ref(&self) -> &Path {
        self.0.as_ref()
    }
}

const LONGEST_NAME: usize = 40;
const LONGEST_WORD: usize = 60;
const LONGEST_TEXT: usize = 200;

const TEXT_RULE: &str = "write one line of visible characters, at most 200";

impl Name {
    /// The rule for names, for error messages.
    pub const RULE: &'static str =
        "a name has small letters, digits, `-` and `_`, the first a letter, and at most 40 of them";
}

fn check_name(text: &str) -> Result<(), WordError> {
    let is_of_name = |c: u8| matches!(c, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_');
    let begins_well = text.starts_with(|c: char| c.is_ascii_lowercase());
    if begins_well && text.len() <= LONGEST_NAME && text.bytes().all(is_of_name) {
        return Ok(());
    }
    Err(WordError {
        message: format!("`{}` is no name", shortened(text, LONGEST_WORD)),
        help: Some(Name::RULE),
    })
}

fn check_text(text: &str) -> Result<(), WordError> {
    let length = text.chars().count();
    let message = if let Some(c) = text.chars().find(|&c| !is_visible(c)) {
        format!(
            "the text has the invisible character `{}`",
            c.escape_unicode()
        )
    } else if length > LONGEST_TEXT {
        format!("the text has {length} characters")
    } else if text.trim().is_empty() {
        "the text is empty".to_owned()
    } else {
        return Ok(());
    };
    Err(WordError {
        message,
        help: Some(TEXT_RULE),
    })
}

fn check_usb_identity(text: &str) -> Result<(), WordError> {
    let is_number = |text: &str| text.len() == 4 && text.bytes().all(|c| c.is_ascii_hexdigit());
    match text.split_once(':') {
        Some((vendor, product)) if is_number(vendor) && is_number(product) => Ok(()),
        _ => Err(WordError {
            message: format!(
                "`{}` is not a USB identity such as `0403:6010`",
                shortened(text, LONGEST_WORD)
            ),
            help: None,
        }),
    }
}

/// False for control characters, line separators and characters without a glyph. They can change
/// the order or the appearance of the text around them.
fn is_visible(c: char) -> bool {
    let is_format = matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
        | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}');
    !c.is_control() && !is_format
}

/// Escapes invisible characters as `\u{..}`, for messages.
pub fn visible(text: &str) -> String {
    let mut shown = String::new();
    for c in text.chars() {
        match is_visible(c) {
            true => shown.push(c),
            false => shown.extend(c.escape_unicode()),
        }
    }
    shown
}

/// The first `length` characters of a text, for a message. Invisible ones are escaped.
pub fn shortened(text: &str, length: usize) -> String {
    match text.char_indices().nth(length) {
        Some((end, _)) => visible(&text[..end]) + "..",
        None => visible(text),
    }
}

/// Replaces each invisible character by a visible one of the same length in bytes, for excerpts.
/// Keeps line feeds and tabs.
pub fn excerpt(text: &str) -> String {
    let shown = |c: char| match c.len_utf8() {
        _ if is_visible(c) || matches!(c, '\n' | '\t') => c,
        1 if c == '\r' => ' ',
        1 => '?',
        2 => '\u{bf}',
        3 => char::REPLACEMENT_CHARACTER,
        _ => '\u{1fbc4}',
    };
    text.chars().map(shown).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_the_same_text_everywhere() {
        let longest = "a".repeat(LONGEST_NAME);
        for name in ["a", "alchitry-cu-v2", "a_1", longest.as_str()] {
            assert_eq!(
                Name::new(name).map(|name| name.to_string()),
                Ok(name.to_owned())
            );
        }
        let too_long = "a".repeat(LONGEST_NAME + 1);
        let wrong = [
            "", "A", "1a", "-a", "_a", "a b", "a.b", "a/b", "..", "a\n", "\u{e4}",
        ];
        for name in wrong.into_iter().chain([too_long.as_str()]) {
            assert!(Name::new(name).is_err(), "{name}");
        }
    }

    #[test]
    fn texts_are_one_line_of_visible_characters() {
        let longest = "\u{e4}".repeat(LONGEST_TEXT);
        for text in [
            "Alchitry Cu (V1)",
            "`$(x)` \\ \"'*/ # %",
            "\u{677f}",
            longest.as_str(),
        ] {
            assert!(Text::new(text).is_ok(), "{text}");
        }
        let too_long = longest + "a";
        let wrong = [
            "",
            " ",
            "a\nb",
            "a\tb",
            "a\0",
            "\u{1b}[2J",
            "\u{85}",
            "\u{202e}",
            "\u{2028}",
        ];
        for text in wrong.into_iter().chain([too_long.as_str()]) {
            assert!(Text::new(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn messages_show_what_is_invisible_and_cut_what_is_long() {
        let message = |text| Name::new(text).unwrap_err().message;
        assert_eq!(
            message("a\u{1b}\n\u{202e}"),
            "`a\\u{1b}\\u{a}\\u{202e}` is no name"
        );
        let long = "a".repeat(10_000);
        assert_eq!(
            message(&long),
            format!("`{}..` is no name", "a".repeat(LONGEST_WORD))
        );
    }

    #[test]
    fn excerpts_keep_every_byte_in_its_place() {
        let text = "a\u{1b}b\u{85}c\u{202e}d\u{e0001}e\tf\r\n";
        let shown = excerpt(text);
        assert_eq!(shown, "a?b\u{bf}c\u{fffd}d\u{1fbc4}e\tf \n");
        assert_eq!(shown.len(), text.len());
        for letter in "abcdef".chars() {
            assert_eq!(shown.find(letter), text.find(letter));
        }
    }
}
