//! A flat design: a netlist with resolved instances, names and widths.

use std::collections::BTreeMap;

use gatefall_netlist::{NetKind, Value};
use rustc_hash::FxHashSet;

use crate::node::{Node, NodeId};
use crate::pool::Pool;
use crate::word::{SharedWord, Word};

/// All logic of a cycle, and the hierarchical names of its nets.
#[derive(Clone, Debug, Default, Hash)]
pub(crate) struct Design {
    pub(crate) pool: Pool,
    /// Widths of the limbs that the host sets.
    pub(crate) inputs: Vec<u32>,
    pub(crate) registers: Vec<Register>,
    pub(crate) memories: Vec<Memory>,
    /// All nets by hierarchical name.
    pub(crate) signals: BTreeMap<String, Net>,
}

/// A limb of a register, or of the output of a clocked read port.
#[derive(Clone, Debug, Hash)]
pub(crate) struct Register {
    /// The instance that it belongs to, numbered from the top down.
    pub(crate) place: usize,
    pub(crate) width: u32,
    pub(crate) initial: u64,
    /// The node of the current state.
    pub(crate) node: NodeId,
    pub(crate) next: NodeId,
}

/// A memory and its clocked write ports, in order.
#[derive(Clone, Debug, Hash)]
pub(crate) struct Memory {
    /// The instance that it belongs to, numbered from the top down.
    pub(crate) place: usize,
    pub(crate) name: String,
    pub(crate) width: u32,
    pub(crate) address_width: u32,
    pub(crate) initial: Vec<Value>,
    pub(crate) writes: Vec<Write>,
}

/// A write port.
#[derive(Clone, Debug, Hash)]
pub(crate) struct Write {
    pub(crate) enable: NodeId,
    pub(crate) address: NodeId,
    pub(crate) data: Word,
}

/// A named net.
#[derive(Clone, Debug, Hash)]
pub(crate) struct Net {
    /// Position among all nets in the order of their names.
    pub(crate) number: usize,
    pub(crate) word: SharedWord,
    pub(crate) width: u32,
    pub(crate) kind: NetKind,
    /// True if the host may set it: an input of the top, an output of a black box, a register, or
    /// the data of a clocked read port.
    pub(crate) free: bool,
    /// True for the data of a clocked read port.
    pub(crate) is_read_data: bool,
}

impl Write {
    /// The nodes that the port reads.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = NodeId> + use<> {
        [self.enable, self.address]
            .into_iter()
            .chain(self.data.clone())
    }
}

impl Design {
    /// The conditions that select a register's next value, and the values that it may take. `to`
    /// replaces nodes. A multiplexer that is `whole` counts as one value.
    pub(crate) fn choices(
        &self,
        register: usize,
        to: impl Fn(NodeId) -> NodeId,
        whole: impl Fn(NodeId) -> bool,
    ) -> (Vec<NodeId>, Vec<NodeId>) {
        let (mut conditions, mut values) = (Vec::new(), Vec::new());
        let mut seen = FxHashSet::default();
        let mut todo = vec![self.registers[register].next];
        while let Some(node) = todo.pop() {
            let node = to(node);
            if !seen.insert(node) {
                continue;
            }
            match self.pool.node(node) {
                Node::Mux(condition, then, otherwise) if !whole(node) => {
                    conditions.push(condition);
                    todo.extend([then, otherwise]);
                }
                _ => values.push(node),
            }
        }
        (conditions, values)
    }

    /// Nodes that can change a register: all its conditions and values except the register itself.
    pub(crate) fn moved_by(
        &self,
        register: usize,
        to: impl Fn(NodeId) -> NodeId,
        whole: impl Fn(NodeId) -> bool,
    ) -> Vec<NodeId> {
        let (mut moved_by, values) = self.choices(register, to, whole);
        let kept = self.registers[register].node;
        moved_by.extend(values.into_iter().filter(|&value| value != kept));
        moved_by
    }

    /// Names of the registers and inputs. Of several names it is the one that is highest in the
    /// hierarchy.
    pub(crate) fn names(&self) -> BTreeMap<NodeId, String> {
        let mut names: BTreeMap<NodeId, String> = BTreeMap::new();
        let depth = |name: &str| name.matches('.').count();
        for (name, net) in &self.signals {
            for (limb, &node) in net.word.iter().enumerate() {
                if !matches!(self.pool.node(node), Node::Register(_) | Node::Input(_)) {
                    continue;
                }
                let name = match net.word.len() {
                    1 => name.clone(),
                    _ => format!("{name}.{limb}"),
                };
                match names.get(&node) {
                    Some(known) if depth(known) <= depth(&name) => {}
                    _ => drop(names.insert(node, name)),
                }
            }
        }
        names
    }

    /// Adds a register with this node of its state and this next value.
    #[cfg(test)]
    pub(crate) fn add_register(&mut self, node: NodeId, next: NodeId) {
        self.registers.push(Register {
            place: 0,
            width: self.pool.width(node),
            initial: 0,
            node,
            next,
        });
    }

    /// The nodes that the next state depends on, in order. A register that never changes belongs to
    /// them only if another one depends on it.
    pub(crate) fn needed(&self) -> Vec<NodeId> {
        let writes = self.memories.iter().flat_map(|memory| &memory.writes);
        let registers = self.registers.iter();
        let changing = registers.filter(|register| register.next != register.node);
        let nexts = changing.map(|register| register.next);
        cone(&self.pool, nexts.chain(writes.flat_map(Write::nodes)))
    }
}

/// Some nodes and all that they depend on. `to` replaces nodes, or leaves them out. The operands of
/// a node that `ends` are left out, too.
pub(crate) fn fan_in(
    pool: &Pool,
    roots: impl IntoIterator<Item = NodeId>,
    to: impl Fn(NodeId) -> Option<NodeId>,
    ends: impl Fn(NodeId) -> bool,
) -> FxHashSet<NodeId> {
    let mut found = FxHashSet::default();
    let mut todo: Vec<NodeId> = roots.into_iter().collect();
    while let Some(node) = todo.pop() {
        let Some(node) = to(node) else {
            continue;
        };
        if found.insert(node) && !ends(node) {
            todo.extend(pool.node(node).operands());
        }
    }
    found
}

/// Some nodes and all that they depend on, in order.
pub(crate) fn cone(pool: &Pool, roots: impl IntoIterator<Item = NodeId>) -> Vec<NodeId> {
    let mut nodes: Vec<NodeId> = fan_in(pool, roots, Some, |_| false).into_iter().collect();
    nodes.sort_unstable();
    nodes
}
