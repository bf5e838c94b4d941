//! Output ports that are not assigned, but the net of a register, a read port, an instance or a
//! constant. In the text each of these declares its net, and a port is declared in the list of
//! ports.

use std::borrow::Cow;
use std::collections::HashSet;

use gatefall_netlist::{Assign, Module, NetId, Netlist, PortDirection};

/// The same design with an assignment to every output port. A port that was a net of another kind
/// becomes a new net of the same name. The names of the text tell them apart.
pub(crate) fn assigned(netlist: &Netlist) -> Cow<'_, Netlist> {
    let mut design = Cow::Borrowed(netlist);
    for (id, module) in netlist.modules.iter() {
        let ports = driven_ports(module);
        if !ports.is_empty() {
            let module = &mut design.to_mut().modules[id];
            ports.iter().for_each(|&port| assign(module, port));
        }
    }
    design
}

/// Indices of the outputs that no assignment drives.
fn driven_ports(module: &Module) -> Vec<usize> {
    if module.black_box.is_some() {
        return Vec::new();
    }
    let assigned: HashSet<NetId> = module.assigns.iter().map(|assign| assign.net).collect();
    let ports = module.ports.iter().enumerate();
    let driven = ports.filter(|(_, port)| {
        port.direction == PortDirection::Output && !assigned.contains(&port.net)
    });
    driven.map(|(index, _)| index).collect()
}

fn assign(module: &mut Module, port: usize) {
    let driven = module.ports[port].net;
    let data = module.nets[driven].clone();
    let value = module.exprs.net(driven, data.width);
    let net = module.nets.push(data);
    module.ports[port].net = net;
    module.assigns.push(Assign { net, value });
}
