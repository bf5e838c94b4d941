//! What was met on the way, and what was not.

use gatefall_golden::{
    kicks, Arcade, End, Event, Outcome, Page, Piece, Rotation, Row, Shape, Side, Spin, Turn,
};
use std::collections::BTreeMap;
use std::fmt;

/// How often each thing was met.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    counts: BTreeMap<String, u64>,
    scene: Option<String>,
    /// Inputs compared.
    pub inputs: u64,
}

fn turn_name(from: Rotation, turn: Turn) -> String {
    format!("{from:?} to {:?}", from.turned(turn))
}

fn spin_name(spin: Spin) -> &'static str {
    match spin {
        Spin::None => "no spin",
        Spin::Mini => "mini T-spin",
        Spin::Full => "T-spin",
    }
}

const ONE_MODES: [&str; 3] = ["marathon", "sprint", "ultra"];
const TWO_MODES: [&str; 2] = ["versus", "race"];

/// Whether a place of a turn can be the first with room: not if what is free there, and where the piece is, has room for an earlier one.
fn is_possible(shape: Shape, from: Rotation, turn: Turn, kick: usize) -> bool {
    let piece = Piece {
        rotation: from,
        ..Piece::spawned(shape)
    };
    let at = |kick: usize| {
        let (dx, dy) = kicks(shape, from, turn)[kick];
        let rotation = from.turned(turn);
        Piece { rotation, ..piece }.moved(dx, dy).cells()
    };
    let free: Vec<_> = piece.cells().into_iter().chain(at(kick)).collect();
    !(0..kick).any(|earlier| at(earlier).iter().all(|cell| free.contains(cell)))
}

/// Things that are to be met: all that the rules tell apart.
fn wanted() -> Vec<String> {
    let mut wanted = Vec::new();
    // An O finds room wherever it is.
    for shape in Shape::ALL.into_iter().filter(|&shape| shape != Shape::O) {
        for from in Rotation::ALL {
            for turn in [Turn::Clockwise, Turn::Counter] {
                let possible = (0..5).filter(|&kick| is_possible(shape, from, turn, kick));
                let name = turn_name(from, turn);
                let kicks =
                    possible.map(|kick| format!("kick: {shape:?} {name}, place {}", kick + 1));
                wanted.extend(kicks);
            }
        }
    }
    wanted.push("kick: no room".into());
    for (spin, most) in [(Spin::None, 4), (Spin::Mini, 2), (Spin::Full, 3)] {
        let name = spin_name(spin);
        wanted.extend((0..=most).map(|lines| format!("lock: {name}, {lines} lines")));
    }
    wanted.extend((1..=11).map(|combo| format!("combo: {combo}")));
    for clear in [
        "4 lines",
        "mini T-spin, 1",
        "mini T-spin, 2",
        "T-spin, 1",
        "T-spin, 2",
        "T-spin, 3",
    ] {
        wanted.push(format!("back-to-back: {clear}"));
    }
    wanted.extend((1..=4).map(|lines| format!("perfect clear: {lines} lines")));
    wanted.extend((0..=15).map(|resets| format!("lock restarts: {resets}")));
    wanted.extend((1..=10).map(|rows| format!("garbage: {rows} rows rose")));
    wanted.extend((1..=10).map(|rows| format!("garbage: {rows} rows sent")));
    wanted.extend(wanted_scenes());
    wanted
}

/// Scenes, rows and what else keys alone lead to, and the pictures.
fn wanted_scenes() -> Vec<String> {
    let mut wanted = Vec::new();
    for rest in [
        "garbage: cancelled",
        "hold",
        "press dropped from a full queue",
        "out: no room",
        "out: locked out of sight",
        "out: pushed out",
        "scene: title",
        "scene: menu",
        "scene: settings",
        "scene: pause of 1",
        "scene: pause of 2",
        "scene: sprint well done",
        "scene: ultra well done",
        "scene: won by One",
        "scene: won by Two",
        "scene: draw",
    ] {
        wanted.push(rest.into());
    }
    for mode in ONE_MODES.into_iter().chain(TWO_MODES) {
        wanted.extend(["countdown", "play"].map(|scene| format!("scene: {scene} of {mode}")));
    }
    wanted.extend(ONE_MODES.map(|mode| format!("scene: {mode} game over")));
    let scenes: Vec<String> = wanted
        .iter()
        .filter_map(|what| what.strip_prefix("scene: "))
        .map(|scene| format!("picture: {scene}"))
        .collect();
    wanted.extend(scenes);
    wanted.extend((0..4).map(|skin| format!("picture in skin: {skin}")));
    for row in Row::MENU.into_iter().chain(Row::SETTINGS) {
        wanted.push(format!("row: {row:?}"));
    }
    wanted
}

impl Coverage {
    fn count(&mut self, what: String) {
        *self.counts.entry(what).or_default() += 1;
    }

    /// Looks at what the last input has brought.
    pub(super) fn note(&mut self, arcade: &mut Arcade) {
        self.inputs += 1;
        let scene = scene_name(arcade);
        if self.scene.as_ref() != Some(&scene) {
            self.count(format!("scene: {scene}"));
            self.scene = Some(scene);
        }
        if let Page::Menu(row) | Page::Settings(row) = arcade.page() {
            self.count(format!("row: {row:?}"));
        }
        for side in Side::BOTH {
            for event in arcade.take_events(side) {
                self.note_event(event);
            }
        }
    }

    /// A picture is compared.
    pub(super) fn note_picture(&mut self, arcade: &Arcade) {
        self.count(format!("picture: {}", scene_name(arcade)));
        self.count(format!("picture in skin: {}", arcade.lights().skin()));
    }

    fn note_event(&mut self, event: Event) {
        match event {
            Event::Turned {
                shape,
                from,
                turn,
                kick,
            } => {
                let turn = turn_name(from, turn);
                self.count(format!("kick: {shape:?} {turn}, place {}", kick + 1));
            }
            Event::Stuck => self.count("kick: no room".into()),
            Event::Locked { .. } => self.note_lock(event),
            Event::Sent(rows) => self.count(format!("garbage: {rows} rows sent")),
            Event::Cancelled(_) => self.count("garbage: cancelled".into()),
            Event::Rose(rows) => self.count(format!("garbage: {rows} rows rose")),
            Event::Landed(_) => {}
            Event::Held => self.count("hold".into()),
            Event::Dropped => self.count("press dropped from a full queue".into()),
            Event::BlockOut => self.count("out: no room".into()),
            Event::LockOut => self.count("out: locked out of sight".into()),
            Event::TopOut => self.count("out: pushed out".into()),
        }
    }

    fn note_lock(&mut self, event: Event) {
        let Event::Locked {
            spin,
            lines,
            combo,
            back_to_back,
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
    }

    /// Pieces that locked.
    pub fn placements(&self) -> u64 {
        self.counts.get("placements").copied().unwrap_or(0)
    }

    /// How often something was met.
    pub fn of(&self, what: &str) -> u64 {
        self.counts.get(what).copied().unwrap_or(0)
    }

    /// Adds what was met elsewhere.
    pub fn add(&mut self, other: &Coverage) {
        for (what, count) in &other.counts {
            *self.counts.entry(what.clone()).or_default() += count;
        }
        self.inputs += other.inputs;
    }

    /// What was never met.
    pub fn missing(&self) -> Vec<String> {
        let mut missing = wanted();
        missing.retain(|what| self.of(what) == 0);
        missing
    }
}

fn scene_name(arcade: &Arcade) -> String {
    let players = arcade.sides().len();
    let end = arcade.player(Side::One).and_then(|player| player.end());
    match (arcade.page(), arcade.outcome()) {
        (Page::Title, _) => "title".into(),
        (Page::Menu(_), _) => "menu".into(),
        (Page::Settings(_), _) => "settings".into(),
        (Page::Countdown(_), _) => format!("countdown of {}", mode_name(arcade)),
        (Page::Play, _) => format!("play of {}", mode_name(arcade)),
        (Page::Paused, _) => format!("pause of {players}"),
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
        for (what, count) in &self.counts {
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

    #[test]
    fn four_kicks_of_a_t_are_impossible() {
        let count = |shape: Shape| {
            let turns = Rotation::ALL
                .into_iter()
                .flat_map(|from| [Turn::Clockwise, Turn::Counter].map(|turn| (from, turn)));
            turns
                .flat_map(|(from, turn)| (0..5).map(move |kick| (from, turn, kick)))
                .filter(|&(from, turn, kick)| !is_possible(shape, from, turn, kick))
                .count()
        };
        assert_eq!(count(Shape::T), 4);
        assert_eq!(count(Shape::J) + count(Shape::I) + count(Shape::S), 0);
    }

    #[test]
    fn what_is_wanted_has_the_names_under_which_it_is_counted() {
        let mut coverage = Coverage::default();
        let missing = coverage.missing().len();
        coverage.note_event(Event::Turned {
            shape: Shape::S,
            from: Rotation::Spawn,
            turn: Turn::Counter,
            kick: 4,
        });
        coverage.note_event(Event::Locked {
            shape: Shape::T,
            spin: Spin::Mini,
            lines: 1,
            combo: 3,
            back_to_back: true,
            perfect: true,
            resets: 15,
        });
        for event in [
            Event::Stuck,
            Event::Sent(10),
            Event::Rose(1),
            Event::Cancelled(3),
            Event::Held,
            Event::Dropped,
            Event::BlockOut,
            Event::LockOut,
            Event::TopOut,
        ] {
            coverage.note_event(event);
        }
        assert_eq!(coverage.missing().len(), missing - 15);
        assert_eq!(coverage.placements(), 1);
    }
}
