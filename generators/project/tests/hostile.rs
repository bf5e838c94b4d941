//! Harmful text in a board file does no harm in any file of an exported project.
#![allow(clippy::unwrap_used)] // A test may fail.

#[path = "../../board/tests/every_field/mod.rs"]
mod every_field;

use every_field::{fields, library, quoted, texts, Field, BOARD, FILES};
use gatefall_board::Library;
use gatefall_games::{BuildError, Button, ButtonPort, ClockRange, Game, Params, Role, Settings};
use gatefall_project::export;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use rust_hdl::prelude::*;
use saphyr::{LoadableYamlNode, Yaml};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Lights up and sounds while its button is down.
#[derive(LogicBlock, Default)]
struct Lamp {
    clock: Signal<In, Clock>,
    reset: Signal<In, Bit>,
    go: Signal<In, Bit>,
    control_led: Signal<Out, Bit>,
    audio: Signal<Out, Bit>,
    down: DFF<Bit>,
}

impl Logic for Lamp {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, down);
        self.down.d.next = self.go.val();
        self.control_led.next = self.down.q.val();
        self.audio.next = self.down.q.val();
        if self.reset.val() {
            self.down.d.next = false;
        }
    }
}

fn build(_: &Params) -> Result<Box<dyn Block>, BuildError> {
    let mut lamp = Lamp::default();
    lamp.connect_all();
    Ok(Box::new(lamp))
}

static LAMP: Game = Game {
    name: "lamp",
    summary: "A test",
    needs: &[Role::ControlLed, Role::Audio],
    one_of: &[],
    wants: &[],
    buttons: &[ButtonPort {
        port: "go",
        button: Button::Up,
        keys: &["up"],
    }],
    needs_buttons: true,
    led_matrix: None,
    clock: ClockRange {
        min_hz: 25_000_000,
        preferred_hz: 25_000_000,
        max_hz: 25_000_000,
    },
    settings: Settings::NONE,
    build,
};

/// The texts of an exported project by the names of their files.
type Files = BTreeMap<String, String>;

/// The project, if the board is one.
fn exported(library: &Library, board: &str) -> Option<Files> {
    let board = library.board(board).ok()?;
    let files = export(&LAMP, &board, &board.setups[0]).unwrap();
    Some(
        files
            .into_iter()
            .map(|file| (file.name, file.text))
            .collect(),
    )
}

/// The files with a text in a field, if it is taken.
fn with(folder: &Path, field: Field, text: &str) -> Option<Files> {
    exported(&library(folder, Some((field, &quoted(text)))), BOARD)
}

#[test]
fn the_title_of_a_board_is_only_a_title() {
    let folder = tempfile::tempdir().unwrap();
    let harmless = exported(&library(folder.path(), None), BOARD).unwrap();
    let title = fields()[0];
    assert_eq!(title.line(), "title = \"Harmless\"");
    let mut taken = 0;
    for text in texts() {
        if let Some(files) = with(folder.path(), title, &text) {
            check(&files, &harmless, &text);
            taken += 1;
        }
    }
    assert!(taken >= 30, "only {taken} titles were taken");
}

#[test]
fn texts_that_are_not_the_title_of_the_board_are_in_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let harmless = exported(&library(folder.path(), None), BOARD).unwrap();
    let mut taken = 0;
    for field in &fields()[1..] {
        for text in [
            "$(touch pwned)",
            "\n$(shell touch pwned)\n#",
            "*/ \" ' ` \\",
            "../x",
        ] {
            if let Some(files) = with(folder.path(), *field, text) {
                assert_eq!(files, harmless, "{}: {text}", field.line());
                taken += 1;
            }
        }
    }
    assert!(taken >= 20, "only {taken} texts were taken");
}

/// The project is the harmless one but for its title.
fn check(files: &Files, harmless: &Files, title: &str) {
    assert!(files.keys().eq(harmless.keys()), "{title:?}");
    for (name, text) in files {
        let old = &harmless[name];
        let says = format!("{name} of {title:?}:\n{text}");
        match name.as_str() {
            "Makefile" => {
                assert_eq!(make(files), make(harmless), "{says}");
                assert_eq!(rules(text), rules(old), "{says}");
            }
            "top.v" => assert_eq!(tokens(text), tokens(old), "{says}"),
            "lamp.pcf" => assert_eq!(constraints(text), constraints(old), "{says}"),
            "lamp.core" => {
                let (description, rest) = core(text);
                assert_eq!(description, format!("lamp on {title}"), "{says}");
                assert_eq!(rest, core(old).1, "{says}");
            }
            "README.md" => {
                let (heading, rest) = readme(text);
                let heading = heading.expect(&says);
                assert_eq!(
                    heading.trim_end(),
                    format!("lamp on {title}").trim_end(),
                    "{says}"
                );
                assert_eq!(rest, readme(old).1, "{says}");
            }
            _ => assert_eq!(text, old, "{says}"),
        }
    }
}

/// The commands that make would run, when it has only looked; nothing is written.
fn make(files: &Files) -> String {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let mut make = Command::new("make");
    // The tests may run under make themselves.
    make.env_remove("MAKEFLAGS").env_remove("MAKELEVEL");
    make.args(["-n", "lamp.bin", "test", "waves", "prog", "clean"]);
    let output = make.current_dir(folder.path()).output().unwrap();
    assert_eq!(
        fs::read_dir(folder.path()).unwrap().count(),
        files.len(),
        "{files:?}"
    );
    let said = [output.stdout, output.stderr].concat();
    format!("{}: {}", output.status, String::from_utf8(said).unwrap())
}

/// The lines of a Makefile that are not comments. A `\` takes the next line into the comment.
fn rules(text: &str) -> Vec<&str> {
    let lines = text.lines();
    assert!(
        lines
            .clone()
            .all(|line| !(line.starts_with('#') && line.ends_with('\\'))),
        "{text}"
    );
    lines.filter(|line| !line.starts_with('#')).collect()
}

/// Verilog without its comments: both kinds, and none in a string.
fn tokens(text: &str) -> String {
    let mut tokens = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let end = match c {
            '"' => rest[1..].find('"').map(|end| end + 2),
            _ if rest.starts_with("//") => rest.find('\n'),
            _ if rest.starts_with("/*") => rest.find("*/").map(|end| end + 2),
            _ => Some(c.len_utf8()),
        };
        let (token, after) = rest.split_at(end.unwrap_or(rest.len()));
        match token.starts_with("//") || token.starts_with("/*") {
            true => tokens.push(' '),
            false => tokens += token,
        }
        rest = after;
    }
    tokens
}

/// The words of each line of a PCF file.
fn constraints(text: &str) -> Vec<Vec<&str>> {
    let lines = text
        .lines()
        .map(|line| line.split('#').next().unwrap_or_default());
    let words = lines.map(|line| line.split_whitespace().collect::<Vec<_>>());
    words.filter(|words| !words.is_empty()).collect()
}

/// The description in a core file of FuseSoC, and everything else.
fn core(text: &str) -> (String, Yaml<'_>) {
    // The first line is not YAML for all readers.
    let text = text.strip_prefix("CAPI=2:\n").unwrap();
    let mut documents = Yaml::load_from_str(text).unwrap();
    assert_eq!(documents.len(), 1, "{text}");
    let mut core = documents.remove(0);
    let fields = core.as_mapping_mut().unwrap();
    let description = fields.remove(&Yaml::value_from_str("description")).unwrap();
    (description.as_str().unwrap().to_owned(), core)
}

/// The heading of a Markdown file, if it is text only, and everything after it.
fn readme(text: &str) -> (Option<String>, Vec<Event<'_>>) {
    let options = Options::ENABLE_GFM
        | Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_MATH;
    let mut events = Parser::new_ext(text, options);
    assert!(matches!(
        events.next(),
        Some(Event::Start(Tag::Heading { .. }))
    ));
    let mut heading = Some(String::new());
    for event in events.by_ref() {
        match (event, &mut heading) {
            (Event::End(TagEnd::Heading(_)), _) => break,
            (Event::Text(text), Some(heading)) => heading.push_str(&text),
            _ => heading = None,
        }
    }
    (heading, events.collect())
}

#[test]
fn names_of_boards_mean_nothing_to_fusesoc() {
    for (board, target) in [
        ("sim", "sim-board"),
        ("default", "default-board"),
        ("lint", "lint-board"),
        ("null", "null"),
        ("true", "true"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        library(folder.path(), None);
        fs::write(folder.path().join(format!("{board}.toml")), FILES[0].1).unwrap();
        let files = exported(&Library::read(folder.path()).unwrap(), board).unwrap();
        let (_, core) = core(&files["lamp.core"]);
        let targets = core
            .as_mapping_get("targets")
            .unwrap()
            .as_mapping()
            .unwrap();
        let names: Vec<_> = targets.keys().map(|name| name.as_str().unwrap()).collect();
        assert_eq!(names, ["default", "lint", "sim", target]);
        assert!(
            files["README.md"].contains(&format!("--target={target} ")),
            "{board}"
        );
    }
}
