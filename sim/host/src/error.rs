//! What can go wrong with a machine; unknown names come with the nearest known ones.

use std::error::Error as StdError;

use gatefall_compile::CompileError;
use thiserror::Error;

/// What another crate says of a failure.
pub(crate) type Cause = Box<dyn StdError + Send + Sync>;

/// The machine cannot do what was asked. The messages of causes are those of the sources.
#[derive(Debug, Error)]
pub enum HostError {
    /// The netlist cannot be compiled.
    #[error(transparent)]
    Compile(#[from] CompileError),
    /// The engine does not take the module.
    #[error("the simulation cannot be started")]
    Engine(#[source] Cause),
    /// The design was not compiled anew for what it does, so it runs on as it was, only slower than
    /// it could.
    #[error("the design was not compiled anew for what it does")]
    Tuning(#[source] Cause),
    /// No signal has this hierarchical name, or none matches this pattern.
    #[error("no signal is called `{name}`{}", hint(nearest))]
    UnknownSignal {
        /// What was asked for.
        name: String,
        /// Names that are close to it, the nearest first.
        nearest: Vec<String>,
    },
    /// No memory has this hierarchical name.
    #[error("no memory is called `{name}`{}", hint(nearest))]
    UnknownMemory {
        /// What was asked for.
        name: String,
        /// Names that are close to it, the nearest first.
        nearest: Vec<String>,
    },
    /// Only inputs of the top, outputs of black boxes and registers can be set.
    #[error("`{0}` is driven by the design")]
    Driven(String),
    /// The value has more bits than the signal, or the signal more than a machine word.
    #[error("`{name}` has {width} bits, which does not fit")]
    TooWide {
        /// The signal or memory.
        name: String,
        /// Its width.
        width: u32,
    },
    /// The memory ends before this address.
    #[error("memory `{name}` has {words} words, there is no word {address}")]
    NoSuchWord {
        /// The memory.
        name: String,
        /// Number of words.
        words: u64,
        /// What was asked for.
        address: u64,
    },
    /// A snapshot of another design.
    #[error("the snapshot is of another design")]
    ForeignSnapshot,
    /// A handle of a signal of another design.
    #[error("the handle is of a signal of another design")]
    ForeignSignal,
    /// The waveform file cannot be written.
    #[error("cannot write the waveform{}", after(cycles))]
    Wave {
        /// The last cycle that is in the file; 0 also if there is none.
        cycles: u64,
        /// Why.
        source: Cause,
    },
}

fn after(cycles: &u64) -> String {
    match cycles {
        0 => String::new(),
        cycles => format!(" after cycle {cycles}"),
    }
}

fn hint(nearest: &[String]) -> String {
    match nearest {
        [] => String::new(),
        names => format!("; near it are `{}`", names.join("`, `")),
    }
}
