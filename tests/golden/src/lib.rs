//! Golden model of the one-player arcade game in plain Rust.
//!
//! Written from the rules with tables of its own, so that a mistake in the gates and the same mistake
//! here would have to be made twice. It takes the stream of presses, releases and 60 Hz ticks that the
//! gates take; the shapes that the gates spawned are supplied to it, and [`BagChecker`] checks that they
//! are bags.
//!
//! # What the rules leave open, and how it is decided
//!
//! **Coordinates.** x grows to the right, y upwards, (0, 0) is the floor's left cell. Rows 0 to 19 are
//! visible, rows 20 to 23 stored; rows above read as empty between walls.
//!
//! **Scenes.** A game waits on the title until [`Action::Start`]; after game over the same action starts
//! a new one. [`Action::Title`] leaves any scene. Outside of play the held keys are followed (a direction
//! counts as held from its press), other play actions do nothing. A start empties both repeat counters.
//!
//! **Lock.** Score, lines and level change at the lock, with the level before the lines are added. Full
//! rows stay on the board until the end of the 18-tick delay and disappear just before the next
//! piece spawns. A clear is perfect when every cell on the board lies in a full row. A lock with all four
//! cells above the visible rows ends the game and scores nothing, whatever rows it filled.
//!
//! **Tick.** Repeat of a held direction, then gravity or soft drop, then the lock timer, then the clear
//! delay and the spawn. A press acts at once, before the tick it coincides with.
//!
//! **Repeat.** Left and right have a counter each: a press empties it, every tick while held adds one, also
//! during the clear delay but not while paused. The active direction (the last pressed of those held)
//! shifts when its counter reaches 8, 10, 12 and so on; the other direction takes over with its own counter when the
//! active one is released. A second key of an action already held is a new press; the action is
//! released when all of its keys are up.
//!
//! **Lock timer.** A tick adds one if the piece was grounded when the tick began, is grounded now, and the timer
//! was not emptied during the tick; at 30 the piece locks: landed on tick N, it locks on tick N + 30.
//! A successful shift or rotation of a piece that has landed since its last new lowest row, with fewer than 15
//! resets used, uses one and empties the timer. A new lowest row then empties the timer, gives back all
//! resets and forgets the landing; a piece that is grounded has landed.
//!
//! **Gravity.** The fraction of a row is dropped at the spawn, after every step or operation that ends
//! grounded, and at a gravity step that begins grounded. Soft drop adds 20 times the gravity instead, at most 20 rows
//! per tick, and every row moved in that tick scores one point. The row taken right after the spawn scores
//! nothing; the lowest row starts at the position after it.
//!
//! **Rotation flag.** A hard drop of no rows keeps the flag that the last change was a rotation; a drop of at least
//! one row, a shift or a fallen row clears it.
//!
//! **Hold.** Once per piece. The incoming piece is tested like a spawn: overlap ends the game.
//!
//! **Queue.** Shifts, turns, hard drop and hold pressed while the rows clear are kept (8 of them, the newest is
//! dropped) and act in order right after the spawn, before anything else. A queued hard drop locks the new
//! piece at once; if that clears rows, the rest stays queued.
//!
//! **Pause.** Ticks do nothing, presses of play actions are dropped, held keys are followed.
//!
//! **Delay.** After a clearing lock on tick N the next piece spawns on tick N + 18; after a lock by a
//! press the next tick counts as the first of the 18.

mod bag;
mod board;
mod error;
mod falling;
mod game;
mod gravity;
mod keys;
mod kicks;
mod piece;
mod tally;

pub use bag::BagChecker;
pub use board::{Board, COLUMNS, ROWS, VISIBLE_ROWS};
pub use error::BagError;
pub use falling::Falling;
pub use game::{Action, Game, Scene, CLEAR_TICKS, PREVIEW, QUEUE_DEPTH};
pub use gravity::rows_per_tick;
pub use kicks::kicks;
pub use piece::{Piece, Rotation, Shape, Turn};
pub use tally::{Spin, Tally, MAX_LEVEL, MAX_SCORE};
