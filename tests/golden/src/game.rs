//! One game: scenes, keys, spawn, hold, lock, clear delay.

use crate::gravity::rows_per_tick;
use crate::keys::Keys;
use crate::{Board, Falling, Shape, Tally, Turn, VISIBLE_ROWS};
use std::collections::VecDeque;

/// Ticks from a clearing lock to the next spawn.
pub const CLEAR_TICKS: u32 = 18;
/// Presses kept while rows clear.
pub const QUEUE_DEPTH: usize = 8;
/// Next shapes on show.
pub const PREVIEW: usize = 5;

/// What the player sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scene {
    /// Waiting for the start.
    Title,
    /// Pieces fall.
    Play,
    /// Frozen, the board hidden.
    Paused,
    /// The last piece had no room.
    GameOver,
}

/// What keys mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// One column to the left; repeats while held.
    Left,
    /// One column to the right; repeats while held.
    Right,
    /// Fall twenty times as fast while held.
    SoftDrop,
    /// A quarter turn.
    Turn(Turn),
    /// Fall to the ground and lock.
    HardDrop,
    /// Swap with the held piece.
    Hold,
    /// Freeze and resume.
    Pause,
    /// Begin, from the title or after game over.
    Start,
    /// Back to the title.
    Title,
}

/// The whole state of the one-player game.
#[derive(Debug, Clone)]
pub struct Game {
    start_level: u32,
    scene: Scene,
    board: Board,
    tally: Tally,
    falling: Option<Falling>,
    hold: Option<Shape>,
    hold_used: bool,
    supply: VecDeque<Shape>,
    keys: Keys,
    queue: VecDeque<Action>,
    clear_ticks: u32,
}

impl Game {
    /// A game on its title.
    pub fn new(start_level: u32) -> Game {
        Game {
            start_level,
            scene: Scene::Title,
            board: Board::default(),
            tally: Tally::new(start_level),
            falling: None,
            hold: None,
            hold_used: false,
            supply: VecDeque::new(),
            keys: Keys::default(),
            queue: VecDeque::new(),
            clear_ticks: 0,
        }
    }

    /// Appends a shape to those that will spawn.
    pub fn supply(&mut self, shape: Shape) {
        self.supply.push_back(shape);
    }

    /// A key of this action goes down.
    ///
    /// # Panics
    /// When a piece spawns for which no shape was supplied; [`Game::tick`] does too.
    pub fn press(&mut self, action: Action) {
        match action {
            Action::Left => self.keys.press_left(),
            Action::Right => self.keys.press_right(),
            Action::SoftDrop => self.keys.soft_drop = true,
            _ => {}
        }
        match (self.scene, action) {
            (_, Action::Title) => self.leave(),
            (Scene::Title | Scene::GameOver, Action::Start) => self.start(),
            (Scene::Play, Action::Pause) => self.scene = Scene::Paused,
            (Scene::Paused, Action::Pause) => self.scene = Scene::Play,
            (Scene::Play, Action::SoftDrop | Action::Start) => {}
            (Scene::Play, _) if self.falling.is_some() => self.act(action),
            (Scene::Play, _) if self.queue.len() < QUEUE_DEPTH => self.queue.push_back(action),
            _ => {}
        }
    }

    /// The last held key of this action goes up. Only directions and soft drop care.
    pub fn release(&mut self, action: Action) {
        match action {
            Action::Left => self.keys.release_left(),
            Action::Right => self.keys.release_right(),
            Action::SoftDrop => self.keys.soft_drop = false,
            _ => {}
        }
    }

    /// One sixtieth of a second passes.
    ///
    /// # Panics
    /// When a piece spawns for which no shape was supplied.
    pub fn tick(&mut self) {
        if self.scene != Scene::Play {
            return;
        }
        let shift = self.keys.tick();
        let soft_drop = self.keys.soft_drop;
        let speed = rows_per_tick(self.tally.level(), soft_drop);
        if let Some(falling) = &mut self.falling {
            let (rows, locks) = falling.tick(&self.board, shift, speed);
            if soft_drop {
                self.tally.add(rows);
            }
            if locks {
                self.lock();
            }
        } else {
            self.clear_ticks -= 1;
            if self.clear_ticks == 0 {
                self.board.remove_full_rows();
                self.next_piece();
                self.act_on_queue();
            }
        }
    }

    fn leave(&mut self) {
        self.reset();
        self.scene = Scene::Title;
    }

    fn start(&mut self) {
        self.reset();
        self.keys.discharge();
        self.scene = Scene::Play;
        self.next_piece();
    }

    /// Forgets the game; what is supplied and what is held stays.
    fn reset(&mut self) {
        *self = Game {
            supply: std::mem::take(&mut self.supply),
            keys: std::mem::take(&mut self.keys),
            ..Game::new(self.start_level)
        };
    }

    fn act(&mut self, action: Action) {
        let Some(falling) = &mut self.falling else {
            return;
        };
        match action {
            Action::Left => falling.shift(&self.board, -1),
            Action::Right => falling.shift(&self.board, 1),
            Action::Turn(turn) => falling.turn(&self.board, turn),
            Action::HardDrop => {
                let rows = falling.drop(&self.board);
                self.tally.add(2 * rows);
                self.lock();
            }
            Action::Hold => self.swap_held(),
            Action::SoftDrop | Action::Pause | Action::Start | Action::Title => {}
        }
    }

    fn act_on_queue(&mut self) {
        while self.falling.is_some() {
            let Some(action) = self.queue.pop_front() else {
                return;
            };
            self.act(action);
        }
    }

    fn swap_held(&mut self) {
        if self.hold_used {
            return;
        }
        let outgoing = self.falling.take().map(|falling| falling.piece().shape);
        match std::mem::replace(&mut self.hold, outgoing) {
            Some(shape) => self.spawn(shape),
            None => self.next_piece(),
        }
        self.hold_used = true;
    }

    fn next_piece(&mut self) {
        let shape = self
            .supply
            .pop_front()
            .expect("a shape is supplied for every spawn");
        self.hold_used = false;
        self.spawn(shape);
    }

    /// Block out: no room for the piece ends the game.
    fn spawn(&mut self, shape: Shape) {
        self.falling = Falling::spawn(shape, &self.board);
        if self.falling.is_none() {
            self.end();
        }
    }

    fn end(&mut self) {
        self.scene = Scene::GameOver;
        self.falling = None;
        self.queue.clear();
    }

    fn lock(&mut self) {
        let falling = self.falling.take().expect("only a falling piece locks");
        let piece = falling.piece();
        let spin = falling.spin(&self.board);
        self.board.settle(piece);
        // Lock out: nothing of it can be seen.
        if piece.lowest_row() >= VISIBLE_ROWS as i32 {
            self.end();
            return;
        }
        let lines = self.board.full_rows();
        self.tally
            .lock(spin, lines, self.board.empty_beside_full_rows());
        if lines == 0 {
            self.next_piece();
        } else {
            self.clear_ticks = CLEAR_TICKS;
        }
    }

    /// What the player sees.
    pub fn scene(&self) -> Scene {
        self.scene
    }

    /// The settled cells. Full rows stay until the clear delay is over.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Score, lines, level, combo and back-to-back.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// The falling piece; none outside of a game, while rows clear, and after game over.
    pub fn falling(&self) -> Option<&Falling> {
        self.falling.as_ref()
    }

    /// Row of the falling piece's box after a hard drop.
    pub fn ghost_y(&self) -> Option<i32> {
        self.falling
            .as_ref()
            .map(|falling| falling.ghost_y(&self.board))
    }

    /// The held shape.
    pub fn hold(&self) -> Option<Shape> {
        self.hold
    }

    /// Whether the falling piece came by hold, so that it cannot be held again.
    pub fn hold_used(&self) -> bool {
        self.hold_used
    }

    /// The shapes supplied that have not spawned, at most [`PREVIEW`] of them.
    pub fn next(&self) -> impl Iterator<Item = Shape> + '_ {
        self.supply.iter().take(PREVIEW).copied()
    }

    /// Presses that wait for the next spawn.
    pub fn queued(&self) -> impl Iterator<Item = Action> + '_ {
        self.queue.iter().copied()
    }

    /// Ticks until the next spawn, 0 while a piece falls.
    pub fn clear_ticks(&self) -> u32 {
        self.clear_ticks
    }
}

#[cfg(test)]
mod tests;
