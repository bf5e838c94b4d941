//! Build flow: Verilog to bitstream.

use crate::error::io;
use crate::job::BuildJob;
use crate::nextpnr::{NextpnrReport, Placement};
use crate::parallel::in_parallel;
use crate::placed::{read_placed, PlacedCell};
use crate::run::Session;
use crate::tools::Toolset;
use crate::{icepack, nextpnr, yosys, ToolError};
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Results of a build besides its files.
#[derive(Debug)]
pub struct BuildOutcome {
    /// Resources and speed of the fastest placement.
    pub report: NextpnrReport,
    /// Seed of the fastest placement.
    pub seed: u32,
    /// Speed for each seed that could be placed.
    pub speeds: Vec<SeedSpeed>,
    /// All placed cells.
    pub cells: Vec<PlacedCell>,
    /// Time of synthesis.
    pub synthesise: Duration,
    /// Time of placement and routing.
    pub place_and_route: Duration,
    /// Time of packing.
    pub pack: Duration,
}

/// Speed of a placement.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SeedSpeed {
    /// Seed of the placement.
    pub seed: u32,
    /// Highest frequency of the most critical clock.
    pub achieved_mhz: f64,
}

/// Scripts and arguments of all tools, and the margin of timing, as text. The cache key of a build includes it.
pub fn recipe(job: &BuildJob) -> String {
    // Spare seeds are separate, because a build may leave them out.
    let runs = [job.seeds, job.spare_seeds].map(|seeds| {
        let runs = seeds.iter().map(|&seed| nextpnr::arguments(job, seed));
        runs.collect::<Vec<_>>()
    });
    format!("{}{runs:?} {}", yosys::script(job), job.clock_tolerance)
}

/// Log files of a successful build, but for those of spare seeds.
pub fn logs(job: &BuildJob) -> Vec<PathBuf> {
    let seeds = job.seeds.iter().map(|&seed| nextpnr::log(job, seed));
    let others = ["yosys", "icepack"].map(|tool| job.log(tool));
    seeds.chain(others).collect()
}

/// Runs yosys, nextpnr for each seed, and icepack on the best placement. Spare seeds follow one by
/// one while the clock is missed.
///
/// Stops at the first failure. A memory outside of block RAM and missed timing are failures. A
/// seed that cannot be placed or routed is skipped if another one can.
pub fn build(
    tools: &Toolset,
    job: &BuildJob,
    session: &Session,
) -> Result<BuildOutcome, ToolError> {
    let synthesise = yosys::synthesise(&tools.yosys, job, session)?;
    let start = Instant::now();
    let place = |&seed: &u32| nextpnr::place_and_route(&tools.nextpnr, job, seed, session);
    let mut placements = placed(in_parallel(job.seeds, place))?;
    let misses = |placements: &[Placement]| {
        let best = best(placements);
        let outcome = nextpnr::check_timing(&best.report, job, best.seed);
        matches!(outcome, Err(ToolError::TimingMissed { .. }))
    };
    for seed in job.spare_seeds {
        if !misses(&placements) {
            break;
        }
        match place(seed) {
            Ok(placement) => placements.push(placement),
            Err(ToolError::Interrupted) => return Err(ToolError::Interrupted),
            Err(_) => {}
        }
    }
    let speeds = speeds(&placements);
    let best = best(&placements);
    let place_and_route = start.elapsed();
    nextpnr::check_timing(&best.report, job, best.seed)?;
    let folder = job.seed_folder(best.seed);
    let asc = format!("{}.asc", job.name);
    let (from, to) = (folder.join(&asc), job.folder.join(&asc));
    fs::rename(&from, &to).map_err(io("read", &from))?;
    let cells = read_placed(&folder.join(nextpnr::PLACED), job.top)?;
    for &seed in job.seeds.iter().chain(job.spare_seeds) {
        let folder = job.seed_folder(seed);
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(io("remove", &folder))?;
        }
    }
    let pack = icepack::pack(&tools.icepack, job, session)?;
    Ok(BuildOutcome {
        report: best.report.clone(),
        seed: best.seed,
        speeds,
        cells,
        synthesise,
        place_and_route,
        pack,
    })
}

/// The placements, or the first failure if there is none.
fn placed(results: Vec<Result<Placement, ToolError>>) -> Result<Vec<Placement>, ToolError> {
    let mut placements = Vec::new();
    let mut failure = None;
    for result in results {
        match result {
            Ok(placement) => placements.push(placement),
            Err(ToolError::Interrupted) => return Err(ToolError::Interrupted),
            Err(error) => failure = failure.or(Some(error)),
        }
    }
    match failure {
        Some(failure) if placements.is_empty() => Err(failure),
        _ => Ok(placements),
    }
}

fn speeds(placements: &[Placement]) -> Vec<SeedSpeed> {
    let speed = |placement: &Placement| {
        let slowest = placement.report.slowest_clock();
        SeedSpeed {
            seed: placement.seed,
            achieved_mhz: slowest.map_or(0.0, |clock| clock.achieved_mhz),
        }
    };
    placements.iter().map(speed).collect()
}

/// The placement with the most timing headroom. Of equals it is the first, so that the same seeds
/// always give the same design.
fn best(placements: &[Placement]) -> &Placement {
    let headroom = |placement: &&Placement| placement.report.headroom();
    let best = placements
        .iter()
        .rev()
        .max_by(|a, b| headroom(a).total_cmp(&headroom(b)));
    best.expect("a job has a seed")
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use std::path::Path;

    pub(crate) fn job() -> BuildJob<'static> {
        BuildJob {
            folder: Path::new("."),
            logs: Path::new("."),
            name: "game",
            top: "top",
            sources: &[],
            synthesis: "",
            device: "hx8k",
            package: "cb132",
            clock_hz: 25_000_000,
            clock_tolerance: 0.0,
            seeds: &[1],
            spare_seeds: &[],
        }
    }

    fn placement(seed: u32, achieved: f64) -> Result<Placement, ToolError> {
        let text = format!(
            r#"{{"fmax": {{"clock": {{"achieved": {achieved}, "constraint": 25.0}}}},
                "utilization": {{}}}}"#
        );
        Ok(Placement {
            seed,
            report: serde_json::from_str(&text).unwrap(),
        })
    }

    fn failed() -> Result<Placement, ToolError> {
        Err(ToolError::NoNative("no".into()))
    }

    #[test]
    fn the_fastest_seed_is_kept_and_of_equals_the_first() {
        let results = [
            placement(1, 40.0),
            failed(),
            placement(3, 50.0),
            placement(4, 50.0),
        ];
        let placements = placed(results.into()).unwrap();
        assert_eq!(best(&placements).seed, 3);
        let speeds = speeds(&placements);
        let speeds: Vec<_> = speeds.iter().map(|s| (s.seed, s.achieved_mhz)).collect();
        assert_eq!(speeds, [(1, 40.0), (3, 50.0), (4, 50.0)]);
    }

    #[test]
    fn without_a_seed_that_can_be_placed_there_is_its_error() {
        let error = placed(vec![failed(), failed()]).unwrap_err();
        assert_eq!(error.to_string(), "no");
        let stopped = vec![placement(1, 40.0), Err(ToolError::Interrupted)];
        assert!(matches!(placed(stopped), Err(ToolError::Interrupted)));
    }
}
