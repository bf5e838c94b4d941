//! Verification of the matrix game: random games. Every tick and every press is compared.

use super::steps::{Amount, Steps};
use super::{Summary, VerifyError};
use crate::cli::VerifyArguments;
use gatefall_golden::matrix::Event;
use gatefall_lockstep::matrix::{Difference, Pair, Played, LEAST_SECOND};

/// Default number of games.
const GAMES: u64 = 100_000;

pub(super) fn run(arguments: &VerifyArguments) -> Result<Summary, VerifyError> {
    let second = arguments.second.unwrap_or(LEAST_SECOND);
    if second < LEAST_SECOND || !second.is_multiple_of(100) {
        return Err(VerifyError::Second(second));
    }
    let played = play(&Amount::new(arguments, GAMES), second)?;
    Ok(Summary {
        text: summary(&played),
        figures: vec![
            ("games", played.games),
            ("won", played.count(Event::Won)),
            ("ticks", played.ticks),
            ("presses", played.presses),
        ],
    })
}

/// Runs two machines, each in a thread that uses one core.
fn play(amount: &Amount, second: u64) -> Result<Played, VerifyError> {
    let steps = Steps::new(amount, "games");
    let halves = std::thread::scope(|scope| {
        let half = |first: u64| {
            let steps = &steps;
            move || {
                let mut pair = Pair::new(second);
                let mut played = Played::default();
                for game in (first..amount.count).step_by(2) {
                    let one = pair.play(amount.seed.wrapping_add(game));
                    played.add(&one.map_err(|difference| differ(&difference))?);
                    if !steps.step() {
                        break;
                    }
                }
                Ok::<_, VerifyError>(played)
            }
        };
        [0, 1]
            .map(|first| scope.spawn(half(first)))
            .map(|thread| thread.join().expect("a game does not panic"))
    });
    let mut played = Played::default();
    for half in halves {
        played.add(&half?);
    }
    Ok(played)
}

fn differ(difference: &Difference) -> VerifyError {
    VerifyError::Differ {
        seed: Some(difference.seed),
        place: format!(
            "in the game of seed {} on tick {}, {}",
            difference.seed, difference.tick, difference.recent
        ),
        gates: format!("\n{}", difference.gates),
        model: format!("\n{}", difference.model),
    }
}

fn summary(played: &Played) -> String {
    let mut summary = format!(
        "{} games, {} ticks and {} presses compared; {} games ended by reset.\n",
        played.games, played.ticks, played.presses, played.resets
    );
    summary += &format!(
        "{} won, {} lost by a full board, {} lost by time.\nTicks on which it happened:",
        played.count(Event::Won),
        played.count(Event::LostByFullBoard),
        played.count(Event::LostByTime)
    );
    for event in Event::ALL {
        summary += &format!(" {event:?} {},", played.count(event));
    }
    summary.pop();
    summary + "."
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_games_agree_and_are_summarised() {
        let amount = Amount {
            seed: 1,
            count: 4,
            duration: None,
        };
        let played = play(&amount, LEAST_SECOND).unwrap();
        assert_eq!(played.games, 4);
        let ends = [Event::Won, Event::LostByFullBoard, Event::LostByTime];
        assert_eq!(ends.map(|end| played.count(end)).iter().sum::<u64>(), 4);
        let summary = summary(&played);
        assert!(summary.starts_with("4 games, "), "{summary}");
    }

    #[test]
    fn a_time_ends_the_games() {
        let amount = Amount {
            seed: 1,
            count: u64::MAX,
            duration: Some(std::time::Duration::from_millis(1)),
        };
        let played = play(&amount, LEAST_SECOND).unwrap();
        assert!((1..100).contains(&played.games), "{}", played.games);
    }
}
