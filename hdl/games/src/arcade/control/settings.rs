//! The player's choices: rows of the menu and of the settings.
//!
//! The [rows](super::rows) are a table. A row has a value between a least and a greatest one. A
//! change goes to the next or the previous value, and from the last to the first. An item of the
//! [`text_rom`](crate::arcade::statistics::text_rom) shows it: a word for each value, or a number.
//!
//! The recorded game is a marathon of one player from level 1, with hold. It changes no row.
//!
//! Modes of one player and of two are separate rows; [`row::MODE`] is the one for the chosen
//! number of players. [`row::SILENCE`] shows everything that is silent.
//!
//! A pause leads to the settings, too. Most of them act at once. The lock delay, the speed and the
//! goal are those with which the game began.
//!
//! **Interface**: `item` and `is_number` belong to the `row` two clocks before. A changed row has
//! its new value two clocks later.

use super::game_limits::GameLimits;
use super::goal_choice::GoalChoice;
use super::menu::RowChangeReader;
use super::row_item::RowItem;
use super::row_registers::RowRegisters;
use super::rows::{mode, row, NO_LIMIT};
use super::scene_levels::SceneLevelsReader;
use super::start_level::StartLevel;
use crate::arcade::sound::game_sound::SoundSettingsSource;
use crate::falling_blocks::shell::keys::{
    EngineSettingsSource, HandlingSource, LockTimingSource, ShiftTimingSource,
};
use gatefall_macros::{clocked, interface, Module};
use rust_hdl::prelude::*;

/// Factor of a soft drop for value 0 of its row; each further value doubles it.
const SLOWEST_FACTOR: u8 = 5;

// An index of an array is a literal in rust-hdl; these are the rows of the indices in `update`.
const _: () = {
    assert!(row::MODE == 0 && row::PLAYERS == 1 && row::LEVEL == 2 && row::SKIN == 3);
    assert!(row::SILENCE == 4 && row::DELAY == 5 && row::INTERVAL == 6 && row::DELAY_CUT == 7);
    assert!(row::FACTOR == 8 && row::GUARD == 9 && row::LOCK == 10 && row::RESETS == 11);
    assert!(row::CLEAR_DELAY == 12 && row::NEXT == 13 && row::GHOST == 14 && row::HOLD == 15);
    assert!(row::SPEED == 16 && row::GOAL == 17 && row::RACE == 18 && row::BEST_OF == 19);
    assert!(row::MUSIC == 20 && row::EFFECTS == 21 && row::TUNE == 22 && row::KEYS == 23);
    assert!(row::MODE_OF_TWO == 26);
    assert!(NO_LIMIT == 16);
};

/// Reads and writes the values of all rows. [`row::MODE`] is the mode of one player then.
#[interface(client = SavedRowsClient)]
pub struct SavedRows {
    /// Level: the rows are open. None is changed or shown then.
    pub open: Signal<In, Bit>,
    /// Which row.
    pub row: Signal<In, Bits<5>>,
    /// Its value, a clock later.
    pub value: Signal<Out, Bits<6>>,
    /// Strobe: the row gets `new_value`.
    pub write: Signal<In, Bit>,
    /// Value for the row of the clock before.
    pub new_value: Signal<In, Bits<6>>,
    /// Strobe: a start by a key changes the number of players.
    pub changes: Signal<Out, Bit>,
}

/// The choices.
#[derive(LogicBlock, Module)]
pub struct Settings {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset: the first values.
    pub reset: Signal<In, Bit>,
    /// The row to be shown.
    pub row: Signal<In, Bits<5>>,
    /// Changes a row, which is shown at once.
    pub change: RowChangeReader,
    /// The rows, for the saved block.
    pub saved: SavedRows,
    /// Level: settings and score tables last until power-off.
    pub unsaved: Signal<In, Bit>,
    /// Level: the next press of the start key clears the score tables.
    pub clears_next: Signal<In, Bit>,
    /// Scenes.
    pub scenes: SceneLevelsReader,
    /// Item of the text ROM, or number, that shows the row.
    pub item: Signal<Out, Bits<6>>,
    /// `item` is a number.
    pub is_number: Signal<Out, Bit>,
    /// Level: two players are chosen.
    pub two_players: Signal<Out, Bit>,
    /// Level: of two players the second one has the keypad.
    pub keypad: Signal<Out, Bit>,
    /// Which [`mode`].
    pub mode: Signal<Out, Bits<3>>,
    /// Level: the mode is sprint.
    pub sprint: Signal<Out, Bit>,
    /// Level: the mode is ultra.
    pub ultra: Signal<Out, Bit>,
    /// Settings of the rules engine.
    pub engine: EngineSettingsSource,
    /// Number of the skin.
    pub skin: Signal<Out, Bits<2>>,
    /// Timing of auto shift.
    pub shift: ShiftTimingSource,
    /// When keys act on a piece.
    pub handling: HandlingSource,
    /// Lock delay.
    pub lock_timing: LockTimingSource,
    /// Games that win a match, less one.
    pub best_of: Signal<Out, Bits<2>>,
    /// Number of next pieces that are shown.
    pub next_count: Signal<Out, Bits<3>>,
    /// Level: the ghost is shown.
    pub ghost_shown: Signal<Out, Bit>,
    /// Settings of music and effects.
    pub sound: SoundSettingsSource,
    #[part]
    registers: RowRegisters,
    #[part]
    game_limits: GameLimits,
    #[part]
    row_item: RowItem,
    start_level: StartLevel,
    goal_choice: GoalChoice,
    /// Registered inputs: the path from a key to a new value is too long for one clock.
    row_now: DFF<Bits<5>>,
    changes: DFF<Bit>,
    loads: DFF<Bit>,
    goes_back: DFF<Bit>,
    /// Strobe: a game has begun, whose number of players is the chosen one.
    has_begun: DFF<Bit>,
    /// Values by name.
    mode_of_one: Signal<Local, Bits<6>>,
    mode_of_two: Signal<Local, Bits<6>>,
    players: Signal<Local, Bits<6>>,
    level: Signal<Local, Bits<6>>,
    skin_now: Signal<Local, Bits<6>>,
    silent: Signal<Local, Bits<6>>,
    delay: Signal<Local, Bits<6>>,
    interval: Signal<Local, Bits<6>>,
    factor: Signal<Local, Bits<6>>,
    next: Signal<Local, Bits<6>>,
    ghost: Signal<Local, Bits<6>>,
    hold: Signal<Local, Bits<6>>,
    speed: Signal<Local, Bits<6>>,
    music: Signal<Local, Bits<6>>,
    effects: Signal<Local, Bits<6>>,
    tune_now: Signal<Local, Bits<6>>,
    delay_cut: Signal<Local, Bits<6>>,
    guard: Signal<Local, Bits<6>>,
    lock_ticks: Signal<Local, Bits<6>>,
    resets: Signal<Local, Bits<6>>,
    clear_delay: Signal<Local, Bits<6>>,
    marathon_goal: Signal<Local, Bits<6>>,
    race_goal: Signal<Local, Bits<6>>,
    plays_two: Signal<Local, Bit>,
    with_two: Signal<Local, Bit>,
    mode_now: Signal<Local, Bits<3>>,
    is_silent: Signal<Local, Bit>,
    ticks: Signal<Local, Bits<5>>,
    #[value(SLOWEST_FACTOR)]
    slowest_factor: Constant<Bits<6>>,
    #[value(row::MODE)]
    row_mode: Constant<Bits<5>>,
    #[value(row::MODE_OF_TWO)]
    row_mode_of_two: Constant<Bits<5>>,
    #[value(mode::SPRINT)]
    mode_sprint: Constant<Bits<3>>,
    #[value(mode::ULTRA)]
    mode_ultra: Constant<Bits<3>>,
    #[value(mode::VERSUS)]
    mode_versus: Constant<Bits<3>>,
    #[value(mode::RACE)]
    mode_race: Constant<Bits<3>>,
}

#[clocked]
impl Logic for Settings {
    #[hdl_gen]
    fn update(&mut self) {
        // The values, by the numbers of their rows.
        self.mode_of_one.next = self.registers.values[0].val();
        self.players.next = self.registers.values[1].val();
        self.level.next = self.registers.values[2].val();
        self.skin_now.next = self.registers.values[3].val();
        self.silent.next = self.registers.values[4].val();
        self.delay.next = self.registers.values[5].val();
        self.interval.next = self.registers.values[6].val();
        self.delay_cut.next = self.registers.values[7].val();
        self.factor.next = self.registers.values[8].val();
        self.guard.next = self.registers.values[9].val();
        self.lock_ticks.next = self.registers.values[10].val();
        self.resets.next = self.registers.values[11].val();
        self.clear_delay.next = self.registers.values[12].val();
        self.next.next = self.registers.values[13].val();
        self.ghost.next = self.registers.values[14].val();
        self.hold.next = self.registers.values[15].val();
        self.speed.next = self.registers.values[16].val();
        self.marathon_goal.next = self.registers.values[17].val();
        self.race_goal.next = self.registers.values[18].val();
        self.best_of.next = self.registers.values[19].val().get_bits::<2>(1);
        self.music.next = self.registers.values[20].val();
        self.effects.next = self.registers.values[21].val();
        self.tune_now.next = self.registers.values[22].val();
        self.keypad.next = self.registers.values[23].val().any();
        self.mode_of_two.next = self.registers.values[26].val();

        self.two_players.next = self.players.val().get_bit(1);
        self.plays_two.next = self.two_players.val() & !self.scenes.is_recorded.val();
        self.mode_now.next = self.mode_of_one.val().get_bits::<3>(0);
        if self.scenes.is_recorded.val() {
            self.mode_now.next = 0.into();
        } else if self.two_players.val() {
            self.mode_now.next = self.mode_versus.val();
            if self.mode_of_two.val().any() {
                self.mode_now.next = self.mode_race.val();
            }
        }
        self.mode.next = self.mode_now.val();
        self.sprint.next = self.mode_now.val() == self.mode_sprint.val();
        // In versus time raises the level.
        self.engine.fixed_level.next = self.sprint.val() | self.plays_two.val();
        self.goal_choice.mode.next = self.mode_now.val();
        self.goal_choice.race.next = self.race_goal.val().get_bits::<2>(0);
        self.goal_choice.marathon.next = self.marathon_goal.val().any();
        self.has_begun.d.next = self.scenes.new_game.val();
        self.game_limits.begins.next = self.has_begun.q.val();
        self.game_limits.lock_ticks.next = self.lock_ticks.val();
        self.game_limits.resets.next = self.resets.val().get_bits::<5>(0);
        self.game_limits.classic.next = self.speed.val().any();
        self.game_limits.goal.next = self.goal_choice.goal.val();
        self.engine.goal.next = self.game_limits.game_goal.val();
        self.engine.classic_speed.next = self.game_limits.is_classic.val();
        LockTimingSource::link(&mut self.lock_timing, &mut self.game_limits.lock_timing);
        self.engine.clear_delay.next = self.clear_delay.val();
        self.handling.delay_cut.next = self.delay_cut.val().get_bits::<5>(0);
        self.handling.guard.next = self.guard.val().get_bits::<5>(0);
        self.handling.instant_drop.next = self.factor.val().get_bit(2);
        self.ultra.next = self.mode_now.val() == self.mode_ultra.val();
        self.engine.versus.next = self.mode_now.val() == self.mode_versus.val();
        self.start_level.level.next = self.level.val().get_bits::<4>(0);
        self.start_level.is_recorded.next = self.scenes.is_recorded.val();
        self.engine.start_level.next = self.start_level.digits.val();
        self.skin.next = self.skin_now.val().get_bits::<2>(0);
        self.shift.delay.next = self.delay.val().get_bits::<5>(0);
        // An interval of 0 goes to the wall, on every tick.
        self.handling.shift_to_wall.next = !self.interval.val().any();
        self.ticks.next = self.interval.val().get_bits::<5>(0)
            | bit_cast::<5, 1>(self.handling.shift_to_wall.val().into());
        self.shift.reload.next = self.shift.delay.val() - self.ticks.val();
        self.engine.soft_drop_factor.next =
            self.slowest_factor.val() << bit_cast::<6, 2>(self.factor.val().get_bits::<2>(0));
        self.next_count.next = self.next.val().get_bits::<3>(0);
        self.ghost_shown.next = self.ghost.val().any();
        self.engine.hold_allowed.next = self.hold.val().any() | self.scenes.is_recorded.val();
        self.is_silent.next = self.silent.val().any();
        self.sound.mute_music.next = self.is_silent.val() | !self.music.val().any();
        self.sound.mute_effects.next = self.is_silent.val() | !self.effects.val().any();
        self.sound.tune.next = self.tune_now.val().any();

        // The row that is shown or changed.
        self.row_now.d.next = self.row.val();
        if self.saved.open.val() {
            self.row_now.d.next = self.saved.row.val();
        }
        if self.change.changes.val() {
            self.row_now.d.next = self.change.row.val();
        }
        self.changes.d.next = self.change.changes.val();
        self.goes_back.d.next = self.change.backwards.val();
        self.registers.row.next = self.row_now.q.val();
        if (self.row_now.q.val() == self.row_mode.val())
            & self.two_players.val()
            & (!self.saved.open.val() | self.changes.q.val())
        {
            self.registers.row.next = self.row_mode_of_two.val();
        }
        self.registers.change.next = self.changes.q.val();
        self.loads.d.next = self.saved.write.val();
        self.registers.load.next = self.loads.q.val();
        self.registers.loaded.next = self.saved.new_value.val();
        self.saved.value.next = self.registers.value.val();
        self.registers.backwards.next = self.goes_back.q.val();
        self.registers.start.next = self.scenes.new_game.val();
        // The recorded game leaves the number of players as it is.
        self.with_two.next = self.scenes.two_players.val()
            | (self.scenes.is_recorded.val() & self.two_players.val());
        self.registers.with_two.next = self.with_two.val();
        self.saved.changes.next =
            self.scenes.new_game.val() & (self.with_two.val() != self.two_players.val());
        self.row_item.row.next = self.row_now.q.val();
        self.row_item.value.next = self.registers.value.val();
        self.row_item.first_item.next = self.registers.first_item.val();
        self.row_item.has_number.next = self.registers.is_number.val();
        self.row_item.mute_music.next = self.sound.mute_music.val();
        self.row_item.mute_effects.next = self.sound.mute_effects.val();
        self.row_item.unsaved.next = self.unsaved.val();
        self.row_item.clears_next.next = self.clears_next.val();
        self.item.next = self.row_item.item.val();
        self.is_number.next = self.row_item.is_number.val();
    }
}

#[cfg(test)]
mod tests;
