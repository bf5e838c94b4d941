//! A running design, driven through the fields of its block.

use std::fs::{self, File};
use std::path::Path;

use gatefall_host::{Machine, WaveFormat};
use gatefall_netlist::PortDirection;
use rust_hdl::core::prelude::{simulate, Atom, Block, Clock, In, Signal, Synth};

use crate::design::Design;
use crate::error::{failed, DesignError};
use crate::port::{bits, path_of, ports, read_ports, Port};
use crate::port_type::PortType;

/// Steps in which rust-hdl's simulation must settle.
const SETTLING_STEPS: usize = 20;
/// Picoseconds of a second. Waveforms count time in picoseconds.
const PICOSECONDS: u64 = 1_000_000_000_000;

/// A running design. Its ports are the fields of its block.
///
/// A field is named by a closure: `|uut| &mut uut.enable`, and `|uut| &uut.bus.ready` for a signal
/// of an interface. The macros [`poke!`](crate::poke), [`peek!`](crate::peek) and
/// [`tick!`](crate::tick) are shorter.
///
/// [`poke`](Self::poke), [`peek`](Self::peek), [`tick`](Self::tick) and [`run`](Self::run) are for
/// test benches: like `assert!` they panic, at the line of the caller. The same methods with `try_`
/// return the error.
///
/// A poked input is visible behind combinational logic at once, and behind a register after the
/// next tick.
///
/// ```
/// use gatefall_design::{Design, DesignError};
/// use rust_hdl::prelude::*;
///
/// # fn main() -> Result<(), DesignError> {
/// let mut uut = Design::new(Strobe::<8>::new(1_000, 100.0)).simulate()?;
/// uut.try_poke(|uut| &mut uut.enable, true)?;
/// uut.try_run(|uut| &mut uut.clock, 9)?;
/// assert!(!uut.try_peek(|uut| &uut.strobe)?);
/// uut.try_tick(|uut| &mut uut.clock)?;
/// assert!(uut.try_peek(|uut| &uut.strobe)?);
/// // An inner signal by its name.
/// assert_eq!(uut.machine().peek("counter")?, 10);
/// # Ok(())
/// # }
/// ```
pub struct Simulator<B> {
    block: Box<B>,
    name: String,
    machine: Machine,
    ports: Vec<Port>,
    /// Runs rust-hdl's simulation too.
    has_rust_hdl: bool,
    /// Nothing has changed since both simulations were compared.
    is_compared: bool,
    clock_hz: u64,
    ticks: u64,
    max_ticks: u64,
}

impl<B> Drop for Simulator<B> {
    /// Completes the waveform, also after a failed assertion.
    fn drop(&mut self) {
        // An error can be had from `finish`.
        let _ = self.machine.stop_recording();
    }
}

impl<B: Block> Simulator<B> {
    pub(crate) fn new(design: Design<B>, has_rust_hdl: bool) -> Result<Self, DesignError> {
        let netlist = design.netlist()?;
        let mut machine = Machine::new(netlist)?;
        let ports = ports(netlist, &mut machine, design.block.as_ref())?;
        Ok(Self {
            block: design.block,
            name: design.name,
            machine,
            ports,
            has_rust_hdl,
            is_compared: false,
            clock_hz: design.clock_hz,
            ticks: 0,
            max_ticks: design.max_ticks,
        })
    }

    /// Sets an input.
    ///
    /// # Errors
    /// If the signal is not a port of the block.
    pub fn try_poke<T: Synth>(
        &mut self,
        input: impl Fn(&mut B) -> &mut Signal<In, T>,
        value: T,
    ) -> Result<(), DesignError> {
        self.is_compared = false;
        let field = input(&mut self.block);
        field.next = value;
        let id = field.id();
        let value = bits(&value.verilog(), T::BITS);
        let signal = self.port(id)?;
        Ok(self.machine.poke_value(signal, &value)?)
    }

    /// Value of a port for the current inputs.
    ///
    /// # Errors
    /// If the signal is not a port of the block, or if rust-hdl's simulation runs too and differs.
    pub fn try_peek<D: rust_hdl::core::prelude::Direction, T: PortType>(
        &mut self,
        port: impl Fn(&B) -> &Signal<D, T>,
    ) -> Result<T, DesignError> {
        if !self.is_compared {
            self.settle()?;
            self.compare()?;
        }
        let signal = self.port(port(&self.block).id())?;
        Ok(T::peek(&mut self.machine, signal)?)
    }

    /// Runs one clock cycle, to right after the rising edge.
    ///
    /// # Errors
    /// After the limit of ticks (see [`Design::max_ticks`]), or if rust-hdl's simulation runs too
    /// and differs.
    pub fn try_tick(
        &mut self,
        clock: impl Fn(&mut B) -> &mut Signal<In, Clock>,
    ) -> Result<(), DesignError> {
        if self.ticks == self.max_ticks {
            return Err(DesignError::TooManyTicks {
                design: self.name.clone(),
                ticks: self.ticks,
            });
        }
        self.ticks += 1;
        self.try_run(clock, 1)
    }

    /// Runs some clock cycles at full speed.
    ///
    /// # Errors
    /// If rust-hdl's simulation runs too and differs.
    pub fn try_run(
        &mut self,
        clock: impl Fn(&mut B) -> &mut Signal<In, Clock>,
        cycles: u64,
    ) -> Result<(), DesignError> {
        if !self.has_rust_hdl {
            self.machine.run(cycles);
            return Ok(());
        }
        for _ in 0..cycles {
            clock(&mut self.block).next = Clock { clk: false };
            self.settle()?;
            self.compare()?;
            clock(&mut self.block).next = Clock { clk: true };
            self.machine.run(1);
            self.settle()?;
            self.compare()?;
        }
        Ok(())
    }

    /// Sets an input. [`poke!`](crate::poke) is shorter.
    ///
    /// # Panics
    /// If [`Simulator::try_poke`] fails.
    #[track_caller]
    pub fn poke<T: Synth>(&mut self, input: impl Fn(&mut B) -> &mut Signal<In, T>, value: T) {
        done(self.try_poke(input, value));
    }

    /// Value of a port for the current inputs. [`peek!`](crate::peek) is shorter.
    ///
    /// # Panics
    /// If [`Simulator::try_peek`] fails.
    #[track_caller]
    pub fn peek<D: rust_hdl::core::prelude::Direction, T: PortType>(
        &mut self,
        port: impl Fn(&B) -> &Signal<D, T>,
    ) -> T {
        done(self.try_peek(port))
    }

    /// Runs one clock cycle, to right after the rising edge. [`tick!`](crate::tick) is shorter.
    ///
    /// # Panics
    /// If [`Simulator::try_tick`] fails.
    #[track_caller]
    pub fn tick(&mut self, clock: impl Fn(&mut B) -> &mut Signal<In, Clock>) {
        done(self.try_tick(clock));
    }

    /// Runs some clock cycles at full speed.
    ///
    /// # Panics
    /// If [`Simulator::try_run`] fails.
    #[track_caller]
    pub fn run(&mut self, clock: impl Fn(&mut B) -> &mut Signal<In, Clock>, cycles: u64) {
        done(self.try_run(clock, cycles));
    }

    /// Number of cycles since power-up.
    pub fn cycles(&self) -> u64 {
        self.machine.cycles()
    }

    /// Records all signals of the design from now on, as VCD or FST by the extension of the file.
    /// A missing folder is made, and a file of the same name is replaced. The file is completed by
    /// [`Simulator::finish`], or when the simulator is dropped, also after a failed assertion.
    ///
    /// A recording makes the simulation slower.
    ///
    /// # Errors
    /// If the extension is neither `.vcd` nor `.fst`, or the file cannot be written.
    pub fn waveform(&mut self, path: impl AsRef<Path>) -> Result<(), DesignError> {
        let path = path.as_ref();
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
        let file = File::create(path).map_err(failed(path))?;
        let program = self.machine.program();
        let names: Vec<String> = program.signal_names().map(str::to_owned).collect();
        let names = names.iter().map(String::as_str);
        Ok(self.machine.record(file, format, names, PICOSECONDS / hz)?)
    }

    /// Completes the waveform.
    ///
    /// # Errors
    /// If the file could not be written, now or during the run.
    pub fn finish(mut self) -> Result<(), DesignError> {
        Ok(self.machine.stop_recording()?)
    }

    /// The machine, to access inner signals and memories by name, and to take snapshots. Changes
    /// made here do not reach rust-hdl's simulation.
    pub fn machine(&mut self) -> &mut Machine {
        self.is_compared = false;
        &mut self.machine
    }

    /// The block. Its values are those of rust-hdl's simulation, if that runs too.
    pub fn block(&self) -> &B {
        &self.block
    }

    fn port(&self, id: usize) -> Result<gatefall_host::SignalId, DesignError> {
        match self.ports.iter().find(|port| port.id == id) {
            Some(port) => Ok(port.signal),
            None => Err(DesignError::NotAPort {
                design: self.name.clone(),
                signal: path_of(self.block.as_ref(), id),
            }),
        }
    }

    /// Settles rust-hdl's simulation, if it runs.
    fn settle(&mut self) -> Result<(), DesignError> {
        match !self.has_rust_hdl || simulate(self.block.as_mut(), SETTLING_STEPS) {
            true => Ok(()),
            false => Err(DesignError::Unsettled {
                design: self.name.clone(),
                cycle: self.machine.cycles(),
            }),
        }
    }

    /// Compares all outputs with those of rust-hdl's settled simulation, if it runs.
    fn compare(&mut self) -> Result<(), DesignError> {
        if !self.has_rust_hdl {
            return Ok(());
        }
        self.is_compared = false;
        // A literal takes long to read, and inputs are what the test bench has set.
        let mut directions = self.ports.iter().map(|port| port.direction);
        let values = read_ports(self.block.as_ref(), |atom| {
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

impl<B: Block> Design<B> {
    /// Compiles the circuit and starts it at power-up: registers and memories have their initial
    /// values, inputs are zero.
    ///
    /// # Errors
    /// As [`Design::check`], or if the circuit cannot be simulated: it has two clocks, or is too
    /// large.
    pub fn simulate(self) -> Result<Simulator<B>, DesignError> {
        Simulator::new(self, false)
    }

    /// As [`Design::simulate`], and runs rust-hdl's own simulation beside it. All outputs of both
    /// are compared before and after each tick, and whenever a port is peeked. This proves for the
    /// stimulus of a test bench that the netlist means what the Rust code means. It is much slower.
    ///
    /// # Errors
    /// As [`Design::simulate`].
    pub fn simulate_with_rust_hdl(self) -> Result<Simulator<B>, DesignError> {
        Simulator::new(self, true)
    }
}

/// The value, or a panic at the line of the caller.
#[track_caller]
fn done<T>(result: Result<T, DesignError>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => panic!("{}", chain(&error)),
    }
}

/// An error and its causes.
fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text = format!("{text}: {error}");
        cause = error.source();
    }
    text
}
