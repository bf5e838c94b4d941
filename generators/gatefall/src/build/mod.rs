//! `gatefall build`.

mod all;
mod cache;
mod job;

#[cfg(feature = "sim")]
pub(crate) use all::{build_all, targets, Outcome};
pub(crate) use job::Target;

use crate::cli::BuildArguments;
use crate::error::AppError;
use crate::output;
use crate::report;
use crate::root::{game_with, setup, Root};
use gatefall_toolchain::{self as toolchain, Session};
use job::build;

pub(crate) fn run(arguments: &BuildArguments, session: &Session) -> Result<(), AppError> {
    let root = Root::find()?;
    let (Some(game_name), Some(board), false) = (&arguments.game, &arguments.board, arguments.all)
    else {
        return all::run(&root, arguments, session);
    };
    let game = &game_with(game_name, &arguments.choices)?;
    let board = root.library()?.board(board)?;
    let setup = setup(game, &board, arguments.setup.as_deref())?;
    output::make_folder(&root.build_folder())?;
    let target = Target {
        game,
        board: &board,
        setup,
        seeds: &arguments.seeds,
    };
    // Detect impossible builds before tools are installed.
    gatefall_project::constraints(game, &board, setup)?;
    let tools = toolchain::find(arguments.tools.into(), &root.tools_folder(), session)?;
    let (report, made) = build(&root, &target, &tools, session)?;
    output::print(&report::table(&report, made.note()))
}
