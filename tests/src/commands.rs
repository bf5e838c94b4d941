//! Commands of the documentation: in blocks of code, and in code within the text.

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use std::fs;
use std::path::{Path, PathBuf};

/// First words of the commands that are collected.
const PROGRAMS: [&str; 3] = ["gatefall", "make", "cargo"];
/// Folders with a README, besides the root and `docs`.
const FOLDERS: [&str; 5] = [
    "docs",
    "tests",
    "sim/design",
    "generators/lower",
    "generators/verilog",
];

/// A command of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenCommand {
    /// Path of the page in the project.
    pub page: String,
    /// The words, without quotation marks.
    pub words: Vec<String>,
    /// It is within the text. A name of a command may stand there without its arguments.
    pub is_inline: bool,
}

/// Root of the project.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Paths of the pages in the project.
///
/// # Panics
/// If a folder cannot be read.
pub fn pages() -> Vec<String> {
    let mut pages = Vec::new();
    for folder in [""].iter().chain(&FOLDERS) {
        let entries = fs::read_dir(root().join(folder)).expect("the folder of the pages");
        for entry in entries {
            let name = entry.expect("an entry").file_name();
            let name = name.to_string_lossy();
            if name.ends_with(".md") {
                let start = if folder.is_empty() { "" } else { "/" };
                pages.push(format!("{folder}{start}{name}"));
            }
        }
    }
    pages.sort();
    pages
}

/// Every command of every page.
///
/// # Panics
/// If a page cannot be read.
pub fn written_commands() -> Vec<WrittenCommand> {
    let mut commands = Vec::new();
    for page in pages() {
        let text = fs::read_to_string(root().join(&page)).expect("a page");
        commands.extend(commands_of(&page, &text));
    }
    commands
}

fn commands_of(page: &str, text: &str) -> Vec<WrittenCommand> {
    let mut commands = Vec::new();
    let mut add = |line: &str, is_inline: bool| {
        for part in line.split("&&") {
            let words = words(part);
            let is_command = words.len() > 1 || words == ["make"];
            if is_command && PROGRAMS.contains(&words[0].as_str()) {
                let page = page.to_owned();
                commands.push(WrittenCommand {
                    page,
                    words,
                    is_inline,
                });
            }
        }
    };
    // Text of a block of commands. Blocks in other languages have none.
    let mut block: Option<String> = None;
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::CodeBlock(kind)) => {
                let is_shell = match kind {
                    CodeBlockKind::Indented => true,
                    CodeBlockKind::Fenced(language) => ["", "sh"].contains(&&*language),
                };
                block = is_shell.then(String::new);
            }
            Event::End(TagEnd::CodeBlock) => {
                let lines = block.take().unwrap_or_default().replace("\\\n", " ");
                lines.lines().for_each(|line| add(line, false));
            }
            Event::Text(text) => {
                if let Some(block) = &mut block {
                    block.push_str(&text);
                }
            }
            Event::Code(text) => add(&text, true),
            _ => {}
        }
    }
    commands
}

/// Words of a line of a shell, without its comment.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let (mut word, mut quote) = (String::new(), None);
    for letter in line.chars() {
        match (letter, quote) {
            ('#', None) if word.is_empty() => break,
            (letter, Some(end)) if letter == end => quote = None,
            ('\'' | '"', None) => quote = Some(letter),
            (letter, None) if letter.is_whitespace() => words.push(std::mem::take(&mut word)),
            (letter, _) => word.push(letter),
        }
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_found_in_blocks_and_in_the_text() {
        let text = "Call `gatefall list`, `make` or `other thing`; `gatefall` alone is a name.\n\n\
                    ```\nmake play   # a comment\ngatefall sim arcade \\\n  --signals 'a b*'\n\
                    cd x && cargo run -- man\n```\n\n```rust\nmake it\n```\n";
        let found = commands_of("page", text);
        let found: Vec<(String, bool)> = found
            .into_iter()
            .map(|command| (command.words.join("|"), command.is_inline))
            .collect();
        let expected = [
            ("gatefall|list", true),
            ("make", true),
            ("make|play", false),
            ("gatefall|sim|arcade|--signals|a b*", false),
            ("cargo|run|--|man", false),
        ];
        assert_eq!(
            found,
            expected.map(|(text, inline)| (text.to_owned(), inline))
        );
    }

    #[test]
    fn the_pages_have_many_commands() {
        let commands = written_commands();
        assert!(commands.len() > 100, "{}", commands.len());
        let of = |page: &str| {
            commands
                .iter()
                .filter(|command| command.page == page)
                .count()
        };
        for page in ["README.md", "docs/commands.md", "CONTRIBUTING.md"] {
            assert!(of(page) > 4, "{page}");
        }
    }
}
