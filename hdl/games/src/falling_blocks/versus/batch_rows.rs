//! Rows of a batch of garbage: those that leave it and those that an attack adds.
//!
//! A row that rises leaves the batch. An attack cancels as many rows as it has, or all of the
//! batch. A batch that grows stops at 15 rows.
//!
//! **Interface**: combinational.

use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// Difference and sum of batch and attack.
#[derive(LogicBlock, Module)]
pub struct BatchRows {
    /// Rows of the batch, 0 to 15.
    pub rows: Signal<In, Bits<4>>,
    /// Rows of the attack, 0 to 15.
    pub attack: Signal<In, Bits<4>>,
    /// Level: a row rises. Low: the attack cancels rows.
    pub is_rising: Signal<In, Bit>,
    /// Rows that leave the batch.
    pub taken: Signal<Out, Bits<4>>,
    /// Rows that stay.
    pub left: Signal<Out, Bits<4>>,
    /// Rows of the attack for which there is room.
    pub added: Signal<Out, Bits<4>>,
    /// Rows of the batch with those added.
    pub total: Signal<Out, Bits<4>>,
    sum: Signal<Local, Bits<5>>,
    #[value(15)]
    most_rows: Constant<Bits<4>>,
}

#[clocked]
impl Logic for BatchRows {
    #[hdl_gen]
    fn update(&mut self) {
        self.taken.next = self.attack.val();
        if self.is_rising.val() {
            self.taken.next = 1.into();
        } else if self.rows.val() < self.attack.val() {
            self.taken.next = self.rows.val();
        }
        self.left.next = self.rows.val() - self.taken.val();
        self.sum.next = bit_cast::<5, 4>(self.rows.val()) + bit_cast::<5, 4>(self.attack.val());
        self.added.next = self.attack.val();
        if self.sum.val().get_bit(4) {
            self.added.next = self.most_rows.val() - self.rows.val();
        }
        self.total.next = self.rows.val() + self.added.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, Bench};

    #[test]
    fn an_attack_cancels_rows_and_adds_rows_up_to_15() {
        let mut uut = Bench::new(BatchRows::default());
        for rows in 0..16u64 {
            for attack in 0..16u64 {
                poke!(uut.rows = rows.to_bits());
                poke!(uut.attack = attack.to_bits());
                assert_eq!(peek!(uut.taken), rows.min(attack), "{rows}, {attack}");
                assert_eq!(peek!(uut.left), rows.saturating_sub(attack));
                assert_eq!(peek!(uut.total), (rows + attack).min(15));
                assert_eq!(peek!(uut.added), (rows + attack).min(15) - rows);
            }
        }
    }

    #[test]
    fn one_row_rises_for_any_attack() {
        let mut uut = Bench::new(BatchRows::default());
        poke!(uut.is_rising = true);
        for rows in 1..16u64 {
            poke!(uut.rows = rows.to_bits());
            poke!(uut.attack = (16 - rows).to_bits());
            assert_eq!(peek!(uut.taken), 1);
            assert_eq!(peek!(uut.left), rows - 1);
        }
    }
}
