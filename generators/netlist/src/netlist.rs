//! Data types of a netlist: modules, nets and their drivers.

use crate::black_box::BlackBox;
use crate::expr::ExprPool;
use crate::ids::{EnumId, ExprId, IdVec, InstanceId, MemoryId, ModuleId, NetId, RegisterId};
use crate::value::Value;

/// A whole design.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Netlist {
    /// All modules, children before parents.
    pub modules: IdVec<ModuleId, Module>,
    /// Enumerations that nets refer to.
    pub enums: IdVec<EnumId, EnumType>,
    /// The top module.
    pub top: ModuleId,
}

/// State names of an enumeration. The number of a state is its index.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EnumType {
    /// Name of the type in the source.
    pub name: String,
    /// Names of the states, without the type's name.
    pub variants: Vec<String>,
}

/// A module. Modules with equal structure are stored once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Module {
    /// Unique name.
    pub name: String,
    /// All nets.
    pub nets: IdVec<NetId, Net>,
    /// The ports in source order.
    pub ports: Vec<Port>,
    /// Nodes of the combinational expressions.
    pub exprs: ExprPool,
    /// Named constants of the source.
    pub constants: Vec<NamedConstant>,
    /// Combinational nets.
    pub assigns: Vec<Assign>,
    /// Registers.
    pub registers: IdVec<RegisterId, Register>,
    /// Memories.
    pub memories: IdVec<MemoryId, Memory>,
    /// Instances of other modules.
    pub instances: IdVec<InstanceId, Instance>,
    /// Hand-written Verilog, if it describes the module.
    pub black_box: Option<BlackBox>,
}

/// Kind of a net's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NetKind {
    /// A clock of one bit. Expressions only pass it on to an instance or another clock.
    Clock,
    /// Unsigned bits.
    Unsigned,
    /// A two's complement number, for display only. Operators have their own signedness.
    Signed,
    /// A state of an enumeration.
    Enum(EnumId),
}

/// A named value of a module.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Net {
    /// Name in the source: `row`, `bus.data`, `columns[3].top`. A register has the name of its
    /// flip-flop.
    pub name: String,
    /// Width in bits, at least 1.
    pub width: u32,
    /// Meaning of the bits.
    pub kind: NetKind,
}

/// Direction of a port, seen from inside the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PortDirection {
    /// Driven from outside.
    Input,
    /// Driven by the module.
    Output,
}

/// A port. Its name is the net's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Port {
    /// Direction.
    pub direction: PortDirection,
    /// The net inside the module.
    pub net: NetId,
}

/// A named constant.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NamedConstant {
    /// The net with the value.
    pub net: NetId,
    /// The value.
    pub value: Value,
}

/// A combinational net and its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Assign {
    /// The driven net.
    pub net: NetId,
    /// Its value.
    pub value: ExprId,
}

/// A register: at each rising edge of `clock` the net takes the value of `next`, if enabled.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Register {
    /// The net that holds the state.
    pub net: NetId,
    /// The clock net of the same module.
    pub clock: NetId,
    /// Next value.
    pub next: ExprId,
    /// Enable, one bit. The register holds its value while it is 0. `None`: always enabled.
    pub enable: Option<ExprId>,
    /// Value at power-up.
    pub initial: Value,
}

/// A memory of `2^address_width` words.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Memory {
    /// Name of the block in the source.
    pub name: String,
    /// Width of a word in bits.
    pub width: u32,
    /// Width of an address in bits.
    pub address_width: u32,
    /// Contents at power-up, from address 0. Words beyond the list are zero.
    pub initial: Vec<Value>,
    /// Read ports.
    pub reads: Vec<ReadPort>,
    /// Write ports. If several write one address, the last one wins.
    pub writes: Vec<WritePort>,
}

/// A read port of a memory.
///
/// With a clock, the word appears after the clock's rising edge. A word that is written at the same
/// edge is read with its old value. The read value starts at zero; hardware has no defined value
/// before the first edge. Without a clock, the port is combinational.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ReadPort {
    /// The clock net. `None` for a combinational read.
    pub clock: Option<NetId>,
    /// Address.
    pub address: ExprId,
    /// The net with the word.
    pub data: NetId,
}

/// A write port of a memory. Writes at the rising edge of the clock while enabled.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WritePort {
    /// The clock net.
    pub clock: NetId,
    /// Enable, one bit.
    pub enable: ExprId,
    /// Address.
    pub address: ExprId,
    /// Written word.
    pub data: ExprId,
}

/// An instance of a module.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instance {
    /// Name in the source: `timing`, `columns[3]`.
    pub name: String,
    /// Module of the instance.
    pub module: ModuleId,
    /// Values of the module's input ports, in port order.
    pub inputs: Vec<ExprId>,
    /// Nets that the module's output ports drive, in port order.
    pub outputs: Vec<NetId>,
}

/// Driver of a net.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Driver {
    /// An input port, by index.
    Input(usize),
    /// An output port of a black box, by index.
    BlackBox(usize),
    /// A constant, by index.
    Constant(usize),
    /// An assignment, by index.
    Assign(usize),
    /// A register.
    Register(RegisterId),
    /// A read port of a memory, by index.
    Read(MemoryId, usize),
    /// An output of an instance, by index among its outputs.
    Instance(InstanceId, usize),
}

impl Netlist {
    /// The top module.
    pub fn top(&self) -> &Module {
        &self.modules[self.top]
    }

    /// The module with this name.
    pub fn module(&self, name: &str) -> Option<ModuleId> {
        self.modules
            .iter()
            .find(|(_, module)| module.name == name)
            .map(|(id, _)| id)
    }
}

impl Module {
    /// The net with this name.
    pub fn net(&self, name: &str) -> Option<NetId> {
        self.nets
            .iter()
            .find(|(_, net)| net.name == name)
            .map(|(id, _)| id)
    }

    /// Nets of the ports of one direction, in port order.
    pub fn port_nets(&self, direction: PortDirection) -> impl Iterator<Item = NetId> + '_ {
        self.ports
            .iter()
            .filter(move |port| port.direction == direction)
            .map(|port| port.net)
    }

    /// Every pair of a net and a driver. In a verified module each net occurs once.
    pub fn drivers(&self) -> Vec<(NetId, Driver)> {
        let mut drivers = Vec::new();
        for (index, port) in self.ports.iter().enumerate() {
            match port.direction {
                PortDirection::Input => drivers.push((port.net, Driver::Input(index))),
                PortDirection::Output if self.black_box.is_some() => {
                    drivers.push((port.net, Driver::BlackBox(index)));
                }
                PortDirection::Output => {}
            }
        }
        let constants = self.constants.iter().enumerate();
        drivers.extend(constants.map(|(index, item)| (item.net, Driver::Constant(index))));
        let assigns = self.assigns.iter().enumerate();
        drivers.extend(assigns.map(|(index, item)| (item.net, Driver::Assign(index))));
        drivers.extend(
            self.registers
                .iter()
                .map(|(id, item)| (item.net, Driver::Register(id))),
        );
        for (id, memory) in self.memories.iter() {
            let reads = memory.reads.iter().enumerate();
            drivers.extend(reads.map(|(index, read)| (read.data, Driver::Read(id, index))));
        }
        for (id, instance) in self.instances.iter() {
            let outputs = instance.outputs.iter().enumerate();
            drivers.extend(outputs.map(|(index, &net)| (net, Driver::Instance(id, index))));
        }
        drivers
    }

    /// Root expressions: the inputs of registers, memories, instances and assignments.
    pub fn roots(&self) -> Vec<ExprId> {
        let mut roots: Vec<ExprId> = self.assigns.iter().map(|assign| assign.value).collect();
        for register in self.registers.values() {
            roots.push(register.next);
            roots.extend(register.enable);
        }
        for memory in self.memories.values() {
            roots.extend(memory.reads.iter().map(|read| read.address));
            roots.extend(
                memory
                    .writes
                    .iter()
                    .flat_map(|w| [w.enable, w.address, w.data]),
            );
        }
        roots.extend(
            self.instances
                .values()
                .flat_map(|instance| instance.inputs.iter().copied()),
        );
        roots
    }

    /// Removes the expression nodes that no root uses.
    pub fn compact(&mut self) {
        let old = std::mem::take(&mut self.exprs);
        let mut wanted = vec![false; old.len()];
        for root in self.roots() {
            wanted[usize::from(root)] = true;
        }
        for id in old.ids().rev() {
            if wanted[usize::from(id)] {
                for operand in old.expr(id).operands() {
                    wanted[usize::from(operand)] = true;
                }
            }
        }
        let nets = &self.nets;
        let mut moved: Vec<Option<ExprId>> = vec![None; old.len()];
        for id in old.ids().filter(|&id| wanted[usize::from(id)]) {
            let kept = |id: ExprId| moved[usize::from(id)].expect("operands come before users");
            let expr = old.expr(id).map(kept);
            moved[usize::from(id)] = Some(self.exprs.add(expr, |net| nets[net].width));
        }
        let kept = |id: ExprId| moved[usize::from(id)].expect("roots are kept");
        self.replace_roots(kept);
    }

    /// Replaces each root expression.
    fn replace_roots(&mut self, new: impl Fn(ExprId) -> ExprId) {
        for assign in &mut self.assigns {
            assign.value = new(assign.value);
        }
        for register in self.registers.values_mut() {
            register.next = new(register.next);
            register.enable = register.enable.map(&new);
        }
        for memory in self.memories.values_mut() {
            for read in &mut memory.reads {
                read.address = new(read.address);
            }
            for write in &mut memory.writes {
                write.enable = new(write.enable);
                write.address = new(write.address);
                write.data = new(write.data);
            }
        }
        for instance in self.instances.values_mut() {
            for input in &mut instance.inputs {
                *input = new(*input);
            }
        }
    }
}
