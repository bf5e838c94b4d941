//! Tests of the trace with two players on the engine alone.

use super::super::trace_view::{ENGINE, MACHINES};
use super::*;
use gatefall_games::falling_blocks::engine::game_engine::GameEngine;
use gatefall_games::falling_blocks::shell::text::TextLayout;
use gatefall_host::{Machine, SignalId};
use gatefall_netlist::{NetKind, Netlist};
use rust_hdl::prelude::Block;
use serde_json::Value;

const SOFT_DROP: u64 = 3;
const HARD_DROP: u64 = 6;
const HOLD: u64 = 7;
/// Rows that a perfect clear sends.
const PERFECT: u64 = 10;
/// Limit in cycles that exceeds every operation of the engine.
const PATIENCE: usize = 20_000;

fn engine() -> Netlist {
    let layout = TextLayout {
        score: 0,
        lines: 7,
        level: 10,
        digit_zero: 0,
    };
    let mut engine = GameEngine::new(&[layout; 3], 20);
    engine.connect_all();
    gatefall_lower::netlist(&engine, "game_engine").unwrap()
}

/// Names of the states of a machine, given by the hierarchical name of its register.
fn states(netlist: &Netlist, name: &str) -> Vec<String> {
    let (path, register) = name.rsplit_once('.').unwrap();
    let module = path.split('.').fold(netlist.top(), |module, part| {
        let mut instances = module.instances.values();
        let instance = instances.find(|instance| instance.name == part).unwrap();
        &netlist.modules[instance.module]
    });
    let NetKind::Enum(states) = module.nets[module.net(register).unwrap()].kind else {
        panic!("{name} is an enumeration");
    };
    netlist.enums[states].variants.clone()
}

/// A match with its trace.
struct Table {
    machine: Machine,
    signals: Vec<SignalId>,
    values: Vec<u64>,
    trace: Trace,
    events: Vec<Value>,
}

impl Table {
    /// Starts a match. Both players have their first piece.
    fn new() -> Table {
        let netlist = engine();
        let mut machine = Machine::new(&netlist).unwrap();
        let own = |name: &&'static str| name.strip_prefix("game_engine.");
        let signals = ENGINE
            .iter()
            .filter_map(own)
            .map(|name| machine.signal(name).unwrap())
            .collect();
        let scene = Watched {
            name: "scene".to_owned(),
            width: 5,
            variants: Vec::new(),
        };
        let states = ENGINE[..MACHINES]
            .iter()
            .filter_map(own)
            .map(|name| Watched {
                name: name.to_owned(),
                width: 5,
                variants: states(&netlist, name),
            });
        let watched: Vec<Watched> = std::iter::once(scene).chain(states).collect();
        let mut table = Table {
            machine,
            signals,
            values: Vec::new(),
            trace: Trace::new(&watched, 1_000_000),
            events: Vec::new(),
        };
        table.begin();
        table
    }

    fn begin(&mut self) {
        self.machine.poke("reset", 1).unwrap();
        self.machine.run(4);
        self.machine.poke("reset", 0).unwrap();
        for (input, value) in [
            ("running", 1),
            ("published", 1),
            ("two_players", 1),
            ("settings.versus", 1),
            ("settings.start_level", 1),
            ("settings.soft_drop_factor", 20),
            ("lock_timing.ticks", 30),
            ("lock_timing.resets", 15),
            ("settings.clear_delay", 18),
            ("shift.delay", 8),
            ("shift.reload", 6),
        ] {
            self.machine.poke(input, value).unwrap();
        }
        self.strobe("new_game");
        self.wait(1, "spawn");
        self.wait(2, "spawn");
    }

    fn cycle(&mut self) {
        self.machine.run(1);
        // The scene, which the engine alone does not have.
        let mut values = vec![0];
        for &signal in &self.signals {
            values.push(self.machine.peek(signal).unwrap());
        }
        if values != self.values {
            self.values.clone_from(&values);
            let cycle = self.machine.cycles();
            let lines = self.trace.lines(&Change { cycle, values });
            let events = lines.iter().map(|line| serde_json::from_str(line).unwrap());
            self.events.extend(events);
        }
    }

    fn strobe(&mut self, input: &str) {
        self.machine.poke(input, 1).unwrap();
        self.cycle();
        self.machine.poke(input, 0).unwrap();
    }

    fn press(&mut self, player: u64, action: u64) {
        self.machine.poke("key.player", player - 1).unwrap();
        self.machine.poke("key.action", action).unwrap();
        self.strobe("key.pressed");
    }

    fn of(&self, player: u64, name: &'static str) -> impl Iterator<Item = &Value> {
        let wanted = move |event: &&Value| event["event"] == name && event["player"] == player;
        self.events.iter().filter(wanted)
    }

    /// The last event of a player with this name.
    fn last(&self, player: u64, name: &'static str) -> &Value {
        self.of(player, name).last().unwrap()
    }

    /// Runs until the player's next event with this name.
    fn wait(&mut self, player: u64, name: &'static str) -> &Value {
        let before = self.of(player, name).count();
        for _ in 0..PATIENCE {
            if self.of(player, name).count() > before {
                return self.last(player, name);
            }
            self.cycle();
        }
        panic!("no {name} of player {player}: {:#?}", self.events.last());
    }

    /// Writes a board to the memory of the engine. The trace does not record it.
    fn lay(&mut self, player: u64, is_taken: impl Fn(u64, u64) -> bool) {
        let mut board = self.machine.memory("board_controller.cells.first").unwrap();
        for (row, column) in (0..24).flat_map(|row| (0..10).map(move |column| (row, column))) {
            // Columns 8 and 9 come after the 24 rows of columns 0 to 7.
            let word = match column {
                0..8 => row << 3 | column,
                _ => 192 | (row & 7) << 3 | row >> 3 << 1 | column & 1,
            };
            let address = (player - 1) << 8 | word;
            board
                .set(address, u64::from(is_taken(row, column)))
                .unwrap();
        }
    }

    /// Drops pieces on an empty board until an O is next, then makes a hole that the O fills to a
    /// perfect clear.
    fn prepare(&mut self, player: u64) {
        while self.last(player, "spawn")["piece"] != "O" {
            self.lay(player, |_, _| false);
            self.press(player, HARD_DROP);
            self.wait(player, "spawn");
        }
        self.lay(player, |row, column| row < 2 && !(4..6).contains(&column));
    }

    /// Applies a tick, and runs until both players have finished it.
    fn tick(&mut self) {
        self.strobe("tick");
        (0..2000).for_each(|_| self.cycle());
    }

    /// Waits for the end of a clear delay.
    fn pass_clear_delay(&mut self) {
        (0..18).for_each(|_| self.tick());
    }

    fn attack(&mut self, player: u64) {
        self.prepare(player);
        self.press(player, HARD_DROP);
        self.wait(3 - player, "garbage");
        self.pass_clear_delay();
    }
}

#[test]
fn the_first_hold_takes_from_the_bag_and_the_second_gives_back() {
    let mut table = Table::new();
    table.machine.poke("settings.hold_allowed", 1).unwrap();
    for from in ["bag", "hold"] {
        table.press(1, HOLD);
        assert_eq!(table.wait(1, "spawn")["from"], from);
        table.press(1, HARD_DROP);
        assert_eq!(table.wait(1, "spawn")["from"], "bag");
    }
}

#[test]
fn each_game_reports_its_level() {
    let mut table = Table::new();
    for _ in 0..2 {
        table.strobe("new_game");
        assert_eq!(table.wait(1, "level")["level"], 1);
    }
}

#[test]
fn an_attack_is_sent_waits_and_rises() {
    let mut table = Table::new();
    table.press(2, SOFT_DROP);
    assert_eq!(table.wait(2, "score")["score"], 1);
    let step = table.last(2, "operation");
    assert_eq!(
        (&step["operation"], &step["by"]),
        (&"down".into(), &"press".into())
    );
    table.attack(1);
    let clear = table.last(1, "clear");
    assert_eq!(
        (&clear["kind"], &clear["perfect"]),
        (&"double".into(), &true.into())
    );
    assert_eq!(clear["board"].as_array().unwrap()[0], "iiiiooiiii");
    let fallen = table
        .of(1, "operation")
        .filter(|event| event["by"] == "hard drop")
        .count() as u64;
    let score = table.last(1, "score");
    assert_eq!(score["score"], 2 * fallen + 300 + 1200);
    assert_eq!(score["lines"], 2);
    assert_eq!(table.last(1, "attack")["rows"], PERFECT);
    let garbage = table.last(2, "garbage");
    assert_eq!(
        (&garbage["rows"], &garbage["pending"]),
        (&PERFECT.into(), &PERFECT.into())
    );
    assert_eq!(table.last(2, "score")["score"], 1);
    let shape = table.last(2, "spawn")["piece"].clone();
    table.press(2, HARD_DROP);
    let rise = table.wait(2, "rise");
    assert_eq!(
        (&rise["rows"], &rise["pending"]),
        (&PERFECT.into(), &0.into())
    );
    let board: Vec<&str> = rise["board"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(Value::as_str)
        .collect();
    let (piece, garbage) = board.split_at(board.len() - PERFECT as usize);
    assert!(garbage
        .iter()
        .all(|row| row == &garbage[0] && row.matches('#').count() == 9));
    assert_eq!(piece.concat().matches(shape.as_str().unwrap()).count(), 4);
}

#[test]
fn an_attack_cancels_what_waits_and_sends_nothing() {
    let mut table = Table::new();
    table.prepare(2);
    table.attack(1);
    table.press(2, HARD_DROP);
    let cancel = table.wait(2, "cancel");
    assert_eq!(
        (&cancel["rows"], &cancel["pending"]),
        (&PERFECT.into(), &0.into())
    );
    table.pass_clear_delay();
    assert_eq!(table.of(2, "attack").count(), 0);
    assert_eq!(table.of(1, "garbage").count(), 0);
}

#[test]
fn garbage_that_pushes_a_player_out_ends_the_match() {
    let mut table = Table::new();
    table.attack(1);
    table.lay(2, |row, column| column == 0 && row < 15);
    table.press(2, HARD_DROP);
    assert_eq!(table.wait(2, "end")["cause"], "garbage out");
    assert_eq!(table.of(1, "end").count(), 0);
    table.tick();
    let end = table.events.last().unwrap();
    assert_eq!(
        (&end["event"], &end["winner"]),
        (&"match_end".into(), &1.into())
    );
    assert_eq!(end["player"], Value::Null);
}
