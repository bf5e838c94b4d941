//! Compares the rows of menu and settings with the model.

use super::{number, table};
use crate::arcade::{Choices, Row};
use crate::picture::{value, HELP};

/// The values in a cell: `1 to 30 ticks`, or a list.
fn values(cell: &str) -> Vec<String> {
    let expand = |part: &str| match part.split_once(" to ") {
        Some((first, last)) => {
            let numbers = number(first)..=number(last);
            numbers.map(|value| value.to_string()).collect()
        }
        None => vec![part.to_owned()],
    };
    let list = cell.trim_end_matches(" ticks").split(", ");
    list.flat_map(expand).collect()
}

/// Compares a row of the table with all values of a row of the model, from its start value on.
#[track_caller]
fn check(line: &[&str], row: Row, mut choices: Choices) {
    let start = value(&choices, row);
    assert_eq!(line[2], start, "start value of {}", line[0]);
    let mut listed = values(line[1]);
    let first = listed.iter().position(|text| *text == start);
    listed.rotate_left(first.unwrap_or_else(|| panic!("{} has no {start}", line[0])));
    for text in &listed {
        assert_eq!(*text, value(&choices, row), "{}", line[0]);
        choices.change(row, true);
    }
    assert_eq!(value(&choices, row), start, "{} has more values", line[0]);
}

#[test]
fn rows_and_their_values_are_those_of_the_model() {
    let table = table("row | values");
    let (modes, others) = table.split_at(2);
    let [of_one, of_two] = modes else {
        panic!("{modes:?}");
    };
    assert_eq!(
        [of_one[0], of_two[0]],
        ["MODE, one player", "MODE, two players"]
    );
    check(of_one, Row::Mode, Choices::default());
    let two = Choices {
        players: 2,
        ..Choices::default()
    };
    check(of_two, Row::Mode, two);
    let menu = ["PLAYERS", "LEVEL", "SKIN"]
        .into_iter()
        .zip([Row::Players, Row::Level, Row::Skin]);
    let settings = HELP.iter().map(|(label, _)| *label).zip(Row::SETTINGS);
    let rows: Vec<(&str, Row)> = menu.chain(settings).collect();
    assert_eq!(others.len(), rows.len());
    for (line, (label, row)) in others.iter().zip(rows) {
        assert_eq!(line[0], label);
        check(line, row, Choices::default());
    }
}
