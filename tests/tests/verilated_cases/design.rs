//! The arcade on its bench, as Verilog, and the names of its state.

use crate::pins;
use gatefall_devices::DeviceBench;
use gatefall_games::arcade::GAME;
use gatefall_lockstep::arcade::netlist;
use gatefall_netlist::PortDirection;
use gatefall_project::{core, verilog_files, TextFile};
use gatefall_verilog::{read_names, state_names, StateName};

/// The bench in Verilog.
pub struct Design {
    /// The files that an export of the game has, and those of the bench around it.
    pub files: Vec<TextFile>,
    /// Inputs of the bench without the clock.
    pub inputs: Vec<String>,
    /// Registers and memories that are written.
    pub state: Vec<StateName>,
    /// Words that memories read: all of the state without a value at power-up.
    pub reads: Vec<StateName>,
}

impl Design {
    /// The game with the parameters of the cases.
    pub fn new() -> Self {
        let mut bench = DeviceBench::new(&netlist(), &[]).unwrap();
        pins::sign(&mut bench);
        let mut bench = bench.netlist;
        let files = verilog_files(&mut bench);
        // The game's files are those of an export, byte for byte.
        for file in core(&GAME, &GAME.params()).unwrap() {
            assert!(files.contains(&file), "the bench changes {}", file.name);
        }
        let top = bench.top();
        let inputs = top.port_nets(PortDirection::Input);
        let inputs = inputs.map(|net| top.nets[net].name.clone());
        Self {
            inputs: inputs.filter(|name| name != "clock").collect(),
            state: state_names(&bench),
            reads: read_names(&bench),
            files,
        }
    }

    /// A file by its name.
    pub fn file(&mut self, name: &str) -> &mut TextFile {
        let mut files = self.files.iter_mut();
        files.find(|file| file.name == name).unwrap()
    }

    /// All state, the words that memories read last.
    pub fn whole_state(&self) -> impl Iterator<Item = &StateName> {
        self.state.iter().chain(&self.reads)
    }
}
