//! Placement of pieces by an automatic player.

use super::search::{rests, Rest};
use gatefall_golden::{Board, Piece, Player, Shape, Turn, COLUMNS, ROWS};

/// Target of a piece.
pub struct Target {
    /// Clockwise turns.
    pub turns: u32,
    /// Column of the left edge of its box.
    pub x: i32,
}

/// Aim of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// A low and even board.
    Low,
    /// Four rows at once. The last column is kept open for an I.
    FourRows,
    /// T-spins.
    Spins,
}

impl Aim {
    /// The aim of a player after so many pieces: it changes every 25.
    pub fn after(pieces: u64) -> Aim {
        let aims = [Aim::Low, Aim::FourRows, Aim::Spins, Aim::Low];
        aims[(pieces / 25) as usize % aims.len()]
    }
}

/// The placement by a straight drop with the lowest and most even board.
pub fn best(player: &Player, piece: Piece) -> Target {
    let mut best: Option<(i32, Target)> = None;
    for turns in 0..4 {
        let mut turned = piece;
        for _ in 0..turns {
            turned.rotation = turned.rotation.turned(Turn::Clockwise);
        }
        for x in -2..10 {
            let mut placed = Piece { x, ..turned };
            if !player.board().fits(placed) {
                continue;
            }
            while player.board().fits(placed.moved(0, -1)) {
                placed = placed.moved(0, -1);
            }
            let mut board = player.board().clone();
            board.settle(placed);
            let lines = board.full_rows() as i32;
            board.remove_full_rows();
            let cost = height_cost(&board, COLUMNS) - 76 * lines;
            if best.as_ref().is_none_or(|(lowest, _)| cost < *lowest) {
                best = Some((cost, Target { turns, x }));
            }
        }
    }
    best.map_or(
        Target {
            turns: 0,
            x: piece.x,
        },
        |(_, target)| target,
    )
}

/// The reachable placement with the lowest cost for an aim.
pub fn best_rest(board: &Board, piece: Piece, aim: Aim) -> Option<Rest> {
    rests(board, piece)
        .into_iter()
        .min_by_key(|rest| cost(rest, aim))
}

/// Placements that a hard drop reaches.
fn drops(board: &Board, piece: Piece) -> impl Iterator<Item = Rest> + '_ {
    let fits = |piece: Piece| piece.cells().iter().all(|&(x, y)| !board.occupied(x, y));
    let is_open = move |rest: &Rest| {
        let mut way = rest.piece.y..=piece.y;
        way.all(|y| fits(Piece { y, ..rest.piece }))
    };
    rests(board, piece).into_iter().filter(is_open)
}

/// Most rows that a hard drop of the piece can fill.
pub fn most_lines(board: &Board, piece: Piece) -> u32 {
    let lines = drops(board, piece).map(|rest| rest.lines);
    lines.max().unwrap_or(0)
}

/// The placement by a hard drop on a board without holes that is best for four rows at once, with
/// the best one of the next piece after it.
pub fn best_drop(board: &Board, piece: Piece, next: Shape) -> Option<Rest> {
    let rows = |rest: &Rest| [0, 60, 60, -1000, -3000][rest.lines as usize];
    let shape = |board: &Board| {
        let last = COLUMNS - 1;
        let in_last = |y: &i32| board.occupied(last as i32, *y);
        let taken = (0..ROWS as i32).filter(in_last).count() as i32;
        weighed(board, last, [500, 30, 10]) + 250 * taken
    };
    let cost_of_two = |first: &Rest| {
        let seconds = drops(&first.board, Piece::spawned(next));
        let costs = seconds.map(|second| shape(&second.board) + rows(&second));
        costs.min().unwrap_or(i32::MAX / 4) + 2 * rows(first)
    };
    drops(board, piece).min_by_key(cost_of_two)
}

fn cost(rest: &Rest, aim: Aim) -> i32 {
    let lines = rest.lines as i32;
    let board = height_cost(&rest.board, COLUMNS);
    match aim {
        Aim::Low => board - 76 * lines,
        Aim::FourRows => {
            let last = COLUMNS - 1;
            let in_last = |y: &i32| rest.board.occupied(last as i32, *y);
            let taken = (0..ROWS as i32).filter(in_last).count() as i32;
            height_cost(&rest.board, last) + 100 * taken + 40 * lines - 2000 * (lines / 4)
        }
        // A T is kept for a spin, and overhangs above gaps are favoured.
        Aim::Spins if rest.is_spin => board - 600 - 900 * lines,
        Aim::Spins if rest.piece.shape == Shape::T => board + 100,
        Aim::Spins => board - 60 * overhangs(&rest.board) - 30 * lines,
    }
}

/// Number of empty cells below a taken one that are open to a side, at most three.
fn overhangs(board: &Board) -> i32 {
    let is_open = |x, y| {
        !board.occupied(x, y)
            && board.occupied(x, y + 1)
            && [-1, 1].iter().any(|dx| {
                !board.occupied(x + dx, y)
                    && !board.occupied(x + dx, y + 1)
                    && !board.occupied(x + dx, y + 2)
            })
    };
    let count = (0..COLUMNS as i32).flat_map(|x| (0..16).map(move |y| (x, y)));
    (count.filter(|&(x, y)| is_open(x, y)).count() as i32).min(3)
}

/// Cost of the holes, steps and heights of the first columns, with established weights.
fn height_cost(board: &Board, columns: usize) -> i32 {
    weighed(board, columns, [36, 18, 51])
}

/// Cost of holes, steps and heights with these weights.
fn weighed(board: &Board, columns: usize, [of_hole, of_step, of_height]: [i32; 3]) -> i32 {
    let rows = ROWS as i32;
    let height = |x| {
        (0..rows)
            .rev()
            .find(|&y| board.occupied(x, y))
            .map_or(0, |y| y + 1)
    };
    let heights: Vec<i32> = (0..columns as i32).map(height).collect();
    let holes: usize = (0..)
        .zip(&heights)
        .map(|(x, &height)| (0..height).filter(|&y| !board.occupied(x, y)).count())
        .sum();
    let steps: i32 = heights
        .windows(2)
        .map(|pair| (pair[0] - pair[1]).abs())
        .sum();
    of_hole * holes as i32 + of_step * steps + of_height * heights.iter().sum::<i32>()
}
