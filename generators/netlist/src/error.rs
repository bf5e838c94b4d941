//! Errors of netlists, their text form, and names in them.

use thiserror::Error;

/// A violated invariant. The message names module and item.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("module `{module}`: {problem}")]
pub struct VerifyError {
    /// Name of the module.
    pub module: String,
    /// Description of the violation.
    pub problem: String,
}

/// A syntax error of the text form.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {problem}")]
pub struct ParseError {
    /// Line number from 1.
    pub line: usize,
    /// Description of the error.
    pub problem: String,
}

/// A model that cannot replace a black box.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ModelError {
    /// No black box has this name.
    #[error("there is no black box `{0}`")]
    NoBlackBox(String),
    /// The ports or their order differ.
    #[error("`{black_box}` has the ports ({wanted}), its model has ({found})")]
    Ports {
        /// The black box.
        black_box: String,
        /// Its ports.
        wanted: String,
        /// Ports of the model.
        found: String,
    },
    /// The design with the model does not verify: a combinational path of the model may close a
    /// loop around the black box.
    #[error("with the model of `{black_box}` the design is not valid: {error}")]
    Invalid {
        /// The black box.
        black_box: String,
        /// The violated invariant of the design with the model.
        #[source]
        error: VerifyError,
    },
}

/// An invalid request to the interpreter.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum InterpretError {
    /// No net has this hierarchical name.
    #[error("no signal is called `{0}`")]
    UnknownSignal(String),
    /// No memory has this hierarchical name.
    #[error("no memory is called `{0}`")]
    UnknownMemory(String),
    /// The net carries data.
    #[error("`{0}` is not a clock, but a signal with data")]
    NoClock(String),
    /// Only inputs of the top, outputs of black boxes, registers and data of clocked read ports can
    /// be set.
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
