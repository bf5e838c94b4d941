//! The two games with LEDs: random play beside their models, and resets while they work.

use super::{check, check_some, watch, Reached};
use gatefall_games::tictactoe::pixel_map::Side;
use gatefall_golden::matrix::{Cells, Game, Phase};
use gatefall_golden::tictactoe::Event;
use gatefall_host::Machine;
use gatefall_lockstep::fault::{message_of, planted};
use gatefall_lockstep::{matrix, tictactoe};
use gatefall_mutants::Point;
use gatefall_netlist::Netlist;

/// Clocks of a second of the matrix. A hundredth is longer than a step of the sounds.
const SECOND: u64 = 30_000;
const MATRIX_GAMES: u64 = 200;
/// Clocks from the first pass over the board, or from a press, to the last reset; each clock has
/// one. The passes of a tick take fewer.
const MATRIX_RESETS: u64 = 1_500;
/// The first pass of a tick, and what follows a press, as the engine numbers them.
const TOUCH: u64 = 2;
const FIT_READ: u64 = 4;
/// Looks at the buttons of the tic-tac-toe.
const LOOKS: u32 = 40_000;
/// Those for a part of the modules.
const FEW_LOOKS: u32 = 4_000;
/// Clocks from a placement to the last of its resets.
const TICTACTOE_RESETS: u64 = 200;

#[test]
#[ignore = "plays many games with a larger circuit"]
fn all_gates_of_the_matrix_are_reached_or_listed() {
    let mut coverage = None;
    let mut pair = matrix::Pair::changed(SECOND, watch(&mut coverage));
    pair.gates().wait(10_000);
    for seed in 0..MATRIX_GAMES {
        pair.play(seed).unwrap();
    }
    // The last seconds of a game, and the sound at its end.
    let late = Game::staged(Cells::default(), 3, None, 78, 0);
    pair.stage(late).unwrap();
    while pair.model().phase() == Phase::Play {
        pair.tick().unwrap();
    }
    pair.gates().wait(100_000);
    let coverage = coverage.unwrap();
    let mut reached = Reached::new(&coverage, "");
    reached.note(pair.gates().machine());
    for (turns, name, value) in [
        (0, "core.engine.board_update.pass", TOUCH),
        (1, "core.engine.state", FIT_READ),
    ] {
        pair.switch_on(0);
        pair.start().unwrap();
        let gates = pair.gates().machine();
        gates.poke("rotate", turns).unwrap();
        let begins = |machine: &mut Machine| machine.peek(name).unwrap() == value;
        gates.run_until(begins, 2 * SECOND).unwrap();
        let begun = gates.snapshot();
        for clocks in 0..MATRIX_RESETS {
            gates.restore(&begun).unwrap();
            gates.run(clocks);
            gates.poke("reset", 1).unwrap();
            gates.run(4);
            reached.note(gates);
        }
    }
    check("matrix", &coverage, &reached.points);
}

#[test]
#[ignore = "plays many games with a larger circuit"]
fn all_gates_of_the_tictactoe_are_reached_or_listed() {
    let mut coverage = None;
    let mut table = tictactoe::Table::changed(Side::Eight, watch(&mut coverage));
    table.run(50_000_000);
    mash(&mut table, LOOKS);
    let coverage = coverage.unwrap();
    let mut reached = Reached::new(&coverage, "");
    reached.note(table.machine());
    check("tictactoe", &coverage, &reached.points);
}

/// Random presses, with resets in the second half.
fn mash(table: &mut tictactoe::Table, looks: u32) {
    table.reset();
    let mut random = fastrand::Rng::with_seed(1);
    for look in 0..looks {
        let chance = [8, 2, 20][look as usize / 60 % 3];
        let event = table.look([(); 5].map(|()| random.u32(..chance) == 0));
        // The games of the first half come to an end; later every second placement has a reset.
        let resets = match event {
            Event::Placed => 2,
            _ => 400,
        };
        if look > looks / 2 && random.u32(..resets) == 0 {
            // Mostly soon after the press.
            let most = random.u64(1..TICTACTOE_RESETS);
            table.run(random.u64(..most));
            table.reset();
        }
        table.settle();
        if look % 40 == 0 {
            table.compare();
        }
    }
}

/// Modules whose points a short game reaches; among them those with a line in the list.
const PART: [&str; 3] = ["cursor", "display", "ws2812"];

#[test]
fn gates_that_no_play_reaches_are_found() {
    let check_with = |change: fn(Netlist) -> Netlist| {
        let mut coverage = None;
        let watched = |netlist| watch(&mut coverage)(change(netlist));
        let mut table = tictactoe::Table::changed(Side::Eight, watched);
        mash(&mut table, FEW_LOOKS);
        // The longest blinking.
        (0..128).for_each(|_| table.wait());
        let coverage = coverage.unwrap();
        let mut reached = Reached::new(&coverage, "");
        reached.note(table.machine());
        let is_part = |point: &Point| PART.contains(&point.module.as_str());
        message_of(|| check_some("tictactoe", &coverage, &reached.points, is_part))
    };
    assert_eq!(check_with(|netlist| netlist), None);
    // The rows are 0 to 2.
    let message = check_with(|netlist| {
        let text = "(mux %4 (add row 2'h1)";
        let instead = "(mux %4 (mux (all row) 2'h0 (add row 2'h1))";
        planted(&netlist, "cursor", text, instead)
    });
    assert_eq!(
        message.as_deref(),
        Some("not reached: cursor: ReduceAnd(row) is 1")
    );
}
