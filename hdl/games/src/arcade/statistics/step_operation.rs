//! Turns the operation of a [step](super::steps) into the inputs of the decimal unit.
//!
//! Combinational.

use super::score_table::TableStepReader;
use super::steps::{Index, Operation};
use super::text_rom::{item, SCORE_AFTER_TIME};
use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// Items and operation of a step.
#[derive(LogicBlock, Module)]
pub struct StepOperation {
    /// The item of the step.
    pub step_item: Signal<In, Bits<7>>,
    /// Which item of several, see [`Index`].
    pub index: Signal<In, Bits<2>>,
    /// The item that is compared or copied.
    pub step_other: Signal<In, Bits<7>>,
    /// Operation of the step, see [`Operation`].
    pub operation: Signal<In, Bits<3>>,
    /// Level: the condition of the step holds.
    pub holds: Signal<In, Bit>,
    /// The entry of a score table.
    pub entry: TableStepReader,
    /// Level: the mode is sprint; its result is the time.
    pub sprint: Signal<In, Bit>,
    /// Level: the mode is ultra; its time counts down.
    pub ultra: Signal<In, Bit>,
    /// The number of the countdown.
    pub number: Signal<In, Bits<2>>,
    /// The player.
    pub player: Signal<In, Bit>,
    /// The item to walk over.
    pub item: Signal<Out, Bits<7>>,
    /// The item that it is compared with or copied to.
    pub other: Signal<Out, Bits<7>>,
    /// Count up.
    pub up: Signal<Out, Bit>,
    /// Count down.
    pub down: Signal<Out, Bit>,
    /// Copy.
    pub copy: Signal<Out, Bit>,
    /// Subtract.
    pub subtract: Signal<Out, Bit>,
    #[default(0)]
    low_bits: Signal<Local, Bits<7>>,
    own: Signal<Local, Bits<7>>,
    partner: Signal<Local, Bits<7>>,
    of_table: Signal<Local, Bits<7>>,
    of_entry: Signal<Local, Bit>,
    is_compare: Signal<Local, Bit>,
    place: Signal<Local, Bits<3>>,
    counts: Signal<Local, Bit>,
    counts_time: Signal<Local, Bit>,
    compares: Signal<Local, Bit>,
    copies: Signal<Local, Bit>,
    #[value(Index::Entry as u8)]
    index_entry: Constant<Bits<2>>,
    #[value(Index::Number as u8)]
    index_number: Constant<Bits<2>>,
    #[value(Index::Player as u8)]
    index_player: Constant<Bits<2>>,
    #[value(Operation::Count as u8)]
    operation_count: Constant<Bits<3>>,
    #[value(Operation::CountTime as u8)]
    operation_count_time: Constant<Bits<3>>,
    #[value(Operation::Compare as u8)]
    operation_compare: Constant<Bits<3>>,
    #[value(Operation::Copy as u8)]
    operation_copy: Constant<Bits<3>>,
    #[value(Operation::Subtract as u8)]
    operation_subtract: Constant<Bits<3>>,
    #[value(SCORE_AFTER_TIME)]
    score_after_time: Constant<Bits<7>>,
    #[value(item::TABLES)]
    tables: Constant<Bits<7>>,
    #[value(item::EMPTY)]
    empty: Constant<Bits<7>>,
}

#[clocked]
impl Logic for StepOperation {
    #[hdl_gen]
    fn update(&mut self) {
        self.of_entry.next = self.index.val() == self.index_entry.val();
        self.is_compare.next = self.operation.val() == self.operation_compare.val();
        self.place.next = self.entry.place.val();
        if self.is_compare.val() {
            self.place.next = self.entry.before.val();
        }
        self.of_table.next = bit_cast::<7, 2>(self.entry.table.val()) << 4;
        if self.of_entry.val() {
            self.low_bits.next = self.of_table.val() | (bit_cast::<7, 3>(self.place.val()) << 1);
        } else if self.index.val() == self.index_number.val() {
            self.low_bits.next = bit_cast::<7, 2>(self.number.val());
        } else if self.index.val() == self.index_player.val() {
            self.low_bits.next = bit_cast::<7, 1>(self.player.val().into());
        }
        self.own.next = self.step_item.val() | self.low_bits.val();
        self.counts.next = (self.operation.val() == self.operation_count.val()) & self.holds.val();
        self.counts_time.next =
            (self.operation.val() == self.operation_count_time.val()) & self.holds.val();
        self.compares.next = self.is_compare.val() & self.holds.val();
        self.copies.next = (self.operation.val() == self.operation_copy.val()) & self.holds.val();
        self.partner.next = self.step_other.val();
        if self.of_entry.val() & !self.sprint.val() {
            self.partner.next = self.step_other.val() | self.score_after_time.val();
        }
        if self.of_entry.val() & self.copies.val() & self.entry.moves.val() {
            self.partner.next = self.tables.val()
                | self.of_table.val()
                | (bit_cast::<7, 3>(self.entry.before.val()) << 1);
        } else if self.of_entry.val() & self.copies.val() & self.entry.empties.val() {
            self.partner.next = self.empty.val() | (bit_cast::<7, 2>(self.entry.table.val()) << 1);
        }
        self.up.next = self.counts.val() | (self.counts_time.val() & !self.ultra.val());
        self.down.next = self.counts_time.val() & self.ultra.val();
        self.copy.next = self.copies.val();
        self.subtract.next =
            (self.operation.val() == self.operation_subtract.val()) & self.holds.val();
        self.item.next = self.own.val();
        self.other.next = self.partner.val();
        if self.compares.val() | self.copies.val() {
            self.item.next = self.partner.val();
            self.other.next = self.own.val();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arcade::statistics::text_rom::entry;
    use gatefall_bench::{peek, poke, Bench};

    fn step(operation: Operation, holds: bool) -> Bench<StepOperation> {
        let mut uut = Bench::new(StepOperation::default());
        poke!(uut.step_item = item::COUNT.to_bits());
        poke!(uut.operation = (operation as u8).to_bits());
        poke!(uut.holds = holds);
        uut
    }

    fn items(uut: &mut Bench<StepOperation>) -> (u8, u8) {
        (peek!(uut.item).to_u8(), peek!(uut.other).to_u8())
    }

    #[test]
    fn only_the_time_of_ultra_counts_down() {
        for (operation, ultra, up, down) in [
            (Operation::Count, true, true, false),
            (Operation::CountTime, false, true, false),
            (Operation::CountTime, true, false, true),
            (Operation::Copy, true, false, false),
            (Operation::Subtract, true, false, false),
        ] {
            let mut uut = step(operation, true);
            poke!(uut.ultra = ultra);
            assert_eq!((peek!(uut.up), peek!(uut.down)), (up, down));
            assert_eq!(peek!(uut.copy), operation == Operation::Copy);
            assert_eq!(peek!(uut.subtract), operation == Operation::Subtract);
            poke!(uut.holds = false);
            assert!(!peek!(uut.up) && !peek!(uut.down) && !peek!(uut.copy));
            assert!(!peek!(uut.subtract));
        }
    }

    #[test]
    fn the_result_of_a_sprint_is_its_time_and_the_shorter_is_the_better() {
        let mut uut = step(Operation::Compare, true);
        poke!(uut.step_item = (entry(0, 0) + 1).to_bits());
        poke!(uut.step_other = item::TIME.to_bits());
        poke!(uut.index = (Index::Entry as u8).to_bits());
        poke!(uut, entry.table = 2.into());
        poke!(uut, entry.before = 5.into());
        assert_eq!(items(&mut uut), (item::SCORE, entry(2, 5) + 1));
        poke!(uut, entry.table = 1.into());
        poke!(uut.sprint = true);
        poke!(uut.holds = false);
        assert_eq!(items(&mut uut), (entry(1, 5) + 1, item::TIME));
    }

    #[test]
    fn an_entry_gets_the_result_or_the_entry_before_or_nothing() {
        let mut uut = step(Operation::Copy, true);
        poke!(uut.step_item = entry(0, 0).to_bits());
        poke!(uut.step_other = (item::TIME - 1).to_bits());
        poke!(uut.index = (Index::Entry as u8).to_bits());
        poke!(uut, entry.table = 1.into());
        poke!(uut, entry.place = 6.into());
        poke!(uut, entry.before = 5.into());
        poke!(uut.sprint = true);
        assert_eq!(items(&mut uut), (item::TIME - 1, entry(1, 6)));
        poke!(uut, entry.moves = true);
        assert_eq!(items(&mut uut), (entry(1, 5), entry(1, 6)));
        poke!(uut, entry.moves = false);
        poke!(uut.sprint = false);
        assert_eq!(items(&mut uut), (item::SCORE - 1, entry(1, 6)));
        poke!(uut, entry.empties = true);
        assert_eq!(items(&mut uut), (item::EMPTY + 2, entry(1, 6)));
        poke!(uut.holds = false);
        assert_eq!(items(&mut uut).0, entry(1, 6), "it is shown only");
    }

    #[test]
    fn an_item_of_several_is_found_by_its_number() {
        let mut uut = step(Operation::Count, false);
        poke!(uut.number = 3.into());
        poke!(uut.player = true);
        for (index, low_bits) in [(Index::None, 0), (Index::Number, 3), (Index::Player, 1)] {
            poke!(uut.index = (index as u8).to_bits());
            assert_eq!(items(&mut uut).0, item::COUNT + low_bits);
        }
    }
}
