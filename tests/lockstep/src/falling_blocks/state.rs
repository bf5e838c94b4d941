//! Compared state of a player's game.

use gatefall_golden::{Cell, End, Player, Rotation, Shape, COLUMNS, ROWS};
use std::fmt;

/// Number of a shape in the hardware.
pub(super) fn number(shape: Shape) -> u64 {
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

/// The shape with this number.
pub(super) fn shape(number: u64) -> Option<Shape> {
    Shape::ALL
        .into_iter()
        .find(|&shape| self::number(shape) == number)
}

/// Number of a settled cell in the hardware.
pub(super) fn cell_number(cell: Cell) -> u64 {
    match cell {
        Cell::Shape(shape) => number(shape),
        Cell::Garbage => 8,
    }
}

/// The falling piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Falling {
    pub shape: u64,
    pub rotation: u64,
    pub x: i64,
    pub y: i64,
    pub ghost_y: i64,
    pub lock_ticks: u64,
    pub restarts: u64,
    pub fraction: u64,
    pub guard: u64,
    pub cut: u64,
}

/// All visible state of a player, and the timers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    pub(super) board: Vec<[u64; COLUMNS]>,
    pub(super) piece: Option<Falling>,
    pub(super) held: u64,
    pub(super) may_hold: bool,
    pub(super) score: u64,
    pub(super) lines: u64,
    pub(super) level: u64,
    pub(super) combo: i64,
    pub(super) is_back_to_back: bool,
    pub(super) clear_ticks: u64,
    pub(super) queued: u64,
    pub(super) pending: u64,
    pub(super) is_out: bool,
}

impl State {
    /// State of the model. After the end of a game only the state that stays visible.
    pub fn of(player: &Player, ended: bool) -> Self {
        let board = player.board();
        let falling = player.falling().filter(|_| !ended);
        let unless_ended = |number: u64| if ended { 0 } else { number };
        let batches = player.pending().batches();
        Self {
            board: (0..ROWS as i32)
                .map(|y| std::array::from_fn(|x| board.cell(x as i32, y).map_or(0, cell_number)))
                .collect(),
            piece: falling.map(|falling| Falling {
                shape: number(falling.piece().shape),
                rotation: rotation_number(falling.piece().rotation),
                x: i64::from(falling.piece().x),
                y: i64::from(falling.piece().y),
                ghost_y: i64::from(falling.ghost_y(board)),
                lock_ticks: u64::from(falling.lock_timer()),
                restarts: u64::from(falling.resets()),
                fraction: u64::from(falling.fraction()),
                guard: u64::from(falling.guard()),
                cut: u64::from(falling.cut()),
            }),
            held: player.hold().map_or(0, number),
            may_hold: falling.is_none() || !player.hold_used(),
            score: u64::from(player.tally().score()),
            lines: u64::from(player.tally().shown_lines()),
            level: u64::from(player.tally().level()),
            combo: i64::from(player.tally().combo()),
            is_back_to_back: player.tally().back_to_back(),
            clear_ticks: unless_ended(u64::from(player.clear_ticks())),
            queued: unless_ended(player.queued().count() as u64),
            pending: batches.map(|batch| u64::from(batch.rows)).sum(),
            is_out: player.end() == Some(End::ToppedOut),
        }
    }
}

fn rotation_number(rotation: Rotation) -> u64 {
    match rotation {
        Rotation::Spawn => 0,
        Rotation::Right => 1,
        Rotation::Reverse => 2,
        Rotation::Left => 3,
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f)?;
        for row in self.board.iter().rev().filter(|row| **row != [0; COLUMNS]) {
            let text: String = row
                .iter()
                .map(|&cell| b".IJLOSTZ#"[(cell as usize).min(8)] as char)
                .collect();
            writeln!(f, "  {text}")?;
        }
        writeln!(
            f,
            "  piece {:?}, held {}, may hold {}",
            self.piece, self.held, self.may_hold
        )?;
        write!(
            f,
            "  score {}, lines {}, level {}, combo {}, back-to-back {}, ",
            self.score, self.lines, self.level, self.combo, self.is_back_to_back
        )?;
        write!(
            f,
            "clear ticks {}, queued {}, pending {}, out {}",
            self.clear_ticks, self.queued, self.pending, self.is_out
        )
    }
}
