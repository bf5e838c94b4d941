//! Invariants of random matches.

use super::*;
use proptest::prelude::*;

const ACTIONS: [Action; 8] = [
    Action::Left,
    Action::Right,
    Action::SoftDrop,
    Action::Turn(Turn::Clockwise),
    Action::Turn(Turn::Counter),
    Action::HardDrop,
    Action::HardDrop,
    Action::Hold,
];

/// Random steps: side, action, release of the key, and number of ticks.
fn steps() -> impl Strategy<Value = Vec<(Side, Action, bool, u32)>> {
    let side = prop_oneof![Just(One), Just(Two)];
    let action = prop::sample::select(ACTIONS.as_slice());
    prop::collection::vec((side, action, any::<bool>(), 0_u32..20), 1..150)
}

fn shapes() -> impl Strategy<Value = Vec<Shape>> {
    prop::collection::vec(prop::sample::select(Shape::ALL.as_slice()), 400)
}

/// Checks the invariants of a player's state.
fn check_invariants(player: &Player) -> Result<(), TestCaseError> {
    let board = player.board();
    // A piece that locks above the visible rows may fill a row, which stays.
    let clears = board.full_rows() > 0 && player.end().is_none();
    prop_assert_eq!(player.clear_ticks() > 0, clears);
    prop_assert!(player
        .pending()
        .batches()
        .all(|batch| (1..=15).contains(&batch.rows)));
    prop_assert!(player.pending().batches().count() <= 8);
    if let Some(falling) = player.falling() {
        prop_assert!(board.fits(falling.piece()));
        prop_assert!(player.end().is_none());
    }
    // A garbage row keeps its hole, or a piece fills it. So it has nine cells of garbage or none.
    for y in 0..24 {
        let garbage = (0..10).filter(|&x| board.cell(x, y) == Some(Cell::Garbage));
        prop_assert!([0, 9].contains(&garbage.count()));
    }
    Ok(())
}

proptest! {
    #[test]
    fn any_match_stays_sound(shapes in shapes(), steps in steps(), sent in 0_u32..8) {
        let mut game = playing(Match::versus(Settings::default()), &shapes);
        for hole in (0..10).cycle().take(400) {
            supply_holes(&mut game, One, &[hole]);
            supply_holes(&mut game, Two, &[(hole * 3) % 10]);
        }
        for (side, action, released, count) in steps {
            game.press(side, action);
            if released {
                game.release(side, action);
            }
            if action == Action::Hold && game.scene() == Scene::Play {
                // Clears are rare in random play.
                game.send(side, sent);
            }
            for _ in 0..count {
                game.tick();
                Side::BOTH.iter().try_for_each(|&side| check_invariants(game.player(side)))?;
                let ends = Side::BOTH.map(|side| game.player(side).end().is_some());
                prop_assert_eq!(game.outcome().is_some(), ends.contains(&true));
                prop_assert_eq!(game.scene() == Scene::GameOver, game.outcome().is_some());
                prop_assert_eq!(game.outcome() == Some(Outcome::Draw), ends == [true, true]);
            }
        }
    }

    #[test]
    fn race_is_two_games_until_one_ends(shapes in shapes(), steps in steps()) {
        let mut race = playing(Match::race(Settings::default()), &shapes);
        let mut games = Side::BOTH.map(|_| {
            let mut game = Game::new(Mode::Sprint, Settings::default());
            for &shape in shapes.iter().chain(&[O; 200]) {
                game.supply(shape);
            }
            game.press(Action::Start);
            game
        });
        for (side, action, released, count) in steps {
            race.press(side, action);
            games[side as usize].press(action);
            if released {
                race.release(side, action);
                games[side as usize].release(action);
            }
            for _ in 0..count {
                race.tick();
                games.iter_mut().for_each(Game::tick);
            }
            if race.outcome().is_some() {
                break;
            }
            for side in Side::BOTH {
                let alone = format!("{:?}", games[side as usize].player());
                prop_assert_eq!(format!("{:?}", race.player(side)), alone);
            }
        }
    }
}
