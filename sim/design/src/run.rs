//! The parts of a running design that do not depend on the type of its block. A test bench has
//! hundreds of pokes and peeks, and each of them compiles the generic code anew.

use std::fs::{self, File};
use std::path::Path;

use gatefall_host::{Machine, SignalId, WaveFormat};
use gatefall_netlist::PortDirection;
use rust_hdl::core::prelude::{Block, Clock, In, Signal, VerilogLiteral};

use crate::design::Design;
use crate::error::{failed, DesignError};
use crate::port::{bits, path_of, ports, read_ports, Port};

/// Steps in which rust-hdl's simulation must settle.
const SETTLING_STEPS: usize = 20;
/// Picoseconds of a second. Waveforms count time in picoseconds.
const PICOSECONDS: u64 = 1_000_000_000_000;

/// The machine of a design, and rust-hdl's simulation beside it.
pub(crate) struct Run {
    name: String,
    pub(crate) machine: Machine,
    ports: Vec<Port>,
    /// Runs rust-hdl's simulation too.
    has_rust_hdl: bool,
    /// Nothing has changed since both simulations were compared.
    pub(crate) is_compared: bool,
    clock_hz: u64,
    ticks: u64,
    max_ticks: u64,
}

impl Drop for Run {
    /// Completes the waveform, also after a failed assertion.
    fn drop(&mut self) {
        // An error can be had from `finish`.
        let _ = self.machine.stop_recording();
    }
}

impl Run {
    /// Compiles the circuit of a design.
    pub(crate) fn new<B: Block>(
        design: &Design<B>,
        has_rust_hdl: bool,
    ) -> Result<Self, DesignError> {
        let netlist = design.netlist()?;
        let mut machine = Machine::new(netlist)?;
        Ok(Self {
            name: design.name.clone(),
            ports: ports(netlist, &mut machine, design.block.as_ref())?,
            machine,
            has_rust_hdl,
            is_compared: false,
            clock_hz: design.clock_hz,
            ticks: 0,
            max_ticks: design.max_ticks,
        })
    }

    /// Sets the port with an identifier of rust-hdl.
    pub(crate) fn poke(
        &mut self,
        block: &dyn Block,
        id: usize,
        literal: &VerilogLiteral,
        width: usize,
    ) -> Result<(), DesignError> {
        self.is_compared = false;
        let port = self.port(block, id)?;
        if port.is_clock {
            return Err(DesignError::Clock {
                design: self.name.clone(),
                clock: port.name.clone(),
            });
        }
        let signal = port.signal;
        Ok(self.machine.poke_value(signal, &bits(literal, width))?)
    }

    /// The signal of a port, after both simulations were compared.
    pub(crate) fn ready_to_peek(
        &mut self,
        block: &mut dyn Block,
        id: usize,
    ) -> Result<SignalId, DesignError> {
        if !self.is_compared {
            self.settle(block)?;
        }
        Ok(self.port(block, id)?.signal)
    }

    /// Counts a tick, unless it is one too many.
    pub(crate) fn count_tick(&mut self) -> Result<(), DesignError> {
        if self.ticks == self.max_ticks {
            return Err(DesignError::TooManyTicks {
                design: self.name.clone(),
                ticks: self.ticks,
            });
        }
        self.ticks += 1;
        Ok(())
    }

    /// Runs some clock cycles.
    pub(crate) fn run<B: Block>(
        &mut self,
        block: &mut B,
        clock: &dyn Fn(&mut B) -> &mut Signal<In, Clock>,
        cycles: u64,
    ) -> Result<(), DesignError> {
        if !self.has_rust_hdl {
            self.machine.run(cycles);
            return Ok(());
        }
        for _ in 0..cycles {
            clock(block).next = Clock { clk: false };
            self.settle(block)?;
            clock(block).next = Clock { clk: true };
            self.machine.run(1);
            self.settle(block)?;
        }
        Ok(())
    }

    /// Records all signals into a file.
    pub(crate) fn waveform(&mut self, path: &Path) -> Result<(), DesignError> {
        let format = WaveFormat::of(path).ok_or_else(|| DesignError::WaveFormat {
            path: path.to_owned(),
        })?;
        let hz = self.clock_hz;
        // Half a period is at least a picosecond.
        if hz == 0 || hz > PICOSECONDS / 2 {
            return Err(DesignError::ClockRate { hz });
        }
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(failed(folder))?;
        }
        // The last recording may be in the same file.
        self.machine.stop_recording()?;
        let file = File::create(path).map_err(failed(path))?;
        let program = self.machine.program();
        let names: Vec<String> = program.signal_names().map(str::to_owned).collect();
        let names = names.iter().map(String::as_str);
        Ok(self.machine.record(file, format, names, PICOSECONDS / hz)?)
    }

    fn port(&self, block: &dyn Block, id: usize) -> Result<&Port, DesignError> {
        match self.ports.iter().find(|port| port.id == id) {
            Some(port) => Ok(port),
            None => Err(DesignError::NotAPort {
                design: self.name.clone(),
                signal: path_of(block, id),
            }),
        }
    }

    /// Settles rust-hdl's simulation, if it runs, and compares all outputs.
    fn settle(&mut self, block: &mut dyn Block) -> Result<(), DesignError> {
        if !self.has_rust_hdl {
            return Ok(());
        }
        let mut steps = 0..SETTLING_STEPS;
        let is_settled = steps.any(|_| {
            block.update_all();
            !block.has_changed()
        });
        if !is_settled {
            return Err(DesignError::Unsettled {
                design: self.name.clone(),
                cycle: self.machine.cycles(),
            });
        }
        self.is_compared = false;
        // A literal takes long to read, and inputs are what the test bench has set.
        let mut directions = self.ports.iter().map(|port| port.direction);
        let values = read_ports(block, |atom| {
            let is_output = directions.next() == Some(PortDirection::Output);
            is_output.then(|| bits(&atom.verilog(), atom.bits()))
        });
        for (port, expected) in self.ports.iter().zip(values) {
            let Some(expected) = expected else {
                continue;
            };
            let seen = self.machine.peek_value(port.signal)?;
            if seen.bits() != expected.bits() {
                return Err(DesignError::Differs {
                    cycle: self.machine.cycles(),
                    port: port.name.clone(),
                    seen: seen.bits().to_string(),
                    expected: expected.bits().to_string(),
                });
            }
        }
        self.is_compared = true;
        Ok(())
    }
}
