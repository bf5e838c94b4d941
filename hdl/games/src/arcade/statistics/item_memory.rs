//! Memory of the [`DecimalUnit`](super::decimal_unit::DecimalUnit): the characters of 64 items, see
//! [`text_rom`].
//!
//! The scoreboard writes the digits of the score into it as it writes them to the screen. While the
//! records are open, the unit does not walk, and [`OpenRecords`] reads and writes them.
//!
//! **Latency**: a read takes one clock. A read at the address of a write returns the old word.

use super::text_rom::{self, item};
use gatefall_macros::{clocked, construct, interface, Module};
use rust_hdl::prelude::*;

/// Digits of the score.
const SCORE_DIGITS: u8 = 7;

/// Reads and writes the 32 characters from [`item::BEST`] on: the records and one more item.
#[interface(client = OpenRecordsClient)]
pub struct OpenRecords {
    /// Level: the records are open. Not in a walk.
    pub open: Signal<In, Bit>,
    /// Which character.
    pub place: Signal<In, Bits<5>>,
    /// Its code and mark, a clock later.
    pub read_data: Signal<Out, Bits<8>>,
    /// Code and mark to write.
    pub write_data: Signal<In, Bits<8>>,
    /// Strobe: write them. Not while the scoreboard writes.
    pub write: Signal<In, Bit>,
}

/// The memory.
#[derive(LogicBlock, Module)]
pub struct ItemMemory {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// The item of the walk.
    pub item: Signal<In, Bits<6>>,
    /// The item that it is compared with or copied to.
    pub other: Signal<In, Bits<6>>,
    /// The character of both.
    pub place: Signal<In, Bits<3>>,
    /// `item` is a number; one word has both digits.
    pub is_number: Signal<In, Bit>,
    /// Level: read `other`.
    pub reads_other: Signal<In, Bit>,
    /// Word that was read.
    pub read_data: Signal<Out, Bits<8>>,
    /// Level: write to `other`.
    pub copy: Signal<In, Bit>,
    /// Character to write.
    pub result: Signal<In, Bits<7>>,
    /// Strobe: write it.
    pub write: Signal<In, Bit>,
    /// Level: the scoreboard writes.
    pub blocked: Signal<In, Bit>,
    /// The digit of the score of a game of one that it writes, 0 is the lowest. 7 and more are
    /// none.
    pub position: Signal<In, Bits<4>>,
    /// The value of that digit.
    pub digit: Signal<In, Bits<6>>,
    /// The records.
    pub records: OpenRecords,
    #[part(clock)]
    #[given]
    characters: RAM<Bits<8>, 9>,
    own_address: Signal<Local, Bits<9>>,
    other_address: Signal<Local, Bits<9>>,
    score_place: Signal<Local, Bits<3>>,
    #[value(text_rom::address(item::NUMBERS))]
    numbers: Constant<Bits<9>>,
    #[value(text_rom::address(item::BEST))]
    best: Constant<Bits<9>>,
    #[value(text_rom::address(item::SCORE))]
    score: Constant<Bits<9>>,
    #[value(SCORE_DIGITS)]
    score_digits: Constant<Bits<4>>,
}

impl Default for ItemMemory {
    fn default() -> Self {
        construct!(ItemMemory {
            characters: text_rom::contents()
                .iter()
                .map(|code| code.to_bits())
                .into(),
        })
    }
}

#[clocked]
impl Logic for ItemMemory {
    #[hdl_gen]
    fn update(&mut self) {
        self.own_address.next =
            (bit_cast::<9, 6>(self.item.val()) << 3) | bit_cast::<9, 3>(self.place.val());
        self.other_address.next =
            (bit_cast::<9, 6>(self.other.val()) << 3) | bit_cast::<9, 3>(self.place.val());
        if self.records.open.val() {
            self.own_address.next = self.best.val() | bit_cast::<9, 5>(self.records.place.val());
        }
        self.characters.read_address.next = self.own_address.val();
        if self.is_number.val() {
            self.characters.read_address.next =
                bit_cast::<9, 6>(self.item.val()) | self.numbers.val();
        }
        if self.reads_other.val() {
            self.characters.read_address.next = self.other_address.val();
        }
        self.read_data.next = self.characters.read_data.val();
        self.records.read_data.next = self.characters.read_data.val();

        self.characters.write_address.next = self.own_address.val();
        if self.copy.val() & !self.records.open.val() {
            self.characters.write_address.next = self.other_address.val();
        }
        self.characters.write_data.next = bit_cast::<8, 7>(self.result.val());
        self.characters.write_enable.next = self.write.val() | self.records.write.val();
        if self.records.write.val() {
            self.characters.write_data.next = self.records.write_data.val();
        }
        self.score_place.next = !self.position.val().get_bits::<3>(0);
        if self.blocked.val() {
            self.characters.write_address.next =
                self.score.val() | bit_cast::<9, 3>(self.score_place.val());
            self.characters.write_data.next = bit_cast::<8, 6>(self.digit.val());
            self.characters.write_enable.next = self.position.val() < self.score_digits.val();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    fn read(uut: &mut Bench<ItemMemory>, item: u8, place: u8) -> u8 {
        poke!(uut.item = item.to_bits());
        poke!(uut.place = place.to_bits());
        tick!(uut);
        peek!(uut.read_data).to_u8()
    }

    #[test]
    fn open_records_are_read_and_written_and_no_other_item_is() {
        let mut uut = Bench::new(ItemMemory::default());
        poke!(uut.copy = true);
        poke!(uut, records.open = true);
        for place in 0..32u8 {
            poke!(uut, records.place = place.to_bits());
            tick!(uut);
            let first = usize::from(text_rom::address(item::BEST) + u16::from(place));
            assert_eq!(
                peek!(uut, records.read_data),
                u64::from(text_rom::contents()[first])
            );
            poke!(uut, records.write_data = (place ^ 0x55).to_bits());
            poke!(uut, records.write = true);
            tick!(uut);
            poke!(uut, records.write = false);
        }
        poke!(uut, records.open = false);
        for place in 0..32 {
            assert_eq!(
                read(&mut uut, item::BEST + place / 8, place % 8),
                place ^ 0x55
            );
        }
        let next = item::BEST + 4;
        let expected = text_rom::contents()[usize::from(text_rom::address(next))];
        assert_eq!(read(&mut uut, next, 0), expected);
    }
}
