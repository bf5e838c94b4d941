//! Data types of a trace's lines.

use serde::Serialize;

/// A line of a trace.
#[derive(Serialize)]
pub(crate) struct Line {
    /// Time since power-up, in seconds.
    pub seconds: f64,
    /// 1 or 2, for events of one of two players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<usize>,
    #[serde(flatten)]
    pub event: Event,
}

/// A piece and its position.
#[derive(Clone, Copy, Serialize)]
pub(crate) struct Piece {
    pub piece: &'static str,
    /// Column of the left edge of the piece's box. 0 is the leftmost column.
    pub x: i64,
    /// Row of the box's lower edge. 0 is the floor.
    pub y: i64,
    /// Rotation: 0, 1 = R, 2, 3 = L.
    pub rotation: u64,
}

/// An event. Boards have their top row first. A letter is the shape of a cell, in lower case in a
/// full row. `#` is garbage.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub(crate) enum Event {
    Scene {
        scene: String,
    },
    NewGame,
    /// A new piece. Without a position if there was no room.
    Spawn {
        piece: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        x: Option<i64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        y: Option<i64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        rotation: Option<u64>,
        from: &'static str,
        accepted: bool,
    },
    /// An operation on the piece. `place` is the position after it.
    Operation {
        operation: &'static str,
        by: &'static str,
        #[serde(flatten)]
        place: Piece,
        /// Number of the accepted kick test.
        #[serde(skip_serializing_if = "Option::is_none")]
        kick: Option<u64>,
        accepted: bool,
    },
    Lock {
        #[serde(flatten)]
        place: Piece,
        spin: &'static str,
        board: Vec<String>,
    },
    Clear {
        kind: String,
        lines: u64,
        perfect: bool,
        back_to_back: bool,
        combo: u64,
        board: Vec<String>,
    },
    /// Full rows were removed.
    Collapse {
        board: Vec<String>,
    },
    Score {
        score: u64,
        lines: u64,
    },
    Level {
        level: u64,
    },
    /// The player's attack cancelled pending rows of the player.
    Cancel {
        rows: u64,
        pending: u64,
    },
    /// Rows were sent to the other player.
    Attack {
        rows: u64,
    },
    /// Rows arrived from the other player, and are pending.
    Garbage {
        rows: u64,
        pending: u64,
    },
    /// Pending rows entered at the bottom.
    Rise {
        rows: u64,
        pending: u64,
        board: Vec<String>,
    },
    /// End of a player's game.
    End {
        cause: &'static str,
        score: u64,
        lines: u64,
        level: u64,
    },
    /// End of a match. A draw has no winner.
    MatchEnd {
        winner: Option<u64>,
    },
}

impl Event {
    /// True for events of one player, false for events of the match.
    pub(super) fn is_of_player(&self) -> bool {
        !matches!(
            self,
            Event::Scene { .. } | Event::NewGame | Event::MatchEnd { .. }
        )
    }
}
