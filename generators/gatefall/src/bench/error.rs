//! Errors of `bench`.

use miette::Diagnostic;
use std::path::PathBuf;
use std::process::ExitStatus;
use thiserror::Error;

/// Reasons to end a benchmark early.
#[derive(Debug, Error, Diagnostic)]
pub(crate) enum BenchError {
    #[error("`{game}` cannot be measured: it has no keys to be played with")]
    #[diagnostic(help("can be measured: {known}"))]
    NotMeasured { game: &'static str, known: String },
    #[error("`{}` is no program", .0.display())]
    #[diagnostic(help("give `--verilator` the path of a Verilator, such as bin/verilator"))]
    NoVerilator(PathBuf),
    #[error("`{0}` has no players")]
    #[diagnostic(help("leave out `--players`"))]
    NoPlayers(&'static str),
    #[error(
        "`{engine}` gives signature {value:08x} after {cycles} cycles, but `{other}` gives \
        {expected:08x}"
    )]
    #[diagnostic(help("one of the two runs another circuit: its figures would mean nothing"))]
    Differ {
        engine: &'static str,
        cycles: u64,
        value: u32,
        other: &'static str,
        expected: u32,
    },
    #[error("`{engine}` ended with {status}{}", shown(last_line))]
    Ended {
        engine: &'static str,
        status: ExitStatus,
        last_line: String,
    },
    #[error("`{engine}` answers `{answer}`")]
    Answer {
        engine: &'static str,
        answer: String,
    },
    #[error("rust-hdl's simulation ended: {0}")]
    RustHdl(String),
    #[error("cannot {action} `{program}`")]
    Program {
        action: &'static str,
        program: &'static str,
        source: std::io::Error,
    },
    #[error("the instructions of a cycle cannot be counted")]
    Instructions(#[from] gatefall_host::HostError),
    #[error("the circuit cannot be compiled again: {0}")]
    Tuning(String),
    #[error("without the pass `{pass}`, {design} has another state after {cycles} cycles")]
    #[diagnostic(help("a pass may change the speed only"))]
    Pass {
        pass: &'static str,
        design: String,
        cycles: u32,
    },
    #[error("stopped by Ctrl-C")]
    Interrupted,
}

fn shown(last_line: &str) -> String {
    match last_line {
        "" => String::new(),
        line => format!(": {line}"),
    }
}
