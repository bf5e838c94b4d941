//! What happened in a player's game, for those who count.

use crate::{Piece, Rotation, Shape, Spin, Turn};

/// Something that happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
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
    /// A piece locked.
    Locked {
        /// Shape of the piece.
        shape: Shape,
        /// How it was turned into its place.
        spin: Spin,
        /// Rows that it filled.
        lines: u32,
        /// Clears in a row before this one; without lines 0.
        combo: u32,
        /// It was paid as back-to-back.
        back_to_back: bool,
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
    Held,
    /// A press was dropped, as eight waited already.
    Dropped,
    /// A piece had no room to come in.
    BlockOut,
    /// A piece locked where it cannot be seen.
    LockOut,
    /// A cell was pushed above the stored rows.
    TopOut,
}
