//! Tests of pending garbage and its rise.

use super::*;

#[test]
fn rows_rise_at_a_lock_without_lines_before_the_next_piece() {
    let mut game = versus(&[I]);
    supply_holes(&mut game, Two, &[6]);
    clear(&mut game, One, 3);
    player(&mut game, Two).put(Rotation::Spawn, 0, 5);
    game.press(Two, Action::HardDrop);
    let expected = ["IIII......", "######.###", "######.###"];
    assert_eq!(game.player(Two).board(), &Board::from(expected.as_slice()));
    assert_eq!(batches(&game, Two), []);
    assert_eq!(piece(&game, Two), Piece::spawned(O).moved(0, -1));
}

#[test]
fn lock_with_lines_keeps_the_rows_waiting() {
    let mut game = versus(&[I; 2]);
    supply_holes(&mut game, Two, &[6]);
    clear(&mut game, One, 4);
    clear(&mut game, Two, 1);
    assert_eq!(batches(&game, Two), [(4, 6)]);
    ticks(&mut game, 18);
    assert_eq!(
        batches(&game, Two),
        [(4, 6)],
        "nor do they rise after the delay"
    );
}

#[test]
fn ten_rows_rise_per_lock_and_a_split_batch_keeps_its_hole() {
    let mut game = versus(&[O]);
    for (rows, hole) in [(4, 1), (5, 8), (3, 0)] {
        supply_holes(&mut game, Two, &[hole]);
        game.send(One, rows);
    }
    lock_on_the_left(&mut game, Two, 2);
    assert_eq!(batches(&game, Two), [(2, 0)]);
    let mut expected = vec!["OO........"; 2];
    expected.extend(["#.########"; 4]);
    expected.extend(["########.#"; 5]);
    expected.push(".#########");
    assert_eq!(game.player(Two).board(), &Board::from(expected.as_slice()));
    lock_on_the_left(&mut game, Two, 13);
    assert_eq!(batches(&game, Two), []);
    assert_eq!(game.player(Two).board().cell(0, 1), None);
    assert!(game.player(Two).board().occupied(1, 0));
}

#[test]
fn garbage_rows_clear_like_others_once_their_hole_is_filled() {
    let mut game = versus(&[I; 3]);
    supply_holes(&mut game, Two, &[9]);
    game.send(One, 4);
    player(&mut game, Two).put(Rotation::Spawn, 0, 5);
    game.press(Two, Action::HardDrop);
    supply_holes(&mut game, One, &[0]);
    player(&mut game, Two).put(Rotation::Right, 7, 3);
    game.press(Two, Action::HardDrop);
    assert_eq!(game.player(Two).tally().lines(), 4);
    assert_eq!(batches(&game, One), [(4, 0)]);
    ticks(&mut game, 18);
    assert_eq!(
        game.player(Two).board(),
        &Board::from(["IIII......"].as_slice())
    );
}

#[test]
fn attack_of_player_1_arrives_before_player_2_locks_on_the_same_tick() {
    let mut game = versus(&[I]);
    for side in Side::BOTH {
        player(&mut game, side).set_board(&[
            "J.........",
            "JJJJJJJJJ.",
            "JJJJJJJJJ.",
            "JJJJJJJJJ.",
        ]);
    }
    player(&mut game, One).put(Rotation::Right, 7, 0);
    player(&mut game, Two).put(Rotation::Spawn, 1, 1);
    supply_holes(&mut game, Two, &[5]);
    ticks(&mut game, 29);
    assert!(game.player(One).falling().is_some());
    game.tick();
    assert_eq!(game.player(One).tally().lines(), 3);
    assert_eq!(batches(&game, Two), []);
    assert_eq!(game.player(Two).board().cell(5, 1), None);
    assert!(game.player(Two).board().occupied(6, 1));
}

#[test]
fn attack_of_player_2_waits_for_the_next_lock_of_player_1() {
    let mut game = versus(&[I]);
    for side in Side::BOTH {
        player(&mut game, side).set_board(&[
            "J.........",
            "JJJJJJJJJ.",
            "JJJJJJJJJ.",
            "JJJJJJJJJ.",
        ]);
    }
    player(&mut game, Two).put(Rotation::Right, 7, 0);
    player(&mut game, One).put(Rotation::Spawn, 1, 1);
    supply_holes(&mut game, One, &[5]);
    ticks(&mut game, 30);
    assert_eq!(piece(&game, One).shape, O);
    assert_eq!(batches(&game, One), [(2, 5)]);
}

#[test]
fn rows_rise_between_queued_drops() {
    let mut game = versus(&[I]);
    clear(&mut game, One, 1);
    supply_holes(&mut game, One, &[2, 3]);
    game.send(Two, 1);
    game.press(One, Action::HardDrop);
    game.press(One, Action::HardDrop);
    ticks(&mut game, 17);
    assert_eq!(
        batches(&game, One),
        [(1, 2)],
        "nothing rises while rows clear"
    );
    game.tick();
    let expected = [
        "....OO....",
        "....OO...I",
        "....OO...I",
        "J...OO...I",
        "##.#######",
    ];
    assert_eq!(game.player(One).board(), &Board::from(expected.as_slice()));
    // The second square falls one row less than onto the first alone.
    assert_eq!(game.player(One).tally().score(), 100 + 2 * 19 + 2 * 16);
}

#[test]
fn hold_lets_nothing_rise() {
    let mut game = versus(&[T]);
    supply_holes(&mut game, One, &[2]);
    game.send(Two, 3);
    game.press(One, Action::Hold);
    assert_eq!(batches(&game, One), [(3, 2)]);
    assert_eq!(game.player(One).board(), &Board::default());
}

#[test]
fn spin_without_lines_sends_nothing_and_lets_rows_rise() {
    let mut game = versus(&[T]);
    supply_holes(&mut game, One, &[9]);
    game.send(Two, 1);
    player(&mut game, One).set_board(&["JJJJ......", "JJJ...JJJ.", "JJJJ.JJJJ."]);
    player(&mut game, One).put(Rotation::Right, 3, 0);
    game.press(One, Action::Turn(Turn::Clockwise));
    game.press(One, Action::HardDrop);
    assert_eq!(game.player(One).tally().score(), 400);
    assert_eq!((batches(&game, One), batches(&game, Two)), (vec![], vec![]));
    assert_eq!(game.player(One).board().cell(0, 0), Some(Cell::Garbage));
}
