//! Tests of perfect clears and ends of games.

use super::*;

const TOPPED_OUT: Option<End> = Some(End::ToppedOut);
const FINISHED: Option<End> = Some(End::Finished);

#[test]
fn lock_out_above_the_visible_rows_ends_the_game() {
    let mut player = playing(&[O], &[]);
    player.put(Rotation::Spawn, 3, 19);
    player.set_board(&["....JJ...."; 20]);
    player.press(Action::HardDrop);
    assert_eq!((player.end(), player.tally().score()), (TOPPED_OUT, 0));
    assert_eq!(player.board().cell(4, 21), Some(Cell::Shape(O)));
}

#[test]
fn a_row_that_a_lock_out_fills_stays() {
    let mut player = playing(&[O], &[]);
    player.put(Rotation::Spawn, 3, 19);
    let mut rows = vec!["JJJJ..JJJJ"];
    rows.extend(["....JJ...."; 20]);
    player.set_board(&rows);
    player.press(Action::HardDrop);
    assert_eq!((player.end(), player.tally().lines()), (TOPPED_OUT, 0));
    assert_eq!((player.clear_ticks(), player.board().full_rows()), (0, 1));
}

#[test]
fn partly_visible_lock_goes_on_until_block_out() {
    let mut player = playing(&[O, O], &[]);
    player.set_board(&["....JJ...."; 19]);
    player.put(Rotation::Spawn, 3, 18);
    player.press(Action::HardDrop);
    assert_eq!(player.end(), TOPPED_OUT);
    assert_eq!(
        player.board().cell(4, 21),
        None,
        "the next square had no room at rows 20 and 21"
    );
}

#[test]
fn incoming_held_piece_without_room_ends_the_game() {
    let mut player = playing(&[T, O], &[]);
    player.set_board(&["....JJ...."; 21]);
    press_all(&mut player, &[Action::Hold]);
    assert_eq!((player.end(), player.hold()), (TOPPED_OUT, Some(T)));
}

#[test]
fn all_clear_is_a_perfect_clear() {
    let mut player = playing(&[I, J], &["....JJJJJJ"]);
    player.put(Rotation::Spawn, 0, -2);
    player.press(Action::HardDrop);
    assert_eq!(player.tally().score(), 100 + 800);
}

#[test]
fn sprint_is_finished_by_the_lock_that_brings_forty_lines_at_the_start_level() {
    let settings = Settings {
        start_level: 3,
        ..Settings::default()
    };
    let mut player = Player::new(Course::of_one(Mode::Sprint, &settings), settings);
    for _ in 0..14 {
        player.supply(I);
    }
    player.start();
    let full = "JJJJJJJJJ.";
    let mut clear = |lines: usize| {
        let mut picture = vec!["J........."];
        picture.extend(std::iter::repeat_n(full, lines));
        player.set_board(&picture);
        player.put(Rotation::Right, 7, 0);
        player.press(Action::HardDrop);
        let after = (player.tally().lines(), player.tally().level(), player.end());
        ticks(&mut player, 18);
        after
    };
    assert_eq!(clear(3), (3, 3, None));
    for quads in 1..=9 {
        assert_eq!(clear(4), (3 + 4 * quads, 3, None));
    }
    assert_eq!(clear(2), (41, 3, FINISHED));
    assert_eq!((player.falling(), player.clear_ticks()), (None, 0));
    assert_eq!(player.board().full_rows(), 2, "the board stays as it is");
}

#[test]
fn marathon_goes_on_after_forty_lines() {
    let mut player = playing(&[I; 12], &[]);
    for _ in 0..11 {
        player.set_board(&["JJJJJJJJJ."; 4]);
        player.put(Rotation::Right, 7, 0);
        player.press(Action::HardDrop);
        ticks(&mut player, 18);
    }
    assert_eq!((player.tally().lines(), player.tally().level()), (44, 5));
    assert_eq!(player.end(), None);
}

#[test]
fn end_forgets_the_queue_and_the_delay_and_stops_everything_but_held_keys() {
    let mut player = playing(&[I, T], &["....JJJJJJ"]);
    player.put(Rotation::Spawn, 0, -2);
    press_all(&mut player, &[Action::HardDrop, Action::Left]);
    player.finish(End::Finished);
    assert_eq!((player.queued().count(), player.clear_ticks()), (0, 0));
    let before = player.clone();
    player.press(CW);
    player.press(Action::HardDrop);
    ticks(&mut player, 40);
    assert_eq!(player.board(), before.board());
    assert_eq!(player.tally(), before.tally());
    assert_eq!((player.end(), player.queued().count()), (FINISHED, 0));
    player.press(Action::Right);
    player.start();
    ticks(&mut player, 7);
    assert_eq!(piece(&player).x, 3);
    player.tick();
    assert_eq!(
        piece(&player).x,
        4,
        "right was still held, charged from the start"
    );
}
