//! Self-contained HTML report: no script, no font, no external picture.

use super::die::Die;
use super::files::{Build, DEPTH};
use super::modules::{memories, module_of, modules};
use super::path::{hops, slowest, Hop};
use askama::Template;
use gatefall_toolchain::PlacedCell;

/// Size of a tile in the floor plan, in pixels.
const TILE: u32 = 18;

#[derive(Template)]
#[template(path = "report.html")]
struct Page<'a> {
    report: &'a super::Report,
    board: &'a str,
    usages: Vec<Bar>,
    modules: Vec<Module>,
    seeds: Vec<Bar>,
    path_title: String,
    hops: Vec<Hop>,
    memories: Vec<Memory>,
    plan: Plan,
}

/// A quantity with its share of the whole.
struct Bar {
    name: String,
    text: String,
    percent: f64,
}

struct Module {
    name: String,
    indent: usize,
    colour: String,
    logic_cells: u64,
    block_rams: u64,
    percent: f64,
}

struct Memory {
    path: String,
    colour: String,
    places: String,
}

/// Floor plan of the FPGA, row 0 at the bottom.
struct Plan {
    tile: u32,
    columns: u32,
    rows: u32,
    /// Columns of block RAM.
    ram_columns: [u32; 2],
    cells: Vec<Rectangle>,
}

struct Rectangle {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
    colour: String,
    title: String,
}

/// Renders the page for a build.
pub(super) fn page(build: &Build, board: &str) -> String {
    let report = &build.report;
    let cells = &build.design.cells;
    let groups = groups(cells);
    let path = slowest(&build.design);
    let page = Page {
        report,
        board,
        usages: usages(report),
        modules: module_bars(cells, &groups, report.logic_cells.used),
        seeds: seed_bars(report),
        path_title: path.map_or(String::new(), |path| {
            format!("{} to {}", path.from, path.to)
        }),
        hops: path.map_or(Vec::new(), hops),
        memories: memory_rows(cells, &groups),
        plan: plan(cells, &groups, &Die::of(&report.device)),
    };
    page.render()
        .expect("templates only write strings and numbers")
}

fn usages(report: &super::Report) -> Vec<Bar> {
    let rows = [
        ("logic cells", report.logic_cells),
        ("block RAMs", report.block_rams),
        ("PLLs", report.plls),
        ("pins", report.ios),
        ("global buffers", report.global_buffers),
    ];
    let bar = |(name, usage): (&str, gatefall_toolchain::Usage)| Bar {
        name: name.to_owned(),
        text: format!("{} of {}", usage.used, usage.available),
        percent: usage.used as f64 * 100.0 / usage.available.max(1) as f64,
    };
    rows.into_iter().map(bar).collect()
}

fn seed_bars(report: &super::Report) -> Vec<Bar> {
    let fastest = report.seeds.iter().map(|seed| seed.achieved_mhz);
    let fastest = fastest.fold(1.0, f64::max);
    let bar = |seed: &gatefall_toolchain::SeedSpeed| Bar {
        name: format!("seed {}", seed.seed),
        text: format!("{:.2} MHz", seed.achieved_mhz),
        percent: seed.achieved_mhz * 100.0 / fastest,
    };
    report.seeds.iter().map(bar).collect()
}

/// Modules with their own colour: the second level, with the main parts of a game, and the third
/// level.
fn groups(cells: &[PlacedCell]) -> Vec<String> {
    let modules = modules(cells, 3);
    let inner = modules.iter().filter(|module| module.depth() > 0);
    let mut groups: Vec<String> = inner.map(|module| module.path.clone()).collect();
    groups.sort();
    groups
}

/// Colour of a module. Neighbours in the list get distant hues.
fn colour(groups: &[String], module: &str) -> String {
    let is_in =
        |group: &&String| module == group.as_str() || module.starts_with(&format!("{group}."));
    let innermost = groups.iter().filter(is_in).max_by_key(|group| group.len());
    match innermost.and_then(|group| groups.iter().position(|known| known == group)) {
        Some(index) => {
            let hue = index * 137 % 360;
            let light = 45 + index * 7 % 20;
            format!("hsl({hue} 65% {light}%)")
        }
        None => "hsl(0 0% 60%)".to_owned(),
    }
}

fn module_bars(cells: &[PlacedCell], groups: &[String], total: u64) -> Vec<Module> {
    let module = |module: super::modules::ModuleUse| Module {
        indent: module.depth(),
        colour: colour(groups, &module.path),
        percent: module.logic_cells as f64 * 100.0 / total.max(1) as f64,
        name: module.name().to_owned(),
        logic_cells: module.logic_cells,
        block_rams: module.block_rams,
    };
    modules(cells, DEPTH).into_iter().map(module).collect()
}

fn memory_rows(cells: &[PlacedCell], groups: &[String]) -> Vec<Memory> {
    let row = |memory: super::modules::MemoryUse| {
        let places = memory.places.iter().map(|(x, y)| format!("X{x} Y{y}"));
        Memory {
            colour: colour(groups, &memory.path),
            places: places.collect::<Vec<_>>().join(", "),
            path: memory.path,
        }
    };
    memories(cells).into_iter().map(row).collect()
}

fn plan(cells: &[PlacedCell], groups: &[String], die: &Die) -> Plan {
    let rectangle = |cell: &PlacedCell| rectangle(cell, groups, die.rows);
    Plan {
        tile: TILE,
        columns: die.columns,
        rows: die.rows,
        ram_columns: die.ram_columns,
        cells: cells.iter().filter_map(rectangle).collect(),
    }
}

/// Rectangle of a cell. A tile has eight logic cells in two columns. A block RAM is two tiles high.
fn rectangle(cell: &PlacedCell, groups: &[String], rows: u32) -> Option<Rectangle> {
    let (x, y) = (
        f64::from(cell.x * TILE),
        f64::from((rows - 1 - cell.y) * TILE),
    );
    let tile = f64::from(TILE);
    let (dx, dy, width, height) = match cell.kind.as_str() {
        "ICESTORM_LC" => {
            let (column, row) = (f64::from(cell.z / 4), f64::from(3 - cell.z % 4));
            let (width, height) = (tile / 2.0 - 1.0, tile / 4.0 - 0.75);
            (
                1.0 + column * (width + 0.5),
                1.0 + row * (height + 0.5),
                width,
                height,
            )
        }
        "ICESTORM_RAM" => (1.0, 1.0 - tile, tile - 2.0, 2.0 * tile - 2.0),
        "SB_IO" | "ICESTORM_PLL" => (4.0, 4.0, tile - 8.0, tile - 8.0),
        _ => return None,
    };
    Some(Rectangle {
        x: x + dx,
        y: y + dy,
        width,
        height,
        colour: colour(groups, module_of(cell)),
        title: cell.name.clone(),
    })
}
