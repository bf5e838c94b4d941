//! The hub of the generators: a typed, hierarchical, word-level netlist.
//!
//! ```text
//! rust-hdl design --(lower)--> Netlist --(verilog)--> Verilog-2001
//!                                      --(compile)--> WebAssembly
//!                                      --(Interpreter)--> slow reference
//! ```
//!
//! A [`Netlist`] is a list of [`Module`]s, children before parents. A module that is instantiated twice with the
//! same structure exists once. Within a module everything hangs off **nets**: a net has a source name, a width,
//! a kind, and exactly one driver (input port, constant, assignment, register, memory read port or instance output).
//! Combinational logic is a directed acyclic graph of [`Expr`] nodes in one [`ExprPool`] per module; registers and
//! memories are kept apart from it. Control flow (`if`, `match`) is multiplexers.
//!
//! [`Netlist::verify`] states every invariant. [`Netlist::to_text`] and [`Netlist::from_text`] write and read
//! a text form that can be diffed. [`Interpreter`] runs the netlist slowly and plainly,
//! [`EventInterpreter`] some hundred times as fast, by evaluating only what changes.
//!
//! **Boundary:** this crate knows neither rust-hdl nor Verilog.

mod build;
mod error;
mod eval;
mod event;
mod expr;
mod hierarchy;
mod ids;
mod interpret;
mod limits;
mod loops;
mod model;
mod netlist;
mod parse;
mod parse_expression;
mod slice;
mod value;
mod verify;
mod words;
mod write;

pub use error::{InterpretError, ModelError, ParseError, VerifyError};
pub use eval::{binary, unary};
pub use event::{EventInterpreter, Signal, MAX_NARROW_WIDTH};
pub use expr::{BinaryOp, Expr, ExprPool, UnaryOp};
pub use ids::{EnumId, ExprId, IdVec, InstanceId, MemoryId, ModuleId, NetId, RegisterId};
pub use interpret::Interpreter;
pub use limits::{MAX_ADDRESS_WIDTH, MAX_DEPTH, MAX_INTERPRETED_WORDS, MAX_ITEMS, MAX_WIDTH};
pub use loops::CombinationalLoop;
pub use netlist::{
    Assign, BlackBox, Constant, Direction, Driver, EnumType, Instance, Memory, Module, Net,
    NetKind, Netlist, Port, ReadPort, Register, WritePort,
};
pub use value::Value;
