//! Values at power-up in the Verilog of the games.

use gatefall_games::GAMES;
use gatefall_verilog::{files, Docs};
use std::collections::BTreeSet;

/// Declarations of a module without a value at power-up.
#[derive(Debug, Default, PartialEq, Eq)]
struct Undefined {
    /// Outputs of block RAM.
    words: BTreeSet<String>,
    /// Other registers, and memories with words that are not set.
    others: BTreeSet<String>,
}

/// Name of a declaration, and the last address if it is a memory.
fn name_of(declaration: &str) -> (&str, Option<usize>) {
    let named = declaration.split_once("] ");
    let named = match declaration.starts_with('[') {
        true => named.map_or(declaration, |(_, rest)| rest),
        false => declaration,
    };
    match named.split_once(" [0:") {
        Some((name, range)) => (name, Some(range.trim_end_matches(']').parse().unwrap())),
        None => (named, None),
    }
}

fn undefined(verilog: &str) -> Undefined {
    let mut found = Undefined::default();
    let declarations = verilog.lines().filter_map(|line| {
        let rest = line.trim().strip_prefix("reg ")?;
        rest.strip_suffix(';')
    });
    let declared: Vec<_> = declarations
        .filter(|text| !text.contains('='))
        .map(name_of)
        .collect();
    let is_memory = |value: &str| {
        let arrays = declared.iter().filter(|(_, last)| last.is_some());
        arrays
            .map(|(array, _)| *array)
            .any(|array| value.starts_with(&format!("{array}[")))
    };
    for &(name, last) in &declared {
        let Some(last) = last else {
            let stored = format!("{name} <= ");
            let lines = verilog.lines().map(str::trim);
            let values: Vec<_> = lines
                .filter_map(|line| line.strip_prefix(&stored))
                .collect();
            let is_word = values.iter().all(|value| is_memory(value));
            match values.is_empty() {
                // It is combinational.
                true => (),
                false if is_word => drop(found.words.insert(name.to_owned())),
                false => drop(found.others.insert(name.to_owned())),
            }
            continue;
        };
        let is_set = |address: &str| verilog.contains(&format!("{name}[{address}] = "));
        let is_defined = is_set(&format!("{name}_word"))
            || (0..=last).all(|address| is_set(&address.to_string()));
        if !is_defined {
            found.others.insert(name.to_owned());
        }
    }
    found
}

#[test]
fn only_outputs_of_block_ram_have_no_value_at_power_up() {
    let mut words = 0;
    for game in GAMES {
        let block = (game.build)(&game.params()).unwrap();
        let netlist = gatefall_lower::netlist(block.as_ref(), game.name).unwrap();
        for file in files(&netlist, &Docs::default()) {
            let found = undefined(&file.text);
            assert_eq!(
                found.others,
                BTreeSet::new(),
                "{}, {}",
                game.name,
                file.name
            );
            words += found.words.len();
        }
    }
    assert!(words > 20, "{words} outputs of block RAM");
}

#[test]
fn a_register_and_a_memory_without_a_value_are_found() {
    let text = "reg [3:0] a = 4'h0;\nreg [3:0] b;\nreg c;\nreg [1:0] d;\nreg [1:0] m [0:1];\n\
                m[0] = 2'h0;\nb <= a;\nc = 1'h0;\nd <= m[a];\n";
    let found = undefined(text);
    let names = |names: &BTreeSet<String>| names.iter().cloned().collect::<Vec<_>>().join(" ");
    assert_eq!(
        (names(&found.words), names(&found.others)),
        ("d".into(), "b m".into())
    );
}
