//! Verification of the arcade game: random sessions at the keyboard. Every byte and every tick is
//! compared. A failing session is shortened and written to a file.

use super::steps::{Amount, Steps};
use super::{Summary, VerifyError};
use crate::cli::VerifyArguments;
use crate::error::{io, AppError, Printed};
use gatefall_board::read_text;
use gatefall_lockstep::arcade::{play, read, shrink, write, Coverage, Failure, Pair};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Default number of sessions.
const SESSIONS: u64 = 100;
/// Maximum number of replays to shorten a failing session.
const MOST_REPLAYS: usize = 1_000;

pub(super) fn run(arguments: &VerifyArguments, folder: &Path) -> Result<Summary, AppError> {
    if let Some(path) = &arguments.replay {
        return replay(&mut Pair::default(), path);
    }
    let amount = Amount::new(arguments, SESSIONS);
    let plan = Plan {
        steps: Steps::new(&amount, "sessions"),
        next: AtomicU64::new(0),
        amount,
        folder: folder.to_owned(),
    };
    let (sessions, coverage) = plan.play()?;
    let (placements, inputs) = (coverage.placements(), coverage.inputs);
    let text = format!(
        "{coverage}\n{sessions} sessions of the seeds from {}: {placements} placements, {inputs} \
         bytes and ticks compared.",
        plan.amount.seed
    );
    let figures = vec![
        ("sessions", sessions),
        ("placements", placements),
        ("inputs", inputs),
        ("pictures", coverage.pictures()),
    ];
    Ok(Summary { text, figures })
}

fn replay(pair: &mut Pair, path: &Path) -> Result<Summary, AppError> {
    let text = read_text(path).map_err(io("read", path))?;
    let steps = read(&text).map_err(|problem| VerifyError::Case {
        path: path.to_owned(),
        problem,
    })?;
    pair.replay(&steps)
        .map_err(|failure| differ(&format!("in {}", path.display()), &failure))?;
    let coverage = pair.take_coverage();
    let (placements, inputs) = (coverage.placements(), coverage.inputs);
    Ok(Summary {
        text: format!("{placements} placements, {inputs} bytes and ticks compared."),
        figures: vec![("placements", placements), ("inputs", inputs)],
    })
}

/// Distribution of the sessions over threads.
struct Plan {
    amount: Amount,
    steps: Steps,
    /// The next session to play.
    next: AtomicU64,
    /// Folder for failing sessions.
    folder: PathBuf,
}

impl Plan {
    /// Runs two machines, each in a thread that uses one core.
    fn play(&self) -> Result<(u64, Coverage), AppError> {
        let halves = std::thread::scope(|scope| {
            [(); 2]
                .map(|()| scope.spawn(|| self.play_some(&mut Pair::default())))
                .map(|thread| thread.join().expect("a session does not panic"))
        });
        let mut all = (0, Coverage::default());
        for half in halves {
            let (sessions, coverage) = half?;
            all.0 += sessions;
            all.1.add(&coverage);
        }
        Ok(all)
    }

    fn play_some(&self, pair: &mut Pair) -> Result<(u64, Coverage), AppError> {
        let mut sessions = 0;
        loop {
            let session = self.next.fetch_add(1, Ordering::Relaxed);
            if session >= self.amount.count {
                break;
            }
            let seed = self.amount.seed.wrapping_add(session);
            if let Err(failure) = play(pair, seed) {
                // One failure is enough: end the other thread.
                self.next.store(self.amount.count, Ordering::Relaxed);
                return Err(write_case(pair, *failure, seed, &self.folder));
            }
            sessions += 1;
            if !self.steps.step() {
                break;
            }
        }
        Ok((sessions, pair.take_coverage()))
    }
}

/// Shortens a failing session and writes it to a file.
fn write_case(pair: &mut Pair, failure: Failure, seed: u64, folder: &Path) -> AppError {
    let played = failure.steps.len();
    let failure = shrink(pair, failure, MOST_REPLAYS);
    let path = free_path(folder, seed);
    let text = format!(
        "# {} of the {played} steps of session {seed}: gatefall verify arcade --replay {}\n{}",
        failure.steps.len(),
        path.display(),
        write(&failure.steps)
    );
    let written = match crate::output::write_new(&path, text.as_bytes()) {
        Ok(()) => format!("in {}", path.display()),
        Err(error) => format!("of session {seed} ({})", Printed(&error)),
    };
    differ(&written, &failure)
}

/// Path of a new case. An earlier case of the seed stays: the user may have edited it.
fn free_path(folder: &Path, seed: u64) -> PathBuf {
    let mut path = folder.join(format!("arcade-{seed}.case"));
    let mut number = 2;
    while path.symlink_metadata().is_ok() {
        path = folder.join(format!("arcade-{seed}-{number}.case"));
        number += 1;
    }
    path
}

fn differ(place: &str, failure: &Failure) -> AppError {
    let difference = failure.difference.as_ref();
    AppError::from(VerifyError::Differ {
        seed: None,
        place: format!(
            "after step {} {place}, in {}",
            failure.steps.len(),
            difference.what
        ),
        gates: difference.gates.clone(),
        model: difference.model.clone(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(count: u64, folder: &Path) -> Plan {
        let amount = Amount {
            seed: 1,
            count,
            duration: None,
        };
        Plan {
            steps: Steps::new(&amount, "sessions"),
            next: AtomicU64::new(0),
            amount,
            folder: folder.to_owned(),
        }
    }

    /// A fault: Esc pauses instead of going back. The menu is the first scene that shows it.
    fn faulty() -> Pair {
        let mut faulty = Pair::default();
        let (escape, last_bit) = (0x76, 1);
        let gates = faulty.gates();
        gates.plant_fault(
            "arcade.console.keyboard.keyboard_decoder.key_list.memory.words",
            escape,
            last_bit,
        );
        faulty
    }

    #[test]
    fn a_session_agrees_and_is_summarised() {
        let (sessions, coverage) = plan(1, Path::new("")).play().unwrap();
        assert_eq!(sessions, 1);
        assert!(coverage.placements() > 20, "{coverage}");
        let modes = ["marathon", "sprint", "ultra", "versus", "race"];
        let plays = modes.map(|mode| coverage.of(&format!("scene: play of {mode}")));
        assert!(plays.into_iter().any(|plays| plays > 0), "{coverage}");
    }

    #[test]
    fn a_planted_fault_is_found_made_short_and_replayed() {
        let mut faulty = faulty();
        let folder = tempfile::tempdir().unwrap();
        let found = plan(20, folder.path()).play_some(&mut faulty).unwrap_err();
        let case = std::fs::read_dir(folder.path()).unwrap().next();
        let case = case.expect("a case is written").unwrap().path();
        let text = std::fs::read_to_string(&case).unwrap();
        assert!(text.starts_with("# 2 of the "), "{text}");
        assert!(text.ends_with("press Esc\n"), "{text}");
        let replayed = replay(&mut faulty, &case).unwrap_err();
        assert_eq!(replayed.to_string(), found.to_string());
        replay(&mut Pair::default(), &case).unwrap();
    }

    #[test]
    fn an_earlier_case_stays() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["arcade-7.case", "arcade-7-2.case", "arcade-7-3.case"] {
            let path = free_path(folder.path(), 7);
            assert_eq!(path.file_name().unwrap(), name);
            std::fs::write(path, "edited").unwrap();
        }
    }

    #[test]
    fn the_number_of_replays_decides_how_short_a_case_becomes() {
        let mut faulty = faulty();
        let found = (1..20).find_map(|seed| play(&mut faulty, seed).err());
        let found = *found.expect("a session meets the fault");
        let mut steps = |replays| shrink(&mut faulty, found.clone(), replays).steps;
        assert_eq!(steps(0), found.steps);
        let few = steps(3);
        assert!((3..found.steps.len()).contains(&few.len()), "{}", few.len());
        assert_eq!(steps(3), few);
    }
}
