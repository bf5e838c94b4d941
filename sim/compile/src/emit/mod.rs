//! Writer of the WebAssembly module: one memory with the whole state, and functions that run
//! cycles.

mod activate;
mod deferred;
mod divide;
mod free_counter;
mod function;
mod item;
mod part;
mod scratch;
mod stall;
mod value;

use std::collections::{BTreeSet, HashMap};

use wasm_encoder::{
    BlockType, CodeSection, ConstExpr, DataSection, ExportKind, ExportSection, Function,
    FunctionSection, InstructionSink, MemorySection, MemoryType, Module, TypeSection, ValType,
};

use crate::design::Design;
use crate::error::CompileError;
use crate::gates::Gates;
use crate::layout::{slot_type, Layout, Slot};
use crate::node::{NodeId, Ty};
use crate::place::Plan;
use crate::plan::Plans;
use crate::region::Cycle;
use function::{finish, mem_arg};
use part::Parts;
use scratch::Scratch;

const PAGE: u32 = 1 << 16;
/// Index of the function that runs cycles.
const RESUME: u32 = 0;
/// Index of the function that runs complete cycles.
const WHOLE: u32 = 1;
/// Index of the function that runs the active partitions.
const PARTITIONS: u32 = 2;
/// Index of the function that makes deferred writes.
const COMMIT: u32 = 3;
/// Index of the function that activates all partitions and runs cycles.
const RUN: u32 = 4;
/// Index of the function that runs cycles on the fast path of the stall domain.
const STALLED: u32 = 5;

/// Type of functions whose parameter is the number of cycles.
const OF_CYCLES: u32 = 0;
/// The same, with the number of remaining cycles as result.
const OF_CYCLES_LEFT: u32 = 1;
/// Type of functions whose parameter is the set of active partitions.
const OF_PARTITIONS: u32 = 2;
/// Type of parts of functions.
const OF_NOTHING: u32 = 3;

/// Writes the module.
///
/// Partitions are in functions of their own, so that they take no machine registers from the loop
/// that runs in every cycle.
///
/// The second result is the slot in which the module counts activations of partitions.
///
/// # Errors
/// If a function is too long for an engine.
pub(crate) fn module(
    design: &Design,
    layout: &Layout,
    gates: &Gates,
    plans: &Plans,
) -> Result<(Vec<u8>, Slot), CompileError> {
    let scratch = Scratch::new(design, layout, gates, &plans.always.full);
    let is_partitioned = !plans.partitions.is_empty();
    let count = 2 + 3 * u32::from(is_partitioned) + u32::from(plans.stalled.is_some());
    let mut body = Body {
        design,
        layout,
        gates,
        scratch: &scratch,
        plan: &plans.always.full,
        code: Vec::new(),
        locals: Vec::new(),
        free: Default::default(),
        active: 0,
        activations: 0,
        rest: 0,
        is_on_stall_path: false,
        nesting: 0,
        due: 0,
        values: HashMap::new(),
        parts: Parts::new(count, scratch.end),
        caller: None,
        used: BTreeSet::new(),
    };
    let cycles = [ValType::I32];
    let partitions = [ValType::I64];
    let mut code = vec![
        (OF_CYCLES, body.function(&cycles, Body::resume)?),
        (
            OF_CYCLES_LEFT,
            body.function(&cycles, |body| body.whole(&plans.always))?,
        ),
    ];
    if is_partitioned {
        let all = &plans.partitions;
        code.extend([
            (
                OF_PARTITIONS,
                body.function(&partitions, |body| body.partitions(all))?,
            ),
            (
                OF_PARTITIONS,
                body.function(&partitions, |body| body.commit(all))?,
            ),
            (OF_CYCLES, body.function(&cycles, Body::run)?),
        ]);
    }
    if let Some(stalled) = &plans.stalled {
        let stalled = body.function(&cycles, |body| body.stalled(stalled))?;
        code.push((OF_CYCLES_LEFT, stalled));
    }
    let end = body.parts.end;
    let parts = body.parts.functions()?.into_iter();
    code.extend(parts.map(|part| (OF_NOTHING, part)));
    let mut types = TypeSection::new();
    types.ty().function([ValType::I32], []);
    types.ty().function([ValType::I32], [ValType::I32]);
    types.ty().function([ValType::I64], []);
    types.ty().function([], []);
    let mut functions = FunctionSection::new();
    code.iter().for_each(|&(ty, _)| {
        functions.function(ty);
    });
    let mut memories = MemorySection::new();
    memories.memory(MemoryType {
        minimum: u64::from(end.div_ceil(PAGE)),
        maximum: None,
        memory64: false,
        shared: false,
        page_size_log2: None,
    });
    let mut exports = ExportSection::new();
    let run = if is_partitioned { RUN } else { RESUME };
    exports.export("run", ExportKind::Func, run);
    exports.export("resume", ExportKind::Func, RESUME);
    exports.export("memory", ExportKind::Memory, 0);
    let mut bodies = CodeSection::new();
    code.iter().for_each(|(_, function)| {
        bodies.function(function);
    });
    let mut data = DataSection::new();
    let tables = scratch.contents.iter().cloned();
    for (offset, bytes) in layout.initial(design).into_iter().chain(tables) {
        data.active(0, &ConstExpr::i32_const(offset as i32), bytes);
    }
    let mut module = Module::new();
    module
        .section(&types)
        .section(&functions)
        .section(&memories);
    module.section(&exports).section(&bodies).section(&data);
    Ok((module.finish(), scratch.activations))
}

/// A function that is being written.
struct Body<'a> {
    design: &'a Design,
    layout: &'a Layout,
    gates: &'a Gates,
    scratch: &'a Scratch,
    /// The plan that is being written.
    plan: &'a Plan,
    code: Vec<u8>,
    /// Types of the locals. The first local is the parameter.
    locals: Vec<ValType>,
    /// Locals of both types that hold no value.
    free: [BTreeSet<u32>; 2],
    /// Local with the active partitions of this cycle.
    active: u32,
    /// Local that counts activations of partitions during the run.
    activations: u32,
    /// Local with the number of cycles that the current loop leaves to the other one.
    rest: u32,
    /// True while the fast path of the stall domain is written.
    is_on_stall_path: bool,
    /// Blocks between the loop and the code that is being written.
    nesting: u32,
    /// Local with the number of remaining cycles at which free-running counters are evaluated
    /// again. In a cycle that evaluates them: for how many cycles they need not be evaluated.
    due: u32,
    /// Nodes whose value is in a local.
    values: HashMap<NodeId, u32>,
    parts: Parts,
    /// The function that calls this one, if this is a part.
    caller: Option<Box<Body<'a>>>,
    /// Values that this part uses from its callers.
    used: BTreeSet<NodeId>,
}

fn val_type(ty: Ty) -> ValType {
    match ty {
        Ty::I32 => ValType::I32,
        Ty::I64 => ValType::I64,
    }
}

impl<'a> Body<'a> {
    /// A function of the same module in which nothing is written yet.
    fn empty(&self, parameters: &[ValType]) -> Body<'a> {
        Body {
            code: Vec::new(),
            locals: parameters.to_vec(),
            free: Default::default(),
            active: 0,
            values: HashMap::new(),
            caller: None,
            used: BTreeSet::new(),
            parts: Parts::new(0, 0),
            ..*self
        }
    }

    /// Writes a function.
    ///
    /// # Errors
    /// If the function is too long for an engine.
    fn function(
        &mut self,
        parameters: &[ValType],
        write: impl FnOnce(&mut Self),
    ) -> Result<Function, CompileError> {
        let mut body = self.empty(parameters);
        std::mem::swap(&mut self.parts, &mut body.parts);
        body.parts.forget_values();
        write(&mut body);
        std::mem::swap(&mut self.parts, &mut body.parts);
        finish(body.code, &body.locals, parameters.len())
    }

    /// `run(cycles)`: the host may have changed any state.
    fn run(&mut self) {
        self.emit().i32_const(0).i64_const(-1);
        self.put(self.scratch.activated);
        self.start(None);
        self.emit().local_get(0).call(RESUME);
    }

    /// `resume(cycles)`: the image is unchanged since the last call.
    fn resume(&mut self) {
        let left = 0;
        self.emit()
            .local_get(left)
            .if_(BlockType::Empty)
            .loop_(BlockType::Empty);
        self.emit().local_get(left).call(WHOLE);
        if self.gates.stall.is_some() {
            self.emit().call(STALLED);
        }
        self.emit().local_tee(left).br_if(0).end().end();
    }

    /// Runs complete cycles until none is left or the stall domain is stable. Returns the number of
    /// cycles that are left.
    fn whole(&mut self, plans: &'a Cycle<Plan>) {
        self.start_stall();
        self.cycles(plans);
    }

    /// Runs cycles on the fast path until none is left or the stall domain may change. Returns the
    /// number of cycles that are left.
    fn stalled(&mut self, plans: &'a Cycle<Plan>) {
        self.is_on_stall_path = true;
        self.cycles(plans);
    }

    /// Runs cycles, and puts the number of cycles that are left on the stack.
    fn cycles(&mut self, plans: &'a Cycle<Plan>) {
        let left = 0;
        let is_gated = self.gates.is_gated();
        if is_gated {
            self.active = self.new_local(Ty::I64);
            self.activations = self.new_local(Ty::I64);
        }
        self.start_free_counters();
        self.emit().block(BlockType::Empty);
        self.emit().local_get(left).i32_eqz().br_if(0);
        self.emit().loop_(BlockType::Empty);
        if is_gated {
            let active = self.active;
            self.fetch(self.scratch.activated);
            self.emit().local_set(active);
            self.emit().i32_const(0).i64_const(0);
            self.put(self.scratch.activated);
        }
        self.call_active(self.gates.early);
        self.cycle(plans);
        if is_gated {
            self.call_states();
            self.commit_partition(None);
        }
        self.emit()
            .local_get(left)
            .i32_const(1)
            .i32_sub()
            .local_tee(left);
        self.emit().br_if(0).end().end();
        self.set_free_counters();
        if is_gated {
            let activations = self.activations;
            self.emit().i32_const(0).local_get(activations);
            self.fetch(self.scratch.activations);
            self.emit().i64_add();
            self.put(self.scratch.activations);
        }
        self.all_left();
    }

    fn emit(&mut self) -> InstructionSink<'_> {
        InstructionSink::new(&mut self.code)
    }

    fn new_local(&mut self, ty: Ty) -> u32 {
        self.free[ty as usize].pop_first().unwrap_or_else(|| {
            self.locals.push(val_type(ty));
            self.locals.len() as u32 - 1
        })
    }

    /// Makes a local free for another value.
    fn free_local(&mut self, local: u32, ty: Ty) {
        self.free[ty as usize].insert(local);
    }

    /// Forgets the values of nodes at the start of other code.
    fn forget_values(&mut self) {
        for (node, local) in std::mem::take(&mut self.values) {
            self.free_local(local, self.design.pool.ty(node));
        }
        self.parts.forget_values();
    }

    /// Loads from a constant address.
    fn fetch(&mut self, slot: Slot) {
        self.emit().i32_const(0);
        self.load(slot);
    }

    fn load(&mut self, slot: Slot) {
        let arg = mem_arg(slot);
        match slot.bytes {
            1 => self.emit().i32_load8_u(arg),
            2 => self.emit().i32_load16_u(arg),
            4 => self.emit().i32_load(arg),
            _ => self.emit().i64_load(arg),
        };
    }

    /// Stores a value of the slot's type. Address and value are on the stack.
    fn put(&mut self, slot: Slot) {
        let arg = mem_arg(slot);
        match slot.bytes {
            1 => self.emit().i32_store8(arg),
            2 => self.emit().i32_store16(arg),
            4 => self.emit().i32_store(arg),
            _ => self.emit().i64_store(arg),
        };
    }
}
