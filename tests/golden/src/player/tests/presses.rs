//! Tests of presses, repeats, the queue and hold.

use super::*;

#[test]
fn directions_shift_at_once_and_repeat_after_eight_ticks() {
    let mut player = playing(&[T], &[]);
    player.press(Action::Right);
    assert_eq!(piece(&player).x, 4);
    ticks(&mut player, 7);
    assert_eq!(piece(&player).x, 4);
    player.tick();
    assert_eq!(piece(&player).x, 5);
    ticks(&mut player, 2);
    assert_eq!(piece(&player).x, 6);
    ticks(&mut player, 20);
    assert_eq!(piece(&player).x, 7);
}

#[test]
fn charge_survives_the_spawn_and_grows_while_rows_clear() {
    let mut player = playing(&[I, T], &["....JJJJJJ"]);
    player.put(Rotation::Spawn, 0, 5);
    player.press(Action::HardDrop);
    assert_eq!(player.clear_ticks(), CLEAR_TICKS);
    player.press(Action::Left);
    ticks(&mut player, 18);
    // The queued press acts at the spawn. The counter is at 18, and the next repeat comes on tick
    // 20.
    assert_eq!(piece(&player).x, 2);
    player.tick();
    assert_eq!(piece(&player).x, 2);
    player.tick();
    assert_eq!(piece(&player).x, 1);
}

#[test]
fn hard_drop_scores_two_per_row_and_locks_at_once() {
    let mut player = playing(&[T, S], &[]);
    player.press(Action::HardDrop);
    assert_eq!(player.tally().score(), 2 * 19);
    assert_eq!(piece(&player).shape, S);
    assert_eq!(player.board().cell(3, 0), Some(Cell::Shape(T)));
}

#[test]
fn rows_stay_for_eighteen_ticks_then_the_next_piece_spawns() {
    let mut player = playing(&[I, T], &["JJ......JJ", "....JJJJJJ"]);
    player.put(Rotation::Spawn, 0, -2);
    ticks(&mut player, 29);
    assert!(player.falling().is_some());
    player.tick();
    assert_eq!((player.tally().lines(), player.tally().score()), (1, 100));
    assert_eq!(player.board().full_rows(), 1);
    ticks(&mut player, 17);
    assert!(player.falling().is_none());
    assert_eq!(player.board().full_rows(), 1);
    player.tick();
    assert_eq!(piece(&player).shape, T);
    assert_eq!(*player.board(), Board::from(["JJ......JJ"].as_slice()));
}

#[test]
fn presses_in_the_delay_wait_in_order_and_the_ninth_is_lost() {
    let mut player = playing(&[I, T, L], &["....JJJJJJ"]);
    player.put(Rotation::Spawn, 0, 2);
    player.press(Action::HardDrop);
    let eight = [
        Action::Left,
        CW,
        Action::Left,
        Action::Left,
        CCW,
        Action::SoftDrop,
        CW,
        CW,
    ];
    press_all(&mut player, &eight);
    press_all(&mut player, &[Action::HardDrop]);
    assert_eq!(player.queued().collect::<Vec<_>>(), eight);
    ticks(&mut player, 18);
    assert_eq!(piece(&player).shape, T);
    assert_eq!(
        (piece(&player).x, piece(&player).y),
        (0, 17),
        "three columns to the left, one row down"
    );
    assert_eq!(piece(&player).rotation, Rotation::Reverse);
    let hard_drop = 2 * 4;
    assert_eq!(player.tally().score(), hard_drop + 100 + 800 + 1);
    assert_eq!(player.queued().count(), 0);
}

#[test]
fn queued_hard_drop_that_clears_leaves_the_rest_queued() {
    let mut player = playing(&[I, I, T], &["JJJ....JJJ", "....JJJJJJ"]);
    player.put(Rotation::Spawn, 0, -2);
    player.press(Action::HardDrop);
    press_all(&mut player, &[Action::HardDrop, Action::Left]);
    ticks(&mut player, 18);
    assert_eq!(player.tally().lines(), 2);
    assert_eq!(player.clear_ticks(), CLEAR_TICKS);
    assert_eq!(player.queued().collect::<Vec<_>>(), [Action::Left]);
    ticks(&mut player, 18);
    assert_eq!(piece(&player).x, 2);
}

#[test]
fn hold_swaps_once_per_piece_and_returns_it_unturned() {
    let mut player = playing(&[T, S, Z], &[]);
    press_all(&mut player, &[CW, Action::Hold]);
    assert_eq!((player.hold(), piece(&player).shape), (Some(T), S));
    press_all(&mut player, &[Action::Hold]);
    assert_eq!((player.hold(), piece(&player).shape), (Some(T), S));
    press_all(&mut player, &[Action::HardDrop, Action::Hold]);
    assert_eq!(player.hold(), Some(Z));
    assert_eq!(piece(&player), Piece::spawned(T).moved(0, -1));
}
