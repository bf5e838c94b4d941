//! Tells a T-spin when a piece locks.
//!
//! A T that was turned last and has three corners of its box occupied has spun. The spin is full if both corners beside its
//! pointing cell are, or if the turn needed the farthest kick; otherwise it is a mini.
//!
//! **Shape**: combinational.

use super::award::spin;
use crate::falling_blocks::piece::pieces;
use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// The last of the five kick tests, one across and two down or up.
const FARTHEST_KICK: u8 = 4;

/// Judges the falling piece.
#[derive(LogicBlock, Module)]
pub struct JudgeSpin {
    /// Occupied corners: bits 0 and 1 beside the pointing cell, 2 and 3 behind.
    pub corners: Signal<In, Bits<4>>,
    /// Shape of the piece.
    pub shape: Signal<In, Bits<3>>,
    /// Level: the last thing that moved it was a turn.
    pub turned_last: Signal<In, Bit>,
    /// Kick test that made that turn fit, 0 to 4.
    pub kick: Signal<In, Bits<3>>,
    /// One of [`spin`].
    pub kind: Signal<Out, Bits<2>>,
    both_front: Signal<Local, Bit>,
    both_back: Signal<Local, Bit>,
    any_front: Signal<Local, Bit>,
    any_back: Signal<Local, Bit>,
    three_corners: Signal<Local, Bit>,
    #[value(pieces::T)]
    shape_t: Constant<Bits<3>>,
    #[value(FARTHEST_KICK)]
    farthest_kick: Constant<Bits<3>>,
    #[value(spin::NONE)]
    none: Constant<Bits<2>>,
    #[value(spin::MINI)]
    mini: Constant<Bits<2>>,
    #[value(spin::FULL)]
    full: Constant<Bits<2>>,
}

#[clocked]
impl Logic for JudgeSpin {
    #[hdl_gen]
    fn update(&mut self) {
        self.both_front.next = self.corners.val().get_bit(0) & self.corners.val().get_bit(1);
        self.both_back.next = self.corners.val().get_bit(2) & self.corners.val().get_bit(3);
        self.any_front.next = self.corners.val().get_bit(0) | self.corners.val().get_bit(1);
        self.any_back.next = self.corners.val().get_bit(2) | self.corners.val().get_bit(3);
        self.three_corners.next = (self.both_front.val() & self.any_back.val())
            | (self.both_back.val() & self.any_front.val());
        self.kind.next = self.none.val();
        if self.three_corners.val()
            & self.turned_last.val()
            & (self.shape.val() == self.shape_t.val())
        {
            self.kind.next = self.mini.val();
            if self.both_front.val() | (self.kick.val() == self.farthest_kick.val()) {
                self.kind.next = self.full.val();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, Bench};

    fn judged(corners: u32, shape: u8, turned_last: bool, kick: u8) -> u64 {
        let mut uut = Bench::new(JudgeSpin::default());
        poke!(uut.corners = corners.to_bits());
        poke!(uut.shape = shape.to_bits());
        poke!(uut.turned_last = turned_last);
        poke!(uut.kick = kick.to_bits());
        peek!(uut.kind).into()
    }

    #[test]
    fn three_corners_make_a_spin_and_both_in_front_a_full_one() {
        for corners in 0..16u32 {
            let expected = match (corners.count_ones(), corners & 3 == 3) {
                (3 | 4, true) => spin::FULL,
                (3, false) => spin::MINI,
                _ => spin::NONE,
            };
            assert_eq!(
                judged(corners, pieces::T, true, 0),
                u64::from(expected),
                "{corners:04b}"
            );
        }
    }

    #[test]
    fn the_farthest_kick_makes_a_mini_full() {
        for kick in 0..5 {
            let expected = if kick == 4 { spin::FULL } else { spin::MINI };
            assert_eq!(judged(0b1110, pieces::T, true, kick), u64::from(expected));
            assert_eq!(judged(0b1010, pieces::T, true, kick), u64::from(spin::NONE));
        }
    }

    #[test]
    fn only_a_t_spins_and_only_by_turning() {
        assert_eq!(judged(0b1111, pieces::T, false, 4), u64::from(spin::NONE));
        for shape in (1..=pieces::SHAPES).filter(|&shape| shape != pieces::T) {
            assert_eq!(judged(0b1111, shape, true, 4), u64::from(spin::NONE));
        }
    }
}
