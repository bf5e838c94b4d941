//! The engine in gates and the golden model play the same games. They are compared after every
//! press and every tick.

#![allow(clippy::unwrap_used)] // Players of tests, which clippy does not see as tests.

mod engine_faults;

use gatefall_golden::{Action, End, Mode, Outcome, Settings, Side, SpeedCurve, Turn};
use gatefall_lockstep::falling_blocks::{best, EngineSession, Gates, Kind, Pair, Played, Step};
use gatefall_tests::{kept_seeds, record, seed, share, with_seed, Work};

const MARATHON: Kind = Kind::One(Mode::Marathon);
/// Placements of a session of random kind.
const PLACEMENTS_OF_SESSION: u64 = 100;
/// Ticks without a falling piece, far more than any rule has.
const LONGEST_PAUSE: u32 = 1_000;
/// Turns of a game, far more than a field has room for.
const MOST_TURNS: u32 = 5_000;

/// Takes turns until the game is over.
fn to_the_end(pair: &mut Pair, mut turn: impl FnMut(&mut Pair)) {
    for _ in 0..MOST_TURNS {
        if pair.is_over() {
            return;
        }
        turn(pair);
    }
    panic!("the game goes on after {MOST_TURNS} turns");
}

/// Waits for the next piece and drops it where the board becomes lowest.
fn place_best(pair: &mut Pair) {
    for _ in 0..LONGEST_PAUSE {
        let player = pair.player(Side::One);
        let Some(falling) = player.falling() else {
            pair.step(Step::Tick).unwrap();
            continue;
        };
        let piece = falling.piece();
        let target = best(player, piece);
        for _ in 0..target.turns {
            pair.tap(Side::One, Action::Turn(Turn::Clockwise)).unwrap();
        }
        let shift = match target.x < piece.x {
            true => Action::Left,
            false => Action::Right,
        };
        for _ in 0..target.x.abs_diff(piece.x) {
            pair.tap(Side::One, shift).unwrap();
        }
        pair.tap(Side::One, Action::HardDrop).unwrap();
        return;
    }
    panic!("no piece follows");
}

/// Plays games of one player: pieces that lock.
fn play(name: &str, settings: Settings, seed: u64, pieces: u32) {
    let mut session = EngineSession::new(name, MARATHON, settings, seed).unwrap();
    for _ in 0..pieces {
        session.place(Side::One).unwrap();
    }
}

#[test]
fn random_games_agree_with_the_golden_model() {
    for seed in 0..4 {
        play("random", Settings::default(), seed, 200);
    }
}

#[test]
fn games_of_sixteen_rows_agree_with_the_golden_model() {
    let settings = Settings {
        visible_rows: 16,
        ..Settings::default()
    };
    for seed in 4..6 {
        play("sixteen rows", settings, seed, 200);
    }
    let mut pair = Pair::new("sixteen rows, unattended", MARATHON, settings, 17).unwrap();
    to_the_end(&mut pair, |pair| {
        pair.tap(Side::One, Action::HardDrop).unwrap();
    });
    assert!(pair.player(Side::One).board().occupied(4, 14));
}

#[test]
fn wild_presses_agree_with_the_golden_model() {
    for seed in 0..4 {
        let mut session = EngineSession::new("wild", MARATHON, Settings::default(), seed).unwrap();
        for _ in 0..10 {
            if session.pair().is_over() {
                session.pair().start().unwrap();
            }
            session.fumble(Side::One, 400).unwrap();
        }
    }
}

#[test]
fn all_settings_agree_with_the_golden_model() {
    let settings = |start_level, das, arr, soft_drop_factor, hold, curve| Settings {
        start_level,
        das,
        arr,
        soft_drop_factor,
        hold,
        curve,
        ..Settings::default()
    };
    let all = [
        settings(15, 1, 0, 40, true, SpeedCurve::Formula),
        settings(10, 30, 10, 5, false, SpeedCurve::Nes),
        settings(9, 4, 1, 10, true, SpeedCurve::Nes),
        settings(5, 2, 7, 20, true, SpeedCurve::Formula),
    ];
    let handling = |lock_ticks, resets, clear_delay, delay_cut, guard, instant_drop| Settings {
        lock_ticks,
        resets,
        clear_delay,
        delay_cut,
        guard,
        instant_drop,
        start_level: 8,
        ..Settings::default()
    };
    let of_handling = [
        handling(10, Some(0), 0, 20, 20, true),
        handling(60, None, 40, 1, 1, false),
        handling(33, Some(7), 1, 6, 3, true),
        handling(31, Some(15), 32, 0, 0, false),
    ];
    for (seed, settings) in (20..).zip(all.into_iter().chain(of_handling)) {
        play(&format!("{settings:?}"), settings, seed, 60);
    }
}

/// Plays sessions of random kinds and settings, of twenty rows or sixteen. They are determined by
/// their seeds.
fn sessions(seeds: &[u64], work: &Work) -> (u64, Played) {
    let parts = share(seeds, |seeds| {
        let mut by_rows = [20, 16].map(|visible_rows| {
            let settings = Settings {
                visible_rows,
                ..Settings::default()
            };
            EngineSession::new("any", MARATHON, settings, 0).unwrap()
        });
        let mut count = 0;
        for &seed in seeds.take_while(|_| !work.is_over()) {
            let session = &mut by_rows[usize::from(seed % 4 == 3)];
            with_seed(seed, || {
                session.begin_at_random(seed).unwrap();
                let end = session.played().placements + PLACEMENTS_OF_SESSION;
                while session.played().placements < end {
                    for &side in session.pair().sides() {
                        session.place(side).unwrap();
                    }
                }
            });
            count += 1;
        }
        (count, by_rows.map(|session| session.played()))
    });
    let mut all = (0, Played::default());
    for (count, played) in parts {
        all.0 += count;
        played.iter().for_each(|played| all.1.add(played));
    }
    all
}

#[test]
fn games_of_all_kinds_and_settings_agree_with_the_golden_model() {
    let seeds: Vec<u64> = (0..40).chain(kept_seeds("engine")).collect();
    let (count, played) = sessions(&seeds, &Work::wanted());
    assert_eq!(count, seeds.len() as u64);
    assert!(played.placements >= 40 * PLACEMENTS_OF_SESSION);
    assert!(played.clears.iter().all(|&clears| clears > 0), "{played:?}");
}

#[test]
#[ignore = "takes minutes"]
fn a_million_placements_agree_with_the_golden_model() {
    let work = Work::wanted();
    let part = work.part(1_000_000 / PLACEMENTS_OF_SESSION);
    let first = seed(1);
    let seeds: Vec<u64> = part.map(|session| first.wrapping_add(session)).collect();
    let (count, played) = sessions(&seeds, &work);
    let figures = [
        ("sessions", count),
        ("placements", played.placements),
        ("inputs", played.steps),
        ("games", played.games),
        ("spins", played.spins),
    ];
    record("", &figures);
}

#[test]
fn a_sprint_is_finished_by_its_fortieth_line() {
    let kind = Kind::One(Mode::Sprint);
    let mut pair = Pair::new("sprint", kind, Settings::default(), 333).unwrap();
    to_the_end(&mut pair, place_best);
    assert_eq!(pair.end(Side::One).unwrap(), Some(End::Finished));
    assert!(pair.player(Side::One).tally().lines() >= 40);
    assert_eq!(pair.player(Side::One).tally().level(), 1);
}

#[test]
fn a_marathon_with_a_goal_is_finished_by_its_150th_line() {
    let settings = Settings {
        marathon_goal: Some(150),
        clear_delay: 0,
        ..Settings::default()
    };
    let mut pair = Pair::new("marathon", MARATHON, settings, 444).unwrap();
    to_the_end(&mut pair, place_best);
    assert_eq!(pair.end(Side::One).unwrap(), Some(End::Finished));
    assert!(pair.player(Side::One).tally().lines() >= 150);
    assert_eq!(pair.player(Side::One).tally().level(), 16);
}

#[test]
fn an_ultra_ends_when_its_time_is_up() {
    let kind = Kind::One(Mode::Ultra);
    let mut session = EngineSession::new("ultra", kind, Settings::default(), 222).unwrap();
    for _ in 0..20 {
        session.place(Side::One).unwrap();
    }
    let pair = session.pair();
    pair.time_up().unwrap();
    assert!(pair.is_over());
    assert_eq!(pair.end(Side::One).unwrap(), Some(End::Finished));
}

#[test]
fn a_piece_that_locks_when_time_is_up_is_counted_before_the_end() {
    let mut gates = Gates::new(&[], 20);
    for clocks in (0..1500).step_by(20) {
        gates.new_game().unwrap();
        let [at_end, at_rest] = gates.drop_and_time_up(clocks).unwrap();
        assert_eq!(at_end, at_rest, "time is up {clocks} clocks after the drop");
    }
}

#[test]
fn an_unattended_game_ends_by_topping_out() {
    let mut pair = Pair::new("unattended", MARATHON, Settings::default(), 4242).unwrap();
    for _ in 0..60 * 60 * 6 {
        pair.step(Step::Tick).unwrap();
        if pair.is_over() {
            assert!(pair.player(Side::One).board().occupied(4, 18));
            assert_eq!(pair.end(Side::One).unwrap(), Some(End::ToppedOut));
            return;
        }
    }
    panic!("the game went on for six minutes");
}

/// Plays matches. Returns the most rows that waited for a player.
fn matches(settings: Settings, name: &str, garbage: bool, seed: u64, turns: usize) -> u32 {
    let kind = Kind::Two { garbage };
    let mut session = EngineSession::new(name, kind, settings, seed).unwrap();
    let mut most_waiting = 0;
    for _ in 0..turns {
        for side in Side::BOTH {
            session.place(side).unwrap();
            for side in Side::BOTH {
                let pending = session.pair().player(side).pending();
                most_waiting = most_waiting.max(pending.batches().map(|batch| batch.rows).sum());
            }
        }
    }
    most_waiting
}

#[test]
fn matches_with_garbage_agree_with_the_golden_model() {
    let mut most_waiting = 0;
    for seed in 0..3 {
        let waiting = matches(Settings::default(), "versus", true, seed, 120);
        most_waiting = most_waiting.max(waiting);
    }
    assert!(most_waiting > 0, "nobody ever sent a row");
}

#[test]
fn matches_with_other_handling_agree_with_the_golden_model() {
    for (seed, clear_delay, resets) in [(60, 0, None), (61, 40, Some(2))] {
        let settings = Settings {
            clear_delay,
            resets,
            delay_cut: 4,
            guard: 2,
            instant_drop: clear_delay == 0,
            lock_ticks: 20,
            race_goal: 20,
            ..Settings::default()
        };
        for garbage in [true, false] {
            let name = format!("clear delay {clear_delay}, garbage {garbage}");
            matches(settings, &name, garbage, seed, 60);
        }
    }
}

#[test]
fn races_agree_with_the_golden_model() {
    let waiting = matches(Settings::default(), "race", false, 40, 80);
    assert_eq!(waiting, 0);
}

#[test]
fn whoever_drops_without_looking_loses_the_match() {
    let kind = Kind::Two { garbage: true };
    for loser in Side::BOTH {
        let name = format!("{loser:?} loses");
        let mut pair = Pair::new(&name, kind, Settings::default(), 600).unwrap();
        to_the_end(&mut pair, |pair| {
            pair.tap(loser, Action::HardDrop).unwrap();
            pair.step(Step::Tick).unwrap();
        });
        assert_eq!(pair.outcome(), Some(Outcome::Won(loser.other())));
        assert_eq!(pair.end(loser).unwrap(), Some(End::ToppedOut));
        assert_eq!(pair.end(loser.other()).unwrap(), None);
    }
}

#[test]
fn who_both_top_out_on_one_tick_have_drawn() {
    let kind = Kind::Two { garbage: true };
    let mut pair = Pair::new("draw", kind, Settings::default(), 700).unwrap();
    to_the_end(&mut pair, |pair| {
        // Both press before the same tick; they get the same pieces.
        for side in Side::BOTH {
            pair.tap(side, Action::HardDrop).unwrap();
        }
        pair.step(Step::Tick).unwrap();
    });
    assert_eq!(pair.outcome(), Some(Outcome::Draw));
}
