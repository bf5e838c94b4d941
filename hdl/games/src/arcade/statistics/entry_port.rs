//! [`NameEntry`] and [`CapWriter`] at the memory of the score tables and at the screen.
//!
//! Both have another client, too: the memory the saved block, which goes before, and the screen the
//! walk of a step, which does not go on while one of the parts acts.
//!
//! **Interface**: `adds` is a strobe, all other inputs are those of the parts.

use super::cap_writer::CapWriter;
use super::item_memory::{OpenTables, OpenTablesClient};
use super::name_entry::{NameEntry, TypedKeysReader};
use super::text_rom::{self, item, NAME_PLACE};
use crate::arcade::picture::screens::field;
use crate::arcade::picture::text_layer::{TextWrite, TextWriteSource};
use gatefall_macros::{clocked, construct, Module};
use gatefall_widgets::input::keyboard_decoder::ShownKeys;
use rust_hdl::prelude::*;

/// The ports.
#[derive(LogicBlock, Module)]
pub struct EntryPort {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: a new entry is in the table.
    pub adds: Signal<In, Bit>,
    /// Level: the scene that shows the table.
    pub is_shown: Signal<In, Bit>,
    /// The table.
    pub table_number: Signal<In, Bits<2>>,
    /// Place of the new entry.
    pub entry: Signal<In, Bits<3>>,
    /// Keys.
    pub keys: TypedKeysReader,
    /// Keys of play, for their caps.
    pub caps: ShownKeys,
    /// Level: no walk of the decimal unit goes on.
    pub is_free: Signal<In, Bit>,
    /// Level: a name is being entered.
    pub is_open: Signal<Out, Bit>,
    /// Strobe: a letter changes, or the cursor moves.
    pub moves: Signal<Out, Bit>,
    /// Level: no walk may begin.
    pub is_acting: Signal<Out, Bit>,
    /// The tables, for the saved block.
    pub tables: OpenTables,
    /// The tables.
    pub memory: OpenTablesClient,
    /// A character of a step.
    pub other: TextWrite,
    /// Writes one character of the text.
    pub character: TextWriteSource,
    #[part]
    #[given]
    name_entry: NameEntry,
    #[part]
    cap_writer: CapWriter,
    letter: Signal<Local, Bits<9>>,
    column: Signal<Local, Bits<6>>,
    #[value(text_rom::address(item::SIGNS) - text_rom::address(item::TABLES))]
    signs: Constant<Bits<9>>,
    #[value(NAME_PLACE)]
    name_place: Constant<Bits<9>>,
    #[value(field::TABLE.0)]
    first_line: Constant<Bits<6>>,
    #[value(field::TABLE.1 + NAME_PLACE)]
    first_column: Constant<Bits<6>>,
}

impl EntryPort {
    /// With or without names.
    pub fn new(has_names: bool) -> Self {
        construct!(EntryPort {
            name_entry: NameEntry::new(has_names),
        })
    }
}

#[clocked]
impl Logic for EntryPort {
    #[hdl_gen]
    fn update(&mut self) {
        self.name_entry.adds.next = self.adds.val();
        self.name_entry.is_shown.next = self.is_shown.val();
        TypedKeysReader::link(&mut self.keys, &mut self.name_entry.keys);
        self.name_entry.is_free.next = self.is_free.val();
        self.name_entry.read_data.next = self.memory.read_data.val();
        self.is_open.next = self.name_entry.is_open.val();
        self.is_acting.next = self.name_entry.is_acting.val() | self.cap_writer.is_acting.val();
        ShownKeys::link(&mut self.caps, &mut self.cap_writer.caps);
        self.cap_writer.is_free.next =
            self.is_free.val() & !self.tables.open.val() & !self.name_entry.is_open.val();
        self.cap_writer.word.next = self.memory.read_data.val();
        self.moves.next = self.name_entry.moves.val();

        // The address within the tables is {table, entry, name or result, place}.
        self.letter.next = (bit_cast::<9, 2>(self.table_number.val()) << 7)
            | (bit_cast::<9, 3>(self.entry.val()) << 4)
            | self.name_place.val()
            | bit_cast::<9, 2>(self.name_entry.place.val());
        self.memory.open.next = self.tables.open.val()
            | (self.name_entry.is_open.val() & self.is_free.val())
            | self.cap_writer.reads.val();
        self.memory.place.next = self.letter.val();
        if self.name_entry.looks_up.val() {
            self.memory.place.next =
                self.signs.val() | bit_cast::<9, 6>(self.keys.key.val().get_bits::<6>(0));
        }
        if self.cap_writer.reads.val() {
            self.memory.place.next =
                self.signs.val() | bit_cast::<9, 6>(self.cap_writer.place.val());
        }
        self.memory.write.next = self.tables.write.val() | self.name_entry.writes.val();
        self.memory.write_data.next = bit_cast::<8, 6>(self.name_entry.code.val());
        if self.tables.open.val() {
            self.memory.place.next = self.tables.place.val();
            self.memory.write_data.next = self.tables.write_data.val();
        }
        self.tables.read_data.next = self.memory.read_data.val();

        self.column.next = self.first_column.val() + bit_cast::<6, 2>(self.name_entry.place.val());
        self.character.address.next = self.other.address.val();
        self.character.code.next = self.other.code.val();
        self.character.write.next = self.other.write.val() | self.name_entry.writes.val();
        if self.name_entry.writes.val() {
            self.character.address.next = ((bit_cast::<12, 6>(self.first_line.val())
                | bit_cast::<12, 3>(self.entry.val()))
                << 6)
                | bit_cast::<12, 6>(self.column.val());
            self.character.code.next = self.name_entry.code.val();
        }
        if self.caps.write.val() {
            self.character.address.next = self.cap_writer.address.val();
            self.character.code.next = self.cap_writer.code.val();
            self.character.write.next = true;
        }
    }
}
