//! Tests of the command line: output, exit codes, files.
//!
//! The FPGA tools are stand-ins: scripts that imitate the tools and their failures. `.ci/run` uses
//! the real tools.
#![allow(clippy::unwrap_used)] // A test may fail.

mod bad_input;
mod build;
mod constraints;
#[cfg(feature = "sim")]
mod damaged;
#[cfg(feature = "sim")]
mod documented;
mod errors;
mod failures;
mod files;
mod flash;
mod pinned;
mod processes;
#[cfg(feature = "sim")]
mod release;
mod report;
mod sandbox;
mod settings;
mod words;
mod writing;
