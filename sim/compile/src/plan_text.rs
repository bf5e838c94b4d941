//! Text form of the plans of a cycle.
//!
//! ```text
//! partitions 1, detected 1, hoisted 0, stalled 0, counters 0, tables 0, branches 0, conditions 0
//! partition 0: state slow
//!   activated by slow n7
//!   slow <- n12, activates 0 44
//! every cycle
//!   n7 := eq n5 255
//!   detect n7, activates 0
//! ```
//!
//! The first line has the number of partitions, of detected and hoisted values, of registers in the
//! stall domain, of free-running counters, of tables, of multiplexers that are branches, and of
//! branches with registers and writes.
//!
//! `:=` defines a value in a local, `=` a value that is used once, `<-` writes state. Values come
//! before the item in which they are first used. A register has its name, another value its number.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::design::Design;
use crate::gates::{Deadline, FreeCounters, Gates, NumberSet, StallDomain, FIRST_PARTITION};
use crate::node::{Node, NodeId};
use crate::place::{Plan, ScheduleSlot};
use crate::plan::Plans;
use crate::region::{Item, RegionId};
use crate::table::Table;

/// Writes the plans of a cycle as text.
pub(crate) fn plan_text(design: &Design, gates: &Gates, plans: &Plans) -> String {
    let mut writer = Writer {
        design,
        gates,
        names: design.names(),
        text: String::new(),
    };
    writer.statistics(plans);
    let mut partitions: Vec<&(u32, Plan)> = plans.partitions.iter().collect();
    partitions.sort_by_key(|(partition, _)| *partition);
    for (partition, plan) in partitions {
        writer.partition(*partition, plan);
    }
    writer.left_out();
    if let Some(counters) = &plans.counters {
        writer.plan("counters, at a deadline or after a trigger", counters);
    }
    writer.plan("every cycle", &plans.always);
    writer.text
}

/// Branches with registers and writes.
fn conditions(plan: &Plan) -> usize {
    let items = plan.regions.iter().flat_map(|region| &region.items);
    items.filter(|item| matches!(item, Item::If { .. })).count()
}

struct Writer<'a> {
    design: &'a Design,
    gates: &'a Gates,
    /// Names of registers and inputs.
    names: BTreeMap<NodeId, String>,
    text: String,
}

impl Writer<'_> {
    fn line(&mut self, depth: usize, line: &str) {
        writeln!(self.text, "{:1$}{line}", "", 2 * depth).expect("a string takes everything");
    }

    fn statistics(&mut self, plans: &Plans) {
        let partitions = plans.partitions.iter().map(|(_, plan)| plan);
        let all: Vec<&Plan> = [&plans.always]
            .into_iter()
            .chain(&plans.counters)
            .chain(partitions)
            .collect();
        let sum = |count: fn(&Plan) -> usize| all.iter().map(|plan| count(plan)).sum::<usize>();
        let gates = self.gates;
        let figures = [
            ("partitions", plans.partitions.len()),
            ("detected", gates.detected.len()),
            ("hoisted", gates.hoisted.len()),
            (
                "stalled",
                gates
                    .stall
                    .as_ref()
                    .map_or(0, |stall| stall.registers.len()),
            ),
            ("counters", gates.free_counters.registers.len()),
            (
                "tables",
                sum(|plan| plan.tables.nodes.len() + plan.tables.detections.len()),
            ),
            ("branches", sum(|plan| plan.arms.len())),
            ("conditions", sum(conditions)),
        ];
        let figures = figures.map(|(name, count)| format!("{name} {count}"));
        self.line(0, &figures.join(", "));
    }

    fn name(&self, node: NodeId) -> String {
        match (self.design.pool.as_const(node), self.names.get(&node)) {
            (Some(value), _) => value.to_string(),
            (_, Some(name)) => name.clone(),
            _ => node.to_string(),
        }
    }

    fn all(&self, nodes: impl IntoIterator<Item = NodeId>) -> String {
        let names: Vec<String> = nodes.into_iter().map(|node| self.name(node)).collect();
        names.join(" ")
    }

    fn registers(&self, numbers: impl Iterator<Item = usize>) -> String {
        self.all(numbers.map(|number| self.design.registers[number].node))
    }

    /// The end of a line that may activate partitions.
    fn activates(&self, numbers: &NumberSet) -> String {
        let partitions = numbers.range(FIRST_PARTITION..);
        let mut names: Vec<String> = partitions.map(|partition| partition.to_string()).collect();
        for (number, name) in [
            (StallDomain::NUMBER, "the stall domain"),
            (FreeCounters::NUMBER, "the counters"),
        ] {
            names.extend(numbers.contains(&number).then(|| name.to_owned()));
        }
        match names.is_empty() {
            true => String::new(),
            false => format!(", activates {}", names.join(" ")),
        }
    }

    fn partition(&mut self, partition: u32, plan: &Plan) {
        let (design, gates) = (self.design, self.gates);
        let is_in = |place: &Option<u32>| *place == Some(partition);
        let registers = (0..design.registers.len()).filter(|&n| is_in(&gates.registers[n]));
        let memories = (0..design.memories.len()).filter(|&n| is_in(&gates.memories[n]));
        let memories = memories.map(|number| design.memories[number].name.clone());
        let state: Vec<String> = [self.registers(registers)]
            .into_iter()
            .chain(memories)
            .filter(|name| !name.is_empty())
            .collect();
        let kind = match gates.early.contains(&partition) {
            _ if !state.is_empty() => format!("state {}", state.join(" ")),
            true => "hoisted before change detection".to_owned(),
            false => "hoisted".to_owned(),
        };
        self.line(0, &format!("partition {partition}: {kind}"));
        let activates = |numbers: &NumberSet| numbers.contains(&partition);
        let registers = (0..design.registers.len())
            .filter(|&number| activates(&gates.register_activates[number]));
        let detected = gates.detected.iter();
        let detected = detected.filter(|(_, numbers)| activates(numbers));
        let memories =
            (0..design.memories.len()).filter(|&number| activates(&gates.memory_activates[number]));
        let mut by = vec![
            self.registers(registers),
            self.all(detected.map(|(&node, _)| node)),
        ];
        by.extend(memories.map(|number| design.memories[number].name.clone()));
        by.retain(|names| !names.is_empty());
        self.line(1, &format!("activated by {}", by.join(" ")));
        self.region(plan, RegionId(0), 1);
    }

    /// The stall domain and the free-running counters.
    fn left_out(&mut self) {
        let gates = self.gates;
        if let Some(stall) = &gates.stall {
            let registers = self.registers(stall.registers.iter().copied());
            let (condition, depth) = (self.name(stall.condition), stall.depth);
            self.line(
                0,
                &format!("stall domain while {condition} is 0, after {depth} cycles"),
            );
            self.line(1, &format!("registers {registers}"));
        }
        for (&number, deadlines) in &gates.free_counters.registers {
            let name = self.name(self.design.registers[number].node);
            let deadline = |deadline: &Deadline| match *deadline {
                Deadline::At(value) => format!("at {}", self.name(value)),
                Deadline::Every(bit) => format!("at changes of bit {bit} and above"),
            };
            let deadlines: Vec<String> = deadlines.iter().map(deadline).collect();
            self.line(
                0,
                &format!("counter {name}, evaluated {}", deadlines.join(", ")),
            );
        }
    }

    fn plan(&mut self, title: &str, plan: &Plan) {
        self.line(0, title);
        self.region(plan, RegionId(0), 1);
    }

    fn region(&mut self, plan: &Plan, region: RegionId, depth: usize) {
        for (item, action) in plan.regions[region.0].items.iter().enumerate() {
            self.values(plan, ScheduleSlot { region, item }, depth);
            self.item(plan, action, depth);
        }
    }

    /// The values that are computed in a slot, operands first.
    fn values(&mut self, plan: &Plan, slot: ScheduleSlot, depth: usize) {
        for (&node, _) in plan.slots.iter().filter(|(_, at)| **at == slot) {
            self.value(plan, node, depth);
        }
    }

    fn value(&mut self, plan: &Plan, node: NodeId, depth: usize) {
        let is_stored = plan.stored.contains(&node);
        let sign = if is_stored { ":=" } else { "=" };
        let name = self.name(node);
        if let Some(table) = plan.tables.nodes.get(&node) {
            let table = self.table(table);
            return self.line(depth, &format!("{name} {sign} {table}"));
        }
        let operands = self.all(self.design.pool.node(node).operands());
        let operation = match self.design.pool.node(node) {
            // A register that is read where it is used needs no line.
            Node::Const(_) | Node::Input(_) | Node::Register(_) if !is_stored => return,
            Node::Const(_) | Node::Input(_) | Node::Register(_) => "read".to_owned(),
            Node::Load { memory, limb, .. } => {
                let memory = &self.design.memories[memory as usize].name;
                format!("load {memory}.{limb}")
            }
            Node::Binary(op, ..) => format!("{op:?}").to_lowercase(),
            Node::Count(_) => "count".to_owned(),
            Node::Mux(..) => "mux".to_owned(),
        };
        let Some(arms) = plan.arms.get(&node) else {
            let line = format!("{name} {sign} {operation} {operands}");
            return self.line(depth, line.trim_end());
        };
        self.line(depth, &format!("{name} {sign} branch {operands}"));
        for (word, &region) in ["then", "else"].into_iter().zip(arms) {
            self.line(depth + 1, word);
            self.values(plan, ScheduleSlot { region, item: 0 }, depth + 2);
        }
    }

    fn table(&self, table: &Table) -> String {
        let leaves = table.leaves.iter().map(|leaf| {
            let (name, last) = (self.name(leaf.node), leaf.shift + leaf.width - 1);
            format!(" {name}[{last}:{}]", leaf.shift)
        });
        format!("table of{}", leaves.collect::<String>())
    }

    fn item(&mut self, plan: &Plan, item: &Item, depth: usize) {
        let gates = self.gates;
        let deferred = |is_deferred: bool| if is_deferred { ", deferred" } else { "" };
        let line = match item {
            Item::Set { register, value } => format!(
                "{} <- {}{}{}",
                self.name(self.design.registers[*register].node),
                self.name(*value),
                deferred(gates.deferred_registers[*register]),
                self.activates(&gates.register_activates[*register])
            ),
            Item::Store {
                memory,
                address,
                data,
                ..
            } => format!(
                "{}[{}] <- {}{}{}",
                self.design.memories[*memory].name,
                self.name(*address),
                self.all(data.iter().copied()),
                deferred(gates.deferred_memories[*memory]),
                self.activates(&gates.memory_activates[*memory])
            ),
            Item::Detect { nodes } => {
                let numbers = nodes.iter().flat_map(|node| &gates.detected[node]);
                let activates = numbers.copied().collect();
                let table = plan.tables.detections.get(&nodes[0]);
                let by = table.map(|table| format!(" by {}", self.table(table)));
                format!(
                    "detect {}{}{}",
                    self.all(nodes.iter().copied()),
                    by.unwrap_or_default(),
                    self.activates(&activates)
                )
            }
            Item::RunPartitions => "run the partitions with hoisted values".to_owned(),
            Item::CountStall => "count the cycles until the stall domain is stable".to_owned(),
            Item::NextDeadline { values } => {
                format!("next deadline {}", self.all(values.iter().copied()))
            }
            Item::Hoist { node } => format!("hoist {}", self.name(*node)),
            Item::If { condition, .. } => format!("if {}", self.name(*condition)),
            Item::IfMoving { .. } => "if the stall domain moves".to_owned(),
        };
        self.line(depth, line.trim_end());
        if let Item::If { then, .. } | Item::IfMoving { then } = item {
            self.region(plan, *then, depth + 1);
        }
        if let Item::If { otherwise, .. } = item {
            if !plan.regions[otherwise.0].items.is_empty() {
                self.line(depth, "else");
                self.region(plan, *otherwise, depth + 1);
            }
        }
    }
}
