//! Errors of a design and its simulation.

use std::path::{Path, PathBuf};

use gatefall_host::HostError;
use gatefall_lower::LowerError;
use thiserror::Error;

/// A failed operation. The message has the module, the signal, the cycle or the file.
#[derive(Debug, Error)]
pub enum DesignError {
    /// The circuit has a fault, or the toolchain cannot interpret it.
    #[error(transparent)]
    Lower(#[from] LowerError),
    /// The circuit cannot be simulated, or a signal cannot be accessed by name.
    #[error(transparent)]
    Simulate(#[from] HostError),
    /// A field that is a signal, but not a port.
    #[error(
        "`{signal}` is an inner signal of `{design}`, not a port; read it by name through \
         `machine()`"
    )]
    NotAPort {
        /// Name of the design.
        design: String,
        /// Path of the signal.
        signal: String,
    },
    /// A wait for an event that never came.
    #[error("`{design}` has run {ticks} ticks, the limit; `max_ticks` changes it")]
    TooManyTicks {
        /// Name of the design.
        design: String,
        /// The limit.
        ticks: u64,
    },
    /// rust-hdl's simulation does not settle.
    #[error("cycle {cycle}: `{design}` does not settle in rust-hdl's simulation")]
    Unsettled {
        /// Name of the design.
        design: String,
        /// Number of cycles since power-up.
        cycle: u64,
    },
    /// A bench sets the clock.
    #[error("`{clock}` of `{design}` is a clock: `tick!` runs a cycle")]
    Clock {
        /// Name of the design.
        design: String,
        /// Name of the port.
        clock: String,
    },
    /// An output has two values.
    #[error("cycle {cycle}: `{port}` is {seen} in this simulation and {expected} in rust-hdl's")]
    Differs {
        /// Number of cycles since power-up.
        cycle: u64,
        /// Name of the port.
        port: String,
        /// Its value in this simulation, in decimal.
        seen: String,
        /// Its value in rust-hdl's simulation, in decimal.
        expected: String,
    },
    /// The name of a waveform file has no known extension.
    #[error("`{}` is neither a .vcd nor a .fst file", path.display())]
    WaveFormat {
        /// The file.
        path: PathBuf,
    },
    /// The clock is too slow or too fast for a waveform, whose times are picoseconds.
    #[error("a clock of {hz} Hz: a waveform needs 1 Hz to 500 GHz")]
    ClockRate {
        /// The rate.
        hz: u64,
    },
    /// A file cannot be written.
    #[error("cannot write `{}`", path.display())]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// The cause.
        source: std::io::Error,
    },
}

/// Converts an error of a file.
pub(crate) fn failed(path: &Path) -> impl Fn(std::io::Error) -> DesignError + '_ {
    move |source| DesignError::Write {
        path: path.to_owned(),
        source,
    }
}
