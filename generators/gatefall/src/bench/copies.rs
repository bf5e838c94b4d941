//! `gatefall bench --copies`: speed of designs of which several copies run side by side.

use super::clock::Clock;
use super::measured::{Measured, MEASURED};
use super::workload::row;
use super::BenchError;
use crate::error::AppError;
use crate::interrupt::is_interrupted;
use crate::results::figure;
use crate::sim::SimError;
use gatefall_compile::compile;
use gatefall_host::{HostError, Machine};
use gatefall_netlist::{Instance, Module, Net, NetKind, Netlist, Port, PortDirection};
use gatefall_toolchain::Session;
use std::time::{Duration, Instant};

/// Numbers of copies, a row of the table for each.
const COPIES: [u64; 4] = [1, 4, 16, 64];
/// Samples of the profile, and the cycles of all copies between two of them.
const SAMPLES: u64 = 16;
const STEP: u64 = 1_580_009;
/// Processor time of a repetition. The median counts.
const TIME: Duration = Duration::from_secs(1);
const REPETITIONS: usize = 3;

/// A netlist with copies of a design that has no input but its clock.
fn side_by_side(design: &Netlist, copies: u64) -> Netlist {
    let mut netlist = design.clone();
    let design = &netlist.modules[netlist.top];
    let mut top = Module {
        name: "copies".into(),
        ..Module::default()
    };
    let clock = top.nets.push(Net {
        name: "clock".into(),
        width: 1,
        kind: NetKind::Clock,
    });
    top.ports.push(Port {
        direction: PortDirection::Input,
        net: clock,
    });
    let clock = top.exprs.net(clock, 1);
    for copy in 0..copies {
        let name = format!("copy[{copy}]");
        let outputs = design.port_nets(PortDirection::Output).map(|net| {
            let net = &design.nets[net];
            top.nets.push(Net {
                name: format!("{name}.{}", net.name),
                ..net.clone()
            })
        });
        let outputs = outputs.collect();
        let inputs = design.port_nets(PortDirection::Input);
        top.instances.push(Instance {
            inputs: inputs.map(|_| clock).collect(),
            name,
            module: netlist.top,
            outputs,
        });
    }
    netlist.top = netlist.modules.push(top);
    netlist
}

/// Million cycles of all copies in a second.
fn speed(design: &Netlist, copies: u64) -> Result<f64, HostError> {
    let mut program = compile(&side_by_side(design, copies))?;
    let mut machine = Machine::with_program(program.clone())?;
    for _ in 0..SAMPLES {
        machine.run(STEP / copies);
        program.observe(machine.snapshot().image());
    }
    program.tune();
    let mut tuned = Machine::with_program(program)?;
    tuned.restore(&machine.snapshot())?;
    let mut speeds = Vec::new();
    for _ in 0..REPETITIONS {
        let clock = Clock::start(std::process::id());
        let mut cycles = 0;
        while clock.elapsed() < TIME {
            tuned.run(STEP / copies);
            cycles += STEP / copies * copies;
        }
        speeds.push(cycles as f64 / clock.elapsed().as_secs_f64() / 1e6);
    }
    speeds.sort_by(f64::total_cmp);
    Ok(speeds[REPETITIONS / 2])
}

/// A table with a column for a circuit, or for each one.
pub(crate) fn table(wanted: Option<&Measured>, session: &Session) -> Result<String, AppError> {
    let circuits = MEASURED.iter();
    let circuits: Vec<&Measured> = circuits
        .filter(|measured| wanted.is_none_or(|wanted| wanted.name == measured.name))
        .collect();
    let mut text = row(
        "million design cycles/s",
        circuits.iter().map(|measured| measured.name.to_owned()),
    );
    for copies in COPIES {
        let mut cells = Vec::new();
        for measured in &circuits {
            if is_interrupted() {
                return Err(BenchError::Interrupted.into());
            }
            let job = format!("{} x {copies}", measured.name);
            session.watcher.begin(&job);
            let start = Instant::now();
            let design = (measured.netlist)(1).map_err(SimError::from)?;
            let speed = speed(&design, copies);
            session.watcher.end(&job, start.elapsed(), speed.is_ok());
            cells.push(figure(speed.map_err(BenchError::from)?));
        }
        let name = if copies == 1 { "copy" } else { "copies" };
        text += &row(&format!("{copies} {name}"), cells);
    }
    Ok(text)
}
