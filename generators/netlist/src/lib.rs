//! Netlist: the typed, hierarchical, word-level representation that connects all generators.
//!
//! ```text
//! rust-hdl design --(lower)--> Netlist --(verilog)--> Verilog-2001
//!                                      --(compile)--> WebAssembly
//!                                      --(Interpreter)--> slow reference
//! ```
//!
//! A [`Netlist`] is a list of [`Module`]s, children before parents. Modules with the same structure
//! are stored once. Within a module, values are connected by **nets**. A net has a source name, a
//! width, a kind, and exactly one driver: input port, constant, assignment, register, memory read
//! port or instance output. Combinational logic is a directed acyclic graph of [`Expr`] nodes, in
//! one [`ExprPool`] per module. Registers and memories are separate lists. Control flow (`if`,
//! `match`) is represented by multiplexers.
//!
//! [`Netlist::verify`] checks every invariant. [`Netlist::to_text`] and [`Netlist::from_text`]
//! write and read a text form that is suitable for diffs. [`Interpreter`] is a simple and slow
//! simulator. [`EventInterpreter`] is some hundred times faster, because it evaluates only what
//! changes.
//!
//! **Boundary:** this crate depends neither on rust-hdl nor on Verilog.

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod black_box;
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
mod places;
mod random_reads;
mod slice;
mod value;
mod verify;
mod words;
mod write;

pub use black_box::{verilog_words, BlackBox};
pub use error::{InterpretError, ModelError, ParseError, VerifyError};
pub use eval::{binary, unary};
pub use event::{EventInterpreter, NarrowSignal, MAX_NARROW_WIDTH};
pub use expr::{BinaryOp, Expr, ExprPool, UnaryOp};
pub use ids::{EnumId, ExprId, IdVec, InstanceId, MemoryId, ModuleId, NetId, RegisterId};
pub use interpret::Interpreter;
pub use limits::{MAX_ADDRESS_WIDTH, MAX_DEPTH, MAX_INTERPRETED_WORDS, MAX_ITEMS, MAX_WIDTH};
pub use loops::CombinationalLoop;
pub use netlist::{
    Assign, Driver, EnumType, Instance, Memory, Module, NamedConstant, Net, NetKind, Netlist, Port,
    PortDirection, ReadPort, Register, WritePort,
};
pub use value::Value;
