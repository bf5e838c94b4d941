//! Measures for each game: cycles per second, and the time from netlist to machine code.
//!
//! `cargo run --release -p gatefall-host --example speed [SECONDS]`

use std::time::{Duration, Instant};

use gatefall_compile::compile;
use gatefall_games::GAMES;
use gatefall_host::Machine;

/// Cycles per call: a frame of 640 x 480 at 60 Hz.
const FRAME: u64 = 800 * 525;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let seconds = std::env::args()
        .nth(1)
        .map_or(Ok(3.0), |text| text.parse())?;
    for game in GAMES {
        let block = (game.build)(&game.params()).map_err(|error| error.to_string())?;
        let netlist = gatefall_lower::netlist(block.as_ref(), game.name)?;
        let start = Instant::now();
        let program = compile(&netlist)?;
        let compiled = start.elapsed();
        let size = program.wasm().len();
        let mut machine = Machine::with_program(program)?;
        let ready = start.elapsed();
        for idle in [
            "ps2_clock",
            "ps2_data",
            "gamepad_data",
            "second_gamepad_data",
        ] {
            if machine.signal(idle).is_ok() {
                machine.poke(idle, 1)?;
            }
        }
        let mut best = 0.0f64;
        for _ in 0..5 {
            let (before, start) = (machine.cycles(), Instant::now());
            while start.elapsed() < Duration::from_secs_f64(seconds / 5.0) {
                machine.run(FRAME);
            }
            let cycles = (machine.cycles() - before) as f64;
            best = best.max(cycles / start.elapsed().as_secs_f64());
        }
        println!(
            "{}: {:.1} million cycles per second; compiled in {:.1} ms, \
             machine code after {:.1} ms; {size} bytes",
            game.name,
            best / 1e6,
            compiled.as_secs_f64() * 1e3,
            ready.as_secs_f64() * 1e3,
        );
    }
    Ok(())
}
