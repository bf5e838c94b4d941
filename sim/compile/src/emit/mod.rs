//! Writer of the WebAssembly module.

mod activate;
mod body;
mod deferred;
mod divide;
mod free_counter;
mod function;
mod item;
mod module;
mod part;
mod scratch;
mod stall;
mod value;

pub(crate) use module::ModuleWriter;
