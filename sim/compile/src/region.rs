//! Regions: code that runs as a whole, in a tree of branches.

use crate::node::NodeId;
use crate::word::Word;

/// Limit of the depth of branches, because a chain of multiplexers may be long.
pub(crate) const MAX_DEPTH: u32 = 128;

/// Index of a [`Region`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct RegionId(pub(crate) usize);

/// Code that runs as a whole.
#[derive(Clone, Debug)]
pub(crate) struct Region {
    /// The enclosing region and the position in it. `None` for a whole cycle.
    pub(crate) parent: Option<(RegionId, Position)>,
    pub(crate) depth: u32,
    pub(crate) items: Vec<Item>,
}

/// Position of a region in the enclosing one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Position {
    /// An arm of the branch at this index of the items.
    Item(usize),
    /// An arm of this multiplexer.
    Mux(NodeId),
}

/// An action of a region, in order. All values are those from before the cycle.
#[derive(Clone, Debug)]
pub(crate) enum Item {
    /// A register takes a value.
    Set { register: usize, value: NodeId },
    /// A memory takes a word.
    Store {
        memory: usize,
        /// Number of the write port.
        port: usize,
        address: NodeId,
        data: Word,
    },
    /// Change detection: activates partitions if one of the nodes changed since the last cycle. The
    /// nodes have at most 64 bits together.
    Detect { nodes: Vec<NodeId> },
    /// Runs the active partitions with hoisted values.
    RunPartitions,
    /// Counts the cycles until the stall domain is stable.
    CountStall,
    /// Computes the number of cycles to the next deadline of a free-running counter.
    NextDeadline { values: Vec<NodeId> },
    /// Stores the value of a hoisted node for the logic that is computed in every cycle.
    Hoist { node: NodeId },
    /// A branch.
    If {
        condition: NodeId,
        then: RegionId,
        otherwise: RegionId,
    },
    /// A region that runs unless the stall domain is stable.
    IfMoving { then: RegionId },
}

impl Item {
    /// The nodes that the item itself reads.
    pub(crate) fn nodes(&self) -> Vec<NodeId> {
        match self {
            Item::Set { value, .. } => vec![*value],
            Item::Store { address, data, .. } => {
                [*address].into_iter().chain(data.iter().copied()).collect()
            }
            Item::If { condition, .. } => vec![*condition],
            Item::Detect { nodes } => nodes.clone(),
            Item::Hoist { node } => vec![*node],
            Item::NextDeadline { values } => values.clone(),
            Item::RunPartitions | Item::CountStall | Item::IfMoving { .. } => vec![],
        }
    }
}

/// All code of a cycle.
#[derive(Debug)]
pub(crate) struct Code<T> {
    /// Code of the free-running counters. It runs at their deadlines and after a trigger changed,
    /// before all but partitions with hoisted values for change detection.
    pub(crate) counters: Option<T>,
    /// Code that runs in every cycle.
    pub(crate) always: T,
    /// Code that runs while a partition is active.
    pub(crate) partitions: Vec<(u32, T)>,
}

/// The code of a cycle as trees of regions. The first region of a list is the root.
pub(crate) type Schedule = Code<Vec<Region>>;
