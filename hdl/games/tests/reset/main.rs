//! A reset in mid-game: every register of every game returns to its initial value, the next game is
//! the same as the first, and no record is left half written.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

use gatefall_bench::Bench;
use gatefall_games::arcade::statistics::text_rom::{self, entry, item};
use gatefall_games::arcade::Arcade;
use gatefall_games::handheld::screens::Extras;
use gatefall_games::handheld::{Handheld, PANEL, TICKS_HZ};
use gatefall_games::matrix::{Matrix, IDS};
use gatefall_games::tictactoe::{pixel_map::Side, Tictactoe};
use gatefall_games::{arcade, handheld, tictactoe};
use gatefall_host::Machine;
use gatefall_widgets::display::ws2812::DEFAULT_BRIGHTNESS;
use rust_hdl::prelude::Block;

mod any_clock;
mod player;

/// Clocks for which a board holds the reset, at least.
const RESET: u64 = 512;
/// Registers that no reset changes. The first eight follow the beam within a line; in the last two
/// is the phase of the tones, which lies in a memory.
const KEPT: [&str; 10] = [
    "screen.pixel_generator.cell_layer.cells.centre_distance",
    "screen.pixel_generator.cell_layer.cells.texture.marks_late",
    "screen.pixel_generator.cell_layer.column_now",
    "screen.pixel_generator.cell_layer.x",
    "screen.pixel_generator.grid.column_count",
    "screen.pixel_generator.grid.in_window",
    "screen.pixel_generator.grid.in_window_late",
    "screen.pixel_generator.grid.x",
    "game_sound.sound.voices.accumulator.register",
    "game_sound.sound.voices.mixed",
];
/// Scenes of the arcade.
const COUNTDOWN: u64 = 3;
const PLAY: u64 = 4;
const GAME_OVER: u64 = 6;

/// All registers but those that hold the last word read from a memory, which a reset leaves.
fn registers(machine: &mut Machine) -> Vec<(String, String)> {
    let mut names = machine.matching("*").unwrap();
    names.retain(|name| {
        let signal = machine.program().signal(name).unwrap();
        signal.place().is_some() && !signal.is_read_data() && name != "reset"
    });
    let values = names.into_iter().map(|name| {
        let value = machine.peek_value(&name).unwrap().to_string();
        (name, value)
    });
    values.collect()
}

fn reset(machine: &mut Machine) {
    machine.poke("reset", 1).unwrap();
    machine.run(RESET);
    machine.poke("reset", 0).unwrap();
}

fn assert_same(seen: &[(String, String)], expected: &[(String, String)], when: &str) {
    let pairs = seen.iter().zip(expected);
    let wrong: Vec<_> = pairs.filter(|(seen, expected)| seen != expected).collect();
    let wrong: Vec<_> = (wrong.into_iter())
        .filter(|((name, _), _)| !KEPT.contains(&name.as_str()))
        .collect();
    assert!(wrong.is_empty(), "{when}: {wrong:#?}");
}

/// Registers that are zero at power-up and not after a reset. They are listed in
/// `tests/snapshots`, so no value of a reset changes unnoticed.
fn set_by_reset(at_power_up: &[(String, String)], initial: &[(String, String)]) -> String {
    let pairs = initial.iter().zip(at_power_up);
    let set = pairs.filter(|(initial, at_power_up)| initial != at_power_up);
    set.map(|((name, value), _)| format!("{name} {value}\n"))
        .collect()
}

/// Plays for a while, resets, and plays the same again. The lines named `idle` are high.
fn check(game: &str, block: impl Block, idle: &[&str], play: impl Fn(&mut Machine)) {
    let mut uut = Bench::new(block);
    let machine = uut.machine();
    for line in idle {
        machine.poke(*line, 1).unwrap();
    }
    let at_power_up = registers(machine);
    reset(machine);
    let initial = registers(machine);
    insta::assert_snapshot!(game, set_by_reset(&at_power_up, &initial));
    play(machine);
    let played = registers(machine);
    let changed = played
        .iter()
        .zip(&initial)
        .filter(|(now, then)| now != then);
    let changed = changed.count();
    assert!(changed >= 10, "the game is on: {changed} registers");
    reset(machine);
    assert_same(&registers(machine), &initial, "after the reset");
    play(machine);
    assert_same(&registers(machine), &played, "in the next game");
}

/// Keeps a button down for some clocks, then up.
fn tap(machine: &mut Machine, button: &str, clocks: u64) {
    for level in [1, 0] {
        machine.poke(button, level).unwrap();
        machine.run(clocks);
    }
}

/// Inputs of the arcade that are high when idle.
const IDLE_HIGH: [&str; 4] = [
    "ps2_clock",
    "ps2_data",
    "gamepad_data",
    "second_gamepad_data",
];

#[test]
fn a_reset_in_mid_game_restarts_the_arcade() {
    let block = Arcade::<1>::new(&arcade::GAME.params());
    check("arcade", block, &IDLE_HIGH, |machine| {
        machine.run(5_000);
        machine.poke("console.scene_control.starts", 1).unwrap();
        machine
            .poke("console.scene_control.current", COUNTDOWN)
            .unwrap();
        machine.run(5_000);
        machine.poke("console.scene_control.current", PLAY).unwrap();
        for action in [1, 4, 6, 7] {
            machine
                .poke("console.keyboard.keyboard_decoder.key_events.went_down", 1)
                .unwrap();
            machine
                .poke(
                    "console.keyboard.keyboard_decoder.key_events.action_now",
                    action,
                )
                .unwrap();
            machine.run(100_000);
        }
        assert_eq!(machine.peek("game_engine.play.in_play").unwrap(), 1);
        assert_eq!(machine.peek("console.scene_control.current").unwrap(), PLAY);
    });
}

#[test]
fn a_reset_in_mid_game_restarts_the_handheld() {
    let hz = handheld::GAME.clock.preferred_hz;
    let tick = hz / TICKS_HZ;
    check(
        "handheld",
        Handheld::new(hz, TICKS_HZ, PANEL, Extras::ALL),
        &[],
        |machine| {
            machine.run(1_000);
            // The splash is over.
            machine.poke("scene_control.scene", 1).unwrap();
            for button in [
                "button_m1",
                "button_left",
                "button_a",
                "button_up",
                "button_m2",
            ] {
                tap(machine, button, tick);
            }
            assert_eq!(machine.peek("game_engine.play.in_play").unwrap(), 1);
        },
    );
}

#[test]
fn a_reset_in_mid_game_restarts_the_matrix() {
    const SECOND: u64 = 100_000;
    check(
        "matrix",
        Matrix::new(12_000_000, SECOND, IDS.start, DEFAULT_BRIGHTNESS),
        &[],
        |machine| {
            for button in ["start", "rotate", "shift_left", "shift_right"] {
                tap(machine, button, SECOND / 20);
            }
            machine.run(5 * SECOND);
            assert_eq!(machine.peek("core.engine.is_started").unwrap(), 1);
        },
    );
}

#[test]
fn a_reset_in_mid_game_restarts_tictactoe() {
    let hz = tictactoe::GAME.clock.preferred_hz;
    // Buttons are looked at 64 times a second.
    check(
        "tictactoe",
        Tictactoe::new(hz, Side::Eight),
        &[],
        |machine| {
            for button in ["confirm", "right", "confirm", "down", "confirm"] {
                tap(machine, button, hz / 60);
            }
            assert_ne!(machine.peek("game_logic.state").unwrap(), 0);
        },
    );
}

/// An arcade at the end of a game whose result is about to be entered.
fn ending(set: impl Fn(&mut Machine)) -> Bench<Arcade<1>> {
    let mut uut = Bench::new(Arcade::<1>::new(&arcade::GAME.params()));
    let machine = uut.machine();
    for line in IDLE_HIGH {
        machine.poke(line, 1).unwrap();
    }
    reset(machine);
    machine.run(5_000);
    machine
        .poke("console.scene_control.current", GAME_OVER)
        .unwrap();
    set(machine);
    machine.run(5_000);
    machine
        .poke(
            "console.statistics_control.pending_events.end_event.is_stored",
            1,
        )
        .unwrap();
    uut
}

/// The digits of the decimal unit from this character on.
fn digits(machine: &mut Machine, first: u64, count: u64) -> u64 {
    let characters = machine
        .memory("console.statistics_control.step_walk.decimal_unit.items.characters")
        .unwrap();
    (first..first + count).fold(0, |number, place| {
        number * 10 + characters.get(place).unwrap()
    })
}

fn put_digits(machine: &mut Machine, first: u64, digits: &[u64]) {
    let mut characters = machine
        .memory("console.statistics_control.step_walk.decimal_unit.items.characters")
        .unwrap();
    for (place, digit) in (first..).zip(digits) {
        characters.set(place, *digit).unwrap();
    }
}

/// The numbers that a reset leaves, over all clocks on which it may come.
fn left_by_resets(mut uut: Bench<Arcade<1>>, first: u64, count: u64) -> Vec<u64> {
    let machine = uut.machine();
    let before = machine.snapshot();
    let mut left = Vec::new();
    for clock in 0..1500 {
        machine.restore(&before).unwrap();
        machine.run(clock);
        machine.poke("reset", 1).unwrap();
        machine.run(1);
        machine.poke("reset", 0).unwrap();
        machine.run(1000);
        left.push(digits(machine, first, count));
    }
    left.dedup();
    left
}

#[test]
fn a_reset_while_a_result_is_entered_leaves_the_old_or_the_new_table() {
    let address = |item| u64::from(text_rom::address(item)) + 1;
    let [score, first, second] = [item::SCORE, entry(0, 0) + 1, entry(0, 1) + 1].map(address);
    for (place, expected) in [(first, [999_999, 1_234_567]), (second, [5, 999_999])] {
        let uut = ending(|machine| {
            put_digits(machine, score, &[1, 2, 3, 4, 5, 6, 7]);
            put_digits(machine, first, &[0, 9, 9, 9, 9, 9, 9]);
            put_digits(machine, second, &[0, 0, 0, 0, 0, 0, 5]);
        });
        assert_eq!(left_by_resets(uut, place, 7), expected);
    }
}

#[test]
fn a_reset_while_a_win_is_counted_leaves_the_old_or_the_new_count() {
    const WINS: u64 = 8 * 29 + 2;
    let uut = ending(|machine| {
        machine.poke("console.scene_control.has_two", 1).unwrap();
        // Player 2 is out.
        machine
            .poke("game_engine.turn_control.match_control.one.phase", 2)
            .unwrap();
        put_digits(machine, WINS, &[0, 9]);
    });
    assert_eq!(left_by_resets(uut, WINS, 2), [9, 10]);
}
