//! The handheld: random play beside the model, and resets while the engine works.

use super::{check_some, reset, watch, Reached};
use gatefall_golden::handheld::{Button, BEATS, VISIBLE_ROWS};
use gatefall_golden::{Cell, Shape, COLUMNS};
use gatefall_host::Machine;
use gatefall_lockstep::arcade;
use gatefall_lockstep::handheld::{Gates, RandomPlayer};
use gatefall_mutants::{GateCoverage, Point};
use gatefall_netlist::Netlist;
use gatefall_tests::share;
use gatefall_verilog::{files, Docs, File};
use std::collections::{BTreeMap, BTreeSet};

/// Players of the build with all parts.
const SEEDS: [u64; 8] = [1, 2, 4, 5, 7, 8, 10, 11];
const PLACEMENTS: u64 = 30;
/// Beats in which every button is looked at.
const TURN: u32 = 8;
/// Resets in each clock after a press; as many come later.
const RESETS: u64 = 400;
/// Strobe of a press that acts in the game.
const PRESSED: &str = "handheld.game_engine.key.pressed";
/// Ticks from a lock to the next piece.
const TICKS_OF_CLEAR: usize = 22;
const TICKS_OF_SPLASH: usize = 190;
/// Pieces that reach the top of the board.
const PIECES_TO_THE_TOP: u32 = 14;
/// Far more than a tick.
const LONGEST_WAIT: u64 = 1_000_000;

/// A part of the play.
enum Play {
    /// Random play of this seed beside the model.
    Random(u64),
    Pages,
    Limits,
    Resets(u64),
}

#[test]
#[ignore = "plays many games with a larger circuit"]
fn all_gates_of_the_handheld_alone_are_reached_or_listed() {
    let random = SEEDS.map(Play::Random).into_iter();
    let resets = SEEDS[..2].iter().map(|&seed| Play::Resets(seed));
    let staged = [Play::Limits, Play::Pages].into_iter();
    let plays: Vec<Play> = staged.chain(resets).chain(random).collect();
    let parts = share(&plays, |plays| {
        let (mut circuit, mut coverage, mut points) = (None, None, BTreeSet::new());
        for play in plays {
            let seed = match play {
                Play::Random(seed) | Play::Resets(seed) => *seed,
                _ => SEEDS[0],
            };
            let player = RandomPlayer::at_random_changed(seed, |netlist| {
                circuit = Some(netlist.clone());
                watch(&mut coverage)(netlist)
            });
            let mut player = player.unwrap();
            let mut reached = Reached::new(coverage.as_ref().unwrap(), "handheld.");
            match play {
                Play::Random(_) => {
                    for _ in 0..PLACEMENTS {
                        player.place().unwrap();
                    }
                }
                Play::Pages => reset_on_each_page(player.pair().gates()),
                Play::Limits => play_near_limits(player.pair().gates()),
                Play::Resets(_) => resets_at_work(player.pair().gates(), &mut reached),
            }
            reached.note(player.pair().gates().machine());
            points.extend(reached.points);
        }
        (circuit.zip(coverage), points)
    });
    let (circuits, points): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
    let (circuit, coverage) = circuits.into_iter().flatten().next().unwrap();
    let of_arcade = shared_points(&circuit, &arcade::netlist());
    let reached = points.into_iter().flatten().collect();
    check_some("handheld", &coverage, &reached, |point| {
        !of_arcade.contains(point)
    });
}

/// Points of the other circuit in modules that both have. The other one's test reaches or lists
/// them.
fn shared_points(circuit: &Netlist, other: &Netlist) -> BTreeSet<Point> {
    let text = |netlist| files(netlist, &Docs::default()).into_iter();
    let own: BTreeMap<String, String> = text(circuit).map(|file| (file.name, file.text)).collect();
    let is_shared = |file: &File| own.get(&file.name) == Some(&file.text);
    let shared: BTreeSet<String> = text(other)
        .filter(is_shared)
        .map(|file| file.name)
        .collect();
    let points = GateCoverage::new(other, &[]).points().to_vec();
    let points = points.into_iter();
    points
        .filter(|point| shared.contains(&format!("{}.v", point.module)))
        .collect()
}

/// Presses and releases a button.
fn tap(gates: &mut Gates, button: Button) {
    for is_down in [true, false] {
        gates.set_button(button, is_down);
        (0..=TURN).for_each(|_| gates.beat());
    }
}

fn taps(gates: &mut Gates, button: Button, count: u32) {
    (0..count).for_each(|_| tap(gates, button));
}

fn wait(gates: &mut Gates, ticks: usize) {
    (0..ticks * BEATS).for_each(|_| gates.beat());
}

/// Resets, and returns to the title.
fn restart(gates: &mut Gates) {
    reset(gates.machine());
    wait(gates, TICKS_OF_SPLASH);
}

/// Resets the title, a game, a pause, and the end of a game that begins at the highest level.
fn reset_on_each_page(gates: &mut Gates) {
    restart(gates);
    taps(gates, Button::Right, 16);
    taps(gates, Button::Left, 1);
    taps(gates, Button::Right, 2);
    restart(gates);
    taps(gates, Button::Right, 14);
    tap(gates, Button::M1);
    restart(gates);
    tap(gates, Button::M1);
    wait(gates, 4);
    tap(gates, Button::M1);
    restart(gates);
    taps(gates, Button::Right, 14);
    tap(gates, Button::M1);
    for _ in 0..PIECES_TO_THE_TOP {
        tap(gates, Button::Up);
        wait(gates, 2);
    }
    restart(gates);
}

/// Clears rows with digits that are about to overflow.
fn play_near_limits(gates: &mut Gates) {
    let full = std::array::from_fn(|column| (column < COLUMNS - 1).then_some(Cell::Garbage));
    for (score, lines, level) in [
        (0, 8, 1),
        (9_999, 98, 9),
        (9_999_900, 996, 28),
        (9_999_999, 999, 29),
        (99_900, 999, 29),
    ] {
        for rows in 1..=4 {
            gates.put_numbers([score, lines, level]);
            gates.deal(&[Shape::I; 4]);
            // The falling piece goes, and then two upright I to the right edge. A second clear of
            // four rows has other points.
            for shifts in [1, 6, 6] {
                for row in 0..VISIBLE_ROWS {
                    gates.put_row(row, &if row < rows { full } else { [None; COLUMNS] });
                }
                // A move finds the new ground.
                tap(gates, Button::A);
                taps(gates, Button::Right, shifts);
                tap(gates, Button::Up);
                wait(gates, TICKS_OF_CLEAR / 2);
            }
            // While the rows wait to be removed the board becomes full. The game ends at once or,
            // if the next piece has room above the visible rows, with its lock.
            (0..VISIBLE_ROWS + 2 * (rows % 2)).for_each(|row| gates.put_row(row, &full));
            wait(gates, TICKS_OF_CLEAR);
            tap(gates, Button::Up);
            wait(gates, 2);
            tap(gates, Button::M1);
            wait(gates, 2);
        }
    }
}

/// Resets of one clock: in each clock after a press of each button, and while tiles are drawn.
fn resets_at_work(gates: &mut Gates, reached: &mut Reached<'_>) {
    let game = gates.machine().snapshot();
    for button in [Button::A, Button::Up, Button::Left, Button::M2] {
        gates.machine().restore(&game).unwrap();
        gates.set_button(button, true);
        // It acts when it is released.
        if button == Button::M2 {
            gates.machine().run(LONGEST_WAIT / 4);
            gates.set_button(button, false);
        }
        let machine = gates.machine();
        let is_pressed = |machine: &mut Machine| machine.peek(PRESSED).unwrap() != 0;
        machine
            .run_until(is_pressed, LONGEST_WAIT)
            .expect("the button acts");
        let pressed = machine.snapshot();
        for clocks in (0..RESETS).chain((0..RESETS).map(|number| 97 * number)) {
            machine.restore(&pressed).unwrap();
            machine.run(clocks);
            reset(machine);
            machine.run(20);
            reached.note(machine);
        }
    }
}
