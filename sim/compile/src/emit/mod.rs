//! The WebAssembly module: one memory with the whole state, and one function that runs cycles.

mod late;
mod value;

use std::collections::{BTreeMap, HashMap};

use wasm_encoder::{
    BlockType, CodeSection, ConstExpr, DataSection, ExportKind, ExportSection, Function,
    FunctionSection, InstructionSink, MemArg, MemorySection, MemoryType, Module, TypeSection,
    ValType,
};

use crate::design::Design;
use crate::gate::Gates;
use crate::layout::{Layout, Slot};
use crate::node::{Node, NodeId, Ty};
use crate::place::{Plan, Plans};
use crate::region::{Item, Position, RegionId};
use late::LateStore;

const PAGE: u32 = 1 << 16;
/// The parameter: the number of cycles left.
const LEFT: u32 = 0;
/// Local: the parts that are awake in this cycle.
const AWAKE: u32 = 1;

/// Writes the module.
pub(crate) fn module(design: &Design, layout: &Layout, gates: &Gates, plans: &Plans) -> Vec<u8> {
    let (function, size) = run(design, layout, gates, plans);
    let mut types = TypeSection::new();
    types.ty().function([ValType::I32], []);
    let mut functions = FunctionSection::new();
    functions.function(0);
    let mut memories = MemorySection::new();
    memories.memory(MemoryType {
        minimum: u64::from(size.div_ceil(PAGE)),
        maximum: None,
        memory64: false,
        shared: false,
        page_size_log2: None,
    });
    let mut exports = ExportSection::new();
    exports.export("run", ExportKind::Func, 0);
    exports.export("memory", ExportKind::Memory, 0);
    let mut code = CodeSection::new();
    code.function(&function);
    let mut data = DataSection::new();
    for (offset, bytes) in layout.initial(design) {
        data.active(0, &ConstExpr::i32_const(offset as i32), bytes);
    }
    let mut module = Module::new();
    module
        .section(&types)
        .section(&functions)
        .section(&memories);
    module.section(&exports).section(&code).section(&data);
    module.finish()
}

/// `run(cycles)`, and how much memory it needs.
fn run(design: &Design, layout: &Layout, gates: &Gates, plans: &Plans) -> (Function, u32) {
    let mut body = Body {
        design,
        layout,
        gates,
        plan: &plans.always,
        parts: &plans.parts,
        code: Vec::new(),
        locals: vec![ValType::I32; 2],
        values: HashMap::new(),
        state: vec![None; design.registers.len()],
        late_registers: BTreeMap::new(),
        late_stores: BTreeMap::new(),
        woken: Slot {
            offset: layout.size,
            bytes: 4,
        },
        scratch: layout.size + 8,
    };
    body.reserve_late();
    body.enter();
    let sleeps = !plans.parts.is_empty();
    if sleeps {
        // The host may have changed anything.
        body.set_woken(-1);
    }
    body.emit()
        .local_get(LEFT)
        .if_(BlockType::Empty)
        .loop_(BlockType::Empty);
    if sleeps {
        body.fetch(body.woken);
        body.emit().local_set(AWAKE);
        body.set_woken(0);
    }
    body.region(RegionId(0));
    body.commit();
    body.emit()
        .local_get(LEFT)
        .i32_const(1)
        .i32_sub()
        .local_tee(LEFT);
    body.emit().br_if(0).end().end();
    body.leave();
    body.emit().end();
    let mut function = Function::new_with_locals_types(body.locals[1..].iter().copied());
    function.raw(body.code);
    (function, body.scratch)
}

struct Body<'a> {
    design: &'a Design,
    layout: &'a Layout,
    gates: &'a Gates,
    /// The plan of what is being written.
    plan: &'a Plan,
    parts: &'a [(u32, Plan)],
    code: Vec<u8>,
    /// Types of the locals; the first ones are [`LEFT`] and [`AWAKE`].
    locals: Vec<ValType>,
    /// Nodes whose value is in a local.
    values: HashMap<NodeId, u32>,
    /// The locals of registers that live in one during the run.
    state: Vec<Option<u32>>,
    /// The parts that will be awake in the next cycle. This and what else is kept beyond the image is rarely touched and would only burden
    /// the loop as locals.
    woken: Slot,
    /// End of the memory in use.
    scratch: u32,
    /// Where the next values are of registers that change when the cycle ends.
    late_registers: BTreeMap<usize, Slot>,
    /// Where what is written when the cycle ends is, by memory and port.
    late_stores: BTreeMap<(usize, usize), LateStore>,
}

fn val_type(ty: Ty) -> ValType {
    match ty {
        Ty::I32 => ValType::I32,
        Ty::I64 => ValType::I64,
    }
}

fn slot_type(slot: Slot) -> Ty {
    if slot.bytes == 8 {
        Ty::I64
    } else {
        Ty::I32
    }
}

impl Body<'_> {
    fn emit(&mut self) -> InstructionSink<'_> {
        InstructionSink::new(&mut self.code)
    }

    fn new_local(&mut self, ty: Ty) -> u32 {
        self.locals.push(val_type(ty));
        self.locals.len() as u32 - 1
    }

    /// Fetches what stays in locals during the run: the inputs, and registers that are written in most cycles.
    fn enter(&mut self) {
        for node in self.design.needed() {
            if let Node::Input(slot) = self.design.pool.node(node) {
                let slot = self.layout.inputs[slot as usize];
                let local = self.new_local(slot_type(slot));
                self.fetch(slot);
                self.emit().local_set(local);
                self.values.insert(node, local);
            }
        }
        for register in self.plan.hot_registers(self.design) {
            let slot = self.layout.registers[register];
            let local = self.new_local(slot_type(slot));
            self.fetch(slot);
            self.emit().local_set(local);
            self.state[register] = Some(local);
        }
    }

    /// Puts the registers back.
    fn leave(&mut self) {
        for register in 0..self.state.len() {
            if let Some(local) = self.state[register] {
                let slot = self.layout.registers[register];
                self.emit().i32_const(0).local_get(local);
                self.put(slot);
            }
        }
    }

    fn mem_arg(slot: Slot) -> MemArg {
        MemArg {
            offset: u64::from(slot.offset),
            align: slot.bytes.trailing_zeros(),
            memory_index: 0,
        }
    }

    /// Loads from a constant address.
    fn fetch(&mut self, slot: Slot) {
        self.emit().i32_const(0);
        self.load(slot);
    }

    fn load(&mut self, slot: Slot) {
        let arg = Self::mem_arg(slot);
        match slot.bytes {
            1 => self.emit().i32_load8_u(arg),
            2 => self.emit().i32_load16_u(arg),
            4 => self.emit().i32_load(arg),
            _ => self.emit().i64_load(arg),
        };
    }

    /// Stores a value of the slot's type; address and value are on the stack.
    fn put(&mut self, slot: Slot) {
        let arg = Self::mem_arg(slot);
        match slot.bytes {
            1 => self.emit().i32_store8(arg),
            2 => self.emit().i32_store16(arg),
            4 => self.emit().i32_store(arg),
            _ => self.emit().i64_store(arg),
        };
    }

    fn region(&mut self, region: RegionId) {
        let plan = self.plan;
        for (index, item) in plan.regions[region.0].items.iter().enumerate() {
            self.before(region, Position::Item(index));
            match item {
                Item::Set { register, value } => self.set(*register, *value),
                Item::Store {
                    memory,
                    port,
                    address,
                    data,
                } => self.store(*memory, *port, *address, data),
                Item::Watch { nodes, wakes } => self.watch(nodes, *wakes),
                Item::Parts => self.parts(),
                Item::If {
                    condition,
                    then,
                    otherwise,
                } => self.branch(*condition, *then, *otherwise),
            }
        }
    }

    fn branch(&mut self, condition: NodeId, then: RegionId, otherwise: RegionId) {
        let empty = |region: RegionId| self.plan.regions[region.0].items.is_empty();
        let (then_empty, otherwise_empty) = (empty(then), empty(otherwise));
        if then_empty && otherwise_empty {
            return;
        }
        self.value(condition, Ty::I32);
        if then_empty {
            self.emit().i32_eqz().if_(BlockType::Empty);
            self.region(otherwise);
        } else {
            self.emit().if_(BlockType::Empty);
            self.region(then);
            if !otherwise_empty {
                self.emit().else_();
                self.region(otherwise);
            }
        }
        self.emit().end();
    }

    fn before(&mut self, region: RegionId, position: Position) {
        let plan = self.plan;
        for &node in plan.before.get(&(region, position)).into_iter().flatten() {
            if !self.values.contains_key(&node) {
                self.compute(node);
                let local = self.new_local(self.design.pool.ty(node));
                self.emit().local_set(local);
                self.values.insert(node, local);
            }
        }
    }

    /// Code that runs when one of some parts is awake.
    fn when_awake(&mut self, parts: u32, code: impl FnOnce(&mut Self)) {
        self.emit()
            .local_get(AWAKE)
            .i32_const(parts as i32)
            .i32_and();
        self.emit().if_(BlockType::Empty);
        code(self);
        self.emit().end();
    }

    /// Runs the parts that are awake.
    fn parts(&mut self) {
        let parts = self.parts;
        let is_given = |node: &NodeId| {
            self.gates.watched.contains_key(node)
                || matches!(self.design.pool.node(*node), Node::Input(_))
        };
        let given: HashMap<NodeId, u32> = (self.values.iter().filter(|(node, _)| is_given(node)))
            .map(|(&node, &local)| (node, local))
            .collect();
        let all = parts.iter().fold(0, |all, (part, _)| all | 1 << part);
        self.when_awake(all, |body| {
            for (part, plan) in parts {
                let outer = (
                    std::mem::replace(&mut body.values, given.clone()),
                    body.plan,
                );
                body.plan = plan;
                body.when_awake(1 << part, |body| {
                    body.start(*part);
                    body.region(RegionId(0));
                });
                (body.values, body.plan) = outer;
            }
        });
    }

    /// Reserves memory beyond the image.
    fn reserve(&mut self, ty: Ty) -> Slot {
        let offset = self.scratch;
        self.scratch += 8;
        Slot {
            offset,
            bytes: if ty == Ty::I32 { 4 } else { 8 },
        }
    }

    /// Compares nodes with their values in the last cycle.
    fn watch(&mut self, nodes: &[NodeId], wakes: u32) {
        let total: u32 = nodes.iter().map(|&node| self.design.pool.width(node)).sum();
        let ty = if total <= 32 { Ty::I32 } else { Ty::I64 };
        let (now, last) = (self.new_local(ty), self.reserve(ty));
        let mut shift = 0;
        for (index, &node) in nodes.iter().enumerate() {
            self.value(node, ty);
            if index > 0 {
                match ty {
                    Ty::I32 => self.emit().i32_const(shift as i32).i32_shl().i32_or(),
                    Ty::I64 => self.emit().i64_const(i64::from(shift)).i64_shl().i64_or(),
                };
            }
            shift += self.design.pool.width(node);
        }
        self.emit().local_tee(now);
        self.fetch(last);
        self.not_equal(ty);
        self.emit().if_(BlockType::Empty);
        self.emit()
            .local_get(AWAKE)
            .i32_const(wakes as i32)
            .i32_or()
            .local_set(AWAKE);
        self.emit().i32_const(0).local_get(now);
        self.put(last);
        self.emit().end();
    }

    fn not_equal(&mut self, ty: Ty) {
        match ty {
            Ty::I32 => self.emit().i32_ne(),
            Ty::I64 => self.emit().i64_ne(),
        };
    }

    fn set(&mut self, register: usize, value: NodeId) {
        let ty = slot_type(self.layout.registers[register]);
        let wakes = self.gates.register_wakes[register];
        if wakes == 0 {
            self.put_next(register, |body| body.value(value, ty));
            return;
        }
        self.value(value, ty);
        let new = self.new_local(ty);
        self.emit().local_tee(new);
        self.state(register);
        self.not_equal(ty);
        self.emit().if_(BlockType::Empty);
        self.wake(wakes);
        self.put_next(register, |body| {
            body.emit().local_get(new);
        });
        self.emit().end();
    }

    /// Gives a register its next value, now or when the cycle ends.
    fn put_next(&mut self, register: usize, value: impl FnOnce(&mut Self)) {
        match self.late_registers.get(&register).copied() {
            Some(slot) => {
                self.emit().i32_const(0);
                value(self);
                self.put(slot);
            }
            None => self.put_state(register, value),
        }
    }

    /// Wakes parts for the next cycle.
    fn wake(&mut self, parts: u32) {
        self.emit().i32_const(0);
        self.fetch(self.woken);
        self.emit().i32_const(parts as i32).i32_or();
        self.put(self.woken);
    }

    fn set_woken(&mut self, parts: i32) {
        self.emit().i32_const(0).i32_const(parts);
        self.put(self.woken);
    }

    /// Puts a register's state on the stack.
    fn state(&mut self, register: usize) {
        match self.state[register] {
            Some(local) => {
                self.emit().local_get(local);
            }
            None => self.fetch(self.layout.registers[register]),
        }
    }

    /// Sets a register to what is put on the stack.
    fn put_state(&mut self, register: usize, value: impl FnOnce(&mut Self)) {
        match self.state[register] {
            Some(local) => {
                value(self);
                self.emit().local_set(local);
            }
            None => {
                self.emit().i32_const(0);
                value(self);
                self.put(self.layout.registers[register]);
            }
        }
    }

    fn store(&mut self, memory: usize, port: usize, address: NodeId, data: &[NodeId]) {
        let wakes = self.gates.memory_wakes[memory];
        if wakes != 0 {
            self.wake(wakes);
        }
        let ty = slot_type(self.layout.memories[memory].slot(0, 0));
        if let Some(late) = self.late_stores.get(&(memory, port)).cloned() {
            self.emit().i32_const(0);
            self.address(memory, address);
            self.put(late.address);
            self.emit().i32_const(0).i32_const(1);
            self.put(late.flag);
            for (&slot, &value) in late.data.iter().zip(data) {
                self.emit().i32_const(0);
                self.value(value, ty);
                self.put(slot);
            }
            return;
        }
        for (limb, &value) in (0..).zip(data) {
            self.address(memory, address);
            self.value(value, ty);
            self.put(self.layout.memories[memory].slot(0, limb));
        }
    }

    /// Byte offset of a word within its memory.
    fn address(&mut self, memory: usize, address: NodeId) {
        self.value(address, Ty::I32);
        let stride = self.layout.memories[memory].stride;
        if stride > 1 {
            self.emit().i32_const(stride as i32).i32_mul();
        }
    }
}
