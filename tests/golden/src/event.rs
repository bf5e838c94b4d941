//! Events of a player's game, for statistics and coverage.

use crate::{Piece, Rotation, Shape, SpeedCurve, Spin, Turn};

/// An event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// A piece spawned.
    Spawned {
        /// Its shape.
        shape: Shape,
        /// True if it had room to fall a row at once.
        moved_down: bool,
    },
    /// A piece fell on a tick.
    Fell {
        /// The level.
        level: u32,
        /// Speed curve.
        curve: SpeedCurve,
        /// Factor of soft drop, if it was held.
        soft_drop: Option<u32>,
    },
    /// A held direction shifted a piece on a tick.
    Repeated {
        /// True if it is not the first repeat since the press.
        again: bool,
        /// True if the shift went to the wall.
        to_wall: bool,
        /// True if the other direction was pressed later, but is released.
        is_older: bool,
    },
    /// A piece was shifted, by a press or on a tick.
    Shifted {
        /// Columns, one after the other.
        columns: u32,
    },
    /// A piece was turned.
    Turned {
        /// Its shape.
        shape: Shape,
        /// Rotation before the turn.
        from: Rotation,
        /// Direction.
        turn: Turn,
        /// Number of the kick test that fitted, 0 to 4.
        kick: usize,
    },
    /// A repeat of a held direction was ignored.
    Cut,
    /// All kick tests of a turn collided.
    Stuck,
    /// A hard drop was ignored.
    Guarded,
    /// A piece was hard-dropped to this position.
    Landed(Piece),
    /// A shift or a turn did not reset the lock timer, because all resets were used.
    NoRestart,
    /// A new lowest row restored all resets of the lock timer.
    RestartsRegained,
    /// A piece locked.
    Locked {
        /// Shape of the piece.
        shape: Shape,
        /// Kind of spin.
        spin: Spin,
        /// True for a T with at least three taken corners.
        is_cornered: bool,
        /// True if the spin is full only because of the kick.
        by_kick: bool,
        /// Rows that it filled.
        lines: u32,
        /// Combo: clears in direct succession before this one. 0 without lines.
        combo: u32,
        /// True if it scored as back-to-back.
        back_to_back: bool,
        /// True if it ended the back-to-back state.
        ends_back_to_back: bool,
        /// True for a perfect clear.
        perfect: bool,
        /// Resets of the lock timer since the last new lowest row.
        resets: u32,
        /// Ticks on the ground after which the piece would have locked.
        delay: u32,
    },
    /// Time has raised the level of a match.
    Raised,
    /// Rows were sent to the opponent.
    Sent(u32),
    /// Rows of the opponent arrived and wait.
    Received,
    /// Waiting rows were cancelled by an attack.
    Cancelled(u32),
    /// Garbage rows rose.
    Rose(u32),
    /// A piece was held.
    Held {
        /// True if a held piece replaced it.
        swapped: bool,
    },
    /// A hold was refused.
    NotHeld {
        /// True if hold is switched off. Otherwise the piece had come by hold.
        is_off: bool,
    },
    /// A press was queued for the next piece.
    Queued,
    /// A press was dropped because the queue was full.
    Dropped,
    /// A piece collided at its spawn.
    BlockOut,
    /// A piece locked wholly above the visible rows.
    LockOut,
    /// A cell was pushed above the stored rows.
    TopOut,
}
