//! `gatefall constraints`.

use crate::error::AppError;
use crate::output;
use crate::root::Root;
use gatefall_games::GAMES;
use gatefall_project::{constraints, missing_roles};

pub(crate) fn run() -> Result<(), AppError> {
    let root = Root::find()?;
    let library = root.library()?;
    for name in library.board_names() {
        let board = library.board(name)?;
        for game in GAMES
            .iter()
            .filter(|game| missing_roles(game, &board).is_empty())
        {
            let pcf = constraints(game, &board)?;
            let folder = root.constraints_folder().join(name);
            output::make_folder(&folder)?;
            output::write_all(&folder, &[pcf])?;
        }
    }
    Ok(())
}
