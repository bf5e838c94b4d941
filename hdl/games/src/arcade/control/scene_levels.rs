//! Levels of the scenes, for the parts of the console.

use gatefall_macros::interface;
use rust_hdl::prelude::*;

/// Levels of the scenes.
#[interface(client = SceneLevelsReader)]
pub struct SceneLevels {
    /// Level: the countdown before a game.
    pub in_countdown: Signal<Out, Bit>,
    /// Level: the game runs.
    pub in_play: Signal<Out, Bit>,
    /// Level: the menu of the pause.
    pub in_pause: Signal<Out, Bit>,
    /// Level: the game stands still: pause, its settings, and the wait after it.
    pub is_suspended: Signal<Out, Bit>,
    /// Level: there is no game, which may have been left.
    pub no_game: Signal<Out, Bit>,
    /// Level: two play, from the start of their game until the title.
    pub two_players: Signal<Out, Bit>,
    /// Level: the end of a game of one, which shows its statistics.
    pub in_statistics: Signal<Out, Bit>,
    /// Level: the title.
    pub on_title: Signal<Out, Bit>,
    /// Level: the page of the settings that sets the keys.
    pub in_keys: Signal<Out, Bit>,
    /// Strobe: the start key was pressed there.
    pub starts_key: Signal<Out, Bit>,
    /// Level: title, menu, settings, keys or pause, where keys of the piece have another meaning.
    pub has_list: Signal<Out, Bit>,
    /// Level: a game of one may begin again.
    pub may_restart: Signal<Out, Bit>,
    /// Level: the game is the recorded one, from the page with its keys on.
    pub is_recorded: Signal<Out, Bit>,
    /// Strobe: begin a new game.
    pub new_game: Signal<Out, Bit>,
    /// Strobe, one clock before that: reset the engine, so that the recorded game has its pieces.
    pub renews: Signal<Out, Bit>,
}
