//! Writer for the text form. It has one item per line, so that a small change of the design gives a
//! small diff.
//!
//! ```text
//! top blinker
//!
//! enum e0 State Dark Lit
//!
//! module blinker {
//!   input clock : clock
//!   output led : 1
//!   net count : 8
//!   net state : e0/1
//!   let %1 = (add count 8'h01)
//!   constant limit = 8'hff
//!   assign led = (slice count 7 1)
//!   register count clock clock initial 8'h00 next (mux (eq count limit) 8'h00 %1)
//! }
//! ```
//!
//! Types are `clock`, `8` (unsigned), `s8` (signed) and `e0/1` (enumeration 0, one bit). A node
//! with several uses is written once, as a `let`. Enumerations are numbered in order. Inputs of an
//! instance are connected in the order of its module's ports, and so are its outputs.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use crate::expr::{BinaryOp, Expr, UnaryOp};
use crate::ids::{ExprId, NetId};
use crate::netlist::{Memory, Module, NetKind, Netlist, PortDirection};

/// Operators and their names in the text form.
pub(crate) const UNARY: [(UnaryOp, &str); 5] = [
    (UnaryOp::Not, "not"),
    (UnaryOp::Neg, "neg"),
    (UnaryOp::ReduceAnd, "all"),
    (UnaryOp::ReduceOr, "any"),
    (UnaryOp::ReduceXor, "parity"),
];

/// Operators and their names in the text form.
pub(crate) const BINARY: [(BinaryOp, &str); 11] = [
    (BinaryOp::And, "and"),
    (BinaryOp::Or, "or"),
    (BinaryOp::Xor, "xor"),
    (BinaryOp::Add, "add"),
    (BinaryOp::Sub, "sub"),
    (BinaryOp::Mul, "mul"),
    (BinaryOp::Eq, "eq"),
    (BinaryOp::LtU, "ltu"),
    (BinaryOp::LtS, "lts"),
    (BinaryOp::Shl, "shl"),
    (BinaryOp::Shr, "shr"),
];

impl Netlist {
    /// Writes the text form. [`Netlist::from_text`] reads it.
    pub fn to_text(&self) -> String {
        let mut out = format!("top {}\n", self.top().name);
        for (id, kind) in self.enums.iter() {
            let variants = kind.variants.join(" ");
            line(
                &mut out,
                format_args!("\nenum e{} {} {variants}", usize::from(id), kind.name),
            );
        }
        for module in self.modules.values() {
            ModuleWriter::new(self, module).write(&mut out);
        }
        out
    }
}

fn line(out: &mut String, text: std::fmt::Arguments<'_>) {
    writeln!(out, "{text}").expect("writing to a string succeeds");
}

struct ModuleWriter<'a> {
    netlist: &'a Netlist,
    module: &'a Module,
    /// Numbers of the nodes with several uses.
    shared: HashMap<ExprId, usize>,
    /// The same nodes in order.
    order: Vec<ExprId>,
}

impl<'a> ModuleWriter<'a> {
    fn new(netlist: &'a Netlist, module: &'a Module) -> Self {
        let mut writer = ModuleWriter {
            netlist,
            module,
            shared: HashMap::new(),
            order: Vec::new(),
        };
        let mut uses: HashMap<ExprId, usize> = HashMap::new();
        for root in module.roots() {
            writer.count(root, &mut uses);
        }
        writer.number();
        writer
    }

    /// Counts the uses of nodes, and marks nodes with several uses as shared.
    fn count(&mut self, root: ExprId, uses: &mut HashMap<ExprId, usize>) {
        let mut stack = vec![root];
        while let Some(id) = stack.pop() {
            let expr = self.module.exprs.expr(id);
            if matches!(expr, Expr::Const(_) | Expr::Net(_)) {
                continue;
            }
            let count = uses.entry(id).or_insert(0);
            *count += 1;
            match *count {
                1 => stack.extend(expr.operands()),
                2 => {
                    self.shared.insert(id, 0);
                }
                _ => {}
            }
        }
    }

    /// Numbers the shared nodes, operands first.
    fn number(&mut self) {
        self.order = self.shared.keys().copied().collect();
        self.order.sort_unstable();
        for (number, id) in self.order.iter().enumerate() {
            self.shared.insert(*id, number + 1);
        }
    }

    fn write(&self, out: &mut String) {
        let module = self.module;
        line(out, format_args!("\nmodule {} {{", module.name));
        self.nets(out);
        for &id in &self.order {
            let text = self.node(id);
            line(out, format_args!("  let %{} = {text}", self.shared[&id]));
        }
        for constant in &module.constants {
            let name = &module.nets[constant.net].name;
            line(out, format_args!("  constant {name} = {}", constant.value));
        }
        for assign in &module.assigns {
            let name = &module.nets[assign.net].name;
            line(
                out,
                format_args!("  assign {name} = {}", self.expr(assign.value)),
            );
        }
        self.registers(out);
        for memory in module.memories.values() {
            self.memory(out, memory);
        }
        self.instances(out);
        if let Some(black_box) = &module.black_box {
            let body = black_box.body.as_deref().map(quote);
            let body = body.map(|body| format!(" body {body}")).unwrap_or_default();
            let declarations = quote(&black_box.declarations);
            line(
                out,
                format_args!("  blackbox declarations {declarations}{body}"),
            );
        }
        out.push_str("}\n");
    }

    fn nets(&self, out: &mut String) {
        let module = self.module;
        let ports: HashSet<NetId> = module.ports.iter().map(|port| port.net).collect();
        for port in &module.ports {
            let direction = match port.direction {
                PortDirection::Input => "input",
                PortDirection::Output => "output",
            };
            self.net(out, direction, port.net);
        }
        for id in module.nets.ids().filter(|id| !ports.contains(id)) {
            self.net(out, "net", id);
        }
    }

    fn registers(&self, out: &mut String) {
        let module = self.module;
        for register in module.registers.values() {
            let name = &module.nets[register.net].name;
            let clock = &module.nets[register.clock].name;
            let next = self.expr(register.next);
            let enable = register
                .enable
                .map(|id| format!(" enable {}", self.expr(id)));
            let enable = enable.unwrap_or_default();
            line(
                out,
                format_args!(
                    "  register {name} clock {clock} initial {} next {next}{enable}",
                    register.initial
                ),
            );
        }
    }

    fn net(&self, out: &mut String, word: &str, id: NetId) {
        let net = &self.module.nets[id];
        let kind = match net.kind {
            NetKind::Clock => "clock".to_owned(),
            NetKind::Unsigned => net.width.to_string(),
            NetKind::Signed => format!("s{}", net.width),
            NetKind::Enum(id) => format!("e{}/{}", usize::from(id), net.width),
        };
        line(out, format_args!("  {word} {} : {kind}", net.name));
    }

    fn memory(&self, out: &mut String, memory: &Memory) {
        let nets = &self.module.nets;
        let name = &memory.name;
        line(
            out,
            format_args!(
                "  memory {name} width {} address {}",
                memory.width, memory.address_width
            ),
        );
        let digits = memory.width.div_ceil(4) as usize;
        for words in memory.initial.chunks(16) {
            let words: Vec<String> = (words.iter())
                .map(|word| format!("{:0>digits$}", word.bits().to_str_radix(16)))
                .collect();
            line(out, format_args!("  contents {name} {}", words.join(" ")));
        }
        for read in &memory.reads {
            let clock = read
                .clock
                .map(|clock| format!(" clock {}", nets[clock].name));
            let (data, clock) = (&nets[read.data].name, clock.unwrap_or_default());
            let address = self.expr(read.address);
            line(
                out,
                format_args!("  read {name} data {data} address {address}{clock}"),
            );
        }
        for write in &memory.writes {
            let (enable, address) = (self.expr(write.enable), self.expr(write.address));
            let (data, clock) = (self.expr(write.data), &nets[write.clock].name);
            line(
                out,
                format_args!(
                    "  write {name} clock {clock} enable {enable} address {address} data {data}"
                ),
            );
        }
    }

    fn instances(&self, out: &mut String) {
        for instance in self.module.instances.values() {
            let kind = &self.netlist.modules[instance.module];
            line(
                out,
                format_args!("  instance {} of {}", instance.name, kind.name),
            );
            let inputs = kind.port_nets(PortDirection::Input).zip(&instance.inputs);
            for (port, &value) in inputs {
                let (port, value) = (&kind.nets[port].name, self.expr(value));
                line(
                    out,
                    format_args!("  connect {} {port} = {value}", instance.name),
                );
            }
            let outputs = kind.port_nets(PortDirection::Output).zip(&instance.outputs);
            for (port, &net) in outputs {
                let (port, net) = (&kind.nets[port].name, &self.module.nets[net].name);
                line(
                    out,
                    format_args!("  drive {} {port} -> {net}", instance.name),
                );
            }
        }
    }

    /// Text of a use of a node: its number if it is shared, else the node.
    fn expr(&self, id: ExprId) -> String {
        self.text(Piece::Use(id))
    }

    fn node(&self, id: ExprId) -> String {
        self.text(Piece::Node(id))
    }

    /// Writes from left to right. Remaining pieces are on an explicit stack, because expressions
    /// may be nested deeply.
    fn text(&self, piece: Piece) -> String {
        let mut text = String::new();
        let mut waiting = vec![piece];
        while let Some(piece) = waiting.pop() {
            match piece {
                Piece::Use(id) => match self.shared.get(&id) {
                    Some(number) => text.push_str(&format!("%{number}")),
                    None => waiting.push(Piece::Node(id)),
                },
                Piece::Node(id) => self.begin(id, &mut text, &mut waiting),
                Piece::End(numbers) => {
                    text.push_str(&numbers);
                    text.push(')');
                }
                Piece::Operand(id) => {
                    text.push(' ');
                    waiting.push(Piece::Use(id));
                }
            }
        }
        text
    }

    /// Writes the start of a node, and pushes the rest of it.
    fn begin(&self, id: ExprId, text: &mut String, waiting: &mut Vec<Piece>) {
        let expr = self.module.exprs.expr(id);
        let (operator, numbers) = match expr {
            Expr::Const(value) => return text.push_str(&value.to_string()),
            Expr::Net(net) => return text.push_str(&self.module.nets[*net].name),
            Expr::Unary(op, _) => (name_of(&UNARY, op), String::new()),
            Expr::Binary(op, ..) => (name_of(&BINARY, op), String::new()),
            Expr::Mux { .. } => ("mux", String::new()),
            Expr::Concat { .. } => ("concat", String::new()),
            Expr::Slice { offset, width, .. } => ("slice", format!(" {offset} {width}")),
            Expr::ZeroExtend { width, .. } => ("zext", format!(" {width}")),
            Expr::SignExtend { width, .. } => ("sext", format!(" {width}")),
        };
        text.push('(');
        text.push_str(operator);
        waiting.push(Piece::End(numbers));
        let operands: Vec<ExprId> = expr.operands().collect();
        waiting.extend(operands.into_iter().rev().map(Piece::Operand));
    }
}

/// Remaining piece of an expression's text.
enum Piece {
    /// A use of a node.
    Use(ExprId),
    /// A node itself.
    Node(ExprId),
    /// A use of a node after an operator.
    Operand(ExprId),
    /// The numbers of a node and its closing parenthesis.
    End(String),
}

pub(crate) fn name_of<T: PartialEq>(names: &[(T, &'static str)], op: &T) -> &'static str {
    let found = names.iter().find(|(known, _)| known == op);
    found.map_or("?", |(_, name)| name)
}

fn quote(text: &str) -> String {
    let text = text
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n");
    format!("\"{text}\"")
}
