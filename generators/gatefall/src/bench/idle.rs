//! `gatefall bench --idle`: for how many cycles in a row no partition is active.
//!
//! In such a stretch of cycles only the logic of every cycle is computed. Several cycles could then
//! be computed at once, so the lengths tell where that would pay.

use super::measured::Measured;
use super::workload::{each, row, workloads, Workload};
use super::BenchError;
use crate::error::AppError;
use crate::interrupt::is_interrupted;
use gatefall_compile::Options;
use gatefall_toolchain::Session;

/// Cycles from each state. A frame of the arcade takes 420,000.
const CYCLES: u32 = 500_000;
/// Lengths of stretches of which the table has a row.
const LENGTHS: [u32; 8] = [1, 2, 4, 8, 16, 32, 64, 256];

/// Share of the cycles in stretches of at least each of these lengths.
fn shares(workload: &Workload) -> Result<[f64; LENGTHS.len()], AppError> {
    let mut stretches = Vec::new();
    let machines = workload.machines(Options::default());
    let machines = machines.map_err(BenchError::from)?;
    for machine in &machines {
        if is_interrupted() {
            return Err(BenchError::Interrupted.into());
        }
        stretches.extend(machine.idle_stretches(CYCLES).map_err(BenchError::from)?);
    }
    let all = u64::from(CYCLES) * machines.len() as u64;
    Ok(LENGTHS.map(|least| share(&stretches, least, all)))
}

/// Share of all cycles that are in stretches of at least this length.
fn share(stretches: &[u32], least: u32, all: u64) -> f64 {
    let long = stretches.iter().filter(|&&length| length >= least);
    let cycles: u64 = long.map(|&length| u64::from(length)).sum();
    cycles as f64 / all as f64
}

/// A table with a column for each workload of a circuit, or of all.
pub(crate) fn table(wanted: Option<&Measured>, session: &Session) -> Result<String, AppError> {
    let workloads = workloads(wanted)?;
    let columns = each(session, &workloads, shares)?;
    let names = workloads.iter().map(|workload| workload.name.clone());
    let mut text = row("idle cycles in stretches of", names);
    for (index, least) in LENGTHS.into_iter().enumerate() {
        let cells = columns
            .iter()
            .map(|shares| format!("{:.1} %", 100.0 * shares[index]));
        text += &row(&format!("at least {least}"), cells);
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_counts_the_cycles_of_long_stretches() {
        let stretches = [1, 7, 8, 24];
        assert_eq!(share(&stretches, 1, 80), 0.5);
        assert_eq!(share(&stretches, 8, 80), 0.4);
        assert_eq!(share(&stretches, 64, 80), 0.0);
    }
}
