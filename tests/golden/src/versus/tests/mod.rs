//! Tests of matches: attacks, garbage and outcomes.

mod ending;
mod properties;
mod rising;
mod sending;

use super::*;
use crate::{Batch, Board, Cell, Game, Mode, Piece, Rotation, Turn};
use Shape::{I, O, T};
use Side::{One, Two};

/// A match in play that deals `shapes`, then squares.
fn playing(mut game: Match, shapes: &[Shape]) -> Match {
    for &shape in shapes.iter().chain(&[O; 200]) {
        game.supply(shape);
    }
    game.press(One, Action::Start);
    game
}

fn versus(shapes: &[Shape]) -> Match {
    playing(Match::versus(Settings::default()), shapes)
}

fn supply_holes(game: &mut Match, receiver: Side, holes: &[usize]) {
    for &hole in holes {
        game.supply_hole(receiver, hole).unwrap();
    }
}

fn player(game: &mut Match, side: Side) -> &mut Player {
    &mut game.players[side as usize]
}

fn piece(game: &Match, side: Side) -> Piece {
    game.player(side).falling().unwrap().piece()
}

fn batches(game: &Match, side: Side) -> Vec<(u32, usize)> {
    let pending = game.player(side).pending();
    pending
        .batches()
        .map(|Batch { rows, hole }| (rows, hole))
        .collect()
}

fn ticks(game: &mut Match, count: u32) {
    for _ in 0..count {
        game.tick();
    }
}

/// Locks the upright line of a player in the right column. It fills `lines` rows of a board that
/// keeps one cell.
fn clear(game: &mut Match, side: Side, lines: usize) {
    let mut picture = vec!["J........."];
    picture.extend(std::iter::repeat_n("JJJJJJJJJ.", lines));
    player(game, side).set_board(&picture);
    player(game, side).put(Rotation::Right, 7, 0);
    game.press(side, Action::HardDrop);
}

/// Locks the square of a player on the left, dropped from row `y`.
fn lock_on_the_left(game: &mut Match, side: Side, y: i32) {
    player(game, side).put(Rotation::Spawn, -1, y);
    game.press(side, Action::HardDrop);
}

/// Locks the piece of a player so that the next one collides.
fn put_out(game: &mut Match, side: Side) {
    player(game, side).set_board(&["....JJ...."; 21]);
    player(game, side).put(Rotation::Left, 0, 5);
    game.press(side, Action::HardDrop);
    assert_eq!(game.player(side).end(), Some(End::ToppedOut));
}

#[test]
fn both_get_the_same_shapes_each_at_their_own_pace() {
    let mut game = versus(&[T, I]);
    assert_eq!((piece(&game, One).shape, piece(&game, Two).shape), (T, T));
    game.press(One, Action::HardDrop);
    assert_eq!((piece(&game, One).shape, piece(&game, Two).shape), (I, T));
    game.press(One, Action::HardDrop);
    game.press(Two, Action::HardDrop);
    assert_eq!((piece(&game, One).shape, piece(&game, Two).shape), (O, I));
}

#[test]
fn presses_and_releases_concern_one_player() {
    let mut game = versus(&[T]);
    game.press(Two, Action::Left);
    game.press(One, Action::Turn(Turn::Clockwise));
    ticks(&mut game, 8);
    assert_eq!((piece(&game, One).x, piece(&game, Two).x), (3, 1));
    assert_eq!(piece(&game, Two).rotation, Rotation::Spawn);
    game.release(Two, Action::Left);
    game.press(Two, Action::Right);
    ticks(&mut game, 7);
    assert_eq!(piece(&game, Two).x, 2);
}

#[test]
fn either_player_starts_pauses_and_leaves() {
    let mut game = versus(&[T]);
    put_out(&mut game, One);
    game.tick();
    game.press(Two, Action::Start);
    assert_eq!((game.scene(), game.outcome()), (Scene::Play, None));
    for side in Side::BOTH {
        assert_eq!(game.player(side).board(), &Board::default());
        assert!(game.player(side).falling().is_some());
    }
    game.press(Two, Action::Pause);
    let before = piece(&game, One);
    game.press(One, Action::HardDrop);
    ticks(&mut game, 100);
    assert_eq!((game.scene(), piece(&game, One)), (Scene::Paused, before));
    game.press(One, Action::Pause);
    assert_eq!(game.scene(), Scene::Play);
    game.press(Two, Action::Title);
    assert_eq!(
        (game.scene(), game.player(One).falling()),
        (Scene::Title, None)
    );
}

#[test]
fn lines_raise_no_level_of_a_match() {
    let settings = Settings {
        start_level: 4,
        ..Settings::default()
    };
    for game in [Match::race(settings), Match::versus(settings)] {
        let mut game = playing(game, &[I; 4]);
        supply_holes(&mut game, One, &[1, 2, 1]);
        for _ in 0..3 {
            clear(&mut game, Two, 4);
            ticks(&mut game, 18);
        }
        assert_eq!(game.player(Two).tally().lines(), 12);
        assert_eq!(levels(&game), [4, 4]);
    }
}

fn levels(game: &Match) -> [u32; 2] {
    Side::BOTH.map(|side| game.player(side).tally().level())
}

/// Ticks without a piece that falls onto another.
fn idle_ticks(game: &mut Match, count: u32) {
    for tick in 0..count {
        if tick % 20 == 0 {
            for side in Side::BOTH {
                player(game, side).set_board(&[]);
            }
        }
        game.tick();
    }
}

#[test]
fn the_level_of_versus_rises_every_thirty_seconds_up_to_15() {
    let settings = Settings {
        start_level: 13,
        ..Settings::default()
    };
    let mut game = playing(Match::versus(settings), &[]);
    for level in [14, 15, 15] {
        idle_ticks(&mut game, TICKS_PER_LEVEL - 1);
        let before = levels(&game);
        idle_ticks(&mut game, 1);
        assert_eq!(levels(&game), [level; 2]);
        assert_eq!(before == levels(&game), level == 15 && before == [15; 2]);
    }
    let mut race = playing(Match::race(settings), &[]);
    idle_ticks(&mut race, 2 * TICKS_PER_LEVEL);
    assert_eq!(levels(&race), [13, 13]);
}

#[test]
fn the_first_player_at_the_goal_of_a_race_wins_and_both_at_once_draw() {
    let settings = Settings {
        race_goal: 20,
        ..Settings::default()
    };
    for (who, outcome) in [
        (vec![One], Outcome::Won(One)),
        (vec![Two], Outcome::Won(Two)),
        (vec![One, Two], Outcome::Draw),
    ] {
        let mut game = playing(Match::race(settings), &[I; 20]);
        for _ in 0..4 {
            for side in Side::BOTH {
                clear(&mut game, side, 4);
            }
            ticks(&mut game, 18);
        }
        for &side in &who {
            clear(&mut game, side, 4);
            assert_eq!(game.player(side).end(), Some(End::Finished));
        }
        assert_eq!(game.outcome(), None);
        game.tick();
        assert_eq!(game.outcome(), Some(outcome), "{who:?}");
    }
}

#[test]
fn who_is_at_the_goal_has_won_although_both_stop_on_one_tick() {
    let settings = Settings {
        race_goal: 20,
        ..Settings::default()
    };
    for side in Side::BOTH {
        let mut game = playing(Match::race(settings), &[I; 20]);
        for _ in 0..4 {
            clear(&mut game, side, 4);
            ticks(&mut game, 18);
        }
        clear(&mut game, side, 4);
        put_out(&mut game, side.other());
        game.tick();
        assert_eq!(game.outcome(), Some(Outcome::Won(side)));
    }
}
