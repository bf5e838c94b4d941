use std::env;
use std::ops::Range;
use std::time::{Duration, Instant};

/// The seed of a random test: that of `gatefall soak`, else a fixed one.
///
/// # Panics
/// If `GATEFALL_SEED` is no number.
pub fn seed(fixed: u64) -> u64 {
    let seed = env::var("GATEFALL_SEED");
    seed.map_or(fixed, |seed| {
        seed.parse().expect("GATEFALL_SEED is a number")
    })
}

/// The work that `gatefall soak` wants from a long test: a part of it, or as much as fits a time.
pub struct Work {
    /// Number of the part, from 1 on.
    number: u64,
    parts: u64,
    end: Option<Instant>,
}

impl Work {
    /// As `GATEFALL_SHARD` (such as `3/16`) and `GATEFALL_SECONDS` say, else all of it.
    ///
    /// # Panics
    /// If a variable is not understood.
    pub fn wanted() -> Self {
        let shard = env::var("GATEFALL_SHARD");
        let number = |word: &str| word.parse().expect("GATEFALL_SHARD has two numbers");
        let (number, parts) = shard.map_or((1, 1), |shard| {
            let (first, second) = shard.split_once('/').expect("GATEFALL_SHARD is as 3/16");
            (number(first), number(second))
        });
        let seconds = env::var("GATEFALL_SECONDS");
        let end = seconds.ok().map(|seconds| {
            let seconds = seconds.parse().expect("GATEFALL_SECONDS is a number");
            Instant::now() + Duration::from_secs(seconds)
        });
        Self { number, parts, end }
    }

    /// The wanted part of these items.
    pub fn of<'a, T>(&self, all: &'a [T]) -> &'a [T] {
        let part = self.part(all.len() as u64);
        &all[part.start as usize..part.end as usize]
    }

    /// The wanted part of the numbers below `all`.
    pub fn part(&self, all: u64) -> Range<u64> {
        all * (self.number - 1) / self.parts..all * self.number / self.parts
    }

    /// The time is over.
    pub fn is_over(&self) -> bool {
        self.end.is_some_and(|end| Instant::now() >= end)
    }
}
