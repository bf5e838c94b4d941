//! The way of the engine back to rest: limits of its parts, and the measure of the proof.

use super::GameEngine;
use crate::falling_blocks::board::clear_line::ClearLine;
use crate::falling_blocks::board::raise_rows::RaiseRows;
use crate::falling_blocks::engine::player_input::PlayerInput;
use crate::falling_blocks::exchange::context_switch::ContextSwitch;
use crate::falling_blocks::piece::fall::Fall;
use crate::falling_blocks::piece::falling_piece_update::FallingPieceUpdate;
use crate::falling_blocks::piece::lock::Lock;
use crate::falling_blocks::piece::random_tetris::RandomTetris;
use crate::falling_blocks::piece::spawn::Spawn;
use crate::falling_blocks::scoring::scoreboard::Scoreboard;
use crate::falling_blocks::versus::attack::Attack;
use crate::falling_blocks::versus::garbage::Garbage;
use crate::falling_blocks::versus::garbage_rise::GarbageRise;
use gatefall_widgets::property::{Definition, Wait};

/// The larger number.
const fn longer(one: u32, other: u32) -> u32 {
    if one > other {
        one
    } else {
        other
    }
}

impl GameEngine {
    /// Longest time away from rest: input, fall, lock, attack or garbage, and spawn.
    pub const MOST_CLOCKS: u32 = PlayerInput::MOST_CLOCKS
        + Fall::MOST_CLOCKS
        + Lock::MOST_CLOCKS
        + longer(Attack::MOST_CLOCKS, GarbageRise::MOST_CLOCKS)
        + Spawn::MOST_CLOCKS;
}

/// Machines of play that are not idle.
pub(super) const ACTIVE: Definition = Definition::new(
    "active",
    3,
    "{2'd0, play.player_input.state != 0} \
     + {2'd0, play.fall.state != 0} \
     + {2'd0, play.lock.state != 0} \
     + {2'd0, play.spawn.state != 0} \
     + {2'd0, versus_control.attack.state != 0} \
     + {2'd0, versus_control.garbage_rise.state != 0}",
);

/// Machines and units that are waited for. Their limits are proved for them.
pub(super) const WAITS: &[Wait] = &[
    Wait::new("input", "play.player_input.busy", PlayerInput::MOST_CLOCKS),
    Wait::new("fall", "play.fall.busy", Fall::MOST_CLOCKS),
    Wait::new("lock", "play.lock.busy", Lock::MOST_CLOCKS),
    Wait::new("attack", "versus_control.attack.busy", Attack::MOST_CLOCKS),
    Wait::new(
        "rise",
        "versus_control.garbage_rise.busy",
        GarbageRise::MOST_CLOCKS,
    ),
    Wait::new("spawn", "play.spawn.busy", Spawn::MOST_CLOCKS),
    Wait::new(
        "piece",
        "falling_piece_update.status.busy",
        FallingPieceUpdate::MOST_CLOCKS,
    ),
    Wait::new(
        "trial",
        "falling_piece_update.status.busy \
         && (falling_piece_update.running == 0 || falling_piece_update.running >= 6)",
        FallingPieceUpdate::TRIAL_CLOCKS,
    ),
    Wait::new(
        "sweep",
        "board_controller.clear_line.busy",
        ClearLine::MOST_CLOCKS,
    ),
    Wait::new(
        "raise",
        "board_controller.raise_rows.busy",
        RaiseRows::MOST_CLOCKS,
    ),
    Wait::new(
        "garbage",
        "versus_control.garbage.control.busy",
        Garbage::MOST_CLOCKS,
    ),
    Wait::new(
        "score",
        "lock_scoring.scoreboard.busy",
        Scoreboard::MOST_CLOCKS,
    ),
    Wait::new(
        "bags",
        "!random_tetris.control.ready",
        RandomTetris::MOST_CLOCKS,
    ),
    Wait::new(
        "context",
        "turn_control.context_switch.control.busy",
        ContextSwitch::MOST_CLOCKS,
    ),
    Wait::new(
        "picture",
        "!published && !piece_busy && slots.ready",
        ContextSwitch::MOST_UNPUBLISHED,
    ),
];

/// The clocks that are spent on each way.
pub(super) const DEFINITIONS: &[Definition] = &[
    ACTIVE,
    Definition::new("new_game_waits", 1, "turn_control.sequencer.state == 1"),
    Definition::new(
        "new_game_spent",
        20,
        "waits_for_piece ? piece_for : piece_limit \
         + (waits_for_sweep ? sweep_for : sweep_limit \
         + (waits_for_raise ? raise_for : raise_limit \
         + (waits_for_garbage ? garbage_for : garbage_limit \
         + (waits_for_score ? score_for : score_limit \
         + (waits_for_bags ? bags_for : bags_limit + context_wait)))))",
    ),
    Definition::new(
        "new_game_limit",
        20,
        "piece_limit + sweep_limit + raise_limit + garbage_limit + score_limit \
         + bags_limit + context_limit",
    ),
    Definition::new(
        "stepping",
        1,
        "play.fall.state == 3 \
         && (falling_piece_update.status.busy || lock_scoring.scoreboard.running)",
    ),
    Definition::new(
        "stepping_spent",
        20,
        "waits_for_trial ? trial_for : trial_limit + score_wait",
    ),
    Definition::new("stepping_limit", 20, "trial_limit + score_limit"),
    Definition::new(
        "emptying",
        1,
        "play.spawn.state == 1 && (play.spawn.units_busy || !play.spawn.bags.ready)",
    ),
    Definition::new(
        "emptying_spent",
        20,
        "waits_for_sweep ? sweep_for : sweep_limit \
         + (waits_for_score ? score_for : score_limit + bags_wait)",
    ),
    Definition::new(
        "emptying_limit",
        20,
        "sweep_limit + score_limit + bags_limit",
    ),
    Definition::new(
        "permit",
        1,
        "versus_control.attack.state == 1 && (versus_control.attack.garbage_busy \
         || !versus_control.attack.exchange_state.may_exchange)",
    ),
    Definition::new(
        "permit_spent",
        20,
        "waits_for_garbage ? garbage_for : garbage_limit \
         + (waits_for_bags ? bags_for : bags_limit \
         + (waits_for_score ? score_for : score_limit + picture_wait))",
    ),
    Definition::new(
        "permit_limit",
        20,
        "garbage_limit + bags_limit + score_limit + picture_limit",
    ),
    Definition::new(
        "play_spent",
        20,
        "waits_for_input ? input_for : input_limit \
         + (waits_for_fall ? fall_for : fall_limit \
         + (waits_for_lock ? lock_for : lock_limit \
         + (waits_for_attack ? attack_for : waits_for_rise ? rise_for \
         : (attack_limit > rise_limit ? attack_limit : rise_limit) + spawn_wait)))",
    ),
];
