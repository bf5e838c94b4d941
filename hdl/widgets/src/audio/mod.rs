//! Sound.

pub mod pwm_gen;
pub mod soft_square;

pub use pwm_gen::PwmGen;
pub use soft_square::SoftSquare;
