//! What can be typed.

use clap::{Args, Parser, Subcommand, ValueEnum};
use gatefall_toolchain::Choice;
use std::path::PathBuf;

/// Falling-block games made of gates: Verilog and bitstreams for iCE40 boards.
#[derive(Parser)]
#[command(
    name = "gatefall",
    version,
    arg_required_else_help = true,
    max_term_width = 100
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Show the games, the boards, and which runs on which
    List,
    /// Write the Verilog of a game, one module to a file
    Verilog(VerilogArguments),
    /// Make the bitstream of a game for a board
    ///
    /// Writes build/BOARD/GAME: Verilog, PCF, netlist, placed design, bitstream, the logs of the
    /// tools, and report.json with what it costs. Does nothing if nothing has changed. Files of an
    /// earlier build stay as they are until a new one is complete.
    #[command(verbatim_doc_comment)]
    Build(BuildArguments),
    /// Write constraints/BOARD/GAME.pcf for every game on every board that it runs on
    Constraints,
    /// Show which tools are there and which a build would use
    Doctor,
}

#[derive(Args)]
pub(crate) struct VerilogArguments {
    /// Name of the game, as `gatefall list` shows it
    pub game: String,
    /// Add the top for this board: clock, reset and pins (and the PCF, with -o)
    #[arg(long)]
    pub board: Option<String>,
    /// Folder to write into; without it, everything goes to standard output
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct BuildArguments {
    /// Name of the game, as `gatefall list` shows it
    pub game: String,
    /// Name of the board, as `gatefall list` shows it
    #[arg(long)]
    pub board: String,
    /// Where placement starts from; another seed gives another speed
    #[arg(long, default_value_t = 1)]
    pub seed: u32,
    /// Which FPGA tools to use
    #[arg(long, value_enum, default_value_t = Tools::Auto)]
    pub tools: Tools,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Tools {
    /// The native ones where all are on PATH and new enough, else the pinned ones
    Auto,
    /// yosys, nextpnr-ice40 and icepack from PATH
    Native,
    /// Exact versions, installed under build/tools at first use
    Pinned,
}

impl From<Tools> for Choice {
    fn from(tools: Tools) -> Choice {
        match tools {
            Tools::Auto => Choice::Auto,
            Tools::Native => Choice::Native,
            Tools::Pinned => Choice::Pinned,
        }
    }
}
