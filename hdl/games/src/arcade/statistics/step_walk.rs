//! A [step](super::steps) as a walk of the [`DecimalUnit`].
//!
//! The row of the table says which item the walk changes, how, and where it stands on the screen. A
//! row of the settings brings item and place along.
//!
//! **Interface**: `starts` is a strobe. `step`, `holds` and what belongs to the run are steady from
//! then until `busy` is low. `aborts` ends the walk at once, without the write of that clock.

use super::decimal_unit::DecimalUnit;
use super::item_memory::OpenTables;
use super::score_table::TableStepReader;
use super::settings_rows::ShownRowReader;
use super::step_operation::StepOperation;
use super::step_place::StepPlace;
use super::step_table::StepTable;
use super::steps::{step, Operation};
use super::text_rom::item;
use crate::arcade::picture::text_layer::TextWriteSource;
use crate::falling_blocks::shell::text::DigitWriteReader;
use gatefall_macros::{clocked, construct, Module};
use gatefall_widgets::property::{Definition, FreeConstant, Mutant, Observer, Property};
use rust_hdl::prelude::*;

/// The walk.
#[derive(LogicBlock, Module)]
pub struct StepWalk {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// The step.
    pub step: Signal<In, Bits<4>>,
    /// Strobe: begin.
    pub starts: Signal<In, Bit>,
    /// Strobe: end at once.
    pub aborts: Signal<In, Bit>,
    /// Level: the condition of the step holds.
    pub holds: Signal<In, Bit>,
    /// Level: the run is that of a new game.
    pub is_start: Signal<In, Bit>,
    /// Level: nobody has won a game of the match.
    pub match_fresh: Signal<In, Bit>,
    /// Level: the run is that of a lock that cleared no row.
    pub breaks_chain: Signal<In, Bit>,
    /// Level: two play.
    pub two_players: Signal<In, Bit>,
    /// The player of the run.
    pub player: Signal<In, Bit>,
    /// Level: the mode is sprint.
    pub sprint: Signal<In, Bit>,
    /// Level: the mode is ultra.
    pub ultra: Signal<In, Bit>,
    /// The number of the countdown.
    pub number: Signal<In, Bits<2>>,
    /// The entry of a score table.
    pub entry: TableStepReader,
    /// Level: the step shows a row of the settings.
    pub in_row: Signal<In, Bit>,
    /// That row.
    pub row: ShownRowReader,
    /// Level: its item is a number.
    pub row_is_number: Signal<In, Bit>,
    /// A digit that the engine writes.
    pub digit: DigitWriteReader,
    /// The score tables, between two walks.
    pub tables: OpenTables,
    /// Condition of the step.
    pub condition: Signal<Out, Bits<4>>,
    /// When the run ends, see [`Last`](super::steps::Last).
    pub last: Signal<Out, Bits<2>>,
    /// Level: the step counts the chain, or clears it.
    pub counts_chain: Signal<Out, Bit>,
    /// Level: the step counts the clock of an ultra down.
    pub counts_down: Signal<Out, Bit>,
    /// Level: a walk goes on.
    pub busy: Signal<Out, Bit>,
    /// Level: in the last walk `item` was greater than `other`.
    pub greater: Signal<Out, Bit>,
    /// Level: it counted up from the highest value.
    pub saturates: Signal<Out, Bit>,
    /// Level: it left a digit that is not 0.
    pub remains: Signal<Out, Bit>,
    /// Writes one character of the text.
    pub character: TextWriteSource,
    step_table: StepTable,
    step_place: StepPlace,
    step_operation: StepOperation,
    #[part]
    #[given]
    decimal_unit: DecimalUnit,
    clears: Signal<Local, Bit>,
    #[value(Operation::CountTime as u8)]
    count_time: Constant<Bits<3>>,
}

impl StepWalk {
    /// With or without names in the score tables.
    pub fn new(has_names: bool) -> Self {
        construct!(StepWalk {
            decimal_unit: DecimalUnit::new(has_names),
        })
    }

    /// Properties that are proved.
    ///
    /// `address` is any place below the score tables. `source` is the place of a digit that is
    /// copied to it (the chain to the combo) or subtracted from it (hundredths from pieces). `most`
    /// is 5 for the tens of seconds. A row of the settings is only shown.
    pub const PROPERTIES: &'static [Property] = &[Property {
        lemmas: &[
            "decimal_unit.phase <= 2 && (!busy || step_place.pair || decimal_unit.place <= 7)",
            "!busy || !decimal_unit.was_highest || step_operation.up",
            "!works || {decimal_unit.goes_down, decimal_unit.goes_up} \
             == {step_operation.down || decimal_unit.was_highest, \
                 step_operation.up && !decimal_unit.was_highest}",
            "!works || {decimal_unit.clears, decimal_unit.subtracts} \
             == {decimal_unit.clear, step_operation.subtract}",
            "!is_written || decimal_unit.phase != 1 || was_read",
            "!is_written || decimal_unit.phase != 2 || decimal_unit.character <= most \
             && (was_read || !step_operation.subtract)",
        ],
        assumed: &[
            "!address[9]",
            "!was_read || tables.read_data <= most",
            "!busy || the_run == last_run && !tables.open",
            "digit.code <= 9",
            "!tables.write || tables.open",
            "!in_row || step == 2",
            "condition != 0 || !holds",
        ],
        constants: &[FreeConstant::new("address", 10)],
        definitions: &[
            Definition::new("most", 4, "address == {7'd33, 3'd3} ? 5 : 9"),
            Definition::new(
                "source",
                10,
                "address[9:3] == 39 ? {7'd38, address[2:0]} \
                 : address[9:4] == 17 ? {7'd31, address[2:0]} : address",
            ),
            Definition::new("works", 1, "busy && decimal_unit.phase != 0"),
            Definition::new(
                "is_written",
                1,
                "busy && !in_row && address == ({step_operation.copy ? step_operation.other \
                 : decimal_unit.item, 3'd0} | decimal_unit.place)",
            ),
            Definition::new(
                "the_run",
                24,
                "{step, holds, is_start, match_fresh, breaks_chain, player, sprint, ultra, number, \
                 entry.table, entry.place, entry.before, entry.moves, entry.empties, in_row}",
            ),
        ],
        observers: &[
            Observer::new(
                "was_read",
                1,
                "decimal_unit.items.characters.read_address == address \
                 || decimal_unit.items.characters.read_address == source",
            ),
            Observer::new("last_run", 24, "the_run"),
        ],
        ..Property::new(
            "a digit written to a count or clock is at most 9 if all that were read are",
            "!decimal_unit.items.characters.write_enable \
             || decimal_unit.items.characters.write_address != address \
             || decimal_unit.items.characters.write_data <= most",
            Mutant::new("items_reads_other = |phase", "items_reads_other = 1'b1", 8).given(&[
                "step == 3 && holds && !in_row && !aborts && !digit.write && !tables.open",
            ]),
        )
    }];
}

/// The items that the property has by their numbers.
const _: () = {
    assert!(item::HUNDREDTHS == 31 && item::TIME == 33 && item::PIECES == 34);
    assert!(item::CHAIN == 38 && item::COMBO == 39 && step::ROW == 2 && step::PIECES == 3);
};

#[clocked]
impl Logic for StepWalk {
    #[hdl_gen]
    fn update(&mut self) {
        self.step_table.step.next = self.step.val();
        self.condition.next = self.step_table.condition.val();
        self.last.next = self.step_table.last.val();
        self.counts_chain.next = self.step_table.breaks.val();
        self.counts_down.next = (self.step_table.operation.val() == self.count_time.val())
            & self.holds.val()
            & self.ultra.val();

        self.step_operation.step_item.next = self.step_table.item.val();
        self.step_operation.index.next = self.step_table.index.val();
        self.step_operation.step_other.next = self.step_table.other.val();
        self.step_operation.operation.next = self.step_table.operation.val();
        self.step_operation.holds.next = self.holds.val();
        TableStepReader::link(&mut self.entry, &mut self.step_operation.entry);
        self.step_operation.sprint.next = self.sprint.val();
        self.step_operation.ultra.next = self.ultra.val();
        self.step_operation.number.next = self.number.val();
        self.step_operation.player.next = self.player.val();
        self.step_place.part.next = self.step_table.part.val();
        self.step_place.index.next = self.step_table.index.val();
        self.step_place.step_line.next = self.step_table.line.val();
        self.step_place.step_column.next = self.step_table.column.val();
        self.step_place.entry.next = self.entry.place.val();
        self.step_place.two_players.next = self.two_players.val();
        self.step_place.player.next = self.player.val();

        self.decimal_unit.reset.next = self.reset.val() | self.aborts.val();
        self.decimal_unit.start.next = self.starts.val();
        self.decimal_unit.item.next = self.step_operation.item.val();
        self.decimal_unit.other.next = self.step_operation.other.val();
        self.decimal_unit.up.next = self.step_operation.up.val();
        self.decimal_unit.down.next = self.step_operation.down.val();
        self.decimal_unit.copy.next = self.step_operation.copy.val();
        self.decimal_unit.subtract.next = self.step_operation.subtract.val();
        self.decimal_unit.of_ultra.next = self.ultra.val();
        self.decimal_unit.half.next = self.step_place.half.val();
        self.decimal_unit.pair.next = self.step_place.pair.val();
        self.decimal_unit.in_last_half.next = self.step_place.in_last_half.val();
        self.clears.next = self.step_table.clears.val().get_bit(0)
            | (self.step_table.clears.val().get_bit(1) & self.match_fresh.val());
        self.decimal_unit.clear.next =
            (self.clears.val() & self.is_start.val() & !self.step_operation.copy.val())
                | (self.step_table.breaks.val() & self.breaks_chain.val());
        self.decimal_unit.shows.next = self.step_table.shows.val();
        self.decimal_unit.is_number.next = self.in_row.val() & self.row_is_number.val();
        self.decimal_unit.is_wide.next = self.row.is_wide.val();
        self.decimal_unit.line.next = self.step_place.line.val();
        self.decimal_unit.column.next = self.step_place.column.val();
        if self.in_row.val() {
            self.decimal_unit.item.next = bit_cast::<7, 6>(self.row.item.val());
            self.decimal_unit.line.next = self.row.line.val();
            self.decimal_unit.column.next = self.row.column.val();
        }
        self.decimal_unit.blocked.next = self.digit.write.val();
        self.decimal_unit.position.next = self.digit.position.val();
        self.decimal_unit.digit.next = self.digit.code.val();
        OpenTables::link(&mut self.tables, &mut self.decimal_unit.tables);
        self.busy.next = self.decimal_unit.busy.val();
        self.greater.next = self.decimal_unit.greater.val();
        self.saturates.next = self.decimal_unit.saturates.val();
        self.remains.next = self.decimal_unit.remains.val();

        self.character.address.next = self.decimal_unit.text_address.val();
        self.character.code.next = self.decimal_unit.text_code.val();
        self.character.write.next =
            (self.decimal_unit.text_write.val() & !self.aborts.val()) | self.digit.write.val();
        if self.digit.write.val() {
            self.character.address.next = self.digit.address.val();
            self.character.code.next = self.digit.code.val();
        }
    }
}
