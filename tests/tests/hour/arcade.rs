//! The same for the whole game: sessions at the keyboard follow each other without a power-off.

use super::{HOUR, MAX_COMBO, MAX_LEVEL, MAX_LINES, MAX_SCORE, MAX_TIMED_LEVEL};
use gatefall_golden::arcade::{Statistics, MAX_TIME};
use gatefall_golden::{Arcade, Counts, Mode, Page, Side};
use gatefall_lockstep::arcade::{Coverage, Failure, Pair, RandomPlayer, Skill, Step};
use gatefall_lockstep::falling_blocks::Aim;
use gatefall_lockstep::fault::planted;
use gatefall_tests::{record, seed};
use std::collections::BTreeMap;

/// Ticks of the short form.
const SHORT: u64 = 2_500;
/// The statistics with which a game goes on, and their limits.
const NEAR: Statistics = Statistics {
    pieces: 9_990,
    quads: 998,
    spins: 998,
    combo: 0,
    sent: 998,
};
const MOST: Statistics = Statistics {
    pieces: 9_999,
    quads: 999,
    spins: 999,
    combo: MAX_COMBO as u32,
    sent: 999,
};

/// Games with counters that begin near their limits.
struct Hour {
    pair: Pair,
    ticks: u64,
    games: u64,
    /// Players whose counters are set in the current game.
    set: Vec<Side>,
    /// A pause may have changed the goal of the next game.
    has_paused: bool,
    coverage: Coverage,
    /// Placements before the counters were set.
    before: u64,
    /// Games that ended with a counter of a player at its limit, by its name.
    full: BTreeMap<&'static str, u64>,
}

impl Hour {
    fn new(mut pair: Pair) -> Hour {
        pair.switch_on();
        Hour {
            pair,
            ticks: 0,
            games: 0,
            set: Vec::new(),
            has_paused: false,
            coverage: Coverage::default(),
            before: 0,
            full: BTreeMap::new(),
        }
    }

    /// Plays the sessions of these seeds until so many ticks have passed.
    fn play(&mut self, mut seed: u64, ticks: u64) -> Result<(), Box<Failure>> {
        let mut player = player(seed);
        while self.ticks < ticks {
            match player.next(self.pair.model()) {
                Some(step) => self.step(step)?,
                None => {
                    seed = seed.wrapping_add(1);
                    player = self::player(seed);
                }
            }
        }
        Ok(())
    }

    fn step(&mut self, step: Step) -> Result<(), Box<Failure>> {
        self.pair.step(step)?;
        self.ticks += u64::from(matches!(step, Step::Tick | Step::Frame));
        match self.pair.model().page() {
            Page::Play => {
                for &side in self.pair.model().sides() {
                    if self.can_set(side) {
                        self.set(side)?;
                    }
                }
                Ok(())
            }
            Page::GameOver if !self.set.is_empty() => self.end(),
            Page::Title | Page::Menu(_) | Page::Countdown(_) => {
                self.set.clear();
                self.has_paused = false;
                Ok(())
            }
            Page::Paused(_) => {
                self.has_paused = true;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// The counters of a game are set when its keys are no more shown, which depends on the pieces.
    fn can_set(&self, side: Side) -> bool {
        let model = self.pair.model();
        let is_in_time = model.knows_keys() && !model.is_recorded() && !self.has_paused;
        is_in_time && !self.set.contains(&side)
    }

    /// Sets the counters of a player of a game that has begun.
    fn set(&mut self, side: Side) -> Result<(), Box<Failure>> {
        if self.set.is_empty() {
            self.games += 1;
            self.before = self.placements();
        }
        self.set.push(side);
        let model = self.pair.model();
        let (quads, sent) = match model.is_two() {
            true => (0, NEAR.sent),
            false => (NEAR.quads, 0),
        };
        let statistics = Statistics {
            quads,
            sent,
            combo: model.books().statistics(side).combo,
            ..NEAR
        };
        let counts = near(model, side);
        self.pair.step(Step::Counts(side, counts))?;
        self.pair.step(Step::Statistics(side, statistics))?;
        match goes_up(self.pair.model()) {
            true => self.pair.step(Step::Clock(MAX_TIME - 10)),
            false => Ok(()),
        }
    }

    /// Each of these counters was at its limit when a game ended.
    fn check(&self, counters: &[&str]) {
        for counter in counters {
            let count = self.full.get(counter);
            assert!(count > Some(&0), "no full {counter}: {:?}", self.full);
        }
    }

    /// Pieces that locked in all games.
    fn placements(&mut self) -> u64 {
        self.coverage.add(&self.pair.take_coverage());
        self.coverage.placements()
    }

    /// Notes which counters are at their limits when a game has ended, and compares the picture
    /// with its results.
    fn end(&mut self) -> Result<(), Box<Failure>> {
        self.set.clear();
        self.pair.step(Step::Frame)?;
        let placed = self.placements() - self.before;
        let model = self.pair.model();
        let mut full = vec![("time", goes_up(model) && model.books().time() == MAX_TIME)];
        let enough = u64::from(MOST.pieces - NEAR.pieces) * model.sides().len() as u64;
        for &side in model.sides() {
            let tally = model.player(side).map(|player| player.tally());
            let counts = model.books().statistics(side);
            let has_locked = counts.pieces == MOST.pieces && placed > enough;
            full.extend([
                (
                    "score",
                    tally.is_some_and(|tally| tally.score() == MAX_SCORE),
                ),
                (
                    "lines",
                    tally.is_some_and(|tally| tally.lines() > MAX_LINES),
                ),
                ("pieces", has_locked),
                ("T-spins", counts.spins == MOST.spins),
                ("rows sent", counts.sent == MOST.sent),
            ]);
        }
        for (name, is_full) in full {
            *self.full.entry(name).or_default() += u64::from(is_full);
        }
        Ok(())
    }
}

/// The player of a session. Every other one plays well.
fn player(seed: u64) -> RandomPlayer {
    let player = RandomPlayer::new(seed);
    match seed % 4 {
        0 => player.with_skill(Skill::Aims(Aim::Low)),
        2 => player.with_skill(Skill::Aims(Aim::FourRows)),
        _ => player,
    }
}

/// The time of this game goes up to a limit.
fn goes_up(model: &Arcade) -> bool {
    !model.is_two() && model.mode_of_one() != Mode::Ultra
}

/// Counts near their limits. A goal keeps the lines of a game low.
fn near(model: &Arcade, side: Side) -> Counts {
    let tally = model.player(side).expect("a game has begun").tally();
    let is_versus = model.is_two() && model.chosen().mode_of_two == 0;
    let is_sprint = !model.is_two() && model.mode_of_one() == Mode::Sprint;
    let is_short = model.mode_of_one() == Mode::Marathon && model.chosen().goal > 0;
    let (lines, level) = match model.is_two() {
        true if is_versus => (MAX_LINES - 1, MAX_TIMED_LEVEL),
        false if is_sprint => (tally.lines(), tally.level()),
        false if is_short => (139, MAX_LEVEL),
        false => (MAX_LINES - 1, MAX_LEVEL),
        true => (tally.lines(), tally.level()),
    };
    Counts {
        score: MAX_SCORE - 99,
        lines,
        level,
        combo: tally.combo(),
    }
}

/// Plays the sessions of seeds from this one on for so many ticks.
fn play(seed: u64, ticks: u64) -> Hour {
    let mut hour = Hour::new(Pair::default());
    let played = hour.play(seed, ticks);
    played.unwrap_or_else(|failure| panic!("seed {seed}, game {}: {failure}", hour.games));
    hour
}

#[test]
fn counters_of_the_whole_game_stop_at_their_limits() {
    let hour = play(8, SHORT);
    hour.check(&["score", "pieces"]);
}

#[test]
#[ignore = "takes minutes"]
fn an_hour_of_the_whole_game() {
    let mut hour = play(seed(1), HOUR);
    let placements = hour.placements();
    // Few games of versus last until a player has sent enough rows.
    hour.check(&["score", "lines", "pieces", "T-spins", "time"]);
    let mut figures = vec![
        ("ticks", hour.ticks),
        ("inputs", hour.coverage.inputs),
        ("placements", placements),
        ("games", hour.games),
    ];
    let names = hour.full.iter();
    let names: Vec<_> = names
        .map(|(name, count)| (format!("games with full {name}"), *count))
        .collect();
    figures.extend(names.iter().map(|(name, count)| (name.as_str(), *count)));
    record("whole game", &figures);
}

#[test]
fn a_count_of_the_results_that_does_not_stop_is_found() {
    let (text, instead) = (
        "(mux at_end overflows is_walking)",
        "(mux at_end 1'h0 is_walking)",
    );
    let change = |netlist| planted(&netlist, "decimal_unit", text, instead);
    let mut hour = Hour::new(Pair::changed(change));
    let found = hour.play(8, SHORT).expect_err("a counter goes on");
    let what = found.difference.what;
    assert!(what.starts_with("the picture of GameOver"), "{what}");
}
