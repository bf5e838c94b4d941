//! `gatefall export`.

use crate::cli::ExportArguments;
use crate::error::AppError;
use crate::output;
use crate::root::{game, setup, Root};

pub(crate) fn run(arguments: &ExportArguments) -> Result<(), AppError> {
    let game = game(&arguments.game)?;
    let board = Root::find()?.library()?.board(&arguments.board)?;
    let setup = setup(game, &board, arguments.setup.as_deref())?;
    let files = gatefall_project::export(game, &board, setup)?;
    output::make_folder(&arguments.output)?;
    output::write_all(&arguments.output, &files)
}
