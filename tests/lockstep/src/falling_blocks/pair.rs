//! The engine in hardware and the golden model, compared.

use super::{Difference, Gates, State};
use gatefall_golden::{
    Action, BagChecker, End, Event, Game, Match, Mode, Outcome, Player, Scene, Settings, Side,
    SpeedCurve, SPRINT_LINES,
};
use gatefall_netlist::Netlist;

mod staging;

/// A step of both sides: a press or a release of a player, or a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// Presses a key.
    Press(Side, Action),
    /// Releases the keys of an action.
    Release(Side, Action),
    /// A tick of 1/60 s.
    Tick,
}

/// Kind of game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A game of one player.
    One(Mode),
    /// A match of two players, with garbage or without.
    Two {
        /// True if clears send rows.
        garbage: bool,
    },
}

enum Model {
    One(Box<Game>),
    Two(Box<Match>),
}

impl Model {
    fn new(kind: Kind, settings: Settings) -> Self {
        match kind {
            Kind::One(mode) => Model::One(Box::new(Game::new(mode, settings))),
            Kind::Two { garbage: true } => Model::Two(Box::new(Match::versus(settings))),
            Kind::Two { garbage: false } => Model::Two(Box::new(Match::race(settings))),
        }
    }

    fn player(&self, side: Side) -> &Player {
        match self {
            Model::One(game) => game.player(),
            Model::Two(game) => game.player(side),
        }
    }

    fn press(&mut self, side: Side, action: Action) {
        match self {
            Model::One(game) => game.press(action),
            Model::Two(game) => game.press(side, action),
        }
    }

    fn ended(&self) -> bool {
        match self {
            Model::One(game) => game.scene() == Scene::GameOver,
            Model::Two(game) => game.scene() == Scene::GameOver,
        }
    }
}

/// The goal in tens of lines, as two decimal digits.
fn goal(kind: Kind, settings: &Settings) -> u64 {
    let lines = match kind {
        Kind::One(Mode::Marathon) => settings.marathon_goal.unwrap_or(0),
        Kind::One(Mode::Sprint) => SPRINT_LINES,
        Kind::Two { garbage: false } => settings.race_goal,
        _ => 0,
    };
    u64::from(lines / 100 * 16 + lines / 10 % 10)
}

/// Inputs of the engine for the kind of game and the settings.
fn inputs(kind: Kind, settings: &Settings) -> Vec<(&'static str, u64)> {
    let decimal = settings.start_level / 10 * 16 + settings.start_level % 10;
    let interval = settings.arr.max(1);
    vec![
        ("two_players", u64::from(matches!(kind, Kind::Two { .. }))),
        (
            "settings.versus",
            u64::from(kind == Kind::Two { garbage: true }),
        ),
        (
            "settings.fixed_level",
            u64::from(matches!(kind, Kind::Two { .. } | Kind::One(Mode::Sprint))),
        ),
        ("settings.goal", goal(kind, settings)),
        ("settings.start_level", u64::from(decimal)),
        (
            "settings.classic_speed",
            u64::from(settings.curve == SpeedCurve::Nes),
        ),
        (
            "settings.soft_drop_factor",
            u64::from(settings.soft_drop_factor),
        ),
        ("lock_timing.ticks", u64::from(settings.lock_ticks)),
        (
            "lock_timing.resets",
            u64::from(settings.resets.unwrap_or(0)),
        ),
        ("lock_timing.no_limit", u64::from(settings.resets.is_none())),
        ("settings.clear_delay", u64::from(settings.clear_delay)),
        ("handling.delay_cut", u64::from(settings.delay_cut)),
        ("handling.guard", u64::from(settings.guard)),
        ("handling.instant_drop", u64::from(settings.instant_drop)),
        ("shift.delay", u64::from(settings.das)),
        (
            "shift.reload",
            u64::from(settings.das.wrapping_sub(interval) & 31),
        ),
        ("handling.shift_to_wall", u64::from(settings.arr == 0)),
        ("settings.hold_allowed", u64::from(settings.hold)),
    ]
}

/// Both sides of the comparison.
pub struct Pair {
    gates: Gates,
    model: Model,
    bags: BagChecker,
    history: Vec<Step>,
    name: String,
    kind: Kind,
    settings: Settings,
}

impl Pair {
    /// Both sides at the start of a game. The number of cycles before it determines the shapes.
    ///
    /// # Errors
    /// If the sides differ. The same holds for the following methods.
    pub fn new(
        name: &str,
        kind: Kind,
        settings: Settings,
        cycles_before: u64,
    ) -> Result<Self, Box<Difference>> {
        Self::changed(name, kind, settings, cycles_before, |netlist| netlist)
    }

    /// The same with a change of the hardware's netlist.
    ///
    /// # Errors
    /// As [`Pair::new`].
    pub fn changed(
        name: &str,
        kind: Kind,
        settings: Settings,
        cycles_before: u64,
        change: impl FnOnce(Netlist) -> Netlist,
    ) -> Result<Self, Box<Difference>> {
        let mut pair = Self {
            gates: Gates::changed(&[], settings.visible_rows as u8, change),
            model: Model::new(kind, settings),
            bags: BagChecker::default(),
            history: Vec::new(),
            name: String::new(),
            kind,
            settings,
        };
        pair.begin(name, kind, settings, cycles_before)?;
        Ok(pair)
    }

    /// Begins at power-up with another game. The visible rows must be the same.
    ///
    /// # Errors
    /// As [`Pair::new`].
    pub fn begin(
        &mut self,
        name: &str,
        kind: Kind,
        settings: Settings,
        cycles_before: u64,
    ) -> Result<(), Box<Difference>> {
        (self.kind, self.settings) = (kind, settings);
        name.clone_into(&mut self.name);
        self.gates.switch_on(&inputs(kind, &settings));
        self.gates.wait(cycles_before);
        self.start()
    }

    /// The kind of game.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The settings of the game.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The players of the game.
    pub fn sides(&self) -> &'static [Side] {
        match self.kind {
            Kind::One(_) => &[Side::One],
            Kind::Two { .. } => &Side::BOTH,
        }
    }

    /// Begins another game.
    ///
    /// # Errors
    /// As [`Pair::new`].
    pub fn start(&mut self) -> Result<(), Box<Difference>> {
        // The model is new and has no held keys.
        for &side in self.sides() {
            for held in [Action::Left, Action::Right, Action::SoftDrop] {
                self.gates.release(side as usize, held);
            }
        }
        self.history.clear();
        self.gates.new_game()?;
        self.model = Model::new(self.kind, self.settings);
        self.bags = BagChecker::default();
        self.compare_after(|model| model.press(Side::One, Action::Start))
    }

    /// Executes a step on both sides.
    ///
    /// # Errors
    /// As [`Pair::new`].
    pub fn step(&mut self, step: Step) -> Result<(), Box<Difference>> {
        self.history.push(step);
        match step {
            Step::Press(side, action) => self.gates.press(side as usize, action)?,
            Step::Release(side, action) => self.gates.release(side as usize, action),
            Step::Tick => self.gates.tick()?,
        }
        self.compare_after(|model| match (step, model) {
            (Step::Press(side, action), model) => model.press(side, action),
            (Step::Release(_, action), Model::One(game)) => game.release(action),
            (Step::Release(side, action), Model::Two(game)) => game.release(side, action),
            (Step::Tick, Model::One(game)) => game.tick(),
            (Step::Tick, Model::Two(game)) => game.tick(),
        })
    }

    /// Ends an ultra whose time is up.
    ///
    /// # Errors
    /// As [`Pair::new`].
    ///
    /// # Panics
    /// In a match, which has no clock.
    pub fn time_up(&mut self) -> Result<(), Box<Difference>> {
        self.gates.time_up()?;
        self.compare_after(|model| match model {
            Model::One(game) => game.time_up(),
            Model::Two(_) => panic!("matches have no clock"),
        })
    }

    /// Presses and releases a key.
    ///
    /// # Errors
    /// As [`Pair::new`].
    pub fn tap(&mut self, side: Side, action: Action) -> Result<(), Box<Difference>> {
        self.step(Step::Press(side, action))?;
        self.step(Step::Release(side, action))
    }

    /// Events of a player of the model since the last call.
    pub fn take_events(&mut self, side: Side) -> Vec<Event> {
        match &mut self.model {
            Model::One(game) => game.take_events(),
            Model::Two(game) => game.take_events(side),
        }
    }

    /// Supplies the hardware's random values to the model, which checks them, advances the model,
    /// and compares.
    fn compare_after(&mut self, advance: impl FnOnce(&mut Model)) -> Result<(), Box<Difference>> {
        let (gates, drawn) = self.gates.look()?;
        for shape in drawn.shapes {
            let checked = self.bags.check(shape);
            checked.map_err(|error| Difference::drawn(&self.name, &error))?;
            match &mut self.model {
                Model::One(game) => game.supply(shape),
                Model::Two(game) => game.supply(shape),
            }
        }
        if let Model::Two(game) = &mut self.model {
            for side in Side::BOTH {
                let column = drawn.holes[side as usize];
                let supplied = column.map_or(Ok(()), |column| game.supply_hole(side, column));
                supplied.map_err(|error| Difference::drawn(&self.name, &error))?;
            }
        }
        advance(&mut self.model);
        let ended = self.model.ended();
        let what = self.place("the end");
        Difference::unless_equal(&what, &self.gates.is_over(), &ended)?;
        for (side, gates) in self.sides().iter().zip(&gates) {
            let model = State::of(self.model.player(*side), ended);
            if *gates != model {
                let what = self.place(&format!("player {side:?}"));
                Difference::unless_equal(&what, gates, &model)?;
            }
        }
        Ok(())
    }

    /// Describes a difference and its time.
    fn place(&self, what: &str) -> String {
        let recent = &self.history[self.history.len().saturating_sub(12)..];
        format!(
            "{}, after {} steps, the last of them {recent:?}: {what}",
            self.name,
            self.history.len()
        )
    }

    /// A player of the model.
    pub fn player(&self, side: Side) -> &Player {
        self.model.player(side)
    }

    /// Clocks of the longest press, tick or start of a game, until the engine rests.
    pub fn longest(&self) -> u64 {
        self.gates.longest()
    }

    /// True if the game has ended.
    pub fn is_over(&self) -> bool {
        self.model.ended()
    }

    /// Kind of end of a player's game that is over. Both sides agree who has lost.
    ///
    /// # Errors
    /// As [`Pair::new`].
    pub fn end(&mut self, side: Side) -> Result<Option<End>, Box<Difference>> {
        let end = self.model.player(side).end();
        let is_lost = match self.outcome() {
            None => end == Some(End::ToppedOut),
            Some(Outcome::Won(winner)) => winner != side,
            Some(Outcome::Draw) => true,
        };
        let gates = self.gates.out() >> side as u64 & 1 == 1;
        let what = self.place("who has lost");
        Difference::unless_equal(&what, &gates, &is_lost)?;
        Ok(end)
    }

    /// Outcome of a match that has ended.
    pub fn outcome(&self) -> Option<Outcome> {
        match &self.model {
            Model::One(_) => None,
            Model::Two(game) => game.outcome(),
        }
    }
}
