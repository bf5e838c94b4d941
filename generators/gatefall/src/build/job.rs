//! One game on one setup of a board, from circuit to bitstream.

use crate::error::{io, AppError};
use crate::output;
use crate::report::{self, Bitstream, Design, Report, Seconds};
use crate::root::Root;
use gatefall_board::{Board, Setup};
use gatefall_games::Game;
use gatefall_project::{project, Project, TOP};
use gatefall_toolchain::{self as toolchain, Job, Outcome, Session, Toolset};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// Changes when a build of the same inputs would give other files.
const LAYOUT: &str = concat!("gatefall ", env!("CARGO_PKG_VERSION"), ", layout 2");

/// Whether anything had to be done.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Made {
    /// It was.
    Built,
    /// It was there already.
    UpToDate,
}

/// Builds a game for a setup of a board, unless that has been done before.
pub(crate) fn build(
    root: &Root,
    target: &Target,
    tools: &Toolset,
    session: &Session,
) -> Result<(Report, Made), AppError> {
    let Target {
        game,
        board,
        setup,
        seeds,
    } = *target;
    let start = Instant::now();
    let project = project(game, board, setup)?;
    let emit = start.elapsed();
    let folder = root.game_folder(game, board, setup);
    output::make_folder(&folder)?;
    let build = Build {
        game,
        board,
        setup,
        project: &project,
        seeds,
        tools,
    };
    match Report::of_earlier_build(&folder, &build.key()) {
        Some(report) => Ok((report, Made::UpToDate)),
        None => Ok((build.run(&folder, emit, session)?, Made::Built)),
    }
}

/// What to build.
#[derive(Clone, Copy)]
pub(crate) struct Target<'a> {
    pub game: &'static Game,
    pub board: &'a Board,
    pub setup: &'a Setup,
    pub seeds: &'a [u32],
}

/// What one build is made from.
struct Build<'a> {
    game: &'static Game,
    board: &'a Board,
    setup: &'a Setup,
    project: &'a Project,
    seeds: &'a [u32],
    tools: &'a Toolset,
}

impl Build<'_> {
    fn job<'a>(&'a self, folder: &'a Path, logs: &'a Path, sources: &'a [String]) -> Job<'a> {
        Job {
            folder,
            logs,
            name: self.game.name,
            top: TOP,
            sources,
            device: self.board.package.device,
            package: self.board.package.name,
            clock_hz: self.project.clock_hz,
            seeds: self.seeds,
        }
    }

    /// The Verilog files, as the tools are given them.
    fn sources(&self) -> Vec<String> {
        self.project
            .verilog
            .iter()
            .map(|file| format!("rtl/{}", file.name))
            .collect()
    }

    /// Hash of everything that the result depends on.
    fn key(&self) -> String {
        let nowhere = Path::new("");
        let sources = self.sources();
        let recipe = toolchain::recipe(&self.job(nowhere, nowhere, &sources));
        let mut text = format!("{LAYOUT}\n{}\n{recipe}\n", self.tools.identity());
        for file in self.project.verilog.iter().chain([&self.project.pcf]) {
            text += &format!("{} {}\n{}", file.name, file.text.len(), file.text);
        }
        report::sha256(text.as_bytes())
    }

    /// Builds in a folder of its own, and moves the files to where they belong only when all are there.
    fn run(&self, folder: &Path, emit: Duration, session: &Session) -> Result<Report, AppError> {
        let parent = folder.parent().unwrap_or(folder);
        let stage = tempfile::Builder::new()
            .prefix(&format!(".{}-", self.game.name))
            .tempdir_in(parent)
            .map_err(io("create a folder in", parent))?;
        let rtl = stage.path().join("rtl");
        output::make_folder(&rtl)?;
        output::write_all(&rtl, &self.project.verilog)?;
        output::write_all(stage.path(), std::slice::from_ref(&self.project.pcf))?;

        // The logs stay where they are when a tool fails.
        let sources = self.sources();
        let job = self.job(stage.path(), folder, &sources);
        let outcome = toolchain::build(self.tools, &job, session)?;

        let bitstream_name = format!("{}.bin", self.game.name);
        let staged = stage.path().join(&bitstream_name);
        let contents = fs::read(&staged).map_err(io("read", &staged))?;
        let bitstream = Bitstream::new(&folder.join(bitstream_name), &contents);
        let report = self.report(&outcome, bitstream, emit);
        let design = Design::of(outcome).to_json();
        output::write(&stage.path().join(report::DESIGN), design.as_bytes())?;
        publish(stage.path(), folder)?;
        // Last, so that a build that is cut short here is not taken for complete.
        output::write(&folder.join(report::FILE), report.to_json().as_bytes())?;
        Ok(report)
    }

    fn report(&self, outcome: &Outcome, bitstream: Bitstream, emit: Duration) -> Report {
        let costs = &outcome.report;
        Report {
            game: self.game.name.to_owned(),
            board: self.board.name.clone(),
            setup: self.setup.name.clone(),
            device: self.board.package.device.to_owned(),
            package: self.board.package.name.to_owned(),
            tools: report::tools(self.tools),
            seed: outcome.seed,
            seeds: outcome.speeds.clone(),
            logic_cells: costs.usage("ICESTORM_LC"),
            block_rams: costs.usage("ICESTORM_RAM"),
            plls: costs.usage("ICESTORM_PLL"),
            ios: report::ios(self.board, costs),
            global_buffers: costs.usage("SB_GB"),
            clocks: costs.clocks(),
            bitstream,
            seconds: Seconds::new(emit, outcome),
            key: self.key(),
        }
    }
}

/// Moves what was built to its place, file by file, and removes modules that are no more.
fn publish(stage: &Path, folder: &Path) -> Result<(), AppError> {
    let rtl = folder.join("rtl");
    output::make_folder(&rtl)?;
    let new = names(&stage.join("rtl"))?;
    for old in names(&rtl)?.iter().filter(|old| !new.contains(old)) {
        let path = rtl.join(old);
        fs::remove_file(&path).map_err(io("remove", &path))?;
    }
    for name in &new {
        move_file(&stage.join("rtl").join(name), &rtl.join(name))?;
    }
    for name in names(stage)?.iter().filter(|name| *name != "rtl") {
        move_file(&stage.join(name), &folder.join(name))?;
    }
    Ok(())
}

fn move_file(from: &Path, to: &Path) -> Result<(), AppError> {
    fs::rename(from, to).map_err(io("write", to))
}

fn names(folder: &Path) -> Result<Vec<std::ffi::OsString>, AppError> {
    let entries = fs::read_dir(folder).map_err(io("open", folder))?;
    entries
        .map(|entry| Ok(entry.map_err(io("open", folder))?.file_name()))
        .collect()
}
