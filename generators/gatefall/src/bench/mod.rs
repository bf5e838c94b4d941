//! `gatefall bench`: compares the simulation speed of a circuit in several engines.
//!
//! ```text
//!            circuit (game, keys, signature) in rust-hdl
//!              |                    |
//!          Simulation            netlist
//!           (rust-hdl)           |     |
//!                             wasm    Verilog --> Verilator (g++, clang), CXXRTL, Icarus Verilog
//!                             |   |
//!                       wasmtime  V8
//! ```

mod ablation;
mod circuit;
mod clock;
mod compare;
mod copies;
mod designs;
mod engine;
pub(crate) mod error;
mod external;
mod idle;
mod measured;
mod native;
mod node;
mod player;
mod process;
mod report;
mod signature;
mod tuning;
mod workload;

pub(crate) use error::BenchError;
pub(crate) use report::cpu;

use crate::cli::BenchArguments;
use crate::error::{io, AppError};
use crate::output::{self, AtomicFile};
use crate::results::{commit, Results, Run};
use crate::root::{game, unknown};
use crate::sim::SimError;
use compare::{Plan, Signatures};
use engine::{About, Engine, Entrant, Found, Pace};
use external::{
    ExternalSimulator, CXXRTL, IVERILOG, OTHER_VERILATOR, OTHER_VERILATOR_CLANG, VERILATOR,
    VERILATOR_CLANG,
};
use gatefall_compile::Program;
use gatefall_host::Machine;
use gatefall_netlist::Netlist;
use gatefall_toolchain::{on_path, version_of, Session, ToolError};
use measured::{Measured, MEASURED};
use native::RUST_HDL;
use node::Node;
use report::Report;
use std::cell::RefCell;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Instant;
use tempfile::TempDir;

const WASMTIME: About = About {
    name: "gatefall",
    flags: "WebAssembly in wasmtime, compiled again from a profile",
    pace: Pace::Compiled,
};
const NODE: About = About {
    name: "gatefall in V8",
    flags: "the same bytes in node",
    pace: Pace::Compiled,
};
/// Lock file with the versions of all crates in this program.
const LOCK: &str = include_str!("../../../../Cargo.lock");

pub(crate) fn run(arguments: &BenchArguments, session: &Session) -> Result<(), AppError> {
    let wanted = arguments.circuit.as_deref().map(measured).transpose()?;
    if arguments.ablate {
        return output::print(&ablation::table(wanted, session)?);
    }
    if arguments.idle {
        return output::print(&idle::table(wanted, session)?);
    }
    if arguments.copies {
        return output::print(&copies::table(wanted, session)?);
    }
    if arguments.tuning {
        return output::print(&tuning::table(wanted, session)?);
    }
    let is_chosen = wanted.is_some() || arguments.players.is_some() || arguments.json.is_some();
    if !arguments.record || is_chosen {
        let players = arguments.players.unwrap_or(1);
        return measure(arguments, wanted.unwrap_or(&MEASURED[0]), players, session);
    }
    for measured in MEASURED {
        let most_players = if measured.has_players { 2 } else { 1 };
        for players in 1..=most_players {
            measure(arguments, measured, players, session)?;
        }
    }
    Ok(())
}

/// Measures a circuit in all engines, and writes the results where they are wanted.
fn measure(
    arguments: &BenchArguments,
    measured: &'static Measured,
    players: u8,
    session: &Session,
) -> Result<(), AppError> {
    if players > 1 && !measured.has_players {
        return Err(BenchError::NoPlayers(measured.name).into());
    }
    let verilator = arguments.verilator.as_deref().map(program).transpose()?;
    // Create the file first, so that an unwritable path fails before the measurement.
    let json = arguments.json.as_deref().map(|path| {
        output::check(path, arguments.force)?;
        AtomicFile::create(path, arguments.force)
    });
    let json = json.transpose()?;
    let root = arguments.record.then(Results::project).transpose()?;
    let plan = Plan {
        cycles: arguments.cycles,
    };
    let temporary = without_blank(std::env::temp_dir());
    let folder = tempfile::tempdir_in(&temporary).map_err(io("create", &temporary))?;
    let mut bench = Comparison {
        measured,
        players,
        plan,
        verilator,
        signatures: Signatures::default(),
        folder,
        session,
    };
    let mut found = bench.find()?;
    plan.measure(&mut found, &mut bench.signatures, session)?;
    let report = Report::new(
        measured.name,
        measured.has_players.then_some(players),
        measured.clock_hz,
        plan,
        &found,
        &bench.signatures,
    );
    if let Some((json, mut file)) = json {
        let written = file.write_all(report.to_json().as_bytes());
        written.map_err(io("write", json.path()))?;
        json.complete()?;
    }
    if let Some(root) = root {
        let run = Run::of(&report, commit(&root));
        Results::change(&root, |results| results.with_run(run))?;
    }
    output::print(&report.table())
}

/// The version as a program without a number says it.
fn said(program: &Path, argument: &str) -> Option<String> {
    let output = std::process::Command::new(program).arg(argument).output();
    let text = String::from_utf8(output.ok()?.stdout).ok()?;
    text.lines()
        .map(str::trim)
        .find(|line| !line.is_empty())
        .map(str::to_owned)
}

/// The absolute path of a program: it runs in another folder.
fn program(path: &Path) -> Result<PathBuf, BenchError> {
    let may_run =
        |data: std::fs::Metadata| data.is_file() && data.permissions().mode() & 0o111 != 0;
    let absolute = std::path::absolute(path).ok();
    absolute
        .filter(|path| path.metadata().is_ok_and(may_run))
        .ok_or_else(|| BenchError::NoVerilator(path.to_owned()))
}

/// This folder, or another one if its path has a blank: Verilator's make works in no such folder.
fn without_blank(folder: PathBuf) -> PathBuf {
    match folder.to_string_lossy().contains(char::is_whitespace) {
        true => PathBuf::from("/tmp"),
        false => folder,
    }
}

/// Prepares the engines.
struct Comparison<'a> {
    measured: &'a Measured,
    players: u8,
    plan: Plan,
    /// Path of another Verilator.
    verilator: Option<PathBuf>,
    signatures: Signatures,
    /// Each engine has its own folder in this one.
    folder: TempDir,
    session: &'a Session<'a>,
}

impl Comparison<'_> {
    /// Prepares all engines that are installed.
    fn find(&mut self) -> Result<Vec<Found>, AppError> {
        let netlist = (self.measured.netlist)(self.players).map_err(SimError::from)?;
        let (wasmtime, program) = self.wasmtime(&netlist)?;
        let verilog = gatefall_verilog::text(&netlist, &gatefall_verilog::Docs::default());
        let known = |simulator: &'static ExternalSimulator| {
            let path = on_path(simulator.programs[0]);
            (simulator, path)
        };
        let mut simulators = [&VERILATOR, &VERILATOR_CLANG].map(known).to_vec();
        if let Some(path) = &self.verilator {
            let others = [&OTHER_VERILATOR, &OTHER_VERILATOR_CLANG];
            simulators.extend(others.map(|simulator| (simulator, Some(path.clone()))));
        }
        simulators.extend([&CXXRTL, &IVERILOG].map(known));
        let mut found = vec![wasmtime, self.node(&program)?];
        for (simulator, path) in simulators {
            found.push(self.simulator(simulator, &verilog, path)?);
        }
        found.push(self.rust_hdl()?);
        Ok(found)
    }

    fn enter(
        &mut self,
        about: About,
        version: Option<String>,
        start: Instant,
        engine: impl Engine + 'static,
    ) -> Result<Found, AppError> {
        let version = version.unwrap_or_else(|| "unknown".to_owned());
        let ready = start.elapsed();
        let mut entrant = Entrant::new(about, version, ready, Box::new(engine));
        self.plan.warm_up(&mut entrant, &mut self.signatures)?;
        Ok(Found::Here(entrant))
    }

    /// The WebAssembly engine, and its program after tuning.
    fn wasmtime(&mut self, netlist: &Netlist) -> Result<(Found, Program), AppError> {
        let start = Instant::now();
        let machine = Machine::new(netlist).map_err(SimError::from)?;
        let machine = Rc::new(RefCell::new(machine));
        let found = self.enter(WASMTIME, locked("wasmtime"), start, Rc::clone(&machine))?;
        let program = machine.borrow().program().clone();
        Ok((found, program))
    }

    fn folder(&self, about: About) -> Result<PathBuf, AppError> {
        let folder = self.folder.path().join(about.name.replace(' ', "-"));
        output::make_folder(&folder)?;
        Ok(folder)
    }

    fn node(&mut self, program: &Program) -> Result<Found, AppError> {
        let Some(path) = on_path("node") else {
            return Ok(Found::without(NODE, "node"));
        };
        let folder = self.folder(NODE)?;
        let start = Instant::now();
        let node = Node::start(NODE.name, program, &folder)?;
        let version = self.version(&path, "--version")?;
        let version = version.map(|version| format!("node {version}"));
        self.enter(NODE, version, start, node)
    }

    fn version(&self, path: &Path, argument: &str) -> Result<Option<String>, AppError> {
        version_of(path, argument, self.session).map_err(|error| match error {
            ToolError::Interrupted => BenchError::Interrupted.into(),
            error => error.into(),
        })
    }

    /// Prepares a simulator whose first program is at this path.
    fn simulator(
        &mut self,
        simulator: &ExternalSimulator,
        verilog: &str,
        path: Option<PathBuf>,
    ) -> Result<Found, AppError> {
        let ExternalSimulator {
            about, programs, ..
        } = *simulator;
        let Some(path) = path else {
            return Ok(Found::without(about, programs[0]));
        };
        let mut others = programs[1..].iter();
        if let Some(missing) = others.find(|program| on_path(program).is_none()) {
            return Ok(Found::without(about, missing));
        }
        if let Some((what, place)) = simulator.missing_header(&path) {
            return Ok(Found::Missing { about, what, place });
        }
        let folder = self.folder(about)?;
        let start = Instant::now();
        let process = simulator.start(&path, verilog, &folder, self.session)?;
        let version = self.version(&path, simulator.version_argument)?;
        let version = version.or_else(|| said(&path, simulator.version_argument));
        let version = version.map(|version| format!("{} {version}", programs[0]));
        self.enter(about, version, start, process)
    }

    fn rust_hdl(&mut self) -> Result<Found, AppError> {
        let start = Instant::now();
        let simulation = (self.measured.rust_hdl)(self.players);
        self.enter(RUST_HDL, locked("rust-hdl"), start, simulation)
    }
}

/// Version of a crate in this program.
fn locked(name: &str) -> Option<String> {
    let (_, rest) = LOCK.split_once(&format!("name = \"{name}\"\nversion = \""))?;
    let (version, _) = rest.split_once('"')?;
    Some(format!("{name} {version}"))
}

/// The circuit with this name.
fn measured(name: &str) -> Result<&'static Measured, AppError> {
    if let Some(measured) = MEASURED.iter().find(|measured| measured.name == name) {
        return Ok(measured);
    }
    let known: Vec<&str> = MEASURED.iter().map(|measured| measured.name).collect();
    match game(name) {
        Ok(game) => Err(BenchError::NotMeasured {
            game: game.name,
            known: known.join(", "),
        }
        .into()),
        Err(_) => Err(unknown(name, &known)),
    }
}
