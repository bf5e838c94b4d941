//! What can be wrong with a netlist, its text form, or a name.

use thiserror::Error;

/// A broken invariant; the message names module and item.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("module `{module}`: {problem}")]
pub struct VerifyError {
    /// Name of the module.
    pub module: String,
    /// What is wrong.
    pub problem: String,
}

/// The text form cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {problem}")]
pub struct ParseError {
    /// Line number from 1.
    pub line: usize,
    /// What is wrong.
    pub problem: String,
}

/// A model cannot stand in for a black box.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ModelError {
    /// No module of that name, or it is none.
    #[error("there is no black box `{0}`")]
    NoBlackBox(String),
    /// The ports differ, or their order does.
    #[error("`{black_box}` has the ports ({wanted}), its model has ({found})")]
    Ports {
        /// The black box.
        black_box: String,
        /// Its ports.
        wanted: String,
        /// Those of the model.
        found: String,
    },
}

/// The interpreter cannot do what was asked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum InterpretError {
    /// No net has this hierarchical name.
    #[error("no signal is called `{0}`")]
    UnknownSignal(String),
    /// No memory has this hierarchical name.
    #[error("no memory is called `{0}`")]
    UnknownMemory(String),
    /// Only inputs of the top, outputs of black boxes and registers can be set.
    #[error("`{0}` is driven by the design")]
    Driven(String),
    /// The value does not fit.
    #[error("`{name}` has {width} bits, {value} does not fit")]
    TooWide {
        /// The net.
        name: String,
        /// Its width.
        width: u32,
        /// The value.
        value: String,
    },
}
