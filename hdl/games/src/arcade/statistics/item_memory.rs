//! Memory of the [`DecimalUnit`](super::decimal_unit::DecimalUnit): the characters of 128 items,
//! see [`text_rom`].
//!
//! The scoreboard writes the digits of the score into it as it writes them to the screen. While the
//! score tables are open, the unit does not walk, and [`OpenTables`] reads and writes them.
//!
//! **Latency**: a read takes one clock. A read at the address of a write returns an undefined word.

use super::text_rom::{self, item};
use gatefall_macros::{clocked, construct, interface, Module};
use rust_hdl::prelude::*;

/// Digits of the score.
const SCORE_DIGITS: u8 = 7;

/// Reads and writes the 512 characters from [`item::TABLES`] on.
#[interface(client = OpenTablesClient)]
pub struct OpenTables {
    /// Level: the tables are open. Not in a walk.
    pub open: Signal<In, Bit>,
    /// Which character.
    pub place: Signal<In, Bits<9>>,
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
    pub item: Signal<In, Bits<7>>,
    /// The item that it is compared with or copied to.
    pub other: Signal<In, Bits<7>>,
    /// The character of both; from 8 on, those of the next item. Then both items are even.
    pub place: Signal<In, Bits<4>>,
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
    /// The score tables.
    pub tables: OpenTables,
    #[part(clock)]
    #[given]
    characters: RAM<Bits<8>, 10>,
    own_address: Signal<Local, Bits<10>>,
    other_address: Signal<Local, Bits<10>>,
    score_place: Signal<Local, Bits<3>>,
    #[value(text_rom::address(item::NUMBERS))]
    numbers: Constant<Bits<10>>,
    #[value(text_rom::address(item::TABLES))]
    first_table: Constant<Bits<10>>,
    #[value(text_rom::address(item::SCORE))]
    score: Constant<Bits<10>>,
    #[value(SCORE_DIGITS)]
    score_digits: Constant<Bits<4>>,
}

impl ItemMemory {
    /// With or without names in the score tables.
    pub fn new(has_names: bool) -> Self {
        construct!(ItemMemory {
            characters: text_rom::contents(has_names)
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
            (bit_cast::<10, 7>(self.item.val()) << 3) | bit_cast::<10, 4>(self.place.val());
        self.other_address.next =
            (bit_cast::<10, 7>(self.other.val()) << 3) | bit_cast::<10, 4>(self.place.val());
        if self.tables.open.val() {
            self.own_address.next =
                self.first_table.val() | bit_cast::<10, 9>(self.tables.place.val());
        }
        self.characters.read_address.next = self.own_address.val();
        if self.is_number.val() {
            self.characters.read_address.next =
                bit_cast::<10, 7>(self.item.val()) | self.numbers.val();
        }
        if self.reads_other.val() {
            self.characters.read_address.next = self.other_address.val();
        }
        self.read_data.next = self.characters.read_data.val();
        self.tables.read_data.next = self.characters.read_data.val();

        self.characters.write_address.next = self.own_address.val();
        if self.copy.val() & !self.tables.open.val() {
            self.characters.write_address.next = self.other_address.val();
        }
        self.characters.write_data.next = bit_cast::<8, 7>(self.result.val());
        self.characters.write_enable.next = self.write.val() | self.tables.write.val();
        if self.tables.write.val() {
            self.characters.write_data.next = self.tables.write_data.val();
        }
        self.score_place.next = !self.position.val().get_bits::<3>(0);
        if self.blocked.val() {
            self.characters.write_address.next =
                self.score.val() | bit_cast::<10, 3>(self.score_place.val());
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
    fn open_tables_are_read_and_written_and_no_other_item_is() {
        let mut uut = Bench::new(ItemMemory::new(true));
        poke!(uut.copy = true);
        poke!(uut, tables.open = true);
        let first = usize::from(text_rom::address(item::TABLES));
        let contents = text_rom::contents(true);
        for place in 0..512u16 {
            poke!(uut, tables.place = place.to_bits());
            tick!(uut);
            let expected = contents[first + usize::from(place)];
            assert_eq!(peek!(uut, tables.read_data), u64::from(expected));
            poke!(uut, tables.write_data = (place as u8 ^ 0x55).to_bits());
            poke!(uut, tables.write = true);
            tick!(uut);
            poke!(uut, tables.write = false);
        }
        poke!(uut, tables.open = false);
        for place in 0..512u16 {
            let item = item::TABLES + (place / 8) as u8;
            assert_eq!(read(&mut uut, item, place as u8 % 8), place as u8 ^ 0x55);
        }
        for (address, expected) in contents[..first].iter().enumerate() {
            let place = address as u8 % 8;
            assert_eq!(read(&mut uut, (address / 8) as u8, place), *expected);
        }
    }

    #[test]
    fn an_even_item_goes_on_in_the_next_one() {
        let mut uut = Bench::new(ItemMemory::new(true));
        let contents = text_rom::contents(true);
        let first = usize::from(text_rom::address(item::SCORE - 1));
        for place in 0..16 {
            let expected = contents[first + usize::from(place)];
            assert_eq!(read(&mut uut, item::SCORE - 1, place), expected);
        }
    }
}
