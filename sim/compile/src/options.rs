//! Passes of the compiler that can be switched off, to measure what each of them brings.

/// A pass of the compiler. It changes the speed and no value. Branches and common conditions are
/// passes of [`compile`](crate::compile), too; the others need a profile, and are passes of
/// [`Program::tune`](crate::Program::tune) alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    /// Logic that rarely changes is computed in partitions. The other passes, except branches and
    /// common conditions, need partitions.
    Partitions,
    /// Nodes that rarely change although their operands do are compared with their last value.
    Detection,
    /// State with frequent triggers is divided by trigger set, not by instance.
    Grouping,
    /// Values that rarely change are computed outside the logic of every cycle.
    Hoisting,
    /// Logic behind an enable is skipped while it is stable.
    Stall,
    /// Free-running counters are skipped until the next deadline.
    Counters,
    /// Logic of few input bits is looked up.
    Tables,
    /// Multiplexers with expensive arms are branches.
    Branches,
    /// Registers and writes that share a condition are in one branch.
    Conditions,
    /// Change detection is left out if its estimated cost is higher than what it saves.
    Choice,
}

impl Pass {
    /// All passes.
    pub const ALL: [Pass; 10] = [
        Pass::Partitions,
        Pass::Detection,
        Pass::Grouping,
        Pass::Hoisting,
        Pass::Stall,
        Pass::Counters,
        Pass::Tables,
        Pass::Branches,
        Pass::Conditions,
        Pass::Choice,
    ];

    /// Name, as in the documentation.
    pub fn name(self) -> &'static str {
        match self {
            Pass::Partitions => "partitions",
            Pass::Detection => "change detection",
            Pass::Grouping => "grouping by triggers",
            Pass::Hoisting => "hoisting",
            Pass::Stall => "stall domain",
            Pass::Counters => "free-running counters",
            Pass::Tables => "lookup tables",
            Pass::Branches => "branches",
            Pass::Conditions => "common conditions",
            Pass::Choice => "choice by cost",
        }
    }
}

/// The passes that are on: all of them, or all but some.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The passes that are off, one bit for each.
    off: u16,
    /// Bytes of code after which the rest of a function goes into parts.
    part_bytes: usize,
    /// Nodes of a component. Smaller ones are put together.
    component_nodes: usize,
    /// Nodes for each word of partitions.
    word_nodes: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            off: 0,
            part_bytes: 1 << 20,
            component_nodes: 64,
            word_nodes: 8192,
        }
    }
}

impl Options {
    /// All passes but this one.
    pub fn without(pass: Pass) -> Options {
        Options::default().and_without(pass)
    }

    /// The same passes but this one.
    pub(crate) fn and_without(self, pass: Pass) -> Options {
        let off = self.off | 1 << pass as u8;
        Options { off, ..self }
    }

    pub(crate) fn has(self, pass: Pass) -> bool {
        self.off >> pass as u8 & 1 == 0
    }

    /// The same passes, with functions that are divided after so many bytes of code. The default is
    /// 1 MiB, because engines limit the length of a function.
    pub fn divided_after(self, part_bytes: usize) -> Options {
        Options { part_bytes, ..self }
    }

    /// The same passes, with components of at least so many nodes. The default is 64, because the
    /// start of each component takes time in every run.
    pub fn components_of(self, component_nodes: usize) -> Options {
        Options {
            component_nodes,
            ..self
        }
    }

    /// The same passes, with 62 partitions for each so many nodes. The default is 8,192, because
    /// each word of the set of active partitions takes time in every cycle.
    pub fn partitions_for(self, word_nodes: usize) -> Options {
        Options { word_nodes, ..self }
    }

    pub(crate) fn part_bytes(self) -> usize {
        self.part_bytes
    }

    pub(crate) fn component_nodes(self) -> usize {
        self.component_nodes
    }

    pub(crate) fn word_nodes(self) -> usize {
        self.word_nodes.max(1)
    }
}
