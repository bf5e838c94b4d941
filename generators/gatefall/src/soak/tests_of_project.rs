//! Long tests of the project, run by cargo.

use super::checks::{Check, Work};
use super::error::SoakError;
use super::record::Figures;
use crate::cli::Shard;
use crate::error::{io, AppError};
use crate::interrupt::is_interrupted;
use crate::output;
use crate::root::Root;
use gatefall_toolchain::ProcessGroup;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

/// Folder of outputs, in the project.
const FOLDER: &str = "build/soak";
/// Features of this program: tests have the same, so that nothing is compiled twice.
const FEATURES: &str = match cfg!(feature = "sound") {
    true => "gatefall/sim,gatefall/sound",
    false => "gatefall/sim",
};

/// Figure of a session that has failed.
const FAILED_SEED: &str = "failed seed";
/// Interval of the checks whether cargo has ended.
const POLL: Duration = Duration::from_millis(50);

/// A note of a test, a line of the file that `GATEFALL_RECORD` names.
#[derive(Deserialize)]
struct Note {
    subject: String,
    figures: BTreeMap<String, u64>,
}

/// Tests of a check.
pub(super) struct TestRun<'a> {
    pub(super) root: &'a Root,
    pub(super) name: &'static str,
    pub(super) target: &'static [&'static str],
    pub(super) filter: &'static str,
    pub(super) seed: u64,
    pub(super) shard: Shard,
    pub(super) time: Option<Duration>,
}

/// Cargo in the project.
fn cargo(root: &Root) -> Command {
    let mut cargo = Command::new("cargo");
    cargo.current_dir(match root.path("") {
        path if path.as_os_str().is_empty() => ".".into(),
        path => path,
    });
    cargo.args(["test", "--quiet", "--workspace", "--features", FEATURES]);
    cargo
}

/// Compiles the tests of these checks.
pub(super) fn build(root: &Root, checks: &[&Check]) -> Result<(), SoakError> {
    let targets = checks.iter().filter_map(|check| match check.work {
        Work::Tests { target, .. } => Some(target),
        Work::Verify { .. } => None,
    });
    let targets: Vec<&str> = targets.flatten().copied().collect();
    if targets.is_empty() {
        return Ok(());
    }
    let mut cargo = cargo(root);
    cargo.arg("--no-run").args(targets);
    match succeeds(cargo)? {
        true => Ok(()),
        false => Err(SoakError::Failed(vec![
            "the tests do not compile".to_owned()
        ])),
    }
}

/// Runs cargo. An interrupt ends it and all that it has started.
fn succeeds(mut cargo: Command) -> Result<bool, SoakError> {
    let mut group = ProcessGroup::spawn(&mut cargo).map_err(SoakError::NoCargo)?;
    while !is_interrupted() {
        if let Some(status) = group.try_wait().map_err(SoakError::NoCargo)? {
            return Ok(status.success());
        }
        sleep(POLL);
    }
    group.kill();
    Err(SoakError::Interrupted)
}

impl TestRun<'_> {
    /// Runs the tests and reads what they noted.
    pub(super) fn figures(&self) -> Result<Figures, AppError> {
        output::make_folder(&self.root.path(FOLDER))?;
        let log = self.root.path(&format!("{FOLDER}/{}.log", self.name));
        let notes = tempfile::NamedTempFile::new().map_err(io("write", &log))?;
        let has_passed = self.succeeds(&log, notes.path())?;
        let notes = fs::read_to_string(notes.path()).map_err(io("read", notes.path()))?;
        if !has_passed {
            let seeds = failed_seeds(&notes)?;
            return Err(SoakError::Test { log, seeds }.into());
        }
        let figures = figures(&notes)?;
        match figures.is_empty() {
            true => Err(SoakError::NoFigure(log).into()),
            false => Ok(figures),
        }
    }

    fn succeeds(&self, log: &Path, notes: &Path) -> Result<bool, AppError> {
        let output = File::create(log).map_err(io("write", log))?;
        let errors = output.try_clone().map_err(io("write", log))?;
        let mut cargo = cargo(self.root);
        cargo.args(self.target).arg("--").arg(self.filter);
        cargo.args(["--include-ignored", "--nocapture"]);
        // Figures are of programs that ran, not of results of earlier runs.
        cargo.env("GATEFALL_FRESH", "1");
        cargo.env("GATEFALL_RECORD", notes);
        cargo.env("GATEFALL_SEED", self.seed.to_string());
        cargo.env("GATEFALL_SHARD", self.shard.to_string());
        if let Some(time) = self.time {
            cargo.env("GATEFALL_SECONDS", time.as_secs().to_string());
        }
        cargo.stdout(output).stderr(errors);
        Ok(succeeds(cargo)?)
    }
}

fn read(notes: &str) -> impl Iterator<Item = Result<Note, SoakError>> + '_ {
    notes.lines().map(|line| {
        let note = serde_json::from_str(line);
        note.map_err(|_| SoakError::BadNote(line.to_owned()))
    })
}

/// Seeds of the sessions that failed.
fn failed_seeds(notes: &str) -> Result<Vec<u64>, SoakError> {
    let seeds = read(notes).map(|note| Ok(note?.figures.get(FAILED_SEED).copied()));
    seeds.filter_map(Result::transpose).collect()
}

/// Figures of all notes. A test that has several subjects names them.
fn figures(notes: &str) -> Result<Figures, SoakError> {
    let mut figures = Figures::new();
    for note in read(notes) {
        let note = note?;
        for (figure, count) in note.figures {
            let name = match note.subject.as_str() {
                "" => figure,
                subject => format!("{subject}: {figure}"),
            };
            figures.insert(name, count);
        }
    }
    Ok(figures)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_figures_with_the_name_of_their_subject() {
        let notes = r#"{"subject":"","figures":{"modules":229}}
{"subject":"matrix","figures":{"cells":951,"faults":100}}
"#;
        let figures = figures(notes).unwrap();
        let shown: Vec<_> = figures
            .iter()
            .map(|(name, count)| format!("{name} = {count}"))
            .collect();
        assert_eq!(
            shown,
            [
                "matrix: cells = 951",
                "matrix: faults = 100",
                "modules = 229"
            ]
        );
        assert!(super::figures("{}").is_err());
    }

    #[test]
    fn failed_sessions_note_their_seeds() {
        let notes = r#"{"subject":"","figures":{"failed seed":5}}
{"subject":"","figures":{"sessions":7}}
{"subject":"","figures":{"failed seed":18446744073709551615}}
"#;
        assert_eq!(failed_seeds(notes).unwrap(), [5, u64::MAX]);
    }
}
