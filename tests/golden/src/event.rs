//! What happened in a player's game, for those who count.

use crate::{Piece, Rotation, Shape, SpeedCurve, Spin, Turn};

/// Something that happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// A piece came in.
    Spawned {
        /// Its shape.
        shape: Shape,
        /// It had room to fall a row at once.
        moved_down: bool,
    },
    /// A piece fell on a tick.
    Fell {
        /// The level.
        level: u32,
        /// How the speed follows from it.
        curve: SpeedCurve,
        /// How many times as fast because soft drop was held, if it was.
        soft_drop: Option<u32>,
    },
    /// A direction that is held shifted a piece on a tick.
    Repeated {
        /// Not for the first time since its press.
        again: bool,
        /// As far as there was room.
        to_wall: bool,
        /// The other direction was pressed later, but is not held any more.
        is_older: bool,
    },
    /// A piece was turned.
    Turned {
        /// Its shape.
        shape: Shape,
        /// Where it was turned from.
        from: Rotation,
        /// Which way.
        turn: Turn,
        /// The place that had room, 0 to 4.
        kick: usize,
    },
    /// A piece found no room to turn.
    Stuck,
    /// A piece was dropped, and lies here now.
    Landed(Piece),
    /// A shift or a turn left the lock timer as it was, as all its restarts were used up.
    NoRestart,
    /// A new lowest row gave a piece all restarts of the lock timer back.
    RestartsRegained,
    /// A piece locked.
    Locked {
        /// Shape of the piece.
        shape: Shape,
        /// How it was turned into its place.
        spin: Spin,
        /// It is a T between at least three taken corners.
        is_cornered: bool,
        /// It is a full spin only because of the kick.
        by_kick: bool,
        /// Rows that it filled.
        lines: u32,
        /// Clears in a row before this one; without lines 0.
        combo: u32,
        /// It was paid as back-to-back.
        back_to_back: bool,
        /// The next difficult clear will not be, but would have been.
        ends_back_to_back: bool,
        /// Nothing was left beside the full rows.
        perfect: bool,
        /// How often the lock timer was restarted since the last new lowest row.
        resets: u32,
    },
    /// Rows were sent to the opponent.
    Sent(u32),
    /// Rows that waited were set off against an attack.
    Cancelled(u32),
    /// Rows rose.
    Rose(u32),
    /// A piece was put aside.
    Held {
        /// The one that was held came back for it.
        swapped: bool,
    },
    /// A piece was not put aside.
    NotHeld {
        /// Because nothing can be held in this game, and not because the piece had come by hold.
        is_off: bool,
    },
    /// A press waits for the next piece.
    Queued,
    /// A press was dropped, as eight waited already.
    Dropped,
    /// A piece had no room to come in.
    BlockOut,
    /// A piece locked where it cannot be seen.
    LockOut,
    /// A cell was pushed above the stored rows.
    TopOut,
}
