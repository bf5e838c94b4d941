//! Where a fair player would put a piece.

use gatefall_golden::{Board, Piece, Player, Turn};

/// Where to put a piece.
pub struct Target {
    /// Turns clockwise.
    pub turns: u32,
    /// Column of the left edge of its box.
    pub x: i32,
}

/// The placement that leaves the board lowest and most even.
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
            let cost = cost(&mut board);
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

fn cost(board: &mut Board) -> i32 {
    let lines = board.full_rows() as i32;
    board.remove_full_rows();
    let heights: Vec<i32> = (0..10)
        .map(|x| {
            (0..24)
                .rev()
                .find(|&y| board.occupied(x, y))
                .map_or(0, |y| y + 1)
        })
        .collect();
    let holes = (0..10)
        .map(|x| {
            (0..heights[x as usize])
                .filter(|&y| !board.occupied(x, y))
                .count() as i32
        })
        .sum::<i32>();
    let steps: i32 = heights
        .windows(2)
        .map(|pair| (pair[0] - pair[1]).abs())
        .sum();
    // Known weights of a patient player.
    36 * holes + 18 * steps + 51 * heights.iter().sum::<i32>() - 76 * lines
}
