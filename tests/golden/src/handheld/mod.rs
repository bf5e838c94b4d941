//! The whole handheld: takes sampled levels of its buttons, gives scenes, games and the panel's
//! picture.
//!
//! A tick has sixteen beats. Each beat samples one button, so all eight are sampled in half a tick.
//! The last beat is the tick itself. It also samples M1, which acts on the scene before the tick.
//! So a game that is paused on a tick has had that tick.

mod buttons;
#[allow(clippy::module_inception)]
mod handheld;
mod picture;
mod tiles;

pub use buttons::Button;
pub use handheld::{Extras, Handheld, Page, BEATS, VISIBLE_ROWS};
pub use picture::{draw, HEIGHT, WIDTH};
pub use tiles::{tiles, Tile, Tiles, COLUMNS, ROWS};

#[cfg(test)]
mod tests;
