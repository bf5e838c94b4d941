//! The inside of each game for the page: turns, boards, modules and their sources.

use super::gzip::gzip;
use crate::error::AppError;
use crate::results::Modules;
use crate::root::Root;
use gatefall_games::Game;
use gatefall_netlist::Netlist;
use gatefall_project::{sources, Sources};
use gatefall_web::{
    CellKind, CostsOrigin, Inside, InstanceEntry, MemoryBoard, ModuleEntry, ModuleTree, SiteFile,
    SourceTexts, Turns,
};
use std::collections::BTreeMap;

const EMPTY: CellKind = kind("", "#0d1014", 0);

const fn kind(name: &'static str, colour: &'static str, size: u8) -> CellKind {
    CellKind { name, colour, size }
}

/// Cells of falling blocks: empty, the seven pieces, garbage.
const BLOCKS: [CellKind; 16] = {
    let mut kinds = [EMPTY; 16];
    kinds[1] = kind("I", "#2ce8ff", 100);
    kinds[2] = kind("J", "#4678ff", 100);
    kinds[3] = kind("L", "#ff8a20", 100);
    kinds[4] = kind("O", "#ffdc3a", 100);
    kinds[5] = kind("S", "#3ce678", 100);
    kinds[6] = kind("T", "#b85cff", 100);
    kinds[7] = kind("Z", "#ff4a6a", 100);
    kinds[8] = kind("garbage", "#8a94a0", 100);
    kinds
};
/// Cells of `matrix`: dark, steered, falling, fixed.
const LIGHTS: [CellKind; 4] = [
    EMPTY,
    kind("steered", "#ffb43a", 100),
    kind("falling", "#3ce678", 100),
    kind("fixed", "#4678ff", 100),
];
/// Marks of `tictactoe`: three sizes of two players, then the same in a complete line.
const MARKS: [CellKind; 16] = [
    EMPTY,
    kind("blue 1", "#5a7dff", 36),
    kind("blue 2", "#5a7dff", 64),
    kind("blue 3", "#5a7dff", 92),
    EMPTY,
    kind("orange 1", "#ff8a20", 36),
    kind("orange 2", "#ff8a20", 64),
    kind("orange 3", "#ff8a20", 92),
    EMPTY,
    kind("blue 1 in a line", "#b4c8ff", 36),
    kind("blue 2 in a line", "#b4c8ff", 64),
    kind("blue 3 in a line", "#b4c8ff", 92),
    EMPTY,
    kind("orange 1 in a line", "#ffd2a0", 36),
    kind("orange 2 in a line", "#ffd2a0", 64),
    kind("orange 3 in a line", "#ffd2a0", 92),
];

/// Word of a cell of falling blocks: the last two columns follow the 24 rows of the first eight.
fn block_word(player: u64, row: u64, column: u64) -> u64 {
    let word = match column {
        0..8 => 8 * row + column,
        _ => 192 + 8 * (row % 8) + 2 * (row / 8) + column % 2,
    };
    256 * player + word
}

/// Addresses of all cells, the top left one first.
fn cells(rows: u64, columns: u64, word: impl Fn(u64, u64) -> u64) -> Vec<u64> {
    let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    places.map(|(row, column)| word(row, column)).collect()
}

/// Turns and boards of a game. A game that is not listed has none.
pub(super) fn inside(game: &Game) -> Inside {
    let name = |name: &str| format!("{}.{name}", game.name);
    let turns = |kind, signal, groups| Turns {
        name: kind,
        signal: name(signal),
        groups,
        player: None,
        busy: None,
    };
    let board = |title, memory, columns, cells, kinds: &[CellKind]| MemoryBoard {
        title,
        memory: name(memory),
        columns,
        cells,
        kinds: kinds.to_vec(),
    };
    let falling_blocks = |rows: u64, titles: &[&'static str]| Inside {
        turns: Some(Turns {
            player: Some(name("game_engine.turn_control.context_switch.current")),
            busy: Some(name("game_engine.turn_control.context_switch.step")),
            // Place of the next piece in the ring of pieces.
            ..turns("piece", "game_engine.random_tetris.head", &[])
        }),
        boards: (0..)
            .zip(titles)
            .map(|(player, title)| {
                let memory = "game_engine.board_controller.cells.first";
                let word = |row, column| block_word(player, rows - 1 - row, column);
                board(title, memory, 10, cells(rows, 10, word), &BLOCKS)
            })
            .collect(),
    };
    match game.name {
        "arcade" => falling_blocks(20, &["first player", "second player"]),
        "handheld" => falling_blocks(16, &["board"]),
        "matrix" => Inside {
            turns: Some(turns("block", "core.engine.block.block_id", &[])),
            boards: vec![board(
                "board",
                "core.engine.board_update.board.cells.first",
                7,
                cells(10, 7, |row, column| 8 * row + column),
                &LIGHTS,
            )],
        },
        "tictactoe" => Inside {
            // The start, the turns of both players, the end.
            turns: Some(turns("move", "game_logic.state", &[0, 1, 1, 2, 2, 3])),
            boards: vec![board(
                "board",
                "game_logic.referee.board.words.first",
                3,
                cells(3, 3, |row, column| 4 * row + column),
                &MARKS,
            )],
        },
        _ => Inside::default(),
    }
}

/// A name as the FPGA tools have it: Verilog has no brackets.
fn plain(path: &str) -> String {
    let is_kept = |c: char| c.is_ascii_alphanumeric() || c == '.';
    let text = path.replace(']', "");
    let keep = |c| if is_kept(c) { c } else { '_' };
    text.chars().map(keep).collect()
}

/// The files with the sources of all games. Each text is in one of them.
pub(super) fn source_files(games: &[(&str, Sources)]) -> Vec<SiteFile> {
    let texts = games.iter().map(|(game, sources)| {
        let rust = sources.rust.iter();
        let verilog = sources.modules.iter();
        let texts = SourceTexts {
            rust: rust.map(|file| (file.path, file.text)).collect(),
            verilog: verilog
                .filter_map(|module| Some((module.name.as_str(), module.verilog.as_deref()?)))
                .collect(),
        };
        (*game, texts)
    });
    SourceTexts::files(&texts.collect::<Vec<_>>(), gzip)
}

/// The modules of a game with what they cost, and their sources.
pub(super) fn modules(game: &Game, circuit: Netlist) -> Result<(SiteFile, Sources), AppError> {
    let sources = sources(circuit);
    let root = Root::find()?;
    let records = Modules::read(&root)?;
    let record = records.of(game.name);
    let costs: BTreeMap<String, [u64; 2]> = record
        .iter()
        .flat_map(|record| &record.modules)
        .map(|cost| (plain(&cost.path), [cost.logic_cells, cost.block_rams]))
        .collect();
    let origin = match record {
        Some(record) => Some(CostsOrigin {
            board: root.library()?.board(&record.board)?.title.to_string(),
            commit: record.commit.clone(),
        }),
        None => None,
    };
    let instances = sources.instances.iter().map(|instance| {
        let cost = costs.get(&plain(&instance.path));
        // A recorded game has no cells in a module that it does not name.
        let cost = cost.copied().or(record.map(|_| [0, 0]));
        let path = instance.path.clone();
        InstanceEntry(
            path,
            instance.module,
            cost.map(|c| c[0]),
            cost.map(|c| c[1]),
        )
    });
    let entries = sources.modules.iter().map(|module| ModuleEntry {
        name: module.name.clone(),
        rust: module.rust,
        verilog: module.verilog.is_some(),
        registers: module.registers.clone(),
    });
    let tree = ModuleTree {
        costs: origin,
        modules: entries.collect(),
        instances: instances.collect(),
    };
    Ok((tree.file(game.name), sources))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::circuit::circuit;
    use gatefall_games::GAMES;

    #[test]
    fn signals_and_memories_of_turns_and_boards_exist() {
        let mut found = 0;
        for game in GAMES {
            let netlist = circuit(game).unwrap();
            let own = |name: &str| {
                name.strip_prefix(&format!("{}.", game.name))
                    .unwrap()
                    .to_owned()
            };
            let Inside { turns, boards } = inside(game);
            // A new game has none.
            let Some(turns) = turns else {
                continue;
            };
            found += 1;
            for signal in [Some(turns.signal), turns.player, turns.busy]
                .into_iter()
                .flatten()
            {
                let name = own(&signal);
                let found = netlist.resolve(&name, |module, net| module.net(net).is_some());
                assert!(found.is_some(), "{signal}");
            }
            assert!(!boards.is_empty());
            for board in boards {
                let is_memory = |module: &gatefall_netlist::Module, name: &str| {
                    module.memories.values().any(|memory| memory.name == name)
                };
                let path = own(&board.memory);
                let found = netlist.resolve(&path, is_memory);
                let (_, module, name) = found.unwrap_or_else(|| panic!("{}", board.memory));
                let mut memories = netlist.modules[module].memories.values();
                let memory = memories.find(|memory| memory.name == name).unwrap();
                assert!(board
                    .cells
                    .iter()
                    .all(|cell| cell >> memory.address_width == 0));
                assert_eq!(board.cells.len() % board.columns, 0);
                assert!(board.kinds.len().is_power_of_two());
                assert!(board.kinds.len() <= 1 << memory.width);
            }
        }
        assert!(found >= 4);
    }

    #[test]
    fn names_of_arrays_are_those_of_the_tools() {
        assert_eq!(plain("game.columns[3].top"), "game.columns_3.top");
    }
}
