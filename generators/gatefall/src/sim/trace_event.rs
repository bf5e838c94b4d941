//! The lines of a trace.

use serde::Serialize;

/// A line.
#[derive(Serialize)]
pub(crate) struct Line {
    /// Time since power-up.
    pub seconds: f64,
    /// 1 or 2, for what happens to one of two players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<usize>,
    #[serde(flatten)]
    pub event: Event,
}

/// A piece and where it is.
#[derive(Clone, Copy, Serialize)]
pub(crate) struct Piece {
    pub piece: &'static str,
    /// Column of the left edge of the piece's box; 0 is at the left wall.
    pub x: i64,
    /// Row of the box's lower edge; 0 is the floor.
    pub y: i64,
    /// 0, R = 1, 2, L = 3.
    pub rotation: u64,
}

/// What happened. Rows of a board come from the top down, a letter is a shape, small in a full row, and `#` is garbage.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub(crate) enum Event {
    Scene {
        scene: String,
    },
    NewGame,
    /// Without a place if there was no room.
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
    /// The piece is where it is afterwards.
    Operation {
        operation: &'static str,
        by: &'static str,
        #[serde(flatten)]
        place: Piece,
        /// The kick test that fitted.
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
    /// The full rows are gone.
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
    /// The player's attack took away rows that waited for the player.
    Cancel {
        rows: u64,
        pending: u64,
    },
    /// Rows go to the other player.
    Attack {
        rows: u64,
    },
    /// Rows have come from the other player, and wait.
    Garbage {
        rows: u64,
        pending: u64,
    },
    /// Rows that waited came in at the bottom.
    Rise {
        rows: u64,
        pending: u64,
        board: Vec<String>,
    },
    /// Of one player.
    End {
        cause: &'static str,
        score: u64,
        lines: u64,
        level: u64,
    },
    /// Of a game of two; nobody wins a draw.
    MatchEnd {
        winner: Option<u64>,
    },
}

impl Event {
    /// Whether it happens to one player, and not to all.
    pub(super) fn is_of_player(&self) -> bool {
        !matches!(
            self,
            Event::Scene { .. } | Event::NewGame | Event::MatchEnd { .. }
        )
    }
}
