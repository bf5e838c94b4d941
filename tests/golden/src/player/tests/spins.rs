//! Tests of kicks and spins.

use super::*;

#[test]
fn rotation_takes_the_first_kick_with_room() {
    let mut player = playing(&[T], &[]);
    player.put(Rotation::Right, -1, 5);
    player.press(CW);
    assert_eq!(
        (piece(&player).x, piece(&player).y),
        (0, 5),
        "the wall pushes it right"
    );
    let mut player = playing(&[T], &["J..J......", ".........."]);
    player.put(Rotation::Right, 0, 0);
    player.press(CW);
    assert_eq!(
        (piece(&player).x, piece(&player).y),
        (0, 2),
        "only two rows up is room"
    );
}

#[test]
fn refused_rotation_changes_nothing() {
    let mut player = playing(&[I], &[]);
    player.put(Rotation::Right, 2, 1);
    player.set_board(&["JJJJ.JJJJJ"; 24]);
    let before = piece(&player);
    press_all(&mut player, &[CW, CCW]);
    assert_eq!(piece(&player), before);
}

#[test]
fn full_spin_needs_both_corners_beside_the_point() {
    let mut player = playing(&[T], &["JJJJ......", "JJJ...JJJJ", "JJJJ.JJJJJ"]);
    player.put(Rotation::Right, 3, 0);
    press_all(&mut player, &[CW, Action::HardDrop]);
    assert_eq!((player.tally().score(), player.tally().lines()), (1200, 2));
    assert!(player.tally().back_to_back());
}

#[test]
fn two_corners_are_no_spin() {
    let mut player = playing(&[T], &["J.........", "JJJ...JJJJ", "JJJJ.JJJJJ"]);
    player.put(Rotation::Right, 3, 0);
    press_all(&mut player, &[CW, Action::HardDrop]);
    assert_eq!((player.tally().score(), player.tally().lines()), (300, 2));
}

#[test]
fn spin_needs_a_rotation_as_the_last_change() {
    let mut player = playing(&[T], &["JJJJ......", "JJJ...JJJJ", "JJJJ.JJJJJ"]);
    player.put(Rotation::Reverse, 3, 0);
    player.press(Action::HardDrop);
    assert_eq!((player.tally().score(), player.tally().lines()), (300, 2));
}

#[test]
fn mini_spin_has_one_corner_beside_the_point() {
    let mut player = playing(&[T], &["..J.......", "...JJJJJJJ"]);
    player.put(Rotation::Right, -1, 0);
    player.press(CCW);
    assert_eq!(
        piece(&player),
        Piece {
            shape: T,
            rotation: Rotation::Spawn,
            x: 0,
            y: -1
        }
    );
    player.press(Action::HardDrop);
    assert_eq!((player.tally().score(), player.tally().lines()), (200, 1));
}

#[test]
fn shift_after_the_rotation_spoils_the_spin() {
    let mut player = playing(&[T], &["J..J......", ".........J"]);
    player.put(Rotation::Left, 1, 0);
    player.press(CW);
    assert_eq!((piece(&player).x, piece(&player).y), (0, -1));
    let mut shifted = player.clone();
    player.press(Action::HardDrop);
    assert_eq!(player.tally().score(), 100, "mini without lines");
    press_all(
        &mut shifted,
        &[Action::Right, Action::Left, Action::HardDrop],
    );
    assert_eq!(shifted.tally().score(), 0);
}

/// A T that was turned two rows above its final position, where three corners of its box are taken.
fn turned_above_a_mini_slot() -> Player {
    let mut player = playing(&[T], &["JJJJ......", "JJJJ..JJJJ", "JJJJ.JJJJJ"]);
    player.put(Rotation::Spawn, 3, 2);
    press_all(&mut player, &[CW]);
    assert_eq!((piece(&player).x, piece(&player).y), (3, 2));
    player
}

#[test]
fn row_fallen_after_the_rotation_spoils_the_spin() {
    let mut player = turned_above_a_mini_slot();
    ticks(&mut player, 121);
    assert_eq!(piece(&player).y, 0);
    player.press(Action::HardDrop);
    assert_eq!((player.tally().score(), player.tally().lines()), (300, 2));
}

#[test]
fn rows_of_hard_drop_after_the_rotation_spoil_the_spin() {
    let mut player = turned_above_a_mini_slot();
    player.press(Action::HardDrop);
    assert_eq!((player.tally().score(), player.tally().lines()), (304, 2));
}

#[test]
fn row_of_soft_drop_after_the_rotation_spoils_the_spin() {
    let mut player = turned_above_a_mini_slot();
    press_all(
        &mut player,
        &[Action::SoftDrop, Action::SoftDrop, Action::HardDrop],
    );
    assert_eq!((player.tally().score(), player.tally().lines()), (302, 2));
}

#[test]
fn fifth_kick_makes_the_spin_full() {
    // The last row above the floor leaves one of the front corners free.
    let mut player = playing(
        &[T],
        &[
            "JJJJ......",
            "JJJ.......",
            "JJJ.JJJJJJ",
            "JJJ..JJJJJ",
            "JJJ..JJJJJ",
            "J.JJJJJJJJ",
        ],
    );
    player.put(Rotation::Spawn, 3, 3);
    player.press(CW);
    assert_eq!(
        piece(&player),
        Piece {
            shape: T,
            rotation: Rotation::Right,
            x: 2,
            y: 1
        }
    );
    player.press(Action::HardDrop);
    assert_eq!((player.tally().score(), player.tally().lines()), (1200, 2));
}

#[test]
fn soft_drop_without_room_keeps_the_spin() {
    let mut player = playing(&[T], &["JJJJ......", "JJJ...JJJJ", "JJJJ.JJJJJ"]);
    player.put(Rotation::Right, 3, 0);
    press_all(&mut player, &[CW, Action::SoftDrop, Action::HardDrop]);
    assert_eq!((player.tally().score(), player.tally().lines()), (1200, 2));
}
