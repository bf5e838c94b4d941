//! `gatefall verify`: compares a game with its golden model, for as long as necessary.

mod arcade;
mod error;
mod handheld;
mod matrix;
mod tictactoe;

pub(crate) use error::VerifyError;

use crate::cli::VerifyArguments;
use crate::error::AppError;
use crate::root::game;
use crate::INTERRUPTED;
use gatefall_games::Game;
use gatefall_host::Machine;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

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

/// The simulated game at power-up.
fn machine(game: &Game) -> Result<Machine, VerifyError> {
    let block = (game.build)(&game.params())?;
    let netlist = gatefall_lower::netlist(block.as_ref(), game.name)?;
    Ok(Machine::new(&netlist)?)
}

/// Amount of random play.
struct Amount {
    seed: u64,
    /// Number of games or other units.
    count: u64,
    duration: Option<Duration>,
}

impl Amount {
    /// `usual` is the default count.
    fn new(arguments: &VerifyArguments, usual: u64) -> Self {
        Self {
            seed: arguments.seed.unwrap_or(1),
            count: match arguments.duration {
                Some(_) => u64::MAX,
                None => arguments.games.unwrap_or(usual),
            },
            duration: arguments.duration,
        }
    }
}

/// Progress bar with an end. Steps end after a time, or at Ctrl-C.
struct Steps {
    bar: ProgressBar,
    end: Option<Instant>,
}

impl Steps {
    /// `unit` is the plural name of the steps.
    fn new(amount: &Amount, unit: &str) -> Self {
        let (length, template) = match amount.duration {
            Some(_) => (
                None,
                format!("{{spinner}} {{human_pos}} {unit}, {{elapsed}}"),
            ),
            None => (
                Some(amount.count),
                format!("{{wide_bar}} {{human_pos}}/{{human_len}} {unit}, {{eta}} left"),
            ),
        };
        let style = ProgressStyle::with_template(&template).expect("the template is well-formed");
        let target = ProgressDrawTarget::stderr_with_hz(5);
        Self {
            bar: ProgressBar::with_draw_target(length, target).with_style(style),
            end: amount.duration.map(|duration| Instant::now() + duration),
        }
    }

    /// Counts a step. True to continue.
    fn step(&self) -> bool {
        self.bar.inc(1);
        let is_over = self.end.is_some_and(|end| Instant::now() >= end);
        !is_over && !INTERRUPTED.load(Ordering::Relaxed)
    }
}
