//! Memories of the two texts. They are taken out of both circuits, like registers, and compared.

use serde_json::{json, Map, Value};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Size, contents, clocks and modes of memories, by name.
pub type Memories = BTreeMap<String, Map<String, Value>>;

/// Makes each memory an instance of an empty module, in a circuit that yosys has written.
pub fn take_out(file: &Path, module: &str) -> Memories {
    let mut circuit = crate::json(file);
    let modules = circuit["modules"].as_object_mut().unwrap();
    let cells = modules[module]["cells"].as_object_mut().unwrap();
    let mut memories = Memories::new();
    let mut empty_modules = Map::new();
    for (name, mut cell) in std::mem::take(cells) {
        // A table that is read without a clock stays.
        if cell["type"] != "$mem_v2" || cell["parameters"]["RD_CLK_ENABLE"] == "0" {
            // Another run of yosys gives new cells the names of this one.
            let prefix = if name.starts_with('$') { "$read" } else { "" };
            cells.insert(format!("{prefix}{name}"), cell);
            continue;
        }
        let mut about = cell["parameters"].as_object().unwrap().clone();
        let id = about.remove("MEMID").unwrap();
        let name = plain(id.as_str().unwrap());
        let kind = format!("memory_{name}");
        empty_modules.insert(kind.clone(), empty(&cell));
        cell["type"] = kind.into();
        cell["parameters"] = json!({});
        cells.insert(name.clone(), cell);
        memories.insert(name, about);
    }
    modules.append(&mut empty_modules);
    fs::write(file, circuit.to_string()).unwrap();
    memories
}

/// The names of what differs.
pub fn compare(ours: &Memories, theirs: &Memories) -> Result<(), String> {
    if !ours.keys().eq(theirs.keys()) {
        let (ours, theirs) = (ours.keys(), theirs.keys());
        return Err(format!("memories are {ours:?}, but in rust-hdl {theirs:?}"));
    }
    for (name, about) in ours {
        for (parameter, value) in about {
            if theirs[name].get(parameter) != Some(value) {
                return Err(format!("memory {name} differs in {parameter}"));
            }
        }
    }
    Ok(())
}

/// A module with the ports of a cell.
fn empty(cell: &Value) -> Value {
    let connections = cell["connections"].as_object().unwrap();
    let ports = connections.iter().map(|(port, bits)| {
        let places: Vec<usize> = (2..2 + bits.as_array().unwrap().len()).collect();
        let direction = &cell["port_directions"][port];
        (
            port.clone(),
            json!({ "direction": direction, "bits": places }),
        )
    });
    let ports: Map<String, Value> = ports.collect();
    json!({ "attributes": { "blackbox": "1" }, "ports": ports, "cells": {}, "netnames": {} })
}

/// The name without what either text adds to it. rust-hdl has each memory as `mem` in a module of
/// its own. Ours is called `text_words` where something else is called `text`.
fn plain(id: &str) -> String {
    let name = id.trim_start_matches('\\').trim_end_matches(".mem");
    name.trim_end_matches("_words").to_owned()
}
