//! Ticks in which keys do not act on a piece: guard against a hard drop, and delay cut (DCD).
//!
//! A piece that has come in cannot be dropped for `guard` ticks. In the `cut` ticks after it has
//! come in or was turned, a held direction does not shift it.
//!
//! **Interface**: `spawned`, `turned` and `tick` are strobes. `is_guarded` and `is_cut` are levels.
//!
//! **Latency**: one clock.

use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// Counters of both.
#[derive(LogicBlock, Module)]
pub struct KeyPauses {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Setting: ticks without a hard drop, 0 to 20.
    pub guard: Signal<In, Bits<5>>,
    /// Setting: ticks without a repeat, 0 to 20.
    pub cut: Signal<In, Bits<5>>,
    /// Strobe: a piece has come in.
    pub spawned: Signal<In, Bit>,
    /// Strobe: the piece was turned.
    pub turned: Signal<In, Bit>,
    /// Strobe: a tick of the piece is complete.
    pub tick: Signal<In, Bit>,
    /// Level: a hard drop has no effect.
    pub is_guarded: Signal<Out, Bit>,
    /// Level: a repeat has no effect.
    pub is_cut: Signal<Out, Bit>,
    /// Level: shift the context.
    pub context_shift: Signal<In, Bit>,
    /// Input of the context chain.
    pub context_in: Signal<In, Bit>,
    /// Output of the context chain.
    pub context_out: Signal<Out, Bit>,
    #[context]
    guard_left: DFF<Bits<5>>,
    #[context]
    cut_left: DFF<Bits<5>>,
    fewer_guard: Signal<Local, Bits<5>>,
    fewer_cut: Signal<Local, Bits<5>>,
}

#[clocked]
impl Logic for KeyPauses {
    #[hdl_gen]
    fn update(&mut self) {
        self.is_guarded.next = self.guard_left.q.val().any();
        self.is_cut.next = self.cut_left.q.val().any();
        self.fewer_guard.next = self.guard_left.q.val() - 1;
        self.fewer_cut.next = self.cut_left.q.val() - 1;
        if self.tick.val() & self.guard_left.q.val().any() {
            self.guard_left.d.next = self.fewer_guard.val();
        }
        if self.tick.val() & self.cut_left.q.val().any() {
            self.cut_left.d.next = self.fewer_cut.val();
        }
        if self.spawned.val() {
            self.guard_left.d.next = self.guard.val();
        }
        if self.spawned.val() | self.turned.val() {
            self.cut_left.d.next = self.cut.val();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    type Strobe = fn(&mut KeyPauses) -> &mut Signal<In, Bit>;

    fn strobe(uut: &mut Bench<KeyPauses>, strobe: Strobe) {
        uut.poke(strobe, true);
        tick!(uut);
        uut.poke(strobe, false);
    }

    /// For each of the next ticks: a drop has no effect, a repeat has no effect.
    fn pauses(uut: &mut Bench<KeyPauses>, ticks: usize) -> Vec<(bool, bool)> {
        let pause = |_| {
            let pauses = (peek!(uut.is_guarded), peek!(uut.is_cut));
            strobe(uut, |uut| &mut uut.tick);
            pauses
        };
        (0..ticks).map(pause).collect()
    }

    #[test]
    fn a_new_piece_is_guarded_and_a_turn_cuts_the_repeat() {
        let mut uut = Bench::new(KeyPauses::default());
        poke!(uut.guard = 2.into());
        poke!(uut.cut = 1.into());
        strobe(&mut uut, |uut| &mut uut.spawned);
        let [both, guard, none] = [(true, true), (true, false), (false, false)];
        assert_eq!(pauses(&mut uut, 3), [both, guard, none]);
        strobe(&mut uut, |uut| &mut uut.turned);
        assert_eq!(pauses(&mut uut, 2), [(false, true), none]);
    }

    #[test]
    fn settings_of_0_have_no_effect() {
        let mut uut = Bench::new(KeyPauses::default());
        strobe(&mut uut, |uut| &mut uut.spawned);
        strobe(&mut uut, |uut| &mut uut.turned);
        assert_eq!(pauses(&mut uut, 2), [(false, false); 2]);
    }
}
