//! Test benches for hardware modules of the games: a [`Simulator`] that starts in one line.
//!
//! ```
//! use gatefall_bench::{peek, poke, tick, Bench};
//! use rust_hdl::prelude::*;
//!
//! let mut uut = Bench::new(DFF::<Bits<8>>::default());
//! poke!(uut.d = 5.into());
//! tick!(uut);
//! assert_eq!(peek!(uut.q), 5);
//! ```

use std::ops::{Deref, DerefMut};

use gatefall_design::{Design, Simulator};
use gatefall_mutants::{is_fault_wanted, with_wanted_fault};
use gatefall_netlist::Netlist;
use rust_hdl::prelude::{generate_verilog, Block};

pub use gatefall_design::{peek, poke, tick, Snapshot};

/// A block in the simulator, driven by [`poke!`], [`peek!`] and [`tick!`].
pub struct Bench<B>(Simulator<B>);

impl<B: Block> Bench<B> {
    /// Compiles the block for the simulator.
    ///
    /// # Panics
    /// If the block is no valid circuit.
    #[track_caller]
    pub fn new(block: B) -> Self {
        let simulator = design(block).simulate();
        Self(simulator.unwrap_or_else(|error| panic!("{error}")))
    }

    /// Compiles the block and runs rust-hdl's simulation beside it. All outputs of both are
    /// compared before and after every rising edge, and whenever a port is peeked. A mutant runs
    /// alone: what counts is that the bench itself finds the fault.
    ///
    /// # Panics
    /// If the block is no valid circuit. Later, if it does not settle or an output differs.
    #[track_caller]
    pub fn with_rust_hdl(block: B) -> Self {
        if is_fault_wanted() {
            return Self::new(block);
        }
        let simulator = design(block).simulate_with_rust_hdl();
        Self(simulator.unwrap_or_else(|error| panic!("{error}")))
    }

    /// Verilog of the block from rust-hdl's own generator, after its checks.
    ///
    /// # Panics
    /// If a check fails.
    pub fn rust_hdl_verilog(&self) -> String {
        generate_verilog(self.block())
    }
}

/// The netlist of a block for a test. It has a fault if a mutant is played.
///
/// # Panics
/// If the block is no valid circuit.
#[track_caller]
pub fn netlist(block: &dyn Block, name: &str) -> Netlist {
    let netlist = gatefall_lower::netlist(block, name);
    with_wanted_fault(netlist.unwrap_or_else(|error| panic!("{error}")))
}

/// The design. It has a fault if a mutant is played.
fn design<B: Block>(block: B) -> Design<B> {
    let mut design = Design::new(block).named("uut");
    if let Ok(netlist) = design.netlist().cloned() {
        design.set_netlist(with_wanted_fault(netlist));
    }
    design
}

impl<B> Deref for Bench<B> {
    type Target = Simulator<B>;

    fn deref(&self) -> &Simulator<B> {
        &self.0
    }
}

impl<B> DerefMut for Bench<B> {
    fn deref_mut(&mut self) -> &mut Simulator<B> {
        &mut self.0
    }
}
