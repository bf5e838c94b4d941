//! Watched signals of the game engine.

use super::trace_event::Piece;
use gatefall_devices::Change;

/// Games with this engine, and their scene registers.
const SCENES: [(&str, &str); 2] = [
    ("arcade", "console.scene_control.current"),
    ("handheld", "scene_control.scene"),
];

/// Watched signals of a game, in the order of the fields of [`View`]. `None` if the game has
/// another engine.
pub(super) fn watched(game: &str) -> Option<Vec<&'static str>> {
    let (_, scene) = SCENES.iter().find(|(name, _)| *name == game)?;
    Some([&[*scene], &ENGINE[..]].concat())
}

/// Signals of the engine in the trace.
pub(super) const ENGINE: [&str; 39] = [
    "game_engine.turn_control.sequencer.state",
    "game_engine.play.player_input.state",
    "game_engine.play.fall.state",
    "game_engine.play.lock.state",
    "game_engine.play.spawn.state",
    "game_engine.versus_control.attack.state",
    "game_engine.versus_control.garbage_rise.state",
    "game_engine.turn_control.context_switch.current",
    "game_engine.two_players",
    "game_engine.turn_control.match_control.out",
    "game_engine.turn_control.match_control.is_over",
    "game_engine.turn_control.match_control.is_finished",
    "game_engine.turn_control.sequencer.ticking",
    "game_engine.play.fall.is_dropping",
    "game_engine.key_input.direction_keys.soft_drop_held",
    "game_engine.lock_scoring.t_spin_detector.spin_kind",
    "game_engine.versus_control.garbage_rise.raised",
    "game_engine.falling_piece_update.running",
    "game_engine.falling_piece_update.accepted_now",
    "game_engine.falling_piece_update.registers.fitting_test",
    "game_engine.falling_piece_update.registers.shape_now",
    "game_engine.falling_piece_update.registers.rotation_now",
    "game_engine.falling_piece_update.registers.x_now",
    "game_engine.falling_piece_update.registers.y_now",
    "game_engine.board_controller.write_enable",
    "game_engine.board_controller.write_address",
    "game_engine.board_controller.write_data",
    "game_engine.board_controller.control.full_rows",
    "game_engine.board_controller.leftover",
    "game_engine.lock_scoring.clear_scoring.is_back_to_back",
    "game_engine.lock_scoring.clear_scoring.streak",
    "game_engine.versus_control.garbage.attack",
    "game_engine.versus_control.garbage.total",
    "game_engine.lock_scoring.scoreboard.running",
    "game_engine.lock_scoring.scoreboard.writing",
    "game_engine.lock_scoring.scoreboard.position",
    "game_engine.lock_scoring.scoreboard.digit",
    "game_engine.lock_scoring.scoreboard.level_now",
    "game_engine.key_input.press_queue.operation",
];

/// The state machines at the head of [`ENGINE`]: the sequencer, then those of play.
pub(super) const MACHINES: usize = 7;

const SHAPES: [&str; 8] = ["-", "I", "J", "L", "O", "S", "T", "Z"];

/// Values of the watched signals, by name. Values of a player are those of the active player.
#[derive(Clone)]
pub(super) struct View {
    pub scene: usize,
    /// State of each machine.
    pub states: [usize; MACHINES],
    /// 0 is player 1.
    pub player: usize,
    pub two_players: bool,
    /// Bit 0 is player 1, bit 1 is player 2.
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
    /// Rows of an attack that remain to be sent.
    pub attack: u64,
    /// Pending rows of garbage.
    pub pending: u64,
    pub counting: bool,
    pub write_digit: bool,
    pub position: usize,
    pub digit: u64,
    pub level: u64,
    pub press: u64,
}

/// Interprets `bits` bits as a two's complement number.
fn signed(value: u64, bits: u32) -> i64 {
    (value << (64 - bits)) as i64 >> (64 - bits)
}

impl View {
    pub(super) fn new(change: &Change) -> View {
        let mut values = change.values.iter().copied();
        let mut next = || values.next().expect("the bench watches what a view reads");
        View {
            scene: next() as usize,
            states: std::array::from_fn(|_| next() as usize),
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
