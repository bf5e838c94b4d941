//! Errors in board files, with their locations.

use crate::words::excerpt;
use miette::{Diagnostic, LabeledSpan, SourceCode, SourceSpan, SpanContents};
use std::fmt::{self, Display};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use thiserror::Error;

/// Reasons for which a board cannot be loaded.
#[derive(Debug, Error, Diagnostic)]
pub enum BoardError {
    /// No file of that name.
    #[error("unknown board `{name}`")]
    UnknownBoard {
        /// Requested name.
        name: String,
        /// The nearest name, or all names.
        #[help]
        help: String,
    },
    /// The board has no setup of that name.
    #[error("board `{board}` has no setup `{name}`")]
    UnknownSetup {
        /// The board.
        board: String,
        /// Requested name.
        name: String,
        /// The nearest name, or all names.
        #[help]
        help: String,
    },
    /// The file name is not a valid board name.
    #[error("`{file}`: {message}")]
    BadFileName {
        /// The file.
        file: String,
        /// The fault in the name.
        message: String,
        /// The rule for names.
        #[help]
        help: &'static str,
    },
    /// The folder or a file in it cannot be read.
    #[error("cannot read `{}`", path.display())]
    Unreadable {
        /// The folder or file.
        path: PathBuf,
        /// Error of the operating system.
        source: std::io::Error,
    },
    /// A file has invalid contents.
    #[error(transparent)]
    #[diagnostic(transparent)]
    File(#[from] Box<FileError>),
}

/// The text of a file.
#[derive(Debug)]
pub struct SourceFile {
    /// Path, for messages.
    pub name: String,
    /// Contents.
    pub text: String,
    /// `text` with invisible characters replaced, for messages; of the same length.
    shown: String,
}

impl SourceFile {
    pub(crate) fn new(name: String, text: String) -> SourceFile {
        let shown = excerpt(&text);
        SourceFile { name, text, shown }
    }
}

/// A location in a board or add-on file. Displays as `boards/x.toml:12:5`.
#[derive(Debug, Clone)]
pub struct SourceLocation {
    /// The file.
    pub file: Arc<SourceFile>,
    /// Byte range in its text.
    pub span: Range<usize>,
}

impl Display for SourceLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let before = &self.file.text[..self.span.start];
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
        write!(f, "{}:{line}:{column}", self.file.name)
    }
}

/// Kinds of faults in a board or add-on file.
#[derive(Debug, Error)]
#[allow(missing_docs)] // The messages describe the fields.
pub enum Problem {
    #[error("{message}")]
    Syntax {
        message: String,
        help: Option<String>,
    },
    #[error("unknown package `{device}-{package}`")]
    UnknownPackage {
        device: String,
        package: String,
        known: String,
    },
    #[error("package `{package}` has no pin `{pin}`, which {user} uses")]
    PackageLacksPin {
        package: String,
        pin: String,
        user: String,
    },
    #[error("pin `{pin}` is used by {first} ({first_place}) and by {second} ({second_place})")]
    PinUsedTwice {
        pin: String,
        first: String,
        first_place: SourceLocation,
        second: String,
        second_place: SourceLocation,
    },
    #[error("clock of {hz} Hz is out of range")]
    ClockOutOfRange { hz: u64 },
    #[error("device `{device}` has no oscillator, so that its clock needs a pin")]
    NoOscillator { device: String },
    #[error("the oscillator of the FPGA makes no {hz} Hz")]
    NotOfOscillator { hz: u64 },
    #[error("package `{package}` has no PLL")]
    NoPll { package: String },
    #[error("the clock comes from {clock}, which is not the input pad of a PLL")]
    NotPllPad { clock: String, pads: String },
    #[error("`core` cannot take the clock from pin `{pin}`, the input pad of the only PLL")]
    OnlyPllPad { pin: String },
    #[error("unknown programmer `{name}`")]
    UnknownProgrammer { name: String, help: String },
    #[error("unknown role `{role}`")]
    UnknownRole { role: String, help: String },
    #[error(
        "role `{role}` is offered by `{first}` ({first_place}) and by `{second}` ({second_place})"
    )]
    RoleTwice {
        role: String,
        first: String,
        first_place: SourceLocation,
        second: String,
        second_place: SourceLocation,
    },
    #[error("role `{role}` has no signal `{signal}`")]
    UnknownSignal {
        role: &'static str,
        signal: String,
        help: String,
    },
    #[error("role `{role}` lacks its signal `{signal}`")]
    MissingSignal {
        role: &'static str,
        signal: &'static str,
    },
    #[error("role `{role}` has no pins")]
    NoSignal { role: &'static str, known: String },
    #[error("`fake-pull-down` is only for buttons that give 1 and have no pull-up")]
    FakePullDownElsewhere,
    #[error("`{signal}` is an input, so it cannot be held high")]
    IdleInput { signal: String },
    #[error("`flash` is only for the role `config-flash`")]
    FlashElsewhere,
    #[error("a flash of {bytes} bytes: not a power of two from 262144 to 16777216")]
    FlashSize { bytes: u32 },
    #[error("flash id {id:#08X} is not that of a chip: it has three bytes, and a maker")]
    FlashId { id: u32 },
    #[error("setup `{name}` stands here and at {first_place}")]
    SetupTwice {
        name: String,
        first_place: SourceLocation,
    },
    #[error("signal `{signal}` has {pins} pins, but takes {takes}")]
    WrongWidth {
        signal: String,
        pins: usize,
        takes: String,
    },
    #[error("colours of unequal width: red {red}, green {green}, blue {blue}")]
    UnequalColours {
        red: usize,
        green: usize,
        blue: usize,
    },
    #[error("unknown add-on `{name}`, which {user} uses")]
    UnknownAddOn {
        name: String,
        user: String,
        help: String,
    },
    #[error("cannot read `{path}`, the file of add-on `{name}`: {message}")]
    UnreadableAddOn {
        name: String,
        path: String,
        message: String,
    },
    #[error("add-on `{first}`, used at {first_place}, is a part of itself: {last} uses it")]
    CircularAddOn {
        first: String,
        last: String,
        first_place: SourceLocation,
    },
    #[error("add-on `{add_on}` has no plug `{plug}`")]
    UnknownPlug {
        add_on: String,
        plug: String,
        known: String,
    },
    #[error("plug `{plug}` of add-on `{add_on}` is not connected")]
    PlugNotConnected { add_on: String, plug: String },
    #[error("{user} has no connector `{connector}`")]
    UnknownConnector {
        user: String,
        connector: String,
        help: String,
    },
    #[error("`{text}` is not a position such as `a:2`")]
    NotAPosition { text: String },
    #[error("connector `{connector}` carries no pin at position {position}, which {user} uses")]
    NoPinThere {
        connector: String,
        position: usize,
        user: String,
    },
}

impl Problem {
    fn help(&self) -> Option<String> {
        Some(match self {
            Problem::Syntax { help, .. } => return help.clone(),
            Problem::UnknownPackage { known, .. } => format!("known: {known}"),
            Problem::UnknownPlug { known, .. } => format!("its plugs: {known}"),
            Problem::NoSignal { known, .. } => format!("its signals: {known}"),
            Problem::NoOscillator { .. } => "add `pin = \"..\"` to the clock".to_owned(),
            Problem::NotOfOscillator { .. } => {
                "it makes 48_000_000, 24_000_000, 12_000_000 or 6_000_000 Hz".to_owned()
            }
            Problem::NoPll { .. } => "write `pll = \"none\"`".to_owned(),
            Problem::NotPllPad { pads, .. } => {
                format!("write `pll = \"core\"`; a pad is pin `{pads}`")
            }
            Problem::OnlyPllPad { .. } => "write `pll = \"pad\"`".to_owned(),
            Problem::UnknownRole { help, .. }
            | Problem::UnknownProgrammer { help, .. }
            | Problem::UnknownSignal { help, .. }
            | Problem::UnknownAddOn { help, .. }
            | Problem::UnknownConnector { help, .. } => help.clone(),
            Problem::ClockOutOfRange { .. } => {
                "a clock of the iCE40 is between 1 Hz and 275 MHz, written in Hz".to_owned()
            }
            Problem::MissingSignal { signal, .. } => format!("add `{signal} = [..]` to its pins"),
            Problem::PlugNotConnected { plug, .. } => {
                format!("name the connector: `plugs = {{ {plug} = \"..\" }}`")
            }
            Problem::NoPinThere { .. } => {
                "positions count from 1; `-` in the connector is power or ground".to_owned()
            }
            _ => return None,
        })
    }
}

/// A problem and its location.
#[derive(Debug)]
pub struct FileError {
    /// The problem.
    pub problem: Problem,
    /// Location in the file.
    pub place: SourceLocation,
}

impl Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.problem.fmt(f)
    }
}

impl std::error::Error for FileError {}

impl Diagnostic for FileError {
    fn help<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        self.problem
            .help()
            .map(|help| Box::new(help) as Box<dyn Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.place)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let here = LabeledSpan::new_with_span(Some("here".to_owned()), self.place.span.clone());
        let other = match &self.problem {
            Problem::PinUsedTwice { first_place, .. }
            | Problem::RoleTwice { first_place, .. }
            | Problem::SetupTwice { first_place, .. }
            | Problem::CircularAddOn { first_place, .. } => {
                Arc::ptr_eq(&first_place.file, &self.place.file).then(|| {
                    let label = Some("and here".to_owned());
                    LabeledSpan::new_with_span(label, first_place.span.clone())
                })
            }
            _ => None,
        };
        Some(Box::new(std::iter::once(here).chain(other)))
    }
}

/// Gives excerpts of the file, with the file's name.
impl SourceCode for SourceLocation {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        lines_before: usize,
        lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, miette::MietteError> {
        let inner = self.file.shown.read_span(span, lines_before, lines_after)?;
        Ok(Box::new(miette::MietteSpanContents::new_named(
            self.file.name.clone(),
            inner.data(),
            *inner.span(),
            inner.line(),
            inner.column(),
            inner.line_count(),
        )))
    }
}

/// "did you mean ..?" if one of the names is near, else the list of all names.
pub fn suggest<'a>(wrong: &str, names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.collect();
    let near = names
        .iter()
        .map(|name| (strsim::damerau_levenshtein(wrong, name), *name))
        .filter(|(distance, name)| *distance <= 1 + name.len() / 4)
        .min();
    match near {
        Some((_, name)) => format!("did you mean `{name}`?"),
        None => format!("known: {}", names.join(", ")),
    }
}

pub(crate) fn fail(file: &Arc<SourceFile>, span: Range<usize>, problem: Problem) -> Box<FileError> {
    let place = place(file, span);
    Box::new(FileError { problem, place })
}

pub(crate) fn place(file: &Arc<SourceFile>, span: Range<usize>) -> SourceLocation {
    let file = Arc::clone(file);
    SourceLocation { file, span }
}
