//! How many rows the piece falls on this tick.
//!
//! The speed is a 5.16 fixed-point number of rows per tick from a table. Each `step` adds it to a fraction of 16 bits, once, or as many
//! times as soft drop is faster; what carries out of the fraction are rows due, at most 20 in a tick.
//!
//! **Latency**: `rows_due` is valid when `busy` is low again: four cycles for each addition, of which there are at most 40.
//! **Source**: the guideline's seconds per row, (0.8 - 0.007 (L - 1))^(L - 1), at 60 ticks a
//! second; that speed stops rising at level 20. The classic curve is the frames per row of the NES in its NTSC version.

use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// Bits of state that the players exchange.
pub(in crate::falling_blocks) const STATE_LENGTH: u64 = 16;

/// One tick, in the table's unit.
const ROW: f64 = 65536.0;
/// Highest speed: the whole board in a tick.
const MAX_ROWS_PER_TICK: u32 = 20;
/// Ticks per row of the classic curve, from level 1; from level 30 it would be one.
const CLASSIC_TICKS: [u32; 30] = [
    48, 43, 38, 33, 28, 23, 18, 13, 8, 6, 5, 5, 5, 4, 4, 4, 3, 3, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2,
    1,
];

/// Rows per tick at `level`, times 65536.
pub(in crate::falling_blocks) fn speed(level: u32, classic: bool) -> u32 {
    if classic {
        let index = (level.max(1) - 1).min(29) as usize;
        // Rounded up, so that the fraction is full after exactly so many ticks.
        return 65536_u32.div_ceil(CLASSIC_TICKS[index]);
    }
    let steps = f64::from(level.clamp(1, 20) - 1);
    let seconds_per_row = (0.8 - 0.007 * steps).powf(steps);
    ((ROW / (60.0 * seconds_per_row)).round() as u32).min(MAX_ROWS_PER_TICK << 16)
}

/// Accumulates gravity.
#[derive(LogicBlock, Module)]
pub struct Gravity {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Level: by the classic curve.
    pub classic: Signal<In, Bit>,
    /// Level of the game, 1 to 29.
    pub level: Signal<In, Bits<5>>,
    /// How many times the speed is added, 1 to 40.
    pub factor: Signal<In, Bits<6>>,
    /// Strobe: add one tick's worth.
    pub step: Signal<In, Bit>,
    /// Strobe: the piece has moved down by one of the rows due.
    pub fell: Signal<In, Bit>,
    /// Strobe: the piece rests or is new; forget fraction and rows.
    pub clear: Signal<In, Bit>,
    /// Level: the piece should move down.
    pub rows_due: Signal<Out, Bit>,
    /// Level: the addition is under way.
    pub busy: Signal<Out, Bit>,
    /// What to look up in the table of speeds, see [`RuleTables`](super::rule_tables::RuleTables).
    pub table_address: Signal<Out, Bits<8>>,
    /// The byte there, one cycle later.
    pub speed_byte: Signal<In, Bits<8>>,
    /// Level: exchange the players' states.
    pub swap: Signal<In, Bit>,
    /// The chain enters here.
    pub chain_in: Signal<In, Bit>,
    /// The chain leaves here.
    pub chain_out: Signal<Out, Bit>,
    #[reset(or = clear)]
    fraction: DFF<Bits<16>>,
    #[reset(or = clear)]
    rows: DFF<Bits<5>>,
    carry: DFF<Bit>,
    times: DFF<Bits<6>>,
    position: DFF<Bits<2>>,
    next_position: Signal<Local, Bits<2>>,
    augend: Signal<Local, Bits<10>>,
    addend: Signal<Local, Bits<10>>,
    total: Signal<Local, Bits<10>>,
    sum: Signal<Local, Bits<8>>,
    fewer_rows: Signal<Local, Bits<5>>,
    fewer_times: Signal<Local, Bits<6>>,
    #[value(MAX_ROWS_PER_TICK)]
    most_rows: Constant<Bits<5>>,
}

#[clocked]
impl Logic for Gravity {
    #[hdl_gen]
    fn update(&mut self) {
        self.table_address.next = (bit_cast::<8, 1>(self.classic.val().into()) << 7)
            | (bit_cast::<8, 5>(self.level.val()) << 2)
            | bit_cast::<8, 2>(self.position.q.val());
        self.rows_due.next = self.rows.q.val().any();
        self.busy.next = self.times.q.val().any();
        // Byte by byte: the fraction, whose halves change places meanwhile, then the rows. One bit below them brings the carry in.
        self.augend.next = (bit_cast::<10, 8>(self.fraction.q.val().get_bits::<8>(0)) << 1) | 1;
        if self.position.q.val() == 3 {
            self.augend.next = (bit_cast::<10, 5>(self.rows.q.val()) << 1) | 1;
        }
        self.addend.next = (bit_cast::<10, 8>(self.speed_byte.val()) << 1)
            | bit_cast::<10, 1>(self.carry.q.val().into());
        self.total.next = self.augend.val() + self.addend.val();
        self.sum.next = self.total.val().get_bits::<8>(1);
        self.fewer_rows.next = self.rows.q.val() - 1;
        self.fewer_times.next = self.times.q.val() - 1;
        self.next_position.next = self.position.q.val() + 1;
        if self.step.val() {
            self.times.d.next = self.factor.val();
        }
        if self.times.q.val().any() {
            self.position.d.next = self.next_position.val();
        }
        self.carry.d.next = self.total.val().get_bit(9);
        if (self.position.q.val() == 0) | (self.position.q.val() == 3) {
            self.carry.d.next = false;
        } else {
            self.fraction.d.next = (bit_cast::<16, 8>(self.sum.val()) << 8)
                | bit_cast::<16, 8>(self.fraction.q.val().get_bits::<8>(8));
        }
        if self.position.q.val() == 3 {
            self.times.d.next = self.fewer_times.val();
            self.rows.d.next = self.sum.val().get_bits::<5>(0);
            // 20 or more.
            if self.sum.val().get_bits::<3>(5).any()
                | (self.sum.val().get_bit(4) & self.sum.val().get_bits::<2>(2).any())
            {
                self.rows.d.next = self.most_rows.val();
            }
        }
        if self.fell.val() {
            self.rows.d.next = self.fewer_rows.val();
        }
        self.chain_out.next = self.fraction.q.val().get_bit(15);
        if self.swap.val() {
            self.fraction.d.next =
                (self.fraction.q.val() << 1) | bit_cast::<16, 1>(self.chain_in.val().into());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::falling_blocks::piece::rule_tables;
    use gatefall_bench::{peek, poke, tick, Bench};

    #[test]
    fn the_speeds_are_those_of_the_guideline() {
        let published = [
            1092, 1377, 1768, 2311, 3075, 4169, 5759, 8107, 11634, 17026, 25416, 38709, 60169,
            95483, 154742, 256187, 433425, 749597, 1310720, 1310720,
        ];
        for (index, rows) in published.into_iter().enumerate() {
            assert_eq!(speed(index as u32 + 1, false), rows, "level {}", index + 1);
        }
        assert_eq!(speed(29, false), speed(20, false));
    }

    /// One cycle, in which the table answers.
    fn cycle(uut: &mut Bench<Gravity>) {
        let address = peek!(uut.table_address).to_u64();
        tick!(uut);
        let byte = rule_tables::speeds().nth(address as usize);
        poke!(uut.speed_byte = byte.expect("a byte of a speed").to_bits());
    }

    /// Rows due on each of the next ticks.
    fn rows(uut: &mut Bench<Gravity>, ticks: usize) -> Vec<u32> {
        let mut all = Vec::new();
        for _ in 0..ticks {
            poke!(uut.step = true);
            cycle(uut);
            poke!(uut.step = false);
            while peek!(uut.busy) {
                cycle(uut);
            }
            let mut rows = 0;
            while peek!(uut.rows_due) {
                rows += 1;
                poke!(uut.fell = true);
                cycle(uut);
                poke!(uut.fell = false);
            }
            all.push(rows);
        }
        all
    }

    fn gravity(level: u8, factor: u8, classic: bool) -> Bench<Gravity> {
        let mut uut = Bench::new(Gravity::default());
        poke!(uut.level = level.to_bits());
        poke!(uut.factor = factor.to_bits());
        poke!(uut.classic = classic);
        uut
    }

    #[test]
    fn the_classic_curve_takes_whole_ticks_for_a_row() {
        for (level, ticks) in [(1, 48), (9, 8), (10, 6), (13, 5), (16, 4), (19, 3), (29, 2)] {
            let mut uut = gravity(level, 1, true);
            let fallen = rows(&mut uut, ticks);
            assert_eq!(fallen.iter().sum::<u32>(), 1, "level {level}");
            assert_eq!(fallen.last(), Some(&1), "level {level}");
        }
    }

    #[test]
    fn soft_drop_adds_the_speed_many_times() {
        // 20 times 1092 is a third of a row and a little.
        assert_eq!(rows(&mut gravity(1, 20, false), 6), [0, 0, 0, 1, 0, 0]);
        assert_eq!(rows(&mut gravity(1, 40, false), 3), [0, 1, 0]);
        assert_eq!(rows(&mut gravity(10, 20, false), 2), [5, 5]);
    }

    #[test]
    fn nothing_falls_more_than_twenty_rows_in_a_tick() {
        assert_eq!(rows(&mut gravity(20, 1, false), 2), [20, 20]);
        assert_eq!(rows(&mut gravity(29, 40, false), 2), [20, 20]);
        assert_eq!(rows(&mut gravity(14, 20, false), 1), [20]);
    }
}
