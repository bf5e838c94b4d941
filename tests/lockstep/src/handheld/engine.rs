//! Random play on the engine with the rows of `handheld`.

use crate::falling_blocks::{best_rest, Aim, Difference, Kind, Move, Pair, Step};
use fastrand::Rng;
use gatefall_golden::{Action, Event, Mode, Settings, Side, Spin, Turn};

/// Number of visible rows.
const VISIBLE_ROWS: usize = 16;
/// Pieces after which the player changes the aim.
const PIECES_OF_AN_AIM: u64 = 25;

/// Counts of compared play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// Pieces that locked.
    pub placements: u64,
    /// Presses, releases and ticks.
    pub steps: u64,
    /// Games that ended.
    pub games: u64,
    /// Rotations with a kick other than the first.
    pub kicks: u64,
    /// Held pieces.
    pub holds: u64,
    /// T-spins and minis, with and without lines.
    pub spins: u64,
    /// Clears of one to four rows.
    pub clears: [u64; 4],
}

impl Played {
    /// Adds the counts of another session.
    pub fn add(&mut self, other: &Played) {
        self.placements += other.placements;
        self.steps += other.steps;
        self.games += other.games;
        self.kicks += other.kicks;
        self.holds += other.holds;
        self.spins += other.spins;
        for (mine, others) in self.clears.iter_mut().zip(other.clears) {
            *mine += others;
        }
    }

    pub(super) fn count(&mut self, event: Event) {
        match event {
            Event::Turned { kick, .. } => self.kicks += u64::from(kick > 0),
            Event::Held { .. } => self.holds += 1,
            Event::Locked { spin, lines, .. } => {
                self.placements += 1;
                self.spins += u64::from(spin != Spin::None);
                if lines > 0 {
                    self.clears[lines as usize - 1] += 1;
                }
            }
            Event::BlockOut | Event::LockOut => self.games += 1,
            _ => {}
        }
    }
}

/// A player on the engine and on the golden model.
pub struct EngineSession {
    pair: Pair,
    random: Rng,
    played: Played,
}

impl EngineSession {
    /// A game at its start, determined by the seed.
    ///
    /// # Errors
    /// If hardware and model differ. The same holds for the following methods.
    pub fn new(seed: u64) -> Result<Self, Box<Difference>> {
        let settings = Settings {
            visible_rows: VISIBLE_ROWS,
            ..Settings::default()
        };
        let mut random = Rng::with_seed(seed);
        let name = format!("handheld, seed {seed}");
        let cycles = random.u64(100..100_000);
        Ok(Self {
            pair: Pair::new(&name, Kind::One(Mode::Marathon), settings, cycles)?,
            random,
            played: Played::default(),
        })
    }

    /// Counts so far.
    pub fn played(&self) -> Played {
        self.played
    }

    /// Plays until another piece has locked.
    ///
    /// # Errors
    /// As [`EngineSession::new`].
    pub fn place(&mut self) -> Result<(), Box<Difference>> {
        if self.pair.is_over() {
            self.pair.start()?;
        }
        let aims = [Aim::Low, Aim::FourRows, Aim::Spins, Aim::Low];
        let aim = aims[(self.played.placements / PIECES_OF_AN_AIM) as usize % aims.len()];
        let before = self.played.placements;
        if self.random.u32(0..12) == 0 {
            self.fumble(30)?;
        } else {
            self.bring(aim)?;
            if self.random.u32(0..8) == 0 {
                self.fumble(4)?;
            }
            self.tap(Action::HardDrop)?;
        }
        // A piece that is not dropped locks by itself.
        while self.played.placements == before && !self.pair.is_over() {
            self.step(Step::Tick)?;
        }
        while self.pair.player(Side::One).falling().is_none() && !self.pair.is_over() {
            if self.random.u32(0..6) == 0 {
                self.random_press()?;
            }
            self.step(Step::Tick)?;
        }
        Ok(())
    }

    fn step(&mut self, step: Step) -> Result<(), Box<Difference>> {
        self.pair.step(step)?;
        self.played.steps += 1;
        for event in self.pair.take_events(Side::One) {
            self.played.count(event);
        }
        Ok(())
    }

    fn tap(&mut self, action: Action) -> Result<(), Box<Difference>> {
        self.step(Step::Press(Side::One, action))?;
        self.step(Step::Release(Side::One, action))
    }

    /// Moves the falling piece towards its target. A few ticks pass.
    fn bring(&mut self, aim: Aim) -> Result<(), Box<Difference>> {
        if self.random.u32(0..10) == 0 {
            self.tap(Action::Hold)?;
        }
        let player = self.pair.player(Side::One);
        let Some(falling) = player.falling() else {
            return Ok(());
        };
        let Some(rest) = best_rest(player.board(), falling.piece(), aim) else {
            return Ok(());
        };
        // The rest of the path is a straight fall.
        let way = rest.path.iter().rposition(|step| *step != Move::Down);
        for step in &rest.path[..way.map_or(0, |last| last + 1)] {
            self.tap(match step {
                Move::Left => Action::Left,
                Move::Right => Action::Right,
                Move::Down => Action::SoftDrop,
                Move::Turn(turn) => Action::Turn(*turn),
            })?;
        }
        for _ in 0..self.random.u32(0..3) {
            self.step(Step::Tick)?;
        }
        Ok(())
    }

    /// Presses, holds and releases random keys.
    fn fumble(&mut self, steps: usize) -> Result<(), Box<Difference>> {
        const HELD: [Action; 3] = [Action::Left, Action::Right, Action::SoftDrop];
        for _ in 0..steps {
            match self.random.u32(0..4) {
                0 => self.random_press()?,
                1 => {
                    let released = HELD[self.random.usize(0..3)];
                    self.step(Step::Release(Side::One, released))?;
                }
                _ => self.step(Step::Tick)?,
            }
        }
        HELD.into_iter()
            .try_for_each(|held| self.step(Step::Release(Side::One, held)))
    }

    fn random_press(&mut self) -> Result<(), Box<Difference>> {
        let actions = [
            Action::Left,
            Action::Right,
            Action::Turn(Turn::Clockwise),
            Action::Turn(Turn::Counter),
            Action::SoftDrop,
            Action::Hold,
            Action::HardDrop,
        ];
        let action = actions[self.random.usize(0..actions.len())];
        self.step(Step::Press(Side::One, action))
    }
}
