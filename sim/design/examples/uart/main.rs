//! A UART with its test bench.
//!
//! `cargo run -p gatefall-design --example uart` writes `build/uart/*.v` and `build/uart.fst`.

mod link;
mod receiver;
mod transmitter;

use std::ops::Range;
use std::path::Path;

use gatefall_design::{peek, poke, tick, Design, DesignError, Simulator};

pub use link::Link;

/// Clock cycles in a bit.
pub const BIT: u64 = 16;
/// Bits of a frame: the start bit, eight data bits, the stop bit.
const FRAME: u64 = 10;

/// Sends a byte and inverts the line in some cycles of its frame. Returns the received bytes;
/// `None` is a frame without a stop bit.
pub fn send(uut: &mut Simulator<Link>, byte: u8, disturbed: Range<u64>) -> Vec<Option<u8>> {
    poke!(uut.byte = u64::from(byte).into());
    poke!(uut.send = true);
    tick!(uut);
    poke!(uut.send = false);
    let mut received = Vec::new();
    for cycle in 0..(FRAME + 2) * BIT {
        poke!(uut.disturb = disturbed.contains(&cycle));
        tick!(uut);
        if peek!(uut.valid) {
            received.push(Some(peek!(uut.received).to_u8()));
        }
        if peek!(uut.broken) {
            received.push(None);
        }
    }
    assert!(peek!(uut.ready), "the frame ends in time");
    received
}

/// The test bench.
pub fn test(uut: &mut Simulator<Link>) {
    for byte in 0..=255 {
        assert_eq!(send(uut, byte, 0..0), [Some(byte)]);
    }
    // A frame whose stop bit is low, and a good one after it.
    let stop_bit = (FRAME - 1) * BIT..FRAME * BIT;
    assert_eq!(send(uut, 0x55, stop_bit), [None]);
    assert_eq!(send(uut, 0x55, 0..0), [Some(0x55)]);
    // A wrong data bit cannot be noticed.
    assert_eq!(send(uut, 0b0100, BIT..2 * BIT), [Some(0b0101)]);
    // Disturbances that are shorter than half a bit: in a data bit, and on the idle line.
    assert_eq!(send(uut, 0x0f, BIT..BIT + 5), [Some(0x0f)]);
    let idle = FRAME * BIT + 8;
    assert_eq!(send(uut, 0xf0, idle..idle + 5), [Some(0xf0)]);
}

/// Runs the test bench and writes the files.
pub fn run(folder: &Path) -> Result<(), DesignError> {
    let design = Design::new(Link::new(BIT)).clock_hz(BIT * 115_200);
    design.write_verilog(folder.join("uart"))?;
    let mut uut = design.simulate()?;
    uut.waveform(folder.join("uart.fst"))?;
    test(&mut uut);
    uut.finish()
}

fn main() -> Result<(), DesignError> {
    run(Path::new("build"))?;
    println!("the test bench has passed");
    Ok(())
}
