//! Buttons of the games with LEDs that are down: each counts as pressed with the first sample.

use super::{switch_on, Rng};
use gatefall_games::tictactoe::pixel_map::Side;
use gatefall_golden::matrix::{Game, Phase, Presses};
use gatefall_golden::tictactoe::{Button, Event};
use gatefall_lockstep::fault::{message_of, planted};
use gatefall_lockstep::matrix::Pair;
use gatefall_lockstep::tictactoe::Table;

const SECOND: u64 = 1_000;
/// Its first sample comes after the time that the board is cleared.
const LONG_SECOND: u64 = 20_000;
const BUTTONS: [&str; 5] = ["start", "restart", "rotate", "shift_left", "shift_right"];
/// Samples until a level has been seen.
const SEEN: u64 = 3;

/// Both sides, switched on with these buttons down.
fn switch_matrix_on(pair: &mut Pair, down: &[&str], random: &mut Rng) {
    switch_on(pair.gates().machine(), down, random);
    pair.switch_on(0);
}

fn set(pair: &mut Pair, buttons: &[&str], level: bool) {
    for button in buttons {
        pair.gates().machine().poke(*button, level.into()).unwrap();
    }
    pair.gates().wait(SEEN);
}

fn is_started(pair: &mut Pair) -> bool {
    pair.gates().state().phase == Phase::Play
}

/// A shift or a turn, and its button.
fn moves(button: &str) -> Presses {
    Presses {
        rotate: button == "rotate",
        left: button == "shift_left",
        right: button == "shift_right",
    }
}

#[test]
fn start_that_is_down_begins_one_game_of_the_matrix() {
    let mut random = Rng::with_seed(1);
    let mut pair = Pair::new(LONG_SECOND);
    switch_matrix_on(&mut pair, &["start"], &mut random);
    pair.start().unwrap();
    pair.tick().unwrap();
    start_stays_down(&mut Pair::new(SECOND));
}

/// It begins no second game.
fn start_stays_down(pair: &mut Pair) {
    switch_matrix_on(pair, &["start"], &mut Rng::with_seed(5));
    pair.gates().wait(SEEN);
    assert!(is_started(pair), "start is down");
    pair.gates().restart();
    pair.gates().wait(200);
    let phase = pair.gates().state().phase;
    assert_eq!(phase, Phase::Idle, "start is still down after the end");
    set(pair, &["start"], false);
    pair.gates().start();
    assert!(is_started(pair), "start is pressed again");
}

#[test]
fn each_other_button_of_the_matrix_that_is_down_acts_when_it_is_pressed_again() {
    let mut pair = Pair::new(SECOND);
    let mut random = Rng::with_seed(2);
    for button in &BUTTONS[1..] {
        switch_matrix_on(&mut pair, &[button], &mut random);
        pair.gates().wait(SEEN);
        assert!(pair.gates().is_in(&Game::default()), "{button} is down");
        pair.start().unwrap();
        pair.tick().unwrap();
        set(&mut pair, &[button], false);
        match *button {
            "restart" => pair.restart().unwrap(),
            _ => {
                pair.press(moves(button)).unwrap();
                pair.tick().unwrap();
            }
        }
    }
}

#[test]
fn all_buttons_of_the_matrix_that_are_down_begin_no_game() {
    let mut pair = Pair::new(SECOND);
    switch_matrix_on(&mut pair, &BUTTONS, &mut Rng::with_seed(3));
    pair.gates().wait(SEEN);
    // The one that ends a game wins.
    assert!(pair.gates().is_in(&Game::default()));
    set(&mut pair, &BUTTONS, false);
    pair.start().unwrap();
    pair.press(moves("shift_left")).unwrap();
    pair.tick().unwrap();
}

#[test]
fn buttons_of_tictactoe_that_are_down_begin_a_game_and_do_no_more() {
    hold_each(&mut Table::new(Side::Eight));
}

fn hold_each(table: &mut Table) {
    let mut random = Rng::with_seed(4);
    let each = (0..5).map(|one| std::array::from_fn(|button| button == one));
    for down in each.chain([[true; 5]]) {
        let name = |button: &Button| format!("{button:?}").to_lowercase();
        let names = Button::ALL.iter().filter(|button| down[**button as usize]);
        let names: Vec<String> = names.map(name).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        switch_on(table.machine(), &names, &mut random);
        table.reset();
        table.look(down);
        table.settle();
        table.compare();
        let begun = table.model.phase();
        for _ in 0..3 {
            assert_eq!(table.look(down), Event::Nothing, "{names:?}");
            table.settle();
        }
        table.look([false; 5]);
        assert_eq!(table.model.phase(), begun, "{names:?}");
        for button in [Button::Right, Button::Confirm, Button::Confirm] {
            table.tap(button);
        }
        table.compare();
    }
}

#[test]
fn buttons_that_are_pressed_with_each_sample_are_found() {
    let change = |netlist| planted(&netlist, "buttons", "(and level (not seen))", "level");
    let mut pair = Pair::changed(SECOND, change);
    let message = message_of(|| start_stays_down(&mut pair)).unwrap();
    assert!(message.contains("start is still down"), "{message}");
    let mut table = Table::changed(Side::Eight, change);
    let message = message_of(|| hold_each(&mut table)).unwrap();
    assert!(message.contains("[Confirm] Moved"), "{message}");
}
