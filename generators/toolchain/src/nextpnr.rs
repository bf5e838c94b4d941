//! Placement and routing: netlist and pins to a placed design, and what it costs.

use crate::error::io;
use crate::flow::Job;
use crate::run::Session;
use crate::tools::Tool;
use crate::ToolError;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::time::Duration;

/// The report that nextpnr writes with `--report`; 0.4 and 0.11 agree on this much of it.
#[derive(Debug, Deserialize)]
pub struct NextpnrReport {
    /// By net name.
    fmax: BTreeMap<String, Fmax>,
    /// By kind of cell: `ICESTORM_LC`, ..
    utilization: BTreeMap<String, Usage>,
}

#[derive(Debug, Deserialize)]
struct Fmax {
    achieved: f64,
    constraint: f64,
}

/// How much of a resource is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// By the design.
    pub used: u64,
    /// On the part.
    pub available: u64,
}

/// The speed of one clock.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ClockReport {
    /// Net name.
    pub name: String,
    /// What the placed design reaches.
    pub achieved_mhz: f64,
    /// What the board gives it.
    pub required_mhz: f64,
}

impl NextpnrReport {
    /// How much of a kind of cell is used; a kind that the part does not have is not in the report.
    pub fn usage(&self, kind: &str) -> Usage {
        self.utilization.get(kind).copied().unwrap_or(Usage {
            used: 0,
            available: 0,
        })
    }

    /// Every clock that was checked. The names lose what nextpnr appends (`$SB_IO_IN_$glb_clk`).
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

pub(crate) fn arguments(job: &Job) -> Vec<OsString> {
    let name = job.name;
    let part = format!("--{} --package {}", job.device, job.package);
    let files =
        format!("--json {name}.json --pcf {name}.pcf --asc {name}.asc --report nextpnr.json");
    // A missed clock is judged from the report, where the numbers are.
    let how = format!("--seed {} --timing-allow-fail", job.seed);
    [part, files, how]
        .iter()
        .flat_map(|words| words.split(' '))
        .map(OsString::from)
        .collect()
}

pub(crate) fn place_and_route(
    tool: &Tool,
    job: &Job,
    session: &Session,
) -> Result<(Duration, NextpnrReport), ToolError> {
    let log = job.log("nextpnr");
    let step = format!(
        "place and route with nextpnr {}, seed {}",
        tool.version, job.seed
    );
    let took = session.run(&tool.run(&step, arguments(job), job.folder, &log))?;
    let file = job.folder.join("nextpnr.json");
    let text = fs::read_to_string(&file).map_err(io("read", &file))?;
    let report: NextpnrReport =
        serde_json::from_str(&text).map_err(|error| ToolError::UnexpectedOutput {
            file,
            message: error.to_string(),
        })?;
    check_timing(&report, job)?;
    Ok((took, report))
}

/// Every clock meets its need, and one of them was really checked at the frequency of the design.
fn check_timing(report: &NextpnrReport, job: &Job) -> Result<(), ToolError> {
    // nextpnr derives the frequency behind a PLL by itself, in picoseconds.
    const ROUNDING: f64 = 0.999;
    let required_mhz = job.clock_hz as f64 / 1e6;
    let clocks = report.clocks();
    for clock in &clocks {
        if clock.achieved_mhz < clock.required_mhz {
            return Err(ToolError::TimingMissed {
                clock: clock.name.clone(),
                achieved_mhz: clock.achieved_mhz,
                required_mhz: clock.required_mhz,
                log: job.log("nextpnr"),
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
            log: job.log("nextpnr"),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shapes as nextpnr 0.4 and 0.11.1 write them, critical paths left out.
    const OLD: &str = r#"{"critical_paths":[],"fmax":{"core_clock":{"achieved":54.2,"constraint":25.0}},
        "utilization":{"ICESTORM_LC":{"available":7680,"used":2061},"SB_IO":{"available":256,"used":19}}}"#;
    const NEW: &str = r#"{"critical_paths":[],"detailed_net_timings":[],
        "fmax":{"clock$SB_IO_IN_$glb_clk":{"achieved":83.3,"constraint":12.0}},
        "utilization":{"ICESTORM_LC":{"available":7680,"used":1},"SB_IO":{"available":95,"used":19}}}"#;

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
        let job = Job {
            clock_hz,
            ..crate::flow::tests::job()
        };
        check_timing(&serde_json::from_str(report).unwrap(), &job)
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
    fn a_clock_checked_at_the_default_is_an_error() {
        let message = checked(NEW, 25_000_000).unwrap_err().to_string();
        assert!(
            message.starts_with("no clock was checked at 25.00 MHz"),
            "{message}"
        );
    }
}
