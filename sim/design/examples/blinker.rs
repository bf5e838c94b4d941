//! A light that changes twice per second: Verilog and a waveform.
//!
//! `cargo run -p gatefall-design --example blinker` writes `build/blinker.v` and
//! `build/blinker.vcd`.

use std::path::Path;

use gatefall_design::{peek, tick, Design, DesignError};
use rust_hdl::prelude::*;

/// Light that changes after each `half_period` cycles.
#[derive(LogicBlock)]
pub struct Blinker {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// The light.
    pub led: Signal<Out, Bit>,
    level: DFF<Bit>,
    count: DFF<Bits<32>>,
    last: Constant<Bits<32>>,
}

impl Blinker {
    /// A blinker for a clock of so many Hz.
    pub fn new(clock_hz: u64) -> Self {
        Self {
            clock: Default::default(),
            led: Default::default(),
            level: Default::default(),
            count: Default::default(),
            last: Constant::new((clock_hz / 2 - 1).into()),
        }
    }
}

impl Logic for Blinker {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, level, count);
        self.led.next = self.level.q.val();
        self.count.d.next = self.count.q.val() + 1;
        if self.count.q.val() == self.last.val() {
            self.count.d.next = 0.into();
            self.level.d.next = !self.level.q.val();
        }
    }
}

/// Writes the files. Returns the cycles in which the light changes.
pub fn run(folder: &Path) -> Result<Vec<u64>, DesignError> {
    let clock_hz = 1_000;
    let design = Design::new(Blinker::new(clock_hz)).clock_hz(clock_hz);
    design.write_verilog(folder)?;

    let mut uut = design.simulate()?;
    uut.waveform(folder.join("blinker.vcd"))?;
    let mut changes = Vec::new();
    let mut led = false;
    while uut.cycles() < 4 * clock_hz {
        tick!(uut);
        if peek!(uut.led) != led {
            led = !led;
            changes.push(uut.cycles());
        }
    }
    uut.finish()?;
    Ok(changes)
}

fn main() -> Result<(), DesignError> {
    let changes = run(Path::new("build"))?;
    println!("the light changes in the cycles {changes:?}");
    Ok(())
}
