//! The whole arcade, played through its keyboard, and its golden model.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

use gatefall_lockstep::arcade::{write, Pair, Player};

#[test]
fn sessions_agree_with_the_golden_model() {
    let mut pair = Pair::default();
    for seed in 1..=std::env::var("N").map_or(3, |n| n.parse().unwrap()) {
        let begun = std::time::Instant::now();
        pair.switch_on();
        let mut player = Player::new(seed);
        while let Some(step) = player.next(pair.model()) {
            if let Err(failure) = pair.step(step) {
                std::fs::write("/tmp/fail.case", write(&failure.steps)).unwrap();
                panic!("seed {seed}: {failure}");
            }
        }
        println!(
            "seed {seed} {:?} cycles {}",
            begun.elapsed(),
            pair.gates().machine().cycles()
        );
    }
    println!("{}", pair.take_coverage());
}
