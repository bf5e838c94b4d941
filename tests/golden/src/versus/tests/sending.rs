//! Tests of attacks and cancelled rows.

use super::*;

#[test]
fn clear_sends_one_batch_at_once() {
    let mut game = versus(&[I, I]);
    supply_holes(&mut game, Two, &[6]);
    clear(&mut game, One, 4);
    assert_eq!(batches(&game, Two), [(4, 6)]);
    assert_eq!(batches(&game, One), []);
    assert_eq!(game.player(One).clear_ticks(), 18);
}

#[test]
fn clear_that_sends_nothing_draws_no_hole() {
    let mut game = versus(&[I]);
    clear(&mut game, One, 1);
    assert_eq!(game.player(One).tally().lines(), 1);
    assert_eq!(batches(&game, Two), []);
}

#[test]
fn back_to_back_and_combo_count_in_what_is_sent() {
    let mut game = versus(&[I; 4]);
    supply_holes(&mut game, Two, &[0, 1, 0]);
    for _ in 0..3 {
        clear(&mut game, One, 4);
        ticks(&mut game, 18);
    }
    // 4, then back-to-back and combo 1, then back-to-back and combo 2.
    assert_eq!(batches(&game, Two), [(4, 0), (5, 1), (6, 0)]);
}

#[test]
fn perfect_clear_sends_ten() {
    let mut game = versus(&[I]);
    supply_holes(&mut game, One, &[2]);
    player(&mut game, Two).set_board(&["....JJJJJJ"]);
    player(&mut game, Two).put(Rotation::Spawn, 0, -2);
    game.press(Two, Action::HardDrop);
    assert_eq!(batches(&game, One), [(10, 2)]);
}

#[test]
fn attack_cancels_the_oldest_rows_first_and_sends_the_rest() {
    let mut game = versus(&[I; 8]);
    supply_holes(&mut game, One, &[3, 4]);
    clear(&mut game, Two, 4);
    ticks(&mut game, 18);
    clear(&mut game, Two, 4);
    assert_eq!(batches(&game, One), [(4, 3), (5, 4)]);
    clear(&mut game, One, 3);
    assert_eq!(batches(&game, One), [(2, 3), (5, 4)]);
    ticks(&mut game, 18);
    clear(&mut game, One, 4);
    assert_eq!(batches(&game, One), [(3, 4)], "no back-to-back, combo 1");
    assert_eq!(batches(&game, Two), [], "all of it went into cancelling");
    ticks(&mut game, 18);
    supply_holes(&mut game, Two, &[9]);
    clear(&mut game, One, 4);
    assert_eq!(
        (batches(&game, One), batches(&game, Two)),
        (vec![], vec![(3, 9)])
    );
}

#[test]
fn ninth_batch_joins_the_newest() {
    let mut game = versus(&[I; 10]);
    supply_holes(&mut game, Two, &[0, 1, 2, 3, 4, 5, 6, 7]);
    for _ in 0..9 {
        clear(&mut game, One, 3);
        ticks(&mut game, 18);
    }
    // Triples with combos 0 to 8. The last one has no place of its own.
    let rows = [2, 2, 3, 3, 4, 4, 5, 5 + 6];
    let expected: Vec<_> = rows.into_iter().zip(0..).collect();
    assert_eq!(batches(&game, Two), expected);
}

#[test]
fn hole_of_the_batch_before_is_refused_per_receiver() {
    let mut game = versus(&[I; 2]);
    supply_holes(&mut game, Two, &[6]);
    clear(&mut game, One, 4);
    assert_eq!(
        game.supply_hole(Two, 6).unwrap_err().to_string(),
        "hole in column 6, as that of the batch before"
    );
    assert_eq!(game.supply_hole(One, 6), Ok(()));
    assert_eq!(
        game.supply_hole(Two, 10).unwrap_err().to_string(),
        "hole in column 10, but the columns are 0 to 9"
    );
}

#[test]
fn race_sends_nothing() {
    let mut game = playing(Match::race(Settings::default()), &[I; 2]);
    clear(&mut game, One, 4);
    assert_eq!(batches(&game, Two), []);
    put_out(&mut game, Two);
    game.tick();
    assert_eq!(game.outcome(), Some(Outcome::Won(One)));
}

#[test]
fn queued_drop_that_clears_sends_too() {
    let mut game = versus(&[I, O]);
    let picture = ["J.........", "JJJJ..JJJ.", "JJJJ..JJJ.", "JJJJJJJJJ."];
    player(&mut game, One).set_board(&picture);
    player(&mut game, One).put(Rotation::Right, 7, 0);
    game.press(One, Action::HardDrop);
    for action in [Action::HardDrop, Action::HardDrop] {
        game.press(One, action);
    }
    ticks(&mut game, 17);
    supply_holes(&mut game, Two, &[8]);
    game.tick();
    assert_eq!(game.player(One).tally().lines(), 3);
    assert_eq!(batches(&game, Two), [(1, 8)], "a double, combo 1");
    assert_eq!(game.player(One).queued().count(), 1);
}
