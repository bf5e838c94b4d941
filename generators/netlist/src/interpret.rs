//! Reference interpreter: evaluates every node of every instance in dependency order. Slow;
//! supports values of any width.

use std::collections::HashMap;
use std::sync::Arc;

use num_bigint::BigUint;

use crate::error::{InterpretError, VerifyError};
use crate::eval;
use crate::expr::Expr;
use crate::ids::{ExprId, IdVec, InstanceId, MemoryId, ModuleId, NetId};
use crate::limits::MAX_INTERPRETED_WORDS;
use crate::netlist::{Driver, Module, Netlist, PortDirection};
use crate::value::Value;

/// Simulates a netlist. [`Interpreter::step`] advances all clocks, [`Interpreter::step_clock`] one.
pub struct Interpreter {
    netlist: Arc<Netlist>,
    /// Driver of each net, by module.
    drivers: IdVec<ModuleId, HashMap<NetId, Driver>>,
    /// All instances, each with its path. The top comes first.
    places: Vec<Place>,
    by_path: HashMap<Vec<InstanceId>, usize>,
    slots: Vec<Value>,
    /// Slots in evaluation order, each with its source.
    schedule: Vec<(usize, Source)>,
    memories: HashMap<(usize, MemoryId), Vec<Value>>,
    settled: bool,
}

struct Place {
    module: ModuleId,
    /// Slot of the module's net 0. The slots of its expressions follow those of the nets.
    base: usize,
    path: Vec<InstanceId>,
    /// Index of the parent's place. For the top, its own index.
    parent: usize,
}

/// Source of a slot's value in the combinational phase.
#[derive(Clone, Copy)]
enum Source {
    /// A copy of another slot.
    Copy(usize),
    /// An expression of a place.
    Expr(usize, ExprId),
    /// A combinational read of a place's memory, with the slot of its address.
    Read(usize, MemoryId, usize),
}

impl Interpreter {
    /// Prepares a simulation from power-up: registers and memories have their initial values,
    /// inputs are zero.
    ///
    /// # Errors
    /// If the netlist does not verify, or its memories have more than [`MAX_INTERPRETED_WORDS`]
    /// words.
    pub fn new(netlist: &Netlist) -> Result<Interpreter, VerifyError> {
        netlist.verify()?;
        let mut run = Interpreter {
            netlist: Arc::new(netlist.clone()),
            drivers: drivers_by_net(netlist),
            places: Vec::new(),
            by_path: HashMap::new(),
            slots: Vec::new(),
            schedule: Vec::new(),
            memories: HashMap::new(),
            settled: false,
        };
        run.place(netlist.top, Vec::new(), 0);
        run.fill_memories()?;
        run.make_schedule();
        Ok(run)
    }

    fn place(&mut self, id: ModuleId, path: Vec<InstanceId>, parent: usize) {
        let netlist = Arc::clone(&self.netlist);
        let module = &netlist.modules[id];
        let index = self.places.len();
        self.by_path.insert(path.clone(), index);
        let base = self.slots.len();
        self.slots
            .extend(module.nets.values().map(|net| Value::zero(net.width)));
        let widths = module.exprs.ids().map(|expr| module.exprs.width(expr));
        self.slots.extend(widths.map(Value::zero));
        for constant in &module.constants {
            self.slots[base + usize::from(constant.net)] = constant.value.clone();
        }
        for register in module.registers.values() {
            self.slots[base + usize::from(register.net)] = register.initial.clone();
        }
        self.places.push(Place {
            module: id,
            base,
            path: path.clone(),
            parent,
        });
        for (instance_id, instance) in module.instances.iter() {
            let mut path = path.clone();
            path.push(instance_id);
            self.place(instance.module, path, index);
        }
    }

    fn fill_memories(&mut self) -> Result<(), VerifyError> {
        let mut all = 0u64;
        for (index, place) in self.places.iter().enumerate() {
            let module = &self.netlist.modules[place.module];
            for (id, memory) in module.memories.iter() {
                let count = 1u64 << memory.address_width;
                all = all.saturating_add(count);
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
                let mut words = memory.initial.clone();
                words.resize(count as usize, Value::zero(memory.width));
                self.memories.insert((index, id), words);
            }
        }
        Ok(())
    }

    fn net_slot(&self, place: usize, net: NetId) -> usize {
        self.places[place].base + usize::from(net)
    }

    fn expr_slot(&self, place: usize, expr: ExprId) -> usize {
        let module = &self.netlist.modules[self.places[place].module];
        self.places[place].base + module.nets.len() + usize::from(expr)
    }

    /// Sorts all combinational slots topologically.
    fn make_schedule(&mut self) {
        let mut sources: HashMap<usize, (Source, Vec<usize>)> = HashMap::new();
        for place in 0..self.places.len() {
            self.collect_sources(place, &mut sources);
        }
        let mut slots: Vec<usize> = sources.keys().copied().collect();
        slots.sort_unstable();
        let mut done = vec![false; self.slots.len()];
        for slot in slots {
            let mut stack = vec![(slot, false)];
            while let Some((slot, ready)) = stack.pop() {
                let Some((source, needs)) = sources.get(&slot).filter(|_| !done[slot]) else {
                    continue;
                };
                if ready {
                    done[slot] = true;
                    self.schedule.push((slot, *source));
                } else {
                    stack.push((slot, true));
                    stack.extend(needs.iter().map(|&need| (need, false)));
                }
            }
        }
    }

    fn collect_sources(&self, place: usize, sources: &mut HashMap<usize, (Source, Vec<usize>)>) {
        let Place {
            module: id,
            parent,
            path,
            ..
        } = &self.places[place];
        let module = &self.netlist.modules[*id];
        for expr in module.exprs.ids() {
            let needs = match module.exprs.expr(expr) {
                Expr::Net(net) => vec![self.net_slot(place, *net)],
                other => other.operands().map(|o| self.expr_slot(place, o)).collect(),
            };
            sources.insert(
                self.expr_slot(place, expr),
                (Source::Expr(place, expr), needs),
            );
        }
        let mut copy = |slot: usize, from: usize| {
            sources.insert(slot, (Source::Copy(from), vec![from]));
        };
        for assign in &module.assigns {
            copy(
                self.net_slot(place, assign.net),
                self.expr_slot(place, assign.value),
            );
        }
        if let Some(&last) = path.last() {
            let instance = &self.netlist.modules[self.places[*parent].module].instances[last];
            for (net, &value) in module.port_nets(PortDirection::Input).zip(&instance.inputs) {
                copy(self.net_slot(place, net), self.expr_slot(*parent, value));
            }
            for (net, &outer) in module
                .port_nets(PortDirection::Output)
                .zip(&instance.outputs)
            {
                copy(self.net_slot(*parent, outer), self.net_slot(place, net));
            }
        }
        for (memory, data) in module.memories.iter() {
            for read in data.reads.iter().filter(|read| read.clock.is_none()) {
                let address = self.expr_slot(place, read.address);
                let source = Source::Read(place, memory, address);
                sources.insert(self.net_slot(place, read.data), (source, vec![address]));
            }
        }
    }

    fn settle(&mut self) {
        if self.settled {
            return;
        }
        for index in 0..self.schedule.len() {
            let (slot, source) = self.schedule[index];
            self.slots[slot] = match source {
                Source::Copy(from) => self.slots[from].clone(),
                Source::Expr(place, expr) => {
                    let module = &self.netlist.modules[self.places[place].module];
                    let base = self.places[place].base;
                    let exprs = base + module.nets.len();
                    eval::evaluate(
                        module.exprs.expr(expr),
                        |operand| &self.slots[exprs + usize::from(operand)],
                        |net| self.slots[base + usize::from(net)].clone(),
                    )
                }
                Source::Read(place, memory, address) => self.word(place, memory, address),
            };
        }
        self.settled = true;
    }

    fn word(&self, place: usize, memory: MemoryId, address: usize) -> Value {
        let address = self.slots[address]
            .to_u64()
            .expect("addresses of memories are small");
        self.memories[&(place, memory)][address as usize].clone()
    }

    /// Applies a rising edge of every clock.
    pub fn step(&mut self) {
        self.edge(|_, _, _| true);
    }

    /// Applies a rising edge of one clock, the top's input with this name.
    ///
    /// # Errors
    /// If the top has no such net.
    pub fn step_clock(&mut self, name: &str) -> Result<(), InterpretError> {
        let net = self.netlist.top().net(name);
        let net = net.ok_or_else(|| InterpretError::UnknownSignal(name.into()))?;
        self.edge(|run, place, clock| run.root_clock(place, clock) == (0, net));
        Ok(())
    }

    /// Traces a clock net outwards to its source.
    fn root_clock(&self, mut place: usize, mut clock: NetId) -> (usize, NetId) {
        loop {
            let Place {
                module: id,
                parent,
                path,
                ..
            } = &self.places[place];
            let module = &self.netlist.modules[*id];
            (place, clock) = match (self.drivers[*id].get(&clock), path.last()) {
                (Some(&Driver::Input(port)), Some(&last)) => {
                    let before = module.ports[..port].iter();
                    let position = before
                        .filter(|port| port.direction == PortDirection::Input)
                        .count();
                    let outer = &self.netlist.modules[self.places[*parent].module];
                    let value = outer.instances[last].inputs[position];
                    (*parent, plain_clock(outer, value))
                }
                (Some(&Driver::Instance(id, output)), _) => self.inside(place, id, output),
                (Some(&Driver::Assign(index)), _) => {
                    (place, plain_clock(module, module.assigns[index].value))
                }
                _ => return (place, clock),
            };
        }
    }

    fn edge(&mut self, ticks: impl Fn(&Self, usize, NetId) -> bool) {
        self.settle();
        let mut updates: Vec<(usize, Value)> = Vec::new();
        let mut writes: Vec<((usize, MemoryId), usize, Value)> = Vec::new();
        for place in 0..self.places.len() {
            let module = &self.netlist.modules[self.places[place].module];
            let value = |expr: ExprId| &self.slots[self.expr_slot(place, expr)];
            for register in module.registers.values() {
                let enabled = register
                    .enable
                    .is_none_or(|enable| !value(enable).is_zero());
                if enabled && ticks(self, place, register.clock) {
                    let slot = self.net_slot(place, register.net);
                    updates.push((slot, value(register.next).clone()));
                }
            }
            for (id, memory) in module.memories.iter() {
                for read in &memory.reads {
                    if read.clock.is_some_and(|clock| ticks(self, place, clock)) {
                        let word = self.word(place, id, self.expr_slot(place, read.address));
                        updates.push((self.net_slot(place, read.data), word));
                    }
                }
                for write in &memory.writes {
                    if !value(write.enable).is_zero() && ticks(self, place, write.clock) {
                        let address = value(write.address).to_u64();
                        let address = address.expect("addresses of memories are small") as usize;
                        writes.push(((place, id), address, value(write.data).clone()));
                    }
                }
            }
        }
        for (slot, value) in updates {
            self.slots[slot] = value;
        }
        for (memory, address, word) in writes {
            self.memories
                .get_mut(&memory)
                .expect("every memory has contents")[address] = word;
        }
        self.settled = false;
    }

    fn find(&self, name: &str) -> Result<(usize, NetId), InterpretError> {
        let found = self
            .netlist
            .resolve(name, |module, item| module.net(item).is_some());
        let (path, module, item) =
            found.ok_or_else(|| InterpretError::UnknownSignal(name.into()))?;
        let net = self.netlist.modules[module]
            .net(item)
            .expect("resolve found the net");
        Ok((self.by_path[&path], net))
    }

    /// Value of a signal, by hierarchical name.
    ///
    /// # Errors
    /// If no signal has that name.
    pub fn peek(&mut self, name: &str) -> Result<Value, InterpretError> {
        let (place, net) = self.find(name)?;
        self.settle();
        Ok(self.slots[self.net_slot(place, net)].clone())
    }

    /// Sets an input of the top, an output of a black box, or a register.
    ///
    /// # Errors
    /// If no signal has that name, the signal has another driver, or the value does not fit.
    pub fn poke(&mut self, name: &str, value: impl Into<BigUint>) -> Result<(), InterpretError> {
        let (place, net) = self.find(name)?;
        let free = self.free_source(place, net);
        let (place, net) = free.ok_or_else(|| InterpretError::Driven(name.into()))?;
        let module = &self.netlist.modules[self.places[place].module];
        let (value, width) = (value.into(), module.nets[net].width);
        if value.bits() > u64::from(width) {
            let value = value.to_string();
            return Err(InterpretError::TooWide {
                name: name.into(),
                width,
                value,
            });
        }
        let slot = self.net_slot(place, net);
        self.slots[slot] = Value::new(width, value);
        self.settled = false;
        Ok(())
    }

    /// The net whose value can be set: the net itself, or the output of a black box that drives it.
    fn free_source(&self, place: usize, net: NetId) -> Option<(usize, NetId)> {
        match *self.drivers[self.places[place].module].get(&net)? {
            Driver::BlackBox(_) | Driver::Register(_) => Some((place, net)),
            Driver::Input(_) => (place == 0).then_some((place, net)),
            Driver::Instance(id, output) => {
                let (inner, net) = self.inside(place, id, output);
                self.free_source(inner, net)
            }
            Driver::Constant(_) | Driver::Assign(_) | Driver::Read(..) => None,
        }
    }

    /// The net inside an instance that drives one of its outputs.
    fn inside(&self, place: usize, id: InstanceId, output: usize) -> (usize, NetId) {
        let mut path = self.places[place].path.clone();
        path.push(id);
        let inner = self.by_path[&path];
        let child = &self.netlist.modules[self.places[inner].module];
        let net = child.port_nets(PortDirection::Output).nth(output);
        (inner, net.expect("instances connect every output"))
    }

    /// Words of a memory, by hierarchical name.
    ///
    /// # Errors
    /// If no memory has that name.
    pub fn memory(&self, name: &str) -> Result<&[Value], InterpretError> {
        let is_memory =
            |module: &crate::Module, item: &str| module.memories.values().any(|m| m.name == item);
        let found = self.netlist.resolve(name, is_memory);
        let (path, module, item) =
            found.ok_or_else(|| InterpretError::UnknownMemory(name.into()))?;
        let mut memories = self.netlist.modules[module].memories.iter();
        let (id, _) = memories
            .find(|(_, m)| m.name == item)
            .expect("resolve found the memory");
        Ok(&self.memories[&(self.by_path[&path], id)])
    }
}

fn drivers_by_net(netlist: &Netlist) -> IdVec<ModuleId, HashMap<NetId, Driver>> {
    let modules = netlist.modules.values();
    modules
        .map(|module| module.drivers().into_iter().collect())
        .collect()
}

/// The clock net of an expression. The verifier allows no other clock expressions.
fn plain_clock(module: &Module, value: ExprId) -> NetId {
    let net = module.exprs.as_net(value);
    net.expect("clocks are plain clock nets")
}
