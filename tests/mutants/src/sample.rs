//! A sample of the mutants of a circuit, even over modules and kinds of faults.

use crate::defect::{has_other_operator, nodes, Defect, DefectKind, Mutation, Place};
use crate::equivalent::Analysis;
use crate::mutant::constant;
use fastrand::Rng;
use gatefall_netlist::{ExprId, IdVec, Module, ModuleId, Netlist};
use std::collections::HashSet;

/// Draws of a fault in a module, until its turn is given up.
const MOST_DRAWS: u32 = 50;

/// Draws mutations that are not proved to change nothing, each at most once.
///
/// The modules take turns in an order that depends on the seed. A turn of a module draws the kind
/// of the fault, and a place that can have it.
pub struct Sampler {
    modules: IdVec<ModuleId, Module>,
    places: Vec<Places>,
    analysis: Analysis,
    random: Rng,
    drawn: HashSet<Mutation>,
    turn: usize,
    equivalent: usize,
}

/// Places of a module.
struct Places {
    module: ModuleId,
    nodes: Vec<ExprId>,
    /// With an operand.
    coupled: Vec<ExprId>,
    operators: Vec<ExprId>,
    /// With the index of a constant operand.
    constants: Vec<(ExprId, usize)>,
    enables: Vec<Place>,
}

impl Sampler {
    /// Of the modules of a circuit whose name this function accepts.
    pub fn new(netlist: &Netlist, seed: u64, is_wanted: impl Fn(&str) -> bool) -> Sampler {
        let analysis = Analysis::new(netlist, &[]);
        let mut modules = netlist.modules.clone();
        modules.values_mut().for_each(Module::compact);
        let mut random = Rng::with_seed(seed);
        let wanted = modules.iter().filter(|(_, module)| is_wanted(&module.name));
        let places = wanted.map(|(id, module)| Places::new(id, module));
        let mut places: Vec<Places> = places.filter(|places| !places.is_empty()).collect();
        random.shuffle(&mut places);
        Sampler {
            modules,
            places,
            analysis,
            random,
            drawn: HashSet::new(),
            turn: 0,
            equivalent: 0,
        }
    }

    /// Number of modules that have a place for a fault.
    pub fn modules(&self) -> usize {
        self.places.len()
    }

    /// Number of faults that were left out, because they are proved to change nothing.
    pub fn equivalent(&self) -> usize {
        self.equivalent
    }

    /// The next mutations. Fewer if the modules have no more.
    pub fn take(&mut self, count: usize) -> Vec<Mutation> {
        let mut taken = Vec::new();
        let mut empty_turns = 0;
        while taken.len() < count && empty_turns < self.places.len() {
            empty_turns += 1;
            if let Some(mutation) = self.of_next_module() {
                taken.push(mutation);
                empty_turns = 0;
            }
        }
        taken
    }

    fn of_next_module(&mut self) -> Option<Mutation> {
        let index = self.turn % self.places.len();
        self.turn += 1;
        for _ in 0..MOST_DRAWS {
            let kind = DefectKind::ALL[self.random.usize(0..DefectKind::ALL.len())];
            let places = &self.places[index];
            let module = &self.modules[places.module];
            let Some((place, fault)) = places.draw(module, kind, &mut self.random) else {
                continue;
            };
            let mutation = Mutation {
                module: places.module,
                place,
                fault,
            };
            if !self.drawn.insert(mutation) {
                continue;
            }
            if !self.analysis.is_equivalent(mutation) {
                return Some(mutation);
            }
            self.equivalent += 1;
        }
        None
    }
}

fn any<T: Copy>(random: &mut Rng, items: &[T]) -> Option<T> {
    (!items.is_empty()).then(|| items[random.usize(0..items.len())])
}

impl Places {
    fn new(id: ModuleId, module: &Module) -> Places {
        let nodes = nodes(module);
        let of = |keep: &dyn Fn(ExprId) -> bool| {
            let kept = nodes.iter().copied().filter(|&node| keep(node));
            kept.collect::<Vec<ExprId>>()
        };
        let constants = nodes.iter().flat_map(|&node| {
            let operands = module.exprs.expr(node).operands().enumerate();
            let is_constant = |id| constant(module, &module.exprs, id).is_some();
            let constants = operands.filter(move |&(_, operand)| is_constant(operand));
            constants.map(move |(index, _)| (node, index))
        });
        let registers = module.registers.iter();
        let registers = registers.filter(|(_, register)| register.enable.is_some());
        let registers = registers.map(|(id, _)| Place::Register(id));
        let writes = module.memories.iter().flat_map(|(id, memory)| {
            let ports = memory.writes.iter().enumerate();
            let open = ports.filter(|(_, write)| module.exprs.as_const(write.enable).is_none());
            open.map(move |(port, _)| Place::Write(id, port))
        });
        Places {
            module: id,
            constants: constants.collect(),
            enables: registers.chain(writes).collect(),
            coupled: of(&|node| module.exprs.expr(node).operands().next().is_some()),
            operators: of(&|node| has_other_operator(module.exprs.expr(node))),
            nodes,
        }
    }

    fn is_empty(&self) -> bool {
        self.nodes.is_empty() && self.enables.is_empty()
    }

    fn draw(&self, module: &Module, kind: DefectKind, random: &mut Rng) -> Option<(Place, Defect)> {
        if kind == DefectKind::Enable {
            return Some((any(random, &self.enables)?, Defect::Enabled));
        }
        if kind == DefectKind::Constant {
            let (node, operand) = any(random, &self.constants)?;
            let fault = [Defect::OneMore, Defect::OneLess][random.usize(0..2)];
            return Some((Place::Node(node), fault(operand)));
        }
        let nodes = match kind {
            DefectKind::Operator => &self.operators,
            DefectKind::CoupledBy0 | DefectKind::CoupledBy1 => &self.coupled,
            _ => &self.nodes,
        };
        let node = any(random, nodes)?;
        let bit = random.u32(0..module.exprs.width(node));
        let fault = match kind {
            DefectKind::Inverted => Defect::Inverted(bit),
            DefectKind::StuckAt0 => Defect::StuckAt0(bit),
            DefectKind::StuckAt1 => Defect::StuckAt1(bit),
            DefectKind::CoupledBy0 | DefectKind::CoupledBy1 => {
                let operands: Vec<ExprId> = module.exprs.expr(node).operands().collect();
                let operand = random.usize(0..operands.len());
                Defect::Coupled {
                    bit,
                    operand,
                    by: random.u32(0..module.exprs.width(operands[operand])),
                    level: kind == DefectKind::CoupledBy1,
                }
            }
            _ => Defect::Operator,
        };
        Some((Place::Node(node), fault))
    }
}
