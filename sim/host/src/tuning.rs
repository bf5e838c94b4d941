//! When a machine is compiled anew for what it is doing.
//!
//! A design does other things in a menu than in a game, so it is looked at in rounds, at first each eight times as long as the one before. The first
//! is over so soon that the machine waits for it; later ones are worked out on a thread of their own while the machine runs on.

use std::thread::JoinHandle;

use gatefall_compile::Program;

use crate::running::Running;

/// Cycles between two looks of the first round, on average.
const FIRST_STEP: u64 = 1 << 12;
/// Cycles between two looks of the longest rounds. They follow each other within seconds, since what was made for a menu is slow in a game.
const LONGEST_STEP: u64 = 1 << 21;
/// Looks of a round.
const LOOKS: usize = 32;
/// How much longer each round is.
const LONGER: u64 = 8;

/// A program that was compiled for some states, at power-up.
pub(crate) struct Tuned {
    pub(crate) program: Program,
    pub(crate) running: Running,
}

impl Tuned {
    pub(crate) fn new(mut program: Program, images: &[Vec<u8>]) -> Tuned {
        images.iter().for_each(|image| program.observe(image));
        program.tune();
        let running = Running::new(&program).expect("the engine took the same design before");
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
    at_work: Option<JoinHandle<Tuned>>,
}

impl Default for Tuning {
    fn default() -> Self {
        Tuning {
            images: Vec::new(),
            step: FIRST_STEP,
            chance: 0,
            next: FIRST_STEP,
            at_work: None,
        }
    }
}

impl Tuning {
    /// Cycles until the next look of a machine that has run so many.
    pub(crate) fn cycles_to_look(&self, ran: u64) -> u64 {
        self.next - ran
    }

    /// Looks at the state. Returns what the first round comes to.
    pub(crate) fn look(&mut self, program: &Program, image: &[u8]) -> Option<Tuned> {
        self.images.push(image.to_vec());
        let is_first = self.step == FIRST_STEP;
        let is_over = self.images.len() == LOOKS;
        if is_over {
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
