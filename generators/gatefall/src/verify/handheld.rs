//! Verification of the handheld game with random play.
//!
//! The engine with sixteen rows runs alone; every press and every tick is compared. At intervals
//! the complete game runs, with its buttons and its panel.

use super::steps::{Amount, Steps};
use super::{Summary, VerifyError};
use crate::cli::VerifyArguments;
use gatefall_golden::handheld::VISIBLE_ROWS;
use gatefall_golden::{Mode, Settings, Side};
use gatefall_lockstep::falling_blocks::{Difference, EngineSession, Kind, Played};
use gatefall_lockstep::handheld::RandomPlayer;

/// Default number of placements in the engine.
const PLACEMENTS: u64 = 200_000;
/// Number of placements in each engine for one placement in the complete game.
const PLACEMENTS_OF_ENGINE: u64 = 100;
/// Placements after which the complete game restarts.
const PLACEMENTS_OF_SESSION: u64 = 100;

pub(super) fn run(arguments: &VerifyArguments) -> Result<Summary, VerifyError> {
    let (engine, whole) = play(&Amount::new(arguments, PLACEMENTS))?;
    let text = format!(
        "The engine: {}; {} presses, releases and ticks compared.\n{}",
        shown(&engine),
        engine.steps,
        whole.summary()
    );
    let figures = vec![
        ("placements", engine.placements),
        ("inputs", engine.steps),
        ("placements of the whole game", whole.played.placements),
        ("pictures", whole.pictures),
    ];
    Ok(Summary { text, figures })
}

/// Runs two machines, each in a thread that uses one core.
fn play(amount: &Amount) -> Result<(Played, Whole), VerifyError> {
    let steps = Steps::new(amount, "placements");
    let halves = std::thread::scope(|scope| {
        [0, 1]
            .map(|number| {
                scope.spawn({
                    let steps = &steps;
                    move || play_half(amount, number, steps)
                })
            })
            .map(|thread| thread.join().expect("a session does not panic"))
    });
    let (mut engine, mut whole) = (Played::default(), Whole::default());
    for half in halves {
        let half = half?;
        engine.add(&half.0);
        whole.add(&half.1);
    }
    Ok((engine, whole))
}

fn play_half(amount: &Amount, number: u64, steps: &Steps) -> Result<(Played, Whole), VerifyError> {
    let differ = |difference: Box<Difference>| differ(&difference);
    let mut seed = amount.seed.wrapping_add(number);
    let settings = Settings {
        visible_rows: VISIBLE_ROWS,
        ..Settings::default()
    };
    let kind = Kind::One(Mode::Marathon);
    let mut session = EngineSession::new("handheld", kind, settings, seed).map_err(differ)?;
    let mut player = RandomPlayer::at_random(seed).map_err(differ)?;
    let mut whole = Whole::default();
    for placement in (number..amount.count).step_by(2) {
        session.place(Side::One).map_err(differ)?;
        if placement / 2 % PLACEMENTS_OF_ENGINE == 0 {
            if player.played().placements >= PLACEMENTS_OF_SESSION {
                whole.count(&player);
                seed = seed.wrapping_add(2);
                player = RandomPlayer::at_random(seed).map_err(differ)?;
            }
            player.place().map_err(differ)?;
        }
        if !steps.step() {
            break;
        }
    }
    whole.count(&player);
    Ok((session.played(), whole))
}

/// Statistics of the complete game.
#[derive(Default)]
struct Whole {
    sessions: u64,
    played: Played,
    beats: u64,
    pictures: u64,
}

impl Whole {
    fn count(&mut self, player: &RandomPlayer) {
        let [beats, pictures] = player.counts();
        self.add(&Whole {
            sessions: 1,
            played: *player.played(),
            beats,
            pictures,
        });
    }

    fn add(&mut self, other: &Whole) {
        self.sessions += other.sessions;
        self.played.add(&other.played);
        self.beats += other.beats;
        self.pictures += other.pictures;
    }

    fn summary(&self) -> String {
        format!(
            "The whole game, switched on {} times: {}; {} looks at a button and {} pictures of \
             the panel compared.",
            self.sessions,
            shown(&self.played),
            self.beats,
            self.pictures
        )
    }
}

fn shown(played: &Played) -> String {
    let [one, two, three, four] = played.clears;
    format!(
        "{} placements, {} games ended, {} kicks, {} holds, {} T-spins, clears of one row {one}, \
         two {two}, three {three}, four {four}",
        played.placements, played.games, played.kicks, played.holds, played.spins
    )
}

fn differ(difference: &Difference) -> VerifyError {
    VerifyError::Differ {
        place: format!("in {}", difference.what),
        gates: format!("\n{}", difference.gates),
        model: format!("\n{}", difference.model),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_placements_agree_and_are_summarised() {
        let (engine, whole) = play(&Amount {
            seed: 1,
            count: 1200,
            duration: None,
        })
        .unwrap();
        assert!(engine.placements >= 1200, "{engine:?}");
        assert!(engine.kicks > 0 && engine.holds > 0, "{engine:?}");
        assert!(engine.clears.iter().sum::<u64>() > 0, "{engine:?}");
        assert!(shown(&engine).contains(" placements, "));
        assert_eq!(whole.sessions, 2);
        assert!(whole.played.placements >= 12 && whole.pictures > 20);
        assert!(whole.summary().contains(" pictures of the panel compared"));
    }
}
