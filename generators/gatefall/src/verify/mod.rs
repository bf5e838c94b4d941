//! `gatefall verify`: compares a game with its golden model, for as long as necessary.

mod arcade;
pub(crate) mod error;
mod handheld;
mod matrix;
mod steps;
mod tictactoe;

pub(crate) use error::VerifyError;

use crate::cli::VerifyArguments;
use crate::error::AppError;
use crate::interrupt::INTERRUPTED;
use crate::root::game;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// Options of games that are played at random.
const RANDOM: [&str; 3] = ["--games", "--for", "--seed"];

pub(crate) fn run(arguments: &VerifyArguments) -> Result<(), AppError> {
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
    let begun = Instant::now();
    let summary = match game.name {
        "arcade" => arcade::run(arguments)?,
        "handheld" => handheld::run(arguments)?,
        "matrix" => matrix::run(arguments)?,
        "tictactoe" => tictactoe::run(game)?,
        "selftest" => return Err(VerifyError::NoGame(game.name).into()),
        _ => return Err(VerifyError::NoModel(game.name).into()),
    };
    if INTERRUPTED.load(Ordering::Relaxed) {
        crate::output::print(&format!("{summary}\n"))?;
        return Err(VerifyError::Interrupted.into());
    }
    let took = begun.elapsed().as_secs_f64();
    crate::output::print(&format!("{summary}\nNone differs. {took:.0} s\n"))
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
