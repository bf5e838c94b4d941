//! Gravity: rows that the piece falls on a tick.
//!
//! The speed of a level is a fixed-point number of rows per tick, with 16 bits after the point,
//! from the table made of `speed`. Each `step` adds it to a fraction of 16 bits, once or as many
//! times as `soft_drop_factor` while soft drop is held. The carry out of the fraction is added to
//! the rows due, which stop at 20.
//!
//! **Interface**: see [`GravityControlPort`]. `rows_due` is valid while `busy` is low.
//!
//! **Latency**: `busy` is high for four clocks for each addition, of which a step has at most 40.

use super::rule_tables::TableClient;
use super::speed::MAX_ROWS_PER_TICK;
use gatefall_macros::{clocked, interface, Module};
use gatefall_widgets::property::{Ending, Mutant, Observer, Property};
use rust_hdl::prelude::*;

/// Steps of gravity, and the rows that are due.
#[interface(client = GravityControlClient)]
pub struct GravityControlPort {
    /// Strobe: add the gravity of one tick.
    pub step: Signal<In, Bit>,
    /// Strobe: the piece has moved down by one of the rows due.
    pub fell: Signal<In, Bit>,
    /// Strobe: clear the fraction and the rows due.
    pub clear: Signal<In, Bit>,
    /// Level: rows are due.
    pub rows_due: Signal<Out, Bit>,
    /// Level: the addition is under way.
    pub busy: Signal<Out, Bit>,
}

/// Byte-wise accumulator of the speed.
#[derive(LogicBlock, Module)]
pub struct Gravity {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Setting: the classic curve.
    pub classic: Signal<In, Bit>,
    /// Level of the game, 1 to 29.
    pub level: Signal<In, Bits<5>>,
    /// Level: soft drop is held.
    pub soft_drop_held: Signal<In, Bit>,
    /// Number of additions of the speed in a step of a soft drop, 1 to 40; otherwise one.
    pub soft_drop_factor: Signal<In, Bits<6>>,
    /// Steps of gravity, and the rows that are due.
    pub control: GravityControlPort,
    /// The table of speeds.
    pub table: TableClient,
    /// Level: shift the context.
    pub context_shift: Signal<In, Bit>,
    /// Input of the context chain.
    pub context_in: Signal<In, Bit>,
    /// Output of the context chain.
    pub context_out: Signal<Out, Bit>,
    #[context]
    #[reset(or = self.control.clear.val())]
    fraction: DFF<Bits<16>>,
    #[reset(or = self.control.clear.val())]
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
        self.table.select.next = self.times.q.val().any();
        self.table.address.next = (bit_cast::<8, 1>(self.classic.val().into()) << 7)
            | (bit_cast::<8, 5>(self.level.val()) << 2)
            | bit_cast::<8, 2>(self.position.q.val());
        self.control.rows_due.next = self.rows.q.val().any();
        self.control.busy.next = self.times.q.val().any();
        // The adder has 8 bits. It adds to the low and the high byte of the fraction, which
        // exchange places, then to the rows. An extra lowest bit of both operands adds the carry.
        self.augend.next = (bit_cast::<10, 8>(self.fraction.q.val().get_bits::<8>(0)) << 1) | 1;
        if self.position.q.val() == 3 {
            self.augend.next = (bit_cast::<10, 5>(self.rows.q.val()) << 1) | 1;
        }
        self.addend.next = (bit_cast::<10, 8>(self.table.data.val()) << 1)
            | bit_cast::<10, 1>(self.carry.q.val().into());
        self.total.next = self.augend.val() + self.addend.val();
        self.sum.next = self.total.val().get_bits::<8>(1);
        self.fewer_rows.next = self.rows.q.val() - 1;
        self.fewer_times.next = self.times.q.val() - 1;
        self.next_position.next = self.position.q.val() + 1;
        if self.control.step.val() {
            self.times.d.next = 1.into();
            if self.soft_drop_held.val() {
                self.times.d.next = self.soft_drop_factor.val();
            }
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
            // A sum of 20 or more.
            if self.sum.val().get_bits::<3>(5).any()
                | (self.sum.val().get_bit(4) & self.sum.val().get_bits::<2>(2).any())
            {
                self.rows.d.next = self.most_rows.val();
            }
        }
        if self.control.fell.val() {
            self.rows.d.next = self.fewer_rows.val();
        }
    }
}

impl Gravity {
    /// Longest step, for a soft drop of 40 times the speed.
    pub const MOST_CLOCKS: u32 = 40 * 4;

    /// Properties that are proved.
    pub const PROPERTIES: &'static [Property] = &[
        Property {
            assumed: &["!control.fell || control.rows_due"],
            ..Property::new(
                "at most 20 rows are due",
                "rows <= 20",
                Mutant::new("sum[4] && (|sum[3:2])", "sum[4] && sum[3]", 10),
            )
        },
        Property {
            lemmas: &["position == 0 || times != 0"],
            assumed: &[
                "!control.busy || !(control.clear || control.fell || context_shift)",
                "!control.fell || control.rows_due",
                "soft_drop_factor != 0",
            ],
            observers: &[
                Observer::new("before", 21, "position == 0 ? {rows, fraction} : before"),
                Observer::new("low", 8, "position == 1 ? table.data : low"),
                Observer::new("high", 8, "position == 2 ? table.data : high"),
                Observer::new("after", 24, "before + {table.data, high, low}"),
                Observer::new("is_complete", 1, "position == 3"),
            ],
            k: 5,
            ..Property::new(
                "an addition adds the three bytes of the speed to rows and fraction",
                "!is_complete || fraction == after[15:0] && \
                 (after[23:16] < 20 ? rows == after[23:16] : rows == 20)",
                Mutant::new("carry <= total[9]", "carry <= total[8]", 12),
            )
        },
        Property {
            lemmas: &["position == 0 || times != 0", "times <= 40"],
            assumed: &["!control.step || !control.busy", "soft_drop_factor <= 40"],
            ..Property::ends(
                "a step ends within 160 clocks",
                Ending {
                    busy: "control.busy",
                    spent: "{6'd40 - times, position}",
                    clocks: Self::MOST_CLOCKS,
                },
                Mutant::new("times <= fewer_times;", "times <= times;", 12),
            )
        },
    ];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::falling_blocks::piece::rule_tables;
    use crate::falling_blocks::piece::speed::speed;
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

    /// One clock; the table returns the byte at the address.
    fn cycle(uut: &mut Bench<Gravity>) {
        let address = peek!(uut, table.address).to_u64();
        tick!(uut);
        let byte = rule_tables::speeds().nth(address as usize);
        poke!(uut, table.data = byte.expect("a byte of a speed").to_bits());
    }

    /// Rows that are due on each of the next ticks.
    fn rows(uut: &mut Bench<Gravity>, ticks: usize) -> Vec<u32> {
        let mut all = Vec::new();
        for _ in 0..ticks {
            poke!(uut, control.step = true);
            cycle(uut);
            poke!(uut, control.step = false);
            while peek!(uut, control.busy) {
                cycle(uut);
            }
            let mut rows = 0;
            while peek!(uut, control.rows_due) {
                rows += 1;
                poke!(uut, control.fell = true);
                cycle(uut);
                poke!(uut, control.fell = false);
            }
            all.push(rows);
        }
        all
    }

    fn gravity(level: u8, factor: u8, classic: bool) -> Bench<Gravity> {
        let mut uut = Bench::new(Gravity::default());
        poke!(uut.level = level.to_bits());
        poke!(uut.soft_drop_held = true);
        poke!(uut.soft_drop_factor = factor.to_bits());
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
        // 20 x 1,092 is slightly less than a third of a row.
        assert_eq!(rows(&mut gravity(1, 20, false), 6), [0, 0, 0, 1, 0, 0]);
        assert_eq!(rows(&mut gravity(1, 40, false), 3), [0, 1, 0]);
        assert_eq!(rows(&mut gravity(10, 20, false), 2), [5, 5]);
    }

    #[test]
    fn a_piece_falls_at_most_twenty_rows_in_a_tick() {
        assert_eq!(rows(&mut gravity(20, 1, false), 2), [20, 20]);
        assert_eq!(rows(&mut gravity(29, 40, false), 2), [20, 20]);
        assert_eq!(rows(&mut gravity(14, 20, false), 1), [20]);
    }
}
