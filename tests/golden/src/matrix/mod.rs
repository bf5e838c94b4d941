//! Golden model of the blocks on a 10 x 7 LED matrix, in plain Rust.
//!
//! It takes what the gates take: presses, and ticks of a second; and the six random bits of each new block. Every tick makes a new board
//! out of the old one, cell by cell, each cell from what it was and what was above it.
//!
//! # What the rules leave open, and how it is decided
//!
//! **Coordinates.** Row 0 is at the top, column 0 at the left.
//!
//! **Order of a tick.** Time, board and point; the end of the game; a new block. So the tick that ends a game creates no block, and
//! the third point on the 99th second wins.
//!
//! **Full board.** A block that has touched while a cell of it is still in the construction zone stays where it is: its yellow cells
//! become blue, the red ones stay red. A red cell right above a blue one touches like a yellow one.
//!
//! **Simultaneous presses.** A turn goes before shifts, which are lost then; both shifts together do nothing. What a press makes
//! impossible is no press: a shift against the wall changes nothing.
//!
//! **Blinking.** The board of an ended game does not blink: a row that was to go stays lit.
//!
//! **Ids.** Blocks are numbered through all games; their lowest bit tells those apart that fall at the same time.

mod game;
mod lfsr;
mod show;
mod window;

pub use game::{Cell, Cells, Event, FullRow, Game, Phase, Presses, BOARD_COLUMNS, BOARD_ROWS};
pub use lfsr::RandomBits;
pub use show::Show;
pub use window::{Shape, Window};

#[cfg(test)]
mod tests;
