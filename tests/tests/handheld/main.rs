//! The handheld, played with its buttons alone, next to its golden model. The game is compared
//! after every press and tick. The panel's picture is compared whenever it was complete.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

mod faults;
mod timed;

use gatefall_games::handheld::PANEL;
use gatefall_golden::handheld::{Button, Extras, Page};
use gatefall_golden::{Shape, Turn};
use gatefall_lockstep::falling_blocks::{Aim, Difference, Move};
use gatefall_lockstep::handheld::{Pair, RandomPlayer, RandomSession};
use gatefall_tests::kept_seeds;
use gatefall_widgets::display::Panel;

/// Bounces of the contacts.
const SEED: u64 = 1;
/// The time of the start decides the sequence of pieces. Of some hundred, this one allows four
/// rows, a T-spin and ten lines with the fewest pieces.
const START_BEAT: u64 = 2072;

/// More taps than any of these games needs.
const MOST_TAPS: u32 = 200;

type Outcome = Result<(), Box<Difference>>;

fn player(panel: Panel, seed: u64) -> RandomPlayer {
    player_with(panel, seed, Extras::ALL)
}

fn player_with(panel: Panel, seed: u64, extras: Extras) -> RandomPlayer {
    let pair = Pair::new("handheld", panel, extras);
    RandomPlayer::new(pair, seed, false).unwrap()
}

#[test]
fn random_play_agrees_with_the_golden_model() {
    let played = RandomSession::play(1, 100, || true).unwrap();
    assert!(
        played.engine.placements >= 100 && played.whole.placements >= 1,
        "{played:?}"
    );
    for seed in kept_seeds("handheld") {
        RandomSession::play(seed, RandomSession::PLACEMENTS, || true).unwrap();
    }
}

#[test]
fn a_game_from_the_splash_to_its_end_and_the_next() {
    let mut player = player(PANEL, SEED);
    player.pair().show().unwrap();
    assert_eq!(player.pair().model().page(), Page::Splash);
    let [beats, _] = player.counts();
    player.wait(START_BEAT - beats).unwrap();
    assert_eq!(player.pair().model().page(), Page::Title);
    player.pair().show().unwrap();
    player.start().unwrap();
    player.pair().show().unwrap();

    hold_and_pause(&mut player).unwrap();
    kick(&mut player).unwrap();
    play_for_all(&mut player).unwrap();

    while player.pair().model().page() == Page::Play {
        player.tap(Button::Up).unwrap();
        player.wait(400).unwrap();
    }
    player.pair().show().unwrap();
    player.wait(500).unwrap();
    assert_eq!(player.pair().model().page(), Page::GameOver);
    player.start().unwrap();
    player.pair().show().unwrap();
    assert_eq!(player.pair().model().page(), Page::Play);
}

/// The piece goes to the hold slot, and the field is hidden for a while.
fn hold_and_pause(player: &mut RandomPlayer) -> Outcome {
    player.tap(Button::M2)?;
    player.pair().show()?;
    assert_eq!(player.played().holds, 1);
    player.tap(Button::M1)?;
    let paused = player.piece();
    player.wait(1500)?;
    assert_eq!(player.pair().model().page(), Page::Paused);
    assert_eq!(player.piece(), paused);
    player.pair().show()?;
    player.tap(Button::M1)?;
    player.pair().show()
}

/// Moves a piece to the left wall and turns it, which needs a kick.
fn kick(player: &mut RandomPlayer) -> Outcome {
    while let Some(Shape::I | Shape::O) = player.piece().map(|piece| piece.shape) {
        player.put(Aim::FourRows)?;
    }
    player.step(Move::Turn(Turn::Clockwise))?;
    for _ in 0..5 {
        player.step(Move::Left)?;
    }
    player.step(Move::Turn(Turn::Clockwise))?;
    assert_eq!(player.played().kicks, 1);
    player.pair().show()
}

/// Four rows at once, a T-spin, a single row and the second level.
fn play_for_all(player: &mut RandomPlayer) -> Outcome {
    for _ in 0..100 {
        let played = *player.played();
        let lines = player.pair().model().player().tally().lines();
        let played = (played.spins > 0, played.clears[0] > 0, played.clears[3] > 0);
        if played == (true, true, true) && lines >= 10 {
            break;
        }
        player.put(match played {
            (_, _, false) => Aim::FourRows,
            (false, ..) => Aim::Spins,
            _ => Aim::Low,
        })?;
        assert_eq!(
            player.pair().model().page(),
            Page::Play,
            "the player is not good enough"
        );
    }
    let tally = player.pair().model().player().tally();
    assert_eq!(tally.level(), 2, "{:?}", player.played());
    player.pair().show()
}

/// Drops pieces until the game ends.
fn lose(player: &mut RandomPlayer) {
    for _ in 0..MOST_TAPS {
        if player.pair().model().page() != Page::Play {
            return player.pair().show().unwrap();
        }
        player.tap(Button::Up).unwrap();
    }
    panic!("the game goes on");
}

#[test]
fn the_level_of_the_next_game_and_the_best_score_are_on_the_panel() {
    let mut player = player(PANEL, SEED);
    player.tap(Button::Right).unwrap();
    player.wait(2_000).unwrap();
    assert_eq!(player.pair().model().page(), Page::Title);
    assert_eq!(
        player.pair().model().start_level(),
        1,
        "no choice in the splash"
    );
    for level in [2, 3, 4, 5, 6, 7, 8, 9, 10, 11] {
        player.tap(Button::Right).unwrap();
        assert_eq!(player.pair().model().start_level(), level);
    }
    player.pair().show().unwrap();
    player.start().unwrap();
    player.pair().show().unwrap();
    assert_eq!(player.pair().model().player().tally().level(), 11);
    let mut best = 0;
    for button in [Button::Left, Button::Right, Button::Left] {
        lose(&mut player);
        best = best.max(player.pair().model().player().tally().score());
        assert_eq!(player.pair().model().best(), best);
        player.tap(button).unwrap();
        player.tap(button).unwrap();
        player.pair().show().unwrap();
        player.start().unwrap();
        player.tap(Button::M1).unwrap();
        assert_eq!(player.pair().model().page(), Page::Paused);
        assert_eq!(player.pair().model().best(), best);
        player.pair().show().unwrap();
        player.tap(Button::M1).unwrap();
    }
    assert_eq!(player.pair().model().player().tally().level(), 9);
}

#[test]
fn a_build_without_extras_starts_at_level_1_and_shows_no_best_score() {
    let none = Extras {
        start_level: false,
        best_score: false,
        alarm: false,
    };
    let mut player = player_with(PANEL, SEED, none);
    player.wait(2_000).unwrap();
    player.tap(Button::Right).unwrap();
    player.pair().show().unwrap();
    for _ in 0..2 {
        player.start().unwrap();
        assert_eq!(player.pair().model().player().tally().level(), 1);
        player.put(Aim::Low).unwrap();
        player.tap(Button::M1).unwrap();
        player.pair().show().unwrap();
        player.tap(Button::M1).unwrap();
        lose(&mut player);
        player.tap(Button::Right).unwrap();
        player.pair().show().unwrap();
    }
}

/// Waits until the edge of the field is lit, or is not, and compares the picture.
fn wait_for_edge(player: &mut RandomPlayer, is_lit: bool) {
    for _ in 0..60 {
        if player.pair().model().is_lit() == is_lit {
            return player.pair().show().unwrap();
        }
        player.wait(16).unwrap();
    }
    panic!("the edge stays as it is");
}

#[test]
fn near_the_top_the_edge_of_the_field_is_lit_now_and_then_but_not_in_a_pause() {
    let mut player = player(PANEL, SEED);
    player.wait(2_000).unwrap();
    player.start().unwrap();
    for _ in 0..6 {
        assert!(!player.pair().model().is_lit());
        player.tap(Button::Up).unwrap();
        player.wait(400).unwrap();
    }
    while !player.pair().model().is_lit() {
        player.tap(Button::Up).unwrap();
        player.wait(32).unwrap();
        assert_eq!(player.pair().model().page(), Page::Play);
    }
    for is_lit in [true, false, true] {
        wait_for_edge(&mut player, is_lit);
    }
    player.tap(Button::M1).unwrap();
    assert!(!player.pair().model().is_lit());
    player.pair().show().unwrap();
    player.tap(Button::M1).unwrap();
    wait_for_edge(&mut player, true);
}

#[test]
fn a_panel_that_is_mounted_otherwise_shows_the_same() {
    for panel in [
        // Upside down, plain colours, a "green tab", at a quarter of the game's clock.
        Panel {
            access: 0x60,
            x_offset: 1,
            y_offset: 2,
            max_clock_hz: 3_000_000,
        },
        // Mirrored, at a sixth.
        Panel {
            access: 0x28,
            x_offset: 0,
            y_offset: 0,
            max_clock_hz: 2_000_000,
        },
    ] {
        let mut player = player(panel, SEED);
        player.pair().show().unwrap();
        player.start().unwrap();
        player.put(Aim::Low).unwrap();
        player.pair().show().unwrap();
        player.tap(Button::M2).unwrap();
        player.pair().show().unwrap();
        player.tap(Button::M1).unwrap();
        player.pair().show().unwrap();
        let [_, pictures] = player.counts();
        assert!(pictures >= 4, "{pictures} pictures");
    }
}

#[test]
fn what_is_wrong_on_the_panel_is_noticed() {
    for (memory, word) in [
        ("board_controller.cells.second", 0),
        ("game_memory.words", 202),
    ] {
        let mut player = player(PANEL, SEED);
        player.start().unwrap();
        player.pair().show().unwrap();
        let name = format!("handheld.game_engine.{memory}");
        let mut memory = player.pair().gates().machine().memory(&name).unwrap();
        memory.set(word, 3).unwrap();
        assert!(
            player.put(Aim::Low).is_err() || player.pair().show().is_err(),
            "{name}"
        );
    }
}
