//! The engine alone in the simulator.

use super::probe::{Drawn, EngineProbe};
use super::{Difference, State};
use gatefall_games::falling_blocks::engine::game_engine::GameEngine;
use gatefall_games::falling_blocks::shell::text::TextLayout;
use gatefall_golden::{Action, Turn};
use gatefall_host::{Machine, Snapshot};
use gatefall_netlist::Netlist;
use rust_hdl::prelude::Block;

/// Default settings of the game.
const DEFAULTS: [(&str, u64); 10] = [
    // The engine must not wait for a picture.
    ("published", 1),
    ("running", 1),
    ("settings.start_level", 1),
    ("settings.soft_drop_factor", 20),
    ("lock_timing.ticks", 30),
    ("lock_timing.resets", 15),
    ("settings.clear_delay", 18),
    ("shift.delay", 8),
    ("shift.reload", 6),
    ("settings.hold_allowed", 1),
];

const HARD_DROP: u64 = 6;
/// Upper bound of the clocks of a hard drop and its lock.
const LONGEST_DROP: u64 = 10_000;

/// The engine with this number of visible rows and a change of the netlist, at power-up.
pub(super) fn engine(visible_rows: u8, change: impl FnOnce(Netlist) -> Netlist) -> Machine {
    let layout = TextLayout {
        score: 0,
        lines: 7,
        level: 10,
        digit_zero: 0,
    };
    let mut engine = GameEngine::new(&[layout; 3], visible_rows);
    engine.connect_all();
    let netlist = change(gatefall_bench::netlist(&engine, "game_engine"));
    Machine::new(&netlist).expect("the engine compiles")
}

/// The engine and the state of its keys.
pub struct Gates {
    machine: Machine,
    power_up: Snapshot,
    probe: EngineProbe,
    players: usize,
    held: [[bool; 2]; 3],
    /// The states of the last look, while no cycle has run since.
    seen: Option<(u64, Vec<State>)>,
    longest: u64,
}

impl Gates {
    /// A machine after reset with this number of visible rows and inputs that differ from the
    /// default.
    ///
    /// # Panics
    /// If the engine has no such input.
    pub fn new(settings: &[(&str, u64)], visible_rows: u8) -> Self {
        Self::changed(settings, visible_rows, |netlist| netlist)
    }

    /// The same with a change of the netlist.
    ///
    /// # Panics
    /// As [`Gates::new`], and if names that are read are missing.
    pub fn changed(
        settings: &[(&str, u64)],
        visible_rows: u8,
        change: impl FnOnce(Netlist) -> Netlist,
    ) -> Self {
        let mut machine = engine(visible_rows, change);
        let mut gates = Self {
            power_up: machine.snapshot(),
            probe: EngineProbe::new(&mut machine, ""),
            machine,
            players: 1,
            held: Default::default(),
            seen: None,
            longest: 0,
        };
        gates.switch_on(settings);
        gates
    }

    /// Returns to power-up, resets, and sets the inputs that differ from the default.
    ///
    /// # Panics
    /// If the engine has no such input.
    pub fn switch_on(&mut self, settings: &[(&str, u64)]) {
        let restored = self.machine.restore(&self.power_up);
        restored.expect("the snapshot is of this machine");
        self.players = 1 + usize::from(settings.contains(&("two_players", 1)));
        self.held = Default::default();
        self.seen = None;
        self.poke("reset", 1);
        self.machine.run(4);
        self.poke("reset", 0);
        for (setting, value) in DEFAULTS.iter().chain(settings) {
            self.poke(setting, *value);
        }
    }

    fn poke(&mut self, name: &str, value: u64) {
        self.machine
            .poke(name, value)
            .expect("the engine has this input");
    }

    fn strobe(&mut self, name: &str) -> Result<(), Box<Difference>> {
        let begin = self.machine.cycles();
        self.poke(name, 1);
        self.machine.run(1);
        self.poke(name, 0);
        self.probe.settle(&mut self.machine)?;
        self.longest = self.longest.max(self.machine.cycles() - begin);
        // Outside play the arcade passes no press on.
        let is_over = self.is_over();
        self.poke("running", u64::from(!is_over));
        Ok(())
    }

    /// Runs cycles before a game. Their number determines the bags.
    pub fn wait(&mut self, cycles: u64) {
        self.machine.run(cycles);
    }

    /// Begins a game.
    ///
    /// # Errors
    /// If the engine does not become idle. The same holds for the following methods.
    pub fn new_game(&mut self) -> Result<(), Box<Difference>> {
        self.poke("running", 1);
        self.probe.new_game(self.players);
        self.strobe("new_game")
    }

    /// Presses a key of this action of a player.
    ///
    /// # Errors
    /// As [`Gates::new_game`].
    ///
    /// # Panics
    /// If the action changes the scene, which is outside the engine.
    pub fn press(&mut self, player: usize, action: Action) -> Result<(), Box<Difference>> {
        let code = match action {
            Action::Left => 1,
            Action::Right => 2,
            Action::SoftDrop => 3,
            Action::Turn(Turn::Clockwise) => 4,
            Action::Turn(Turn::Counter) => 5,
            Action::HardDrop => HARD_DROP,
            Action::Hold => 7,
            Action::Pause | Action::Start | Action::Title => panic!("the engine knows no scenes"),
        };
        self.set_held(player, action, true);
        self.poke("key.action", code);
        self.poke("key.player", player as u64);
        self.strobe("key.pressed")?;
        self.poke("key.action", 0);
        Ok(())
    }

    /// Releases the keys of this action of a player.
    pub fn release(&mut self, player: usize, action: Action) {
        self.set_held(player, action, false);
    }

    fn set_held(&mut self, player: usize, action: Action, held: bool) {
        let index = match action {
            Action::Left => 0,
            Action::Right => 1,
            Action::SoftDrop => 2,
            _ => return,
        };
        self.held[index][player] = held;
        let [one, two] = self.held[index].map(u64::from);
        self.poke(
            ["directions.left", "directions.right", "directions.down"][index],
            one | two << 1,
        );
    }

    /// Runs a tick of 1/60 s.
    ///
    /// # Errors
    /// As [`Gates::new_game`].
    pub fn tick(&mut self) -> Result<(), Box<Difference>> {
        self.strobe("tick")
    }

    /// Ends an ultra whose time is up.
    ///
    /// # Errors
    /// As [`Gates::new_game`].
    pub fn time_up(&mut self) -> Result<(), Box<Difference>> {
        self.strobe("time_up")
    }

    /// Player 1 presses hard drop, and `clocks` later the time of an ultra is up. Returns the
    /// states at the end of the game and after the engine is idle.
    ///
    /// # Errors
    /// As [`Gates::new_game`].
    pub fn drop_and_time_up(&mut self, clocks: u64) -> Result<[Vec<State>; 2], Box<Difference>> {
        for (name, clocks) in [("key.pressed", clocks), ("time_up", 0)] {
            self.poke("key.action", HARD_DROP);
            self.poke(name, 1);
            self.machine.run(1);
            self.poke(name, 0);
            self.machine.run(clocks);
        }
        self.poke("key.action", 0);
        let clocks = (0..LONGEST_DROP).find(|_| {
            self.machine.run(1);
            self.is_over()
        });
        Difference::unless_equal("whether time ends a game", &clocks.is_some(), &true)?;
        let (at_end, _) = self.look()?;
        self.probe.settle(&mut self.machine)?;
        let (at_rest, _) = self.look()?;
        Ok([at_end, at_rest])
    }

    /// Sets the state of the idle engine.
    pub(super) fn stage(&mut self, put: impl FnOnce(&mut EngineProbe, &mut Machine)) {
        put(&mut self.probe, &mut self.machine);
        self.seen = None;
    }

    /// Clocks of the longest press, tick or start of a game, until the engine rests.
    pub fn longest(&self) -> u64 {
        self.longest
    }

    /// True if the game has ended.
    pub fn is_over(&mut self) -> bool {
        self.probe.is_over(&mut self.machine)
    }

    /// Players who have lost, by their own end or the other one's: bit 0 is player 1.
    pub fn out(&mut self) -> u64 {
        self.probe.out(&mut self.machine)
    }

    /// The state of each player, and the values drawn since the last call.
    ///
    /// # Errors
    /// If the players get different pieces.
    pub fn look(&mut self) -> Result<(Vec<State>, Drawn), Box<Difference>> {
        let cycle = self.machine.cycles();
        if let Some((seen, states)) = &self.seen {
            if *seen == cycle {
                return Ok((states.clone(), Drawn::default()));
            }
        }
        let (states, drawn) = self.probe.look(&mut self.machine)?;
        self.seen = Some((cycle, states.clone()));
        Ok((states, drawn))
    }
}
