//! Kick tables: up to five offsets for a rotation, of which the first that fits is used.

use crate::{Rotation, Shape, Turn};

type Kicks = [(i32, i32); 5];

/// J, L, S, T, Z out of the spawn or reverse orientation into right.
const INTO_RIGHT: Kicks = [(0, 0), (-1, 0), (-1, 1), (0, -2), (-1, -2)];
/// J, L, S, T, Z out of right.
const OUT_OF_RIGHT: Kicks = [(0, 0), (1, 0), (1, -1), (0, 2), (1, 2)];
/// J, L, S, T, Z out of the spawn or reverse orientation into left.
const INTO_LEFT: Kicks = [(0, 0), (1, 0), (1, 1), (0, -2), (1, -2)];
/// J, L, S, T, Z out of left.
const OUT_OF_LEFT: Kicks = [(0, 0), (-1, 0), (-1, -1), (0, 2), (-1, 2)];

/// I, spawn to right and left to reverse.
const I_SPAWN_RIGHT: Kicks = [(0, 0), (-2, 0), (1, 0), (-2, -1), (1, 2)];
/// I, right to spawn and reverse to left.
const I_RIGHT_SPAWN: Kicks = [(0, 0), (2, 0), (-1, 0), (2, 1), (-1, -2)];
/// I, right to reverse and spawn to left.
const I_RIGHT_REVERSE: Kicks = [(0, 0), (-1, 0), (2, 0), (-1, 2), (2, -1)];
/// I, reverse to right and left to spawn.
const I_REVERSE_RIGHT: Kicks = [(0, 0), (1, 0), (-2, 0), (1, -2), (-2, 1)];

/// The kicks of a turn out of `from`, in order, as (dx, dy) of the box. y grows upwards. The square
/// has one kick, which always fits.
pub fn kicks(shape: Shape, from: Rotation, turn: Turn) -> &'static [(i32, i32)] {
    use Rotation::{Left, Reverse, Right, Spawn};
    match (shape, from, from.turned(turn)) {
        (Shape::O, _, _) => &INTO_RIGHT[..1],
        (Shape::I, Spawn, Right) | (Shape::I, Left, Reverse) => &I_SPAWN_RIGHT,
        (Shape::I, Right, Spawn) | (Shape::I, Reverse, Left) => &I_RIGHT_SPAWN,
        (Shape::I, Right, Reverse) | (Shape::I, Spawn, Left) => &I_RIGHT_REVERSE,
        (Shape::I, _, _) => &I_REVERSE_RIGHT,
        (_, Right, _) => &OUT_OF_RIGHT,
        (_, Left, _) => &OUT_OF_LEFT,
        (_, _, Right) => &INTO_RIGHT,
        (_, _, _) => &INTO_LEFT,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The published definition of the kicks: each rotation has five offsets, and a kick is the
    /// difference of the offsets of two rotations. The box of I is not centred, so its kicks are
    /// relative to the first one.
    fn from_offsets(shape: Shape, from: Rotation, to: Rotation) -> Vec<(i32, i32)> {
        let offsets: [[(i32, i32); 5]; 4] = if shape == Shape::I {
            [
                [(0, 0), (-1, 0), (2, 0), (-1, 0), (2, 0)],
                [(-1, 0), (0, 0), (0, 0), (0, 1), (0, -2)],
                [(-1, 1), (1, 1), (-2, 1), (1, 0), (-2, 0)],
                [(0, 1), (0, 1), (0, 1), (0, -1), (0, 2)],
            ]
        } else {
            [
                [(0, 0); 5],
                [(0, 0), (1, 0), (1, -1), (0, 2), (1, 2)],
                [(0, 0); 5],
                [(0, 0), (-1, 0), (-1, -1), (0, 2), (-1, 2)],
            ]
        };
        let kick = |test: usize| {
            let (a, b) = (offsets[from as usize][test], offsets[to as usize][test]);
            (a.0 - b.0, a.1 - b.1)
        };
        let first = kick(0);
        (0..5)
            .map(kick)
            .map(|(x, y)| (x - first.0, y - first.1))
            .collect()
    }

    #[test]
    fn tables_are_the_differences_of_the_published_offsets() {
        for shape in Shape::ALL.into_iter().filter(|&shape| shape != Shape::O) {
            for from in Rotation::ALL {
                for turn in [Turn::Clockwise, Turn::Counter] {
                    let expected = from_offsets(shape, from, from.turned(turn));
                    assert_eq!(
                        kicks(shape, from, turn),
                        expected,
                        "{shape:?} {from:?} {turn:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_square_turns_in_place_only() {
        for from in Rotation::ALL {
            assert_eq!(kicks(Shape::O, from, Turn::Clockwise), [(0, 0)]);
        }
    }
}
