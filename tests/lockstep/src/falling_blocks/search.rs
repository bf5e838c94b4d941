//! Finds every reachable position in which a falling piece can lock, also below overhangs, and the
//! path to it.

use gatefall_golden::{kicks, Board, Piece, Rotation, Shape, Turn};

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

/// A position in which a piece can lock.
#[derive(Clone, Debug)]
pub struct Rest {
    /// The piece in this position.
    pub piece: Piece,
    /// Path to the position.
    pub path: Vec<Move>,
    /// Rows that it fills there.
    pub lines: u32,
    /// True if the last move is a rotation and at least three corners around it are taken.
    pub is_spin: bool,
    /// The board after the lock, without the full rows.
    pub board: Board,
}

const MOVES: [Move; 5] = [
    Move::Left,
    Move::Right,
    Move::Turn(Turn::Clockwise),
    Move::Turn(Turn::Counter),
    Move::Down,
];

/// Position of a piece, and true if the last move was a rotation.
type Place = (Piece, bool);

/// Bitmap of the taken cells, and the cells of the searched shape.
struct Field {
    /// Row by row from row -4, bit by bit from column -4.
    rows: [u32; 48],
    cells: [[(i32, i32); 4]; 4],
}

const MARGIN: i32 = 4;

impl Field {
    fn new(board: &Board, shape: Shape) -> Field {
        let row = |y: i32| {
            let columns = (0..32).filter(|column| board.occupied(column - MARGIN, y - MARGIN));
            columns.fold(0, |row, column| row | 1 << column)
        };
        Field {
            rows: std::array::from_fn(|y| row(y as i32)),
            cells: Rotation::ALL.map(|rotation| shape.cells(rotation)),
        }
    }

    fn fits(&self, piece: Piece) -> bool {
        self.cells[piece.rotation as usize].iter().all(|(x, y)| {
            let row = self.rows[(piece.y + y + MARGIN) as usize];
            row >> (piece.x + x + MARGIN) & 1 == 0
        })
    }

    /// The piece after a move, if it fits.
    fn moved(&self, piece: Piece, step: Move) -> Option<Piece> {
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
                    .find(|&piece| self.fits(piece));
            }
        };
        self.fits(moved).then_some(moved)
    }
}

/// Index of a position.
fn index((piece, turned): Place) -> usize {
    let (x, y) = ((piece.x + MARGIN) as usize, (piece.y + MARGIN) as usize);
    ((x * 48 + y) * 4 + piece.rotation as usize) * 2 + usize::from(turned)
}

/// All reachable positions with the shortest path to each. A T has a second entry for a position
/// that a rotation reaches.
fn reach(field: &Field, start: Piece) -> (Vec<Place>, Vec<Option<(Place, Move)>>) {
    let mut ways: Vec<Option<(Place, Move)>> = vec![None; 16 * 48 * 8];
    let mut reached = vec![(start, false)];
    let mut next = 0;
    while let Some(&at) = reached.get(next) {
        next += 1;
        for step in MOVES {
            let Some(piece) = field.moved(at.0, step) else {
                continue;
            };
            // The last move only matters for a T.
            let turned = piece.shape == Shape::T && matches!(step, Move::Turn(_));
            let place = (piece, turned);
            let way = &mut ways[index(place)];
            if way.is_none() && place != (start, false) {
                *way = Some((at, step));
                reached.push(place);
            }
        }
    }
    (reached, ways)
}

/// All positions in which a piece can lock.
pub fn rests(board: &Board, start: Piece) -> Vec<Rest> {
    let field = Field::new(board, start.shape);
    let (reached, ways) = reach(&field, start);
    let rests = reached
        .into_iter()
        .filter(|(piece, _)| !field.fits(piece.moved(0, -1)));
    rests
        .map(|at| rest(board, at, path(&ways, at, (start, false))))
        .collect()
}

/// Path to a rotation for which the kick with this index, from 0, is the first that fits. `None` if
/// there is none.
pub fn way_to_kick(
    board: &Board,
    start: Piece,
    from: Rotation,
    turn: Turn,
    kick: usize,
) -> Option<Vec<Move>> {
    let field = Field::new(board, start.shape);
    let (reached, ways) = reach(&field, start);
    let places = kicks(start.shape, from, turn);
    let kicks_so = |piece: Piece| {
        let turned = Piece {
            rotation: from.turned(turn),
            ..piece
        };
        let fits = |&(dx, dy): &(i32, i32)| field.fits(turned.moved(dx, dy));
        piece.rotation == from && places.iter().position(fits) == Some(kick)
    };
    let at = reached.into_iter().find(|&(piece, _)| kicks_so(piece))?;
    let mut path = path(&ways, at, (start, false));
    path.push(Move::Turn(turn));
    Some(path)
}

fn path(ways: &[Option<(Place, Move)>], mut at: Place, start: Place) -> Vec<Move> {
    let mut path = Vec::new();
    while let Some((before, step)) = ways[index(at)].filter(|_| at != start) {
        path.push(step);
        at = before;
    }
    path.reverse();
    path
}

fn rest(board: &Board, (piece, turned): Place, path: Vec<Move>) -> Rest {
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
