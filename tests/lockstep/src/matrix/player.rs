//! Automatic player: mostly fills rows, sometimes moves at random.

use gatefall_golden::matrix::{Cell, Game, Presses, Window, BOARD_COLUMNS, BOARD_ROWS};

/// A player whose moves depend on a seed and the model.
pub struct RandomPlayer {
    random: fastrand::Rng,
    /// Number of blocks in ten with a random target.
    carelessness: u32,
    /// Target of the block, and the block for which it was computed.
    target: Option<(Window, Window)>,
}

impl RandomPlayer {
    /// The player of a seed.
    pub fn new(seed: u64) -> Self {
        let mut random = fastrand::Rng::with_seed(seed);
        let carelessness = [0, 0, 1, 3, 10][random.usize(0..5)];
        Self {
            random,
            carelessness,
            target: None,
        }
    }

    /// Samples of the buttons to wait before a start.
    pub fn wait(&mut self) -> u64 {
        self.random.u64(0..200)
    }

    /// True if reset is pressed now.
    pub fn gives_up(&mut self) -> bool {
        self.random.u32(0..2_000) == 0
    }

    /// The next presses.
    pub fn presses(&mut self, game: &Game) -> Option<Presses> {
        if self.random.u32(0..40) == 0 {
            return Some(Presses {
                rotate: self.random.bool(),
                left: self.random.bool(),
                right: self.random.bool(),
            });
        }
        let window = game.window().filter(|_| game.in_control())?;
        let is_known = self
            .target
            .is_some_and(|(made_for, _)| made_for.shape == window.shape)
            && game.control() < 3;
        if !is_known {
            let target = match self.random.u32(0..10) < self.carelessness {
                true => self.anywhere(window),
                false => best(game, window),
            };
            self.target = Some((window, target));
        }
        let (_, target) = self.target?;
        let presses = Presses::default();
        if window.turns != target.turns {
            return Some(Presses {
                rotate: true,
                ..presses
            });
        }
        match target.x.cmp(&window.x) {
            std::cmp::Ordering::Less => Some(Presses {
                left: true,
                ..presses
            }),
            std::cmp::Ordering::Greater => Some(Presses {
                right: true,
                ..presses
            }),
            std::cmp::Ordering::Equal => None,
        }
    }

    fn anywhere(&mut self, window: Window) -> Window {
        Window {
            turns: self.random.u8(0..4),
            x: self.random.i8(-2..=6),
            ..window
        }
    }
}

type Board = [[bool; BOARD_COLUMNS]; BOARD_ROWS];

/// The placement that fills most and leaves the fewest holes.
fn best(game: &Game, window: Window) -> Window {
    let board: Board = game.cells().map(|row| row.map(|cell| cell == Cell::Blue));
    let turns = (0..4).flat_map(|turns| (-2..=6).map(move |x| (turns, x)));
    turns
        .map(|(turns, x)| Window { turns, x, ..window })
        .filter_map(|placed| cost(&board, placed).map(|cost| (cost, placed)))
        .min_by_key(|(cost, _)| *cost)
        .map_or(window, |(_, placed)| placed)
}

/// Cost of a placement. `None` if it is off the board.
fn cost(board: &Board, window: Window) -> Option<i32> {
    let cells = window.cells();
    let is_free = |down: i8| {
        cells.iter().all(|&(row, column)| {
            let row = row + down;
            (0..BOARD_ROWS as i8).contains(&row)
                && (0..BOARD_COLUMNS as i8).contains(&column)
                && !board[row as usize][column as usize]
        })
    };
    let down = (0..BOARD_ROWS as i8)
        .take_while(|&down| is_free(down))
        .last()?;
    let mut board = *board;
    for &(row, column) in &cells {
        board[(row + down) as usize][column as usize] = true;
    }
    let full = board
        .iter()
        .filter(|row| row.iter().all(|&cell| cell))
        .count() as i32;
    let column_cost = |column: usize| {
        let top = (0..BOARD_ROWS).find(|&row| board[row][column]);
        let top = top.unwrap_or(BOARD_ROWS);
        let holes = (top..BOARD_ROWS).filter(|&row| !board[row][column]).count();
        let height = BOARD_ROWS - top;
        (holes * 12 + height * height) as i32
    };
    Some((0..BOARD_COLUMNS).map(column_cost).sum::<i32>() - 60 * full)
}
