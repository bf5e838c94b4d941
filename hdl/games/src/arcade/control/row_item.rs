//! Item of the [`text_rom`](crate::arcade::statistics::text_rom) that shows a row.
//!
//! It follows the first item of the row by its value, but for four rows: the silence shows what is
//! silent, the items of a race have a gap, resets without a limit are a word, and the last row asks
//! before it clears, or says that nothing is saved.
//!
//! **Latency**: `item` and `is_number` belong to the other inputs of the clock before. They are
//! registers, as the way on to the memory of the words is long.

use super::rows::row;
use crate::arcade::statistics::text_rom::item;
use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// Finds the item.
#[derive(LogicBlock, Module)]
pub struct RowItem {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// The row.
    pub row: Signal<In, Bits<5>>,
    /// Its value.
    pub value: Signal<In, Bits<6>>,
    /// Item for value 0, or 0.
    pub first_item: Signal<In, Bits<6>>,
    /// The row is shown as a number.
    pub has_number: Signal<In, Bit>,
    /// Level: the music is silent.
    pub mute_music: Signal<In, Bit>,
    /// Level: the effects are.
    pub mute_effects: Signal<In, Bit>,
    /// Level: settings and score tables last until power-off.
    pub unsaved: Signal<In, Bit>,
    /// Level: the next press of the start key clears the score tables.
    pub clears_next: Signal<In, Bit>,
    /// Item or number.
    pub item: Signal<Out, Bits<6>>,
    /// `item` is a number.
    pub is_number: Signal<Out, Bit>,
    item_now: DFF<Bits<6>>,
    is_number_now: DFF<Bit>,
    shown: Signal<Local, Bits<6>>,
    has_no_limit: Signal<Local, Bit>,
    #[value(row::RESETS)]
    row_resets: Constant<Bits<5>>,
    /// The item of the goal of 100 lines stands one place further, see `item::RACES`.
    #[value(row::RACE)]
    row_race: Constant<Bits<5>>,
    #[value(row::SILENCE)]
    row_silence: Constant<Bits<5>>,
    #[value(row::SCORES)]
    row_scores: Constant<Bits<5>>,
    #[value(item::NO_FLASH)]
    no_flash: Constant<Bits<6>>,
    #[value(item::CLEAR)]
    clear: Constant<Bits<6>>,
}

#[clocked]
impl Logic for RowItem {
    #[hdl_gen]
    fn update(&mut self) {
        self.shown.next = self.value.val();
        if self.row.val() == self.row_silence.val() {
            self.shown.next = (bit_cast::<6, 1>(self.mute_effects.val().into()) << 1)
                | bit_cast::<6, 1>(self.mute_music.val().into());
        }
        if self.row.val() == self.row_race.val() {
            self.shown.next =
                self.value.val() | bit_cast::<6, 1>(self.value.val().get_bits::<1>(1));
        }
        self.item_now.d.next = self.first_item.val() + self.shown.val();
        if self.row.val() == self.row_scores.val() {
            if self.clears_next.val() {
                self.item_now.d.next = self.clear.val();
            } else if self.unsaved.val() {
                self.item_now.d.next = self.no_flash.val();
            }
        }
        self.has_no_limit.next =
            (self.row.val() == self.row_resets.val()) & self.shown.val().get_bit(4);
        self.is_number_now.d.next = self.has_number.val() & !self.has_no_limit.val();
        self.item.next = self.item_now.q.val();
        self.is_number.next = self.is_number_now.q.val();
    }
}
