//! The engine as the fast simulator runs it, and what is compared of it.

use gatefall_games::falling_blocks::game_engine::GameEngine;
use gatefall_games::falling_blocks::scoreboard::TextLayout;
use gatefall_golden::{Action, Cell, Player, Rotation, Shape, Turn};
use gatefall_host::{Machine, Signal};
use rust_hdl::prelude::Block;
use std::fmt;

/// The state of the engine in which it waits for something from outside.
const DOWN_OR_PLAYER: u64 = 0;
/// Phase of a player whose piece falls.
const PLAY: u64 = 2;

const ROWS: usize = 24;
const COLUMNS: usize = 10;

/// The number that the gates give a shape.
pub fn number(shape: Shape) -> u64 {
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
    is_over: bool,
}

impl State {
    /// What the golden model is in.
    pub fn of(player: &Player) -> Self {
        let board = player.board();
        let rotation = |rotation| match rotation {
            Rotation::Spawn => 0,
            Rotation::Right => 1,
            Rotation::Reverse => 2,
            Rotation::Left => 3,
        };
        let is_over = player.end().is_some();
        Self {
            board: (0..ROWS as i32)
                .map(|y| std::array::from_fn(|x| board.cell(x as i32, y).map_or(0, cell_number)))
                .collect(),
            piece: player.falling().map(|falling| {
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
            may_hold: player.falling().is_none() || !player.hold_used(),
            score: u64::from(player.tally().score()),
            lines: u64::from(player.tally().lines()) % 1000,
            level: u64::from(player.tally().level()),
            combo: i64::from(player.tally().combo()),
            is_back_to_back: player.tally().back_to_back(),
            clear_ticks: u64::from(player.clear_ticks()),
            queued: player.queued().count() as u64,
            is_over,
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
             score {}, lines {}, level {}, combo {}, back-to-back {}, clear ticks {}, queued {}, over {}",
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
            self.is_over
        )
    }
}

/// The engine, its keys, and how many of its pieces the model has seen.
pub struct Gates {
    machine: Machine,
    state: Signal,
    supplied_tail: u64,
}

impl Gates {
    /// A machine after reset.
    pub fn new() -> Self {
        let layout = TextLayout {
            score: 0,
            lines: 7,
            level: 10,
            digit_zero: 0,
        };
        let mut engine = GameEngine::new(&[layout, layout]);
        engine.connect_all();
        let netlist = gatefall_lower::netlist(&engine, "game_engine").expect("the engine lowers");
        let mut machine = Machine::new(&netlist).expect("the engine compiles");
        let state = machine.signal("state").expect("the engine has a state");
        let mut gates = Self {
            machine,
            state,
            supplied_tail: 0,
        };
        gates.poke("reset", 1);
        gates.machine.run(4);
        gates.poke("reset", 0);
        for (setting, value) in [
            ("running", 1),
            ("start_level", 1),
            ("soft_drop_factor", 20),
            ("shift_delay", 8),
            ("shift_reload", 6),
            ("hold_allowed", 1),
        ] {
            gates.poke(setting, value);
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

    /// Runs until the engine waits for the player or for a tick.
    fn settle(&mut self) {
        for _ in 0..4000 {
            self.machine.run(24);
            let state = self
                .machine
                .peek(self.state)
                .expect("the engine has a state");
            let is_over = self.peek("game_over") == 1;
            let has_nothing_to_do = self.peek("match_control.due_one") == 0
                && (self.peek("press_queue.depth_one") == 0
                    || self.peek("match_control.phase_one") != PLAY);
            if state == DOWN_OR_PLAYER
                && (is_over || has_nothing_to_do)
                && self.peek("random_tetris.ready") == 1
                && self.peek("scoreboard.busy") == 0
            {
                // Outside of play the arcade lets no press through.
                self.poke("running", u64::from(!is_over));
                return;
            }
        }
        panic!("the engine hangs in state {}", self.peek("state"));
    }

    /// Begins a game.
    pub fn new_game(&mut self) {
        self.poke("running", 1);
        self.supplied_tail = 0;
        self.strobe("new_game");
    }

    /// A key of this action goes down.
    pub fn press(&mut self, action: Action) {
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
        self.set_held(action, 1);
        if code != 3 {
            self.poke("action", code);
            self.strobe("pressed");
            self.poke("action", 0);
        }
    }

    /// The keys of this action go up.
    pub fn release(&mut self, action: Action) {
        self.set_held(action, 0);
    }

    fn set_held(&mut self, action: Action, held: u64) {
        match action {
            Action::Left => self.poke("left_held", held),
            Action::Right => self.poke("right_held", held),
            Action::SoftDrop => self.poke("down_held", held),
            _ => {}
        }
    }

    /// One sixtieth of a second passes.
    pub fn tick(&mut self) {
        self.strobe("tick");
    }

    /// The shapes dealt since the last call, in order.
    pub fn dealt(&mut self) -> Vec<Shape> {
        let tail = self.peek("random_tetris.tail");
        let mut shapes = Vec::new();
        while self.supplied_tail != tail {
            let ring = self
                .machine
                .memory("random_tetris.ring")
                .expect("the bag is a memory");
            let number = ring.get(self.supplied_tail).expect("a word of the ring");
            shapes.push(shape(number));
            self.supplied_tail = (self.supplied_tail + 1) % 16;
        }
        shapes
    }

    /// What is compared.
    pub fn state(&mut self) -> State {
        let signed = |value: u64, bits: u32| {
            let shift = 64 - bits;
            ((value << shift) as i64) >> shift
        };
        let board = {
            let memory = self
                .machine
                .memory("board_controller.game_copy")
                .expect("the board is a memory");
            (0..ROWS)
                .map(|row| row as u64)
                .map(|row| {
                    std::array::from_fn(|column| column as u64)
                        .map(|column| memory.get(16 * row + column).expect("a cell") & 15)
                })
                .collect()
        };
        let piece = (self.peek("in_play") == 1).then(|| Falling {
            shape: self.peek("falling_piece_update.shape"),
            rotation: self.peek("rotation"),
            x: signed(self.peek("x"), 5),
            y: signed(self.peek("y"), 6),
            ghost_y: signed(self.peek("ghost_y"), 6),
            lock_ticks: self.peek("lock_delay.ticks"),
            restarts: self.peek("lock_delay.restarts"),
            fraction: self.peek("gravity.fraction"),
        });
        let (score, lines, level) = {
            let memory = self
                .machine
                .memory("scoreboard.digits")
                .expect("the digits are a memory");
            let number = |from: u64, count: u64| {
                (from..from + count).rev().fold(0, |number, digit| {
                    number * 10 + memory.get(digit).expect("a digit")
                })
            };
            (number(0, 7), number(7, 3), number(10, 2))
        };
        let is_over = self.peek("game_over") == 1;
        State {
            board,
            piece,
            held: self.peek("held"),
            may_hold: piece.is_none() || self.peek("hold.allowed") == 1,
            score,
            lines,
            level,
            combo: self.peek("award.streak") as i64 - 1,
            is_back_to_back: self.peek("award.was_difficult") == 1,
            clear_ticks: self.peek("clear_ticks_one"),
            // What was still waiting when the game ended is forgotten when the next begins.
            queued: if is_over {
                0
            } else {
                self.peek("press_queue.depth_one")
            },
            is_over,
        }
    }
}
