//! Order of the items in a region.
//!
//! All values are those from before the cycle, so items may come in any order. A value that is read
//! after it was written needs a copy, though. So readers come before writers where possible.

use std::collections::HashSet;

use crate::design::Design;
use crate::node::{Node, NodeId};
use crate::region::{Item, Position, Region, RegionId};

/// A set of registers and memories.
#[derive(Clone)]
struct State(Vec<u64>);

impl State {
    fn none(design: &Design) -> State {
        let all = design.registers.len() + design.memories.len();
        State(vec![0; all.div_ceil(64)])
    }

    fn add_register(&mut self, register: usize) {
        self.0[register / 64] |= 1 << (register % 64);
    }

    fn add_memory(&mut self, design: &Design, memory: usize) {
        self.add_register(design.registers.len() + memory);
    }

    fn add(&mut self, other: &State) {
        let words = self.0.iter_mut().zip(&other.0);
        words.for_each(|(word, other)| *word |= other);
    }

    fn common(&self, other: &State) -> u32 {
        let words = self.0.iter().zip(&other.0);
        words.map(|(a, b)| (a & b).count_ones()).sum()
    }
}

/// The state that an item reads and writes.
#[derive(Clone)]
struct Access {
    reads: State,
    writes: State,
}

impl Access {
    fn none(design: &Design) -> Access {
        Access {
            reads: State::none(design),
            writes: State::none(design),
        }
    }

    fn add(&mut self, other: &Access) {
        self.reads.add(&other.reads);
        self.writes.add(&other.writes);
    }
}

/// Orders all regions. The values of the `given` nodes are known.
pub(crate) fn order(design: &Design, given: &HashSet<NodeId>, regions: &mut [Region]) {
    let reads = reads(design, given);
    let mut accesses = vec![Access::none(design); regions.len()];
    // A region precedes the regions inside it.
    for region in (0..regions.len()).rev() {
        let items = regions[region].items.iter();
        let of_items: Vec<Access> = items
            .map(|item| access(design, &reads, &accesses, item))
            .collect();
        of_items.iter().for_each(|item| accesses[region].add(item));
        let order = readers_first(&regions[region].items, &of_items);
        rearrange(RegionId(region), &order, regions);
    }
}

/// The state that each node depends on.
fn reads(design: &Design, given: &HashSet<NodeId>) -> Vec<State> {
    let mut reads: Vec<State> = Vec::with_capacity(design.pool.len());
    for index in 0..design.pool.len() {
        let node = NodeId::at(index);
        let mut state = State::none(design);
        if !given.contains(&node) {
            let operands = design.pool.node(node).operands();
            operands.for_each(|operand| state.add(&reads[operand.index()]));
            match design.pool.node(node) {
                Node::Register(register) => state.add_register(register as usize),
                Node::Load { memory, .. } => state.add_memory(design, memory as usize),
                _ => {}
            }
        }
        reads.push(state);
    }
    reads
}

fn access(design: &Design, reads: &[State], regions: &[Access], item: &Item) -> Access {
    let mut access = Access::none(design);
    for node in item.nodes() {
        access.reads.add(&reads[node.index()]);
    }
    match item {
        Item::Set { register, .. } => access.writes.add_register(*register),
        Item::Store { memory, .. } => access.writes.add_memory(design, *memory),
        Item::If {
            then, otherwise, ..
        } => [then, otherwise]
            .iter()
            .for_each(|arm| access.add(&regions[arm.0])),
        Item::Detect { .. }
        | Item::RunPartitions
        | Item::CountStall
        | Item::NextDeadline { .. }
        | Item::Hoist { .. } => {}
    }
    access
}

/// The order in which the least state is read after it was written. Change detection and partitions
/// stay first.
fn readers_first(items: &[Item], accesses: &[Access]) -> Vec<usize> {
    let is_first = |item: &&Item| matches!(item, Item::Detect { .. } | Item::RunPartitions);
    let first = items.iter().take_while(is_first).count();
    let is_last = |item: &&Item| matches!(item, Item::NextDeadline { .. });
    let last = items.len() - items.iter().rev().take_while(is_last).count();
    let mut left: Vec<usize> = (first..last).collect();
    // If two items write the same word, the last one wins.
    let never = u32::MAX / (items.len() as u32 + 1);
    let against = |item: usize, other: usize| {
        let writes = &accesses[item].writes;
        let is_later = other < item && writes.common(&accesses[other].writes) > 0;
        writes.common(&accesses[other].reads) + u32::from(is_later) * never
    };
    let others = |item: usize| left.iter().filter(move |&&other| other != item);
    let mut all_against: Vec<u32> = (0..items.len())
        .map(|item| others(item).map(|&other| against(item, other)).sum())
        .collect();
    let mut order: Vec<usize> = (0..first).collect();
    while let Some(next) = left.iter().copied().min_by_key(|&item| all_against[item]) {
        order.push(next);
        left.retain(|&item| item != next);
        for &item in &left {
            all_against[item] -= against(item, next);
        }
    }
    order.extend(last..items.len());
    order
}

fn rearrange(region: RegionId, order: &[usize], regions: &mut [Region]) {
    let items = std::mem::take(&mut regions[region.0].items);
    for (index, &from) in order.iter().enumerate() {
        if let Item::If {
            then, otherwise, ..
        } = items[from]
        {
            for arm in [then, otherwise] {
                regions[arm.0].parent = Some((region, Position::Item(index)));
            }
        }
    }
    let items = order.iter().map(|&from| items[from].clone());
    regions[region.0].items = items.collect();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::design::{Memory, Register};
    use crate::node::Pool;

    /// A design of registers with these next values, and a memory.
    fn design(nexts: impl Fn(&mut Pool, &[NodeId]) -> Vec<NodeId>) -> Design {
        let mut design = Design::default();
        let nodes: Vec<NodeId> = (0..4).map(|n| design.pool.register(n, 8)).collect();
        let nexts = nexts(&mut design.pool, &nodes);
        for (&node, next) in nodes.iter().zip(nexts) {
            design.add_register(node, next);
        }
        design.memories.push(Memory {
            place: 0,
            name: "words".to_owned(),
            width: 8,
            address_width: 8,
            initial: vec![],
            writes: vec![],
        });
        design
    }

    /// Names of the written registers and ports, in order.
    fn ordered(design: &Design, items: Vec<Item>) -> Vec<String> {
        let mut regions = vec![Region {
            parent: None,
            depth: 0,
            items,
        }];
        order(design, &HashSet::new(), &mut regions);
        let written = |item: &Item| match item {
            Item::Set { register, .. } => register.to_string(),
            Item::Store { port, .. } => format!("port {port}"),
            other => unreachable!("{other:?}"),
        };
        regions[0].items.iter().map(written).collect()
    }

    fn sets(design: &Design) -> Vec<Item> {
        let registers = design.registers.iter().enumerate();
        let set = |(register, data): (usize, &Register)| Item::Set {
            register,
            value: data.next,
        };
        registers.map(set).collect()
    }

    #[test]
    fn a_pipeline_is_written_from_its_end() {
        let design = design(|_, nodes| vec![nodes[3], nodes[0], nodes[1], nodes[3]]);
        assert_eq!(ordered(&design, sets(&design)), ["2", "1", "0", "3"]);
    }

    #[test]
    fn a_ring_is_written_too() {
        let design = design(|_, nodes| vec![nodes[3], nodes[0], nodes[1], nodes[2]]);
        let mut written = ordered(&design, sets(&design));
        written.sort();
        assert_eq!(written, ["0", "1", "2", "3"]);
    }

    #[test]
    fn of_two_writes_to_a_memory_the_later_one_stays_the_later_one() {
        let design = design(|pool, nodes| {
            let load = pool.load(0, 0, nodes[0], 8);
            vec![nodes[0], load, nodes[2], nodes[3]]
        });
        let store = |port| Item::Store {
            memory: 0,
            port,
            address: design.registers[0].node,
            data: vec![design.registers[2].node],
        };
        let items = [store(0), store(1)].into_iter().chain(sets(&design));
        let written = ordered(&design, items.collect());
        let at = |name: &str| written.iter().position(|item| item == name);
        assert!(
            at("1") < at("port 0") && at("port 0") < at("port 1"),
            "{written:?}"
        );
    }
}
