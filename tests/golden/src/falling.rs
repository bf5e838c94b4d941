//! The falling piece: shifts, turns, gravity and the lock timer.

use crate::kicks::kicks;
use crate::{Board, Piece, Settings, Shape, Spin, Turn, VISIBLE_ROWS};

/// Index of the kick that makes every spin full.
const LAST_KICK: usize = 4;
/// Most rows in one tick.
const MOST_ROWS: u32 = 20;
/// Speed of a soft drop to the ground.
pub(crate) const TO_THE_GROUND: u32 = u32::MAX;

/// The falling piece and its timers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Falling {
    piece: Piece,
    /// Accumulated fraction of a row, in 1/65536.
    fraction: u32,
    lock_timer: u32,
    resets: u32,
    /// Lowest row of its lowest cell so far.
    lowest: i32,
    /// True if it was grounded at some time since `lowest` last changed.
    landed: bool,
    /// Index of the kick, if the last successful change was a rotation.
    last_kick: Option<usize>,
    /// True if the timer was cleared since the tick began.
    timer_emptied: bool,
    /// Limit of resets per lowest row.
    most_resets: Option<u32>,
    /// Remaining ticks in which a hard drop is ignored.
    guard: u32,
    /// Remaining ticks in which a held direction does not shift, and their number after a turn.
    cut: u32,
    delay_cut: u32,
}

impl Falling {
    /// A new piece, already one row down if there is room. `None` if it collides.
    pub(crate) fn spawn(shape: Shape, board: &Board, settings: &Settings) -> Option<Falling> {
        let higher = settings.visible_rows as i32 - VISIBLE_ROWS as i32;
        let spawned = Piece::spawned(shape).moved(0, higher);
        if !board.fits(spawned) {
            return None;
        }
        let below = spawned.moved(0, -1);
        let piece = if board.fits(below) { below } else { spawned };
        let mut falling = Falling {
            piece,
            fraction: 0,
            lock_timer: 0,
            resets: 0,
            lowest: piece.lowest_row(),
            landed: false,
            last_kick: None,
            timer_emptied: false,
            most_resets: settings.resets,
            guard: settings.guard,
            cut: settings.delay_cut,
            delay_cut: settings.delay_cut,
        };
        falling.landed = falling.grounded(board);
        Some(falling)
    }

    /// Shape, rotation and position.
    pub fn piece(&self) -> Piece {
        self.piece
    }

    /// Ticks of the lock timer.
    pub fn lock_timer(&self) -> u32 {
        self.lock_timer
    }

    /// Used resets of the lock timer.
    pub fn resets(&self) -> u32 {
        self.resets
    }

    /// True if shifts and turns do not reset the lock timer any more.
    pub(crate) fn has_no_resets(&self) -> bool {
        self.most_resets.is_some_and(|most| self.resets == most)
    }

    /// Remaining ticks in which a hard drop is ignored.
    pub fn guard(&self) -> u32 {
        self.guard
    }

    /// Sets the ticks after a turn in which a held direction does not shift.
    pub(crate) fn set_delay_cut(&mut self, ticks: u32) {
        self.delay_cut = ticks;
    }

    /// Remaining ticks in which a held direction does not shift.
    pub fn cut(&self) -> u32 {
        self.cut
    }

    /// Accumulated fraction of a row, in 1/65536.
    pub fn fraction(&self) -> u32 {
        self.fraction
    }

    /// Row of the box after a hard drop.
    pub fn ghost_y(&self, board: &Board) -> i32 {
        let mut ghost = self.piece;
        while board.fits(ghost.moved(0, -1)) {
            ghost = ghost.moved(0, -1);
        }
        ghost.y
    }

    fn grounded(&self, board: &Board) -> bool {
        !board.fits(self.piece.moved(0, -1))
    }

    /// Moves one column sideways, if there is room.
    pub(crate) fn shift(&mut self, board: &Board, dx: i32) {
        let shifted = self.piece.moved(dx, 0);
        if board.fits(shifted) {
            self.last_kick = None;
            self.place(board, shifted);
        }
    }

    /// Turns by a quarter with the first kick that fits. Returns the index of the kick.
    pub(crate) fn turn(&mut self, board: &Board, turn: Turn) -> Option<usize> {
        let turned = Piece {
            rotation: self.piece.rotation.turned(turn),
            ..self.piece
        };
        let places = kicks(self.piece.shape, self.piece.rotation, turn);
        let place = places
            .iter()
            .map(|&(dx, dy)| turned.moved(dx, dy))
            .enumerate();
        let fitting = place.into_iter().find(|&(_, piece)| board.fits(piece));
        let (kick, piece) = fitting?;
        self.last_kick = Some(kick);
        self.cut = self.delay_cut;
        self.place(board, piece);
        Some(kick)
    }

    /// A successful shift or rotation. It may use a reset.
    fn place(&mut self, board: &Board, piece: Piece) {
        self.piece = piece;
        if self.landed && !self.has_no_resets() {
            self.resets += u32::from(self.most_resets.is_some());
            self.empty_timer();
        }
        self.after_change(board);
    }

    fn empty_timer(&mut self) {
        self.lock_timer = 0;
        self.timer_emptied = true;
    }

    fn after_change(&mut self, board: &Board) {
        let row = self.piece.lowest_row();
        if row < self.lowest {
            self.lowest = row;
            self.resets = 0;
            self.landed = false;
            self.empty_timer();
        }
        if self.grounded(board) {
            self.landed = true;
            self.fraction = 0;
        }
    }

    /// Falls to the ground at once. Returns the number of rows.
    pub(crate) fn drop(&mut self, board: &Board) -> u32 {
        let ghost_y = self.ghost_y(board);
        let rows = self.piece.y - ghost_y;
        if rows > 0 {
            self.piece.y = ghost_y;
            self.last_kick = None;
        }
        rows as u32
    }

    /// Moves one row down, if there is room. Returns the number of rows.
    pub(crate) fn step_down(&mut self, board: &Board) -> u32 {
        if self.grounded(board) {
            return 0;
        }
        self.piece.y -= 1;
        self.last_kick = None;
        self.after_change(board);
        1
    }

    /// A tick: first a repeat of `shift` columns, one by one as far as there is room, unless it is
    /// cut; then gravity or soft drop of `speed` rows in 1/65536; then the lock timer, which ends
    /// at `lock_ticks`. Returns the fallen rows, and true if the piece locks.
    pub(crate) fn tick(
        &mut self,
        board: &Board,
        shift: i32,
        speed: u32,
        lock_ticks: u32,
    ) -> (u32, bool) {
        let was_grounded = self.grounded(board);
        self.timer_emptied = false;
        let shifts = if self.cut > 0 { 0 } else { shift.abs() };
        for _ in 0..shifts {
            self.shift(board, shift.signum());
        }
        self.cut = self.cut.saturating_sub(1);
        self.guard = self.guard.saturating_sub(1);
        let rows = self.fall(board, speed);
        if was_grounded && self.grounded(board) && !self.timer_emptied {
            self.lock_timer += 1;
        }
        (rows, self.lock_timer == lock_ticks && self.grounded(board))
    }

    fn fall(&mut self, board: &Board, speed: u32) -> u32 {
        if self.grounded(board) {
            self.fraction = 0;
            return 0;
        }
        self.fraction = self.fraction.wrapping_add(speed);
        let due = match speed {
            TO_THE_GROUND => u32::MAX,
            _ => (self.fraction >> 16).min(MOST_ROWS),
        };
        self.fraction &= 0xffff;
        let room = (self.piece.y - self.ghost_y(board)) as u32;
        let rows = due.min(room);
        if rows > 0 {
            self.piece.y -= rows as i32;
            self.last_kick = None;
            self.after_change(board);
        }
        rows
    }

    /// Kind of spin, if the piece locks here.
    pub(crate) fn spin(&self, board: &Board) -> Spin {
        match self.last_kick {
            Some(kick) if self.is_cornered(board) => {
                if kick == LAST_KICK || self.has_both_front_corners(board) {
                    Spin::Full
                } else {
                    Spin::Mini
                }
            }
            _ => Spin::None,
        }
    }

    /// True for a full spin that would be mini with another kick.
    pub(crate) fn spins_by_kick(&self, board: &Board) -> bool {
        self.spin(board) == Spin::Full && !self.has_both_front_corners(board)
    }

    /// True for a T with at least three taken corners of its box.
    pub(crate) fn is_cornered(&self, board: &Board) -> bool {
        let taken = self.corners(board).into_iter().filter(|&taken| taken);
        self.piece.shape == Shape::T && taken.count() >= 3
    }

    fn has_both_front_corners(&self, board: &Board) -> bool {
        self.corners(board)[..2] == [true; 2]
    }

    /// Taken corners of the box, clockwise from the first of the two front corners.
    fn corners(&self, board: &Board) -> [bool; 4] {
        let (x, y) = (self.piece.x, self.piece.y);
        // Clockwise from the top left, the front corners begin at the index of the rotation.
        let mut corners = [(x, y + 2), (x + 2, y + 2), (x + 2, y), (x, y)];
        corners.rotate_left(self.piece.rotation as usize);
        corners.map(|(x, y)| board.occupied(x, y))
    }
}

/// Sets up positions for tests.
#[cfg(test)]
impl Falling {
    /// Sets the position, as if the piece had just fallen there.
    pub(crate) fn set_place(&mut self, board: &Board, piece: Piece) {
        self.piece = piece;
        self.lowest = piece.lowest_row();
        self.landed = self.grounded(board);
    }

    pub(crate) fn use_all_resets(&mut self) {
        self.resets = self.most_resets.expect("a limit of resets");
    }
}
