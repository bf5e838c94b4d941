//! The engine in gates and the golden model play the same games. They are compared after every
//! press and every tick.

#![allow(clippy::unwrap_used)] // Players of tests, which clippy does not see as tests.

use gatefall_golden::{Action, End, Mode, Outcome, Settings, Side, SpeedCurve, Turn};
use gatefall_lockstep::falling_blocks::{best, Gates, Kind, Pair, Step};
use std::cmp::Ordering;

/// A player with mostly good moves, so that games last, and some random ones.
struct Bot {
    side: Side,
    random: fastrand::Rng,
}

impl Bot {
    fn play(&mut self, pair: &mut Pair, pieces: usize) {
        for _ in 0..pieces {
            if pair.is_over() {
                pair.start().unwrap();
            }
            match self.random.u32(0..10) {
                0 => self.fumble(pair, 40),
                1 => self.spin(pair),
                _ => self.place(pair),
            }
        }
    }

    /// Moves the falling piece to a good place, and presses random keys while rows clear.
    fn place(&mut self, pair: &mut Pair) {
        self.aim(pair);
        for _ in 0..self.random.u32(0..4) {
            pair.step(Step::Tick).unwrap();
        }
        pair.tap(self.side, Action::HardDrop).unwrap();
        for _ in 0..LONGEST_PAUSE {
            if self.column(pair).is_some() || pair.is_over() {
                return;
            }
            if self.random.u32(0..6) == 0 {
                self.random_press(pair);
            }
            pair.step(Step::Tick).unwrap();
        }
        panic!("no piece follows");
    }

    /// The same without a wrong key.
    fn place_calmly(&mut self, pair: &mut Pair) {
        for _ in 0..LONGEST_PAUSE {
            if self.column(pair).is_some() {
                self.aim(pair);
                pair.tap(self.side, Action::HardDrop).unwrap();
                return;
            }
            pair.step(Step::Tick).unwrap();
        }
        panic!("no piece follows");
    }

    /// Column of the falling piece.
    fn column(&self, pair: &Pair) -> Option<i32> {
        let falling = pair.player(self.side).falling();
        falling.map(|falling| falling.piece().x)
    }

    fn aim(&mut self, pair: &mut Pair) {
        let player = pair.player(self.side);
        let Some(falling) = player.falling() else {
            return;
        };
        let target = best(player, falling.piece());
        for _ in 0..target.turns {
            pair.tap(self.side, Action::Turn(Turn::Clockwise)).unwrap();
        }
        for _ in 0..10 {
            match self.column(pair).map(|x| target.x.cmp(&x)) {
                Some(Ordering::Less) => pair.tap(self.side, Action::Left).unwrap(),
                Some(Ordering::Greater) => pair.tap(self.side, Action::Right).unwrap(),
                _ => break,
            }
        }
    }

    /// Slides a piece down to the ground and turns it there, under any overhang.
    fn spin(&mut self, pair: &mut Pair) {
        for _ in 0..self.random.u32(0..8) {
            self.random_press(pair);
        }
        pair.step(Step::Press(self.side, Action::SoftDrop)).unwrap();
        for _ in 0..70 {
            pair.step(Step::Tick).unwrap();
        }
        pair.step(Step::Release(self.side, Action::SoftDrop))
            .unwrap();
        for _ in 0..self.random.u32(1..6) {
            let turn = [Turn::Clockwise, Turn::Counter][self.random.usize(0..2)];
            pair.tap(self.side, Action::Turn(turn)).unwrap();
            if self.random.bool() {
                pair.step(Step::Tick).unwrap();
            }
        }
        for _ in 0..40 {
            pair.step(Step::Tick).unwrap();
        }
    }

    /// Presses, holds and releases keys at random.
    fn fumble(&mut self, pair: &mut Pair, steps: usize) {
        for _ in 0..steps {
            match self.random.u32(0..4) {
                0 => self.random_press(pair),
                1 => {
                    let held = [Action::Left, Action::Right, Action::SoftDrop];
                    pair.step(Step::Release(self.side, held[self.random.usize(0..3)]))
                        .unwrap();
                }
                _ => pair.step(Step::Tick).unwrap(),
            }
            if pair.is_over() {
                break;
            }
        }
        for held in [Action::Left, Action::Right, Action::SoftDrop] {
            pair.step(Step::Release(self.side, held)).unwrap();
        }
    }

    fn random_press(&mut self, pair: &mut Pair) {
        let actions = [
            Action::Left,
            Action::Left,
            Action::Right,
            Action::Right,
            Action::Turn(Turn::Clockwise),
            Action::Turn(Turn::Clockwise),
            Action::Turn(Turn::Counter),
            Action::Turn(Turn::Counter),
            Action::SoftDrop,
            Action::Hold,
            Action::HardDrop,
        ];
        pair.step(Step::Press(
            self.side,
            actions[self.random.usize(0..actions.len())],
        ))
        .unwrap();
    }
}

const MARATHON: Kind = Kind::One(Mode::Marathon);
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

fn bot(side: Side, seed: u64) -> Bot {
    Bot {
        side,
        random: fastrand::Rng::with_seed(seed),
    }
}

#[test]
fn random_games_agree_with_the_golden_model() {
    for seed in 0..4 {
        let name = format!("seed {seed}");
        let mut pair = Pair::new(&name, MARATHON, Settings::default(), 1000 + 77 * seed).unwrap();
        bot(Side::One, seed).play(&mut pair, 200);
    }
}

#[test]
fn games_of_sixteen_rows_agree_with_the_golden_model() {
    let settings = Settings {
        visible_rows: 16,
        ..Settings::default()
    };
    for seed in 0..2 {
        let name = format!("sixteen rows, seed {seed}");
        let mut pair = Pair::new(&name, MARATHON, settings, 400 + 91 * seed).unwrap();
        bot(Side::One, 4000 + seed).play(&mut pair, 200);
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
        let name = format!("wild seed {seed}");
        let mut pair = Pair::new(&name, MARATHON, Settings::default(), 5000 + 131 * seed).unwrap();
        let mut bot = bot(Side::One, 1000 + seed);
        for _ in 0..10 {
            if pair.is_over() {
                pair.start().unwrap();
            }
            bot.fumble(&mut pair, 400);
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
    for (seed, settings) in (0..).zip(all.into_iter().chain(of_handling)) {
        let name = format!("{settings:?}");
        let mut pair = Pair::new(&name, MARATHON, settings, 7000 + 61 * seed).unwrap();
        bot(Side::One, 2000 + seed).play(&mut pair, 60);
    }
}

#[test]
fn a_sprint_is_finished_by_its_fortieth_line() {
    let kind = Kind::One(Mode::Sprint);
    let mut pair = Pair::new("sprint", kind, Settings::default(), 333).unwrap();
    let mut bot = bot(Side::One, 5);
    to_the_end(&mut pair, |pair| bot.place_calmly(pair));
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
    let mut bot = bot(Side::One, 8);
    to_the_end(&mut pair, |pair| bot.place_calmly(pair));
    assert_eq!(pair.end(Side::One).unwrap(), Some(End::Finished));
    assert!(pair.player(Side::One).tally().lines() >= 150);
    assert_eq!(pair.player(Side::One).tally().level(), 16);
}

#[test]
fn an_ultra_ends_when_its_time_is_up() {
    let kind = Kind::One(Mode::Ultra);
    let mut pair = Pair::new("ultra", kind, Settings::default(), 222).unwrap();
    bot(Side::One, 6).play(&mut pair, 20);
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

/// Plays matches. Returns how they ended, and the most rows that waited for a player.
fn matches(name: &str, garbage: bool, seed: u64, turns: usize) -> (Vec<Outcome>, u32) {
    matches_with(Settings::default(), name, garbage, seed, turns)
}

fn matches_with(
    settings: Settings,
    name: &str,
    garbage: bool,
    seed: u64,
    turns: usize,
) -> (Vec<Outcome>, u32) {
    let kind = Kind::Two { garbage };
    let mut pair = Pair::new(name, kind, settings, 9000 + 31 * seed).unwrap();
    let mut bots = Side::BOTH.map(|side| bot(side, 3000 + 2 * seed + side as u64));
    let (mut outcomes, mut most_waiting) = (Vec::new(), 0);
    for _ in 0..turns {
        for bot in &mut bots {
            if pair.is_over() {
                outcomes.extend(pair.outcome());
                for side in Side::BOTH {
                    pair.end(side).unwrap();
                }
                pair.start().unwrap();
            }
            bot.play(&mut pair, 1);
            for side in Side::BOTH {
                let pending = pair.player(side).pending();
                most_waiting = most_waiting.max(pending.batches().map(|batch| batch.rows).sum());
            }
        }
    }
    (outcomes, most_waiting)
}

#[test]
fn matches_with_garbage_agree_with_the_golden_model() {
    let mut most_waiting = 0;
    for seed in 0..3 {
        let (_, waiting) = matches(&format!("versus seed {seed}"), true, seed, 120);
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
            matches_with(settings, &name, garbage, seed, 60);
        }
    }
}

#[test]
fn races_agree_with_the_golden_model() {
    let (_, waiting) = matches("race", false, 40, 80);
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
