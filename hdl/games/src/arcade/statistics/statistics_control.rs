//! Updates statistics, clock and records, and shows them and the settings on the screen.
//!
//! Everything is done in steps of one walk of the [`DecimalUnit`]. The [table of
//! steps](super::steps) says for each step which item it changes, how, under which condition, and
//! its place on the screen. This module runs the steps: it takes the next of the
//! [`PendingEvents`] and goes through the table until the run ends.
//!
//! ```text
//!                                                  SettingsRows
//!                                                       | row
//! PendingEvents --first step--> step --> StepTable --item, place--> DecimalUnit --> screen
//!                                 ^        |                          ^     |
//!                                 |        +--> StepCondition --holds-+     |
//!                                 +------------ end of the walk ------------+
//! ```
//!
//! A change of a setting aborts the step that shows a row, since the settings then look up another
//! row.
//!
//! **Interface**: strobes are kept until their steps begin. `ending` is high until the end of a
//! game is recorded; no other game may start before.
//!
//! **Latency**: a lock waits for at most two other steps and takes six: less than 220 clocks, in
//! which no other piece locks. Each number at its highest value takes 24 clocks more.

use super::decimal_unit::DecimalUnit;
use super::pending_events::PendingEvents;
use super::settings_rows::SettingsRows;
use super::step_condition::StepCondition;
use super::step_operation::StepOperation;
use super::step_table::StepTable;
use super::steps::{condition, step, Index, Last, Operation};
use crate::falling_blocks::shell::sound_events::ScoredLockReader;
use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// Statistics, clock, records and texts.
#[derive(LogicBlock, Module)]
pub struct StatisticsControl {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset; then the settings are written.
    pub reset: Signal<In, Bit>,
    /// Number of the screen.
    pub screen: Signal<In, Bits<4>>,
    /// Level: two play.
    pub two_players: Signal<In, Bit>,
    /// Level: the game is paused.
    pub in_pause: Signal<In, Bit>,
    /// Level: a match is over.
    pub match_over: Signal<In, Bit>,
    /// Level: nobody has won a game of the match.
    pub match_fresh: Signal<In, Bit>,
    /// Which mode, see [`mode`](crate::arcade::control::rows::mode).
    pub mode: Signal<In, Bits<3>>,
    /// Level: the mode is sprint.
    pub sprint: Signal<In, Bit>,
    /// Level: the mode is ultra.
    pub ultra: Signal<In, Bit>,
    /// Strobe: a setting is about to change; a clock later the next two belong to another row.
    pub changed: Signal<In, Bit>,
    /// The row of the settings to be looked up.
    pub row: Signal<Out, Bits<5>>,
    /// Item or number that shows that row, a clock later.
    pub row_item: Signal<In, Bits<6>>,
    /// `row_item` is a number.
    pub row_is_number: Signal<In, Bit>,
    /// Strobe: a new game.
    pub new_game: Signal<In, Bit>,
    /// A lock, when it is scored.
    pub lock: ScoredLockReader,
    /// Strobe: a hundredth of a second has passed.
    pub hundredth: Signal<In, Bit>,
    /// Strobe: the countdown shows another number.
    pub counted: Signal<In, Bit>,
    /// That number.
    pub number: Signal<In, Bits<2>>,
    /// Strobe: the game has ended; the next two say how.
    pub ends: Signal<In, Bit>,
    /// The goal was reached, or the time is up.
    pub finished: Signal<In, Bit>,
    /// Players who are out: bit 0 player 1, bit 1 player 2.
    pub out: Signal<In, Bits<2>>,
    /// Level: the end of a game is not recorded yet.
    pub ending: Signal<Out, Bit>,
    /// Level: a walk of the decimal unit goes on. A reset that stopped it would leave half a
    /// number.
    pub is_writing: Signal<Out, Bit>,
    /// Level: the scoreboard writes to the screen.
    pub blocked: Signal<In, Bit>,
    /// The digit of the score of a game of one that it writes, see [`DecimalUnit::position`].
    pub position: Signal<In, Bits<4>>,
    /// The value of that digit.
    pub digit: Signal<In, Bits<6>>,
    /// Strobe: the time of ultra is up.
    pub time_up: Signal<Out, Bit>,
    /// Level: the last game of one is the best of its mode.
    pub record: Signal<Out, Bit>,
    /// Address in the text memory: {line, column}.
    pub text_address: Signal<Out, Bits<12>>,
    /// Character for that address.
    pub text_code: Signal<Out, Bits<6>>,
    /// Strobe: write it.
    pub text_write: Signal<Out, Bit>,
    #[part]
    pending_events: PendingEvents,
    #[part]
    settings_rows: SettingsRows,
    #[part]
    decimal_unit: DecimalUnit,
    step_table: StepTable,
    step_operation: StepOperation,
    #[part]
    step_condition: StepCondition,
    step: DFF<Bits<4>>,
    /// The walk of the step has not begun.
    is_fresh: DFF<Bit>,
    is_record: DFF<Bit>,
    is_idle: Signal<Local, Bit>,
    in_row: Signal<Local, Bit>,
    ends_step: Signal<Local, Bit>,
    is_last: Signal<Local, Bit>,
    aborts: Signal<Local, Bit>,
    in_countdown: Signal<Local, Bit>,
    clears: Signal<Local, Bit>,
    #[value(step::IDLE)]
    idle: Constant<Bits<4>>,
    #[value(step::ROW)]
    row_step: Constant<Bits<4>>,
    #[value(Index::Number as u8)]
    index_number: Constant<Bits<2>>,
    #[value(Operation::CountTime as u8)]
    count_time: Constant<Bits<2>>,
    #[value(Last::OfLock as u8)]
    last_of_lock: Constant<Bits<2>>,
    #[value(Last::OfAll as u8)]
    last_of_all: Constant<Bits<2>>,
    #[value(Last::OfEnd as u8)]
    last_of_end: Constant<Bits<2>>,
    #[value(condition::RECORD)]
    of_record: Constant<Bits<4>>,
}

#[clocked]
impl Logic for StatisticsControl {
    #[hdl_gen]
    fn update(&mut self) {
        self.record.next = self.is_record.q.val();
        self.ending.next = self.ends.val() | self.pending_events.end_pending.val();
        self.pending_events.hundredth.next = self.hundredth.val();
        self.pending_events.scored.next = self.lock.scored.val();
        self.pending_events.ends.next = self.ends.val();
        self.pending_events.new_game.next = self.new_game.val();
        self.pending_events.counted.next = self.counted.val();
        self.pending_events.row_due.next = self.settings_rows.due.val();
        self.settings_rows.changed.next = self.changed.val();
        self.settings_rows.screen.next = self.screen.val();
        self.settings_rows.in_pause.next = self.in_pause.val();
        self.settings_rows.match_over.next = self.match_over.val();
        self.settings_rows.mode.next = self.mode.val();
        self.settings_rows.row_item.next = self.row_item.val();
        self.row.next = self.settings_rows.row.val();

        // A step begins with a walk and ends with it.
        self.is_idle.next = self.step.q.val() == self.idle.val();
        self.in_row.next = self.step.q.val() == self.row_step.val();
        // After an abort the first clock of rest is not fresh.
        self.ends_step.next =
            !self.is_idle.val() & !self.is_fresh.q.val() & !self.decimal_unit.busy.val();
        self.is_fresh.d.next = self.is_idle.val() | self.ends_step.val();
        self.step_table.step.next = self.step.q.val();
        self.is_last.next = (self.step_table.last.val() == self.last_of_all.val())
            | (self.step_table.last.val() == self.last_of_end.val())
            | ((self.step_table.last.val() == self.last_of_lock.val())
                & self.step_condition.is_lock.val());
        self.aborts.next = self.in_row.val() & self.settings_rows.changes.val();
        if self.is_idle.val() {
            self.step.d.next = self.pending_events.first_step.val();
        } else if self.ends_step.val() {
            self.step.d.next = self.step.q.val() + 1;
        }
        if (self.ends_step.val() & self.is_last.val()) | self.aborts.val() {
            self.step.d.next = self.idle.val();
        }
        self.pending_events.take.next = self.is_idle.val();
        self.pending_events.recorded.next = self.ends_step.val()
            & (self.step_table.last.val() == self.last_of_end.val())
            & self.step_condition.is_over.val();
        self.settings_rows.shown.next = self.in_row.val() & self.ends_step.val();

        self.step_condition.begins.next = self.is_idle.val();
        self.step_condition.lock.next = self.pending_events.is_lock.val();
        self.step_condition.start.next = self.pending_events.is_start.val();
        self.step_condition.lines.next = self.lock.lines.val();
        self.step_condition.t_spin.next = self.lock.t_spin.val();
        self.step_condition.two_players.next = self.two_players.val();
        self.step_condition.sprint.next = self.sprint.val();
        self.step_condition.ultra.next = self.ultra.val();
        self.step_condition.finished.next = self.finished.val();
        self.step_condition.out.next = self.out.val();
        self.step_condition.step_ends.next = self.ends_step.val();
        self.step_condition.greater.next = self.decimal_unit.greater.val();
        self.step_condition.counts_chain.next = self.step_table.breaks.val();
        self.step_condition.code.next = self.step_table.condition.val();
        if self.ends_step.val() & (self.step_table.condition.val() == self.of_record.val()) {
            self.is_record.d.next = self.step_condition.holds.val();
        }

        // The walk.
        self.step_operation.step_item.next = self.step_table.item.val();
        self.step_operation.index.next = self.step_table.index.val();
        self.step_operation.step_other.next = self.step_table.other.val();
        self.step_operation.operation.next = self.step_table.operation.val();
        self.step_operation.holds.next = self.step_condition.holds.val();
        self.step_operation.mode.next = self.mode.val();
        self.step_operation.sprint.next = self.sprint.val();
        self.step_operation.ultra.next = self.ultra.val();
        self.step_operation.number.next = self.number.val();
        self.decimal_unit.reset.next = self.reset.val() | self.aborts.val();
        self.decimal_unit.start.next = self.is_fresh.q.val() & !self.is_idle.val();
        self.decimal_unit.item.next = self.step_operation.item.val();
        self.decimal_unit.other.next = self.step_operation.other.val();
        self.decimal_unit.up.next = self.step_operation.up.val();
        self.decimal_unit.down.next = self.step_operation.down.val();
        self.decimal_unit.copy.next = self.step_operation.copy.val();
        self.clears.next = self.step_table.clears.val().get_bit(0)
            | (self.step_table.clears.val().get_bit(1) & self.match_fresh.val());
        self.decimal_unit.clear.next = (self.clears.val()
            & self.step_condition.is_start.val()
            & !self.step_operation.copy.val())
            | (self.step_table.breaks.val() & self.step_condition.breaks_chain.val());
        self.decimal_unit.shows.next = self.step_table.shows.val();
        self.decimal_unit.is_number.next = self.in_row.val() & self.row_is_number.val();
        self.decimal_unit.is_wide.next = self.settings_rows.is_wide.val();
        // The line of the countdown with two players is the next one.
        self.in_countdown.next = self.step_table.index.val() == self.index_number.val();
        self.decimal_unit.line.next = self.step_table.line.val()
            | bit_cast::<6, 1>((self.in_countdown.val() & self.two_players.val()).into());
        self.decimal_unit.column.next = self.step_table.column.val();
        if self.in_row.val() {
            self.decimal_unit.item.next = self.settings_rows.item.val();
            self.decimal_unit.line.next = self.settings_rows.line.val();
            self.decimal_unit.column.next = self.settings_rows.column.val();
        }
        self.decimal_unit.blocked.next = self.blocked.val();
        self.decimal_unit.position.next = self.position.val();
        self.decimal_unit.digit.next = self.digit.val();
        self.text_address.next = self.decimal_unit.text_address.val();
        self.text_code.next = self.decimal_unit.text_code.val();
        self.text_write.next = self.decimal_unit.text_write.val() & !self.aborts.val();
        self.is_writing.next = self.decimal_unit.busy.val();
        self.time_up.next = self.ends_step.val()
            & (self.step_table.operation.val() == self.count_time.val())
            & self.ultra.val()
            & !self.decimal_unit.remains.val();
    }
}

#[cfg(test)]
mod tests;
