//! Build of one game on one setup of a board, from circuit to bitstream.

use super::cache::{is_whole, Cache};
use crate::cli::Seeds;
use crate::constraints;
use crate::error::{io, AppError};
use crate::output;
use crate::report::{self, Bitstream, Design, Report, Seconds};
use crate::root::{build_name, Root};
use gatefall_board::{Board, Setup};
use gatefall_games::Game;
use gatefall_project::{project, Project, TextFile, TOP};
use gatefall_toolchain::{self as toolchain, lock, BuildJob, BuildOutcome, Session, Toolset};
use std::ffi::OsString;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Version of the output. To be changed when the same inputs give other files.
const LAYOUT: &str = concat!("gatefall ", env!("CARGO_PKG_VERSION"), ", layout 3");

/// Tolerance of the FPGA's own oscillator, HFOSC. Source: iCE40 UltraPlus Family Data Sheet,
/// Lattice FPGA-DS-02008.
const OSCILLATOR_TOLERANCE: f64 = 0.1;

/// Origin of a build's result.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Made {
    /// Built now.
    Built,
    /// Copied from the cache.
    Restored,
    /// Already up to date.
    UpToDate,
}

impl Made {
    /// Text for tables.
    pub(crate) fn note(self) -> &'static str {
        match self {
            Made::Built => "built",
            Made::Restored => "from the cache",
            Made::UpToDate => "up to date",
        }
    }
}

/// Builds a game for a setup of a board. Reuses an earlier result with the same inputs.
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
    constraints::check(root, game, board, setup, &project.pcf)?;
    let folder = root.game_folder(game, board, setup);
    output::make_folder(&folder)?;
    // Two builds would write the same logs and results. The second one finds those of the first.
    let _lock = lock(&folder, "wait for another build of this game", session)?;
    let build = Build {
        game,
        board,
        setup,
        project: &project,
        seeds,
        tools,
        synthesis: board
            .package
            .synthesis_script(TOP, &format!("{}.json", game.name)),
    };
    let key = build.key();
    let cache = Cache::of(root, &project);
    let found = cache.find(&key);
    if let Some(report) = Report::of_earlier_build(&folder, &key) {
        // The files beside it may have been changed or removed since.
        let is_current = match &found {
            Some((entry, _)) => is_published(entry, &folder),
            // The cache has forgotten it.
            None => is_whole(&folder, &project),
        };
        if is_current {
            return Ok((report, Made::UpToDate));
        }
    }
    let (entry, report, made) = match found {
        Some((entry, report)) => (entry, report, Made::Restored),
        None => {
            let (stage, report) = build.run(&folder, emit, session)?;
            (cache.add(stage.path(), &key)?, report, Made::Built)
        }
    };
    publish(&entry, &folder)?;
    Ok((report, made))
}

/// Game, board, setup and seeds of a build.
#[derive(Clone, Copy)]
pub(crate) struct Target<'a> {
    pub game: &'a Game,
    pub board: &'a Board,
    pub setup: &'a Setup,
    pub seeds: &'a Seeds,
}

/// Inputs of a build.
struct Build<'a> {
    game: &'a Game,
    board: &'a Board,
    setup: &'a Setup,
    project: &'a Project,
    seeds: &'a Seeds,
    tools: &'a Toolset,
    /// Commands of yosys.
    synthesis: String,
}

impl Build<'_> {
    fn job<'a>(&'a self, folder: &'a Path, logs: &'a Path, sources: &'a [String]) -> BuildJob<'a> {
        BuildJob {
            folder,
            logs,
            name: self.game.name,
            top: TOP,
            sources,
            synthesis: &self.synthesis,
            device: self.board.package.device,
            package: self.board.package.name,
            clock_hz: self.project.clock_hz,
            clock_tolerance: match self.setup.clock.pin {
                Some(_) => 0.0,
                None => OSCILLATOR_TOLERANCE,
            },
            seeds: &self.seeds.all,
            spare_seeds: &self.seeds.spare,
        }
    }

    /// Paths of the Verilog files, relative to the working folder of the tools.
    fn sources(&self) -> Vec<String> {
        self.project
            .verilog
            .iter()
            .map(|file| format!("rtl/{}", file.name))
            .collect()
    }

    /// Hash of all inputs that affect the result.
    fn key(&self) -> String {
        let nowhere = Path::new("");
        let sources = self.sources();
        let recipe = toolchain::recipe(&self.job(nowhere, nowhere, &sources));
        let mut text = format!("{LAYOUT}\n{}\n{recipe}\n", self.tools.identity());
        // The report has the settings, also if a circuit does not depend on them.
        for (name, value) in self.game.settings.chosen() {
            text += &format!("{name}={value}\n");
        }
        for file in self.project.verilog.iter().chain([&self.project.pcf]) {
            text += &format!("{} {}\n{}", file.name, file.text.len(), file.text);
        }
        toolchain::sha256(text.as_bytes())
    }

    /// Builds in a temporary folder beside `folder`. Only the logs go directly to `folder`.
    fn run(
        &self,
        folder: &Path,
        emit: Duration,
        session: &Session,
    ) -> Result<(TempDir, Report), AppError> {
        let parent = folder.parent().unwrap_or(folder);
        let stage = tempfile::Builder::new()
            .prefix(&format!(".{}-", self.game.name))
            .tempdir_in(parent)
            .map_err(io("create a folder in", parent))?;
        let rtl = stage.path().join("rtl");
        output::make_folder(&rtl)?;
        stage_all(&rtl, &self.project.verilog)?;
        stage_all(stage.path(), std::slice::from_ref(&self.project.pcf))?;

        // The logs are in the final folder, so that they remain if a tool fails.
        let sources = self.sources();
        let job = self.job(stage.path(), folder, &sources);
        let outcome = toolchain::build(self.tools, &job, session)?;

        for log in toolchain::logs(&job) {
            let name = log.file_name().unwrap_or_default();
            let staged = stage.path().join(name);
            fs::copy(&log, &staged).map_err(io("write", &staged))?;
        }

        let bitstream = format!("{}.bin", self.game.name);
        let staged = stage.path().join(&bitstream);
        let contents = fs::read(&staged).map_err(io("read", &staged))?;
        let bitstream = Bitstream::new(&self.place().join(bitstream), &contents);
        let report = self.report(&outcome, bitstream, emit);
        let design = Design::of(outcome).to_json();
        stage_file(&stage.path().join(report::DESIGN), &design)?;
        stage_file(&stage.path().join(report::FILE), &report.to_json())?;
        Ok((stage, report))
    }

    /// Output folder relative to the project's folder, so that the report does not depend on the
    /// current folder.
    fn place(&self) -> PathBuf {
        let name = build_name(self.game, self.board, self.setup);
        Path::new("build").join(&self.board.name).join(name)
    }

    fn report(&self, outcome: &BuildOutcome, bitstream: Bitstream, emit: Duration) -> Report {
        let costs = &outcome.report;
        Report {
            game: self.game.name.to_owned(),
            board: self.board.name.to_string(),
            setup: self.setup.name.as_deref().map(str::to_owned),
            settings: report::settings(self.game),
            left_out: report::left_out(self.game, self.board),
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

/// Writes files to the temporary folder of a build.
fn stage_all(folder: &Path, files: &[TextFile]) -> Result<(), AppError> {
    let mut files = files.iter();
    files.try_for_each(|file| stage_file(&folder.join(&file.name), &file.text))
}

fn stage_file(path: &Path, text: &str) -> Result<(), AppError> {
    fs::write(path, text).map_err(io("write", path))
}

/// Copies a result to its folder, file by file. Removes modules that no longer exist. The report is
/// removed first and copied last, so that an interrupted copy does not count as complete.
fn publish(entry: &Path, folder: &Path) -> Result<(), AppError> {
    let report = folder.join(report::FILE);
    match fs::remove_file(&report) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            return Err(io("remove", &report)(error));
        }
        _ => {}
    }
    let rtl = folder.join("rtl");
    output::make_folder(&rtl)?;
    let new = names(&entry.join("rtl"))?;
    for old in names(&rtl)?.iter().filter(|old| !new.contains(old)) {
        let path = rtl.join(old);
        fs::remove_file(&path).map_err(io("remove", &path))?;
    }
    for name in &new {
        copy(&entry.join("rtl").join(name), &rtl.join(name))?;
    }
    let files = names(entry)?;
    let others = files
        .iter()
        .filter(|name| *name != "rtl" && *name != report::FILE);
    for name in others
        .map(OsString::as_os_str)
        .chain([report::FILE.as_ref()])
    {
        copy(&entry.join(name), &folder.join(name))?;
    }
    Ok(())
}

/// True if the folder has each file of the result, and no other module.
fn is_published(entry: &Path, folder: &Path) -> bool {
    let is_same = |name: &Path| {
        let both =
            fs::read(entry.join(name)).and_then(|new| Ok((new, fs::read(folder.join(name))?)));
        both.is_ok_and(|(new, old)| new == old)
    };
    let rtl = Path::new("rtl");
    let all = (
        names(entry),
        names(&entry.join(rtl)),
        names(&folder.join(rtl)),
    );
    let (Ok(files), Ok(modules), Ok(old_modules)) = all else {
        return false;
    };
    let mut files = files.iter().filter(|name| *name != "rtl");
    old_modules.len() == modules.len()
        && files.all(|name| is_same(name.as_ref()))
        && modules.iter().all(|name| is_same(&rtl.join(name)))
}

fn copy(from: &Path, to: &Path) -> Result<(), AppError> {
    output::write(to, &fs::read(from).map_err(io("read", from))?)
}

fn names(folder: &Path) -> Result<Vec<OsString>, AppError> {
    let entries = fs::read_dir(folder).map_err(io("open", folder))?;
    entries
        .map(|entry| Ok(entry.map_err(io("open", folder))?.file_name()))
        .collect()
}
