//! A session of random play: the engine alone, and at intervals the whole game.

use super::RandomPlayer;
use crate::falling_blocks::{Difference, EngineSession, Kind, Played};
use gatefall_golden::handheld::VISIBLE_ROWS;
use gatefall_golden::{Mode, Settings, Side};

/// Placements in the engine for one in the whole game.
const PLACEMENTS_OF_ENGINE: u64 = 100;

/// Play that was compared.
#[derive(Debug, Default)]
pub struct RandomSession {
    /// Play of the engine.
    pub engine: Played,
    /// Play of the whole game.
    pub whole: Played,
    /// Looks at the buttons.
    pub beats: u64,
    /// Pictures of the panel.
    pub pictures: u64,
}

impl RandomSession {
    /// Placements of the engine in a whole session.
    pub const PLACEMENTS: u64 = 10_000;

    /// Plays from power-up until so many pieces of the engine have locked, or until `goes_on`,
    /// which is asked after each of them, is false.
    ///
    /// # Errors
    /// The first difference.
    pub fn play(
        seed: u64,
        placements: u64,
        mut goes_on: impl FnMut() -> bool,
    ) -> Result<RandomSession, Box<Difference>> {
        let settings = Settings {
            visible_rows: VISIBLE_ROWS,
            ..Settings::default()
        };
        let kind = Kind::One(Mode::Marathon);
        let mut engine = EngineSession::new("handheld", kind, settings, seed)?;
        let mut player = RandomPlayer::at_random(seed)?;
        for placement in 0..placements {
            engine.place(Side::One)?;
            if placement % PLACEMENTS_OF_ENGINE == 0 {
                player.place()?;
            }
            if !goes_on() {
                break;
            }
        }
        let [beats, pictures] = player.counts();
        Ok(RandomSession {
            engine: engine.played(),
            whole: *player.played(),
            beats,
            pictures,
        })
    }

    /// Adds what another one has compared.
    pub fn add(&mut self, other: &RandomSession) {
        self.engine.add(&other.engine);
        self.whole.add(&other.whole);
        self.beats += other.beats;
        self.pictures += other.pictures;
    }
}
