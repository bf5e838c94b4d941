//! Flattens the hierarchy of modules to one design.

mod connect;
#[cfg(test)]
mod tests;

use gatefall_netlist::{
    BinaryOp, Driver, Expr, ExprId, InstanceId, MemoryId, Module, ModuleId, NetId, Netlist,
    PortDirection,
};

use crate::design::{Design, Memory, Register};
use crate::error::CompileError;
use crate::node::NodeId;
use crate::word::{limb_width, limbs, limbs_of, SharedWord, Word};

/// Most operations of a design, so that the memory for them is bounded.
const MAX_NODES: usize = 1 << 22;

/// Resolves every net of every instance.
pub(crate) fn flatten(netlist: &Netlist) -> Result<Design, CompileError> {
    netlist.verify()?;
    let mut flat = Flatten::new(netlist, MAX_NODES);
    flat.seed()?;
    flat.resolve()?;
    flat.connect();
    flat.name();
    flat.number();
    flat.check_clocks()?;
    Ok(flat.design)
}

/// Driver of each net. The number of an input counts the inputs, not all ports.
fn drivers_by_net(module: &Module) -> Vec<Driver> {
    let mut drivers = module.drivers();
    let all = drivers.iter_mut().map(|(_, driver)| driver);
    let inputs = all.filter(|driver| matches!(driver, Driver::Input(_)));
    for (number, driver) in inputs.enumerate() {
        *driver = Driver::Input(number);
    }
    drivers.sort_unstable_by_key(|(net, _)| *net);
    drivers.into_iter().map(|(_, driver)| driver).collect()
}

struct Flatten<'a> {
    netlist: &'a Netlist,
    /// Driver of each net, by module.
    drivers: Vec<Vec<Driver>>,
    /// Nets of the outputs, by module.
    outputs: Vec<Vec<NetId>>,
    /// Limit of the number of operations.
    most: usize,
    /// All instances, the top first.
    places: Vec<Place>,
    design: Design,
}

/// An instance and its known values.
struct Place {
    module: ModuleId,
    /// Prefix of the names of its items: empty, or `game.board.`.
    prefix: String,
    /// Place and instance number within the parent. `None` for the top.
    parent: Option<(usize, InstanceId)>,
    children: Vec<usize>,
    nets: Vec<Option<SharedWord>>,
    exprs: Vec<Option<SharedWord>>,
    /// Number of the place's first memory in the design.
    memories: usize,
}

/// A value to resolve.
#[derive(Clone, Copy)]
enum Item {
    Net(usize, NetId),
    Expr(usize, ExprId),
}

impl<'a> Flatten<'a> {
    /// All instances, with no values yet.
    fn new(netlist: &'a Netlist, most: usize) -> Self {
        let outputs = |module: &Module| module.port_nets(PortDirection::Output).collect();
        let mut flat = Flatten {
            netlist,
            drivers: netlist.modules.values().map(drivers_by_net).collect(),
            outputs: netlist.modules.values().map(outputs).collect(),
            most,
            places: Vec::new(),
            design: Design::default(),
        };
        flat.place(netlist.top, String::new(), None);
        flat
    }

    fn module(&self, place: usize) -> &'a Module {
        &self.netlist.modules[self.places[place].module]
    }

    fn driver(&self, place: usize, net: NetId) -> Driver {
        self.drivers[usize::from(self.places[place].module)][usize::from(net)]
    }

    fn place(
        &mut self,
        id: ModuleId,
        prefix: String,
        parent: Option<(usize, InstanceId)>,
    ) -> usize {
        let module = &self.netlist.modules[id];
        let place = self.places.len();
        self.places.push(Place {
            module: id,
            prefix: prefix.clone(),
            parent,
            children: Vec::new(),
            nets: vec![None; module.nets.len()],
            exprs: vec![None; module.exprs.len()],
            memories: self.design.memories.len(),
        });
        for memory in module.memories.values() {
            self.design.memories.push(Memory {
                place,
                name: format!("{prefix}{}", memory.name),
                width: memory.width,
                address_width: memory.address_width,
                initial: memory.initial.clone(),
                writes: Vec::new(),
            });
        }
        for (number, instance) in module.instances.iter() {
            let prefix = format!("{prefix}{}.", instance.name);
            let child = self.place(instance.module, prefix, Some((place, number)));
            self.places[place].children.push(child);
        }
        place
    }

    /// Gives values to the nets that do not depend on others within a cycle.
    fn seed(&mut self) -> Result<(), CompileError> {
        for place in 0..self.places.len() {
            let module = self.module(place);
            for net in module.nets.ids() {
                self.check_room(Item::Net(place, net))?;
                let width = module.nets[net].width;
                let word = match self.driver(place, net) {
                    Driver::Input(_) if place == 0 => self.new_input(width),
                    Driver::BlackBox(_) => self.new_input(width),
                    Driver::Constant(index) => {
                        self.design.pool.word(&module.constants[index].value)
                    }
                    Driver::Register(id) => {
                        self.new_register(place, width, &limbs_of(&module.registers[id].initial))
                    }
                    Driver::Read(memory, port)
                        if module.memories[memory].reads[port].clock.is_some() =>
                    {
                        self.new_register(place, width, &vec![0; limbs(width) as usize])
                    }
                    _ => continue,
                };
                self.places[place].nets[usize::from(net)] = Some(word.into());
            }
        }
        Ok(())
    }

    fn new_input(&mut self, width: u32) -> Word {
        let limb = |limb| {
            let (slot, width) = (self.design.inputs.len(), limb_width(width, limb));
            self.design.inputs.push(width);
            self.design.pool.input(slot as u32, width)
        };
        (0..limbs(width)).map(limb).collect()
    }

    fn new_register(&mut self, place: usize, width: u32, initial: &[u64]) -> Word {
        let limb = |(limb, &initial)| {
            let (number, width) = (self.design.registers.len(), limb_width(width, limb));
            let node = self.design.pool.register(number as u32, width);
            let next = node;
            self.design.registers.push(Register {
                place,
                width,
                initial,
                node,
                next,
            });
            node
        };
        (0..).zip(initial).map(limb).collect()
    }

    /// Resolves all nets and roots. The stack is explicit, because combinational paths can be long.
    fn resolve(&mut self) -> Result<(), CompileError> {
        let mut stack: Vec<Item> = Vec::new();
        for place in 0..self.places.len() {
            let module = self.module(place);
            stack.extend(module.nets.ids().map(|net| Item::Net(place, net)));
            stack.extend(
                module
                    .roots()
                    .into_iter()
                    .map(|root| Item::Expr(place, root)),
            );
        }
        while let Some(&item) = stack.last() {
            let before = stack.len();
            if self.known(item).is_none() {
                let missing = self.needs(item).filter(|&need| self.known(need).is_none());
                stack.extend(missing);
            }
            if stack.len() == before {
                stack.pop();
                if self.known(item).is_none() {
                    self.check_room(item)?;
                    let word = self.build(item);
                    match item {
                        Item::Net(place, net) => {
                            self.places[place].nets[usize::from(net)] = Some(word)
                        }
                        Item::Expr(place, expr) => {
                            self.places[place].exprs[usize::from(expr)] = Some(word)
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Checks the limit of operations. A product has as many as the square of its width in digits
    /// of 32 bits.
    fn check_room(&self, item: Item) -> Result<(), CompileError> {
        let product = match item {
            Item::Expr(place, expr) => match *self.module(place).exprs.expr(expr) {
                Expr::Binary(BinaryOp::Mul, a, _) => self.module(place).exprs.width(a),
                _ => 0,
            },
            Item::Net(..) => 0,
        };
        let digits = product.div_ceil(32) as usize;
        let most = self.most;
        match self.design.pool.len() + digits * digits <= most {
            true => Ok(()),
            false => Err(CompileError::TooMany { most }),
        }
    }

    fn known(&self, item: Item) -> Option<&SharedWord> {
        match item {
            Item::Net(place, net) => self.places[place].nets[usize::from(net)].as_ref(),
            Item::Expr(place, expr) => self.places[place].exprs[usize::from(expr)].as_ref(),
        }
    }

    fn get(&self, item: Item) -> SharedWord {
        self.known(item).expect("needs are resolved first").clone()
    }

    /// The value that a net or an expression is read from, unless it is computed. For an unclocked
    /// read it is the address.
    fn source(&self, item: Item) -> Option<Item> {
        let (place, net) = match item {
            Item::Net(place, net) => (place, net),
            Item::Expr(place, expr) => {
                let net = self.module(place).exprs.as_net(expr);
                return net.map(|net| Item::Net(place, net));
            }
        };
        let module = self.module(place);
        let source = match self.driver(place, net) {
            Driver::Assign(index) => Item::Expr(place, module.assigns[index].value),
            Driver::Read(memory, port) => {
                Item::Expr(place, module.memories[memory].reads[port].address)
            }
            Driver::Input(input) => {
                let parent = self.places[place].parent;
                let (parent, number) = parent.expect("inputs of the top are seeded");
                Item::Expr(parent, self.module(parent).instances[number].inputs[input])
            }
            Driver::Instance(id, output) => {
                let child = self.places[place].children[usize::from(id)];
                let outputs = &self.outputs[usize::from(self.places[child].module)];
                Item::Net(child, outputs[output])
            }
            Driver::Constant(_) | Driver::Register(_) | Driver::BlackBox(_) => return None,
        };
        Some(source)
    }

    /// The values that a value depends on.
    fn needs(&self, item: Item) -> impl Iterator<Item = Item> + use<> {
        let source = self.source(item);
        let operands = match (source, item) {
            (None, Item::Expr(place, expr)) => {
                let operands = self.module(place).exprs.expr(expr).operands();
                Some(operands.map(move |operand| Item::Expr(place, operand)))
            }
            _ => None,
        };
        source.into_iter().chain(operands.into_iter().flatten())
    }

    fn build(&mut self, item: Item) -> SharedWord {
        match (self.source(item), item) {
            (Some(source), Item::Net(place, net)) => {
                let word = self.get(source);
                match self.driver(place, net) {
                    Driver::Read(memory, _) => self.read(place, memory, word[0]).into(),
                    _ => word,
                }
            }
            (Some(source), Item::Expr(..)) => self.get(source),
            (None, Item::Expr(place, expr)) => self.expr(place, expr).into(),
            (None, Item::Net(..)) => unreachable!("nets without a source are seeded"),
        }
    }

    fn read(&mut self, place: usize, memory: MemoryId, address: NodeId) -> Word {
        let width = self.module(place).memories[memory].width;
        let memory = (self.places[place].memories + usize::from(memory)) as u32;
        let pool = &mut self.design.pool;
        (0..limbs(width))
            .map(|limb| pool.load(memory, limb, address, limb_width(width, limb)))
            .collect()
    }

    fn expr(&mut self, place: usize, expr: ExprId) -> Word {
        let exprs = &self.module(place).exprs;
        let get = |operand| self.get(Item::Expr(place, operand));
        let width = |operand| exprs.width(operand);
        match *exprs.expr(expr) {
            Expr::Const(ref value) => self.design.pool.word(value),
            Expr::Net(_) => unreachable!("it has a source"),
            Expr::Unary(op, a) => {
                let word = get(a);
                self.design.pool.word_unary(op, width(a), &word)
            }
            Expr::Binary(op, a, b) => {
                let (left, right) = (get(a), get(b));
                self.design.pool.word_binary(op, width(a), &left, &right)
            }
            Expr::Mux {
                condition,
                then,
                otherwise,
            } => {
                let (condition, then, otherwise) = (get(condition), get(then), get(otherwise));
                self.design.pool.word_mux(condition[0], &then, &otherwise)
            }
            Expr::Concat { high, low } => {
                let (upper, lower) = (get(high), get(low));
                self.design
                    .pool
                    .word_concat(&upper, width(high), &lower, width(low))
            }
            Expr::Slice {
                source,
                offset,
                width,
            } => {
                let word = get(source);
                self.design.pool.word_slice(&word, offset, width)
            }
            Expr::ZeroExtend { source, width } => {
                let word = get(source);
                self.design.pool.word_extend(&word, width)
            }
            Expr::SignExtend {
                source,
                width: wide,
            } => {
                let word = get(source);
                self.design
                    .pool
                    .word_sign_extend(&word, width(source), wide)
            }
        }
    }
}
