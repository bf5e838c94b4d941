//! Shapes, rotations, and pieces: a shape with a rotation at a position.

/// The seven shapes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Shape {
    /// Four in a line.
    I,
    /// The square.
    O,
    /// Three in a line with one above the middle.
    T,
    /// Steps up to the right.
    S,
    /// Steps down to the right.
    Z,
    /// Three in a line with one above the left end.
    J,
    /// Three in a line with one above the right end.
    L,
}

/// A rotation, named as in the rules, by quarter turns clockwise from the spawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rotation {
    /// As spawned, flat side down.
    Spawn,
    /// One turn clockwise.
    Right,
    /// Upside down.
    Reverse,
    /// One turn counter-clockwise.
    Left,
}

/// The direction of a rotation by one quarter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Turn {
    /// Clockwise.
    Clockwise,
    /// Counter-clockwise.
    Counter,
}

/// A shape with a rotation at a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The shape.
    pub shape: Shape,
    /// The rotation.
    pub rotation: Rotation,
    /// Column of the left edge of its box.
    pub x: i32,
    /// Row of the bottom edge of its box.
    pub y: i32,
}

impl Shape {
    /// All shapes, in the order of the rules.
    pub const ALL: [Shape; 7] = [
        Shape::I,
        Shape::O,
        Shape::T,
        Shape::S,
        Shape::Z,
        Shape::J,
        Shape::L,
    ];

    /// The box in the spawn rotation, top row first. A rotation of the box rotates the piece.
    fn art(self) -> &'static [&'static str] {
        match self {
            Shape::I => &["....", "####", "....", "...."],
            Shape::O => &["....", ".##.", ".##.", "...."],
            Shape::T => &[".#.", "###", "..."],
            Shape::S => &[".##", "##.", "..."],
            Shape::Z => &["##.", ".##", "..."],
            Shape::J => &["#..", "###", "..."],
            Shape::L => &["..#", "###", "..."],
        }
    }

    /// The four cells of a rotation, relative to the bottom-left cell of the box.
    pub fn cells(self, rotation: Rotation) -> [(i32, i32); 4] {
        let art = self.art();
        let size = art.len() as i32;
        let mut cells = [(0, 0); 4];
        let mut found = 0;
        for (line, y) in art.iter().zip((0..size).rev()) {
            for (mark, x) in line.bytes().zip(0..size) {
                if mark == b'#' {
                    cells[found] = rotated((x, y), rotation, size);
                    found += 1;
                }
            }
        }
        cells
    }
}

/// Position of a cell after a clockwise rotation of a square box of `size`.
fn rotated((x, y): (i32, i32), rotation: Rotation, size: i32) -> (i32, i32) {
    let far = size - 1;
    match rotation {
        Rotation::Spawn => (x, y),
        Rotation::Right => (y, far - x),
        Rotation::Reverse => (far - x, far - y),
        Rotation::Left => (far - y, x),
    }
}

impl Rotation {
    /// All rotations, clockwise.
    pub const ALL: [Rotation; 4] = [
        Rotation::Spawn,
        Rotation::Right,
        Rotation::Reverse,
        Rotation::Left,
    ];

    /// The rotation after a quarter turn.
    pub fn turned(self, turn: Turn) -> Rotation {
        let quarters = match turn {
            Turn::Clockwise => 1,
            Turn::Counter => 3,
        };
        Rotation::ALL[(self as usize + quarters) % 4]
    }
}

impl Piece {
    /// A piece at its spawn: I and the flat sides of the others on row 20, in the middle.
    pub fn spawned(shape: Shape) -> Piece {
        let y = if shape == Shape::I { 18 } else { 19 };
        Piece {
            shape,
            rotation: Rotation::Spawn,
            x: 3,
            y,
        }
    }

    /// The same piece at another position.
    pub fn moved(self, dx: i32, dy: i32) -> Piece {
        Piece {
            x: self.x + dx,
            y: self.y + dy,
            ..self
        }
    }

    /// The cells it covers, as (x, y).
    pub fn cells(self) -> [(i32, i32); 4] {
        self.shape
            .cells(self.rotation)
            .map(|(x, y)| (self.x + x, self.y + y))
    }

    /// Row of its lowest cell.
    pub fn lowest_row(self) -> i32 {
        self.cells()
            .into_iter()
            .map(|(_, y)| y)
            .fold(i32::MAX, i32::min)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sixteen bits, the top-left cell first, with a 3 x 3 box in the top-left corner.
    fn mask(shape: Shape, rotation: Rotation) -> u16 {
        let top = shape.art().len() as i32 - 1;
        shape
            .cells(rotation)
            .into_iter()
            .map(|(x, y)| 0x8000 >> ((top - y) * 4 + x))
            .fold(0, |mask, bit| mask | bit)
    }

    #[test]
    fn turned_boxes_are_the_masks_of_the_rules() {
        let masks = [
            (Shape::I, [0x0f00, 0x2222, 0x00f0, 0x4444]),
            (Shape::O, [0x0660, 0x0660, 0x0660, 0x0660]),
            (Shape::T, [0x4e00, 0x4640, 0x0e40, 0x4c40]),
            (Shape::S, [0x6c00, 0x4620, 0x06c0, 0x8c40]),
            (Shape::Z, [0xc600, 0x2640, 0x0c60, 0x4c80]),
            (Shape::J, [0x8e00, 0x6440, 0x0e20, 0x44c0]),
            (Shape::L, [0x2e00, 0x4460, 0x0e80, 0xc440]),
        ];
        for (shape, expected) in masks {
            assert_eq!(
                Rotation::ALL.map(|rotation| mask(shape, rotation)),
                expected,
                "{shape:?}"
            );
        }
    }

    #[test]
    fn spawn_cells_are_those_of_the_rules() {
        let sorted = |shape| {
            let mut cells = Piece::spawned(shape).cells();
            cells.sort_unstable();
            cells
        };
        assert_eq!(sorted(Shape::I), [(3, 20), (4, 20), (5, 20), (6, 20)]);
        assert_eq!(sorted(Shape::O), [(4, 20), (4, 21), (5, 20), (5, 21)]);
        assert_eq!(sorted(Shape::T), [(3, 20), (4, 20), (4, 21), (5, 20)]);
        assert_eq!(sorted(Shape::S), [(3, 20), (4, 20), (4, 21), (5, 21)]);
        assert_eq!(sorted(Shape::Z), [(3, 21), (4, 20), (4, 21), (5, 20)]);
        assert_eq!(sorted(Shape::J), [(3, 20), (3, 21), (4, 20), (5, 20)]);
        assert_eq!(sorted(Shape::L), [(3, 20), (4, 20), (5, 20), (5, 21)]);
    }

    #[test]
    fn four_turns_either_way_are_none() {
        for turn in [Turn::Clockwise, Turn::Counter] {
            for rotation in Rotation::ALL {
                let round = (0..4).fold(rotation, |rotation, _| rotation.turned(turn));
                assert_eq!(round, rotation);
            }
        }
        assert_eq!(Rotation::Spawn.turned(Turn::Counter), Rotation::Left);
        assert_eq!(Rotation::Spawn.turned(Turn::Clockwise), Rotation::Right);
    }
}
