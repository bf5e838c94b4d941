//! Golden model of stacking tic-tac-toe: the rules, the buttons, and what the matrix of LEDs shows.
//!
//! Two players have two small, two medium and two large pieces each. A piece goes on a cell whose visible piece, whoever owns it, is
//! smaller; what it covers is gone for good. Three visible pieces of one player in a line win; a player to move who can place
//! nothing ends the game as a draw.
//!
//! # What the rules leave open, and how it is decided
//!
//! **Start.** Any button begins a game; only confirm leaves the end.
//!
//! **Edges.** A move over the edge and a size beyond the largest or smallest that fits do nothing; they are no refusals.
//!
//! **Several buttons at once.** One counts: confirm, up, down, left, right, in this order. The others are dropped.
//!
//! **Placing.** A selected size is always one that fits, so a confirm cannot be refused there; left or right go back.
//!
//! **Win before draw.** A placement that makes a line wins, also when it leaves the other player stuck.

mod game;
mod picture;
mod position;
mod solution;

pub use game::{Button, Event, Game, Phase};
pub use picture::{Colour, Picture};
pub use position::{Outcome, Placement, Player, Position};
pub use solution::{Solution, Value};
