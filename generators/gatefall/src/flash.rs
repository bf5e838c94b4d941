//! `gatefall flash`.

use crate::cli::FlashArguments;
use crate::error::{io, AppError};
use crate::output;
use crate::report::{check_is_current, Report};
use crate::root::{game_with, setup, words, Root};
use gatefall_board::{Board, Programming, Setup};
use gatefall_games::Game;
use gatefall_project::constraints;
use gatefall_toolchain::{
    chip_of, find_programmer, how_to_install, sha256, InstalledProgrammer, Session, ToolError,
};
use std::fs;
use std::path::{Path, PathBuf};

pub(crate) fn run(arguments: &FlashArguments, session: &Session) -> Result<(), AppError> {
    let root = Root::find()?;
    let game = &game_with(&arguments.game, &arguments.choices)?;
    let board = root.library()?.board(&arguments.board)?;
    let setup = setup(game, &board, arguments.setup.as_deref())?;
    let Some(program) = &board.program else {
        let board = board.name.to_string();
        return Err(AppError::NoProgrammerKnown { board });
    };
    if arguments.sram && !program.sram {
        let board = board.name.to_string();
        return Err(AppError::NoSram { party: board });
    }
    let folder = root.game_folder(game, &board, setup);
    let bitstream = checked_bitstream(&folder, game, &board, setup)?;
    let programmer = programmer(program, &board, &bitstream)?;
    if arguments.sram && !programmer.can_load_sram() {
        let party = programmer.name().to_owned();
        return Err(AppError::NoSram { party });
    }
    programmer
        .detect(&folder, session)
        .map_err(|error| match error {
            ToolError::ToolFailed { .. } => AppError::NoBoardAnswers {
                board: board.title.to_string(),
                usb: program.usb.to_string(),
                source: Box::new(error),
            },
            _ => error.into(),
        })?;
    programmer
        .write(&bitstream, arguments.sram, &folder, session)
        .map_err(|error| match error {
            ToolError::ToolFailed { .. } | ToolError::Interrupted if !arguments.sram => {
                AppError::HalfWritten {
                    source: Box::new(error),
                }
            }
            _ => error.into(),
        })?;
    let checked = match (programmer.reads_back(), arguments.sram) {
        (true, false) => ", and read it back",
        _ => "",
    };
    output::print(&format!(
        "{} wrote {} into the {}{checked}\n",
        programmer.name(),
        bitstream.display(),
        board.title
    ))
}

/// Path of the last build's bitstream. Checks that it is complete, made for the board's chip and
/// the setup's pins, and equal to the one in its report.
pub(crate) fn checked_bitstream(
    folder: &Path,
    game: &Game,
    board: &Board,
    setup: &Setup,
) -> Result<PathBuf, AppError> {
    let path = folder.join(format!("{}.bin", game.name));
    if !path.exists() {
        return Err(AppError::NotBuilt {
            game: words(game),
            board: board.name.to_string(),
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
    // The PCF file names the setup, too. It is another one if the board file has a new default.
    check_is_current(folder, &constraints(game, board, setup)?)?;
    Ok(path)
}

fn programmer(
    program: &Programming,
    board: &Board,
    bitstream: &Path,
) -> Result<InstalledProgrammer, AppError> {
    let names = || program.with.iter().map(|programmer| programmer.name());
    find_programmer(names()).ok_or_else(|| {
        let how = |name| format!("{name} ({})", source_of(name));
        let how: Vec<String> = names().map(how).collect();
        let mut help = format!("install {}", how.join(", or "));
        if let Some(drive) = &program.drive {
            let file = bitstream.display();
            help += &format!(
                "; or copy `{file}` onto the drive `{drive}`, as which the board shows itself"
            );
        }
        let board = board.title.to_string();
        AppError::NoProgrammer { board, help }
    })
}

/// Installation advice for a programmer of a board file.
pub(crate) fn source_of(programmer: &str) -> &'static str {
    how_to_install(programmer).expect("every programmer of a board file is one that can be called")
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_board::Programmer;

    #[test]
    fn each_programmer_of_a_board_file_can_be_called() {
        for programmer in Programmer::ALL {
            assert!(!source_of(programmer.name()).is_empty());
        }
    }
}
