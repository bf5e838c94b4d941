//! Compares the tables of `docs/rules.md` with the model, and its names with the project.

mod effects;
mod settings;

use crate::attack::{attack, Clear};
use crate::matrix::Window;
use crate::{
    kicks, lock_ticks, rows_per_tick, Rotation, Settings, Shape, SpeedCurve, Spin, Tally, Turn,
    MAX_BATCHES, MAX_BATCH_ROWS, MAX_LEVEL, MAX_RISE,
};
use std::collections::BTreeSet;
use std::path::Path;

const PAGE: &str = include_str!("../../../docs/rules.md");

/// Cells, row by row, of the table whose header begins with these words.
pub(crate) fn table(header: &str) -> Vec<Vec<&'static str>> {
    let mut found = tables(header);
    assert_eq!(found.len(), 1, "tables `{header}`");
    found.remove(0)
}

/// All tables with such a header.
fn tables(header: &str) -> Vec<Vec<Vec<&'static str>>> {
    let start = format!("| {header} |");
    let lines: Vec<&str> = PAGE.lines().collect();
    let headers = (0..lines.len()).filter(|&line| lines[line].starts_with(&start));
    let rows = |header: usize| {
        let rows = lines[header + 2..].iter();
        let cells =
            |line: &&'static str| line.trim_matches('|').split('|').map(str::trim).collect();
        rows.take_while(|line| line.starts_with('|'))
            .map(cells)
            .collect()
    };
    headers.map(rows).collect()
}

/// Compares a table that has a name and its colour twice in each row, and so many of them.
#[track_caller]
pub(crate) fn check_colours(header: &str, count: usize, colour: impl Fn(&str) -> String) {
    let rows = table(header);
    let pairs = rows.iter().flat_map(|row| row.chunks(2));
    let named: Vec<&[&str]> = pairs.filter(|pair| !pair[0].is_empty()).collect();
    assert_eq!(named.len(), count);
    for pair in named {
        assert_eq!(pair[1], colour(pair[0]), "{}", pair[0]);
    }
}

/// Semitones of a note such as `F#5` above A4.
pub(crate) fn semitones(note: &str) -> i32 {
    const NAMES: [&str; 12] = [
        "C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B",
    ];
    let (name, octave) = note.split_at(note.len() - 1);
    let step = NAMES.iter().position(|known| *known == name);
    let step = step.unwrap_or_else(|| panic!("`{note}`")) as i32;
    12 * number(octave) as i32 + step - 57
}

fn number(text: &str) -> u32 {
    let digits = text.replace(',', "");
    digits.parse().unwrap_or_else(|_| panic!("`{text}`"))
}

/// Drawings in the text block after a heading: a name, then one column for each rotation.
fn drawings(heading: &str) -> Vec<(&'static str, [Vec<&'static str>; 4])> {
    let section = PAGE.split(heading).nth(1).expect("the heading");
    let block = section.split("```").nth(1).expect("a block of text");
    let block = block.trim_start_matches("text\n").trim_end();
    block.split("\n\n").map(drawing).collect()
}

fn drawing(lines: &'static str) -> (&'static str, [Vec<&'static str>; 4]) {
    let mut name = "";
    let mut turns: [Vec<&str>; 4] = Default::default();
    for (index, line) in lines.lines().enumerate() {
        let mut words: Vec<&str> = line.split_whitespace().collect();
        if index == 0 {
            name = words.remove(0);
        }
        assert_eq!(words.len(), 4, "`{line}`");
        for (turn, word) in turns.iter_mut().zip(words) {
            turn.push(word);
        }
    }
    (name, turns)
}

/// Column and line of each marked cell.
fn marked(lines: &[&str]) -> BTreeSet<(i32, i32)> {
    let cells = lines.iter().zip(0..).flat_map(|(line, y)| {
        let marks = line.bytes().zip(0..);
        marks.filter_map(move |(mark, x)| (mark == b'#').then_some((x, y)))
    });
    cells.collect()
}

pub(crate) fn shape(name: &str) -> Shape {
    let found = Shape::ALL
        .into_iter()
        .find(|shape| format!("{shape:?}") == name);
    found.unwrap_or_else(|| panic!("no shape `{name}`"))
}

#[test]
fn shapes_are_those_of_the_model() {
    let drawn = drawings("## Shapes");
    assert_eq!(drawn.len(), Shape::ALL.len());
    for (name, turns) in drawn {
        for (rotation, lines) in Rotation::ALL.into_iter().zip(turns) {
            let top = lines.len() as i32 - 1;
            let cells = shape(name).cells(rotation);
            let expected = cells.map(|(x, y)| (x, top - y));
            assert_eq!(marked(&lines), expected.into(), "{name} {rotation:?}");
        }
    }
}

/// Parses "R to 2".
fn rotation_change(text: &str) -> (Rotation, Turn) {
    let rotation = |name: &str| match "0R2L".find(name.trim()) {
        Some(index) => Rotation::ALL[index],
        None => panic!("no rotation `{name}`"),
    };
    let (from, to) = text.split_once(" to ").expect("two rotations");
    let (from, to) = (rotation(from), rotation(to));
    let turn = match from.turned(Turn::Clockwise) == to {
        true => Turn::Clockwise,
        false => Turn::Counter,
    };
    assert_eq!(from.turned(turn), to, "`{text}`");
    (from, turn)
}

#[test]
fn kicks_are_those_of_the_model() {
    for (header, shapes) in [("J L S T Z | test 1", "JLSTZ"), ("I | test 1", "I")] {
        let mut changes = BTreeSet::new();
        for row in table(header) {
            let offset = |text: &str| {
                let (x, y) = text.split_once(',').expect("two numbers");
                [x, y].map(|text| text.parse::<i32>().expect("a number"))
            };
            let offsets: Vec<(i32, i32)> =
                row[1..].iter().map(|text| offset(text).into()).collect();
            for change in row[0].split(',') {
                let (from, turn) = rotation_change(change);
                changes.insert((from, turn));
                for name in shapes.chars() {
                    let expected = kicks(shape(&name.to_string()), from, turn);
                    assert_eq!(offsets, expected, "{name}, {change}");
                }
            }
        }
        assert_eq!(changes.len(), 8, "{header}");
    }
}

#[test]
fn speeds_are_those_of_the_model() {
    let of = |curve, level| {
        let settings = Settings {
            curve,
            ..Settings::default()
        };
        rows_per_tick(&settings, level, false)
    };
    let rows = table("level | modern: ms per row");
    assert_eq!(rows.len(), 20);
    for (row, level) in rows.iter().zip(1..) {
        assert_eq!(number(row[0]), level);
        assert_eq!(number(row[3]), of(SpeedCurve::Formula, level), "{level}");
        assert_eq!(number(row[5]), of(SpeedCurve::Nes, level), "{level}");
        assert_eq!(
            number(row[5]),
            65536_u32.div_ceil(number(row[4])),
            "{level}"
        );
    }
    // The page states that levels after 20 equal level 20.
    for level in 21..=MAX_LEVEL {
        for curve in [SpeedCurve::Formula, SpeedCurve::Nes] {
            assert_eq!(of(curve, level), of(curve, 20));
        }
    }
}

#[test]
fn lock_delays_are_those_of_the_model() {
    let rows = table("level | 1 to 20");
    assert_eq!(rows.len(), 2);
    for (row, curve) in rows.into_iter().zip([SpeedCurve::Formula, SpeedCurve::Nes]) {
        let settings = Settings {
            curve,
            ..Settings::default()
        };
        assert_eq!(row.len(), 11);
        for level in 1..=MAX_LEVEL {
            let column = level.saturating_sub(19).max(1) as usize;
            let ticks = lock_ticks(&settings, level);
            assert_eq!(number(row[column]), ticks, "level {level}");
        }
    }
}

/// Kind of spin and lines of a row in the table of scores.
fn lock(name: &str) -> (Spin, u32) {
    let (spin, lines) = match name.rsplit_once("T-spin") {
        None => (Spin::None, name),
        Some(("", lines)) => (Spin::Full, lines),
        Some((mini, lines)) => {
            assert_eq!(mini, "mini ");
            (Spin::Mini, lines)
        }
    };
    let names = [", no line", "single", "double", "triple", "quad"];
    let lines = names.iter().position(|&name| name == lines.trim());
    (spin, lines.unwrap_or_else(|| panic!("`{name}`")) as u32)
}

/// Points and sent rows of a lock at level 1, for the first clear or after a difficult one.
fn points(spin: Spin, lines: u32, after_difficult: bool, perfect: bool) -> (u32, u32) {
    let mut tally = Tally::new(1, false);
    if after_difficult {
        tally.lock(Spin::None, 4, false);
        tally.lock(Spin::None, 0, false);
    }
    let before = tally.score();
    let rows = tally.lock(spin, lines, perfect);
    (tally.score() - before, rows)
}

#[test]
fn scores_are_those_of_the_model() {
    let rows = table("lock | points");
    assert_eq!(rows.len(), 11);
    for row in rows {
        let (spin, lines) = lock(row[0]);
        let plain = points(spin, lines, false, false);
        let second = points(spin, lines, true, false);
        assert_eq!(number(row[1]), plain.0, "{}", row[0]);
        match row[2] {
            "-" => assert_eq!((second, row[4]), (plain, "-"), "{}", row[0]),
            text => {
                assert_eq!((number(text), number(row[4])), second, "{}", row[0]);
            }
        }
        match row[3] {
            "-" => assert_eq!((lines, plain.1), (0, 0), "{}", row[0]),
            text => assert_eq!(number(text), plain.1, "{}", row[0]),
        }
    }
}

#[test]
fn perfect_clears_and_combos_are_those_of_the_model() {
    let rows = table("perfect clear, added to the above");
    let bonus: Vec<u32> = rows[0][1..].iter().map(|text| number(text)).collect();
    let of = |lines, second| {
        points(Spin::None, lines, second, true).0 - points(Spin::None, lines, second, false).0
    };
    assert_eq!(
        bonus,
        [
            of(1, false),
            of(2, false),
            of(3, false),
            of(4, false),
            of(4, true)
        ]
    );
    let rows_sent = |combo, perfect| {
        attack(&Clear {
            spin: Spin::None,
            lines: 1,
            back_to_back: false,
            combo,
            perfect,
        })
    };
    let rows = &table("combo | 0")[0][1..];
    assert_eq!(rows.len(), 12);
    for (text, combo) in rows.iter().zip(0..) {
        assert_eq!(number(text), rows_sent(combo, false), "combo {combo}");
    }
    assert_eq!(rows_sent(40, false), rows_sent(11, false));
    for sentence in [
        format!("A perfect clear sends {} rows", rows_sent(5, true)),
        format!("at most {MAX_BATCHES} batches wait"),
        format!("A batch holds at most {MAX_BATCH_ROWS} rows"),
        format!("at most {MAX_RISE} waiting rows rise"),
    ] {
        let words: Vec<&str> = PAGE.split_whitespace().collect();
        assert!(words.join(" ").contains(&sentence), "no `{sentence}`");
    }
}

#[test]
fn blocks_and_columns_of_matrix_are_those_of_the_model() {
    let drawn = drawings("## Blocks");
    assert_eq!(drawn.len(), 8);
    for ((name, turns), shape) in drawn.into_iter().zip(0..) {
        assert_eq!(number(name), u32::from(shape));
        for (lines, turns) in turns.iter().zip(0..) {
            let window = Window { shape, turns, x: 0 };
            let cells = window.cells().into_iter();
            let expected = cells.map(|(row, column)| (column.into(), row.into()));
            assert_eq!(marked(lines), expected.collect(), "{shape}, {turns} turns");
        }
    }
    let columns = &table("lower three bits | 0")[0][1..];
    assert_eq!(columns.len(), 8);
    for (text, bits) in columns.iter().zip(0..) {
        assert_eq!(text.parse(), Ok(Window::created(bits).x), "bits {bits}");
    }
}

/// Names in backquotes in the paragraphs that begin with this word, up to `Tests:`.
fn names(word: &str) -> Vec<&'static str> {
    let paragraphs = PAGE.split("\n\n");
    let lists = paragraphs.filter_map(|paragraph| paragraph.split(word).nth(1));
    let names = lists.flat_map(|list| {
        let list = list.split("Tests:").next().unwrap_or_default();
        list.split('`').skip(1).step_by(2)
    });
    names.collect()
}

/// Paths of all files below a folder of the project.
fn files(folder: &str) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut folders = vec![root.join(folder)];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false => files.push(path.to_str().unwrap().to_owned()),
            }
        }
    }
    files
}

#[test]
fn modules_that_are_named_exist() {
    let files = files("hdl");
    let names = names("Code:");
    assert!(names.len() > 50, "{names:?}");
    for name in names {
        let ends = [format!("/{name}.rs"), format!("/{name}/mod.rs")];
        let exists = |file: &String| ends.iter().any(|end| file.ends_with(end.as_str()));
        assert!(files.iter().any(exists), "no module `{name}` in hdl");
    }
}

#[test]
fn every_case_is_named() {
    let named: Vec<&str> = (names("Tests:").into_iter())
        .filter(|name| name.ends_with(".case"))
        .collect();
    let is_of = |case: &str, name: &str| match name.split_once('*') {
        Some((start, end)) => case.starts_with(start) && case.ends_with(end),
        None => case == name,
    };
    let files = files("tests/cases");
    let cases: Vec<&str> = files
        .iter()
        .filter_map(|file| file.split("tests/cases/").nth(1))
        .collect();
    assert!(cases.len() > 100);
    for case in &cases {
        assert!(
            named.iter().any(|name| is_of(case, name)),
            "`{case}` is not named"
        );
    }
    for name in named {
        assert!(
            cases.iter().any(|case| is_of(case, name)),
            "no case `{name}`"
        );
    }
}
