//! Three voices, two for a tune and one for effects, around one adder and one memory.
//!
//! For each sample and each voice a chain of jobs runs, four clocks each. Most read a word, add a second one and write the sum over it.
//!
//! ```text
//!  Tempo -> Unit -> Left -> Next -> Note -> Copy <-> Point       the clock of the voice, its notes
//!    |       ^       |       ^       |        |
//!    |               |       +-jump--+        |
//!    |               +-> Slide -> Fade -------+                  what a tone does while it lasts
//!    |               +-> Release -------------+
//!    +-> Rewind -------> Release -------------+-> Level -> Phase -> Mix -> the next voice
//! ```
//!
//! The level of a voice walks a 64th of the way to its goal each sample; the goal is 0 in a rest, in the last unit of a note and in
//! silence. The wave is the smaller of the level and a triangle in the upper half of a turn, and 0 in the lower half. So there is no step in the sound,
//! ever: what starts, stops or changes does so in a slope, and silence is 0.
//!
//! **Shape**: the tune's inputs are levels that may change at any time. An effect begins within a unit of effects. The new `sample` is there
//! 220 clocks after `next_sample` at the latest.
//! **Cost**: 156 LC in the arcade with its parts, 2 block RAMs: tables and state share the memory, which [`memory`](super::memory) lays out.

use super::accumulator::{operation, Accumulator};
use super::effect_priority::EffectPriority;
use super::memory::{cell, Memory, STARTS, TEMPOS};
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// What is being done for a voice. The order is the code: this one costs 14 logic cells less than that of the chain.
#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Job {
    Idle,
    Tempo,
    Next,
    Left,
    Slide,
    Unit,
    Release,
    Rewind,
    Fade,
    Note,
    Copy,
    Point,
    Level,
    Phase,
    Mix,
}

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
    /// Strobe: work out the next sample; at least 220 clocks apart.
    pub next_sample: Signal<In, Bit>,
    /// Plays the tune; when low, it is silent and back at its start.
    pub playing: Signal<In, Bit>,
    /// The tune is silent and stands still.
    pub paused: Signal<In, Bit>,
    /// The tune is silent but goes on.
    pub mute_music: Signal<In, Bit>,
    /// Effects are silent but go on.
    pub mute_effects: Signal<In, Bit>,
    /// Which tune; looked at while `playing` is low.
    pub tune: Signal<In, Bit>,
    /// Which tempo of the tune, from 1.
    pub level: Signal<In, Bits<5>>,
    /// Which effect to start, from 1; it does not cut off one with a higher number.
    pub effect: Signal<In, Bits<4>>,
    /// Strobe: start it.
    pub start: Signal<In, Bit>,
    /// The sum of the voices, 0 to 192.
    pub sample: Signal<Out, Bits<8>>,
    #[part]
    accumulator: Accumulator,
    #[part(idle(taken, ended))]
    effect_priority: EffectPriority,
    #[given]
    memory: RAM<Bits<16>, 9>,
    #[reset(Job::Idle)]
    job: DFF<Job>,
    #[reset(Beat::ReadFirst)]
    beat: DFF<Beat>,
    voice: DFF<Bits<2>>,
    /// Which word of a tone is copied.
    part: DFF<Bits<2>>,
    /// The note is in the repeat of a part.
    repeated: DFF<Bit>,
    mixed: DFF<Bits<8>>,
    next_job: Signal<Local, Job>,
    next_voice: Signal<Local, Bits<2>>,
    is_effect: Signal<Local, Bit>,
    is_silent: Signal<Local, Bit>,
    rewinds: Signal<Local, Bit>,
    stands: Signal<Local, Bit>,
    negative: Signal<Local, Bit>,
    own: Signal<Local, Bits<5>>,
    own_clock: Signal<Local, Bits<5>>,
    first: Signal<Local, Bits<5>>,
    second: Signal<Local, Bits<5>>,
    read_cell: Signal<Local, Bits<5>>,
    write_cell: Signal<Local, Bits<5>>,
    #[default(false)]
    adds: Signal<Local, Bit>,
    #[default(true)]
    writes: Signal<Local, Bit>,
    start_index: Signal<Local, Bits<5>>,
    pitch: Constant<Bits<5>>,
    goal: Constant<Bits<5>>,
    slide: Constant<Bits<5>>,
    fade: Constant<Bits<5>>,
    phase: Constant<Bits<5>>,
    level_now: Constant<Bits<5>>,
    left: Constant<Bits<5>>,
    position: Constant<Bits<5>>,
    zero: Constant<Bits<5>>,
    one: Constant<Bits<5>>,
    minus_unit: Constant<Bits<5>>,
    unit: Constant<Bits<5>>,
    clocks: Constant<Bits<5>>,
    mix: Constant<Bits<5>>,
    #[value(TEMPOS)]
    tempos: Constant<Bits<9>>,
    #[value(STARTS)]
    starts: Constant<Bits<9>>,
    hold: Constant<Bits<3>>,
    load: Constant<Bits<3>>,
    add: Constant<Bits<3>>,
    subtract: Constant<Bits<3>>,
    approach: Constant<Bits<3>>,
    fold: Constant<Bits<3>>,
    clip: Constant<Bits<3>>,
}

impl Voices {
    /// Voices with the tunes and effects of `memory`.
    pub fn new(memory: &Memory) -> Self {
        let cell = |cell: u8| Constant::new(cell.to_bits());
        let operation = |operation: u8| Constant::new(operation.to_bits());
        construct!(Voices {
            memory: memory.words().map(|word| word.to_bits()).into(),
            pitch: cell(cell::PITCH),
            goal: cell(cell::GOAL),
            slide: cell(cell::SLIDE),
            fade: cell(cell::FADE),
            phase: cell(cell::PHASE),
            level_now: cell(cell::LEVEL),
            left: cell(cell::LEFT),
            position: cell(cell::POSITION),
            zero: cell(cell::ZERO),
            one: cell(cell::ONE),
            minus_unit: cell(cell::MINUS_UNIT),
            unit: cell(cell::UNIT),
            clocks: cell(cell::CLOCKS),
            mix: cell(cell::MIX),
            hold: operation(operation::HOLD),
            load: operation(operation::LOAD),
            add: operation(operation::ADD),
            subtract: operation(operation::SUBTRACT),
            approach: operation(operation::APPROACH),
            fold: operation(operation::FOLD),
            clip: operation(operation::CLIP),
        })
    }
}

#[clocked]
impl Logic for Voices {
    #[hdl_gen]
    fn update(&mut self) {
        self.memory.read_clock.next = self.clock.val();
        self.memory.write_clock.next = self.clock.val();
        self.accumulator.data.next = self.memory.read_data.val();
        self.accumulator.operation.next = self.hold.val();
        self.effect_priority.start.next = self.start.val();
        self.effect_priority.effect.next = self.effect.val();
        self.sample.next = self.mixed.q.val();

        // The voice. Effects never stand still but to begin anew.
        self.is_effect.next = self.voice.q.val().get_bit(1);
        self.is_silent.next = !self.playing.val() | self.paused.val() | self.mute_music.val();
        self.rewinds.next = !self.playing.val();
        self.stands.next = !self.playing.val() | self.paused.val();
        if self.is_effect.val() {
            self.is_silent.next = self.mute_effects.val();
            self.rewinds.next = self.effect_priority.pending.val();
            self.stands.next = self.effect_priority.pending.val();
        }
        self.own.next = bit_cast::<5, 2>(self.voice.q.val()) << 3;
        self.own_clock.next = bit_cast::<5, 2>(self.voice.q.val()) | self.clocks.val();
        self.negative.next = self.accumulator.sum.val().get_bit(15);

        // What each job reads, whether it adds and writes, and which comes next.
        self.first.next = self.one.val();
        self.second.next = self.own.val() | self.left.val();
        self.next_job.next = Job::Level;
        self.next_voice.next = self.voice.q.val();
        match self.job.q.val() {
            Job::Tempo => {
                self.second.next = self.own_clock.val();
                self.adds.next = true;
                self.writes.next = !self.stands.val();
                if self.rewinds.val() {
                    self.next_job.next = Job::Rewind;
                } else if self.negative.val() & !self.stands.val() {
                    self.next_job.next = Job::Unit;
                }
            }
            Job::Unit => {
                self.first.next = self.unit.val();
                self.second.next = self.own_clock.val();
                self.adds.next = true;
                self.next_job.next = Job::Left;
            }
            Job::Left => {
                self.first.next = self.minus_unit.val();
                self.adds.next = true;
                self.next_job.next = Job::Slide;
                if self.negative.val() {
                    self.next_job.next = Job::Next;
                } else if !self.accumulator.sum.val().get_bits::<6>(9).any() {
                    self.next_job.next = Job::Release;
                }
            }
            Job::Slide => {
                self.first.next = self.own.val() | self.slide.val();
                self.second.next = self.own.val() | self.pitch.val();
                self.adds.next = true;
                self.next_job.next = Job::Fade;
            }
            Job::Fade => {
                self.first.next = self.own.val() | self.fade.val();
                self.second.next = self.own.val() | self.goal.val();
                self.adds.next = true;
                self.writes.next = !self.negative.val();
            }
            Job::Release => {
                self.second.next = self.own.val() | self.goal.val();
            }
            Job::Rewind => {
                self.effect_priority.taken.next =
                    self.is_effect.val() & (self.beat.q.val() == Beat::ReadFirst);
                self.next_job.next = Job::Release;
            }
            Job::Next => {
                self.second.next = self.own.val() | self.position.val();
                self.adds.next = true;
                self.next_job.next = Job::Note;
            }
            Job::Note => {
                if self.beat.q.val() == Beat::ReadFirst {
                    self.repeated.d.next = self.accumulator.sum.val().get_bit(9);
                }
                self.next_job.next = Job::Copy;
                // A word that is no note sends the voice elsewhere; one with bit 14 low does so once.
                if self.negative.val() {
                    self.second.next = self.own.val() | self.position.val();
                    self.writes.next =
                        !self.repeated.q.val() | self.accumulator.sum.val().get_bit(14);
                    self.effect_priority.ended.next =
                        self.is_effect.val() & (self.beat.q.val() == Beat::Write);
                    self.next_job.next = Job::Next;
                }
            }
            Job::Copy => {
                self.second.next = self.own.val() | bit_cast::<5, 2>(self.part.q.val());
                if self.beat.q.val() == Beat::Write {
                    self.part.d.next = self.part.q.val() + 1;
                }
                if !self.part.q.val().all() {
                    self.next_job.next = Job::Point;
                }
            }
            Job::Point => {
                self.first.next = self.own.val() | self.left.val();
                self.writes.next = false;
                self.next_job.next = Job::Copy;
            }
            Job::Level => {
                self.first.next = self.own.val() | self.level_now.val();
                self.second.next = self.own.val() | self.goal.val();
                if self.is_silent.val() {
                    self.second.next = self.one.val();
                }
                self.writes.next = false;
                self.next_job.next = Job::Phase;
            }
            Job::Phase => {
                self.first.next = self.own.val() | self.pitch.val();
                self.second.next = self.own.val() | self.phase.val();
                self.adds.next = true;
                self.next_job.next = Job::Mix;
            }
            Job::Mix => {
                // The first voice finds what the last sample left, and takes 0 instead.
                self.first.next = self.mix.val();
                if !self.voice.q.val().any() {
                    self.first.next = self.zero.val();
                }
                self.second.next = self.mix.val();
                self.next_job.next = Job::Tempo;
                self.next_voice.next = self.voice.q.val() + 1;
                if self.is_effect.val() {
                    self.next_voice.next = 0.into();
                    self.next_job.next = Job::Idle;
                }
            }
            _ => {}
        }

        // The clocks of a job.
        self.read_cell.next = self.first.val();
        self.write_cell.next = self.second.val();
        self.memory.write_enable.next = false;
        match self.beat.q.val() {
            Beat::ReadFirst => {
                self.beat.d.next = Beat::ReadSecond;
                if self.job.q.val() == Job::Phase {
                    // What `Level` has left.
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
                        self.job.d.next = Job::Tempo;
                    }
                }
            }
            Beat::ReadSecond => {
                self.beat.d.next = Beat::Add;
                self.read_cell.next = self.second.val();
                self.accumulator.operation.next = self.load.val();
                if self.job.q.val() == Job::Mix {
                    self.accumulator.operation.next = self.add.val();
                }
            }
            Beat::Add => {
                self.beat.d.next = Beat::Write;
                self.read_cell.next = self.own.val() | self.level_now.val();
                if self.adds.val() {
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
                self.job.d.next = self.next_job.val();
                self.voice.d.next = self.next_voice.val();
                self.memory.write_enable.next = self.writes.val();
                // What `Mix` clips to: in the lower half of a turn to 0.
                self.read_cell.next = self.own.val() | self.level_now.val();
                if !self.negative.val() {
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

        // The memory. The second word of a job is always a cell; the first may stand in a table or where the sum points.
        self.start_index.next =
            (bit_cast::<5, 1>(self.tune.val().into()) << 1) | bit_cast::<5, 2>(self.voice.q.val());
        if self.is_effect.val() {
            self.start_index.next = bit_cast::<5, 4>(self.effect_priority.current.val()) | 16;
        }
        self.memory.read_address.next = bit_cast::<9, 5>(self.read_cell.val());
        if self.beat.q.val() == Beat::ReadFirst {
            match self.job.q.val() {
                Job::Tempo => {
                    self.memory.read_address.next = self.tempos.val();
                    if !self.is_effect.val() {
                        self.memory.read_address.next =
                            self.tempos.val() | bit_cast::<9, 5>(self.level.val());
                    }
                }
                Job::Rewind => {
                    self.memory.read_address.next =
                        self.starts.val() | bit_cast::<9, 5>(self.start_index.val());
                }
                Job::Note => {
                    self.memory.read_address.next = self.accumulator.sum.val().get_bits::<9>(0);
                }
                Job::Copy => {
                    self.memory.read_address.next = self.accumulator.sum.val().get_bits::<9>(0)
                        | bit_cast::<9, 2>(self.part.q.val());
                }
                _ => {}
            }
        }
        self.memory.write_address.next = bit_cast::<9, 5>(self.write_cell.val());
        self.memory.write_data.next = self.accumulator.sum.val();
    }
}

#[cfg(test)]
mod tests;
