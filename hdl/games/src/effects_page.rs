//! Compares the sound effects of the small games with `docs/rules.md`.

use crate::{handheld, matrix, tictactoe};
use gatefall_widgets::audio::sound_effects::Note;

const PAGE: &str = include_str!("../../../docs/rules.md");

/// Name and sound of each effect, from the table with this unit of time.
fn table(unit: &str) -> Vec<(&'static str, &'static str)> {
    let header = format!("| effect | when | sound: Hz x slots{unit} |");
    let mut lines = PAGE.lines().skip_while(|line| *line != header);
    assert!(lines.next().is_some(), "no table `{header}`");
    let rows = lines.skip(1).take_while(|line| line.starts_with('|'));
    let cells = rows.map(|line| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        (cells[1], cells[3])
    });
    cells.collect()
}

/// Frequency and slots of the notes in a cell such as `784, 1,047 x 6 each, 1,319 x 12`.
fn notes(cell: &str) -> Vec<(u32, u8)> {
    let (mut notes, mut tones) = (Vec::new(), Vec::new());
    let mut words = cell.split_whitespace().map(|word| word.replace(',', ""));
    while let Some(word) = words.next() {
        match word.as_str() {
            "each" => {}
            "x" => {
                let slots = words.next().expect("slots").parse().expect("a number");
                notes.extend(tones.drain(..).map(|hz| (hz, slots)));
            }
            comment if comment.starts_with('(') => break,
            number => tones.push(number.parse().expect("a frequency")),
        }
    }
    assert!(tones.is_empty(), "`{cell}`");
    notes
}

/// Compares a table with the effects of a game, whose names are in the order of their numbers.
#[track_caller]
fn check(unit: &str, names: &[&str], effects: &[&[Note]]) {
    let table = table(unit);
    assert_eq!(table.len(), names.len());
    assert_eq!(table.len(), effects.len());
    for (name, effect) in names.iter().zip(effects) {
        let row = table.iter().find(|(found, _)| found == name);
        let (_, sound) = row.unwrap_or_else(|| panic!("no row `{name}`"));
        let played: Vec<(u32, u8)> = effect.iter().map(|note| (note.hz, note.slots)).collect();
        assert_eq!(notes(sound), played, "{name}");
    }
}

#[test]
fn effects_of_handheld_are_those_of_the_page() {
    let names = [
        "move",
        "rotate",
        "lock",
        "lines",
        "quad",
        "game over",
        "beep",
        "hold",
        "alarm",
    ];
    check("", &names, &handheld::sound_trigger::EFFECTS);
}

#[test]
fn effects_of_matrix_are_those_of_the_page() {
    let names = ["move", "rotate", "lock", "line", "win", "loss"];
    check(" of 10 ms", &names, &matrix::sounds::EFFECTS);
}

#[test]
fn effects_of_tictactoe_are_those_of_the_page() {
    let names = ["move", "place", "refuse", "win", "draw"];
    check(" of 1/128 s", &names, &tictactoe::EFFECTS);
}
