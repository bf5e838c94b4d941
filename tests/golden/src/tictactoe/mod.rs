//! Golden model of stacking tic-tac-toe: the rules, the buttons, and the picture of the LED matrix.
//!
//! Each of two players has two small, two medium and two large pieces. A piece may be placed on a
//! cell whose visible piece, of either player, is smaller. The covered piece is out of the game.
//! Three visible pieces of one player in a line win. If the player to move can place no piece, the
//! game is a draw.
//!
//! # Decisions where the rules are silent
//!
//! **Start.** Any button begins a game. Only confirm leaves the end.
//!
//! **Edges.** A move over the edge and a size beyond the largest or smallest that fits do nothing.
//! They are not refusals.
//!
//! **Several buttons at once.** One counts: confirm, up, down, left, right, in this order. The
//! others are dropped.
//!
//! **Placing.** A selected size always fits, so confirm cannot be refused in this phase. Left or
//! right go back.
//!
//! **Win before draw.** A placement that makes a line wins, even if it leaves the other player
//! without a placement.

mod game;
mod picture;
mod position;
mod solution;

pub use game::{Button, Event, Game, Phase};
pub use picture::{Colour, LedPicture};
pub use position::{Outcome, Placement, Player, Position};
pub use solution::{GameValue, Solution};
