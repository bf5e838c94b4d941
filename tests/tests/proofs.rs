//! Yosys proves, module by module, that our Verilog and the text that rust-hdl prints are the same circuit.
//!
//! Registers and the instances of other modules are cut open on both sides: what goes into them are outputs, what comes out of them are inputs. Equal
//! names are the same signal, so each proof is one of combinational logic, and the modules together are equal when each is. Values at power-up
//! are compared besides.
//!
//! rust-hdl's text means what the Rust means only where the source avoids certain shapes of expressions. The arcade does: a module that
//! cannot be proved is a failure here, whoever is wrong.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

use gatefall_games::{Game, GAMES};
use gatefall_netlist::{Module, ModuleId, Netlist};
use gatefall_tests::{has_programs, run};
use rust_hdl::core::check_error::check_all;
use rust_hdl::core::module_defines::ModuleDefines;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Modules of the arcade with a memory that has a clock: the two texts write it in ways that have no signal in common.
const WITH_MEMORY: [&str; 13] = [
    "keyboard_decoder",
    "ledger",
    "game_memory",
    "rule_tables",
    "board_controller",
    "random_tetris",
    "press_queue",
    "sprite_table",
    "painter",
    "text",
    "backdrop",
    "pixel_generator",
    "voices",
];

/// The same of the handheld, beside those that the arcade has too.
const WITH_MEMORY_IN_HANDHELD: [&str; 4] =
    ["tile_composer", "panel", "tile_painter", "sound_effects"];

/// Stands between a register and an output that has its value, so that cutting one does not cut the other.
const BUFFER: &str = "module buffer (input A, output Y);\n    assign Y = A;\nendmodule\n";

/// The two texts of a design, by module.
struct Texts {
    netlist: Netlist,
    ours: BTreeMap<String, String>,
    theirs: BTreeMap<String, String>,
    /// What rust-hdl calls the first instance of each of our modules.
    names: BTreeMap<ModuleId, String>,
}

impl Texts {
    fn of(game: &Game) -> Texts {
        let mut block = (game.build)(&game.params()).unwrap();
        let netlist = gatefall_lower::netlist(block.as_ref(), "top").unwrap();
        let files = gatefall_verilog::files(&netlist, &Default::default());
        let ours = files.into_iter().map(|file| {
            let name = file.name.trim_end_matches(".v").to_owned();
            (name, file.text)
        });
        let ours = ours.collect();
        block.connect_all();
        check_all(block.as_ref()).unwrap();
        let mut printer = ModuleDefines::default();
        block.accept("top", &mut printer);
        let theirs = split(&printer.defines());
        let mut names = BTreeMap::new();
        name(&netlist, netlist.top, "top".to_owned(), &mut names);
        Texts {
            netlist,
            ours,
            theirs,
            names,
        }
    }

    /// Proves a module; what yosys says when it cannot.
    fn prove(&self, id: ModuleId) -> Result<(), String> {
        let folder = tempfile::tempdir().unwrap();
        let module = &self.netlist.modules[id];
        let theirs = &self.names[&id];
        self.write_ours(module, folder.path());
        self.write_theirs(module, theirs, folder.path());
        fs::write(folder.path().join("proof.ys"), script(module, theirs)).unwrap();
        let mut yosys = Command::new("yosys");
        let yosys = yosys.args(["-q", "-s", "proof.ys"]);
        let output = run(yosys.current_dir(folder.path()), 60);
        if !output.status.success() {
            return Err([output.stdout, output.stderr]
                .map(|text| String::from_utf8(text).unwrap())
                .concat());
        }
        for register in module.registers.values() {
            let name = &module.nets[register.net].name;
            let ours = power_up(folder.path(), "ours.json", &module.name, name);
            let theirs = power_up(
                folder.path(),
                "theirs.json",
                &format!("{theirs}${name}"),
                "q",
            );
            if ours != theirs {
                return Err(format!(
                    "{name} starts as {ours}, but in rust-hdl as {theirs}"
                ));
            }
        }
        Ok(())
    }

    /// The module, and those that it instantiates.
    fn write_ours(&self, module: &Module, folder: &Path) {
        let mut parts = String::new();
        for instance in module.instances.values() {
            let name = &self.netlist.modules[instance.module].name;
            if !parts.contains(&self.ours[name]) {
                parts += &self.ours[name];
            }
        }
        fs::write(folder.join("ours.v"), &self.ours[&module.name]).unwrap();
        fs::write(folder.join("our_parts.v"), parts).unwrap();
        fs::write(folder.join("buffer.v"), BUFFER).unwrap();
    }

    fn write_theirs(&self, module: &Module, name: &str, folder: &Path) {
        let [mut own, mut parts, mut registers] =
            [self.theirs[name].clone(), String::new(), String::new()];
        for (part, text) in &self.theirs {
            let Some(part) = part.strip_prefix(&format!("{name}$")) else {
                continue;
            };
            if module.memories.values().any(|memory| memory.name == part) {
                own += text;
            } else if !part.contains('$') {
                parts += text;
            }
            if module
                .registers
                .values()
                .any(|register| module.nets[register.net].name == part)
            {
                registers += text;
            }
        }
        fs::write(folder.join("theirs.v"), own).unwrap();
        fs::write(folder.join("their_parts.v"), parts).unwrap();
        fs::write(folder.join("their_registers.v"), registers).unwrap();
    }
}

/// Cuts both sides open, and asks for inputs that tell them apart.
fn script(module: &Module, theirs: &str) -> String {
    let ours = &module.name;
    let registers: Vec<&String> = module
        .registers
        .values()
        .map(|register| &module.nets[register.net].name)
        .collect();
    let for_each = |text: fn(&String) -> String| registers.iter().map(|name| text(name)).collect();
    let clocks: String = for_each(|name| format!("rename {name}.clock {name}.c\n"));
    // Nothing else may be cut, and a selection of nothing is none.
    let wires: String = for_each(|name| format!(" ours/w:{name}"));
    let cut = match registers.is_empty() {
        true => String::new(),
        false => format!("read_verilog buffer.v\ninsbuf -buf buffer A Y ours\nsetattr -set keep 1{wires}\nopt_clean -purge ours\nexpose -evert-dff ours/c:*{wires}\nflatten ours\n"),
    };
    format!(
        "read_verilog their_registers.v\nproc\nwrite_json theirs.json\ndesign -reset\n\
         read_verilog -lib their_parts.v\nread_verilog theirs.v\nhierarchy -top {theirs}\nproc\nflatten\nmemory\n\
         expose -evert {theirs}/c:*\ncd {theirs}\n{clocks}cd\n\
         rename {theirs} theirs\ndesign -stash theirs\n\
         read_verilog -lib our_parts.v\nread_verilog ours.v\nhierarchy -top {ours}\nproc\nmemory\nwrite_json ours.json\n\
         expose -evert {ours}/c:*\nrename {ours} ours\n{cut}\
         design -stash ours\n\
         design -copy-from theirs -as theirs theirs\ndesign -copy-from ours -as ours ours\n\
         miter -equiv -flatten -ignore_gold_x theirs ours miter\n\
         sat -verify -enable_undef -set-def-inputs -prove trigger 0 -show-inputs -show-outputs miter\n"
    )
}

/// rust-hdl's text, module by module.
fn split(text: &str) -> BTreeMap<String, String> {
    let modules = text
        .split("\nmodule ")
        .map(|rest| rest.trim_start_matches("module "));
    let named = modules.filter_map(|rest| {
        let (name, _) = rest.split_once('(')?;
        Some((name.trim().to_owned(), format!("module {rest}\n")))
    });
    named.collect()
}

/// Names the first instance of each module as rust-hdl does.
fn name(netlist: &Netlist, id: ModuleId, path: String, names: &mut BTreeMap<ModuleId, String>) {
    if names.contains_key(&id) {
        return;
    }
    for instance in netlist.modules[id].instances.values() {
        let path = format!("{path}${}", instance.name);
        name(netlist, instance.module, path, names);
    }
    names.insert(id, path);
}

/// The bits that a register of a module starts with.
fn power_up(folder: &Path, file: &str, module: &str, net: &str) -> String {
    let text = fs::read_to_string(folder.join(file)).unwrap();
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    let init = &json["modules"][module]["netnames"][net]["attributes"]["init"];
    init.as_str().map_or("nothing", |bits| bits).to_owned()
}

fn has_clocked_memory(module: &Module) -> bool {
    let mut reads = module.memories.values().flat_map(|memory| &memory.reads);
    reads.any(|read| read.clock.is_some())
}

fn game(name: &str) -> &'static Game {
    GAMES.iter().find(|game| game.name == name).unwrap()
}

#[test]
fn every_module_of_the_arcade_without_a_memory_is_what_rust_hdl_prints() {
    let test = "every_module_of_the_arcade_without_a_memory_is_what_rust_hdl_prints";
    if !has_programs(test, &[("yosys", "yosys")]) {
        return;
    }
    let left_out = prove_all(&Texts::of(game("arcade")), &BTreeMap::new());
    assert_eq!(left_out, WITH_MEMORY);
}

#[test]
fn every_module_that_only_the_handheld_has_is_proved_too() {
    let test = "every_module_that_only_the_handheld_has_is_proved_too";
    if !has_programs(test, &[("yosys", "yosys")]) {
        return;
    }
    let arcade = Texts::of(game("arcade")).ours;
    let left_out = prove_all(&Texts::of(game("handheld")), &arcade);
    assert_eq!(left_out, WITH_MEMORY_IN_HANDHELD);
}

/// Proves all modules but those whose text is known; the names of those that have a memory and are left out.
fn prove_all(texts: &Texts, known: &BTreeMap<String, String>) -> Vec<String> {
    let mut left_out = Vec::new();
    let mut failed = Vec::new();
    for (id, module) in texts.netlist.modules.iter() {
        let name = module.name.as_str();
        if known
            .get(name)
            .is_some_and(|text| texts.ours.get(name) == Some(text))
        {
            continue;
        }
        if has_clocked_memory(module) {
            println!("{name}: left out, has a memory");
            left_out.push(name.to_owned());
            continue;
        }
        match texts.prove(id) {
            Ok(()) => println!("{name}: proved"),
            Err(why) => failed.push(format!("{name}: {why}")),
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    left_out
}

#[test]
fn a_text_that_differs_is_refused() {
    if !has_programs("a_text_that_differs_is_refused", &[("yosys", "yosys")]) {
        return;
    }
    let mut texts = Texts::of(game("arcade"));
    let mutations = [
        // A number, the value of a register, an operator, a value at power-up, and what an instance is given.
        ("lock_delay", "LAST_TICK = 5'd29", "LAST_TICK = 5'd28"),
        ("hold", "is_used <= 1'b1;", "is_used <= 1'b0;"),
        (
            "lock_delay",
            "lowest_row < lowest_so_far",
            "lowest_row <= lowest_so_far",
        ),
        (
            "lock_delay",
            "reg is_steady = 1'b0;",
            "reg is_steady = 1'b1;",
        ),
        ("top", ".reset(resets)", ".reset(clock)"),
        // The clock of a register, and a table.
        ("hold", "posedge clock", "posedge reset"),
        ("award", "16'd", "16'h"),
    ];
    for (name, from, to) in mutations {
        let id = texts.netlist.module(name).unwrap();
        let text = texts.ours[name].clone();
        assert!(text.contains(from), "{name}: {from}\n{text}");
        texts
            .ours
            .insert(name.to_owned(), text.replacen(from, to, 1));
        let why = texts.prove(id).expect_err(to);
        let is_counterexample = ["proof did fail", "starts as"]
            .iter()
            .any(|text| why.contains(text));
        assert!(is_counterexample, "{name}: {to}: {why}");
        texts.ours.insert(name.to_owned(), text);
    }
}
