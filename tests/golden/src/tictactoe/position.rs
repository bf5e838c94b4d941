//! Positions: the board, the pieces in hand, and the player to move.

use std::collections::BTreeMap;

/// A player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    /// The player who begins.
    First,
    /// The other player.
    Second,
}

impl Player {
    /// The opponent.
    pub fn other(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }

    /// Sign of this player's pieces on the board.
    fn sign(self) -> i8 {
        match self {
            Player::First => 1,
            Player::Second => -1,
        }
    }
}

/// A piece of a size (1 small, 2 medium, 3 large) on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// 0 is the top.
    pub row: usize,
    /// 0 is the left.
    pub column: usize,
    /// 1 to 3.
    pub size: u8,
}

impl Placement {
    /// Every size on every cell, legal or not.
    pub fn all() -> impl Iterator<Item = Placement> {
        (0..27).map(|n| Placement {
            row: n / 9,
            column: n / 3 % 3,
            size: n as u8 % 3 + 1,
        })
    }
}

/// Outcome of a placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The game continues with the other player.
    GoesOn,
    /// This player has three in a line.
    Won(Player),
    /// The game is drawn: no line, and the player to move can place no piece.
    Drawn,
}

/// A position between two placements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    cells: [[i8; 3]; 3],
    hands: [[u8; 3]; 2],
    mover: Player,
}

impl Default for Position {
    fn default() -> Self {
        Self {
            cells: [[0; 3]; 3],
            hands: [[2; 3]; 2],
            mover: Player::First,
        }
    }
}

impl Position {
    /// Visible piece of a cell: 0 for none, 1 to 3 of the first player, -1 to -3 of the second.
    pub fn cell(&self, row: usize, column: usize) -> i8 {
        self.cells[row][column]
    }

    /// Number of pieces of a size in a player's hand.
    pub fn in_hand(&self, player: Player, size: u8) -> u8 {
        self.hands[player as usize][usize::from(size) - 1]
    }

    /// The player to move.
    pub fn mover(&self) -> Player {
        self.mover
    }

    /// True if the placement is legal for the player to move.
    pub fn allows(&self, placement: Placement) -> bool {
        self.allows_to(self.mover, placement)
    }

    /// True if the placement would be legal for a player, if it were that player's turn.
    pub fn allows_to(&self, player: Player, placement: Placement) -> bool {
        let visible = self.cells[placement.row][placement.column];
        self.in_hand(player, placement.size) > 0 && placement.size > visible.unsigned_abs()
    }

    /// The legal placements.
    pub fn placements(&self) -> impl Iterator<Item = Placement> + '_ {
        Placement::all().filter(|&placement| self.allows(placement))
    }

    /// Sizes that the player to move may place on a cell, ascending.
    pub fn sizes(&self, row: usize, column: usize) -> impl Iterator<Item = u8> + '_ {
        let fits = move |&size: &u8| self.allows(Placement { row, column, size });
        (1..=3).filter(fits)
    }

    /// The position after a legal placement, and its outcome.
    pub fn after(&self, placement: Placement) -> (Position, Outcome) {
        let mut next = *self;
        next.cells[placement.row][placement.column] = self.mover.sign() * placement.size as i8;
        next.hands[self.mover as usize][usize::from(placement.size) - 1] -= 1;
        next.mover = self.mover.other();
        let outcome = if next.has_line(self.mover) {
            Outcome::Won(self.mover)
        } else if next.placements().next().is_none() {
            Outcome::Drawn
        } else {
            Outcome::GoesOn
        };
        (next, outcome)
    }

    /// True if a player has three visible pieces in a row, a column or a diagonal.
    pub fn has_line(&self, player: Player) -> bool {
        let owns = |row: usize, column: usize| self.cells[row][column] * player.sign() > 0;
        (0..3).any(|n| (0..3).all(|m| owns(n, m)) || (0..3).all(|m| owns(m, n)))
            || (0..3).all(|n| owns(n, n))
            || (0..3).all(|n| owns(n, 2 - n))
    }

    /// True if a cell is part of a line of three visible pieces of one player.
    pub fn is_in_line(&self, row: usize, column: usize) -> bool {
        let sign = self.cells[row][column].signum();
        let are_alike = |line: [(usize, usize); 3]| {
            line.contains(&(row, column))
                && line
                    .iter()
                    .all(|&(row, column)| self.cells[row][column].signum() == sign)
        };
        let along = [0, 1, 2];
        let row_line = along.map(|n| (row, n));
        let column_line = along.map(|n| (n, column));
        let falling = along.map(|n| (n, n));
        let rising = along.map(|n| (n, 2 - n));
        sign != 0
            && [row_line, column_line, falling, rising]
                .into_iter()
                .any(are_alike)
    }

    /// A common representative of all rotations and reflections of the position.
    pub fn canonical(&self) -> Position {
        let mut position = *self;
        let mut least = position;
        for turn in 0..8 {
            // Alternating transposition and vertical reflection generate all eight symmetries.
            let old = position.cells;
            position.cells = match turn % 2 {
                0 => std::array::from_fn(|row| std::array::from_fn(|column| old[column][row])),
                _ => [old[2], old[1], old[0]],
            };
            least = least.min(position);
        }
        least
    }

    /// The positions after one more placement, each with the number of sequences that lead there. A
    /// won position has no successors.
    pub fn widen(positions: &BTreeMap<Position, u64>) -> BTreeMap<Position, u64> {
        let mut next = BTreeMap::new();
        for (position, sequences) in positions {
            if position.has_line(position.mover.other()) {
                continue;
            }
            for placement in position.placements() {
                *next.entry(position.after(placement).0).or_insert(0) += sequences;
            }
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_openings_as_others_have_counted() {
        let mut positions = BTreeMap::from([(Position::default(), 1)]);
        let mut counts = vec![];
        for _ in 0..5 {
            positions = Position::widen(&positions);
            counts.push((positions.values().sum::<u64>(), positions.len()));
        }
        let known = [
            (27, 27),
            (675, 675),
            (15_561, 8_217),
            (329_400, 85_284),
            (5_767_920, 468_972),
        ];
        assert_eq!(counts, known);
    }

    #[test]
    fn turned_and_mirrored_positions_are_one() {
        let corners = [(0, 0), (0, 2), (2, 0), (2, 2)];
        let edges = [(0, 1), (1, 0), (1, 2), (2, 1)];
        for cells in [corners, edges] {
            let mut seen: Vec<Position> = cells
                .map(|(row, column)| played(&[(row, column, 2)]).0.canonical())
                .into();
            seen.dedup();
            assert_eq!(seen.len(), 1);
        }
        let knight = |a: (usize, usize), b: (usize, usize)| {
            played(&[(a.0, a.1, 1), (b.0, b.1, 3)]).0.canonical()
        };
        assert_eq!(knight((0, 0), (1, 2)), knight((2, 2), (0, 1)));
        assert_ne!(knight((0, 0), (1, 2)), knight((0, 0), (0, 1)));
    }

    fn played(placements: &[(usize, usize, u8)]) -> (Position, Outcome) {
        let mut reached = (Position::default(), Outcome::GoesOn);
        for &(row, column, size) in placements {
            assert_eq!(reached.1, Outcome::GoesOn);
            let placement = Placement { row, column, size };
            assert!(reached.0.allows(placement), "{placement:?}");
            reached = reached.0.after(placement);
        }
        reached
    }

    #[test]
    fn a_piece_covers_smaller_ones_of_anybody_and_nothing_else() {
        let (position, _) = played(&[(0, 0, 1), (0, 0, 2)]);
        assert_eq!(position.cell(0, 0), -2);
        assert_eq!(position.sizes(0, 0).collect::<Vec<_>>(), [3]);
        let (position, _) = played(&[(0, 0, 1), (2, 2, 1)]);
        assert_eq!(
            position.sizes(0, 0).collect::<Vec<_>>(),
            [2, 3],
            "one's own"
        );
    }

    #[test]
    fn a_size_runs_out() {
        let (position, _) = played(&[(0, 0, 1), (2, 0, 1), (0, 1, 1), (2, 1, 1)]);
        assert_eq!(position.in_hand(Player::First, 1), 0);
        assert_eq!(position.sizes(1, 1).collect::<Vec<_>>(), [2, 3]);
    }

    #[test]
    fn every_line_of_a_placement_is_found() {
        let placements = [(0, 1, 1), (1, 1, 1), (0, 2, 1), (2, 2, 1), (1, 0, 2)];
        let (position, _) = played(&[&placements[..], &[(2, 2, 2), (2, 0, 2), (1, 2, 3)]].concat());
        assert!((0..9).all(|cell| !position.is_in_line(cell / 3, cell % 3)));
        let (position, outcome) = position.after(Placement {
            row: 0,
            column: 0,
            size: 3,
        });
        assert_eq!(outcome, Outcome::Won(Player::First));
        let cells = (0..9).filter(|cell| position.is_in_line(cell / 3, cell % 3));
        assert_eq!(cells.collect::<Vec<_>>(), [0, 1, 2, 3, 6]);
    }

    #[test]
    fn covering_makes_and_breaks_lines() {
        let (position, outcome) = played(&[(0, 0, 1), (0, 1, 1), (0, 2, 1), (1, 1, 1), (0, 1, 2)]);
        assert_eq!(outcome, Outcome::Won(Player::First));
        assert!(!position.has_line(Player::Second));
    }
}
