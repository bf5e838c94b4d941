//! Engines within this program: WebAssembly in wasmtime, and rust-hdl's own simulation.

use super::circuit::Circuit;
use super::engine::{About, Engine, Pace};
use super::BenchError;
use crate::interrupt::is_interrupted;
use gatefall_host::Machine;
use rust_hdl::prelude::{Sim, Simulation};
use std::cell::RefCell;
use std::panic::AssertUnwindSafe;
use std::rc::Rc;
use std::sync::mpsc::{channel, Receiver, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::Duration;

pub(crate) const RUST_HDL: About = About {
    name: "rust-hdl",
    flags: "Simulation with a clock and a test bench that waits",
    pace: Pace::Interpreted,
};

/// Half of a clock period in rust-hdl's time units.
const HALF_PERIOD: u64 = 5;
/// Interval of the checks for Ctrl-C.
const POLL: Duration = Duration::from_millis(50);

/// Shared, because the V8 engine needs the machine's program.
impl Engine for Rc<RefCell<Machine>> {
    fn run(&mut self, cycles: u64) -> Result<(), BenchError> {
        self.borrow_mut().run(cycles);
        Ok(())
    }

    fn signature(&mut self) -> Result<u32, BenchError> {
        let value = self.borrow_mut().peek("signature");
        Ok(value.expect("the circuit has an output of 32 bits") as u32)
    }

    fn instructions(&mut self, cycles: u32) -> Result<Option<f64>, BenchError> {
        let count = self.borrow().instructions(cycles)?;
        Ok(Some(count as f64 / f64::from(cycles)))
    }
}

/// rust-hdl's `Simulation` with a clock and a test bench. The test bench only waits, to cost no
/// time.
pub(crate) struct RustHdl {
    requests: Sender<u64>,
    answers: Receiver<u32>,
    signature: u32,
    thread: Option<JoinHandle<String>>,
}

impl RustHdl {
    /// Starts the simulation in separate threads.
    pub(crate) fn start<C: Circuit>(circuit: C) -> RustHdl {
        let (requests, wanted) = channel();
        let (sender, answers) = channel();
        let thread = std::thread::spawn(move || {
            let mut simulation: Simulation<C> = Simulation::new();
            simulation.add_clock(HALF_PERIOD, |x| x.tick());
            // After a panic, no other code uses the channels.
            let ends = AssertUnwindSafe((wanted, sender));
            simulation.add_testbench(move |mut bench: Sim<C>| {
                let (wanted, answers): &(Receiver<u64>, Sender<u32>) = &ends;
                let mut x = bench.init()?;
                for cycles in wanted {
                    x = bench.wait(2 * HALF_PERIOD * cycles, x)?;
                    if answers.send(x.signature()).is_err() {
                        break;
                    }
                }
                bench.done(x)
            });
            match simulation.run(Box::new(circuit), u64::MAX) {
                Ok(()) => String::from("by itself"),
                Err(error) => format!("{error:?}"),
            }
        });
        RustHdl {
            requests,
            answers,
            signature: 0,
            thread: Some(thread),
        }
    }

    fn ended(&mut self) -> BenchError {
        let why = self.thread.take().map(JoinHandle::join);
        BenchError::RustHdl(match why {
            Some(Ok(why)) => why,
            _ => String::from("it panicked"),
        })
    }
}

impl Engine for RustHdl {
    fn run(&mut self, cycles: u64) -> Result<(), BenchError> {
        if self.requests.send(cycles).is_err() {
            return Err(self.ended());
        }
        loop {
            match self.answers.recv_timeout(POLL) {
                Ok(signature) => {
                    self.signature = signature;
                    return Ok(());
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
                Err(RecvTimeoutError::Timeout) if is_interrupted() => {
                    return Err(BenchError::Interrupted)
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    fn signature(&mut self) -> Result<u32, BenchError> {
        Ok(self.signature)
    }
}
