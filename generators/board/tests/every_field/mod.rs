//! A board and its add-ons that use every field, and texts that are harmful in generated files.

#![allow(dead_code, clippy::unwrap_used)] // Two tests use parts of it and may fail.

use gatefall_board::Library;
use std::fs;
use std::path::{Path, PathBuf};

/// Name of the board.
pub const BOARD: &str = "harmless";

/// The files. Each quoted text occurs once in them.
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
    /// Byte range in the file, quotes included.
    pub start: usize,
    pub end: usize,
}

impl Field {
    /// The line that contains the text, for messages and for sets of fields.
    pub fn line(&self) -> &'static str {
        let text = FILES[self.file].1;
        let start = text[..self.start].rfind('\n').map_or(0, |at| at + 1);
        text[start..].lines().next().unwrap_or_default()
    }

    /// The text with its quotes.
    pub fn text(&self) -> &'static str {
        &FILES[self.file].1[self.start..self.end]
    }
}

/// Every quoted text in the files, keys included.
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

/// The texts of [`HARMFUL`], each alone and between letters, and a very long text.
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

/// A text as a TOML string.
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

/// Writes the files to a folder, with the TOML value of one field replaced.
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
        // Some file systems are slow to replace the contents of a file.
        let _ = fs::remove_file(&path);
        fs::write(&path, text).unwrap();
    }
}

/// Writes the files and reads them as a library.
pub fn library(folder: &Path, field: Option<(Field, &str)>) -> Library {
    write(folder, field);
    Library::read(folder).unwrap()
}

/// Path of a file in error messages.
pub fn path(folder: &Path, file: usize) -> PathBuf {
    folder.join(FILES[file].0)
}
