//! Turns the operation of a [step](super::steps) into the inputs of the decimal unit.
//!
//! Combinational.

use super::steps::{Index, Operation};
use super::text_rom::item;
use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// Items and operation of a step.
#[derive(LogicBlock, Module)]
pub struct StepOperation {
    /// The item of the step.
    pub step_item: Signal<In, Bits<6>>,
    /// Which item of several, see [`Index`].
    pub index: Signal<In, Bits<2>>,
    /// The item that is compared or copied.
    pub step_other: Signal<In, Bits<6>>,
    /// Operation of the step, see [`Operation`].
    pub operation: Signal<In, Bits<3>>,
    /// Level: the condition of the step holds.
    pub holds: Signal<In, Bit>,
    /// Which mode.
    pub mode: Signal<In, Bits<3>>,
    /// Level: the mode is sprint; its result is the time.
    pub sprint: Signal<In, Bit>,
    /// Level: the mode is ultra; its time counts down.
    pub ultra: Signal<In, Bit>,
    /// The number of the countdown.
    pub number: Signal<In, Bits<2>>,
    /// The player.
    pub player: Signal<In, Bit>,
    /// The item to walk over.
    pub item: Signal<Out, Bits<6>>,
    /// The item that it is compared with or copied to.
    pub other: Signal<Out, Bits<6>>,
    /// Count up.
    pub up: Signal<Out, Bit>,
    /// Count down.
    pub down: Signal<Out, Bit>,
    /// Copy.
    pub copy: Signal<Out, Bit>,
    /// Subtract.
    pub subtract: Signal<Out, Bit>,
    #[default(0)]
    low_bits: Signal<Local, Bits<6>>,
    own: Signal<Local, Bits<6>>,
    partner: Signal<Local, Bits<6>>,
    counts: Signal<Local, Bit>,
    counts_time: Signal<Local, Bit>,
    compares: Signal<Local, Bit>,
    copies: Signal<Local, Bit>,
    #[value(Index::Mode as u8)]
    index_mode: Constant<Bits<2>>,
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
    #[value(item::TIME)]
    time: Constant<Bits<6>>,
    #[value(item::SCORE)]
    score: Constant<Bits<6>>,
}

#[clocked]
impl Logic for StepOperation {
    #[hdl_gen]
    fn update(&mut self) {
        if self.index.val() == self.index_mode.val() {
            self.low_bits.next = bit_cast::<6, 3>(self.mode.val());
        } else if self.index.val() == self.index_number.val() {
            self.low_bits.next = bit_cast::<6, 2>(self.number.val());
        } else if self.index.val() == self.index_player.val() {
            self.low_bits.next = bit_cast::<6, 1>(self.player.val().into());
        }
        self.own.next = self.step_item.val() | self.low_bits.val();
        self.partner.next = self.step_other.val();
        if (self.step_other.val() == self.time.val()) & !self.sprint.val() {
            self.partner.next = self.score.val();
        }
        self.counts.next = (self.operation.val() == self.operation_count.val()) & self.holds.val();
        self.counts_time.next =
            (self.operation.val() == self.operation_count_time.val()) & self.holds.val();
        self.compares.next =
            (self.operation.val() == self.operation_compare.val()) & self.holds.val();
        self.copies.next = (self.operation.val() == self.operation_copy.val()) & self.holds.val();
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
    use gatefall_bench::{peek, poke, Bench};

    fn step(operation: Operation, holds: bool) -> Bench<StepOperation> {
        let mut uut = Bench::new(StepOperation::default());
        poke!(uut.step_item = item::BEST.to_bits());
        poke!(uut.step_other = item::TIME.to_bits());
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
        poke!(uut.index = (Index::Mode as u8).to_bits());
        poke!(uut.mode = 2.into());
        assert_eq!(items(&mut uut), (item::SCORE, item::BEST + 2));
        poke!(uut.mode = 1.into());
        poke!(uut.sprint = true);
        poke!(uut.holds = false);
        assert_eq!(items(&mut uut), (item::BEST + 1, item::TIME));
        poke!(uut.operation = (Operation::Copy as u8).to_bits());
        assert_eq!(items(&mut uut).0, item::BEST + 1, "no record is shown only");
        poke!(uut.holds = true);
        assert_eq!(items(&mut uut), (item::TIME, item::BEST + 1));
    }

    #[test]
    fn an_item_of_several_is_found_by_its_number() {
        let mut uut = step(Operation::Count, false);
        poke!(uut.mode = 4.into());
        poke!(uut.number = 3.into());
        poke!(uut.player = true);
        for (index, low_bits) in [
            (Index::None, 0),
            (Index::Mode, 4),
            (Index::Number, 3),
            (Index::Player, 1),
        ] {
            poke!(uut.index = (index as u8).to_bits());
            assert_eq!(items(&mut uut).0, item::BEST + low_bits);
        }
    }
}
