//! `gatefall bench --copies`: speed of designs of which several copies run side by side.

use super::clock::Clock;
use super::measured::Measured;
use super::workload::{circuits, each, row, Workload};
use super::BenchError;
use crate::error::AppError;
use crate::interrupt::is_interrupted;
use crate::results::figure;
use gatefall_compile::compile;
use gatefall_host::{HostError, Machine};
use gatefall_netlist::{Instance, Module, Net, NetKind, Netlist, Port, PortDirection};
use gatefall_toolchain::Session;
use std::time::Duration;

/// Numbers of copies, a row of the table for each.
const COPIES: [u64; 4] = [1, 4, 16, 64];
/// Samples of the profile. Each copy is in another state of the circuit while it works.
const SAMPLES: usize = 8;
/// Cycles of all copies between two looks at the clock.
const STEP: u64 = 1_000_000;
/// Cycles whose instructions are counted.
const COUNTED: u32 = 1_000;
/// Processor time before the measurement. Until then a machine takes up to a quarter of it to
/// compile itself again; later it takes a twentieth.
const WARM_UP: Duration = Duration::from_secs(8);
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

/// Sets the state of a copy to that of the design alone.
fn put(copies: &mut Machine, copy: u64, alone: &mut Machine) -> Result<(), HostError> {
    let program = alone.program();
    let is_set = |name: &&str| {
        let signal = program.signal(name);
        signal.is_some_and(|net| net.kind() != NetKind::Clock && net.place().is_some())
    };
    let names = program.signal_names().filter(is_set);
    let signals: Vec<String> = names.map(str::to_owned).collect();
    let names = program.memories().map(|memory| memory.name().to_owned());
    let memories: Vec<String> = names.collect();
    for name in signals {
        let value = alone.peek_value(&name)?;
        copies.poke_value(format!("copy[{copy}].{name}").as_str(), &value)?;
    }
    for name in memories {
        let words = alone.memory(&name)?;
        let mut of_copy = copies.memory(&format!("copy[{copy}].{name}"))?;
        for address in 0..words.words() {
            of_copy.set_value(address, &words.get_value(address)?)?;
        }
    }
    Ok(())
}

/// Names of the measured figures.
const FIGURES: [&str; 4] = [
    "million cycles/s",
    "instructions per cycle",
    "compiled, s",
    "compiled again, s",
];

/// Million cycles of all copies in a second, instructions in a cycle of one copy, and processor
/// time to compile all and to compile them again for what they do.
fn measure(workload: &Workload, copies: u64) -> Result<[f64; FIGURES.len()], HostError> {
    let mut alone = Machine::new(&workload.netlist)?;
    let netlist = side_by_side(&workload.netlist, copies);
    let clock = Clock::start(std::process::id());
    let mut program = compile(&netlist)?;
    let compiled = clock.elapsed();
    let mut machine = Machine::with_program(program.clone())?;
    let all = &workload.samples;
    for sample in 0..SAMPLES {
        let states = all.iter().cycle().skip(sample * all.len() / SAMPLES);
        for (copy, state) in (0..copies).zip(states) {
            alone.restore(state)?;
            put(&mut machine, copy, &mut alone)?;
        }
        program.observe(machine.snapshot().image());
    }
    let clock = Clock::start(std::process::id());
    program.tune();
    let compiled_again = clock.elapsed();
    let mut tuned = Machine::with_program(program)?;
    tuned.restore(&machine.snapshot())?;
    let counted = tuned.instructions(COUNTED)?;
    let mut speed = |time| {
        let clock = Clock::start(std::process::id());
        let mut cycles = 0;
        while clock.elapsed() < time {
            tuned.run(STEP / copies);
            cycles += STEP / copies * copies;
        }
        cycles as f64 / clock.elapsed().as_secs_f64() / 1e6
    };
    speed(WARM_UP);
    let mut speeds = [TIME; REPETITIONS].map(speed);
    speeds.sort_by(f64::total_cmp);
    let instructions = counted as f64 / f64::from(COUNTED) / copies as f64;
    let times = [compiled, compiled_again].map(|time| time.as_secs_f64());
    Ok([speeds[REPETITIONS / 2], instructions, times[0], times[1]])
}

/// Registers of the generated design.
const REGISTERS: usize = 100_000;

/// A design of many registers. Pairs of neighbours share a condition, so there is a branch for each
/// pair.
fn many_registers() -> Netlist {
    let mut text = "top many\n\nmodule many {\n  input clock : clock\n".to_owned();
    let numbers = || 0..REGISTERS;
    text.extend(numbers().map(|number| format!("  net n{number} : 8\n")));
    text.extend(numbers().map(|number| {
        let half = number / 2;
        let (start, value) = (number % 256, half % 256);
        format!(
            "  register n{number} clock clock initial 8'h{start:02x} \
             next (mux (eq n{half} 8'h{value:02x}) (add n{half} 8'h01) n{number})\n"
        )
    }));
    Netlist::from_text(&(text + "}\n")).expect("the text is a netlist")
}

/// Processor time to compile the generated design and to compile it again.
fn measure_registers(netlist: &Netlist) -> Result<String, HostError> {
    let clock = Clock::start(std::process::id());
    let mut program = compile(netlist)?;
    let compiled = clock.elapsed();
    let mut machine = Machine::with_program(program.clone())?;
    for _ in 0..SAMPLES {
        machine.run(1);
        program.observe(machine.snapshot().image());
    }
    let clock = Clock::start(std::process::id());
    program.tune();
    let [compiled, again] = [compiled, clock.elapsed()].map(|time| figure(time.as_secs_f64()));
    Ok(format!(
        "{REGISTERS} registers, a condition for two: compiled in {compiled} s, again in {again} s\n"
    ))
}

/// A table with a column for a circuit, or for each one.
pub(crate) fn table(wanted: Option<&Measured>, session: &Session) -> Result<String, AppError> {
    let workloads: Vec<Workload> = circuits(wanted)
        .map(|measured| Workload::running(measured.name.to_owned(), (measured.netlist)(1)))
        .collect::<Result<_, _>>()?;
    let columns = each(session, &workloads, |workload| {
        let one = |copies| {
            if is_interrupted() {
                return Err(BenchError::Interrupted.into());
            }
            Ok(measure(workload, copies).map_err(BenchError::from)?)
        };
        COPIES
            .into_iter()
            .map(one)
            .collect::<Result<Vec<[f64; FIGURES.len()]>, AppError>>()
    })?;
    let names = workloads.iter().map(|workload| workload.name.clone());
    let mut text = row("", names);
    for (index, copies) in COPIES.into_iter().enumerate() {
        let noun = if copies == 1 { "copy" } else { "copies" };
        for (number, name) in FIGURES.into_iter().enumerate() {
            let figures = columns.iter().map(|column| figure(column[index][number]));
            text += &row(&format!("{copies} {noun}, {name}"), figures);
        }
    }
    if wanted.is_none() {
        text += &measure_registers(&many_registers()).map_err(BenchError::from)?;
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::super::measured::MEASURED;
    use super::*;

    #[test]
    fn copies_go_on_from_the_state_of_the_design() {
        for measured in MEASURED {
            let netlist = (measured.netlist)(1).unwrap();
            let mut alone = Machine::new(&netlist).unwrap();
            let mut copies = Machine::new(&side_by_side(&netlist, 2)).unwrap();
            alone.run(100_003);
            put(&mut copies, 1, &mut alone).unwrap();
            copies.run(50_001);
            alone.run(50_001);
            let mut fresh = Machine::new(&netlist).unwrap();
            fresh.run(50_001);
            for (copy, expected) in [&mut fresh, &mut alone].into_iter().enumerate() {
                for name in expected.matching("*").unwrap() {
                    let found = copies.peek_value(format!("copy[{copy}].{name}").as_str());
                    let expected = expected.peek_value(&name).unwrap();
                    assert_eq!(found.unwrap(), expected, "{name} of copy {copy}");
                }
            }
        }
    }
}
