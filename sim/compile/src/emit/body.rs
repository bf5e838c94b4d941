//! Functions that run cycles.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use wasm_encoder::{BlockType, Function, InstructionSink, ValType};

use super::function::{finish, mem_arg};
use super::part::Parts;
use super::scratch::Scratch;
use crate::design::Design;
use crate::error::CompileError;
use crate::gates::Gates;
use crate::layout::{Layout, Slot};
use crate::node::{NodeId, Ty};
use crate::place::Plan;
use crate::plan::Plans;
use crate::region::RegionId;

/// Indices of the functions of a component. A component without partitions has only `resume`.
/// Otherwise there are `partitions` and `commit` for each word of the set of partitions, and
/// `count` if there are free-running counters.
#[derive(Clone, Copy)]
pub(super) struct Functions {
    /// Runs cycles.
    pub(super) resume: u32,
    pub(super) words: u32,
}

impl Functions {
    /// Runs the active partitions of a word.
    pub(super) fn partitions(self, word: u32) -> u32 {
        self.resume + 1 + word
    }

    /// Makes their deferred writes.
    pub(super) fn commit(self, word: u32) -> u32 {
        self.partitions(self.words) + word
    }

    /// Activates all partitions and runs cycles.
    pub(super) fn run(self) -> u32 {
        self.commit(self.words)
    }

    /// Runs the free-running counters.
    pub(super) fn count(self) -> u32 {
        self.run() + 1
    }
}

/// A function that is being written.
pub(super) struct Body<'a> {
    pub(super) design: &'a Design,
    pub(super) layout: &'a Layout,
    pub(super) gates: &'a Gates,
    pub(super) scratch: &'a Scratch,
    /// The plan that is being written.
    pub(super) plan: &'a Plan,
    pub(super) code: Vec<u8>,
    /// Types of the locals. The first local is the parameter.
    pub(super) locals: Vec<ValType>,
    /// Locals of both types that hold no value.
    pub(super) free: [BTreeSet<u32>; 2],
    pub(super) functions: Functions,
    /// Slot in which the module counts activations of partitions.
    pub(super) all_activations: Slot,
    /// Local that counts them during the run.
    pub(super) activations: u32,
    /// Local with the number of remaining cycles at which free-running counters are evaluated
    /// again.
    pub(super) due: u32,
    /// Nodes whose value is in a local.
    pub(super) values: FxHashMap<NodeId, u32>,
    pub(super) parts: Parts,
    /// The function that calls this one, if this is a part.
    pub(super) caller: Option<Box<Body<'a>>>,
    /// Values that this part uses from its callers.
    pub(super) used: BTreeSet<NodeId>,
}

pub(super) fn val_type(ty: Ty) -> ValType {
    match ty {
        Ty::I32 => ValType::I32,
        Ty::I64 => ValType::I64,
    }
}

impl<'a> Body<'a> {
    /// A function of the same module in which nothing is written yet.
    pub(super) fn empty(&self, parameters: &[ValType]) -> Body<'a> {
        Body {
            code: Vec::new(),
            locals: parameters.to_vec(),
            free: Default::default(),
            values: FxHashMap::default(),
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
    pub(super) fn function(
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
    pub(super) fn run(&mut self) {
        for &word in &self.scratch.activated {
            self.emit().i32_const(0).i64_const(-1);
            self.put(word);
        }
        self.move_stall();
        self.copy_deferred();
        let resume = self.functions.resume;
        self.emit().local_get(0).call(resume);
    }

    /// `resume(cycles)`: the image is unchanged since the last call.
    pub(super) fn resume(&mut self, plans: &'a Plans) {
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
        if plans.counters.is_some() {
            self.count_if_due();
        }
        self.plan = &plans.always;
        self.region(RegionId(0));
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
    }

    pub(super) fn emit(&mut self) -> InstructionSink<'_> {
        InstructionSink::new(&mut self.code)
    }

    pub(super) fn new_local(&mut self, ty: Ty) -> u32 {
        self.free[ty as usize].pop_first().unwrap_or_else(|| {
            self.locals.push(val_type(ty));
            self.locals.len() as u32 - 1
        })
    }

    /// Makes a local free for another value.
    pub(super) fn free_local(&mut self, local: u32, ty: Ty) {
        self.free[ty as usize].insert(local);
    }

    /// Forgets the values of nodes at the start of other code.
    pub(super) fn forget_values(&mut self) {
        for (node, local) in std::mem::take(&mut self.values) {
            self.free_local(local, self.design.pool.ty(node));
        }
        self.parts.forget_values();
    }

    /// Loads from a constant address.
    pub(super) fn fetch(&mut self, slot: Slot) {
        self.emit().i32_const(0);
        self.load(slot);
    }

    pub(super) fn load(&mut self, slot: Slot) {
        let arg = mem_arg(slot);
        match slot.bytes {
            1 => self.emit().i32_load8_u(arg),
            2 => self.emit().i32_load16_u(arg),
            4 => self.emit().i32_load(arg),
            _ => self.emit().i64_load(arg),
        };
    }

    /// Stores a value of the slot's type. Address and value are on the stack.
    pub(super) fn put(&mut self, slot: Slot) {
        let arg = mem_arg(slot);
        match slot.bytes {
            1 => self.emit().i32_store8(arg),
            2 => self.emit().i32_store16(arg),
            4 => self.emit().i32_store(arg),
            _ => self.emit().i64_store(arg),
        };
    }
}
