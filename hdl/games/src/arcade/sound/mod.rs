//! The sound of the game: tunes in three voices and effects in a fourth, mixed into one pin.
//!
//! ```text
//! tune, level, effect --> Voices -- sample --> PwmGen --> audio
//!                           ^                    |
//!                           +--- every fourth carrier period
//! ```
//!
//! A beat (two eighths) lasts 1/144 minute at level 1; each level adds 5 % of that speed, up to 160
//! % at level 13.
//!
//! **Interface**: as [`Voices`]. Half a second after all is silent at the latest the pin stays low.

pub mod effects;
pub mod game_sound;
pub mod korobeiniki;
pub mod minuet;
pub mod mountain_king;
pub mod notation;
pub mod ode_to_joy;
pub mod sound_trigger;

use gatefall_macros::{clocked, construct, Module};
use gatefall_widgets::audio::memory::{Memory, Repertoire};
use gatefall_widgets::audio::{PwmGen, Voices};
use rust_hdl::prelude::*;

/// Beats a minute at level 1.
const TEMPO: f64 = 144.0;
/// Units of a beat: two eighths.
const UNITS_PER_BEAT: f64 = 16.0;
/// The level with the highest speed.
const TOP_LEVEL: u8 = 13;

/// Numbers for [`Sound::tune`]: the place of each tune in the repertoire.
pub mod tune {
    /// Korobeiniki, for a game.
    pub const FOLK: u8 = 0;
    /// In the Hall of the Mountain King, for a game.
    pub const GRIEG: u8 = 1;
    /// Minuet in G, for title, menu and settings.
    pub const MINUET: u8 = 2;
    /// Ode to Joy, for the results.
    pub const ODE: u8 = 3;
}

/// The sound.
#[derive(LogicBlock, Module)]
pub struct Sound {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset; silent, at the start of the tune.
    pub reset: Signal<In, Bit>,
    /// Plays the tune; when low, it is silent and back at its start.
    pub playing: Signal<In, Bit>,
    /// The tune is silent and stands still.
    pub paused: Signal<In, Bit>,
    /// Level: the tune is silent but goes on.
    pub mute_music: Signal<In, Bit>,
    /// Level: effects are silent but go on.
    pub mute_effects: Signal<In, Bit>,
    /// One of [`tune`]. Another one begins at its start.
    pub tune: Signal<In, Bits<2>>,
    /// The level of the game, from 1.
    pub level: Signal<In, Bits<5>>,
    /// Which effect to start, see [`effects::effect`].
    pub effect: Signal<In, Bits<5>>,
    /// Strobe: start it, unless one with a higher number sounds.
    pub start: Signal<In, Bit>,
    /// Strobe: a loud drum of the tune begins, also while it is muted.
    pub drum_starts: Signal<Out, Bit>,
    /// One bit of pulse-width modulation.
    pub audio: Signal<Out, Bit>,
    #[part]
    #[given]
    voices: Voices,
    #[part]
    pwm: PwmGen<8>,
    carrier: DFF<Bits<2>>,
}

/// All tunes and effects.
pub fn repertoire() -> Repertoire {
    let speed = |level: u8| 1.0 + 0.05 * f64::from(level - 1);
    Repertoire {
        units_per_second: (1..=TOP_LEVEL)
            .map(|level| TEMPO / 60.0 * UNITS_PER_BEAT * speed(level))
            .collect(),
        effect_units_per_second: effects::UNITS_PER_SECOND,
        tunes: [
            korobeiniki::TUNE,
            mountain_king::TUNE,
            minuet::TUNE,
            ode_to_joy::TUNE,
        ]
        .map(|tune| tune.lines()),
        effects: effects::effects(),
    }
}

impl Sound {
    /// The sound for a module clock of `clock_hz`.
    pub fn new(clock_hz: u64) -> Self {
        construct!(Sound {
            voices: Voices::new(&Memory::new(clock_hz, &repertoire())),
        })
    }
}

#[clocked]
impl Logic for Sound {
    #[hdl_gen]
    fn update(&mut self) {
        if self.pwm.period_end.val() {
            self.carrier.d.next = self.carrier.q.val() + 1;
        }
        self.voices.next_sample.next = self.pwm.period_end.val() & self.carrier.q.val().all();
        self.voices.playing.next = self.playing.val();
        self.voices.paused.next = self.paused.val();
        self.voices.mute_music.next = self.mute_music.val();
        self.voices.mute_effects.next = self.mute_effects.val();
        self.voices.tune.next = self.tune.val();
        self.voices.level.next = self.level.val();
        self.voices.effect.next = self.effect.val();
        self.voices.start.next = self.start.val();
        self.pwm.sample.next = self.voices.sample.val();
        self.drum_starts.next = self.voices.drum_starts.val();
        self.audio.next = self.pwm.audio.val();
    }
}

#[cfg(test)]
mod tests;
