//! A clock in every module, so that its points can be remembered there.

use gatefall_netlist::{Module, ModuleId, Net, NetId, NetKind, Netlist, Port, PortDirection};
use std::collections::{BTreeMap, BTreeSet};

/// Name of an added port.
const CLOCK: &str = "coverage.clock";

/// Gives each module without a clock one more port. Returns the clock of each module but black
/// boxes; the first one, if a module has several.
pub(super) fn reach_all_modules(netlist: &mut Netlist) -> BTreeMap<ModuleId, NetId> {
    let (mut clocks, mut added) = (BTreeMap::new(), BTreeSet::new());
    let ids: Vec<ModuleId> = netlist.modules.ids().collect();
    for id in ids {
        let module = &mut netlist.modules[id];
        if module.black_box.is_some() {
            continue;
        }
        let clock = clock(module).unwrap_or_else(|| {
            let net = module.nets.push(Net {
                name: CLOCK.to_owned(),
                width: 1,
                kind: NetKind::Clock,
            });
            module.ports.push(Port {
                direction: PortDirection::Input,
                net,
            });
            added.insert(id);
            net
        });
        let outer = module.exprs.net(clock, 1);
        let instances = module.instances.values_mut();
        for instance in instances.filter(|instance| added.contains(&instance.module)) {
            instance.inputs.push(outer);
        }
        clocks.insert(id, clock);
    }
    clocks
}

fn clock(module: &Module) -> Option<NetId> {
    let mut inputs = module.port_nets(PortDirection::Input);
    inputs.find(|&net| module.nets[net].kind == NetKind::Clock)
}
