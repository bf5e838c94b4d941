//! Tests of settings that change the rules.

use super::*;
use crate::{SpeedCurve, Spin};

fn at_speed(start_level: u32, curve: SpeedCurve) -> Settings {
    Settings {
        start_level,
        curve,
        ..Settings::default()
    }
}

#[test]
fn defaults_are_those_of_the_rules() {
    let expected = Settings {
        start_level: 1,
        das: 8,
        arr: 2,
        soft_drop_factor: 20,
        lock_ticks: 30,
        resets: Some(15),
        clear_delay: 18,
        delay_cut: 0,
        guard: 0,
        instant_drop: false,
        hold: true,
        visible_rows: 20,
        curve: SpeedCurve::Formula,
        marathon_goal: None,
        race_goal: 40,
    };
    assert_eq!(Settings::default(), expected);
}

#[test]
fn nes_pieces_fall_a_row_on_every_48th_tick_at_level_1_and_every_second_at_level_20() {
    let mut player = playing_with(at_speed(1, SpeedCurve::Nes), &[T], &[]);
    let top = piece(&player).y;
    for row in 1..=10 {
        ticks(&mut player, 47);
        assert_eq!(top - piece(&player).y, row - 1);
        player.tick();
        assert_eq!(top - piece(&player).y, row);
    }
    let mut player = playing_with(at_speed(15, SpeedCurve::Nes), &[T], &[]);
    for _ in 0..13 {
        player.tally.lock(Spin::None, 4, false);
    }
    assert_eq!(player.tally().level(), 20);
    ticks(&mut player, 21);
    assert_eq!(top - piece(&player).y, 10);
}

#[test]
fn repeat_takes_its_delay_and_period_from_the_settings() {
    let settings = Settings {
        das: 3,
        arr: 1,
        ..Settings::default()
    };
    let mut player = playing_with(settings, &[T], &[]);
    player.press(Action::Right);
    let columns: Vec<i32> = (0..5)
        .map(|_| {
            player.tick();
            piece(&player).x
        })
        .collect();
    assert_eq!(columns, [4, 4, 5, 6, 7]);
}

#[test]
fn period_of_none_shifts_to_the_wall_and_again_wherever_room_opens() {
    let settings = Settings {
        das: 4,
        arr: 0,
        ..Settings::default()
    };
    // A wall beside the path of the piece, with a gap at its bottom.
    let mut picture = vec!["...J......"; 14];
    picture.extend([".........."; 4]);
    let mut player = playing_with(settings, &[O], &picture);
    player.put(Rotation::Spawn, 6, 5);
    player.press(Action::Left);
    assert_eq!(piece(&player).x, 5);
    ticks(&mut player, 3);
    assert_eq!(piece(&player).x, 5);
    player.tick();
    assert_eq!(piece(&player).x, 3, "the square stands beside column 3");
    press_all(&mut player, &[Action::SoftDrop; 4]);
    assert_eq!(piece(&player).x, 3);
    player.tick();
    assert_eq!((piece(&player).x, piece(&player).y), (-1, 1));
}

#[test]
fn every_column_of_a_shift_to_the_wall_uses_a_reset() {
    let settings = Settings {
        das: 1,
        arr: 0,
        ..Settings::default()
    };
    let mut player = playing_with(settings, &[O], &[]);
    player.put(Rotation::Spawn, 3, -1);
    player.press(Action::Right);
    assert_eq!(player.falling().unwrap().resets(), 1);
    player.tick();
    assert_eq!(piece(&player).x, 7);
    assert_eq!(player.falling().unwrap().resets(), 4);
}

#[test]
fn soft_drop_factor_is_a_setting() {
    let rows = |soft_drop_factor| {
        let settings = Settings {
            soft_drop_factor,
            ..Settings::default()
        };
        let mut player = playing_with(settings, &[T], &[]);
        let top = piece(&player).y;
        player.press(Action::SoftDrop);
        ticks(&mut player, 14);
        top - piece(&player).y - 1
    };
    assert_eq!([5, 10, 20, 40].map(rows), [1, 2, 4, 9]);
}

#[test]
fn hold_that_is_off_does_nothing_but_takes_its_place_in_the_queue() {
    let settings = Settings {
        hold: false,
        ..Settings::default()
    };
    let mut player = playing_with(settings, &[I, T], &["....JJJJJJ"]);
    press_all(&mut player, &[Action::Hold]);
    assert_eq!((piece(&player).shape, player.hold()), (I, None));
    player.put(Rotation::Spawn, 0, -2);
    press_all(&mut player, &[Action::HardDrop, Action::Hold, Action::Left]);
    assert_eq!(player.queued().count(), 2);
    ticks(&mut player, 18);
    assert_eq!((piece(&player).shape, player.hold()), (T, None));
    assert_eq!((piece(&player).x, player.hold_used()), (2, false));
}

#[test]
fn start_level_sets_speed_and_points() {
    let mut player = playing_with(
        at_speed(15, SpeedCurve::Formula),
        &[I],
        &["....JJJJJJ", "JJJJ......"],
    );
    player.tick();
    assert_eq!(piece(&player).y, 17 - 2, "154742 / 65536 rows");
    player.put(Rotation::Spawn, 0, -1);
    player.press(Action::HardDrop);
    assert_eq!(player.tally().score(), 15 * 100);
}

#[test]
fn lock_time_and_resets_are_settings() {
    for (resets, lock_ticks) in [(Some(0), 10), (Some(3), 60), (None, 30)] {
        let settings = Settings {
            lock_ticks,
            resets,
            ..Settings::default()
        };
        let mut player = playing_with(settings, &[O, T], &[]);
        player.put(Rotation::Spawn, 3, -1);
        for shift in 0..resets.unwrap_or(50) {
            ticks(&mut player, lock_ticks - 1);
            press_all(
                &mut player,
                &[[Action::Left, Action::Right][shift as usize % 2]],
            );
        }
        assert_eq!(player.falling().unwrap().resets(), resets.unwrap_or(0));
        ticks(&mut player, lock_ticks - 1);
        if resets.is_some() {
            // No reset is left.
            press_all(&mut player, &[Action::Left]);
        }
        assert_eq!(piece(&player).shape, O, "{resets:?}, {lock_ticks}");
        player.tick();
        assert_eq!(piece(&player).shape, T, "{resets:?}, {lock_ticks}");
    }
}

#[test]
fn rows_go_after_the_clear_delay_or_at_once() {
    for clear_delay in [0, 1, 40] {
        let settings = Settings {
            clear_delay,
            ..Settings::default()
        };
        let mut player = playing_with(settings, &[I, T], &["....JJJJJJ", "J........."]);
        player.put(Rotation::Spawn, 0, -1);
        press_all(&mut player, &[Action::HardDrop]);
        assert_eq!(player.clear_ticks(), clear_delay);
        for _ in 0..clear_delay {
            assert_eq!(player.falling(), None);
            player.tick();
        }
        assert_eq!(piece(&player).shape, T);
        assert!(!player.board().occupied(5, 0) && player.board().occupied(0, 0));
    }
}

#[test]
fn a_cut_delays_repeats_after_a_spawn_and_a_turn() {
    let settings = Settings {
        das: 2,
        arr: 1,
        delay_cut: 3,
        ..Settings::default()
    };
    let mut player = playing_with(settings, &[T], &[]);
    let columns = |player: &mut Player, count: usize| -> Vec<i32> {
        let column = |_| {
            player.tick();
            piece(player).x
        };
        (0..count).map(column).collect()
    };
    player.press(Action::Right);
    assert_eq!(columns(&mut player, 4), [4, 4, 4, 5]);
    player.press(CW);
    assert_eq!(columns(&mut player, 4), [5, 5, 5, 6]);
}

#[test]
fn a_guard_ignores_a_drop_of_a_new_piece() {
    let settings = Settings {
        guard: 2,
        ..Settings::default()
    };
    let mut player = playing_with(settings, &[T, I], &[]);
    for _ in 0..2 {
        press_all(&mut player, &[Action::HardDrop]);
        assert_eq!(piece(&player).shape, T);
        player.tick();
    }
    press_all(&mut player, &[Action::HardDrop, Action::HardDrop]);
    assert_eq!(piece(&player).shape, I, "guarded, too");
}

#[test]
fn an_instant_soft_drop_goes_to_the_ground_and_scores_its_rows() {
    let settings = Settings {
        instant_drop: true,
        ..Settings::default()
    };
    let mut player = playing_with(settings, &[O], &["JJJJ......"; 3]);
    player.put(Rotation::Spawn, 0, 12);
    press_all(&mut player, &[Action::SoftDrop]);
    assert_eq!((piece(&player).y, player.tally().score()), (2, 10));
    player.press(Action::SoftDrop);
    for _ in 0..2 {
        press_all(&mut player, &[Action::Right]);
    }
    assert_eq!(piece(&player).y, 2);
    press_all(&mut player, &[Action::Right]);
    player.tick();
    assert_eq!((piece(&player).y, player.tally().score()), (-1, 13));
}
