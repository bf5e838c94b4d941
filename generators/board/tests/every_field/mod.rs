//! A board and its add-ons with every field that there is, and texts that would do harm in one of
//! the files that are made of them.

#![allow(dead_code, clippy::unwrap_used)] // Two tests use it, each a part; both may fail.

use gatefall_board::Library;
use std::fs;
use std::path::{Path, PathBuf};

/// Name of the board.
pub const BOARD: &str = "harmless";

/// The files: each text in them stands there once.
pub const FILES: [(&str, &str); 4] = [
    ("harmless.toml", include_str!("harmless.toml")),
    ("add-ons/panel.toml", include_str!("panel.toml")),
    ("add-ons/key.toml", include_str!("key.toml")),
    ("add-ons/chain.toml", include_str!("chain.toml")),
];

/// A text in one of the files.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    /// Index in [`FILES`].
    pub file: usize,
    /// Where it stands, with its quotes.
    pub start: usize,
    pub end: usize,
}

impl Field {
    /// The key before it in its line, or the line: for messages and for sets of fields.
    pub fn line(&self) -> &'static str {
        let text = FILES[self.file].1;
        let start = text[..self.start].rfind('\n').map_or(0, |at| at + 1);
        text[start..].lines().next().unwrap_or_default()
    }

    /// What stands there.
    pub fn text(&self) -> &'static str {
        &FILES[self.file].1[self.start..self.end]
    }
}

/// Every text in the files, also those that are keys.
pub fn fields() -> Vec<Field> {
    let mut fields = Vec::new();
    for (file, (_, text)) in FILES.iter().enumerate() {
        let quotes: Vec<usize> = text.match_indices('"').map(|(at, _)| at).collect();
        for pair in quotes.chunks(2) {
            let [start, end] = *pair else {
                panic!("a quote without its other");
            };
            let end = end + 1;
            fields.push(Field { file, start, end });
        }
    }
    fields
}

/// The texts of [`HARMFUL`], each alone and between letters, and one that is very long.
pub fn texts() -> Vec<String> {
    let each = HARMFUL
        .iter()
        .flat_map(|text| [(*text).to_owned(), format!("a{text}b")]);
    each.chain(["a".repeat(10_000)]).collect()
}

const HARMFUL: [&str; 38] = [
    "\n",
    "\nall:\n\ttouch pwned\n",
    "\n$(shell touch pwned)\n#",
    "\nmodule top; endmodule //",
    "\nset_io clock A1\n#",
    "\r",
    "\r\n",
    "\t",
    "\0",
    "\u{1b}[2J",
    "\u{85}",
    "\u{2028}",
    "\u{202e}",
    "\u{2066}",
    "\u{200b}",
    "\u{feff}",
    "\"",
    "'",
    "`",
    "$(touch pwned)",
    "$(shell touch pwned)",
    "${x}",
    "#",
    " # ",
    "\\",
    "*/",
    "/*",
    "//",
    "..",
    "/",
    "../x",
    ":",
    ": ",
    "- ",
    "%",
    "{{ x }}",
    "[x](y) <b>*_&amp;~~|",
    "!\u{e4}\u{677f}",
];

/// A text as TOML writes it, whatever it is.
pub fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_ascii_graphic() || c == ' ' => quoted.push(c),
            c => quoted += &format!("\\U{:08X}", c as u32),
        }
    }
    quoted + "\""
}

/// The files in a folder, with another text in one field: given as TOML writes it.
pub fn write(folder: &Path, field: Option<(Field, &str)>) {
    fs::create_dir_all(folder.join("add-ons")).unwrap();
    for (index, (name, text)) in FILES.iter().enumerate() {
        let mut text = (*text).to_owned();
        if let Some((field, new)) = field.filter(|(field, _)| field.file == index) {
            text.replace_range(field.start..field.end, new);
        }
        let path = folder.join(name);
        if fs::read_to_string(&path).is_ok_and(|old| old == text) {
            continue;
        }
        // Some file systems take their time to replace the contents of a file.
        let _ = fs::remove_file(&path);
        fs::write(&path, text).unwrap();
    }
}

/// The library of these files.
pub fn library(folder: &Path, field: Option<(Field, &str)>) -> Library {
    write(folder, field);
    Library::read(folder).unwrap()
}

/// The path that errors give for a file.
pub fn path(folder: &Path, file: usize) -> PathBuf {
    folder.join(FILES[file].0)
}
