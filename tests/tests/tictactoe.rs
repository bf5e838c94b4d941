//! Stacking tic-tac-toe at its pins: the LEDs are those of the golden model after any presses.
//!
//! `gatefall verify tictactoe` compares the rules with the model, position by position.

use gatefall_games::tictactoe::pixel_map::Side;
use gatefall_golden::tictactoe::{Button, Outcome, Phase, Placement, Player, Position};
use gatefall_lockstep::fault::{message_of, planted};
use gatefall_lockstep::tictactoe::Table;

/// Placements of a random game that ends like this.
fn game_to(end: Outcome, random: &mut fastrand::Rng) -> Vec<Placement> {
    loop {
        let (mut position, mut outcome, mut placements) =
            (Position::default(), Outcome::GoesOn, vec![]);
        while outcome == Outcome::GoesOn {
            let choices: Vec<Placement> = position.placements().collect();
            let placement = choices[random.usize(..choices.len())];
            placements.push(placement);
            (position, outcome) = position.after(placement);
        }
        if outcome == end {
            return placements;
        }
    }
}

/// Plays a game at its pins, and compares the LEDs whenever they change.
fn play(table: &mut Table, placements: &[Placement]) {
    table.tap(Button::Right);
    for placement in placements {
        table.compare();
        let ways = [
            (placement.row, Button::Up, Button::Down),
            (placement.column, Button::Left, Button::Right),
        ];
        for (to, less, more) in ways {
            match to {
                0 => drop(table.tap(less)),
                1 => (),
                _ => drop(table.tap(more)),
            }
        }
        table.tap(Button::Confirm);
        while table.model.phase() != Phase::Placing(placement.size) {
            table.tap(Button::Up);
        }
        table.compare();
        (0..16).for_each(|_| table.wait());
        table.compare();
        table.tap(Button::Confirm);
    }
}

/// A win of either player and a draw, at the pins, with the LEDs in every phase.
fn games(side: Side) {
    let mut random = fastrand::Rng::with_seed(4);
    let mut table = Table::new(side);
    let ends = [
        Outcome::Won(Player::First),
        Outcome::Won(Player::Second),
        Outcome::Drawn,
    ];
    for end in ends {
        // Rings run outwards.
        for _ in 0..8 {
            (0..random.usize(1..30)).for_each(|_| table.wait());
            table.compare();
        }
        play(&mut table, &game_to(end, &mut random));
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

/// Random presses: all buttons at once, buttons that stay down, and resets at any time.
#[test]
fn mashed_buttons_never_leave_the_game_stuck() {
    let mut table = Table::new(Side::Eight);
    let mut random = fastrand::Rng::with_seed(8);
    let mut ends = 0;
    for step in 0..6000 {
        let chance = [8, 2, 20][step / 60 % 3];
        let levels = [(); 5].map(|()| random.u32(..chance) == 0);
        table.look(levels);
        ends += u32::from(matches!(table.model.phase(), Phase::End(_)));
        if random.u32(..200) == 0 {
            table.run(random.u64(..60));
            table.reset();
        }
        table.settle();
        if step % 40 == 0 {
            table.compare();
        }
    }
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
            play(&mut table, &game);
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
