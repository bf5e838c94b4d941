//! Tests of the model's rules.

use super::*;

/// A game with a drawn board: `.` is empty, `#` is blue, `a` to `c` are yellow blocks, `A` to `C`
/// red ones.
fn drawn(lines: &[&str]) -> Game {
    let mut cells = Cells::default();
    let first = BOARD_ROWS - lines.len();
    for (row, line) in lines.iter().enumerate() {
        for (column, mark) in line.chars().enumerate() {
            cells[first + row][column] = match mark {
                '#' => Cell::Blue,
                'a'..='c' => Cell::Yellow(mark as u32 - 'a' as u32 + 1),
                'A'..='C' => Cell::Red(mark as u32 - 'A' as u32 + 1),
                _ => Cell::Empty,
            };
        }
    }
    Game::staged(cells, 0, None, 0, 0)
}

fn lines(game: &Game) -> Vec<String> {
    let mark = |cell: &Cell| match *cell {
        Cell::Empty => '.',
        Cell::Blue => '#',
        Cell::Yellow(id) => char::from(b'a' + id as u8 - 1),
        Cell::Red(id) => char::from(b'A' + id as u8 - 1),
    };
    game.cells()
        .iter()
        .map(|row| row.iter().map(mark).collect())
        .collect()
}

fn last(game: &Game, count: usize) -> Vec<String> {
    lines(game)[BOARD_ROWS - count..].to_vec()
}

/// Random bits for shape 2, the bar, at the left wall, where it does not disturb a test.
const BAR: u8 = 8;

#[test]
fn the_random_bits_have_the_longest_period() {
    let random = RandomBits::default();
    assert_eq!(random.period(), 65_535);
    assert_eq!(
        [0, 1, 2, 11, 65_535 + 1].map(|clock| random.at(clock)),
        [0, 1, 3, 0x7FF, 1]
    );
}

#[test]
fn a_block_is_steered_for_three_ticks_and_falls_on_the_fourth() {
    let mut game = Game::default();
    game.start(BAR);
    for tick in 1..=4 {
        assert_eq!(game.in_control(), tick <= 3, "before tick {tick}");
        assert!(lines(&game)[0].starts_with('A'));
        game.tick(BAR);
    }
    assert_eq!(
        lines(&game)[..5],
        [".......", "A......", "A......", "a......", "......."]
    );
}

#[test]
fn the_next_block_comes_when_the_zone_is_empty() {
    for (random, turns, tick) in [(BAR, 0, 6), (BAR, 1, 4), (BAR, 3, 6), (2 * 8, 0, 5)] {
        let mut game = Game::default();
        game.start(random);
        for _ in 0..turns {
            game.press(Presses {
                rotate: true,
                ..Presses::default()
            });
        }
        let created = (1..20).find(|_| game.tick(BAR).contains(&Event::Created));
        assert_eq!(created, Some(tick), "block {random} after {turns} turns");
    }
}

/// The bar is turned twice, shifted to the left wall by two columns, and turned. It must not appear
/// at another position.
#[test]
fn the_window_keeps_its_signed_column() {
    let mut game = Game::default();
    game.start(BAR);
    let rotate = Presses {
        rotate: true,
        ..Presses::default()
    };
    let left = Presses {
        left: true,
        ..Presses::default()
    };
    for presses in [rotate, rotate, left, left] {
        game.press(presses);
    }
    assert_eq!(game.window().map(|window| window.x), Some(-2));
    assert_eq!(lines(&game)[..3], ["A......", "A......", "A......"]);
    game.press(rotate);
    assert_eq!(lines(&game)[..3], ["AAA....", ".......", "......."]);
    assert_eq!(game.window().map(|window| window.x), Some(0));
}

#[test]
fn a_turn_goes_before_shifts_and_both_shifts_together_do_nothing() {
    let mut game = Game::default();
    game.start(BAR + 2);
    let before = game.window();
    game.press(Presses {
        left: true,
        right: true,
        ..Presses::default()
    });
    assert_eq!(game.window(), before);
    game.press(Presses {
        left: true,
        right: false,
        rotate: true,
    });
    assert_eq!(game.window(), before.map(Window::turned));
}

/// A fixed cell is under the overhang, and nothing is under the long leg. The leg must not extend
/// below the block that becomes fixed.
#[test]
fn no_phantom_cell_drips_from_a_block_that_becomes_fixed() {
    let mut game = drawn(&[".aa....", ".#a....", "..a....", "......."]);
    game.tick(BAR);
    assert_eq!(last(&game, 4), [".##....", ".##....", "..#....", "......."]);
}

#[test]
fn a_block_rests_for_a_tick_before_it_is_fixed() {
    let mut game = drawn(&["aa.....", ".......", "#######"]);
    game.control = 1;
    game.tick(BAR);
    assert_eq!(last(&game, 3)[1..], ["aa.....", "#######"]);
    game.tick(BAR);
    assert_eq!(last(&game, 3)[1..], ["##.....", "#######"]);
}

#[test]
fn only_the_block_that_touches_is_fixed() {
    let mut game = drawn(&[
        "b......", ".......", ".......", ".......", "a......", "#######",
    ]);
    game.tick(BAR);
    assert_eq!(last(&game, 6)[1], "b......");
    assert_eq!(last(&game, 6)[4], "#......");
}

#[test]
fn a_row_blinks_for_two_ticks_and_takes_what_is_above_down() {
    let mut game = drawn(&["..#....", "aaaaaa#", "......."]);
    game.cells[9] = [Cell::Blue; 7];
    game.cells[9][0] = Cell::Empty;
    game.tick(BAR);
    assert_eq!(game.full_row(), Some(FullRow { row: 8, age: 0 }));
    game.tick(BAR);
    assert_eq!(game.full_row(), Some(FullRow { row: 8, age: 1 }));
    assert_eq!(game.score(), 0);
    game.tick(BAR);
    assert_eq!((game.full_row(), game.score()), (None, 1));
    assert_eq!(last(&game, 3), [".......", "..#....", ".######"]);
}

#[test]
fn the_deepest_row_goes_first_and_one_in_two_ticks() {
    let mut game = drawn(&["#######", "#..####", "#######"]);
    let rows: Vec<_> = (0..5)
        .map(|_| {
            game.tick(BAR);
            (game.full_row().map(|full| full.row), game.score())
        })
        .collect();
    assert_eq!(
        rows,
        [
            (Some(9), 0),
            (Some(9), 0),
            (Some(8), 1),
            (Some(8), 1),
            (None, 2)
        ]
    );
}

#[test]
fn a_deeper_row_that_fills_meanwhile_waits() {
    let mut game = drawn(&["#######", "......a", "######."]);
    game.tick(BAR);
    assert_eq!(game.full_row().map(|full| full.row), Some(7));
    game.tick(BAR);
    assert_eq!(last(&game, 3)[2], "#######");
    assert_eq!(game.full_row(), Some(FullRow { row: 7, age: 1 }));
    game.tick(BAR);
    assert_eq!(
        (game.full_row(), game.score()),
        (Some(FullRow { row: 9, age: 0 }), 1)
    );
}

#[test]
fn a_row_that_goes_takes_a_block_that_touched_down_and_no_further() {
    let mut game = drawn(&["a......", "a......", "#######", "......."]);
    game.full_row = Some(FullRow { row: 8, age: 1 });
    game.tick(BAR);
    assert_eq!(last(&game, 4), [".......", "a......", "a......", "......."]);
}

#[test]
fn a_block_below_a_row_that_goes_falls_as_ever() {
    let mut game = drawn(&["#######", "...b...", "......."]);
    game.full_row = Some(FullRow { row: 7, age: 1 });
    game.tick(BAR);
    assert_eq!(last(&game, 3), [".......", ".......", "...b..."]);
}

#[test]
fn a_red_cell_above_a_blue_one_fills_the_board_but_not_while_it_is_steered() {
    let board = [
        ".......", ".......", "C......", "#......", "#......", "#......", "#......", "#......",
        "#......", "#......",
    ];
    let mut game = drawn(&board);
    game.control = 1;
    game.tick(BAR);
    assert_eq!(game.phase(), Phase::Play);
    game.tick(BAR);
    assert_eq!(game.phase(), Phase::Lost);
    assert_eq!(lines(&game), board);
}

#[test]
fn a_block_fixed_half_way_out_fills_the_board() {
    let mut game = drawn(&[
        "C......", "C......", "c......", "#......", "#......", "#......", "#......", "#......",
        "#......",
    ]);
    let events = game.tick(BAR);
    assert!(events.contains(&Event::LostByFullBoard));
    assert_eq!(lines(&game)[1..4], ["C......", "C......", "#......"]);
}

#[test]
fn a_row_that_goes_makes_room_first() {
    let mut game = drawn(&[
        "C......", "C......", "c......", "#......", "#######", "#......", "#......", "#......",
        "#......",
    ]);
    game.full_row = Some(FullRow { row: 5, age: 1 });
    game.tick(BAR);
    assert_eq!(game.phase(), Phase::Play);
    assert_eq!(
        lines(&game)[2..6],
        ["C......", "c......", "c......", "#......"]
    );
}

#[test]
fn three_points_win_also_on_the_last_second() {
    let mut game = drawn(&["#######"]);
    game.full_row = Some(FullRow { row: 9, age: 1 });
    (game.score, game.time) = (2, 98);
    let events = game.tick(BAR);
    assert_eq!((game.phase(), game.time()), (Phase::Won, 99));
    assert!(events.contains(&Event::WonOnTheLastTick));
    game.tick(BAR);
    assert_eq!(
        (game.phase(), game.time()),
        (Phase::Won, 99),
        "an end is an end"
    );
}

#[test]
fn time_is_up_after_99_seconds_also_with_a_row_that_would_win() {
    let mut game = drawn(&["#######"]);
    game.full_row = Some(FullRow { row: 9, age: 0 });
    (game.score, game.time) = (2, 98);
    assert_eq!(game.tick(BAR), [Event::LostByTime]);
    assert_eq!((game.phase(), game.full_row()), (Phase::Lost, None));
}

#[test]
fn reset_empties_everything_but_the_count_of_blocks() {
    let mut game = drawn(&["#######"]);
    game.tick(BAR);
    game.restart();
    assert_eq!(
        (game.phase(), game.time(), game.score()),
        (Phase::Idle, 0, 0)
    );
    assert_eq!(lines(&game), ["......."; 10]);
}
