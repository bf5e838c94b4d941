//! Resources of each module of the design.

use gatefall_toolchain::PlacedCell;
use std::collections::BTreeMap;

/// Resources of a module, including its submodules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ModuleUse {
    /// Hierarchical name, with dots.
    pub path: String,
    /// Logic cells.
    pub logic_cells: u64,
    /// Block RAMs.
    pub block_rams: u64,
}

impl ModuleUse {
    /// Number of enclosing modules.
    pub(super) fn depth(&self) -> usize {
        self.path.matches('.').count()
    }

    /// Last part of the path.
    pub(super) fn name(&self) -> &str {
        self.path.rsplit('.').next().unwrap_or(&self.path)
    }
}

/// A memory and its block RAMs.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct MemoryUse {
    /// Hierarchical name, with dots.
    pub path: String,
    /// Columns and rows of its block RAMs.
    pub places: Vec<(u32, u32)>,
}

/// Module name for cells that nextpnr or the top creates.
const OTHER: &str = "(top)";

/// Every module that uses resources, down to `depth`. Largest first; each comes before its
/// submodules.
pub(super) fn modules(cells: &[PlacedCell], depth: usize) -> Vec<ModuleUse> {
    let mut uses: BTreeMap<String, (u64, u64)> = BTreeMap::new();
    for cell in cells {
        let (logic_cells, block_rams) = match cell.kind.as_str() {
            "ICESTORM_LC" => (1, 0),
            "ICESTORM_RAM" => (0, 1),
            _ => continue,
        };
        let module = module_of(cell);
        let ends = module.match_indices('.').map(|(end, _)| end);
        for end in ends.chain([module.len()]).take(depth) {
            let entry = uses.entry(module[..end].to_owned()).or_default();
            entry.0 += logic_cells;
            entry.1 += block_rams;
        }
    }
    let module = |(path, (logic_cells, block_rams))| ModuleUse {
        path,
        logic_cells,
        block_rams,
    };
    let mut modules: Vec<ModuleUse> = uses.into_iter().map(module).collect();
    let size = |path: &str| -> u64 {
        let mut known = modules.iter().filter(|module| module.path == path);
        known.next().map_or(0, |module| module.logic_cells)
    };
    // The key has the sizes from the outermost module inwards: siblings are sorted by size, and
    // children follow their parents.
    let key = |module: &ModuleUse| {
        let path = &module.path;
        let ends = path.match_indices('.').map(|(end, _)| end);
        let key = ends.chain([path.len()]).map(|end| {
            let part = &path[..end];
            (std::cmp::Reverse(size(part)), part.to_owned())
        });
        key.collect::<Vec<_>>()
    };
    let mut keyed: Vec<_> = modules
        .iter()
        .map(|module| (key(module), module.clone()))
        .collect();
    keyed.sort_by(|a, b| a.0.cmp(&b.0));
    modules = keyed.into_iter().map(|(_, module)| module).collect();
    modules
}

/// Module of a cell. Cells around a memory are named after it (`core.cells.0.0_RADDR_LC`) and
/// belong to the memory's module.
pub(super) fn module_of(cell: &PlacedCell) -> &str {
    let name = match cell.name.rsplit_once('.') {
        Some((_, last)) if last.starts_with(|c: char| c.is_ascii_digit()) => memory_of(&cell.name),
        _ => &cell.name,
    };
    match name.rsplit_once('.') {
        Some((module, _)) if !name.starts_with('$') => module,
        _ => OTHER,
    }
}

/// Memory of a cell: `core.cells.0.1_RAM` belongs to `core.cells`.
fn memory_of(cell: &str) -> &str {
    let without_column = cell.rsplit_once('.').map_or(cell, |(name, _)| name);
    without_column
        .rsplit_once('.')
        .map_or(without_column, |(name, _)| name)
}

/// Every memory in block RAM, by name.
pub(super) fn memories(cells: &[PlacedCell]) -> Vec<MemoryUse> {
    let mut places: BTreeMap<&str, Vec<(u32, u32)>> = BTreeMap::new();
    for cell in cells.iter().filter(|cell| cell.kind == "ICESTORM_RAM") {
        let memory = places.entry(memory_of(&cell.name)).or_default();
        memory.push((cell.x, cell.y));
    }
    let memory = |(path, places): (&str, _)| MemoryUse {
        path: path.to_owned(),
        places,
    };
    places.into_iter().map(memory).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(name: &str, kind: &str) -> PlacedCell {
        PlacedCell {
            name: name.to_owned(),
            kind: kind.to_owned(),
            x: 8,
            y: 3,
            z: 0,
        }
    }

    fn cells() -> Vec<PlacedCell> {
        let lc = |name| cell(name, "ICESTORM_LC");
        vec![
            lc("core.small.x_SB_DFF_Q_LC"),
            lc("core.engine.deep.deeper.a_LC"),
            lc("core.engine.b_LC"),
            lc("core.engine.deep.words.0.0_RADDR_1_LC"),
            lc("$nextpnr_ICESTORM_LC_1"),
            lc("reset_count_SB_DFF_Q_LC"),
            cell("core.engine.deep.words.0.0_RAM", "ICESTORM_RAM"),
            cell("core.engine.deep.words.0.1_RAM", "ICESTORM_RAM"),
            cell("core.small.font.0.0_RAM", "ICESTORM_RAM"),
            cell("audio", "SB_IO"),
        ]
    }

    #[test]
    fn modules_stand_below_their_parents_the_largest_first() {
        let modules = modules(&cells(), 3);
        let shown: Vec<_> = modules
            .iter()
            .map(|module| {
                format!(
                    "{} {} {}",
                    module.path, module.logic_cells, module.block_rams
                )
            })
            .collect();
        let expected = [
            "core 4 3",
            "core.engine 3 2",
            "core.engine.deep 2 2",
            "core.small 1 1",
            "(top) 2 0",
        ];
        assert_eq!(shown, expected);
    }

    #[test]
    fn memories_have_a_place_for_each_block_ram() {
        let memories = memories(&cells());
        let shown: Vec<_> = memories
            .iter()
            .map(|memory| (memory.path.as_str(), memory.places.len()))
            .collect();
        assert_eq!(
            shown,
            [("core.engine.deep.words", 2), ("core.small.font", 1)]
        );
    }
}
