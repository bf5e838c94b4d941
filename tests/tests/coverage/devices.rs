//! The arcade with a keyboard and a flash, without a model: it saves and loads, walks through all
//! settings, leaves the wait after a pause, clears rows at the greatest number of lines, and is
//! reset while the engine works. `tests/flow/saved.rs` and `hdl/games/tests/reset` check what it
//! then does.

use super::reset;
use gatefall_devices::{DeviceBench, Key, Running, FLASH_BYTES};
use gatefall_games::arcade::control::rows::{row, ROWS};
use gatefall_games::arcade::GAME;
use gatefall_golden::{Cell, Shape, COLUMNS};
use gatefall_host::Machine;
use gatefall_lockstep::falling_blocks::EngineProbe;
use gatefall_netlist::Netlist;

const MS: u64 = GAME.clock.preferred_hz / 1000;
/// Time in which a start or a save ends.
const STORED: u64 = 70 * MS;
const KEYS_IN_A_SAVE: u32 = 40;
/// Time in which a held direction has shifted even with the longest delay.
const LONG_SHIFT: u64 = 600 * MS;
/// Time of the countdown before a game.
const COUNTDOWN: u64 = 3_200 * MS;
/// Resets after a key, and the clocks between two of them.
const RESETS: u64 = 150;
const STEP: u64 = 3;
/// Time for which a key is held to begin again.
const RESTART: u64 = 600 * MS;
/// Time in which rows are cleared.
const CLEAR: u64 = 700 * MS;
const MOST_LINES: u64 = 999;
const ENGINE: &str = "arcade.game_engine.";
/// True while the engine works.
const WORKS: &str = "arcade.game_engine.turn_control.sequencer.play_busy";

/// Plays, and calls `note` before each power-up.
pub fn play(circuit: &Netlist, mut note: impl FnMut(&mut Machine)) {
    let mut running = power_up(circuit, &[0xFF; FLASH_BYTES]);
    tap(&mut running, "L K K L K L K Enter L K L Esc Esc");
    running.run(STORED).unwrap();
    tap(&mut running, "Enter Enter");
    running.run(COUNTDOWN).unwrap();
    clear_at_most_lines(&mut running);
    // The key that begins again ends the wait after a pause.
    tap(&mut running, "P P");
    running.press(Key::named("R").unwrap());
    running.run(RESTART).unwrap();
    running.release(Key::named("R").unwrap());
    running.run(COUNTDOWN).unwrap();
    let game = running.machine().snapshot();
    for key in ["G", "H", "I", "K"] {
        running.machine().restore(&game).unwrap();
        running.press(Key::named(key).unwrap());
        resets_at_work(running.machine(), &mut note);
    }
    running.machine().restore(&game).unwrap();
    tap(&mut running, &"G ".repeat(30));
    running.run(STORED * 20).unwrap();
    tap(&mut running, "C A T");
    running.run(STORED).unwrap();
    note(running.machine());
    let saved = running.flash().unwrap();
    assert!(saved.iter().any(|byte| *byte != 0xFF));
    let mut running = power_up(circuit, &saved);
    tap(&mut running, "F1");
    running.run(STORED).unwrap();
    note(running.machine());
    let mut running = power_up(circuit, &[0xFF; FLASH_BYTES]);
    walk_settings(&mut running);
    // A reset ends the wait after a pause.
    tap(&mut running, "P P");
    reset(running.machine());
    running.run(MS).unwrap();
    note(running.machine());
}

/// Rows are cleared when no more lines can be counted.
fn clear_at_most_lines(running: &mut Running) {
    let probe = EngineProbe::new(running.machine(), ENGINE);
    let full = std::array::from_fn(|column| (column < COLUMNS - 1).then_some(Cell::Garbage));
    for lines in [MOST_LINES - 2, MOST_LINES] {
        probe.settle(running.machine()).unwrap();
        probe.deal(running.machine(), &[Shape::I; 2]);
        // The falling piece goes, and then an upright I to the right edge.
        tap(running, "G");
        probe.settle(running.machine()).unwrap();
        probe.put_numbers(running.machine(), 0, [0, lines, 29]);
        (0..4).for_each(|row| probe.put_row(running.machine(), 0, row, &full));
        tap(running, "I L L L L L L G");
        running.run(CLEAR).unwrap();
    }
}

/// Each setting gets all its values, and keys come while they are being saved. A race of two is
/// played with the greatest ones.
fn walk_settings(running: &mut Running) {
    // Two players, race, and the way to the settings.
    tap(running, "L K L I L K K K K Enter");
    for number in row::DELAY..=row::KEYS {
        let row = &ROWS[usize::from(number)];
        // The least value follows the greatest one.
        let all = (row.greatest - row.least) / row.step + 1;
        let to_greatest = (row.greatest - row.first) / row.step;
        tap(running, &"L ".repeat(usize::from(all + to_greatest)));
        match number {
            // An odd number of ticks.
            row::LOCK => tap(running, "J"),
            // The shortest race.
            row::RACE => tap(running, "L"),
            _ => {}
        }
        tap(running, "K");
    }
    tap(running, "Esc");
    for _ in 0..KEYS_IN_A_SAVE {
        for key in ["J", "L"].map(|name| Key::named(name).unwrap()) {
            running.press(key);
            running.release(key);
            running.run(MS).unwrap();
        }
    }
    running.run(STORED).unwrap();
    tap(running, "Esc Enter");
    running.run(COUNTDOWN).unwrap();
    running.press(Key::named("J").unwrap());
    running.run(LONG_SHIFT).unwrap();
}

/// The arcade after power-up, with this in its flash.
fn power_up(circuit: &Netlist, kept: &[u8]) -> Running {
    let bench = DeviceBench::new(circuit, &[]).unwrap();
    let mut running = Running::start(bench, GAME.clock.preferred_hz).unwrap();
    running.set_flash(kept);
    running.run(STORED).unwrap();
    running
}

fn tap(running: &mut Running, names: &str) {
    for name in names.split_whitespace() {
        let key = Key::named(name).unwrap();
        running.press(key);
        running.run(6 * MS).unwrap();
        running.release(key);
        running.run(6 * MS).unwrap();
    }
}

/// Resets of one clock, at several times after the engine begins to work.
fn resets_at_work(machine: &mut Machine, note: &mut impl FnMut(&mut Machine)) {
    let works = |machine: &mut Machine| machine.peek(WORKS).unwrap() != 0;
    machine.run_until(works, 30 * MS).expect("the engine works");
    let begun = machine.snapshot();
    for clocks in (0..RESETS).map(|number| number * STEP) {
        machine.restore(&begun).unwrap();
        machine.run(clocks);
        reset(machine);
        machine.run(MS);
        note(machine);
    }
}
