//! Tests of the scenes and modes of one player.

use super::*;
use crate::End;
use crate::{Board, Piece, Rotation, Tally, Turn};
use proptest::prelude::*;
use Shape::{I, O, T};

const CW: Action = Action::Turn(Turn::Clockwise);

/// A game in play at level 1 that deals `shapes`, then squares.
fn playing(mode: Mode, shapes: &[Shape], picture: &[&str]) -> Game {
    let mut game = Game::new(mode, Settings::default());
    for &shape in shapes.iter().chain(&[O; 80]) {
        game.supply(shape);
    }
    game.press(Action::Start);
    game.player.set_board(picture);
    game
}

fn piece(game: &Game) -> Piece {
    game.player().falling().unwrap().piece()
}

fn ticks(game: &mut Game, count: u32) {
    for _ in 0..count {
        game.tick();
    }
}

fn press_all(game: &mut Game, actions: &[Action]) {
    for &action in actions {
        game.press(action);
        game.release(action);
    }
}

#[test]
fn pause_freezes_and_drops_presses_but_follows_held_keys() {
    let mut game = playing(Mode::Marathon, &[T], &[]);
    game.press(Action::SoftDrop);
    game.press(Action::Pause);
    let before = piece(&game);
    press_all(
        &mut game,
        &[CW, Action::HardDrop, Action::Hold, Action::SoftDrop],
    );
    game.press(Action::Right);
    ticks(&mut game, 100);
    assert_eq!((game.scene(), piece(&game)), (Scene::Paused, before));
    game.press(Action::Pause);
    ticks(&mut game, 7);
    assert_eq!(piece(&game), before);
    game.tick();
    assert_eq!(piece(&game), before.moved(1, 0));
}

#[test]
fn pause_freezes_the_clear_delay() {
    let mut game = playing(Mode::Marathon, &[I, T], &["....JJJJJJ"]);
    game.player.put(Rotation::Spawn, 0, -2);
    game.press(Action::HardDrop);
    ticks(&mut game, 5);
    game.press(Action::Pause);
    ticks(&mut game, 50);
    assert_eq!(game.player().clear_ticks(), 13);
    press_all(&mut game, &[Action::Pause, Action::Start]);
    assert_eq!(game.player().queued().count(), 0);
}

#[test]
fn start_after_game_over_begins_anew_and_title_leaves_any_scene() {
    let mut game = playing(Mode::Marathon, &[T], &["....JJ...."; 21]);
    press_all(&mut game, &[Action::Hold]);
    assert_eq!(game.scene(), Scene::GameOver);
    press_all(&mut game, &[CW, Action::Pause]);
    assert_eq!(game.scene(), Scene::GameOver);
    assert_eq!(game.player().end(), Some(End::ToppedOut));
    press_all(&mut game, &[Action::Start]);
    let player = game.player();
    assert_eq!((game.scene(), player.end()), (Scene::Play, None));
    assert_eq!(player.tally(), &Tally::new(1, true));
    assert_eq!((player.hold(), player.board()), (None, &Board::default()));
    press_all(&mut game, &[Action::Pause, Action::Title]);
    assert_eq!(
        (game.scene(), game.player().falling()),
        (Scene::Title, None)
    );
}

#[test]
fn end_by_a_tick_is_game_over_too() {
    let mut game = playing(Mode::Marathon, &[T], &[]);
    game.player.set_board(&["....JJ...."; 19]);
    ticks(&mut game, 29);
    assert_eq!(game.scene(), Scene::Play);
    game.tick();
    assert_eq!(game.scene(), Scene::GameOver);
    assert_eq!(game.player().end(), Some(End::ToppedOut));
}

#[test]
fn time_up_finishes_an_ultra_where_it_stands() {
    let mut game = playing(Mode::Ultra, &[T], &["JJ........"]);
    press_all(&mut game, &[Action::HardDrop]);
    game.time_up();
    assert_eq!(game.scene(), Scene::GameOver);
    assert_eq!(game.player().end(), Some(End::Finished));
    assert_eq!(game.player().tally().score(), 2 * 19);
    assert!(game.player().board().occupied(4, 0));
    let before = format!("{game:?}");
    ticks(&mut game, 50);
    game.time_up();
    assert_eq!(format!("{game:?}"), before);
}

#[test]
fn no_time_runs_on_the_title_or_while_paused() {
    let mut game = Game::new(Mode::Ultra, Settings::default());
    game.time_up();
    assert_eq!((game.scene(), game.player().end()), (Scene::Title, None));
    let mut game = playing(Mode::Ultra, &[T], &[]);
    game.press(Action::Pause);
    game.time_up();
    assert_eq!((game.scene(), game.player().end()), (Scene::Paused, None));
}

#[test]
fn ultra_rises_in_level_and_sprint_does_not() {
    let level = |mode| {
        let mut game = playing(mode, &[I; 4], &[]);
        for _ in 0..3 {
            game.player.set_board(&["JJJJJJJJJ."; 4]);
            game.player.put(Rotation::Right, 7, 0);
            game.press(Action::HardDrop);
            ticks(&mut game, 18);
        }
        game.player().tally().level()
    };
    assert_eq!(
        [Mode::Marathon, Mode::Ultra, Mode::Sprint].map(level),
        [2, 2, 1]
    );
}

proptest! {
    #[test]
    fn pauses_change_nothing_but_the_count_of_held_directions(
        steps in prop::collection::vec((0_usize..6, 0_u32..8, any::<bool>()), 1..60),
    ) {
        let actions = [
            Action::Left, Action::Right, Action::SoftDrop, CW, Action::HardDrop, Action::Hold,
        ];
        // In a pause a direction that was held counts as just pressed: the same as a new press.
        let play = |pauses: bool| {
            let mut game = playing(Mode::Marathon, &[T, I], &[]);
            for &(action, count, pause) in &steps {
                game.press(actions[action]);
                ticks(&mut game, count);
                // A game that is over has no pause.
                let pause = pause && game.scene == Scene::Play;
                if pauses && pause {
                    game.press(Action::Pause);
                    ticks(&mut game, 20);
                    game.press(Action::Pause);
                } else if pause {
                    game.player.resume();
                }
                game.release(actions[action]);
            }
            format!("{game:?}")
        };
        prop_assert_eq!(play(true), play(false));
    }
}
