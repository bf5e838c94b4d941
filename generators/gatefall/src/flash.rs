//! `gatefall flash`.

use crate::cli::FlashArguments;
use crate::error::{io, AppError};
use crate::output;
use crate::report::{sha256, Report};
use crate::root::{game, setup, Root};
use gatefall_board::{Board, Program};
use gatefall_toolchain::{chip_of, find_writer, Session, Writer};
use std::fs;
use std::path::{Path, PathBuf};

pub(crate) fn run(arguments: &FlashArguments, session: &Session) -> Result<(), AppError> {
    let root = Root::find()?;
    let game = game(&arguments.game)?;
    let board = root.library()?.board(&arguments.board)?;
    let setup = setup(game, &board, arguments.setup.as_deref())?;
    let Some(program) = &board.program else {
        let board = board.name.clone();
        return Err(AppError::NoProgrammerKnown { board });
    };
    if arguments.sram && !program.sram {
        let board = board.name.clone();
        return Err(AppError::NoSram { party: board });
    }
    let folder = root.game_folder(game, &board, setup);
    let bitstream = checked_bitstream(&folder, game.name, &board)?;
    let writer = writer(program, &board)?;
    if arguments.sram && !writer.can_load_sram() {
        let party = writer.name().to_owned();
        return Err(AppError::NoSram { party });
    }
    writer
        .detect(&folder, session)
        .map_err(|source| AppError::NoBoardAnswers {
            board: board.title.clone(),
            usb: program.usb.clone(),
            source: Box::new(source),
        })?;
    writer
        .write(&bitstream, arguments.sram, &folder, session)
        .map_err(|source| AppError::HalfWritten {
            source: Box::new(source),
        })?;
    let checked = match (writer.reads_back(), arguments.sram) {
        (true, false) => ", and read it back",
        _ => "",
    };
    output::print(&format!(
        "{} wrote {} into the {}{checked}\n",
        writer.name(),
        bitstream.display(),
        board.title
    ))
}

/// The bitstream of the last build: whole, for the chip of the board, and what its report says that it is.
fn checked_bitstream(folder: &Path, game: &str, board: &Board) -> Result<PathBuf, AppError> {
    let path = folder.join(format!("{game}.bin"));
    if !path.exists() {
        return Err(AppError::NotBuilt {
            game: game.to_owned(),
            board: board.name.clone(),
            path,
        });
    }
    let contents = fs::read(&path).map_err(io("read", &path))?;
    let wrong = |message: String| AppError::BadBitstream {
        path: path.clone(),
        message,
    };
    let chip = chip_of(&contents).map_err(|error| wrong(error.to_string()))?;
    if chip != board.package.chip() {
        return Err(wrong(format!(
            "it is for a chip of {chip}, and the {} has one of {}",
            board.title,
            board.package.chip()
        )));
    }
    let report = Report::read(folder)?;
    if report.bitstream.sha256 != sha256(&contents) {
        return Err(wrong("it is not what its report.json speaks of".to_owned()));
    }
    Ok(path)
}

fn writer(program: &Program, board: &Board) -> Result<Writer, AppError> {
    let names = || program.with.iter().map(|programmer| programmer.name());
    find_writer(names()).ok_or_else(|| AppError::NoProgrammer {
        board: board.title.clone(),
        names: names().collect::<Vec<_>>().join(", "),
    })
}
