//! Several cycles at once, for the time in which all parts sleep.
//!
//! What is computed in every cycle is mostly counters and what is done with them. In a burst the cycles are one computation: what one cycle leaves to the next needs no
//! register, what does not change is computed once, and where the low bits of a counter are known at the start they are known in all cycles. A
//! burst holds as long as nothing changes that would wake a part; this is found out before it changes any state, and then the cycles run one by one.

use std::collections::HashMap;

use crate::activity::Activity;
use crate::design::{cone, Design, Memory, Register, Write};
use crate::gate::Gates;
use crate::node::{ones, Node, NodeId, Pool};

/// Cycles of a burst.
pub(crate) const CYCLES: u64 = 1 << PHASE_BITS;
/// So many low bits of a counter are known.
const PHASE_BITS: u32 = 3;
/// A register that changes in fewer cycles than this is no counter for the phase.
const COUNTS: f64 = 0.9;

/// A burst, as a design of its own with the registers and memories of the whole. What sleeps keeps its state in it.
#[derive(Debug)]
pub(crate) struct Burst {
    /// After its registers come those of `lasts`.
    pub(crate) design: Design,
    /// The counter whose low bits must be zero at the start.
    pub(crate) phase: Option<usize>,
    /// For each cycle: not zero when something wakes a part.
    pub(crate) disturbances: Vec<NodeId>,
    /// Watched nodes, whose values from the last cycle are further registers.
    pub(crate) lasts: Vec<NodeId>,
}

impl Burst {
    /// The burst of a design in which parts sleep; none where nothing does. As the phase serves the counter with which least is left to do.
    pub(crate) fn new(design: &Design, gates: &Gates, activity: &Activity) -> Option<Burst> {
        if !gates.sleeps() {
            return None;
        }
        let counts = |&register: &usize| {
            let Register { node, width, .. } = design.registers[register];
            gates.registers[register].is_none() && width > PHASE_BITS && activity.of_node(node) > COUNTS
        };
        let counters = (0..design.registers.len()).filter(counts);
        let bursts = counters.filter_map(|counter| unroll(design, gates, Some(counter)));
        let best = bursts.min_by_key(|burst| burst.design.pool.len());
        best.or_else(|| unroll(design, gates, None))
    }

    /// The mask of the bits of the phase.
    pub(crate) fn phase_mask() -> u64 {
        ones(PHASE_BITS)
    }
}

/// Rolls out some cycles; none if the counter is not in the same phase after them.
fn unroll(design: &Design, gates: &Gates, phase: Option<usize>) -> Option<Burst> {
    let mut unroll = Unroll::new(design, gates, phase);
    for _ in 0..CYCLES {
        unroll.cycle();
    }
    let in_phase = |counter: usize| {
        let next = unroll.state[counter];
        unroll.pool.bits(next) & Burst::phase_mask() == 0
    };
    if !phase.is_none_or(in_phase) {
        return None;
    }
    Some(unroll.finish(phase))
}

struct Unroll<'a> {
    design: &'a Design,
    gates: &'a Gates,
    /// What each cycle computes, in order.
    order: Vec<NodeId>,
    /// Memories that are read.
    read: Vec<bool>,
    pool: Pool,
    /// What the registers have before the next cycle.
    state: Vec<NodeId>,
    writes: Vec<Vec<Write>>,
    /// The registers that have what watched nodes were in the last cycle.
    lasts: HashMap<NodeId, NodeId>,
    disturbances: Vec<NodeId>,
}

impl<'a> Unroll<'a> {
    fn new(design: &'a Design, gates: &'a Gates, phase: Option<usize>) -> Self {
        let watched = gates.watched.keys().copied();
        let order = cone(&design.pool, gates.always(design).chain(watched));
        let mut read = vec![false; design.memories.len()];
        for &node in &order {
            if let Node::Load { memory, .. } = design.pool.node(node) {
                read[memory as usize] = true;
            }
        }
        let mut pool = Pool::default();
        let mut state = Vec::new();
        for (number, register) in design.registers.iter().enumerate() {
            let low = if phase == Some(number) { PHASE_BITS } else { 0 };
            state.push(pool.register_in_phase(number as u32, register.width, low));
        }
        let mut lasts = HashMap::new();
        for (number, &node) in (state.len()..).zip(gates.watched.keys()) {
            lasts.insert(node, pool.register(number as u32, design.pool.width(node)));
        }
        Unroll {
            design,
            gates,
            order,
            read,
            pool,
            state,
            writes: vec![Vec::new(); design.memories.len()],
            lasts,
            disturbances: Vec::new(),
        }
    }

    fn cycle(&mut self) {
        let mut disturbance = self.pool.constant(0);
        let mut disturb = |pool: &mut Pool, by: NodeId| disturbance = pool.or(disturbance, by);
        let mut values: HashMap<NodeId, NodeId> = HashMap::new();
        for &node in &self.order {
            let mut value = match self.design.pool.node(node) {
                Node::Register(number) => self.state[number as usize],
                _ => self.pool.rebuild(&self.design.pool, node, |operand| values[&operand]),
            };
            if let Some(&last) = self.lasts.get(&node) {
                let change = self.pool.differ(value, last);
                disturb(&mut self.pool, change);
                // It is what it was, or the burst does not hold.
                if self.pool.as_const(value).is_none() {
                    value = last;
                }
            }
            values.insert(node, value);
        }
        for (number, register) in self.design.registers.iter().enumerate() {
            if self.gates.registers[number].is_some() {
                continue;
            }
            let next = values[&register.next];
            if self.gates.register_wakes[number] == 0 {
                self.state[number] = next;
            } else {
                let change = self.pool.differ(next, self.state[number]);
                disturb(&mut self.pool, change);
            }
        }
        for (number, memory) in self.design.memories.iter().enumerate() {
            if self.gates.memories[number].is_some() {
                continue;
            }
            for write in &memory.writes {
                if self.read[number] || self.gates.memory_wakes[number] != 0 {
                    disturb(&mut self.pool, values[&write.enable]);
                } else {
                    self.writes[number].push(Write {
                        enable: values[&write.enable],
                        address: values[&write.address],
                        data: write.data.iter().map(|limb| values[limb]).collect(),
                    });
                }
            }
        }
        self.disturbances.push(disturbance);
    }

    fn finish(mut self, phase: Option<usize>) -> Burst {
        let registers = self.design.registers.iter().enumerate();
        let registers = registers.map(|(number, register)| Register {
            node: self.pool.register(number as u32, register.width),
            next: self.state[number],
            ..register.clone()
        });
        let mut registers: Vec<Register> = registers.collect();
        registers.extend(self.gates.watched.keys().map(|watched| Register {
            place: 0,
            width: self.design.pool.width(*watched),
            initial: 0,
            node: self.lasts[watched],
            next: self.lasts[watched],
        }));
        let memories = self.design.memories.iter().zip(self.writes);
        let memories = memories.map(|(memory, writes)| Memory {
            writes,
            ..memory.clone()
        });
        Burst {
            design: Design {
                pool: self.pool,
                inputs: self.design.inputs.clone(),
                registers,
                memories: memories.collect(),
                signals: Default::default(),
            },
            phase,
            disturbances: self.disturbances,
            lasts: self.gates.watched.keys().copied().collect(),
        }
    }
}
