//! The most draws that a bag takes, from any state of its generator.
//!
//! A draw takes four steps of the generator. Its period is odd, so a walk by four steps visits all
//! states. A bag is a part of this walk.

use gatefall_bench::{peek, poke, tick, Bench};
use gatefall_games::falling_blocks::piece::random_tetris::RandomTetris;
use gatefall_tests::record;

/// States of the generator: all but that of ones.
const STATES: u64 = (1 << 32) - 1;
/// Places of a bag.
const PLACES: usize = 7;
/// States at once.
const CHUNK: usize = 1 << 16;
/// States from the begin of a bag on. No bag takes so many draws.
const BEYOND: usize = 64;
/// The one state from which a bag takes the most draws.
const SLOWEST: u32 = 0x69F_C2F4;

/// A step of the generator.
fn step(state: u32) -> u32 {
    let taps = state >> 31 ^ state >> 21 ^ state >> 1 ^ state;
    state << 1 | (!taps & 1)
}

/// The state of the next draw.
fn next(state: u32) -> u32 {
    step(step(step(step(state))))
}

/// A number is accepted for a place if its bits, as many as the place needs, are at most the place.
fn is_accepted(place: usize, state: u32) -> bool {
    let mask = [0, 1, 3, 3, 7, 7, 7][place];
    (state & mask) as usize <= place
}

/// Draws of the bag that begins in this state.
fn draws(mut state: u32) -> u32 {
    let (mut place, mut draws) = (0, 0);
    while place < PLACES {
        place += usize::from(is_accepted(place, state));
        draws += 1;
        state = next(state);
    }
    draws
}

/// The next place after four draws in a row, and those until the bag is full.
struct FourDraws(Vec<(u8, u8)>);

impl FourDraws {
    fn new() -> FourDraws {
        let places = (0..PLACES).flat_map(|place| (0..1 << 16).map(move |word| (place, word)));
        FourDraws(
            places
                .map(|(place, word)| Self::after(place, word))
                .collect(),
        )
    }

    /// The first draw has the upper bits of the word.
    fn after(mut place: usize, word: u32) -> (u8, u8) {
        let mut draws = 0;
        for shift in [12, 8, 4, 0] {
            if place < PLACES {
                place += usize::from(is_accepted(place, word >> shift));
                draws += 1;
            }
        }
        (place as u8, draws)
    }

    /// Draws of the bag that begins in the first of these states. A state has the bits of eight
    /// draws, its own and those of the seven states before it.
    fn of_bag(&self, states: &[u32]) -> u32 {
        let (mut place, mut draws) = (0, 0);
        for state in states.iter().skip(7).step_by(8) {
            for word in [state >> 16, state & 0xFFFF] {
                let (next, more) = self.0[place << 16 | word as usize];
                (place, draws) = (usize::from(next), draws + u32::from(more));
                if place == PLACES {
                    return draws;
                }
            }
        }
        panic!("more than {BEYOND} draws from {:#x}", states[0]);
    }
}

/// Result of a walk.
#[derive(Debug, PartialEq, Eq)]
struct Walk {
    /// The most draws of a bag, and the state in which it begins.
    most: (u32, u32),
    /// The state after the last one.
    end: u32,
}

/// Bags that begin in each of so many states, from this one on.
fn walk(first: u32, count: u64) -> Walk {
    let table = FourDraws::new();
    let mut states = std::iter::successors(Some(first), |&state| Some(next(state)));
    let mut ahead: Vec<u32> = Vec::with_capacity(CHUNK + BEYOND);
    let mut most = (0, 0);
    let mut left = count;
    while left > 0 {
        let missing = CHUNK + BEYOND - ahead.len();
        ahead.extend(states.by_ref().take(missing));
        let here = left.min(CHUNK as u64) as usize;
        for begin in 0..here {
            let draws = table.of_bag(&ahead[begin..begin + BEYOND]);
            if draws > most.0 {
                most = (draws, ahead[begin]);
            }
        }
        ahead.drain(..here);
        left -= here as u64;
    }
    Walk {
        most,
        end: ahead[0],
    }
}

#[test]
fn a_walk_counts_the_draws_of_each_bag() {
    let states = std::iter::successors(Some(12_345), |&state| Some(next(state)));
    let some: Vec<u32> = states.take(100_001).collect();
    let most = some[..100_000].iter().map(|&state| draws(state)).max();
    let Walk { most: seen, end } = walk(12_345, 100_000);
    assert_eq!(Some(seen.0), most);
    assert_eq!(draws(seen.1), seen.0);
    assert_eq!(end, some[100_000]);
}

/// The circuit shuffles a bag from this state; clocks of its draws.
fn clocks_of_circuit(state: u32) -> u32 {
    let mut uut = Bench::new(RandomTetris::default());
    poke!(uut, control.deal = true);
    tick!(uut);
    poke!(uut, control.deal = false);
    tick!(uut);
    uut.machine().poke("lfsr.state", u64::from(state)).unwrap();
    let mut clocks = 0;
    while uut.machine().peek("tail").unwrap() == 0 {
        assert!(!peek!(uut, control.ready));
        tick!(uut);
        clocks += 1;
    }
    clocks
}

/// The limit is reached in the circuit, so a smaller one is wrong.
#[test]
fn the_slowest_bag_takes_the_most_draws() {
    assert_eq!(draws(SLOWEST), RandomTetris::MOST_DRAWS);
    for state in [SLOWEST, step(SLOWEST), next(SLOWEST), 0, 1, 0x1234_5678] {
        assert_eq!(clocks_of_circuit(state), 4 * draws(state), "{state:#x}");
    }
}

/// A walk past the slowest state finds it.
#[test]
fn a_walk_finds_the_slowest_bag() {
    let before = (0..1_000).fold(SLOWEST, |state, _| previous(state));
    let slowest = (RandomTetris::MOST_DRAWS, SLOWEST);
    assert_eq!(walk(before, 2_000).most, slowest);
    assert_ne!(walk(before, 1_000).most, slowest);
}

/// The state four steps before.
fn previous(state: u32) -> u32 {
    (0..4).fold(state, |state, _| {
        let before = state >> 1;
        [before, before | 1 << 31]
            .into_iter()
            .find(|&before| step(before) == state)
            .unwrap()
    })
}

#[test]
#[ignore = "a minute; `gatefall soak properties` runs it"]
fn the_draws_of_all_bags_hold_their_limit() {
    let all = walk(0, STATES);
    assert_eq!(all.end, 0, "the walk returns after all states");
    assert_eq!(all.most, (RandomTetris::MOST_DRAWS, SLOWEST));
    record(
        "bags",
        &[("states", STATES), ("draws", u64::from(all.most.0))],
    );
}
