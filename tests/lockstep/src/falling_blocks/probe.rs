//! Looks into the engine of a running machine. All hierarchical names of the engine stand here.

use super::state::{cell_number, number, shape, Falling};
use super::{Difference, State};
use gatefall_golden::{Cell, Shape, COLUMNS, ROWS};
use gatefall_host::{Machine, MemoryView, Signal};

/// The state of the engine in which it waits for something from outside.
const DOWN_OR_PLAYER: u64 = 0;
/// Phases of a player's game: ended, about to begin, a piece falls.
const OUT: u64 = 0;
const START: u64 = 1;
const PLAY: u64 = 2;
/// Instead of a column, when no batch has come yet.
const NO_HOLE: u64 = 15;
/// The step of the switch that begins an exchange of the players' games.
const PREFETCH: u64 = 1;
/// Cycles between two looks at an engine that works.
const PATIENCE: u64 = 24;
/// Looks after which it is said to hang.
const MOST_LOOKS: u32 = 4000;
/// Places of a player's ring of shapes.
const RING: usize = 16;

/// Words of a player in the memories of boards and of games, and the first digit among the latter.
const HALF: usize = 256;
const FIRST_DIGIT: usize = 192;

const BOARD: &str = "board_controller.game_copy";
const BOARD_PICTURE: &str = "board_controller.picture_copy";
const DIGITS: &str = "game_memory.words";
const BAGS: &str = "random_tetris.ring";

macro_rules! signals {
    ($($field:ident: $name:expr,)*) => {
        struct Signals { $($field: Signal),* }

        impl Signals {
            fn find(machine: &mut Machine, prefix: &str) -> Self {
                Self { $($field: machine.signal(&format!("{prefix}{}", $name)).expect("the engine has this signal")),* }
            }
        }
    };
}

signals! {
    state: "state",
    bags_ready: "random_tetris.ready",
    scoreboard_busy: "scoreboard.busy",
    switch_busy: "player_switch.busy",
    switch_step: "player_switch.step",
    due_one: "match_control.due_one",
    due_two: "match_control.due_two",
    to_judge: "match_control.to_judge",
    phase_one: "match_control.phase_one",
    phase_two: "match_control.phase_two",
    depth_one: "press_queue.depth_one",
    depth_two: "press_queue.depth_two",
    clear_ticks_one: "clear_ticks_one",
    clear_ticks_two: "clear_ticks_two",
    player: "player",
    last_hole: "garbage.last_hole",
    pending: "garbage.total",
    dealt: "random_tetris.tail",
    head: "random_tetris.head",
    next_shape: "random_tetris.next",
    game_over: "game_over",
    out: "out",
    in_play: "in_play",
    shape: "falling_piece_update.shape",
    rotation: "rotation",
    x: "x",
    y: "y",
    ghost_y: "ghost_y",
    lock_ticks: "lock_delay.ticks",
    restarts: "lock_delay.restarts",
    fraction: "gravity.fraction",
    held: "held",
    may_hold: "hold.allowed",
    streak: "award.streak",
    was_difficult: "award.was_difficult",
}

/// What the gates drew at random.
#[derive(Default)]
pub struct Drawn {
    /// Shapes that no player's bags had before.
    pub shapes: Vec<Shape>,
    /// Column of the hole of a batch that arrived at each player.
    pub holes: [Option<usize>; 2],
}

/// A look into an engine, and what it has drawn since its game began.
pub struct Probe {
    prefix: String,
    signals: Signals,
    players: usize,
    /// The shapes dealt so far, and how many of them by each player's bags.
    sequence: Vec<Shape>,
    dealt: [usize; 2],
    last_holes: [u64; 2],
}

impl Probe {
    /// Of the engine whose signals begin with `prefix`: `""` for an engine alone, `"arcade.game_engine."` inside of a game.
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
        }
    }

    /// A game begins: nothing is drawn yet.
    pub fn new_game(&mut self, players: usize) {
        self.players = players;
        self.sequence.clear();
        self.dealt = [0; 2];
        self.last_holes = [NO_HOLE; 2];
    }

    /// Runs until the engine waits for the players or for a tick.
    ///
    /// # Errors
    /// When it hangs.
    pub fn settle(&self, machine: &mut Machine) -> Result<(), Box<Difference>> {
        for _ in 0..MOST_LOOKS {
            machine.run(PATIENCE);
            if self.rests(machine) {
                return Ok(());
            }
        }
        let what = "whether the engine comes to rest";
        let state = format!("hangs in state {}", peek(machine, self.signals.state));
        Difference::unless_equal(what, &state, &"rests".to_owned())
    }

    fn rests(&self, machine: &mut Machine) -> bool {
        let signals = &self.signals;
        let mut is = |signal, value| peek(machine, signal) == value;
        let modules_rest = is(signals.state, DOWN_OR_PLAYER)
            && is(signals.bags_ready, 1)
            && is(signals.scoreboard_busy, 0)
            && is(signals.switch_busy, 0);
        if !modules_rest || is(signals.game_over, 1) {
            return modules_rest;
        }
        let mut waits = |phase, depth| match peek(machine, phase) {
            START => true,
            PLAY => peek(machine, depth) != 0,
            _ => false,
        };
        let presses = waits(signals.phase_one, signals.depth_one)
            || waits(signals.phase_two, signals.depth_two);
        let ticks = [signals.due_one, signals.due_two, signals.to_judge];
        !presses && ticks.iter().all(|&due| peek(machine, due) == 0)
    }

    /// Whether the game has ended.
    pub fn is_over(&self, machine: &mut Machine) -> bool {
        peek(machine, self.signals.game_over) == 1
    }

    /// Who is out: bit 0 player 1, bit 1 player 2.
    pub fn out(&self, machine: &mut Machine) -> u64 {
        peek(machine, self.signals.out)
    }

    /// The state of each player of an engine at rest, and what was drawn since the last call.
    ///
    /// # Errors
    /// When the players get different pieces.
    pub fn look(&mut self, machine: &mut Machine) -> Result<(Vec<State>, Drawn), Box<Difference>> {
        let before = (self.players > 1).then(|| machine.snapshot());
        let mut drawn = Drawn::default();
        let mut states = Vec::new();
        for player in 0..self.players {
            self.turn_to(machine, player);
            self.note_dealt(machine, player, &mut drawn)?;
            let hole = peek(machine, self.signals.last_hole);
            if hole != self.last_holes[player] {
                self.last_holes[player] = hole;
                drawn.holes[player] = Some(hole as usize);
            }
            states.push(self.state(machine, player));
        }
        if let Some(before) = before {
            machine.restore(&before).expect("the same machine");
        }
        Ok((states, drawn))
    }

    /// Has the engine bring this player's game into its registers, as it does for a press, but without one. Afterwards the machine has
    /// to go back to where it was.
    fn turn_to(&self, machine: &mut Machine, player: usize) {
        if peek(machine, self.signals.player) == player as u64 {
            return;
        }
        machine
            .poke(self.signals.switch_step, PREFETCH)
            .expect("the step is a register");
        machine.run(2);
        // A switch takes some hundred cycles.
        for _ in 0..1_000 {
            if peek(machine, self.signals.switch_busy) == 0 {
                break;
            }
            machine.run(8);
        }
        assert_eq!(peek(machine, self.signals.player), player as u64);
    }

    /// Both players' bags are the same sequence, however far each is.
    fn note_dealt(
        &mut self,
        machine: &mut Machine,
        player: usize,
        drawn: &mut Drawn,
    ) -> Result<(), Box<Difference>> {
        let tail = peek(machine, self.signals.dealt) as usize;
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

    /// The coming pieces of all players are these. The engine is at rest, and stays so.
    pub fn deal(&self, machine: &mut Machine, shapes: &[Shape]) {
        for player in 0..self.players {
            self.turn_to(machine, player);
            let head = peek(machine, self.signals.head) as usize;
            let mut ring = self.memory(machine, BAGS);
            for (place, &shape) in (head..).zip(shapes) {
                let word = player * RING + place % RING;
                let set = ring.set(word as u64, number(shape));
                set.expect("the ring has a place for each shape");
            }
            if let Some(&first) = shapes.first() {
                let set = machine.poke(self.signals.next_shape, number(first));
                set.expect("the next shape is a register");
            }
        }
    }

    /// A row of a player's board is this.
    pub fn put_row(
        &self,
        machine: &mut Machine,
        player: usize,
        row: usize,
        cells: &[Option<Cell>; COLUMNS],
    ) {
        for copy in [BOARD, BOARD_PICTURE] {
            let mut memory = self.memory(machine, copy);
            for (column, cell) in cells.iter().enumerate() {
                let address = HALF * player + cell_word(row, column);
                let set = memory.set(address as u64, cell.map_or(0, cell_number));
                set.expect("the board has a word for each cell");
            }
        }
    }

    fn memory<'a>(&self, machine: &'a mut Machine, name: &str) -> MemoryView<'a> {
        let name = format!("{}{name}", self.prefix);
        machine.memory(&name).expect("the engine has this memory")
    }

    fn board(&self, machine: &mut Machine, player: usize) -> Vec<[u64; COLUMNS]> {
        let memory = self.memory(machine, BOARD);
        // Words of up to eight bits lie in a byte each.
        let half = &memory.bytes()[HALF * player..HALF * (player + 1)];
        let cell = |row, column| u64::from(half[cell_word(row, column)] & 15);
        (0..ROWS)
            .map(|row| std::array::from_fn(|column| cell(row, column)))
            .collect()
    }

    /// Score, lines and level.
    fn digits(&self, machine: &mut Machine, player: usize) -> [u64; 3] {
        let memory = self.memory(machine, DIGITS);
        [(0, 7), (7, 3), (10, 2)].map(|(from, count)| {
            (from..from + count).rev().fold(0, |number, digit| {
                number * 10 + word(&memory, HALF * player + FIRST_DIGIT + digit)
            })
        })
    }

    /// What is compared of the player whose game is in the registers.
    fn state(&self, machine: &mut Machine, player: usize) -> State {
        let signals = &self.signals;
        let of = |one, two| if player == 0 { one } else { two };
        let ended = self.is_over(machine);
        let is_out = peek(machine, of(signals.phase_one, signals.phase_two)) == OUT;
        let [score, lines, level] = self.digits(machine, player);
        let board = self.board(machine, player);
        let mut see = |signal| peek(machine, signal);
        let is_falling = see(signals.in_play) == 1 && !ended;
        // What was still to come when the game ended is forgotten when the next begins.
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
            }),
            held: see(signals.held),
            may_hold: !is_falling || see(signals.may_hold) == 1,
            score,
            lines,
            level,
            combo: see(signals.streak) as i64 - 1,
            is_back_to_back: see(signals.was_difficult) == 1,
            clear_ticks: if ended { 0 } else { clear_ticks },
            queued: if ended || is_out { 0 } else { queued },
            pending: see(signals.pending),
            is_out,
        }
    }
}

fn peek(machine: &mut Machine, signal: Signal) -> u64 {
    machine.peek(signal).expect("signals are narrow")
}

fn word(memory: &MemoryView<'_>, address: usize) -> u64 {
    memory
        .get(address as u64)
        .expect("addresses lie within the memory")
}

/// Where a cell of the board lies in its player's half: the last two columns follow the 24 rows of the first eight.
fn cell_word(row: usize, column: usize) -> usize {
    match column {
        0..8 => 8 * row + column,
        _ => 192 + 8 * (row % 8) + 2 * (row / 8) + column % 2,
    }
}

/// A number in two's complement of so many bits.
fn signed(value: u64, bits: u32) -> i64 {
    let shift = 64 - bits;
    ((value << shift) as i64) >> shift
}
