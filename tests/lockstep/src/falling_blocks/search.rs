//! Every place where a falling piece can come to rest, also under what hangs over it, and the way there.

use gatefall_golden::{kicks, Board, Piece, Shape, Turn};
use std::collections::{HashMap, VecDeque};

/// A move of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// One column to the left.
    Left,
    /// One column to the right.
    Right,
    /// One row down.
    Down,
    /// A quarter turn.
    Turn(Turn),
}

/// A place to rest.
#[derive(Clone, Debug)]
pub struct Rest {
    /// The piece there.
    pub piece: Piece,
    /// How it gets there.
    pub path: Vec<Move>,
    /// Rows that it fills there.
    pub lines: u32,
    /// It is turned into its place, and at least three corners around it are taken.
    pub is_spin: bool,
    /// The board after it, without the full rows.
    pub board: Board,
}

const MOVES: [Move; 5] = [
    Move::Left,
    Move::Right,
    Move::Turn(Turn::Clockwise),
    Move::Turn(Turn::Counter),
    Move::Down,
];

/// All places, each by its shortest way; a T comes to the same place twice if it can also be turned into it.
pub fn rests(board: &Board, start: Piece) -> Vec<Rest> {
    let mut from: HashMap<(Piece, bool), Option<((Piece, bool), Move)>> = HashMap::new();
    let mut to_visit = VecDeque::from([(start, false)]);
    from.insert((start, false), None);
    let mut rests = Vec::new();
    while let Some(at) = to_visit.pop_front() {
        let (piece, _) = at;
        if !board.fits(piece.moved(0, -1)) {
            rests.push(rest(board, at, path(&from, at)));
        }
        for step in MOVES {
            let Some(piece) = moved(board, piece, step) else {
                continue;
            };
            // Only a T is the better for having been turned.
            let turned = piece.shape == Shape::T && matches!(step, Move::Turn(_));
            let next = (piece, turned);
            if !from.contains_key(&next) {
                from.insert(next, Some((at, step)));
                to_visit.push_back(next);
            }
        }
    }
    rests
}

/// Where a move takes a piece, if there is room.
fn moved(board: &Board, piece: Piece, step: Move) -> Option<Piece> {
    let moved = match step {
        Move::Left => piece.moved(-1, 0),
        Move::Right => piece.moved(1, 0),
        Move::Down => piece.moved(0, -1),
        Move::Turn(turn) => {
            let turned = Piece {
                rotation: piece.rotation.turned(turn),
                ..piece
            };
            let places = kicks(piece.shape, piece.rotation, turn);
            return places
                .iter()
                .map(|&(dx, dy)| turned.moved(dx, dy))
                .find(|&piece| board.fits(piece));
        }
    };
    board.fits(moved).then_some(moved)
}

fn path(
    from: &HashMap<(Piece, bool), Option<((Piece, bool), Move)>>,
    mut at: (Piece, bool),
) -> Vec<Move> {
    let mut path = Vec::new();
    while let Some(&Some((before, step))) = from.get(&at) {
        path.push(step);
        at = before;
    }
    path.reverse();
    path
}

fn rest(board: &Board, (piece, turned): (Piece, bool), path: Vec<Move>) -> Rest {
    let corners = [(0, 0), (2, 0), (0, 2), (2, 2)];
    let taken = corners
        .iter()
        .filter(|(x, y)| board.occupied(piece.x + x, piece.y + y))
        .count();
    let mut settled = board.clone();
    settled.settle(piece);
    let lines = settled.full_rows();
    settled.remove_full_rows();
    Rest {
        piece,
        path,
        lines,
        is_spin: turned && taken >= 3,
        board: settled,
    }
}
