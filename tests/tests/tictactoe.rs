//! Stacking tic-tac-toe at its pins: the LEDs are those of the golden model after any presses.
//!
//! `gatefall verify tictactoe` compares the rules with the model, position by position.

use gatefall_games::tictactoe::pixel_map::Side;
use gatefall_golden::tictactoe::{Button, Outcome, Phase};
use gatefall_host::Machine;
use gatefall_lockstep::fault::{message_of, planted};
use gatefall_lockstep::tictactoe::{game_to, Table, CLOCK_HZ, ENDS};

/// A win of either player and a draw, at the pins, with the LEDs in every phase.
fn games(side: Side) {
    let mut random = fastrand::Rng::with_seed(4);
    let mut table = Table::new(side);
    for end in ENDS {
        // Rings run outwards.
        for _ in 0..8 {
            (0..random.usize(1..30)).for_each(|_| table.wait());
            table.compare();
        }
        table.play(&game_to(end, &mut random));
        assert!(matches!(table.model.phase(), Phase::End(_)));
        for _ in 0..8 {
            table.compare();
            (0..random.usize(1..30)).for_each(|_| table.wait());
        }
        table.tap(Button::Confirm);
    }
}

#[test]
fn games_to_every_end_on_8_by_8_leds() {
    games(Side::Eight);
}

#[test]
fn games_to_every_end_on_16_by_16_leds() {
    games(Side::Sixteen);
}

#[test]
fn buttons_are_looked_at_64_times_a_second() {
    let mut table = Table::new(Side::Eight);
    let machine = table.machine();
    let mut next = || {
        let is_tick = |machine: &mut Machine| machine.peek("tick").unwrap() == 1;
        machine.run_until(is_tick, 2 * CLOCK_HZ / 64).unwrap();
        let now = machine.cycles();
        machine.run(1);
        now
    };
    let first = next();
    assert_eq!(
        [next() - first, next() - first],
        [1, 2].map(|ticks| ticks * CLOCK_HZ / 64)
    );
}

#[test]
fn a_refusal_blinks_four_times() {
    let mut table = Table::new(Side::Eight);
    table.tap(Button::Confirm);
    for button in [Button::Confirm, Button::Up, Button::Up, Button::Confirm] {
        table.tap(button);
    }
    table.tap(Button::Confirm);
    for _ in 0..40 {
        table.compare();
        table.wait();
    }
    // A cursor that moves restarts the blinking.
    table.tap(Button::Confirm);
    table.tap(Button::Left);
    table.compare();
}

#[test]
fn mashed_buttons_never_leave_the_game_stuck() {
    let mut random = fastrand::Rng::with_seed(8);
    let ends = Table::new(Side::Eight).mash(&mut random, 6000);
    assert!(ends > 20, "only {ends} looks at an end");
}

/// A drawn game, in which both players have pieces in one line. Without the fault it passes.
#[test]
fn faults_in_a_game_are_found() {
    let mut random = fastrand::Rng::with_seed(4);
    let game = game_to(Outcome::Drawn, &mut random);
    let play_with = |fault: Option<(&str, &str, &str)>| {
        message_of(|| {
            let mut table = Table::changed(Side::Eight, |netlist| match fault {
                Some((module, text, instead)) => planted(&netlist, module, text, instead),
                None => netlist,
            });
            table.play(&game);
        })
    };
    assert_eq!(play_with(None), None);
    // A line of pieces of both players wins.
    let lines = ("cells", "(eq (slice mark 2 1) second)", "1'h1");
    let message = play_with(Some(lines)).unwrap();
    assert!(message.contains("sound after ["), "{message}");
    // A hand shows the piece that is being placed, too.
    let hands = ("piece_view", "(slice word 1 3)", "(slice word 0 3)");
    let message = play_with(Some(hands)).unwrap();
    assert!(message.contains("LED "), "{message}");
}
