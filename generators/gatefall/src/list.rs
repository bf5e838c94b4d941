//! `gatefall list`.

use crate::error::AppError;
use crate::output;
use crate::results::Records;
use crate::root::Root;
use gatefall_board::{Board, Setup};
use gatefall_games::{circuits, selftest, Game, Setting};
use gatefall_project::{constraints, default_setup};
use std::fmt::Write;

pub(crate) fn run() -> Result<(), AppError> {
    let root = Root::find()?;
    output::print(&text(&root.boards()?, &Records::read(&root)?))
}

fn text(boards: &[Board], records: &Records) -> String {
    let mut text = String::from("Games:\n");
    let width = boards
        .iter()
        .map(|board| board.name.len())
        .chain(circuits().map(|game| game.name.len()))
        .max()
        .unwrap_or(0);
    for game in circuits() {
        if game.name == selftest::GAME.name {
            text += "Test of a board:\n";
        }
        line(&mut text, width, game.name, game.summary);
        for setting in game.settings.known() {
            line(&mut text, width, "", &described(setting));
        }
        for board in boards {
            line(&mut text, width, "", &runs_on(game, board, records));
        }
    }
    text += "Boards:\n";
    for board in boards {
        let part = format!("{}-{}", board.package.device, board.package.name);
        line(
            &mut text,
            width,
            &board.name,
            &format!("{}, {part}", board.title),
        );
        for setup in &board.setups {
            let with = setup
                .name
                .as_ref()
                .map_or(String::new(), |name| format!("setup {name} "));
            let offers = setup.offers().join(", ");
            line(&mut text, width, "", &format!("{with}offers {offers}"));
        }
    }
    text
}

/// Line for a game on a board: its setups, or the reason why it does not run. Reasons are missing
/// peripherals, and recorded builds that did not fit or were too slow.
fn runs_on(game: &Game, board: &Board, records: &Records) -> String {
    let name = &board.name;
    if let Err(error) = default_setup(game, board) {
        return format!("not on {name}: {}", error.reason());
    }
    let setups = board
        .setups
        .iter()
        .filter(|setup| constraints(game, board, setup).is_ok());
    let (unfit, fitting): (Vec<&Setup>, Vec<&Setup>) =
        setups.partition(|setup| records.why_not(game, board, setup).is_some());
    if let (Some(setup), true) = (unfit.first(), fitting.is_empty()) {
        let why = records.why_not(game, board, setup).unwrap_or_default();
        return format!("not on {name}: {why}");
    }
    let names: Vec<&str> = fitting
        .iter()
        .filter_map(|setup| setup.name.as_deref())
        .collect();
    match names.is_empty() {
        true => format!("runs on {name}"),
        false => format!("runs on {name}, setup {}", names.join(" or ")),
    }
}

/// Line for a setting: its value without a choice, what it takes, and its meaning.
fn described(setting: &Setting) -> String {
    let small = match setting.needs_cells {
        0 => String::new(),
        cells => format!("; 0 without a choice below {cells} logic cells"),
    };
    format!(
        "--set {}={} ({}): {}{small}",
        setting.name,
        setting.start_text(),
        setting.values,
        setting.summary
    )
}

fn line(text: &mut String, width: usize, name: &str, what: &str) {
    writeln!(text, "  {name:width$}  {what}").expect("a string takes everything");
}
