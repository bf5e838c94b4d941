//! Workloads: designs with their states while they work, which are compiled and measured alike.

use super::measured::{Measured, MEASURED};
use crate::error::AppError;
use crate::sim::circuit::circuit;
use crate::sim::{self, SimError};
use crate::web::tune::samples;
use gatefall_compile::{compile_with, Options, Program};
use gatefall_games::GAMES;
use gatefall_host::{HostError, Machine, Snapshot};
use gatefall_lower::LowerError;
use gatefall_netlist::Netlist;
use gatefall_toolchain::Session;
use std::time::Instant;

/// Samples of a circuit that plays itself, and the cycles between two of them. The sum is two
/// seconds of the arcade. The samples are spread over a frame of 420,000 cycles and a line of 800,
/// and the measured states are in different quarters of a frame.
const SAMPLES: u64 = 32;
const STEP: u64 = 1_535_697;
/// States from which a workload is measured.
const MEASURED_STATES: usize = 4;

/// A design, and its states while it works.
pub(super) struct Workload {
    pub name: String,
    pub netlist: Netlist,
    pub samples: Vec<Snapshot>,
}

/// The arcade with one and two players, the other games with their devices, and the designs that
/// are no games. Only those of a circuit, if it is given.
pub(super) fn workloads(wanted: Option<&Measured>) -> Result<Vec<Workload>, AppError> {
    let (played, others): (Vec<_>, Vec<_>) =
        circuits(wanted).partition(|measured| measured.has_players);
    let mut workloads = Vec::new();
    for measured in &played {
        for players in [1, 2] {
            let name = format!("{} {players}", measured.name);
            workloads.push(Workload::running(name, (measured.netlist)(players))?);
        }
    }
    let is_measured = |name: &str| MEASURED.iter().any(|measured| measured.name == name);
    let games = GAMES.iter().filter(|game| !is_measured(game.name));
    for game in games.filter(|_| wanted.is_none()) {
        let bench = sim::bench(game, &circuit(game)?, &[])?;
        workloads.push(Workload {
            name: game.name.to_owned(),
            samples: samples(game, &bench)?,
            netlist: bench.netlist,
        });
    }
    for measured in others {
        let name = measured.name.to_owned();
        workloads.push(Workload::running(name, (measured.netlist)(1))?);
    }
    Ok(workloads)
}

/// The measured circuits, or only one of them.
pub(super) fn circuits(wanted: Option<&Measured>) -> impl Iterator<Item = &'static Measured> {
    let wanted = wanted.map(|wanted| wanted.name);
    let is_wanted = move |measured: &&Measured| wanted.is_none_or(|name| name == measured.name);
    MEASURED.iter().filter(is_wanted)
}

impl Workload {
    /// A circuit before it works.
    pub(super) fn fresh(
        name: String,
        netlist: Result<Netlist, LowerError>,
    ) -> Result<Workload, AppError> {
        Ok(Workload {
            name,
            netlist: netlist.map_err(SimError::from)?,
            samples: Vec::new(),
        })
    }

    /// A circuit that plays itself.
    pub(super) fn running(
        name: String,
        netlist: Result<Netlist, LowerError>,
    ) -> Result<Workload, AppError> {
        let mut workload = Workload::fresh(name, netlist)?;
        let mut machine = Machine::new(&workload.netlist).map_err(SimError::from)?;
        let sample = |_| {
            machine.run(STEP);
            machine.snapshot()
        };
        workload.samples = (0..SAMPLES).map(sample).collect();
        Ok(workload)
    }

    fn program(&self, options: Options) -> Result<Program, HostError> {
        let mut program = compile_with(&self.netlist, options)?;
        let images = self.samples.iter().map(Snapshot::image);
        images.for_each(|image| program.observe(image));
        program.tune();
        Ok(program)
    }

    /// Tuned machines with these passes, in some of the states.
    pub(super) fn machines(&self, options: Options) -> Result<Vec<Machine>, HostError> {
        let program = self.program(options)?;
        let step = self.samples.len() / MEASURED_STATES;
        let states = self.samples.iter().step_by(step).take(MEASURED_STATES);
        let start = |state: &Snapshot| {
            let mut machine = Machine::with_program(program.clone())?;
            machine.restore(state)?;
            Ok(machine)
        };
        states.map(start).collect()
    }
}

/// Measures each workload, and shows how long that takes.
pub(super) fn each<T>(
    session: &Session,
    workloads: &[Workload],
    measure: impl Fn(&Workload) -> Result<T, AppError>,
) -> Result<Vec<T>, AppError> {
    let one = |workload: &Workload| {
        session.watcher.begin(&workload.name);
        let start = Instant::now();
        let measured = measure(workload);
        let is_ok = measured.is_ok();
        session.watcher.end(&workload.name, start.elapsed(), is_ok);
        measured
    };
    workloads.iter().map(one).collect()
}

/// A row of a table with a column for each workload.
pub(super) fn row(name: &str, cells: impl IntoIterator<Item = String>) -> String {
    let cells: String = cells
        .into_iter()
        .map(|cell| format!("{cell:>12}"))
        .collect();
    format!("{name:<30}{cells}\n")
}
