//! The handheld, played with its buttons alone, next to its golden model. The game is compared
//! after every press and tick. The panel's picture is compared whenever it was complete.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

use gatefall_devices::{DeviceBench, PanelGeometry, Running};
use gatefall_games::handheld::{screens, Handheld, GAME, PANEL, TICKS_HZ};
use gatefall_golden::handheld::{Button, Extras, Page};
use gatefall_golden::{Shape, Turn};
use gatefall_lockstep::falling_blocks::{Aim, Difference, Move};
use gatefall_lockstep::handheld::{Pair, RandomPlayer};
use gatefall_widgets::display::Panel;
use rust_hdl::prelude::Block;

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

/// The game on a bench at its full clock, without a comparison.
struct Timed {
    running: Running,
    clock_hz: u64,
}

impl Timed {
    /// In play: after the splash, with a piece whose turns are visible.
    fn new() -> Self {
        let clock_hz = GAME.clock.preferred_hz;
        let mut block = Handheld::new(clock_hz, TICKS_HZ, PANEL, screens::Extras::ALL);
        block.connect_all();
        let netlist = gatefall_lower::netlist(&block, GAME.name).unwrap();
        let panel = PanelGeometry {
            column_offset: 0,
            row_offset: 0,
            is_turned: true,
            is_blue_first: true,
        };
        let bench = DeviceBench::new(&netlist, &[]).unwrap().with_panel(panel);
        let running = Running::start(bench, clock_hz).unwrap();
        let mut timed = Self { running, clock_hz };
        timed.run_ms(2100);
        timed.tap("button_m1");
        timed.run_ms(100);
        // The turn of an O is not visible.
        for _ in 0..MOST_TAPS {
            if timed.engine("shape") != 4 {
                return timed;
            }
            timed.tap("button_up");
        }
        panic!("only squares fall");
    }

    fn run_ms(&mut self, milliseconds: u64) {
        let cycles = milliseconds * self.clock_hz / 1000;
        self.running.run(cycles).unwrap();
    }

    fn tap(&mut self, button: &str) {
        for is_down in [true, false] {
            self.running.set_button(button, is_down).unwrap();
            self.run_ms(20);
        }
    }

    fn peek(&mut self, signal: &str) -> u64 {
        let name = format!("handheld.{signal}");
        self.running.machine().peek(name.as_str()).unwrap()
    }

    fn engine(&mut self, signal: &str) -> u64 {
        self.peek(&format!("game_engine.{signal}"))
    }

    fn is(&mut self, signal: &str) -> bool {
        self.peek(signal) == 1
    }

    /// Runs until a condition holds, and returns the clocks that it took: at most a second.
    fn run_until(&mut self, mut is_so: impl FnMut(&mut Timed) -> bool) -> u64 {
        for clocks in (0..self.clock_hz).step_by(48) {
            if is_so(self) {
                return clocks;
            }
            self.running.run(48).unwrap();
        }
        panic!("nothing has come of it after a second");
    }

    /// Clocks until the panel shows its final picture, sampled every so many.
    fn clocks_to_settle(&mut self, step: u64, limit: u64) -> u64 {
        let picture = |running: &Running| running.lcd().unwrap().rgb();
        let mut last = (picture(&self.running), 0);
        for clocks in (step..=limit).step_by(step as usize) {
            self.running.run(step).unwrap();
            let now = picture(&self.running);
            if now != last.0 {
                last = (now, clocks);
            }
        }
        last.1
    }
}

#[test]
fn music_plays_in_play_and_not_in_a_pause_and_m2_mutes_it() {
    let mut timed = Timed::new();
    let sounds = |timed: &mut Timed| {
        // Longer than every effect.
        timed.run_ms(300);
        timed.running.take_samples();
        timed.run_ms(400);
        timed
            .running
            .take_samples()
            .iter()
            .any(|&sample| sample != 0)
    };
    assert!(sounds(&mut timed), "in play");
    timed.tap("button_m1");
    assert!(!sounds(&mut timed), "in a pause");
    timed.tap("button_m1");
    assert!(sounds(&mut timed), "in play again");
    timed.running.set_button("button_m2", true).unwrap();
    timed.run_ms(1_100);
    timed.running.set_button("button_m2", false).unwrap();
    assert!(!sounds(&mut timed), "muted");
}

#[test]
fn a_moved_piece_is_on_the_panel_within_two_milliseconds_and_a_scene_within_35() {
    let mut timed = Timed::new();
    let clock_hz = timed.clock_hz;
    for button in ["button_left", "button_a", "button_right", "button_b"] {
        let before = (timed.engine("place.x"), timed.engine("place.rotation"));
        timed.running.set_button(button, true).unwrap();
        timed
            .run_until(|timed| (timed.engine("place.x"), timed.engine("place.rotation")) != before);
        let clocks = timed.clocks_to_settle(240, clock_hz / 250);
        assert!(
            clocks > 0 && clocks <= clock_hz / 500,
            "{button}: {clocks} clocks"
        );
        timed.running.set_button(button, false).unwrap();
        timed.run_ms(20);
    }
    timed.running.set_button("button_m1", true).unwrap();
    timed.run_until(|timed| !timed.is("scene_control.in_play"));
    let first = timed.run_until(|timed| timed.is("tile_composer.paints_all"));
    let clocks = first + timed.run_until(|timed| !timed.is("tile_composer.paints_all"));
    assert!(clocks <= clock_hz * 35 / 1000, "{clocks} clocks");
    assert!(clocks > clock_hz * 25 / 1000, "every tile is sent");
}

#[test]
fn a_game_that_follows_a_full_field_is_on_the_panel_within_35() {
    let mut timed = Timed::new();
    let limit = timed.clock_hz * 35 / 1000;
    // The composer runs all the time: each press comes at another point of its scan.
    for phase in (0..1750).step_by(350) {
        for _ in 0..MOST_TAPS {
            if timed.is("scene_control.in_play") {
                timed.tap("button_up");
            }
        }
        assert!(!timed.is("scene_control.in_play"), "the game goes on");
        let field = "handheld.game_engine.board_controller.cells.second";
        let mut field = timed.running.machine().memory(field).unwrap();
        for cell in 0..256 {
            field.set(cell, 7).unwrap();
        }
        timed.run_ms(100);
        timed.running.run(phase).unwrap();
        timed.running.set_button("button_m1", true).unwrap();
        timed.run_until(|timed| timed.is("scene_control.in_play"));
        let clocks = timed.clocks_to_settle(240, 2 * limit);
        assert!(clocks <= limit, "{clocks} clocks, phase {phase}");
        timed.running.set_button("button_m1", false).unwrap();
        timed.run_ms(20);
    }
}
