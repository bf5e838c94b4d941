//! How many rows the piece falls on this tick.
//!
//! The speed is a 5.16 fixed-point number of rows per tick from a table; each `step` adds it to a
//! fraction of 16 bits, and what carries out of the fraction are rows due.
//!
//! **Latency**: `rows_due` is valid two cycles after `step`, when `busy` is low again.
//! **Source**: the guideline's seconds per row, (0.8 - 0.007 (L - 1))^(L - 1), at 60 ticks a
//! second; the speed stops rising at level 20. Soft drop is 20 times as fast; nothing is faster than 20 rows a tick.

use rust_hdl::prelude::*;

/// One tick, in the table's unit.
const ROW: f64 = 65536.0;
/// Highest speed: the whole board in a tick.
const MAX_ROWS_PER_TICK: u32 = 20;

/// Rows per tick at `level`, times 65536.
fn speed(level: u32, soft_drop: bool) -> u32 {
    let steps = f64::from(level.clamp(1, 20) - 1);
    let seconds_per_row = (0.8 - 0.007 * steps).powf(steps);
    let cap = MAX_ROWS_PER_TICK << 16;
    let natural = ((ROW / (60.0 * seconds_per_row)).round() as u32).min(cap);
    if soft_drop {
        (20 * natural).min(cap)
    } else {
        natural
    }
}

/// Level (5 bits), soft drop, and which half of the number: the fraction, then the whole rows.
fn table() -> impl Iterator<Item = Bits<16>> {
    (0u32..128).map(|address| {
        let speed = speed(address >> 2, address & 2 != 0);
        let half = if address & 1 == 0 {
            speed & 0xffff
        } else {
            speed >> 16
        };
        half.to_bits()
    })
}

/// Accumulates gravity.
#[derive(LogicBlock)]
pub struct Gravity {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Level of the game, 1 to 29.
    pub level: Signal<In, Bits<5>>,
    /// Level: the soft drop key is held.
    pub soft_drop: Signal<In, Bit>,
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
    speeds: SyncROM<Bits<16>, 7>,
    fraction: DFF<Bits<16>>,
    rows: DFF<Bits<5>>,
    carry: DFF<Bit>,
    adding_fraction: DFF<Bit>,
    adding_rows: DFF<Bit>,
    sum: Signal<Local, Bits<17>>,
    fewer_rows: Signal<Local, Bits<5>>,
}

impl Default for Gravity {
    fn default() -> Self {
        gatefall_widgets::with_defaults! {
            default {
                clock, reset, level, soft_drop, step, fell, clear, rows_due, busy, fraction, rows,
                carry, adding_fraction, adding_rows, sum, fewer_rows,
            }
            speeds: table().into(),
        }
    }
}

impl Logic for Gravity {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            fraction,
            rows,
            carry,
            adding_fraction,
            adding_rows
        );
        clock!(self, clock, speeds);
        self.speeds.address.next = (bit_cast::<7, 5>(self.level.val()) << 2)
            | (bit_cast::<7, 1>(self.soft_drop.val().into()) << 1)
            | bit_cast::<7, 1>(self.adding_fraction.q.val().into());
        self.rows_due.next = self.rows.q.val().any();
        self.busy.next = self.adding_fraction.q.val() | self.adding_rows.q.val();
        self.sum.next =
            bit_cast::<17, 16>(self.fraction.q.val()) + bit_cast::<17, 16>(self.speeds.data.val());
        self.fewer_rows.next = self.rows.q.val() - 1;
        self.adding_fraction.d.next = self.step.val();
        self.adding_rows.d.next = self.adding_fraction.q.val();
        if self.adding_fraction.q.val() {
            self.fraction.d.next = self.sum.val().get_bits::<16>(0);
            self.carry.d.next = self.sum.val().get_bit(16);
        }
        if self.adding_rows.q.val() {
            self.rows.d.next = self.speeds.data.val().get_bits::<5>(0)
                + bit_cast::<5, 1>(self.carry.q.val().into());
        }
        if self.fell.val() {
            self.rows.d.next = self.fewer_rows.val();
        }
        if self.clear.val() | self.reset.val() {
            self.fraction.d.next = 0.into();
            self.rows.d.next = 0.into();
        }
        if self.reset.val() {
            self.carry.d.next = false;
            self.adding_fraction.d.next = false;
            self.adding_rows.d.next = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(speed(1, true), 21_840);
        assert_eq!(speed(12, true), 774_180);
        assert_eq!(speed(14, true), 1_310_720);
    }
}
