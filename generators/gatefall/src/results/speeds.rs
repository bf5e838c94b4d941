//! Records of simulators, `docs/bench.json`, and their tables.

use super::json::{read_json, write_json};
use crate::error::AppError;
use crate::report::grouped;
use crate::root::Root;
use serde::{Deserialize, Serialize};

/// File of the records, in the project.
const FILE: &str = "docs/bench.json";
/// Name of our simulator, with which those that run its code begin.
const OURS: &str = "gatefall";

/// One run of `gatefall bench`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Run {
    /// Commit of the measured circuit, with `-dirty` if there were changes. Absent without git.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    circuit: String,
    /// Players of a game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    players: Option<u8>,
    /// Clock of the circuit on a board.
    clock_hz: u64,
    cpu: String,
    /// `gatefall` was built with optimisation.
    optimised: bool,
    engines: Vec<Engine>,
}

/// A simulator of the run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Engine {
    name: String,
    flags: String,
    #[serde(flatten)]
    state: State,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum State {
    /// Speeds are in million cycles per second of processor time.
    Measured {
        version: String,
        /// Time from the circuit to running machine code.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ready_seconds: Option<f64>,
        /// Processor time of the cycles before the measurement. Absent for interpreters and in
        /// older records.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        warm_up_seconds: Option<f64>,
        median: f64,
        /// Slowest and fastest repetition. Absent in records that were made by hand.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        slowest: Option<f64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fastest: Option<f64>,
        /// WebAssembly instructions per cycle. Absent for other engines and in older records.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        instructions: Option<f64>,
    },
    Missing {
        not_installed: String,
    },
}

impl Run {
    /// The run of a report, which has all fields of a run but the commit.
    #[cfg(feature = "sim")]
    pub(crate) fn of(report: &impl Serialize, commit: Option<String>) -> Run {
        let value = serde_json::to_value(report).expect("a report is plain data");
        let run: Run = serde_json::from_value(value).expect("a report has the fields of a run");
        Run { commit, ..run }
    }

    fn median(&self, name: &str) -> Option<f64> {
        let engine = self.engines.iter().find(|engine| engine.name == name)?;
        match engine.state {
            State::Measured { median, .. } => Some(median),
            State::Missing { .. } => None,
        }
    }

    fn title(&self) -> String {
        let players = match self.players {
            None => String::new(),
            Some(1) => ", one player".to_owned(),
            Some(more) => format!(", {more} players"),
        };
        format!("{}{players}", self.circuit)
    }

    /// The fastest simulator that does not run our code, and its speed.
    fn strongest_rival(&self) -> Option<(String, f64)> {
        let engines = self.engines.iter();
        let others = engines.filter(|engine| !engine.name.starts_with(OURS));
        let measured = others.filter_map(|engine| match &engine.state {
            State::Measured {
                version, median, ..
            } => Some((format!("{}, {version}", engine.name), *median)),
            State::Missing { .. } => None,
        });
        measured.max_by(|one, other| one.1.total_cmp(&other.1))
    }

    /// Title, conditions and table.
    fn text(&self) -> String {
        let commit = self.commit.as_ref();
        let commit = commit.map_or("unknown".to_owned(), |commit| format!("`{commit}`"));
        let build = match self.optimised {
            true => "",
            false => "\n**gatefall was built without optimisation, which slows rust-hdl down.**",
        };
        let references = ["Verilator", "rust-hdl"].map(|name| self.median(name));
        let rows: String = self
            .engines
            .iter()
            .map(|engine| engine.row(self.clock_hz, references))
            .collect();
        format!(
            "\n### {}\n\nProcessor: {}. Commit: {commit}.{build}\n\n\
             | simulator | version | flags | ready in | warm-up | speed | spread | x real time | \
             x Verilator | x rust-hdl | instructions |\n\
             |---|---|---|---|---|---|---|---|---|---|---|\n{rows}",
            self.title(),
            self.cpu
        )
    }
}

impl Engine {
    fn row(&self, clock_hz: u64, references: [Option<f64>; 2]) -> String {
        let Engine { name, flags, state } = self;
        match state {
            State::Missing { not_installed } => {
                format!("| {name} | no `{not_installed}` | {flags} | | | | | | | | |\n")
            }
            State::Measured {
                version,
                ready_seconds,
                warm_up_seconds,
                median,
                slowest,
                fastest,
                instructions,
            } => {
                let time = |seconds: f64| format!("{} s", figure(seconds));
                let [ready, warm_up] = [ready_seconds, warm_up_seconds].map(|t| t.map(time));
                let spread = slowest.zip(*fastest);
                let spread = spread.map(|(slowest, fastest)| {
                    format!("{} to {}", figure(slowest), figure(fastest))
                });
                let ratios = references.map(|reference| Some(figure(median / reference?)));
                let [verilator, rust_hdl] = ratios.map(Option::unwrap_or_default);
                let cells = [
                    name,
                    version,
                    flags,
                    &ready.unwrap_or_default(),
                    &warm_up.unwrap_or_default(),
                    &figure(*median),
                    &spread.unwrap_or_default(),
                    &figure(median * 1e6 / clock_hz as f64),
                    &verilator,
                    &rust_hdl,
                    &instructions.map(figure).unwrap_or_default(),
                ];
                let cells = cells.map(|cell| format!(" {cell} |")).concat();
                format!("|{}\n", cells.replace("  |", " |"))
            }
        }
    }
}

/// All runs, ordered by circuit and number of players.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Runs(Vec<Run>);

impl Runs {
    /// Reads the runs of the project. Without a file there are none.
    pub(super) fn read(root: &Root) -> Result<Runs, AppError> {
        Ok(Runs(read_json(root, FILE)?))
    }

    /// Writes the runs of the project.
    pub(super) fn write(&self, root: &Root) -> Result<(), AppError> {
        write_json(root, FILE, &self.0)
    }

    /// Replaces the run of the same circuit and number of players.
    #[cfg(feature = "sim")]
    pub(super) fn with(mut self, new: Run) -> Runs {
        let key = |run: &Run| (run.circuit.clone(), run.players);
        self.0.retain(|run| key(run) != key(&new));
        self.0.push(new);
        self.0.sort_by_key(key);
        self
    }

    /// A section for each run, and one for all of them.
    pub(super) fn text(&self) -> String {
        let runs: String = self.0.iter().map(Run::text).collect();
        format!("{runs}{}", self.summary())
    }

    /// gatefall against the fastest other simulator of each run.
    fn summary(&self) -> String {
        let runs = self.0.iter();
        let ratios: Vec<_> = runs
            .filter_map(|run| {
                let (rival, speed) = run.strongest_rival()?;
                Some((run, rival, run.median(OURS)? / speed))
            })
            .collect();
        if ratios.is_empty() {
            return String::new();
        }
        let rows: String = ratios
            .iter()
            .map(|(run, rival, ratio)| {
                format!("| {} | {rival} | {} |\n", run.title(), figure(*ratio))
            })
            .collect();
        let logarithms: f64 = ratios.iter().map(|(.., ratio)| ratio.ln()).sum();
        let mean = (logarithms / ratios.len() as f64).exp();
        format!(
            "\n### gatefall and the fastest other simulator\n\n\
             | circuit | other simulator | gatefall is faster, times |\n|---|---|---|\n{rows}\
             | geometric mean | | {} |\n",
            figure(mean)
        )
    }
}

/// Formats with three significant digits. A file may have any number.
pub(crate) fn figure(value: f64) -> String {
    if value >= 1e15 {
        return format!("{value:.2e}");
    }
    if value >= 999.5 {
        let unit = 10_u64.pow(value.round().log10() as u32 - 2);
        return grouped((value / unit as f64).round() as u64 * unit);
    }
    let decimals = match value {
        value if value >= 100.0 => 0,
        value if value >= 10.0 => 1,
        value if value >= 1.0 => 2,
        value if value >= 0.1 => 3,
        _ => 4,
    };
    format!("{value:.decimals$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(players: u8, median: f64) -> Run {
        let engine = |name: &str, state| Engine {
            name: name.to_owned(),
            flags: "-O3".to_owned(),
            state,
        };
        let measured = |median, instructions: Option<f64>| State::Measured {
            version: "1.0".to_owned(),
            ready_seconds: Some(0.023),
            warm_up_seconds: instructions.map(|_| 0.54),
            median,
            slowest: Some(median / 2.0),
            fastest: Some(median * 2.0),
            instructions,
        };
        Run {
            commit: Some("0123456".to_owned()),
            circuit: "arcade".to_owned(),
            players: Some(players),
            clock_hz: 25_000_000,
            cpu: "a processor".to_owned(),
            optimised: players == 1,
            engines: vec![
                engine("gatefall", measured(median, Some(531.4))),
                engine("Verilator", measured(2.5, None)),
                engine(
                    "rust-hdl",
                    State::Missing {
                        not_installed: "cargo".to_owned(),
                    },
                ),
            ],
        }
    }

    #[test]
    fn each_run_has_its_conditions_and_a_row_for_each_simulator() {
        insta::assert_snapshot!(Runs(vec![run(1, 50.0), run(2, 40.0)]).text());
    }

    #[test]
    fn runs_survive_being_written_as_json() {
        let runs = vec![run(1, 50.0), run(2, 40.0)];
        let text = serde_json::to_string(&runs).unwrap();
        assert_eq!(serde_json::from_str::<Vec<Run>>(&text).unwrap(), runs);
    }

    #[test]
    fn a_figure_has_three_significant_digits() {
        let figures = [15_697.0, 999.7, 999.4, 51.83, 2.24, 0.6104].map(figure);
        assert_eq!(figures, ["15,700", "1,000", "999", "51.8", "2.24", "0.610"]);
        let figures = [0.0, 9.996e14, 1e15, 1.234e30, f64::INFINITY].map(figure);
        assert_eq!(
            figures,
            [
                "0.0000",
                "1,000,000,000,000,000",
                "1.00e15",
                "1.23e30",
                "inf"
            ]
        );
    }

    #[cfg(feature = "sim")]
    #[test]
    fn a_newer_run_replaces_that_of_the_same_game_and_players() {
        let runs = Runs::default().with(run(2, 40.0)).with(run(1, 50.0));
        let runs = runs.with(run(2, 45.0));
        assert_eq!(runs.0, [run(1, 50.0), run(2, 45.0)]);
    }
}
