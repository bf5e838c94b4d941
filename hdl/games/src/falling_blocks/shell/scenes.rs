//! End of a game, from which the shells choose their scene.

use gatefall_macros::interface;
use rust_hdl::prelude::*;

/// End of a game and its result.
#[interface(client = GameResultReader)]
pub struct GameResult {
    /// Players that are out: bit 0 player 1, bit 1 player 2.
    pub out: Signal<Out, Bits<2>>,
    /// Level: the game was ended by its goal or its time.
    pub finished: Signal<Out, Bit>,
    /// Level: the game has ended, and all actions are complete.
    pub game_over: Signal<Out, Bit>,
}
