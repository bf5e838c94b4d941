//! Errors of the compiler.

use gatefall_netlist::VerifyError;
use thiserror::Error;

/// The netlist cannot be compiled.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CompileError {
    /// The netlist breaks an invariant.
    #[error(transparent)]
    Invalid(#[from] VerifyError),
    /// The netlist has two clocks. A simulation has one: all registers are clocked together.
    #[error("two clocks drive registers, `{first}` and `{second}`; a simulation has one")]
    TwoClocks {
        /// The first clock.
        first: String,
        /// The second clock.
        second: String,
    },
    /// The design has too many operations.
    #[error("the design has more than {most} operations on 64 bits, too many to simulate")]
    TooMany {
        /// Limit of the number of operations.
        most: usize,
    },
    /// Code that cannot be divided is too long for WebAssembly, such as a very long expression.
    #[error(
        "an expression needs {bytes} bytes of code and {locals} variables; WebAssembly engines \
         take {} and {}",
        CompileError::MOST_BYTES,
        CompileError::MOST_LOCALS
    )]
    TooLong {
        /// Variables of a function. A value that is used more than once takes one.
        locals: usize,
        /// Bytes of the function.
        bytes: usize,
    },
    /// The state does not fit in the memory of a WebAssembly module.
    #[error("memory `{name}` of {words} words of {width} bits is too large to simulate")]
    TooLarge {
        /// Hierarchical name of the memory.
        name: String,
        /// Number of words.
        words: u64,
        /// Bits of a word.
        width: u32,
    },
}

impl CompileError {
    /// Most variables of a function in WebAssembly engines.
    pub(crate) const MOST_LOCALS: usize = 50_000;
    /// Largest function in bytes.
    pub(crate) const MOST_BYTES: usize = 7_654_321;
}
