//! Layout of a design: all instances, one slot for each of their nets and expressions, and a number
//! for each memory.

use std::collections::HashMap;

use crate::error::{InterpretError, VerifyError};
use crate::ids::{ExprId, IdVec, InstanceId, MemoryId, ModuleId, NetId};
use crate::limits::MAX_INTERPRETED_WORDS;
use crate::netlist::{Driver, Module, NetKind, Netlist, PortDirection};
use crate::value::Value;

/// The instances of a verified netlist. The top is place 0, and parents come before children.
pub(crate) struct Places {
    netlist: Netlist,
    /// Driver of each net, by module.
    drivers: IdVec<ModuleId, HashMap<NetId, Driver>>,
    places: Vec<Place>,
    slots: usize,
    memories: usize,
}

struct Place {
    module: ModuleId,
    /// Slot of the module's net 0. The slots of its expressions follow those of the nets.
    base: usize,
    /// Number of the module's memory 0.
    memories: usize,
    /// Place and instance that contain this place. `None` for the top.
    parent: Option<(usize, InstanceId)>,
    /// Place of each instance.
    children: IdVec<InstanceId, usize>,
}

impl Places {
    /// # Errors
    /// If the netlist does not verify, or its memories have more than [`MAX_INTERPRETED_WORDS`]
    /// words.
    pub(crate) fn new(netlist: &Netlist) -> Result<Places, VerifyError> {
        netlist.verify()?;
        let modules = netlist.modules.values();
        let drivers = modules.map(|module| module.drivers().into_iter().collect());
        let mut places = Places {
            netlist: netlist.clone(),
            drivers: drivers.collect(),
            places: Vec::new(),
            slots: 0,
            memories: 0,
        };
        places.add(netlist, netlist.top, None);
        places.check_words()?;
        Ok(places)
    }

    fn add(&mut self, netlist: &Netlist, id: ModuleId, parent: Option<(usize, InstanceId)>) {
        let module = &netlist.modules[id];
        let place = self.places.len();
        self.places.push(Place {
            module: id,
            base: self.slots,
            memories: self.memories,
            parent,
            children: IdVec::new(),
        });
        self.slots += module.nets.len() + module.exprs.len();
        self.memories += module.memories.len();
        for (instance, data) in module.instances.iter() {
            let child = self.places.len();
            self.places[place].children.push(child);
            self.add(netlist, data.module, Some((place, instance)));
        }
    }

    fn check_words(&self) -> Result<(), VerifyError> {
        let mut all = 0u64;
        for module in self.all().map(|place| self.module(place)) {
            for memory in module.memories.values() {
                all = all.saturating_add(1 << memory.address_width);
                if all > MAX_INTERPRETED_WORDS {
                    let problem = format!(
                        "with memory `{}` there are more than {MAX_INTERPRETED_WORDS} words",
                        memory.name
                    );
                    return Err(VerifyError {
                        module: module.name.clone(),
                        problem,
                    });
                }
            }
        }
        Ok(())
    }

    pub(crate) fn all(&self) -> std::ops::Range<usize> {
        0..self.places.len()
    }

    /// Number of slots of all places.
    pub(crate) fn slots(&self) -> usize {
        self.slots
    }

    pub(crate) fn module(&self, place: usize) -> &Module {
        &self.netlist.modules[self.places[place].module]
    }

    /// Slot of a net.
    pub(crate) fn net(&self, place: usize, net: NetId) -> usize {
        self.places[place].base + usize::from(net)
    }

    /// Slot of an expression.
    pub(crate) fn expr(&self, place: usize, expr: ExprId) -> usize {
        self.places[place].base + self.module(place).nets.len() + usize::from(expr)
    }

    /// Number of a memory.
    pub(crate) fn memory(&self, place: usize, memory: MemoryId) -> usize {
        self.places[place].memories + usize::from(memory)
    }

    /// Words of all memories at power-up, by number.
    pub(crate) fn contents<T: Clone>(&self, word: impl Fn(&Value) -> T) -> Vec<Vec<T>> {
        let memories = self
            .all()
            .flat_map(|place| self.module(place).memories.values());
        memories
            .map(|memory| {
                let mut words: Vec<T> = memory.initial.iter().map(&word).collect();
                words.resize(1 << memory.address_width, word(&Value::zero(memory.width)));
                words
            })
            .collect()
    }

    /// Slots of a place's constants and registers, with their values at power-up.
    pub(crate) fn initial(&self, place: usize) -> impl Iterator<Item = (usize, &Value)> {
        let module = self.module(place);
        let constants = module.constants.iter().map(|item| (item.net, &item.value));
        let registers = module.registers.values();
        let registers = registers.map(|item| (item.net, &item.initial));
        let all = constants.chain(registers);
        all.map(move |(net, value)| (self.net(place, net), value))
    }

    /// Slots that copy another slot: assigned nets of a place, and its connections to its parent.
    pub(crate) fn copies(&self, place: usize) -> Vec<(usize, usize)> {
        let module = self.module(place);
        let assigns = module.assigns.iter();
        let assigns = assigns.map(|item| (self.net(place, item.net), self.expr(place, item.value)));
        let mut copies: Vec<_> = assigns.collect();
        if let Some((outer, instance)) = self.places[place].parent {
            let instance = &self.module(outer).instances[instance];
            let inputs = module.port_nets(PortDirection::Input).zip(&instance.inputs);
            copies.extend(
                inputs.map(|(net, &value)| (self.net(place, net), self.expr(outer, value))),
            );
            let outputs = module.port_nets(PortDirection::Output);
            copies.extend(
                (outputs.zip(&instance.outputs))
                    .map(|(net, &wire)| (self.net(outer, wire), self.net(place, net))),
            );
        }
        copies
    }

    /// The net with a hierarchical name.
    pub(crate) fn find(&self, name: &str) -> Result<(usize, NetId), InterpretError> {
        let found = self.resolve(name, Module::net);
        found.ok_or_else(|| InterpretError::UnknownSignal(name.into()))
    }

    /// Number of the memory with a hierarchical name.
    pub(crate) fn find_memory(&self, name: &str) -> Result<usize, InterpretError> {
        let found = self.resolve(name, |module, item| {
            let mut memories = module.memories.iter();
            let found = memories.find(|(_, memory)| memory.name == item);
            found.map(|(id, _)| id)
        });
        let (place, id) = found.ok_or_else(|| InterpretError::UnknownMemory(name.into()))?;
        Ok(self.memory(place, id))
    }

    fn resolve<T>(
        &self,
        name: &str,
        item: impl Fn(&Module, &str) -> Option<T> + Copy,
    ) -> Option<(usize, T)> {
        let is_item = |module: &Module, name: &str| item(module, name).is_some();
        let (path, module, name) = self.netlist.resolve(name, is_item)?;
        let inner = |place: usize, &instance: &InstanceId| self.places[place].children[instance];
        let place = path.iter().fold(0, inner);
        Some((place, item(&self.netlist.modules[module], name)?))
    }

    /// Hierarchical name of a net.
    pub(crate) fn name(&self, mut place: usize, net: NetId) -> String {
        let mut name = self.module(place).nets[net].name.clone();
        while let Some((outer, instance)) = self.places[place].parent {
            name = format!("{}.{name}", self.module(outer).instances[instance].name);
            place = outer;
        }
        name
    }

    fn driver(&self, place: usize, net: NetId) -> Driver {
        let drivers = &self.drivers[self.places[place].module];
        *drivers.get(&net).expect("every net has a driver")
    }

    /// The net that must be set to set a net: an input of the top, an output of a black box, a
    /// register, or the data of a clocked read port. `None` if the design drives the net.
    pub(crate) fn free_source(&self, place: usize, net: NetId) -> Option<(usize, NetId)> {
        match self.driver(place, net) {
            Driver::BlackBox(_) | Driver::Register(_) => Some((place, net)),
            Driver::Input(_) => (place == 0).then_some((place, net)),
            Driver::Instance(id, output) => {
                let (inner, net) = self.inside(place, id, output);
                self.free_source(inner, net)
            }
            Driver::Read(memory, port) => {
                let read = &self.module(place).memories[memory].reads[port];
                read.clock.map(|_| (place, net))
            }
            Driver::Constant(_) | Driver::Assign(_) => None,
        }
    }

    /// The net inside an instance that drives one of its outputs.
    fn inside(&self, place: usize, id: InstanceId, output: usize) -> (usize, NetId) {
        let inner = self.places[place].children[id];
        let net = self
            .module(inner)
            .port_nets(PortDirection::Output)
            .nth(output);
        (inner, net.expect("instances connect every output"))
    }

    /// Source of a clock of the top, by name.
    pub(crate) fn clock(&self, name: &str) -> Result<(usize, NetId), InterpretError> {
        let top = self.netlist.top();
        let net = top.net(name);
        let net = net.ok_or_else(|| InterpretError::UnknownSignal(name.into()))?;
        match top.nets[net].kind {
            NetKind::Clock => Ok(self.root_clock(0, net)),
            _ => Err(InterpretError::NoClock(name.into())),
        }
    }

    /// Traces a clock net outwards to its source.
    pub(crate) fn root_clock(&self, mut place: usize, mut clock: NetId) -> (usize, NetId) {
        loop {
            let module = self.module(place);
            (place, clock) = match (self.driver(place, clock), self.places[place].parent) {
                (Driver::Input(port), Some((outer, instance))) => {
                    let before = module.ports[..port].iter();
                    let position = before
                        .filter(|port| port.direction == PortDirection::Input)
                        .count();
                    let parent = self.module(outer);
                    let value = parent.instances[instance].inputs[position];
                    (outer, plain_clock(parent, value))
                }
                (Driver::Instance(id, output), _) => self.inside(place, id, output),
                (Driver::Assign(index), _) => {
                    (place, plain_clock(module, module.assigns[index].value))
                }
                _ => return (place, clock),
            };
        }
    }
}

/// The clock net of an expression. The verifier allows no other clock expressions.
fn plain_clock(module: &Module, value: ExprId) -> NetId {
    let net = module.exprs.as_net(value);
    net.expect("clocks are plain clock nets")
}
