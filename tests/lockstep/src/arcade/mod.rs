//! `arcade` in lockstep: the whole game, played through its keyboard, compared after every byte and every tick.

mod coverage;
mod gates;
mod pair;
mod player;
mod shrink;
mod step;

pub use coverage::Coverage;
pub use gates::{Gates, Surroundings};
pub use pair::{Failure, Pair};
pub use player::{play, Player, Skill};
pub use shrink::shrink;
pub use step::{read, write, Step, StepError};
