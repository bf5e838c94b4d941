//! The registers of the rules engine and the two players: nothing of one game reaches the other.
//!
//! Each bit of each register is flipped while the engine rests. After the exchange of the players
//! no register may show the flip, and after the second exchange it must be back where it was. A
//! register for which that does not hold must be on one of two lists, with a reason.

use gatefall_games::falling_blocks::engine::game_engine::GameEngine;
use gatefall_games::falling_blocks::scoring::scoreboard::TextLayout;
use gatefall_host::{Machine, Snapshot};
use gatefall_netlist::Netlist;
use rust_hdl::prelude::Block;
use std::collections::{BTreeMap, BTreeSet};

/// Registers that exist once for each player.
const PER_PLAYER: &[(&str, &str)] = &[
    ("auto_shift_one.", "repeat of player 1's held direction"),
    ("auto_shift_two.", "repeat of player 2's held direction"),
    (
        "match_control.",
        "phase, ticks and end of both players' games",
    ),
    ("press_queue.", "a queue for each player"),
    ("waiting_one", "garbage that is shown for player 1"),
    ("waiting_two", "garbage that is shown for player 2"),
    ("stage_one", "lock stage that is shown for player 1"),
    ("stage_two", "lock stage that is shown for player 2"),
];

/// Registers without a meaning while the engine rests, and those of the exchange itself.
const TRANSIENT: &[(&str, &str)] = &[
    ("state", "the state of the sequence of play, at rest"),
    ("in_tick", "set within a tick"),
    ("dropping", "set within a hard drop"),
    ("turning", "set before each shift or turn"),
    ("from_bag", "set before each spawn"),
    ("spin_kind", "set before each lock"),
    ("attacking", "set from an attack to its delivery"),
    ("raised", "set before garbage rises"),
    ("pushed_out", "set before garbage rises"),
    ("player_switch.", "the exchange itself"),
    (
        "board_controller.",
        "sweeps over the rows, complete before the engine rests",
    ),
    ("falling_piece_update.step", "idle at rest"),
    (
        "falling_piece_update.running",
        "the operation, set at its start",
    ),
    (
        "falling_piece_update.seeking_ghost",
        "set within an operation",
    ),
    (
        "falling_piece_update.accepted_now",
        "the result, read before the engine rests",
    ),
    ("falling_piece_update.test", "set within an operation"),
    ("falling_piece_update.index", "set within an operation"),
    ("falling_piece_update.outside", "set within an operation"),
    (
        "falling_piece_update.hits",
        "the corners, read before the engine rests",
    ),
    ("falling_piece_update.trial_x", "set within an operation"),
    ("falling_piece_update.trial_y", "set within an operation"),
    (
        "falling_piece_update.trial_rotation",
        "set within an operation",
    ),
    (
        "falling_piece_update.trial_lowest",
        "set within an operation",
    ),
    ("gravity.rows", "rows due, used up within the tick"),
    ("gravity.carry", "set within a sum"),
    ("gravity.times", "set within a sum"),
    ("gravity.position", "set within a sum"),
    ("lock_delay.is_steady", "set at the start of each tick"),
    ("award.step", "idle at rest"),
    ("award.times", "set within a score"),
    ("award.lines_left", "set within a score"),
    ("award.combo_left", "set within a score"),
    ("award.combo", "set within a score"),
    (
        "award.is_back_to_back",
        "the result, read before the engine rests",
    ),
    ("scoreboard.running", "idle at rest"),
    ("scoreboard.writing", "set within a walk over the digits"),
    ("scoreboard.command", "set within a walk over the digits"),
    ("scoreboard.position", "set within a walk over the digits"),
    ("scoreboard.carry", "set within a walk over the digits"),
    ("scoreboard.again", "set within a walk over the digits"),
    (
        "scoreboard.forty",
        "the result, read before the engine rests",
    ),
    ("scoreboard.addend", "set within a walk over the digits"),
    ("scoreboard.step", "set within a walk over the digits"),
    ("random_tetris.step", "idle at rest"),
    ("random_tetris.place", "set within a shuffle"),
    ("random_tetris.other", "set within a shuffle"),
    ("garbage.step", "idle at rest"),
    ("garbage.rising", "set within a command"),
    ("garbage.attack", "set within a command"),
    ("garbage.pause", "set within a command"),
    ("garbage.rising_hole", "set within a command"),
    ("garbage.lfsr.", "random numbers for both players"),
];

/// Clocks within which the players are exchanged.
const LONGEST_EXCHANGE: u64 = 200;

fn engine() -> Netlist {
    let layout = TextLayout {
        score: 0,
        lines: 7,
        level: 10,
        digit_zero: 0,
    };
    let mut engine = GameEngine::new(&[layout; 3], 20);
    engine.connect_all();
    gatefall_lower::netlist(&engine, "engine").expect("the engine lowers")
}

/// Hierarchical names of all registers, with their widths.
fn registers(netlist: &Netlist) -> BTreeMap<String, u32> {
    let mut names = BTreeMap::new();
    let mut open = vec![(netlist.top, String::new())];
    while let Some((id, path)) = open.pop() {
        let module = &netlist.modules[id];
        for register in module.registers.values() {
            let net = &module.nets[register.net];
            names.insert(format!("{path}{}", net.name), net.width);
        }
        for instance in module.instances.values() {
            open.push((instance.module, format!("{path}{}.", instance.name)));
        }
    }
    names
}

/// The engine in a game of two, at rest.
struct Engine {
    machine: Machine,
    registers: BTreeMap<String, u32>,
    exchange: [(&'static str, u64); 2],
}

impl Engine {
    fn new() -> Self {
        let netlist = engine();
        let machine = Machine::new(&netlist).expect("the engine compiles");
        let mut engine = Self {
            machine,
            registers: registers(&netlist),
            exchange: [
                ("state", state(&netlist, "SwitchPlayer")),
                ("player_switch.step", state(&netlist, "Prefetch")),
            ],
        };
        let inputs = [
            ("published", 1),
            ("running", 1),
            ("two_players", 1),
            ("versus", 1),
            ("start_level", 1),
            ("soft_drop_factor", 20),
            ("shift_delay", 8),
            ("shift_reload", 6),
            ("hold_allowed", 1),
        ];
        for (input, value) in inputs {
            engine.machine.poke(input, value).expect("an input");
        }
        for strobe in ["reset", "new_game", "tick"] {
            engine.machine.poke(strobe, 1).expect("an input");
            engine.machine.run(2);
            engine.machine.poke(strobe, 0).expect("an input");
            engine.machine.run(10_000);
        }
        assert_eq!(engine.peek("state"), 0, "the engine rests");
        engine
    }

    fn peek(&mut self, name: &str) -> u64 {
        self.machine.peek(name).expect("a register")
    }

    /// Exchanges the players, and nothing else; the values of all registers afterwards.
    fn exchange(&mut self) -> BTreeMap<String, u64> {
        for (register, value) in self.exchange {
            self.machine.poke(register, value).expect("a register");
        }
        self.machine.run(LONGEST_EXCHANGE);
        let names: Vec<String> = self.registers.keys().cloned().collect();
        names
            .into_iter()
            .map(|name| (name.clone(), self.peek(&name)))
            .collect()
    }
}

/// The number of a state, whichever state machine it belongs to.
fn state(netlist: &Netlist, name: &str) -> u64 {
    let mut numbers = netlist.enums.values().filter_map(|states| {
        let number = states.variants.iter().position(|state| state == name)?;
        Some(number as u64)
    });
    numbers.next().expect("a state of the engine")
}

fn is_listed(name: &str, list: &[(&str, &str)]) -> bool {
    list.iter()
        .any(|(listed, _)| match listed.strip_suffix('.') {
            Some(module) => name
                .strip_prefix(module)
                .is_some_and(|rest| rest.starts_with('.')),
            None => name == *listed,
        })
}

/// The registers of which a bit reaches the other player's game, or is lost in the exchanges.
fn outside_of_the_context(engine: &mut Engine) -> BTreeSet<String> {
    let rest: Snapshot = engine.machine.snapshot();
    engine
        .registers
        .retain(|name, _| !is_listed(name, PER_PLAYER));
    let reference = [engine.exchange(), engine.exchange()];
    assert!(
        reference.iter().all(|values| values["state"] == 0),
        "exchanges end"
    );
    let mut outside = BTreeSet::new();
    for (name, width) in engine.registers.clone() {
        for bit in 0..width {
            engine.machine.restore(&rest).expect("its own snapshot");
            let flipped = engine.peek(&name) ^ (1 << bit);
            engine
                .machine
                .poke(name.as_str(), flipped)
                .expect("a register");
            let away = engine.exchange() == reference[0];
            let mut expected = reference[1].clone();
            *expected.get_mut(&name).expect("it is there") ^= 1 << bit;
            if !away || engine.exchange() != expected {
                outside.insert(name.clone());
            }
        }
    }
    outside
}

#[test]
fn every_register_is_in_the_context_or_on_a_list() {
    let outside = outside_of_the_context(&mut Engine::new());
    let unlisted: Vec<_> = outside
        .iter()
        .filter(|name| !is_listed(name, TRANSIENT))
        .collect();
    assert!(
        unlisted.is_empty(),
        "these registers reach the other player's game, or are lost: {unlisted:#?}\n\
         put them on the chain of `player_switch`, or list them here with the reason"
    );
    let stale: Vec<_> = TRANSIENT
        .iter()
        .filter(|entry| !outside.iter().any(|name| is_listed(name, &[**entry])))
        .collect();
    assert!(
        stale.is_empty(),
        "these entries match no register: {stale:#?}"
    );
}

#[test]
fn the_list_of_registers_per_player_has_no_other_name() {
    let registers = Engine::new().registers;
    for entry in PER_PLAYER {
        assert!(
            registers.keys().any(|name| is_listed(name, &[*entry])),
            "{entry:?}"
        );
    }
}
