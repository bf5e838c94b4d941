//! Last steps of flattening: next values, writes, names and the check of the clocks.

use std::collections::btree_map::Entry;

use gatefall_netlist::{Driver, MemoryId, NetKind, ReadPort};

use super::{Flatten, Item};
use crate::design::{Net, Write};
use crate::error::CompileError;
use crate::node::{Node, NodeId};

impl Flatten<'_> {
    /// Connects registers and memories to the values that they take at the clock edge.
    pub(super) fn connect(&mut self) {
        for place in 0..self.places.len() {
            let module = self.module(place);
            for register in module.registers.values() {
                let state = self.get(Item::Net(place, register.net));
                let next = self.get(Item::Expr(place, register.next));
                match register.enable {
                    Some(enable) => {
                        let enable = self.get(Item::Expr(place, enable));
                        let next = self.design.pool.word_mux(enable[0], &next, &state);
                        self.set_next(&state, &next);
                    }
                    None => self.set_next(&state, &next),
                }
            }
            for (id, memory) in module.memories.iter() {
                for read in memory.reads.iter().filter(|read| read.clock.is_some()) {
                    self.connect_read(place, id, read);
                }
                for write in &memory.writes {
                    let [enable, address, data] = [write.enable, write.address, write.data]
                        .map(|expr| self.get(Item::Expr(place, expr)));
                    let number = self.places[place].memories + usize::from(id);
                    self.design.memories[number].writes.push(Write {
                        enable: enable[0],
                        address: address[0],
                        data: data.to_vec(),
                    });
                }
            }
        }
    }

    fn connect_read(&mut self, place: usize, memory: MemoryId, read: &ReadPort) {
        let address = self.get(Item::Expr(place, read.address));
        let next = self.read(place, memory, address[0]);
        let state = self.get(Item::Net(place, read.data));
        self.set_next(&state, &next);
    }

    fn set_next(&mut self, state: &[NodeId], next: &[NodeId]) {
        for (&state, &next) in state.iter().zip(next) {
            if let Node::Register(number) = self.design.pool.node(state) {
                self.design.registers[number as usize].next = next;
            }
        }
    }

    pub(super) fn name(&mut self) {
        for place in 0..self.places.len() {
            for (id, net) in self.module(place).nets.iter() {
                let driver = self.driver(place, id);
                let is_read_data = match driver {
                    Driver::Read(memory, port) => {
                        let memory = &self.module(place).memories[memory];
                        memory.reads[port].clock.is_some()
                    }
                    _ => false,
                };
                let free = match driver {
                    Driver::Input(_) => place == 0,
                    Driver::BlackBox(_) | Driver::Register(_) => true,
                    _ => is_read_data,
                };
                let named = Net {
                    number: 0,
                    word: self.get(Item::Net(place, id)),
                    width: net.width,
                    kind: net.kind,
                    free,
                    is_read_data,
                };
                let name = format!("{}{}", self.places[place].prefix, net.name);
                // An instance's output may have the same name as the net that it drives outside,
                // and has the same value. The net that can be set is kept. Of nets with different
                // values the outer one has the name.
                match self.design.signals.entry(name) {
                    Entry::Occupied(mut known) => {
                        if named.free && known.get().word == named.word {
                            known.insert(named);
                        }
                    }
                    Entry::Vacant(place) => drop(place.insert(named)),
                }
            }
        }
    }

    pub(super) fn number(&mut self) {
        for (number, net) in self.design.signals.values_mut().enumerate() {
            net.number = number;
        }
    }

    /// Checks that there is one clock. A clock reaches its registers by plain wires, so equal
    /// clocks are equal nodes.
    pub(super) fn check_clocks(&self) -> Result<(), CompileError> {
        let mut first: Option<NodeId> = None;
        for place in 0..self.places.len() {
            let module = self.module(place);
            let memories = module.memories.values();
            let of_memories = memories.flat_map(|memory| {
                let reads = memory.reads.iter().filter_map(|read| read.clock);
                reads.chain(memory.writes.iter().map(|write| write.clock))
            });
            let of_registers = module.registers.values().map(|register| register.clock);
            for clock in of_registers.chain(of_memories) {
                let clock = self.get(Item::Net(place, clock))[0];
                let known = *first.get_or_insert(clock);
                if known != clock {
                    let (first, second) = (self.clock_name(known), self.clock_name(clock));
                    return Err(CompileError::TwoClocks { first, second });
                }
            }
        }
        Ok(())
    }

    /// Name of the outermost net with a clock.
    fn clock_name(&self, clock: NodeId) -> String {
        let places = (0..self.places.len()).flat_map(|place| {
            let nets = self.module(place).nets.iter();
            nets.map(move |(id, net)| (place, id, net))
        });
        let mut named = places.filter(|&(place, id, net)| {
            net.kind == NetKind::Clock && self.get(Item::Net(place, id))[0] == clock
        });
        let (place, _, net) = named.next().expect("a clock is a net");
        format!("{}{}", self.places[place].prefix, net.name)
    }
}
