//! Records of builds, `docs/builds.json`, and their table.

use super::json::{read_json, write_json};
use crate::error::AppError;
use crate::report::{self, grouped, Report};
use crate::root::Root;
use gatefall_board::{Board, Setup};
use gatefall_games::{circuits, Game};
use gatefall_toolchain::{ClockReport, Toolset, Usage};
use serde::{Deserialize, Serialize};

/// File of the records, in the project.
const FILE: &str = "docs/builds.json";

/// Record of a game on a setup of a board.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Record {
    game: String,
    board: String,
    setup: Option<String>,
    /// Parts of the game that are left out, because the FPGA is too small.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<String>,
    tools: String,
    result: Result,
}

/// Result of the build. A damaged one must not be read as another with fewer fields.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub(crate) enum Result {
    /// A bitstream was written.
    Built {
        seed: u32,
        logic_cells: Usage,
        block_rams: Usage,
        clock: ClockReport,
        sha256: String,
    },
    /// The part is too small. `over` lists the resources that are too few.
    DoesNotFit { over: String },
    /// The placed design misses timing.
    TooSlow { clock: ClockReport },
    /// Another failure. Such a record is not stored.
    #[serde(skip)]
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
    pub(crate) fn new(
        game: &Game,
        board: &Board,
        setup: &Setup,
        tools: &Toolset,
        result: Result,
    ) -> Record {
        let Toolset { yosys, nextpnr, .. } = tools;
        Record {
            game: game.name.to_owned(),
            board: board.name.to_string(),
            setup: setup.name.as_deref().map(str::to_owned),
            left_out: report::left_out(game, board),
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

    /// Text such as `arcade on icebreaker, dvi`.
    pub(crate) fn title(&self) -> String {
        let setup = self.setup.as_ref();
        let setup = setup.map_or(String::new(), |setup| format!(", {setup}"));
        format!("{} on {}{setup}", self.game, self.board)
    }

    /// Text such as `2,535 LC, 29 EBR, 73.92 MHz (25.00), 0a1b2c3d`.
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
                first_digits(sha256)
            ),
            Result::DoesNotFit { .. } | Result::TooSlow { .. } | Result::Failed {} => String::new(),
        }
    }

    /// Row of the table. A failed build has none.
    fn row(&self) -> Option<String> {
        let setup = self.setup.as_ref();
        let setup = setup.map_or(String::new(), |setup| format!(" (`{setup}`)"));
        let parts = self.left_out.iter().map(|part| format!("`{part}`"));
        let without = match self.left_out.is_empty() {
            true => String::new(),
            false => format!(" without {}", parts.collect::<Vec<_>>().join(", ")),
        };
        let start = format!("| `{}`{without} | {}{setup} |", self.game, self.board);
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
                first_digits(sha256)
            )),
            Result::DoesNotFit { over } => {
                Some(format!("{start} does not fit: {over} | | | | |\n"))
            }
            Result::TooSlow { clock } => Some(format!("{start} too slow: {clock} | | | | |\n")),
            Result::Failed {} => None,
        }
    }
}

/// The first digits of a hash. A damaged record may have fewer.
fn first_digits(sha256: &str) -> &str {
    sha256.get(..8).unwrap_or(sha256)
}

/// All records, ordered by game and board.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Records(Vec<Record>);

impl Records {
    /// Reads the records of the project. Without a file there are none.
    pub(crate) fn read(root: &Root) -> std::result::Result<Records, AppError> {
        Ok(Records(read_json(root, FILE)?))
    }

    /// Logic cells and block RAMs of a game on the first board on which it was built.
    #[cfg(feature = "sim")]
    pub(crate) fn sizes(&self, game: &Game) -> Option<[u64; 2]> {
        let mut own = self.0.iter().filter(|record| record.game == game.name);
        own.find_map(|record| match &record.result {
            Result::Built {
                logic_cells,
                block_rams,
                ..
            } => Some([logic_cells.used, block_rams.used]),
            _ => None,
        })
    }

    /// Writes the records of the project.
    pub(super) fn write(&self, root: &Root) -> std::result::Result<(), AppError> {
        write_json(root, FILE, &self.0)
    }

    /// Reason why the game does not run there, if a recorded build failed.
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

    /// Replaces records by newer ones.
    pub(crate) fn merge(mut self, new: Vec<Record>) -> Records {
        let is_kept = |record: &Record| !matches!(record.result, Result::Failed {});
        for record in new.into_iter().filter(is_kept) {
            self.0.retain(|old| !old.is_same_target(&record));
            self.0.push(record);
        }
        let place = |record: &Record| circuits().position(|game| game.name == record.game);
        self.0.retain(|record| place(record).is_some());
        // The sort is stable: setups of a board keep the order in which they were built.
        self.0
            .sort_by_key(|record| (place(record), record.board.clone()));
        self
    }

    /// The tools of all records, and a table with a row for each.
    pub(super) fn table(&self) -> String {
        let mut tools: Vec<&str> = self.0.iter().map(|record| record.tools.as_str()).collect();
        tools.dedup();
        let rows: String = self.0.iter().filter_map(Record::row).collect();
        format!(
            "Tools: {}.\n\n\
             | game | board (`--setup`) | logic cells | block RAMs | clock reaches (needed) | \
             seed | bitstream |\n|---|---|---|---|---|---|---|\n{rows}",
            tools.join("; ")
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(game: &str, board: &str, result: Result) -> Record {
        Record {
            game: game.to_owned(),
            board: board.to_owned(),
            setup: Some("leds".to_owned()),
            left_out: Vec::new(),
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

    /// Upper limits of a game on a part: logic cells and block RAMs.
    fn most(game: &str, device: &str) -> (u64, u64) {
        match (game, device) {
            ("arcade", "up5k") => (4700, 30),
            ("arcade", _) => (4700, 32),
            ("handheld", _) => (2000, 18),
            ("matrix" | "tictactoe", _) => (700, 16),
            _ => (750, 8),
        }
    }

    /// Clock in MHz that a game must reach at least on a part, even if it needs less.
    fn least_mhz(game: &str, device: &str) -> f64 {
        match (game, device) {
            ("arcade", "hx8k") => 60.0,
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
        for game in ["arcade", "handheld", "matrix", "tictactoe", "selftest"] {
            let mut devices = Vec::new();
            for record in records.iter().filter(|record| record.game == game) {
                let title = record.title();
                let board = boards.iter().find(|board| *board.name == *record.board);
                let device = board.unwrap().package.device;
                let (most_cells, most_rams) = most(game, device);
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
                    // Only the smallest part is too small, and only for the largest game.
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
    fn a_damaged_record_is_refused() {
        let whole = serde_json::to_value(record("arcade", "a", built(1))).unwrap();
        let mut damaged = Vec::new();
        for field in ["seed", "logic_cells", "clock", "sha256"] {
            let mut record = whole.clone();
            record["result"].as_object_mut().unwrap().remove(field);
            damaged.push(record);
        }
        for result in [serde_json::json!({}), serde_json::json!({ "over": 3 })] {
            let mut record = whole.clone();
            record["result"] = result;
            damaged.push(record);
        }
        for record in damaged {
            let read = serde_json::from_value::<Record>(record.clone());
            assert!(read.is_err(), "{record}: {read:?}");
        }
    }

    #[test]
    fn a_hash_that_is_too_short_is_shown_whole() {
        let whole = serde_json::to_value(record("arcade", "a", built(1))).unwrap();
        for hash in ["", "0a1b", "\u{e9}\u{e9}\u{e9}\u{20ac}"] {
            let mut short = whole.clone();
            short["result"]["sha256"] = hash.into();
            let record: Record = serde_json::from_value(short).unwrap();
            assert!(record.figures().ends_with(hash));
            assert!(record.row().unwrap().ends_with(&format!("`{hash}` |\n")));
        }
    }

    #[test]
    fn the_table_has_a_row_for_each_record() {
        let records = Records(vec![
            record("arcade", "a", built(2535)),
            record("arcade", "b", too_small()),
            record("arcade", "c", too_slow()),
        ]);
        insta::assert_snapshot!(records.table());
    }
}
