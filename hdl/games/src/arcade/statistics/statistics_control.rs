//! Updates statistics, clock and records, and shows them and the settings on the screen.
//!
//! Everything is done in steps of one walk of the [`DecimalUnit`]. The [table of
//! steps](super::steps) says for each step which item it changes, how, under which condition, and
//! its place on the screen. The next of the [`PendingEvents`] begins a run, and [`StepSequence`]
//! goes through the table until it ends.
//!
//! ```text
//!                                                          SettingsRows
//!                                                               | row
//! PendingEvents --first step--> StepSequence --> StepTable --StepPlace--> DecimalUnit --> screen
//!                                 ^                |  |                     ^     |
//!                                 |                |  +--> StepOperation ---+     |
//!                                 |                +----> StepCondition ----+     |
//!                                 +------------ end of the walk ------------------+
//! ```
//!
//! A change of a setting aborts the step that shows a row, since the settings then look up another
//! row.
//!
//! **Interface**: strobes are kept until their steps begin. `ending` is high until the end of a
//! game is recorded; no other game may start before.
//!
//! **Latency**: a lock begins after at most three other steps, 80 clocks, in which no other piece
//! locks. It takes six steps of 13 clocks, and as many more as rows are sent. The end of a game
//! takes 38 clocks for each hundredth of a piece per second: less than 4 ms. Each number at its
//! highest value takes one more walk.

use super::decimal_unit::DecimalUnit;
use super::item_memory::OpenRecords;
use super::pending_events::PendingEvents;
use super::settings_rows::SettingsRows;
use super::step_condition::StepCondition;
use super::step_operation::StepOperation;
use super::step_place::StepPlace;
use super::step_sequence::StepSequence;
use super::step_table::StepTable;
use super::steps::Operation;
use crate::falling_blocks::shell::scenes::GameResultReader;
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
    /// Player of a lock. Sampled with it.
    pub player: Signal<In, Bit>,
    /// Rows that the last clear sends in a game of versus, else 0.
    pub sent: Signal<In, Bits<4>>,
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
    /// Strobe: the game has ended.
    pub ends: Signal<In, Bit>,
    /// Its result.
    pub result: GameResultReader,
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
    /// The records; while they are open no walk begins.
    pub records: OpenRecords,
    /// Strobe: a new record is in the memory.
    pub stores_record: Signal<Out, Bit>,
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
    #[part]
    step_sequence: StepSequence,
    step_table: StepTable,
    step_place: StepPlace,
    step_operation: StepOperation,
    #[part]
    step_condition: StepCondition,
    in_row: Signal<Local, Bit>,
    ends_step: Signal<Local, Bit>,
    clears: Signal<Local, Bit>,
    #[value(Operation::CountTime as u8)]
    count_time: Constant<Bits<3>>,
}

#[clocked]
impl Logic for StatisticsControl {
    #[hdl_gen]
    fn update(&mut self) {
        self.record.next = self.step_condition.record.val();
        self.stores_record.next =
            self.pending_events.recorded.val() & self.step_condition.record.val();
        self.step_sequence.waits.next = self.records.open.val();
        OpenRecords::link(&mut self.records, &mut self.decimal_unit.records);
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

        self.step_sequence.first_step.next = self.pending_events.first_step.val();
        self.step_sequence.busy.next = self.decimal_unit.busy.val();
        self.step_sequence.row_changes.next = self.settings_rows.changes.val();
        self.step_sequence.condition.next = self.step_table.condition.val();
        self.step_sequence.holds.next = self.step_condition.holds.val();
        self.step_sequence.last.next = self.step_table.last.val();
        self.step_sequence.is_short.next = self.step_condition.is_short.val();
        self.step_sequence.has_sent.next = self.step_condition.has_sent.val();
        self.step_sequence.saturates.next = self.decimal_unit.saturates.val();
        self.step_sequence.two_players.next = self.two_players.val();
        self.step_sequence.player.next = self.step_condition.of_player.val();
        self.step_table.step.next = self.step_sequence.step.val();
        self.in_row.next = self.step_sequence.in_row.val();
        self.ends_step.next = self.step_sequence.ends.val();
        self.pending_events.take.next = self.step_sequence.begins.val();
        self.pending_events.recorded.next =
            self.step_sequence.at_end.val() & self.step_condition.is_over.val();
        self.settings_rows.shown.next = self.in_row.val() & self.ends_step.val();

        self.step_condition.begins.next = self.step_sequence.begins.val();
        self.step_condition.lock.next = self.pending_events.is_lock.val();
        self.step_condition.start.next = self.pending_events.is_start.val();
        self.step_condition.tick.next = self.pending_events.is_tick.val();
        self.step_condition.scored.next = self.lock.scored.val();
        self.step_condition.player.next = self.player.val();
        self.step_condition.second.next = self.step_sequence.second.val();
        self.step_condition.sent.next = self.sent.val();
        self.step_condition.lines.next = self.lock.lines.val();
        self.step_condition.t_spin.next = self.lock.t_spin.val();
        self.step_condition.two_players.next = self.two_players.val();
        self.step_condition.sprint.next = self.sprint.val();
        self.step_condition.finished.next = self.result.finished.val();
        self.step_condition.out.next = self.result.out.val();
        self.step_condition.step_ends.next = self.ends_step.val();
        self.step_condition.greater.next = self.decimal_unit.greater.val();
        self.step_condition.counts_chain.next = self.step_table.breaks.val();
        self.step_condition.code.next = self.step_table.condition.val();

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
        self.step_operation.player.next = self.step_condition.of_player.val();
        self.decimal_unit.reset.next = self.reset.val() | self.step_sequence.aborts.val();
        self.decimal_unit.start.next = self.step_sequence.starts.val();
        self.decimal_unit.item.next = self.step_operation.item.val();
        self.decimal_unit.other.next = self.step_operation.other.val();
        self.decimal_unit.up.next = self.step_operation.up.val();
        self.decimal_unit.down.next = self.step_operation.down.val();
        self.decimal_unit.copy.next = self.step_operation.copy.val();
        self.decimal_unit.subtract.next = self.step_operation.subtract.val();
        self.decimal_unit.of_ultra.next = self.ultra.val();
        self.step_place.part.next = self.step_table.part.val();
        self.step_place.index.next = self.step_table.index.val();
        self.step_place.step_line.next = self.step_table.line.val();
        self.step_place.step_column.next = self.step_table.column.val();
        self.step_place.two_players.next = self.two_players.val();
        self.step_place.player.next = self.step_condition.of_player.val();
        self.decimal_unit.half.next = self.step_place.half.val();
        self.decimal_unit.in_last_half.next = self.step_place.in_last_half.val();
        self.clears.next = self.step_table.clears.val().get_bit(0)
            | (self.step_table.clears.val().get_bit(1) & self.match_fresh.val());
        self.decimal_unit.clear.next = (self.clears.val()
            & self.step_condition.is_start.val()
            & !self.step_operation.copy.val())
            | (self.step_table.breaks.val() & self.step_condition.breaks_chain.val());
        self.decimal_unit.shows.next = self.step_table.shows.val();
        self.decimal_unit.is_number.next = self.in_row.val() & self.row_is_number.val();
        self.decimal_unit.is_wide.next = self.settings_rows.is_wide.val();
        self.decimal_unit.line.next = self.step_place.line.val();
        self.decimal_unit.column.next = self.step_place.column.val();
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
        self.text_write.next =
            self.decimal_unit.text_write.val() & !self.step_sequence.aborts.val();
        self.is_writing.next = self.decimal_unit.busy.val();
        self.time_up.next = self.ends_step.val()
            & (self.step_table.operation.val() == self.count_time.val())
            & self.step_condition.holds.val()
            & self.ultra.val()
            & !self.decimal_unit.remains.val();
    }
}

#[cfg(test)]
mod tests;
