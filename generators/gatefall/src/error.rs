//! Errors of all commands, with their messages and exit codes.

use crate::excerpts::Excerpts;
use crate::output::error::OutputError;
use gatefall_board::{visible, BoardError};
use gatefall_project::ProjectError;
use gatefall_toolchain::ToolError;
use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, SourceCode};
use std::error::Error;
use std::fmt::{self, Display};
use std::io::{ErrorKind, IsTerminal};
use std::path::{Path, PathBuf};

/// Reasons for which a command fails.
#[derive(Debug, thiserror::Error)]
pub(crate) enum AppError {
    #[error("unknown game `{name}`")]
    UnknownGame { name: String, help: String },
    #[error("game `{game}`")]
    Setting {
        game: &'static str,
        source: gatefall_games::SettingError,
    },
    #[error("no folder `boards` here or above")]
    NotAProject,
    #[error(transparent)]
    Board(#[from] BoardError),
    #[error(transparent)]
    Project(#[from] ProjectError),
    #[error(transparent)]
    Tool(#[from] ToolError),
    #[error(transparent)]
    Output(#[from] OutputError),
    #[error("`{}` is a file, but a folder is to be written there", .0.display())]
    FolderIsFile(PathBuf),
    #[error("cannot {action} `{}`", path.display())]
    Io {
        action: &'static str,
        path: PathBuf,
        source: std::io::Error,
    },
    #[error("cannot write to standard output")]
    Stdout(#[source] std::io::Error),
    #[error("gatefall does not run on the system `{0}`")]
    System(&'static str),
    #[error(
        "`{command}` does not run on the system `{system}`: it measures processors with /proc"
    )]
    NoMeasurement {
        command: &'static str,
        system: &'static str,
    },
    #[error("cannot listen for Ctrl-C")]
    NoInterruptHandler(#[source] std::io::Error),
    #[error("the file of board `{board}` does not say what writes its bitstreams")]
    NoProgrammerKnown { board: String },
    #[error("`{party}` cannot load the FPGA past the flash")]
    NoSram { party: String },
    #[error("there is no bitstream `{}`", path.display())]
    NotBuilt {
        game: String,
        board: String,
        path: PathBuf,
    },
    #[error("`{}` is not of the present circuit and pins", .0.display())]
    StaleBuild(PathBuf),
    #[error("`{}` is not for this board: {message}", path.display())]
    BadBitstream { path: PathBuf, message: String },
    #[error("nothing on PATH writes bitstreams into the {board}")]
    NoProgrammer { board: String, help: String },
    #[error("no {board} answers")]
    NoBoardAnswers {
        board: String,
        usb: String,
        source: Box<ToolError>,
    },
    #[error("the bitstream was not written")]
    HalfWritten { source: Box<ToolError> },
    #[error(
        "`{}:{line}` is stale: it has {found} where the board files have {wanted}",
        path.display()
    )]
    StaleConstraint {
        path: PathBuf,
        line: usize,
        found: String,
        wanted: String,
    },
    #[error("`{name}` is no name for a {thing}")]
    BadName {
        name: String,
        thing: &'static str,
        help: &'static str,
    },
    #[error("unknown part `{part}`")]
    UnknownPart { part: String, known: String },
    #[error("`{}` is there already", path.display())]
    Exists { path: PathBuf },
    #[error("{failed} of {of} builds failed")]
    SomeFailed { failed: usize, of: usize },
    #[error("no game runs on that board")]
    NothingToBuild,
    #[error("cannot understand `{}`: {message}", path.display())]
    NotUnderstood {
        path: PathBuf,
        message: String,
        help: &'static str,
    },
    #[error("no bitstream can be made")]
    NoTools,
    #[cfg(feature = "sim")]
    #[error(transparent)]
    Sim(#[from] crate::sim::error::SimError),
    #[cfg(feature = "sim")]
    #[error(transparent)]
    Bench(#[from] crate::bench::error::BenchError),
    #[cfg(feature = "sim")]
    #[error(transparent)]
    Verify(#[from] crate::verify::error::VerifyError),
    #[cfg(feature = "sim")]
    #[error(transparent)]
    Soak(#[from] crate::soak::error::SoakError),
    #[cfg(feature = "sim")]
    #[error(transparent)]
    Web(#[from] crate::web::error::WebError),
    #[cfg(not(feature = "sim"))]
    #[error("this gatefall was built without the simulator")]
    NoSimulator,
}

impl AppError {
    /// 2 for an error in the user's input, 1 for any other failure.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            AppError::UnknownGame { .. }
            | AppError::Setting { .. }
            | AppError::NotAProject
            | AppError::Board(
                BoardError::UnknownBoard { .. }
                | BoardError::UnknownSetup { .. }
                | BoardError::BadFileName { .. }
                | BoardError::File(_),
            )
            | AppError::Project(
                ProjectError::Missing { .. }
                | ProjectError::NoClock { .. }
                | ProjectError::PllPad { .. }
                | ProjectError::Build { .. }
                | ProjectError::TooWide { .. },
            )
            | AppError::NothingToBuild
            | AppError::BadName { .. }
            | AppError::UnknownPart { .. }
            | AppError::Exists { .. }
            | AppError::StaleConstraint { .. }
            | AppError::NoProgrammerKnown { .. }
            | AppError::NoSram { .. }
            | AppError::NotBuilt { .. }
            | AppError::StaleBuild(_)
            | AppError::Output(_)
            | AppError::FolderIsFile(_) => 2,
            _ if self.is_no_text() => 2,
            #[cfg(feature = "sim")]
            AppError::Sim(error) if error.is_usage() => 2,
            #[cfg(feature = "sim")]
            AppError::Bench(
                crate::bench::error::BenchError::NotMeasured { .. }
                | crate::bench::error::BenchError::NoPlayers(_)
                | crate::bench::error::BenchError::NoVerilator(_),
            ) => 2,
            #[cfg(feature = "sim")]
            AppError::Verify(
                crate::verify::error::VerifyError::NoModel(_)
                | crate::verify::error::VerifyError::NoGame(_)
                | crate::verify::error::VerifyError::Second(_)
                | crate::verify::error::VerifyError::Case { .. }
                | crate::verify::error::VerifyError::Option { .. },
            ) => 2,
            #[cfg(feature = "sim")]
            AppError::Soak(
                crate::soak::error::SoakError::Unknown(_) | crate::soak::error::SoakError::NoSample,
            ) => 2,
            #[cfg(not(feature = "sim"))]
            AppError::NoSimulator => 2,
            _ => 1,
        }
    }

    /// A file of the user should be a text, and is none.
    fn is_no_text(&self) -> bool {
        match self {
            AppError::Io { source, .. }
            | AppError::Board(BoardError::Unreadable { source, .. }) => {
                source.kind() == ErrorKind::InvalidData
            }
            _ => false,
        }
    }

    /// The message for the user.
    pub(crate) fn render(&self) -> String {
        let theme = match std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none()
        {
            true => GraphicalTheme::unicode(),
            false => GraphicalTheme::unicode_nocolor(),
        };
        // Users copy paths and the output of tools, so lines must not be broken.
        let handler = GraphicalReportHandler::new_themed(theme)
            .with_wrap_lines(false)
            .with_links(false)
            .without_cause_chain();
        let mut text = String::new();
        let report = Report {
            error: self,
            excerpts: self.source_code().map(Excerpts),
        };
        match handler.render_report(&mut text, &report) {
            Ok(()) => text.trim_start_matches('\n').to_owned(),
            Err(_) => format!("{}\n", Printed(self)),
        }
    }
}

impl Diagnostic for AppError {
    fn help<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        let own: Option<String> = match self {
            _ if self.is_no_text() => Some("save it as UTF-8, or restore an older one".to_owned()),
            AppError::NotUnderstood { help, .. } => Some((*help).to_owned()),
            AppError::Board(error) => return error.help(),
            AppError::Output(error) => return error.help(),
            AppError::FolderIsFile(_) => {
                Some("move the file away, or choose another folder".to_owned())
            }
            AppError::Project(error) => project_help(error),
            AppError::Tool(error) => tool_help(error),
            AppError::UnknownGame { help, .. } => Some(help.clone()),
            AppError::Setting { source, .. } => Some(source.help()),
            AppError::NotAProject => {
                Some("run gatefall inside of a clone of the project".to_owned())
            }
            AppError::System(_) => Some(
                "use Linux, for example in WSL or in a container; exported projects need only the \
                 tools of their flow"
                    .to_owned(),
            ),
            AppError::NoMeasurement { .. } => Some("measure on Linux".to_owned()),
            AppError::NoProgrammerKnown { .. } => {
                Some("add `program = { with = [\"iceprog\"], usb = \"..\" }` to it".to_owned())
            }
            AppError::BadName { help, .. } => Some((*help).to_owned()),
            AppError::UnknownPart { known, .. } => Some(format!("known: {known}")),
            AppError::Exists { .. } => Some("take another name, or remove it".to_owned()),
            AppError::NoSram { .. } => Some("leave out --sram".to_owned()),
            AppError::NotBuilt { game, board, .. } => {
                Some(format!("`gatefall build {game} --board {board}` makes it"))
            }
            AppError::BadBitstream { .. } | AppError::StaleBuild(_) => {
                Some("build it again".to_owned())
            }
            AppError::NoProgrammer { help, .. } => Some(help.clone()),
            AppError::StaleConstraint { .. } => {
                Some("`make constraints` writes it anew from the board files".to_owned())
            }
            AppError::NoBoardAnswers { usb, .. } => Some(format!(
                "is it plugged in, may this user open it, does `lsusb` show {usb}?"
            )),
            AppError::HalfWritten { .. } => Some(
                "the old design may be damaged by now: plug the board in again and repeat"
                    .to_owned(),
            ),
            AppError::NothingToBuild => {
                Some("`gatefall list` says which games run on which boards".to_owned())
            }
            AppError::SomeFailed { .. } => {
                Some("build each of them by itself to see why".to_owned())
            }
            AppError::NoTools => Some("the lines above say what is missing".to_owned()),
            #[cfg(feature = "sim")]
            AppError::Sim(error) => return error.help(),
            #[cfg(feature = "sim")]
            AppError::Bench(error) => return error.help(),
            #[cfg(feature = "sim")]
            AppError::Verify(error) => return error.help(),
            #[cfg(feature = "sim")]
            AppError::Soak(error) => return error.help(),
            #[cfg(feature = "sim")]
            AppError::Web(error) => return error.help(),
            #[cfg(not(feature = "sim"))]
            AppError::NoSimulator => Some(
                "`cargo run --features sim -- COMMAND` builds one with it, as does `make play`"
                    .to_owned(),
            ),
            _ => None,
        };
        own.map(|help| Box::new(help) as Box<dyn Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        match self {
            AppError::Board(error) => error.source_code(),
            #[cfg(feature = "sim")]
            AppError::Sim(error) => error.source_code(),
            _ => None,
        }
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        match self {
            AppError::Board(error) => error.labels(),
            #[cfg(feature = "sim")]
            AppError::Sim(error) => error.labels(),
            _ => None,
        }
    }
}

/// Advice if a game does not run on a board.
fn project_help(error: &ProjectError) -> Option<String> {
    let help = error.help();
    match error {
        ProjectError::Missing { .. } => {
            let list = "`gatefall list` says which games run on which boards";
            Some(help.map_or(list.to_owned(), |help| format!("{help}; {list}")))
        }
        _ => help,
    }
}

/// Advice if a tool fails.
fn tool_help(error: &ToolError) -> Option<String> {
    match error {
        ToolError::NoNative(_) => {
            let install = error.help().unwrap_or_default();
            Some(format!("{install}; or use --tools pinned"))
        }
        ToolError::TimingMissed { .. } => {
            Some("`--seeds 1..8` places it eight times and keeps the fastest".to_owned())
        }
        ToolError::DoesNotFit { .. } => Some("`gatefall list` shows larger boards".to_owned()),
        _ => error.help().map(str::to_owned),
    }
}

/// Displays an error with the messages of its causes. Escapes characters of a damaged file that
/// would change what a terminal shows.
pub(crate) struct Printed<'a>(pub &'a AppError);

impl Display for Printed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = self.0.to_string();
        let mut cause = self.0.source();
        while let Some(error) = cause {
            text += &format!(": {error}");
            cause = error.source();
        }
        let lines: Vec<String> = text.split('\n').map(visible).collect();
        f.write_str(&lines.join("\n"))
    }
}

/// An error as it is shown: its message, its help, and an excerpt of the file.
struct Report<'a> {
    error: &'a AppError,
    excerpts: Option<Excerpts<'a>>,
}

impl fmt::Debug for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.error, f)
    }
}

impl Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Printed(self.error).fmt(f)
    }
}

impl Error for Report<'_> {}

impl Diagnostic for Report<'_> {
    fn help<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        self.error.help()
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        let excerpts = self.excerpts.as_ref()?;
        Some(excerpts)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let excerpts = self.excerpts.as_ref()?;
        let labels = self.error.labels()?;
        Some(Box::new(labels.map(|label| excerpts.label(&label))))
    }
}

/// Converts an I/O error, for `map_err`: adds the action and the file.
pub(crate) fn io(action: &'static str, path: &Path) -> impl FnOnce(std::io::Error) -> AppError {
    let path = path.to_owned();
    move |source| AppError::Io {
        action,
        path,
        source,
    }
}

#[cfg(test)]
mod tests;
