//! Liveness: the nets, registers, memories and instances that an output depends on.

use std::collections::{BTreeSet, HashMap, HashSet};

use gatefall_netlist::{
    Driver, Expr, ExprId, InstanceId, MemoryId, Module, ModuleId, NetId, Netlist, PortDirection,
    RegisterId,
};

/// Live items of a module.
#[derive(Default)]
pub(crate) struct Live {
    pub(crate) nets: BTreeSet<NetId>,
    pub(crate) registers: BTreeSet<RegisterId>,
    pub(crate) memories: BTreeSet<MemoryId>,
    pub(crate) instances: BTreeSet<InstanceId>,
}

/// Modules that the top depends on, children before parents.
pub(crate) fn modules(netlist: &Netlist) -> Vec<ModuleId> {
    let mut wanted: BTreeSet<ModuleId> = BTreeSet::from([netlist.top]);
    for id in netlist.modules.ids().rev() {
        if wanted.contains(&id) {
            let module = &netlist.modules[id];
            let live = Live::new(netlist, module);
            wanted.extend(live.instances.iter().map(|&id| module.instances[id].module));
        }
    }
    wanted.into_iter().collect()
}

impl Live {
    pub(crate) fn new(netlist: &Netlist, module: &Module) -> Live {
        let drivers: HashMap<NetId, Driver> = module.drivers().into_iter().collect();
        let mut search = Search {
            module,
            drivers,
            live: Live::default(),
            todo: Vec::new(),
            seen: HashSet::new(),
        };
        search.todo.extend(module.port_nets(PortDirection::Output));
        // A black box is live: it may have a side effect.
        for (id, instance) in module.instances.iter() {
            if has_effect(netlist, instance.module) {
                search.instance(id);
            }
        }
        search.run();
        search.live
    }
}

/// True for black boxes, and for modules that contain one.
fn has_effect(netlist: &Netlist, id: ModuleId) -> bool {
    let module = &netlist.modules[id];
    module.black_box.is_some()
        || module
            .instances
            .values()
            .any(|item| has_effect(netlist, item.module))
}

struct Search<'a> {
    module: &'a Module,
    drivers: HashMap<NetId, Driver>,
    live: Live,
    todo: Vec<NetId>,
    /// Expressions whose nets are live, or on the list.
    seen: HashSet<ExprId>,
}

impl Search<'_> {
    fn run(&mut self) {
        let module = self.module;
        while let Some(net) = self.todo.pop() {
            if !self.live.nets.insert(net) {
                continue;
            }
            match self.drivers.get(&net) {
                Some(&Driver::Assign(index)) => self.expr(module.assigns[index].value),
                Some(&Driver::Register(id)) => {
                    self.live.registers.insert(id);
                    let register = &module.registers[id];
                    self.todo.push(register.clock);
                    self.expr(register.next);
                    register
                        .enable
                        .into_iter()
                        .for_each(|enable| self.expr(enable));
                }
                Some(&Driver::Read(id, _)) => self.memory(id),
                Some(&Driver::Instance(id, _)) => self.instance(id),
                Some(Driver::Input(_) | Driver::BlackBox(_) | Driver::Constant(_)) | None => {}
            }
        }
    }

    fn memory(&mut self, id: MemoryId) {
        if !self.live.memories.insert(id) {
            return;
        }
        let memory = &self.module.memories[id];
        for read in &memory.reads {
            self.todo.extend(read.clock);
            self.expr(read.address);
        }
        for write in &memory.writes {
            self.todo.push(write.clock);
            [write.enable, write.address, write.data]
                .into_iter()
                .for_each(|id| self.expr(id));
        }
    }

    fn instance(&mut self, id: InstanceId) {
        if self.live.instances.insert(id) {
            let inputs = &self.module.instances[id].inputs;
            inputs.iter().for_each(|&input| self.expr(input));
        }
    }

    fn expr(&mut self, root: ExprId) {
        let mut todo = vec![root];
        while let Some(id) = todo.pop() {
            if !self.seen.insert(id) {
                continue;
            }
            match self.module.exprs.expr(id) {
                Expr::Net(net) => self.todo.push(*net),
                expr => todo.extend(expr.operands()),
            }
        }
    }
}
