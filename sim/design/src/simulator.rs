//! A running design, driven through the fields of its block.

use std::path::Path;

use gatefall_host::Machine;
use rust_hdl::core::prelude::{Atom, Block, Clock, In, Signal, Synth};

use crate::design::Design;
use crate::error::DesignError;
use crate::port_type::PortType;
use crate::run::Run;

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
    run: Run,
}

impl<B: Block> Simulator<B> {
    pub(crate) fn new(design: Design<B>, has_rust_hdl: bool) -> Result<Self, DesignError> {
        Ok(Self {
            run: Run::new(&design, has_rust_hdl)?,
            block: design.block,
        })
    }

    /// Sets an input.
    ///
    /// # Errors
    /// If the signal is not a port of the block, or is a clock.
    pub fn try_poke<T: Synth>(
        &mut self,
        input: impl Fn(&mut B) -> &mut Signal<In, T>,
        value: T,
    ) -> Result<(), DesignError> {
        let field = input(&mut self.block);
        field.next = value;
        let id = field.id();
        (self.run).poke(self.block.as_ref(), id, &value.verilog(), T::BITS)
    }

    /// Value of a port for the current inputs.
    ///
    /// # Errors
    /// If the signal is not a port of the block, or if rust-hdl's simulation runs too and differs.
    pub fn try_peek<D: rust_hdl::core::prelude::Direction, T: PortType>(
        &mut self,
        port: impl Fn(&B) -> &Signal<D, T>,
    ) -> Result<T, DesignError> {
        let id = port(&self.block).id();
        let signal = self.run.ready_to_peek(self.block.as_mut(), id)?;
        Ok(T::peek(&mut self.run.machine, signal)?)
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
        self.run.count_tick()?;
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
        let block = self.block.as_mut();
        self.run.run(block, &|block| clock(block), cycles)
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
        self.run.machine.cycles()
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
        self.run.waveform(path.as_ref())
    }

    /// Completes the waveform.
    ///
    /// # Errors
    /// If the file could not be written, now or during the run.
    pub fn finish(mut self) -> Result<(), DesignError> {
        Ok(self.run.machine.stop_recording()?)
    }

    /// The machine, to access inner signals and memories by name, and to take snapshots. Changes
    /// made here do not reach rust-hdl's simulation.
    pub fn machine(&mut self) -> &mut Machine {
        self.run.is_compared = false;
        &mut self.run.machine
    }

    /// The block. Its values are those of rust-hdl's simulation, if that runs too.
    pub fn block(&self) -> &B {
        &self.block
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
