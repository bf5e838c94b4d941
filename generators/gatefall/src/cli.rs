//! Command line arguments.

mod placement;
mod setting;
mod shard;

pub(crate) use placement::{Seeds, Tools};
pub(crate) use setting::Choices;
pub(crate) use shard::Shard;

use crate::duration::duration;
use clap::{Args, Parser, Subcommand};
use placement::seeds;
use shard::shard;
use std::path::PathBuf;
use std::time::Duration;

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
    /// Show the games, the boards, and which games run on which boards
    List,
    /// Write the Verilog of a game, one module to a file
    Verilog(VerilogArguments),
    /// Make the bitstream of a game for a board
    ///
    /// Writes build/BOARD/GAME: Verilog, PCF, netlist, placed design, bitstream, logs of the
    /// tools, and report.json with resources and speed. The folder is GAME-SETUP if the setup is
    /// not the default one, and GAME.NAME-VALUE with --set NAME=VALUE. Does nothing if nothing has
    /// changed. The files of an earlier build stay until a new build is complete.
    ///
    /// The game `selftest` tests the devices of a board: docs/power-up.md says what they show.
    #[command(verbatim_doc_comment)]
    Build(BuildArguments),
    /// Write the bitstream of the last build into a board
    Flash(FlashArguments),
    /// Show the resources of the last build, module by module, and its slowest path
    Report(ReportArguments),
    /// Write a project that makes the same bitstream without gatefall
    ///
    /// Writes Verilog, PCF, Makefile, FuseSoC core, apio.ini, and a test bench with the expected
    /// outputs.
    #[command(verbatim_doc_comment)]
    Export(ExportArguments),
    /// Write boards/NAME.toml, a valid template to fill in
    NewBoard(NewBoardArguments),
    /// Write a small complete game as a starting point for a new one
    ///
    /// Writes the folder hdl/games/src/NAME, and its two lines in hdl/games/src/lib.rs. The game
    /// compiles, has tests, and runs in the simulator and on every board with a chain of LEDs and
    /// five buttons.
    #[command(verbatim_doc_comment)]
    NewGame(NewGameArguments),
    /// Write the completions of a shell to standard output
    Completions {
        /// Name of the shell
        shell: clap_complete::Shell,
    },
    /// Write the manual page to standard output
    Man,
    /// Write constraints/BOARD/GAME.pcf for every game on every board and setup that it runs on
    Constraints,
    /// Show which tools are installed and which of them a build would use
    Doctor,
    /// Simulate a game with a script of keys, and write pictures, sound and events to files
    Sim(SimArguments),
    /// Play a game in the terminal
    ///
    /// Shows the output of the simulated circuit in real time, and sends it the keys. The terminal
    /// needs colours and 48 x 19 characters. Ctrl-C quits.
    ///
    ///   arcade     Left, Right and Down move, Up and Z rotate, Space drops, C holds; Enter
    ///              starts, P or Esc pauses, R held for half a second begins again, F1 selects
    ///              the next skin, F2 mutes. 2 is for two players: A D S move, W Q rotate, Space
    ///              drops, E holds, and Left Right Down move, Up / rotate, Enter drops, . holds;
    ///              or with the setting KEYS J L K, I U, G, H, and on the keypad 1 3 2, 5 4, 0, .
    ///   handheld   Left, Right and Down move, X and Z rotate, Up or Space drops, C holds, Enter
    ///              or P starts and pauses
    ///   matrix     Left and Right move, Up rotates, Enter or Space starts, R or Backspace resets
    ///   tictactoe  Left, Right, Up and Down select a square, Enter or Space picks up a piece, Up
    ///              and Down change its size, Enter or Space places it
    ///   selftest   1 to 9 are the buttons, all other keys those of the keyboard
    ///
    /// In a terminal that does not distinguish the keypad from the digits above the letters, a
    /// digit is both keys.
    #[command(verbatim_doc_comment)]
    Play(PlayArguments),
    /// Measure the simulation speed of a circuit, in gatefall and in other installed simulators
    ///
    /// Every simulator runs the same circuit: a game and a player for its keys, or a design that
    /// needs no input, and a signature of the outputs. Different signatures are an error. Takes
    /// some minutes.
    #[command(verbatim_doc_comment)]
    Bench(BenchArguments),
    /// Compare a game with its golden model: all cases, or many random ones
    Verify(VerifyArguments),
    /// Run the long checks of the project, each with a seed
    ///
    /// Compares games with their models, proves, and plants faults: docs/verification.md says what
    /// each check shows. Takes hours. A session that fails is written to tests/cases/found.
    #[command(verbatim_doc_comment)]
    Soak(SoakArguments),
    /// Play the games in a browser
    ///
    /// Writes a static site to build/web and serves it on the loopback address until Ctrl-C. With
    /// --out, writes the site to DIR and ends: any web server can serve that folder. A folder with
    /// other files than those of an earlier run is refused, because a server would serve them, too.
    #[command(verbatim_doc_comment)]
    Web(WebArguments),
    /// Write everything that a release has: bitstreams, site, checksums, and a page about them
    ///
    /// Builds every game on every setup of every board that it runs on, with the build cache. The
    /// page says which file belongs to which board, and which command writes it there.
    #[command(verbatim_doc_comment)]
    Release(ReleaseArguments),
}

#[derive(Args)]
pub(crate) struct VerilogArguments {
    /// Name of the game, as `gatefall list` shows it
    pub game: String,
    /// Add the top for this board: clock, reset and pins (and the PCF, with -o)
    #[arg(long)]
    pub board: Option<String>,
    /// Setup of the board; by default the first one on which the game runs
    #[arg(long, requires = "board")]
    pub setup: Option<String>,
    #[command(flatten)]
    pub choices: Choices,
    /// Folder to write into; without it, everything goes to standard output
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// Also replace files that gatefall did not write, or that were changed since
    #[arg(long, requires = "output")]
    pub force: bool,
}

#[derive(Args)]
pub(crate) struct BuildArguments {
    /// Name of the game, as `gatefall list` shows it
    #[arg(required_unless_present = "all")]
    pub game: Option<String>,
    /// Name of the board, as `gatefall list` shows it
    #[arg(long, required_unless_present = "all")]
    pub board: Option<String>,
    /// Setup of the board; by default the first one on which the game runs
    #[arg(long)]
    pub setup: Option<String>,
    #[command(flatten)]
    pub choices: Choices,
    /// Seeds of the placement: `7`, or `1..8` for eight placements of which the fastest is used,
    /// or `1..` for the first of four that reaches the clock
    #[arg(
        long,
        visible_alias = "seed",
        value_name = "SEEDS",
        default_value = "1..",
        value_parser = seeds
    )]
    pub seeds: Seeds,
    /// Build every game on every setup of every board that it runs on (of GAME or BOARD, if
    /// given), and print a table of the results
    #[arg(long, verbatim_doc_comment, conflicts_with_all = ["setup", "set"])]
    pub all: bool,
    /// Write the figures to docs/builds.json and docs/results.md
    #[arg(long, requires = "all")]
    pub record: bool,
    /// Which FPGA tools to use
    #[arg(long, value_enum, default_value_t = Tools::Auto)]
    pub tools: Tools,
}

#[derive(Args)]
pub(crate) struct FlashArguments {
    /// Name of the game, as `gatefall list` shows it
    pub game: String,
    /// Name of the board, as `gatefall list` shows it
    #[arg(long)]
    pub board: String,
    /// Setup of the board; by default the first one on which the game runs
    #[arg(long)]
    pub setup: Option<String>,
    #[command(flatten)]
    pub choices: Choices,
    /// Configure the FPGA directly instead of the flash: the design is lost at power-off
    #[arg(long)]
    pub sram: bool,
}

#[derive(Args)]
pub(crate) struct ReportArguments {
    /// Name of the game, as `gatefall list` shows it
    #[arg(required_unless_present = "compare")]
    pub game: Option<String>,
    /// Name of the board, as `gatefall list` shows it
    #[arg(long, required_unless_present = "compare")]
    pub board: Option<String>,
    /// Setup of the board; by default the first one on which the game runs
    #[arg(long)]
    pub setup: Option<String>,
    #[command(flatten)]
    pub choices: Choices,
    /// Write an HTML page with a floor plan of the FPGA
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Also replace files that gatefall did not write, or that were changed since
    #[arg(long, requires = "html")]
    pub force: bool,
    /// Write what each module costs to docs/modules.json, for the page of `gatefall web`
    #[arg(long, conflicts_with_all = ["html", "compare", "set"])]
    pub record: bool,
    /// Show the differences between two builds: folders such as build/alchitry-cu/arcade
    #[arg(
        long,
        num_args = 2,
        value_names = ["OLD", "NEW"],
        conflicts_with_all = ["game", "board", "setup", "set", "html"]
    )]
    pub compare: Vec<PathBuf>,
}

#[derive(Args)]
pub(crate) struct ExportArguments {
    /// Name of the game, as `gatefall list` shows it
    pub game: String,
    /// Name of the board, as `gatefall list` shows it
    #[arg(long)]
    pub board: String,
    /// Setup of the board; by default the first one on which the game runs
    #[arg(long)]
    pub setup: Option<String>,
    #[command(flatten)]
    pub choices: Choices,
    /// Folder to write into
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
    /// Also replace files that gatefall did not write, or that were changed since
    #[arg(long)]
    pub force: bool,
}

#[derive(Args)]
pub(crate) struct NewBoardArguments {
    /// Name of the board: lower-case letters, digits, `-` and `_`, the first a letter
    pub name: String,
    /// The FPGA and its package, such as `hx8k-cb132`
    #[arg(long)]
    pub part: String,
}

#[derive(Args)]
pub(crate) struct NewGameArguments {
    /// Name of the game: lower-case letters, digits and `_`
    pub name: String,
}

#[derive(Args)]
#[cfg_attr(not(feature = "sim"), allow(dead_code))]
pub(crate) struct SimArguments {
    /// Name of the game, as `gatefall list` shows it
    pub game: String,
    #[command(flatten)]
    pub choices: Choices,
    /// Script of keys: lines such as `500ms press Left`, `620ms release Left`, `1s tap Space`
    #[arg(long, value_name = "FILE")]
    pub keys: Option<PathBuf>,
    /// Stop after this time, such as `10s` or `500ms`; without it, one second after the last key
    #[arg(long = "for", value_name = "DURATION", value_parser = duration)]
    pub duration: Option<Duration>,
    /// Stop after this number of frames
    #[arg(long, conflicts_with = "duration")]
    pub frames: Option<u64>,
    /// Folder for pictures: every frame that differs from the previous one
    #[arg(long, value_name = "DIR")]
    pub png: Option<PathBuf>,
    /// Animated GIF, 20 frames per second
    #[arg(long, value_name = "FILE")]
    pub gif: Option<PathBuf>,
    /// Begin with the pictures of `--png` and `--gif` at this time
    #[arg(long, value_name = "DURATION", value_parser = duration)]
    pub from: Option<Duration>,
    /// Sound
    #[arg(long, value_name = "FILE")]
    pub wav: Option<PathBuf>,
    /// One line of JSON for each event of the game
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,
    /// Waveform, `.vcd` or `.fst`
    #[arg(long, value_name = "FILE")]
    pub wave: Option<PathBuf>,
    /// Signals of the waveform; `*` stands for any text, `?` for one character
    #[arg(long, value_name = "GLOB", default_value = "*", requires = "wave")]
    pub signals: String,
    /// File for what the game saves in its flash: read at the start, if it exists, and written at
    /// the end
    #[arg(long, value_name = "FILE")]
    pub flash: Option<PathBuf>,
    /// Also replace files that gatefall did not write, or that were changed since
    #[arg(long)]
    pub force: bool,
}

#[derive(Args)]
#[cfg_attr(not(feature = "sim"), allow(dead_code))]
pub(crate) struct PlayArguments {
    /// Name of the game, as `gatefall list` shows it
    pub game: String,
    #[command(flatten)]
    pub choices: Choices,
    /// File for what the game saves in its flash: read at the start, if it exists, and written at
    /// the end
    #[arg(long, value_name = "FILE")]
    pub flash: Option<PathBuf>,
}

#[derive(Args)]
#[cfg_attr(not(feature = "sim"), allow(dead_code))]
pub(crate) struct BenchArguments {
    /// The circuit: `arcade`, which is the default, or the designs `uart`, `cpu` and `filter`,
    /// which are no games
    pub circuit: Option<String>,
    /// Number of players of a game: 1, which is the default, or 2
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=2))]
    pub players: Option<u8>,
    /// Clock cycles of each repetition; interpreters run 20000 at most
    #[arg(
        long,
        value_name = "N",
        default_value_t = 10_000_000,
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    pub cycles: u64,
    /// Measure this Verilator, too, besides the one on PATH
    #[arg(long, value_name = "PATH")]
    pub verilator: Option<PathBuf>,
    /// Write the results, with versions and flags, as JSON
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Write the figures to docs/bench.json and docs/results.md; without a circuit, those of all
    #[arg(long)]
    pub record: bool,
    /// Show instead what each pass of the simulator's compiler brings, in this circuit or in all
    #[arg(long, conflicts_with_all = ["players", "cycles", "verilator", "json", "record"])]
    pub ablate: bool,
    /// Show instead for how many cycles in a row the simulator activates nothing
    #[arg(
        long,
        conflicts_with_all = ["players", "cycles", "verilator", "json", "record", "ablate"]
    )]
    pub idle: bool,
    /// Show instead the speed of several copies of this circuit side by side, or of all circuits
    #[arg(
        long,
        conflicts_with_all = ["players", "cycles", "verilator", "json", "record", "ablate", "idle"]
    )]
    pub copies: bool,
    /// Show instead after how many cycles the circuit is compiled again from a profile, on
    /// processors that are idle or busy
    #[arg(
        long,
        conflicts_with_all = [
            "players", "cycles", "verilator", "json", "record", "ablate", "idle", "copies"
        ]
    )]
    pub tuning: bool,
    /// Also replace files that gatefall did not write, or that were changed since
    #[arg(long, requires = "json")]
    pub force: bool,
}

#[derive(Args)]
#[cfg_attr(not(feature = "sim"), allow(dead_code))]
pub(crate) struct VerifyArguments {
    /// Name of the game, as `gatefall list` shows it
    pub game: String,
    /// Number of games, for games that are played at random. Default: 100,000 of `matrix`, 100
    /// sessions at the keyboard of `arcade`, 200,000 placements of `handheld`
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub games: Option<u64>,
    /// Play until this time has passed, such as `600s`, for games that are played at random
    #[arg(long = "for", value_name = "DURATION", value_parser = duration, conflicts_with = "games")]
    pub duration: Option<Duration>,
    /// Replay a case that an earlier verification has written, and nothing else (`arcade`)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["games", "duration"])]
    pub replay: Option<PathBuf>,
    /// Seed of the first random game; the next game uses the next number. Default: 1
    #[arg(long, conflicts_with = "replay")]
    pub seed: Option<u64>,
    /// Clocks per second of the game (`matrix`), 12,000,000 in real time. Default: 1,000
    #[arg(long, value_name = "CLOCKS")]
    pub second: Option<u64>,
}

#[derive(Args)]
#[cfg_attr(not(feature = "sim"), allow(dead_code))]
pub(crate) struct SoakArguments {
    /// Names of checks, as `--list` shows them; without a name all checks run
    #[arg(value_name = "CHECK")]
    pub checks: Vec<String>,
    /// Run a part of each check that has parts: `3/16` is the third of sixteen
    #[arg(long, value_name = "I/N", value_parser = shard)]
    pub shard: Option<Shard>,
    /// Run a sample of the checks that have one, all together for about this time
    #[arg(long = "for", value_name = "DURATION", value_parser = duration)]
    pub duration: Option<Duration>,
    /// Seed of the random checks. Default: a fresh one
    #[arg(long)]
    pub seed: Option<u64>,
    /// Write the figures to docs/verification.json and docs/verification.md
    ///
    /// Sessions add up to those of earlier sittings on the same commit, if no seed is named. After
    /// Ctrl-C the next sitting of `arcade` counts those that were played.
    #[arg(long, conflicts_with_all = ["shard", "duration"])]
    pub record: bool,
    /// Write docs/verification.md from the recorded figures, and run nothing
    #[arg(long, conflicts_with_all = ["checks", "shard", "duration", "seed", "record"])]
    pub page: bool,
    /// Show the checks, and run nothing
    #[arg(long, conflicts_with_all = ["checks", "shard", "duration", "seed", "record", "page"])]
    pub list: bool,
}

#[derive(Args)]
#[cfg_attr(not(feature = "sim"), allow(dead_code))]
pub(crate) struct WebArguments {
    /// Port of the loopback address; 0 is any free port
    #[arg(long, value_name = "N", default_value_t = 8000)]
    pub port: u16,
    /// Write the site to this folder, and do not serve it
    #[arg(long, value_name = "DIR", conflicts_with = "port")]
    pub out: Option<PathBuf>,
    /// Measure frame rate, sound and latency in a headless Chromium; takes two minutes
    #[arg(long, conflicts_with_all = ["port", "out"])]
    pub bench: bool,
    /// Write the figures to docs/web.json and docs/results.md
    #[arg(long, requires = "bench")]
    pub record: bool,
    /// Also replace files that gatefall did not write, or that were changed since
    #[arg(long, requires = "out")]
    pub force: bool,
}

#[derive(Args)]
#[cfg_attr(not(feature = "sim"), allow(dead_code))]
pub(crate) struct ReleaseArguments {
    /// Folder to write into; without it, build/release in the project
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Only the bitstreams of this board
    #[arg(long, value_name = "BOARD")]
    pub board: Option<String>,
    /// Seeds of the placement: `7`, or `1..8` for eight placements of which the fastest is used,
    /// or `1..` for the first of four that reaches the clock
    #[arg(long, value_name = "SEEDS", default_value = "1..", value_parser = seeds)]
    pub seeds: Seeds,
    /// Which FPGA tools to use
    #[arg(long, value_enum, default_value_t = Tools::Auto)]
    pub tools: Tools,
    /// Also replace files that gatefall did not write, or that were changed since
    #[arg(long)]
    pub force: bool,
}
