//! `gatefall bench --ablate`: speed of the simulator without each pass of its compiler.
//!
//! A speed is a count of WebAssembly instructions, so the same circuits give the same table on
//! every machine.

use super::measured::Measured;
use super::workload::{each, row, workloads, Workload};
use super::BenchError;
use crate::error::AppError;
use crate::interrupt::is_interrupted;
use crate::results::figure;
use gatefall_compile::{Options, Pass};
use gatefall_host::{HostError, Snapshot};
use gatefall_toolchain::Session;

/// Cycles from each state.
const CYCLES: u32 = 100_000;

/// Instructions per cycle, and the states in which the runs end.
fn count(workload: &Workload, options: Options) -> Result<(f64, Vec<Snapshot>), HostError> {
    let mut instructions = 0;
    let mut ends = Vec::new();
    for mut machine in workload.machines(options)? {
        instructions += machine.instructions(CYCLES)?;
        machine.run(CYCLES.into());
        ends.push(machine.snapshot());
    }
    let cycles = f64::from(CYCLES) * ends.len() as f64;
    Ok((instructions as f64 / cycles, ends))
}

/// Instructions per cycle with all passes, and without each of them.
fn counts(workload: &Workload) -> Result<(f64, Vec<f64>), AppError> {
    compare(&workload.name, |options| count(workload, options))
}

/// The same of a design that is counted like this.
fn compare(
    design: &str,
    count: impl Fn(Options) -> Result<(f64, Vec<Snapshot>), HostError>,
) -> Result<(f64, Vec<f64>), AppError> {
    let (all, expected) = count(Options::default()).map_err(BenchError::from)?;
    let mut counts = Vec::new();
    for pass in Pass::ALL {
        if is_interrupted() {
            return Err(BenchError::Interrupted.into());
        }
        let (count, ends) = count(Options::without(pass)).map_err(BenchError::from)?;
        if ends != expected {
            return Err(BenchError::Pass {
                pass: pass.name(),
                design: design.to_owned(),
                cycles: CYCLES,
            }
            .into());
        }
        counts.push(count);
    }
    Ok((all, counts))
}

/// A table with a column for each workload of a circuit, or of all.
pub(crate) fn table(wanted: Option<&Measured>, session: &Session) -> Result<String, AppError> {
    let workloads = workloads(wanted)?;
    let columns = each(session, &workloads, counts)?;
    let names = workloads.iter().map(|workload| workload.name.clone());
    let all = columns.iter().map(|(all, _)| figure(*all));
    let mut text = row("", names) + &row("instructions per cycle", all);
    for (index, pass) in Pass::ALL.into_iter().enumerate() {
        let name = format!("without {}", pass.name());
        let cells = columns
            .iter()
            .map(|(all, counts)| more(counts[index] / all));
        text += &row(&name, cells);
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
    use gatefall_host::Machine;
    use gatefall_netlist::Netlist;

    #[test]
    fn a_ratio_is_a_change_or_a_factor() {
        assert_eq!(
            [1.0, 0.985, 1.61, 16.04].map(more),
            ["+0.0 %", "-1.5 %", "+61.0 %", "x 16.0"]
        );
    }

    #[test]
    fn a_pass_that_changes_a_state_is_found() {
        let text = "top counter\n\nmodule counter {\n  input clock : clock\n  net ticks : 32\n  \
            register ticks clock clock initial 32'h0 next (add ticks 32'h1)\n}\n";
        let netlist = Netlist::from_text(text).unwrap();
        let from = |first: u64| {
            let mut machine = Machine::new(&netlist).unwrap();
            machine.poke("ticks", first).unwrap();
            Workload {
                name: "counter".to_owned(),
                netlist: netlist.clone(),
                samples: vec![machine.snapshot(); 4],
            }
        };
        let (workload, other) = (from(0), from(1));
        counts(&workload).unwrap();
        for pass in Pass::ALL {
            let wrong = |options| match options == Options::without(pass) {
                true => count(&other, options),
                false => count(&workload, options),
            };
            let error = compare("counter", wrong).unwrap_err();
            let expected = format!(
                "without the pass `{}`, counter has another state after {CYCLES} cycles",
                pass.name()
            );
            assert_eq!(error.to_string(), expected);
        }
    }
}
