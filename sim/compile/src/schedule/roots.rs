//! Roots of the control flow: conditional updates of state.

use std::collections::BTreeMap;

use crate::design::Design;
use crate::gates::Gates;
use crate::node::NodeId;
use crate::word::Word;

/// A conditional update of state.
#[derive(Clone, Debug)]
pub(super) enum Root {
    Set {
        register: usize,
        value: NodeId,
    },
    Write {
        memory: usize,
        port: usize,
        enable: NodeId,
        address: NodeId,
        data: Word,
    },
}

/// Roots in any order, and roots whose order matters: if two ports write the same word, the last
/// one wins.
pub(super) type Roots = (Vec<Root>, Vec<Root>);

/// The roots of each partition, and those of the logic that is computed in every cycle.
pub(super) fn sort_roots(design: &Design, gates: &Gates) -> (BTreeMap<u32, Roots>, Roots) {
    let mut partitions: BTreeMap<u32, Roots> = BTreeMap::new();
    let mut always = Roots::default();
    for (register, data) in design.registers.iter().enumerate() {
        let roots = match gates.registers[register] {
            Some(partition) => partitions.entry(partition).or_default(),
            None => &mut always,
        };
        roots.0.push(Root::Set {
            register,
            value: data.next,
        });
    }
    for (memory, data) in design.memories.iter().enumerate() {
        let writes = data
            .writes
            .iter()
            .enumerate()
            .map(|(port, write)| Root::Write {
                memory,
                port,
                enable: write.enable,
                address: write.address,
                data: write.data.clone(),
            });
        let roots = match gates.memories[memory] {
            Some(partition) => partitions.entry(partition).or_default(),
            None => &mut always,
        };
        if data.writes.len() > 1 {
            roots.1.extend(writes);
        } else {
            roots.0.extend(writes);
        }
    }
    (partitions, always)
}
