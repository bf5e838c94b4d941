//! Damaged files of a user: they are read or refused, never with a panic.

use fastrand::Rng;
use std::panic::{catch_unwind, AssertUnwindSafe};

/// Damaged files of a format.
const FILES: u64 = 400;
/// Words that programs tend to read wrongly.
const WORDS: &[&str] = &[
    "",
    "0",
    "-1",
    "1e999",
    "18446744073709551616",
    "4294967295",
    "0.0",
    "nan",
    "\"",
    "'",
    "\\",
    "\0",
    "\r",
    "\t",
    "é",
    "\u{202e}",
    "{",
    "}",
    "[[",
    "=",
    "#",
    "..",
    "/",
    "$",
    "true",
];

/// Gives damaged files to a reader that tells whether it accepts one. Each is one of the given
/// files with one or two random changes; the seeds are fixed.
///
/// # Panics
/// If the reader panics: the message has the file. Also if it accepts no file or most of them,
/// because then the changes test nothing.
pub fn all_are_read_or_refused(files: &[String], accepts: impl Fn(&str) -> bool) {
    let mut accepted = 0;
    for number in 0..FILES {
        let text = damaged(files, number);
        match catch_unwind(AssertUnwindSafe(|| accepts(&text))) {
            Ok(is_accepted) => accepted += u64::from(is_accepted),
            Err(_) => panic!("file {number} makes it panic:\n{text}"),
        }
    }
    println!("{accepted} of {FILES} accepted");
    assert!(
        0 < accepted && accepted < FILES * 3 / 4,
        "{accepted} accepted"
    );
}

/// Start and end of a random piece of a text: a word, a line, or any characters.
fn piece(text: &str, random: &mut Rng) -> (usize, usize) {
    let mut starts: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
    starts.push(text.len());
    let at = starts[random.usize(..starts.len())];
    let length = match random.u8(..3) {
        0 => random.usize(..12),
        kind => {
            let is_end = |c: char| c == '\n' || kind == 1 && !c.is_alphanumeric();
            text[at..].find(is_end).map_or(0, |length| length + 1)
        }
    };
    let end = starts[starts
        .partition_point(|&start| start < at + length)
        .min(starts.len() - 1)];
    (at, end)
}

/// One of the files with one or two random changes.
///
/// # Panics
/// If there is no file.
pub fn damaged(files: &[String], seed: u64) -> String {
    let mut random = Rng::with_seed(seed);
    let mut text = random.choice(files).expect("there are files").clone();
    for _ in 0..random.u8(1..3) {
        let (start, end) = piece(&text, &mut random);
        let new = match random.u8(..5) {
            0 => String::new(),
            1 => text[start..end].repeat(2),
            2 => {
                let (start, end) = piece(&text, &mut random);
                text[start..end].to_owned()
            }
            3 => {
                let piece = text[start..end].chars();
                let other = |c: char| match c.is_ascii_digit() {
                    true => random.digit(10),
                    false => c,
                };
                piece.map(other).collect()
            }
            _ => WORDS[random.usize(..WORDS.len())].to_owned(),
        };
        text.replace_range(start..end, &new);
    }
    text
}
