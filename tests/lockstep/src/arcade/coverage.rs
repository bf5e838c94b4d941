//! Coverage: situations that occurred, and those that did not.

mod names;
mod rules;

use gatefall_golden::arcade::{Scores, Sound, ENTRIES};
use gatefall_golden::{
    Arcade, End, Event, Input, Outcome, Page, Player, Row, Side, SpeedCurve, Spin, MAX_BATCHES,
    MAX_BATCH_ROWS, MAX_LEVEL, MAX_SCORE,
};
use names::{spin_name, turn_name, ONE_MODES, PICTURE_IN_SKIN, TWO_MODES};
use rules::wanted;
use std::collections::BTreeMap;
use std::fmt;

/// Number of occurrences of each situation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    counts: BTreeMap<String, u64>,
    scene: Option<String>,
    /// True if nothing has repeated since the player's piece spawned.
    is_new: [bool; 2],
    /// The score tables before the last input.
    scores: Scores,
    /// For each player the number of waiting batches, their rows, and the rows of the newest one.
    waiting: [(usize, u32, u32); 2],
    /// Number of compared inputs.
    pub inputs: u64,
}

impl Coverage {
    fn count(&mut self, what: String) {
        *self.counts.entry(what).or_default() += 1;
    }

    /// Counts the effects of the last input.
    pub(super) fn note(&mut self, input: Option<Input>, arcade: &mut Arcade) {
        let scene = scene_name(arcade);
        if self.scene.as_ref() != Some(&scene) {
            self.count(format!("scene: {scene}"));
            let was_play = self
                .scene
                .as_deref()
                .is_some_and(|name| name.starts_with("play"));
            if was_play && matches!(arcade.page(), Page::Countdown(_)) {
                self.count("restart: by a held key".into());
            }
            self.note_goals(arcade);
            self.note_match(arcade);
            self.note_entry(arcade);
            self.scene = Some(scene);
        }
        if let Some(spelling) = arcade.spelled() {
            self.count(format!("letter: {spelling:?}"));
        }
        if let Some(key_use) = arcade.key_use() {
            self.count(format!("set key: {key_use:?}"));
        }
        if arcade.scores() != &self.scores {
            if arcade.page() == Page::Settings(Row::Scores) {
                self.count("scores: cleared".into());
            }
            self.scores = arcade.scores().clone();
        }
        if arcade.has_ignored_a_press() {
            self.count("end: an ignored press".into());
        }
        if let Page::Menu(row) | Page::Settings(row) = arcade.page() {
            self.count(format!("row: {row:?}"));
        }
        if let Page::Paused(entry) = arcade.page() {
            self.count(format!("row: {entry:?} of a pause"));
        }
        match input {
            Some(Input::ByteAndTick(_)) => self.count("press: on a tick".into()),
            Some(Input::Pad(side, button, true)) => {
                self.count(format!("gamepad: {button:?} of {side:?}"));
            }
            _ => {}
        }
        for side in Side::BOTH {
            let events = arcade.take_events(side);
            self.note_events(side, &events);
            if let Some(player) = arcade.player(side) {
                self.note_waiting(side, player);
                self.note_clear(player, &events, arcade.choices().level);
            }
        }
    }

    /// Counts sound effects.
    pub(super) fn note_sounds(&mut self, sounds: &[Sound]) {
        for sound in sounds {
            self.count(format!("sound: {sound}"));
        }
    }

    /// Counts rows that came when no batch was free.
    fn note_waiting(&mut self, side: Side, player: &Player) {
        let rows: Vec<u32> = player.pending().batches().map(|batch| batch.rows).collect();
        let newest = rows.last().copied().unwrap_or(0);
        let now = (rows.len(), rows.iter().sum(), newest);
        let before = std::mem::replace(&mut self.waiting[side as usize], now);
        if before.0 == MAX_BATCHES && now.0 == MAX_BATCHES && now.1 > before.1 {
            self.count("garbage: rows join the newest batch".into());
        }
        if now.2 == MAX_BATCH_ROWS && before.2 < MAX_BATCH_ROWS {
            self.count("garbage: as many rows as a batch holds".into());
        }
    }

    /// Counts the players at the goal of a race that has ended.
    fn note_goals(&mut self, arcade: &Arcade) {
        let at_goal = |&side: &Side| {
            let player = arcade.player(side);
            player.is_some_and(|player| player.end() == Some(End::Finished))
        };
        let count = Side::BOTH.iter().filter(|&side| at_goal(side)).count();
        match (arcade.outcome(), count) {
            (Some(_), 1) => self.count("race: won at the goal".into()),
            (Some(_), 2) => self.count("race: both at the goal".into()),
            (Some(Outcome::Won(_)), 0) if !arcade.has_garbage() => {
                self.count("race: lost by topping out".into());
            }
            _ => {}
        }
    }

    /// Counts the entry of a game of one that has just ended.
    fn note_entry(&mut self, arcade: &Arcade) {
        if arcade.page() != Page::GameOver || arcade.is_two() {
            return;
        }
        let mode = arcade.mode_of_one();
        let Some(place) = arcade.new_place() else {
            return self.count("scores: too low".into());
        };
        self.count(format!("scores: {}", ONE_MODES[mode as usize]));
        if place < self.scores.table(mode).len() {
            self.count("scores: worse ones move".into());
        }
        if self.scores.table(mode).len() == ENTRIES {
            self.count("scores: the last one is lost".into());
        }
    }

    /// Counts the end of a game of a match.
    fn note_match(&mut self, arcade: &Arcade) {
        let is_end = arcade.page() == Page::GameOver && arcade.is_two();
        if arcade.match_is_over() {
            self.count("match: over".into());
        } else if is_end && arcade.choices().best_of > 0 {
            self.count("match: goes on".into());
        }
    }

    /// Counts a compared picture.
    pub(super) fn note_picture(&mut self, arcade: &Arcade) {
        self.count(format!("picture: {}", scene_name(arcade)));
        self.count(format!("{PICTURE_IN_SKIN}{}", arcade.lights().skin()));
        if arcade.lights().pulse() > 0 {
            self.count("picture: in a pulse".into());
        }
        if arcade.sides().iter().any(|&side| arcade.is_lit(side)) {
            let players = if arcade.is_two() { " of two" } else { "" };
            self.count(format!("picture: lit frame{players}"));
        }
        for &side in arcade.sides() {
            self.note_name(arcade.clear_name(side));
        }
    }

    /// Counts the parts of a name beside a board.
    fn note_name(&mut self, [first, second]: [&str; 2]) {
        let (name, sent) = first.split_once('+').unwrap_or((first, ""));
        let parts = [
            (name.trim_end(), !name.is_empty()),
            ("rows sent", !sent.is_empty()),
            ("back to back", second.contains("BACK")),
            ("combo", second.contains("COMBO")),
        ];
        for (part, _) in parts.into_iter().filter(|(_, is_shown)| *is_shown) {
            self.count(format!("name: {part}"));
        }
    }

    /// Counts visited states of the hardware's engine, which defines their names.
    pub(super) fn note_states(&mut self, visits: Vec<(String, u64)>) {
        for (state, count) in visits {
            *self.counts.entry(format!("state: {state}")).or_default() += count;
        }
    }

    fn note_events(&mut self, side: Side, events: &[Event]) {
        let mut before = None;
        for &event in events {
            self.note_event(side, event);
            match (before, event) {
                (Some(Event::Landed(_)), Event::Locked { .. }) => {
                    self.count("lock: by hard drop".into());
                }
                (_, Event::Locked { delay, .. }) => {
                    self.count("lock: in time".into());
                    self.count(format!("lock delay: {delay} ticks"));
                }
                (Some(Event::Held { .. }), Event::BlockOut) => {
                    self.count("out: no room after hold".into());
                }
                _ => {}
            }
            before = Some(event);
        }
    }

    fn note_event(&mut self, side: Side, event: Event) {
        match event {
            Event::Spawned { shape, moved_down } => {
                self.count(format!("spawn: {shape:?}"));
                if !moved_down {
                    self.count("spawn: no room below".into());
                }
                self.is_new[side as usize] = true;
            }
            Event::Fell {
                level,
                curve,
                soft_drop,
            } => self.count(match (soft_drop, curve) {
                (Some(0), _) => "soft drop: at once".into(),
                (Some(factor), _) => format!("soft drop: times {factor}"),
                (None, SpeedCurve::Formula) => format!("gravity: level {level}"),
                (None, SpeedCurve::Nes) => format!("gravity: classic curve, level {level}"),
            }),
            Event::Repeated { .. } => self.note_repeat(side, event),
            Event::Turned {
                shape,
                from,
                turn,
                kick,
            } => {
                let turn = turn_name(from, turn);
                self.count(format!("kick: {shape:?} {turn}, place {}", kick + 1));
            }
            Event::Cut => self.count("auto-shift: cut".into()),
            Event::Guarded => self.count("press: a drop that is guarded".into()),
            Event::Stuck => self.count("kick: no room".into()),
            Event::Locked { .. } => self.note_lock(event),
            Event::NoRestart => self.count("lock restarts: no more".into()),
            Event::RestartsRegained => self.count("lock restarts: regained lower down".into()),
            Event::Raised => self.count("level: raised by time".into()),
            Event::Sent(rows) => self.count(format!("garbage: {rows} rows sent")),
            Event::Cancelled(_) => self.count("garbage: cancelled".into()),
            Event::Rose(rows) => self.count(format!("garbage: {rows} rows rose")),
            Event::Landed(_) | Event::Shifted { .. } | Event::Received => {}
            Event::Held { swapped: false } => self.count("hold: for the next piece".into()),
            Event::Held { swapped: true } => self.count("hold: for the held piece".into()),
            Event::NotHeld { is_off: false } => self.count("hold: not twice for a piece".into()),
            Event::NotHeld { is_off: true } => self.count("hold: switched off".into()),
            Event::Queued => self.count("press: kept while rows clear".into()),
            Event::Dropped => self.count("press: dropped from a full queue".into()),
            Event::BlockOut => self.count("out: no room".into()),
            Event::LockOut => self.count("out: locked out of sight".into()),
            Event::TopOut => self.count("out: pushed out".into()),
        }
    }

    fn note_repeat(&mut self, side: Side, event: Event) {
        let Event::Repeated {
            again,
            to_wall,
            is_older,
        } = event
        else {
            return;
        };
        let is_new = std::mem::take(&mut self.is_new[side as usize]);
        for (is_met, what) in [
            (!again, "after the delay"),
            (again && !is_new, "again"),
            (again && is_new, "goes on with the next piece"),
            (to_wall, "to the wall"),
            (is_older, "back to the other direction"),
        ] {
            if is_met {
                self.count(format!("auto-shift: {what}"));
            }
        }
    }

    fn note_lock(&mut self, event: Event) {
        let Event::Locked {
            spin,
            is_cornered,
            by_kick,
            lines,
            combo,
            back_to_back,
            ends_back_to_back,
            perfect,
            resets,
            ..
        } = event
        else {
            return;
        };
        self.count("placements".into());
        self.count(format!("lock: {}, {lines} lines", spin_name(spin)));
        self.count(format!("lock restarts: {resets}"));
        if combo > 0 {
            self.count(format!("combo: {combo}"));
        }
        if back_to_back {
            let kind = match spin {
                Spin::None => format!("{lines} lines"),
                spin => format!("{}, {lines}", spin_name(spin)),
            };
            self.count(format!("back-to-back: {kind}"));
        }
        if perfect {
            self.count(format!("perfect clear: {lines} lines"));
        }
        for (is_met, what) in [
            (by_kick, "lock: T-spin by its kick"),
            (
                is_cornered && spin == Spin::None,
                "lock: three corners, but not turned last",
            ),
            (ends_back_to_back, "back-to-back: ended"),
            (
                perfect && back_to_back && lines == 4,
                "perfect clear: 4 lines, back-to-back",
            ),
        ] {
            if is_met {
                self.count(what.into());
            }
        }
    }

    /// Counts a player's board and score after a clear.
    fn note_clear(&mut self, player: &Player, events: &[Event], start_level: u32) {
        let clears = |event: &Event| matches!(event, Event::Locked { lines: 1.., .. });
        if !events.iter().any(clears) {
            return;
        }
        let tally = player.tally();
        let waits = player.pending().batches().next().is_some();
        let at_once = player.end().is_none() && player.clear_ticks() == 0;
        for (is_met, what) in [
            (at_once, "lock: rows go at once"),
            (waits, "garbage: waits while rows clear"),
            (
                start_level + tally.lines() / 10 > MAX_LEVEL,
                "level: no higher",
            ),
            (tally.score() == MAX_SCORE, "score: no higher"),
        ] {
            if is_met {
                self.count(what.into());
            }
        }
    }

    /// Number of locked pieces.
    pub fn placements(&self) -> u64 {
        self.counts.get("placements").copied().unwrap_or(0)
    }

    /// Number of compared pictures.
    pub fn pictures(&self) -> u64 {
        let counts = self.counts.iter();
        let counts = counts.filter(|(what, _)| what.starts_with(PICTURE_IN_SKIN));
        counts.map(|(_, count)| count).sum()
    }

    /// Number of occurrences of a situation.
    pub fn of(&self, what: &str) -> u64 {
        self.counts.get(what).copied().unwrap_or(0)
    }

    /// Adds the counts of another coverage.
    pub fn add(&mut self, other: &Coverage) {
        for (what, count) in &other.counts {
            *self.counts.entry(what.clone()).or_default() += count;
        }
        self.inputs += other.inputs;
    }

    /// Situations that never occurred.
    pub fn missing(&self) -> Vec<String> {
        let mut missing = wanted();
        missing.retain(|what| self.of(what) == 0);
        let never = self.counts.iter().filter(|(_, &count)| count == 0);
        missing.extend(never.map(|(what, _)| what.clone()));
        missing
    }
}

fn scene_name(arcade: &Arcade) -> String {
    let players = arcade.sides().len();
    let end = arcade.player(Side::One).and_then(|player| player.end());
    match (arcade.page(), arcade.outcome()) {
        (Page::Title, _) => "title".into(),
        (Page::Menu(_), _) => "menu".into(),
        (Page::Settings(_), _) if players > 0 => "settings in a pause".into(),
        (Page::Settings(_), _) => "settings".into(),
        (Page::SetKeys(_), _) if players > 0 => "keys that are set in a pause".into(),
        (Page::SetKeys(_), _) => "keys that are set".into(),
        (Page::Countdown(_), _) => format!("countdown of {}", mode_name(arcade)),
        (Page::Keys(_), _) => "keys".into(),
        (Page::Play, _) if arcade.is_recorded() => "recorded game".into(),
        (Page::Play, _) => format!("play of {}", mode_name(arcade)),
        (Page::Paused(_), _) => format!("pause of {players}"),
        (Page::Wait(_), _) => format!("wait of {players}"),
        (Page::GameOver, None) if end == Some(End::Finished) => {
            format!("{} well done", mode_name(arcade))
        }
        (Page::GameOver, None) => format!("{} game over", mode_name(arcade)),
        (Page::GameOver, Some(Outcome::Draw)) => "draw".into(),
        (Page::GameOver, Some(Outcome::Won(side))) => format!("won by {side:?}"),
    }
}

fn mode_name(arcade: &Arcade) -> &'static str {
    let choices = arcade.choices();
    match arcade.is_two() {
        false => ONE_MODES[choices.mode_of_one as usize],
        true => TWO_MODES[choices.mode_of_two as usize],
    }
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (what, count) in self.counts.iter().filter(|(_, &count)| count > 0) {
            writeln!(f, "{count:>9}  {what}")?;
        }
        let missing = self.missing();
        match missing.len() {
            0 => write!(f, "Everything that the rules tell apart was met."),
            count => write!(f, "Never met ({count}): {}.", missing.join("; ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_golden::{Piece, Rotation, Shape, Turn};

    /// A lock with every property that one lock can have.
    const LOCK: Event = Event::Locked {
        shape: Shape::T,
        spin: Spin::Mini,
        is_cornered: true,
        by_kick: false,
        lines: 1,
        combo: 3,
        back_to_back: true,
        ends_back_to_back: false,
        perfect: true,
        resets: 15,
        delay: 30,
    };

    #[test]
    fn what_is_wanted_has_the_names_under_which_it_is_counted() {
        let mut coverage = Coverage::default();
        let mut missing = coverage.missing().len();
        let fell = |curve, soft_drop| Event::Fell {
            level: 29,
            curve,
            soft_drop,
        };
        let repeated = |again, is_older| Event::Repeated {
            again,
            to_wall: is_older,
            is_older,
        };
        let slid = Event::Locked {
            shape: Shape::T,
            spin: Spin::None,
            is_cornered: true,
            by_kick: true,
            lines: 4,
            combo: 0,
            back_to_back: true,
            ends_back_to_back: true,
            perfect: true,
            resets: 0,
            delay: 30,
        };
        for (events, met) in [
            (
                &[Event::Turned {
                    shape: Shape::S,
                    from: Rotation::Spawn,
                    turn: Turn::Counter,
                    kick: 4,
                }][..],
                1,
            ),
            (&[LOCK], 7),
            (&[Event::Landed(Piece::spawned(Shape::T)), slid], 9),
            (&[Event::Held { swapped: false }, Event::BlockOut], 3),
            (&[Event::Held { swapped: true }], 1),
            (&[fell(SpeedCurve::Formula, None)], 1),
            (&[fell(SpeedCurve::Nes, None)], 1),
            (&[fell(SpeedCurve::Nes, Some(40))], 1),
            (&[repeated(false, true)], 3),
            (&[repeated(true, false)], 1),
            (
                &[Event::Spawned {
                    shape: Shape::O,
                    moved_down: false,
                }],
                2,
            ),
            (&[repeated(true, false)], 1),
            (
                &[
                    Event::Stuck,
                    Event::NoRestart,
                    Event::RestartsRegained,
                    Event::Raised,
                    Event::Sent(10),
                    Event::Rose(1),
                    Event::Cancelled(3),
                    Event::NotHeld { is_off: false },
                    Event::NotHeld { is_off: true },
                    Event::Queued,
                    Event::Dropped,
                    Event::LockOut,
                    Event::TopOut,
                ],
                13,
            ),
        ] {
            coverage.note_events(Side::Two, events);
            missing -= met;
            assert_eq!(coverage.missing().len(), missing, "{events:?}");
        }
        assert_eq!(coverage.placements(), 2);
    }
}
