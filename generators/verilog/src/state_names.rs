//! Hierarchical names of the registers and memories in the written text.

use crate::live::{self, Live};
use crate::names::{Names, Scope};
use crate::outputs;
use gatefall_netlist::{Module, ModuleId, NetId, Netlist};

/// A register, or a memory that is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateName {
    /// Name in the netlist.
    pub netlist: String,
    /// Name in the text.
    pub verilog: String,
    /// Name of its module in the text.
    pub module: String,
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
    found(netlist, own_state)
}

/// Registers with the words that clocked ports of memories read, below the top. They are all of the
/// state that has no value at power-up in the text.
///
/// The netlist must verify.
pub fn read_names(netlist: &Netlist) -> Vec<StateName> {
    found(netlist, own_reads)
}

fn found(netlist: &Netlist, of_module: fn(&Place<'_>) -> Vec<StateName>) -> Vec<StateName> {
    let netlist = &*outputs::assigned(netlist);
    let names = Names::new(netlist);
    let mut live: Vec<Option<Live>> = netlist.modules.ids().map(|_| None).collect();
    for id in live::modules(netlist) {
        live[usize::from(id)] = Some(Live::new(netlist, &netlist.modules[id]));
    }
    let mut walk = Walk {
        netlist,
        names,
        live,
        of_module,
        found: Vec::new(),
    };
    walk.module(netlist.top, "", "");
    walk.found
}

struct Walk<'a> {
    netlist: &'a Netlist,
    names: Names,
    live: Vec<Option<Live>>,
    of_module: fn(&Place<'_>) -> Vec<StateName>,
    found: Vec<StateName>,
}

/// An instance of a module.
struct Place<'a> {
    module: &'a Module,
    live: &'a Live,
    scope: &'a Scope,
    module_name: &'a str,
    prefix: &'a str,
    written_prefix: &'a str,
}

impl Place<'_> {
    fn name(&self, name: &str, written: &str, width: u32, words: Option<u64>) -> StateName {
        StateName {
            netlist: format!("{}{name}", self.prefix),
            verilog: format!("{}{written}", self.written_prefix),
            module: self.module_name.to_owned(),
            width,
            words,
        }
    }

    fn net(&self, id: NetId) -> StateName {
        let net = &self.module.nets[id];
        self.name(&net.name, self.scope.net(id), net.width, None)
    }
}

fn own_state(place: &Place<'_>) -> Vec<StateName> {
    let Place { module, live, .. } = place;
    let registers = live.registers.iter();
    let registers = registers.map(|&register| place.net(module.registers[register].net));
    let memories = live.memories.iter().filter_map(|&id| {
        let memory = &module.memories[id];
        let (name, words) = (place.scope.memory(id), 1 << memory.address_width);
        let is_written = !memory.writes.is_empty();
        is_written.then(|| place.name(&memory.name, name, memory.width, Some(words)))
    });
    registers.chain(memories).collect()
}

fn own_reads(place: &Place<'_>) -> Vec<StateName> {
    let Place { module, live, .. } = place;
    let memories = live.memories.iter().map(|&id| &module.memories[id]);
    let reads = memories.flat_map(|memory| &memory.reads);
    let clocked = reads.filter(|read| read.clock.is_some());
    clocked.map(|read| place.net(read.data)).collect()
}

impl Walk<'_> {
    fn module(&mut self, id: ModuleId, prefix: &str, written_prefix: &str) {
        let module = &self.netlist.modules[id];
        let Some(live) = self.live[usize::from(id)].take() else {
            return;
        };
        let place = Place {
            module,
            live: &live,
            scope: self.names.scope(id),
            module_name: self.names.module(id),
            prefix,
            written_prefix,
        };
        self.found.extend((self.of_module)(&place));
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
