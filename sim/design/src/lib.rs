#![doc = include_str!("../README.md")]

mod design;
mod error;
mod macros;
mod port;
mod port_type;
mod simulator;

pub use design::Design;
pub use error::DesignError;
pub use gatefall_host::Machine;
pub use gatefall_netlist::Netlist;
pub use gatefall_verilog::File;
pub use port_type::PortType;
pub use simulator::Simulator;
