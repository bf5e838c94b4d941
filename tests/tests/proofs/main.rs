//! Yosys proves, module by module, that our Verilog and the text of rust-hdl are the same circuit.
//!
//! Registers, memories and the instances of other modules are cut open on both sides. Their inputs
//! become outputs of the module, their outputs become inputs. Equal names are the same signal. So
//! each proof is one of combinational logic, and the modules together are equal when each is.
//! Values at power-up and the contents of memories are compared too.
//!
//! rust-hdl's text has the meaning of the Rust only if the source avoids some expressions, which
//! `docs/verification.md` lists. All modules do: one without a proof is a failure here.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

mod memories;

use gatefall_games::{circuits, Game};
use gatefall_netlist::{Module, ModuleId, Netlist};
use gatefall_tests::{has_programs, record, share, verilog_name, KeptRun};
use gatefall_widgets::input::FakePullDown;
use gatefall_widgets::video::{DataEnable, VGA_640X480_60};
use rust_hdl::core::block::Block;
use rust_hdl::core::check_error::check_all;
use rust_hdl::core::module_defines::ModuleDefines;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Buffer between a register and an output with its value, so that a cut of one does not cut the
/// other.
const BUFFER: &str = "module buffer (input A, output Y);\n    assign Y = A;\nendmodule\n";

/// The two texts of a design, by module.
struct Texts {
    netlist: Netlist,
    ours: BTreeMap<String, String>,
    theirs: BTreeMap<String, String>,
    /// Name in rust-hdl of the first instance of each of our modules.
    names: BTreeMap<ModuleId, String>,
}

impl Texts {
    fn of_game(game: &Game) -> Texts {
        Texts::of((game.build)(&game.params()).unwrap())
    }

    fn of(mut block: Box<dyn Block>) -> Texts {
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
        let theirs = split(&without_interfaces(
            &netlist,
            &without_indices(&printer.defines()),
        ));
        let mut names = BTreeMap::new();
        name(&netlist, netlist.top, "top".to_owned(), &mut names);
        Texts {
            netlist,
            ours,
            theirs,
            names,
        }
    }

    /// Proves a module. Returns why if there is no proof.
    fn prove(&self, id: ModuleId) -> Result<(), String> {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let module = &self.netlist.modules[id];
        let theirs = &self.names[&id];
        self.write_ours(module, folder);
        self.write_theirs(module, theirs, folder);
        yosys(folder, &reads(module, theirs))?;
        let ours = memories::take_out(&folder.join("ours.json"), &module.name);
        let others = memories::take_out(&folder.join("theirs.json"), theirs);
        memories::compare(&ours, &others)?;
        yosys(folder, &comparison(module, theirs))?;
        let ours = json(&folder.join("ours.json"));
        let others = json(&folder.join("their_registers.json"));
        for register in module.registers.values() {
            let name = &verilog_name(&module.nets[register.net].name);
            let ours = power_up(&ours, &module.name, name);
            let theirs = power_up(&others, &format!("{theirs}${name}"), "q");
            if ours != theirs {
                return Err(format!(
                    "{name} starts as {ours}, but in rust-hdl as {theirs}"
                ));
            }
        }
        Ok(())
    }

    /// The module and its instances.
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
            if register_names(module).any(|name| name == part) {
                registers += text;
            }
        }
        fs::write(folder.join("theirs.v"), own).unwrap();
        fs::write(folder.join("their_parts.v"), parts).unwrap();
        fs::write(folder.join("their_registers.v"), registers).unwrap();
    }
}

/// Runs a script. Returns what yosys says if it fails.
fn yosys(folder: &Path, script: &str) -> Result<(), String> {
    fs::write(folder.join("script.ys"), script).unwrap();
    let mut yosys = Command::new("yosys");
    let yosys = yosys.args(["-q", "-s", "script.ys"]);
    let output = KeptRun::new(yosys.current_dir(folder)).run(1);
    if output.status.success() {
        return Ok(());
    }
    let said = [output.stdout, output.stderr];
    Err(said.map(|text| String::from_utf8(text).unwrap()).concat())
}

/// Reads both texts. That of rust-hdl is simplified. Otherwise yosys does not see that a write
/// excludes a read, as it does in ours, and the modes of a memory differ. Registers that a constant
/// makes useless stay in both.
fn reads(module: &Module, theirs: &str) -> String {
    let ours = &module.name;
    let kept: String = register_names(module)
        .map(|name| format!("setattr -set keep 1 {theirs}/c:{name}\n"))
        .collect();
    format!(
        "read_verilog their_registers.v\nproc\nwrite_json their_registers.json\ndesign -reset\n\
         read_verilog -lib their_parts.v\nread_verilog theirs.v\n\
         hierarchy -top {theirs}\nproc\nflatten\n{kept}opt_expr\nopt_clean\n\
         memory_dff\nmemory_collect\nwrite_json theirs.json\n\
         design -reset\n\
         read_verilog -lib our_parts.v\nread_verilog ours.v\n\
         hierarchy -top {ours}\nproc\nmemory_dff\nmemory_collect\n\
         read_verilog buffer.v\ninsbuf -buf buffer A Y {ours}\nwrite_json ours.json\n"
    )
}

/// Cuts both sides open, and searches for inputs for which they differ. Ours has buffers from
/// [`reads`], since equal nets become one in a file; the outputs that the cut adds get theirs here.
fn comparison(module: &Module, theirs: &str) -> String {
    let ours = &module.name;
    let registers: Vec<String> = register_names(module).collect();
    let for_each = |text: fn(&String) -> String| registers.iter().map(text).collect();
    let clocks: String = for_each(|name| format!("rename {name}.clock {name}.c\n"));
    // Nothing else may be cut. A selection of nothing is left out.
    let wires: String = for_each(|name| format!(" ours/w:{name}"));
    let cut = match registers.is_empty() {
        true => String::new(),
        false => format!(
            "setattr -set keep 1{wires}\nopt_clean -purge ours\n\
             expose -evert-dff ours/c:*{wires}\n"
        ),
    };
    format!(
        "read_json theirs.json\nmemory_map\n\
         expose -evert {theirs}/c:*\ncd {theirs}\n{clocks}cd\n\
         rename {theirs} theirs\ndesign -stash theirs\n\
         read_json ours.json\nmemory_map\n\
         expose -evert {ours}/c:* {ours}/t:buffer %d\nrename {ours} ours\n\
         insbuf -buf buffer A Y ours\n{cut}flatten ours\ndesign -stash ours\n\
         design -copy-from theirs -as theirs theirs\ndesign -copy-from ours -as ours ours\n\
         miter -equiv -flatten theirs ours miter\n\
         sat -verify -enable_undef -set-def-inputs -prove trigger 0 \
         -show-inputs -show-outputs miter\n"
    )
}

fn register_names(module: &Module) -> impl Iterator<Item = String> + use<'_> {
    let registers = module.registers.values();
    registers.map(|register| verilog_name(&module.nets[register.net].name))
}

/// rust-hdl's text with our names for the elements of arrays: `name_0` in place of `name$0`.
fn without_indices(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text.chars().peekable();
    while let Some(character) = rest.next() {
        let is_index = character == '$' && rest.peek().is_some_and(char::is_ascii_digit);
        plain.push(if is_index { '_' } else { character });
    }
    plain
}

/// rust-hdl's text with our names for the signals of interfaces: `bus_data` in place of `bus$data`,
/// also behind the name of an instance.
fn without_interfaces(netlist: &Netlist, text: &str) -> String {
    let modules = netlist.modules.values();
    let ports = modules.flat_map(|module| module.ports.iter().map(|port| &module.nets[port.net]));
    let names: BTreeSet<&str> = ports.map(|net| net.name.as_str()).collect();
    let is_signal =
        |(bus, signal): (&str, &str)| names.contains(format!("{bus}.{signal}").as_str());
    let ours = |word: &str| match word.rsplit_once('$') {
        // The path of a module.
        _ if word.starts_with("top$") => word.to_owned(),
        Some((path, signal)) if is_signal((path.rsplit('$').next().unwrap(), signal)) => {
            format!("{path}_{signal}")
        }
        _ => word.to_owned(),
    };
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || "_$".contains(letter);
    let mut plain = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(is_letter) {
        let (before, from_word) = rest.split_at(start);
        let length = from_word.find(|letter| !is_letter(letter));
        let (word, after) = from_word.split_at(length.unwrap_or(from_word.len()));
        plain += before;
        plain += &ours(word);
        rest = after;
    }
    plain + rest
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
        let path = format!("{path}${}", verilog_name(&instance.name));
        name(netlist, instance.module, path, names);
    }
    names.insert(id, path);
}

/// A circuit that yosys has written.
fn json(file: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

/// Values of the bits of a register at power-up.
fn power_up<'a>(circuit: &'a Value, module: &str, net: &str) -> &'a str {
    let init = &circuit["modules"][module]["netnames"][net]["attributes"]["init"];
    init.as_str().unwrap_or("nothing")
}

fn game(name: &str) -> &'static Game {
    circuits().find(|game| game.name == name).unwrap()
}

#[test]
fn every_module_is_what_rust_hdl_prints() {
    if !has_programs(
        "every_module_is_what_rust_hdl_prints",
        &[("yosys", "yosys")],
    ) {
        return;
    }
    // Boards use two widgets that are in no circuit.
    let board_widgets: [Box<dyn Block>; 2] = [
        Box::new(FakePullDown::default()),
        Box::new(DataEnable::new(&VGA_640X480_60)),
    ];
    let circuits = circuits().map(Texts::of_game);
    let texts: Vec<Texts> = circuits.chain(board_widgets.map(Texts::of)).collect();
    // Circuits share modules.
    let mut modules = BTreeMap::new();
    for texts in &texts {
        for (id, module) in texts.netlist.modules.iter() {
            modules.insert(&texts.ours[&module.name], (texts, id));
        }
    }
    let modules: Vec<(&Texts, ModuleId)> = modules.into_values().collect();
    let failed = share(&modules, |modules| {
        let failed = modules.filter_map(|(texts, id)| {
            let why = texts.prove(*id).err()?;
            Some(format!("{}: {why}", texts.netlist.modules[*id].name))
        });
        failed.collect::<Vec<_>>()
    })
    .concat();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    record("", &[("modules", modules.len() as u64)]);
}

#[test]
fn a_text_that_differs_is_refused() {
    if !has_programs("a_text_that_differs_is_refused", &[("yosys", "yosys")]) {
        return;
    }
    let mut texts = Texts::of_game(game("arcade"));
    let mutations = [
        // A number, the value of a register, an operator, a value at power-up, and an input of an
        // instance.
        ("lock_delay", "THIRTY_FIVE = 4'd3", "THIRTY_FIVE = 4'd4"),
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
        ("top", ".reset(reset_guard_resets)", ".reset(clock)"),
        // The clock of a register, and a table.
        ("hold", "posedge clock", "posedge reset"),
        ("clear_scoring", "16'd", "16'h"),
        // Contents and the address of a memory.
        ("rule_tables", "words[1] = 8'd", "words[1] = 8'd1"),
        (
            "items",
            "SCORE | {7'd0, score_place",
            "SCORE | {5'd0, 2'd2, score_place",
        ),
    ];
    for (name, from, to) in mutations {
        let id = texts.netlist.module(name).unwrap();
        let text = texts.ours[name].clone();
        assert!(text.contains(from), "{name}: {from}\n{text}");
        texts
            .ours
            .insert(name.to_owned(), text.replacen(from, to, 1));
        let why = texts.prove(id).expect_err(to);
        let is_counterexample = ["proof did fail", "starts as", "differs in INIT"]
            .iter()
            .any(|text| why.contains(text));
        assert!(is_counterexample, "{name}: {to}: {why}");
        texts.ours.insert(name.to_owned(), text);
    }
}
