//! Buttons of the handheld that are down.

use super::{switch_on, Rng};
use gatefall_games::handheld::{screens, Handheld, GAME, PANEL, TICKS_HZ};
use gatefall_golden::handheld::{Button, Extras, Page, BEATS};
use gatefall_host::Machine;
use gatefall_lockstep::fault::{message_of, planted};
use gatefall_lockstep::handheld::Pair;
use gatefall_netlist::Netlist;
use rust_hdl::prelude::Block;

/// Beats in which every button is sampled.
const TURN: u64 = 8;
/// Clocks of a beat.
const BEAT: u64 = GAME.clock.preferred_hz / (TICKS_HZ * BEATS as u64);

fn input(button: Button) -> String {
    format!("button_{button:?}").to_lowercase()
}

fn netlist() -> Netlist {
    let mut block = Handheld::new(
        GAME.clock.preferred_hz,
        TICKS_HZ,
        PANEL,
        screens::Extras::ALL,
    );
    block.connect_all();
    gatefall_bench::netlist(&block, GAME.name)
}

/// Both sides, switched on with these buttons down, in the middle between two beats.
fn pair_with(down: &[Button], random: &mut Rng) -> Pair {
    let mut pair = Pair::new(&format!("{down:?} at power-up"), PANEL, Extras::ALL);
    let names: Vec<String> = down.iter().map(|&button| input(button)).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let machine = pair.gates().machine();
    let middle = machine.cycles();
    switch_on(machine, &names, random);
    machine.run(middle - machine.cycles());
    for &button in down {
        pair.set(button, true);
    }
    pair
}

fn tap(pair: &mut Pair, button: Button) {
    for is_down in [true, false] {
        pair.set(button, is_down);
        pair.run(2 * TURN).unwrap();
    }
}

#[test]
fn buttons_that_are_down_act_as_in_the_model() {
    let mut random = Rng::with_seed(1);
    let all_but_b = Button::ALL
        .into_iter()
        .filter(|&button| button != Button::B);
    for down in [all_but_b.collect(), Button::ALL.to_vec()] {
        let mut pair = pair_with(&down, &mut random);
        while pair.model().page() == Page::Splash {
            pair.run(BEATS as u64).unwrap();
        }
        // Nothing begins while they are down.
        pair.run(4 * TURN).unwrap();
        assert_eq!(pair.model().page(), Page::Title, "{down:?}");
        for &button in &down {
            pair.set(button, false);
        }
        pair.run(2 * TURN).unwrap();
        let start = start_with(&down);
        tap(&mut pair, start);
        assert_eq!(pair.model().page(), Page::Play, "{down:?}");
        for button in Button::ALL.into_iter().filter(|&button| button != start) {
            tap(&mut pair, button);
        }
        pair.show().unwrap();
    }
}

/// The button that starts a game. The hands are exchanged if B was down.
fn start_with(down: &[Button]) -> Button {
    match down.contains(&Button::B) {
        true => Button::Up,
        false => Button::M1,
    }
}

#[test]
fn each_button_that_is_down_starts_nothing_until_it_is_pressed_again() {
    let mut machine = Machine::new(&netlist()).unwrap();
    each_starts_nothing(&mut machine);
}

fn each_starts_nothing(machine: &mut Machine) {
    let mut random = Rng::with_seed(2);
    for button in Button::ALL {
        switch_on(machine, &[&input(button)], &mut random);
        machine.run(TURN * BEAT);
        // The splash is over.
        machine.poke("scene_control.scene", 1).unwrap();
        machine.run(4 * TURN * BEAT);
        let in_play = |machine: &mut Machine| machine.peek("game_engine.play.in_play").unwrap();
        assert_eq!(in_play(machine), 0, "{button:?} is down");
        let is_swapped = machine.peek("controls.is_swapped").unwrap();
        assert_eq!(is_swapped, u64::from(button == Button::B), "{button:?}");
        machine.poke(&*input(button), 0).unwrap();
        machine.run(2 * TURN * BEAT);
        assert_eq!(in_play(machine), 0, "{button:?} is released");
        let start = input(start_with(&[button]));
        machine.poke(&*start, 1).unwrap();
        machine.run(2 * TURN * BEAT);
        assert_eq!(
            in_play(machine),
            1,
            "{button:?} was down, {start} is pressed"
        );
    }
}

#[test]
fn m2_that_is_down_mutes_after_a_second() {
    let mut machine = Machine::new(&netlist()).unwrap();
    switch_on(&mut machine, &["button_m2"], &mut Rng::with_seed(3));
    // In each turn the seventh beat samples M2.
    machine.run(119 * TURN * BEAT + BEAT / 2);
    assert_eq!(
        machine.peek("controls.is_mute").unwrap(),
        0,
        "after 119 samples"
    );
    machine.run(TURN * BEAT);
    assert_eq!(
        machine.peek("controls.is_mute").unwrap(),
        1,
        "after 120 samples"
    );
}

#[test]
fn faults_of_the_controls_are_found() {
    let faults = [
        // A button that stays down is pressed with each sample.
        ("(and level (not %1))", "level", "M1 is down"),
        // The hands follow B.
        ("(mux has_sampled is_swapped level)", "level", "B was down"),
    ];
    for (text, instead, expected) in faults {
        let netlist = planted(&netlist(), "controls", text, instead);
        let mut machine = Machine::new(&netlist).unwrap();
        let message = message_of(|| each_starts_nothing(&mut machine)).unwrap();
        assert!(message.contains(expected), "{message}");
    }
}
