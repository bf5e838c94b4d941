//! `gatefall verify`: holds a game in gates against its golden model, for as long as that takes.

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
use std::time::Instant;

pub(crate) fn run(arguments: &VerifyArguments) -> Result<(), AppError> {
    let game = game(&arguments.game)?;
    let begun = Instant::now();
    let summary = match game.name {
        "arcade" => arcade::run(arguments)?,
        "handheld" => handheld::run(arguments)?,
        "matrix" => matrix::run(arguments)?,
        "tictactoe" => tictactoe::run(game)?,
        _ => return Err(VerifyError::NoModel(game.name).into()),
    };
    let took = begun.elapsed().as_secs_f64();
    crate::output::print(&format!("{summary}\nNone differs. {took:.0} s\n"))
}

/// The game in gates, at power-up.
fn machine(game: &Game) -> Result<Machine, VerifyError> {
    let block = (game.build)(&game.params())?;
    let netlist = gatefall_lower::netlist(block.as_ref(), game.name)?;
    Ok(Machine::new(&netlist)?)
}

/// How far a check has come, on the terminal; Ctrl-C ends it.
struct Steps(ProgressBar);

impl Steps {
    /// `unit` says what there are so many of.
    fn new(count: u64, unit: &str) -> Self {
        let template = format!("{{wide_bar}} {{human_pos}}/{{human_len}} {unit}, {{eta}} left");
        let style = ProgressStyle::with_template(&template).expect("the template is well-formed");
        let target = ProgressDrawTarget::stderr_with_hz(5);
        Self(ProgressBar::with_draw_target(Some(count), target).with_style(style))
    }

    fn step(&self) -> Result<(), VerifyError> {
        self.0.inc(1);
        if INTERRUPTED.load(Ordering::Relaxed) {
            return Err(VerifyError::Interrupted {
                done: self.0.position(),
                of: self.0.length().unwrap_or_default(),
            });
        }
        Ok(())
    }
}
