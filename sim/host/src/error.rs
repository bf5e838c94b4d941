//! Errors of a machine. For an unknown name they list similar ones.

use std::error::Error as StdError;

use gatefall_compile::CompileError;
use thiserror::Error;

/// An error of another crate.
pub(crate) type Cause = Box<dyn StdError + Send + Sync>;

/// A failed operation of a machine. Messages of causes come from their sources.
#[derive(Debug, Error)]
pub enum HostError {
    /// The netlist cannot be compiled.
    #[error(transparent)]
    Compile(#[from] CompileError),
    /// The engine does not take the module.
    #[error("the simulation cannot be started")]
    Engine(#[source] Cause),
    /// Automatic tuning failed. The machine runs on unchanged, at a lower speed.
    #[error("the design was not compiled anew for what it does")]
    Tuning(#[source] Cause),
    /// No signal has this hierarchical name, or none matches this pattern.
    #[error("no signal is called `{name}`{}", hint(nearest))]
    UnknownSignal {
        /// The name or pattern.
        name: String,
        /// Similar names, the best match first.
        nearest: Vec<String>,
    },
    /// No memory has this hierarchical name.
    #[error("no memory is called `{name}`{}", hint(nearest))]
    UnknownMemory {
        /// The name.
        name: String,
        /// Similar names, the best match first.
        nearest: Vec<String>,
    },
    /// Only inputs of the top, outputs of black boxes, registers and data of clocked read ports can
    /// be set.
    #[error("`{0}` is driven by the design")]
    Driven(String),
    /// The signal or memory is skipped, because only others are observed.
    #[error("`{0}` is not computed; observe it")]
    NotObserved(String),
    /// The value has more bits than the signal, or the signal has more than 64 bits.
    #[error("`{name}` has {width} bits, which does not fit")]
    TooWide {
        /// Name of the signal or memory.
        name: String,
        /// Its width in bits.
        width: u32,
    },
    /// The memory ends before this address.
    #[error("memory `{name}` has {words} words, there is no word {address}")]
    NoSuchWord {
        /// Name of the memory.
        name: String,
        /// Number of words.
        words: u64,
        /// The address.
        address: u64,
    },
    /// The snapshot is of another design.
    #[error("the snapshot is of another design")]
    ForeignSnapshot,
    /// The handle is of a signal of another design.
    #[error("the handle is of a signal of another design")]
    ForeignSignal,
    /// The waveform file cannot be written.
    #[error("cannot write the waveform{}", after(cycles))]
    Wave {
        /// The last cycle in the file, or 0 if there is none.
        cycles: u64,
        /// The cause.
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
