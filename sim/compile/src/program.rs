//! A compiled design: the bytes of the module, and the locations of its signals.

use std::convert::Infallible;
use std::hash::{DefaultHasher, Hash, Hasher};

use gatefall_netlist::{NetKind, Netlist};

use crate::activity::Activity;
use crate::choice::tuned_plans;
use crate::component::each_component;
use crate::design::{cone, Design, Net};
use crate::emit::ModuleWriter;
use crate::error::CompileError;
use crate::flatten::flatten;
use crate::gates::Gates;
use crate::layout::{Layout, Slot, Words};
use crate::node::Node;
use crate::observed::Skipped;
use crate::options::Options;
use crate::plan::{plans, Plans};
use crate::plan_text::plan_text;
use crate::signal_reader::SignalReader;
use crate::value_location::ValueLocation;
use crate::verify::verify;

/// A compiled design.
///
/// The module exports `memory`, `run(cycles: i32)` and `resume(cycles: i32)`. The first
/// [`Program::image_size`] bytes of `memory` are the whole state, so a copy of them is a snapshot.
/// A fresh instance is at power-up. `resume` is faster for few cycles, but may be called only if
/// the image was not changed since the last call.
#[derive(Clone, Debug)]
pub struct Program {
    identity: u64,
    design: Design,
    layout: Layout,
    /// Profiling samples, if there are any.
    activity: Option<Activity>,
    options: Options,
    /// State that is not computed, because it is not observed.
    skipped: Skipped,
    wasm: Vec<u8>,
    /// Slot in which the module counts activations of partitions, and the expected number of
    /// activations in a cycle.
    activations: (Slot, f64),
}

/// A signal of a program.
#[derive(Clone, Copy, Debug)]
pub struct SignalInfo<'a> {
    net: &'a Net,
    program: &'a Program,
}

/// A memory of a program.
#[derive(Clone, Copy, Debug)]
pub struct MemoryInfo<'a> {
    name: &'a str,
    words: Words,
    is_observed: bool,
}

/// Compiles a netlist.
///
/// # Errors
/// When the netlist does not verify, has two clocks, has a memory of more than two gigabytes, too
/// many operations, or an expression that is too long for an engine.
pub fn compile(netlist: &Netlist) -> Result<Program, CompileError> {
    compile_with(netlist, Options::default())
}

/// Compiles a netlist, now and when it is tuned, with the passes that are on.
///
/// # Errors
/// As [`compile`].
pub fn compile_with(netlist: &Netlist, options: Options) -> Result<Program, CompileError> {
    let design = flatten(netlist)?;
    let layout = Layout::new(&design)?;
    let mut hasher = DefaultHasher::new();
    design.hash(&mut hasher);
    Program::new(hasher.finish(), design, layout, options, Skipped::default())
}

/// Writes the module, with the plans of each component. The second result is the slot in which the
/// module counts activations of partitions.
fn module(
    design: &Design,
    layout: &Layout,
    options: Options,
    mut plan: impl FnMut(&Design) -> (Gates, Plans),
) -> Result<(Vec<u8>, Slot), CompileError> {
    let mut writer = ModuleWriter::new(layout);
    each_component(design, options.component_nodes(), |design| {
        let (gates, plans) = plan(design);
        if cfg!(debug_assertions) {
            if let Err(fault) = verify(design, &gates, &plans) {
                panic!("the plans of a cycle are wrong: {fault}");
            }
        }
        writer.add(design, &gates, &plans)
    })?;
    let activations = writer.activations;
    Ok((writer.finish(design)?, activations))
}

impl Program {
    /// A program without partitions.
    fn new(
        identity: u64,
        design: Design,
        layout: Layout,
        options: Options,
        skipped: Skipped,
    ) -> Result<Program, CompileError> {
        let (wasm, activations) = module(&design, &layout, options, |design| {
            let gates = Gates::open(design, options);
            let plans = plans(design, &gates);
            (gates, plans)
        })?;
        Ok(Program {
            identity,
            activity: None,
            design,
            layout,
            options,
            skipped,
            wasm,
            activations: (activations, 0.0),
        })
    }

    /// Number that identifies the design within a process. Programs of equal netlists have the same
    /// number, even if they were compiled or tuned separately. Designs with other signals or
    /// another behaviour have different ones, but for a collision of a hash of 64 bits.
    pub fn identity(&self) -> u64 {
        self.identity
    }

    /// Bytes that one profiling sample takes until the program is tuned.
    pub fn observation_size(&self) -> usize {
        let design = &self.design;
        let words = design.pool.len() + design.memories.len();
        // Tuning holds a second copy of each word.
        2 * std::mem::size_of::<u64>() * words
    }

    /// The WebAssembly module.
    pub fn wasm(&self) -> &[u8] {
        &self.wasm
    }

    /// Takes a profiling sample: simulates some cycles from a state and records which nodes change.
    /// Takes as long as thousands of cycles of a run.
    ///
    /// # Panics
    /// If the image is shorter than [`Program::image_size`].
    pub fn observe(&mut self, image: &[u8]) {
        let activity = &mut self.activity;
        let activity = activity.get_or_insert_with(|| Activity::new(&self.design));
        activity.sample(&self.design, &self.layout, image);
    }

    /// Compiles again, so that logic that rarely changed in the profiling samples is skipped while
    /// it is stable. The layout of the image stays the same, so a run can continue. Only the speed
    /// depends on the samples, which are discarded. A program whose code would be too long for an
    /// engine stays as it is.
    pub fn tune(&mut self) {
        let activity = self.activity.take();
        let activity = activity.unwrap_or_else(|| Activity::new(&self.design));
        let mut expected = 0.0;
        let module = module(&self.design, &self.layout, self.options, |design| {
            let (gates, plans) = tuned_plans(design, &activity, self.options);
            let shares = gates.active_shares(design, &activity);
            expected += shares.values().sum::<f64>();
            (gates, plans)
        });
        if let Ok((wasm, slot)) = module {
            self.wasm = wasm;
            self.activations = (slot, expected);
        }
    }

    /// Text of the plans that [`Program::tune`] would make from the profiling samples so far, for
    /// reading. The comment at the start of `plan_text.rs` describes the form.
    pub fn plan_text(&self) -> String {
        let mut text = String::new();
        let activity = self.activity.clone();
        let activity = activity.unwrap_or_else(|| Activity::new(&self.design));
        let add = |design: &Design| {
            let (gates, plans) = tuned_plans(design, &activity, self.options);
            text += &plan_text(design, &gates, &plans);
            Ok::<(), Infallible>(())
        };
        match each_component(&self.design, self.options.component_nodes(), add) {
            Ok(()) => text,
        }
    }

    /// The same design, of which a run computes only these signals and memories, and all state that
    /// remembers. Names that do not exist are left out. Identity and layout stay the same.
    ///
    /// Pipelines behind that state are skipped: their registers keep their values. They are exact
    /// again after the whole design has run for [`Program::skipped_cycles`] cycles from an exact
    /// state of the rest. Memories that the design never reads are skipped too.
    ///
    /// # Errors
    /// When the code would be too long for an engine.
    pub fn observing<'a>(
        &self,
        names: impl IntoIterator<Item = &'a str>,
    ) -> Result<Program, CompileError> {
        let mut design = self.design.clone();
        self.skipped.put_back(&mut design);
        let (mut nodes, mut memories) = (Vec::new(), Vec::new());
        for name in names {
            let signal = design.signals.get(name);
            nodes.extend(signal.into_iter().flat_map(|net| net.word.iter()).copied());
            let mut all = design.memories.iter();
            memories.extend(all.position(|memory| memory.name == name));
        }
        for node in cone(&design.pool, nodes.iter().copied()) {
            if let Node::Load { memory, .. } = design.pool.node(node) {
                memories.push(memory as usize);
            }
        }
        let skipped = Skipped::new(&design, &nodes, &memories);
        skipped.leave_out(&mut design);
        let layout = self.layout.clone();
        Program::new(self.identity, design, layout, self.options, skipped)
    }

    /// Length of the longest pipeline that is not computed.
    pub fn skipped_cycles(&self) -> u32 {
        self.skipped.cycles
    }

    /// Number of activations of partitions since the instance was made, read from its whole memory.
    pub fn activations(&self, memory: &[u8]) -> u64 {
        self.activations.0.read(memory)
    }

    /// Expected number of activations of partitions in a cycle, if the design behaves as in the
    /// profiling samples.
    pub fn expected_activations(&self) -> f64 {
        self.activations.1
    }

    /// Size of the state in bytes. It is at the start of the memory.
    pub fn image_size(&self) -> usize {
        self.layout.size as usize
    }

    /// Hierarchical names of all signals, in order.
    pub fn signal_names(&self) -> impl Iterator<Item = &str> {
        self.design.signals.keys().map(String::as_str)
    }

    /// A signal by hierarchical name.
    pub fn signal(&self, name: &str) -> Option<SignalInfo<'_>> {
        let net = self.design.signals.get(name)?;
        Some(SignalInfo { net, program: self })
    }

    /// Prepares to read signals. Names that do not exist are left out.
    pub fn probe<'a>(&self, names: impl IntoIterator<Item = &'a str>) -> SignalReader {
        let nets = names
            .into_iter()
            .filter_map(|name| self.design.signals.get(name));
        SignalReader::new(&self.design, &self.layout, nets.map(|net| &*net.word))
    }

    /// All memories.
    pub fn memories(&self) -> impl Iterator<Item = MemoryInfo<'_>> {
        let memories = self.design.memories.iter().zip(&self.layout.memories);
        memories
            .enumerate()
            .map(|(number, (memory, &words))| MemoryInfo {
                name: &memory.name,
                words,
                is_observed: !self.skipped.has_memory(number),
            })
    }
}

impl SignalInfo<'_> {
    /// Position in [`Program::signal_names`].
    pub fn number(&self) -> usize {
        self.net.number
    }

    /// Number of bits.
    pub fn width(&self) -> u32 {
        self.net.width
    }

    /// Kind of the net.
    pub fn kind(&self) -> NetKind {
        self.net.kind
    }

    /// True if the signal is computed. It always is, unless the program is for
    /// [some signals](Program::observing) only.
    pub fn is_observed(&self) -> bool {
        let Program {
            design, skipped, ..
        } = self.program;
        if skipped.is_empty() {
            return true;
        }
        let mut needed = cone(&design.pool, self.net.word.iter().copied()).into_iter();
        needed.all(|node| !skipped.has_state(design.pool.node(node)))
    }

    /// True if the signal is the data of a clocked read port: the last word that was read. A reset
    /// of the design leaves it.
    pub fn is_read_data(&self) -> bool {
        self.net.is_read_data
    }

    /// Location of the signal, if the host may set it: an input of the top, an output of a black
    /// box, a register, or the data of a clocked read port.
    pub fn place(&self) -> Option<ValueLocation> {
        let Program { design, layout, .. } = self.program;
        let slots = self.net.word.iter();
        self.net.free.then(|| {
            let slots = slots.map(|&node| layout.slot(design.pool.node(node)));
            ValueLocation::new(slots, self.net.width)
        })
    }
}

impl<'a> MemoryInfo<'a> {
    /// Hierarchical name.
    pub fn name(&self) -> &'a str {
        self.name
    }

    /// True if the memory is computed. It always is, unless the program is for
    /// [some signals](Program::observing) only.
    pub fn is_observed(&self) -> bool {
        self.is_observed
    }

    /// Bits of a word.
    pub fn width(&self) -> u32 {
        self.words.width
    }

    /// Number of words.
    pub fn words(&self) -> u64 {
        self.words.count
    }

    /// Bytes from one word to the next: 1, 2, 4, or a multiple of 8.
    pub fn stride(&self) -> u32 {
        self.words.stride
    }

    /// The bytes of an image that hold the memory.
    pub fn range(&self) -> std::ops::Range<usize> {
        let start = self.words.offset as usize;
        start..start + self.words.count as usize * self.words.stride as usize
    }

    /// Location of a word. `None` past the end.
    pub fn word(&self, address: u64) -> Option<ValueLocation> {
        let limbs = 0..crate::word::limbs(self.words.width);
        (address < self.words.count).then(|| {
            let slots = limbs.map(|limb| self.words.slot(address, limb));
            ValueLocation::new(slots, self.words.width)
        })
    }
}
