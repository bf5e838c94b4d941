//! Tile map of the panel, 20 x 16 tiles.

use super::{Handheld, Page, VISIBLE_ROWS};
use crate::{Board, Piece, Rotation, Shape};

/// Columns of tiles.
pub const COLUMNS: usize = 20;
/// Rows of tiles, from the top.
pub const ROWS: usize = 16;
/// Columns of the field, which is at the left.
const FIELD: usize = crate::COLUMNS;

/// Content of a tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tile {
    /// A character.
    Text(char),
    /// Quarter of a character of double size in the game's name: column and row of the quarter.
    Name(char, usize, usize),
    /// Quarter of a character of double size in the message.
    Message(char, usize, usize),
    /// Empty cell of the field.
    Empty,
    /// Settled cell.
    Settled,
    /// Flashing cell of a full row.
    Shining,
    /// Cell of a piece.
    Piece(Shape),
    /// Cell of a piece's ghost.
    Ghost(Shape),
    /// Cell of the edge of a field in danger.
    Edge,
}

/// All tiles, row by row.
pub type Tiles = [[Tile; COLUMNS]; ROWS];

/// Tile map for the state of a handheld.
pub fn tiles(handheld: &Handheld) -> Tiles {
    let mut tiles = [[Tile::Text(' '); COLUMNS]; ROWS];
    let page = handheld.page();
    if matches!(page, Page::Splash | Page::Title) {
        title(&mut tiles);
        if page == Page::Title {
            write(&mut tiles, 12, 2, "PRESS M1 TO PLAY");
            if handheld.extras().start_level {
                let level = format!("< LEVEL {:02} >", handheld.start_level());
                write(&mut tiles, 14, 4, &level);
            }
        }
        return tiles;
    }
    let tally = handheld.player().tally();
    write(&mut tiles, 1, 11, "SCORE");
    write(&mut tiles, 2, 11, &format!("{:07}", tally.score()));
    write(&mut tiles, 4, 11, "LEVEL");
    write(&mut tiles, 4, 17, &format!("{:02}", tally.level()));
    write(&mut tiles, 5, 11, "LINES");
    write(&mut tiles, 5, 17, &format!("{:03}", tally.shown_lines()));
    if handheld.extras().best_score && page != Page::Play {
        write(&mut tiles, 7, 11, "BEST");
        write(&mut tiles, 8, 11, &format!("{:07}", handheld.best()));
    }
    match page {
        Page::Play => {
            field(&mut tiles, handheld);
            pieces(&mut tiles, handheld);
            if handheld.is_lit() {
                for line in &mut tiles {
                    line[FIELD] = Tile::Edge;
                }
            }
        }
        Page::GameOver => {
            field(&mut tiles, handheld);
            write_double(&mut tiles, 5, 1, "GAME", Tile::Message);
            write_double(&mut tiles, 7, 1, "OVER", Tile::Message);
            write(&mut tiles, 10, 11, "M1 PLAYS");
            write(&mut tiles, 11, 11, "AGAIN");
            if handheld.extras().start_level {
                write(&mut tiles, 13, 11, "AT LEVEL");
                let level = format!("< {:02} >", handheld.start_level());
                write(&mut tiles, 14, 11, &level);
            }
        }
        _ => {
            write(&mut tiles, 6, 2, "PAUSED");
            write(&mut tiles, 8, 0, "M1 GOES ON");
        }
    }
    tiles
}

fn write(tiles: &mut Tiles, row: usize, column: usize, text: &str) {
    for (tile, character) in tiles[row][column..].iter_mut().zip(text.chars()) {
        *tile = Tile::Text(character);
    }
}

fn write_double(
    tiles: &mut Tiles,
    row: usize,
    column: usize,
    text: &str,
    part: fn(char, usize, usize) -> Tile,
) {
    for (index, character) in text.chars().enumerate() {
        for (right, down) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            tiles[row + down][column + 2 * index + right] = part(character, right, down);
        }
    }
}

/// The name, and the seven shapes, none of which touches another one.
fn title(tiles: &mut Tiles) {
    write_double(tiles, 1, 2, "GATEFALL", Tile::Name);
    let shapes = [
        (6, "J     L  T   SS"),
        (7, "JJJ LLL TTT SS"),
        (9, " ZZ   OO"),
        (10, "  ZZ  OO  IIII"),
    ];
    for (row, line) in shapes {
        for (column, name) in (2..).zip(line.chars()) {
            let is_it = |shape: &Shape| format!("{shape:?}").starts_with(name);
            if let Some(shape) = Shape::ALL.into_iter().find(is_it) {
                tiles[row][column] = Tile::Piece(shape);
            }
        }
    }
}

/// The settled cells. Full rows are alternately lit and dark for four ticks each.
fn field(tiles: &mut Tiles, handheld: &Handheld) {
    let player = handheld.player();
    let board = player.board();
    for (row, line) in tiles.iter_mut().enumerate() {
        let y = (VISIBLE_ROWS - 1 - row) as i32;
        let is_full = is_full(board, y);
        for (x, tile) in line[..FIELD].iter_mut().enumerate() {
            *tile = match board.occupied(x as i32, y) {
                true if is_full && player.clear_ticks() / 4 % 2 == 1 => Tile::Shining,
                true if !is_full => Tile::Settled,
                _ => Tile::Empty,
            };
        }
    }
}

fn is_full(board: &Board, y: i32) -> bool {
    (0..FIELD as i32).all(|x| board.occupied(x, y))
}

/// The falling piece with its ghost, the next pieces, and the held one.
fn pieces(tiles: &mut Tiles, handheld: &Handheld) {
    write(tiles, 7, 11, "NEXT HOLD");
    let player = handheld.player();
    if let (Some(falling), Some(y)) = (player.falling(), player.ghost_y()) {
        let piece = falling.piece();
        put(tiles, Piece { y, ..piece }, Tile::Ghost);
        put(tiles, piece, Tile::Piece);
    }
    let standing = |shape, x, y| Piece {
        shape,
        rotation: Rotation::Spawn,
        x,
        y,
    };
    for (shape, y) in player.next().zip([5, 2, -1]) {
        put(tiles, standing(shape, 11, y), Tile::Piece);
    }
    if let Some(shape) = player.hold() {
        put(tiles, standing(shape, 16, 5), Tile::Piece);
    }
}

fn put(tiles: &mut Tiles, piece: Piece, tile: fn(Shape) -> Tile) {
    for (x, y) in piece.cells() {
        if y < ROWS as i32 {
            tiles[ROWS - 1 - y as usize][x as usize] = tile(piece.shape);
        }
    }
}
