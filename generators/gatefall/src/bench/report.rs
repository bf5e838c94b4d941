//! Result of a benchmark, as a table and as JSON.

use super::compare::{Plan, Signatures, REPETITIONS};
use super::engine::{About, Entrant, Found};
use crate::results::figure;
use serde::Serialize;
use std::fmt::Write;

/// Results of all engines. It has no date and no path, so that two runs of the same programs on one
/// machine differ in the figures only.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    circuit: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    players: Option<u8>,
    clock_hz: u64,
    cpu: String,
    /// This program was built with optimisation.
    optimised: bool,
    repetitions: u64,
    engines: Vec<Row>,
    /// Signatures in hexadecimal, for each number of cycles that several engines reported.
    signatures: Vec<Signature>,
}

#[derive(Debug, Serialize)]
struct Row {
    name: &'static str,
    flags: &'static str,
    #[serde(flatten)]
    state: State,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum State {
    Measured {
        version: String,
        cycles_per_repetition: u64,
        ready_seconds: f64,
        /// Processor time of the first 20 million cycles. Absent for an interpreter.
        #[serde(skip_serializing_if = "Option::is_none")]
        warm_up_seconds: Option<f64>,
        /// Million cycles per second of processor time.
        median: f64,
        slowest: f64,
        fastest: f64,
        /// WebAssembly instructions per cycle.
        #[serde(skip_serializing_if = "Option::is_none")]
        instructions: Option<f64>,
        ratio_to_verilator: Option<f64>,
        ratio_to_rust_hdl: Option<f64>,
    },
    Missing {
        not_installed: &'static str,
        #[serde(skip)]
        place: String,
    },
}

#[derive(Debug, Serialize)]
struct Signature {
    cycles: u64,
    value: String,
}

/// Slowest, median and fastest, in million cycles per second.
fn spread(speeds: &[f64]) -> [f64; 3] {
    let mut sorted = speeds.to_vec();
    sorted.sort_by(f64::total_cmp);
    [0, sorted.len() / 2, sorted.len() - 1].map(|index| sorted[index] / 1e6)
}

impl Report {
    pub(crate) fn new(
        circuit: &'static str,
        players: Option<u8>,
        clock_hz: u64,
        plan: Plan,
        found: &[Found],
        signatures: &Signatures,
    ) -> Report {
        let reference = |name: &str| {
            found.iter().find_map(|found| match found {
                Found::Here(entrant) if entrant.about.name == name => {
                    Some(spread(&entrant.speeds)[1])
                }
                _ => None,
            })
        };
        let references = [
            reference(super::external::VERILATOR.about.name),
            reference(super::native::RUST_HDL.name),
        ];
        let signatures = signatures.0.iter();
        Report {
            circuit,
            players,
            clock_hz,
            cpu: cpu(),
            optimised: !cfg!(debug_assertions),
            repetitions: REPETITIONS,
            engines: found
                .iter()
                .map(|found| Row::new(found, plan, references))
                .collect(),
            signatures: signatures
                .filter(|(_, seen)| seen.engines > 1)
                .map(|(&cycles, seen)| Signature {
                    cycles,
                    value: format!("{:08x}", seen.value),
                })
                .collect(),
        }
    }

    pub(crate) fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("a report is plain data");
        text.push('\n');
        text
    }

    pub(crate) fn table(&self) -> String {
        let players = self.players.map(|players| format!(", players: {players}"));
        let mut text = format!(
            "{}{}, in million cycles per second of processor time, {}\n",
            self.circuit,
            players.unwrap_or_default(),
            self.cpu
        );
        text += &format!(
            "{:<24}{:<24}{:>10}{:>10}{:>9}  {:<18}{:>10}{:>12}{:>12}{:>14}\n",
            "",
            "version",
            "ready in",
            "warm-up",
            "median",
            "spread",
            "real time",
            "x Verilator",
            "x rust-hdl",
            "instructions"
        );
        for row in &self.engines {
            row.write(&mut text, self.clock_hz)
                .expect("a string takes everything");
        }
        if let Some(last) = self.signatures.last() {
            text += &format!(
                "signatures are equal; {} after {} cycles\n",
                last.value, last.cycles
            );
        }
        if !self.optimised {
            text += "this program was built without optimisation, which slows rust-hdl down: \
                cargo run --release\n";
        }
        text
    }
}

impl Row {
    fn new(found: &Found, plan: Plan, references: [Option<f64>; 2]) -> Row {
        let (About { name, flags, .. }, state) = match found {
            Found::Missing { about, what, place } => (
                *about,
                State::Missing {
                    not_installed: what,
                    place: place.clone(),
                },
            ),
            Found::Here(entrant) => (entrant.about, State::of(entrant, plan, references)),
        };
        Row { name, flags, state }
    }

    fn write(&self, text: &mut String, clock_hz: u64) -> std::fmt::Result {
        write!(text, "{:<24}", self.name)?;
        match &self.state {
            State::Missing {
                not_installed,
                place,
            } => writeln!(text, "not installed: no `{not_installed}` {place}"),
            State::Measured {
                version,
                ready_seconds,
                warm_up_seconds,
                median,
                slowest,
                fastest,
                instructions,
                ratio_to_verilator,
                ratio_to_rust_hdl,
                ..
            } => {
                let warm_up = warm_up_seconds.map(|seconds| format!("{} s", figure(seconds)));
                let spread = format!("{} to {}", figure(*slowest), figure(*fastest));
                let optional = |value: &Option<f64>| value.map_or(String::new(), figure);
                let line = format!(
                    "{version:<24}{:>9} s{:>10}{:>9}  {spread:<18}{:>10}{:>12}{:>12}{:>14}",
                    figure(*ready_seconds),
                    warm_up.unwrap_or_default(),
                    figure(*median),
                    figure(median * 1e6 / clock_hz as f64),
                    optional(ratio_to_verilator),
                    optional(ratio_to_rust_hdl),
                    optional(instructions),
                );
                writeln!(text, "{}", line.trim_end())
            }
        }
    }
}

impl State {
    fn of(entrant: &Entrant, plan: Plan, references: [Option<f64>; 2]) -> State {
        let [slowest, median, fastest] = spread(&entrant.speeds);
        let [ratio_to_verilator, ratio_to_rust_hdl] =
            references.map(|reference| Some(median / reference?));
        State::Measured {
            version: entrant.version.clone(),
            cycles_per_repetition: plan.repetition(entrant.about.pace),
            ready_seconds: entrant.ready.as_secs_f64(),
            warm_up_seconds: entrant.warm_up.map(|time| time.as_secs_f64()),
            median,
            slowest,
            fastest,
            instructions: entrant.instructions,
            ratio_to_verilator,
            ratio_to_rust_hdl,
        }
    }
}

/// Name of the processor, from the operating system.
pub(crate) fn cpu() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let mut lines = text.lines();
    let model = lines.find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    model
        .map_or("an unknown processor", |(_, model)| model)
        .to_owned()
}
