//! The engine as the fast simulator runs it, and what is compared of it.

pub mod bot;
pub mod pair;

use gatefall_games::falling_blocks::game_engine::GameEngine;
use gatefall_games::falling_blocks::scoreboard::TextLayout;
use gatefall_golden::{Action, Cell, End, Player, Rotation, Shape, Turn};
use gatefall_host::{Machine, Signal};
use rust_hdl::prelude::Block;
use std::fmt;

/// The state of the engine in which it waits for something from outside.
const DOWN_OR_PLAYER: u64 = 0;
/// Phases of a player's game: ended, about to begin, a piece falls.
const OUT: u64 = 0;
const START: u64 = 1;
const PLAY: u64 = 2;
/// Instead of a column, when no batch has come yet.
const NO_HOLE: u64 = 15;

const ROWS: usize = 24;
const COLUMNS: usize = 10;

/// The number that the gates give a shape.
fn number(shape: Shape) -> u64 {
    match shape {
        Shape::I => 1,
        Shape::J => 2,
        Shape::L => 3,
        Shape::O => 4,
        Shape::S => 5,
        Shape::T => 6,
        Shape::Z => 7,
    }
}

/// The number that the gates give a settled cell.
fn cell_number(cell: Cell) -> u64 {
    match cell {
        Cell::Shape(shape) => number(shape),
        Cell::Garbage => 8,
    }
}

fn shape(number: u64) -> Shape {
    Shape::ALL
        .into_iter()
        .find(|&shape| self::number(shape) == number)
        .expect("shapes are numbered from 1 to 7")
}

/// The falling piece.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Falling {
    shape: u64,
    rotation: u64,
    x: i64,
    y: i64,
    ghost_y: i64,
    lock_ticks: u64,
    restarts: u64,
    fraction: u64,
}

/// All that a player could tell apart, and the timers behind it.
#[derive(PartialEq, Debug)]
pub struct State {
    board: Vec<[u64; COLUMNS]>,
    piece: Option<Falling>,
    held: u64,
    may_hold: bool,
    score: u64,
    lines: u64,
    level: u64,
    combo: i64,
    is_back_to_back: bool,
    clear_ticks: u64,
    queued: u64,
    pending: u64,
    is_out: bool,
}

impl State {
    /// What a player of the golden model is in; of a game that has ended, what stays to be seen.
    pub fn of(player: &Player, ended: bool) -> Self {
        let board = player.board();
        let rotation = |rotation| match rotation {
            Rotation::Spawn => 0,
            Rotation::Right => 1,
            Rotation::Reverse => 2,
            Rotation::Left => 3,
        };
        Self {
            board: (0..ROWS as i32)
                .map(|y| std::array::from_fn(|x| board.cell(x as i32, y).map_or(0, cell_number)))
                .collect(),
            piece: player.falling().filter(|_| !ended).map(|falling| {
                let piece = falling.piece();
                Falling {
                    shape: number(piece.shape),
                    rotation: rotation(piece.rotation),
                    x: i64::from(piece.x),
                    y: i64::from(piece.y),
                    ghost_y: i64::from(falling.ghost_y(board)),
                    lock_ticks: u64::from(falling.lock_timer()),
                    restarts: u64::from(falling.resets()),
                    fraction: u64::from(falling.fraction()),
                }
            }),
            held: player.hold().map_or(0, number),
            may_hold: ended || player.falling().is_none() || !player.hold_used(),
            score: u64::from(player.tally().score()),
            lines: u64::from(player.tally().lines()) % 1000,
            level: u64::from(player.tally().level()),
            combo: i64::from(player.tally().combo()),
            is_back_to_back: player.tally().back_to_back(),
            clear_ticks: match ended {
                true => 0,
                false => u64::from(player.clear_ticks()),
            },
            queued: match ended {
                true => 0,
                false => player.queued().count() as u64,
            },
            pending: player
                .pending()
                .batches()
                .map(|batch| u64::from(batch.rows))
                .sum(),
            is_out: player.end() == Some(End::ToppedOut),
        }
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.board.iter().rev() {
            let text: String = row
                .iter()
                .map(|&cell| b".IJLOSTZ#"[cell as usize] as char)
                .collect();
            if text != ".........." {
                writeln!(f, "  {text}")?;
            }
        }
        writeln!(
            f,
            "  piece {:?}, held {}, may hold {}\n  \
             score {}, lines {}, level {}, combo {}, back-to-back {}, clear ticks {}, queued {}, pending {}, out {}",
            self.piece,
            self.held,
            self.may_hold,
            self.score,
            self.lines,
            self.level,
            self.combo,
            self.is_back_to_back,
            self.clear_ticks,
            self.queued,
            self.pending,
            self.is_out
        )
    }
}

/// What the gates drew at random in a step.
#[derive(Default)]
pub struct Drawn {
    /// Shapes that no player's bags had before.
    pub shapes: Vec<Shape>,
    /// Column of the hole of a batch that arrived at each player.
    pub holes: [Option<usize>; 2],
}

/// The engine and its keys.
pub struct Gates {
    machine: Machine,
    state: Signal,
    players: usize,
    held: [[bool; 2]; 3],
    /// The shapes dealt so far, and how many of them by each player's bags.
    sequence: Vec<Shape>,
    dealt: [usize; 2],
    last_holes: [u64; 2],
}

/// The settings that are the default of the game.
const DEFAULTS: [(&str, u64); 7] = [
    // No picture has to follow.
    ("published", 1),
    ("running", 1),
    ("start_level", 1),
    ("soft_drop_factor", 20),
    ("shift_delay", 8),
    ("shift_reload", 6),
    ("hold_allowed", 1),
];

impl Gates {
    /// A machine after reset, with inputs that differ from the default.
    pub fn new(settings: &[(&str, u64)]) -> Self {
        let layout = TextLayout {
            score: 0,
            lines: 7,
            level: 10,
            digit_zero: 0,
        };
        let mut engine = GameEngine::new(&[layout; 3]);
        engine.connect_all();
        let netlist = gatefall_lower::netlist(&engine, "game_engine").expect("the engine lowers");
        let mut machine = Machine::new(&netlist).expect("the engine compiles");
        let state = machine.signal("state").expect("the engine has a state");
        let two = settings.contains(&("two_players", 1));
        let mut gates = Self {
            machine,
            state,
            players: 1 + usize::from(two),
            held: Default::default(),
            sequence: Vec::new(),
            dealt: [0; 2],
            last_holes: [0; 2],
        };
        gates.poke("reset", 1);
        gates.machine.run(4);
        gates.poke("reset", 0);
        for (setting, value) in DEFAULTS.iter().chain(settings) {
            gates.poke(setting, *value);
        }
        gates
    }

    fn poke(&mut self, name: &str, value: u64) {
        self.machine
            .poke(name, value)
            .expect("the engine has this input");
    }

    fn peek(&mut self, name: &str) -> u64 {
        self.machine.peek(name).expect("the engine has this signal")
    }

    fn strobe(&mut self, name: &str) {
        self.poke(name, 1);
        self.machine.run(1);
        self.poke(name, 0);
        self.settle();
    }

    /// Lets some time pass before a game, which decides the bags.
    pub fn wait(&mut self, cycles: u64) {
        self.machine.run(cycles);
    }

    /// Runs until the engine waits for the players or for a tick.
    fn settle(&mut self) {
        for _ in 0..4000 {
            self.machine.run(24);
            let state = self
                .machine
                .peek(self.state)
                .expect("the engine has a state");
            if state != DOWN_OR_PLAYER || !self.modules_rest() {
                continue;
            }
            let is_over = self.peek("game_over") == 1;
            if is_over || self.nothing_waits() {
                // Outside of play the arcade lets no press through.
                self.poke("running", u64::from(!is_over));
                return;
            }
        }
        panic!("the engine hangs in state {}", self.peek("state"));
    }

    fn modules_rest(&mut self) -> bool {
        self.peek("random_tetris.ready") == 1
            && self.peek("scoreboard.busy") == 0
            && self.peek("player_switch.busy") == 0
    }

    fn nothing_waits(&mut self) -> bool {
        let waits = |gates: &mut Self, phase: &str, depth: &str| match gates.peek(phase) {
            START => true,
            PLAY => gates.peek(depth) != 0,
            _ => false,
        };
        self.peek("match_control.due_one") == 0
            && self.peek("match_control.due_two") == 0
            && self.peek("match_control.to_judge") == 0
            && !waits(self, "match_control.phase_one", "press_queue.depth_one")
            && !waits(self, "match_control.phase_two", "press_queue.depth_two")
    }

    /// Begins a game.
    pub fn new_game(&mut self) {
        self.poke("running", 1);
        self.sequence.clear();
        self.dealt = [0; 2];
        self.last_holes = [NO_HOLE; 2];
        self.strobe("new_game");
    }

    /// A key of this action of a player goes down.
    pub fn press(&mut self, player: usize, action: Action) {
        let code = match action {
            Action::Left => 1,
            Action::Right => 2,
            Action::SoftDrop => 3,
            Action::Turn(Turn::Clockwise) => 4,
            Action::Turn(Turn::Counter) => 5,
            Action::HardDrop => 6,
            Action::Hold => 7,
            Action::Pause | Action::Start | Action::Title => panic!("the engine knows no scenes"),
        };
        self.set_held(player, action, true);
        self.poke("action", code);
        self.poke("presser", player as u64);
        self.strobe("pressed");
        self.poke("action", 0);
    }

    /// The keys of this action of a player go up.
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
            ["left_held", "right_held", "down_held"][index],
            one | two << 1,
        );
    }

    /// One sixtieth of a second passes.
    pub fn tick(&mut self) {
        self.strobe("tick");
    }

    /// The time of an ultra is up.
    pub fn time_up(&mut self) {
        self.strobe("time_up");
    }

    /// Whether the game has ended.
    pub fn is_over(&mut self) -> bool {
        self.peek("game_over") == 1
    }

    /// Which players are out.
    pub fn out(&mut self) -> u64 {
        self.peek("out")
    }

    /// Has the engine bring this player's game into its registers, as it does for a press, but without one. Afterwards the machine has
    /// to go back to where it was.
    fn turn_to(&mut self, player: usize) {
        if self.peek("player") == player as u64 {
            return;
        }
        const PREFETCH: u64 = 1;
        self.poke("player_switch.step", PREFETCH);
        self.machine.run(2);
        while self.peek("player_switch.busy") == 1 {
            self.machine.run(8);
        }
        assert_eq!(self.peek("player"), player as u64);
    }

    /// The state of each player, and what was drawn since the last call.
    pub fn look(&mut self) -> (Vec<State>, Drawn) {
        let before = self.machine.snapshot();
        let mut drawn = Drawn::default();
        let mut states = Vec::new();
        for player in 0..self.players {
            self.turn_to(player);
            self.note_dealt(player, &mut drawn);
            let hole = self.peek("garbage.last_hole");
            if hole != self.last_holes[player] {
                self.last_holes[player] = hole;
                drawn.holes[player] = Some(hole as usize);
            }
            states.push(self.state(player as u64));
        }
        self.machine.restore(&before).expect("the same machine");
        (states, drawn)
    }

    /// Both players' bags are the same sequence, however far each is.
    fn note_dealt(&mut self, player: usize, drawn: &mut Drawn) {
        let tail = self.peek("random_tetris.tail") as usize;
        while self.dealt[player] % 16 != tail {
            let index = self.dealt[player];
            let ring = self
                .machine
                .memory("random_tetris.ring")
                .expect("the bag is a memory");
            let number = ring.get((player * 16 + index % 16) as u64);
            let shape = shape(number.expect("a word of the ring"));
            match self.sequence.get(index) {
                Some(&known) => assert_eq!(shape, known, "both players get the same pieces"),
                None => {
                    self.sequence.push(shape);
                    drawn.shapes.push(shape);
                }
            }
            self.dealt[player] += 1;
        }
    }

    fn board(&mut self, player: u64) -> Vec<[u64; COLUMNS]> {
        let memory = self
            .machine
            .memory("board_controller.game_copy")
            .expect("the board is a memory");
        (0..ROWS as u64)
            .map(|row| {
                std::array::from_fn(|column| {
                    let address = 512 * player + 16 * row + column as u64;
                    memory.get(address).expect("a cell") & 15
                })
            })
            .collect()
    }

    /// Score, lines and level.
    fn digits(&mut self, player: u64) -> (u64, u64, u64) {
        let memory = self
            .machine
            .memory("scoreboard.digits")
            .expect("the digits are a memory");
        let number = |from: u64, count: u64| {
            (from..from + count).rev().fold(0, |number, digit| {
                number * 10 + memory.get(16 * player + digit).expect("a digit")
            })
        };
        (number(0, 7), number(7, 3), number(10, 2))
    }

    /// What is compared of the player whose game is in the registers.
    fn state(&mut self, player: u64) -> State {
        let signed = |value: u64, bits: u32| {
            let shift = 64 - bits;
            ((value << shift) as i64) >> shift
        };
        let number = ["one", "two"][player as usize];
        let ended = self.peek("game_over") == 1;
        let in_play = self.peek("in_play") == 1 && !ended;
        let piece = in_play.then(|| Falling {
            shape: self.peek("falling_piece_update.shape"),
            rotation: self.peek("rotation"),
            x: signed(self.peek("x"), 5),
            y: signed(self.peek("y"), 6),
            ghost_y: signed(self.peek("ghost_y"), 6),
            lock_ticks: self.peek("lock_delay.ticks"),
            restarts: self.peek("lock_delay.restarts"),
            fraction: self.peek("gravity.fraction"),
        });
        let (score, lines, level) = self.digits(player);
        let is_out = self.peek(&format!("match_control.phase_{number}")) == OUT;
        State {
            board: self.board(player),
            piece,
            held: self.peek("held"),
            may_hold: piece.is_none() || self.peek("hold.allowed") == 1,
            score,
            lines,
            level,
            combo: self.peek("award.streak") as i64 - 1,
            is_back_to_back: self.peek("award.was_difficult") == 1,
            // What was still to come when the game ended is forgotten when the next begins.
            clear_ticks: match ended {
                true => 0,
                false => self.peek(&format!("clear_ticks_{number}")),
            },
            queued: match ended || is_out {
                true => 0,
                false => self.peek(&format!("press_queue.depth_{number}")),
            },
            pending: self.peek("garbage.total"),
            is_out,
        }
    }
}
