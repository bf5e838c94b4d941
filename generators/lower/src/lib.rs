//! From a rust-hdl design to a netlist, with Rust's meaning of every expression.
//!
//! rust-hdl simulates one circuit and prints another: its printer drops the tree's precedence and the widths
//! of `Bits<N>`. This crate reads the syntax tree that `#[hdl_gen]` leaves behind and gives each expression the meaning
//! that it has in Rust. Where the tree does not carry enough to know, lowering refuses with an error that names module,
//! signal and expression.
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
//! **Black boxes.** A block that is Verilog by hand (`Wrapper`, `Blackbox`, rust-hdl's `ICE40PLLBlock`) stays what it is in our Verilog. In a simulation its
//! outputs are set from outside, or [`Netlist::with_model`] puts a design with the same ports in its place; `gatefall_devices::pll_model` is one, and
//! `gatefall_widgets::primitive` has pin cells with theirs.
//!
//! **What leaves no trace.** The tree does not tell of these, so they cannot be refused; a bench that runs in both simulators (`gatefall_bench::Bench::with_rust_hdl`) finds what they make different:
//! - the guard of a `match` arm, which `#[hdl_gen]` drops;
//! - the `=` of `for i in 0..=3`, which runs one time less here;
//! - `.index()`: a sum of two signals wraps at their width, in Rust at that of `usize`; put it into a `Signal<Local, ..>` of the width that is meant;
//! - `.into()` with a mapping of its own, and functions whose names begin with `bits`, `Bits` or `bit_cast`: all are taken for changes of type that keep the bits.
//!
//! **How.** [`netlist`] visits the blocks (`scope`), runs each kernel symbolically (`kernel`, `expression`), turns flip-flops
//! and memories into state (`primitive`), and finishes one module per distinct structure (`module`, `design`).

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

/// Lowers a design. The top module is called `name`; the others are called after their instances.
///
/// The design must be fresh: rust-hdl's memories print the contents that they have now, so a design that has been
/// simulated would start where the simulation ended.
///
/// # Errors
/// When the design has a fault (undriven or doubly driven signal, latch, combinational loop, second clock) or uses something
/// that the syntax tree does not carry; the error says where.
pub fn netlist(design: &dyn Block, name: &str) -> Result<Netlist, LowerError> {
    design::lower(scope::visit(design, name), name)
}
