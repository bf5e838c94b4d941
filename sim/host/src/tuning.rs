//! When a machine is compiled anew for what it is doing.
//!
//! A design does other things in a menu than in a game, so it is looked at in rounds, each longer than the one before. The first is over so soon
//! that the machine waits for it; later ones are worked out on a thread of their own while the machine runs on. When more of the design wakes than
//! did when it was looked at, it does something new, and a short round begins.

use std::thread::JoinHandle;

use gatefall_compile::Program;

use crate::running::{Running, OPTIMISING};

/// Cycles between two looks of the first round, on average.
const FIRST_STEP: u64 = 1 << 12;
/// The same of the longest rounds, which follow each other.
const LONGEST_STEP: u64 = 1 << 23;
/// Looks of a round.
const LOOKS: usize = 32;
/// How much longer each round is.
const LONGER: u64 = 8;
/// Parts of the design that may be awake in a cycle besides those that were expected.
const SURPRISE: f64 = 0.25;

/// A program that was compiled for some states, at power-up.
pub(crate) struct Tuned {
    pub(crate) program: Program,
    pub(crate) running: Running,
}

impl Tuned {
    pub(crate) fn new(mut program: Program, images: &[Vec<u8>]) -> Tuned {
        images.iter().for_each(|image| program.observe(image));
        program.tune();
        let running =
            Running::new(&program, OPTIMISING).expect("the engine took the same design before");
        Tuned { program, running }
    }
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
    /// When it was looked last, and how often parts of the design had been awake by then.
    last: (u64, u64),
    /// How much more may be awake than was expected. What is surprising again and again is what the design does.
    tolerance: f64,
    at_work: Option<JoinHandle<Tuned>>,
}

impl Default for Tuning {
    fn default() -> Self {
        Tuning {
            images: Vec::new(),
            step: FIRST_STEP,
            chance: 0,
            next: FIRST_STEP,
            last: (0, 0),
            tolerance: SURPRISE,
            at_work: None,
        }
    }
}

impl Tuning {
    /// Cycles until the next look of a machine that has run so many.
    pub(crate) fn cycles_to_look(&self, ran: u64) -> u64 {
        self.next - ran
    }

    /// Looks at the memory. Returns what the first round comes to.
    pub(crate) fn look(&mut self, program: &Program, memory: &[u8]) -> Option<Tuned> {
        let is_first = self.step == FIRST_STEP;
        self.heed_surprise(program, memory);
        self.images.push(memory[..program.image_size()].to_vec());
        let is_over = self.images.len() == LOOKS;
        if is_over {
            if self.step == LONGEST_STEP {
                self.tolerance = SURPRISE;
            }
            self.step = LONGEST_STEP.min(LONGER * self.step);
        }
        self.next += self.gap();
        if !is_over {
            return None;
        }
        let (images, program) = (std::mem::take(&mut self.images), program.clone());
        let tune = move || Tuned::new(program, &images);
        if is_first {
            return Some(tune());
        }
        if self.at_work.is_none() {
            self.at_work = Some(std::thread::spawn(tune));
        }
        None
    }

    /// Begins a short round if more is awake than was expected.
    fn heed_surprise(&mut self, program: &Program, memory: &[u8]) {
        let now = (self.next, program.wakings(memory));
        let before = std::mem::replace(&mut self.last, now);
        let wakings = (now.1 - before.1) as f64 / (now.0 - before.0) as f64;
        let is_new = wakings > program.expected_wakings() + self.tolerance;
        if is_new && self.step > LONGER * FIRST_STEP {
            self.tolerance *= 2.0;
            self.step = LONGER * FIRST_STEP;
            self.images.clear();
        }
    }

    /// A program of its own counts from the beginning.
    pub(crate) fn taken_over(&mut self, ran: u64) {
        self.last = (ran, 0);
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
    pub(crate) fn finished(&mut self) -> Option<Tuned> {
        let thread = self.at_work.take_if(|thread| thread.is_finished())?;
        Some(thread.join().expect("what could be compiled can be again"))
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

    #[test]
    fn rounds_get_longer_until_more_is_awake_than_was_expected() {
        let mut machine = Machine::new(&Netlist::from_text(DESIGN).unwrap()).unwrap();
        let round = |step: u64| 3 * LOOKS as u64 * step / 2;
        machine.run(round(FIRST_STEP));
        assert_eq!(machine.tuning.step, LONGER * FIRST_STEP);
        machine.run(round(LONGER * FIRST_STEP));
        let long = LONGER * LONGER * FIRST_STEP;
        assert_eq!(machine.tuning.step, long);
        machine.poke("on", 1).unwrap();
        machine.run(2 * long);
        assert_eq!(machine.tuning.step, LONGER * FIRST_STEP);
        assert_eq!(machine.tuning.tolerance, 2.0 * SURPRISE);
    }
}
