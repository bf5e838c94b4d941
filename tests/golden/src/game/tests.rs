//! Each test names the rule it holds.

use super::*;
use crate::{Piece, Rotation, Shape};
use proptest::prelude::*;
use Shape::{I, J, L, O, S, T, Z};

/// A game in play at level 1 that deals `shapes`, then squares.
fn playing(shapes: &[Shape], picture: &[&str]) -> Game {
    let mut game = Game::new(1);
    for &shape in shapes.iter().chain(&[O; 40]) {
        game.supply(shape);
    }
    game.press(Action::Start);
    game.board = Board::from(picture);
    game
}

fn piece(game: &Game) -> Piece {
    game.falling().unwrap().piece()
}

/// Puts the falling piece elsewhere, as if it had just come there from above.
fn put(game: &mut Game, rotation: Rotation, x: i32, y: i32) {
    let shape = piece(game).shape;
    let placed = Piece {
        shape,
        rotation,
        x,
        y,
    };
    assert!(game.board.fits(placed));
    game.falling
        .as_mut()
        .unwrap()
        .set_place(&game.board, placed);
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

const CW: Action = Action::Turn(Turn::Clockwise);
const CCW: Action = Action::Turn(Turn::Counter);

#[test]
fn spawn_takes_one_row_down_at_once() {
    let game = playing(&[T, I], &[]);
    assert_eq!(piece(&game), Piece::spawned(T).moved(0, -1));
    assert_eq!(game.next().collect::<Vec<_>>(), [I, O, O, O, O]);
    assert_eq!(game.ghost_y(), Some(-1));
}

#[test]
fn gravity_of_level_1_moves_a_row_on_tick_61() {
    let mut game = playing(&[T], &[]);
    let top = piece(&game).y;
    // 60 x 1092 is just below one row.
    ticks(&mut game, 60);
    assert_eq!(piece(&game).y, top);
    game.tick();
    assert_eq!(piece(&game).y, top - 1);
    assert_eq!(game.tally().score(), 0);
}

#[test]
fn soft_drop_is_twenty_times_gravity_and_scores_rows() {
    let mut game = playing(&[T], &[]);
    let top = piece(&game).y;
    game.press(Action::SoftDrop);
    ticks(&mut game, 31);
    assert_eq!(top - piece(&game).y, 10);
    assert_eq!(game.tally().score(), 10);
    game.release(Action::SoftDrop);
    ticks(&mut game, 20);
    assert_eq!(top - piece(&game).y, 10);
}

#[test]
fn piece_locks_on_the_thirtieth_tick_after_it_landed() {
    let mut game = playing(&[T], &[]);
    game.press(Action::SoftDrop);
    while game.ghost_y() != Some(piece(&game).y) {
        game.tick();
    }
    assert_eq!(game.falling().unwrap().lock_timer(), 0);
    ticks(&mut game, 29);
    assert_eq!(piece(&game).shape, T);
    game.tick();
    assert_eq!(piece(&game).shape, O);
    assert_eq!(game.board().cell(4, 1), Some(T));
}

#[test]
fn moves_restart_the_lock_timer_fifteen_times() {
    let mut game = playing(&[T], &[]);
    put(&mut game, Rotation::Spawn, 4, -1);
    for reset in 1..=15 {
        ticks(&mut game, 29);
        press_all(
            &mut game,
            &[if reset % 2 == 0 {
                Action::Left
            } else {
                Action::Right
            }],
        );
        assert_eq!(game.falling().unwrap().lock_timer(), 0);
        assert_eq!(game.falling().unwrap().resets(), reset);
    }
    ticks(&mut game, 29);
    press_all(&mut game, &[Action::Left]);
    assert_eq!(game.falling().unwrap().lock_timer(), 29);
    game.tick();
    assert_eq!(piece(&game).shape, O);
}

#[test]
fn refused_move_does_not_restart_the_lock_timer() {
    let mut game = playing(&[O], &[]);
    put(&mut game, Rotation::Spawn, -1, -1);
    ticks(&mut game, 20);
    press_all(&mut game, &[Action::Left]);
    assert_eq!(game.falling().unwrap().lock_timer(), 20);
    assert_eq!(game.falling().unwrap().resets(), 0);
}

#[test]
fn new_lowest_row_gives_all_resets_back() {
    let mut game = playing(&[O], &["JJJ......."]);
    put(&mut game, Rotation::Spawn, 1, 0);
    ticks(&mut game, 10);
    press_all(&mut game, &[CW]);
    assert_eq!(game.falling().unwrap().resets(), 1);
    press_all(&mut game, &[Action::Right]);
    assert_eq!(game.falling().unwrap().resets(), 2);
    game.press(Action::SoftDrop);
    ticks(&mut game, 4);
    assert_eq!(piece(&game).y, -1);
    let falling = game.falling().unwrap();
    assert_eq!((falling.resets(), falling.lock_timer()), (0, 0));
}

#[test]
fn timer_stands_still_in_the_air() {
    let mut game = playing(&[O], &["JJJ......."]);
    put(&mut game, Rotation::Spawn, 1, 0);
    game.falling.as_mut().unwrap().use_all_resets();
    ticks(&mut game, 10);
    press_all(&mut game, &[Action::Right]);
    ticks(&mut game, 10);
    assert_eq!(piece(&game).y, 0);
    assert_eq!(game.falling().unwrap().lock_timer(), 10);
}

#[test]
fn directions_shift_at_once_and_repeat_after_eight_ticks() {
    let mut game = playing(&[T], &[]);
    game.press(Action::Right);
    assert_eq!(piece(&game).x, 4);
    ticks(&mut game, 7);
    assert_eq!(piece(&game).x, 4);
    game.tick();
    assert_eq!(piece(&game).x, 5);
    ticks(&mut game, 2);
    assert_eq!(piece(&game).x, 6);
    ticks(&mut game, 20);
    assert_eq!(piece(&game).x, 7);
}

#[test]
fn charge_survives_the_spawn_and_grows_while_rows_clear() {
    let mut game = playing(&[I, T], &["....JJJJJJ"]);
    put(&mut game, Rotation::Spawn, 0, 5);
    game.press(Action::HardDrop);
    assert_eq!(game.clear_ticks(), CLEAR_TICKS);
    game.press(Action::Left);
    ticks(&mut game, 18);
    // The queued press acts at the spawn; the counter stands at 18, the next repeat comes on tick 20.
    assert_eq!(piece(&game).x, 2);
    game.tick();
    assert_eq!(piece(&game).x, 2);
    game.tick();
    assert_eq!(piece(&game).x, 1);
}

#[test]
fn hard_drop_scores_two_per_row_and_locks_at_once() {
    let mut game = playing(&[T, S], &[]);
    game.press(Action::HardDrop);
    assert_eq!(game.tally().score(), 2 * 19);
    assert_eq!(piece(&game).shape, S);
    assert_eq!(game.board().cell(3, 0), Some(T));
}

#[test]
fn rows_stay_for_eighteen_ticks_then_the_next_piece_spawns() {
    let mut game = playing(&[I, T], &["JJ......JJ", "....JJJJJJ"]);
    put(&mut game, Rotation::Spawn, 0, -2);
    ticks(&mut game, 29);
    assert!(game.falling().is_some());
    game.tick();
    assert_eq!((game.tally().lines(), game.tally().score()), (1, 100));
    assert_eq!(game.board().full_rows(), 1);
    ticks(&mut game, 17);
    assert!(game.falling().is_none());
    assert_eq!(game.board().full_rows(), 1);
    game.tick();
    assert_eq!(piece(&game).shape, T);
    assert_eq!(*game.board(), Board::from(["JJ......JJ"].as_slice()));
}

#[test]
fn presses_in_the_delay_wait_in_order_and_the_ninth_is_lost() {
    let mut game = playing(&[I, T, L], &["....JJJJJJ"]);
    put(&mut game, Rotation::Spawn, 0, 2);
    game.press(Action::HardDrop);
    let eight = [
        Action::Left,
        CW,
        Action::Left,
        Action::Left,
        CCW,
        Action::Right,
        CW,
        CW,
    ];
    press_all(&mut game, &eight);
    press_all(&mut game, &[Action::HardDrop]);
    assert_eq!(game.queued().collect::<Vec<_>>(), eight);
    ticks(&mut game, 18);
    assert_eq!(piece(&game).shape, T);
    assert_eq!(
        (piece(&game).x, piece(&game).rotation),
        (1, Rotation::Reverse)
    );
    assert_eq!(game.queued().count(), 0);
}

#[test]
fn queued_hard_drop_that_clears_leaves_the_rest_queued() {
    let mut game = playing(&[I, I, T], &["JJJ....JJJ", "....JJJJJJ"]);
    put(&mut game, Rotation::Spawn, 0, -2);
    game.press(Action::HardDrop);
    press_all(&mut game, &[Action::HardDrop, Action::Left]);
    ticks(&mut game, 18);
    assert_eq!(game.tally().lines(), 2);
    assert_eq!(game.clear_ticks(), CLEAR_TICKS);
    assert_eq!(game.queued().collect::<Vec<_>>(), [Action::Left]);
    ticks(&mut game, 18);
    assert_eq!(piece(&game).x, 2);
}

#[test]
fn hold_swaps_once_per_piece_and_returns_it_unturned() {
    let mut game = playing(&[T, S, Z], &[]);
    press_all(&mut game, &[CW, Action::Hold]);
    assert_eq!((game.hold(), piece(&game).shape), (Some(T), S));
    press_all(&mut game, &[Action::Hold]);
    assert_eq!((game.hold(), piece(&game).shape), (Some(T), S));
    press_all(&mut game, &[Action::HardDrop, Action::Hold]);
    assert_eq!(game.hold(), Some(Z));
    assert_eq!(piece(&game), Piece::spawned(T).moved(0, -1));
}

#[test]
fn rotation_takes_the_first_kick_with_room() {
    let mut game = playing(&[T], &[]);
    put(&mut game, Rotation::Right, -1, 5);
    game.press(CW);
    assert_eq!(
        (piece(&game).x, piece(&game).y),
        (0, 5),
        "the wall pushes it right"
    );
    let mut game = playing(&[T], &["J..J......", ".........."]);
    put(&mut game, Rotation::Right, 0, 0);
    game.press(CW);
    assert_eq!(
        (piece(&game).x, piece(&game).y),
        (0, 2),
        "only two rows up is room"
    );
}

#[test]
fn refused_rotation_changes_nothing() {
    let mut game = playing(&[I], &[]);
    let well: Vec<&str> = std::iter::repeat_n("JJJJ.JJJJJ", 24).collect();
    put(&mut game, Rotation::Right, 2, 1);
    game.board = Board::from(well.as_slice());
    let before = piece(&game);
    press_all(&mut game, &[CW, CCW]);
    assert_eq!(piece(&game), before);
}

#[test]
fn full_spin_needs_both_corners_beside_the_point() {
    let mut game = playing(&[T], &["JJJJ......", "JJJ...JJJJ", "JJJJ.JJJJJ"]);
    put(&mut game, Rotation::Right, 3, 0);
    press_all(&mut game, &[CW, Action::HardDrop]);
    assert_eq!((game.tally().score(), game.tally().lines()), (1200, 2));
    assert!(game.tally().back_to_back());
}

#[test]
fn two_corners_are_no_spin() {
    let mut game = playing(&[T], &["J.........", "JJJ...JJJJ", "JJJJ.JJJJJ"]);
    put(&mut game, Rotation::Right, 3, 0);
    press_all(&mut game, &[CW, Action::HardDrop]);
    assert_eq!((game.tally().score(), game.tally().lines()), (300, 2));
}

#[test]
fn spin_needs_a_rotation_as_the_last_change() {
    let mut game = playing(&[T], &["JJJJ......", "JJJ...JJJJ", "JJJJ.JJJJJ"]);
    put(&mut game, Rotation::Reverse, 3, 0);
    game.press(Action::HardDrop);
    assert_eq!((game.tally().score(), game.tally().lines()), (300, 2));
}

#[test]
fn mini_spin_has_one_corner_beside_the_point() {
    let mut game = playing(&[T], &["..J.......", "...JJJJJJJ"]);
    put(&mut game, Rotation::Right, -1, 0);
    game.press(CCW);
    assert_eq!(
        piece(&game),
        Piece {
            shape: T,
            rotation: Rotation::Spawn,
            x: 0,
            y: -1
        }
    );
    game.press(Action::HardDrop);
    assert_eq!((game.tally().score(), game.tally().lines()), (200, 1));
}

#[test]
fn shift_after_the_rotation_spoils_the_spin() {
    let mut game = playing(&[T], &["J..J......", ".........J"]);
    put(&mut game, Rotation::Left, 1, 0);
    game.press(CW);
    assert_eq!((piece(&game).x, piece(&game).y), (0, -1));
    let mut shifted = game.clone();
    game.press(Action::HardDrop);
    assert_eq!(game.tally().score(), 100, "mini without lines");
    press_all(
        &mut shifted,
        &[Action::Right, Action::Left, Action::HardDrop],
    );
    assert_eq!(shifted.tally().score(), 0);
}

#[test]
fn row_fallen_after_the_rotation_spoils_the_spin() {
    let mut game = playing(
        &[T],
        &["JJJJ......", "JJJ...JJJJ", "JJJ...JJJJ", "JJJJ.JJJJJ"],
    );
    put(&mut game, Rotation::Right, 3, 1);
    press_all(&mut game, &[CW]);
    ticks(&mut game, 61);
    assert_eq!(piece(&game).y, 0);
    game.press(Action::HardDrop);
    assert_eq!((game.tally().score(), game.tally().lines()), (300, 2));
}

#[test]
fn fifth_kick_makes_the_spin_full() {
    // The last row above the floor lacks one of the corners beside the point.
    let mut game = playing(
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
    put(&mut game, Rotation::Spawn, 3, 3);
    game.press(CW);
    assert_eq!(
        piece(&game),
        Piece {
            shape: T,
            rotation: Rotation::Right,
            x: 2,
            y: 1
        }
    );
    game.press(Action::HardDrop);
    assert_eq!((game.tally().score(), game.tally().lines()), (1200, 2));
}

#[test]
fn pause_freezes_and_drops_presses_but_follows_held_keys() {
    let mut game = playing(&[T], &[]);
    game.press(Action::SoftDrop);
    game.press(Action::Pause);
    let before = piece(&game);
    press_all(&mut game, &[CW, Action::HardDrop, Action::Hold]);
    game.release(Action::SoftDrop);
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
    let mut game = playing(&[I, T], &["....JJJJJJ"]);
    put(&mut game, Rotation::Spawn, 0, -2);
    game.press(Action::HardDrop);
    ticks(&mut game, 5);
    game.press(Action::Pause);
    ticks(&mut game, 50);
    assert_eq!(game.clear_ticks(), 13);
}

#[test]
fn lock_out_above_the_visible_rows_ends_the_game() {
    let mut game = playing(&[O], &[]);
    let tower: Vec<&str> = std::iter::repeat_n("....JJ....", 20).collect();
    put(&mut game, Rotation::Spawn, 3, 19);
    game.board = Board::from(tower.as_slice());
    game.press(Action::HardDrop);
    assert_eq!((game.scene(), game.tally().score()), (Scene::GameOver, 0));
    assert_eq!(game.board().cell(4, 21), Some(O));
}

#[test]
fn partly_visible_lock_goes_on_until_block_out() {
    let mut game = playing(&[O, O], &[]);
    let tower: Vec<&str> = std::iter::repeat_n("....JJ....", 19).collect();
    game.board = Board::from(tower.as_slice());
    put(&mut game, Rotation::Spawn, 3, 18);
    game.press(Action::HardDrop);
    assert_eq!(game.scene(), Scene::GameOver);
    assert_eq!(
        game.board().cell(4, 21),
        None,
        "the next square had no room at rows 20 and 21"
    );
}

#[test]
fn incoming_held_piece_without_room_ends_the_game() {
    let mut game = playing(&[T, O], &[]);
    game.board = Board::from(
        std::iter::repeat_n("....JJ....", 21)
            .collect::<Vec<_>>()
            .as_slice(),
    );
    press_all(&mut game, &[Action::Hold]);
    assert_eq!((game.scene(), game.hold()), (Scene::GameOver, Some(T)));
}

#[test]
fn start_after_game_over_begins_anew_and_title_leaves_any_scene() {
    let mut game = playing(&[T], &["JJ........"]);
    press_all(&mut game, &[Action::Hold, Action::HardDrop]);
    game.end();
    press_all(&mut game, &[CW, Action::Pause]);
    assert_eq!(game.scene(), Scene::GameOver);
    press_all(&mut game, &[Action::Start]);
    assert_eq!((game.scene(), game.tally()), (Scene::Play, &Tally::new(1)));
    assert_eq!((game.hold(), game.board()), (None, &Board::default()));
    press_all(&mut game, &[Action::Pause, Action::Title]);
    assert_eq!((game.scene(), game.falling()), (Scene::Title, None));
}

#[test]
fn all_clear_is_a_perfect_clear() {
    let mut game = playing(&[I, J], &["....JJJJJJ"]);
    put(&mut game, Rotation::Spawn, 0, -2);
    game.press(Action::HardDrop);
    assert_eq!(game.tally().score(), 100 + 800);
}

fn any_action() -> impl Strategy<Value = Action> {
    prop_oneof![
        3 => Just(Action::Left),
        3 => Just(Action::Right),
        1 => Just(Action::SoftDrop),
        3 => Just(CW),
        2 => Just(CCW),
        3 => Just(Action::HardDrop),
        1 => Just(Action::Hold),
        1 => Just(Action::Pause),
    ]
}

/// Shapes supplied to the games of the property test.
const SUPPLIED: usize = 460;

/// Cells that came to rest: those of every shape that spawned and is neither falling nor held.
fn settled_cells(game: &Game) -> usize {
    let spawned = SUPPLIED - game.supply.len();
    let loose = usize::from(game.falling().is_some()) + usize::from(game.hold().is_some());
    4 * (spawned - loose)
}

/// What holds at every moment of any game.
fn check_invariants(game: &Game) -> Result<(), TestCaseError> {
    if let Some(falling) = game.falling() {
        prop_assert!(game.board().fits(falling.piece()));
        prop_assert!(falling.resets() <= 15 && falling.lock_timer() < 30);
        prop_assert_eq!(game.board().full_rows(), 0);
        prop_assert!(game.ghost_y() <= Some(falling.piece().y));
        prop_assert_eq!(game.queued().count(), 0);
    }
    prop_assert_eq!(game.clear_ticks() > 0, game.board().full_rows() > 0);
    prop_assert_eq!(
        game.tally().level(),
        (1 + game.tally().lines() / 10).min(29)
    );
    if game.scene() != Scene::GameOver {
        let cells = (0..24).flat_map(|y| (0..10).map(move |x| (x, y)));
        let found = cells
            .filter(|&(x, y)| game.board().cell(x, y).is_some())
            .count();
        prop_assert_eq!(found % 10, settled_cells(game) % 10);
    }
    Ok(())
}

proptest! {
    #[test]
    fn any_play_keeps_the_game_sound(
        shapes in prop::collection::vec(0_usize..7, 60),
        steps in prop::collection::vec((any_action(), any::<bool>(), 0_u32..12), 1..150),
    ) {
        let mut game = Game::new(1);
        let varied = shapes.into_iter().map(|index| Shape::ALL[index]);
        for shape in varied.chain(std::iter::repeat(I)).take(SUPPLIED) {
            game.supply(shape);
        }
        game.press(Action::Start);
        let mut score = 0;
        for (action, released, pause) in steps {
            game.press(action);
            if released {
                game.release(action);
            }
            for _ in 0..pause {
                game.tick();
                check_invariants(&game)?;
            }
            prop_assert!(game.tally().score() >= score);
            score = game.tally().score();
        }
    }

    #[test]
    fn same_stream_gives_the_same_game(
        steps in prop::collection::vec((any_action(), 0_u32..5), 1..60),
    ) {
        let play = || {
            let mut game = playing(&[T, S, Z, J, L, I], &[]);
            for &(action, pause) in &steps {
                press_all(&mut game, &[action]);
                ticks(&mut game, pause);
            }
            format!("{game:?}")
        };
        prop_assert_eq!(play(), play());
    }
}
