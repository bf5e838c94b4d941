//! Modes of games of one player.

/// Mode of a game of one player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Marathon: without limit.
    Marathon,
    /// Sprint: forty lines, at the start level.
    Sprint,
    /// Ultra: limited time. The clock is outside the model.
    Ultra,
}
