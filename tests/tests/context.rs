//! The registers of the rules engine and the two players: nothing of one game reaches the other.
//!
//! Each bit of each register is flipped while the engine rests. After the exchange of the players
//! no register may show the flip, and after the second exchange it must be back where it was. A
//! register for which that does not hold must be on one of two lists, with a reason.

use gatefall_games::falling_blocks::engine::game_engine::GameEngine;
use gatefall_games::falling_blocks::shell::text::TextLayout;
use gatefall_host::{Machine, Snapshot};
use gatefall_netlist::Netlist;
use rust_hdl::prelude::Block;
use std::collections::{BTreeMap, BTreeSet};

/// Registers that exist once for each player.
const PER_PLAYER: &[(&str, &str)] = &[
    ("key_input.direction_keys.", "an auto shift for each player"),
    (
        "turn_control.match_control.",
        "phase, ticks and end of both players' games",
    ),
    ("key_input.press_queue.", "a queue for each player"),
    ("board_controller.danger_flags.", "a flag for each player"),
    (
        "versus_control.status_one.",
        "status that is shown for player 1",
    ),
    (
        "versus_control.status_two.",
        "status that is shown for player 2",
    ),
];

/// Registers without a meaning while the engine rests, and those of the exchange itself.
const TRANSIENT: &[(&str, &str)] = &[
    ("turn_control.sequencer.", "at rest"),
    ("turn_control.context_switch.", "the exchange itself"),
    ("play.player_input.state", "idle at rest"),
    ("play.player_input.is_turn", "set before each move"),
    ("play.fall.", "idle at rest"),
    ("play.lock.", "idle at rest"),
    ("play.spawn.state", "idle at rest"),
    ("play.spawn.from_bag", "set before each spawn"),
    ("versus_control.attack.", "idle at rest"),
    ("versus_control.garbage_rise.", "idle at rest"),
    (
        "lock_scoring.t_spin_detector.spin_kind",
        "set before each lock",
    ),
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
    ("lock_scoring.clear_scoring.step", "idle at rest"),
    ("lock_scoring.clear_scoring.times", "set within a score"),
    (
        "lock_scoring.clear_scoring.lines_left",
        "set within a score",
    ),
    (
        "lock_scoring.clear_scoring.combo_left",
        "set within a score",
    ),
    ("lock_scoring.clear_scoring.combo", "set within a score"),
    (
        "lock_scoring.clear_scoring.is_back_to_back",
        "the result, read before the engine rests",
    ),
    ("lock_scoring.scoreboard.running", "idle at rest"),
    (
        "lock_scoring.scoreboard.writing",
        "set within a walk over the digits",
    ),
    (
        "lock_scoring.scoreboard.command",
        "set within a walk over the digits",
    ),
    (
        "lock_scoring.scoreboard.position",
        "set within a walk over the digits",
    ),
    (
        "lock_scoring.scoreboard.carry",
        "set within a walk over the digits",
    ),
    (
        "lock_scoring.scoreboard.again",
        "set within a walk over the digits",
    ),
    (
        "lock_scoring.scoreboard.line_goal.has_tens",
        "set within a walk over the digits",
    ),
    (
        "lock_scoring.scoreboard.line_goal.has_goal",
        "the result, read before the engine rests",
    ),
    (
        "lock_scoring.scoreboard.addend",
        "set within a walk over the digits",
    ),
    (
        "lock_scoring.scoreboard.step",
        "set within a walk over the digits",
    ),
    ("random_tetris.step", "idle at rest"),
    ("random_tetris.place", "set within a shuffle"),
    ("random_tetris.other", "set within a shuffle"),
    ("versus_control.garbage.step", "idle at rest"),
    ("versus_control.garbage.rising", "set within a command"),
    ("versus_control.garbage.attack", "set within a command"),
    ("versus_control.garbage.pause", "set within a command"),
    ("versus_control.garbage.rising_hole", "set within a command"),
    (
        "versus_control.garbage.lfsr.",
        "random numbers for both players",
    ),
];

/// State register of the sequencer; 0 is rest.
const SEQUENCER: &str = "turn_control.sequencer.state";

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
                (SEQUENCER, state(&netlist, "Exchange")),
                (
                    "turn_control.context_switch.step",
                    state(&netlist, "Prefetch"),
                ),
            ],
        };
        let inputs = [
            ("published", 1),
            ("running", 1),
            ("two_players", 1),
            ("settings.versus", 1),
            ("settings.start_level", 1),
            ("settings.soft_drop_factor", 20),
            ("lock_timing.ticks", 30),
            ("lock_timing.resets", 15),
            ("settings.clear_delay", 18),
            ("shift.delay", 8),
            ("shift.reload", 6),
            ("settings.hold_allowed", 1),
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
        assert_eq!(engine.peek(SEQUENCER), 0, "the engine rests");
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
    // The status that is shown is a copy of the player's.
    engine
        .registers
        .retain(|name, _| !name.starts_with("versus_control.status_"));
    let reference = [engine.exchange(), engine.exchange()];
    assert!(
        reference.iter().all(|values| values[SEQUENCER] == 0),
        "exchanges end"
    );
    let mut outside = BTreeSet::new();
    let mut flipped = engine.registers.clone();
    flipped.retain(|name, _| !is_listed(name, PER_PLAYER));
    for (name, width) in flipped {
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
         mark them `#[context]`, or list them here with the reason"
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
