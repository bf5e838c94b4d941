//! Invariants of random play.

use super::*;
use proptest::prelude::*;

fn any_action() -> impl Strategy<Value = Action> {
    prop_oneof![
        3 => Just(Action::Left),
        3 => Just(Action::Right),
        1 => Just(Action::SoftDrop),
        3 => Just(CW),
        2 => Just(CCW),
        3 => Just(Action::HardDrop),
        1 => Just(Action::Hold),
    ]
}

/// Number of shapes supplied to a game of the property test.
const SUPPLIED: usize = 460;

/// Cells of settled pieces: those of every spawned shape that is neither falling nor held.
fn settled_cells(player: &Player) -> usize {
    let spawned = SUPPLIED - player.supply.len();
    let loose = usize::from(player.falling().is_some()) + usize::from(player.hold().is_some());
    4 * (spawned - loose)
}

/// Checks the invariants of a player's state.
fn check_invariants(player: &Player) -> Result<(), TestCaseError> {
    if let Some(falling) = player.falling() {
        prop_assert!(player.board().fits(falling.piece()));
        prop_assert!(falling.resets() <= 15 && falling.lock_timer() < 30);
        prop_assert_eq!(player.board().full_rows(), 0);
        prop_assert!(player.ghost_y() <= Some(falling.piece().y));
        prop_assert_eq!(player.queued().count(), 0);
    }
    // A piece that locks above the visible rows may fill a row, which stays after the end.
    let clears = player.board().full_rows() > 0 && player.end().is_none();
    prop_assert_eq!(player.clear_ticks() > 0, clears);
    prop_assert_eq!(
        player.tally().level(),
        (1 + player.tally().lines() / 10).min(29)
    );
    if player.end().is_none() {
        let cells = (0..24).flat_map(|y| (0..10).map(move |x| (x, y)));
        let found = cells
            .filter(|&(x, y)| player.board().cell(x, y).is_some())
            .count();
        prop_assert_eq!(found % 10, settled_cells(player) % 10);
    }
    Ok(())
}

/// Random play too rarely fills a row above the field to cover this.
#[test]
fn a_row_that_a_lock_out_fills_breaks_no_property() {
    let mut player = playing(&[O], &[]);
    player.put(Rotation::Spawn, 3, 19);
    let mut rows = vec!["JJJJ..JJJJ"];
    rows.extend(["....JJ...."; 20]);
    player.set_board(&rows);
    player.press(Action::HardDrop);
    assert_eq!(
        (player.end(), player.board().full_rows()),
        (Some(End::ToppedOut), 1)
    );
    check_invariants(&player).unwrap();
}

proptest! {
    #[test]
    fn any_play_keeps_the_game_sound(
        shapes in prop::collection::vec(0_usize..7, 60),
        steps in prop::collection::vec((any_action(), any::<bool>(), 0_u32..12), 1..150),
    ) {
        let mut player = Player::new(
            Course::of_one(Mode::Marathon, &Settings::default()),
            Settings::default(),
        );
        let varied = shapes.into_iter().map(|index| Shape::ALL[index]);
        for shape in varied.chain(std::iter::repeat(I)).take(SUPPLIED) {
            player.supply(shape);
        }
        player.start();
        let mut score = 0;
        for (action, released, pause) in steps {
            player.press(action);
            if released {
                player.release(action);
            }
            for _ in 0..pause {
                player.tick();
                check_invariants(&player)?;
            }
            prop_assert!(player.tally().score() >= score);
            score = player.tally().score();
        }
    }

    #[test]
    fn same_stream_gives_the_same_game(
        steps in prop::collection::vec((any_action(), 0_u32..5), 1..60),
    ) {
        let play = || {
            let mut player = playing(&[T, S, Z, J, L, I], &[]);
            for &(action, pause) in &steps {
                press_all(&mut player, &[action]);
                ticks(&mut player, pause);
            }
            format!("{player:?}")
        };
        prop_assert_eq!(play(), play());
    }
}
