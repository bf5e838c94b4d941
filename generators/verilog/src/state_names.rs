//! Hierarchical names of the registers and memories in the written text.

use crate::live::{self, Live};
use crate::names::Names;
use gatefall_netlist::{ModuleId, Netlist};

/// A register, or a memory that is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateName {
    /// Name in the netlist.
    pub netlist: String,
    /// Name in the text.
    pub verilog: String,
    /// Bits of the register, or of a word.
    pub width: u32,
    /// Words of the memory. None: a register.
    pub words: Option<u64>,
}

/// The state of the written text, below the top: registers, and memories that are written. An
/// instance has its own first.
///
/// The netlist must verify.
pub fn state_names(netlist: &Netlist) -> Vec<StateName> {
    let names = Names::new(netlist);
    let mut live: Vec<Option<Live>> = netlist.modules.ids().map(|_| None).collect();
    for id in live::modules(netlist) {
        live[usize::from(id)] = Some(Live::new(netlist, &netlist.modules[id]));
    }
    let mut walk = Walk {
        netlist,
        names,
        live,
        found: Vec::new(),
    };
    walk.module(netlist.top, "", "");
    walk.found
}

struct Walk<'a> {
    netlist: &'a Netlist,
    names: Names,
    live: Vec<Option<Live>>,
    found: Vec<StateName>,
}

impl Walk<'_> {
    fn module(&mut self, id: ModuleId, prefix: &str, written_prefix: &str) {
        let module = &self.netlist.modules[id];
        let Some(live) = self.live[usize::from(id)].take() else {
            return;
        };
        let scope = self.names.scope(id);
        let state = |name: &str, written: &str, width, words| StateName {
            netlist: format!("{prefix}{name}"),
            verilog: format!("{written_prefix}{written}"),
            width,
            words,
        };
        let registers = live.registers.iter().map(|&register| {
            let net = module.registers[register].net;
            let data = &module.nets[net];
            state(&data.name, scope.net(net), data.width, None)
        });
        let memories = live.memories.iter().filter_map(|&id| {
            let memory = &module.memories[id];
            let words = 1 << memory.address_width;
            let name = scope.memory(id);
            let is_written = !memory.writes.is_empty();
            is_written.then(|| state(&memory.name, name, memory.width, Some(words)))
        });
        self.found.extend(registers.chain(memories));
        for &instance in &live.instances {
            let data = &module.instances[instance];
            let prefix = format!("{prefix}{}.", data.name);
            let written = self.names.scope(id).instance(instance);
            let written_prefix = format!("{written_prefix}{written}.");
            self.module(data.module, &prefix, &written_prefix);
        }
        self.live[usize::from(id)] = Some(live);
    }
}
