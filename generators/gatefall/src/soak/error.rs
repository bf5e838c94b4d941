//! Errors of `gatefall soak`.

use miette::Diagnostic;
use std::path::PathBuf;
use thiserror::Error;

/// Reasons for which a long check or all of them fail.
#[derive(Debug, Error, Diagnostic)]
pub(crate) enum SoakError {
    #[error("unknown check `{0}`")]
    #[diagnostic(help("`gatefall soak --list` shows the checks"))]
    Unknown(String),
    #[error("none of these checks has a sample")]
    #[diagnostic(help("leave out `--for`"))]
    NoSample,
    #[error("{}", .0.join("\n"))]
    Failed(Vec<String>),
    #[error("it failed; its output is in `{}`", log.display())]
    Test {
        log: PathBuf,
        /// Of sessions that failed.
        seeds: Vec<u64>,
    },
    #[error("it noted no figure; a program is missing, see `{}`", .0.display())]
    NoFigure(PathBuf),
    #[error("all its figures are 0, so it checked nothing")]
    NothingChecked,
    #[error("interrupted")]
    Interrupted,
    #[error("interrupted")]
    #[diagnostic(help("`gatefall soak {0} --record` on the same commit counts these sessions"))]
    Unfinished(String),
    #[error("another sitting of `{0}` was recorded in the meantime, and this one is not")]
    #[diagnostic(help(
        "both may have played the same sessions; a new sitting continues that one"
    ))]
    PlayedTwice(String),
    #[error("cannot run cargo")]
    NoCargo(#[source] std::io::Error),
    #[error("`{0}` in the note of a test is no figure")]
    BadNote(String),
}
