//! Plays the tune, faster as the level rises.
//!
//! ```text
//! score ROM --------- pitch --------> SoftSquare ----> PwmGen ----> audio
//!   ^   |                               ^ decay
//!   |   `- eighths -.                   |
//! position <------ tenth of the note ---'
//!                     ^
//!                   units, a tenth of an eighth each <- tempo: falls by 19 + level each carrier period
//! ```
//!
//! Each note fades from 60 to 28 of 256 (0.8 to 0.4 V of 3.3 V) and is silent in its last tenth. Notes, pauses and muting end in a slope
//! of less than a millisecond, never in a click, and the pin is low after it.
//!
//! A beat (two eighths) lasts 1/144 minute at level 1; each level adds 5 % of that speed, up to 160 %
//! at level 13. The speed is a multiple of 19 + level, so subtracting that number makes it, and no table or multiplier is needed.
//!
//! **Shape**: all inputs are levels that may change at any time. With `playing` low, or in reset, the player stands at the beginning.
//! **Cost**: 115 LC with its `SoftSquare` and its `PwmGen`, 1 block RAM.
//! **Source**: pitch and tempo are right to 0.1 % at any clock that [`Music::new`] takes: a test computes it.

use super::korobeiniki::{self, Note};
use gatefall_widgets::audio::{PwmGen, SoftSquare};
use rust_hdl::prelude::*;

/// Clocks of a carrier period, as a power of two: the width of a sample.
const SAMPLE_BITS: usize = 8;
/// Width of the voice's phase: what one turn is.
const PHASE_BITS: usize = 18;
const PITCH_BITS: usize = 13;
/// Units at level 1: 144 beats a minute, two eighths to a beat, ten units to an eighth.
const UNITS_PER_SECOND: f64 = 144.0 / 60.0 * 2.0 * 10.0;
/// What a carrier period takes from the tempo at level 1.
const STEPS_AT_LEVEL_1: f64 = 20.0;
/// The level with the highest speed.
const TOP_LEVEL: u64 = 13;

/// The player.
#[derive(LogicBlock)]
pub struct Music {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset; silent, at the start of the tune.
    pub reset: Signal<In, Bit>,
    /// Plays; when low, silent and back at the start of the tune.
    pub playing: Signal<In, Bit>,
    /// Silent, and the tune stands still.
    pub paused: Signal<In, Bit>,
    /// Silent, while the tune goes on.
    pub mute: Signal<In, Bit>,
    /// The level of the game, from 1.
    pub level: Signal<In, Bits<5>>,
    /// One bit of pulse-width modulation.
    pub audio: Signal<Out, Bit>,
    voice: SoftSquare,
    pwm: PwmGen<SAMPLE_BITS>,
    score: SyncROM<Bits<16>, 7>,
    /// Where in the score.
    position: DFF<Bits<7>>,
    /// Tenths of the note that are over.
    tenth: DFF<Bits<4>>,
    /// Units of this tenth that are over; as many as the note has eighths make a tenth. Minus 1 before the tune begins, as the first
    /// carrier period ends a unit of no length.
    unit: DFF<Bits<3>>,
    /// Runs down to the end of the unit; negative for one clock.
    tempo: DFF<Bits<17>>,
    second_step: DFF<Bit>,
    capped_level: Signal<Local, Bits<5>>,
    first_step: Signal<Local, Bit>,
    unit_over: Signal<Local, Bit>,
    tempo_change: Signal<Local, Bits<17>>,
    tenth_over: Signal<Local, Bit>,
    top_level: Constant<Bits<5>>,
    all_ones: Constant<Bits<17>>,
    minus_18: Constant<Bits<17>>,
    unit_steps: Constant<Bits<17>>,
    last_position: Constant<Bits<7>>,
    before_first_unit: Constant<Bits<3>>,
}

/// `{eighths - 1, pitch}`; the pitch is what a carrier period adds to the phase.
fn score_word(note: Note, clock_hz: u64) -> Bits<16> {
    let period_hz = clock_hz as f64 / f64::from(1 << SAMPLE_BITS);
    let turns = note.pitch.hz().unwrap_or(0.0) / period_hz;
    let pitch = (turns * f64::from(1 << PHASE_BITS)).round() as u64;
    assert!(
        pitch < 1 << PITCH_BITS,
        "a clock of {clock_hz} Hz is too slow for {:?}",
        note.pitch
    );
    (u64::from(note.eighths - 1) << PITCH_BITS | pitch).to_bits()
}

/// What `tempo` starts from for one unit.
fn unit_steps(clock_hz: u64) -> u64 {
    let period_hz = clock_hz as f64 / f64::from(1 << SAMPLE_BITS);
    (period_hz * STEPS_AT_LEVEL_1 / UNITS_PER_SECOND).round() as u64
}

impl Music {
    /// A player for a module clock of `clock_hz`.
    ///
    /// # Panics
    /// If the clock is not between 12 and 40 MHz, where pitch and tempo fit their registers and are right.
    pub fn new(clock_hz: u64) -> Self {
        assert!(
            (12_000_000..=40_000_000).contains(&clock_hz),
            "{clock_hz} Hz is not 12 to 40 MHz"
        );
        Self::with_tempo(clock_hz, unit_steps(clock_hz))
    }

    fn with_tempo(clock_hz: u64, unit_steps: u64) -> Self {
        // All words are there, so that no simulator starts from an unknown.
        let mut words = [Bits::default(); 128];
        for (word, note) in words.iter_mut().zip(korobeiniki::notes()) {
            *word = score_word(note, clock_hz);
        }
        gatefall_widgets::with_defaults! {
            default {
                clock, reset, playing, paused, mute, level, audio, voice, pwm, position, tenth,
                unit, tempo, second_step, capped_level, first_step, unit_over, tempo_change,
                tenth_over,
            }
            score: words.into_iter().into(),
            top_level: Constant::new(TOP_LEVEL.to_bits()),
            all_ones: Constant::new(Bits::mask()),
            minus_18: Constant::new(((1_u64 << 17) - 18).to_bits()),
            unit_steps: Constant::new(unit_steps.to_bits()),
            last_position: Constant::new((korobeiniki::LENGTH - 1).to_bits()),
            before_first_unit: Constant::new(Bits::mask()),
        }
    }
}

impl Logic for Music {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, position, tenth, unit, tempo, second_step);
        clock!(self, clock, voice, pwm, score);
        self.pwm.reset.next = self.reset.val();
        self.pwm.sample.next = bit_cast::<8, 6>(self.voice.sample.val());
        self.audio.next = self.pwm.audio.val();
        self.score.address.next = self.position.q.val();
        // Tempo: minus level and 1, then minus 18, then, on a clock of its own so that no step is lost, the next unit.
        self.capped_level.next = self.level.val();
        if self.level.val().get_bit(4) | self.level.val().get_bits::<3>(1).all() {
            self.capped_level.next = self.top_level.val();
        }
        self.first_step.next = self.pwm.period_end.val() & !self.paused.val();
        self.second_step.d.next = self.first_step.val();
        self.unit_over.next = self.tempo.q.val().get_bit(16) & !self.second_step.q.val();
        self.tempo_change.next = bit_cast::<17, 5>(self.capped_level.val()) ^ self.all_ones.val();
        if self.second_step.q.val() {
            self.tempo_change.next = self.minus_18.val();
        }
        if self.unit_over.val() {
            self.tempo_change.next = self.unit_steps.val();
        }
        if self.first_step.val() | self.second_step.q.val() | self.unit_over.val() {
            self.tempo.d.next = self.tempo.q.val() + self.tempo_change.val();
        }
        // Position.
        self.tenth_over.next = self.unit.q.val() == self.score.data.val().get_bits::<3>(13);
        if self.unit_over.val() {
            self.unit.d.next = self.unit.q.val() + 1;
            if self.tenth_over.val() {
                self.unit.d.next = 0.into();
                self.tenth.d.next = self.tenth.q.val() + 1;
                if self.tenth.q.val() == 9 {
                    self.tenth.d.next = 0.into();
                    self.position.d.next = self.position.q.val() + 1;
                    if self.position.q.val() == self.last_position.val() {
                        self.position.d.next = 0.into();
                    }
                }
            }
        }
        // Sound. A rest has pitch 0.
        self.voice.reset.next = self.reset.val();
        self.voice.step.next = self.pwm.period_end.val();
        self.voice.sounding.next =
            self.playing.val() & !self.paused.val() & !self.mute.val() & (self.tenth.q.val() != 9);
        self.voice.pitch.next = self.score.data.val().get_bits::<13>(0);
        self.voice.decay.next = self.tenth.q.val();
        if !self.playing.val() | self.reset.val() {
            self.position.d.next = 0.into();
            self.tenth.d.next = 0.into();
            self.unit.d.next = self.before_first_unit.val();
            self.tempo.d.next = 0.into();
            self.second_step.d.next = false;
        }
        if self.reset.val() {
            self.unit.d.next = 0.into();
        }
    }
}

#[cfg(test)]
mod tests;
