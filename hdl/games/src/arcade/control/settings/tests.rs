//! The settings, row by row.

use super::*;
use gatefall_bench::{peek, poke, tick, Bench};

fn settings() -> Bench<Settings> {
    let mut uut = Bench::new(Settings::default());
    poke!(uut.reset = true);
    tick!(uut);
    poke!(uut.reset = false);
    uut
}

/// The row's item or number.
fn shown(uut: &mut Bench<Settings>, row: u8) -> (u8, bool) {
    poke!(uut.row = row.to_bits());
    tick!(uut);
    tick!(uut);
    (peek!(uut.item).to_u8(), peek!(uut.is_number))
}

fn change(uut: &mut Bench<Settings>, row: u8, backwards: bool) {
    // The statistics control looks at another row.
    poke!(uut.row = ((row + 7) % 16).to_bits());
    poke!(uut, change.row = row.to_bits());
    poke!(uut, change.backwards = backwards);
    poke!(uut, change.changes = true);
    tick!(uut);
    poke!(uut, change.changes = false);
    poke!(uut, change.row = ((row + 5) % 16).to_bits());
    poke!(uut, change.backwards = !backwards);
    tick!(uut);
}

/// A game of as many players as are chosen begins.
fn begin(uut: &mut Bench<Settings>) {
    let two_players = peek!(uut.two_players);
    poke!(uut, scenes.two_players = two_players);
    poke!(uut, scenes.new_game = true);
    tick!(uut);
    poke!(uut, scenes.new_game = false);
    tick!(uut);
}

#[test]
fn every_row_goes_through_its_values_and_around_both_ways() {
    let mut uut = settings();
    let expected: [(u8, Vec<u8>, u8); 23] = [
        (0, vec![0, 1, 2], 0),
        (1, vec![1, 2], 1),
        (2, (1..=15).collect(), 1),
        (3, (5..=8).collect(), 5),
        (4, vec![19, 22], 19),
        (5, (1..=30).collect(), 8),
        (6, (0..=10).collect(), 2),
        (7, (0..=20).collect(), 0),
        (8, (43..=47).collect(), 45),
        (9, (0..=20).collect(), 0),
        (10, (10..=60).collect(), 30),
        (11, (0..=16).collect(), 15),
        (12, (0..=40).collect(), 18),
        (13, (0..=6).collect(), 5),
        (14, vec![9, 10], 10),
        (15, vec![9, 10], 10),
        (16, vec![11, 12], 11),
        (17, vec![17, 18], 17),
        (18, vec![45, 46, 48], 46),
        (19, vec![1, 3, 5, 7], 1),
        (20, vec![9, 10], 10),
        (21, vec![9, 10], 10),
        (22, vec![13, 14], 13),
    ];
    for (row, values, first) in expected {
        let is_number = [1, 2, 5, 6, 7, 9, 10, 11, 12, 13, 19].contains(&row);
        let start = values.iter().position(|&value| value == first).unwrap();
        for backwards in [false, true] {
            for turn in 0..=values.len() {
                let ahead = if backwards { values.len() - turn } else { turn };
                let value = values[(start + ahead) % values.len()];
                let is_number = is_number && (row, value) != (11, NO_LIMIT);
                assert_eq!(shown(&mut uut, row), (value, is_number), "row {row}");
                if turn < values.len() {
                    change(&mut uut, row, backwards);
                }
            }
        }
    }
}

#[test]
fn modes_of_one_and_two_are_kept_apart() {
    let mut uut = settings();
    change(&mut uut, 0, false);
    assert_eq!(peek!(uut.mode), 1);
    change(&mut uut, 1, false);
    assert_eq!((peek!(uut.mode).to_u8(), shown(&mut uut, 0).0), (3, 3));
    change(&mut uut, 0, true);
    assert_eq!((peek!(uut.mode).to_u8(), shown(&mut uut, 0).0), (4, 4));
    poke!(uut, scenes.new_game = true);
    tick!(uut);
    poke!(uut, scenes.new_game = false);
    assert_eq!(
        (peek!(uut.mode).to_u8(), peek!(uut.two_players)),
        (1, false)
    );
}

#[test]
fn the_goal_is_that_of_the_mode_and_the_levels_of_matches_do_not_rise_with_lines() {
    let mut uut = settings();
    let of_mode = |uut: &mut Bench<Settings>| {
        begin(uut);
        let goal = u64::from(peek!(uut, engine.goal));
        (goal, peek!(uut, engine.fixed_level), peek!(uut.sprint))
    };
    let mut modes = Vec::new();
    for _ in 0..3 {
        modes.push(of_mode(&mut uut));
        change(&mut uut, 0, false);
    }
    change(&mut uut, 1, false);
    for _ in 0..2 {
        modes.push(of_mode(&mut uut));
        change(&mut uut, 0, false);
    }
    let [marathon, sprint, ultra] = [(0, false, false), (4, true, true), (0, false, false)];
    let [versus, race] = [(0, true, false), (4, true, false)];
    assert_eq!(modes, [marathon, sprint, ultra, versus, race]);
    // The race is the mode of two that is chosen now.
    change(&mut uut, 0, false);
    for goal in [0x04u64, 0x10, 0x02] {
        begin(&mut uut);
        assert_eq!(peek!(uut, engine.goal), goal);
        change(&mut uut, 18, false);
    }
    change(&mut uut, 1, false);
    for goal in [0x00u64, 0x15, 0x00] {
        begin(&mut uut);
        assert_eq!(peek!(uut, engine.goal), goal);
        change(&mut uut, 17, false);
    }
}

#[test]
fn the_engine_gets_what_the_rows_say() {
    let mut uut = settings();
    assert!(peek!(uut, engine.start_level) == 1 && peek!(uut, shift.reload) == 6);
    assert!(!peek!(uut, handling.shift_to_wall) && peek!(uut, engine.soft_drop_factor) == 20);
    for _ in 0..2 {
        change(&mut uut, 6, true);
    }
    assert!(peek!(uut, handling.shift_to_wall) && peek!(uut, shift.reload) == 7);
    change(&mut uut, 2, true);
    assert_eq!(peek!(uut, engine.start_level), 0x15);
    change(&mut uut, 8, false);
    assert_eq!(peek!(uut, engine.soft_drop_factor), 40);
    change(&mut uut, 8, false);
    assert!(peek!(uut, handling.instant_drop));
    for row in [7, 9, 10, 11, 12] {
        change(&mut uut, row, false);
    }
    assert!(peek!(uut, handling.delay_cut) == 1 && peek!(uut, handling.guard) == 1);
    assert_eq!(peek!(uut, engine.clear_delay), 19);
    begin(&mut uut);
    assert!(peek!(uut, lock_timing.ticks) == 31);
    assert!(peek!(uut, lock_timing.no_limit));
    change(&mut uut, 11, true);
    assert!(peek!(uut, lock_timing.no_limit), "until the next game");
    begin(&mut uut);
    assert!(peek!(uut, lock_timing.resets) == 15 && !peek!(uut, lock_timing.no_limit));
    assert_eq!(peek!(uut.best_of), 0);
    change(&mut uut, 19, true);
    assert_eq!(peek!(uut.best_of), 3);
    change(&mut uut, 20, false);
    assert!(peek!(uut, sound.mute_music) && !peek!(uut, sound.mute_effects));
    assert_eq!(shown(&mut uut, 4).0, 20);
    change(&mut uut, 4, false);
    assert!(peek!(uut, sound.mute_music) && peek!(uut, sound.mute_effects));
    assert_eq!(shown(&mut uut, 4).0, 22);
}

#[test]
fn a_start_tells_the_saved_block_of_another_number_of_players() {
    let mut uut = settings();
    for (is_recorded, with_two, changes) in [
        (false, true, true),
        (false, true, false),
        (true, false, false),
        (false, false, true),
    ] {
        poke!(uut, scenes.is_recorded = is_recorded);
        poke!(uut, scenes.two_players = with_two);
        assert!(!peek!(uut, saved.changes));
        poke!(uut, scenes.new_game = true);
        assert_eq!(peek!(uut, saved.changes), changes);
        tick!(uut);
        poke!(uut, scenes.new_game = false);
    }
}

#[test]
fn a_shortcut_for_one_has_the_goal_of_one() {
    let mut uut = settings();
    change(&mut uut, 17, false);
    change(&mut uut, 1, false);
    change(&mut uut, 0, false);
    begin(&mut uut);
    assert_eq!(peek!(uut, engine.goal), 0x04, "a race");
    poke!(uut, scenes.two_players = false);
    poke!(uut, scenes.new_game = true);
    tick!(uut);
    poke!(uut, scenes.new_game = false);
    tick!(uut);
    assert_eq!(peek!(uut, engine.goal), 0x15, "a marathon");
}

#[test]
fn the_saved_block_reads_and_writes_every_row_and_a_change_as_it_opens_is_kept() {
    let mut uut = settings();
    change(&mut uut, 1, false);
    poke!(uut, change.row = 0.into());
    poke!(uut, change.changes = true);
    poke!(uut, saved.open = true);
    tick!(uut);
    poke!(uut, change.changes = false);
    tick!(uut);
    let read = |uut: &mut Bench<Settings>, row: u8| {
        poke!(uut, saved.row = row.to_bits());
        tick!(uut);
        peek!(uut, saved.value).to_u64()
    };
    assert_eq!([0, 1, 26, 5].map(|row| read(&mut uut, row)), [0, 2, 1, 8]);
    for (row, value) in [(0u8, 2u8), (26, 0), (5, 30)] {
        poke!(uut, saved.row = row.to_bits());
        poke!(uut, saved.write = true);
        tick!(uut);
        poke!(uut, saved.write = false);
        poke!(uut, saved.new_value = value.to_bits());
        tick!(uut);
        assert_eq!(read(&mut uut, row), u64::from(value), "row {row}");
    }
}
