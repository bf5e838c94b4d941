//! Damaged files of a user: they are read or refused, never with a panic.

use crate::watched;
use fastrand::Rng;
use std::panic::{catch_unwind, AssertUnwindSafe};

/// Damaged files of a format.
const FILES: u64 = 400;
/// Bytes that programs tend to read wrongly. Those from the first one that is not UTF-8 on are a
/// character in Latin-1, one that is cut off, an overlong one, and half of a surrogate pair.
const WORDS: &[&[u8]] = &[
    b"",
    b"0",
    b"-1",
    b"1e999",
    b"18446744073709551616",
    b"340282366920938463463374607431768211456",
    b"4294967295",
    b"0.0",
    b"nan",
    b"0x",
    b"\"",
    b"'",
    b"\\",
    b"\\ud800",
    b"\0",
    b"\r",
    b"\t",
    b"\x1b[2J",
    "é".as_bytes(),
    "\u{feff}".as_bytes(),
    "\u{202e}".as_bytes(),
    "\u{10ffff}".as_bytes(),
    b"{",
    b"}",
    b"[[",
    b"=",
    b"#",
    b"..",
    b"/",
    b"$",
    b"true",
    b"\xe9",
    b"\xf0\x9f\x98",
    b"\xc0\xaf",
    b"\xed\xa0\x80",
];
/// Begin and end of nested values: JSON, TOML, expressions of a netlist, Markdown.
const BRACKETS: &[(&str, &str)] = &[
    ("[", "]"),
    ("{\"a\":", "}"),
    ("{a=", "}"),
    ("a.", ""),
    ("(", ")"),
    ("(not ", ")"),
    ("> ", ""),
];
/// Depths of nested values: near the limits of some readers, and beyond each of them.
const DEPTHS: &[usize] = &[100, 1_000, 100_000];
/// Times that a piece is repeated to a long line.
const REPEATS: usize = 20_000;
/// Digits of a large number.
const DIGITS: usize = 10_000;

/// Gives damaged files to a reader that tells whether it accepts one. Each is one of the given
/// files, damaged at random; the seeds are fixed.
///
/// # Panics
/// If the reader panics: the message has the file. Also if it accepts no file or most of them,
/// because then the changes test nothing.
pub fn all_are_read_or_refused<F: AsRef<[u8]>>(files: &[F], accepts: impl Fn(&[u8]) -> bool) {
    let mut accepted = 0;
    for number in 0..FILES {
        let (_, bytes) = damaged(files, number);
        match catch_unwind(AssertUnwindSafe(|| watched(&bytes, || accepts(&bytes)))) {
            Ok(is_accepted) => accepted += u64::from(is_accepted),
            Err(_) => panic!("file {number} makes it panic:\n{}", shown(&bytes)),
        }
    }
    println!("{accepted} of {FILES} accepted");
    assert!(
        0 < accepted && accepted < FILES * 3 / 4,
        "{accepted} accepted"
    );
}

/// A damaged file for a message: its first bytes, without control characters.
pub fn shown(bytes: &[u8]) -> String {
    const MOST: usize = 10_000;
    let (shown, rest) = bytes.split_at(bytes.len().min(MOST));
    let mut text = String::new();
    for chunk in shown.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '\n' => text.push(c),
                c if c.is_control() => text.extend(c.escape_default()),
                c => text.push(c),
            }
        }
        text.extend(chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}")));
    }
    match rest.len() {
        0 => text,
        more => format!("{text}\n... and {more} bytes more"),
    }
}

/// Start and end of a random piece of a file: a word, a line, or any bytes.
fn piece(bytes: &[u8], random: &mut Rng) -> (usize, usize) {
    let at = random.usize(..=bytes.len());
    let rest = &bytes[at..];
    let length = match random.u8(..3) {
        0 => random.usize(..12),
        kind => {
            let is_end = |byte: &u8| *byte == b'\n' || kind == 1 && !byte.is_ascii_alphanumeric();
            rest.iter().position(is_end).map_or(0, |length| length + 1)
        }
    };
    (at, at + length.min(rest.len()))
}

/// One of the files, and its bytes with damage at random: mostly one or two changes of a piece,
/// else one of the whole file.
///
/// # Panics
/// If there is no file.
pub fn damaged<F: AsRef<[u8]>>(files: &[F], seed: u64) -> (&F, Vec<u8>) {
    let mut random = Rng::with_seed(seed);
    let file = random.choice(files).expect("there are files");
    let mut bytes = file.as_ref().to_owned();
    match random.u8(..4) {
        0 => damage_whole(&mut bytes, &mut random),
        _ => {
            for _ in 0..random.u8(1..3) {
                damage_piece(&mut bytes, &mut random);
            }
        }
    }
    (file, bytes)
}

fn damage_piece(bytes: &mut Vec<u8>, random: &mut Rng) {
    let (start, end) = piece(bytes, random);
    let new = match random.u8(..5) {
        0 => Vec::new(),
        1 => bytes[start..end].repeat(2),
        2 => {
            let (start, end) = piece(bytes, random);
            bytes[start..end].to_owned()
        }
        3 => {
            let other = |&byte: &u8| match byte.is_ascii_digit() {
                true => random.digit(10) as u8,
                false => byte,
            };
            bytes[start..end].iter().map(other).collect()
        }
        _ => WORDS[random.usize(..WORDS.len())].to_owned(),
    };
    bytes.splice(start..end, new);
}

/// Damage of disks, editors and transfers, and what a reader may not be made for.
fn damage_whole(bytes: &mut Vec<u8>, random: &mut Rng) {
    let at = random.usize(..=bytes.len());
    match random.u8(..13) {
        0 => bytes.clear(),
        1 => bytes.truncate(at),
        // The end was not written before the power failed.
        2 => bytes[at..].fill(0),
        3 => *bytes = replaced(bytes, b"\n", b"\r\n"),
        4 => *bytes = replaced(bytes, b"\n", b"\r"),
        5 => *bytes = replaced(bytes, b"\n", b" "),
        6 => drop(bytes.splice(..0, *b"\xef\xbb\xbf")),
        // UTF-16 with its byte order mark.
        7 => {
            let units = bytes.iter().flat_map(|&byte| [byte, 0]);
            *bytes = [0xff, 0xfe].into_iter().chain(units).collect();
        }
        8 => {
            for _ in 0..random.u8(1..9) {
                if let Some(byte) = random.choice(&mut *bytes) {
                    *byte ^= 1 << random.u8(..8);
                }
            }
        }
        9 => {
            let length = random.usize(..1_000);
            *bytes = (0..length).map(|_| random.u8(..)).collect();
        }
        10 => {
            let (start, end) = piece(bytes, random);
            let long = bytes[start..end].repeat(REPEATS);
            bytes.splice(start..end, long);
        }
        11 => {
            let digit = bytes[at..].iter().position(u8::is_ascii_digit);
            let at = digit.map_or(at, |digit| at + digit);
            let digits = (0..DIGITS).map(|_| random.digit(10) as u8);
            bytes.splice(at..at, digits.collect::<Vec<u8>>());
        }
        _ => {
            let (start, end) = piece(bytes, random);
            let (open, close) = BRACKETS[random.usize(..BRACKETS.len())];
            let depth = DEPTHS[random.usize(..DEPTHS.len())];
            let closed = if random.bool() { depth } else { 0 };
            let (open, close) = (open.repeat(depth), close.repeat(closed));
            let nested = [open.as_bytes(), &bytes[start..end], close.as_bytes()];
            bytes.splice(start..end, nested.concat());
        }
    }
}

fn replaced(bytes: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let pieces: Vec<&[u8]> = bytes.split(|byte| [*byte] == from).collect();
    pieces.join(to)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::str::from_utf8;

    const FILE: &str = "# A script.\n10ms press Left\n20ms release Left\n30ms tap Space\n";

    /// A damaged file makes the reader panic.
    fn is_found(reader: impl Fn(&[u8]) -> bool) -> bool {
        let read = AssertUnwindSafe(|| all_are_read_or_refused(&[FILE], reader));
        let panic = catch_unwind(read).expect_err("the reader has a fault");
        let message = panic.downcast_ref::<String>().unwrap();
        message.contains("makes it panic")
    }

    fn is_found_in_text(reader: impl Fn(&str) -> bool) -> bool {
        is_found(|bytes| from_utf8(bytes).is_ok_and(&reader))
    }

    fn depth(text: &str) -> usize {
        let open = text.chars().filter(|&c| "[{(".contains(c));
        open.count()
    }

    fn is_script(text: &str) -> bool {
        let is_line = |line: &str| line.starts_with('#') || line.split(' ').count() == 3;
        text.lines().all(is_line)
    }

    #[test]
    fn a_reader_without_a_fault_passes() {
        all_are_read_or_refused(&[FILE], |bytes| from_utf8(bytes).is_ok_and(is_script));
    }

    /// Each reader would be right if the files were what it expects.
    #[test]
    fn faults_of_readers_are_found() {
        assert!(is_found(|bytes| is_script(from_utf8(bytes).unwrap())));
        assert!(is_found_in_text(|text| text
            .lines()
            .next()
            .unwrap()
            .starts_with("# A script.")));
        assert!(is_found_in_text(|text| is_script(
            text.strip_suffix('\n').unwrap()
        )));
        assert!(is_found_in_text(|text| {
            assert!(!text.contains('\0'), "a file has no such character");
            is_script(text)
        }));
        assert!(is_found_in_text(|text| {
            assert!(depth(text) < 50_000, "the stack is full");
            is_script(text)
        }));
        assert!(is_found_in_text(|text| {
            let longest = text.lines().map(str::len).max().unwrap_or(0);
            assert!(longest <= 0xffff, "a line has a length of 16 bits");
            is_script(text)
        }));
        assert!(is_found_in_text(|text| {
            let numbers = text.split(|c: char| !c.is_ascii_digit());
            let numbers = numbers.filter(|digits| !digits.is_empty());
            let largest = numbers.map(|digits| digits.parse::<u64>().unwrap()).max();
            largest.is_some() && is_script(text)
        }));
    }

    #[test]
    fn a_file_for_a_message_has_no_control_characters() {
        let long = [b"a\n\x1b[2J\xff\r".as_slice(), &[b'b'; 10_000]].concat();
        let text = shown(&long);
        assert!(text.starts_with("a\n\\u{1b}[2J\\xff\\rbbb"), "{text}");
        assert!(text.ends_with("b\n... and 8 bytes more"), "{text}");
    }
}
