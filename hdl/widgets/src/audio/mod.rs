//! Sound.

pub mod pwm_gen;
pub mod soft_square;
pub mod sound_effects;

pub use pwm_gen::PwmGen;
pub use soft_square::SoftSquare;
pub use sound_effects::SoundEffects;
