//! Combines netlists: appends the modules of one to another, and makes inner signals ports.

use gatefall_netlist::{
    Assign, EnumId, ModuleId, Net, NetId, NetKind, Netlist, Port, PortDirection,
};

/// Adjusts a net's kind to another table of enumerations.
fn moved_kind(kind: NetKind, enums: usize) -> NetKind {
    match kind {
        NetKind::Enum(id) => NetKind::Enum(EnumId::from(usize::from(id) + enums)),
        other => other,
    }
}

/// Appends all modules of `part` and returns its top. A module whose name is taken gets a number.
pub(crate) fn append(netlist: &mut Netlist, part: &Netlist) -> ModuleId {
    let (modules, enums) = (netlist.modules.len(), netlist.enums.len());
    for own in part.enums.values() {
        netlist.enums.push(own.clone());
    }
    for module in part.modules.values() {
        let mut module = module.clone();
        module.name = free_name(netlist, &module.name);
        for net in module.nets.values_mut() {
            net.kind = moved_kind(net.kind, enums);
        }
        for instance in module.instances.values_mut() {
            instance.module = ModuleId::from(usize::from(instance.module) + modules);
        }
        netlist.modules.push(module);
    }
    ModuleId::from(usize::from(part.top) + modules)
}

fn free_name(netlist: &Netlist, name: &str) -> String {
    let candidates = (2..).map(|number| format!("{name}_{number}"));
    std::iter::once(name.to_owned())
        .chain(candidates)
        .find(|name| netlist.module(name).is_none())
        .expect("there are more numbers than modules")
}

/// Makes an inner signal of the top, by hierarchical name, an output port of the top. Every module
/// on the path gets an output. Returns the port's net, or `None` if there is no such signal.
pub(crate) fn expose(netlist: &mut Netlist, name: &str) -> Option<NetId> {
    let (path, mut module, item) =
        netlist.resolve(name, |module, item| module.net(item).is_some())?;
    let mut net = netlist.modules[module].net(item)?;
    // The instances on the path with their parent modules, from the outside in.
    let mut parents = Vec::new();
    let mut outer = netlist.top;
    for &instance in &path {
        parents.push((outer, instance));
        outer = netlist.modules[outer].instances[instance].module;
    }
    let mut output = add_output(netlist, module, net);
    for (parent, instance) in parents.into_iter().rev() {
        net = connect_output(netlist, module, output, (parent, instance));
        module = parent;
        output = add_output(netlist, module, net);
    }
    Some(output)
}

/// Adds an output that copies a net to a module.
fn add_output(netlist: &mut Netlist, module: ModuleId, net: NetId) -> NetId {
    let module = &mut netlist.modules[module];
    let Net { width, kind, .. } = module.nets[net];
    let name = format!("watched[{}]", module.nets.len());
    let output = module.nets.push(Net { name, width, kind });
    module.ports.push(Port {
        direction: PortDirection::Output,
        net: output,
    });
    let value = module.exprs.net(net, width);
    module.assigns.push(Assign { net: output, value });
    output
}

/// Connects the new last output of `child` in all its instances. Returns the net at `wanted`.
fn connect_output(
    netlist: &mut Netlist,
    child: ModuleId,
    output: NetId,
    wanted: (ModuleId, gatefall_netlist::InstanceId),
) -> NetId {
    let Net { width, kind, .. } = netlist.modules[child].nets[output];
    let mut found = output;
    let ids: Vec<ModuleId> = netlist.modules.ids().collect();
    for id in ids {
        let module = &mut netlist.modules[id];
        for instance in module.instances.ids().collect::<Vec<_>>() {
            if module.instances[instance].module == child {
                let name = format!("watched[{}]", module.nets.len());
                let net = module.nets.push(Net { name, width, kind });
                module.instances[instance].outputs.push(net);
                if (id, instance) == wanted {
                    found = net;
                }
            }
        }
    }
    found
}
