//! What a user of the command line sees: words, exit codes, files.
//!
//! The FPGA tools are stand-ins: scripts that behave as the real ones do, or misbehave. The real ones run in `.ci/run`.
#![allow(clippy::unwrap_used)] // A test may fail.

mod bad_input;
mod build;
mod constraints;
mod errors;
mod failures;
mod files;
mod flash;
mod pinned;
mod processes;
mod report;
mod sandbox;
mod words;
mod writing;
