//! Golden model of the arcade game, for one player and for two, in plain Rust.
//!
//! Written from the rules with tables of its own, so that a mistake in the gates and the same mistake here
//! would have to be made twice. It takes the stream of presses, releases and 60 Hz ticks that the gates
//! take; what the gates drew at random is supplied to it and checked: the shapes, which must be bags
//! ([`BagChecker`]), and the columns of the holes in garbage ([`Match::supply_hole`]).
//!
//! [`Player`] is all that belongs to one player. [`Game`] puts the scenes and modes of one player around
//! it, [`Match`] those of two.
//!
//! # What the rules leave open, and how it is decided
//!
//! **Coordinates.** x grows to the right, y upwards, (0, 0) is the floor's left cell. Rows 0 to 19 are
//! visible, rows 20 to 23 stored; rows above read as empty between walls. A setting makes fewer rows visible;
//! above the fourth that is not, nothing settles without ending the game.
//!
//! **Scenes.** A game waits on the title until [`Action::Start`]; after game over the same action starts a
//! new one. [`Action::Title`] leaves any scene. Outside of play the held keys are followed (a direction
//! counts as held from its press), other play actions do nothing. A start empties both repeat counters. At
//! an end the falling piece, the queue and the clear delay are forgotten; the board stays as it is, with
//! its full rows. When time is up, nothing is forgotten: everything stands still.
//!
//! **Modes.** A sprint is finished at the lock that brings the lines to 40, its level stays at the start
//! level; the clear delay of that lock does not begin. An ultra is finished from outside, when its clock
//! has run out ([`Game::time_up`]).
//!
//! **Lock.** Score, lines and level change at the lock, with the level before the lines are added. Full
//! rows stay on the board until the end of the 18-tick delay and disappear just before the next piece
//! spawns. A clear is perfect when every cell on the board lies in a full row. A lock with all four cells
//! above the visible rows ends the game and scores nothing, whatever rows it filled.
//!
//! **Tick.** Repeat of a held direction, then gravity or soft drop, then the lock timer, then the clear
//! delay and the spawn. A press acts at once, before the tick it coincides with.
//!
//! **Repeat.** Left and right have a counter each: a press empties it, every tick while held adds one, also
//! during the clear delay but not while paused. The active direction (the last pressed of those held)
//! shifts when its counter reaches 8, 10, 12 and so on (delay and period are settings); the other direction
//! takes over with its own counter when the active one is released. A second key of an action already held
//! is a new press; the action is released when all of its keys are up. With a period of 0 the active
//! direction shifts to the wall on every tick once its counter has reached the delay, column by column:
//! each of these shifts is one of its own for the lock timer.
//!
//! **Lock timer.** A tick adds one if the piece was grounded when the tick began, is grounded now, and the
//! timer was not emptied during the tick; at 30 the piece locks: landed on tick N, it locks on tick N + 30.
//! A successful shift or rotation of a piece that has landed since its last new lowest row, with fewer than
//! 15 resets used, uses one and empties the timer. A new lowest row then empties the timer, gives back all
//! resets and forgets the landing; a piece that is grounded has landed.
//!
//! **Gravity.** The fraction of a row is dropped at the spawn, after every step or operation that ends
//! grounded, and at a gravity step that begins grounded. Soft drop adds 20 times the gravity instead;
//! what exceeds 20 rows per tick is lost, but not its fraction; and every row moved in that tick scores one point. The row taken right after the
//! spawn scores nothing; the lowest row starts at the position after it. The factor of 20 is a setting; the
//! ticks per row of the NES enter the same fraction, rounded up to 1/65536 of a row.
//!
//! **Soft drop.** A press acts at once like every other: one row down if there is room, for one point. It
//! leaves the fraction of gravity alone, unless the piece is grounded after it. Held, it goes on by ticks.
//!
//! **Rotation flag.** A hard drop of no rows keeps the flag that the last change was a rotation; a drop of
//! at least one row, a shift or a fallen row clears it, also one that fell by soft drop.
//!
//! **Hold.** Once per piece. The incoming piece is tested like a spawn: overlap ends the game. Switched
//! off, hold does nothing when it acts, but takes its place in the queue.
//!
//! **Queue.** Shifts, soft drop, turns, hard drop and hold pressed while the rows clear are kept (8 of
//! them, the newest is dropped) and act in order right after the spawn, before anything else. A queued hard
//! drop locks the new piece at once; if that clears rows, the rest stays queued.
//!
//! **Pause.** Ticks do nothing, presses of play actions are dropped, held keys are followed.
//!
//! **Delay.** After a clearing lock on tick N the next piece spawns on tick N + 18; after a lock by a press
//! the next tick counts as the first of the 18.
//!
//! **Match.** Both players get the same shapes, each at their own pace; level as in a marathon, each their
//! own. Events act in the order in which they arrive; a tick is one of player 1, then one of player 2.
//! After it the match is over if someone has topped out since the tick before: a draw if both have. Who is
//! out takes neither presses nor ticks any more, and rows sent there vanish; held keys are followed. A race
//! is a match whose clears send nothing.
//!
//! **Attack.** A clearing lock sends rows at once: by the lines and the kind of spin, one more when the
//! back-to-back bonus applies, more by the combo; a perfect clear sends 10 and nothing else. They cancel
//! rows that wait for the sender first, the oldest before the newer; what is left of them goes to the
//! opponent as one batch, with one column for its hole. No column is the same as that of the batch before
//! for the same receiver, whether or not that one still waits. Eight batches wait at most; further rows
//! join the newest batch, which draws no hole, and a batch holds 15 rows at most.
//!
//! **Garbage.** A lock that clears nothing lets up to 10 waiting rows rise before the next piece comes in,
//! the oldest first; what is left of a batch keeps its hole. All of them come in at the floor; if that
//! pushed a settled cell above the stored rows, it is lost and the player is out, and no piece comes in. A
//! lock wholly above the visible rows ends the game before anything rises.

pub mod arcade;
mod attack;
mod bag;
mod board;
mod error;
mod event;
mod falling;
mod game;
mod garbage;
mod gravity;
pub mod handheld;
mod keys;
mod kicks;
pub mod matrix;
pub mod picture;
mod piece;
mod player;
#[cfg(test)]
mod rules_page;
mod scene;
mod settings;
mod tally;
pub mod tictactoe;
mod versus;

pub use arcade::{Arcade, Input, Page, Row};
pub use bag::BagChecker;
pub use board::{Board, Cell, COLUMNS, ROWS, VISIBLE_ROWS};
pub use error::{BagError, HoleError};
pub use event::Event;
pub use falling::Falling;
pub use game::{Game, Mode};
pub use garbage::{Batch, Pending, MAX_BATCHES, MAX_BATCH_ROWS, MAX_RISE};
pub use gravity::rows_per_tick;
pub use kicks::kicks;
pub use piece::{Piece, Rotation, Shape, Turn};
pub use player::{End, Player, CLEAR_TICKS, QUEUE_DEPTH, SPRINT_LINES};
pub use scene::{Action, Scene};
pub use settings::{Settings, SpeedCurve};
pub use tally::{Spin, Tally, MAX_LEVEL, MAX_SCORE};
pub use versus::{Match, Outcome, Side};
