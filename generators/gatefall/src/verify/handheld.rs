//! Verification of the handheld game with random play.
//!
//! The engine with sixteen rows runs alone; every press and every tick is compared. At intervals
//! the complete game runs, with its buttons and its panel.

use super::steps::{Amount, Steps};
use super::{Summary, VerifyError};
use crate::cli::VerifyArguments;
use gatefall_lockstep::falling_blocks::{Difference, Played};
use gatefall_lockstep::handheld::RandomSession;

/// Default number of placements in the engine.
const PLACEMENTS: u64 = 200_000;

pub(super) fn run(arguments: &VerifyArguments) -> Result<Summary, VerifyError> {
    let (sessions, played) = play(&Amount::new(arguments, PLACEMENTS))?;
    let RandomSession {
        engine,
        whole,
        beats,
        pictures,
    } = &played;
    let text = format!(
        "The engine: {}; {} presses, releases and ticks compared.\n\
         The whole game, switched on {sessions} times: {}; {beats} looks at a button and \
         {pictures} pictures of the panel compared.",
        shown(engine),
        engine.steps,
        shown(whole),
    );
    let figures = vec![
        ("placements", engine.placements),
        ("inputs", engine.steps),
        ("placements of the whole game", whole.placements),
        ("pictures", *pictures),
    ];
    Ok(Summary { text, figures })
}

/// Plays sessions in two threads, each of which uses one core. Returns their number.
fn play(amount: &Amount) -> Result<(u64, RandomSession), VerifyError> {
    let steps = Steps::new(amount, "placements");
    let halves = std::thread::scope(|scope| {
        [0, 1]
            .map(|number| {
                let steps = &steps;
                scope.spawn(move || play_half(amount, number, steps))
            })
            .map(|thread| thread.join().expect("a session does not panic"))
    });
    let mut all = (0, RandomSession::default());
    for half in halves {
        let (sessions, played) = half?;
        all.0 += sessions;
        all.1.add(&played);
    }
    Ok(all)
}

/// Every second session from this one on.
fn play_half(
    amount: &Amount,
    first: u64,
    steps: &Steps,
) -> Result<(u64, RandomSession), VerifyError> {
    let mut all = (0, RandomSession::default());
    let mut goes_on = true;
    for number in (first..).step_by(2) {
        let left = amount
            .count
            .saturating_sub(number * RandomSession::PLACEMENTS);
        if left == 0 || !goes_on {
            break;
        }
        let seed = amount.seed.wrapping_add(number);
        let step = || {
            goes_on = steps.step();
            goes_on
        };
        let played = RandomSession::play(seed, left.min(RandomSession::PLACEMENTS), step);
        all.0 += 1;
        all.1
            .add(&played.map_err(|difference| differ(seed, &difference))?);
    }
    Ok(all)
}

fn shown(played: &Played) -> String {
    let [one, two, three, four] = played.clears;
    format!(
        "{} placements, {} games ended, {} kicks, {} holds, {} T-spins, clears of one row {one}, \
         two {two}, three {three}, four {four}",
        played.placements, played.games, played.kicks, played.holds, played.spins
    )
}

fn differ(seed: u64, difference: &Difference) -> VerifyError {
    VerifyError::Differ {
        seed: Some(seed),
        place: format!("in the session of seed {seed}, {}", difference.what),
        gates: format!("\n{}", difference.gates),
        model: format!("\n{}", difference.model),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_placements_agree_and_are_summarised() {
        let (sessions, played) = play(&Amount {
            seed: 1,
            count: 1200,
            duration: None,
        })
        .unwrap();
        let RandomSession { engine, whole, .. } = &played;
        assert_eq!(sessions, 1);
        assert!(engine.placements >= 1200, "{engine:?}");
        assert!(engine.kicks > 0 && engine.holds > 0, "{engine:?}");
        assert!(engine.clears.iter().sum::<u64>() > 0, "{engine:?}");
        assert!(shown(engine).contains(" placements, "));
        assert!(whole.placements >= 12 && played.pictures > 20);
    }
}
