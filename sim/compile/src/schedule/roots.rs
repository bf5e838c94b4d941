//! Roots of the control flow: conditional updates of state.

use std::collections::BTreeMap;

use crate::design::Design;
use crate::gates::Gates;
use crate::node::NodeId;
use crate::region::Item;

/// A conditional update of state.
#[derive(Clone, Debug)]
pub(super) struct Root {
    /// Condition of a write, unless it is known to be true.
    pub(super) enable: Option<NodeId>,
    /// Sets a register or stores a word.
    pub(super) item: Item,
    /// Conditions that simplify the root further.
    pub(super) conditions: Vec<NodeId>,
}

impl Root {
    fn new(enable: Option<NodeId>, item: Item) -> Root {
        Root {
            enable,
            item,
            conditions: Vec::new(),
        }
    }
}

/// Roots in any order, and roots whose order matters: if two ports write the same word, the last
/// one wins.
pub(super) type Roots = (Vec<Root>, Vec<Root>);

/// The roots of each partition, of the stall domain, and of the free-running counters, by number.
/// Those without a number are computed in every cycle.
pub(super) fn sort_roots(design: &Design, gates: &Gates) -> BTreeMap<Option<u32>, Roots> {
    let mut sorted: BTreeMap<Option<u32>, Roots> = BTreeMap::new();
    for (register, data) in design.registers.iter().enumerate() {
        let roots = sorted.entry(gates.of_register(register)).or_default();
        let value = data.next;
        roots.0.push(Root::new(None, Item::Set { register, value }));
    }
    for (memory, data) in design.memories.iter().enumerate() {
        let writes = data.writes.iter().enumerate().map(|(port, write)| {
            let item = Item::Store {
                memory,
                port,
                address: write.address,
                data: write.data.clone(),
            };
            Root::new(Some(write.enable), item)
        });
        let roots = sorted.entry(gates.memories[memory]).or_default();
        if data.writes.len() > 1 {
            roots.1.extend(writes);
        } else {
            roots.0.extend(writes);
        }
    }
    sorted
}
