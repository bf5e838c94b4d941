//! `gatefall soak`: runs the long checks of the project, and records their figures.
//!
//! A check has a seed. Most can be run in parts, and some for a short time. A session of `arcade`
//! that fails is written as a case to `tests/cases/found`; of another one the seed is kept in
//! `tests/seeds.txt`. The figures of whole checks can be recorded in `docs/verification.json`, from
//! which `docs/verification.md` is written.

mod checks;
pub(crate) mod error;
mod page;
mod record;
mod seeds;
mod tests_of_project;

use crate::cli::{Shard, SoakArguments, VerifyArguments};
use crate::error::{AppError, Printed};
use crate::interrupt::is_interrupted;
use crate::output;
use crate::results::{commit, FOLDER};
use crate::root::Root;
use crate::verify;
use checks::{Check, Work, CHECKS};
use error::SoakError;
use record::{Evidence, Figures, Records, FILE, UNFINISHED};
use seeds::SEEDS;
use std::fmt::Write;
use std::time::{Duration, Instant, SystemTime};
use tests_of_project::TestRun;

/// Cases of sessions that failed.
const FOUND: &str = "tests/cases/found";

pub(crate) fn run(arguments: &SoakArguments) -> Result<(), AppError> {
    if arguments.list {
        return output::print(&list());
    }
    let root = Root::find()?;
    let records = Records::read(&root, FILE)?;
    if arguments.page {
        return page::write(&records, &root);
    }
    let checks = chosen(arguments)?;
    let soak = Soak {
        root: &root,
        seed: arguments.seed.unwrap_or_else(fresh_seed),
        continues: arguments.record && arguments.seed.is_none(),
        is_recorded: arguments.record,
        shard: arguments.shard.unwrap_or(Shard::WHOLE),
        time: arguments.duration.map(|time| time / checks.len() as u32),
        // Read before a record changes the project.
        commit: commit(&root),
    };
    tests_of_project::build(&root, &checks)?;
    let failures = soak.run_all(&checks)?;
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

/// The figures of a check that has counted something.
fn counted(figures: Figures) -> Result<Figures, SoakError> {
    match figures.values().all(|&count| count == 0) {
        true => Err(SoakError::NothingChecked),
        false => Ok(figures),
    }
}

/// A run of checks.
struct Soak<'a> {
    root: &'a Root,
    seed: u64,
    /// Sessions follow those that were recorded or interrupted on this commit.
    continues: bool,
    is_recorded: bool,
    shard: Shard,
    /// Time of each check, if only a sample is wanted.
    time: Option<Duration>,
    commit: Option<String>,
}

impl Soak<'_> {
    /// Runs checks one after another. Returns a message for each that failed.
    fn run_all(&self, checks: &[&Check]) -> Result<Vec<String>, AppError> {
        let mut failures = Vec::new();
        for check in checks {
            let earlier = self.earlier(check)?;
            let next = earlier.as_ref().and_then(Evidence::next_seed);
            let seed = next.unwrap_or(self.seed);
            let begun = Instant::now();
            let result = self.run(check, seed);
            let seconds = begun.elapsed().as_secs();
            let show =
                |text: &str| output::print(&format!("{:15} {seconds:5} s  {text}\n", check.name));
            match result.and_then(|figures| Ok(counted(figures)?)) {
                Ok(figures) => {
                    let sitting = Evidence {
                        check: check.name.to_owned(),
                        commit: self.commit.clone(),
                        seed,
                        seconds: Some(seconds),
                        figures,
                    };
                    let evidence = match &earlier {
                        Some(earlier) => sitting.after(earlier),
                        None => sitting,
                    };
                    show(&evidence.shown())?;
                    if self.is_recorded {
                        self.keep(check, evidence, earlier)?;
                    }
                }
                Err(_) if is_interrupted() => {}
                Err(error) => {
                    let again = self.again(check, seed);
                    let mut failure = format!("{} fails: {}; {again}", check.name, Printed(&error));
                    let failed = seeds::failed(&error);
                    if !failed.is_empty() {
                        seeds::keep(self.root, check.name, failed)?;
                        failure += &format!("; `make test` does, too, with {SEEDS}");
                    }
                    show(&failure)?;
                    failures.push(failure);
                }
            }
            if is_interrupted() {
                return Err(SoakError::Interrupted.into());
            }
        }
        Ok(failures)
    }

    /// The sittings on this commit that a new one continues.
    fn earlier(&self, check: &Check) -> Result<Option<Evidence>, AppError> {
        if !self.continues {
            return Ok(None);
        }
        for file in [UNFINISHED, FILE] {
            let records = Records::read(self.root, file)?;
            let earlier = records.continued(check.name, self.commit.as_deref());
            if earlier.is_some() {
                return Ok(earlier.cloned());
            }
        }
        Ok(None)
    }

    /// Records a check, which takes hours, at its end; or what an interrupted sitting has played.
    /// Other sittings may have been recorded in the meantime.
    fn keep(
        &self,
        check: &Check,
        evidence: Evidence,
        earlier: Option<Evidence>,
    ) -> Result<(), AppError> {
        let _lock = output::lock(&self.root.path(FOLDER));
        if self.earlier(check)? != earlier {
            return Err(SoakError::PlayedTwice(evidence.check).into());
        }
        let mut unfinished = Records::read(self.root, UNFINISHED)?;
        if is_interrupted() {
            if !evidence.can_continue() {
                return Ok(());
            }
            let interrupted = SoakError::Unfinished(evidence.check.clone());
            unfinished.add(evidence);
            unfinished.write(self.root, UNFINISHED)?;
            return Err(interrupted.into());
        }
        let is_finished = unfinished.remove(&evidence.check);
        let mut records = Records::read(self.root, FILE)?;
        records.add(evidence);
        records.write(self.root, FILE)?;
        // Only now, so that a failure before keeps what the interrupted sittings have played.
        if is_finished {
            unfinished.write(self.root, UNFINISHED)?;
        }
        page::write(&records, self.root)
    }

    /// The command that runs a check once more.
    fn again(&self, check: &Check, seed: u64) -> String {
        let shard = match self.shard {
            Shard::WHOLE => String::new(),
            shard => format!(" --shard {shard}"),
        };
        let name = check.name;
        format!("`gatefall soak {name} --seed {seed}{shard}` repeats it")
    }

    fn run(&self, check: &Check, seed: u64) -> Result<Figures, AppError> {
        match check.work {
            Work::Verify { game, games } => self.verify(game, games, seed),
            Work::Tests { target, filter, .. } => {
                let run = TestRun {
                    root: self.root,
                    name: check.name,
                    target,
                    filter,
                    seed,
                    shard: self.shard,
                    time: self.time,
                };
                run.figures()
            }
        }
    }

    fn verify(&self, game: &str, games: Option<u64>, seed: u64) -> Result<Figures, AppError> {
        let found = self.root.path(FOUND);
        output::make_folder(&found)?;
        let games = games.map(|all| self.shard.part(all));
        let arguments = VerifyArguments {
            game: game.to_owned(),
            games: games.as_ref().map(|part| part.end - part.start),
            duration: games.as_ref().and(self.time),
            replay: None,
            seed: games.map(|part| seed.wrapping_add(part.start)),
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

    /// A record of some sessions.
    fn evidence(check: &str, sessions: u64) -> Evidence {
        Evidence {
            check: check.to_owned(),
            commit: Some("c0ffee".to_owned()),
            seed: 1,
            seconds: Some(1),
            figures: Figures::from([("sessions".to_owned(), sessions)]),
        }
    }

    /// A command that records, on the commit of the records above.
    fn recording(root: &Root) -> Soak<'_> {
        Soak {
            root,
            seed: 1,
            continues: true,
            is_recorded: true,
            shard: Shard::WHOLE,
            time: None,
            commit: Some("c0ffee".to_owned()),
        }
    }

    #[test]
    fn a_record_leaves_those_alone_that_others_have_written_in_the_meantime() {
        let folder = tempfile::tempdir().unwrap();
        let root = Root::at(folder.path());
        let soak = recording(&root);
        let arcade = CHECKS.iter().find(|check| check.name == "arcade").unwrap();
        let mut others = Records::default();
        others.add(evidence("matrix", 5));
        others.write(&root, FILE).unwrap();
        soak.keep(arcade, evidence("arcade", 8), None).unwrap();
        let recorded = [evidence("arcade", 8), evidence("matrix", 5)];
        assert_eq!(Records::read(&root, FILE).unwrap().0, recorded);

        // It began before the other one ended, with the same seed.
        let second = soak.keep(arcade, evidence("arcade", 9), None);
        let refused = AppError::Soak(SoakError::PlayedTwice("arcade".to_owned()));
        assert_eq!(second.unwrap_err().to_string(), refused.to_string());
        assert_eq!(Records::read(&root, FILE).unwrap().0, recorded);
    }

    #[test]
    fn interrupted_sittings_are_kept_until_the_whole_check_is_recorded() {
        let folder = tempfile::tempdir().unwrap();
        let root = Root::at(folder.path());
        let soak = recording(&root);
        let evidence = |sessions| evidence("arcade", sessions);
        let arcade = CHECKS.iter().find(|check| check.name == "arcade").unwrap();
        let mut unfinished = Records::default();
        unfinished.add(evidence(5));
        unfinished.write(&root, UNFINISHED).unwrap();
        std::fs::create_dir(root.path(FOLDER)).unwrap();
        std::fs::write(root.path(FILE), "damaged").unwrap();
        assert!(soak.keep(arcade, evidence(8), Some(evidence(5))).is_err());
        let kept = || Records::read(&root, UNFINISHED).unwrap().0;
        assert_eq!(kept(), [evidence(5)]);

        std::fs::remove_file(root.path(FILE)).unwrap();
        soak.keep(arcade, evidence(8), Some(evidence(5))).unwrap();
        assert_eq!(kept(), []);
        assert_eq!(Records::read(&root, FILE).unwrap().0, [evidence(8)]);
    }

    #[test]
    fn a_check_that_counts_nothing_fails() {
        let figures = |counts: &[u64]| -> Figures {
            let names = ('a'..).map(String::from);
            names.zip(counts.iter().copied()).collect()
        };
        assert!(counted(figures(&[0, 3])).is_ok());
        for counts in [&[0, 0][..], &[]] {
            let refused = counted(figures(counts)).unwrap_err();
            assert!(matches!(refused, SoakError::NothingChecked));
        }
    }

    #[test]
    fn a_name_is_of_one_check() {
        for (place, check) in CHECKS.iter().enumerate() {
            assert!(CHECKS[..place].iter().all(|other| other.name != check.name));
        }
    }
}
