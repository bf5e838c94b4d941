//! Seeds of random sessions that have failed. `make test` plays them again.

use crate::record::note;
use std::collections::BTreeMap;
use std::fs;

/// A line is the name of a check of `gatefall soak` and a seed. `gatefall soak` adds lines.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/seeds.txt");

/// The kept seeds of a check.
///
/// # Panics
/// If the file is not understood.
pub fn kept_seeds(check: &str) -> Vec<u64> {
    let text = fs::read_to_string(FILE).expect("tests/seeds.txt can be read");
    seeds_in(&text, check)
}

fn seeds_in(text: &str, check: &str) -> Vec<u64> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let seeds = lines.filter_map(|line| {
        let (name, seed) = line.split_once(' ').expect("a line is a check and a seed");
        (name == check).then(|| seed.parse().expect("a seed is a number"))
    });
    seeds.collect()
}

/// Plays the session of a seed. If it panics, `gatefall soak` keeps the seed.
pub fn with_seed<T>(seed: u64, play: impl FnOnce() -> T) -> T {
    let _noted = NotedInPanic(seed);
    play()
}

struct NotedInPanic(u64);

impl Drop for NotedInPanic {
    fn drop(&mut self) {
        if std::thread::panicking() {
            note("", &BTreeMap::from([("failed seed", self.0)]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_has_its_seeds() {
        let text = "# A comment.\nengine 5\nmatrix 6\nengine 18446744073709551615\n";
        assert_eq!(seeds_in(text, "engine"), [5, u64::MAX]);
        assert_eq!(seeds_in(text, "matrix"), [6]);
        assert!(seeds_in(text, "handheld").is_empty());
    }

    #[test]
    fn the_file_is_understood() {
        kept_seeds("any");
    }
}
