//! Stacking tic-tac-toe in gates and the golden model play the same games.

mod tictactoe_gates;

use gatefall_golden::tictactoe::Position;
use std::collections::BTreeMap;
use tictactoe_gates::Pair;

/// Placements that lead to the positions from which everything is tried: 703 positions.
const DEPTH: usize = 2;

#[test]
fn every_placement_from_every_position_of_few_pieces() {
    let mut pair = Pair::new();
    let mut positions = BTreeMap::from([(Position::default(), 1)]);
    for _ in 0..=DEPTH {
        for position in positions.keys() {
            pair.check_position(position);
        }
        positions = Position::widen(&positions);
    }
}
