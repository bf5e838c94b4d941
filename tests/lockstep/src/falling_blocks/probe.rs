//! Reads and sets the engine's state in a running machine. It contains all hierarchical names of
//! the engine.
//!
//! The registers hold one player's game. The game that waits is read from `game_memory`, at the
//! places that [`WaitingGame`] has found. Every [`LOOKS_WITH_EXCHANGE`]th look also exchanges the
//! games, and finds the same state in the registers.

use super::state::{cell_number, number, shape, Falling};
use super::waiting_game::{half, Registers, WaitingGame, HALF};
use super::{Difference, State};
use crate::tape::PlayedMachine;
use gatefall_golden::{Cell, Shape, COLUMNS, ROWS};
use gatefall_host::{Machine, MemoryView, SignalId};
use std::ops::Range;

mod counters;

/// Phases of a player's game: ended, about to begin, a piece falls, rows wait to clear.
const OUT: u64 = 0;
const START: u64 = 1;
const PLAY: u64 = 2;
const CLEAR: u64 = 3;
/// Value of the last hole before the first batch.
const NO_HOLE: u64 = 15;
/// Step of the context switch that begins an exchange.
const PREFETCH: u64 = 1;
/// Step in which it shifts the registers.
const SHIFT: u64 = 2;
/// One in this number of looks at two games exchanges them.
const LOOKS_WITH_EXCHANGE: u64 = 16;
/// Cycles between two checks whether an exchange has ended, more than one takes.
const EXCHANGE_CYCLES: u64 = 160;
/// Cycles between two checks of a busy engine.
const PATIENCE: u64 = 24;
/// Checks after which the engine counts as hanging.
const MOST_LOOKS: u32 = 4000;
/// Size of a player's ring buffer of shapes.
const RING: usize = 16;

/// Position of the first digit in a player's half of the memory of games.
const FIRST_DIGIT: usize = 192;
/// Places of the digits of score, lines and level, the lowest first.
const NUMBERS: [Range<usize>; 3] = [0..7, 7..10, 10..12];

const BOARD: &str = "board_controller.cells.first";
const BOARD_PICTURE: &str = "board_controller.cells.second";
const GAMES: &str = "game_memory.words";
/// The level in binary.
const LEVEL: &str = "lock_scoring.scoreboard.level_now";
const BAGS: &str = "random_tetris.ring";

macro_rules! signals {
    ($($field:ident: $name:expr,)*) => {
        struct Signals { $($field: SignalId),* }

        impl Signals {
            fn find(machine: &mut Machine, prefix: &str) -> Self {
                Self {
                    $($field: machine
                        .signal(&format!("{prefix}{}", $name))
                        .expect("the engine has this signal")),*
                }
            }
        }
    };
}

signals! {
    at_rest: "turn_control.at_rest",
    bags_ready: "random_tetris.control.ready",
    scoreboard_busy: "lock_scoring.scoreboard.busy",
    switch_busy: "turn_control.context_switch.control.busy",
    switch_step: "turn_control.context_switch.step",
    switch_index: "turn_control.context_switch.index",
    due_one: "turn_control.match_control.one.due.is_stored",
    due_two: "turn_control.match_control.two.due.is_stored",
    to_judge: "turn_control.match_control.to_judge",
    phase_one: "turn_control.match_control.one.phase",
    phase_two: "turn_control.match_control.two.phase",
    done_one: "turn_control.match_control.one_done",
    done_two: "turn_control.match_control.two_done",
    depth_one: "key_input.press_queue.one.depth",
    depth_two: "key_input.press_queue.two.depth",
    clear_ticks_one: "clear_ticks.one",
    clear_ticks_two: "clear_ticks.two",
    player: "player",
    last_hole: "versus_control.garbage.last_hole",
    pending: "versus_control.garbage.total",
    dealt: "random_tetris.tail",
    head: "random_tetris.head",
    next_shape: "random_tetris.next",
    game_over: "result.game_over",
    out: "result.out",
    in_play: "play.spawn.has_piece",
    shape: "falling_piece_update.registers.shape_now",
    rotation: "falling_piece_update.registers.rotation_now",
    x: "falling_piece_update.registers.x_now",
    y: "falling_piece_update.registers.y_now",
    ghost_y: "falling_piece_update.registers.ghost_row",
    lock_ticks: "lock_delay.ticks",
    restarts: "lock_delay.restarts",
    fraction: "gravity.fraction",
    guard: "play.player_input.key_pauses.guard_left",
    cut: "play.player_input.key_pauses.cut_left",
    held: "hold.slot",
    hold_used: "hold.is_used",
    streak: "lock_scoring.clear_scoring.streak",
    was_difficult: "lock_scoring.clear_scoring.was_difficult",
}

impl Signals {
    /// Registers that an exchange moves.
    fn of_a_game(&self) -> [SignalId; 18] {
        [
            self.dealt,
            self.last_hole,
            self.pending,
            self.in_play,
            self.shape,
            self.rotation,
            self.x,
            self.y,
            self.ghost_y,
            self.lock_ticks,
            self.restarts,
            self.fraction,
            self.guard,
            self.cut,
            self.held,
            self.hold_used,
            self.streak,
            self.was_difficult,
        ]
    }
}

/// Random values of the hardware.
#[derive(Default)]
pub struct Drawn {
    /// Shapes that no player had before.
    pub shapes: Vec<Shape>,
    /// Column of the hole of a new batch for each player.
    pub holes: [Option<usize>; 2],
}

/// Access to an engine, and the values that it has drawn since its game began.
pub struct EngineProbe {
    prefix: String,
    signals: Signals,
    players: usize,
    /// The shapes dealt so far, and the number of them that each player has had.
    sequence: Vec<Shape>,
    dealt: [usize; 2],
    last_holes: [u64; 2],
    /// Found at the first look at two games.
    waiting_game: Option<WaitingGame>,
    looks: u64,
}

impl EngineProbe {
    /// Access to the engine whose signals begin with `prefix`: `""` for an engine alone,
    /// `"arcade.game_engine."` inside a game.
    ///
    /// # Panics
    /// If there is no such engine.
    pub fn new(machine: &mut Machine, prefix: &str) -> Self {
        Self {
            prefix: prefix.to_owned(),
            signals: Signals::find(machine, prefix),
            players: 1,
            sequence: Vec::new(),
            dealt: [0; 2],
            last_holes: [NO_HOLE; 2],
            waiting_game: None,
            looks: 0,
        }
    }

    /// Begins a game without drawn values.
    pub fn new_game(&mut self, players: usize) {
        self.players = players;
        self.sequence.clear();
        self.dealt = [0; 2];
        self.last_holes = [NO_HOLE; 2];
    }

    /// Runs until the engine waits for the players or for a tick.
    ///
    /// # Errors
    /// If it hangs.
    pub fn settle(&self, machine: &mut Machine) -> Result<(), Box<Difference>> {
        for _ in 0..MOST_LOOKS {
            machine.run(PATIENCE);
            if self.rests(machine) {
                return Ok(());
            }
        }
        let what = "whether the engine comes to rest";
        let state = "hangs".to_owned();
        Difference::unless_equal(what, &state, &"rests".to_owned())
    }

    fn rests(&self, machine: &mut Machine) -> bool {
        let signals = &self.signals;
        let mut is = |signal, value| peek(machine, signal) == value;
        let modules_rest = is(signals.at_rest, 1)
            && is(signals.bags_ready, 1)
            && is(signals.scoreboard_busy, 0)
            && is(signals.switch_busy, 0);
        if !modules_rest || is(signals.game_over, 1) {
            return modules_rest;
        }
        let mut waits = |phase, depth, clear_ticks| match peek(machine, phase) {
            START => true,
            PLAY => peek(machine, depth) != 0,
            CLEAR => peek(machine, clear_ticks) == 0,
            _ => false,
        };
        let [one, two] = [
            waits(
                signals.phase_one,
                signals.depth_one,
                signals.clear_ticks_one,
            ),
            waits(
                signals.phase_two,
                signals.depth_two,
                signals.clear_ticks_two,
            ),
        ];
        let ticks = [signals.due_one, signals.due_two, signals.to_judge];
        !one && !two && ticks.iter().all(|&due| peek(machine, due) == 0)
    }

    /// True if the game has ended.
    pub fn is_over(&self, machine: &mut Machine) -> bool {
        peek(machine, self.signals.game_over) == 1
    }

    /// Players who have lost: bit 0 is player 1, bit 1 is player 2.
    pub fn out(&self, machine: &mut Machine) -> u64 {
        peek(machine, self.signals.out)
    }

    /// The state of each player of an idle engine, and the values drawn since the last call.
    ///
    /// # Errors
    /// If the players get different pieces.
    pub fn look(
        &mut self,
        played: &mut impl PlayedMachine,
    ) -> Result<(Vec<State>, Drawn), Box<Difference>> {
        let mut drawn = Drawn::default();
        let mut states = Vec::new();
        for player in 0..self.players {
            let registers = self.registers(played, player);
            let machine = played.machine();
            self.note_dealt(machine, player, &registers, &mut drawn)?;
            let hole = registers.see(machine, self.signals.last_hole);
            if hole != self.last_holes[player] {
                self.last_holes[player] = hole;
                drawn.holes[player] = Some(hole as usize);
            }
            states.push(self.state(machine, player, &registers));
        }
        if self.players > 1 {
            if self.looks.is_multiple_of(LOOKS_WITH_EXCHANGE) {
                self.compare_exchanged(played, &states)?;
            }
            self.looks += 1;
        }
        Ok((states, drawn))
    }

    /// The registers of a player's game, which is at hand or waits.
    fn registers(&mut self, played: &mut impl PlayedMachine, player: usize) -> Registers {
        let at_hand = self.at_hand(played.machine());
        if at_hand == player {
            return Registers::default();
        }
        let memory = format!("{}{GAMES}", self.prefix);
        let signals = &self.signals;
        let found = self.waiting_game.get_or_insert_with(|| {
            let exchange = |machine: &mut Machine| {
                // The shift begins at once, so nothing else can change the registers.
                for (signal, value) in [(signals.switch_step, SHIFT), (signals.switch_index, 0)] {
                    machine.poke(signal, value).expect("it is a register");
                }
                finish_exchange(machine, signals);
            };
            let all = signals.of_a_game();
            WaitingGame::find(played, &all, &memory, at_hand, exchange)
        });
        found.read(played.machine(), &memory, player)
    }

    /// Compares the state of the game that waits with its state after an exchange.
    fn compare_exchanged(
        &self,
        played: &mut impl PlayedMachine,
        states: &[State],
    ) -> Result<(), Box<Difference>> {
        let before = played.moment();
        let player = 1 - self.at_hand(played.machine());
        self.turn_to(played, player);
        let state = self.state(played.machine(), player, &Registers::default());
        played.return_to(&before).expect("the same machine");
        let what = format!("the game of player {} after an exchange", player + 1);
        Difference::unless_equal(&what, &state, &states[player])
    }

    /// Number of the player whose game is in the registers.
    fn at_hand(&self, machine: &mut Machine) -> usize {
        peek(machine, self.signals.player) as usize
    }

    /// Makes the engine switch this player's game into its registers, as for a press, but without
    /// one. Afterwards the caller has to restore the machine.
    fn turn_to(&self, played: &mut impl PlayedMachine, player: usize) {
        if self.at_hand(played.machine()) == player {
            return;
        }
        played
            .set(self.signals.switch_step, PREFETCH)
            .expect("the step is a register");
        let machine = played.machine();
        finish_exchange(machine, &self.signals);
        assert_eq!(self.at_hand(machine), player);
    }

    /// Checks that both players' bags are the same sequence, each up to its position.
    fn note_dealt(
        &mut self,
        machine: &mut Machine,
        player: usize,
        registers: &Registers,
        drawn: &mut Drawn,
    ) -> Result<(), Box<Difference>> {
        let tail = registers.see(machine, self.signals.dealt) as usize;
        while self.dealt[player] % RING != tail {
            let index = self.dealt[player];
            let ring = self.memory(machine, BAGS);
            let number = word(&ring, player * RING + index % RING);
            let dealt = shape(number);
            let expected = self.sequence.get(index).copied().or(dealt);
            Difference::unless_equal(
                &format!("piece {index} of player {}", player + 1),
                &format!("{dealt:?}"),
                &format!("{expected:?}"),
            )?;
            if index == self.sequence.len() {
                self.sequence.extend(dealt);
                drawn.shapes.extend(dealt);
            }
            self.dealt[player] += 1;
        }
        Ok(())
    }

    /// Sets the next pieces of all players. The engine is idle and stays so.
    pub fn deal(&self, played: &mut impl PlayedMachine, shapes: &[Shape]) {
        for player in 0..self.players {
            self.turn_to(played, player);
            let head = peek(played.machine(), self.signals.head) as usize;
            let word = |place: usize| (player * RING + place % RING) as u64;
            let words = (head..).zip(shapes);
            let words: Vec<_> = words
                .map(|(place, &shape)| (word(place), number(shape)))
                .collect();
            let set = played.set_words(&format!("{}{BAGS}", self.prefix), &words);
            set.expect("the ring has a place for each shape");
            if let Some(&first) = shapes.first() {
                let set = played.set(self.signals.next_shape, number(first));
                set.expect("the next shape is a register");
            }
        }
    }

    /// Sets a row of a player's board.
    pub fn put_row(
        &self,
        played: &mut impl PlayedMachine,
        player: usize,
        row: usize,
        cells: &[Option<Cell>; COLUMNS],
    ) {
        let words: [_; COLUMNS] = std::array::from_fn(|column| {
            let address = HALF * player + cell_word(row, column);
            (address as u64, cells[column].map_or(0, cell_number))
        });
        for copy in [BOARD, BOARD_PICTURE] {
            let set = played.set_words(&format!("{}{copy}", self.prefix), &words);
            set.expect("the board has a word for each cell");
        }
    }

    /// Sets score, lines and level of a player. The engine is idle and stays so.
    pub fn put_numbers(&self, played: &mut impl PlayedMachine, player: usize, numbers: [u64; 3]) {
        self.turn_to(played, player);
        let first = HALF * player + FIRST_DIGIT;
        let words = NUMBERS.iter().zip(numbers).flat_map(|(places, number)| {
            let digits = (0..).map(move |digit| number / 10_u64.pow(digit) % 10);
            places
                .clone()
                .map(move |place| (first + place) as u64)
                .zip(digits)
        });
        let words: Vec<_> = words.collect();
        let set = played.set_words(&format!("{}{GAMES}", self.prefix), &words);
        set.expect("the memory has a word for each digit");
        let level = played.machine().signal(&format!("{}{LEVEL}", self.prefix));
        let level = level.expect("the engine has this signal");
        let set = played.set(level, numbers[2]);
        set.expect("the level is a register");
    }

    fn memory<'a>(&self, machine: &'a mut Machine, name: &str) -> MemoryView<'a> {
        let name = format!("{}{name}", self.prefix);
        machine.memory(&name).expect("the engine has this memory")
    }

    fn board(&self, machine: &mut Machine, player: usize) -> Vec<[u64; COLUMNS]> {
        let memory = self.memory(machine, BOARD);
        let half = half(&memory, player);
        let cell = |row, column| u64::from(half[cell_word(row, column)] & 15);
        (0..ROWS)
            .map(|row| std::array::from_fn(|column| cell(row, column)))
            .collect()
    }

    /// Score, lines and level.
    fn digits(&self, machine: &mut Machine, player: usize) -> [u64; 3] {
        let memory = self.memory(machine, GAMES);
        NUMBERS.map(|places| {
            places.rev().fold(0, |number, digit| {
                number * 10 + word(&memory, HALF * player + FIRST_DIGIT + digit)
            })
        })
    }

    /// The compared state of a player, whose game has these registers.
    fn state(&self, machine: &mut Machine, player: usize, registers: &Registers) -> State {
        let signals = &self.signals;
        let of = |one, two| if player == 0 { one } else { two };
        let ended = self.is_over(machine);
        let has_stopped = peek(machine, of(signals.phase_one, signals.phase_two)) == OUT;
        let is_done = peek(machine, of(signals.done_one, signals.done_two)) == 1;
        let is_out = has_stopped && !is_done;
        let [score, lines, level] = self.digits(machine, player);
        let board = self.board(machine, player);
        let mut see = |signal| registers.see(machine, signal);
        let is_falling = see(signals.in_play) == 1 && !ended;
        // Values of an ended game that have no effect any more are only cleared when the next game
        // begins.
        let clear_ticks = see(of(signals.clear_ticks_one, signals.clear_ticks_two));
        let queued = see(of(signals.depth_one, signals.depth_two));
        State {
            board,
            piece: is_falling.then(|| Falling {
                shape: see(signals.shape),
                rotation: see(signals.rotation),
                x: signed(see(signals.x), 5),
                y: signed(see(signals.y), 6),
                ghost_y: signed(see(signals.ghost_y), 6),
                lock_ticks: see(signals.lock_ticks),
                restarts: see(signals.restarts),
                fraction: see(signals.fraction),
                guard: see(signals.guard),
                cut: see(signals.cut),
            }),
            held: see(signals.held),
            may_hold: !is_falling || see(signals.hold_used) == 0,
            score,
            lines,
            level,
            combo: see(signals.streak) as i64 - 1,
            is_back_to_back: see(signals.was_difficult) == 1,
            clear_ticks: if ended { 0 } else { clear_ticks },
            queued: if ended || has_stopped { 0 } else { queued },
            pending: see(signals.pending),
            is_out,
        }
    }
}

/// Runs until the games are exchanged.
fn finish_exchange(machine: &mut Machine, signals: &Signals) {
    for _ in 0..MOST_LOOKS {
        machine.run(EXCHANGE_CYCLES);
        if peek(machine, signals.switch_busy) == 0 {
            break;
        }
    }
}

fn peek(machine: &mut Machine, signal: SignalId) -> u64 {
    machine.peek(signal).expect("signals are narrow")
}

fn word(memory: &MemoryView<'_>, address: usize) -> u64 {
    memory
        .get(address as u64)
        .expect("addresses lie within the memory")
}

/// Position of a cell in its player's half of the memory: the last two columns follow the 24 rows
/// of the first eight.
fn cell_word(row: usize, column: usize) -> usize {
    match column {
        0..8 => 8 * row + column,
        _ => 192 + 8 * (row % 8) + 2 * (row / 8) + column % 2,
    }
}

/// Interprets `bits` bits as a number in two's complement.
fn signed(value: u64, bits: u32) -> i64 {
    let shift = 64 - bits;
    ((value << shift) as i64) >> shift
}

#[cfg(test)]
mod tests {
    use super::super::gates::engine;
    use super::*;

    /// A game of two in which both have a piece.
    fn begun() -> (Machine, EngineProbe) {
        let mut machine = engine(20, |netlist| netlist);
        let mut probe = EngineProbe::new(&mut machine, "");
        probe.new_game(2);
        for input in ["published", "running", "two_players"] {
            machine.poke(input, 1).unwrap();
        }
        for strobe in ["new_game", "tick", "tick"] {
            machine.poke(strobe, 1).unwrap();
            machine.run(1);
            machine.poke(strobe, 0).unwrap();
            probe.settle(&mut machine).unwrap();
        }
        (machine, probe)
    }

    #[test]
    fn all_registers_of_the_game_that_waits_are_found() {
        let (mut machine, mut probe) = begun();
        let before = machine.snapshot();
        probe.look(&mut machine).unwrap();
        assert_eq!(machine.snapshot(), before);
        let found = probe.waiting_game.expect("there are two games");
        let found: Vec<SignalId> = found.registers().collect();
        assert_eq!(found, probe.signals.of_a_game());
    }

    #[test]
    fn an_exchange_finds_a_register_that_was_read_from_a_wrong_place() {
        let (mut machine, mut probe) = begun();
        probe.look(&mut machine).unwrap();
        let x = probe.signals.x;
        let waiting = probe.waiting_game.as_mut().expect("there are two games");
        waiting.reverse(x);
        let fault = (1..=LOOKS_WITH_EXCHANGE).find_map(|_| probe.look(&mut machine).err());
        let fault = fault.expect("the last look exchanges the games");
        assert_eq!(fault.what, "the game of player 1 after an exchange");
    }
}
