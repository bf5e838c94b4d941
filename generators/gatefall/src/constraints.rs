//! `gatefall constraints`.

use crate::error::AppError;
use crate::output;
use crate::root::{variant, Root};
use gatefall_games::GAMES;
use gatefall_project::{constraints, TextFile};

pub(crate) fn run() -> Result<(), AppError> {
    let root = Root::find()?;
    let library = root.library()?;
    for name in library.board_names() {
        let board = library.board(name)?;
        for game in GAMES {
            let setups = board.setups.iter();
            let files = setups.filter_map(|setup| {
                let TextFile { text, .. } = constraints(game, &board, setup).ok()?;
                let name = format!("{}.pcf", variant(game, &board, setup));
                Some(TextFile { name, text })
            });
            let files: Vec<TextFile> = files.collect();
            if !files.is_empty() {
                let folder = root.constraints_folder().join(name);
                output::make_folder(&folder)?;
                output::write_all(&folder, &files)?;
            }
        }
    }
    Ok(())
}
