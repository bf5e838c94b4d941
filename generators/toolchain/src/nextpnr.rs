//! nextpnr: placement and routing, and the report about resources and timing.

use crate::error::io;
use crate::job::BuildJob;
use crate::run::Session;
use crate::tools::Tool;
use crate::usage::{OverUse, Usage};
use crate::ToolError;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::{self, Display};
use std::fs;
use std::path::PathBuf;

/// The report of nextpnr's option `--report`. These fields exist in versions 0.4 to 0.11.
#[derive(Debug, Clone, Deserialize)]
pub struct NextpnrReport {
    /// Clocks by net name.
    fmax: BTreeMap<String, Fmax>,
    /// Resources by kind of cell: `ICESTORM_LC`, ..
    utilization: BTreeMap<String, Usage>,
    /// The slowest path of each clock, and of signals between clock domains or pins.
    #[serde(default)]
    critical_paths: Vec<CriticalPath>,
}

/// The slowest path from one clock to another, or within one clock.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CriticalPath {
    /// Source clock: `posedge core_clock`, or `<async>`.
    pub from: String,
    /// Destination clock, in the same format.
    pub to: String,
    /// Steps of the path.
    pub path: Vec<PathStep>,
}

/// A segment of a path.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PathStep {
    /// Delay in nanoseconds.
    pub delay: f64,
    /// `clk-to-q`, `logic`, `routing`, `setup`.
    #[serde(rename = "type", default)]
    pub kind: String,
    /// Net of a routing step.
    #[serde(default)]
    pub net: Option<String>,
    /// The cell at the end of the step.
    pub to: PathEnd,
}

/// End of a step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PathEnd {
    /// Name of the cell in the design.
    pub cell: String,
}

/// A placed and routed design.
#[derive(Debug)]
pub(crate) struct Placement {
    /// Seed of the placement.
    pub seed: u32,
    /// Report of nextpnr.
    pub report: NextpnrReport,
}

/// Name of the placed netlist in the folder of a seed.
pub(crate) const PLACED: &str = "placed.json";

#[derive(Debug, Clone, Deserialize)]
struct Fmax {
    achieved: f64,
    constraint: f64,
}

/// The speed of one clock.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ClockReport {
    /// Net name.
    pub name: String,
    /// Highest frequency of the placed design.
    pub achieved_mhz: f64,
    /// Frequency of the clock on the board.
    pub required_mhz: f64,
}

impl ClockReport {
    /// Ratio of achieved to required frequency: 1 meets timing exactly.
    fn headroom(&self) -> f64 {
        self.achieved_mhz / self.required_mhz
    }

    /// The clock with the smallest headroom.
    pub fn slowest(clocks: impl IntoIterator<Item = ClockReport>) -> Option<ClockReport> {
        let clocks = clocks.into_iter();
        clocks.min_by(|a, b| a.headroom().total_cmp(&b.headroom()))
    }
}

impl Display for ClockReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ClockReport {
            achieved_mhz,
            required_mhz,
            ..
        } = self;
        write!(f, "{achieved_mhz:.2} MHz of {required_mhz:.2}")
    }
}

impl NextpnrReport {
    /// Use of a kind of cell. The report omits kinds that the part does not have; these give zero.
    pub fn usage(&self, kind: &str) -> Usage {
        self.utilization.get(kind).copied().unwrap_or(Usage {
            used: 0,
            available: 0,
        })
    }

    /// The slowest paths.
    pub fn critical_paths(&self) -> &[CriticalPath] {
        &self.critical_paths
    }

    /// The slowest clock.
    pub(crate) fn slowest_clock(&self) -> Option<ClockReport> {
        ClockReport::slowest(self.clocks())
    }

    /// The headroom of the slowest clock.
    pub(crate) fn headroom(&self) -> f64 {
        self.slowest_clock().map_or(0.0, |clock| clock.headroom())
    }

    /// Every checked clock. Suffixes from nextpnr (`$SB_IO_IN_$glb_clk`) are removed from the
    /// names.
    pub fn clocks(&self) -> Vec<ClockReport> {
        let clock = |(net, fmax): (&String, &Fmax)| ClockReport {
            name: net
                .split('$')
                .next()
                .filter(|name| !name.is_empty())
                .unwrap_or(net)
                .to_owned(),
            achieved_mhz: fmax.achieved,
            required_mhz: fmax.constraint,
        };
        self.fmax.iter().map(clock).collect()
    }
}

/// Arguments of nextpnr. Paths are relative to the folder of the seed.
pub(crate) fn arguments(job: &BuildJob, seed: u32) -> Vec<OsString> {
    let name = job.name;
    let part = format!("--{} --package {}", job.device, job.package);
    let files = format!(
        "--json ../{name}.json --pcf ../{name}.pcf --asc {name}.asc --report nextpnr.json \
         --write {PLACED}"
    );
    // Timing is checked on the report, which has the numbers.
    let how = format!("--seed {seed} --timing-allow-fail");
    [part, files, how]
        .iter()
        .flat_map(|words| words.split(' '))
        .map(OsString::from)
        .collect()
}

pub(crate) fn place_and_route(
    tool: &Tool,
    job: &BuildJob,
    seed: u32,
    session: &Session,
) -> Result<Placement, ToolError> {
    let log = log(job, seed);
    let step = format!("place and route with nextpnr {}, seed {seed}", tool.version);
    let folder = job.seed_folder(seed);
    fs::create_dir_all(&folder).map_err(io("create", &folder))?;
    let result = session.run(&tool.run(&step, arguments(job, seed), &folder, &log));
    if let Err(ToolError::ToolFailed { .. }) = result {
        let text = fs::read(&log).unwrap_or_default();
        let over = over_used(&String::from_utf8_lossy(&text));
        if !over.is_empty() {
            return Err(ToolError::DoesNotFit { over, log });
        }
    }
    result?;
    let file = folder.join("nextpnr.json");
    let bytes = fs::read(&file).map_err(io("read", &file))?;
    let report: NextpnrReport =
        serde_json::from_slice(&bytes).map_err(|error| ToolError::UnexpectedOutput {
            file,
            message: error.to_string(),
        })?;
    Ok(Placement { seed, report })
}

pub(crate) fn log(job: &BuildJob, seed: u32) -> PathBuf {
    job.log(&format!("nextpnr-{seed}"))
}

/// The resources that are too few, from the table in the log. A line of the table is
/// `Info: \t ICESTORM_RAM:    29/   16   181%`.
fn over_used(log: &str) -> Vec<OverUse> {
    let over_use = |line: &str| {
        let (kind, numbers) = line.strip_prefix("Info:")?.trim().split_once(':')?;
        let (used, rest) = numbers.split_once('/')?;
        let usage = Usage {
            used: used.trim().parse().ok()?,
            available: rest.split_whitespace().next()?.parse().ok()?,
        };
        let name = RESOURCES.iter().find(|(known, _)| *known == kind)?.1;
        (usage.used > usage.available).then_some(OverUse { name, usage })
    };
    log.lines().filter_map(over_use).collect()
}

/// Limited kinds of cells, and their names in messages.
const RESOURCES: [(&str, &str); 5] = [
    ("ICESTORM_LC", "logic cells"),
    ("ICESTORM_RAM", "block RAMs"),
    ("ICESTORM_PLL", "PLLs"),
    ("SB_IO", "pins"),
    ("SB_GB", "global buffers"),
];

/// Checks that every clock meets timing, also when it is too fast by its tolerance, and that one
/// was checked at the frequency of the design.
pub(crate) fn check_timing(
    report: &NextpnrReport,
    job: &BuildJob,
    seed: u32,
) -> Result<(), ToolError> {
    // nextpnr derives the frequency behind a PLL itself, rounded to picoseconds.
    const ROUNDING: f64 = 0.999;
    let required_mhz = job.clock_hz as f64 / 1e6;
    let clocks = report.clocks();
    for clock in &clocks {
        let fastest_mhz = clock.required_mhz * (1.0 + job.clock_tolerance);
        if clock.achieved_mhz < fastest_mhz {
            return Err(ToolError::TimingMissed {
                clock: clock.name.clone(),
                achieved_mhz: clock.achieved_mhz,
                required_mhz: fastest_mhz,
                log: log(job, seed),
            });
        }
    }
    match clocks
        .iter()
        .any(|clock| clock.required_mhz >= required_mhz * ROUNDING)
    {
        true => Ok(()),
        false => Err(ToolError::ClockNotChecked {
            required_mhz,
            log: log(job, seed),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reports as nextpnr 0.4 and 0.11.1 write them, without critical paths.
    const OLD: &str = r#"{"critical_paths":[],
        "fmax":{"core_clock":{"achieved":54.2,"constraint":25.0}},
        "utilization":{"ICESTORM_LC":{"available":7680,"used":2061},
                       "SB_IO":{"available":256,"used":19}}}"#;
    const NEW: &str = r#"{"critical_paths":[],"detailed_net_timings":[],
        "fmax":{"clock$SB_IO_IN_$glb_clk":{"achieved":83.3,"constraint":12.0}},
        "utilization":{"ICESTORM_LC":{"available":7680,"used":1},
                       "SB_IO":{"available":95,"used":19}}}"#;

    #[test]
    fn reports_of_old_and_new_versions_are_understood() {
        let report: NextpnrReport = serde_json::from_str(OLD).unwrap();
        assert_eq!(
            report.usage("ICESTORM_LC"),
            Usage {
                used: 2061,
                available: 7680
            }
        );
        assert_eq!(
            report.usage("ICESTORM_DSP"),
            Usage {
                used: 0,
                available: 0
            }
        );
        let report: NextpnrReport = serde_json::from_str(NEW).unwrap();
        let clock = ClockReport {
            name: "clock".into(),
            achieved_mhz: 83.3,
            required_mhz: 12.0,
        };
        assert_eq!(report.clocks(), [clock]);
    }

    fn checked(report: &str, clock_hz: u64) -> Result<(), ToolError> {
        let job = BuildJob {
            clock_hz,
            ..crate::flow::tests::job()
        };
        check_timing(&serde_json::from_str(report).unwrap(), &job, 1)
    }

    #[test]
    fn a_clock_that_is_too_slow_is_an_error() {
        assert!(checked(OLD, 25_000_000).is_ok());
        let slow = OLD.replace("54.2", "24.9");
        let message = checked(&slow, 25_000_000).unwrap_err().to_string();
        assert!(
            message.starts_with(
                "timing missed: clock `core_clock` reaches 24.90 MHz but needs 25.00 MHz"
            ),
            "{message}"
        );
    }

    #[test]
    fn a_clock_that_may_be_too_fast_needs_a_margin() {
        let tolerant = BuildJob {
            clock_tolerance: 0.1,
            ..crate::flow::tests::job()
        };
        let checked = |achieved: &str| {
            let report = OLD.replace("54.2", achieved);
            check_timing(&serde_json::from_str(&report).unwrap(), &tolerant, 1)
        };
        assert!(checked("27.6").is_ok());
        let message = checked("27.4").unwrap_err().to_string();
        let both = "timing missed: clock `core_clock` reaches 27.40 MHz but needs 27.50 MHz";
        assert!(message.starts_with(both), "{message}");
    }

    #[test]
    fn what_does_not_fit_is_read_from_the_log() {
        let log = "Info: Device utilisation:\nInfo: \t         ICESTORM_LC:  2535/ 1280   198%\n\
                   Info: \t        ICESTORM_RAM:    29/   16   181%\n\
                   Info: \t               SB_IO:    20/   96    20%\n\
                   ERROR: Unable to place cell\n";
        let over: Vec<String> = over_used(log).iter().map(OverUse::to_string).collect();
        assert_eq!(over, ["2535 logic cells of 1280", "29 block RAMs of 16"]);
        assert!(over_used("ERROR: Loading PCF failed.").is_empty());
    }

    #[test]
    fn a_clock_checked_at_the_default_is_an_error() {
        let message = checked(NEW, 25_000_000).unwrap_err().to_string();
        assert!(
            message.starts_with("no clock was checked at 25.00 MHz"),
            "{message}"
        );
    }
}
