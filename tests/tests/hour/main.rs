//! Games of the engine and of the golden model for an hour of ticks, with counters that begin near
//! their limits. They are compared after every press and tick.

#![allow(clippy::unwrap_used)] // Players of tests, which clippy does not see as tests.

mod arcade;

use gatefall_games::falling_blocks::engine::game_engine::GameEngine;
use gatefall_golden::{
    Action, Batch, Cell, Counts, Mode, Player, Settings, Shape, Side, COLUMNS, MAX_BATCHES,
    MAX_BATCH_ROWS, MAX_LEVEL, MAX_LINES, MAX_SCORE, MAX_TIMED_LEVEL, TICKS_PER_LEVEL,
};
use gatefall_lockstep::falling_blocks::{Aim, Difference, EngineSession, Kind};
use gatefall_lockstep::fault::planted;
use gatefall_netlist::Netlist;
use gatefall_tests::{record, seed};

const ONE: Kind = Kind::One(Mode::Marathon);
const TWO: Kind = Kind::Two { garbage: true };
const TICKS_PER_MINUTE: u64 = 60 * 60;
const HOUR: u64 = 60 * TICKS_PER_MINUTE;
/// The longest game in ticks: where an hour is played, and in the short form.
const LONG: u64 = 10 * TICKS_PER_MINUTE;
const SHORT: u64 = 600;
/// First row of a high board.
const HIGH: i32 = 7;
/// Quads with which a game begins.
const QUADS: usize = 3;
/// The highest combo: no board allows more than forty clears in succession.
const MAX_COMBO: i32 = 39;

/// Times that a counter stayed at its limit although more was to be counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Full {
    /// Clears with the highest score.
    score: u64,
    /// Clears with the highest lines.
    lines: u64,
    /// Tens of lines with the highest level.
    level: u64,
    /// Rises by time with the highest level that time reaches.
    timed_level: u64,
    /// Times that the highest combo was reached.
    combo: u64,
    /// Attacks after which the newest of all batches was full.
    batch: u64,
}

/// The counters of a player before and after some play.
struct Seen {
    counts: Counts,
    is_batch_full: bool,
}

impl Seen {
    fn of(player: &Player) -> Seen {
        let tally = player.tally();
        let batches: Vec<Batch> = player.pending().batches().collect();
        let is_full = |newest: &Batch| newest.rows == MAX_BATCH_ROWS;
        Seen {
            counts: Counts {
                score: tally.score(),
                lines: tally.lines(),
                level: tally.level(),
                combo: tally.combo(),
            },
            is_batch_full: batches.len() == MAX_BATCHES && batches.last().is_some_and(is_full),
        }
    }
}

impl Full {
    /// Counts what happened to a player, whose level is raised by lines or by time.
    fn note(&mut self, kind: Kind, [before, after]: [&Seen; 2], is_raised: bool) {
        let [old, new] = [before.counts, after.counts];
        let has_cleared = new.lines > old.lines;
        self.score += u64::from(has_cleared && old.score == MAX_SCORE);
        self.lines += u64::from(has_cleared && old.lines >= MAX_LINES);
        let has_ten = new.lines / 10 > old.lines / 10;
        self.level += u64::from(kind == ONE && has_ten && old.level == MAX_LEVEL);
        let is_highest = kind == TWO && old.level == MAX_TIMED_LEVEL;
        self.timed_level += u64::from(is_raised && is_highest);
        self.combo += u64::from(old.combo < MAX_COMBO && new.combo == MAX_COMBO);
        self.batch += u64::from(!before.is_batch_full && after.is_batch_full);
    }

    /// The counters that a kind of game has, by name.
    fn of(&self, kind: Kind) -> Vec<(&'static str, u64)> {
        let mut all = vec![
            ("clears with the highest score", self.score),
            ("clears with the highest lines", self.lines),
            ("highest combos", self.combo),
        ];
        all.extend(match kind {
            Kind::One(_) => vec![("tens of lines with the highest level", self.level)],
            Kind::Two { .. } => vec![
                ("rises with the highest level", self.timed_level),
                ("full batches of garbage", self.batch),
            ],
        });
        all
    }
}

/// Games with counters that begin near their limits.
struct Hour {
    session: EngineSession,
    kind: Kind,
    games: u64,
    full: Full,
}

impl Hour {
    fn new(kind: Kind, seed: u64, change: impl FnOnce(Netlist) -> Netlist) -> Hour {
        let session = EngineSession::changed("hour", kind, Settings::default(), seed, change);
        Hour {
            session: session.unwrap(),
            kind,
            games: 0,
            full: Full::default(),
        }
    }

    /// Plays until so many ticks have passed, with a new game after so many at the latest.
    fn play(&mut self, ticks: u64, of_game: u64) -> Result<(), Box<Difference>> {
        let mut end_of_game = 0;
        while self.session.played().ticks < ticks {
            if self.session.pair().is_over() || self.session.played().ticks >= end_of_game {
                self.begin()?;
                end_of_game = self.session.played().ticks + of_game;
            }
            for &side in self.session.pair().sides() {
                self.watched(|session| survive(session, side))?;
                if self.session.pair().is_over() {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Plays a bit and counts full counters.
    fn watched(
        &mut self,
        play: impl FnOnce(&mut EngineSession) -> Result<(), Box<Difference>>,
    ) -> Result<(), Box<Difference>> {
        let sides = self.session.pair().sides();
        let look = |session: &mut EngineSession| -> Vec<Seen> {
            let seen = sides
                .iter()
                .map(|&side| Seen::of(session.pair().player(side)));
            seen.collect()
        };
        let (before, raises) = (look(&mut self.session), self.session.played().raises);
        play(&mut self.session)?;
        let is_raised = self.session.played().raises > raises;
        for (before, after) in before.iter().zip(&look(&mut self.session)) {
            self.full.note(self.kind, [before, after], is_raised);
        }
        Ok(())
    }

    /// Begins the next game, sets its counters, and plays the first pieces: quads in a deep well.
    fn begin(&mut self) -> Result<(), Box<Difference>> {
        let pair = self.session.pair();
        let sides = pair.sides();
        if pair.is_over() {
            let mut all = sides.iter();
            all.try_for_each(|&side| pair.end(side).map(drop))?;
        }
        pair.start()?;
        pair.deal(&[Shape::I; QUADS + 1]);
        let game = self.games;
        self.games += 1;
        for &side in sides {
            self.session.drop_best(side, Aim::Low)?;
        }
        // Every fourth match begins with much garbage, which soon ends it.
        let is_buried = self.kind == TWO && game.is_multiple_of(4);
        let buried = is_buried.then_some(Side::BOTH[(game / 4 % 2) as usize]);
        for &side in sides {
            let counts = self.counts(game);
            let pair = self.session.pair();
            pair.put_counts(side, counts);
            let rows = if buried == Some(side) { 0 } else { 4 * QUADS };
            (0..rows).for_each(|y| pair.put_row(side, y, well()));
            pair.tap(side, Action::Left)?;
            pair.tap(side, Action::Right)?;
        }
        if self.kind == TWO {
            self.session.pair().put_level_ticks(TICKS_PER_LEVEL - 5);
        }
        if let Some(buried) = buried {
            self.session.pair().put_garbage(buried, &batches());
        }
        let first = buried.map_or(Side::One, Side::other);
        for _ in 0..QUADS {
            for side in [first, first.other()] {
                if sides.contains(&side) && !self.session.pair().is_over() {
                    self.watched(|session| session.drop_best(side, Aim::Low))?;
                }
            }
        }
        Ok(())
    }

    /// The counts with which a game goes on after its first piece. Lines and level are near their
    /// limits in turn where the lines raise the level.
    fn counts(&self, game: u64) -> Counts {
        let (lines, level) = match (self.kind, game % 2) {
            (Kind::One(_), 0) => (139, MAX_LEVEL - 1),
            (Kind::One(_), _) => (989, MAX_LEVEL),
            (Kind::Two { .. }, game) => (989, MAX_TIMED_LEVEL - 1 + game as u32),
        };
        Counts {
            score: MAX_SCORE - 99,
            lines,
            level,
            combo: MAX_COMBO - QUADS as i32,
        }
    }
}

/// All batches of garbage. The newest has room for two rows, the others are full.
fn batches() -> [Batch; MAX_BATCHES] {
    std::array::from_fn(|hole| {
        let room = if hole + 1 < MAX_BATCHES { 0 } else { 2 };
        let rows = MAX_BATCH_ROWS - room;
        Batch { rows, hole }
    })
}

/// Places a piece at random, or at its best place if the board is high.
fn survive(session: &mut EngineSession, side: Side) -> Result<(), Box<Difference>> {
    let board = session.pair().player(side).board();
    let has_cell = |y: i32| (0..COLUMNS as i32).any(|x| board.occupied(x, y));
    match has_cell(HIGH) {
        true => session.drop_best(side, Aim::Low),
        false => session.place(side),
    }
}

/// A row that is full but for the last column.
fn well() -> [Option<Cell>; COLUMNS] {
    let mut row = [Some(Cell::Garbage); COLUMNS];
    row[COLUMNS - 1] = None;
    row
}

/// Plays games of a kind for so many ticks, and checks that every counter was full.
fn play(kind: Kind, seed: u64, ticks: u64, of_game: u64) {
    let mut hour = Hour::new(kind, seed, |netlist| netlist);
    let played = hour.play(ticks, of_game);
    played.unwrap_or_else(|difference| panic!("game {}: {difference}", hour.games));
    let full = hour.full.of(kind);
    let empty = full.iter().find(|(_, count)| *count == 0);
    assert_eq!(empty, None, "a counter was never full: {full:?}");
    let played = hour.session.played();
    let longest = hour.session.pair().longest();
    assert!(
        longest <= u64::from(GameEngine::MOST_CLOCKS),
        "{longest} clocks of a press or tick, and {} are proved to be the most of one action",
        GameEngine::MOST_CLOCKS
    );
    let mut figures = vec![
        ("clocks of the longest step", longest),
        ("ticks", played.ticks),
        ("inputs", played.steps),
        ("placements", played.placements),
        ("games", hour.games),
    ];
    figures.extend(full);
    let subject = match kind {
        Kind::One(_) => "one player",
        Kind::Two { .. } => "two players",
    };
    record(subject, &figures);
}

#[test]
fn counters_of_one_player_stop_at_their_limits() {
    play(ONE, 1, TICKS_PER_MINUTE, SHORT);
}

#[test]
fn counters_of_two_players_stop_at_their_limits() {
    play(TWO, 1, TICKS_PER_MINUTE, SHORT);
}

#[test]
#[ignore = "takes a minute"]
fn an_hour_of_one_player() {
    play(ONE, seed(1), HOUR, LONG);
}

#[test]
#[ignore = "takes a minute"]
fn an_hour_of_two_players() {
    play(TWO, seed(1), HOUR, LONG);
}

/// A fault of the circuit at a limit.
struct Fault {
    kind: Kind,
    module: &'static str,
    /// Text of the netlist, and the one of the fault.
    change: [&'static str; 2],
    /// The wrong count of the circuit, in the message.
    counts: &'static str,
}

const fn fault(
    kind: Kind,
    module: &'static str,
    change: [&'static str; 2],
    counts: &'static str,
) -> Fault {
    Fault {
        kind,
        module,
        change,
        counts,
    }
}

const FAULTS: [Fault; 5] = [
    fault(
        ONE,
        "scoreboard",
        ["4'h9 adder.sum", "4'h8 adder.sum"],
        "score 8",
    ),
    fault(
        ONE,
        "scoreboard",
        ["(eq command 3'h4) in_lines", "(eq command 3'h4) in_score"],
        "lines 1,",
    ),
    fault(
        ONE,
        "scoreboard",
        ["max_level = 5'h1d", "max_level = 5'h1e"],
        "level 30",
    ),
    fault(
        TWO,
        "scoreboard",
        ["(and raise_level (not", "(or raise_level (and 1'h0"],
        "level 16",
    ),
    fault(
        TWO,
        "batch_rows",
        ["most_rows = 4'hf", "most_rows = 4'he"],
        "pending 119",
    ),
];

#[test]
fn a_counter_that_does_not_stop_is_found() {
    for fault in FAULTS {
        let [text, instead] = fault.change;
        let change = |netlist| planted(&netlist, fault.module, text, instead);
        let mut hour = Hour::new(fault.kind, 1, change);
        let played = hour.play(TICKS_PER_MINUTE, SHORT);
        let found = played.expect_err("a counter goes on");
        let place = format!("`{instead}` in {}: {found}", fault.module);
        assert!(found.gates.contains(fault.counts), "{place}");
    }
}
