//! Registers of the [rows](super::rows) of menu and settings.
//!
//! A change goes to the next or the previous value of a row, and from the last to the first. Each
//! register holds the difference of its value from the first one, so all are 0 after a reset. A
//! change of row [`row::DEFAULTS`] restores the first values of the settings.
//!
//! **Interface**: `change` is a strobe with `row` and `backwards`, `load` one with `row` and
//! `loaded`; the row has its new value one clock later. `value` and the fields of the table belong
//! to `row` in the same clock. `start` is a strobe.

use super::rows::{row, Row, Shown, ROWS};
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// Bits of a word of the ROM.
const WORD_BITS: usize = 26;

/// A row as a word: {steps of two, number, first item, first value, greatest, least}.
fn word(row: &Row) -> Bits<WORD_BITS> {
    let (is_number, item) = match row.shown {
        Shown::Number => (1, 0),
        Shown::Words(item) => (0, u64::from(item)),
    };
    let values = u64::from(row.first) << 12 | u64::from(row.greatest) << 6 | u64::from(row.least);
    let steps = u64::from(row.step == 2);
    (steps << 25 | is_number << 24 | item << 18 | values).to_bits()
}

// The bound of a loop in `update` is a literal in rust-hdl.
const _: () = assert!(row::COUNT == 27);

/// True for a setting, which [`row::DEFAULTS`] restores.
fn is_setting(row: u8) -> bool {
    (row::DELAY..row::DEFAULTS).contains(&row)
}

/// The registers.
#[derive(LogicBlock, Module)]
pub struct RowRegisters {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset: the first values.
    pub reset: Signal<In, Bit>,
    /// The row to be changed or read.
    pub row: Signal<In, Bits<5>>,
    /// Strobe: change it.
    pub change: Signal<In, Bit>,
    /// Change to the previous value.
    pub backwards: Signal<In, Bit>,
    /// Strobe: the row gets the value `loaded`.
    pub load: Signal<In, Bit>,
    /// A value of the row.
    pub loaded: Signal<In, Bits<6>>,
    /// Strobe: a game begins; row [`row::PLAYERS`] becomes the number of its players.
    pub start: Signal<In, Bit>,
    /// Two play it. Valid with `start`.
    pub with_two: Signal<In, Bit>,
    /// Value of `row`.
    pub value: Signal<Out, Bits<6>>,
    /// Item of the text ROM for value 0 of `row`.
    pub first_item: Signal<Out, Bits<6>>,
    /// `row` is shown as a number.
    pub is_number: Signal<Out, Bit>,
    /// Values of all rows.
    pub values: [Signal<Out, Bits<6>>; row::COUNT],
    #[given]
    table: ROM<Bits<WORD_BITS>, 5>,
    differences: [DFF<Bits<6>>; row::COUNT],
    least: Signal<Local, Bits<6>>,
    greatest: Signal<Local, Bits<6>>,
    first: Signal<Local, Bits<6>>,
    #[default(1)]
    step: Signal<Local, Bits<6>>,
    #[default(0)]
    difference: Signal<Local, Bits<6>>,
    value_now: Signal<Local, Bits<6>>,
    limit: Signal<Local, Bits<6>>,
    after_limit: Signal<Local, Bits<6>>,
    neighbour: Signal<Local, Bits<6>>,
    new_value: Signal<Local, Bits<6>>,
    new_difference: Signal<Local, Bits<6>>,
    players: Signal<Local, Bits<6>>,
    restores: Signal<Local, Bit>,
    writes: Signal<Local, Bit>,
    #[given]
    firsts: [Constant<Bits<6>>; row::COUNT],
    #[given]
    masks: [Constant<Bits<6>>; row::COUNT],
    #[given]
    settings: [Constant<Bit>; row::COUNT],
    #[value(row::PLAYERS)]
    row_players: Constant<Bits<5>>,
    #[value(row::DEFAULTS)]
    row_defaults: Constant<Bits<5>>,
}

impl Default for RowRegisters {
    fn default() -> Self {
        construct!(RowRegisters {
            table: ROWS.iter().map(word).into(),
            firsts: ROWS.map(|row| Constant::new(row.first.to_bits())),
            masks: ROWS.map(|row| Constant::new(row.mask().to_bits())),
            settings: std::array::from_fn(|row| Constant::new(is_setting(row as u8))),
        })
    }
}

#[clocked]
impl Logic for RowRegisters {
    #[hdl_gen]
    fn update(&mut self) {
        self.table.address.next = self.row.val();
        self.least.next = self.table.data.val().get_bits::<6>(0);
        self.greatest.next = self.table.data.val().get_bits::<6>(6);
        self.first.next = self.table.data.val().get_bits::<6>(12);
        self.first_item.next = self.table.data.val().get_bits::<6>(18);
        self.is_number.next = self.table.data.val().get_bit(24);
        if self.table.data.val().get_bit(25) {
            self.step.next = 2.into();
        }
        for i in 0..27 {
            self.values[i].next = self.differences[i].q.val() ^ self.firsts[i].val();
            if self.row.val() == i.to_bits() {
                self.difference.next = self.differences[i].q.val();
            }
        }
        self.value_now.next = self.difference.val() ^ self.first.val();
        self.value.next = self.value_now.val();

        self.limit.next = self.greatest.val();
        self.after_limit.next = self.least.val();
        self.neighbour.next = self.value_now.val() + self.step.val();
        if self.backwards.val() {
            self.limit.next = self.least.val();
            self.after_limit.next = self.greatest.val();
            self.neighbour.next = self.value_now.val() - self.step.val();
        }
        self.new_value.next = self.neighbour.val();
        if self.value_now.val() == self.limit.val() {
            self.new_value.next = self.after_limit.val();
        }
        if self.load.val() {
            self.new_value.next = self.loaded.val();
        }
        self.new_difference.next = self.new_value.val() ^ self.first.val();
        self.restores.next = self.change.val() & (self.row.val() == self.row_defaults.val());
        self.writes.next = self.change.val() | self.load.val();
        self.players.next = 1.into();
        if self.with_two.val() {
            self.players.next = 2.into();
        }
        for i in 0..27 {
            self.differences[i].clock.next = self.clock.val();
            self.differences[i].d.next = self.differences[i].q.val();
            if self.writes.val() & (self.row.val() == i.to_bits()) {
                self.differences[i].d.next = self.new_difference.val() & self.masks[i].val();
            }
            if self.start.val() & (self.row_players.val() == i.to_bits()) {
                self.differences[i].d.next = self.players.val() ^ self.firsts[i].val();
            }
            if self.reset.val() | (self.restores.val() & self.settings[i].val()) {
                self.differences[i].d.next = 0.into();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    /// Changes a row. Returns its new value.
    fn change(uut: &mut Bench<RowRegisters>, row: usize, backwards: bool) -> u8 {
        poke!(uut.row = row.to_bits());
        poke!(uut.backwards = backwards);
        poke!(uut.change = true);
        tick!(uut);
        poke!(uut.change = false);
        let value: u64 = peek!(uut.value).into();
        value as u8
    }

    fn values(uut: &mut Bench<RowRegisters>) -> Vec<u8> {
        let rows = 0..ROWS.len();
        rows.map(|row| uut.peek(|uut| &uut.values[row]).to_u8())
            .collect()
    }

    #[test]
    fn each_row_runs_through_its_values_and_no_other_row_changes() {
        for backwards in [false, true] {
            let mut uut = Bench::new(RowRegisters::default());
            for (index, row) in ROWS.iter().enumerate() {
                let before = values(&mut uut);
                let of_row = (row.least..=row.greatest).step_by(row.step.into());
                let of_row: Vec<u8> = of_row.collect();
                let count = of_row.len();
                let first = of_row.iter().position(|&value| value == row.first).unwrap();
                for step in 1..=count {
                    let ahead = if backwards { count - step } else { step };
                    let expected = of_row[(first + ahead) % count];
                    let value = change(&mut uut, index, backwards);
                    assert_eq!(value, expected, "row {index}, step {step}");
                    let mut after = before.clone();
                    after[index] = expected;
                    assert_eq!(values(&mut uut), after, "row {index}, step {step}");
                }
            }
        }
    }

    #[test]
    fn the_last_row_restores_the_settings_and_leaves_the_menu() {
        let mut uut = Bench::new(RowRegisters::default());
        for row in 0..row::DEFAULTS {
            change(&mut uut, usize::from(row), false);
        }
        let mut expected = values(&mut uut);
        change(&mut uut, usize::from(row::DEFAULTS), false);
        for setting in usize::from(row::DELAY)..usize::from(row::DEFAULTS) {
            assert_ne!(expected[setting], ROWS[setting].first, "row {setting}");
            expected[setting] = ROWS[setting].first;
        }
        assert_eq!(values(&mut uut), expected);
    }

    #[test]
    fn the_fields_of_the_table_belong_to_the_row() {
        let mut uut = Bench::new(RowRegisters::default());
        for (index, row) in ROWS.iter().enumerate() {
            poke!(uut.row = index.to_bits());
            let (is_number, item) = match row.shown {
                Shown::Number => (true, 0),
                Shown::Words(item) => (false, item),
            };
            assert_eq!(peek!(uut.is_number), is_number, "row {index}");
            assert_eq!(peek!(uut.first_item), u64::from(item), "row {index}");
            assert_eq!(peek!(uut.value), u64::from(row.first), "row {index}");
        }
    }

    #[test]
    fn a_start_stores_the_number_of_players_and_a_reset_the_first_values() {
        let mut uut = Bench::new(RowRegisters::default());
        let players = usize::from(row::PLAYERS);
        for with_two in [true, false] {
            poke!(uut.with_two = with_two);
            poke!(uut.start = true);
            tick!(uut);
            poke!(uut.start = false);
            assert_eq!(values(&mut uut)[players], 1 + u8::from(with_two));
        }
        change(&mut uut, usize::from(row::DELAY), false);
        poke!(uut.reset = true);
        tick!(uut);
        assert_eq!(values(&mut uut), ROWS.map(|row| row.first));
    }
}
