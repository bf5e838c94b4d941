//! The two sectors of the flash that a game may write, in a file: what a game saves outlasts a run.

use super::SimError;
use crate::error::{io, AppError};
use crate::output;
use gatefall_devices::{Running, FLASH_BYTES};
use gatefall_games::Game;
use std::io::ErrorKind;
use std::path::Path;

/// Fills the flash from the file of `--flash`, which need not exist.
pub(crate) fn load(
    path: Option<&Path>,
    game: &Game,
    running: &mut Running,
) -> Result<(), AppError> {
    let Some(path) = path else { return Ok(()) };
    check_has_flash(game, running)?;
    // An unwritable place fails before the game is played.
    output::check_place(path)?;
    let bytes = match std::fs::read(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        bytes => bytes.map_err(io("read", path))?,
    };
    if bytes.len() != FLASH_BYTES {
        return Err(SimError::FlashFile {
            path: path.to_owned(),
            bytes: bytes.len(),
        }
        .into());
    }
    running.set_flash(&bytes);
    Ok(())
}

/// Fills the flash with that of a replay.
pub(crate) fn fill(bytes: &[u8], game: &Game, running: &mut Running) -> Result<(), SimError> {
    check_has_flash(game, running)?;
    running.set_flash(bytes);
    Ok(())
}

fn check_has_flash(game: &Game, running: &mut Running) -> Result<(), SimError> {
    match running.flash() {
        Some(_) => Ok(()),
        None => Err(SimError::NoFlash(game.name)),
    }
}

/// Writes the flash to the file that [`load`] has accepted.
pub(crate) fn store(path: Option<&Path>, running: &mut Running) -> Result<(), AppError> {
    match (path, running.flash()) {
        (Some(path), Some(bytes)) => output::write(path, &bytes),
        _ => Ok(()),
    }
}
