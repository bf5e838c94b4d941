//! The light show between games: the LEDs go on one by one, in a serpentine from the top and then
//! in a spiral to the middle.
//!
//! A block RAM has the number of the step in which each LED goes on, for both orders. An LED is lit
//! if that step has passed.
//!
//! **Interface**: `lit` answers for the `row` and `column` of the clock before. Of 71 steps one is
//! dark, the others light an LED each, and the last of them leaves all of them lit for a step.

use super::cells::{COLUMNS, ROWS};
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// The show.
#[derive(LogicBlock, Module)]
pub struct Attract {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset; dark.
    pub reset: Signal<In, Bit>,
    /// Starts anew with the serpentine; dark.
    pub restart: Signal<In, Bit>,
    /// Strobe: the next LED.
    pub step: Signal<In, Bit>,
    /// Row to look up.
    pub row: Signal<In, Bits<4>>,
    /// Column to look up.
    pub column: Signal<In, Bits<3>>,
    /// That LED is lit.
    pub lit: Signal<Out, Bit>,
    /// `{is spiral, row, column}` to how many are lit before.
    #[part(clock)]
    #[given]
    order: SyncROM<Bits<7>, 8>,
    #[reset(or = restart)]
    lit_count: DFF<Bits<7>>,
    #[reset(or = restart)]
    is_spiral: DFF<Bit>,
    #[value(ROWS * COLUMNS)]
    leds: Constant<Bits<7>>,
}

/// Row and column of each LED, in the order in which they go on.
fn serpentine() -> Vec<(usize, usize)> {
    let turned = |row: usize, column| {
        if row.is_multiple_of(2) {
            column
        } else {
            COLUMNS - 1 - column
        }
    };
    (0..ROWS * COLUMNS)
        .map(|led| (led / COLUMNS, turned(led / COLUMNS, led % COLUMNS)))
        .collect()
}

/// Clockwise, inward from the top left.
fn spiral() -> Vec<(usize, usize)> {
    let (mut top, mut bottom, mut left, mut right) = (0, ROWS, 0, COLUMNS);
    let mut path = vec![];
    while top < bottom && left < right {
        path.extend((left..right).map(|column| (top, column)));
        top += 1;
        path.extend((top..bottom).map(|row| (row, right - 1)));
        right -= 1;
        if top < bottom {
            path.extend((left..right).rev().map(|column| (bottom - 1, column)));
            bottom -= 1;
        }
        if left < right {
            path.extend((top..bottom).rev().map(|row| (row, left)));
            left += 1;
        }
    }
    path
}

impl Default for Attract {
    fn default() -> Self {
        // Places without an LED are never lit.
        let mut words = [Bits::<7>::mask(); 256];
        for (way, path) in [serpentine(), spiral()].into_iter().enumerate() {
            for (index, (row, column)) in path.into_iter().enumerate() {
                words[way << 7 | row << 3 | column] = index.to_bits();
            }
        }
        construct!(Attract {
            order: words.into_iter().into(),
        })
    }
}

#[clocked]
impl Logic for Attract {
    #[hdl_gen]
    fn update(&mut self) {
        self.order.address.next = (bit_cast::<8, 1>(self.is_spiral.q.val().into()) << 7)
            | (bit_cast::<8, 4>(self.row.val()) << 3)
            | bit_cast::<8, 3>(self.column.val());
        self.lit.next = self.order.data.val() < self.lit_count.q.val();
        if self.step.val() {
            self.lit_count.d.next = self.lit_count.q.val() + 1;
            if self.lit_count.q.val() == self.leds.val() {
                self.lit_count.d.next = 0.into();
                self.is_spiral.d.next = !self.is_spiral.q.val();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    fn picture(uut: &mut Bench<Attract>) -> Vec<String> {
        let mut lines = vec![];
        for row in 0..ROWS {
            let mut line = String::new();
            for column in 0..COLUMNS {
                poke!(uut.row = row.to_bits());
                poke!(uut.column = column.to_bits());
                tick!(uut);
                line.push(if peek!(uut.lit) { '#' } else { '.' });
            }
            lines.push(line);
        }
        lines
    }

    fn steps(uut: &mut Bench<Attract>, count: usize) {
        for _ in 0..count {
            poke!(uut.step = true);
            tick!(uut);
            poke!(uut.step = false);
            // An even number, so that a way that turns in each of them is seen.
            tick!(uut);
            tick!(uut);
        }
    }

    fn show() -> Bench<Attract> {
        Bench::new(Attract::default())
    }

    #[test]
    fn the_serpentine_turns_at_the_edges() {
        let mut uut = show();
        steps(&mut uut, 9);
        let expected = ["#######", ".....##", "......."];
        assert_eq!(picture(&mut uut)[..3], expected);
        steps(&mut uut, 6);
        assert_eq!(picture(&mut uut)[..3], ["#######", "#######", "#......"]);
    }

    #[test]
    fn all_are_lit_for_a_step_and_dark_for_a_step() {
        let mut uut = show();
        for _ in 0..4 {
            assert_eq!(picture(&mut uut), ["......."; ROWS]);
            steps(&mut uut, 69);
            let lit = picture(&mut uut).concat().matches('#').count();
            assert_eq!(lit, 69);
            steps(&mut uut, 1);
            assert_eq!(picture(&mut uut), ["#######"; ROWS]);
            steps(&mut uut, 1);
        }
    }

    #[test]
    fn the_spiral_goes_round_to_the_middle() {
        let mut uut = show();
        steps(&mut uut, 71 + 31);
        assert_eq!(
            picture(&mut uut),
            [
                "#######", "##....#", "#.....#", "#.....#", "#.....#", "#.....#", "#.....#",
                "#.....#", "#.....#", "#######",
            ]
        );
        steps(&mut uut, 38);
        let picture = picture(&mut uut);
        assert_eq!(picture.concat().matches('.').count(), 1);
        assert_eq!(picture[6], "###.###");
    }

    #[test]
    fn a_restart_begins_with_the_serpentine() {
        let mut uut = show();
        steps(&mut uut, 100);
        poke!(uut.restart = true);
        tick!(uut);
        poke!(uut.restart = false);
        assert_eq!(picture(&mut uut), ["......."; ROWS]);
        steps(&mut uut, 8);
        assert_eq!(picture(&mut uut)[1], "......#");
    }
}
