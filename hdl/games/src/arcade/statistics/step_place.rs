//! Part of an item that a [step](super::steps) walks over, and its place on the screen.
//!
//! The counts of two players have lines of their own, and each player has another column. The
//! countdown of two players is in the line after that of one. Entries of the score table follow
//! each other.
//!
//! Combinational.

use super::steps::{Index, Part};
use crate::arcade::picture::screens::field;
use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// Part and place.
#[derive(LogicBlock, Module)]
pub struct StepPlace {
    /// Part of the step, see [`Part`].
    pub part: Signal<In, Bits<2>>,
    /// Which item of several, see [`Index`].
    pub index: Signal<In, Bits<2>>,
    /// Line of the step.
    pub step_line: Signal<In, Bits<6>>,
    /// Column of the step.
    pub step_column: Signal<In, Bits<6>>,
    /// Place of the entry of the score table.
    pub entry: Signal<In, Bits<3>>,
    /// Level: two play.
    pub two_players: Signal<In, Bit>,
    /// The player of the step.
    pub player: Signal<In, Bit>,
    /// Level: the walk is over a half.
    pub half: Signal<Out, Bit>,
    /// Level: it is the last half, or there is none.
    pub in_last_half: Signal<Out, Bit>,
    /// Level: the walk goes on in the next item.
    pub pair: Signal<Out, Bit>,
    /// Line on the screen.
    pub line: Signal<Out, Bits<6>>,
    /// Column on the screen.
    pub column: Signal<Out, Bits<6>>,
    in_part: Signal<Local, Bit>,
    in_pair: Signal<Local, Bit>,
    in_first: Signal<Local, Bit>,
    counts_down: Signal<Local, Bit>,
    #[default(0)]
    more_lines: Signal<Local, Bits<6>>,
    #[default(0)]
    more_columns: Signal<Local, Bits<6>>,
    #[value(Index::Number as u8)]
    index_number: Constant<Bits<2>>,
    #[value(Part::OfPlayer as u8)]
    of_player: Constant<Bits<2>>,
    #[value(Part::First as u8)]
    first: Constant<Bits<2>>,
    #[value(Part::Pair as u8)]
    of_pair: Constant<Bits<2>>,
    #[value(field::COUNTS_OF_TWO)]
    lines_of_two: Constant<Bits<6>>,
    #[value(field::COLUMNS_OF_ONE)]
    columns_of_one: Constant<Bits<6>>,
    #[value(field::COLUMNS_OF_SECOND)]
    columns_of_second: Constant<Bits<6>>,
    #[value(field::COLUMNS_OF_SECOND | field::COLUMNS_OF_FIRST_HALF)]
    columns_of_first_half: Constant<Bits<6>>,
}

#[clocked]
impl Logic for StepPlace {
    #[hdl_gen]
    fn update(&mut self) {
        self.in_pair.next = self.part.val() == self.of_pair.val();
        self.in_part.next = self.part.val().any() & !self.in_pair.val();
        self.pair.next = self.in_pair.val();
        self.in_first.next = self.part.val() == self.first.val();
        self.half.next = self.in_part.val();
        self.in_last_half.next =
            !self.in_first.val() & ((self.part.val() != self.of_player.val()) | self.player.val());
        self.counts_down.next =
            (self.index.val() == self.index_number.val()) & self.two_players.val();
        if self.in_part.val() & !self.two_players.val() {
            self.more_columns.next = self.columns_of_one.val();
        } else if self.in_part.val() {
            self.more_lines.next = self.lines_of_two.val();
            if self.player.val() {
                self.more_columns.next = self.columns_of_second.val();
                if self.in_first.val() {
                    self.more_columns.next = self.columns_of_first_half.val();
                }
            }
        } else if self.counts_down.val() {
            self.more_lines.next = 1.into();
        } else if self.in_pair.val() {
            self.more_lines.next = bit_cast::<6, 3>(self.entry.val());
        }
        self.line.next = self.step_line.val() | self.more_lines.val();
        self.column.next = self.step_column.val() | self.more_columns.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arcade::statistics::steps::STEPS;
    use gatefall_bench::{peek, poke, Bench};

    /// Line and column of the first character that is shown, of all that have a place.
    fn places(two_players: bool, player: bool) -> Vec<(u8, u8)> {
        let mut uut = Bench::new(StepPlace::default());
        poke!(uut.two_players = two_players);
        poke!(uut.player = player);
        poke!(uut.entry = 5.into());
        let shown = STEPS.iter().filter(|step| step.shows && step.place.0 > 0);
        let place = |step: &crate::arcade::statistics::steps::Step| {
            poke!(uut.part = (step.part as u8).to_bits());
            poke!(uut.index = (step.index as u8).to_bits());
            poke!(uut.step_line = step.place.0.to_bits());
            poke!(uut.step_column = step.place.1.to_bits());
            let first = match (peek!(uut.half), peek!(uut.in_last_half)) {
                (true, true) => 4,
                (_, last) => {
                    assert_ne!(last, peek!(uut.half));
                    0
                }
            };
            (peek!(uut.line).to_u8(), peek!(uut.column).to_u8() + first)
        };
        shown.map(place).collect()
    }

    #[test]
    fn each_player_has_a_place_for_each_count() {
        let [time, entry] = [(26, 18), (48 + 5, 31)];
        let expected = |count, counts: [(u8, u8); 5], wins| {
            let [pieces, quads, spins, combo, rate] = counts;
            vec![count, pieces, quads, spins, combo, time, entry, wins, rate]
        };
        let counts = |line: u8, column: u8| [0u8, 1, 2, 3, 4].map(|count| (line + count, column));
        let of_one = expected((56, 37), counts(48, 58), (47, 35));
        assert_eq!(places(false, false), of_one);
        let of_two = (57, 37);
        let of_first = expected(of_two, counts(56, 24), (47, 35));
        assert_eq!(places(true, false), of_first);
        let of_second = expected(of_two, counts(56, 60), (47, 39));
        assert_eq!(places(true, true), of_second);
    }
}
