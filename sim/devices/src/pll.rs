//! Model of the iCE40's PLL, so that designs that use it run in the simulator.

use gatefall_netlist::Netlist;
use rust_hdl::prelude::*;

/// Counts until the PLL has locked.
#[derive(LogicBlock, Default)]
struct Pll {
    clock_in: Signal<In, Clock>,
    clock_out: Signal<Out, Clock>,
    locked: Signal<Out, Bit>,
    cycles: DFF<Bits<4>>,
}

impl Logic for Pll {
    #[hdl_gen]
    fn update(&mut self) {
        self.clock_out.next = self.clock_in.val();
        self.cycles.clock.next = self.clock_in.val();
        self.locked.next = self.cycles.q.val().all();
        self.cycles.d.next = self.cycles.q.val();
        if !self.locked.val() {
            self.cycles.d.next = self.cycles.q.val() + 1;
        }
    }
}

/// Model that replaces rust-hdl's `ICE40PLLBlock` in a simulation, see [`Netlist::with_model`]. The
/// simulated cycles are those of the PLL's output clock. The PLL locks after 15 of them.
pub fn pll_model() -> Netlist {
    gatefall_lower::netlist(&Pll::default(), "pll").expect("the model is a design like others")
}
