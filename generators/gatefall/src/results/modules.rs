//! Records of what each module of a game costs, `docs/modules.json`.
//!
//! `gatefall report GAME --board BOARD --record` replaces the record of a game. The page of
//! `gatefall web` shows it, so that a reader needs no FPGA tools.

use super::json::{read_json, write_json, FOLDER};
use crate::error::AppError;
use crate::output;
use crate::root::Root;
use gatefall_games::GAMES;
use serde::{Deserialize, Serialize};

/// File of the records, in the project.
const FILE: &str = "docs/modules.json";

/// Costs of the modules of a game on a board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ModuleCosts {
    pub game: String,
    pub board: String,
    /// Commit of the build, with `-dirty` if there were changes. Absent without git.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    pub tools: String,
    /// The largest first, each before those in it.
    pub modules: Vec<ModuleCost>,
}

/// Cost of a module, with the modules in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ModuleCost {
    /// Hierarchical name. The name of the game is the first part.
    pub path: String,
    pub logic_cells: u64,
    pub block_rams: u64,
}

/// All records, in the order of the games.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Modules(Vec<ModuleCosts>);

impl Modules {
    /// Reads the records of the project. Without a file there are none.
    pub(crate) fn read(root: &Root) -> Result<Modules, AppError> {
        Ok(Modules(read_json(root, FILE)?))
    }

    /// The record of a game.
    #[cfg(feature = "sim")]
    pub(crate) fn of(&self, game: &str) -> Option<&ModuleCosts> {
        self.0.iter().find(|costs| costs.game == game)
    }

    /// Replaces the record of a game.
    fn with(mut self, new: ModuleCosts) -> Modules {
        self.0.retain(|old| old.game != new.game);
        self.0.push(new);
        let place = |costs: &ModuleCosts| GAMES.iter().position(|game| game.name == costs.game);
        self.0.retain(|costs| place(costs).is_some());
        self.0.sort_by_key(place);
        self
    }

    /// Replaces the record of a game in the file of the project. Other commands may write it too,
    /// so it is read only now, under a lock.
    pub(crate) fn record(root: &Root, new: ModuleCosts) -> Result<(), AppError> {
        let _lock = output::lock(&root.path(FOLDER));
        Modules::read(root)?.with(new).write(root)
    }

    /// Writes the records of the project.
    fn write(&self, root: &Root) -> Result<(), AppError> {
        write_json(root, FILE, &self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;
    use std::time::Duration;

    fn costs(game: &str, logic_cells: u64) -> ModuleCosts {
        let cost = |path: &str, logic_cells| ModuleCost {
            path: path.to_owned(),
            logic_cells,
            block_rams: 0,
        };
        ModuleCosts {
            game: game.to_owned(),
            board: "alchitry-cu".to_owned(),
            commit: Some("0123abc".to_owned()),
            tools: "yosys 1, nextpnr 2".to_owned(),
            modules: vec![cost(game, logic_cells), cost("inner", 1)],
        }
    }

    #[test]
    fn a_record_replaces_that_of_its_game_in_the_order_of_the_games() {
        let modules = Modules::default()
            .with(costs("tictactoe", 3))
            .with(costs("gone", 1))
            .with(costs("arcade", 4))
            .with(costs("tictactoe", 5));
        assert_eq!(
            modules,
            Modules(vec![costs("arcade", 4), costs("tictactoe", 5)])
        );
    }

    #[test]
    fn a_record_waits_for_those_that_others_write() {
        let folder = tempfile::tempdir().unwrap();
        let root = Root::at(folder.path());
        std::fs::create_dir(root.path(FOLDER)).unwrap();
        let lock = output::lock(&root.path(FOLDER));
        thread::scope(|scope| {
            let recorded = scope.spawn(|| Modules::record(&root, costs("arcade", 4)));
            thread::sleep(Duration::from_millis(300));
            Modules::default()
                .with(costs("tictactoe", 3))
                .write(&root)
                .unwrap();
            drop(lock);
            recorded.join().unwrap().unwrap();
        });
        let both = Modules(vec![costs("arcade", 4), costs("tictactoe", 3)]);
        assert_eq!(Modules::read(&root).unwrap(), both);
    }

    #[test]
    fn the_committed_records_are_of_whole_games() {
        let modules = Modules::read(&Root::find().unwrap()).unwrap();
        // A new game has no record until it is built.
        assert!(modules.0.len() >= 4);
        for costs in &modules.0 {
            assert!(GAMES.iter().any(|game| game.name == costs.game));
            let whole = &costs.modules[0];
            assert_eq!(whole.path, costs.game);
            // A module costs at least as much as a module in it.
            for inner in &costs.modules {
                assert!(inner.logic_cells <= whole.logic_cells, "{}", inner.path);
                assert!(inner.block_rams <= whole.block_rams, "{}", inner.path);
            }
        }
    }
}
