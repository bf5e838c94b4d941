//! The numbers in the tables of `docs/key-to-pixel.md` are those of a simulation.
#![allow(clippy::unwrap_used)] // A test may fail.

use gatefall_devices::{Change, DeviceBench, Key, Running, Watched};
use gatefall_games::arcade::GAME;

const PAGE: &str = include_str!("../../docs/key-to-pixel.md");
const SCRIPT: &str = include_str!("../../docs/key-to-pixel.keys");
/// Clocks of a millisecond.
const MS: u64 = GAME.clock.preferred_hz / 1000;
/// The run ends here, as in the commands of the page.
const END: u64 = 21 * MS;
/// Falling edges of the keyboard's clock in the table: first and last of each byte.
const EDGES: [usize; 4] = [0, 10, 11, 21];
const PINS: [&str; 3] = ["vga_red", "vga_green", "vga_blue"];

/// A key that goes down or up.
struct Stroke {
    cycle: u64,
    key: Key,
    is_down: bool,
}

fn strokes() -> Vec<Stroke> {
    let lines = SCRIPT.lines().filter(|line| !line.starts_with('#'));
    let stroke = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [time, action, key] = words[..] else {
            panic!("{line}");
        };
        let time: u64 = time.strip_suffix("ms").unwrap().parse().unwrap();
        assert!(["press", "release"].contains(&action), "{line}");
        Stroke {
            cycle: time * MS,
            key: Key::named(key).unwrap(),
            is_down: action == "press",
        }
    };
    lines.map(stroke).collect()
}

/// A row of the table of stages.
struct Row {
    signals: Vec<&'static str>,
    value: &'static str,
    clock: u64,
    since: u64,
    microseconds: f64,
}

/// Cells of a row of a table.
fn cells(line: &'static str) -> Option<Vec<&'static str>> {
    let row = line.strip_prefix('|')?.strip_suffix('|')?;
    Some(row.split('|').map(str::trim).collect())
}

fn number(text: &str) -> u64 {
    text.replace(',', "").parse().unwrap()
}

fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    for cells in PAGE.lines().filter_map(cells) {
        let [index, _, signals, value, clock, since, microseconds] = cells[..] else {
            continue;
        };
        if index.parse() != Ok(rows.len() + 1) {
            continue;
        }
        rows.push(Row {
            signals: signals
                .split(", ")
                .map(|name| name.trim_matches('`'))
                .collect(),
            value,
            clock: number(clock),
            since: number(since),
            microseconds: microseconds.replace(',', "").parse().unwrap(),
        });
    }
    rows
}

/// Values of signals on each clock, from one clock to the end.
struct Recording {
    watched: Vec<Watched>,
    clocks: Vec<Vec<u64>>,
}

impl Recording {
    fn new(watch: &[&str], strokes: &[Stroke], from: u64) -> Self {
        let block = (GAME.build)(&GAME.params()).unwrap();
        let netlist = gatefall_lower::netlist(block.as_ref(), "arcade").unwrap();
        let bench = DeviceBench::new(&netlist, watch).unwrap();
        let mut running = Running::start(bench, GAME.clock.preferred_hz).unwrap();
        for stroke in strokes {
            running.run(stroke.cycle - running.cycles()).unwrap();
            match stroke.is_down {
                true => running.press(stroke.key),
                false => running.release(stroke.key),
            }
        }
        running.run(END - running.cycles()).unwrap();
        let changes = running.take_changes();
        Self {
            watched: running.bench().watched.clone(),
            clocks: samples(&changes, from),
        }
    }

    fn index(&self, signal: &str) -> usize {
        let index = self
            .watched
            .iter()
            .position(|watched| watched.name == signal);
        index.unwrap()
    }

    /// Number of a value, which may be the name of a state.
    fn value(&self, signal: &str, value: &str) -> u64 {
        let variants = &self.watched[self.index(signal)].variants;
        let state = variants.iter().position(|variant| variant == value);
        state.map_or_else(|| number(value), |state| state as u64)
    }

    /// Clocks on which the signal changes to the value.
    fn changes_to(&self, signal: &str, value: u64) -> Vec<usize> {
        let index = self.index(signal);
        let changes = self.clocks.windows(2).enumerate();
        changes
            .filter(|(_, pair)| pair[0][index] != value && pair[1][index] == value)
            .map(|(clock, _)| clock + 1)
            .collect()
    }

    fn pins(&self, clock: usize) -> [u64; 3] {
        PINS.map(|pin| self.clocks[clock][self.index(pin)])
    }
}

fn samples(changes: &[Change], from: u64) -> Vec<Vec<u64>> {
    let mut changes = changes.iter().peekable();
    let mut values = Vec::new();
    let mut clocks = Vec::new();
    for cycle in from..END {
        while let Some(change) = changes.next_if(|change| change.cycle <= cycle) {
            values.clone_from(&change.values);
        }
        clocks.push(values.clone());
    }
    clocks
}

/// Clock of each row in the simulation.
fn measure(rows: &[Row]) -> Vec<u64> {
    let strokes = strokes();
    let (press, before) = strokes.split_last().unwrap();
    let mut watch: Vec<&str> = rows.iter().flat_map(|row| row.signals.clone()).collect();
    watch.sort_unstable();
    watch.dedup();
    let with = Recording::new(&watch, &strokes, press.cycle);
    let without = Recording::new(&PINS, before, press.cycle);

    let falls = with.changes_to("ps2_clock", 0);
    assert_eq!(falls.len(), 22, "two bytes");
    let mut edges = EDGES.map(|edge| falls[edge]).into_iter();
    let mut clock = falls[0];
    let mut clocks = Vec::new();
    for row in rows {
        clock = match row.signals[..] {
            ["ps2_clock"] => edges.next().unwrap(),
            [signal] => {
                let changes = with.changes_to(signal, with.value(signal, row.value));
                let next = changes.into_iter().find(|&change| change >= clock);
                next.unwrap_or_else(|| panic!("{signal} does not become {}", row.value))
            }
            _ => {
                assert_eq!((&row.signals[..], row.value), (&PINS[..], "changed"));
                let mut all = 0..with.clocks.len();
                all.find(|&clock| with.pins(clock) != without.pins(clock))
                    .unwrap()
            }
        };
        clocks.push((clock - falls[0]) as u64);
    }
    assert_eq!(edges.next(), None, "an edge is missing in the table");
    clocks
}

fn seconds(clocks: u64) -> f64 {
    clocks as f64 / GAME.clock.preferred_hz as f64
}

#[test]
fn the_stages_of_a_press_take_the_clocks_of_the_page() {
    let rows = rows();
    assert_eq!(rows.len(), 22);
    let measured = measure(&rows);
    let told: Vec<u64> = rows.iter().map(|row| row.clock).collect();
    assert_eq!(told, measured);
    let mut before = 0;
    for row in &rows {
        assert_eq!(row.since, row.clock - before, "clock {}", row.clock);
        let microseconds = seconds(row.clock) * 1e6;
        assert!(
            (row.microseconds - microseconds).abs() < 0.006,
            "{microseconds}"
        );
        before = row.clock;
    }
}

#[test]
fn the_parts_of_a_press_are_sums_of_its_stages() {
    let rows = rows();
    let mut parts = 0;
    for cells in PAGE.lines().filter_map(cells) {
        let [part, range, clocks, time] = cells[..] else {
            continue;
        };
        let Some((first, last)) = range.split_once(" to ") else {
            continue;
        };
        let clock = |row| rows[number(row) as usize - 1].clock;
        let sum = clock(last) - clock(first);
        assert_eq!(number(clocks), sum, "{part}");
        let (expected, written) = match time.strip_suffix(" ms") {
            Some(_) => (format!("{:.3} ms", seconds(sum) * 1e3), time),
            None => (format!("{:.1} us", seconds(sum) * 1e6), time),
        };
        assert_eq!(written, expected, "{part}");
        parts += 1;
    }
    assert_eq!(parts, 10);
}
