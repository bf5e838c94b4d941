//! Lockstep of `matrix`: compared after every tick and every press.
//!
//! The buttons are sampled a hundred times in a second. The work of a tick takes less than the
//! first 62 samples. The rest is time for three presses.

mod gates;
mod player;
mod state;

pub use gates::{Gates, LEAST_SECOND};
pub use player::RandomPlayer;
pub use state::State;

use gatefall_golden::matrix::{Event, Game, Phase, Presses, RandomBits};
use gatefall_netlist::Netlist;
use std::collections::BTreeMap;
use std::fmt;
use thiserror::Error;

/// Presses for which there is time in a second.
pub const PRESSES_PER_TICK: usize = 3;

/// Numbers of the sounds of presses, which may begin between two ticks.
const OF_PRESSES: [u64; 2] = [0, 1];

/// Number of the sound of a tick: that of its last event with a sound.
fn sound(events: &[Event]) -> Option<u64> {
    let of_event = |event: &Event| match event {
        Event::RowGone => Some(3),
        Event::Locked | Event::LockedBesideFalling => Some(2),
        Event::Won | Event::WonOnTheLastTick => Some(4),
        Event::LostByFullBoard | Event::LostByTime => Some(5),
        _ => None,
    };
    let order = [2, 3, 5, 4];
    let sounds: Vec<u64> = events.iter().filter_map(of_event).collect();
    order.into_iter().rfind(|number| sounds.contains(number))
}

/// Counts of some games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// Games.
    pub games: u64,
    /// Compared ticks.
    pub ticks: u64,
    /// Compared presses.
    pub presses: u64,
    /// Games that the reset button ended.
    pub resets: u64,
    /// Number of ticks on which each event occurred.
    pub events: BTreeMap<Event, u64>,
}

impl Played {
    /// Adds the counts of other games.
    pub fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.ticks += other.ticks;
        self.presses += other.presses;
        self.resets += other.resets;
        for (event, count) in &other.events {
            *self.events.entry(*event).or_default() += count;
        }
    }

    /// Number of ticks on which an event occurred.
    pub fn count(&self, event: Event) -> u64 {
        self.events.get(&event).copied().unwrap_or(0)
    }
}

/// A difference between hardware and model.
#[derive(Debug, Error)]
pub struct Difference {
    /// Seed of the game.
    pub seed: u64,
    /// Seconds since the start.
    pub tick: u64,
    /// Presses of the last seconds, and the number of presses since the tick.
    pub recent: String,
    /// State of the hardware.
    pub gates: State,
    /// State of the model.
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

/// Both sides of the comparison.
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
    /// Hardware whose second has this number of clocks.
    pub fn new(second: u64) -> Self {
        Self::changed(second, |netlist| netlist)
    }

    /// The same with a change of the hardware's netlist.
    pub fn changed(second: u64, change: impl FnOnce(Netlist) -> Netlist) -> Self {
        Self {
            gates: Gates::changed(second, change),
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

    /// The hardware.
    pub fn gates(&mut self) -> &mut Gates {
        &mut self.gates
    }

    /// Both sides after power-up.
    pub fn switch_on(&mut self, seed: u64) {
        self.gates.reset();
        self.model = Game::default();
        self.seed = seed;
    }

    /// Both sides in a constructed game, right after a tick.
    ///
    /// # Errors
    /// If the sides differ.
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
    /// If the sides differ after it.
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
    /// If the sides differ after it.
    pub fn restart(&mut self) -> Result<(), Box<Difference>> {
        self.gates.restart();
        self.model.restart();
        self.compare()
    }

    /// Runs a second.
    ///
    /// # Errors
    /// If the sides differ after it.
    pub fn tick(&mut self) -> Result<Vec<Event>, Box<Difference>> {
        let before = self.gates.sound();
        let clocks = self.gates.tick();
        let events = self.model.tick(self.random.block_at(clocks));
        self.tick += 1;
        self.played.ticks += 1;
        for event in &events {
            *self.played.events.entry(*event).or_default() += 1;
        }
        self.compare()?;
        let found = self.gates.sound();
        let what = match sound(&events) {
            Some(expected) if found != expected => {
                format!(", with sound {found} instead of {expected}")
            }
            None if found != before && !OF_PRESSES.contains(&found) => {
                format!(", with sound {found} without a cause")
            }
            _ => return Ok(events),
        };
        Err(self.difference(&what))
    }

    /// Presses buttons at the same time, at most [`PRESSES_PER_TICK`] times between two ticks.
    ///
    /// # Errors
    /// If the sides differ after it.
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
        Err(self.difference(""))
    }

    fn difference(&mut self, what: &str) -> Box<Difference> {
        let recent = &self.history[self.history.len().saturating_sub(9)..];
        Box::new(Difference {
            seed: self.seed,
            tick: self.tick,
            recent: format!("after the presses {recent:?}{what}"),
            gates: self.gates.state(),
            model: State::of(&self.model),
        })
    }

    /// Plays the game of a seed from power-up to its end, and returns its counts.
    ///
    /// # Errors
    /// If the sides differ.
    pub fn play(&mut self, seed: u64) -> Result<Played, Box<Difference>> {
        let mut player = RandomPlayer::new(seed);
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
        // Presses do not change an ended game.
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
