//! `matrix` in gates and its golden model play the same games; then the pins.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

use gatefall_golden::matrix::{
    Cell, Cells, Event, FullRow, Game, Phase, Presses, Show, Window, BOARD_COLUMNS, BOARD_ROWS,
};
use gatefall_lockstep::fault::planted;
use gatefall_lockstep::matrix::{Gates, Pair, Played};
use gatefall_tests::kept_seeds;

const SECOND: u64 = 1_000;

/// A board drawn from its lowest rows: `.` empty, `#` blue, `b` and `c` yellow, `C` red.
fn cells(lines: &[&str]) -> Cells {
    let mut cells = Cells::default();
    let first = BOARD_ROWS - lines.len();
    for (row, line) in lines.iter().enumerate() {
        for (column, mark) in line.chars().enumerate() {
            cells[first + row][column] = match mark {
                '#' => Cell::Blue,
                'b' => Cell::Yellow(2),
                'c' => Cell::Yellow(3),
                'C' => Cell::Red(3),
                _ => Cell::Empty,
            };
        }
    }
    cells
}

/// Stages a game in both and runs some ticks, all of them compared. Returns the events of the model
/// for each tick.
fn ticks(game: Game, count: usize) -> (Pair, Vec<Vec<Event>>) {
    let mut pair = Pair::new(SECOND);
    pair.stage(game).unwrap();
    let events = (0..count).map(|_| pair.tick().unwrap()).collect();
    (pair, events)
}

fn presses(rotate: bool, left: bool, right: bool) -> Presses {
    Presses {
        rotate,
        left,
        right,
    }
}

#[test]
fn random_games_agree_with_the_golden_model() {
    let mut pair = Pair::new(SECOND);
    let mut played = Played::default();
    for seed in kept_seeds("matrix") {
        pair.play(seed).unwrap();
    }
    for seed in 0..300 {
        played.add(&pair.play(seed).unwrap());
    }
    assert_eq!(played.games, 300);
    // Rare events have a test of their own below.
    for event in [
        Event::LockedBesideFalling,
        Event::SeveralRowsFull,
        Event::ForcedOffItsGround,
        Event::RowGoneInControl,
        Event::Won,
        Event::LostByFullBoard,
    ] {
        assert!(played.count(event) > 0, "{event:?} never happened");
    }
    assert!(played.resets > 0);
}

#[test]
fn a_fault_in_a_random_game_is_found() {
    // A game ends at the first second with a nine, not after 99 of them.
    let change = |netlist| {
        let [text, instead] = ["and", "or"].map(|operator| {
            format!("time_is_up = ({operator} (eq seconds nine) (eq ten_seconds nine))")
        });
        planted(&netlist, "counters", &text, &instead)
    };
    let difference = Pair::changed(SECOND, change).play(0).unwrap_err();
    assert_eq!((difference.seed, difference.tick), (0, 9), "{difference:?}");
    assert_eq!(difference.gates.time, [0, 9]);
    let phases = [difference.gates.phase, difference.model.phase];
    assert_eq!(phases, [Phase::Lost, Phase::Play]);
    Pair::new(SECOND).play(0).unwrap();
}

#[test]
fn the_window_keeps_its_signed_column() {
    // The bar at the left wall, two turns, two shifts to the left and a turn: it must move away
    // from the wall.
    let mut pair = Pair::new(SECOND);
    let at_rest = Game::staged(cells(&[]), 3, None, 0, 0);
    pair.stage(at_rest).unwrap();
    pair.press(presses(true, false, false)).unwrap();
    pair.press(presses(true, false, false)).unwrap();
    pair.press(presses(false, true, false)).unwrap();
    pair.tick().unwrap();
    pair.press(presses(false, true, false)).unwrap();
    assert_eq!(pair.model().window().map(|window| window.x), Some(-2));
    pair.press(presses(true, false, false)).unwrap();
    assert_eq!(
        pair.model().window(),
        Some(Window {
            shape: 1,
            turns: 3,
            x: 0
        })
    );
}

#[test]
fn a_turn_goes_before_shifts_and_both_shifts_together_do_nothing() {
    let mut pair = Pair::new(SECOND);
    pair.stage(Game::staged(cells(&[]), 3, None, 0, 0)).unwrap();
    for (rotate, left, right) in [(false, true, true), (true, false, true), (true, true, true)] {
        pair.press(presses(rotate, left, right)).unwrap();
    }
    let window = pair.model().window().map(|window| (window.turns, window.x));
    assert_eq!(window, Some((2, 0)));
}

#[test]
fn no_phantom_cell_drips_from_a_block_that_becomes_fixed() {
    let (pair, events) = ticks(
        Game::staged(
            cells(&[".bb....", ".#b....", "..b....", "......."]),
            0,
            None,
            0,
            0,
        ),
        1,
    );
    assert_eq!(events[0][0], Event::Locked);
    assert_eq!(pair.model().cells()[9], [Cell::Empty; 7]);
}

#[test]
fn rows_go_deepest_first_one_in_two_seconds() {
    let board = cells(&["#######", "#..####", "#######", "#######"]);
    let (pair, events) = ticks(Game::staged(board, 0, None, 0, 0), 7);
    let gone: Vec<_> = (0..7)
        .filter(|&tick| events[tick].contains(&Event::RowGone))
        .collect();
    assert_eq!(gone, [2, 4, 6]);
    assert!(events[0].contains(&Event::SeveralRowsFull));
    assert_eq!(pair.model().phase(), Phase::Won);
}

#[test]
fn a_deeper_row_that_fills_while_another_one_blinks_waits() {
    let board = cells(&["#######", "......b", "######."]);
    let (_, events) = ticks(Game::staged(board, 0, None, 0, 0), 5);
    assert!(events[1].contains(&Event::DeeperRowWaits));
    assert!(events[2].contains(&Event::RowGone) && events[4].contains(&Event::RowGone));
}

#[test]
fn a_row_that_goes_takes_a_block_that_touched_down_and_the_board_is_not_full() {
    let board = cells(&[
        "C......", "C......", "c......", "#......", "#######", "...b...", ".......", "#......",
        "#......",
    ]);
    let due = Some(FullRow { row: 5, age: 1 });
    let (pair, events) = ticks(Game::staged(board, 0, due, 0, 0), 3);
    assert_eq!(events[0][..2], [Event::RowGone, Event::ForcedOffItsGround]);
    assert!(events[1].contains(&Event::LostByFullBoard));
    assert_eq!(pair.model().phase(), Phase::Lost);
}

#[test]
fn a_row_goes_while_a_block_is_steered_above_it() {
    let board = cells(&[
        "CC.....", "C......", ".......", "...#...", ".......", ".......", ".......", "..bb...",
        "#######", ".......",
    ]);
    let due = Some(FullRow { row: 8, age: 1 });
    let (_, events) = ticks(Game::staged(board, 2, due, 0, 0), 6);
    assert!(events[0].contains(&Event::RowGoneInControl));
}

#[test]
fn a_tie_is_won_and_stays_won() {
    let due = Some(FullRow { row: 9, age: 1 });
    let (mut pair, events) = ticks(Game::staged(cells(&["#######"]), 0, due, 98, 2), 3);
    assert!(events[0].contains(&Event::WonOnTheLastTick));
    assert_eq!(
        (pair.model().phase(), pair.model().time()),
        (Phase::Won, 99)
    );
    pair.restart().unwrap();
    pair.start().unwrap();
    pair.tick().unwrap();
    assert_eq!(pair.model().time(), 1);
}

#[test]
fn time_is_up_though_the_third_row_blinks() {
    let blinking = Some(FullRow { row: 9, age: 0 });
    let (pair, events) = ticks(Game::staged(cells(&["#######"]), 0, blinking, 98, 2), 3);
    assert_eq!(events[0], [Event::LostByTime]);
    assert_eq!(pair.model().phase(), Phase::Lost);
}

#[test]
fn reset_ends_the_game_in_every_state() {
    let mut pair = Pair::new(SECOND);
    for tick in 0..40 {
        pair.switch_on(tick);
        pair.start().unwrap();
        for _ in 0..tick {
            pair.tick().unwrap();
        }
        pair.restart().unwrap();
        assert_eq!(pair.model().phase(), Phase::Idle);
        pair.start().unwrap();
        pair.tick().unwrap();
    }
}

/// A second in which the chain is sent many times in each step of the light show.
const LONG_SECOND: u64 = 1_600_000;
const DARK: u32 = 0;
const RED: u32 = 0x00_1F_00;
const YELLOW: u32 = 0x18_1F_00;
const BLUE: u32 = 0x00_00_1F;

/// Data of the chain after the next pause, as green, red and blue, row by row from the top left.
fn leds(gates: &mut Gates) -> [[u32; BOARD_COLUMNS]; BOARD_ROWS] {
    let machine = gates.machine();
    let mut low = 0;
    let mut next = |level: bool| {
        for _ in 0..100_000 {
            let was_low = low;
            machine.run(1);
            let is_high = machine.peek("led_data").unwrap() == 1;
            low = if is_high { 0 } else { low + 1 };
            if is_high == level && (level || low == 3_400) {
                return was_low;
            }
        }
        panic!("the chain stands still");
    };
    next(false);
    next(true);
    let machine = gates.machine();
    std::array::from_fn(|_| {
        std::array::from_fn(|_| {
            // Number 8 of the 15 clocks of a bit is the difference between a one and a zero.
            (0..24).fold(0, |colour, _| {
                machine.run(7);
                let bit = machine.peek("led_data").unwrap() as u32;
                machine.run(8);
                colour << 1 | bit
            })
        })
    })
}

/// Segments of the four digits.
fn digits(gates: &mut Gates) -> [u64; 4] {
    let mut shown = [0; 4];
    for _ in 0..4 * 16 {
        gates.machine().run(750);
        let digits = gates.machine().peek("digits").unwrap();
        if digits != 0 {
            shown[digits.trailing_zeros() as usize] = gates.machine().peek("segments").unwrap();
        }
    }
    shown
}

#[test]
fn the_light_show_is_on_the_pins() {
    let mut pair = Pair::new(LONG_SECOND);
    let mut show = Show::default();
    let switched_on = pair.gates().machine().cycles();
    for step in 1..=142 {
        show.step();
        // Steps are six or seven hundredths of a second long, four in a quarter.
        let looks = 25 * (step / 4) + 6 * (step % 4);
        let now = pair.gates().machine().cycles() - switched_on;
        pair.gates().machine().run(looks * LONG_SECOND / 100 - now);
        if ![3, 8, 20, 69, 70, 71, 72, 100, 110, 139, 141, 142].contains(&step) {
            continue;
        }
        let lit = show.picture();
        let expected: [[u32; BOARD_COLUMNS]; BOARD_ROWS] = std::array::from_fn(|row| {
            lit[row].map(|lit| match lit {
                true if row < 3 => RED,
                true => BLUE,
                false => DARK,
            })
        });
        assert_eq!(leds(pair.gates()), expected, "step {step}");
    }
}

#[test]
fn cells_time_and_score_are_on_the_pins_and_a_full_row_blinks() {
    let mut pair = Pair::new(LONG_SECOND);
    let mut board = cells(&["..b....", "#......", "#######"]);
    board[2][4] = Cell::Red(3);
    let blinking = Some(FullRow { row: 9, age: 0 });
    pair.stage(Game::staged(board, 3, blinking, 37, 2)).unwrap();
    let colours = pair.model().cells().map(|row| {
        row.map(|cell| match cell {
            Cell::Empty => DARK,
            Cell::Red(_) => RED,
            Cell::Yellow(_) => YELLOW,
            Cell::Blue => BLUE,
        })
    });
    assert_eq!(leds(pair.gates()), colours);
    assert_eq!(digits(pair.gates()), [0x4F, 0x07, 0x3F, 0x5B]);
    pair.gates().wait(25);
    let mut dark = colours;
    dark[9] = [DARK; BOARD_COLUMNS];
    assert_eq!(leds(pair.gates()), dark);
    assert_eq!(digits(pair.gates()), [0x4F, 0x07, 0x3F, 0x5B]);
}

#[test]
fn digits_blink_while_nobody_plays_and_after_a_loss_but_not_after_a_win() {
    let blinks = |pair: &mut Pair| {
        let lit = digits(pair.gates());
        pair.gates().wait(25);
        let other = digits(pair.gates());
        (lit.max(other), lit.min(other) == [0; 4])
    };
    let mut pair = Pair::new(LONG_SECOND);
    assert_eq!(blinks(&mut pair), ([0x06, 0x5B, 0x4F, 0x66], true));
    let due = Some(FullRow { row: 9, age: 1 });
    for (score, time) in [(2, 41), (0, 98)] {
        pair.stage(Game::staged(cells(&["#######"]), 0, due, time, score))
            .unwrap();
        pair.tick().unwrap();
        let (shown, is_dark) = blinks(&mut pair);
        match pair.model().phase() {
            Phase::Won => assert_eq!((shown, is_dark), ([0x66, 0x5B, 0x3F, 0x4F], false)),
            Phase::Lost => assert_eq!((shown, is_dark), ([0x6F, 0x6F, 0x3F, 0x06], true)),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_loss_is_heard_at_the_pin_which_is_low_in_silence() {
    // After a tick and the work of it, as much of the sound is left.
    const CLOCKS: u64 = LONG_SECOND / 10;
    let mut pair = Pair::new(LONG_SECOND);
    let clocks_high = |pair: &mut Pair| {
        let machine = pair.gates().machine();
        let is_high = |_: &u64| {
            machine.run(1);
            machine.peek("audio").unwrap() == 1
        };
        (0..CLOCKS).filter(is_high).count() as u64
    };
    assert_eq!(clocks_high(&mut pair), 0);
    let loses = Game::staged(cells(&["......."]), 0, None, 98, 0);
    pair.stage(loses).unwrap();
    pair.tick().unwrap();
    assert_eq!(pair.model().phase(), Phase::Lost);
    // Half of a wave, in pulses that are high for an eighth of the time.
    let expected = CLOCKS / 16;
    let found = clocks_high(&mut pair);
    assert!(found.abs_diff(expected) < expected / 2, "{found} clocks");
}
