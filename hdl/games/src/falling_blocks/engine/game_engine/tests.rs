//! Interrupts games in every state of the engine and compares the next game with one after
//! power-up.
//!
//! A first game visits all states. On many of its clocks the bench strobes `new_game`, `time_up` or
//! `reset`, starts the next game, and plays its first pieces. Text, piece and player must equal
//! those of a game after power-up on each clock. All other outputs and the boards are compared at
//! the end. The random numbers differ between games, so the bench sets them at the start of both.

use super::*;
use crate::falling_blocks::piece::pieces::{I, O};
use gatefall_bench::{peek, poke, Bench};
use gatefall_host::SignalId;
use std::collections::BTreeMap;

/// States of each machine of [`STATE_REGISTERS`], in the order of their codes.
const STATES: [&[&str]; STATE_REGISTERS.len()] = [
    &["Rest", "NewGame", "CopyContext", "Exchange"],
    &["Idle", "TakePress", "MovePiece", "RepeatShift"],
    &["Idle", "AddGravity", "Fall", "FallStep", "CheckLock"],
    &[
        "Idle",
        "ReadCorners",
        "DetectSpin",
        "Stamp",
        "CountRows",
        "Score",
        "Collapse",
    ],
    &[
        "Idle",
        "EmptyBoard",
        "NextPiece",
        "TakeHeld",
        "Spawn",
        "Settle",
        "SettleStep",
    ],
    &["Idle", "Cancel", "ExchangePlayers", "Append"],
    &["Idle", "TakeRow", "RaiseRow"],
];
/// States that only a match with garbage visits.
const OF_A_MATCH: [&str; 7] = [
    "CopyContext",
    "Exchange",
    "Cancel",
    "ExchangePlayers",
    "Append",
    "TakeRow",
    "RaiseRow",
];

/// Clocks in the state `Rest` after which the engine is idle: more than one command of the
/// scoreboard.
const REST: u64 = 64;
/// Limit of every wait.
const LIMIT: u64 = 20_000;
/// The bench interrupts each of the first clocks of a state, then one clock in 13, up to the last.
/// A command of the scoreboard takes 25 clocks, so each phase of it is interrupted.
const FIRST: u64 = 8;
const STRIDE: u64 = 13;
const LAST: u64 = 300;
/// Clocks of the start of a game: both boards are erased, both pieces come in.
const OPENING: u64 = 2_600;
/// Clocks for a drop, its score, and the next piece, of both players.
const DROP: u64 = 2_800;
/// Clocks for a hold or a tick.
const SHORT: u64 = 800;

const LEFT: u8 = 1;
const RIGHT: u8 = 2;
const SOFT_DROP: u8 = 3;
const TURN: u8 = 4;
const HARD_DROP: u8 = 6;
const HOLD: u8 = 7;

/// The strobe that interrupts a game.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Strobe {
    NewGame,
    TimeUp,
    Reset,
}

/// Compared clock by clock: player, shape of the piece, and a digit that is written.
type Seen = (u64, u64, Option<(u64, u64)>);

/// The compared data of a game: each change with its clock, then outputs and cells at the end.
#[derive(PartialEq, Debug)]
struct Record {
    changes: Vec<(u64, Seen)>,
    end: Vec<u64>,
}

/// An engine, and the signals that are read on each clock.
struct Play {
    uut: Bench<GameEngine>,
    two_players: bool,
    states: [SignalId; STATE_REGISTERS.len()],
    text_write: SignalId,
    text: [SignalId; 2],
    player: SignalId,
    shape: SignalId,
    piece_busy: SignalId,
}

impl Play {
    fn power_up(two_players: bool) -> Self {
        let layout = |player: u16| TextLayout {
            score: player * 32,
            lines: player * 32 + 7,
            level: player * 32 + 10,
            digit_zero: 0,
        };
        let mut uut = Bench::new(GameEngine::new(&[layout(0), layout(0), layout(1)], 20));
        poke!(uut.published = true);
        poke!(uut.running = true);
        // A high level: a clear has many additions, so scoring takes long.
        poke!(uut, settings.start_level = 0x15u8.to_bits());
        poke!(uut, settings.soft_drop_factor = 20u8.to_bits());
        poke!(uut, lock_timing.ticks = 30u8.to_bits());
        poke!(uut, lock_timing.resets = 15u8.to_bits());
        poke!(uut, settings.clear_delay = 18u8.to_bits());
        poke!(uut, shift.delay = 4u8.to_bits());
        poke!(uut, shift.reload = 3u8.to_bits());
        poke!(uut, settings.hold_allowed = true);
        poke!(uut.two_players = two_players);
        poke!(uut, settings.versus = two_players);
        let machine = uut.machine();
        let mut find = |name| machine.signal(name).unwrap();
        Self {
            states: STATE_REGISTERS.map(&mut find),
            text_write: find("digit.write"),
            text: [find("digit.address"), find("digit.code")],
            player: find("player"),
            shape: find("shape"),
            piece_busy: find("piece_busy"),
            two_players,
            uut,
        }
    }

    fn look(&mut self, signal: SignalId) -> u64 {
        self.uut.machine().peek(signal).unwrap()
    }

    fn clocks(&mut self, clocks: u64) {
        self.uut.machine().run(clocks);
    }

    /// State of the machine of play that is not idle, or else of the sequencer.
    fn state(&mut self) -> &'static str {
        let codes = self.states.map(|state| self.look(state) as usize);
        let mut names = STATES.iter().zip(codes).map(|(names, code)| names[code]);
        let sequencer = names.next().unwrap();
        let mut works = names.filter(|name| *name != "Idle");
        let state = works.next().unwrap_or(sequencer);
        assert_eq!(works.next(), None, "two machines work");
        state
    }

    /// Runs until the condition holds.
    fn wait(&mut self, what: &str, mut condition: impl FnMut(&mut Self) -> bool) {
        for _ in 0..LIMIT {
            if condition(self) {
                return;
            }
            self.clocks(1);
        }
        panic!("the engine never comes to {what}");
    }

    fn strobe(&mut self, strobe: Strobe) {
        for level in [true, false] {
            match strobe {
                Strobe::NewGame => poke!(self.uut.new_game = level),
                Strobe::TimeUp => poke!(self.uut.time_up = level),
                Strobe::Reset => poke!(self.uut.reset = level),
            }
            if level {
                self.clocks(1);
            }
        }
    }

    /// Strobes `pressed` and does not wait for the engine.
    fn press(&mut self, presser: bool, action: u8) {
        poke!(self.uut, key.player = presser);
        poke!(self.uut, key.action = action.to_bits());
        poke!(self.uut, key.pressed = true);
        self.clocks(1);
        poke!(self.uut, key.pressed = false);
        poke!(self.uut, key.player = false);
        poke!(self.uut, key.action = 0u8.to_bits());
    }

    fn tick(&mut self) {
        poke!(self.uut.tick = true);
        self.clocks(1);
        poke!(self.uut.tick = false);
    }

    fn release_all(&mut self) {
        poke!(self.uut, directions.left = 0u8.to_bits());
        poke!(self.uut, directions.down = 0u8.to_bits());
    }

    /// After `new_game`: waits until all units have restarted, then sets the random numbers. From
    /// there every game takes the same clocks.
    fn wait_for_the_beginning(&mut self) {
        self.wait("a new game", |play| play.state() == "NewGame");
        self.wait("its beginning", |play| play.state() != "NewGame");
        for (name, value) in [
            ("random_tetris.lfsr.state", 0x1234_5678),
            ("versus_control.garbage.lfsr.state", 0x1234),
        ] {
            self.uut.machine().poke(name, value).unwrap();
        }
    }

    /// Plays the first pieces of a game that has just started.
    fn first_pieces(&mut self) -> Record {
        let mut record = Record {
            changes: vec![],
            end: vec![],
        };
        self.record(&mut record, OPENING);
        for presser in 0..1 + u8::from(self.two_players) {
            self.press(presser == 1, HOLD);
            self.record(&mut record, SHORT);
            for _ in 0..2 {
                self.press(presser == 1, HARD_DROP);
                self.record(&mut record, DROP);
            }
        }
        self.tick();
        self.record(&mut record, SHORT);
        record.end = self.everything();
        record
    }

    fn record(&mut self, record: &mut Record, clocks: u64) {
        for _ in 0..clocks {
            let text = (self.look(self.text_write) == 1)
                .then(|| (self.look(self.text[0]), self.look(self.text[1])));
            // The shape is not valid while `piece_busy` is high.
            let is_steady = 1 - self.look(self.piece_busy);
            let shape = is_steady * self.look(self.shape);
            let seen = (self.look(self.player), shape, text);
            if record
                .changes
                .last()
                .is_none_or(|(_, last)| *last != seen || text.is_some())
            {
                record.changes.push((self.uut.machine().cycles(), seen));
            }
            self.clocks(1);
        }
    }

    /// All outputs that are valid while a piece falls, the coming pieces, and the boards.
    fn everything(&mut self) -> Vec<u64> {
        const LEVELS: [&str; 18] = [
            "player",
            "slots.ready",
            "held",
            "shape",
            "place.rotation",
            "place.x",
            "place.y",
            "place.ghost_y",
            "piece_busy",
            "level",
            "clear_ticks.one",
            "clear_ticks.two",
            "pending.one",
            "pending.two",
            "lock_stage.one",
            "lock_stage.two",
            "result.out",
            "result.game_over",
        ];
        let machine = self.uut.machine();
        let mut all: Vec<u64> = LEVELS.map(|name| machine.peek(name).unwrap()).into();
        for slot in 0..6u64 {
            poke!(self.uut, slots.index = slot.to_bits());
            self.clocks(1);
            all.push(peek!(self.uut, slots.shape).into());
        }
        for player in 0..1 + u64::from(self.two_players) {
            for row in 0..24 {
                for column in 0..10 {
                    let address = player << 9 | row << 4 | column;
                    poke!(self.uut, picture.address = address.to_bits());
                    self.clocks(1);
                    all.push(peek!(self.uut, picture.cell).into());
                }
            }
        }
        all
    }

    /// Sets the shape of the next piece.
    fn deal(&mut self, shape: u8) {
        let machine = self.uut.machine();
        machine.poke("random_tetris.next", shape.into()).unwrap();
    }

    /// Fills the two lowest rows of player 1 except the columns where an O comes in.
    fn fill_two_rows(&mut self) {
        for copy in [
            "board_controller.cells.first",
            "board_controller.cells.second",
        ] {
            let mut board = self.uut.machine().memory(copy).unwrap();
            for word in 0..256 {
                // The inverse of `cell_address`.
                let (row, column) = match word {
                    0..192 => (word / 8, word % 8),
                    _ => (word / 8 % 8 + word / 2 % 4 * 8, 8 + word % 2),
                };
                let is_filled = row < 2 && !(4..6).contains(&column);
                board
                    .set(word, u64::from(is_filled) * u64::from(I))
                    .unwrap();
            }
        }
    }
}

/// Interrupts a game and compares the next one with a game after power-up.
struct Interrupter {
    /// Registers after power-up and reset.
    at_reset: Vec<(String, u64)>,
    expected: Record,
    visited: BTreeMap<&'static str, u64>,
    wrong: Vec<String>,
}

impl Interrupter {
    fn new(play: &mut Play) -> Self {
        play.strobe(Strobe::Reset);
        let fresh = play.uut.machine().snapshot();
        play.strobe(Strobe::NewGame);
        play.wait_for_the_beginning();
        let expected = normalised(play.first_pieces());
        play.uut.machine().restore(&fresh).unwrap();
        Self {
            at_reset: registers(play),
            expected,
            visited: BTreeMap::new(),
            wrong: vec![],
        }
    }

    /// Runs the first game until the engine is idle, and interrupts it on the way.
    fn run(&mut self, play: &mut Play) {
        let mut at_rest = 0;
        for _ in 0..LIMIT {
            let state = play.state();
            let visits = self.visited.entry(state).or_default();
            let clock = *visits;
            *visits += 1;
            if clock < FIRST || (clock < LAST && clock.is_multiple_of(STRIDE)) {
                for strobe in [Strobe::NewGame, Strobe::TimeUp, Strobe::Reset] {
                    self.interrupt(play, strobe, clock);
                }
            }
            play.clocks(1);
            at_rest = if state == "Rest" { at_rest + 1 } else { 0 };
            if at_rest == REST {
                return;
            }
        }
        panic!("the first game never rests");
    }

    fn interrupt(&mut self, play: &mut Play, strobe: Strobe, clock: u64) {
        let before = play.uut.machine().snapshot();
        let state = play.state();
        play.release_all();
        play.strobe(strobe);
        match strobe {
            Strobe::NewGame => {}
            Strobe::TimeUp => play.clocks(DROP),
            Strobe::Reset => {
                let registers = registers(play).into_iter().zip(&self.at_reset);
                for (register, expected) in registers.filter(|(seen, fresh)| seen != *fresh) {
                    let place = format!("Reset on clock {clock} of {state}");
                    self.wrong
                        .push(format!("{place}: {register:?} instead of {expected:?}"));
                }
            }
        }
        if strobe != Strobe::NewGame {
            play.strobe(Strobe::NewGame);
        }
        play.wait_for_the_beginning();
        let record = normalised(play.first_pieces());
        if let Some(difference) = difference(&record, &self.expected) {
            let place = format!("{strobe:?} on clock {clock} of {state}");
            self.wrong.push(format!("{place}: {difference}"));
        }
        play.uut.machine().restore(&before).unwrap();
    }

    /// Panics unless every state but `not_visited` was interrupted and no next game differs.
    fn judge(self, not_visited: &[&str]) {
        for state in STATES.into_iter().flatten().filter(|name| **name != "Idle") {
            assert_eq!(
                !self.visited.contains_key(state),
                not_visited.contains(state),
                "{state}"
            );
        }
        let count = self.wrong.len();
        assert!(
            count == 0,
            "{count} next games differ:\n{}",
            self.wrong.join("\n")
        );
    }
}

/// Counts the clocks of the changes from the start of the game.
fn normalised(mut record: Record) -> Record {
    let beginning = record.changes[0].0;
    for change in &mut record.changes {
        change.0 -= beginning;
    }
    record
}

fn difference(seen: &Record, expected: &Record) -> Option<String> {
    let changes = seen.changes.iter().zip(&expected.changes);
    let first = changes
        .into_iter()
        .find(|(seen, expected)| seen != expected);
    match first {
        Some((seen, expected)) => Some(format!("{seen:?} instead of {expected:?}")),
        None if seen == expected => None,
        None => Some("the game ends differently".to_owned()),
    }
}

/// All registers and inputs of the engine and its modules. A reset does not change the memories, so
/// their read data are left out.
fn registers(play: &mut Play) -> Vec<(String, u64)> {
    let machine = play.uut.machine();
    let mut names = machine.matching("*").unwrap();
    names.retain(|name| {
        let signal = machine.program().signal(name).unwrap();
        signal.place().is_some() && !signal.is_read_data()
    });
    let values = names.into_iter().map(|name| {
        let value = machine.peek(&name).unwrap();
        (name, value)
    });
    values.collect()
}

fn interrupted(two_players: bool, not_visited: &[&str]) {
    let mut play = Play::power_up(two_players);
    let mut interrupter = Interrupter::new(&mut play);
    let mut run = |play: &mut Play| interrupter.run(play);
    play.strobe(Strobe::NewGame);
    run(&mut play);
    for action in [LEFT, TURN, SOFT_DROP, HOLD] {
        play.press(false, action);
        run(&mut play);
    }
    // A held direction repeats, a held soft drop falls.
    poke!(play.uut, directions.left = 1u8.to_bits());
    play.press(false, LEFT);
    for _ in 0..8 {
        poke!(play.uut, directions.left = 1u8.to_bits());
        poke!(play.uut, directions.down = 1u8.to_bits());
        play.tick();
        run(&mut play);
    }
    play.release_all();
    // A key press makes player 1 the player at hand.
    play.press(false, RIGHT);
    run(&mut play);
    // An O fills two rows and empties the board. A perfect clear sends ten rows.
    play.deal(O);
    play.press(false, HARD_DROP);
    run(&mut play);
    play.fill_two_rows();
    for action in [LEFT, RIGHT, HARD_DROP] {
        play.press(false, action);
        run(&mut play);
    }
    for _ in 0..18 {
        play.tick();
        run(&mut play);
    }
    // The rows rise after the next lock of the other player.
    play.press(two_players, HARD_DROP);
    run(&mut play);
    interrupter.judge(not_visited);
}

#[test]
fn a_game_after_an_interrupted_one_equals_one_after_power_up() {
    interrupted(false, &OF_A_MATCH);
}

#[test]
fn a_match_after_an_interrupted_one_equals_one_after_power_up() {
    interrupted(true, &[]);
}

/// Starts a game, keeps it `abandoned` or not for `clocks`, and returns the coming pieces of the
/// next game.
fn pieces_after(play: &mut Play, clocks: u64, abandoned: bool) -> Vec<u64> {
    play.strobe(Strobe::NewGame);
    play.clocks(OPENING);
    poke!(play.uut.abandoned = abandoned);
    play.clocks(clocks);
    play.strobe(Strobe::NewGame);
    poke!(play.uut.abandoned = false);
    play.clocks(OPENING);
    let slots = 0..6u64;
    let pieces = slots.map(|slot| {
        poke!(play.uut, slots.index = slot.to_bits());
        play.clocks(1);
        peek!(play.uut, slots.shape).into()
    });
    pieces.collect()
}

#[test]
fn the_clocks_after_an_abandoned_game_decide_the_next_pieces() {
    let mut play = Play::power_up(false);
    play.strobe(Strobe::Reset);
    let fresh = play.uut.machine().snapshot();
    let mut different = |abandoned| {
        let orders = (0..20).map(|clocks| {
            play.uut.machine().restore(&fresh).unwrap();
            pieces_after(&mut play, 1000 + clocks, abandoned)
        });
        std::collections::BTreeSet::from_iter(orders).len()
    };
    // The generator does not step in a game that is not abandoned. Otherwise the players would
    // get different pieces in a match.
    assert_eq!(different(false), 1);
    let orders = different(true);
    assert!(orders >= 15, "{orders} different orders in 20");
}

#[test]
fn both_players_get_the_same_pieces_after_an_abandoned_game() {
    let mut play = Play::power_up(true);
    play.strobe(Strobe::Reset);
    for clocks in [0, 1, 100, 150, 1001] {
        pieces_after(&mut play, clocks, true);
        let ring = play.uut.machine().memory("random_tetris.ring").unwrap();
        let dealt = |player: u64| (0..14).map(move |place| 16 * player + place);
        let [one, two] =
            [0, 1].map(|player| Vec::from_iter(dealt(player).map(|word| ring.get(word).unwrap())));
        assert_eq!(one, two, "left for {clocks} clocks");
    }
}
