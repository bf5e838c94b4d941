//! T-spin detector.
//!
//! A lock is a T-spin if the piece is a T, its last move was a turn, and three corners of its box
//! are occupied. It is a full T-spin if both corners beside the pointing cell are occupied, or if
//! the turn needed the last of the five kick tests. Otherwise it is a mini T-spin.
//!
//! **Interface**: `turned`, `moved` and `detect` are strobes. `kind` is the result of the last
//! `detect`.
//!
//! **Latency**: one clock.
//!
//! **Source**: the three-corner rule, `docs/rules.md`.

use super::clear_scoring::spin;
use crate::falling_blocks::piece::piece_interface::SpinPlace;
use crate::falling_blocks::piece::pieces;
use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// The last of the five kick tests: one column across, two rows up or down.
const LAST_KICK: u8 = 4;

/// Tracks the last move and detects the spin of a lock.
#[derive(LogicBlock, Module)]
pub struct TSpinDetector {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: the piece was turned.
    pub turned: Signal<In, Bit>,
    /// Strobe: the piece has come in, was shifted or fell.
    pub moved: Signal<In, Bit>,
    /// Strobe: the piece locks; sample the inputs below.
    pub detect: Signal<In, Bit>,
    /// Corners and kick of the last turn.
    pub place: SpinPlace,
    /// Shape of the piece, 1 to 7.
    pub shape: Signal<In, Bits<3>>,
    /// One of [`spin`]: the result of the last `detect`.
    pub kind: Signal<Out, Bits<2>>,
    /// Level: shift the context.
    pub context_shift: Signal<In, Bit>,
    /// Input of the context chain.
    pub context_in: Signal<In, Bit>,
    /// Output of the context chain.
    pub context_out: Signal<Out, Bit>,
    #[context]
    turned_last: DFF<Bit>,
    spin_kind: DFF<Bits<2>>,
    both_front: Signal<Local, Bit>,
    both_back: Signal<Local, Bit>,
    any_front: Signal<Local, Bit>,
    any_back: Signal<Local, Bit>,
    three_corners: Signal<Local, Bit>,
    #[value(pieces::T)]
    shape_t: Constant<Bits<3>>,
    #[value(LAST_KICK)]
    last_kick: Constant<Bits<3>>,
    #[value(spin::NONE)]
    none: Constant<Bits<2>>,
    #[value(spin::MINI)]
    mini: Constant<Bits<2>>,
    #[value(spin::FULL)]
    full: Constant<Bits<2>>,
}

#[clocked]
impl Logic for TSpinDetector {
    #[hdl_gen]
    fn update(&mut self) {
        self.kind.next = self.spin_kind.q.val();
        self.both_front.next =
            self.place.corners.val().get_bit(0) & self.place.corners.val().get_bit(1);
        self.both_back.next =
            self.place.corners.val().get_bit(2) & self.place.corners.val().get_bit(3);
        self.any_front.next =
            self.place.corners.val().get_bit(0) | self.place.corners.val().get_bit(1);
        self.any_back.next =
            self.place.corners.val().get_bit(2) | self.place.corners.val().get_bit(3);
        self.three_corners.next = (self.both_front.val() & self.any_back.val())
            | (self.both_back.val() & self.any_front.val());
        if self.moved.val() {
            self.turned_last.d.next = false;
        }
        if self.turned.val() {
            self.turned_last.d.next = true;
        }
        if self.detect.val() {
            self.spin_kind.d.next = self.none.val();
            if self.three_corners.val()
                & self.turned_last.q.val()
                & (self.shape.val() == self.shape_t.val())
            {
                self.spin_kind.d.next = self.mini.val();
                if self.both_front.val() | (self.place.kick.val() == self.last_kick.val()) {
                    self.spin_kind.d.next = self.full.val();
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    /// The result for a piece that was turned, then shifted unless `turned_last`.
    fn detected(corners: u32, shape: u8, turned_last: bool, kick: u8) -> u64 {
        let mut uut = Bench::new(TSpinDetector::default());
        poke!(uut, place.corners = corners.to_bits());
        poke!(uut.shape = shape.to_bits());
        poke!(uut, place.kick = kick.to_bits());
        poke!(uut.turned = true);
        tick!(uut);
        poke!(uut.turned = false);
        poke!(uut.moved = !turned_last);
        tick!(uut);
        poke!(uut.moved = false);
        poke!(uut.detect = true);
        tick!(uut);
        poke!(uut.detect = false);
        // The result stays.
        poke!(uut, place.corners = (!corners & 0xF).to_bits());
        poke!(uut.moved = true);
        tick!(uut);
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
                detected(corners, pieces::T, true, 0),
                u64::from(expected),
                "{corners:04b}"
            );
        }
    }

    #[test]
    fn the_last_kick_makes_a_mini_full() {
        for kick in 0..5 {
            let expected = if kick == 4 { spin::FULL } else { spin::MINI };
            assert_eq!(detected(0b1110, pieces::T, true, kick), u64::from(expected));
            assert_eq!(
                detected(0b1010, pieces::T, true, kick),
                u64::from(spin::NONE)
            );
        }
    }

    #[test]
    fn only_a_t_spins_and_only_by_turning() {
        assert_eq!(detected(0b1111, pieces::T, false, 4), u64::from(spin::NONE));
        for shape in (1..=pieces::SHAPES).filter(|&shape| shape != pieces::T) {
            assert_eq!(detected(0b1111, shape, true, 4), u64::from(spin::NONE));
        }
    }
}
