//! Game of one player: keys, spawn, hold, lock, clear delay, and rising garbage.

use crate::course::Course;
use crate::gravity::{lock_ticks, rows_per_tick};
use crate::keys::Keys;
use crate::MAX_RISE;
use crate::{Action, Board, Event, Falling, HoleError, Pending, Settings, Shape, Tally};
#[cfg(test)]
use crate::{Piece, Rotation};
use std::collections::VecDeque;

/// Size of the queue of presses during a clear.
pub const QUEUE_DEPTH: usize = 8;

/// Kind of end of a player's game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// A piece collided at its spawn or locked above the visible rows, or a cell was pushed above
    /// the stored rows.
    ToppedOut,
    /// The lines of the goal are cleared, or the time of an ultra is up.
    Finished,
}

/// State of one player.
#[derive(Debug, Clone)]
pub struct Player {
    course: Course,
    settings: Settings,
    board: Board,
    tally: Tally,
    falling: Option<Falling>,
    hold: Option<Shape>,
    hold_used: bool,
    supply: VecDeque<Shape>,
    /// The next piece, if it collided at its spawn and ended the game.
    refused: Option<Shape>,
    keys: Keys,
    queue: VecDeque<Action>,
    clear_ticks: u32,
    pending: Pending,
    end: Option<End>,
    events: Vec<Event>,
}

impl Player {
    /// A player before a game.
    pub(crate) fn new(course: Course, settings: Settings) -> Player {
        Player {
            course,
            settings,
            board: Board::default(),
            tally: Tally::new(settings.start_level, course.rises),
            falling: None,
            hold: None,
            hold_used: false,
            supply: VecDeque::new(),
            refused: None,
            keys: Keys::default(),
            queue: VecDeque::new(),
            clear_ticks: 0,
            pending: Pending::default(),
            end: None,
            events: Vec::new(),
        }
    }

    /// Sets the level at which the next game starts.
    pub(crate) fn set_start_level(&mut self, level: u32) {
        self.settings.start_level = level;
    }

    /// Appends a shape to the supply.
    pub(crate) fn supply(&mut self, shape: Shape) {
        self.supply.push_back(shape);
    }

    /// Discards the supplied shapes. A new game deals its own.
    pub(crate) fn forget_supply(&mut self) {
        self.supply.clear();
    }

    /// Supplies the column for the hole of a later batch.
    pub(crate) fn supply_hole(&mut self, column: usize) -> Result<(), HoleError> {
        self.pending.supply_hole(column)
    }

    /// Discards the game. The supply and the held keys stay.
    pub(crate) fn reset(&mut self) {
        *self = Player {
            supply: std::mem::take(&mut self.supply),
            keys: std::mem::take(&mut self.keys),
            ..Player::new(self.course, self.settings)
        };
    }

    /// A game begins.
    pub(crate) fn start(&mut self) {
        self.reset();
        self.keys.discharge();
        self.next_piece();
    }

    /// A game goes on. Held directions count as just pressed.
    pub(crate) fn resume(&mut self) {
        self.keys.discharge();
    }

    /// Takes the settings that a pause can change. The lock delay, the speed curve and the goal of
    /// a game are those of its start.
    pub(crate) fn change_settings(&mut self, settings: Settings) {
        self.settings = Settings {
            start_level: self.settings.start_level,
            lock_ticks: self.settings.lock_ticks,
            resets: self.settings.resets,
            curve: self.settings.curve,
            ..settings
        };
        if let Some(falling) = &mut self.falling {
            falling.set_delay_cut(settings.delay_cut);
        }
    }

    /// Tracks a press outside play.
    pub(crate) fn follow(&mut self, action: Action) {
        self.keys.press(action);
    }

    /// Releases the last held key of an action.
    pub(crate) fn release(&mut self, action: Action) {
        self.keys.release(action);
    }

    /// Presses a key of this action in play. Returns the rows sent to an opponent.
    pub(crate) fn press(&mut self, action: Action) -> u32 {
        self.keys.press(action);
        if self.end.is_some() {
            return 0;
        }
        if self.falling.is_some() {
            return self.act(action);
        }
        if self.queue.len() < QUEUE_DEPTH {
            self.queue.push_back(action);
            self.events.push(Event::Queued);
        } else {
            self.events.push(Event::Dropped);
        }
        0
    }

    /// Handles a tick of play of 1/60 s. Returns the rows sent to an opponent.
    pub(crate) fn tick(&mut self) -> u32 {
        if self.end.is_some() {
            return 0;
        }
        let shift = self.keys.tick(&self.settings);
        if self.falling.is_some() {
            return self.fall(shift);
        }
        self.clear_ticks -= 1;
        if self.clear_ticks > 0 {
            return 0;
        }
        self.board.remove_full_rows();
        self.next_piece();
        self.act_on_queue()
    }

    fn fall(&mut self, shift: i32) -> u32 {
        let soft_drop = self.keys.soft_drop;
        let speed = rows_per_tick(&self.settings, self.tally.level(), soft_drop);
        let falling = self.falling.as_mut().expect("only a falling piece falls");
        let before = falling.clone();
        if shift != 0 && before.cut() > 0 {
            self.events.push(Event::Cut);
        }
        let lock_ticks = lock_ticks(&self.settings, self.tally.level());
        let (rows, locks) = falling.tick(&self.board, shift, speed, lock_ticks);
        self.tell_tick(&before, rows);
        if soft_drop {
            self.tally.add(rows);
        }
        if locks {
            self.lock()
        } else {
            0
        }
    }

    fn act(&mut self, action: Action) -> u32 {
        let Some(falling) = &mut self.falling else {
            return 0;
        };
        let before = falling.clone();
        match action {
            Action::Left => falling.shift(&self.board, -1),
            Action::Right => falling.shift(&self.board, 1),
            Action::SoftDrop => {
                let most = if self.settings.instant_drop {
                    u32::MAX
                } else {
                    1
                };
                let mut rows = 0;
                while rows < most && falling.step_down(&self.board) > 0 {
                    rows += 1;
                }
                self.tally.add(rows);
            }
            Action::Turn(turn) => {
                let piece = falling.piece();
                let kick = falling.turn(&self.board, turn);
                self.events
                    .push(kick.map_or(Event::Stuck, |kick| Event::Turned {
                        shape: piece.shape,
                        from: piece.rotation,
                        turn,
                        kick,
                    }));
            }
            Action::HardDrop if falling.guard() > 0 => self.events.push(Event::Guarded),
            Action::HardDrop => {
                self.tally.add(2 * falling.drop(&self.board));
                self.events.push(Event::Landed(falling.piece()));
                return self.lock();
            }
            Action::Hold => {
                self.swap_held();
                return 0;
            }
            Action::Pause | Action::Start | Action::Title => {}
        }
        self.tell_moves(&before);
        0
    }

    fn act_on_queue(&mut self) -> u32 {
        let mut sent = 0;
        while self.falling.is_some() {
            let Some(action) = self.queue.pop_front() else {
                break;
            };
            sent += self.act(action);
        }
        sent
    }

    fn swap_held(&mut self) {
        let is_off = !self.settings.hold;
        if self.hold_used || is_off {
            self.events.push(Event::NotHeld { is_off });
            return;
        }
        let swapped = self.hold.is_some();
        self.events.push(Event::Held { swapped });
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
        self.refused = self.falling.is_none().then_some(shape);
    }

    /// Spawns a piece. A collision ends the game (block out).
    fn spawn(&mut self, shape: Shape) {
        self.falling = Falling::spawn(shape, &self.board, &self.settings);
        self.events.push(self.entry(shape));
        if self.falling.is_none() {
            self.finish(End::ToppedOut);
        }
    }

    /// Ends the game because the time is up. The whole state is frozen.
    pub(crate) fn stop(&mut self) {
        self.end = Some(End::Finished);
    }

    /// Ends the game. The board keeps its state, including full rows.
    fn finish(&mut self, end: End) {
        self.end = Some(end);
        self.falling = None;
        self.clear_ticks = 0;
        self.queue.clear();
    }

    fn lock(&mut self) -> u32 {
        let falling = self.falling.take().expect("only a falling piece locks");
        let piece = falling.piece();
        let spin = falling.spin(&self.board);
        let by_kick = falling.spins_by_kick(&self.board);
        let is_cornered = falling.is_cornered(&self.board);
        self.board.settle(piece);
        // Lock out: all cells are above the visible rows.
        if piece.lowest_row() >= self.settings.visible_rows as i32 {
            self.events.push(Event::LockOut);
            self.finish(End::ToppedOut);
            return 0;
        }
        let lines = self.board.full_rows();
        let perfect = self.board.empty_beside_full_rows();
        let was_difficult = self.tally.back_to_back();
        let delay = lock_ticks(&self.settings, self.tally.level());
        let attack = self.tally.lock(spin, lines, perfect);
        self.events.push(Event::Locked {
            shape: piece.shape,
            spin,
            is_cornered,
            by_kick,
            lines,
            combo: self.tally.combo().max(0) as u32,
            back_to_back: was_difficult && lines > 0 && self.tally.back_to_back(),
            ends_back_to_back: was_difficult && !self.tally.back_to_back(),
            perfect: perfect && lines > 0,
            resets: falling.resets(),
            delay,
        });
        if lines == 0 {
            self.rise();
        } else if self
            .course
            .goal
            .is_some_and(|goal| self.tally.lines() >= goal)
        {
            self.finish(End::Finished);
        } else if self.settings.clear_delay > 0 {
            self.clear_ticks = self.settings.clear_delay;
        } else {
            self.board.remove_full_rows();
            self.next_piece();
        }
        let left = self.pending.cancel(attack);
        if left < attack {
            self.events.push(Event::Cancelled(attack - left));
        }
        left
    }

    /// Raises waiting rows and then spawns the next piece.
    fn rise(&mut self) {
        let mut topped_out = false;
        let mut rows = 0;
        while rows < MAX_RISE {
            let Some(hole) = self.pending.take_row() else {
                break;
            };
            topped_out |= self.board.rise(hole);
            rows += 1;
        }
        if rows > 0 {
            self.events.push(Event::Rose(rows));
        }
        if topped_out {
            self.events.push(Event::TopOut);
            self.finish(End::ToppedOut);
        } else {
            self.next_piece();
        }
    }

    /// Receives rows from the opponent. They are dropped after the end.
    pub(crate) fn receive(&mut self, rows: u32) {
        if rows > 0 && self.end.is_none() {
            self.pending.append(rows);
            self.events.push(Event::Received);
        }
    }

    /// The settled cells. Full rows stay until the end of the clear delay.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Score, lines, level, combo and back-to-back.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// The falling piece. `None` outside a game, during a clear, and after the end.
    pub fn falling(&self) -> Option<&Falling> {
        self.falling.as_ref()
    }

    /// Row of the falling piece's box after a hard drop.
    pub fn ghost_y(&self) -> Option<i32> {
        let falling = self.falling.as_ref();
        falling.map(|falling| falling.ghost_y(&self.board))
    }

    /// The held shape.
    pub fn hold(&self) -> Option<Shape> {
        self.hold
    }

    /// True if the falling piece came by hold, so that it cannot be held again.
    pub fn hold_used(&self) -> bool {
        self.hold_used
    }

    /// Supplied shapes that have not spawned. The first one may have collided at its spawn.
    pub fn next(&self) -> impl Iterator<Item = Shape> + '_ {
        self.refused.into_iter().chain(self.supply.iter().copied())
    }

    /// Queued presses for the next spawn.
    pub fn queued(&self) -> impl Iterator<Item = Action> + '_ {
        self.queue.iter().copied()
    }

    /// Ticks until the next spawn. 0 while a piece falls and after the end.
    pub fn clear_ticks(&self) -> u32 {
        self.clear_ticks
    }

    /// Pending garbage.
    pub fn pending(&self) -> &Pending {
        &self.pending
    }

    /// Raises the level by one, because time has passed.
    pub(crate) fn raise_level(&mut self) {
        self.tally.raise_level();
        self.events.push(Event::Raised);
    }

    /// Records an event of the match.
    pub(crate) fn note(&mut self, event: Event) {
        self.events.push(event);
    }

    /// Events since the last call.
    pub(crate) fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    /// Kind of end, if the game has ended.
    pub fn end(&self) -> Option<End> {
        self.end
    }
}

/// Sets up positions for tests.
#[cfg(test)]
impl Player {
    pub(crate) fn set_board(&mut self, picture: &[&str]) {
        self.board = Board::from(picture);
    }

    /// Sets the position of the falling piece, as if it had just come there from above.
    pub(crate) fn put(&mut self, rotation: Rotation, x: i32, y: i32) {
        let falling = self.falling.as_mut().unwrap();
        let shape = falling.piece().shape;
        let placed = Piece {
            shape,
            rotation,
            x,
            y,
        };
        assert!(self.board.fits(placed));
        falling.set_place(&self.board, placed);
    }
}

mod account;
mod staging;
#[cfg(test)]
mod tests;
