//! Random designs from a list of numbers. A failing design shrinks with its list.

use gatefall_netlist::{
    Assign, BinaryOp, BlackBox, ExprId, IdVec, Instance, Memory, Module, ModuleId, NamedConstant,
    Net, NetId, NetKind, Netlist, Port, PortDirection, ReadPort, Register, UnaryOp, Value,
    WritePort,
};

const WIDTHS: [u32; 20] = [
    1, 1, 1, 1, 2, 3, 4, 5, 8, 16, 31, 32, 33, 63, 64, 65, 100, 127, 128, 130,
];
const UNARY: [UnaryOp; 5] = [
    UnaryOp::Not,
    UnaryOp::Neg,
    UnaryOp::ReduceAnd,
    UnaryOp::ReduceOr,
    UnaryOp::ReduceXor,
];
const BINARY: [BinaryOp; 11] = [
    BinaryOp::And,
    BinaryOp::Or,
    BinaryOp::Xor,
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::Eq,
    BinaryOp::LtU,
    BinaryOp::LtS,
    BinaryOp::Shl,
    BinaryOp::Shr,
];

/// A list of numbers, read one by one. Zeros follow its end.
pub struct Choices<'a>(pub std::slice::Iter<'a, u32>);

impl Choices<'_> {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0.next().map_or(0, |&choice| choice as usize % limit)
    }

    pub fn value(&mut self, width: u32) -> Value {
        let digits: Vec<u32> = (0..width.div_ceil(32))
            .map(|_| self.0.next().copied().unwrap_or(0))
            .collect();
        // Half of the values are small or near the largest.
        match self.below(4) {
            0 => Value::new(width, digits[0] % 4),
            1 => Value::new(width, Value::ones(width).bits() - digits[0] % 2),
            _ => Value::new(width, num_bigint::BigUint::new(digits)),
        }
    }
}

/// A design with a module that is instantiated twice, a black box, memories, counters, pipelines,
/// and registers with common conditions.
pub fn netlist(choices: &mut Choices<'_>) -> Netlist {
    let mut modules: IdVec<ModuleId, Module> = IdVec::new();
    modules.push(black_box());
    let child = Generator::new("child", choices).module(choices, &modules, &[]);
    let child = modules.push(child);
    let children = [ModuleId::from(0), child, child];
    let top = Generator::new("top", choices).module(choices, &modules, &children);
    let top = modules.push(top);
    Netlist {
        modules,
        enums: IdVec::new(),
        top,
    }
}

fn black_box() -> Module {
    let mut module = Module {
        name: "box".into(),
        black_box: Some(BlackBox {
            body: None,
            declarations: String::new(),
        }),
        ..Module::default()
    };
    for (name, width, direction) in [
        ("given", 3, PortDirection::Input),
        ("made", 70, PortDirection::Output),
    ] {
        let net = module.nets.push(Net {
            name: name.into(),
            width,
            kind: NetKind::Unsigned,
        });
        module.ports.push(Port { direction, net });
    }
    module
}

struct Generator {
    module: Module,
    clock: NetId,
    known: Vec<ExprId>,
    /// A few conditions that many multiplexers share.
    conditions: Vec<ExprId>,
}

impl Generator {
    fn new(name: &str, choices: &mut Choices<'_>) -> Self {
        let mut generator = Generator {
            module: Module {
                name: name.into(),
                ..Module::default()
            },
            clock: NetId::from(0),
            known: Vec::new(),
            conditions: Vec::new(),
        };
        generator.clock = generator.net("clock", 1, NetKind::Clock);
        generator.port(PortDirection::Input, generator.clock);
        for index in 0..3 {
            let width = WIDTHS[choices.below(WIDTHS.len())];
            let net = generator.net(&format!("in{index}"), width, NetKind::Unsigned);
            generator.port(PortDirection::Input, net);
            generator.read(net);
        }
        let net = generator.net("limit", 9, NetKind::Unsigned);
        let value = choices.value(9);
        generator
            .module
            .constants
            .push(NamedConstant { net, value });
        generator.read(net);
        generator
    }

    fn net(&mut self, name: &str, width: u32, kind: NetKind) -> NetId {
        self.module.nets.push(Net {
            name: name.into(),
            width,
            kind,
        })
    }

    fn port(&mut self, direction: PortDirection, net: NetId) {
        self.module.ports.push(Port { direction, net });
    }

    fn read(&mut self, net: NetId) -> ExprId {
        let width = self.module.nets[net].width;
        let read = self.module.exprs.net(net, width);
        self.known.push(read);
        read
    }

    fn module(
        mut self,
        choices: &mut Choices<'_>,
        modules: &IdVec<ModuleId, Module>,
        children: &[ModuleId],
    ) -> Module {
        let registers: Vec<NetId> = (0..6)
            .map(|index| {
                let width = WIDTHS[choices.below(WIDTHS.len())];
                let net = self.net(&format!("r{index}"), width, NetKind::Signed);
                self.read(net);
                net
            })
            .collect();
        let state = self.net("state", 2, NetKind::Unsigned);
        let state_read = self.read(state);
        for number in 0..3u32 {
            let number = self.module.exprs.constant(Value::new(2, number));
            let condition = self.module.exprs.binary(BinaryOp::Eq, state_read, number);
            self.conditions.push(condition);
        }
        let ticks = self.counter(choices);
        let clocked: Vec<NetId> = (0..2)
            .map(|index| {
                let width = WIDTHS[choices.below(WIDTHS.len())];
                let net = self.net(&format!("word{index}"), width, NetKind::Unsigned);
                self.read(net);
                net
            })
            .collect();
        self.logic(choices, 12);
        for (index, &module) in children.iter().enumerate() {
            self.instance(choices, modules, index, module);
        }
        self.logic(choices, 12);
        for (index, &data) in clocked.iter().enumerate() {
            self.memory(choices, index, data);
        }
        self.logic(choices, 8);
        for net in registers.into_iter().chain([state]) {
            self.register(choices, net);
        }
        self.count(choices, ticks);
        self.pipeline(choices);
        for index in 0..3 {
            let value = self.known[choices.below(self.known.len())];
            let net = self.net(
                &format!("out{index}"),
                self.module.exprs.width(value),
                NetKind::Unsigned,
            );
            self.port(PortDirection::Output, net);
            self.module.assigns.push(Assign { net, value });
        }
        self.module
    }

    fn any(&mut self, choices: &mut Choices<'_>, width: u32) -> ExprId {
        let value = self.known[choices.below(self.known.len())];
        match choices.below(3) {
            0 => self.module.exprs.resize_signed(value, width),
            1 => {
                let room = self.module.exprs.width(value) - 1;
                let offset = choices.below(room as usize + 1) as u32;
                let rest = self.module.exprs.slice(value, offset, room + 1 - offset);
                self.module.exprs.resize(rest, width)
            }
            _ => self.module.exprs.resize(value, width),
        }
    }

    fn condition(&mut self, choices: &mut Choices<'_>) -> ExprId {
        if choices.below(5) == 0 {
            let new = self.any(choices, 1);
            self.conditions.push(new);
        }
        self.conditions[choices.below(self.conditions.len())]
    }

    /// Adds some operators, and a net for every third.
    fn logic(&mut self, choices: &mut Choices<'_>, count: usize) {
        for index in 0..count {
            let width = WIDTHS[choices.below(WIDTHS.len())];
            let a = self.any(choices, width);
            let made = match choices.below(8) {
                0 => self
                    .module
                    .exprs
                    .unary(UNARY[choices.below(UNARY.len())], a),
                1 => {
                    let low = self.known[choices.below(self.known.len())];
                    let low = self.module.exprs.resize(low, 1 + choices.below(70) as u32);
                    self.module.exprs.concat(a, low)
                }
                2 => self.module.exprs.constant(choices.value(width)),
                3 | 4 => {
                    let (condition, b) = (self.condition(choices), self.any(choices, width));
                    self.module.exprs.mux(condition, a, b)
                }
                _ => {
                    let op = BINARY[choices.below(BINARY.len())];
                    let shift = matches!(op, BinaryOp::Shl | BinaryOp::Shr);
                    let width = if shift {
                        WIDTHS[choices.below(WIDTHS.len())]
                    } else {
                        width
                    };
                    let b = self.any(choices, width);
                    self.module.exprs.binary(op, a, b)
                }
            };
            self.known.push(made);
            if index % 3 == 0 {
                let name = format!("net{}", self.module.nets.len());
                let net = self.net(&name, self.module.exprs.width(made), NetKind::Unsigned);
                self.module.assigns.push(Assign { net, value: made });
                self.read(net);
            }
        }
    }

    /// Adds the net of a counter, and conditions that compare it. One counter in two is read by
    /// nothing else.
    fn counter(&mut self, choices: &mut Choices<'_>) -> NetId {
        let width = 2 + choices.below(9) as u32;
        let net = self.net("ticks", width, NetKind::Unsigned);
        let read = self.module.exprs.net(net, width);
        let limit = self.module.exprs.constant(choices.value(width));
        let is_there = self.module.exprs.binary(BinaryOp::Eq, read, limit);
        let bit = choices.below(width as usize) as u32;
        let bit = self.module.exprs.slice(read, bit, 1);
        self.conditions.extend([is_there, bit]);
        if choices.below(2) == 0 {
            self.known.push(read);
        }
        net
    }

    /// Lets the counter count up or down, and start again under a condition.
    fn count(&mut self, choices: &mut Choices<'_>, net: NetId) {
        let width = self.module.nets[net].width;
        let read = self.module.exprs.net(net, width);
        let one = self.module.exprs.constant(Value::new(width, 1u32));
        let op = [BinaryOp::Add, BinaryOp::Add, BinaryOp::Sub][choices.below(3)];
        let mut next = self.module.exprs.binary(op, read, one);
        if choices.below(2) == 0 {
            let again = self.condition(choices);
            let start = self.module.exprs.constant(choices.value(width));
            next = self.module.exprs.mux(again, start, next);
        }
        self.add_register(choices, net, next, None);
    }

    /// Adds registers of which each computes with the one before. The first may have an enable.
    fn pipeline(&mut self, choices: &mut Choices<'_>) {
        let width = WIDTHS[choices.below(WIDTHS.len())];
        let mut value = self.any(choices, width);
        for stage in 0..3 {
            let net = self.net(&format!("stage{stage}"), width, NetKind::Unsigned);
            let enable = (stage == 0 && choices.below(2) == 0).then(|| self.condition(choices));
            self.add_register(choices, net, value, enable);
            let read = self.module.exprs.net(net, width);
            let op = [BinaryOp::Mul, BinaryOp::Add, BinaryOp::Xor][choices.below(3)];
            let other = self.any(choices, width);
            value = self.module.exprs.binary(op, read, other);
        }
        self.known.push(value);
    }

    fn add_register(
        &mut self,
        choices: &mut Choices<'_>,
        net: NetId,
        next: ExprId,
        enable: Option<ExprId>,
    ) {
        let initial = choices.value(self.module.nets[net].width);
        self.module.registers.push(Register {
            net,
            clock: self.clock,
            next,
            enable,
            initial,
        });
    }

    /// Adds a register with nested multiplexers like those of a state machine. Many choices hold
    /// its value.
    fn register(&mut self, choices: &mut Choices<'_>, net: NetId) {
        let width = self.module.nets[net].width;
        let own = self.module.exprs.net(net, width);
        let mut next = own;
        for _ in 0..choices.below(5) {
            let (condition, value) = (self.condition(choices), self.any(choices, width));
            next = if choices.below(2) == 0 {
                self.module.exprs.mux(condition, value, next)
            } else {
                self.module.exprs.mux(condition, next, value)
            };
        }
        if choices.below(4) == 0 {
            next = self.any(choices, width);
        }
        let enable = (choices.below(3) == 0).then(|| self.condition(choices));
        self.add_register(choices, net, next, enable);
    }

    fn memory(&mut self, choices: &mut Choices<'_>, index: usize, data: NetId) {
        let width = self.module.nets[data].width;
        let address_width = 1 + choices.below(3) as u32;
        let initial = (0..choices.below(1 << address_width))
            .map(|_| choices.value(width))
            .collect();
        let mut reads = vec![ReadPort {
            clock: Some(self.clock),
            address: self.any(choices, address_width),
            data,
        }];
        let plain = self.net(&format!("now{index}"), width, NetKind::Unsigned);
        reads.push(ReadPort {
            clock: None,
            address: self.any(choices, address_width),
            data: plain,
        });
        self.read(plain);
        let writes = (0..choices.below(3))
            .map(|_| WritePort {
                clock: self.clock,
                enable: self.condition(choices),
                address: self.any(choices, address_width),
                data: self.any(choices, width),
            })
            .collect();
        self.module.memories.push(Memory {
            name: format!("memory{index}"),
            width,
            address_width,
            initial,
            reads,
            writes,
        });
    }

    fn instance(
        &mut self,
        choices: &mut Choices<'_>,
        modules: &IdVec<ModuleId, Module>,
        index: usize,
        id: ModuleId,
    ) {
        let module = &modules[id];
        let name = format!("inner[{index}]");
        let mut inputs = Vec::new();
        for net in module.port_nets(PortDirection::Input) {
            let net = &module.nets[net];
            inputs.push(match net.kind {
                NetKind::Clock => self.module.exprs.net(self.clock, 1),
                _ => self.any(choices, net.width),
            });
        }
        let mut outputs = Vec::new();
        for net in module.port_nets(PortDirection::Output) {
            let net = &module.nets[net];
            let outer = self.net(&format!("{name}.{}", net.name), net.width, net.kind);
            outputs.push(outer);
            self.read(outer);
        }
        self.module.instances.push(Instance {
            name,
            module: id,
            inputs,
            outputs,
        });
    }
}
