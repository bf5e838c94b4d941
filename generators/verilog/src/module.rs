//! Printer for modules: ports, declarations, wires, instances, state, and unused bits.

use std::collections::{BTreeSet, HashSet};

use gatefall_netlist::{
    BlackBox, EnumId, Module, ModuleId, NetId, NetKind, Netlist, Port, PortDirection, Value,
};

use crate::expression::{literal, part, Printer, Used};
use crate::lines::{range, Lines};
use crate::names::Names;
use crate::plan::{Item, Plan};
use crate::state;
use crate::statement::Target;
use crate::Docs;

const HEADER: &str =
    "// Written by gatefall from a rust-hdl design. Change the design, not this file.";

/// Writes a module. Memories of at most `register_words` words become registers.
pub(crate) fn write(
    netlist: &Netlist,
    names: &Names,
    docs: &Docs,
    id: ModuleId,
    register_words: u64,
) -> String {
    let module = &netlist.modules[id];
    let plan = Plan::new(netlist, module, names.scope(id).clone(), register_words);
    let mut lines = Lines::default();
    lines.line(HEADER);
    match &module.black_box {
        Some(text) => write_black_box(text, names.module(id), &plan, docs, &mut lines),
        None => write_module(names, id, &plan, docs, &mut lines),
    }
    lines.into_text()
}

fn write_black_box(text: &BlackBox, name: &str, plan: &Plan<'_>, docs: &Docs, lines: &mut Lines) {
    if let Some(body) = &text.body {
        lines.gap();
        write_ports(lines, name, plan, docs, |_| "wire");
        lines.line(body.trim_end());
        lines.line("endmodule");
    }
}

fn write_module(names: &Names, id: ModuleId, plan: &Plan<'_>, docs: &Docs, lines: &mut Lines) {
    let printer = Printer::new(plan);
    let mut writer = Writer {
        plan,
        names,
        printer,
    };
    // The body is written first, because the declarations depend on the names that it uses.
    let mut body = Lines::default();
    body.indented(|lines| writer.body(lines));
    let statements = writer.printer.statements();
    lines.line("`default_nettype none");
    lines.gap();
    write_ports(lines, names.module(id), plan, docs, |port| {
        match port.direction {
            PortDirection::Output if statements.contains(&port.net) => "reg ",
            _ => "wire",
        }
    });
    let used = writer.printer.into_used();
    lines.indented(|lines| write_constants(plan, &used, lines));
    lines.append(body);
    lines.indented(|lines| write_unused(plan, &used, lines));
    lines.line("endmodule");
    lines.gap();
    lines.line("`default_nettype wire");
}

fn write_ports(
    lines: &mut Lines,
    name: &str,
    plan: &Plan<'_>,
    docs: &Docs,
    variable: impl Fn(&Port) -> &'static str,
) {
    let module = plan.module;
    let docs = docs.get(&module.name);
    lines.comment(docs.map_or("", |docs| docs.text.as_str()));
    lines.line(format!("module {name} ("));
    lines.indented(|lines| {
        for (index, port) in module.ports.iter().enumerate() {
            let net = &module.nets[port.net];
            let doc = docs.and_then(|docs| docs.ports.get(&net.name));
            lines.comment(doc.map_or("", String::as_str));
            let direction = match port.direction {
                PortDirection::Input => "input ",
                PortDirection::Output => "output",
            };
            let comma = if index + 1 < module.ports.len() {
                ","
            } else {
                ""
            };
            let (range, name) = (range(net.width), plan.names.net(port.net));
            lines.line(format!(
                "{direction} {} {range}{name}{comma}",
                variable(port)
            ));
        }
    });
    lines.line(");");
}

/// Declares the named constants and states that the text uses.
fn write_constants(plan: &Plan<'_>, used: &Used, lines: &mut Lines) {
    let module = plan.module;
    let constants: Vec<_> = module
        .constants
        .iter()
        .filter(|constant| used.nets.contains_key(&constant.net))
        .collect();
    for constant in &constants {
        let (range, name) = (range(constant.value.width()), plan.names.net(constant.net));
        lines.line(format!(
            "localparam {range}{name} = {};",
            literal(&constant.value)
        ));
    }
    for &(kind, number) in &used.states {
        let width = state_width(module, kind);
        let name = plan
            .names
            .state(kind, number)
            .expect("used states have names");
        let value = literal(&Value::new(width, number));
        lines.line(format!("localparam {}{name} = {value};", range(width)));
    }
    if !constants.is_empty() || !used.states.is_empty() {
        lines.gap();
    }
}

fn state_width(module: &Module, kind: EnumId) -> u32 {
    let net = module
        .nets
        .values()
        .find(|net| net.kind == NetKind::Enum(kind));
    net.expect("states are named for the nets that have them")
        .width
}

/// Collects unread bits in one wire. Linters recognise its name, and synthesis removes it.
fn write_unused(plan: &Plan<'_>, used: &Used, lines: &mut Lines) {
    let module = plan.module;
    let inputs: HashSet<NetId> = module.port_nets(PortDirection::Input).collect();
    let mut parts: Vec<String> = Vec::new();
    let none = BTreeSet::new();
    for (net, data) in module.nets.iter() {
        let is_live = plan.live.nets.contains(&net) && !plan.ports.contains(&net);
        let is_declared = is_live || inputs.contains(&net);
        if is_declared && !plan.constants.contains_key(&net) {
            let bits = used.nets.get(&net).unwrap_or(&none);
            parts.extend(missing(plan.names.net(net), data.width, bits));
        }
    }
    for item in &plan.order {
        if let Item::Wire(id) = item {
            let bits = used.wires.get(id).unwrap_or(&none);
            parts.extend(missing(&plan.wires[id], module.exprs.width(*id), bits));
        }
    }
    if !parts.is_empty() {
        lines.gap();
        lines.line(format!("wire unused = &{{1'b0, {}}};", parts.join(", ")));
    }
}

/// Part-selects of the bits that are not in `used`.
fn missing(name: &str, width: u32, used: &BTreeSet<u32>) -> Vec<String> {
    if used.is_empty() {
        return vec![name.to_owned()];
    }
    let mut parts = Vec::new();
    let mut bit = 0;
    while bit < width {
        let end = (bit..width).find(|bit| used.contains(bit)).unwrap_or(width);
        if end > bit {
            parts.push(part(name, bit, end - bit));
        }
        bit = end + 1;
    }
    parts
}

struct Writer<'a> {
    plan: &'a Plan<'a>,
    names: &'a Names,
    printer: Printer<'a>,
}

impl Writer<'_> {
    fn body(&mut self, lines: &mut Lines) {
        state::declare(&self.printer, lines);
        self.declare_outputs(lines);
        lines.gap();
        for &item in &self.plan.order {
            self.item(item, lines);
        }
        self.instances(lines);
        state::write(&self.printer, lines);
    }

    /// Declares the wires that instances drive.
    fn declare_outputs(&mut self, lines: &mut Lines) {
        let module = self.plan.module;
        for &id in &self.plan.live.instances {
            for &net in &module.instances[id].outputs {
                if self.plan.live.nets.contains(&net) {
                    let (range, name) = (range(module.nets[net].width), self.plan.names.net(net));
                    lines.line(format!("wire {range}{name};"));
                }
            }
        }
    }

    fn item(&self, item: Item, lines: &mut Lines) {
        let (plan, module) = (self.plan, self.plan.module);
        match item {
            Item::Read(id, index) => state::read(&self.printer, id, index, lines),
            Item::Wire(id) => {
                let name = &plan.wires[&id];
                let target = Target {
                    name,
                    kind: NetKind::Unsigned,
                    operator: "=",
                    holds: None,
                };
                self.combinational(id, true, &target, module.exprs.width(id), false, lines);
            }
            Item::Net(index) => {
                let assign = &module.assigns[index];
                let net = &module.nets[assign.net];
                let name = plan.names.net(assign.net);
                let target = Target {
                    name,
                    kind: net.kind,
                    operator: "=",
                    holds: None,
                };
                let port = plan.ports.contains(&assign.net);
                let own = plan.is_written_out(assign);
                self.combinational(assign.value, own, &target, net.width, port, lines);
            }
        }
    }

    /// Declares a wire with its value. `own` selects the expression of the value instead of its
    /// name.
    fn combinational(
        &self,
        value: gatefall_netlist::ExprId,
        own: bool,
        target: &Target<'_>,
        width: u32,
        port: bool,
        lines: &mut Lines,
    ) {
        let (range, name) = (range(width), target.name);
        if own && self.printer.is_tree(value) {
            lines.gap();
            if !port {
                lines.line(format!("reg {range}{name};"));
            }
            lines.line("always @* begin");
            lines.indented(|lines| self.printer.assign_root(value, target, lines));
            lines.line("end");
            lines.gap();
            return;
        }
        let value = match own {
            true => self.printer.definition(value, target.kind),
            false => self.printer.value_of(value, target.kind),
        };
        if port {
            lines.line(format!("assign {name} = {value};"));
        } else {
            lines.line(format!("wire {range}{name} = {value};"));
        }
    }

    fn instances(&mut self, lines: &mut Lines) {
        let (plan, module) = (self.plan, self.plan.module);
        for &id in &plan.live.instances {
            let instance = &module.instances[id];
            let kind = &plan.netlist.modules[instance.module];
            let ports = self.names.scope(instance.module);
            let (mut inputs, mut outputs) = (instance.inputs.iter(), instance.outputs.iter());
            let mut connections = Vec::new();
            let mut extra = Vec::new();
            for port in &kind.ports {
                let name = ports.net(port.net);
                let value = match port.direction {
                    PortDirection::Input => {
                        let value = *inputs.next().expect("each input is connected");
                        self.printer
                            .value_of(value, self.same_states(port.net, kind))
                    }
                    PortDirection::Output => {
                        let net = *outputs.next().expect("each output is connected");
                        if plan.live.nets.contains(&net) {
                            plan.names.net(net).to_owned()
                        } else {
                            let wire = &plan.unread[&net];
                            let width = module.nets[net].width;
                            extra.push(format!("wire {}{wire};", range(width)));
                            wire.clone()
                        }
                    }
                };
                connections.push(format!(".{name}({value})"));
            }
            lines.gap();
            extra.iter().for_each(|line| lines.line(line));
            let (kind, name) = (self.names.module(instance.module), plan.names.instance(id));
            lines.line(format!("{kind} {name} ("));
            lines.indented(|lines| {
                let last = connections.len();
                for (index, connection) in connections.iter().enumerate() {
                    let comma = if index + 1 < last { "," } else { "" };
                    lines.line(format!("{connection}{comma}"));
                }
            });
            lines.line(");");
        }
    }

    /// Kind of a port in a parent. A number is printed as a state name only if this module has a
    /// net of the same enumeration.
    fn same_states(&self, port: NetId, kind: &Module) -> NetKind {
        let own = self
            .plan
            .module
            .nets
            .values()
            .any(|net| net.kind == kind.nets[port].kind);
        if own {
            kind.nets[port].kind
        } else {
            NetKind::Unsigned
        }
    }
}
