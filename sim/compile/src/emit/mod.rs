//! Writer of the functions that run cycles.

mod activate;
mod deferred;
mod divide;
mod free_counter;
mod function;
mod item;
mod module;
mod part;
mod scratch;
mod stall;
mod value;

use std::collections::{BTreeSet, HashMap};

use wasm_encoder::{BlockType, Function, InstructionSink, ValType};

use crate::design::Design;
use crate::error::CompileError;
use crate::gates::Gates;
use crate::layout::{slot_type, Layout, Slot};
use crate::node::{NodeId, Ty};
use crate::place::Plan;
use crate::region::Cycle;
use function::{finish, mem_arg};
pub(crate) use module::ModuleWriter;
use part::Parts;
use scratch::Scratch;

/// Indices of the functions of a component. Two of them are there for each word of the partitions'
/// numbers. Without partitions the first two are all.
#[derive(Clone, Copy)]
struct Functions {
    /// Runs cycles.
    resume: u32,
    words: u32,
}

impl Functions {
    /// Runs complete cycles.
    fn whole(self) -> u32 {
        self.resume + 1
    }

    /// Runs the active partitions of a word.
    fn partitions(self, word: u32) -> u32 {
        self.whole() + 1 + word
    }

    /// Makes their deferred writes.
    fn commit(self, word: u32) -> u32 {
        self.partitions(self.words) + word
    }

    /// Activates all partitions and runs cycles.
    fn run(self) -> u32 {
        self.commit(self.words)
    }

    /// Runs cycles on the fast path of the stall domain.
    fn stalled(self) -> u32 {
        self.run() + 1
    }
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
    functions: Functions,
    /// Slot in which the module counts activations of partitions.
    all_activations: Slot,
    /// Local that counts them during the run.
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
        for &word in &self.scratch.activated {
            self.emit().i32_const(0).i64_const(-1);
            self.put(word);
        }
        self.start(None);
        let resume = self.functions.resume;
        self.emit().local_get(0).call(resume);
    }

    /// `resume(cycles)`: the image is unchanged since the last call.
    fn resume(&mut self) {
        let left = 0;
        self.emit()
            .local_get(left)
            .if_(BlockType::Empty)
            .loop_(BlockType::Empty);
        let whole = self.functions.whole();
        self.emit().local_get(left).call(whole);
        if self.gates.stall.is_some() {
            let stalled = self.functions.stalled();
            self.emit().call(stalled);
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
            self.activations = self.new_local(Ty::I64);
        }
        self.start_free_counters();
        self.emit().block(BlockType::Empty);
        self.emit().local_get(left).i32_eqz().br_if(0);
        self.emit().loop_(BlockType::Empty);
        if is_gated {
            self.start_active();
        }
        self.call_active(&self.gates.early);
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
            self.fetch(self.all_activations);
            self.emit().i64_add();
            self.put(self.all_activations);
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
