//! The `gatefall` command.
fn main() {}
