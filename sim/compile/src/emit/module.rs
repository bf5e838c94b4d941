//! Writer of the WebAssembly module: one memory with the whole state, and the functions of each
//! component of the design.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use wasm_encoder::{
    CodeSection, ConstExpr, DataSection, ExportKind, ExportSection, Function, FunctionSection,
    InstructionSink, MemorySection, MemoryType, Module, TypeSection, ValType,
};

use super::body::{Body, Functions};
use super::function::finish;
use super::part::Parts;
use super::scratch::Scratch;
use crate::design::Design;
use crate::error::CompileError;
use crate::gates::{Gates, WORD};
use crate::layout::{Layout, Slot};
use crate::plan::Plans;

const PAGE: u32 = 1 << 16;

/// Type of functions whose parameter is the number of cycles.
const OF_CYCLES: u32 = 0;
/// The same, with another number of cycles as result.
const OF_CYCLES_LEFT: u32 = 1;
/// Type of functions whose parameter is a word of the set of active partitions.
const OF_PARTITIONS: u32 = 2;
/// Type of parts of functions.
const OF_NOTHING: u32 = 3;

/// A module that is being written.
pub(crate) struct ModuleWriter<'a> {
    layout: &'a Layout,
    /// All functions with their types.
    code: Vec<(u32, Function)>,
    /// Lookup tables: offset and bytes.
    contents: Vec<(u32, Vec<u8>)>,
    /// The functions `run` and `resume` of each component.
    entries: [Vec<u32>; 2],
    /// Slot in which the module counts activations of partitions.
    pub(crate) activations: Slot,
    /// End of the memory in use.
    end: u32,
}

impl<'a> ModuleWriter<'a> {
    /// A module without functions.
    pub(crate) fn new(layout: &'a Layout) -> Self {
        ModuleWriter {
            layout,
            code: Vec::new(),
            contents: Vec::new(),
            entries: Default::default(),
            activations: Slot {
                offset: layout.size,
                bytes: 8,
            },
            end: layout.size + 8,
        }
    }

    /// Adds a component.
    ///
    /// Partitions are in functions of their own, so that they take no machine registers from the
    /// loop that runs in every cycle.
    ///
    /// # Errors
    /// If a function is too long for an engine.
    pub(crate) fn add(
        &mut self,
        design: &Design,
        gates: &Gates,
        plans: &Plans,
    ) -> Result<(), CompileError> {
        let scratch = Scratch::new(design, self.layout, gates, plans, self.end);
        let is_partitioned = !plans.partitions.is_empty();
        let functions = Functions {
            resume: self.code.len() as u32,
            words: gates.words,
        };
        let end = match is_partitioned {
            true => functions.count() + u32::from(plans.counters.is_some()),
            false => functions.resume + 1,
        };
        let mut body = Body {
            design,
            layout: self.layout,
            gates,
            scratch: &scratch,
            plan: &plans.always,
            code: Vec::new(),
            locals: Vec::new(),
            free: Default::default(),
            functions,
            all_activations: self.activations,
            activations: 0,
            due: 0,
            values: FxHashMap::default(),
            parts: Parts::new(end, scratch.end),
            caller: None,
            used: BTreeSet::new(),
        };
        let cycles = [ValType::I32];
        let resume = body.function(&cycles, |body| body.resume(plans))?;
        let code = &mut self.code;
        code.push((OF_CYCLES, resume));
        if is_partitioned {
            let deferred = gates.deferred_partitions();
            let of_word = |word: u32| {
                let all = plans.partitions.iter();
                all.filter(move |(partition, _)| partition / WORD == word)
            };
            let set = [ValType::I64];
            for word in 0..gates.words {
                let partitions: Vec<_> = of_word(word).collect();
                let function = body.function(&set, |body| body.partitions(&partitions))?;
                code.push((OF_PARTITIONS, function));
            }
            for word in 0..gates.words {
                let partitions =
                    of_word(word).filter(|(partition, _)| deferred.contains(partition));
                let partitions: Vec<_> = partitions.collect();
                let function = body.function(&set, |body| body.commit(&partitions))?;
                code.push((OF_PARTITIONS, function));
            }
            code.push((OF_CYCLES, body.function(&cycles, Body::run)?));
        }
        if let Some(counters) = &plans.counters {
            let count = body.function(&cycles, |body| body.count(counters))?;
            code.push((OF_CYCLES_LEFT, count));
        }
        self.end = body.parts.end.next_multiple_of(8);
        let parts = body.parts.functions()?.into_iter();
        code.extend(parts.map(|part| (OF_NOTHING, part)));
        let run = match is_partitioned {
            true => functions.run(),
            false => functions.resume,
        };
        for (all, entry) in self.entries.iter_mut().zip([run, functions.resume]) {
            all.push(entry);
        }
        self.contents.extend(scratch.contents);
        Ok(())
    }

    /// Index of a function that calls an entry of each component.
    fn entry(&mut self, entries: &[u32]) -> Result<u32, CompileError> {
        if let [only] = entries {
            return Ok(*only);
        }
        let mut code = Vec::new();
        let mut sink = InstructionSink::new(&mut code);
        for &entry in entries {
            sink.local_get(0).call(entry);
        }
        self.code
            .push((OF_CYCLES, finish(code, &[ValType::I32], 1)?));
        Ok(self.code.len() as u32 - 1)
    }

    /// The bytes of the module of a design.
    ///
    /// # Errors
    /// If a function is too long for an engine.
    pub(crate) fn finish(mut self, design: &Design) -> Result<Vec<u8>, CompileError> {
        let mut exports = ExportSection::new();
        for (name, entries) in ["run", "resume"]
            .into_iter()
            .zip(std::mem::take(&mut self.entries))
        {
            exports.export(name, ExportKind::Func, self.entry(&entries)?);
        }
        exports.export("memory", ExportKind::Memory, 0);
        let mut types = TypeSection::new();
        types.ty().function([ValType::I32], []);
        types.ty().function([ValType::I32], [ValType::I32]);
        types.ty().function([ValType::I64], []);
        types.ty().function([], []);
        let (mut functions, mut code) = (FunctionSection::new(), CodeSection::new());
        for (ty, function) in &self.code {
            functions.function(*ty);
            code.function(function);
        }
        let mut memories = MemorySection::new();
        memories.memory(MemoryType {
            minimum: u64::from(self.end.div_ceil(PAGE)),
            maximum: None,
            memory64: false,
            shared: false,
            page_size_log2: None,
        });
        let mut data = DataSection::new();
        let tables = self.contents.into_iter();
        for (offset, bytes) in self.layout.initial(design).into_iter().chain(tables) {
            data.active(0, &ConstExpr::i32_const(offset as i32), bytes);
        }
        let mut module = Module::new();
        module
            .section(&types)
            .section(&functions)
            .section(&memories);
        module.section(&exports).section(&code).section(&data);
        Ok(module.finish())
    }
}
