//! Game and board, put together.

use crate::pcf::{megahertz, Pcf};
use crate::top::{pins, Top};
use crate::{clock, ProjectError};
use askama::Template;
use gatefall_board::{Board, Peripheral, Role};
use gatefall_games::{Game, Params};
use gatefall_verilog::Source;
use std::sync::LazyLock;

/// Name of the module that goes onto the board.
pub const TOP: &str = "top";

/// The source of the hardware, for names and comments of the Verilog.
static HDL: LazyLock<Source> =
    LazyLock::new(|| Source::read(include!(concat!(env!("OUT_DIR"), "/hdl_sources.rs"))));

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

/// The roles that the game needs and the board does not offer.
pub fn missing_roles(game: &Game, board: &Board) -> Vec<&'static str> {
    let offered = |role: &&gatefall_games::Role| {
        board_role(**role)
            .and_then(|role| board.peripheral(role))
            .is_some()
    };
    game.needs
        .iter()
        .filter(|role| !offered(role))
        .map(|role| role.name())
        .collect()
}

/// Games and boards know each other's roles by name only.
fn board_role(role: gatefall_games::Role) -> Option<Role> {
    Role::from_name(role.name())
}

/// The Verilog of the game alone, one module to a file.
pub fn core(game: &Game, params: &Params) -> Result<Vec<TextFile>, ProjectError> {
    let block = (game.build)(params).map_err(|source| ProjectError::Build {
        game: game.name,
        source,
    })?;
    let mut netlist = gatefall_lower::netlist(block.as_ref(), game.name).map_err(|source| {
        ProjectError::Lower {
            game: game.name,
            source: Box::new(source),
        }
    })?;
    let docs = HDL.apply(&mut netlist);
    let files = gatefall_verilog::files(&netlist, &docs);
    Ok(files
        .into_iter()
        .map(|file| TextFile {
            name: file.name,
            text: file.text,
        })
        .collect())
}

/// Everything that the flow needs to make a bitstream of the game for the board.
pub fn project(game: &Game, board: &Board) -> Result<Project, ProjectError> {
    let peripherals = peripherals(game, board)?;
    let clock = clock::plan(game, board)?;
    let colour_bits = peripherals
        .iter()
        .find_map(|peripheral| peripheral.signal("red"))
        .map_or(4, |red| red.pins.len() as u8);
    let params = Params {
        clock_hz: clock.hz,
        colour_bits,
        ..game.params()
    };

    let mut verilog = core(game, &params)?;
    let top = Top::new(game.name, board, clock, &peripherals);
    verilog.push(TextFile {
        name: format!("{TOP}.v"),
        text: render(&top),
    });
    Ok(Project {
        verilog,
        pcf: pcf(game, board, &peripherals),
        clock_hz: clock.hz,
    })
}

/// The PCF file alone.
pub fn constraints(game: &Game, board: &Board) -> Result<TextFile, ProjectError> {
    Ok(pcf(game, board, &peripherals(game, board)?))
}

fn pcf(game: &Game, board: &Board, peripherals: &[&Peripheral]) -> TextFile {
    let pcf = Pcf {
        game: game.name,
        board: &board.name,
        title: &board.title,
        clock_mhz: megahertz(board.clock.hz),
        pins: pins(board, peripherals),
    };
    TextFile {
        name: format!("{}.pcf", game.name),
        text: render(&pcf),
    }
}

fn render(template: &impl Template) -> String {
    template
        .render()
        .expect("templates only write strings and numbers")
}

/// What fills each role that the game needs, in the order of its needs.
fn peripherals<'a>(game: &Game, board: &'a Board) -> Result<Vec<&'a Peripheral>, ProjectError> {
    let find = |role: &gatefall_games::Role| {
        let found = board_role(*role).and_then(|role| board.peripheral(role));
        found.ok_or_else(|| {
            let offers: Vec<String> = board
                .peripherals
                .iter()
                .map(|peripheral| format!("`{}`", peripheral.role.name()))
                .collect();
            ProjectError::MissingRole {
                board: board.name.clone(),
                game: game.name,
                role: role.name(),
                offers: if offers.is_empty() {
                    "nothing".to_owned()
                } else {
                    offers.join(", ")
                },
            }
        })
    };
    game.needs.iter().map(find).collect()
}
