//! Errors of simulations.

use super::script_error::ScriptError;
use gatefall_devices::DeviceError;
use gatefall_games::BuildError;
use gatefall_host::HostError;
use gatefall_lower::LowerError;
use miette::Diagnostic;
use std::path::PathBuf;
use std::time::Duration;
use thiserror::Error;

/// Reasons to end `sim` or `play` early.
#[derive(Debug, Error, Diagnostic)]
pub(crate) enum SimError {
    #[error(transparent)]
    #[diagnostic(transparent)]
    Script(#[from] ScriptError),
    #[error(transparent)]
    Build(#[from] BuildError),
    #[error(transparent)]
    Lower(#[from] LowerError),
    #[error(transparent)]
    Device(#[from] DeviceError),
    #[error(transparent)]
    Host(#[from] HostError),
    #[error("`{}`", path.display())]
    #[diagnostic(help(
        "make room or choose another place; fewer `--signals` and a shorter run need less"
    ))]
    Waveform { path: PathBuf, source: HostError },
    #[error("`{first}` and `{second}` are both `{}`", path.display())]
    #[diagnostic(help("a file can be only one of them"))]
    SameFile {
        first: &'static str,
        second: &'static str,
        path: PathBuf,
    },
    #[error("`--from` needs pictures")]
    #[diagnostic(help("add `--gif FILE` or `--png DIR`"))]
    NoPictures,
    #[error("`--from` is at {from:?}, but the run ends at {end:?}")]
    #[diagnostic(help("`--for DURATION` runs longer"))]
    PicturesAfterEnd { from: Duration, end: Duration },
    #[error("a WAV file holds at most 12 hours of sound")]
    #[diagnostic(help("choose a shorter `--for`, or leave out `--wav`"))]
    SoundTooLong,
    #[error("a picture cannot be encoded")]
    Png(#[from] png::EncodingError),
    #[error("there is no trace of `{0}`")]
    #[diagnostic(help(
        "`arcade` and `handheld` have one; `--wave FILE` shows any signal of any game"
    ))]
    NoTrace(&'static str),
    #[error("`{0}` saves nothing in a flash")]
    #[diagnostic(help(
        "leave out `--flash`, and lines `flash` of a replay; `arcade` and `selftest` have a flash"
    ))]
    NoFlash(&'static str),
    #[error("`{}` has {bytes} bytes and not the 8192 of a flash", path.display())]
    #[diagnostic(help("name a file that an earlier `--flash` wrote, or one that does not exist"))]
    FlashFile { path: PathBuf, bytes: usize },
    #[error("the replay has a flash, and so has `--flash`")]
    #[diagnostic(help("leave out `--flash`: a replay begins with the flash of its recording"))]
    TwoFlashes,
    #[error("`{0}` is no name of a waveform")]
    #[diagnostic(help("a waveform is called `NAME.vcd` or `NAME.fst`"))]
    WaveName(String),
    #[error(
        "stopped by Ctrl-C after {seconds:.3} s; what has been written is complete up to there"
    )]
    Interrupted { seconds: f64 },
    #[error("standard {stream} is no terminal")]
    #[diagnostic(help("`gatefall sim {game} --png DIR` makes pictures without one"))]
    NoTerminal {
        stream: &'static str,
        game: &'static str,
    },
    #[error("the terminal `{0}` is not known to show 256 colours")]
    #[diagnostic(help("if it does after all, set COLORTERM=truecolor"))]
    NoColours(String),
    #[error(
        "the terminal has {columns} x {rows} characters, the picture needs {} x {}",
        needs.0,
        needs.1
    )]
    #[diagnostic(help("make the window larger, or the font smaller"))]
    TooSmall {
        columns: u16,
        rows: u16,
        needs: (u16, u16),
    },
    #[error("the replay ended in the state {state} instead of {expected}")]
    #[diagnostic(help("the file was changed, or the simulator has an error"))]
    AnotherState { expected: String, state: String },
    #[error("the terminal does not answer")]
    Terminal(#[source] std::io::Error),
}

impl SimError {
    /// True if the user's request is invalid, false for other failures.
    pub(crate) fn is_usage(&self) -> bool {
        !matches!(
            self,
            SimError::Lower(_)
                | SimError::Device(_)
                | SimError::Png(_)
                | SimError::Interrupted { .. }
                | SimError::Terminal(_)
                | SimError::AnotherState { .. }
                | SimError::Waveform { .. }
                | SimError::Host(
                    HostError::Compile(_) | HostError::Engine(_) | HostError::Tuning(_)
                )
        )
    }
}
