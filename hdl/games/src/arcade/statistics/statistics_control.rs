//! Updates statistics, clock and score tables, and shows them and the settings on the screen.
//!
//! Everything is done in steps, each a [`StepWalk`]. The [table of
//! steps](super::steps) says for each step which item it changes, how, under which condition, and
//! its place on the screen. The next of the [`PendingEvents`] begins a run, and [`StepSequence`]
//! goes through the table until it ends.
//!
//! ```text
//!                                      SettingsRows   ScoreTable     keys
//!                                              row |   | entry          |
//! PendingEvents --first step--> StepSequence ----> StepWalk ------> EntryPort --> screen
//!                                 ^     step        ^   |
//!                                 |   StepCondition-+   |
//!                                 +----- end of walk ---+
//! ```
//!
//! A change of a setting aborts the step that shows a row, since the settings then look up another
//! row.
//!
//! **Interface**: strobes are kept until their steps begin. `ending` is high until the end of a
//! game is recorded, or the score tables are empty; no other game may start before.
//!
//! **Latency**: a lock begins after at most three other steps, 80 clocks, in which no other piece
//! locks. It takes six steps of 13 clocks, and as many more as rows are sent. The end of a game
//! takes 38 clocks for each hundredth of a piece per second: less than 4 ms. An entry of a score
//! table takes 76. Each number at its highest value takes one more walk.

use super::entry_port::EntryPort;
use super::item_memory::{OpenTables, OpenTablesClient};
use super::name_entry::TypedKeysReader;
use super::pending_events::PendingEvents;
use super::score_table::{ScoreTable, TableStep};
use super::settings_rows::{SettingsRows, ShownRow};
use super::step_condition::StepCondition;
use super::step_sequence::StepSequence;
use super::step_walk::StepWalk;
use crate::arcade::control::scene_levels::SceneLevelsReader;
use crate::arcade::picture::text_layer::TextWriteSource;
use crate::falling_blocks::shell::scenes::GameResultReader;
use crate::falling_blocks::shell::sound_events::ScoredLockReader;
use crate::falling_blocks::shell::text::DigitWriteReader;
use gatefall_macros::{clocked, construct, Module};
use gatefall_widgets::input::keyboard_decoder::ShownKeys;
use rust_hdl::prelude::*;

/// Statistics, clock, score tables and texts.
#[derive(LogicBlock, Module)]
pub struct StatisticsControl {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset; then the settings are written.
    pub reset: Signal<In, Bit>,
    /// Number of the screen.
    pub screen: Signal<In, Bits<4>>,
    /// All scenes.
    pub scenes: SceneLevelsReader,
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
    /// Item or number that shows that row, two clocks later.
    pub row_item: Signal<In, Bits<6>>,
    /// `row_item` is a number.
    pub row_is_number: Signal<In, Bit>,
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
    /// Level: the end of a game is not recorded yet, or a score table changes.
    pub ending: Signal<Out, Bit>,
    /// Level: a walk of the decimal unit goes on, or a score table changes. A reset that stopped
    /// it would leave half a number, or an entry twice.
    pub is_writing: Signal<Out, Bit>,
    /// A digit that the engine writes.
    pub digit: DigitWriteReader,
    /// Strobe: the time of ultra is up.
    pub time_up: Signal<Out, Bit>,
    /// The score tables; while they are open no walk begins.
    pub tables: OpenTables,
    /// Strobe: empty the score tables.
    pub clears_tables: Signal<In, Bit>,
    /// Strobe: a score table has changed.
    pub stores_entry: Signal<Out, Bit>,
    /// Level: the last game of one has an entry in the score table.
    pub entry_added: Signal<Out, Bit>,
    /// Its place.
    pub new_place: Signal<Out, Bits<3>>,
    /// Level: it is the best of its mode.
    pub record: Signal<Out, Bit>,
    /// Keys for a name.
    pub keys: TypedKeysReader,
    /// Keys of play, for their caps.
    pub caps: ShownKeys,
    /// Level: a name is being entered.
    pub name_is_open: Signal<Out, Bit>,
    /// Strobe: a letter changes, or the cursor moves.
    pub name_moves: Signal<Out, Bit>,
    /// Level: keys are to wait.
    pub stalls_keys: Signal<Out, Bit>,
    /// Writes one character of the text.
    pub character: TextWriteSource,
    #[part]
    pending_events: PendingEvents,
    #[part]
    settings_rows: SettingsRows,
    #[part]
    step_sequence: StepSequence,
    #[part]
    step_condition: StepCondition,
    #[part]
    score_table: ScoreTable,
    #[part]
    #[given]
    step_walk: StepWalk,
    #[part]
    #[given]
    entry_port: EntryPort,
    in_row: Signal<Local, Bit>,
    ends_step: Signal<Local, Bit>,
}

impl StatisticsControl {
    /// With or without names in the score tables.
    pub fn new(has_names: bool) -> Self {
        construct!(StatisticsControl {
            step_walk: StepWalk::new(has_names),
            entry_port: EntryPort::new(has_names),
        })
    }
}

#[clocked]
impl Logic for StatisticsControl {
    #[hdl_gen]
    fn update(&mut self) {
        self.entry_added.next = self.score_table.entry_added.val();
        self.new_place.next = self.score_table.new_place.val();
        self.record.next =
            self.score_table.entry_added.val() & !self.score_table.new_place.val().any();
        self.stores_entry.next = self.clears_tables.val()
            | (self.pending_events.recorded.val() & self.score_table.entry_added.val());
        self.ending.next = self.ends.val()
            | self.pending_events.end_pending.val()
            | self.clears_tables.val()
            | self.pending_events.clear_pending.val()
            | self.step_sequence.in_entry.val();
        self.pending_events.hundredth.next = self.hundredth.val();
        self.pending_events.scored.next = self.lock.scored.val();
        self.pending_events.ends.next = self.ends.val();
        self.pending_events.new_game.next = self.scenes.new_game.val();
        self.pending_events.counted.next = self.counted.val();
        self.pending_events.clears.next = self.clears_tables.val();
        self.pending_events.row_due.next = self.settings_rows.due.val();
        self.settings_rows.changed.next = self.changed.val();
        self.settings_rows.screen.next = self.screen.val();
        self.settings_rows.in_pause.next = self.scenes.in_pause.val();
        self.settings_rows.match_over.next = self.match_over.val();
        self.settings_rows.mode.next = self.mode.val();
        self.settings_rows.row_item.next = self.row_item.val();
        self.row.next = self.settings_rows.row.val();

        self.step_sequence.first_step.next = self.pending_events.first_step.val();
        self.step_sequence.waits.next = self.tables.open.val();
        self.step_sequence.pauses.next = self.entry_port.is_acting.val();
        self.step_sequence.busy.next = self.step_walk.busy.val();
        self.step_sequence.row_changes.next = self.settings_rows.changes.val();
        self.step_sequence.condition.next = self.step_walk.condition.val();
        self.step_sequence.holds.next = self.step_condition.holds.val();
        self.step_sequence.last.next = self.step_walk.last.val();
        self.step_sequence.is_short.next = self.step_condition.is_short.val();
        self.step_sequence.has_sent.next = self.step_condition.has_sent.val();
        self.step_sequence.more_entries.next = self.score_table.repeats.val();
        self.step_sequence.empties.next = self.score_table.step.empties.val();
        self.step_sequence.saturates.next = self.step_walk.saturates.val();
        self.step_sequence.two_players.next = self.scenes.two_players.val();
        self.step_sequence.player.next = self.step_condition.of_player.val();
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
        self.step_condition.empties.next = self.score_table.step.empties.val();
        self.step_condition.entry_changes.next = self.score_table.changes.val();
        self.step_condition.scored.next = self.lock.scored.val();
        self.step_condition.player.next = self.player.val();
        self.step_condition.second.next = self.step_sequence.second.val();
        self.step_condition.sent.next = self.sent.val();
        self.step_condition.lines.next = self.lock.lines.val();
        self.step_condition.t_spin.next = self.lock.t_spin.val();
        self.step_condition.two_players.next = self.scenes.two_players.val();
        self.step_condition.sprint.next = self.sprint.val();
        self.step_condition.finished.next = self.result.finished.val();
        self.step_condition.out.next = self.result.out.val();
        self.step_condition.step_ends.next = self.ends_step.val();
        self.step_condition.greater.next = self.step_walk.greater.val();
        self.step_condition.counts_chain.next = self.step_walk.counts_chain.val();
        self.step_condition.code.next = self.step_walk.condition.val();

        self.score_table.begins.next = self.step_sequence.begins.val();
        self.score_table.clears.next = self.pending_events.is_clear.val();
        self.score_table.mode.next = self.mode.val().get_bits::<2>(0);
        self.score_table.new_game.next = self.scenes.new_game.val();
        self.score_table.has_result.next = self.step_condition.has_result.val();
        self.score_table.is_end.next = self.step_condition.is_end_of_one.val();
        self.score_table.ends_compare.next = self.step_sequence.ends_compare.val();
        self.score_table.compares_better.next = self.step_walk.greater.val();
        self.score_table.is_better.next = self.step_condition.found_greater.val();
        self.score_table.ends_entry.next = self.step_sequence.ends_entry.val();

        self.step_walk.step.next = self.step_sequence.step.val();
        self.step_walk.starts.next = self.step_sequence.starts.val();
        self.step_walk.aborts.next = self.step_sequence.aborts.val();
        self.step_walk.holds.next = self.step_condition.holds.val();
        self.step_walk.is_start.next = self.step_condition.is_start.val();
        self.step_walk.match_fresh.next = self.match_fresh.val();
        self.step_walk.breaks_chain.next = self.step_condition.breaks_chain.val();
        self.step_walk.two_players.next = self.scenes.two_players.val();
        self.step_walk.player.next = self.step_condition.of_player.val();
        self.step_walk.sprint.next = self.sprint.val();
        self.step_walk.ultra.next = self.ultra.val();
        self.step_walk.number.next = self.number.val();
        TableStep::join(&mut self.score_table.step, &mut self.step_walk.entry);
        self.step_walk.in_row.next = self.in_row.val();
        ShownRow::join(&mut self.settings_rows.shows, &mut self.step_walk.row);
        self.step_walk.row_is_number.next = self.row_is_number.val();
        DigitWriteReader::link(&mut self.digit, &mut self.step_walk.digit);
        self.is_writing.next = self.step_walk.busy.val() | self.step_sequence.in_entry.val();
        self.time_up.next =
            self.ends_step.val() & self.step_walk.counts_down.val() & !self.step_walk.remains.val();

        self.entry_port.adds.next =
            self.pending_events.recorded.val() & self.score_table.entry_added.val();
        self.entry_port.is_shown.next = self.scenes.in_statistics.val();
        self.entry_port.table_number.next = self.score_table.step.table.val();
        self.entry_port.entry.next = self.score_table.new_place.val();
        TypedKeysReader::link(&mut self.keys, &mut self.entry_port.keys);
        ShownKeys::link(&mut self.caps, &mut self.entry_port.caps);
        self.entry_port.is_free.next = self.step_sequence.is_free.val();
        self.name_is_open.next = self.entry_port.is_open.val();
        self.name_moves.next = self.entry_port.moves.val();
        self.stalls_keys.next = self.entry_port.is_open.val() & !self.step_sequence.is_free.val();
        OpenTables::link(&mut self.tables, &mut self.entry_port.tables);
        OpenTablesClient::join(&mut self.entry_port.memory, &mut self.step_walk.tables);
        TextWriteSource::join(&mut self.step_walk.character, &mut self.entry_port.other);
        TextWriteSource::link(&mut self.character, &mut self.entry_port.character);
    }
}

#[cfg(test)]
mod tests;
