//! When a machine is compiled anew for what it is doing.
//!
//! A design does other things in a menu than in a game, so it is looked at in rounds, each longer than the one before. The first is over so soon
//! that the machine waits for it; later ones are worked out on a thread of their own while the machine runs on. When more of the design wakes than
//! did when it was looked at, it does something new, and a short round begins.
//!
//! **Memory.** A look is a copy of the whole state, and an observation that is worked out from it.
//! Three rounds may be in memory at once: one that is looked at, one that waits and one that is
//! worked out. Each has at most [`ROUND_BYTES`], so a machine with much state is looked at less
//! often in a round, and one with more than [`ROUND_BYTES`] / [`LEAST_LOOKS`] is never tuned by
//! itself. Besides, working a round out takes one more copy of the state and the new instance.

use std::thread::JoinHandle;

use gatefall_compile::Program;

use crate::error::{Cause, HostError};
use crate::running::{Running, OPTIMISING};

/// Cycles between two looks of the first round, on average.
const FIRST_STEP: u64 = 1 << 12;
/// The same of the longest rounds, which follow each other.
const LONGEST_STEP: u64 = 1 << 23;
/// Looks of a round, if there is memory for them.
const LOOKS: usize = 32;
/// Fewer looks tell too little.
const LEAST_LOOKS: usize = 2;
/// Bytes that the looks of a round may take.
const ROUND_BYTES: usize = 128 << 20;
/// How much longer each round is.
const LONGER: u64 = 8;
/// Parts of the design that may be awake in a cycle besides those that were expected.
const SURPRISE: f64 = 0.25;
/// Cycles over which it is counted what is awake. A picture has times of much and of little activity, and no surprise shall come of that.
const WINDOW: u64 = 1 << 20;

/// A program that was compiled for some states, at power-up.
pub(crate) struct Tuned {
    pub(crate) program: Program,
    pub(crate) running: Running,
}

/// A program that is being compiled for some states, on a thread of its own.
type Work = JoinHandle<Result<Tuned, HostError>>;

impl Tuned {
    /// Compiles a program for some states, and waits for it.
    pub(crate) fn new(program: &Program, images: Vec<Vec<u8>>) -> Result<Tuned, HostError> {
        join(start(program, images)?)
    }
}

fn start(program: &Program, images: Vec<Vec<u8>>) -> Result<Work, HostError> {
    let mut program = program.clone();
    let work = move || {
        images.iter().for_each(|image| program.observe(image));
        drop(images);
        program.tune();
        let running = Running::new(&program, OPTIMISING).map_err(failure)?;
        Ok(Tuned { program, running })
    };
    let thread = std::thread::Builder::new().name("tuning".to_owned());
    thread.spawn(work).map_err(failure)
}

/// A panic of the compiler ends the work, not the run.
fn join(work: Work) -> Result<Tuned, HostError> {
    work.join().unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        let text = text.unwrap_or("no message");
        Err(failure(format!("the compiler panicked: {text}")))
    })
}

fn failure(cause: impl Into<Cause>) -> HostError {
    HostError::Tuning(cause.into())
}

/// A copy of the state.
fn copy(state: &[u8]) -> Result<Vec<u8>, HostError> {
    let mut image = Vec::new();
    image.try_reserve_exact(state.len()).map_err(failure)?;
    image.extend_from_slice(state);
    Ok(image)
}

/// Looks of a round of a program; none when there is no memory for enough of them.
fn looks(program: &Program) -> Option<usize> {
    let bytes = program.image_size() + program.observation_size();
    let looks = ROUND_BYTES / bytes.max(1);
    (looks >= LEAST_LOOKS).then_some(looks.min(LOOKS))
}

/// What was seen of a machine.
pub(crate) struct Tuning {
    images: Vec<Vec<u8>>,
    /// Cycles between two looks, on average.
    step: u64,
    /// The state of a generator of random numbers.
    chance: u64,
    /// When to look again.
    next: u64,
    /// When it was counted last what is awake, and how much had been by then.
    counted: (u64, u64),
    /// Before this cycle nothing is a surprise.
    patient_until: u64,
    /// Cycles between the next surprise and the one after it, at the least. What is surprising again and again is what the design does.
    patience: u64,
    /// What was seen in a round that is over, until it is worked out.
    seen: Option<Vec<Vec<u8>>>,
    at_work: Option<Work>,
    /// Why the last round came to nothing.
    pub(crate) failure: Option<HostError>,
}

impl Default for Tuning {
    fn default() -> Self {
        Tuning {
            images: Vec::new(),
            step: FIRST_STEP,
            chance: 0,
            next: FIRST_STEP,
            counted: (0, 0),
            patient_until: 0,
            patience: WINDOW,
            seen: None,
            at_work: None,
            failure: None,
        }
    }
}

impl Tuning {
    /// Cycles until a machine that has run so many is to be looked at.
    pub(crate) fn cycles_to_look(&self, ran: u64) -> u64 {
        self.next.min(self.counted.0 + WINDOW) - ran
    }

    /// Looks at the memory of a machine that has run so many cycles. Returns what the first round
    /// comes to.
    pub(crate) fn look(
        &mut self,
        ran: u64,
        program: &Program,
        memory: &[u8],
    ) -> Option<Result<Tuned, HostError>> {
        if ran == self.counted.0 + WINDOW {
            self.count(ran, program, memory);
        }
        if ran < self.next {
            return None;
        }
        let Some(looks) = looks(program) else {
            self.next = u64::MAX;
            let bytes = program.image_size() + program.observation_size();
            return Some(Err(failure(format!(
                "a look at its state takes {bytes} bytes, of {} at most",
                ROUND_BYTES / LEAST_LOOKS
            ))));
        };
        match copy(&memory[..program.image_size()]) {
            Ok(image) => self.images.push(image),
            Err(error) => {
                self.next = ran + self.gap();
                return Some(Err(error));
            }
        }
        let is_over = self.images.len() >= looks;
        let round = self.step;
        if is_over {
            self.step = LONGEST_STEP.min(LONGER * round);
        }
        self.next = ran + self.gap();
        if !is_over {
            return None;
        }
        let images = std::mem::take(&mut self.images);
        if round == FIRST_STEP {
            return Some(Tuned::new(program, images));
        }
        if round == LONGEST_STEP {
            self.patience = WINDOW;
        }
        self.seen = Some(images);
        None
    }

    /// Begins a short round if more is awake than was expected, and nothing else is under way.
    fn count(&mut self, ran: u64, program: &Program, memory: &[u8]) {
        let before = self.counted.1;
        self.counted = (ran, program.wakings(memory));
        let wakings = (self.counted.1 - before) as f64 / WINDOW as f64;
        let is_surprise = wakings > program.expected_wakings() + SURPRISE;
        let is_free = self.step > LONGER * FIRST_STEP && self.at_work.is_none();
        if is_surprise && is_free && ran >= self.patient_until {
            self.patient_until = ran + self.patience;
            self.patience *= 2;
            self.step = LONGER * FIRST_STEP;
            self.next = ran + self.gap();
            self.images.clear();
        }
    }

    /// A program of its own counts from the beginning.
    pub(crate) fn taken_over(&mut self, ran: u64) {
        self.counted = (ran, 0);
    }

    /// Cycles to the next look. With even steps, looks could keep time with the pictures and see the same lines of each.
    fn gap(&mut self) -> u64 {
        // A linear congruential generator with Knuth's multiplier, of which the upper bits are good.
        self.chance = self
            .chance
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        self.step / 2 + (self.chance >> 32) % self.step
    }

    /// What a later round came to, once.
    pub(crate) fn finished(&mut self, program: &Program) -> Option<Result<Tuned, HostError>> {
        let done = self.at_work.take_if(|thread| thread.is_finished());
        if self.at_work.is_none() {
            if let Some(images) = self.seen.take() {
                match start(program, images) {
                    Ok(work) => self.at_work = Some(work),
                    Err(error) => self.failure = Some(error),
                }
            }
        }
        done.map(join)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Machine;
    use gatefall_netlist::Netlist;

    /// A counter and a sum that stand while the input is off.
    const DESIGN: &str = "top top

module top {
  input clock : clock
  input on : 1
  output out : 8
  net one : 8
  net two : 8
  assign out = one
  register one clock clock initial 8'h01 next (mux on (add one 8'h03) one)
  register two clock clock initial 8'h02 next (mux on (add two one) two)
}
";

    /// Runs for a round and until it is worked out.
    fn round(machine: &mut Machine, step: u64) {
        machine.run(3 * LOOKS as u64 * step / 2);
        while machine.tuning.seen.is_some() || machine.tuning.at_work.is_some() {
            machine.run(1);
        }
    }

    #[test]
    fn rounds_get_longer_until_more_is_awake_than_was_expected() {
        let mut machine = Machine::new(&Netlist::from_text(DESIGN).unwrap()).unwrap();
        let short = LONGER * FIRST_STEP;
        round(&mut machine, FIRST_STEP);
        assert_eq!(machine.tuning.step, short);
        round(&mut machine, short);
        assert_eq!(machine.tuning.step, LONGER * short);
        machine.poke("on", 1).unwrap();
        let is_surprised = |machine: &mut Machine| machine.tuning.step == short;
        assert!(machine.run_until(is_surprised, 2 * WINDOW).is_some());
        assert_eq!(machine.tuning.patience, 2 * WINDOW);
    }

    #[test]
    fn what_is_no_longer_surprising_is_expected() {
        let mut machine = Machine::new(&Netlist::from_text(DESIGN).unwrap()).unwrap();
        let short = LONGER * FIRST_STEP;
        round(&mut machine, FIRST_STEP);
        round(&mut machine, short);
        machine.poke("on", 1).unwrap();
        machine.run(2 * WINDOW);
        assert_eq!(machine.tuning.patience, 2 * WINDOW);
        round(&mut machine, short);
        machine.run(4 * WINDOW);
        assert_eq!(machine.tuning.patience, 2 * WINDOW);
    }
}
