//! `gatefall constraints`.

use crate::error::{io, AppError};
use crate::output;
use crate::root::{variant, Root};
use gatefall_board::{Board, Setup};
use gatefall_games::{circuits, Game};
use gatefall_project::{constraints, TextFile};
use std::fs;
use std::io::ErrorKind;

pub(crate) fn run() -> Result<(), AppError> {
    let root = Root::find()?;
    for board in root.boards()? {
        for game in circuits() {
            let setups = board.setups.iter();
            let files = setups.filter_map(|setup| {
                let TextFile { text, .. } = constraints(game, &board, setup).ok()?;
                let name = file_name(game, &board, setup);
                Some(TextFile { name, text })
            });
            let files: Vec<TextFile> = files.collect();
            if !files.is_empty() {
                let folder = root.constraints_folder().join(&board.name);
                output::make_folder(&folder)?;
                output::write_all(&folder, &files)?;
            }
        }
    }
    Ok(())
}

fn file_name(game: &Game, board: &Board, setup: &Setup) -> String {
    format!("{}.pcf", variant(game, board, setup))
}

/// Fails if the committed PCF file, if there is one, differs from the one made from the board
/// files. This ensures that a build uses the pins that the committed file shows.
pub(crate) fn check(
    root: &Root,
    game: &Game,
    board: &Board,
    setup: &Setup,
    pcf: &TextFile,
) -> Result<(), AppError> {
    let folder = root.constraints_folder().join(&board.name);
    let path = folder.join(file_name(game, board, setup));
    let committed = match fs::read(&path) {
        // Bytes that are not UTF-8 are shown as another text.
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(io("read", &path)(error)),
    };
    if committed == pcf.text {
        return Ok(());
    }
    let (mut found, mut wanted) = (committed.lines(), pcf.text.lines());
    let mut line = 1;
    // If all lines are equal, the texts differ after the last line.
    let (found, wanted) = loop {
        match (found.next(), wanted.next()) {
            (Some(found), Some(wanted)) if found == wanted => line += 1,
            different => break different,
        }
    };
    let shown = |text: Option<&str>| text.map_or("nothing".to_owned(), |text| format!("`{text}`"));
    Err(AppError::StaleConstraint {
        path,
        line,
        found: shown(found),
        wanted: shown(wanted),
    })
}
