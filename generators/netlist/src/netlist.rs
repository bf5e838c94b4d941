//! The data: netlists, modules, nets and what drives them.

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
    /// The module that is the design.
    pub top: ModuleId,
}

/// Names of the states of an enumeration; a state's number is its position.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EnumType {
    /// Name of the type in the source.
    pub name: String,
    /// Names of the states, without the type's name.
    pub variants: Vec<String>,
}

/// A module. Equal structure means one module, however often it is instantiated.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Module {
    /// Unique name, in snake case.
    pub name: String,
    /// All nets.
    pub nets: IdVec<NetId, Net>,
    /// The ports in source order.
    pub ports: Vec<Port>,
    /// Nodes of the combinational expressions.
    pub exprs: ExprPool,
    /// Named numbers of the source.
    pub constants: Vec<Constant>,
    /// Combinational nets.
    pub assigns: Vec<Assign>,
    /// Registers.
    pub registers: IdVec<RegisterId, Register>,
    /// Memories.
    pub memories: IdVec<MemoryId, Memory>,
    /// Instances of other modules.
    pub instances: IdVec<InstanceId, Instance>,
    /// Present when the module is not described here but by hand-written Verilog.
    pub black_box: Option<BlackBox>,
}

/// What a net carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NetKind {
    /// A clock; one bit, not used in expressions other than to pass it on to an instance.
    Clock,
    /// Bits without a sign.
    Unsigned,
    /// A two's complement number. Only for display: operators carry their own signedness.
    Signed,
    /// The state of an enumeration.
    Enum(EnumId),
}

/// A named value of a module.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Net {
    /// Name in the source: `row`, `bus.data`, `columns[3].top`; a register is known by the name of its flip-flop.
    pub name: String,
    /// Number of bits, at least one.
    pub width: u32,
    /// What the bits mean.
    pub kind: NetKind,
}

/// Direction of a port, seen from inside the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// Driven from outside.
    Input,
    /// Driven by the module.
    Output,
}

/// A port; its name is the net's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Port {
    /// Direction.
    pub direction: Direction,
    /// The net inside the module.
    pub net: NetId,
}

/// A named number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Constant {
    /// The net that carries it.
    pub net: NetId,
    /// The number.
    pub value: Value,
}

/// A combinational net and its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Assign {
    /// The driven net.
    pub net: NetId,
    /// Its value at any time.
    pub value: ExprId,
}

/// A register: at each rising edge of `clock` the net takes the value of `next`, if enabled.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Register {
    /// The net that holds the state.
    pub net: NetId,
    /// The clock net of the same module.
    pub clock: NetId,
    /// The value to take.
    pub next: ExprId,
    /// One bit; the register holds its value while it is 0. None: always enabled.
    pub enable: Option<ExprId>,
    /// Value at power-up.
    pub initial: Value,
}

/// A memory of `2^address_width` words.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Memory {
    /// Name of the block in the source.
    pub name: String,
    /// Bits of a word.
    pub width: u32,
    /// Bits of an address.
    pub address_width: u32,
    /// Contents at power-up from address 0 up; words beyond the list are zero.
    pub initial: Vec<Value>,
    /// Read ports.
    pub reads: Vec<ReadPort>,
    /// Write ports; on a collision the last one wins.
    pub writes: Vec<WritePort>,
}

/// A read port of a memory.
///
/// With a clock the word appears after the clock's rising edge, and a word that is written at the same edge is
/// read as it was before. The read value starts at zero here; hardware does not promise a value before the first edge.
/// Without a clock the port is combinational.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ReadPort {
    /// The clock net, or none for a combinational read.
    pub clock: Option<NetId>,
    /// Address.
    pub address: ExprId,
    /// The net that carries the word.
    pub data: NetId,
}

/// A write port of a memory: writes at the rising edge of the clock while enabled.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WritePort {
    /// The clock net.
    pub clock: NetId,
    /// One bit.
    pub enable: ExprId,
    /// Address.
    pub address: ExprId,
    /// The word.
    pub data: ExprId,
}

/// An instance of a module.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instance {
    /// Name in the source: `timing`, `columns[3]`.
    pub name: String,
    /// What it is an instance of.
    pub module: ModuleId,
    /// Values of the module's input ports, in the order of its ports.
    pub inputs: Vec<ExprId>,
    /// Nets driven by the module's output ports, in the order of its ports.
    pub outputs: Vec<NetId>,
}

/// A module that is hand-written Verilog. Its outputs are free: a simulation pokes them or leaves them zero, or puts a model in its place
/// ([`Netlist::with_model`]).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BlackBox {
    /// The module's body, or none when the module is a primitive of the FPGA and bears its name.
    pub body: Option<String>,
    /// Declarations of the primitives that are used, each with a `blackbox` attribute; may be empty.
    pub declarations: String,
}

/// What drives a net.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Driver {
    /// The input port with this index.
    Input(usize),
    /// An output of a black box, the port with this index.
    BlackBox(usize),
    /// The constant with this index.
    Constant(usize),
    /// The assignment with this index.
    Assign(usize),
    /// A register.
    Register(RegisterId),
    /// A read port of a memory.
    Read(MemoryId, usize),
    /// An output of an instance, by position among its outputs.
    Instance(InstanceId, usize),
}

impl Netlist {
    /// The top module.
    pub fn top(&self) -> &Module {
        &self.modules[self.top]
    }

    /// The module of that name.
    pub fn module(&self, name: &str) -> Option<ModuleId> {
        self.modules
            .iter()
            .find(|(_, module)| module.name == name)
            .map(|(id, _)| id)
    }
}

impl Module {
    /// The net of that name.
    pub fn net(&self, name: &str) -> Option<NetId> {
        self.nets
            .iter()
            .find(|(_, net)| net.name == name)
            .map(|(id, _)| id)
    }

    /// Nets of the ports of one direction, in port order.
    pub fn port_nets(&self, direction: Direction) -> impl Iterator<Item = NetId> + '_ {
        self.ports
            .iter()
            .filter(move |port| port.direction == direction)
            .map(|port| port.net)
    }

    /// Every pair of a net and something that drives it. In a verified module each net appears once.
    pub fn drivers(&self) -> Vec<(NetId, Driver)> {
        let mut drivers = Vec::new();
        for (index, port) in self.ports.iter().enumerate() {
            match port.direction {
                Direction::Input => drivers.push((port.net, Driver::Input(index))),
                Direction::Output if self.black_box.is_some() => {
                    drivers.push((port.net, Driver::BlackBox(index)));
                }
                Direction::Output => {}
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

    /// The expressions that registers, memories, instances and assignments start from.
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

    /// Drops the expression nodes that nothing starts from.
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

    /// Replaces each expression that something starts from.
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
