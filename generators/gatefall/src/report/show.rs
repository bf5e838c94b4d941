//! `gatefall report`.

use super::files::{check_all_current, Build, DEPTH};
use super::{compare, html, modules, path, table, Design};
use crate::cli::ReportArguments;
use crate::error::AppError;
use crate::output;
use crate::results::{commit, ModuleCost, ModuleCosts, Modules};
use crate::root::{game_with, setup, words, Root};
use gatefall_project::project;
use std::fmt::Write;

/// Instance of the game in the top of a board.
const CORE: &str = "core";

pub(crate) fn run(arguments: &ReportArguments) -> Result<(), AppError> {
    if let [old, new] = arguments.compare.as_slice() {
        return output::print(&compare::text(&Build::read(old)?, &Build::read(new)?));
    }
    let root = Root::find()?;
    let name = arguments.game.as_deref().unwrap_or_default();
    let game = &game_with(name, &arguments.choices)?;
    let board = root
        .library()?
        .board(arguments.board.as_deref().unwrap_or_default())?;
    let setup = setup(game, &board, arguments.setup.as_deref())?;
    let folder = root.game_folder(game, &board, setup);
    let path = folder.join(super::FILE);
    if !path.exists() {
        return Err(AppError::NotBuilt {
            game: words(game),
            board: board.name.to_string(),
            path,
        });
    }
    let build = Build::read(&folder)?;
    if arguments.record {
        let project = project(game, &board, setup)?;
        check_all_current(&folder, &project)?;
        Modules::record(&root, costs(&build, commit(&root)))?;
    }
    match &arguments.html {
        Some(file) => {
            let page = html::page(&build, &board.title);
            output::write_single(file, page.as_bytes(), arguments.force)
        }
        None => output::print(&text(&build)),
    }
}

/// Cost of each module of a build. The core of a board is the game.
fn costs(build: &Build, commit: Option<String>) -> ModuleCosts {
    let report = &build.report;
    let modules = modules::modules(&build.design.cells, usize::MAX);
    let modules = modules.into_iter().filter_map(|module| {
        let inner = module.path.strip_prefix(CORE)?;
        (inner.is_empty() || inner.starts_with('.')).then(|| ModuleCost {
            path: format!("{}{inner}", report.game),
            logic_cells: module.logic_cells,
            block_rams: module.block_rams,
        })
    });
    let tools = report.tools.iter();
    let tools = tools.map(|(name, tool)| format!("{name} {}", tool.version));
    ModuleCosts {
        game: report.game.clone(),
        board: report.board.clone(),
        commit,
        tools: tools.collect::<Vec<_>>().join(", "),
        modules: modules.collect(),
    }
}

fn text(build: &Build) -> String {
    let mut text = table(&build.report, "last build");
    let Design { cells, .. } = &build.design;
    text += "\nmodule                                   logic cells  block RAMs\n";
    let mut line = |line: std::fmt::Arguments| {
        writeln!(text, "{line}").expect("a string takes everything");
    };
    for module in modules::modules(cells, DEPTH) {
        let name = format!("{:width$}{}", "", module.name(), width = 2 * module.depth());
        line(format_args!(
            "{name:40} {:>11}{:>12}",
            module.logic_cells, module.block_rams
        ));
    }
    line(format_args!(
        "\nmemory                                    block RAMs"
    ));
    for memory in modules::memories(cells) {
        line(format_args!(
            "{:40}{:>12}",
            memory.path,
            memory.places.len()
        ));
    }
    if let Some(slowest) = path::slowest(&build.design) {
        line(format_args!(
            "\nslowest path, {} to {}\n      ns   logic  wires",
            slowest.from, slowest.to
        ));
        for hop in path::hops(slowest) {
            line(format_args!(
                "{:>8.2}{:>8.2}{:>7.2}  {}",
                hop.at, hop.logic, hop.routing, hop.signal
            ));
        }
    }
    text
}
