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
    (peek!(uut.item).to_u8(), peek!(uut.is_number))
}

fn change(uut: &mut Bench<Settings>, row: u8, backwards: bool) {
    poke!(uut.row = row.to_bits());
    poke!(uut.backwards = backwards);
    poke!(uut.change = true);
    tick!(uut);
    poke!(uut.change = false);
    // The statistics control looks at another row by now.
    poke!(uut.row = (15 - row).to_bits());
    poke!(uut.backwards = !backwards);
    tick!(uut);
}

#[test]
fn every_row_goes_through_its_values_and_around_both_ways() {
    let mut uut = settings();
    let expected: [(u8, Vec<u8>, u8); 15] = [
        (0, vec![0, 1, 2], 0),
        (1, vec![1, 2], 1),
        (2, (1..=15).collect(), 1),
        (3, (5..=8).collect(), 5),
        (4, vec![19, 22], 19),
        (5, (1..=30).collect(), 8),
        (6, (0..=10).collect(), 2),
        (7, (15..=18).collect(), 17),
        (8, (0..=6).collect(), 5),
        (9, vec![9, 10], 10),
        (10, vec![9, 10], 10),
        (11, vec![11, 12], 11),
        (12, vec![9, 10], 10),
        (13, vec![9, 10], 10),
        (14, vec![13, 14], 13),
    ];
    for (row, values, first) in expected {
        let is_number = [1, 2, 5, 6, 8].contains(&row);
        let start = values.iter().position(|&value| value == first).unwrap();
        for backwards in [false, true] {
            for turn in 0..=values.len() {
                let ahead = if backwards { values.len() - turn } else { turn };
                let value = values[(start + ahead) % values.len()];
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
    poke!(uut.start = true);
    tick!(uut);
    poke!(uut.start = false);
    assert_eq!(
        (peek!(uut.mode).to_u8(), peek!(uut.two_players)),
        (1, false)
    );
}

#[test]
fn sprint_and_race_have_a_goal_and_the_levels_of_matches_do_not_rise_with_lines() {
    let mut uut = settings();
    let of_mode = |uut: &mut Bench<Settings>| {
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
}

#[test]
fn the_engine_gets_what_the_rows_say() {
    let mut uut = settings();
    assert!(peek!(uut, engine.start_level) == 1 && peek!(uut, shift.reload) == 6);
    assert!(!peek!(uut, engine.shift_to_wall) && peek!(uut, engine.soft_drop_factor) == 20);
    for _ in 0..2 {
        change(&mut uut, 6, true);
    }
    assert!(peek!(uut, engine.shift_to_wall) && peek!(uut, shift.reload) == 7);
    change(&mut uut, 2, true);
    assert_eq!(peek!(uut, engine.start_level), 0x15);
    change(&mut uut, 7, false);
    assert_eq!(peek!(uut, engine.soft_drop_factor), 40);
    change(&mut uut, 12, false);
    assert!(peek!(uut, sound.mute_music) && !peek!(uut, sound.mute_effects));
    assert_eq!(shown(&mut uut, 4).0, 20);
    change(&mut uut, 4, false);
    assert!(peek!(uut, sound.mute_music) && peek!(uut, sound.mute_effects));
    assert_eq!(shown(&mut uut, 4).0, 22);
}
