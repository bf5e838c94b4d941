//! `matrix` in lockstep: every tick and every press compared.
//!
//! A second is cut into looks at the buttons, a hundred of them. A tick is worked on for less than the first 62; then there is time for
//! three presses.

mod gates;
mod player;
mod state;

pub use gates::{Gates, LEAST_SECOND};
pub use player::Player;
pub use state::State;

use gatefall_golden::matrix::{Event, Game, Phase, Presses, RandomBits};
use std::collections::BTreeMap;
use std::fmt;
use thiserror::Error;

/// Presses for which there is time in a second.
pub const PRESSES_PER_TICK: usize = 3;

/// What some games were like.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// Games.
    pub games: u64,
    /// Ticks of them, each compared.
    pub ticks: u64,
    /// Presses, each compared.
    pub presses: u64,
    /// Games that the reset button ended.
    pub resets: u64,
    /// On how many ticks something happened.
    pub events: BTreeMap<Event, u64>,
}

impl Played {
    /// Adds other games.
    pub fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.ticks += other.ticks;
        self.presses += other.presses;
        self.resets += other.resets;
        for (event, count) in &other.events {
            *self.events.entry(*event).or_default() += count;
        }
    }

    /// On how many ticks that happened.
    pub fn count(&self, event: Event) -> u64 {
        self.events.get(&event).copied().unwrap_or(0)
    }
}

/// Where gates and model are not the same.
#[derive(Debug, Error)]
pub struct Difference {
    /// What the game was made of.
    pub seed: u64,
    /// Seconds since the start.
    pub tick: u64,
    /// The presses of the last seconds, and how many presses after the tick it is.
    pub recent: String,
    /// What the gates are in.
    pub gates: State,
    /// What the model is in.
    pub model: State,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "gates and model differ on tick {}, {}",
            self.tick, self.recent
        )?;
        write!(f, "gates:\n{}model:\n{}", self.gates, self.model)
    }
}

/// Gates and model side by side.
pub struct Pair {
    gates: Gates,
    model: Game,
    random: RandomBits,
    played: Played,
    history: Vec<Presses>,
    seed: u64,
    tick: u64,
}

impl Pair {
    /// Gates whose second has that many clocks.
    pub fn new(second: u64) -> Self {
        Self {
            gates: Gates::new(second),
            model: Game::default(),
            random: RandomBits::default(),
            played: Played::default(),
            history: vec![],
            seed: 0,
            tick: 0,
        }
    }

    /// The model.
    pub fn model(&self) -> &Game {
        &self.model
    }

    /// The gates.
    pub fn gates(&mut self) -> &mut Gates {
        &mut self.gates
    }

    /// Both sides as after switching on.
    pub fn switch_on(&mut self, seed: u64) {
        self.gates.reset();
        self.model = Game::default();
        self.seed = seed;
    }

    /// Both sides in the middle of a made-up game, right after a tick.
    ///
    /// # Errors
    /// When the sides are not the same then.
    pub fn stage(&mut self, game: Game) -> Result<(), Box<Difference>> {
        self.switch_on(0);
        self.start()?;
        self.gates.put(&game);
        self.model = game;
        self.compare()
    }

    /// Presses start.
    ///
    /// # Errors
    /// When the sides are not the same after it.
    pub fn start(&mut self) -> Result<(), Box<Difference>> {
        let clocks = self.gates.start();
        self.model.start(self.random.block_at(clocks));
        self.tick = 0;
        self.history.clear();
        self.compare()
    }

    /// Presses reset.
    ///
    /// # Errors
    /// When the sides are not the same after it.
    pub fn restart(&mut self) -> Result<(), Box<Difference>> {
        self.gates.restart();
        self.model.restart();
        self.compare()
    }

    /// Lets a second pass.
    ///
    /// # Errors
    /// When the sides are not the same after it.
    pub fn tick(&mut self) -> Result<Vec<Event>, Box<Difference>> {
        let clocks = self.gates.tick();
        let events = self.model.tick(self.random.block_at(clocks));
        self.tick += 1;
        self.played.ticks += 1;
        for event in &events {
            *self.played.events.entry(*event).or_default() += 1;
        }
        self.compare()?;
        Ok(events)
    }

    /// Presses buttons together; at most [`PRESSES_PER_TICK`] times between two ticks.
    ///
    /// # Errors
    /// When the sides are not the same after it.
    pub fn press(&mut self, presses: Presses) -> Result<(), Box<Difference>> {
        self.history.push(presses);
        self.gates.press(presses);
        self.model.press(presses);
        self.played.presses += 1;
        self.compare()
    }

    fn compare(&mut self) -> Result<(), Box<Difference>> {
        if self.gates.is_in(&self.model) {
            return Ok(());
        }
        let recent = &self.history[self.history.len().saturating_sub(9)..];
        Err(Box::new(Difference {
            seed: self.seed,
            tick: self.tick,
            recent: format!("after the presses {recent:?}"),
            gates: self.gates.state(),
            model: State::of(&self.model),
        }))
    }

    /// Plays the game of that seed, from switching on to its end, and says what it was like.
    ///
    /// # Errors
    /// When the sides are not the same some time.
    pub fn play(&mut self, seed: u64) -> Result<Played, Box<Difference>> {
        let mut player = Player::new(seed);
        self.played = Played::default();
        self.switch_on(seed);
        self.gates.wait(player.wait());
        self.start()?;
        while self.model.phase() == Phase::Play {
            if player.gives_up() {
                self.restart()?;
                self.played.resets += 1;
                self.gates.wait(player.wait());
                self.start()?;
            }
            for _ in 0..PRESSES_PER_TICK {
                if let Some(presses) = player.presses(&self.model) {
                    self.press(presses)?;
                }
            }
            self.tick()?;
        }
        // The end stays as it is, whatever is pressed.
        self.press(Presses {
            rotate: true,
            left: true,
            right: false,
        })?;
        self.tick()?;
        self.played.games += 1;
        Ok(std::mem::take(&mut self.played))
    }
}
