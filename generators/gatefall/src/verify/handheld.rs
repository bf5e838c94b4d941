//! The engine with sixteen rows, played at random, every press and every tick of it compared.

use super::{Amount, Steps, VerifyError};
use crate::cli::VerifyArguments;
use gatefall_lockstep::falling_blocks::Difference;
use gatefall_lockstep::handheld::{Played, Session};

/// Placements, unless it is told how many.
const PLACEMENTS: u64 = 200_000;

pub(super) fn run(arguments: &VerifyArguments) -> Result<String, VerifyError> {
    let played = play(&Amount::new(arguments, PLACEMENTS))?;
    Ok(summary(&played))
}

/// Two machines share the placements, as one core of a computer runs one of them.
fn play(amount: &Amount) -> Result<Played, VerifyError> {
    let steps = Steps::new(amount, "placements");
    let halves = std::thread::scope(|scope| {
        let half = |number: u64| {
            let steps = &steps;
            move || {
                let differ = |difference: Box<Difference>| differ(&difference);
                let mut session = Session::new(amount.seed.wrapping_add(number)).map_err(differ)?;
                for _ in (number..amount.count).step_by(2) {
                    session.place().map_err(differ)?;
                    if !steps.step() {
                        break;
                    }
                }
                Ok::<_, VerifyError>(session.played())
            }
        };
        [0, 1]
            .map(|number| scope.spawn(half(number)))
            .map(|thread| thread.join().expect("a session does not panic"))
    });
    let mut played = Played::default();
    for half in halves {
        played.add(&half?);
    }
    Ok(played)
}

fn differ(difference: &Difference) -> VerifyError {
    VerifyError::Differ {
        place: format!("in {}", difference.what),
        gates: format!("\n{}", difference.gates),
        model: format!("\n{}", difference.model),
    }
}

fn summary(played: &Played) -> String {
    let [one, two, three, four] = played.clears;
    format!(
        "{} placements, {} presses, releases and ticks compared; {} games ended.\n\
         {} kicks, {} holds, {} T-spins; clears of one row {one}, two {two}, three {three}, four {four}.",
        played.placements, played.steps, played.games, played.kicks, played.holds, played.spins
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_placements_agree_and_are_told() {
        let played = play(&Amount {
            seed: 1,
            count: 120,
            duration: None,
        })
        .unwrap();
        assert!(played.placements >= 120, "{played:?}");
        assert!(played.kicks > 0 && played.holds > 0, "{played:?}");
        assert!(played.clears.iter().sum::<u64>() > 0, "{played:?}");
        assert!(summary(&played).contains(" placements, "));
    }
}
