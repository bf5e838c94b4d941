//! Boards, pieces and other drawings of cells.

use super::backdrop::{threshold, Scenery};
use super::skin::{mix, Rgb, Skin};
use super::WIDTH;
use crate::{Arcade, Cell, Page, Piece, Player, Rotation, Shape, Side, COLUMNS, VISIBLE_ROWS};

/// Side of a cell in pixels.
const SIZE: usize = 15;
/// The line below row 0.
const FLOOR: usize = 390;
const LOGO: [&str; 9] = [
    "III.ZZZ.TTT.SSS",
    "I...Z.Z..T..SS.",
    "I.I.ZZZ..T..S..",
    "III.Z.Z..T..SSS",
    "...............",
    "LLL.OOO.J...I..",
    "L...O.O.J...I..",
    "LL..OOO.J...I..",
    "L...O.O.JJJ.III",
];
/// Shapes on the title, with the left column of each box, in the lower row.
const TITLE_PIECES: [(Shape, i32); 7] = [
    (Shape::J, -9),
    (Shape::L, -5),
    (Shape::S, -1),
    (Shape::Z, 3),
    (Shape::T, 7),
    (Shape::O, 11),
    (Shape::I, 15),
];
const TITLE_ROW: i32 = -2;

/// A cell of the picture, at the pixel of its upper left corner.
pub(super) struct Drawn {
    pub corner: [usize; 2],
    pub look: Look,
}

/// Appearance of a cell.
#[derive(Clone, Copy)]
pub(super) enum Look {
    /// Settled, or part of a piece with this stage of the lock delay.
    Block(Cell, u32),
    Ghost(Shape),
    /// Part of a full row in this step of its clear.
    Cleared(usize),
}

/// Left edge of a board in pixels.
pub(super) fn board_left(arcade: &Arcade, side: Side) -> usize {
    match (arcade.is_two(), side) {
        (false, _) => 245,
        (true, Side::One) => 100,
        (true, Side::Two) => 390,
    }
}

/// Pixel of a cell's upper left corner, in the grid that begins at `left`.
fn corner(left: usize, (x, y): (i32, i32)) -> [usize; 2] {
    let size = SIZE as i32;
    [
        (left as i32 + size * x) as usize,
        (FLOOR as i32 - size * (y + 1)) as usize,
    ]
}

/// All visible cells. Later ones cover earlier ones.
pub(super) fn cells(arcade: &Arcade) -> Vec<Drawn> {
    let mut drawn = Vec::new();
    match arcade.page() {
        Page::Title | Page::Menu(_) | Page::Settings(_) => title(&mut drawn, arcade),
        Page::SetKeys(_) | Page::Paused(_) => {}
        _ => {
            for &side in arcade.sides() {
                if let Some(player) = arcade.player(side) {
                    let first = drawn.len();
                    board(&mut drawn, board_left(arcade, side), player);
                    moving(&mut drawn, arcade, board_left(arcade, side), player);
                    turn_grey(&mut drawn[first..], arcade.grey_rows(side));
                    beside(&mut drawn, arcade, side, player);
                }
            }
        }
    }
    drawn
}

/// Cells of the lowest rows look like garbage.
fn turn_grey(drawn: &mut [Drawn], rows: u32) {
    for cell in drawn {
        let is_grey = cell.corner[1] + SIZE * rows as usize >= FLOOR;
        match &mut cell.look {
            Look::Block(cell, _) if is_grey => *cell = Cell::Garbage,
            _ => {}
        }
    }
}

fn title(drawn: &mut Vec<Drawn>, arcade: &Arcade) {
    for (row, line) in LOGO.iter().enumerate() {
        for (column, letter) in line.chars().enumerate() {
            let is_it = |shape: &Shape| format!("{shape:?}").starts_with(letter);
            if let Some(shape) = Shape::ALL.into_iter().find(is_it) {
                drawn.push(Drawn {
                    corner: [210 + SIZE * column, 45 + SIZE * row],
                    look: Look::Block(Cell::Shape(shape), 0),
                });
            }
        }
    }
    let rotation = Rotation::ALL[arcade.lights().turns() as usize];
    for (shape, x) in TITLE_PIECES {
        for (dx, dy) in shape.cells(rotation) {
            drawn.push(Drawn {
                corner: corner(240, (x + dx, TITLE_ROW + dy)),
                look: Look::Block(Cell::Shape(shape), 0),
            });
        }
    }
}

fn board(drawn: &mut Vec<Drawn>, left: usize, player: &Player) {
    let board = player.board();
    for y in 0..VISIBLE_ROWS as i32 {
        let is_full = (0..COLUMNS as i32).all(|x| board.occupied(x, y));
        for x in 0..COLUMNS as i32 {
            let Some(cell) = board.cell(x, y) else {
                continue;
            };
            let look = match is_full {
                false => Some(Look::Block(cell, 0)),
                true => cleared(player.clear_ticks(), x),
            };
            let corner = corner(left, (x, y));
            drawn.extend(look.map(|look| Drawn { corner, look }));
        }
    }
}

/// Appearance of a full row in column `x`.
fn cleared(ticks: u32, x: i32) -> Option<Look> {
    let from_middle = if x < 5 { 4 - x } else { x - 5 };
    match ticks as i32 + from_middle {
        _ if ticks == 0 => Some(Look::Cleared(0)),
        16.. => Some(Look::Cleared(0)),
        12.. => Some(Look::Cleared(1)),
        8.. => Some(Look::Cleared(2)),
        4.. => Some(Look::Cleared(3)),
        _ => None,
    }
}

/// The falling piece and its ghost.
fn moving(drawn: &mut Vec<Drawn>, arcade: &Arcade, left: usize, player: &Player) {
    let Some(falling) = player.falling() else {
        return;
    };
    let piece = falling.piece();
    let ghost = Piece {
        y: falling.ghost_y(player.board()),
        ..piece
    };
    let stage = (falling.lock_timer() / 8).min(3);
    let looks = [
        (ghost, Look::Ghost(piece.shape)),
        (piece, Look::Block(Cell::Shape(piece.shape), stage)),
    ];
    for (piece, look) in looks {
        if matches!(look, Look::Ghost(_)) && arcade.choices().ghost == 0 {
            continue;
        }
        for (x, y) in piece.cells() {
            if y < VISIBLE_ROWS as i32 {
                let corner = corner(left, (x, y));
                drawn.push(Drawn { corner, look });
            }
        }
    }
}

/// The held piece and the next pieces.
fn beside(drawn: &mut Vec<Drawn>, arcade: &Arcade, side: Side, player: &Player) {
    let count = arcade.choices().next as usize;
    // Left edges of three columns in the middle of the frames, row of the held piece, and first row
    // and distance of the next ones.
    let (held, next, row, first, distance) = match (arcade.is_two(), side) {
        (false, _) => (153, 441, 16, 16, if count == 6 { 3 } else { 4 }),
        (true, Side::One) => (264, 264, 15, 10, 3),
        (true, Side::Two) => (330, 330, 15, 10, 3),
    };
    let shown = match (arcade.is_two(), arcade.page()) {
        (false, Page::GameOver) => 0,
        (false, _) => count,
        (true, _) => count.min(3),
    };
    let mut put = |shape: Shape, left: usize, y: i32| {
        // An even number of columns stands half a cell further left.
        let left = match shape {
            Shape::I | Shape::O => left - 7,
            _ => left,
        };
        for (dx, dy) in shape.cells(Rotation::Spawn) {
            drawn.push(Drawn {
                corner: corner(left, (dx, y + dy)),
                look: Look::Block(Cell::Shape(shape), 0),
            });
        }
    };
    if let Some(shape) = player.hold() {
        put(shape, held, row);
    }
    for (index, shape) in (0..).zip(player.next().take(shown)) {
        put(shape, next, first - distance * index);
    }
}

/// Part of a cell that contains a pixel.
fn part(u: usize, v: usize) -> usize {
    match (u, v) {
        (0, _) | (_, 0) => 0,
        (_, 1) | (2..=13, 2) => 1,
        (1, _) | (2, 3..=13) => 2,
        (14, _) | (13, 3..=13) => 3,
        (_, 13 | 14) => 4,
        (5..=10, 5..=10) => 6,
        _ => 5,
    }
}

/// True if the texture of a shape has a mark at this pixel.
fn has_mark(shape: Shape, u: usize, v: usize) -> bool {
    let is_bar = |at| matches!(at, 5 | 6 | 9 | 10);
    let is_middle = |at| matches!(at, 6..=9);
    match shape {
        Shape::I => is_bar(u),
        Shape::J => is_bar(v),
        Shape::L => is_middle(u) || is_middle(v),
        Shape::O => is_middle(u) && is_middle(v),
        Shape::S => (u + v) % 4 >= 2,
        Shape::T => !is_middle(u) && !is_middle(v),
        Shape::Z => (u + 16 - v) % 4 >= 2,
    }
}

/// Colour of a pixel of a cell, if it is not transparent.
pub(super) fn colour(skin: &Skin, look: Look, u: usize, v: usize) -> Option<Rgb> {
    let part = part(u, v);
    match look {
        Look::Ghost(shape) => (1..5).contains(&part).then(|| skin.shape(shape)),
        Look::Cleared(step) => Some(skin.cleared(step, part)),
        Look::Block(cell, stage) => {
            if let Cell::Shape(shape) = cell {
                if skin.has_textures && part >= 5 && has_mark(shape, u, v) {
                    return Some(skin.well);
                }
            }
            Some(skin.block(
                cell,
                match (stage, part) {
                    (1.., 6) | (2.., 5) => 2,
                    (3, 3 | 4) => 1,
                    _ => part,
                },
            ))
        }
    }
}

/// Pixels of a cell.
pub(super) fn pixels() -> impl Iterator<Item = (usize, usize)> {
    (0..SIZE).flat_map(|v| (0..SIZE).map(move |u| (u, v)))
}

/// Draws an empty board: its position and colours, to the last line of its grid.
pub(super) fn empty_board(
    arcade: &Arcade,
    skin: &Skin,
    scenery: &Scenery,
    side: Side,
) -> Vec<(usize, usize, Rgb)> {
    let left = board_left(arcade, side);
    let lights = arcade.lights();
    let is_lit = lights.is_grid_lit();
    let [width, height] = [SIZE * COLUMNS, SIZE * VISIBLE_ROWS];
    let mut pixels = Vec::with_capacity((width + 1) * (height + 1));
    for y in FLOOR - height..=FLOOR {
        for x in left..=left + width {
            let [u, v] = [(x - left) % SIZE, y % SIZE];
            let is_inside = x < left + width && y < FLOOR;
            let trail = match is_inside {
                true => trail(
                    arcade,
                    side,
                    [(x - left) / SIZE, (FLOOR - 1 - y) / SIZE],
                    [x, y],
                ),
                false => None,
            };
            let colour = match (trail, u == 0 || v == 0) {
                (Some(shape), _) => mix(skin.well, skin.shape(shape), 45),
                (None, true) if is_lit => mix(skin.well, skin.second, 170),
                (None, true) => skin.grid,
                (None, false) => scenery.ground[y * WIDTH + x],
            };
            pixels.push((x, y, colour));
        }
    }
    pixels
}

/// Shape of the trail that lights this pixel.
fn trail(
    arcade: &Arcade,
    side: Side,
    [column, row]: [usize; 2],
    [x, y]: [usize; 2],
) -> Option<Shape> {
    let trail = arcade.lights().trail().filter(|trail| trail.side == side)?;
    let piece = trail.piece;
    let fills = piece.cells().into_iter().any(|(x, _)| x == column as i32);
    let is_lit =
        fills && row as i32 >= piece.y + 2 && trail.density > threshold(x, y) + row as u32 / 2;
    is_lit.then_some(piece.shape)
}
