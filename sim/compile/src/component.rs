//! Components: parts of a design that never read each other's state.
//!
//! Within a run the inputs are constant. So components can run one after the other, each for all
//! cycles of the run. Copies of a design side by side are the usual case: the code and the state of
//! one of them stay in the caches.

use std::collections::BTreeMap;

use crate::design::{Design, Write};
use crate::node::Node;
use crate::observed::Skipped;

/// Largest number of components. Compiling each takes time for the whole design.
const MOST: usize = 128;

/// Calls `act` for each component. It gets a design in which all other state never changes.
/// Components of fewer than `least` nodes are put together.
///
/// # Errors
/// The first error.
pub(crate) fn each_component<E>(
    design: &Design,
    least: usize,
    mut act: impl FnMut(&Design) -> Result<(), E>,
) -> Result<(), E> {
    let components = components(design, least);
    if components.len() < 2 {
        return act(design);
    }
    let mut design = design.clone();
    components.iter().for_each(|all| all.leave_out(&mut design));
    for component in components {
        component.put_back(&mut design);
        act(&design)?;
        component.leave_out(&mut design);
    }
    Ok(())
}

/// The state of each component: what is left out while the code of another one is written.
fn components(design: &Design, least: usize) -> Vec<Skipped> {
    let pool = &design.pool;
    let mut sets = Sets::new(pool.len() + design.memories.len());
    let memory_set = |number: usize| pool.len() + number;
    // Nodes that depend only on inputs and constants belong to no component.
    let mut depends = vec![false; pool.len()];
    let needed = design.needed();
    for &node in &needed {
        depends[node.index()] = match pool.node(node) {
            Node::Register(_) => true,
            Node::Load { memory, .. } if !design.memories[memory as usize].writes.is_empty() => {
                sets.unite(node.index(), memory_set(memory as usize));
                true
            }
            _ => false,
        };
        for operand in pool.node(node).operands() {
            if depends[operand.index()] {
                depends[node.index()] = true;
                sets.unite(node.index(), operand.index());
            }
        }
    }
    for register in &design.registers {
        if depends[register.next.index()] {
            sets.unite(register.node.index(), register.next.index());
        }
    }
    for (number, memory) in design.memories.iter().enumerate() {
        for node in memory.writes.iter().flat_map(Write::nodes) {
            if depends[node.index()] {
                sets.unite(memory_set(number), node.index());
            }
        }
    }
    let mut found: BTreeMap<usize, (usize, Skipped)> = BTreeMap::new();
    for (number, register) in design.registers.iter().enumerate() {
        let (_, state) = found.entry(sets.of(register.node.index())).or_default();
        state.add_register(design, number);
    }
    for number in 0..design.memories.len() {
        let (_, state) = found.entry(sets.of(memory_set(number))).or_default();
        state.add_memory(design, number);
    }
    for &node in &needed {
        if let Some((size, _)) = found.get_mut(&sets.of(node.index())) {
            *size += 1;
        }
    }
    let least = least.max(needed.len() / MOST);
    together(found.into_values(), least)
}

/// Puts small components together.
fn together(components: impl Iterator<Item = (usize, Skipped)>, least: usize) -> Vec<Skipped> {
    let mut full: Vec<Skipped> = Vec::new();
    let (mut rest, mut nodes) = (Skipped::default(), 0);
    for (size, component) in components {
        rest.extend(component);
        nodes += size;
        if nodes >= least {
            full.push(std::mem::take(&mut rest));
            nodes = 0;
        }
    }
    match full.last_mut() {
        Some(last) => last.extend(rest),
        None => full.push(rest),
    }
    full
}

/// Disjoint sets of numbers.
struct Sets(Vec<usize>);

impl Sets {
    /// A set for each number.
    fn new(numbers: usize) -> Sets {
        Sets((0..numbers).collect())
    }

    /// The least number of the set of a number.
    fn of(&mut self, mut number: usize) -> usize {
        while self.0[number] != number {
            self.0[number] = self.0[self.0[number]];
            number = self.0[number];
        }
        number
    }

    fn unite(&mut self, a: usize, b: usize) {
        let (a, b) = (self.of(a), self.of(b));
        self.0[a.max(b)] = a.min(b);
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::design::Memory;

    fn memory(writes: Vec<Write>) -> Memory {
        Memory {
            place: 0,
            name: String::new(),
            width: 8,
            address_width: 8,
            initial: Vec::new(),
            writes,
        }
    }

    /// Registers 0 and 1 read each other. Registers 2 and 3 are joined by a memory: one is written
    /// to it, the other takes what is read. Register 4 takes an input. All read the same constant
    /// memory at the same input.
    fn design() -> Design {
        let mut design = Design::default();
        let pool = &mut design.pool;
        let nodes: Vec<_> = (0..5).map(|number| pool.register(number, 8)).collect();
        let input = pool.input(0, 8);
        let shared = pool.load(0, 0, input, 8);
        let nexts = [
            nodes[1],
            nodes[0],
            nodes[2],
            pool.load(1, 0, nodes[3], 8),
            input,
        ];
        let nexts = nexts.map(|next| pool.add(8, next, shared));
        let write = Write {
            enable: pool.constant(1),
            address: input,
            data: vec![nodes[2]],
        };
        design.memories = vec![memory(vec![]), memory(vec![write])];
        for (node, next) in nodes.into_iter().zip(nexts) {
            design.add_register(node, next);
        }
        design
    }

    /// The registers that each component computes, and whether it writes the memory.
    fn found(least: usize) -> Vec<(Vec<usize>, bool)> {
        let mut found = Vec::new();
        let act = |design: &Design| {
            let registers = design.registers.iter().enumerate();
            let moving = registers.filter(|(_, register)| register.next != register.node);
            let numbers = moving.map(|(number, _)| number).collect();
            found.push((numbers, !design.memories[1].writes.is_empty()));
            Ok::<(), Infallible>(())
        };
        match each_component(&design(), least, act) {
            Ok(()) => found,
        }
    }

    #[test]
    fn state_that_is_read_belongs_to_the_component_of_its_reader() {
        // Register 4 depends on no state. It joins the last component.
        assert_eq!(found(1), [(vec![0, 1], false), (vec![2, 3, 4], true)]);
    }

    #[test]
    fn small_components_are_put_together() {
        assert_eq!(found(100), [(vec![0, 1, 2, 3, 4], true)]);
    }
}
