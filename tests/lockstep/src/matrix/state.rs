//! Compared state.

use gatefall_golden::matrix::{Cell, Game, Phase, BOARD_COLUMNS, BOARD_ROWS};
use std::fmt;

/// State of either side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// `{id, colour}` of each cell: 1 red, 2 yellow, 3 blue; 4 more for blocks with an odd id.
    pub cells: [[u8; BOARD_COLUMNS]; BOARD_ROWS],
    /// Phase of the game.
    pub phase: Phase,
    /// Seconds in decimal digits.
    pub time: [u64; 2],
    /// Points.
    pub score: u64,
    /// Ticks for which the block can be moved.
    pub control: u64,
    /// The control LED.
    pub control_led: bool,
    /// The blinking row, and true if the next tick removes it.
    pub full_row: Option<(u64, bool)>,
    /// Shape, rotation and column of the newest block.
    pub block: Option<[i64; 3]>,
}

impl State {
    /// State of the model.
    pub fn of(game: &Game) -> Self {
        let code = |cell: Cell| match cell {
            Cell::Empty => 0,
            Cell::Red(id) => 1 | (id % 2 * 4) as u8,
            Cell::Yellow(id) => 2 | (id % 2 * 4) as u8,
            Cell::Blue => 3,
        };
        let window = game.window();
        Self {
            cells: game.cells().map(|row| row.map(code)),
            phase: game.phase(),
            time: [u64::from(game.time()) / 10, u64::from(game.time()) % 10],
            score: game.score().into(),
            control: game.control().into(),
            control_led: game.in_control(),
            full_row: game.full_row().map(|full| (full.row as u64, full.age == 1)),
            block: window.map(|it| [it.shape.into(), it.turns.into(), it.x.into()]),
        }
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.cells {
            let text: String = row
                .iter()
                .map(|&cell| b".ry#?RY?"[usize::from(cell & 7)] as char)
                .collect();
            writeln!(f, "  {text}")?;
        }
        writeln!(
            f,
            "  {:?}, time {}{}, score {}, control {} (LED {}), full row {:?}, \
              block (shape, orientation, x) {:?}",
            self.phase,
            self.time[0],
            self.time[1],
            self.score,
            self.control,
            self.control_led,
            self.full_row,
            self.block
        )
    }
}
