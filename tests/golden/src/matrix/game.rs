//! Rules of the matrix game.

use super::size::{BOARD_COLUMNS, BOARD_ROWS};
use super::Window;

/// Rows of the construction zone.
const ZONE: usize = 3;
/// Ticks for which a new block can be moved.
const CONTROL_TICKS: u32 = 3;
/// Points for a win.
const WINNING_SCORE: u32 = 3;
/// Time limit in seconds.
const LAST_SECOND: u32 = 99;

/// State of an LED of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cell {
    /// Off.
    #[default]
    Empty,
    /// Cell in the construction zone, with the id of its block.
    Red(u32),
    /// Falling cell below the construction zone, with the id of its block.
    Yellow(u32),
    /// Fixed cell.
    Blue,
}

/// A board.
pub type Cells = [[Cell; BOARD_COLUMNS]; BOARD_ROWS];

/// Phase of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// No game.
    #[default]
    Idle,
    /// In play.
    Play,
    /// Won with three points.
    Won,
    /// Lost by a full board or by time.
    Lost,
}

/// A full row that is blinking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FullRow {
    /// Number of the row.
    pub row: usize,
    /// Ticks since it began to blink: 0 or 1.
    pub age: u32,
}

/// Buttons that are pressed at the same time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Presses {
    /// Turn.
    pub rotate: bool,
    /// Shift to the left.
    pub left: bool,
    /// Shift to the right.
    pub right: bool,
}

/// Event of a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Event {
    /// A block was created.
    Created,
    /// A block became fixed.
    Locked,
    /// A block became fixed while another one was falling.
    LockedBesideFalling,
    /// A row began to blink.
    RowFull,
    /// Several rows were full when one began to blink.
    SeveralRowsFull,
    /// A deeper row filled while one was blinking.
    DeeperRowWaits,
    /// A row went.
    RowGone,
    /// A row went, and a falling block above it came down with it instead of becoming fixed.
    ForcedOffItsGround,
    /// A row was removed while a block could be moved.
    RowGoneInControl,
    /// The third point was scored.
    Won,
    /// The game was lost by a full board.
    LostByFullBoard,
    /// The game was lost after 99 seconds.
    LostByTime,
    /// The third point came in the same tick as the 99th second or a full board.
    WonOnTheLastTick,
}

impl Event {
    /// All events.
    pub const ALL: [Event; 13] = [
        Event::Created,
        Event::Locked,
        Event::LockedBesideFalling,
        Event::RowFull,
        Event::SeveralRowsFull,
        Event::DeeperRowWaits,
        Event::RowGone,
        Event::ForcedOffItsGround,
        Event::RowGoneInControl,
        Event::Won,
        Event::LostByFullBoard,
        Event::LostByTime,
        Event::WonOnTheLastTick,
    ];
}

/// State of a game.
#[derive(Clone, Debug, Default)]
pub struct Game {
    pub(super) cells: Cells,
    pub(super) phase: Phase,
    pub(super) time: u32,
    pub(super) score: u32,
    pub(super) control: u32,
    pub(super) window: Option<Window>,
    pub(super) full_row: Option<FullRow>,
    /// Id of the newest block. The first block has id 1.
    pub(super) last_id: u32,
}

/// Result of a tick for the board.
struct Step {
    cells: Cells,
    is_full: bool,
    locked: Vec<u32>,
}

impl Game {
    /// A game in play for a test. Its newest block, number 3, is the bar at the left.
    pub fn staged(
        cells: Cells,
        control: u32,
        full_row: Option<FullRow>,
        time: u32,
        score: u32,
    ) -> Self {
        Self {
            cells,
            phase: Phase::Play,
            time,
            score,
            control,
            window: Some(Window::created(8)),
            full_row,
            last_id: 3,
        }
    }

    /// The board.
    pub fn cells(&self) -> &Cells {
        &self.cells
    }

    /// Phase of the game.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Seconds since the start.
    pub fn time(&self) -> u32 {
        self.time
    }

    /// Number of removed rows.
    pub fn score(&self) -> u32 {
        self.score
    }

    /// Ticks for which the block can still be moved.
    pub fn control(&self) -> u32 {
        self.control
    }

    /// Position of the newest block when it was last moved.
    pub fn window(&self) -> Option<Window> {
        self.window
    }

    /// The blinking row.
    pub fn full_row(&self) -> Option<FullRow> {
        self.full_row.filter(|_| self.phase == Phase::Play)
    }

    /// True if the block can be moved.
    pub fn in_control(&self) -> bool {
        self.phase == Phase::Play && self.control > 0
    }

    /// Handles the start button, which acts only while there is no game.
    pub fn start(&mut self, random: u8) {
        if self.phase == Phase::Idle {
            self.phase = Phase::Play;
            self.create(random);
        }
    }

    /// Handles the reset button.
    pub fn restart(&mut self) {
        *self = Self {
            last_id: self.last_id,
            ..Self::default()
        };
    }

    /// Handles the other buttons.
    pub fn press(&mut self, presses: Presses) {
        let Some(window) = self.window.filter(|_| self.in_control()) else {
            return;
        };
        let window = match presses {
            Presses { rotate: true, .. } => window.turned(),
            Presses {
                left: true,
                right: false,
                ..
            } => window.shifted(-1),
            Presses {
                left: false,
                right: true,
                ..
            } => window.shifted(1),
            _ => return,
        };
        self.show(window);
    }

    fn create(&mut self, random: u8) {
        self.last_id += 1;
        self.control = CONTROL_TICKS;
        self.show(Window::created(random));
    }

    fn show(&mut self, window: Window) {
        for row in &mut self.cells[..ZONE] {
            row.fill(Cell::Empty);
        }
        for (row, column) in window.cells() {
            self.cells[row as usize][column as usize] = Cell::Red(self.last_id);
        }
        self.window = Some(window);
    }

    /// Handles a tick of one second. A new block is made from `random`.
    pub fn tick(&mut self, random: u8) -> Vec<Event> {
        let mut events = vec![];
        if self.phase != Phase::Play {
            return events;
        }
        self.time += 1;
        let removed = self
            .full_row
            .filter(|full| full.age == 1)
            .map(|full| full.row);
        let step = self.step(removed);
        self.note_step(&step, removed, &mut events);
        self.cells = step.cells;
        match removed {
            Some(_) => {
                self.score += 1;
                self.full_row = None;
            }
            None => {
                if let Some(full) = &mut self.full_row {
                    full.age += 1;
                }
            }
        }
        self.look_for_full_rows(&mut events);
        self.control = self.control.saturating_sub(1);
        self.judge(step.is_full, &mut events);
        let zone_is_empty = self.cells[..ZONE]
            .iter()
            .flatten()
            .all(|&cell| cell == Cell::Empty);
        if self.phase == Phase::Play && zone_is_empty {
            self.create(random);
            events.push(Event::Created);
        }
        events
    }

    /// The next board. A removed row moves everything above it down, and nothing above it becomes
    /// fixed.
    fn step(&self, removed: Option<usize>) -> Step {
        let is_falling = self.control == 0;
        let touched = self.touched();
        let removed_row = removed.unwrap_or(0);
        let cells: Cells = std::array::from_fn(|row| {
            std::array::from_fn(|column| {
                let old = self.cells[row][column];
                let above = match row {
                    0 => Cell::Empty,
                    _ => self.cells[row - 1][column],
                };
                // Content that moves down from the row above, if it moves.
                let coming = match above {
                    Cell::Red(_) if !is_falling => Cell::Empty,
                    Cell::Red(id) if row >= ZONE => Cell::Yellow(id),
                    other => other,
                };
                let is_zone_at_rest = row < ZONE && !is_falling;
                match old {
                    _ if is_zone_at_rest => old,
                    _ if removed.is_some() && row <= removed_row => coming,
                    Cell::Blue => Cell::Blue,
                    Cell::Yellow(id) if touched.contains(&id) => Cell::Blue,
                    Cell::Red(id) if touched.contains(&id) => old,
                    _ => match coming {
                        // A cell that becomes fixed does not also move down.
                        Cell::Red(id) | Cell::Yellow(id) if !touched.contains(&id) => coming,
                        _ => Cell::Empty,
                    },
                }
            })
        });
        let in_zone = |id: &u32| {
            is_falling
                && self.cells[..ZONE]
                    .iter()
                    .flatten()
                    .any(|&cell| cell == Cell::Red(*id))
        };
        Step {
            cells,
            is_full: removed.is_none() && touched.iter().any(in_zone),
            locked: touched
                .into_iter()
                .filter(|&id| removed.is_none() || self.is_below(id, removed_row))
                .collect(),
        }
    }

    /// Ids of falling blocks with a cell on the floor or on a fixed cell.
    fn touched(&self) -> Vec<u32> {
        let mut touched = vec![];
        for row in 0..BOARD_ROWS {
            for column in 0..BOARD_COLUMNS {
                let id = match self.cells[row][column] {
                    Cell::Yellow(id) => id,
                    Cell::Red(id) if self.control == 0 => id,
                    _ => continue,
                };
                let is_floor = row + 1 == BOARD_ROWS;
                let stands = is_floor || self.cells[row + 1][column] == Cell::Blue;
                if stands && !touched.contains(&id) {
                    touched.push(id);
                }
            }
        }
        touched
    }

    fn is_below(&self, id: u32, row: usize) -> bool {
        self.cells[row..]
            .iter()
            .flatten()
            .any(|&cell| cell == Cell::Yellow(id))
    }

    fn is_full(&self, row: usize) -> bool {
        self.cells[row].iter().all(|&cell| cell == Cell::Blue)
    }

    fn look_for_full_rows(&mut self, events: &mut Vec<Event>) {
        let full: Vec<usize> = (ZONE..BOARD_ROWS)
            .rev()
            .filter(|&row| self.is_full(row))
            .collect();
        match (self.full_row, full.first()) {
            (None, Some(&row)) => {
                self.full_row = Some(FullRow { row, age: 0 });
                events.push(Event::RowFull);
                if full.len() > 1 {
                    events.push(Event::SeveralRowsFull);
                }
            }
            (Some(blinking), Some(&row)) if row > blinking.row => {
                events.push(Event::DeeperRowWaits);
            }
            _ => {}
        }
    }

    fn judge(&mut self, board_is_full: bool, events: &mut Vec<Event>) {
        let time_is_up = self.time == LAST_SECOND;
        if self.score >= WINNING_SCORE {
            self.phase = Phase::Won;
            events.push(Event::Won);
            if board_is_full || time_is_up {
                events.push(Event::WonOnTheLastTick);
            }
        } else if board_is_full || time_is_up {
            self.phase = Phase::Lost;
            events.push(match board_is_full {
                true => Event::LostByFullBoard,
                false => Event::LostByTime,
            });
        }
    }

    fn note_step(&self, step: &Step, removed: Option<usize>, events: &mut Vec<Event>) {
        if !step.locked.is_empty() {
            events.push(Event::Locked);
            let is_other =
                |cell: &Cell| matches!(cell, Cell::Yellow(id) if !step.locked.contains(id));
            if self.cells.iter().flatten().any(is_other) {
                events.push(Event::LockedBesideFalling);
            }
        }
        if removed.is_some() {
            events.push(Event::RowGone);
            if self.touched().len() > step.locked.len() {
                events.push(Event::ForcedOffItsGround);
            }
            if self.control > 0 {
                events.push(Event::RowGoneInControl);
            }
        }
    }
}
