//! Random play on the engine alone.

use super::{best_rest, Aim, Difference, Kind, Move, Pair, Step};
use fastrand::Rng;
use gatefall_golden::{Action, Event, Mode, Settings, Side, SpeedCurve, Spin, Turn};
use gatefall_netlist::Netlist;

/// Ticks until a piece has locked by itself or the next one has come, more than any rule has.
const LONGEST_PAUSE: u32 = 10_000;
/// Cycles before a game, which determine the shapes.
const CYCLES_BEFORE: std::ops::Range<u64> = 100..10_000;

/// Counts of compared play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// Pieces that locked.
    pub placements: u64,
    /// Presses, releases and ticks.
    pub steps: u64,
    /// The ticks among them.
    pub ticks: u64,
    /// Games that ended with a full board.
    pub games: u64,
    /// Rotations with a kick other than the first.
    pub kicks: u64,
    /// Held pieces.
    pub holds: u64,
    /// T-spins and minis, with and without lines.
    pub spins: u64,
    /// Clears of one to four rows.
    pub clears: [u64; 4],
    /// Times that time raised the level of a player, or would if it were not the highest.
    pub raises: u64,
}

impl Played {
    /// Adds the counts of another session.
    pub fn add(&mut self, other: &Played) {
        self.placements += other.placements;
        self.steps += other.steps;
        self.ticks += other.ticks;
        self.games += other.games;
        self.kicks += other.kicks;
        self.holds += other.holds;
        self.spins += other.spins;
        self.raises += other.raises;
        for (mine, others) in self.clears.iter_mut().zip(other.clears) {
            *mine += others;
        }
    }

    pub(crate) fn count(&mut self, event: Event) {
        match event {
            Event::Turned { kick, .. } => self.kicks += u64::from(kick > 0),
            Event::Held { .. } => self.holds += 1,
            Event::Raised => self.raises += 1,
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

/// Games on the engine and on the golden model.
pub struct EngineSession {
    pair: Pair,
    random: Rng,
    played: Played,
    /// Pieces of each player that locked.
    placed: [u64; 2],
}

impl EngineSession {
    /// A game at its start, determined by the seed.
    ///
    /// # Errors
    /// If hardware and model differ. The same holds for the following methods.
    pub fn new(
        name: &str,
        kind: Kind,
        settings: Settings,
        seed: u64,
    ) -> Result<Self, Box<Difference>> {
        Self::changed(name, kind, settings, seed, |netlist| netlist)
    }

    /// The same with a change of the hardware's netlist.
    ///
    /// # Errors
    /// As [`EngineSession::new`].
    pub fn changed(
        name: &str,
        kind: Kind,
        settings: Settings,
        seed: u64,
        change: impl FnOnce(Netlist) -> Netlist,
    ) -> Result<Self, Box<Difference>> {
        let mut random = Rng::with_seed(seed);
        let name = format!("{name}, seed {seed}");
        let cycles = random.u64(CYCLES_BEFORE);
        Ok(Self {
            pair: Pair::changed(&name, kind, settings, cycles, change)?,
            random,
            played: Played::default(),
            placed: [0; 2],
        })
    }

    /// Begins at power-up with a game of a random kind and with random settings. The visible rows
    /// stay.
    ///
    /// # Errors
    /// As [`EngineSession::new`].
    pub fn begin_at_random(&mut self, seed: u64) -> Result<(), Box<Difference>> {
        self.random = Rng::with_seed(seed);
        let kind = random_kind(&mut self.random);
        let settings = random_settings(&mut self.random, self.pair.settings().visible_rows);
        let cycles = self.random.u64(CYCLES_BEFORE);
        let name = format!("seed {seed}, {kind:?}, {settings:?}");
        self.placed = [0; 2];
        self.pair.begin(&name, kind, settings, cycles)
    }

    /// Both sides of the comparison.
    pub fn pair(&mut self) -> &mut Pair {
        &mut self.pair
    }

    /// Counts so far.
    pub fn played(&self) -> Played {
        self.played
    }

    /// Plays until another piece of this player has locked, or the game is over. After a game that
    /// is over it begins the next one.
    ///
    /// # Errors
    /// As [`EngineSession::new`].
    ///
    /// # Panics
    /// If both sides wait for a piece without end.
    pub fn place(&mut self, side: Side) -> Result<(), Box<Difference>> {
        if self.pair.is_over() {
            for &side in self.pair.sides() {
                self.pair.end(side)?;
            }
            self.pair.start()?;
        }
        let before = self.placed[side as usize];
        // A piece that is not dropped locks by itself.
        let is_dropped = self.random.u32(0..12) > 0;
        match is_dropped {
            true => self.bring(side, Aim::after(before))?,
            false => self.fumble(side, 30)?,
        }
        if is_dropped && self.random.u32(0..8) == 0 {
            self.fumble(side, 4)?;
        }
        self.let_lock(side, before, is_dropped)?;
        let mut ticks = 0..LONGEST_PAUSE;
        while self.pair.player(side).falling().is_none() && !self.pair.is_over() {
            ticks.next().expect("a piece follows");
            if self.random.u32(0..6) == 0 {
                self.random_press(side)?;
            }
            self.step(Step::Tick)?;
        }
        self.let_time_run_out()
    }

    /// Drops the falling piece of this player at its best place, without a tick before it if there
    /// is no guard, and waits for the next one.
    ///
    /// # Errors
    /// As [`EngineSession::new`].
    ///
    /// # Panics
    /// As [`EngineSession::place`].
    pub fn drop_best(&mut self, side: Side, aim: Aim) -> Result<(), Box<Difference>> {
        let before = self.placed[side as usize];
        self.steer(side, aim)?;
        self.let_lock(side, before, true)?;
        let mut ticks = 0..LONGEST_PAUSE;
        while self.pair.player(side).falling().is_none() && !self.pair.is_over() {
            ticks.next().expect("a piece follows");
            self.step(Step::Tick)?;
        }
        Ok(())
    }

    /// Lets the piece lock that follows so many of this player.
    fn let_lock(
        &mut self,
        side: Side,
        before: u64,
        is_dropped: bool,
    ) -> Result<(), Box<Difference>> {
        let mut ticks = 0..LONGEST_PAUSE;
        while self.placed[side as usize] == before && !self.pair.is_over() {
            ticks.next().expect("a piece locks");
            // After a spawn the hard drop may be guarded for some ticks.
            if is_dropped {
                self.tap(side, Action::HardDrop)?;
            }
            if self.placed[side as usize] == before {
                self.step(Step::Tick)?;
            }
        }
        Ok(())
    }

    /// The time of an ultra runs out after eighty pieces on average.
    fn let_time_run_out(&mut self) -> Result<(), Box<Difference>> {
        let is_ultra = self.pair.kind() == Kind::One(Mode::Ultra);
        if is_ultra && !self.pair.is_over() && self.random.u32(0..80) == 0 {
            self.pair.time_up()?;
        }
        Ok(())
    }

    fn step(&mut self, step: Step) -> Result<(), Box<Difference>> {
        self.pair.step(step)?;
        self.played.steps += 1;
        self.played.ticks += u64::from(step == Step::Tick);
        for &side in self.pair.sides() {
            for event in self.pair.take_events(side) {
                let before = self.played.placements;
                self.played.count(event);
                self.placed[side as usize] += self.played.placements - before;
            }
        }
        Ok(())
    }

    fn tap(&mut self, side: Side, action: Action) -> Result<(), Box<Difference>> {
        self.step(Step::Press(side, action))?;
        self.step(Step::Release(side, action))
    }

    /// Moves the falling piece towards its target. A few ticks pass.
    fn bring(&mut self, side: Side, aim: Aim) -> Result<(), Box<Difference>> {
        if self.random.u32(0..10) == 0 {
            self.tap(side, Action::Hold)?;
        }
        if !self.steer(side, aim)? {
            return Ok(());
        }
        for _ in 0..self.random.u32(0..3) {
            self.step(Step::Tick)?;
        }
        Ok(())
    }

    /// Moves the falling piece above its best place. False if there is none.
    fn steer(&mut self, side: Side, aim: Aim) -> Result<bool, Box<Difference>> {
        let player = self.pair.player(side);
        let Some(falling) = player.falling() else {
            return Ok(false);
        };
        let Some(rest) = best_rest(player.board(), falling.piece(), aim) else {
            return Ok(false);
        };
        // The rest of the path is a straight fall.
        let way = rest.path.iter().rposition(|step| *step != Move::Down);
        for step in &rest.path[..way.map_or(0, |last| last + 1)] {
            let action = match step {
                Move::Left => Action::Left,
                Move::Right => Action::Right,
                Move::Down => Action::SoftDrop,
                Move::Turn(turn) => Action::Turn(*turn),
            };
            self.tap(side, action)?;
        }
        Ok(true)
    }

    /// Presses, holds and releases random keys.
    ///
    /// # Errors
    /// As [`EngineSession::new`].
    pub fn fumble(&mut self, side: Side, steps: usize) -> Result<(), Box<Difference>> {
        const HELD: [Action; 3] = [Action::Left, Action::Right, Action::SoftDrop];
        for _ in 0..steps {
            match self.random.u32(0..4) {
                0 => self.random_press(side)?,
                1 => {
                    let released = HELD[self.random.usize(0..3)];
                    self.step(Step::Release(side, released))?;
                }
                _ => self.step(Step::Tick)?,
            }
        }
        HELD.into_iter()
            .try_for_each(|held| self.step(Step::Release(side, held)))
    }

    fn random_press(&mut self, side: Side) -> Result<(), Box<Difference>> {
        let actions = [
            Action::Left,
            Action::Right,
            Action::Turn(Turn::Clockwise),
            Action::Turn(Turn::Counter),
            Action::SoftDrop,
            Action::Hold,
            Action::HardDrop,
        ];
        let action = self.random.choice(actions).expect("there are actions");
        self.step(Step::Press(side, action))
    }
}

fn random_kind(random: &mut Rng) -> Kind {
    match random.u32(0..16) {
        0..3 => Kind::One(Mode::Sprint),
        3..6 => Kind::One(Mode::Ultra),
        // A match needs four times as long.
        6 => Kind::Two { garbage: false },
        7..9 => Kind::Two { garbage: true },
        _ => Kind::One(Mode::Marathon),
    }
}

fn random_settings(random: &mut Rng, visible_rows: usize) -> Settings {
    let has_limit = random.u32(0..8) > 0;
    let has_goal = random.bool();
    let factors = [5, 10, 20, 40];
    Settings {
        start_level: random.u32(1..=15),
        das: random.u32(1..=30),
        arr: random.u32(0..=10),
        soft_drop_factor: random.choice(factors).expect("there are factors"),
        lock_ticks: random.u32(10..=60),
        resets: has_limit.then(|| random.u32(0..=15)),
        clear_delay: random.u32(0..=40),
        delay_cut: random.u32(0..=20),
        guard: random.u32(0..=20),
        instant_drop: random.bool(),
        hold: random.u32(0..4) > 0,
        visible_rows,
        curve: random
            .choice([SpeedCurve::Formula, SpeedCurve::Nes])
            .expect("there are curves"),
        marathon_goal: has_goal.then(|| 10 * random.u32(1..=19)),
        race_goal: 10 * random.u32(1..=10),
    }
}
