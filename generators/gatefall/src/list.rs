//! `gatefall list`.

use crate::error::AppError;
use crate::output;
use crate::root::Root;
use gatefall_board::Board;
use gatefall_games::GAMES;
use gatefall_project::missing_roles;
use std::fmt::Write;

pub(crate) fn run() -> Result<(), AppError> {
    let library = Root::find()?.library()?;
    let boards: Vec<Board> = library
        .board_names()
        .map(|name| library.board(name))
        .collect::<Result<_, _>>()?;
    output::print(&text(&boards))
}

fn text(boards: &[Board]) -> String {
    let mut text = String::from("Games:\n");
    let width = boards
        .iter()
        .map(|board| board.name.len())
        .chain(GAMES.iter().map(|game| game.name.len()))
        .max()
        .unwrap_or(0);
    for game in GAMES {
        let runs_on: Vec<&str> = boards
            .iter()
            .filter(|board| missing_roles(game, board).is_empty())
            .map(|board| board.name.as_str())
            .collect();
        let runs_on = if runs_on.is_empty() {
            "no board".to_owned()
        } else {
            runs_on.join(", ")
        };
        line(&mut text, width, game.name, game.summary);
        line(&mut text, width, "", &format!("runs on {runs_on}"));
    }
    text += "Boards:\n";
    for board in boards {
        let offers: Vec<&str> = board
            .peripherals
            .iter()
            .map(|peripheral| peripheral.role.name())
            .collect();
        let part = format!("{}-{}", board.package.device, board.package.name);
        line(
            &mut text,
            width,
            &board.name,
            &format!("{}, {part}", board.title),
        );
        line(
            &mut text,
            width,
            "",
            &format!("offers {}", offers.join(", ")),
        );
    }
    text
}

fn line(text: &mut String, width: usize, name: &str, what: &str) {
    writeln!(text, "  {name:width$}  {what}").expect("a string takes everything");
}
