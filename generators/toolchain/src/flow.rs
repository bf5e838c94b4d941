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

/// Scripts and arguments of all tools, and the margin of timing, as text. The cache key of a build
/// includes it.
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
/// one while no placement reaches the clock.
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
    let mut tried = Tried::default();
    for result in in_parallel(job.seeds, place) {
        tried.add(result)?;
    }
    let misses = |best: &Placement| {
        let outcome = nextpnr::check_timing(&best.report, job, best.seed);
        matches!(outcome, Err(ToolError::TimingMissed { .. }))
    };
    for seed in job.spare_seeds {
        if !best(&tried.placements).is_none_or(misses) {
            break;
        }
        tried.add(place(seed))?;
    }
    let Some(best) = best(&tried.placements) else {
        return Err(tried.failure.expect("a job has a seed"));
    };
    let speeds = speeds(&tried.placements);
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

/// Results of the seeds.
#[derive(Default)]
struct Tried {
    placements: Vec<Placement>,
    /// The first failure to place or route a seed.
    failure: Option<ToolError>,
}

impl Tried {
    /// Adds the result of a seed. Fails if another seed cannot succeed: the part is too small, or
    /// the fault is not the placement.
    fn add(&mut self, result: Result<Placement, ToolError>) -> Result<(), ToolError> {
        match result {
            Ok(placement) => self.placements.push(placement),
            Err(error @ ToolError::ToolFailed { .. }) => {
                self.failure.get_or_insert(error);
            }
            Err(error) => return Err(error),
        }
        Ok(())
    }
}

/// The placement with the most timing headroom. Of equals it is the first, so that the same seeds
/// always give the same design.
fn best(placements: &[Placement]) -> Option<&Placement> {
    let headroom = |placement: &&Placement| placement.report.headroom();
    let placements = placements.iter().rev();
    placements.max_by(|a, b| headroom(a).total_cmp(&headroom(b)))
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
        Err(ToolError::ToolFailed {
            tool: "nextpnr-ice40".into(),
            status: "exit status: 1".into(),
            last_lines: String::new(),
            log: "nextpnr.log".into(),
        })
    }

    #[test]
    fn the_fastest_seed_is_kept_and_of_equals_the_first() {
        let results = [
            placement(1, 40.0),
            failed(),
            placement(3, 50.0),
            placement(4, 50.0),
        ];
        let mut tried = Tried::default();
        results
            .into_iter()
            .for_each(|result| tried.add(result).unwrap());
        assert_eq!(best(&tried.placements).unwrap().seed, 3);
        let speeds = speeds(&tried.placements);
        let speeds: Vec<_> = speeds.iter().map(|s| (s.seed, s.achieved_mhz)).collect();
        assert_eq!(speeds, [(1, 40.0), (3, 50.0), (4, 50.0)]);
    }

    #[test]
    fn only_a_seed_that_cannot_be_placed_or_routed_is_skipped() {
        let mut tried = Tried::default();
        tried.add(failed()).unwrap();
        assert!(tried.placements.is_empty() && tried.failure.is_some());
        let too_small = ToolError::DoesNotFit {
            over: Vec::new(),
            log: "nextpnr.log".into(),
        };
        let no_folder = std::io::Error::other("no space");
        let fatal = [
            ToolError::Interrupted,
            too_small,
            io("create", Path::new("seed-2"))(no_folder),
        ];
        for error in fatal {
            assert!(tried.add(Err(error)).is_err());
        }
    }
}
