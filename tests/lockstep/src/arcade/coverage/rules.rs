//! Names of all situations that the rules distinguish.

use super::names::{spin_name, turn_name, ONE_MODES, PICTURE_IN_SKIN, TWO_MODES};
use gatefall_golden::arcade::Sound;
use gatefall_golden::{
    kicks, Entry, PadButton, Piece, Rotation, Row, Shape, Side, Spin, Turn, MAX_LEVEL,
};

/// True if a kick can be the first that fits. It is impossible if the cells that are free for it
/// and for the piece have room for an earlier kick.
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

/// Names beside a board, and what is added to them.
const NAMES: [&str; 15] = [
    "SINGLE",
    "DOUBLE",
    "TRIPLE",
    "QUAD",
    "T-SPIN",
    "T-SPIN SINGLE",
    "T-SPIN DOUBLE",
    "T-SPIN TRIPLE",
    "MINI T-SPIN",
    "MINI T-SPIN SINGLE",
    "MINI T-SPIN DOUBLE",
    "PERFECT CLEAR",
    "rows sent",
    "back to back",
    "combo",
];

/// All situations that have to occur.
pub(super) fn wanted() -> Vec<String> {
    let mut wanted: Vec<String> = Shape::ALL.map(|shape| format!("spawn: {shape:?}")).into();
    for shape in Shape::ALL {
        for from in Rotation::ALL {
            for turn in [Turn::Clockwise, Turn::Counter] {
                let kicks = 0..kicks(shape, from, turn).len();
                let possible = kicks.filter(|&kick| is_possible(shape, from, turn, kick));
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
    let delays = (12..=30).step_by(2);
    wanted.extend(delays.map(|ticks| format!("lock delay: {ticks} ticks")));
    wanted.extend((1..=10).map(|rows| format!("garbage: {rows} rows rose")));
    wanted.extend((1..=10).map(|rows| format!("garbage: {rows} rows sent")));
    for side in Side::BOTH {
        let buttons = PadButton::ALL.iter();
        wanted.extend(buttons.map(|button| format!("gamepad: {button:?} of {side:?}")));
    }
    wanted.extend(NAMES.map(|name| format!("name: {name}")));
    wanted.extend(Sound::all().iter().map(|sound| format!("sound: {sound}")));
    wanted.extend(wanted_steering());
    wanted.extend(REST.map(str::to_owned));
    wanted.extend(wanted_scenes());
    wanted
}

/// Situations without variants.
const REST: [&str; 55] = [
    "spawn: no room below",
    "lock: in time",
    "lock: by hard drop",
    "lock: rows go at once",
    "lock: T-spin by its kick",
    "lock: three corners, but not turned last",
    "lock restarts: no more",
    "lock restarts: regained lower down",
    "hold: for the next piece",
    "hold: for the held piece",
    "hold: not twice for a piece",
    "hold: switched off",
    "press: on a tick",
    "press: a drop that is guarded",
    "soft drop: at once",
    "press: kept while rows clear",
    "press: dropped from a full queue",
    "back-to-back: ended",
    "perfect clear: 4 lines, back-to-back",
    "level: no higher",
    "level: raised by time",
    "score: no higher",
    "race: won at the goal",
    "race: both at the goal",
    "race: lost by topping out",
    "garbage: cancelled",
    "garbage: waits while rows clear",
    "garbage: rows join the newest batch",
    "garbage: as many rows as a batch holds",
    "out: no room",
    "out: no room after hold",
    "out: locked out of sight",
    "out: pushed out",
    "scores: marathon",
    "scores: sprint",
    "scores: ultra",
    "scores: worse ones move",
    "scores: the last one is lost",
    "scores: too low",
    "scores: cleared",
    "letter: Up",
    "letter: Down",
    "letter: Typed",
    "letter: Space",
    "letter: Back",
    "letter: Taken",
    "letter: Ended",
    "set key: Given",
    "set key: Exchanged",
    "set key: Refused",
    "set key: Removed",
    "set key: Cleared",
    "set key: Acted",
    "set key: Replaced",
    "set key: NoDrop",
];

/// Situations of gravity and of held keys.
fn wanted_steering() -> Vec<String> {
    let mut wanted = Vec::new();
    for curve in ["", "classic curve, "] {
        wanted.extend((1..=MAX_LEVEL).map(|level| format!("gravity: {curve}level {level}")));
    }
    wanted.extend([5, 10, 20, 40].map(|factor| format!("soft drop: times {factor}")));
    let repeats = [
        "after the delay",
        "again",
        "to the wall",
        "goes on with the next piece",
        "back to the other direction",
        "cut",
    ];
    wanted.extend(repeats.map(|repeat| format!("auto-shift: {repeat}")));
    wanted
}

/// Scenes, rows and other effects of keys alone, and the pictures.
fn wanted_scenes() -> Vec<String> {
    let mut wanted = Vec::new();
    for scene in [
        "scene: title",
        "scene: keys",
        "scene: recorded game",
        "scene: menu",
        "scene: settings",
        "scene: pause of 1",
        "scene: pause of 2",
        "scene: wait of 1",
        "scene: wait of 2",
        "scene: settings in a pause",
        "scene: keys that are set",
        "scene: keys that are set in a pause",
        "scene: marathon well done",
        "scene: sprint well done",
        "scene: ultra well done",
        "scene: won by One",
        "scene: won by Two",
        "scene: draw",
    ] {
        wanted.push(scene.into());
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
    wanted.extend((0..4).map(|skin| format!("{PICTURE_IN_SKIN}{skin}")));
    for what in ["in a pulse", "lit frame", "lit frame of two"] {
        wanted.push(format!("picture: {what}"));
    }
    for row in Row::MENU.into_iter().chain(Row::SETTINGS) {
        wanted.push(format!("row: {row:?}"));
    }
    for entry in Entry::ALL {
        wanted.push(format!("row: {entry:?} of a pause"));
    }
    for what in [
        "restart: by a held key",
        "end: an ignored press",
        "match: goes on",
        "match: over",
    ] {
        wanted.push(what.into());
    }
    wanted
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
}
