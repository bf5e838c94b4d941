//! `gatefall build --all`: builds every game on every setup of every board that it runs on.

use super::job::{build, Made, Target};
use crate::cli::{BuildArguments, Seeds};
use crate::error::{AppError, Printed};
use crate::output;
use crate::report::Report;
use crate::results::{Record, Recorded, Results};
use crate::root::{game, Root};
use gatefall_board::{Board, Setup};
use gatefall_games::{circuits, Game};
use gatefall_project::{constraints, default_setup};
use gatefall_toolchain::{
    self as toolchain, in_parallel, ClockReport, Session, ToolError, Toolset, Watcher,
};
use indicatif::{ProgressBar, ProgressStyle};
use std::sync::atomic::Ordering;
use std::time::Duration;

pub(crate) fn run(
    root: &Root,
    arguments: &BuildArguments,
    session: &Session,
) -> Result<(), AppError> {
    let boards = match &arguments.board {
        Some(name) => vec![root.library()?.board(name)?],
        None => root.boards()?,
    };
    let games = match &arguments.game {
        Some(name) => vec![game(name)?],
        None => circuits().collect(),
    };
    let targets = targets(&games, &boards, &arguments.seeds);
    if targets.is_empty() {
        if let ([game], [board]) = (games.as_slice(), boards.as_slice()) {
            default_setup(game, board)?;
        }
        return Err(AppError::NothingToBuild);
    }
    if arguments.record {
        // An unreadable record fails before the builds.
        Results::read(root)?;
    }
    output::make_folder(&root.build_folder())?;
    let tools = toolchain::find(arguments.tools.into(), &root.tools_folder(), session)?;
    let outcomes = build_all(root, &targets, &tools, session)?;
    let records: Vec<Record> = outcomes
        .iter()
        .map(|outcome| outcome.record.clone())
        .collect();
    output::print(&table(&outcomes))?;
    if arguments.record {
        Results::change(root, |results| results.with_builds(records))?;
    }
    let failed = outcomes.iter().filter(|outcome| outcome.failed).count();
    match failed {
        0 => Ok(()),
        _ => Err(AppError::SomeFailed {
            failed,
            of: outcomes.len(),
        }),
    }
}

/// Every setup of these boards on which these games can be built.
pub(crate) fn targets<'a>(
    games: &[&'static Game],
    boards: &'a [Board],
    seeds: &'a Seeds,
) -> Vec<Target<'a>> {
    let on = |game: &'static Game, board: &'a Board| {
        let setups = board.setups.iter();
        let possible = setups.filter(move |setup| constraints(game, board, setup).is_ok());
        possible.map(move |setup: &'a Setup| Target {
            game,
            board,
            setup,
            seeds,
        })
    };
    let of = |game: &&'static Game| {
        let game = *game;
        boards.iter().flat_map(move |board| on(game, board))
    };
    games.iter().flat_map(of).collect()
}

/// Result of one build.
pub(crate) struct Outcome {
    record: Record,
    /// Short text for the table.
    note: String,
    /// It failed, for another reason than a part that is too small.
    failed: bool,
    /// Report of a successful build. Otherwise nothing, or the reason why the circuit and the part
    /// do not match: too small or too slow.
    #[cfg_attr(
        not(feature = "sim"),
        expect(dead_code, reason = "only a release reads it")
    )]
    pub report: Result<Report, Option<String>>,
}

/// Builds all targets, as many at a time as there are processors. The results are in the order of
/// the targets.
pub(crate) fn build_all(
    root: &Root,
    targets: &[Target],
    tools: &Toolset,
    session: &Session,
) -> Result<Vec<Outcome>, AppError> {
    let style = ProgressStyle::with_template("{bar:30} {pos} of {len} [{elapsed}] {wide_msg}")
        .expect("the template is well-formed");
    let bar = ProgressBar::new(targets.len() as u64).with_style(style);
    bar.enable_steady_tick(Duration::from_millis(500));
    let quiet = Session {
        interrupted: session.interrupted,
        watcher: &Silence,
        slots: session.slots,
    };
    let outcomes = in_parallel(targets, |target| {
        // After Ctrl-C no new build is started.
        if session.interrupted.load(Ordering::Relaxed) {
            return Err(AppError::Tool(ToolError::Interrupted));
        }
        let outcome = outcome(target, tools, build(root, target, tools, &quiet))?;
        let line = format!("{} ... {}", outcome.record.title(), outcome.note);
        bar.suspend(|| output::note(&line));
        bar.inc(1);
        Ok(outcome)
    });
    bar.finish_and_clear();
    outcomes.into_iter().collect()
}

/// Result of one build. Only Ctrl-C is an error; other failures become rows of the table.
fn outcome(
    target: &Target,
    tools: &Toolset,
    result: Result<(Report, Made), AppError>,
) -> Result<Outcome, AppError> {
    let mut built = Err(None);
    let (result, note, failed) = match result {
        Ok((report, made)) => {
            let recorded = Recorded::of(&report);
            built = Ok(report);
            (recorded, made.note().to_owned(), false)
        }
        Err(AppError::Tool(ToolError::Interrupted)) => return Err(ToolError::Interrupted.into()),
        Err(AppError::Tool(ToolError::DoesNotFit { over, .. })) => {
            let over: Vec<String> = over.iter().map(ToString::to_string).collect();
            let over = over.join(", ");
            let note = format!("does not fit: {over}");
            built = Err(Some(note.clone()));
            (Recorded::DoesNotFit { over }, note, false)
        }
        Err(AppError::Tool(ToolError::TimingMissed {
            clock,
            achieved_mhz,
            required_mhz,
            ..
        })) => {
            let clock = ClockReport {
                name: clock,
                achieved_mhz,
                required_mhz,
            };
            let note = format!("too slow: {clock}");
            built = Err(Some(note.clone()));
            (Recorded::TooSlow { clock }, note, true)
        }
        Err(error) => {
            let message = Printed(&error).to_string();
            let first = message.lines().next().unwrap_or_default();
            let note = format!("failed: {first}");
            (Recorded::Failed {}, note, true)
        }
    };
    let record = Record::new(target.game, target.board, target.setup, tools, result);
    Ok(Outcome {
        record,
        note,
        failed,
        report: built,
    })
}

fn table(outcomes: &[Outcome]) -> String {
    let title = |outcome: &Outcome| outcome.record.title().len();
    let width = outcomes.iter().map(title).max().unwrap_or(0);
    let line = |outcome: &Outcome| {
        let title = outcome.record.title();
        let figures = outcome.record.figures();
        format!("{title:width$}  {figures:54}  {}\n", outcome.note)
    };
    outcomes.iter().map(line).collect()
}

/// Hides the steps, because several builds run at once.
struct Silence;

impl Watcher for Silence {
    fn begin(&self, _step: &str) {}
    fn line(&self, _step: &str, _line: &str) {}
    fn end(&self, _step: &str, _took: Duration, _well: bool) {}
}
