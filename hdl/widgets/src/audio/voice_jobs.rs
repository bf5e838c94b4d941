//! Table of the jobs of [`Voices`](super::Voices): what each reads and writes, and which comes
//! next.
//!
//! ```text
//!  Tempo -> Unit -> Left -> Next -> Note -> Copy <-> Point       the clock of the voice, its notes
//!    |       ^       |       ^       |        |
//!    |               |       +-jump--+        |
//!    |               +-> Slide -> Fade -------+                  changes of a tone while it lasts
//!    |               +-> Release -------------+
//!    +-> Rewind -------> Release -------------+-> Level -> Phase -> Mix -> the next voice
//! ```
//!
//! A drum slides and fades with every sample: where other voices go from `Tempo` to `Level`, it
//! goes to `Slide`.
//!
//! Combinational.

use super::memory::cell;
use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// A job for a voice. The order is the code, which is chosen for a small decoder.
#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
pub enum Job {
    /// Waits for the next sample.
    Idle,
    /// Takes a sample from the clock of the voice.
    Tempo,
    /// Goes to the next word of the line.
    Next,
    /// Takes a unit from the note.
    Left,
    /// Changes the pitch.
    Slide,
    /// Begins a unit.
    Unit,
    /// Sets the goal to silence.
    Release,
    /// Returns to the start of the line.
    Rewind,
    /// Changes the goal.
    Fade,
    /// Reads a word of the line.
    Note,
    /// Copies a word of the tone.
    Copy,
    /// Reads the address of the tone.
    Point,
    /// Moves the level towards its goal.
    Level,
    /// Moves the phase.
    Phase,
    /// Adds the wave to the sample.
    Mix,
}

/// The table.
#[derive(LogicBlock, Module)]
pub struct VoiceJobs {
    /// The job.
    pub job: Signal<In, Job>,
    /// Its voice; 2 is that of drums, 3 that of effects.
    pub voice: Signal<In, Bits<2>>,
    /// Word of a tone that is copied.
    pub part: Signal<In, Bits<2>>,
    /// Level: the mark of the voice is set; it passes branches over.
    pub marked: Signal<In, Bit>,
    /// The sum.
    pub sum: Signal<In, Bits<16>>,
    /// Level: the voice is silent.
    pub is_silent: Signal<In, Bit>,
    /// Level: the voice returns to its start.
    pub rewinds: Signal<In, Bit>,
    /// Level: the clock of the voice stands.
    pub stands: Signal<In, Bit>,
    /// First cell to be read.
    pub first: Signal<Out, Bits<6>>,
    /// Second cell to be read; the result is written to it.
    pub second: Signal<Out, Bits<6>>,
    /// Add the second word to the first.
    #[default(false)]
    pub adds: Signal<Out, Bit>,
    /// Write the result.
    #[default(true)]
    pub writes: Signal<Out, Bit>,
    /// The word of the line is a jump.
    pub jumps: Signal<Out, Bit>,
    /// The goal of a loud drum is copied: one of a loudness of 0.75 or more.
    #[default(false)]
    pub is_loud_drum: Signal<Out, Bit>,
    /// The next job.
    pub next_job: Signal<Out, Job>,
    /// Its voice.
    pub next_voice: Signal<Out, Bits<2>>,
    is_effect: Signal<Local, Bit>,
    is_drum: Signal<Local, Bit>,
    negative: Signal<Local, Bit>,
    own: Signal<Local, Bits<6>>,
    own_clock: Signal<Local, Bits<6>>,
    #[value(2)]
    drums: Constant<Bits<2>>,
    #[value(cell::GOAL)]
    goal_part: Constant<Bits<2>>,
    #[value(cell::PITCH)]
    pitch: Constant<Bits<6>>,
    #[value(cell::GOAL)]
    goal: Constant<Bits<6>>,
    #[value(cell::SLIDE)]
    slide: Constant<Bits<6>>,
    #[value(cell::FADE)]
    fade: Constant<Bits<6>>,
    #[value(cell::PHASE)]
    phase: Constant<Bits<6>>,
    #[value(cell::LEVEL)]
    level_now: Constant<Bits<6>>,
    #[value(cell::LEFT)]
    left: Constant<Bits<6>>,
    #[value(cell::POSITION)]
    position: Constant<Bits<6>>,
    #[value(cell::ZERO)]
    zero: Constant<Bits<6>>,
    #[value(cell::ONE)]
    one: Constant<Bits<6>>,
    #[value(cell::MINUS_UNIT)]
    minus_unit: Constant<Bits<6>>,
    #[value(cell::UNIT)]
    unit: Constant<Bits<6>>,
    #[value(cell::CLOCKS)]
    clocks: Constant<Bits<6>>,
    #[value(cell::MIX)]
    mix: Constant<Bits<6>>,
}

#[clocked]
impl Logic for VoiceJobs {
    #[hdl_gen]
    fn update(&mut self) {
        self.is_effect.next = self.voice.val().all();
        self.is_drum.next = self.voice.val() == self.drums.val();
        self.negative.next = self.sum.val().get_bit(15);
        self.own.next = bit_cast::<6, 2>(self.voice.val()) << 3;
        self.own_clock.next = bit_cast::<6, 2>(self.voice.val()) | self.clocks.val();
        self.jumps.next = (self.job.val() == Job::Note) & self.negative.val();
        self.first.next = self.one.val();
        self.second.next = self.own.val() | self.left.val();
        self.next_job.next = Job::Level;
        self.next_voice.next = self.voice.val();
        match self.job.val() {
            Job::Tempo => {
                self.second.next = self.own_clock.val();
                self.adds.next = true;
                self.writes.next = !self.stands.val();
                if self.is_drum.val() {
                    self.next_job.next = Job::Slide;
                }
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
                } else if !self.sum.val().get_bits::<6>(9).any() {
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
                self.next_job.next = Job::Release;
            }
            Job::Next => {
                self.second.next = self.own.val() | self.position.val();
                self.adds.next = true;
                self.next_job.next = Job::Note;
            }
            Job::Note => {
                self.next_job.next = Job::Copy;
                // A word that is no note sends the voice elsewhere; with bit 14 low it does so
                // unless the voice is marked.
                if self.negative.val() {
                    self.second.next = self.own.val() | self.position.val();
                    self.writes.next = !self.marked.val() | self.sum.val().get_bit(14);
                    self.next_job.next = Job::Next;
                }
            }
            Job::Copy => {
                self.second.next = self.own.val() | bit_cast::<6, 2>(self.part.val());
                if !self.part.val().all() {
                    self.next_job.next = Job::Point;
                }
                self.is_loud_drum.next = self.is_drum.val()
                    & (self.part.val() == self.goal_part.val())
                    & self.sum.val().get_bits::<2>(12).all();
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
                if !self.voice.val().any() {
                    self.first.next = self.zero.val();
                }
                self.second.next = self.mix.val();
                self.next_job.next = Job::Tempo;
                self.next_voice.next = self.voice.val() + 1;
                if self.is_effect.val() {
                    self.next_voice.next = 0.into();
                    self.next_job.next = Job::Idle;
                }
            }
            _ => {}
        }
    }
}
