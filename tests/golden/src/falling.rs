//! The falling piece: shifts, turns, gravity and the lock timer.

use crate::kicks::kicks;
use crate::{Board, Piece, Shape, Spin, Turn, VISIBLE_ROWS};

/// Ticks on the ground before a piece locks.
const LOCK_TICKS: u32 = 30;
/// How often a move may restart the lock timer per lowest row.
pub(crate) const MAX_RESETS: u32 = 15;
/// The kick, counted from 0, that makes every spin a full one.
const LAST_KICK: usize = 4;
/// The most rows of one tick.
const MOST_ROWS: u32 = 20;

/// The falling piece and what the rules remember about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Falling {
    piece: Piece,
    /// Part of a row that gravity has gathered, in 1/65536.
    fraction: u32,
    lock_timer: u32,
    resets: u32,
    /// The lowest row that its lowest cell has been in.
    lowest: i32,
    /// It was grounded at some time since `lowest` last changed.
    landed: bool,
    /// The last successful change was a rotation, by this kick.
    last_kick: Option<usize>,
    /// The timer was emptied since the tick began.
    timer_emptied: bool,
}

impl Falling {
    /// A new piece, already one row down if there is room; `None` if its place is taken.
    pub(crate) fn spawn(shape: Shape, board: &Board, visible_rows: usize) -> Option<Falling> {
        let spawned = Piece::spawned(shape).moved(0, visible_rows as i32 - VISIBLE_ROWS as i32);
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
        };
        falling.landed = falling.grounded(board);
        Some(falling)
    }

    /// Shape, orientation and place.
    pub fn piece(&self) -> Piece {
        self.piece
    }

    /// Ticks on the ground so far.
    pub fn lock_timer(&self) -> u32 {
        self.lock_timer
    }

    /// Restarts of the lock timer used up.
    pub fn resets(&self) -> u32 {
        self.resets
    }

    /// Part of a row that gravity has gathered, in 1/65536.
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

    /// One column sideways, if there is room.
    pub(crate) fn shift(&mut self, board: &Board, dx: i32) {
        let shifted = self.piece.moved(dx, 0);
        if board.fits(shifted) {
            self.last_kick = None;
            self.place(board, shifted);
        }
    }

    /// A quarter turn into the first place with room, if there is one; which of the places that is.
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
        self.place(board, piece);
        Some(kick)
    }

    /// A successful shift or rotation: it may use a reset.
    fn place(&mut self, board: &Board, piece: Piece) {
        self.piece = piece;
        if self.landed && self.resets < MAX_RESETS {
            self.resets += 1;
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

    /// Falls at once as far as there is room; how many rows that were.
    pub(crate) fn drop(&mut self, board: &Board) -> u32 {
        let ghost_y = self.ghost_y(board);
        let rows = self.piece.y - ghost_y;
        if rows > 0 {
            self.piece.y = ghost_y;
            self.last_kick = None;
        }
        rows as u32
    }

    /// One row down, if there is room; how many rows that were.
    pub(crate) fn step_down(&mut self, board: &Board) -> u32 {
        if self.grounded(board) {
            return 0;
        }
        self.piece.y -= 1;
        self.last_kick = None;
        self.after_change(board);
        1
    }

    /// A tick of gravity or soft drop of `speed` rows in 1/65536, after a repeat of `shift` columns, one
    /// after the other as far as there is room; then the lock timer. The rows fallen, and whether the piece locks.
    pub(crate) fn tick(&mut self, board: &Board, shift: i32, speed: u32) -> (u32, bool) {
        let was_grounded = self.grounded(board);
        self.timer_emptied = false;
        for _ in 0..shift.abs() {
            self.shift(board, shift.signum());
        }
        let rows = self.fall(board, speed);
        if was_grounded && self.grounded(board) && !self.timer_emptied {
            self.lock_timer += 1;
        }
        (rows, self.lock_timer == LOCK_TICKS && self.grounded(board))
    }

    fn fall(&mut self, board: &Board, speed: u32) -> u32 {
        if self.grounded(board) {
            self.fraction = 0;
            return 0;
        }
        self.fraction += speed;
        let due = (self.fraction >> 16).min(MOST_ROWS);
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

    /// What the last rotation counts as, if the piece locks here.
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

    /// Whether it is a full spin, but would be a mini one by another kick.
    pub(crate) fn spins_by_kick(&self, board: &Board) -> bool {
        self.spin(board) == Spin::Full && !self.has_both_front_corners(board)
    }

    /// Whether it is a T, and at least three corners of its box are taken.
    pub(crate) fn is_cornered(&self, board: &Board) -> bool {
        let taken = self.corners(board).into_iter().filter(|&taken| taken);
        self.piece.shape == Shape::T && taken.count() >= 3
    }

    fn has_both_front_corners(&self, board: &Board) -> bool {
        self.corners(board)[..2] == [true; 2]
    }

    /// Which corners of its box are taken, clockwise from the first of the two beside the point.
    fn corners(&self, board: &Board) -> [bool; 4] {
        let (x, y) = (self.piece.x, self.piece.y);
        // From the top left on, the pair beside the point begins at the orientation's own number.
        let mut corners = [(x, y + 2), (x + 2, y + 2), (x + 2, y), (x, y)];
        corners.rotate_left(self.piece.rotation as usize);
        corners.map(|(x, y)| board.occupied(x, y))
    }
}

/// Positions that tests start from.
#[cfg(test)]
impl Falling {
    /// Elsewhere, as if it had just fallen there.
    pub(crate) fn set_place(&mut self, board: &Board, piece: Piece) {
        self.piece = piece;
        self.lowest = piece.lowest_row();
        self.landed = self.grounded(board);
    }

    pub(crate) fn use_all_resets(&mut self) {
        self.resets = MAX_RESETS;
    }
}
