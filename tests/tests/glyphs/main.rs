//! Sheets of all glyphs, compared with reviewed pictures of them.
//!
//! The dots come from the memories of the circuits, which become block RAM and gates. A sheet that
//! differs is written to the folder of the build for temporary files. Whoever changes a font looks
//! at the new sheet, and copies it to this folder if every glyph is well drawn.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

mod fonts;
mod sheet;

use fonts::{Font, FONTS};
use gatefall_games::arcade::picture::font::code;
use gatefall_netlist::{Netlist, Value};
use sheet::Sheet;
use std::fs;
use std::path::{Path, PathBuf};

/// The reviewed sheet of this name.
fn reviewed(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/glyphs");
    folder.join(format!("{name}.png"))
}

/// The message if a sheet differs from the reviewed one. Then it is written to the folder.
fn failure(name: &str, sheet: &Sheet, folder: &Path) -> Option<String> {
    let reviewed = reviewed(name);
    let differences = match fs::read(&reviewed) {
        Ok(png) => sheet.differences(&png),
        Err(error) => vec![format!("all, {error}")],
    };
    if differences.is_empty() {
        return None;
    }
    fs::create_dir_all(folder).unwrap();
    let path = folder.join(format!("{name}.png"));
    fs::write(&path, sheet.png()).unwrap();
    let (new, old) = (path.display(), reviewed.display());
    Some(format!(
        "the sheet {name} differs from the reviewed one in {}\n\
         Look at {new}. If every glyph is well drawn and unlike the others, accept it:\n\
         cp {new} {old}",
        differences.join(", ")
    ))
}

#[test]
fn the_glyphs_are_those_of_the_reviewed_sheets() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("glyphs");
    let failures = FONTS.iter().flat_map(|font| {
        let sheets = font.sheets(&font.circuit()).into_iter();
        sheets.filter_map(|(name, sheet)| failure(name, &sheet, &folder))
    });
    let failures: Vec<String> = failures.collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// The circuit with another dot in a word of the font.
fn with_changed_dot(circuit: &Netlist, font: &Font, word: usize) -> Netlist {
    let mut circuit = circuit.clone();
    let modules = circuit.modules.values_mut();
    let mut memories = modules.flat_map(|module| module.memories.values_mut());
    let memory = memories.find(|memory| memory.name == font.memory).unwrap();
    let dots = memory.initial[word].to_u64().unwrap();
    let dot = word as u32 % memory.width;
    memory.initial[word] = Value::new(memory.width, dots ^ 1 << dot);
    circuit
}

/// A dot of every drawing, in one line and column or another.
#[test]
fn one_changed_dot_names_its_glyph() {
    for font in FONTS {
        let circuit = font.circuit();
        let sheets = font.sheets(&circuit).into_iter();
        let pngs: Vec<Vec<u8>> = sheets.map(|(_, sheet)| sheet.png()).collect();
        for drawing in 0..font.drawings(&circuit) {
            let word = font.lines * drawing + drawing % font.lines;
            let changed = font.sheets(&with_changed_dot(&circuit, font, word));
            let sheets = changed.iter().zip(&pngs);
            let differences = sheets.flat_map(|((_, sheet), png)| sheet.differences(png));
            let differences: Vec<String> = differences.collect();
            let [difference] = &differences[..] else {
                panic!("{}, drawing {drawing}: {differences:?}", font.game.name);
            };
            let mut numbers = difference.split(|c: char| !c.is_ascii_digit());
            let is_named = numbers.any(|number| number == drawing.to_string());
            assert!(is_named, "drawing {drawing}: {difference}");
        }
    }
}

#[test]
fn a_failure_names_the_glyphs_and_the_new_sheet() {
    let folder = tempfile::tempdir().unwrap();
    let font = &FONTS[0];
    let mut circuit = font.circuit();
    for character in "AZ".chars() {
        let drawing = usize::from(code(character));
        circuit = with_changed_dot(&circuit, font, font.lines * drawing + 3);
    }
    let sheets = font.sheets(&circuit);
    let (name, sheet) = sheets.iter().find(|(name, _)| *name == "arcade").unwrap();
    let message = failure(name, sheet, folder.path()).unwrap();
    let first = message.lines().next().unwrap();
    for named in ["'A' (drawing 32)", "'Z' (drawing 57)"] {
        assert!(first.contains(named), "{first}");
    }
    let path = folder.path().join("arcade.png");
    assert!(
        message.contains(&format!("cp {} ", path.display())),
        "{message}"
    );
    assert_eq!(sheet.differences(&fs::read(path).unwrap()), [""; 0]);
}
