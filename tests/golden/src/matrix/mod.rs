//! Golden model of the game on a 10 x 7 LED matrix, in plain Rust.
//!
//! It takes the inputs of the hardware: presses, ticks of a second, and the six random bits of each
//! new block. Every tick computes each cell of the new board from the old cell and the old cell
//! above it.
//!
//! # Decisions where the rules are silent
//!
//! **Coordinates.** Row 0 is at the top, column 0 at the left.
//!
//! **Order of a tick.** Time, board and score; the end of the game; a new block. So the tick that
//! ends a game creates no block, and the third point on the 99th second wins.
//!
//! **Full board.** A block that has touched while a cell of it is still in the construction zone
//! does not move any more: its yellow cells become blue, the red ones stay red. A red cell directly
//! above a blue one touches like a yellow one.
//!
//! **Simultaneous presses.** A turn has priority over shifts, which are dropped then. Both shifts
//! together do nothing. A press that is impossible has no effect: a shift against the wall changes
//! nothing.
//!
//! **Blinking.** The board of an ended game does not blink. A full row stays lit.
//!
//! **Ids.** Blocks are numbered across games. The lowest bit of the number distinguishes blocks
//! that fall at the same time.

mod game;
mod lfsr;
mod show;
mod size;
mod window;

pub use game::{Cell, Cells, Event, FullRow, Game, Phase, Presses};
pub use lfsr::RandomBits;
pub use show::Show;
pub use size::{BOARD_COLUMNS, BOARD_ROWS};
pub use window::{Shape, Window};

#[cfg(test)]
mod tests;
