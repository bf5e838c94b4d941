//! `gatefall verilog`.

use crate::cli::VerilogArguments;
use crate::error::AppError;
use crate::output::{self, Folder};
use crate::root::{game_with, setup, Root};
use gatefall_project::{core, project, TextFile};

pub(crate) fn run(arguments: &VerilogArguments) -> Result<(), AppError> {
    let game = &game_with(&arguments.game, &arguments.choices)?;
    let (verilog, pcf) = match &arguments.board {
        Some(board) => {
            let board = Root::find()?.library()?.board(board)?;
            let setup = setup(game, &board, arguments.setup.as_deref())?;
            let project = project(game, &board, setup)?;
            (project.verilog, Some(project.pcf))
        }
        None => (core(game, &game.params())?, None),
    };
    let Some(folder) = &arguments.output else {
        let texts: Vec<&str> = verilog.iter().map(|file| file.text.as_str()).collect();
        return output::print(&texts.join("\n"));
    };
    let files: Vec<TextFile> = verilog.into_iter().chain(pcf).collect();
    Folder::open(folder, &files, output::VERILOG, arguments.force)?.write_all(&files)
}
