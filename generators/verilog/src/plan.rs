//! Plan for the text of a module: the values that get a wire, and the order of declarations.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use gatefall_netlist::{
    Assign, BinaryOp, Driver, Expr, ExprId, ExprPool, MemoryId, Module, NetId, Netlist,
    PortDirection, UnaryOp, Value,
};

use crate::live::Live;
use crate::names::Scope;

/// Maximum nesting depth of operators without a wire.
const MAX_NESTING: usize = 64;

/// Decisions about the text of a module.
pub(crate) struct Plan<'a> {
    pub(crate) netlist: &'a Netlist,
    pub(crate) module: &'a Module,
    pub(crate) live: Live,
    pub(crate) names: Scope,
    /// Nets of the ports.
    pub(crate) ports: HashSet<NetId>,
    /// Names of the wires for values that get one.
    pub(crate) wires: HashMap<ExprId, String>,
    /// Values that are printed as the name of the net that they define.
    pub(crate) named: HashMap<ExprId, NetId>,
    /// Combinational wires; each comes after the wires that it reads.
    pub(crate) order: Vec<Item>,
    /// Wires for constant addresses of write ports. Yosys makes registers of a memory that is
    /// written at a literal address.
    pub(crate) fixed_addresses: HashMap<(MemoryId, usize), String>,
    /// Wires for constant addresses of combinational read ports. `always @*` never runs without a
    /// signal.
    pub(crate) fixed_reads: HashMap<(MemoryId, usize), String>,
    /// Loop variables that clear memories whose initial contents are incomplete.
    pub(crate) word_counters: HashMap<MemoryId, String>,
    /// Wires for instance outputs that are never read.
    pub(crate) unread: HashMap<NetId, String>,
    /// Most words of a memory that becomes registers.
    pub(crate) register_words: u64,
    /// Values of the named constants.
    pub(crate) constants: HashMap<NetId, &'a Value>,
    /// Values that are constant after substitution of the named constants.
    fixed: HashSet<ExprId>,
}

/// A combinational wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Item {
    /// A net of the source, by index of its assignment.
    Net(usize),
    /// A value that gets a wire.
    Wire(ExprId),
    /// A combinational read port of a memory, by index.
    Read(MemoryId, usize),
}

impl<'a> Plan<'a> {
    pub(crate) fn new(
        netlist: &'a Netlist,
        module: &'a Module,
        names: Scope,
        register_words: u64,
    ) -> Plan<'a> {
        let mut plan = Plan {
            netlist,
            module,
            live: Live::new(netlist, module),
            names,
            ports: module.ports.iter().map(|port| port.net).collect(),
            wires: HashMap::new(),
            named: HashMap::new(),
            order: Vec::new(),
            fixed_addresses: HashMap::new(),
            fixed_reads: HashMap::new(),
            word_counters: HashMap::new(),
            unread: HashMap::new(),
            register_words,
            constants: module.constants.iter().map(|c| (c.net, &c.value)).collect(),
            fixed: HashSet::new(),
        };
        plan.find_fixed();
        plan.find_fixed_addresses();
        plan.find_word_counters();
        plan.find_unread();
        plan.find_named();
        plan.choose_wires();
        plan.sort();
        plan
    }

    /// All expressions in the text, each with the name of its user.
    fn roots(&self) -> Vec<(ExprId, String)> {
        let module = self.module;
        let mut roots = Vec::new();
        for assign in module
            .assigns
            .iter()
            .filter(|assign| self.live.nets.contains(&assign.net))
        {
            roots.push((assign.value, self.names.net(assign.net).to_owned()));
        }
        for &id in &self.live.registers {
            let register = &module.registers[id];
            let name = self.names.net(register.net);
            let values = register.enable.into_iter().chain([register.next]);
            roots.extend(values.map(|value| (value, name.to_owned())));
        }
        for &id in &self.live.memories {
            let memory = &module.memories[id];
            let name = self.names.memory(id);
            let reads = memory.reads.iter().map(|read| read.address);
            let writes = memory
                .writes
                .iter()
                .flat_map(|w| [w.enable, w.address, w.data]);
            roots.extend(reads.chain(writes).map(|value| (value, name.to_owned())));
        }
        for &id in &self.live.instances {
            let name = self.names.instance(id);
            let inputs = module.instances[id].inputs.iter();
            roots.extend(inputs.map(|&value| (value, name.to_owned())));
        }
        roots
    }

    fn find_fixed(&mut self) {
        let (mut pool, mut folded) = (ExprPool::new(), HashMap::new());
        for id in self.module.exprs.ids() {
            let done = match self.module.exprs.expr(id) {
                Expr::Net(net) => match self.constants.get(net) {
                    Some(&value) => pool.constant(value.clone()),
                    None => pool.net(*net, self.module.exprs.width(id)),
                },
                expr => pool.fold(&expr.map(|operand| folded[&operand])),
            };
            folded.insert(id, done);
            if pool.as_const(done).is_some() {
                self.fixed.insert(id);
            }
        }
    }

    fn find_fixed_addresses(&mut self) {
        for &id in &self.live.memories {
            let memory = &self.module.memories[id];
            let name = format!("{}_address", self.names.memory(id));
            let mut wire = |address: ExprId| {
                let is_fixed = self.fixed.contains(&address);
                is_fixed.then(|| self.names.invent(&name))
            };
            for (index, write) in memory.writes.iter().enumerate() {
                let wire = wire(write.address);
                self.fixed_addresses
                    .extend(wire.map(|wire| ((id, index), wire)));
            }
            let reads = memory.reads.iter().enumerate();
            for (index, read) in reads.filter(|(_, read)| read.clock.is_none()) {
                let wire = wire(read.address);
                self.fixed_reads
                    .extend(wire.map(|wire| ((id, index), wire)));
            }
        }
    }

    /// True if the value is constant.
    pub(crate) fn is_fixed(&self, id: ExprId) -> bool {
        self.fixed.contains(&id)
    }

    fn find_word_counters(&mut self) {
        for &id in &self.live.memories {
            let memory = &self.module.memories[id];
            if (memory.initial.len() as u64) < 1 << memory.address_width {
                let name = format!("{}_word", self.names.memory(id));
                self.word_counters.insert(id, self.names.invent(&name));
            }
        }
    }

    fn find_unread(&mut self) {
        for &id in &self.live.instances {
            let outputs = self.module.instances[id].outputs.iter();
            for &net in outputs.filter(|net| !self.live.nets.contains(net)) {
                let name = format!("unused_{}", self.names.net(net));
                self.unread.insert(net, self.names.invent(&name));
            }
        }
    }

    /// Finds values that define a net and are more than a glance: other uses print the net's name.
    fn find_named(&mut self) {
        for assign in &self.module.assigns {
            if self.live.nets.contains(&assign.net) && !self.is_glance(assign.value) {
                self.named.entry(assign.value).or_insert(assign.net);
            }
        }
    }

    /// True if the value is printed as a name.
    pub(crate) fn has_name(&self, id: ExprId) -> bool {
        self.wires.contains_key(&id) || self.named.contains_key(&id)
    }

    /// True if the value of a net is printed as an expression, not as the name of another net with
    /// the same value.
    pub(crate) fn is_written_out(&self, assign: &Assign) -> bool {
        let named = self.named.get(&assign.value);
        named.is_none_or(|&net| net == assign.net) && !self.wires.contains_key(&assign.value)
    }

    /// Selects the values that get a wire:
    /// - values that are used more than once and are more than a glance;
    /// - operands of a bit-select or part-select, which Verilog applies to names only;
    /// - nested multiplexers within an expression, which are readable as statements only;
    /// - values nested [`MAX_NESTING`] deep.
    fn choose_wires(&mut self) {
        let pool = &self.module.exprs;
        let roots = self.roots();
        let mut uses: BTreeMap<ExprId, usize> = BTreeMap::new();
        let mut first_user: HashMap<ExprId, &str> = HashMap::new();
        let mut forced: BTreeSet<ExprId> = BTreeSet::new();
        let mut seen = HashSet::new();
        for (root, name) in &roots {
            let mut todo = vec![*root];
            while let Some(id) = todo.pop() {
                *uses.entry(id).or_insert(0) += 1;
                first_user.entry(id).or_insert(name);
                if seen.insert(id) {
                    todo.extend(pool.expr(id).operands());
                    forced.extend(self.needs_name(id));
                    forced.extend(self.buried_trees(id));
                }
            }
        }
        let mut nesting: HashMap<ExprId, usize> = HashMap::new();
        // Ids are in topological order: operands before users.
        for (&id, &count) in &uses {
            let below = pool.expr(id).operands().map(|operand| nesting[&operand]);
            let depth = below.max().map_or(0, |below| below + 1);
            let wanted =
                forced.contains(&id) || (count > 1 && !self.is_glance(id)) || depth >= MAX_NESTING;
            let is_named = wanted || self.named.contains_key(&id);
            nesting.insert(id, if is_named { 0 } else { depth });
            if wanted && !self.named.contains_key(&id) {
                let name = format!("{}_{}", first_user[&id], hint(pool.expr(id)));
                let name = self.names.invent(&name);
                self.wires.insert(id, name);
            }
        }
    }

    /// Operands that are nested multiplexers, except arms of a multiplexer.
    fn buried_trees(&self, id: ExprId) -> Vec<ExprId> {
        let pool = &self.module.exprs;
        let is_mux = |id: ExprId| matches!(pool.expr(id), Expr::Mux { .. });
        let is_tree = |id: &ExprId| is_mux(*id) && pool.expr(*id).operands().skip(1).any(is_mux);
        match *pool.expr(id) {
            Expr::Mux { condition, .. } => Some(condition).into_iter().filter(is_tree).collect(),
            ref expr => expr.operands().filter(is_tree).collect(),
        }
    }

    /// The operand that needs a name, because Verilog selects bits of names only.
    fn needs_name(&self, id: ExprId) -> Option<ExprId> {
        let pool = &self.module.exprs;
        let source = match *pool.expr(id) {
            Expr::Slice { .. } if self.indexed(id).is_some() => self.indexed(id)?.0,
            Expr::Slice { source, .. } => source,
            Expr::SignExtend { source, .. } if pool.width(source) > 1 => source,
            _ => return None,
        };
        let is_signal = pool.as_net(source).is_some();
        (!is_signal).then_some(source)
    }

    /// Base and index if the value is `x[i +: n]`, which is `x >> i` truncated. Both are equal if
    /// the index cannot exceed the signal. A constant index is excluded: linters would report that
    /// the other bits are never read.
    pub(crate) fn indexed(&self, id: ExprId) -> Option<(ExprId, ExprId)> {
        let pool = &self.module.exprs;
        let &Expr::Slice {
            source,
            offset: 0,
            width,
        } = pool.expr(id)
        else {
            return None;
        };
        let &Expr::Binary(BinaryOp::Shr, base, index) = pool.expr(source) else {
            return None;
        };
        let highest = 1u64.checked_shl(pool.width(index))? - 1;
        let within = highest + u64::from(width) <= u64::from(pool.width(base));
        (within && !self.is_fixed(index)).then_some((base, index))
    }

    /// True for a glance, a value that is repeated at each use: a name, a number, or one operator
    /// on names and numbers.
    fn is_glance(&self, mut id: ExprId) -> bool {
        let pool = &self.module.exprs;
        let leaf = |id: ExprId| match pool.expr(id) {
            Expr::Const(_) | Expr::Net(_) => true,
            Expr::Slice { source, .. } => pool.as_net(*source).is_some(),
            _ => false,
        };
        while let Expr::Unary(UnaryOp::Not, a) = pool.expr(id) {
            if leaf(*a) {
                return true;
            }
            id = *a;
        }
        match pool.expr(id) {
            Expr::Binary(BinaryOp::Eq | BinaryOp::And | BinaryOp::Or, a, b) => leaf(*a) && leaf(*b),
            Expr::Unary(_, a) | Expr::ZeroExtend { source: a, .. } => leaf(*a),
            _ => leaf(id),
        }
    }

    fn sort(&mut self) {
        let mut sorter = Sorter {
            drivers: self.module.drivers().into_iter().collect(),
            plan: self,
            done: HashSet::new(),
            seen: HashSet::new(),
            order: Vec::new(),
        };
        for net in sorter.plan.module.nets.ids() {
            if sorter.plan.live.nets.contains(&net) && !sorter.plan.ports.contains(&net) {
                sorter.run(Step::Net(net));
            }
        }
        for (root, _) in sorter.plan.roots() {
            sorter.run(Step::Expr(root));
        }
        let outputs: Vec<NetId> = sorter
            .plan
            .module
            .port_nets(PortDirection::Output)
            .collect();
        for net in outputs {
            sorter.run(Step::Net(net));
        }
        self.order = sorter.order;
    }
}

/// Depth-first topological sort. It keeps related items together, and the order of the source where
/// possible.
struct Sorter<'a, 'b> {
    plan: &'b Plan<'a>,
    drivers: HashMap<NetId, Driver>,
    done: HashSet<Item>,
    /// Expressions whose items are sorted, or will be before the entries below on the stack.
    seen: HashSet<ExprId>,
    order: Vec<Item>,
}

/// Work item of the sort.
enum Step {
    Net(NetId),
    Expr(ExprId),
    /// Everything that the item reads is sorted.
    Done(Item),
}

impl Sorter<'_, '_> {
    /// Uses an explicit stack, because chains of nets may be long.
    fn run(&mut self, first: Step) {
        let mut steps = vec![first];
        while let Some(step) = steps.pop() {
            match step {
                Step::Net(net) => self.net(net, &mut steps),
                Step::Expr(id) => self.expr(id, &mut steps),
                Step::Done(item) => self.order.push(item),
            }
        }
    }

    fn net(&mut self, net: NetId, steps: &mut Vec<Step>) {
        let module = self.plan.module;
        match self.drivers.get(&net) {
            Some(&Driver::Assign(index)) => {
                let value = module.assigns[index].value;
                self.item(Item::Net(index), value, Some(net), steps);
            }
            Some(&Driver::Read(id, index)) => {
                let read = &module.memories[id].reads[index];
                if read.clock.is_none() {
                    self.item(Item::Read(id, index), read.address, None, steps);
                }
            }
            _ => {}
        }
    }

    /// Sorts an item. `defines` is its net, whose value must not be looked up by the net's own
    /// name.
    fn item(&mut self, item: Item, value: ExprId, defines: Option<NetId>, steps: &mut Vec<Step>) {
        if !self.done.insert(item) {
            return;
        }
        let own = match item {
            Item::Wire(_) => true,
            _ => defines.is_some() && self.plan.named.get(&value).copied() == defines,
        };
        steps.push(Step::Done(item));
        match own {
            true => self.operands(value, steps),
            false => steps.push(Step::Expr(value)),
        }
    }

    fn operands(&self, id: ExprId, steps: &mut Vec<Step>) {
        let operands: Vec<ExprId> = self.plan.module.exprs.expr(id).operands().collect();
        steps.extend(operands.into_iter().rev().map(Step::Expr));
    }

    fn expr(&mut self, id: ExprId, steps: &mut Vec<Step>) {
        if !self.seen.insert(id) {
            return;
        }
        if self.plan.wires.contains_key(&id) {
            self.item(Item::Wire(id), id, None, steps);
        } else if let Some(&net) = self.plan.named.get(&id) {
            steps.push(Step::Net(net));
        } else if let Some(net) = self.plan.module.exprs.as_net(id) {
            steps.push(Step::Net(net));
        } else {
            self.operands(id, steps);
        }
    }
}

/// Suffix of the name of a value's wire.
fn hint(expr: &Expr) -> &'static str {
    match expr {
        Expr::Unary(UnaryOp::Not | UnaryOp::Neg, _) => "inverse",
        Expr::Unary(_, _) | Expr::Binary(BinaryOp::Eq | BinaryOp::LtU | BinaryOp::LtS, _, _) => {
            "test"
        }
        Expr::Binary(BinaryOp::Add, _, _) => "sum",
        Expr::Binary(BinaryOp::Sub, _, _) => "difference",
        Expr::Binary(BinaryOp::Mul, _, _) => "product",
        Expr::Binary(BinaryOp::Shl | BinaryOp::Shr, _, _) => "shifted",
        Expr::Binary(_, _, _) => "condition",
        Expr::Mux { .. } => "choice",
        _ => "bits",
    }
}
