//! Errors of verifications.

use gatefall_games::BuildError;
use gatefall_host::HostError;
use gatefall_lockstep::arcade::StepError;
use gatefall_lower::LowerError;
use miette::Diagnostic;
use std::path::PathBuf;
use thiserror::Error;

/// Reasons to end `verify` early.
#[derive(Debug, Error, Diagnostic)]
pub(crate) enum VerifyError {
    #[error("`{0}` cannot be verified here")]
    #[diagnostic(help("`make test` plays it against its golden model"))]
    NoModel(&'static str),
    #[error("`{0}` is no game, and has no golden model")]
    #[diagnostic(help("`make test` checks its signals on each device"))]
    NoGame(&'static str),
    #[error("a second of {0} clocks is too short, or no multiple of 100")]
    #[diagnostic(help(
        "1,000 clocks are the shortest second in which the game gets everything done"
    ))]
    Second(u64),
    #[error(transparent)]
    Build(#[from] BuildError),
    #[error(transparent)]
    Lower(#[from] LowerError),
    #[error(transparent)]
    Host(#[from] HostError),
    #[error("gates and golden model differ {place}\ngates: {gates}\nmodel: {model}")]
    Differ {
        /// That of the session, if it is not written as a case.
        seed: Option<u64>,
        place: String,
        gates: String,
        model: String,
    },
    #[error("`{}`, {problem}", path.display())]
    #[diagnostic(help("the files in tests/cases are examples"))]
    Case { path: PathBuf, problem: StepError },
    #[error("the golden model is wrong about {what}: {found}, known is {known}")]
    Model {
        what: String,
        found: String,
        known: String,
    },
    #[error("`{option}` means nothing to the verification of `{game}`")]
    #[diagnostic(help("{known}"))]
    Option {
        option: &'static str,
        game: &'static str,
        known: String,
    },
    #[error("stopped by Ctrl-C; none differed so far")]
    Interrupted,
}
