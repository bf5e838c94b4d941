//! Test cases written by hand or found by search: a board, a piece, and its path.

use super::coverage::Coverage;
use super::step::Step;
use crate::falling_blocks::Move;
use gatefall_devices::Key;
use gatefall_golden::{Arcade, Cell, Input, Shape, Side, Turn, COLUMNS, ROWS};

/// Moves of one player with one piece.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The player.
    pub side: Side,
    /// Rows from the floor up: `.` is empty, any other character is garbage. `None` keeps the
    /// board.
    pub rows: Option<Vec<String>>,
    /// The piece.
    pub shape: Shape,
    /// Path of the piece.
    pub path: Vec<Move>,
}

/// Keys of the players in the order left, right, down, clockwise, counter-clockwise, drop.
const KEYS: [[&str; 6]; 2] = [
    ["A", "D", "S", "W", "Q", "Space"],
    ["Left", "Right", "Down", "Up", "Slash", "Enter"],
];
/// Ticks of a clear.
const CLEAR_TICKS: usize = 18;

fn tap(name: &str) -> [Step; 2] {
    let key = Key::named(name).expect("the keyboard has this key");
    [Step::Press(key), Step::Release(key)]
}

/// Steps from power-up of a game of one or two players in which the scenarios are staged in turn.
pub fn steps(players: usize, scenarios: &[Scenario]) -> Vec<Step> {
    let mut steps = vec![Step::Rate(0)];
    steps.extend(tap(["1", "2"][players - 1]));
    steps.extend(tap("Enter"));
    // Before each drop, the next piece of the same player is dealt. The first drops remove the
    // pieces before.
    for side in Side::BOTH.into_iter().take(players) {
        drop(&mut steps, side, scenarios);
    }
    for (index, scenario) in scenarios.iter().enumerate() {
        if let Some(rows) = &scenario.rows {
            steps.extend((0..ROWS).map(|y| stage(scenario.side, rows, y)));
            // The hardware computes the ghost again when the piece moves.
            let keys = KEYS[scenario.side as usize];
            steps.extend(tap(keys[0]).into_iter().chain(tap(keys[1])));
        }
        for step in &scenario.path {
            let key = match step {
                Move::Left => 0,
                Move::Right => 1,
                Move::Down => 2,
                Move::Turn(Turn::Clockwise) => 3,
                Move::Turn(Turn::Counter) => 4,
            };
            steps.extend(tap(KEYS[scenario.side as usize][key]));
        }
        drop(&mut steps, scenario.side, &scenarios[index + 1..]);
    }
    steps
}

fn drop(steps: &mut Vec<Step>, side: Side, to_come: &[Scenario]) {
    let next = to_come.iter().find(|scenario| scenario.side == side);
    if let Some(next) = next {
        let mut shapes = [None; 7];
        shapes[0] = Some(next.shape);
        steps.push(Step::Deal(shapes));
    }
    steps.extend(tap(KEYS[side as usize][5]));
    steps.extend([Step::Tick; CLEAR_TICKS]);
}

fn stage(side: Side, rows: &[String], y: usize) -> Step {
    let row = rows.get(y).map_or("..........", String::as_str);
    let mut cells = [None; COLUMNS];
    for (cell, mark) in cells.iter_mut().zip(row.chars()) {
        *cell = (mark != '.').then_some(Cell::Garbage);
    }
    Step::Row(side, y, cells)
}

/// Coverage of the model alone on these steps, with its pictures. Bags are in the order of `Shape`,
/// and holes from left to right.
pub fn rehearse(steps: &[Step]) -> Coverage {
    let mut model = Arcade::default();
    let mut coverage = Coverage::default();
    for &step in steps {
        if step == Step::Frame {
            coverage.note_picture(&model);
        }
        let inputs: Vec<Input> = match step {
            Step::Press(key) => key.make().into_iter().map(Input::Byte).collect(),
            Step::Release(key) => key.break_().into_iter().map(Input::Byte).collect(),
            Step::Tick | Step::Frame => vec![Input::Tick],
            Step::Byte(byte) => vec![Input::Byte(byte)],
            Step::Pad(side, button, is_down) => vec![Input::Pad(side, button, is_down)],
            Step::Damaged(_) => vec![Input::Lost],
            Step::Meet(key, _) => {
                let bytes = key.make();
                let (&last, first) = bytes.split_last().expect("a key has a code");
                let first = first.iter().map(|&byte| Input::Byte(byte));
                first.chain([Input::ByteAndTick(last)]).collect()
            }
            Step::Deal(shapes) => {
                model.stage_shapes(&shapes.into_iter().flatten().collect::<Vec<_>>());
                continue;
            }
            Step::Row(side, y, cells) => {
                model.stage_row(side, y, cells);
                continue;
            }
            Step::Counts(side, counts) => {
                model.stage_counts(side, counts);
                continue;
            }
            Step::Statistics(side, statistics) => {
                model.stage_statistics(side, statistics);
                continue;
            }
            Step::Drum => {
                model.supply_drum();
                continue;
            }
            Step::Rate(_) | Step::Wait(_) | Step::Clock(_) => continue,
        };
        for input in inputs {
            let begins = model.begins(input).is_some();
            if begins {
                for shape in Shape::ALL.into_iter().cycle().take(350) {
                    model.supply(shape);
                }
            }
            model.take(input);
            if begins {
                for (side, column) in
                    Side::BOTH.map(|side| (side, [2, 7].into_iter().cycle().take(40)))
                {
                    column.for_each(|column| {
                        let supplied = model.supply_hole(side, column);
                        supplied.expect("the columns take turns");
                    });
                }
            }
            coverage.note(Some(input), &mut model);
            coverage.note_sounds(&model.take_sounds());
        }
    }
    coverage
}
