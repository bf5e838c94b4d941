//! `gatefall export`.

use crate::cli::ExportArguments;
use crate::error::AppError;
use crate::output::{self, Folder};
use crate::root::{game_with, setup, Root};

pub(crate) fn run(arguments: &ExportArguments) -> Result<(), AppError> {
    let game = &game_with(&arguments.game, &arguments.choices)?;
    let board = Root::find()?.library()?.board(&arguments.board)?;
    let setup = setup(game, &board, arguments.setup.as_deref())?;
    let files = gatefall_project::export(game, &board, setup)?;
    let (folder, force) = (&arguments.output, arguments.force);
    Folder::open(folder, &files, output::EXPORT, force)?.write_all(&files)
}
