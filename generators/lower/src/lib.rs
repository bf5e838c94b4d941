//! Lowering: converts a rust-hdl design to a netlist, with Rust's meaning of every expression.
//!
//! rust-hdl's printed Verilog can differ from its simulation: the printer drops the precedence of
//! the syntax tree and the widths of `Bits<N>`. This crate reads the syntax tree of `#[hdl_gen]`
//! and gives each expression its meaning in Rust. If the tree lacks information, lowering fails
//! with an error that names module, signal and expression.
//!
//! ```
//! use rust_hdl::prelude::*;
//!
//! #[derive(LogicBlock, Default)]
//! struct Gate {
//!     a: Signal<In, Bits<4>>,
//!     b: Signal<In, Bits<4>>,
//!     three: Signal<Out, Bit>,
//! }
//!
//! impl Logic for Gate {
//!     #[hdl_gen]
//!     fn update(&mut self) {
//!         self.three.next = self.a.val() & self.b.val() == 3; // Rust: (a & b) == 3
//!     }
//! }
//!
//! let netlist = gatefall_lower::netlist(&Gate::default(), "gate")?;
//! assert!(netlist.to_text().contains("assign three = (eq (and a b) 4'h3)"));
//! # Ok::<(), gatefall_lower::LowerError>(())
//! ```
//!
//! **Black boxes.** A block of hand-written Verilog (`Wrapper`, `Blackbox`, rust-hdl's
//! `ICE40PLLBlock`) keeps its text in the Verilog output. In a simulation its outputs are set from
//! outside, or [`Netlist::with_model`] replaces it by a design with the same ports.
//! `gatefall_devices::pll_model` is such a design. `gatefall_widgets::primitive` has pin cells with
//! their models.
//!
//! **Undetected differences.** The syntax tree does not contain the following, so lowering cannot
//! reject them. A test bench that runs in both simulations finds the differences
//! (`Design::simulate_with_rust_hdl` of `gatefall-design`).
//! - The guard of a `match` arm: `#[hdl_gen]` drops it.
//! - The `=` of `for i in 0..=3`: the loop runs once less here.
//! - `.index()`: a sum of two signals, or of a signal and a literal, wraps at the width of the
//!   signals here, and at the width of `usize` in Rust. Assign it to a `Signal<Local, ..>` of the
//!   intended width first.
//! - `.into()` with a custom mapping, and functions whose names begin with `bits`, `Bits` or
//!   `bit_cast`: all are treated as type conversions that keep the bits.
//!
//! **Steps.** [`netlist`] visits the blocks (`scope`), executes each kernel symbolically (`kernel`,
//! `expression`), converts flip-flops and memories to state (`primitive`), and finishes one module
//! per distinct structure (`module`, `design`).

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod clocks;
mod design;
mod error;
mod expression;
mod kernel;
mod literal;
mod module;
mod number;
mod primitive;
mod scope;
mod show;
mod symbols;

use gatefall_netlist::Netlist;
use rust_hdl::core::prelude::Block;

pub use error::LowerError;

/// Lowers a design. The top module is called `name`; other modules are named after their instances.
///
/// The design must not have been simulated: rust-hdl's memories print their current contents, so
/// they would start with the contents at the end of the simulation.
///
/// # Errors
/// If the design has a fault (undriven or doubly driven signal, latch, combinational loop, clock
/// crossing), or if the syntax tree lacks required information. The error has the location.
pub fn netlist(design: &dyn Block, name: &str) -> Result<Netlist, LowerError> {
    design::lower(scope::visit(design, name), name)
}
