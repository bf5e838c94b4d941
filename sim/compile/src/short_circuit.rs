//! Short-circuit evaluation of conjunctions: terms that rarely change are evaluated first.
//!
//! Hardware computes all terms of a conjunction at once. A program can skip the others while one
//! term is zero, and terms that rarely change can be one hoisted value. The other terms become an
//! input of a multiplexer, which may become a branch.

use std::collections::HashSet;

use crate::activity::Activity;
use crate::class::{classes, Class};
use crate::cost::cost;
use crate::design::{cone, Design};
use crate::node::{Node, NodeId, Op, Pool};

/// Least number of instructions that only the skipped terms use, because a branch has a cost too.
const LEAST_GUARDED: u32 = 8;

/// The design with short-circuited conjunctions, and its activity.
pub(crate) fn short_circuit(design: &Design, activity: &Activity) -> (Design, Activity) {
    let mut rebuild = Rebuild {
        design,
        stable: stable(design, activity),
        uses: uses(design),
        activity,
        pool: Pool::default(),
        renamed: Vec::new(),
        origins: Vec::new(),
    };
    for index in 0..design.pool.len() {
        rebuild.add(NodeId::at(index));
    }
    let to = |node: NodeId| rebuild.renamed[node.index()];
    let mut short_circuited = design.clone();
    for register in &mut short_circuited.registers {
        (register.node, register.next) = (to(register.node), to(register.next));
    }
    for write in short_circuited
        .memories
        .iter_mut()
        .flat_map(|memory| &mut memory.writes)
    {
        (write.enable, write.address) = (to(write.enable), to(write.address));
        write.data.iter_mut().for_each(|limb| *limb = to(*limb));
    }
    let signals = short_circuited
        .signals
        .values_mut()
        .flat_map(|net| &mut net.word);
    signals.for_each(|limb| *limb = to(*limb));
    let activity = activity.renamed(&rebuild.origins);
    short_circuited.pool = rebuild.pool;
    (short_circuited, activity)
}

/// True for each node that depends only on rarely changing values.
fn stable(design: &Design, activity: &Activity) -> Vec<bool> {
    let mut stable = vec![false; design.pool.len()];
    for (index, class) in classes(design, activity).into_iter().enumerate() {
        let mut operands = design.pool.node(NodeId::at(index)).operands();
        stable[index] = class == Class::Stable && operands.all(|operand| stable[operand.index()]);
    }
    stable
}

/// Number of uses of each node, as an operand or as a root of the next state.
fn uses(design: &Design) -> Vec<u32> {
    let mut uses = vec![0; design.pool.len()];
    let mut note = |node: NodeId| uses[node.index()] += 1;
    for node in design.needed() {
        design.pool.node(node).operands().for_each(&mut note);
    }
    design
        .registers
        .iter()
        .for_each(|register| note(register.next));
    let writes = design.memories.iter().flat_map(|memory| &memory.writes);
    writes.flat_map(|write| write.nodes()).for_each(&mut note);
    uses
}

struct Rebuild<'a> {
    design: &'a Design,
    /// True for each node that depends only on rarely changing values.
    stable: Vec<bool>,
    uses: Vec<u32>,
    activity: &'a Activity,
    pool: Pool,
    /// The new node for each old one.
    renamed: Vec<NodeId>,
    /// The old nodes that change each new one.
    origins: Vec<Vec<NodeId>>,
}

impl Rebuild<'_> {
    fn add(&mut self, node: NodeId) {
        let new = self.short_circuited(node).unwrap_or_else(|| {
            let to = |operand: NodeId| self.renamed[operand.index()];
            let copy = self.design.pool.node(node).with_operands(to);
            self.pool.add_node(copy, self.design.pool.bits(node))
        });
        self.note(new, vec![node]);
        self.renamed.push(new);
    }

    /// Records the old nodes that change a new node, if it is new.
    fn note(&mut self, new: NodeId, origins: Vec<NodeId>) {
        while self.origins.len() < new.index() {
            self.origins.push(Vec::new());
        }
        match self.origins.get_mut(new.index()) {
            Some(known) => *known = origins,
            None => self.origins.push(origins),
        }
    }

    /// A short-circuited conjunction, if it saves instructions.
    fn short_circuited(&mut self, node: NodeId) -> Option<NodeId> {
        let terms = self.terms(node);
        // All bits of a wider term would count in a condition.
        if terms.iter().any(|&term| self.design.pool.bits(term) != 1) {
            return None;
        }
        let is_stable = |term: &NodeId| self.stable[term.index()];
        let (stable, rest): (Vec<_>, Vec<_>) = terms.into_iter().partition(is_stable);
        let mostly_zero = stable
            .iter()
            .any(|&term| self.activity.share_set(term) < 0.5);
        if !mostly_zero || self.own_cost(&rest) < LEAST_GUARDED {
            return None;
        }
        let short_circuit = self.all(stable);
        let rest = self.all(rest);
        let zero = self.pool.constant(0);
        Some(self.pool.mux(short_circuit, rest, zero))
    }

    /// The terms of a conjunction of single bits.
    fn terms(&self, root: NodeId) -> Vec<NodeId> {
        let mut terms = Vec::new();
        // An explicit stack, because conjunctions can be long.
        let mut todo = vec![root];
        while let Some(node) = todo.pop() {
            let is_inner = node == root || self.uses[node.index()] == 1;
            match self.design.pool.node(node) {
                Node::Binary(Op::And, _, a, b)
                    if is_inner
                        && self.design.pool.bits(node) == 1
                        && self.design.pool.as_const(b).is_none() =>
                {
                    todo.extend([b, a]);
                }
                _ => terms.push(node),
            }
        }
        terms
    }

    /// The conjunction of some nodes, with its origins recorded.
    fn all(&mut self, terms: Vec<NodeId>) -> NodeId {
        let to = |term: &NodeId| self.renamed[term.index()];
        let mut all = to(&terms[0]);
        for index in 1..terms.len() {
            all = self.pool.and(all, self.renamed[terms[index].index()]);
            if all.index() >= self.origins.len() {
                self.note(all, terms[..=index].to_vec());
            }
        }
        all
    }

    /// Instructions that only the given nodes use.
    fn own_cost(&self, roots: &[NodeId]) -> u32 {
        let mut own: HashSet<NodeId> = HashSet::new();
        let mut found = vec![0; self.design.pool.len()];
        roots.iter().for_each(|root| found[root.index()] += 1);
        // Users come before operands.
        for node in cone(&self.design.pool, roots.iter().copied())
            .into_iter()
            .rev()
        {
            if found[node.index()] >= self.uses[node.index()] {
                own.insert(node);
                let operands = self.design.pool.node(node).operands();
                operands.for_each(|operand| found[operand.index()] += 1);
            }
        }
        own.into_iter().map(|node| cost(self.design, node)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::Layout;

    /// A counter, and a register that takes `switch & f(counter)`. The switch is never set.
    fn design() -> Design {
        let mut design = Design::default();
        let pool = &mut design.pool;
        let (counter, switch, found) = (
            pool.register(0, 8),
            pool.register(1, 1),
            pool.register(2, 1),
        );
        let one = pool.constant(1);
        let next = pool.add(8, counter, one);
        let mut any = pool.constant(0);
        for place in [3, 17, 30, 99, 204] {
            let place = pool.constant(place);
            let here = pool.eq(counter, place);
            any = pool.xor(any, here);
        }
        let both = pool.and(switch, any);
        for (node, next) in [(counter, next), (switch, switch), (found, both)] {
            design.add_register(node, next);
        }
        design
    }

    fn detected(design: &Design) -> Activity {
        let mut activity = Activity::new(design);
        let layout = Layout::new(design).unwrap();
        let mut image = vec![0; layout.size as usize];
        for look in 0..4 {
            layout.registers[0].write(&mut image, look * 64);
            activity.sample(design, &layout, &image);
        }
        activity
    }

    #[test]
    fn what_is_mostly_zero_guards_the_rest() {
        let design = design();
        let activity = detected(&design);
        assert_eq!(activity.of_node(design.registers[0].node), 1.0);
        let (short_circuited, known) = short_circuit(&design, &activity);
        let [counter, switch, found] = &short_circuited.registers[..] else {
            panic!("registers stay");
        };
        let Node::Mux(condition, rest, zero) = short_circuited.pool.node(found.next) else {
            panic!(
                "{:?} is no multiplexer",
                short_circuited.pool.node(found.next)
            );
        };
        assert_eq!(condition, switch.node);
        assert_eq!(short_circuited.pool.as_const(zero), Some(0));
        assert!(cone(&short_circuited.pool, [rest].into_iter()).contains(&counter.node));
        assert_eq!(known.of_node(rest), 10.0 / 256.0, "five places, in and out");
    }

    #[test]
    fn what_has_more_bits_guards_nothing() {
        let mut design = design();
        let wide = design.pool.register(3, 8);
        let Node::Binary(Op::And, _, _, any) = design.pool.node(design.registers[2].next) else {
            panic!("the register takes a conjunction");
        };
        design.registers[2].next = design.pool.and(wide, any);
        design.add_register(wide, wide);
        let (short_circuited, _) = short_circuit(&design, &detected(&design));
        let next = short_circuited.pool.node(short_circuited.registers[2].next);
        assert!(matches!(next, Node::Binary(Op::And, ..)), "{next:?}");
    }

    #[test]
    fn what_is_often_set_guards_nothing() {
        let mut design = design();
        let layout = Layout::new(&design).unwrap();
        design.registers[1].initial = 1;
        let mut image = vec![0; layout.size as usize];
        layout.registers[1].write(&mut image, 1);
        let mut activity = Activity::new(&design);
        activity.sample(&design, &layout, &image);
        let (short_circuited, _) = short_circuit(&design, &activity);
        let next = short_circuited.pool.node(short_circuited.registers[2].next);
        assert!(matches!(next, Node::Binary(Op::And, ..)), "{next:?}");
    }
}
