//! Values of both players that the picture shows.

use gatefall_macros::interface;
use rust_hdl::prelude::*;

/// A value of `N` bits of each player.
#[interface(client = PerPlayerSource)]
pub struct PerPlayer<const N: usize> {
    /// Value of player 1.
    pub one: Signal<In, Bits<N>>,
    /// Value of player 2.
    pub two: Signal<In, Bits<N>>,
}
