//! When a machine is compiled anew for what it is doing.
//!
//! A design does other things in a menu than in a game, so it is looked at in rounds, each eight times as long as the one before. The first is
//! over so soon that the machine waits for it; later ones are worked out on a thread of their own while the machine runs on.

use std::thread::JoinHandle;

use gatefall_compile::Program;

use crate::running::Running;

/// Cycles between two looks of the first round; not a divisor of the periods of pictures and sounds.
const FIRST_STEP: u64 = 4_099;
/// Looks of a round.
const LOOKS: usize = 24;
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
    /// Cycles between two looks.
    step: u64,
    /// When to look again.
    next: u64,
    at_work: Option<JoinHandle<Tuned>>,
}

impl Default for Tuning {
    fn default() -> Self {
        Tuning {
            images: Vec::new(),
            step: FIRST_STEP,
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
        if self.images.len() < LOOKS {
            self.next += self.step;
            return None;
        }
        let is_first = self.step == FIRST_STEP;
        self.step *= LONGER;
        self.next += self.step;
        let (images, program) = (std::mem::take(&mut self.images), program.clone());
        let tune = move || Tuned::new(program, &images);
        if is_first {
            return Some(tune());
        }
        self.at_work = Some(std::thread::spawn(tune));
        None
    }

    /// What a later round came to, once.
    pub(crate) fn finished(&mut self) -> Option<Tuned> {
        let thread = self.at_work.take_if(|thread| thread.is_finished())?;
        Some(thread.join().expect("what could be compiled can be again"))
    }
}
