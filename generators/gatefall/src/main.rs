//! `gatefall`: command line program for games made of gates.
//!
//! Exit codes: 0 success, 1 failure, 2 invalid request.

// They panic if the reader of a pipe has ended.
#![deny(clippy::print_stderr, clippy::print_stdout)]

#[cfg(feature = "sim")]
mod bench;
mod build;
mod cli;
mod constraints;
mod doctor;
mod duration;
mod error;
mod excerpts;
mod export;
mod flash;
mod interrupt;
mod list;
mod manual;
mod new_board;
mod new_game;
mod output;
#[cfg(feature = "sim")]
mod play;
mod progress;
#[cfg(feature = "sim")]
mod release;
mod report;
mod results;
mod root;
#[cfg(feature = "sim")]
mod sim;
#[cfg(feature = "sim")]
mod soak;
mod system;
#[cfg(feature = "sim")]
mod verify;
mod verilog;
#[cfg(feature = "sim")]
mod web;

use clap::Parser;
use cli::{Cli, Command};
use error::AppError;
use gatefall_toolchain::{Session, Slots};
use interrupt::INTERRUPTED;
use progress::Progress;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = Cli::parse();
    match run(cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            output::note(error.render().trim_end());
            ExitCode::from(error.exit_code())
        }
    }
}

fn run(cli: Cli) -> Result<(), AppError> {
    system::check(std::env::consts::OS, &cli.command)?;
    interrupt::watch().map_err(AppError::NoInterruptHandler)?;
    let progress = Progress::default();
    let slots = Slots::of_machine();
    let session = Session {
        interrupted: &INTERRUPTED,
        watcher: &progress,
        slots: &slots,
    };
    match cli.command {
        Command::List => list::run(),
        Command::Verilog(arguments) => verilog::run(&arguments),
        Command::Build(arguments) => build::run(&arguments, &session),
        Command::Flash(arguments) => flash::run(&arguments, &session),
        Command::Report(arguments) => report::run(&arguments),
        Command::Export(arguments) => export::run(&arguments),
        Command::NewBoard(arguments) => new_board::run(&arguments),
        Command::NewGame(arguments) => new_game::run(&arguments),
        Command::Completions { shell } => manual::completions(shell),
        Command::Man => manual::page(),
        Command::Constraints => constraints::run(),
        Command::Doctor => doctor::run(&session),
        #[cfg(feature = "sim")]
        Command::Sim(arguments) => sim::run(&arguments),
        #[cfg(feature = "sim")]
        Command::Play(arguments) => play::run(&arguments),
        #[cfg(feature = "sim")]
        Command::Bench(arguments) => bench::run(&arguments, &session),
        #[cfg(feature = "sim")]
        Command::Verify(arguments) => verify::run(&arguments),
        #[cfg(feature = "sim")]
        Command::Soak(arguments) => soak::run(&arguments),
        #[cfg(feature = "sim")]
        Command::Web(arguments) => web::run(&arguments),
        #[cfg(feature = "sim")]
        Command::Release(arguments) => release::run(&arguments, &session),
        #[cfg(not(feature = "sim"))]
        Command::Sim(_)
        | Command::Play(_)
        | Command::Bench(_)
        | Command::Verify(_)
        | Command::Soak(_)
        | Command::Web(_)
        | Command::Release(_) => Err(AppError::NoSimulator),
    }
}
