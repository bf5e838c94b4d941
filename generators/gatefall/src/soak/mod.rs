//! `gatefall soak`: runs the long checks of the project, and records their figures.
//!
//! A check has a seed. Most can be run in parts, and some for a short time. A session that
//! fails is written as a case to `tests/cases/found`. The figures of whole checks can be recorded
//! in `docs/verification.json`, from which `docs/verification.md` is written.

mod checks;
pub(crate) mod error;
mod page;
mod record;
mod tests_of_project;

use crate::cli::{Shard, SoakArguments, VerifyArguments};
use crate::error::AppError;
use crate::interrupt::INTERRUPTED;
use crate::output;
use crate::results::commit;
use crate::root::Root;
use crate::verify;
use checks::{Check, Work, CHECKS};
use error::SoakError;
use record::{Evidence, Figures, Records};
use std::fmt::Write;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant, SystemTime};
use tests_of_project::TestRun;

/// Cases of sessions that failed.
const FOUND: &str = "tests/cases/found";

pub(crate) fn run(arguments: &SoakArguments) -> Result<(), AppError> {
    if arguments.list {
        return output::print(&list());
    }
    let root = Root::find()?;
    let mut records = Records::read(&root)?;
    if arguments.page {
        return page::write(&records, &root);
    }
    let checks = chosen(arguments)?;
    let seed = arguments.seed.unwrap_or_else(fresh_seed);
    let soak = Soak {
        root: &root,
        seed,
        shard: arguments.shard.unwrap_or(Shard::WHOLE),
        time: arguments.duration.map(|time| time / checks.len() as u32),
        // Read before a record changes the project.
        commit: commit(&root),
    };
    tests_of_project::build(&root, &checks)?;
    // A check takes hours, so each is recorded at its end.
    let failures = soak.run_all(&checks, |evidence| {
        if arguments.record {
            records.add(evidence);
            records.write(&root)?;
            page::write(&records, &root)?;
        }
        Ok(())
    })?;
    match failures.is_empty() {
        true => Ok(()),
        false => Err(SoakError::Failed(failures).into()),
    }
}

/// A table of the checks.
fn list() -> String {
    let mut list = String::new();
    for check in CHECKS {
        writeln!(
            list,
            "{:15} {:30} {}",
            check.name, check.layer, check.evidence
        )
        .expect("a string takes everything");
    }
    list
}

/// The checks that the user named, or all; for a sample the random ones.
fn chosen(arguments: &SoakArguments) -> Result<Vec<&'static Check>, SoakError> {
    let known = |name: &String| CHECKS.iter().any(|check| check.name == name);
    if let Some(unknown) = arguments.checks.iter().find(|name| !known(name)) {
        return Err(SoakError::Unknown(unknown.clone()));
    }
    let is_named = |check: &Check| {
        arguments.checks.is_empty() || arguments.checks.iter().any(|name| name == check.name)
    };
    let mut checks: Vec<_> = CHECKS.iter().filter(|check| is_named(check)).collect();
    if arguments.duration.is_some() {
        checks.retain(|check| check.has_sample());
    }
    match checks.is_empty() {
        true => Err(SoakError::NoSample),
        false => Ok(checks),
    }
}

/// The seconds since 1970.
fn fresh_seed() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    now.map_or(1, |time| time.as_secs())
}

/// A run of checks.
struct Soak<'a> {
    root: &'a Root,
    seed: u64,
    shard: Shard,
    /// Time of each check, if only a sample is wanted.
    time: Option<Duration>,
    commit: Option<String>,
}

impl Soak<'_> {
    /// Runs checks one after another, and takes the evidence of each. Returns a message for each
    /// that failed.
    fn run_all(
        &self,
        checks: &[&Check],
        mut take: impl FnMut(Evidence) -> Result<(), AppError>,
    ) -> Result<Vec<String>, AppError> {
        let mut failures = Vec::new();
        for check in checks {
            let begun = Instant::now();
            let result = self.run(check);
            if INTERRUPTED.load(Ordering::Relaxed) {
                return Err(SoakError::Interrupted.into());
            }
            let seconds = begun.elapsed().as_secs();
            let shown = match result {
                Ok(figures) => {
                    let evidence = Evidence {
                        check: check.name.to_owned(),
                        commit: self.commit.clone(),
                        seed: self.seed,
                        seconds: Some(seconds),
                        figures,
                    };
                    let shown = evidence.shown();
                    take(evidence)?;
                    shown
                }
                Err(error) => {
                    let failure = format!("{} fails: {error}; {}", check.name, self.again(check));
                    failures.push(failure.clone());
                    failure
                }
            };
            output::print(&format!("{:15} {seconds:5} s  {shown}\n", check.name))?;
        }
        Ok(failures)
    }

    /// The command that runs a check once more.
    fn again(&self, check: &Check) -> String {
        let shard = match self.shard {
            Shard::WHOLE => String::new(),
            shard => format!(" --shard {shard}"),
        };
        format!(
            "`gatefall soak {} --seed {}{shard}` repeats it",
            check.name, self.seed
        )
    }

    fn run(&self, check: &Check) -> Result<Figures, AppError> {
        match check.work {
            Work::Verify { game, games } => self.verify(game, games),
            Work::Tests { target, filter, .. } => {
                let run = TestRun {
                    root: self.root,
                    name: check.name,
                    target,
                    filter,
                    seed: self.seed,
                    shard: self.shard,
                    time: self.time,
                };
                run.figures()
            }
        }
    }

    fn verify(&self, game: &str, games: Option<u64>) -> Result<Figures, AppError> {
        let found = self.root.path(FOUND);
        output::make_folder(&found)?;
        let games = games.map(|all| self.shard.part(all));
        let arguments = VerifyArguments {
            game: game.to_owned(),
            games: games.as_ref().map(|part| part.end - part.start),
            duration: games.as_ref().and(self.time),
            replay: None,
            seed: games.map(|part| self.seed.wrapping_add(part.start)),
            second: None,
        };
        let compared = verify::compare(&arguments, &found);
        // The folder is there only if it holds a case.
        let _ = std::fs::remove_dir(&found);
        let figures = compared?.figures;
        Ok(figures
            .into_iter()
            .map(|(name, count)| (name.to_owned(), count))
            .collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::{Cli, Command};
    use clap::Parser;

    fn arguments(words: &str) -> SoakArguments {
        let words = ["gatefall", "soak"]
            .into_iter()
            .chain(words.split_whitespace());
        match Cli::try_parse_from(words).unwrap().command {
            Command::Soak(arguments) => arguments,
            _ => unreachable!("the words name the command"),
        }
    }

    fn names(words: &str) -> Vec<&'static str> {
        let checks = chosen(&arguments(words)).unwrap();
        checks.iter().map(|check| check.name).collect()
    }

    #[test]
    fn all_checks_run_or_those_that_are_named_or_those_with_a_sample() {
        assert_eq!(names("").len(), CHECKS.len());
        assert_eq!(names("proofs matrix"), ["matrix", "proofs"]);
        let sample = names("--for 3m");
        assert!(sample.contains(&"arcade") && !sample.contains(&"proofs"));
        let unknown = chosen(&arguments("proof")).err().unwrap();
        assert_eq!(unknown.to_string(), "unknown check `proof`");
        assert!(chosen(&arguments("proofs --for 3m")).is_err());
    }

    #[test]
    fn a_name_is_of_one_check() {
        for (place, check) in CHECKS.iter().enumerate() {
            assert!(CHECKS[..place].iter().all(|other| other.name != check.name));
        }
    }
}
