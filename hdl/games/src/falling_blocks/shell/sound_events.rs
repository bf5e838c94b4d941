//! Events of the engine that have a sound.

use gatefall_macros::interface;
use rust_hdl::prelude::*;

/// Events of the falling piece that its player has caused.
#[interface(client = PieceEventsReader)]
pub struct PieceEvents {
    /// Strobe: the piece was shifted.
    pub shifted: Signal<Out, Bit>,
    /// Strobe: the piece was turned.
    pub turned: Signal<Out, Bit>,
    /// Strobe: the piece has gone to the hold slot.
    pub held: Signal<Out, Bit>,
}

/// A lock, when it is scored.
#[interface(client = ScoredLockReader)]
pub struct ScoredLock {
    /// Strobe: a lock is scored. The other signals are valid.
    pub scored: Signal<Out, Bit>,
    /// Rows that the lock filled, 0 to 4.
    pub lines: Signal<Out, Bits<3>>,
    /// Level: the lock was a T-spin, full or mini.
    pub t_spin: Signal<Out, Bit>,
}

/// Kind of a lock, beside that of [`ScoredLock`]. Valid when it is scored.
#[interface(client = ClearKindReader)]
pub struct ClearKind {
    /// Clears in direct succession, with that of the lock.
    pub succession: Signal<Out, Bits<6>>,
    /// Level: the clear leaves no cell.
    pub perfect: Signal<Out, Bit>,
    /// Level: the clear was difficult, and so was the one before.
    pub back_to_back: Signal<Out, Bit>,
}

/// Details of a clear that its name shows, beside its [kind](ClearKind). Valid when it is scored.
#[interface(client = ClearDetailReader)]
pub struct ClearDetail {
    /// Level: the lock was a mini T-spin.
    pub mini: Signal<Out, Bit>,
    /// Rows of garbage that the lock sends in a game of versus, 0 to 12.
    pub sent: Signal<Out, Bits<4>>,
}
