//! Builds a module from an executed kernel: signals become nets, flip-flops registers, memories
//! memories, and other blocks instances.

use std::collections::{HashMap, HashSet};

use gatefall_netlist::{
    Assign, EnumId, Expr, ExprId, Instance, Memory, Module, ModuleId, NamedConstant, Net, NetId,
    NetKind, Port, PortDirection, ReadPort, Register, WritePort,
};

use crate::error::LowerError;
use crate::kernel::{Kernel, Lowered};
use crate::primitive::Primitive;
use crate::scope::{Carries, Scope, States};
use crate::show;
use crate::symbols::Role;

/// Lowered form of a block within the module.
pub(crate) enum Part {
    Primitive(Primitive),
    Module(ModuleId),
}

/// Builds the module, without a name.
pub(crate) fn assemble(
    scope: &Scope,
    kernel: Kernel,
    parts: Vec<Part>,
    enum_id: &mut dyn FnMut(&States) -> EnumId,
) -> Lowered<Module> {
    let mut builder = Builder {
        kernel,
        module: Module::default(),
        net_of: HashMap::new(),
        built: HashMap::new(),
    };
    builder.check_latches()?;
    builder.make_nets(scope, &parts, enum_id);
    builder.make_assigns()?;
    for (child, part) in scope.children.iter().zip(parts) {
        match part {
            Part::Primitive(primitive) => builder.make_state(child, primitive)?,
            Part::Module(module) => builder.make_instance(child, module)?,
        }
    }
    builder.module.compact();
    Ok(builder.module)
}

/// Kind of a signal's net.
pub(crate) fn net_kind(carries: &Carries, enum_id: &mut dyn FnMut(&States) -> EnumId) -> NetKind {
    match carries {
        Carries::Clock => NetKind::Clock,
        Carries::Unsigned => NetKind::Unsigned,
        Carries::Signed => NetKind::Signed,
        Carries::Enum(states) => NetKind::Enum(enum_id(states)),
    }
}

struct Builder {
    kernel: Kernel,
    module: Module,
    /// Nets of the kernel's signals.
    net_of: HashMap<usize, NetId>,
    /// Finished expressions: node of the kernel to node of the module.
    built: HashMap<ExprId, ExprId>,
}

impl Builder {
    /// Checks that no driven signal depends on its own initial value. That would be a latch, or a
    /// loop if an operator is involved.
    fn check_latches(&self) -> Lowered<()> {
        let kernel = &self.kernel;
        for (index, symbol) in kernel.symbols.list.iter().enumerate() {
            let own = kernel.pool.as_net(kernel.values[index]);
            let untouched = own == Some(NetId::from(index)) && !kernel.is_assigned(index);
            if untouched || !symbol.role.is_driven() {
                continue;
            }
            let (module, signal) = (kernel.module.clone(), show::name(&symbol.name));
            let statement = kernel.statement_of(index).cloned();
            if self.reaches(index, kept_by) {
                return Err(LowerError::Latch {
                    module,
                    signal,
                    expression: statement.unwrap_or_default(),
                });
            }
            if self.reaches(index, |expr| expr.operands().collect()) {
                return Err(LowerError::CombinationalLoop {
                    module,
                    signals: vec![signal],
                    expressions: statement.into_iter().collect(),
                });
            }
        }
        Ok(())
    }

    /// True if the signal's value leads back to the signal along the given operands. Paths through
    /// final values of other signals do not count.
    fn reaches(&self, index: usize, follow: impl Fn(&Expr) -> Vec<ExprId>) -> bool {
        let mut seen = HashSet::new();
        let mut todo = vec![self.kernel.values[index]];
        while let Some(id) = todo.pop() {
            if !seen.insert(id) {
                continue;
            }
            match self.kernel.pool.expr(id) {
                Expr::Net(net) if usize::from(*net) == index => return true,
                Expr::Net(net) => {
                    let inner = self
                        .version(*net)
                        .filter(|(s, value)| !self.is_final(*s, *value));
                    todo.extend(inner.map(|(_, value)| value));
                }
                expr => todo.extend(follow(expr)),
            }
        }
        false
    }

    /// Signal and value of a net for an intermediate value.
    fn version(&self, net: NetId) -> Option<(usize, ExprId)> {
        let index = usize::from(net).checked_sub(self.kernel.symbols.list.len())?;
        Some(self.kernel.versions[index])
    }

    fn make_nets(
        &mut self,
        scope: &Scope,
        parts: &[Part],
        enum_id: &mut dyn FnMut(&States) -> EnumId,
    ) {
        let primitives: HashMap<&str, &Primitive> = (scope.children.iter().zip(parts))
            .filter_map(|(child, part)| match part {
                Part::Primitive(primitive) => Some((child.name.as_str(), primitive)),
                Part::Module(_) => None,
            })
            .collect();
        for index in 0..self.kernel.symbols.list.len() {
            let symbol = &self.kernel.symbols.list[index];
            let (block, port) = symbol.name.rsplit_once('$').unwrap_or(("", &symbol.name));
            let register = matches!(primitives.get(block), Some(Primitive::Register { .. }));
            let wanted = match symbol.role {
                Role::Input | Role::Output | Role::ChildOutput | Role::Constant(_) => true,
                Role::Local => self.kernel.is_assigned(index),
                Role::ChildInput => {
                    let named = !register && symbol.carries != Carries::Clock;
                    self.kernel.read[index] || (named && !self.is_plain(index))
                }
            };
            if !wanted {
                continue;
            }
            let of_register = register && port == "q" && symbol.role == Role::ChildOutput;
            let name = show::name(if of_register { block } else { &symbol.name });
            let kind = net_kind(&symbol.carries, enum_id);
            let net = self.module.nets.push(Net {
                name,
                width: symbol.width,
                kind,
            });
            match &symbol.role {
                Role::Input => self.module.ports.push(Port {
                    direction: PortDirection::Input,
                    net,
                }),
                Role::Output => self.module.ports.push(Port {
                    direction: PortDirection::Output,
                    net,
                }),
                Role::Constant(value) => {
                    self.module.constants.push(NamedConstant {
                        net,
                        value: value.clone(),
                    });
                }
                _ => {}
            }
            self.net_of.insert(index, net);
        }
    }

    /// True if the signal's value is a constant or another signal. Such a signal needs no net.
    fn is_plain(&self, index: usize) -> bool {
        let value = self.kernel.values[index];
        let pool = &self.kernel.pool;
        match pool.as_net(value) {
            Some(net) => self
                .version(net)
                .is_none_or(|(signal, at)| self.is_final(signal, at)),
            None => pool.as_const(value).is_some(),
        }
    }

    fn is_final(&self, signal: usize, value: ExprId) -> bool {
        self.kernel.values[signal] == value
    }

    fn make_assigns(&mut self) -> Lowered<()> {
        for index in 0..self.kernel.symbols.list.len() {
            if !self.kernel.symbols.list[index].role.is_driven() {
                continue;
            }
            if let Some(&net) = self.net_of.get(&index) {
                let value = match self.kernel.symbols.list[index].carries {
                    Carries::Clock => {
                        let clock = self.clock_source(index)?;
                        self.module.exprs.net(clock, 1)
                    }
                    _ => self.finish(self.kernel.values[index]),
                };
                self.module.assigns.push(Assign { net, value });
            }
        }
        Ok(())
    }

    /// Copies a node of the kernel into the module. The final value of a signal becomes a read of
    /// its net.
    fn finish(&mut self, root: ExprId) -> ExprId {
        let mut stack = vec![(root, false)];
        while let Some((id, ready)) = stack.pop() {
            if self.built.contains_key(&id) {
                continue;
            }
            let expr = self.kernel.pool.expr(id).clone();
            let alias = match expr {
                Expr::Net(net) => self
                    .version(net)
                    .filter(|(s, value)| !self.is_final(*s, *value)),
                _ => None,
            };
            let needs: Vec<ExprId> = match alias {
                Some((_, value)) => vec![value],
                None => expr.operands().collect(),
            };
            if !ready && !needs.is_empty() {
                stack.push((id, true));
                stack.extend(needs.into_iter().map(|need| (need, false)));
                continue;
            }
            let done = match (alias, &expr) {
                (Some((_, value)), _) => self.built[&value],
                (None, Expr::Net(net)) => {
                    let signal = self
                        .version(*net)
                        .map_or(usize::from(*net), |(signal, _)| signal);
                    let width = self.kernel.symbols.list[signal].width;
                    self.module.exprs.net(self.net_of[&signal], width)
                }
                _ => (self.module.exprs).fold(&expr.map(|operand| self.built[&operand])),
            };
            self.built.insert(id, done);
        }
        self.built[&root]
    }

    fn signal(&self, child: &Scope, port: &str) -> usize {
        let name = format!("{}${port}", child.name);
        self.kernel
            .symbols
            .signal(&name)
            .expect("ports of blocks are signals of the kernel")
    }

    /// Expression of a block's input: its net if it has one, else its value.
    fn input(&mut self, child: &Scope, port: &str) -> ExprId {
        let index = self.signal(child, port);
        match self.net_of.get(&index) {
            Some(&net) => self
                .module
                .exprs
                .net(net, self.kernel.symbols.list[index].width),
            None => self.finish(self.kernel.values[index]),
        }
    }

    fn output(&self, child: &Scope, port: &str) -> NetId {
        self.net_of[&self.signal(child, port)]
    }

    /// Net of a clock input, which must be connected directly.
    fn clock(&self, child: &Scope, port: &str) -> Lowered<NetId> {
        self.clock_source(self.signal(child, port))
    }

    fn clock_source(&self, index: usize) -> Lowered<NetId> {
        let value = self.kernel.values[index];
        let source = self.kernel.pool.as_net(value).map(usize::from);
        let source =
            source.and_then(|source| self.kernel.symbols.list.get(source).zip(Some(source)));
        match source {
            Some((symbol, source)) if symbol.carries == Carries::Clock => Ok(self.net_of[&source]),
            _ => Err(LowerError::DerivedClock {
                module: self.kernel.module.clone(),
                signal: show::name(&self.kernel.symbols.list[index].name),
                expression: self.kernel.assigned_text(index).to_owned(),
            }),
        }
    }

    fn make_state(&mut self, child: &Scope, primitive: Primitive) -> Lowered<()> {
        match primitive {
            Primitive::Register { clock, initial } => {
                let clock = self.clock(child, clock)?;
                let net = self.output(child, "q");
                let next = self.input(child, "d");
                let (next, enable) = self.split_enable(net, next);
                let register = Register {
                    net,
                    clock,
                    next,
                    enable,
                    initial,
                };
                self.module.registers.push(register);
            }
            Primitive::Ram { initial } => {
                let write = WritePort {
                    clock: self.clock(child, "write_clock")?,
                    enable: self.input(child, "write_enable"),
                    address: self.input(child, "write_address"),
                    data: self.input(child, "write_data"),
                };
                let clock = Some(self.clock(child, "read_clock")?);
                self.make_memory(
                    child,
                    initial,
                    ["read_address", "read_data"],
                    clock,
                    vec![write],
                );
            }
            Primitive::SyncRom { initial } => {
                let clock = Some(self.clock(child, "clock")?);
                self.make_memory(child, initial, ["address", "data"], clock, vec![]);
            }
            Primitive::Rom { initial } => {
                self.make_memory(child, initial, ["address", "data"], None, vec![]);
            }
        }
        Ok(())
    }

    fn make_memory(
        &mut self,
        child: &Scope,
        initial: Vec<gatefall_netlist::Value>,
        [address, data]: [&str; 2],
        clock: Option<NetId>,
        writes: Vec<WritePort>,
    ) {
        let address = self.input(child, address);
        let data = self.output(child, data);
        self.module.memories.push(Memory {
            name: show::name(&child.name),
            width: self.module.nets[data].width,
            address_width: self.module.exprs.width(address),
            initial,
            reads: vec![ReadPort {
                clock,
                address,
                data,
            }],
            writes,
        });
    }

    /// Splits the next value of a register into value and enable, if the register otherwise keeps
    /// its value.
    fn split_enable(&mut self, register: NetId, next: ExprId) -> (ExprId, Option<ExprId>) {
        let pool = &mut self.module.exprs;
        match *pool.expr(next) {
            Expr::Mux {
                condition,
                then,
                otherwise,
            } if pool.as_net(otherwise) == Some(register) => (then, Some(condition)),
            Expr::Mux {
                condition,
                then,
                otherwise,
            } if pool.as_net(then) == Some(register) => (otherwise, Some(pool.not(condition))),
            _ => (next, None),
        }
    }

    fn make_instance(&mut self, child: &Scope, module: ModuleId) -> Lowered<()> {
        let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
        for port in child.ports() {
            if port.kind != rust_hdl::core::atom::AtomKind::InputParameter {
                outputs.push(self.output(child, &port.name));
            } else if port.carries == Carries::Clock {
                let clock = self.clock(child, &port.name)?;
                inputs.push(self.module.exprs.net(clock, 1));
            } else {
                inputs.push(self.input(child, &port.name));
            }
        }
        let name = show::name(&child.name);
        self.module.instances.push(Instance {
            name,
            module,
            inputs,
            outputs,
        });
        Ok(())
    }
}

/// Operands that a value passes through unchanged.
fn kept_by(expr: &Expr) -> Vec<ExprId> {
    match *expr {
        Expr::Mux {
            then, otherwise, ..
        } => vec![then, otherwise],
        Expr::Concat { high, low } => vec![high, low],
        Expr::Slice { source, .. } => vec![source],
        _ => vec![],
    }
}
