//! Automatic tuning: profiles a running machine and compiles it again for its behaviour.
//!
//! A design behaves differently in a menu than in a game. So profiling samples are taken in epochs,
//! each longer than the one before. The machine waits for the result of the first epoch, which is
//! short. Later results are computed on a thread of their own while the machine runs. If more
//! partitions are active than the last profile predicts, a re-tune is triggered and a short epoch
//! begins.
//!
//! **Time.** After the first epoch, compiling takes at most one part in [`FIRST_SHARE`] of the time
//! until it has taken [`WARM_UP`] in all, and one part in [`SHARE`] afterwards. Most short runs are
//! compiled once. An epoch that is complete during the pause waits, and a later one replaces it.
//!
//! **Memory.** A profiling sample is a copy of the whole state, and an observation that is computed
//! from it. Three epochs may be in memory at once: one that takes samples, one that waits and one
//! that is being compiled. Each has at most [`EPOCH_BYTES`]. So a machine with much state takes
//! fewer samples in an epoch, and one with more than [`EPOCH_BYTES`] / [`LEAST_SAMPLES`] is never
//! tuned automatically. Compiling takes one more copy of the state and the new instance.

use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use gatefall_compile::Program;

use crate::error::{Cause, HostError};
use crate::program_instance::{ProgramInstance, OPTIMISING};

/// Cycles between two profiling samples of the first epoch, on average.
const FIRST_STEP: u64 = 1 << 12;
/// The same for the longest epochs, which repeat.
const LONGEST_STEP: u64 = 1 << 23;
/// Samples in an epoch, if there is memory for them.
const MOST_SAMPLES: usize = 32;
/// Fewer samples are not representative.
const LEAST_SAMPLES: usize = 2;
/// Bytes that the samples of an epoch may take.
const EPOCH_BYTES: usize = 128 << 20;
/// Ratio of the lengths of two successive epochs.
const LONGER: u64 = 8;
/// Re-tune threshold: active partitions in a cycle above the predicted number.
const RETUNE_TRIGGER: f64 = 0.25;
/// Cycles over which activations are averaged. A frame has phases of high and of low activity,
/// which must not trigger a re-tune.
const WINDOW: u64 = 1 << 20;

/// Compile time with short pauses, in which the machine gets into its usual behaviour. A small
/// circuit is compiled so fast that it is tuned for each scene of a game.
const WARM_UP: Duration = Duration::from_secs(2);
/// Time from the end of one compilation to the end of the next, in compile times.
const SHARE: u32 = 20;
/// The same during the warm-up.
const FIRST_SHARE: u32 = 4;

/// A program that was compiled for some states, and its instance at power-up.
pub(crate) struct Tuned {
    pub(crate) program: Program,
    pub(crate) running: ProgramInstance,
    /// Time that the compilation took.
    took: Duration,
}

/// Thread that compiles a program for some states.
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
        let begun = Instant::now();
        images.iter().for_each(|image| program.observe(image));
        drop(images);
        program.tune();
        let running = ProgramInstance::new(&program, OPTIMISING).map_err(failure)?;
        Ok(Tuned {
            program,
            running,
            took: begun.elapsed(),
        })
    };
    let thread = std::thread::Builder::new().name("tuning".to_owned());
    thread.spawn(work).map_err(failure)
}

/// The pause after compilations that took this time in all, and the last of them.
fn rest(spent: Duration, took: Duration) -> Duration {
    let share = match spent < WARM_UP {
        true => FIRST_SHARE,
        false => SHARE,
    };
    took.saturating_mul(share - 1)
}

/// A panic of the compiler ends the tuning, not the run.
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

/// Samples in an epoch of a program. `None` if there is no memory for enough of them.
fn samples(program: &Program) -> Option<usize> {
    let bytes = program.image_size() + program.observation_size();
    let samples = EPOCH_BYTES / bytes.max(1);
    (samples >= LEAST_SAMPLES).then_some(samples.min(MOST_SAMPLES))
}

/// State of the automatic tuning of a machine.
pub(crate) struct Tuning {
    images: Vec<Vec<u8>>,
    /// Cycles between two samples, on average.
    step: u64,
    /// State of the pseudo-random generator.
    chance: u64,
    /// Cycle of the next sample.
    next: u64,
    /// Cycle at which activations were counted last, and their number by then.
    counted: (u64, u64),
    /// No re-tune is triggered before this cycle.
    backed_off_until: u64,
    /// Back-off: least number of cycles between the next re-tune trigger and the one after it.
    /// Behaviour that triggers repeatedly is normal for the design.
    back_off: u64,
    /// Samples of a completed epoch that waits for compilation.
    seen: Option<Vec<Vec<u8>>>,
    at_work: Option<Work>,
    /// Time that was spent in compiling.
    spent: Duration,
    /// End of the pause after the last compilation.
    rests_until: Option<Instant>,
    /// Reason why the last epoch gave no result.
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
            backed_off_until: 0,
            back_off: WINDOW,
            seen: None,
            at_work: None,
            spent: Duration::ZERO,
            rests_until: None,
            failure: None,
        }
    }
}

impl Tuning {
    /// Cycles until the next sample or count of a machine that has run `ran` cycles.
    pub(crate) fn cycles_to_sample(&self, ran: u64) -> u64 {
        self.next.min(self.counted.0 + WINDOW) - ran
    }

    /// Takes a sample of a machine that has run `ran` cycles, if it is due. Returns the result of
    /// the first epoch.
    pub(crate) fn sample(
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
        let Some(samples) = samples(program) else {
            self.next = u64::MAX;
            let bytes = program.image_size() + program.observation_size();
            return Some(Err(failure(format!(
                "a profiling sample of its state takes {bytes} bytes, of {} at most",
                EPOCH_BYTES / LEAST_SAMPLES
            ))));
        };
        match copy(&memory[..program.image_size()]) {
            Ok(image) => self.images.push(image),
            Err(error) => {
                self.next = ran + self.gap();
                return Some(Err(error));
            }
        }
        let is_over = self.images.len() >= samples;
        let epoch = self.step;
        if is_over {
            self.step = LONGEST_STEP.min(LONGER * epoch);
        }
        self.next = ran + self.gap();
        if !is_over {
            return None;
        }
        let images = std::mem::take(&mut self.images);
        if epoch == FIRST_STEP {
            let tuned = Tuned::new(program, images);
            if let Ok(tuned) = &tuned {
                self.rest_after(tuned);
            }
            return Some(tuned);
        }
        if epoch == LONGEST_STEP {
            self.back_off = WINDOW;
        }
        self.seen = Some(images);
        None
    }

    /// Begins a short epoch if more partitions are active than predicted and no other epoch is in
    /// progress.
    fn count(&mut self, ran: u64, program: &Program, memory: &[u8]) {
        let before = self.counted.1;
        self.counted = (ran, program.activations(memory));
        let activations = (self.counted.1 - before) as f64 / WINDOW as f64;
        let is_retune_trigger = activations > program.expected_activations() + RETUNE_TRIGGER;
        let is_free = self.step > LONGER * FIRST_STEP && self.at_work.is_none();
        if is_retune_trigger && is_free && ran >= self.backed_off_until {
            self.backed_off_until = ran + self.back_off;
            // It triggers again while its samples wait for the end of a pause.
            if self.seen.is_none() {
                self.back_off *= 2;
            }
            self.step = LONGER * FIRST_STEP;
            self.next = ran + self.gap();
            self.images.clear();
        }
    }

    /// Resets the count, because each program counts activations from zero.
    pub(crate) fn taken_over(&mut self, ran: u64) {
        self.counted = (ran, 0);
    }

    /// Cycles to the next sample. They vary, because even steps could stay in phase with the frames
    /// and sample the same lines of each.
    fn gap(&mut self) -> u64 {
        // A linear congruential generator with Knuth's multiplier. Its upper bits are good.
        self.chance = self
            .chance
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        self.step / 2 + (self.chance >> 32) % self.step
    }

    /// Result of a later epoch, once.
    pub(crate) fn finished(&mut self, program: &Program) -> Option<Result<Tuned, HostError>> {
        let done = self
            .at_work
            .take_if(|thread| thread.is_finished())
            .map(join);
        if let Some(Ok(tuned)) = &done {
            self.rest_after(tuned);
        }
        if self.at_work.is_none() && self.seen.is_some() && !self.rests() {
            if let Some(images) = self.seen.take() {
                match start(program, images) {
                    Ok(work) => self.at_work = Some(work),
                    Err(error) => self.failure = Some(error),
                }
            }
        }
        done
    }

    /// Begins the pause after a compilation.
    fn rest_after(&mut self, tuned: &Tuned) {
        self.spent += tuned.took;
        self.rests_until = Instant::now().checked_add(rest(self.spent, tuned.took));
    }

    /// True during the pause after a compilation.
    fn rests(&self) -> bool {
        self.rests_until.is_some_and(|end| Instant::now() < end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Machine;
    use gatefall_netlist::Netlist;

    /// A counter and a sum that are stable while the input is off.
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

    /// Runs for an epoch and until its result is compiled.
    fn epoch(machine: &mut Machine, step: u64) {
        machine.run(3 * MOST_SAMPLES as u64 * step / 2);
        while machine.now.tuning.seen.is_some() || machine.now.tuning.at_work.is_some() {
            machine.run(1);
        }
    }

    #[test]
    fn epochs_get_longer_until_more_is_active_than_expected() {
        let mut machine = Machine::new(&Netlist::from_text(DESIGN).unwrap()).unwrap();
        let short = LONGER * FIRST_STEP;
        epoch(&mut machine, FIRST_STEP);
        assert_eq!(machine.now.tuning.step, short);
        epoch(&mut machine, short);
        assert_eq!(machine.now.tuning.step, LONGER * short);
        machine.poke("on", 1).unwrap();
        let is_retuned = |machine: &mut Machine| machine.now.tuning.step == short;
        assert!(machine.run_until(is_retuned, 2 * WINDOW).is_some());
        assert_eq!(machine.now.tuning.back_off, 2 * WINDOW);
    }

    #[test]
    fn compiling_takes_a_bounded_share_of_the_time() {
        let took = Duration::from_millis(20);
        assert_eq!(took * FIRST_SHARE, took + rest(WARM_UP - took, took));
        assert_eq!(took * SHARE, took + rest(WARM_UP, took));
    }

    #[test]
    fn a_complete_epoch_waits_for_the_end_of_the_pause() {
        let mut machine = Machine::new(&Netlist::from_text(DESIGN).unwrap()).unwrap();
        epoch(&mut machine, FIRST_STEP);
        let hour = Duration::from_secs(3600);
        machine.now.tuning.rests_until = Instant::now().checked_add(hour);
        let short = LONGER * FIRST_STEP;
        machine.run(3 * MOST_SAMPLES as u64 * short / 2);
        assert!(machine.now.tuning.seen.is_some() && machine.now.tuning.at_work.is_none());
        machine.now.tuning.rests_until = None;
        machine.run(1);
        assert!(machine.now.tuning.seen.is_none());
    }

    #[test]
    fn what_is_no_longer_surprising_is_expected() {
        let mut machine = Machine::new(&Netlist::from_text(DESIGN).unwrap()).unwrap();
        let short = LONGER * FIRST_STEP;
        epoch(&mut machine, FIRST_STEP);
        epoch(&mut machine, short);
        machine.poke("on", 1).unwrap();
        machine.run(2 * WINDOW);
        assert_eq!(machine.now.tuning.back_off, 2 * WINDOW);
        epoch(&mut machine, short);
        machine.run(4 * WINDOW);
        assert_eq!(machine.now.tuning.back_off, 2 * WINDOW);
    }
}
