//! A part of the work of a long check.

use std::fmt::{self, Display, Formatter};
use std::ops::Range;

/// One of equal parts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Shard {
    /// From 1 on.
    number: u64,
    of: u64,
}

#[cfg_attr(not(feature = "sim"), allow(dead_code))]
impl Shard {
    /// All of it.
    pub(crate) const WHOLE: Shard = Shard { number: 1, of: 1 };

    /// The part of numbers below `all`; never empty.
    pub(crate) fn part(self, all: u64) -> Range<u64> {
        let bound =
            |number: u64| (u128::from(all) * u128::from(number) / u128::from(self.of)) as u64;
        let start = bound(self.number - 1);
        start..bound(self.number).max(start + 1)
    }
}

impl Display for Shard {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        write!(formatter, "{}/{}", self.number, self.of)
    }
}

/// Parses a part such as `3/16`.
pub(super) fn shard(word: &str) -> Result<Shard, String> {
    let numbers = word.split_once('/');
    let numbers = numbers.and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
    match numbers {
        Some((number, of)) if (1..=of).contains(&number) => Ok(Shard { number, of }),
        _ => Err(format!("`{word}` is not a part such as `3/16`")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_everything_once() {
        let parts: Vec<_> = (1..=3)
            .map(|number| Shard { number, of: 3 }.part(8))
            .collect();
        assert_eq!(parts, [0..2, 2..5, 5..8]);
        assert_eq!(shard("2/3").unwrap().part(1), 0..1);
        assert_eq!(shard("3/16").unwrap().to_string(), "3/16");
        for wrong in ["0/3", "4/3", "3", "1/0", "a/b"] {
            assert!(shard(wrong).is_err(), "{wrong}");
        }
    }
}
