//! Inside of a game, as the page shows it: its turns, its boards, and its modules.

use crate::SiteFile;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Turns and boards of a game, by the names of signals and memories.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Inside {
    /// The steps of its viewer.
    pub turns: Option<Turns>,
    /// Boards in memories.
    pub boards: Vec<MemoryBoard>,
}

/// Signals that tell a piece, block or move from the one before. They are read every few thousand
/// cycles, so each value must stay for longer than that.
#[derive(Clone, Debug, Serialize)]
pub struct Turns {
    /// Name of one of them: `piece`.
    pub name: &'static str,
    /// Signal that changes with each of them.
    pub signal: String,
    /// The same number for values between which there is no step. Without numbers each change is
    /// a step.
    pub groups: &'static [u8],
    /// Signal with the number of the player to whom `signal` belongs at the time.
    pub player: Option<String>,
    /// Signal that is 0 while the others are valid.
    pub busy: Option<String>,
}

/// A memory with a board: a word for each cell.
#[derive(Clone, Debug, Serialize)]
pub struct MemoryBoard {
    /// Title.
    pub title: &'static str,
    /// Name of the memory.
    pub memory: String,
    /// Cells in a row.
    pub columns: usize,
    /// Addresses of the cells, row by row, the top left one first.
    pub cells: Vec<u64>,
    /// Kinds of cells, by the word in the memory. Higher words have the kind of their low bits.
    pub kinds: Vec<CellKind>,
}

/// A kind of cell.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct CellKind {
    /// Name. An empty cell has none.
    pub name: &'static str,
    /// Colour, as in a style sheet.
    pub colour: &'static str,
    /// Size of the mark, in percent of the cell.
    pub size: u8,
}

/// The modules of a game: `GAME.modules.json`.
#[derive(Clone, Debug, Serialize)]
pub struct ModuleTree {
    /// Origin of the figures. Absent if none are recorded.
    pub costs: Option<CostsOrigin>,
    /// All modules.
    pub modules: Vec<ModuleEntry>,
    /// All instances, parents before children.
    pub instances: Vec<InstanceEntry>,
}

/// The build of which the figures are.
#[derive(Clone, Debug, Serialize)]
pub struct CostsOrigin {
    /// Title of the board.
    pub board: String,
    /// Commit of the build.
    pub commit: Option<String>,
}

/// A module of a game.
#[derive(Clone, Debug, Serialize)]
pub struct ModuleEntry {
    /// Name in the Verilog.
    pub name: String,
    /// Path of its Rust file.
    pub rust: Option<&'static str>,
    /// True if it has a Verilog text.
    pub verilog: bool,
    /// Its registers.
    pub registers: Vec<String>,
}

/// Hierarchical name, number of the module, logic cells and block RAMs.
#[derive(Clone, Debug, Serialize)]
pub struct InstanceEntry(pub String, pub usize, pub Option<u64>, pub Option<u64>);

/// The texts of a game, or those that games share: JSON that is compressed as gzip does.
#[derive(Clone, Debug, Default, Serialize)]
pub struct SourceTexts<'a> {
    /// Rust files by path.
    pub rust: BTreeMap<&'a str, &'a str>,
    /// Verilog by the name of the module.
    pub verilog: BTreeMap<&'a str, &'a str>,
}

impl ModuleTree {
    /// The file `GAME.modules.json`.
    pub fn file(&self, game: &str) -> SiteFile {
        let json = serde_json::to_vec(self).expect("modules are plain data");
        SiteFile::new(format!("{game}.modules.json"), json)
    }
}

impl SourceTexts<'_> {
    /// The files `GAME.sources.bin` of these games, and `games.sources.bin` with each text that two
    /// of them have. `gzip` compresses.
    pub fn files(games: &[(&str, Self)], gzip: impl Fn(&[u8]) -> Vec<u8>) -> Vec<SiteFile> {
        let shared = SourceTexts {
            rust: shared(games.iter().map(|(_, texts)| &texts.rust)),
            verilog: shared(games.iter().map(|(_, texts)| &texts.verilog)),
        };
        let file = |name: &str, texts: &SourceTexts<'_>| {
            let json = serde_json::to_vec(texts).expect("texts are plain data");
            SiteFile::new(format!("{name}.sources.bin"), gzip(&json))
        };
        let own = games.iter().map(|(game, texts)| {
            let own = SourceTexts {
                rust: without(&texts.rust, &shared.rust),
                verilog: without(&texts.verilog, &shared.verilog),
            };
            file(game, &own)
        });
        own.chain([file("games", &shared)]).collect()
    }
}

type Texts<'a> = BTreeMap<&'a str, &'a str>;

/// The texts that are the same in two of these.
fn shared<'a: 'b, 'b>(all: impl Iterator<Item = &'b Texts<'a>> + Clone) -> Texts<'a> {
    let mut seen = BTreeSet::new();
    let again = all.flatten().filter(|entry| !seen.insert(*entry));
    again.map(|(name, text)| (*name, *text)).collect()
}

/// The texts that are not among the shared ones.
fn without<'a>(texts: &Texts<'a>, shared: &Texts<'a>) -> Texts<'a> {
    let own = (texts.iter()).filter(|(name, text)| shared.get(*name) != Some(*text));
    own.map(|(name, text)| (*name, *text)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_stored_once() {
        let texts = |rust: &[(&'static str, &'static str)]| SourceTexts {
            rust: rust.iter().copied().collect(),
            verilog: BTreeMap::new(),
        };
        let games = [
            ("one", texts(&[("a", "same"), ("b", "of one")])),
            ("two", texts(&[("a", "same"), ("b", "of two")])),
            ("three", texts(&[("a", "other")])),
        ];
        let files = SourceTexts::files(&games, <[u8]>::to_vec);
        let texts = files.iter().map(|file| {
            let text = String::from_utf8_lossy(&file.bytes).into_owned();
            (file.name.as_str(), text)
        });
        let texts: Vec<_> = texts.collect();
        let expected = [
            ("one.sources.bin", r#"{"rust":{"b":"of one"},"verilog":{}}"#),
            ("two.sources.bin", r#"{"rust":{"b":"of two"},"verilog":{}}"#),
            (
                "three.sources.bin",
                r#"{"rust":{"a":"other"},"verilog":{}}"#,
            ),
            ("games.sources.bin", r#"{"rust":{"a":"same"},"verilog":{}}"#),
        ];
        assert_eq!(texts, expected.map(|(name, text)| (name, text.to_owned())));
    }
}
