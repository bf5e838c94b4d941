//! What a trace watches of the game's engine.

use super::trace_event::Piece;
use gatefall_devices::Change;

/// The games with this engine, and where each has its scene.
const SCENES: [(&str, &str); 2] = [
    ("arcade", "scene_control.current"),
    ("handheld", "scene_control.scene"),
];

/// What is watched of a game, in the order of the fields of [`View`]; none if it has another engine.
pub(super) fn watched(game: &str) -> Option<Vec<&'static str>> {
    let (_, scene) = SCENES.iter().find(|(name, _)| *name == game)?;
    Some([&[*scene], &ENGINE[..]].concat())
}

/// What is watched of the engine.
pub(super) const ENGINE: [&str; 33] = [
    "game_engine.state",
    "game_engine.player_switch.current",
    "game_engine.two_players",
    "game_engine.match_control.out",
    "game_engine.match_control.is_over",
    "game_engine.match_control.is_finished",
    "game_engine.in_tick",
    "game_engine.dropping",
    "game_engine.soft_dropping",
    "game_engine.spin_kind",
    "game_engine.raised",
    "game_engine.falling_piece_update.running",
    "game_engine.falling_piece_update.accepted_now",
    "game_engine.falling_piece_update.fitting_test",
    "game_engine.falling_piece_update.shape_now",
    "game_engine.falling_piece_update.rotation_now",
    "game_engine.falling_piece_update.x_now",
    "game_engine.falling_piece_update.y_now",
    "game_engine.board_controller.write_enable",
    "game_engine.board_controller.write_address",
    "game_engine.board_controller.write_data",
    "game_engine.board_controller.full_rows",
    "game_engine.board_controller.leftover",
    "game_engine.award.is_back_to_back",
    "game_engine.award.streak",
    "game_engine.garbage.attack",
    "game_engine.garbage.total",
    "game_engine.scoreboard.running",
    "game_engine.scoreboard.writing",
    "game_engine.scoreboard.position",
    "game_engine.scoreboard.digit",
    "game_engine.scoreboard.level_now",
    "game_engine.press_queue.operation",
];

const SHAPES: [&str; 8] = ["-", "I", "J", "L", "O", "S", "T", "Z"];

/// The watched signals by name. What belongs to a player is that of the one whose turn it is.
#[derive(Clone)]
pub(super) struct View {
    pub scene: usize,
    pub state: usize,
    /// 0 is player 1.
    pub player: usize,
    pub two_players: bool,
    /// Bit 0 player 1, bit 1 player 2.
    pub out: u64,
    pub over: bool,
    pub finished: bool,
    pub in_tick: bool,
    pub dropping: bool,
    pub soft_dropping: bool,
    pub spin: u64,
    pub raised: u64,
    pub operation: u64,
    pub accepted: bool,
    pub kick: u64,
    pub piece: Piece,
    pub write: bool,
    pub write_address: usize,
    pub write_data: usize,
    pub full_rows: u64,
    pub leftover: bool,
    pub back_to_back: bool,
    pub streak: u64,
    /// Rows of an attack that are left to be sent.
    pub attack: u64,
    /// Rows of garbage that wait.
    pub pending: u64,
    pub counting: bool,
    pub write_digit: bool,
    pub position: usize,
    pub digit: u64,
    pub level: u64,
    pub press: u64,
}

/// A number of `bits` bits in two's complement.
fn signed(value: u64, bits: u32) -> i64 {
    (value << (64 - bits)) as i64 >> (64 - bits)
}

impl View {
    pub(super) fn new(change: &Change) -> View {
        let mut values = change.values.iter().copied();
        let mut next = || values.next().expect("the bench watches what a view reads");
        View {
            scene: next() as usize,
            state: next() as usize,
            player: next() as usize,
            two_players: next() != 0,
            out: next(),
            over: next() != 0,
            finished: next() != 0,
            in_tick: next() != 0,
            dropping: next() != 0,
            soft_dropping: next() != 0,
            spin: next(),
            raised: next(),
            operation: next(),
            accepted: next() != 0,
            kick: next(),
            piece: Piece {
                piece: SHAPES[next() as usize],
                rotation: next(),
                x: signed(next(), 5),
                y: signed(next(), 6),
            },
            write: next() != 0,
            write_address: next() as usize,
            write_data: next() as usize,
            full_rows: next(),
            leftover: next() != 0,
            back_to_back: next() != 0,
            streak: next(),
            attack: next(),
            pending: next(),
            counting: next() != 0,
            write_digit: next() != 0,
            position: next() as usize,
            digit: next(),
            level: next(),
            press: next(),
        }
    }
}
