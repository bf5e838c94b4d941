//! `gatefall bench --tuning`: after how many cycles a circuit has been compiled again for what it
//! does, on processors that are idle or busy.

use super::measured::Measured;
use super::workload::{circuits, each, row, Workload};
use super::BenchError;
use crate::error::AppError;
use crate::interrupt::is_interrupted;
use gatefall_host::Machine;
use gatefall_netlist::Netlist;
use gatefall_toolchain::Session;
use std::hint::spin_loop;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{available_parallelism, scope};

/// The first times that a circuit is compiled again.
const TIMES: [&str; 3] = ["first", "second", "third"];
/// Cycles between two looks at the machine.
const STEP: u64 = 1_000;

/// Million cycles after which the circuit has been compiled again, for the first few times.
fn cycles(netlist: &Netlist) -> Result<[f64; TIMES.len()], AppError> {
    let mut machine = Machine::new(netlist).map_err(BenchError::from)?;
    let mut found = [0.0; TIMES.len()];
    for (number, cycles) in (0..).zip(&mut found) {
        while machine.tunings() <= number {
            if is_interrupted() {
                return Err(BenchError::Interrupted.into());
            }
            machine.run(STEP);
            if let Some(failure) = machine.tuning_failure() {
                return Err(BenchError::Tuning(failure.to_string()).into());
            }
        }
        *cycles = machine.cycles() as f64 / 1e6;
    }
    Ok(found)
}

/// Ends the threads of [`while_busy`], even if the task panics.
struct End<'a>(&'a AtomicBool);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Does something while each processor is busy with a thread of its own.
fn while_busy<T>(task: impl FnOnce() -> T) -> T {
    let is_done = AtomicBool::new(false);
    let processors = available_parallelism().map_or(1, NonZero::get);
    scope(|scope| {
        let _end = End(&is_done);
        for _ in 0..processors {
            scope.spawn(|| {
                while !is_done.load(Ordering::Relaxed) {
                    spin_loop();
                }
            });
        }
        task()
    })
}

/// A table with a column for a circuit, or for each one.
pub(crate) fn table(wanted: Option<&Measured>, session: &Session) -> Result<String, AppError> {
    let workloads: Vec<Workload> = circuits(wanted)
        .map(|measured| Workload::fresh(measured.name.to_owned(), (measured.netlist)(1)))
        .collect::<Result<_, _>>()?;
    let columns = each(session, &workloads, |workload| {
        let netlist = &workload.netlist;
        Ok((cycles(netlist)?, while_busy(|| cycles(netlist))?))
    })?;
    let names = workloads.iter().map(|workload| workload.name.clone());
    let mut text = row("million cycles, compiled again", names);
    for (number, time) in TIMES.into_iter().enumerate() {
        let figure = |cycles: f64| format!("{cycles:.2}");
        let idle = columns.iter().map(|(idle, _)| figure(idle[number]));
        text += &row(&format!("{time} time"), idle);
        let busy = columns.iter().map(|(_, busy)| figure(busy[number]));
        text += &row("  with busy processors", busy);
    }
    Ok(text)
}
