//! Sound.

pub mod accumulator;
pub mod effect_priority;
pub mod memory;
pub mod pwm_gen;
pub mod sound_effects;
pub mod voice_address;
pub mod voice_jobs;
pub mod voices;

pub use pwm_gen::PwmGen;
pub use sound_effects::SoundEffects;
pub use voices::Voices;
