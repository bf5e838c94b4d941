//! Numbers of the screens.

/// In the screens of games: two play.
pub const OF_TWO: usize = 1;
/// In the screens after a game of one: the goal was reached, or the time is up.
pub const WITH_GOAL: usize = 1;
/// The title.
pub const TITLE: usize = 0;
/// The title with its menu.
pub const MENU: usize = 1;
/// The settings.
pub const SETTINGS: usize = 2;
/// Before a game of two.
pub const COUNTDOWN_TWO: usize = 3;
/// A game of one.
pub const PLAY: usize = 4;
/// A game of two.
pub const PLAY_TWO: usize = PLAY | OF_TWO;
/// The pause of one.
pub const PAUSE: usize = 6;
/// The pause of two.
pub const PAUSE_TWO: usize = PAUSE | OF_TWO;
/// After a game of one.
pub const END: usize = 8;
/// The page that sets the keys.
pub const KEYS: usize = 10;
/// Before a game of one.
pub const COUNTDOWN: usize = 12;
/// After a game of two; bits 0 and 1 are set for players 1 and 2 if they are out.
pub const RESULT: usize = 12;
