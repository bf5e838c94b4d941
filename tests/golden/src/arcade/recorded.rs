//! State of the recorded game.

use super::choices::Choices;

/// Ticks on the title without a key.
pub const TITLE_TICKS: u32 = 20 * 60;
/// Ticks of the page with the keys.
pub const KEYS_TICKS: u32 = 8 * 60;
/// Ticks of the game.
pub const GAME_TICKS: u32 = 30 * 60;

/// A recorded game.
#[derive(Debug, Clone)]
pub(super) struct Recorded {
    /// The values of the player, which come back at its end.
    pub kept: Choices,
    /// Ticks that are left of the game.
    pub ticks: u32,
}
