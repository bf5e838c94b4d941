//! Tests of ends and outcomes of matches.

use super::*;

#[test]
fn cell_pushed_above_the_stored_rows_puts_a_player_out() {
    let mut game = versus(&[O]);
    supply_holes(&mut game, One, &[4]);
    player(&mut game, One).set_board(&["J........."; 22]);
    game.send(Two, 2);
    player(&mut game, One).put(Rotation::Spawn, 7, -1);
    game.press(One, Action::HardDrop);
    assert_eq!(game.player(One).end(), None, "row 23 is stored");
    assert!(game.player(One).board().occupied(0, 23));
    supply_holes(&mut game, One, &[5]);
    game.send(Two, 1);
    player(&mut game, One).put(Rotation::Spawn, 7, 3);
    game.press(One, Action::HardDrop);
    assert_eq!(game.player(One).end(), Some(End::ToppedOut));
    assert_eq!(game.player(One).falling(), None);
    assert_eq!((game.scene(), game.outcome()), (Scene::Play, None));
    game.tick();
    assert_eq!(
        (game.scene(), game.outcome()),
        (Scene::GameOver, Some(Outcome::Won(Two)))
    );
}

#[test]
fn cell_lost_by_any_of_the_rows_puts_a_player_out() {
    let mut game = versus(&[O]);
    supply_holes(&mut game, One, &[4]);
    let mut picture = [".........."; 23];
    picture[0] = "J.........";
    player(&mut game, One).set_board(&picture);
    game.send(Two, 5);
    player(&mut game, One).put(Rotation::Spawn, 7, -1);
    game.press(One, Action::HardDrop);
    assert_eq!(game.player(One).end(), Some(End::ToppedOut));
    assert_eq!(batches(&game, One), [], "all five rose");
    assert!(game.player(One).board().occupied(0, 4));
    assert!(!game.player(One).board().occupied(0, 23));
}

#[test]
fn rows_that_leave_no_room_for_the_next_piece_put_a_player_out() {
    let mut game = versus(&[O]);
    supply_holes(&mut game, One, &[0]);
    player(&mut game, One).set_board(&["...JJJJ..."; 19]);
    game.send(Two, 2);
    player(&mut game, One).put(Rotation::Spawn, 7, -1);
    game.press(One, Action::HardDrop);
    assert_eq!(game.player(One).end(), Some(End::ToppedOut));
    assert!(game.player(One).board().occupied(4, 20));
}

#[test]
fn lock_out_comes_before_any_row_rises() {
    let mut game = versus(&[O]);
    supply_holes(&mut game, One, &[0]);
    player(&mut game, One).put(Rotation::Spawn, 3, 19);
    player(&mut game, One).set_board(&["....JJ...."; 20]);
    game.send(Two, 2);
    game.press(One, Action::HardDrop);
    assert_eq!(game.player(One).end(), Some(End::ToppedOut));
    assert_eq!(batches(&game, One), [(2, 0)]);
}

#[test]
fn both_out_from_one_tick_to_the_next_is_a_draw() {
    let mut game = versus(&[O]);
    put_out(&mut game, Two);
    put_out(&mut game, One);
    assert_eq!(game.outcome(), None);
    game.tick();
    assert_eq!(
        (game.scene(), game.outcome()),
        (Scene::GameOver, Some(Outcome::Draw))
    );
}

#[test]
fn both_out_on_the_same_tick_is_a_draw() {
    let mut game = versus(&[O]);
    for side in Side::BOTH {
        player(&mut game, side).set_board(&["....JJ...."; 21]);
        player(&mut game, side).put(Rotation::Spawn, -1, -1);
    }
    ticks(&mut game, 29);
    assert_eq!(game.outcome(), None);
    game.tick();
    assert_eq!(game.outcome(), Some(Outcome::Draw));
}

#[test]
fn out_one_tick_earlier_loses() {
    let mut game = versus(&[O]);
    for side in Side::BOTH {
        player(&mut game, side).set_board(&["....JJ...."; 21]);
        player(&mut game, side).put(Rotation::Spawn, -1, -1);
        if side == One {
            game.tick();
        }
    }
    ticks(&mut game, 29);
    assert_eq!(game.outcome(), Some(Outcome::Won(Two)));
    assert_eq!(game.player(Two).falling().unwrap().lock_timer(), 29);
}

#[test]
fn who_is_out_takes_no_presses_and_rows_sent_there_vanish() {
    let mut game = versus(&[I, I]);
    put_out(&mut game, Two);
    let before = game.player(Two).board().clone();
    game.press(Two, Action::HardDrop);
    game.press(Two, Action::Hold);
    clear(&mut game, One, 4);
    assert_eq!(
        (batches(&game, Two), game.player(Two).queued().count()),
        (vec![], 0)
    );
    assert_eq!(game.player(Two).board(), &before);
    game.tick();
    assert_eq!(game.outcome(), Some(Outcome::Won(One)));
}

#[test]
fn over_freezes_both() {
    let mut game = versus(&[T]);
    put_out(&mut game, One);
    game.tick();
    let before = format!(
        "{:?}",
        (game.player(Two).falling(), game.player(Two).tally())
    );
    game.press(Two, Action::HardDrop);
    game.press(Two, Action::Pause);
    ticks(&mut game, 100);
    assert_eq!(game.scene(), Scene::GameOver);
    let after = format!(
        "{:?}",
        (game.player(Two).falling(), game.player(Two).tally())
    );
    assert_eq!(after, before);
}
