//! Contents of a release: bitstreams by board, and games that are left out.

use crate::build::{Outcome, Target};
use crate::error::{io, AppError};
use crate::flash::{checked_bitstream, source_of};
use crate::report::{grouped, Report};
use crate::root::{variant, Root};
use gatefall_board::Board;
use gatefall_games::GAMES;
use gatefall_project::{default_setup, markdown_words};
use gatefall_toolchain::sha256;
use std::fs;

/// Bitstreams of a release, and the games that are left out.
pub(super) struct Contents {
    pub boards: Vec<BoardFiles>,
    pub left_out: Vec<LeftOut>,
}

/// A board and its bitstreams.
pub(super) struct BoardFiles {
    pub name: String,
    pub title: String,
    /// FPGA and package: `hx8k-cb132`.
    pub part: String,
    /// USB vendor and product of the programming interface.
    pub usb: Option<String>,
    /// Label of the drive that takes a bitstream as a file.
    pub drive: Option<String>,
    /// Names of programmers, and ways to install them. The best is first.
    pub programmers: Vec<(&'static str, &'static str)>,
    pub builds: Vec<BuiltFile>,
}

/// A bitstream.
pub(super) struct BuiltFile {
    pub game: &'static str,
    pub setup: Option<String>,
    pub file: String,
    pub bytes: Vec<u8>,
    /// Used and available: `3,648 of 7,680`.
    pub logic_cells: String,
    pub block_rams: String,
    /// Clock that the placed design reaches, and the one that it needs.
    pub speed: String,
    /// A command for each programmer.
    pub commands: Vec<String>,
    /// Page of the guide with the wiring.
    pub wiring: String,
}

/// A game without a bitstream for a board.
pub(super) struct LeftOut {
    pub game: &'static str,
    pub board: String,
    pub setup: Option<String>,
    pub reason: String,
}

impl Contents {
    /// The contents, from the results of all builds in the order of the targets.
    pub(super) fn new(
        root: &Root,
        boards: &[Board],
        targets: &[Target],
        outcomes: &[Outcome],
    ) -> Result<Contents, AppError> {
        let mut left_out = Vec::new();
        let mut all = Vec::new();
        for board in boards {
            let mut files = BoardFiles::new(board);
            for game in GAMES {
                if let Err(error) = default_setup(game, board) {
                    left_out.push(LeftOut {
                        game: game.name,
                        board: board.name.to_string(),
                        setup: None,
                        reason: error.reason(),
                    });
                }
            }
            let of_board = targets.iter().zip(outcomes);
            let of_board = of_board.filter(|(target, _)| std::ptr::eq(target.board, board));
            for (target, outcome) in of_board {
                match &outcome.report {
                    Ok(report) => files.builds.push(BuiltFile::new(root, target, report)?),
                    Err(reason) => left_out.push(LeftOut {
                        game: target.game.name,
                        board: board.name.to_string(),
                        setup: target.setup.name.as_deref().map(str::to_owned),
                        reason: reason.clone().unwrap_or_default(),
                    }),
                }
            }
            all.push(files);
        }
        let boards = all;
        Ok(Contents { boards, left_out })
    }
}

impl BoardFiles {
    fn new(board: &Board) -> BoardFiles {
        let program = board.program.as_ref();
        let names = program.iter().flat_map(|program| &program.with);
        let names = names.map(|programmer| programmer.name());
        BoardFiles {
            name: board.name.to_string(),
            title: board.title.to_string(),
            part: format!("{}-{}", board.package.device, board.package.name),
            usb: program.map(|program| program.usb.to_string()),
            drive: program.and_then(|program| Some(program.drive.as_ref()?.to_string())),
            programmers: names.map(|name| (name, source_of(name))).collect(),
            builds: Vec::new(),
        }
    }

    /// The title as words within a line of Markdown.
    pub(super) fn title_in_markdown(&self) -> String {
        markdown_words(&self.title)
    }
}

impl BuiltFile {
    fn new(root: &Root, target: &Target, report: &Report) -> Result<BuiltFile, AppError> {
        let Target {
            game, board, setup, ..
        } = *target;
        let folder = root.game_folder(game, board, setup);
        let path = checked_bitstream(&folder, game, board, setup)?;
        let bytes = fs::read(&path).map_err(io("read", &path))?;
        if sha256(&bytes) != report.bitstream.sha256 {
            let message = "it was built again in the meantime".to_owned();
            return Err(AppError::BadBitstream { path, message });
        }
        let file = format!("{}-{}.bin", board.name, variant(game, board, setup));
        let programmers = board.program.iter().flat_map(|program| &program.with);
        let commands = programmers.map(|known| known.flash_command(&file));
        let setup = setup.name.as_deref();
        let anchor = setup.map_or(String::new(), |setup| format!("-{setup}"));
        let clock = report.slowest_clock();
        let usage = |usage: gatefall_toolchain::Usage| {
            format!("{} of {}", grouped(usage.used), grouped(usage.available))
        };
        Ok(BuiltFile {
            game: game.name,
            setup: setup.map(str::to_owned),
            commands: commands.collect(),
            file,
            bytes,
            logic_cells: usage(report.logic_cells),
            block_rams: usage(report.block_rams),
            speed: format!("{:.1} MHz ({:.2})", clock.achieved_mhz, clock.required_mhz),
            wiring: format!("guide-wiring.html#{}{anchor}", board.name),
        })
    }

    /// Size of the file with commas between the thousands.
    pub(super) fn size(&self) -> String {
        grouped(self.bytes.len() as u64)
    }
}
