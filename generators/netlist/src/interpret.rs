//! Reference interpreter: evaluates every node of every instance in dependency order. Slow;
//! supports values of any width.

use std::collections::HashMap;

use num_bigint::BigUint;

use crate::error::{InterpretError, VerifyError};
use crate::eval;
use crate::expr::Expr;
use crate::ids::{ExprId, NetId};
use crate::netlist::Netlist;
use crate::places::Places;
use crate::value::Value;

/// Simulates a netlist. [`Interpreter::step`] advances all clocks, [`Interpreter::step_clock`] one.
pub struct Interpreter {
    places: Places,
    slots: Vec<Value>,
    /// Slots in evaluation order, each with its source.
    schedule: Vec<(usize, Source)>,
    memories: Vec<Vec<Value>>,
    settled: bool,
}

/// Source of a slot's value in the combinational phase.
#[derive(Clone, Copy)]
enum Source {
    /// A copy of another slot.
    Copy(usize),
    /// An expression of a place.
    Expr(usize, ExprId),
    /// A combinational read of a memory, with the slot of its address.
    Read(usize, usize),
}

impl Interpreter {
    /// Prepares a simulation from power-up: registers and memories have their initial values,
    /// inputs are zero.
    ///
    /// # Errors
    /// If the netlist does not verify, or its memories have more than
    /// [`MAX_INTERPRETED_WORDS`](crate::MAX_INTERPRETED_WORDS) words.
    pub fn new(netlist: &Netlist) -> Result<Interpreter, VerifyError> {
        let places = Places::new(netlist)?;
        let mut run = Interpreter {
            slots: power_up(&places),
            schedule: Vec::new(),
            memories: places.contents(Value::clone),
            settled: false,
            places,
        };
        run.make_schedule();
        Ok(run)
    }

    /// Sorts all combinational slots topologically.
    fn make_schedule(&mut self) {
        let mut sources: HashMap<usize, (Source, Vec<usize>)> = HashMap::new();
        for place in self.places.all() {
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
        let places = &self.places;
        let module = places.module(place);
        for expr in module.exprs.ids() {
            let needs = match module.exprs.expr(expr) {
                Expr::Net(net) => vec![places.net(place, *net)],
                other => other.operands().map(|o| places.expr(place, o)).collect(),
            };
            let source = Source::Expr(place, expr);
            sources.insert(places.expr(place, expr), (source, needs));
        }
        for (slot, from) in places.copies(place) {
            sources.insert(slot, (Source::Copy(from), vec![from]));
        }
        for (memory, data) in module.memories.iter() {
            for read in data.reads.iter().filter(|read| read.clock.is_none()) {
                let address = places.expr(place, read.address);
                let source = Source::Read(places.memory(place, memory), address);
                sources.insert(places.net(place, read.data), (source, vec![address]));
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
                    let places = &self.places;
                    eval::evaluate(
                        places.module(place).exprs.expr(expr),
                        |operand| &self.slots[places.expr(place, operand)],
                        |net| self.slots[places.net(place, net)].clone(),
                    )
                }
                Source::Read(memory, address) => self.word(memory, address),
            };
        }
        self.settled = true;
    }

    fn word(&self, memory: usize, address: usize) -> Value {
        let address = self.slots[address]
            .to_u64()
            .expect("addresses of memories are small");
        self.memories[memory][address as usize].clone()
    }

    /// Applies a rising edge of every clock.
    pub fn step(&mut self) {
        self.edge(|_, _, _| true);
    }

    /// Applies a rising edge of one clock, a net of the top with this name. Registers of each clock
    /// that is an alias of it advance too.
    ///
    /// # Errors
    /// If the top has no such net, or the net is no clock.
    pub fn step_clock(&mut self, name: &str) -> Result<(), InterpretError> {
        let source = self.places.clock(name)?;
        self.edge(|run, place, clock| run.places.root_clock(place, clock) == source);
        Ok(())
    }

    fn edge(&mut self, ticks: impl Fn(&Self, usize, NetId) -> bool) {
        self.settle();
        let mut updates: Vec<(usize, Value)> = Vec::new();
        let mut writes: Vec<(usize, usize, Value)> = Vec::new();
        let places = &self.places;
        for place in places.all() {
            let module = places.module(place);
            let value = |expr: ExprId| &self.slots[places.expr(place, expr)];
            for register in module.registers.values() {
                let enabled = register
                    .enable
                    .is_none_or(|enable| !value(enable).is_zero());
                if enabled && ticks(self, place, register.clock) {
                    let slot = places.net(place, register.net);
                    updates.push((slot, value(register.next).clone()));
                }
            }
            for (id, memory) in module.memories.iter() {
                let number = places.memory(place, id);
                for read in &memory.reads {
                    if read.clock.is_some_and(|clock| ticks(self, place, clock)) {
                        let word = self.word(number, places.expr(place, read.address));
                        updates.push((places.net(place, read.data), word));
                    }
                }
                for write in &memory.writes {
                    if !value(write.enable).is_zero() && ticks(self, place, write.clock) {
                        let address = value(write.address).to_u64();
                        let address = address.expect("addresses of memories are small") as usize;
                        writes.push((number, address, value(write.data).clone()));
                    }
                }
            }
        }
        for (slot, value) in updates {
            self.slots[slot] = value;
        }
        for (memory, address, word) in writes {
            self.memories[memory][address] = word;
        }
        self.settled = false;
    }

    /// Value of a signal, by hierarchical name.
    ///
    /// # Errors
    /// If no signal has that name.
    pub fn peek(&mut self, name: &str) -> Result<Value, InterpretError> {
        let (place, net) = self.places.find(name)?;
        self.settle();
        Ok(self.slots[self.places.net(place, net)].clone())
    }

    /// Sets an input of the top, an output of a black box, a register, or the data of a clocked
    /// read port.
    ///
    /// # Errors
    /// If no signal has that name, the signal has another driver, or the value does not fit.
    pub fn poke(&mut self, name: &str, value: impl Into<BigUint>) -> Result<(), InterpretError> {
        let (place, net) = self.places.find(name)?;
        let free = self.places.free_source(place, net);
        let (place, net) = free.ok_or_else(|| InterpretError::Driven(name.into()))?;
        let (value, width) = (value.into(), self.places.module(place).nets[net].width);
        if value.bits() > u64::from(width) {
            let value = value.to_string();
            return Err(InterpretError::TooWide {
                name: name.into(),
                width,
                value,
            });
        }
        let slot = self.places.net(place, net);
        self.slots[slot] = Value::new(width, value);
        self.settled = false;
        Ok(())
    }

    /// Words of a memory, by hierarchical name.
    ///
    /// # Errors
    /// If no memory has that name.
    pub fn memory(&self, name: &str) -> Result<&[Value], InterpretError> {
        Ok(&self.memories[self.places.find_memory(name)?])
    }
}

/// Values of all slots at power-up.
fn power_up(places: &Places) -> Vec<Value> {
    let mut slots = Vec::with_capacity(places.slots());
    for place in places.all() {
        let module = places.module(place);
        slots.extend(module.nets.values().map(|net| Value::zero(net.width)));
        let widths = module.exprs.ids().map(|expr| module.exprs.width(expr));
        slots.extend(widths.map(Value::zero));
    }
    for (slot, value) in places.all().flat_map(|place| places.initial(place)) {
        slots[slot] = value.clone();
    }
    slots
}
