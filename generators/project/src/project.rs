//! Project: a game on a board.

use crate::clock::{self, ClockPlan};
use crate::frequency::megahertz;
use crate::pcf::Pcf;
use crate::top::{pins, Top, DATA_ENABLE, FAKE_PULL_DOWN};
use crate::wiring::{self, Wiring};
use crate::ProjectError;
use askama::Template;
use gatefall_board::{Board, Setup};
use gatefall_games::{Game, Params};
use gatefall_netlist::Netlist;
use gatefall_verilog::Source;
use gatefall_widgets::input::FakePullDown;
use gatefall_widgets::video::{DataEnable, VGA_640X480_60};
use rust_hdl::prelude::Block;
use std::sync::LazyLock;

/// Name of the module that goes onto the board.
pub const TOP: &str = "top";
/// Names of the modules that a project may have beside those of the game. The last one is in the
/// test bench. A game with such a name would give two modules of one name.
pub const MODULES_BESIDE_GAME: &[&str] = &[TOP, FAKE_PULL_DOWN, DATA_ENABLE, "pll_model"];

/// Paths and texts of the hardware's source.
pub(crate) const HDL_FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/hdl_sources.rs"));

/// The source of the hardware, for names and comments of the Verilog.
pub(crate) static HDL: LazyLock<Source> =
    LazyLock::new(|| Source::read(HDL_FILES.iter().map(|&(_, text)| text)));

/// A file to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextFile {
    /// File name, without folder.
    pub name: String,
    /// Contents.
    pub text: String,
}

/// A game on a board.
#[derive(Debug)]
pub struct Project {
    /// Verilog, one module to a file, the top last.
    pub verilog: Vec<TextFile>,
    /// Pins and clock.
    pub pcf: TextFile,
    /// Frequency of the game.
    pub clock_hz: u64,
}

/// The Verilog of the game alone, one module to a file.
pub fn core(game: &Game, params: &Params) -> Result<Vec<TextFile>, ProjectError> {
    Ok(verilog_files(&mut netlist(game, params)?))
}

/// The circuit of the game alone.
pub(crate) fn netlist(game: &Game, params: &Params) -> Result<Netlist, ProjectError> {
    let block = (game.build)(params).map_err(|source| ProjectError::Build {
        game: game.name,
        source,
    })?;
    lower(game, block.as_ref(), game.name)
}

/// The circuit between the core and a button that nothing pulls down.
pub(crate) fn fake_pull_down(game: &Game) -> Result<Netlist, ProjectError> {
    let mut block = FakePullDown::default();
    block.connect_all();
    lower(game, &block, FAKE_PULL_DOWN)
}

/// The circuit that finds the visible dots.
pub(crate) fn data_enable(game: &Game) -> Result<Netlist, ProjectError> {
    let mut block = DataEnable::new(&VGA_640X480_60);
    block.connect_all();
    lower(game, &block, DATA_ENABLE)
}

fn lower(game: &Game, block: &dyn Block, name: &str) -> Result<Netlist, ProjectError> {
    gatefall_lower::netlist(block, name).map_err(|source| ProjectError::Lower {
        game: game.name,
        source: Box::new(source),
    })
}

/// Gives the modules the names that they have in the Verilog.
pub(crate) fn name_modules(netlist: &mut Netlist) {
    HDL.apply(netlist);
}

/// The Verilog of a circuit of `hdl`, one module to a file, with the comments of its source. The
/// modules of the netlist get the names of their types.
pub fn verilog_files(netlist: &mut Netlist) -> Vec<TextFile> {
    verilog_files_with_registers(netlist, 0)
}

/// The same with memories of at most `words` words in flip-flops.
fn verilog_files_with_registers(netlist: &mut Netlist, words: u64) -> Vec<TextFile> {
    let docs = HDL.apply(netlist);
    let files = gatefall_verilog::files_with_registers(netlist, &docs, words);
    files
        .into_iter()
        .map(|file| TextFile {
            name: file.name,
            text: file.text,
        })
        .collect()
}

/// All files for a bitstream of the game on a setup of the board.
pub fn project(game: &Game, board: &Board, setup: &Setup) -> Result<Project, ProjectError> {
    let (wiring, clock) = plan(game, board, setup)?;
    let params = wiring.params(game, board, clock.hz);
    let register_words = board.package.register_words();
    let mut verilog = verilog_files_with_registers(&mut netlist(game, &params)?, register_words);
    if wiring.has_fake_pull_down() {
        verilog.extend(verilog_files(&mut fake_pull_down(game)?));
    }
    if wiring.has_data_enable() {
        verilog.extend(verilog_files(&mut data_enable(game)?));
    }
    let top = Top::new(game, board, setup, clock, &wiring);
    verilog.push(TextFile {
        name: format!("{TOP}.v"),
        text: render(&top),
    });
    Ok(Project {
        verilog,
        pcf: pcf(game, board, setup, &wiring),
        clock_hz: clock.hz,
    })
}

/// Pins and clock that fit together.
pub(crate) fn plan<'a>(
    game: &Game,
    board: &Board,
    setup: &'a Setup,
) -> Result<(Wiring<'a>, ClockPlan), ProjectError> {
    let wiring = Wiring::new(game, board, setup)?;
    let clock = clock::plan(game, board, setup)?;
    let pad = board.package.only_pll_pad();
    let pad = pad.filter(|pad| clock.pll.is_some() && setup.clock.pin != Some(*pad));
    let Some(pin) = pad else {
        return Ok((wiring, clock));
    };
    let port = wiring.input_at(pin);
    let is_at_reset = board.reset.as_ref().is_some_and(|reset| reset.pin == pin);
    if port.is_none() && !is_at_reset {
        return Ok((wiring, clock));
    }
    Err(ProjectError::PllPad {
        game: game.name,
        board: board.name.clone(),
        setup: setup.name.clone(),
        pin,
        port,
    })
}

/// The PCF file alone, if the game runs on this setup of the board.
pub fn constraints(game: &Game, board: &Board, setup: &Setup) -> Result<TextFile, ProjectError> {
    let (wiring, _) = plan(game, board, setup)?;
    Ok(pcf(game, board, setup, &wiring))
}

/// The default setup of the game on this board: the first on which it runs.
///
/// If there is none, the error is that of the setup that lacks least.
pub fn default_setup<'a>(game: &Game, board: &'a Board) -> Result<&'a Setup, ProjectError> {
    let mut setups = board.setups.iter();
    if let Some(setup) = setups.find(|setup| constraints(game, board, setup).is_ok()) {
        return Ok(setup);
    }
    let nearest = board
        .setups
        .iter()
        .min_by_key(|setup| wiring::missing(game, setup).len())
        .expect("a board has a setup");
    constraints(game, board, nearest).map(|_| nearest)
}

fn pcf(game: &Game, board: &Board, setup: &Setup, wiring: &Wiring) -> TextFile {
    let pcf = Pcf {
        game: game.name,
        board: &board.name,
        title: &board.title,
        setup: setup.name.as_deref(),
        clock_mhz: setup.clock.pin.as_ref().map(|_| megahertz(setup.clock.hz)),
        pins: pins(board, setup, wiring),
    };
    TextFile {
        name: format!("{}.pcf", game.name),
        text: render(&pcf),
    }
}

pub(crate) fn render(template: &impl Template) -> String {
    let text = template.render();
    // The template engine takes the last line's end for a part of the template's file.
    text.expect("templates only write strings and numbers") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_games::GAMES;
    use std::path::Path;

    #[test]
    fn the_modules_beside_a_game_are_known() {
        let helpers = [fake_pull_down(GAMES[0]), data_enable(GAMES[0])];
        let mut names = Vec::new();
        for helper in helpers {
            let files = verilog_files(&mut helper.unwrap()).into_iter();
            names.extend(files.map(|file| file.name.trim_end_matches(".v").to_owned()));
        }
        for template in ["templates/top.v", "templates/export/test_bench.v"] {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(template);
            let text = std::fs::read_to_string(path).unwrap();
            let modules = text.lines().filter_map(|line| line.strip_prefix("module "));
            let words = modules.filter_map(|line| line.split([' ', ';']).next());
            // The others are cells of the FPGA, and the test bench, which has the name of the game.
            let own = words.filter(|word| word.starts_with(|c: char| c.is_ascii_lowercase()));
            names.extend(own.map(str::to_owned));
        }
        names.sort();
        let mut known = MODULES_BESIDE_GAME.to_vec();
        known.sort();
        assert_eq!(names, known);
    }
}
