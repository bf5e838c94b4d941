//! Properties of the engine that are proved.

use super::rest::{ACTIVE, DEFINITIONS, WAITS};
use super::GameEngine;
use gatefall_widgets::property::{Definition, Ending, Mutant, Observer, Property};

/// A property that is a lemma of the other one.
const ONE_ACTIVE: &str = "active <= 1 && (turn_control.sequencer.state == 0 || active == 0)";

impl GameEngine {
    /// Properties that are proved.
    pub const PROPERTIES: &'static [Property] = &[
        Property {
            definitions: &[ACTIVE],
            ..Property::new(
                "at most one machine of play is active, and none unless the sequencer rests",
                ONE_ACTIVE,
                Mutant::new(".begin_lock(fall_lock)", ".begin_lock(turn_start_game)", 6)
                    .also("!units_busy && !context_busy", "1'b1"),
            )
        },
        // `context_switch` has the rest of the proof: a bit that left at a place comes back there.
        Property {
            lemmas: &[
                ONE_ACTIVE,
                "settings.versus || versus_control.attack.state == 0",
                "turn_control.context_switch.step == 0 || turn_control.sequencer.state == 1 \
                 || turn_control.sequencer.state == 3 || versus_control.attack.state == 2",
            ],
            stable: &["settings.versus"],
            definitions: &[
                ACTIVE,
                // From the last bit to the first one.
                Definition::new(
                    "context",
                    151,
                    "{versus_control.garbage.total, \
                     versus_control.garbage.last_hole, \
                     versus_control.garbage.depth, \
                     versus_control.garbage.head, \
                     lock_scoring.scoreboard.level_now, \
                     lock_scoring.clear_scoring.was_difficult, \
                     lock_scoring.clear_scoring.streak, \
                     lock_scoring.t_spin_detector.turned_last, \
                     lock_delay.has_landed, \
                     lock_delay.lowest_so_far, \
                     lock_delay.restarts, \
                     lock_delay.ticks, \
                     gravity.fraction, \
                     hold.is_used, \
                     hold.slot, \
                     random_tetris.next, \
                     random_tetris.tail, \
                     random_tetris.head, \
                     random_tetris.lfsr.state, \
                     falling_piece_update.registers.lowest, \
                     falling_piece_update.registers.ghost_row, \
                     falling_piece_update.registers.rotation_now, \
                     falling_piece_update.registers.y_now, \
                     falling_piece_update.registers.x_now, \
                     falling_piece_update.registers.shape_now, \
                     falling_piece_update.registers.fitting_test, \
                     play.spawn.has_piece, \
                     play.player_input.key_pauses.cut_left, \
                     play.player_input.key_pauses.guard_left}",
                ),
            ],
            observers: &[
                Observer::new(
                    "is_shifted",
                    1,
                    "turn_control.context_shift && two_players && !new_game",
                ),
                Observer::new("context_before", 151, "context"),
                Observer::new("entered", 1, "turn_control.context_in"),
            ],
            ..Property::new(
                "the context is a shift register of 151 bits",
                "turn_control.context_out == context[150] \
                 && (!is_shifted || context == {context_before[149:0], entered})",
                Mutant::new("has_piece <= context_in", "has_piece <= 1'b1", 6)
                    .also("context_shift = step == STEP_SHIFT", "context_shift = 1'b1"),
            )
        },
        // The limits are proved for machines and units. A machine may wait for several units at
        // once: `stepping`, `emptying`, `permit`.
        Property {
            lemmas: &[
                ONE_ACTIVE,
                "settings.versus || versus_control.attack.state == 0 \
                 && versus_control.garbage_rise.state == 0 && versus_control.garbage.step == 0",
                "turn_control.context_switch.step == 0 || turn_control.sequencer.state == 1 \
                 || turn_control.sequencer.state == 3 || versus_control.attack.state == 2",
                // A unit works only while a machine waits for it, or a new game.
                "falling_piece_update.step == 0 || play.player_input.state == 2 \
                 || play.fall.state == 3 || play.lock.state == 2 || play.lock.state == 3 \
                 || play.spawn.state == 4 || play.spawn.state == 6 || new_game_waits",
                "board_controller.clear_line.step == 0 || play.lock.state == 4 \
                 || play.lock.state == 6 || play.spawn.state == 1 || new_game_waits",
                "board_controller.raise_rows.step == 0 || versus_control.garbage_rise.state == 2 \
                 || new_game_waits",
                "versus_control.garbage.step == 0 || versus_control.attack.state == 1 \
                 || versus_control.attack.state == 3 || versus_control.garbage_rise.state == 1 \
                 || new_game_waits",
                "lock_scoring.clear_scoring.step == 0 || play.lock.state == 5",
                "!lock_scoring.scoreboard.writing || lock_scoring.scoreboard.running",
                // A fall and a lock start no other operations.
                "play.fall.state == 0 && play.lock.state == 0 || falling_piece_update.step == 0 \
                 || falling_piece_update.running == 0 || falling_piece_update.running >= 6",
                "!stepping || stepping_for <= stepping_spent && stepping_spent < stepping_limit",
                "!emptying || emptying_for <= emptying_spent && emptying_spent < emptying_limit",
                "!permit || permit_for <= permit_spent && permit_spent < permit_limit",
            ],
            assumed: &["!settings.versus || two_players"],
            stable: &["settings.versus", "two_players"],
            waits: WAITS,
            definitions: DEFINITIONS,
            observers: &[
                Observer::new("stepping_for", 20, "stepping ? stepping_for + 1 : 0"),
                Observer::new("emptying_for", 20, "emptying ? emptying_for + 1 : 0"),
                Observer::new("permit_for", 20, "permit ? permit_for + 1 : 0"),
            ],
            ..Property::ends(
                "the engine returns to rest within 127,583 clocks",
                Ending {
                    busy: "!turn_control.sequencer.at_rest && !new_game",
                    spent: "turn_control.sequencer.state == 0 ? play_spent \
                            : new_game_waits ? new_game_spent \
                            : turn_control.sequencer.state == 2 ? new_game_limit + 1 \
                            : new_game_limit + 2 + context_wait",
                    clocks: Self::MOST_CLOCKS,
                },
                Mutant::new("!units_busy && !context_busy", "1'b0", 8),
            )
        },
    ];
}
