//! Sessions at the keyboard, every byte and every tick of them compared; a session that differs is made short and written down.

use super::VerifyError;
use crate::cli::VerifyArguments;
use crate::error::{io, AppError};
use crate::INTERRUPTED;
use gatefall_lockstep::arcade::{play, read, shrink, write, Coverage, Failure, Pair};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Sessions that are played unless it is told how many.
const SESSIONS: u64 = 100;
/// How long to look for a shorter case.
const SHRINK_LIMIT: Duration = Duration::from_secs(120);

pub(super) fn run(arguments: &VerifyArguments) -> Result<String, AppError> {
    if let Some(path) = &arguments.replay {
        return replay(path);
    }
    let plan = Plan {
        seed: arguments.seed,
        sessions: match arguments.duration {
            Some(_) => u64::MAX,
            None => arguments.games.unwrap_or(SESSIONS),
        },
        end: arguments.duration.map(|duration| Instant::now() + duration),
        next: AtomicU64::new(0),
        bar: bar(),
    };
    let (sessions, coverage) = plan.play()?;
    let (placements, inputs) = (coverage.placements(), coverage.inputs);
    Ok(format!(
        "{coverage}\n{sessions} sessions of the seeds from {}: {placements} placements, {inputs} bytes and ticks compared.",
        arguments.seed
    ))
}

fn replay(path: &Path) -> Result<String, AppError> {
    let text = std::fs::read_to_string(path).map_err(io("read", path))?;
    let steps = read(&text).map_err(VerifyError::from)?;
    let mut pair = Pair::default();
    pair.replay(&steps)
        .map_err(|failure| differ(path, &failure))?;
    let coverage = pair.take_coverage();
    let (placements, inputs) = (coverage.placements(), coverage.inputs);
    Ok(format!(
        "{placements} placements, {inputs} bytes and ticks compared."
    ))
}

/// How much to play.
struct Plan {
    seed: u64,
    sessions: u64,
    end: Option<Instant>,
    /// The session that nobody plays yet.
    next: AtomicU64,
    bar: ProgressBar,
}

impl Plan {
    /// Two machines share the sessions, as one core of a computer runs one of them.
    fn play(&self) -> Result<(u64, Coverage), AppError> {
        let halves = std::thread::scope(|scope| {
            [(); 2]
                .map(|()| scope.spawn(|| self.play_some()))
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

    fn play_some(&self) -> Result<(u64, Coverage), AppError> {
        let mut pair = Pair::default();
        let mut sessions = 0;
        while self.end.is_none_or(|end| Instant::now() < end) {
            let session = self.next.fetch_add(1, Ordering::Relaxed);
            if session >= self.sessions {
                break;
            }
            let seed = self.seed.wrapping_add(session);
            if let Err(failure) = play(&mut pair, seed) {
                // Nobody needs a second one.
                self.next.store(self.sessions, Ordering::Relaxed);
                return Err(write_case(&mut pair, *failure, seed));
            }
            sessions += 1;
            self.bar.inc(1);
            if INTERRUPTED.load(Ordering::Relaxed) {
                let of = self.sessions;
                return Err(VerifyError::Interrupted { done: session, of }.into());
            }
        }
        Ok((sessions, pair.take_coverage()))
    }
}

fn bar() -> ProgressBar {
    let template = "{spinner} {human_pos} sessions, {elapsed}";
    let style = ProgressStyle::with_template(template).expect("the template is well-formed");
    let target = ProgressDrawTarget::stderr_with_hz(5);
    ProgressBar::with_draw_target(None, target).with_style(style)
}

/// Makes a session that differs short, and writes it down.
fn write_case(pair: &mut Pair, failure: Failure, seed: u64) -> AppError {
    let played = failure.steps.len();
    let failure = shrink(pair, failure, SHRINK_LIMIT);
    let path = PathBuf::from(format!("arcade-{seed}.case"));
    let text = format!(
        "# {} of the {played} steps of session {seed}: gatefall verify arcade --replay {}\n{}",
        failure.steps.len(),
        path.display(),
        write(&failure.steps)
    );
    match crate::output::write(&path, text.as_bytes()) {
        Ok(()) => differ(&path, &failure),
        Err(error) => error,
    }
}

fn differ(path: &Path, failure: &Failure) -> AppError {
    let difference = failure.difference.as_ref();
    AppError::from(VerifyError::Differ {
        place: format!(
            "after step {} of {}, in {}",
            failure.steps.len(),
            path.display(),
            difference.what
        ),
        gates: difference.gates.clone(),
        model: difference.model.clone(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_agrees_and_is_told() {
        let plan = Plan {
            seed: 1,
            sessions: 1,
            end: None,
            next: AtomicU64::new(0),
            bar: ProgressBar::hidden(),
        };
        let (sessions, coverage) = plan.play().unwrap();
        assert_eq!(sessions, 1);
        assert!(coverage.placements() > 20, "{coverage}");
        assert!(coverage.of("scene: play of marathon") + coverage.of("scene: play of versus") > 0);
    }
}
