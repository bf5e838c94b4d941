//! Puts a result into a score table: the entries one by one, from the last to the first.
//!
//! Two [steps](super::steps) belong to each entry, and are repeated:
//!
//! ```text
//! COMPARE   the result with the entry before; the last entry comes first
//! ENTRY     gets the entry before, if the result is better than that one; else the result; else
//!           it stays. It is shown.
//! ```
//!
//! So worse entries move one place down, and the last one is lost. An equal result stands below the
//! older one. The entries of all tables are emptied in the same way.
//!
//! **Interface**: `begins` is a strobe: the next run begins, of `mode`, or it `clears` all tables.
//! `ends_compare` and `ends_entry` are strobes at the end of these steps; `is_better` is the result
//! of the last comparison, from the clock after `ends_compare` on. `entry_added` and `new_place`
//! are valid until `new_game`. The other outputs are levels for the step.

use super::text_rom::ENTRIES;
use gatefall_macros::{clocked, interface, Module};
use rust_hdl::prelude::*;

/// The entry of a step.
#[interface(client = TableStepReader)]
pub struct TableStep {
    /// The table.
    pub table: Signal<Out, Bits<2>>,
    /// Place of the entry.
    pub place: Signal<Out, Bits<3>>,
    /// Place of the entry before, which is compared.
    pub before: Signal<Out, Bits<3>>,
    /// Level: the entry gets the one before.
    pub moves: Signal<Out, Bit>,
    /// Level: it becomes empty.
    pub empties: Signal<Out, Bit>,
}

/// The entries.
#[derive(LogicBlock, Module)]
pub struct ScoreTable {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: a run begins.
    pub begins: Signal<In, Bit>,
    /// The run empties all tables.
    pub clears: Signal<In, Bit>,
    /// The mode, if it has a table.
    pub mode: Signal<In, Bits<2>>,
    /// Strobe: a new game.
    pub new_game: Signal<In, Bit>,
    /// Level: the run is that of a game with a result.
    pub has_result: Signal<In, Bit>,
    /// Level: the run is that of the end of a game of one.
    pub is_end: Signal<In, Bit>,
    /// Strobe: an entry has been compared.
    pub ends_compare: Signal<In, Bit>,
    /// Level: the comparison that ends has found the result better.
    pub compares_better: Signal<In, Bit>,
    /// Level: the last one has.
    pub is_better: Signal<In, Bit>,
    /// Strobe: an entry is done.
    pub ends_entry: Signal<In, Bit>,
    /// The entry of the step.
    pub step: TableStep,
    /// Level: the entry changes.
    pub changes: Signal<Out, Bit>,
    /// Level: more entries follow.
    pub repeats: Signal<Out, Bit>,
    /// Level: the last game of one has an entry.
    pub entry_added: Signal<Out, Bit>,
    /// Its place.
    pub new_place: Signal<Out, Bits<3>>,
    /// {none, place of the entry before}.
    left: DFF<Bits<4>>,
    table_now: DFF<Bits<2>>,
    in_clear: DFF<Bit>,
    is_new: DFF<Bit>,
    is_put: DFF<Bit>,
    place_put: DFF<Bits<3>>,
    is_first: Signal<Local, Bit>,
    is_last: Signal<Local, Bit>,
    enters: Signal<Local, Bit>,
    moves_now: Signal<Local, Bit>,
    puts: Signal<Local, Bit>,
    goes_on: Signal<Local, Bit>,
    place_now: Signal<Local, Bits<3>>,
    #[value(ENTRIES - 1)]
    first_left: Constant<Bits<4>>,
}

#[clocked]
impl Logic for ScoreTable {
    #[hdl_gen]
    fn update(&mut self) {
        self.is_first.next = self.left.q.val() == self.first_left.val();
        self.is_last.next = self.left.q.val().get_bit(3);
        self.place_now.next = self.left.q.val().get_bits::<3>(0) + 1;
        self.enters.next = self.is_new.q.val() & !self.in_clear.q.val();
        self.moves_now.next = self.enters.val() & self.is_better.val() & !self.is_last.val();
        self.puts.next = self.enters.val() & !self.is_put.q.val() & !self.moves_now.val();
        self.step.table.next = self.table_now.q.val();
        self.step.place.next = self.place_now.val();
        self.step.before.next = self.left.q.val().get_bits::<3>(0);
        // Behind the last entry there is none.
        self.changes.next = self.in_clear.q.val()
            | ((self.moves_now.val() | self.puts.val()) & !self.is_first.val());
        self.step.moves.next = self.moves_now.val();
        self.step.empties.next = self.in_clear.q.val();
        self.goes_on.next = self.in_clear.q.val() | self.is_end.val();
        self.repeats.next = (self.in_clear.q.val() & self.table_now.q.val().any())
            | (self.goes_on.val() & !self.is_last.val());
        self.entry_added.next = self.is_put.q.val();
        self.new_place.next = self.place_put.q.val();

        if self.ends_compare.val() & self.is_first.val() {
            self.is_new.d.next = self.compares_better.val() & self.has_result.val();
        }
        if self.ends_entry.val() & self.goes_on.val() {
            self.left.d.next = self.left.q.val() - 1;
            if self.is_last.val() {
                self.left.d.next = self.first_left.val();
                self.table_now.d.next = self.table_now.q.val() - 1;
            }
            if self.puts.val() {
                self.is_put.d.next = true;
                self.place_put.d.next = self.place_now.val();
            }
        }
        if self.begins.val() {
            self.left.d.next = self.first_left.val();
            self.table_now.d.next = self.mode.val();
            self.in_clear.d.next = self.clears.val();
            if self.clears.val() {
                self.table_now.d.next = 2.into();
            }
        }
        if self.new_game.val() {
            self.is_new.d.next = false;
            self.is_put.d.next = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    /// Steps of a run on a table of results, of which the greater is the better.
    fn run(uut: &mut Bench<ScoreTable>, tables: &mut [[u32; 8]; 3], table: u8, result: u32) {
        poke!(uut.mode = table.to_bits());
        poke!(uut.begins = true);
        tick!(uut);
        poke!(uut.begins = false);
        for steps in 1.. {
            let table = &mut tables[usize::from(peek!(uut, step.table).to_u8())];
            let before = usize::from(peek!(uut, step.before).to_u8());
            poke!(uut.compares_better = result > table[before]);
            poke!(uut.ends_compare = true);
            tick!(uut);
            poke!(uut.ends_compare = false);
            poke!(uut.is_better = result > table[before]);
            let place = usize::from(peek!(uut, step.place).to_u8());
            if peek!(uut.changes) {
                table[place] = match (peek!(uut, step.empties), peek!(uut, step.moves)) {
                    (true, _) => 0,
                    (_, true) => table[before],
                    _ => result,
                };
            }
            let repeats = peek!(uut.repeats);
            poke!(uut.ends_entry = true);
            tick!(uut);
            poke!(uut.ends_entry = false);
            if !repeats {
                return;
            }
            assert!(steps < 30, "the run ends");
        }
    }

    fn new_game(uut: &mut Bench<ScoreTable>) {
        poke!(uut.new_game = true);
        tick!(uut);
        poke!(uut.new_game = false);
    }

    #[test]
    fn a_result_takes_its_place_and_the_worse_ones_move_down() {
        let mut uut = Bench::new(ScoreTable::default());
        let mut tables = [[0; 8]; 3];
        let mut expected: Vec<u32> = vec![];
        poke!(uut.is_end = true);
        poke!(uut.has_result = true);
        for result in [50, 70, 30, 50, 90, 10, 20, 60, 5, 10, 15, 80, 0, 50] {
            new_game(&mut uut);
            run(&mut uut, &mut tables, 1, result);
            // Equal ones stay in front of it.
            let place = expected.iter().filter(|other| **other >= result).count();
            expected.insert(place, result);
            expected.truncate(8);
            let is_new = place < 8 && result > 0;
            assert_eq!(peek!(uut.entry_added), is_new, "{result}");
            if is_new {
                assert_eq!(usize::from(peek!(uut.new_place).to_u8()), place, "{result}");
            }
            let mut padded = expected.clone();
            padded.resize(8, 0);
            assert_eq!(tables[1].to_vec(), padded, "after {result}");
        }
        assert_eq!([tables[0], tables[2]], [[0; 8]; 2]);
    }

    #[test]
    fn without_a_result_the_entries_stay() {
        let mut uut = Bench::new(ScoreTable::default());
        let mut tables = [[9; 8]; 3];
        for is_end in [false, true] {
            poke!(uut.is_end = is_end);
            run(&mut uut, &mut tables, 0, 10);
            assert!(!peek!(uut.entry_added));
            assert_eq!(tables, [[9; 8]; 3]);
        }
        // Without a table no entry but the first is looked at: a game of two has none.
        poke!(uut.is_end = false);
        for _ in 0..2 {
            poke!(uut.ends_entry = true);
            tick!(uut);
            assert_eq!(peek!(uut, step.place), 0u64);
        }
    }

    #[test]
    fn a_run_that_clears_empties_all_tables() {
        let mut uut = Bench::new(ScoreTable::default());
        let mut tables = [[9; 8]; 3];
        poke!(uut.clears = true);
        run(&mut uut, &mut tables, 1, 10);
        assert_eq!(tables, [[0; 8]; 3]);
        assert!(!peek!(uut.entry_added));
    }
}
