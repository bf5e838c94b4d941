//! Live circuits of the tour: single modules of the games, compiled as the games are.

use crate::error::{io, AppError};
use crate::report::grouped;
use crate::results::Records;
use crate::root::Root;
use crate::sim::circuit::circuit;
use crate::sim::SimError;
use askama::Template;
use gatefall_board::read_text;
use gatefall_compile::compile;
use gatefall_games::arcade;
use gatefall_games::falling_blocks::board::board_controller::BoardController;
use gatefall_games::falling_blocks::engine::game_engine::GameEngine;
use gatefall_games::falling_blocks::piece::random_tetris::RandomTetris;
use gatefall_games::falling_blocks::piece::rule_tables::RuleTables;
use gatefall_games::falling_blocks::shell::text::TextLayout;
use gatefall_host::HostError;
use gatefall_netlist::{ModuleId, Netlist};
use gatefall_project::{verilog_files, TextFile};
use gatefall_web::{export_circuit, SiteFile};
use gatefall_widgets::counting::Countdown;
use gatefall_widgets::input::Buttons;
use rust_hdl::prelude::Block;
use std::collections::BTreeMap;

/// Lines of Verilog that the page shows of a module.
const MOST_LINES: usize = 240;
/// Clock of the circuits, which have none of their own.
const CLOCK_HZ: u64 = 25_175_000;
/// Visible rows of the engine's board.
const VISIBLE_ROWS: u8 = 20;

/// A circuit of the tour, and its place in the source.
struct Recipe {
    name: &'static str,
    /// The circuit that the page runs.
    runs: Runs,
    /// Module to show, as its Verilog file is called.
    module: &'static str,
    source: &'static str,
    /// The text begins with this line and ends before the tests.
    from: &'static str,
}

/// The circuit that the page runs.
enum Runs {
    /// A circuit of the tour. The text is its name and that of its files.
    Own(fn() -> Lowered, &'static str),
    /// The arcade, which the site has anyway.
    Arcade,
}

/// A circuit, or the reason why it cannot be lowered.
type Lowered = Result<Netlist, gatefall_lower::LowerError>;

const LOGIC: &str = "#[clocked]\nimpl";
const ENGINE: Runs = Runs::Own(engine, "tour-engine");

const RECIPES: [Recipe; 8] = [
    Recipe {
        name: "countdown",
        runs: Runs::Own(
            || lowered(Countdown::<4>::default(), "countdown"),
            "tour-countdown",
        ),
        module: "countdown",
        source: "hdl/widgets/src/counting/countdown.rs",
        from: LOGIC,
    },
    Recipe {
        name: "buttons",
        runs: Runs::Own(
            || lowered(Buttons::<3>::default(), "buttons"),
            "tour-buttons",
        ),
        module: "buttons",
        source: "hdl/widgets/src/input/buttons.rs",
        from: LOGIC,
    },
    Recipe {
        name: "bag",
        runs: Runs::Own(
            || lowered(RandomTetris::default(), "random_tetris"),
            "tour-bag",
        ),
        module: "random_tetris",
        source: "hdl/games/src/falling_blocks/piece/random_tetris.rs",
        from: LOGIC,
    },
    Recipe {
        name: "tables",
        runs: Runs::Own(
            || lowered(RuleTables::default(), "rule_tables"),
            "tour-tables",
        ),
        module: "rule_tables",
        source: "hdl/games/src/falling_blocks/piece/rule_tables.rs",
        from: "/// Word of one place.",
    },
    Recipe {
        name: "collision",
        runs: ENGINE,
        module: "falling_piece_update",
        source: "hdl/games/src/falling_blocks/piece/falling_piece_update.rs",
        from: LOGIC,
    },
    Recipe {
        name: "rows",
        runs: Runs::Own(
            || lowered(BoardController::new(20), "board_controller"),
            "tour-rows",
        ),
        module: "clear_line",
        source: "hdl/games/src/falling_blocks/board/clear_line.rs",
        from: LOGIC,
    },
    Recipe {
        name: "beam",
        runs: Runs::Arcade,
        module: "pixel_generator",
        source: "hdl/games/src/arcade/picture/pixel_generator.rs",
        from: LOGIC,
    },
    Recipe {
        name: "whole",
        runs: Runs::Arcade,
        module: "arcade",
        source: "hdl/games/src/arcade/mod.rs",
        from: LOGIC,
    },
];

/// A live circuit with its texts.
pub(super) struct TourCircuit {
    pub name: &'static str,
    /// Program and description; none if another circuit has the same.
    pub files: Vec<SiteFile>,
    program: &'static str,
    source: &'static str,
    rust: String,
    verilog: String,
    facts: String,
}

#[derive(Template)]
#[template(path = "circuit.html")]
struct Live<'a> {
    circuit: &'a TourCircuit,
}

/// All circuits of the tour.
pub(super) fn circuits(root: &Root) -> Result<Vec<TourCircuit>, AppError> {
    let mut circuits: Vec<TourCircuit> = Vec::new();
    let mut made: BTreeMap<&str, (Netlist, Vec<TextFile>)> = BTreeMap::new();
    for recipe in &RECIPES {
        let program = match recipe.runs {
            Runs::Own(_, program) => program,
            Runs::Arcade => "arcade",
        };
        let mut files = Vec::new();
        if !made.contains_key(program) {
            let netlist = match recipe.runs {
                Runs::Own(make, _) => make().map_err(SimError::from)?,
                Runs::Arcade => circuit(&arcade::GAME)?,
            };
            if let Runs::Own(..) = recipe.runs {
                let compiled = compile(&netlist).map_err(HostError::from);
                let compiled = compiled.map_err(SimError::from)?;
                files = export_circuit(program, CLOCK_HZ, &netlist, &compiled).into();
            }
            let verilog = verilog_files(&mut netlist.clone());
            made.insert(program, (netlist, verilog));
        }
        let (netlist, verilog) = &made[program];
        let mut facts = facts(netlist, recipe.module);
        // Records have the size of a whole game on a board.
        if recipe.module == arcade::GAME.name {
            if let Some([logic_cells, block_rams]) = Records::read(root)?.sizes(&arcade::GAME) {
                let logic_cells = grouped(logic_cells);
                facts += &format!(", {logic_cells} logic cells, {block_rams} block RAMs");
            }
        }
        let file = format!("{}.v", recipe.module);
        let verilog = verilog.iter().find(|text| text.name == file);
        circuits.push(TourCircuit {
            name: recipe.name,
            files,
            program,
            source: recipe.source,
            rust: excerpt(root, recipe)?,
            verilog: verilog.map_or(String::new(), |text| beginning(&text.text)),
            facts,
        });
    }
    Ok(circuits)
}

impl TourCircuit {
    /// The place of the live circuit, its Rust and its Verilog.
    pub(super) fn html(&self) -> String {
        let live = Live { circuit: self };
        live.render().expect("a string takes everything")
    }
}

fn lowered<B: Block>(mut block: B, name: &str) -> Lowered {
    block.connect_all();
    gatefall_lower::netlist(&block, name)
}

/// The engine without keyboard and screen.
fn engine() -> Lowered {
    let layout = TextLayout {
        score: 0,
        lines: 7,
        level: 10,
        digit_zero: 0,
    };
    lowered(GameEngine::new(&[layout; 3], VISIBLE_ROWS), "game_engine")
}

/// The first lines of a long text, and the number of the others.
fn beginning(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let Some(others) = lines.len().checked_sub(MOST_LINES).filter(|&rest| rest > 0) else {
        return text.to_owned();
    };
    let shown = lines[..MOST_LINES].join("\n");
    format!("{shown}\n// ... and {others} lines; `gatefall verilog` writes them all\n")
}

/// The part of the source that has the logic.
fn excerpt(root: &Root, recipe: &Recipe) -> Result<String, AppError> {
    let path = root.path(recipe.source);
    let text = read_text(&path).map_err(io("read", &path))?;
    let start = text.find(recipe.from).unwrap_or(0);
    let rest = &text[start..];
    let end = rest.find("\n#[cfg(test)]").unwrap_or(rest.len());
    Ok(rest[..end].trim_end().to_owned())
}

/// Flip-flops and bits of memory of a module with all its parts.
fn facts(netlist: &Netlist, module: &str) -> String {
    let mut modules = netlist.modules.iter();
    let found = modules.find(|(_, known)| known.name == module);
    let [registers, memories] = found.map_or([0, 0], |(id, _)| state(netlist, id));
    let memories = match memories {
        0 => "no memory".to_owned(),
        bits => format!("{} bits of memory", grouped(bits)),
    };
    format!("{} flip-flops, {memories}", grouped(registers))
}

fn state(netlist: &Netlist, id: ModuleId) -> [u64; 2] {
    let module = &netlist.modules[id];
    let registers = module.registers.values();
    let registers = registers.map(|register| u64::from(module.nets[register.net].width));
    let memories = module.memories.values();
    let memories = memories.map(|memory| u64::from(memory.width) << memory.address_width);
    let mut total = [registers.sum(), memories.sum()];
    for instance in module.instances.values() {
        let [registers, memories] = state(netlist, instance.module);
        total[0] += registers;
        total[1] += memories;
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_circuit_has_a_program_its_rust_and_its_verilog() {
        let circuits = circuits(&Root::find().unwrap()).unwrap();
        for circuit in &circuits {
            let name = circuit.name;
            let has_sizes = circuit.facts.contains(" logic cells, ");
            assert_eq!(has_sizes, name == "whole", "{}", circuit.facts);
            let start = if name == "tables" {
                "/// Word of"
            } else {
                LOGIC
            };
            assert!(circuit.rust.starts_with(start), "{name}");
            assert!(circuit.rust.contains("fn update(&mut self)"), "{name}");
            assert!(!circuit.rust.contains("#[test]"), "{name}");
            assert!(circuit.verilog.contains("\nmodule "), "{name}");
        }
        let files = circuits.iter().flat_map(|circuit| &circuit.files);
        let names: Vec<&str> = files.map(|file| file.name.as_str()).collect();
        assert_eq!(names.len(), 12, "{names:?}");
    }

    #[test]
    fn flip_flops_and_memories_are_counted_with_all_parts() {
        let netlist = lowered(Countdown::<4>::default(), "countdown").unwrap();
        assert_eq!(facts(&netlist, "countdown"), "4 flip-flops, no memory");
        let netlist = lowered(RuleTables::default(), "rule_tables").unwrap();
        let expected = "0 flip-flops, 4,096 bits of memory";
        assert_eq!(facts(&netlist, "rule_tables"), expected);
    }
}
