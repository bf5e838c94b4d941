//! `gatefall verify`: compares a game with its golden model, for as long as necessary.

mod arcade;
pub(crate) mod error;
mod handheld;
mod matrix;
mod steps;
mod summary;
mod tictactoe;

pub(crate) use error::VerifyError;
pub(crate) use summary::Summary;

use crate::cli::VerifyArguments;
use crate::error::AppError;
use crate::interrupt::is_interrupted;
use crate::root::game;
use std::path::Path;
use std::time::Instant;

/// Options of games that are played at random.
const RANDOM: [&str; 3] = ["--games", "--for", "--seed"];

pub(crate) fn run(arguments: &VerifyArguments) -> Result<(), AppError> {
    let begun = Instant::now();
    let Summary { text, .. } = compare(arguments, Path::new(""))?;
    if is_interrupted() {
        crate::output::print(&format!("{text}\n"))?;
        return Err(VerifyError::Interrupted.into());
    }
    let took = begun.elapsed().as_secs_f64();
    crate::output::print(&format!("{text}\nNone differs. {took:.0} s\n"))
}

/// Compares as the arguments say. A failing session is written to the folder.
pub(crate) fn compare(arguments: &VerifyArguments, folder: &Path) -> Result<Summary, AppError> {
    let game = game(&arguments.game)?;
    let own: &[&str] = match game.name {
        "arcade" => &["--replay"],
        "matrix" => &["--second"],
        _ => &[],
    };
    let known = match game.name {
        "tictactoe" => own.to_vec(),
        _ => [&RANDOM, own].concat(),
    };
    check_options(game.name, &known, arguments)?;
    match game.name {
        "arcade" => arcade::run(arguments, folder),
        "handheld" => Ok(handheld::run(arguments)?),
        "matrix" => Ok(matrix::run(arguments)?),
        "tictactoe" => Ok(tictactoe::run(game)?),
        "selftest" => Err(VerifyError::NoGame(game.name).into()),
        _ => Err(VerifyError::NoModel(game.name).into()),
    }
}

/// Rejects options without effect on the game.
fn check_options(
    game: &'static str,
    known: &[&str],
    arguments: &VerifyArguments,
) -> Result<(), VerifyError> {
    let given = [
        ("--games", arguments.games.is_some()),
        ("--for", arguments.duration.is_some()),
        ("--seed", arguments.seed.is_some()),
        ("--replay", arguments.replay.is_some()),
        ("--second", arguments.second.is_some()),
    ];
    match given
        .iter()
        .find(|(option, is_given)| *is_given && !known.contains(option))
    {
        None => Ok(()),
        Some((option, _)) => Err(VerifyError::Option {
            option,
            game,
            known: match known {
                [] => "it always tries everything".to_owned(),
                known => format!("it knows {}", known.join(", ")),
            },
        }),
    }
}
