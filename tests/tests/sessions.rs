//! The whole arcade, played through its keyboard, and its golden model.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

use gatefall_golden::Page;
use gatefall_lockstep::arcade::{play, read, Pair};
use gatefall_tests::SESSIONS;

#[test]
fn sessions_agree_with_the_golden_model() {
    let mut pair = Pair::default();
    for seed in SESSIONS {
        if let Err(failure) = play(&mut pair, seed) {
            panic!(
                "session {seed} differs {failure}\n\
                 `gatefall verify arcade --games 1 --seed {seed}` makes it short"
            );
        }
    }
    let coverage = pair.take_coverage();
    assert!(coverage.placements() > 100, "{coverage}");
    for scene in [
        "play of marathon",
        "play of sprint",
        "play of ultra",
        "play of versus",
        "play of race",
        "menu",
    ] {
        assert!(coverage.of(&format!("scene: {scene}")) > 0, "{coverage}");
    }
    let pictures: u64 = (0..4)
        .map(|skin| coverage.of(&format!("picture in skin: {skin}")))
        .sum();
    assert!(pictures > 5, "{coverage}");
}

#[test]
fn a_press_that_has_no_tick_to_meet_is_only_a_press() {
    let steps = read("meet Enter 3\nrelease Enter\nmeet Enter 0\nmeet J 0\ntick 2\n").unwrap();
    let mut pair = Pair::default();
    pair.replay(&steps).unwrap();
    assert_eq!(pair.model().page(), Page::Play);
}
