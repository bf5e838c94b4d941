#![doc = include_str!("../README.md")]
//!
//! ## Where to read on
//!
//! - [`Design`] and [`Simulator`]: everything that can be done with a design.
//! - [`gatefall_lower`]: black boxes, and differences from Rust that cannot be detected.
//! - [`gatefall_verilog`]: the form of the Verilog, and comments of your own in it.
//! - [`gatefall_netlist`]: the form of a netlist, to read or to change it.
//! - [`Machine`] of [`gatefall_host`]: signals and memories by name, snapshots, waveforms.

mod design;
mod error;
mod macros;
mod port;
mod port_type;
mod run;
mod simulator;

pub use design::Design;
pub use error::DesignError;
pub use gatefall_host::{Machine, Snapshot};
pub use gatefall_netlist::Netlist;
pub use gatefall_verilog::File;
pub use port_type::PortType;
pub use simulator::Simulator;
