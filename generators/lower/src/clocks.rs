//! One clock: every register and memory must hang, through the hierarchy, on the same clock net.

use std::collections::{BTreeSet, HashMap};

use gatefall_netlist::{Direction, IdVec, ModuleId, NetId, Netlist};

use crate::error::LowerError;

/// Refuses a design whose state is on more than one clock.
pub(crate) fn check(netlist: &Netlist) -> Result<(), LowerError> {
    let mut used: IdVec<ModuleId, Used> = IdVec::new();
    for (_, module) in netlist.modules.iter() {
        let mut nets: BTreeSet<NetId> = BTreeSet::new();
        let mut inner: BTreeSet<String> = BTreeSet::new();
        nets.extend(module.registers.values().map(|register| register.clock));
        for memory in module.memories.values() {
            nets.extend(memory.reads.iter().filter_map(|read| read.clock));
            nets.extend(memory.writes.iter().map(|write| write.clock));
        }
        for instance in module.instances.values() {
            let child = &used[instance.module];
            inner.extend(
                child
                    .inner
                    .iter()
                    .map(|name| format!("{}.{name}", instance.name)),
            );
            let connected = child.inputs.iter().map(|&input| instance.inputs[input]);
            nets.extend(connected.filter_map(|value| module.exprs.as_net(value)));
        }
        let inputs: HashMap<NetId, usize> = module
            .port_nets(Direction::Input)
            .enumerate()
            .map(|(position, net)| (net, position))
            .collect();
        let own = nets.iter().filter(|net| !inputs.contains_key(net));
        inner.extend(own.map(|&net| module.nets[net].name.clone()));
        let inputs = nets
            .iter()
            .filter_map(|net| inputs.get(net).copied())
            .collect();
        used.push(Used { inputs, inner });
    }
    let top = &used[netlist.top];
    let ports: Vec<NetId> = netlist.top().port_nets(Direction::Input).collect();
    let names = top
        .inputs
        .iter()
        .map(|&input| netlist.top().nets[ports[input]].name.clone());
    let names: Vec<String> = names.chain(top.inner.iter().cloned()).collect();
    match names.as_slice() {
        [first, second, ..] => Err(LowerError::SecondClock {
            module: netlist.top().name.clone(),
            first: first.clone(),
            second: second.clone(),
        }),
        _ => Ok(()),
    }
}

/// The clocks that a module's state hangs on.
struct Used {
    /// Inputs of the module, by position.
    inputs: BTreeSet<usize>,
    /// Clocks that are made within, by black boxes.
    inner: BTreeSet<String>,
}
