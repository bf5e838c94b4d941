//! Four voices, three for a tune and one for effects, around one adder and one memory.
//!
//! For each sample and each voice a chain of jobs runs, four clocks each. Most of them read a word,
//! add a second one and write the sum over it.
//!
//! [`VoiceJobs`] lists the jobs and their order.
//!
//! The level of a voice walks a 64th of the way to its goal each sample. The goal is 0 in a rest,
//! in the last unit of a note and in silence. The wave is the smaller of the level and a triangle
//! in the upper half of a turn, and 0 in the lower half. So the sound has no steps: it starts,
//! changes and stops in slopes, and silence is 0.
//!
//! Tables and state share the memory, which [`memory`](super::memory) lays out. A tune has a
//! melody, a bass and drums.
//!
//! The two effects with the highest numbers are *jingles*: while one sounds, the tune is silent and
//! back at its start.
//!
//! **Interface**: the tune's inputs are levels that may change at any time. A tune that is changed
//! begins at its start. An effect begins within a unit of effects. `drum_starts` also comes while
//! the tune is muted.
//!
//! **Latency**: the new `sample` is valid 340 clocks after `next_sample` at the latest.

use super::accumulator::{operation, Accumulator};
use super::effect_priority::EffectPriority;
use super::memory::{cell, Memory};
use super::voice_address::VoiceAddress;
use super::voice_jobs::{Job, VoiceJobs};
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// The clocks of a job, named after what most jobs do then.
#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Beat {
    ReadFirst,
    ReadSecond,
    Add,
    Write,
}

/// The voices.
#[derive(LogicBlock, Module)]
pub struct Voices {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset: silent, no effect. What sounded before dies away after it.
    pub reset: Signal<In, Bit>,
    /// Strobe: work out the next sample; at least 340 clocks apart.
    pub next_sample: Signal<In, Bit>,
    /// Plays the tune; when low, it is silent and back at its start.
    pub playing: Signal<In, Bit>,
    /// The tune is silent and stands still.
    pub paused: Signal<In, Bit>,
    /// Level: the tune is silent but goes on.
    pub mute_music: Signal<In, Bit>,
    /// Level: effects are silent but go on.
    pub mute_effects: Signal<In, Bit>,
    /// Number of the tune.
    pub tune: Signal<In, Bits<2>>,
    /// Which tempo of the tune, from 1.
    pub level: Signal<In, Bits<5>>,
    /// Which effect to start, from 1; it does not cut off one with a higher number.
    pub effect: Signal<In, Bits<5>>,
    /// Strobe: start it.
    pub start: Signal<In, Bit>,
    /// The sum of the voices.
    pub sample: Signal<Out, Bits<8>>,
    /// Strobe: a loud drum of the tune begins, one of a loudness of 0.75 or more.
    #[default(false)]
    pub drum_starts: Signal<Out, Bit>,
    #[part]
    accumulator: Accumulator,
    #[part(idle(taken, ended))]
    effect_priority: EffectPriority,
    voice_jobs: VoiceJobs,
    voice_address: VoiceAddress,
    #[part(clock)]
    #[given]
    memory: RAM<Bits<16>, 10>,
    #[reset(Job::Idle)]
    job: DFF<Job>,
    #[reset(Beat::ReadFirst)]
    beat: DFF<Beat>,
    voice: DFF<Bits<2>>,
    /// Which word of a tone is copied.
    part: DFF<Bits<2>>,
    /// The voice is marked; it passes branches over.
    marked: DFF<Bit>,
    /// The tune, and the one of the sample before. After a reset any but the last begins.
    #[reset(3)]
    tune_now: DFF<Bits<2>>,
    tune_before: DFF<Bits<2>>,
    mixed: DFF<Bits<8>>,
    is_effect: Signal<Local, Bit>,
    restarts: Signal<Local, Bit>,
    is_silent: Signal<Local, Bit>,
    rewinds: Signal<Local, Bit>,
    stands: Signal<Local, Bit>,
    own: Signal<Local, Bits<6>>,
    read_cell: Signal<Local, Bits<6>>,
    write_cell: Signal<Local, Bits<6>>,
    #[value(cell::LEVEL)]
    level_now: Constant<Bits<6>>,
    #[value(cell::POSITION)]
    position: Constant<Bits<6>>,
    #[value(cell::ZERO)]
    zero: Constant<Bits<6>>,
    #[value(operation::HOLD)]
    hold: Constant<Bits<3>>,
    #[value(operation::LOAD)]
    load: Constant<Bits<3>>,
    #[value(operation::ADD)]
    add: Constant<Bits<3>>,
    #[value(operation::SUBTRACT)]
    subtract: Constant<Bits<3>>,
    #[value(operation::APPROACH)]
    approach: Constant<Bits<3>>,
    #[value(operation::FOLD)]
    fold: Constant<Bits<3>>,
    #[value(operation::CLIP)]
    clip: Constant<Bits<3>>,
}

impl Voices {
    /// Voices with the tunes and effects of `memory`.
    pub fn new(memory: &Memory) -> Self {
        construct!(Voices {
            memory: memory.words().map(|word| word.to_bits()).into(),
        })
    }
}

#[clocked]
impl Logic for Voices {
    #[hdl_gen]
    fn update(&mut self) {
        self.accumulator.data.next = self.memory.read_data.val();
        self.accumulator.operation.next = self.hold.val();
        self.effect_priority.start.next = self.start.val();
        self.effect_priority.effect.next = self.effect.val();
        self.sample.next = self.mixed.q.val();

        // The voice. Effects never stand still but to begin anew.
        self.is_effect.next = self.voice.q.val().all();
        self.restarts.next = !self.playing.val()
            | self.effect_priority.current.val().get_bits::<4>(1).all()
            | (self.tune_now.q.val() != self.tune_before.q.val());
        self.is_silent.next = self.restarts.val() | self.paused.val() | self.mute_music.val();
        self.rewinds.next = self.restarts.val();
        self.stands.next = self.restarts.val() | self.paused.val();
        if self.is_effect.val() {
            self.is_silent.next = self.mute_effects.val();
            self.rewinds.next = self.effect_priority.pending.val();
            self.stands.next = self.effect_priority.pending.val();
        }
        self.own.next = bit_cast::<6, 2>(self.voice.q.val()) << 3;

        // The job.
        self.voice_jobs.job.next = self.job.q.val();
        self.voice_jobs.voice.next = self.voice.q.val();
        self.voice_jobs.part.next = self.part.q.val();
        self.voice_jobs.marked.next = self.marked.q.val();
        self.voice_jobs.sum.next = self.accumulator.sum.val();
        self.voice_jobs.is_silent.next = self.is_silent.val();
        self.voice_jobs.rewinds.next = self.rewinds.val();
        self.voice_jobs.stands.next = self.stands.val();

        // The clocks of a job.
        self.read_cell.next = self.voice_jobs.first.val();
        self.write_cell.next = self.voice_jobs.second.val();
        self.memory.write_enable.next = false;
        match self.beat.q.val() {
            Beat::ReadFirst => {
                self.beat.d.next = Beat::ReadSecond;
                self.effect_priority.taken.next =
                    self.is_effect.val() & (self.job.q.val() == Job::Rewind);
                if self.job.q.val() == Job::Note {
                    self.marked.d.next = self.accumulator.sum.val().get_bit(10);
                }
                if self.job.q.val() == Job::Phase {
                    // The result of `Level`.
                    self.write_cell.next = self.own.val() | self.level_now.val();
                    self.memory.write_enable.next = true;
                }
                if self.job.q.val() == Job::Mix {
                    self.accumulator.operation.next = self.clip.val();
                }
                if self.job.q.val() == Job::Idle {
                    self.beat.d.next = Beat::ReadFirst;
                    if self.next_sample.val() {
                        self.mixed.d.next = self.accumulator.sum.val().get_bits::<8>(8);
                        self.tune_now.d.next = self.tune.val();
                        self.tune_before.d.next = self.tune_now.q.val();
                        self.job.d.next = Job::Tempo;
                    }
                }
            }
            Beat::ReadSecond => {
                self.beat.d.next = Beat::Add;
                self.read_cell.next = self.voice_jobs.second.val();
                self.accumulator.operation.next = self.load.val();
                if self.job.q.val() == Job::Mix {
                    self.accumulator.operation.next = self.add.val();
                }
            }
            Beat::Add => {
                self.beat.d.next = Beat::Write;
                self.read_cell.next = self.own.val() | self.level_now.val();
                if self.voice_jobs.adds.val() {
                    self.accumulator.operation.next = self.add.val();
                }
                if self.job.q.val() == Job::Level {
                    self.accumulator.operation.next = self.subtract.val();
                }
                if self.job.q.val() == Job::Rewind {
                    self.write_cell.next = self.own.val() | self.position.val();
                    self.memory.write_enable.next = true;
                }
            }
            _ => {
                self.beat.d.next = Beat::ReadFirst;
                self.effect_priority.ended.next =
                    self.is_effect.val() & self.voice_jobs.jumps.val();
                if self.job.q.val() == Job::Copy {
                    self.part.d.next = self.part.q.val() + 1;
                }
                self.drum_starts.next = self.voice_jobs.is_loud_drum.val();
                self.job.d.next = self.voice_jobs.next_job.val();
                self.voice.d.next = self.voice_jobs.next_voice.val();
                self.memory.write_enable.next = self.voice_jobs.writes.val();
                // The limit for `Mix`: 0 in the lower half of a turn.
                self.read_cell.next = self.own.val() | self.level_now.val();
                if !self.accumulator.sum.val().get_bit(15) {
                    self.read_cell.next = self.zero.val();
                }
                if self.job.q.val() == Job::Level {
                    self.accumulator.operation.next = self.approach.val();
                }
                if self.job.q.val() == Job::Phase {
                    self.accumulator.operation.next = self.fold.val();
                }
            }
        }

        self.voice_address.job.next = self.job.q.val();
        self.voice_address.is_first.next = self.beat.q.val() == Beat::ReadFirst;
        self.voice_address.own_cell.next = self.read_cell.val();
        self.voice_address.sum.next = self.accumulator.sum.val();
        self.voice_address.part.next = self.part.q.val();
        self.voice_address.voice.next = self.voice.q.val();
        self.voice_address.level.next = self.level.val();
        self.voice_address.tune.next = self.tune_now.q.val();
        self.voice_address.effect.next = self.effect_priority.current.val();
        self.memory.read_address.next = self.voice_address.address.val();
        self.memory.write_address.next = bit_cast::<10, 6>(self.write_cell.val());
        self.memory.write_data.next = self.accumulator.sum.val();
    }
}

#[cfg(test)]
mod tests;
