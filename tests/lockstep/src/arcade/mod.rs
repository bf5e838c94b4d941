//! Lockstep of `arcade`: the whole game, played with its keyboard and compared after every byte and
//! tick.

mod clock;
mod coverage;
mod gates;
mod keys;
mod pair;
mod player;
mod shrink;
mod sounds;
mod staging;
mod step;
mod surroundings;

pub use coverage::Coverage;
pub use gates::{netlist, Gates};
pub use pair::{Failure, Pair};
pub use player::{play, RandomPlayer, Skill};
pub use shrink::shrink;
pub use staging::{rehearse, steps, Scenario};
pub use step::{read, write, Step, StepError};
pub use surroundings::Surroundings;
