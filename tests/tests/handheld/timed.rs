//! Sound, and the time from a press to the picture.

use super::MOST_TAPS;
use gatefall_devices::{DeviceBench, PanelGeometry, Running};
use gatefall_games::handheld::{screens, Handheld, GAME, PANEL, TICKS_HZ};
use rust_hdl::prelude::Block;

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
        let netlist = gatefall_bench::netlist(&block, GAME.name);
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
