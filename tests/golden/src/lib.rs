//! Golden model of the arcade game in plain Rust, for one player and for two.
//!
//! The model is written from the rules and has its own tables, so a mistake must be made twice to
//! go unnoticed. It takes the same presses, releases and 60 Hz ticks as the hardware. Random values
//! of the hardware are supplied to the model and checked: the shapes, which must form bags
//! ([`BagChecker`]), and the columns of the holes in garbage ([`Match::supply_hole`]).
//!
//! [`Player`] is the state of one player. [`Game`] adds the scenes and modes of one player,
//! [`Match`] those of two.
//!
//! # Decisions where the rules are silent
//!
//! **Coordinates.** x grows to the right, y upwards, and (0, 0) is the left cell on the floor. Rows
//! 0 to 19 are visible, rows 20 to 23 are stored. Rows above read as empty between walls. A setting
//! makes fewer rows visible. A piece that settles above the fourth invisible row ends the game.
//!
//! **Scenes.** A game waits on the title until [`Action::Start`]; after game over the same action
//! starts a new one. [`Action::Title`] leaves any scene. Outside play the state of the held keys is
//! tracked (a direction counts as held from its press), and other play actions do nothing. A start
//! clears both repeat counters. At an end the falling piece, the queue and the clear delay are
//! discarded. The board keeps its state, including full rows. When the time of an ultra is up, the
//! whole state is frozen.
//!
//! **Modes.** A sprint ends at the lock that brings the lines to 40. Its level stays at the start
//! level, and the clear delay of that lock does not begin. An ultra is ended from outside when its
//! clock has run out ([`Game::time_up`]).
//!
//! **Lock.** Score, lines and level change at the lock, with the level before the lines are added.
//! Full rows stay on the board until the end of the 18-tick delay and disappear just before the
//! next piece spawns. A clear is perfect when every cell on the board lies in a full row. A lock
//! with all four cells above the visible rows ends the game and scores nothing, whatever rows it
//! filled.
//!
//! **Tick.** The order is: repeat of a held direction, gravity or soft drop, lock timer, clear
//! delay and spawn. A press acts at once, before a tick at the same time.
//!
//! **Repeat.** Left and right have a counter each. A press clears it. Every tick while held adds
//! one, also during the clear delay but not while paused. The active direction is the last pressed
//! of those held. It shifts when its counter reaches 8, 10, 12 and so on (delay and period are
//! settings). The other direction continues with its own counter when the active one is released. A
//! second key of an action already held is a new press. The action is released when all of its keys
//! are up. With a period of 0 the active direction shifts to the wall on every tick once its
//! counter has reached the delay. Each of these shifts by a column counts separately for the lock
//! timer.
//!
//! **Lock timer.** A tick adds one if the piece was grounded when the tick began, is grounded now,
//! and the timer was not cleared during the tick. At 30 the piece locks: landed on tick N, it locks
//! on tick N + 30. With the formula levels 21 to 29 have 28 to 12 ticks, two fewer for each level.
//! A successful shift or rotation uses a reset and clears the timer if the piece has landed since
//! its last new lowest row and has used fewer than 15 resets. After that, a new lowest row clears
//! the timer, restores all resets and clears the landed state. A grounded piece has landed.
//!
//! **Gravity.** The fraction of a row is discarded at the spawn, after every step or operation that
//! ends grounded, and at a gravity step that begins grounded. Soft drop adds 20 times the gravity
//! instead; the factor is a setting. Rows beyond 20 per tick are lost, but not the fraction. Every
//! row moved in a soft-drop tick scores one point. The row taken right after the spawn scores
//! nothing, and the lowest row starts at the position after it. The ticks per row of the NES use
//! the same fraction, rounded up to 1/65536 of a row.
//!
//! **Soft drop.** A press acts at once like any other: one row down if there is room, for one
//! point. It does not change the fraction of gravity, unless the piece is grounded after it. While
//! held it continues by ticks.
//!
//! **Rotation flag.** The flag that the last change was a rotation is kept by a hard drop of no
//! rows. A drop of at least one row, a shift, or a fallen row, also by soft drop, clears it.
//!
//! **Hold.** Once per piece. The incoming piece is tested like a spawn: a collision ends the game.
//! If hold is switched off, it does nothing, but takes its place in the queue.
//!
//! **Queue.** Shifts, soft drop, turns, hard drop and hold that are pressed during a clear are
//! queued. The queue has 8 places; a press is dropped when it is full. Queued presses act in order
//! right after the spawn, before anything else. A queued hard drop locks the new piece at once. If
//! that clears rows, the rest stays queued.
//!
//! **Pause.** Ticks do nothing, presses of play actions are dropped, and the state of the held keys
//! is tracked.
//!
//! **Delay.** After a clearing lock on tick N the next piece spawns on tick N + 18. After a lock by
//! a press the next tick counts as the first of the 18.
//!
//! **Match.** Both players get the same shapes, each at their own pace. Lines raise no level. In
//! versus every 1800th tick raises the level of both before it acts, up to 15. In a race the level
//! stays, and a player who reaches the goal takes no presses and no ticks any more. Events act in
//! the order in which they arrive. A tick is a tick of player 1, then one of player 2. After it the
//! match is over if a player has topped out or reached the goal since the tick before. Who has
//! reached the goal has won; if both have, or both have topped out, it is a draw. A player who has
//! topped out takes neither presses nor ticks, and rows sent there are dropped. The state of the
//! held keys is tracked. A race is a match without garbage.
//!
//! **Attack.** A clearing lock sends rows at once: by the lines and the kind of spin, one more when
//! the back-to-back bonus applies, more by the combo. A perfect clear sends 10 and nothing else.
//! The rows first cancel rows that wait for the sender, the oldest first. The rest goes to the
//! opponent as one batch with one column for its hole. The column differs from that of the previous
//! batch for the same receiver, whether or not that batch still waits. At most eight batches wait.
//! Further rows join the newest batch without drawing a hole. A batch holds at most 15 rows.
//!
//! **Garbage.** A lock that clears nothing lets up to 10 waiting rows rise before the next piece
//! spawns, the oldest first. The rest of a batch keeps its hole. Rows rise at the floor. If that
//! pushes a settled cell above the stored rows, the cell is lost, the player is out, and no piece
//! spawns. A lock wholly above the visible rows ends the game before any row rises.

mod alarm;
pub mod arcade;
mod attack;
mod bag;
mod board;
mod course;
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
mod mode;
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

pub use arcade::{Arcade, Entry, Input, PadButton, Page, Row};
pub use attack::Spin;
pub use bag::BagChecker;
pub use board::{Board, Cell, COLUMNS, ROWS, VISIBLE_ROWS};
pub use course::SPRINT_LINES;
pub use error::{BagError, HoleError};
pub use event::Event;
pub use falling::Falling;
pub use game::Game;
pub use garbage::{Batch, Pending, MAX_BATCHES, MAX_BATCH_ROWS, MAX_RISE};
pub use gravity::{lock_ticks, rows_per_tick};
pub use kicks::kicks;
pub use mode::Mode;
pub use piece::{Piece, Rotation, Shape, Turn};
pub use player::{End, Player, QUEUE_DEPTH};
pub use scene::{Action, Scene};
pub use settings::{Settings, SpeedCurve};
pub use tally::{Counts, Tally, MAX_LEVEL, MAX_LINES, MAX_SCORE, MAX_TIMED_LEVEL};
pub use versus::{Match, Outcome, Side, TICKS_PER_LEVEL};
