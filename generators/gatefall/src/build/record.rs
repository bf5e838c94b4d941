//! The figures of every build that was recorded: `docs/builds.json`, and the table in the README that is written from it.

use super::job::Target;
use crate::error::{io, AppError};
use crate::output;
use crate::report::{grouped, Report};
use crate::root::Root;
use gatefall_board::{Board, Setup};
use gatefall_games::{Game, GAMES};
use gatefall_toolchain::{ClockReport, Toolset, Usage};
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};

/// Before and after the table in the README.
const BEGIN: &str = "<!-- builds: written by `gatefall build --all --record` -->\n";
const END: &str = "<!-- end of builds -->\n";

/// A game on a setup of a board.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Record {
    game: String,
    board: String,
    setup: Option<String>,
    tools: String,
    result: Result,
}

/// How its build ended.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum Result {
    /// With a bitstream.
    Built {
        seed: u32,
        logic_cells: Usage,
        block_rams: Usage,
        clock: ClockReport,
        sha256: String,
    },
    /// The part is too small: what it has too little of.
    DoesNotFit { over: String },
    /// Placed, but missing its timing.
    TooSlow { clock: ClockReport },
    /// In another way; such a record is not kept.
    Failed {},
}

impl Result {
    pub(crate) fn of(report: &Report) -> Result {
        Result::Built {
            seed: report.seed,
            logic_cells: report.logic_cells,
            block_rams: report.block_rams,
            clock: report.slowest_clock(),
            sha256: report.bitstream.sha256.clone(),
        }
    }
}

impl Record {
    pub(crate) fn new(target: &Target, tools: &Toolset, result: Result) -> Record {
        let Toolset { yosys, nextpnr, .. } = tools;
        Record {
            game: target.game.name.to_owned(),
            board: target.board.name.to_string(),
            setup: target.setup.name.as_deref().map(str::to_owned),
            tools: format!(
                "yosys {}, nextpnr {} ({})",
                yosys.version,
                nextpnr.version,
                tools.flavour.name()
            ),
            result,
        }
    }

    fn is_same_target(&self, other: &Record) -> bool {
        (&self.game, &self.board, &self.setup) == (&other.game, &other.board, &other.setup)
    }

    /// `arcade on icebreaker, dvi`
    pub(crate) fn title(&self) -> String {
        let setup = self.setup.as_ref();
        let setup = setup.map_or(String::new(), |setup| format!(", {setup}"));
        format!("{} on {}{setup}", self.game, self.board)
    }

    /// `2,535 LC, 29 EBR, 73.92 MHz (25.00), 0a1b2c3d`
    pub(crate) fn figures(&self) -> String {
        match &self.result {
            Result::Built {
                logic_cells,
                block_rams,
                clock,
                sha256,
                ..
            } => format!(
                "{:>5} LC, {:>2} EBR, {:>6.2} MHz ({:.2}), {}",
                grouped(logic_cells.used),
                block_rams.used,
                clock.achieved_mhz,
                clock.required_mhz,
                &sha256[..8]
            ),
            Result::DoesNotFit { .. } | Result::TooSlow { .. } | Result::Failed {} => String::new(),
        }
    }

    /// A row of the README's table.
    fn row(&self) -> Option<String> {
        let setup = self.setup.as_ref();
        let setup = setup.map_or(String::new(), |setup| format!(" (`{setup}`)"));
        let start = format!("| `{}` | {}{setup} |", self.game, self.board);
        match &self.result {
            Result::Built {
                seed,
                logic_cells,
                block_rams,
                clock,
                sha256,
            } => Some(format!(
                "{start} {} of {} | {} of {} | {:.1} MHz ({:.2}) | {seed} | `{}` |\n",
                grouped(logic_cells.used),
                grouped(logic_cells.available),
                block_rams.used,
                block_rams.available,
                clock.achieved_mhz,
                clock.required_mhz,
                &sha256[..8]
            )),
            Result::DoesNotFit { over } => {
                Some(format!("{start} does not fit: {over} | | | | |\n"))
            }
            Result::TooSlow { clock } => Some(format!("{start} too slow: {clock} | | | | |\n")),
            Result::Failed {} => None,
        }
    }
}

/// All that were recorded, in the order of games and boards.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Records(Vec<Record>);

impl Records {
    /// Those of the project; none if nothing has been recorded.
    pub(crate) fn read(root: &Root) -> std::result::Result<Records, AppError> {
        let path = path(root);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Ok(Records::default())
            }
            Err(error) => return Err(io("read", &path)(error)),
        };
        match serde_json::from_str(&text) {
            Ok(records) => Ok(Records(records)),
            Err(error) => Err(AppError::NotUnderstood {
                path,
                message: error.to_string(),
            }),
        }
    }

    /// Why the game does not run there, if its build has shown that.
    pub(crate) fn why_not(&self, game: &Game, board: &Board, setup: &Setup) -> Option<String> {
        let mut records = self.0.iter();
        let record = records.find(|record| {
            record.game == game.name
                && *record.board == *board.name
                && record.setup.as_deref() == setup.name.as_deref()
        });
        match &record?.result {
            Result::DoesNotFit { over } => Some(format!("does not fit, {over}")),
            Result::TooSlow { clock } => Some(format!("too slow, {clock}")),
            Result::Built { .. } | Result::Failed {} => None,
        }
    }

    /// With newer ones in the place of older ones.
    pub(crate) fn merge(mut self, new: Vec<Record>) -> Records {
        let is_kept = |record: &Record| !matches!(record.result, Result::Failed {});
        for record in new.into_iter().filter(is_kept) {
            self.0.retain(|old| !old.is_same_target(&record));
            self.0.push(record);
        }
        let place = |record: &Record| GAMES.iter().position(|game| game.name == record.game);
        self.0.retain(|record| place(record).is_some());
        // Setups of a board keep the order in which they were built.
        self.0
            .sort_by_key(|record| (place(record), record.board.clone()));
        self
    }

    /// Writes the records and the table in the README.
    pub(crate) fn write(&self, root: &Root) -> std::result::Result<(), AppError> {
        let path = path(root);
        if let Some(folder) = path.parent() {
            output::make_folder(folder)?;
        }
        let readme = root.path("README.md");
        let text = fs::read_to_string(&readme).map_err(io("read", &readme))?;
        let text = self.in_readme(&text, &readme)?;
        let json = serde_json::to_string_pretty(&self.0).expect("records are plain data");
        output::write(&path, (json + "\n").as_bytes())?;
        output::write(&readme, text.as_bytes())
    }

    /// The README with the table between its marks.
    fn in_readme(&self, readme: &str, path: &Path) -> std::result::Result<String, AppError> {
        let parts = readme.split_once(BEGIN).and_then(|(before, rest)| {
            let (_, after) = rest.split_once(END)?;
            Some((before, after))
        });
        match parts {
            Some((before, after)) => {
                let table = match self.0.is_empty() {
                    true => String::new(),
                    false => format!("\n{}\n", self.table()),
                };
                Ok(format!("{before}{BEGIN}{table}{END}{after}"))
            }
            None => Err(AppError::NotUnderstood {
                path: path.to_owned(),
                message: format!(
                    "there is no table between `{}` and `{}`",
                    BEGIN.trim(),
                    END.trim()
                ),
            }),
        }
    }

    fn table(&self) -> String {
        let mut tools: Vec<&str> = self.0.iter().map(|record| record.tools.as_str()).collect();
        tools.dedup();
        let rows: String = self.0.iter().filter_map(Record::row).collect();
        format!(
            "| game | board (`--setup`) | logic cells | block RAMs | clock reaches (needed) | seed | bitstream |\n\
             |---|---|---|---|---|---|---|\n{rows}\n\
             With {}. The last column begins the SHA-256 of the bitstream.\n",
            tools.join("; ")
        )
    }
}

fn path(root: &Root) -> PathBuf {
    root.path("docs/builds.json")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(game: &str, board: &str, result: Result) -> Record {
        Record {
            game: game.to_owned(),
            board: board.to_owned(),
            setup: Some("leds".to_owned()),
            tools: "yosys 1, nextpnr 2 (native)".to_owned(),
            result,
        }
    }

    fn built(used: u64) -> Result {
        let usage = |used, available| Usage { used, available };
        Result::Built {
            seed: 3,
            logic_cells: usage(used, 7680),
            block_rams: usage(29, 32),
            clock: ClockReport {
                name: "core_clock".to_owned(),
                achieved_mhz: 71.06,
                required_mhz: 25.0,
            },
            sha256: "0123456789abcdef".to_owned(),
        }
    }

    fn too_small() -> Result {
        let over = "29 block RAMs of 16".to_owned();
        Result::DoesNotFit { over }
    }

    fn too_slow() -> Result {
        let clock = ClockReport {
            name: "core_clock".to_owned(),
            achieved_mhz: 22.7,
            required_mhz: 25.142,
        };
        Result::TooSlow { clock }
    }

    /// The most logic cells of each game on any part, and its most block RAMs.
    const SIZES: [(&str, u64, u64); 4] = [
        ("arcade", 4600, 28),
        ("handheld", 2000, 16),
        ("matrix", 700, 16),
        ("tictactoe", 700, 16),
    ];

    /// What the clock of a game must reach on a part, even where less would do.
    fn least_mhz(game: &str, device: &str) -> f64 {
        match (game, device) {
            ("arcade", "hx8k") => 50.0,
            ("arcade", "up5k") => 25.2,
            ("matrix" | "tictactoe", _) => 25.0,
            _ => 0.0,
        }
    }

    #[test]
    fn recorded_builds_are_as_small_and_as_fast_as_they_have_to_be() {
        let root = Root::find().unwrap();
        let boards = root.boards().unwrap();
        let records = Records::read(&root).unwrap().0;
        for (game, most_cells, most_rams) in SIZES {
            let mut devices = Vec::new();
            for record in records.iter().filter(|record| record.game == game) {
                let title = record.title();
                let board = boards.iter().find(|board| *board.name == *record.board);
                let device = board.unwrap().package.device;
                match &record.result {
                    Result::Built {
                        logic_cells,
                        block_rams,
                        clock,
                        ..
                    } => {
                        assert!(logic_cells.used <= most_cells, "{title}: {logic_cells:?}");
                        assert!(block_rams.used <= most_rams, "{title}: {block_rams:?}");
                        let least = clock.required_mhz.max(least_mhz(game, device));
                        assert!(clock.achieved_mhz >= least, "{title}: {clock:?}");
                        devices.push(device);
                    }
                    // Only the smallest part is too small for the largest game.
                    Result::DoesNotFit { over } => {
                        assert_eq!((game, device), ("arcade", "hx1k"), "{title}: {over}");
                    }
                    other => panic!("{title}: {other:?}"),
                }
            }
            for device in ["hx8k", "up5k"] {
                assert!(
                    devices.contains(&device),
                    "{game} is recorded on no {device}"
                );
            }
        }
    }

    #[test]
    fn newer_records_replace_older_ones_in_the_order_of_the_games() {
        let records = Records::default().merge(vec![
            record("matrix", "b", built(1)),
            record("matrix", "a", built(2)),
            record("arcade", "b", built(3)),
            record("no-more", "b", built(4)),
        ]);
        let records = records.merge(vec![
            record("matrix", "b", too_small()),
            record("arcade", "b", Result::Failed {}),
        ]);
        let expected = [
            record("arcade", "b", built(3)),
            record("matrix", "a", built(2)),
            record("matrix", "b", too_small()),
        ];
        assert_eq!(records.0, expected);
    }

    #[test]
    fn records_survive_being_written_as_json() {
        let records = [
            record("arcade", "a", built(1)),
            record("arcade", "b", too_small()),
            record("arcade", "c", too_slow()),
        ];
        let text = serde_json::to_string(&records).unwrap();
        let read: Vec<Record> = serde_json::from_str(&text).unwrap();
        assert_eq!(read, records);
    }

    #[test]
    fn the_table_goes_between_the_marks_of_the_readme() {
        let records = Records(vec![
            record("arcade", "a", built(2535)),
            record("arcade", "b", too_small()),
            record("arcade", "c", too_slow()),
        ]);
        let readme = format!("before\n{BEGIN}old\n{END}after\n");
        let text = records.in_readme(&readme, Path::new("README.md")).unwrap();
        insta::assert_snapshot!(text);
        let again = records.in_readme(&text, Path::new("README.md")).unwrap();
        assert_eq!(again, text);
        assert!(records
            .in_readme("no marks", Path::new("README.md"))
            .is_err());
    }

    #[test]
    fn the_committed_readme_has_the_table_of_the_committed_records() {
        let root = Root::find().unwrap();
        let records = Records::read(&root).unwrap();
        let path = root.path("README.md");
        let readme = fs::read_to_string(&path).unwrap();
        assert_eq!(
            records.in_readme(&readme, &path).unwrap(),
            readme,
            "run `gatefall build --all --record`"
        );
    }
}
