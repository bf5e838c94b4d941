//! Builder of netlist modules whose widths depend on the game, so that they cannot be lowered from
//! a rust-hdl block.

use gatefall_netlist::{
    Assign, BinaryOp, ExprId, Instance, InstanceId, Memory, Module, ModuleId, Net, NetId, NetKind,
    Netlist, Port, PortDirection, ReadPort, Register, Value, WritePort,
};

/// A module under construction, with one clock.
pub(crate) struct ModuleBuilder {
    pub(crate) module: Module,
    clock: NetId,
}

impl ModuleBuilder {
    pub(crate) fn new(name: &str) -> Self {
        let mut module = Module {
            name: name.to_owned(),
            ..Module::default()
        };
        let clock = Net {
            name: "clock".to_owned(),
            width: 1,
            kind: NetKind::Clock,
        };
        let clock = module.nets.push(clock);
        module.ports.push(Port {
            direction: PortDirection::Input,
            net: clock,
        });
        Self { module, clock }
    }

    pub(crate) fn net(&mut self, name: &str, width: u32, kind: NetKind) -> NetId {
        self.module.nets.push(Net {
            name: name.to_owned(),
            width,
            kind,
        })
    }

    pub(crate) fn read(&mut self, net: NetId) -> ExprId {
        let width = self.module.nets[net].width;
        self.module.exprs.net(net, width)
    }

    pub(crate) fn number(&mut self, width: u32, value: u64) -> ExprId {
        self.module.exprs.constant(Value::new(width, value))
    }

    pub(crate) fn input(&mut self, name: &str, width: u32) -> ExprId {
        let net = self.net(name, width, NetKind::Unsigned);
        self.module.ports.push(Port {
            direction: PortDirection::Input,
            net,
        });
        self.read(net)
    }

    pub(crate) fn output(&mut self, name: &str, value: ExprId) {
        let width = self.module.exprs.width(value);
        let net = self.net(name, width, NetKind::Unsigned);
        self.module.ports.push(Port {
            direction: PortDirection::Output,
            net,
        });
        self.module.assigns.push(Assign { net, value });
    }

    /// Adds a register. [`ModuleBuilder::set_next`] sets its next value.
    pub(crate) fn register(&mut self, name: &str, width: u32) -> NetId {
        self.net(name, width, NetKind::Unsigned)
    }

    pub(crate) fn set_next(&mut self, register: NetId, next: ExprId, enable: Option<ExprId>) {
        let initial = Value::zero(self.module.nets[register].width);
        let clock = self.clock;
        self.module.registers.push(Register {
            net: register,
            clock,
            next,
            enable,
            initial,
        });
    }

    /// Adds a register that counts the cycles in which `enable` is high, or all cycles.
    pub(crate) fn counter(&mut self, name: &str, width: u32, enable: Option<ExprId>) -> ExprId {
        let register = self.register(name, width);
        let value = self.read(register);
        let one = self.number(width, 1);
        let next = self.module.exprs.binary(BinaryOp::Add, value, one);
        self.set_next(register, next, enable);
        value
    }

    /// Adds a memory that the circuit only writes and the host reads. Its read port always reads
    /// word 0.
    pub(crate) fn memory(&mut self, name: &str, enable: ExprId, address: ExprId, data: ExprId) {
        let (width, address_width) = (
            self.module.exprs.width(data),
            self.module.exprs.width(address),
        );
        let first = self.net(&format!("{name}_first_word"), width, NetKind::Unsigned);
        let zero = self.number(address_width, 0);
        let clock = self.clock;
        self.module.memories.push(Memory {
            name: name.to_owned(),
            width,
            address_width,
            initial: Vec::new(),
            reads: vec![ReadPort {
                clock: None,
                address: zero,
                data: first,
            }],
            writes: vec![WritePort {
                clock,
                enable,
                address,
                data,
            }],
        });
    }

    /// Adds an instance of a module. Its clock, if any, is this module's clock. `input` returns the
    /// other inputs by name. The nets of the outputs are named after the instance and the port.
    pub(crate) fn instance(
        &mut self,
        netlist: &Netlist,
        name: &str,
        module: ModuleId,
        mut input: impl FnMut(&mut Self, &str) -> Option<ExprId>,
    ) -> InstanceId {
        let child = &netlist.modules[module];
        let mut inputs = Vec::new();
        for net in child.port_nets(PortDirection::Input) {
            let net = &child.nets[net];
            let value = match net.kind {
                NetKind::Clock => self.read(self.clock),
                _ => match input(self, &net.name) {
                    Some(value) => value,
                    None => self.number(net.width, 0),
                },
            };
            inputs.push(value);
        }
        let mut outputs = Vec::new();
        for net in child.port_nets(PortDirection::Output) {
            let Net {
                name: port,
                width,
                kind,
            } = &child.nets[net];
            outputs.push(self.net(&format!("{name}_{port}"), *width, *kind));
        }
        let name = name.to_owned();
        self.module.instances.push(Instance {
            name,
            module,
            inputs,
            outputs,
        })
    }

    /// The value of an instance's output, by the name that [`ModuleBuilder::instance`] gave it.
    pub(crate) fn named(&mut self, name: &str) -> Option<ExprId> {
        let net = self.module.net(name)?;
        Some(self.read(net))
    }
}
