//! `gatefall bench --ablate`: speed of the simulator without each pass of its compiler.
//!
//! A speed is a count of WebAssembly instructions, so the same circuits give the same table on
//! every machine.

use super::measured::MEASURED;
use super::BenchError;
use crate::error::AppError;
use crate::interrupt::INTERRUPTED;
use crate::results::figure;
use crate::sim::circuit::circuit;
use crate::sim::{self, SimError};
use crate::web::tune::samples;
use gatefall_compile::{compile_with, Options, Pass, Program};
use gatefall_games::GAMES;
use gatefall_host::{HostError, Machine, Snapshot};
use gatefall_lower::LowerError;
use gatefall_netlist::Netlist;
use gatefall_toolchain::Session;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// Samples of a circuit that plays itself, and the cycles between two of them. The sum is two
/// seconds of the arcade; the step is not a whole number of lines.
const SAMPLES: u64 = 32;
const STEP: u64 = 1_580_009;
/// States from which instructions are counted, and the cycles from each.
const COUNTED: usize = 4;
const CYCLES: u32 = 100_000;

/// A design, and its states while it works.
struct Design {
    name: String,
    netlist: Netlist,
    samples: Vec<Snapshot>,
}

/// The arcade with one and two players, the other games with their devices, and the designs that
/// are no games.
fn designs() -> Result<Vec<Design>, AppError> {
    let (played, others): (Vec<_>, Vec<_>) =
        MEASURED.iter().partition(|measured| measured.has_players);
    let mut designs = Vec::new();
    for measured in &played {
        for players in [1, 2] {
            let name = format!("{} {players}", measured.name);
            designs.push(Design::running(name, (measured.netlist)(players))?);
        }
    }
    let is_other = |name: &str| played.iter().all(|measured| measured.name != name);
    for game in GAMES.iter().filter(|game| is_other(game.name)) {
        let bench = sim::bench(game, &circuit(game)?, &[])?;
        designs.push(Design {
            name: game.name.to_owned(),
            samples: samples(game, &bench)?,
            netlist: bench.netlist,
        });
    }
    for measured in others {
        let name = measured.name.to_owned();
        designs.push(Design::running(name, (measured.netlist)(1))?);
    }
    Ok(designs)
}

impl Design {
    /// A circuit that plays itself.
    fn running(name: String, netlist: Result<Netlist, LowerError>) -> Result<Design, AppError> {
        let netlist = netlist.map_err(SimError::from)?;
        let mut machine = Machine::new(&netlist).map_err(SimError::from)?;
        let sample = |_| {
            machine.run(STEP);
            machine.snapshot()
        };
        Ok(Design {
            name,
            samples: (0..SAMPLES).map(sample).collect(),
            netlist,
        })
    }

    fn program(&self, options: Options) -> Result<Program, HostError> {
        let mut program = compile_with(&self.netlist, options)?;
        let images = self.samples.iter().map(Snapshot::image);
        images.for_each(|image| program.observe(image));
        program.tune();
        Ok(program)
    }

    /// Instructions per cycle, and the states in which the runs end.
    fn count(&self, options: Options) -> Result<(f64, Vec<Snapshot>), HostError> {
        let program = self.program(options)?;
        let step = self.samples.len() / COUNTED;
        let mut instructions = 0;
        let mut ends = Vec::new();
        for sample in self.samples.iter().step_by(step).take(COUNTED) {
            let mut machine = Machine::with_program(program.clone())?;
            machine.restore(sample)?;
            instructions += machine.instructions(CYCLES)?;
            machine.run(CYCLES.into());
            ends.push(machine.snapshot());
        }
        let cycles = f64::from(CYCLES) * ends.len() as f64;
        Ok((instructions as f64 / cycles, ends))
    }

    /// Instructions per cycle with all passes, and without each of them.
    fn counts(&self) -> Result<(f64, Vec<f64>), AppError> {
        let (all, expected) = self.count(Options::default()).map_err(BenchError::from)?;
        let mut counts = Vec::new();
        for pass in Pass::ALL {
            if INTERRUPTED.load(Ordering::Relaxed) {
                return Err(BenchError::Interrupted.into());
            }
            let (count, ends) = self
                .count(Options::without(pass))
                .map_err(BenchError::from)?;
            if ends != expected {
                return Err(BenchError::Pass {
                    pass: pass.name(),
                    design: self.name.clone(),
                    cycles: CYCLES,
                }
                .into());
            }
            counts.push(count);
        }
        Ok((all, counts))
    }
}

/// A table with a column for each design.
pub(crate) fn table(session: &Session) -> Result<String, AppError> {
    let designs = designs()?;
    let mut columns = Vec::new();
    for design in &designs {
        session.watcher.begin(&design.name);
        let start = Instant::now();
        let counts = design.counts();
        session
            .watcher
            .end(&design.name, start.elapsed(), counts.is_ok());
        columns.push(counts?);
    }
    let row = |name: &str, cells: Vec<String>| {
        let cells: String = cells.iter().map(|cell| format!("{cell:>12}")).collect();
        format!("{name:<30}{cells}\n")
    };
    let names = designs.iter().map(|design| design.name.clone());
    let all = columns.iter().map(|(all, _)| figure(*all));
    let mut text = row("", names.collect()) + &row("instructions per cycle", all.collect());
    for (index, pass) in Pass::ALL.into_iter().enumerate() {
        let name = format!("without {}", pass.name());
        let cells = columns
            .iter()
            .map(|(all, counts)| more(counts[index] / all));
        text += &row(&name, cells.collect());
    }
    Ok(text)
}

/// A ratio as a change in percent, or as a factor from 10 on.
fn more(ratio: f64) -> String {
    match ratio {
        ratio if ratio >= 10.0 => format!("x {}", figure(ratio)),
        ratio => format!("{:+.1} %", (ratio - 1.0) * 100.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ratio_is_a_change_or_a_factor() {
        assert_eq!(
            [1.0, 0.985, 1.61, 16.04].map(more),
            ["+0.0 %", "-1.5 %", "+61.0 %", "x 16.0"]
        );
    }
}
