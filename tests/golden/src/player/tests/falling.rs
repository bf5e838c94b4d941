//! Tests of gravity, soft drop and the lock timer.

use super::*;

#[test]
fn spawn_takes_one_row_down_at_once() {
    let player = playing(&[T, I], &[]);
    assert_eq!(piece(&player), Piece::spawned(T).moved(0, -1));
    assert_eq!(player.next().take(5).collect::<Vec<_>>(), [I, O, O, O, O]);
    assert_eq!(player.ghost_y(), Some(-1));
}

#[test]
fn gravity_of_level_1_moves_a_row_on_tick_61() {
    let mut player = playing(&[T], &[]);
    let top = piece(&player).y;
    // 60 x 1092 is just below one row.
    ticks(&mut player, 60);
    assert_eq!(piece(&player).y, top);
    player.tick();
    assert_eq!(piece(&player).y, top - 1);
    assert_eq!(player.tally().score(), 0);
}

#[test]
fn soft_drop_is_twenty_times_gravity_and_scores_rows() {
    let mut player = playing(&[T], &[]);
    let top = piece(&player).y;
    player.press(Action::SoftDrop);
    ticks(&mut player, 31);
    assert_eq!(top - piece(&player).y, 1 + 10, "one by the press");
    assert_eq!(player.tally().score(), 11);
    player.release(Action::SoftDrop);
    ticks(&mut player, 20);
    assert_eq!(top - piece(&player).y, 11);
}

#[test]
fn piece_locks_on_the_thirtieth_tick_after_it_landed() {
    let mut player = playing(&[T], &[]);
    player.press(Action::SoftDrop);
    while player.ghost_y() != Some(piece(&player).y) {
        player.tick();
    }
    assert_eq!(player.falling().unwrap().lock_timer(), 0);
    ticks(&mut player, 29);
    assert_eq!(piece(&player).shape, T);
    player.tick();
    assert_eq!(piece(&player).shape, O);
    assert_eq!(player.board().cell(4, 1), Some(Cell::Shape(T)));
}

#[test]
fn moves_restart_the_lock_timer_fifteen_times() {
    let mut player = playing(&[T], &[]);
    player.put(Rotation::Spawn, 4, -1);
    for reset in 1..=15 {
        ticks(&mut player, 29);
        press_all(
            &mut player,
            &[if reset % 2 == 0 {
                Action::Left
            } else {
                Action::Right
            }],
        );
        assert_eq!(player.falling().unwrap().lock_timer(), 0);
        assert_eq!(player.falling().unwrap().resets(), reset);
    }
    ticks(&mut player, 29);
    press_all(&mut player, &[Action::Left]);
    assert_eq!(player.falling().unwrap().lock_timer(), 29);
    player.tick();
    assert_eq!(piece(&player).shape, O);
}

#[test]
fn refused_move_does_not_restart_the_lock_timer() {
    let mut player = playing(&[O], &[]);
    player.put(Rotation::Spawn, -1, -1);
    ticks(&mut player, 20);
    press_all(&mut player, &[Action::Left]);
    assert_eq!(player.falling().unwrap().lock_timer(), 20);
    assert_eq!(player.falling().unwrap().resets(), 0);
}

#[test]
fn new_lowest_row_gives_all_resets_back() {
    let mut player = playing(&[O], &["JJJ......."]);
    player.press(Action::SoftDrop);
    player.put(Rotation::Spawn, 1, 0);
    ticks(&mut player, 10);
    press_all(&mut player, &[CW]);
    assert_eq!(player.falling().unwrap().resets(), 1);
    press_all(&mut player, &[Action::Right]);
    assert_eq!(player.falling().unwrap().resets(), 2);
    ticks(&mut player, 4);
    assert_eq!(piece(&player).y, -1);
    let falling = player.falling().unwrap();
    assert_eq!((falling.resets(), falling.lock_timer()), (0, 0));
}

#[test]
fn timer_stands_still_in_the_air() {
    let mut player = playing(&[O], &["JJJ......."]);
    player.put(Rotation::Spawn, 1, 0);
    player.falling.as_mut().unwrap().use_all_resets();
    ticks(&mut player, 10);
    press_all(&mut player, &[Action::Right]);
    ticks(&mut player, 10);
    assert_eq!(piece(&player).y, 0);
    assert_eq!(player.falling().unwrap().lock_timer(), 10);
}

#[test]
fn press_of_soft_drop_moves_a_row_at_once_and_leaves_the_fraction() {
    let mut player = playing(&[T], &[]);
    let top = piece(&player).y;
    ticks(&mut player, 10);
    for taps in 1..=3 {
        press_all(&mut player, &[Action::SoftDrop]);
        assert_eq!(top - piece(&player).y, taps);
        assert_eq!(player.tally().score(), taps as u32);
        assert_eq!(player.falling().unwrap().fraction(), 10 * 1092);
    }
    ticks(&mut player, 50);
    assert_eq!(top - piece(&player).y, 3);
    player.tick();
    assert_eq!(
        top - piece(&player).y,
        4,
        "gravity went on from its fraction"
    );
    assert_eq!(player.tally().score(), 3);
}

#[test]
fn press_of_soft_drop_that_lands_empties_the_fraction_and_starts_the_lock_timer() {
    let mut player = playing(&[T], &[]);
    player.put(Rotation::Spawn, 3, 0);
    ticks(&mut player, 10);
    press_all(&mut player, &[Action::SoftDrop]);
    assert_eq!(player.falling().unwrap().fraction(), 0);
    ticks(&mut player, 29);
    assert_eq!(player.falling().unwrap().lock_timer(), 29);
    player.tick();
    assert_eq!(piece(&player).shape, O);
}

#[test]
fn press_of_soft_drop_on_the_ground_does_nothing() {
    let mut player = playing(&[T], &[]);
    player.put(Rotation::Spawn, 3, -1);
    ticks(&mut player, 20);
    press_all(&mut player, &[Action::SoftDrop]);
    assert_eq!((piece(&player).y, player.tally().score()), (-1, 0));
    assert_eq!(player.falling().unwrap().lock_timer(), 20);
}

#[test]
fn press_of_soft_drop_into_a_new_lowest_row_gives_all_resets_back() {
    let mut player = playing(&[O], &["JJJ......."]);
    player.put(Rotation::Spawn, 1, 0);
    ticks(&mut player, 10);
    press_all(&mut player, &[CW, Action::Right]);
    assert_eq!(player.falling().unwrap().resets(), 2);
    press_all(&mut player, &[Action::SoftDrop]);
    let falling = player.falling().unwrap();
    assert_eq!((falling.resets(), falling.lock_timer()), (0, 0));
}
