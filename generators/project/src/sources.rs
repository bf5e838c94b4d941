//! Sources of a game, module by module: the Rust file and the Verilog.

use crate::project::{verilog_files, HDL, HDL_FILES};
use gatefall_netlist::{ModuleId, Netlist};
use std::collections::BTreeMap;

/// The modules of a game and their sources.
#[derive(Debug)]
pub struct Sources {
    /// All modules, children before parents.
    pub modules: Vec<SourceModule>,
    /// All instances, parents before children. The first one is the game itself.
    pub instances: Vec<PlacedModule>,
    /// The Rust files of the modules, by path.
    pub rust: Vec<RustFile>,
}

/// A module of a game.
#[derive(Debug)]
pub struct SourceModule {
    /// Name in the Verilog.
    pub name: String,
    /// Names of its registers, within the module.
    pub registers: Vec<String>,
    /// Path of the Rust file that describes it, within the project. `None` for a module of
    /// rust-hdl.
    pub rust: Option<&'static str>,
    /// Its Verilog. `None` if no output of the game depends on it.
    pub verilog: Option<String>,
}

/// An instance of a module.
#[derive(Debug, PartialEq, Eq)]
pub struct PlacedModule {
    /// Hierarchical name, as in a simulation.
    pub path: String,
    /// Its module, by the place in [`Sources::modules`].
    pub module: usize,
}

/// A Rust file of the hardware.
#[derive(Debug, PartialEq, Eq)]
pub struct RustFile {
    /// Path within the project.
    pub path: &'static str,
    /// Contents, without the test bench at the end.
    pub text: &'static str,
}

/// The sources of a game, which is this netlist.
pub fn sources(mut netlist: Netlist) -> Sources {
    let name = netlist.top().name.clone();
    let texts = verilog_files(&mut netlist).into_iter();
    let mut texts: BTreeMap<String, String> = texts.map(|file| (file.name, file.text)).collect();
    let mut rust = BTreeMap::new();
    let modules = netlist.modules.values().map(|module| {
        let file = HDL.file_of(module).map(|number| HDL_FILES[number]);
        if let Some((path, text)) = file {
            rust.insert(path, without_bench(text));
        }
        let registers = module.registers.values();
        let registers = registers.map(|register| module.nets[register.net].name.clone());
        SourceModule {
            name: module.name.clone(),
            registers: registers.collect(),
            rust: file.map(|(path, _)| path),
            verilog: texts.remove(&format!("{}.v", module.name)),
        }
    });
    let modules = modules.collect();
    let mut instances = Vec::new();
    add_instances(&netlist, netlist.top, &name, &mut instances);
    let rust = rust.into_iter();
    Sources {
        modules,
        instances,
        rust: rust.map(|(path, text)| RustFile { path, text }).collect(),
    }
}

/// Adds an instance and all that are in it.
fn add_instances(netlist: &Netlist, id: ModuleId, path: &str, instances: &mut Vec<PlacedModule>) {
    instances.push(PlacedModule {
        path: path.to_owned(),
        module: id.into(),
    });
    for instance in netlist.modules[id].instances.values() {
        let inner = format!("{path}.{}", instance.name);
        add_instances(netlist, instance.module, &inner, instances);
    }
}

/// A file without the bench at its end.
fn without_bench(text: &str) -> &str {
    let end = text.find("\n#[cfg(test)]\nmod tests");
    end.map_or(text, |end| &text[..=end])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::netlist;
    use gatefall_games::GAMES;
    use heck::ToSnakeCase;

    #[test]
    fn every_module_of_every_game_has_a_rust_file_and_its_registers_are_in_both_texts() {
        for game in GAMES {
            let sources = sources(netlist(game, &game.params()).unwrap());
            assert!(sources.modules.len() > 1, "{}", game.name);
            for module in &sources.modules {
                let name = format!("{}: {}", game.name, module.name);
                // The synchroniser of rust-hdl.
                if module.registers == ["dff0", "dff1"] {
                    assert_eq!(module.rust, None, "{name}");
                    continue;
                }
                let path = module.rust.unwrap_or_else(|| panic!("{name} has no file"));
                let file = sources.rust.iter().find(|file| file.path == path).unwrap();
                assert!(!file.text.contains("#[cfg(test)]\nmod tests"), "{path}");
                // The name of the module is that of a struct in the file.
                let structs = file.text.lines().filter_map(|line| {
                    let (_, rest) = line.split_once("struct ")?;
                    rest.split(|c: char| !c.is_ascii_alphanumeric()).next()
                });
                let mut names = structs.map(ToSnakeCase::to_snake_case);
                let own = module
                    .name
                    .trim_end_matches(|c: char| c == '_' || c.is_ascii_digit());
                let is_own = |name: String| name == module.name || name == own;
                assert!(names.any(is_own), "{name} is not in {path}");
                let Some(verilog) = &module.verilog else {
                    continue;
                };
                assert!(
                    verilog.contains(&format!("module {}", module.name)),
                    "{name}"
                );
                for register in &module.registers {
                    let field = register.split(['.', '[']).next().unwrap();
                    assert!(file.text.contains(field), "{name}: {register} in {path}");
                }
            }
            let first = &sources.instances[0];
            assert_eq!(first.path, game.name);
            assert_eq!(sources.modules[first.module].name, game.name);
        }
    }
}
