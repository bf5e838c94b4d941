//! Time for which the name of one player stands. Afterwards its lines are to be erased.
//!
//! **Interface**: all inputs are strobes, `due` is a level. At the same clock `new_game` wins over
//! `named`, and `named` over the others.

use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// Ticks for which a name stands.
const TICKS: u8 = 60;

/// The timer.
#[derive(LogicBlock, Module)]
pub struct NameTimer {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset: no name, and nothing to erase.
    pub reset: Signal<In, Bit>,
    /// Strobe: one sixtieth of a second has passed.
    pub tick: Signal<In, Bit>,
    /// Strobe: a new name is written.
    pub named: Signal<In, Bit>,
    /// Strobe: a new game; the lines are to be erased at once.
    pub new_game: Signal<In, Bit>,
    /// Strobe: the lines are being erased.
    pub erased: Signal<In, Bit>,
    /// Strobe: that was interrupted.
    pub interrupted: Signal<In, Bit>,
    /// Level: the lines are to be erased.
    pub due: Signal<Out, Bit>,
    ticks: DFF<Bits<6>>,
    is_due: DFF<Bit>,
    fewer: Signal<Local, Bits<6>>,
    #[value(TICKS)]
    all: Constant<Bits<6>>,
}

#[clocked]
impl Logic for NameTimer {
    #[hdl_gen]
    fn update(&mut self) {
        self.due.next = self.is_due.q.val();
        self.fewer.next = self.ticks.q.val() - 1;
        if self.erased.val() {
            self.is_due.d.next = false;
        }
        if self.tick.val() & self.ticks.q.val().any() {
            self.ticks.d.next = self.fewer.val();
            self.is_due.d.next = !self.fewer.val().any();
        }
        if self.interrupted.val() {
            self.is_due.d.next = true;
        }
        if self.named.val() {
            self.ticks.d.next = self.all.val();
            self.is_due.d.next = false;
        }
        if self.new_game.val() {
            self.ticks.d.next = 0.into();
            self.is_due.d.next = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    macro_rules! strobe {
        ($uut:ident, $signal:ident) => {
            poke!($uut.$signal = true);
            tick!($uut);
            poke!($uut.$signal = false);
        };
    }

    fn stands_for_sixty_ticks(uut: &mut Bench<NameTimer>) {
        for _ in 0..59 {
            strobe!(uut, tick);
            assert!(!peek!(uut.due));
        }
        strobe!(uut, tick);
        assert!(peek!(uut.due));
    }

    #[test]
    fn a_name_is_due_after_sixty_ticks_until_it_is_erased() {
        let mut uut = Bench::new(NameTimer::default());
        strobe!(uut, named);
        stands_for_sixty_ticks(&mut uut);
        strobe!(uut, erased);
        strobe!(uut, tick);
        assert!(!peek!(uut.due));
        strobe!(uut, interrupted);
        assert!(peek!(uut.due));
    }

    #[test]
    fn a_newer_name_begins_anew() {
        let mut uut = Bench::new(NameTimer::default());
        strobe!(uut, named);
        for _ in 0..60 {
            strobe!(uut, tick);
        }
        strobe!(uut, named);
        stands_for_sixty_ticks(&mut uut);
    }

    #[test]
    fn a_new_game_erases_at_once_and_wins_over_a_name() {
        let mut uut = Bench::new(NameTimer::default());
        poke!(uut.named = true);
        strobe!(uut, new_game);
        poke!(uut.named = false);
        assert!(peek!(uut.due));
        strobe!(uut, erased);
        for _ in 0..60 {
            strobe!(uut, tick);
            assert!(!peek!(uut.due));
        }
    }

    #[test]
    fn passes_the_checks_of_rust_hdl() {
        let mut uut = NameTimer::default();
        uut.connect_all();
        assert!(generate_verilog(&uut).contains("module top"));
    }
}
