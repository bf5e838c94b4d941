//! `matrix` in gates and its golden model play the same games; then the pins.

use gatefall_golden::matrix::{
    Cell, Cells, Event, FullRow, Game, Phase, Presses, Window, BOARD_ROWS,
};
use gatefall_lockstep::matrix::{Pair, Played};

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

/// Stages a game in both and lets some ticks pass, all of them compared; what the model says of each.
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
    for seed in 0..300 {
        played.add(&pair.play(seed).unwrap());
    }
    assert_eq!(played.games, 300);
    // What is rare has a test of its own below.
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
fn the_window_keeps_its_signed_column() {
    // The bar at the left wall, two turns, two shifts to the left and a turn: it must come out at the wall.
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
