//! Parser for the placed netlist of nextpnr: the location of each cell.

use crate::error::io;
use crate::ToolError;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// A used cell of the FPGA.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlacedCell {
    /// Name in the design, with a dot between the names of modules.
    pub name: String,
    /// Kind in nextpnr's terms: `ICESTORM_LC`, `ICESTORM_RAM`, ..
    pub kind: String,
    /// Column of the tile.
    pub x: u32,
    /// Row of the tile, from the bottom.
    pub y: u32,
    /// Index of the cell in the tile.
    pub z: u32,
}

#[derive(Deserialize)]
struct Netlist {
    modules: BTreeMap<String, Module>,
}

#[derive(Deserialize)]
struct Module {
    #[serde(default)]
    cells: BTreeMap<String, Cell>,
}

#[derive(Deserialize)]
struct Cell {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    attributes: BTreeMap<String, serde_json::Value>,
}

/// Reads the cells of a placed netlist, sorted by name.
pub fn read_placed(file: &Path, top: &str) -> Result<Vec<PlacedCell>, ToolError> {
    let bytes = fs::read(file).map_err(io("read", file))?;
    let unexpected = |message: String| ToolError::UnexpectedOutput {
        file: file.to_owned(),
        message,
    };
    let mut netlist: Netlist =
        serde_json::from_slice(&bytes).map_err(|error| unexpected(error.to_string()))?;
    let Some(module) = netlist.modules.remove(top) else {
        return Err(unexpected(format!("there is no module `{top}`")));
    };
    let place = |(name, cell): (String, Cell)| {
        let bel = cell.attributes.get("NEXTPNR_BEL")?.as_str()?;
        let (x, y, z) = coordinates(bel)?;
        let kind = cell.kind;
        Some(PlacedCell {
            name,
            kind,
            x,
            y,
            z,
        })
    };
    Ok(module.cells.into_iter().filter_map(place).collect())
}

/// Parses a location such as `X5/Y2/lc0`. The third part ends in a number if the tile has several
/// cells of the kind.
fn coordinates(bel: &str) -> Option<(u32, u32, u32)> {
    let mut parts = bel.split('/');
    let x = parts.next()?.strip_prefix('X')?.parse().ok()?;
    let y = parts.next()?.strip_prefix('Y')?.parse().ok()?;
    let digits = parts
        .next()?
        .trim_start_matches(|c: char| !c.is_ascii_digit());
    Some((x, y, digits.parse().unwrap_or(0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_read_with_their_places() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let text = r#"{"modules": {"top": {"cells": {
            "core.x_LC": {"type": "ICESTORM_LC", "attributes": {"NEXTPNR_BEL": "X5/Y2/lc7"}},
            "core.m.0.0_RAM": {"type": "ICESTORM_RAM", "attributes": {"NEXTPNR_BEL": "X3/Y11/ram"}},
            "loose": {"type": "GND", "attributes": {}}}}}}"#;
        fs::write(file.path(), text).unwrap();
        let cells = read_placed(file.path(), "top").unwrap();
        let shown = cells
            .iter()
            .map(|cell| format!("{} {} {} {}", cell.name, cell.x, cell.y, cell.z));
        let shown: Vec<String> = shown.collect();
        assert_eq!(shown, ["core.m.0.0_RAM 3 11 0", "core.x_LC 5 2 7"]);
        let error = read_placed(file.path(), "other").unwrap_err().to_string();
        assert!(error.ends_with("there is no module `other`"), "{error}");
    }
}
