//! Combinational loops, found across instances without flattening: each module is summarised by which inputs reach
//! which outputs without passing a register.

use std::collections::{BTreeSet, HashMap};

use crate::expr::Expr;
use crate::ids::{ExprId, IdVec, ModuleId, NetId};
use crate::netlist::{Direction, Driver, Module, Netlist};

/// A net depends on itself without a register in between.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CombinationalLoop {
    /// The module in which the loop closes.
    pub module: ModuleId,
    /// The nets on the loop, in order; the last one feeds the first.
    pub nets: Vec<NetId>,
}

/// For each output port, by position among the outputs: positions of the inputs that reach it.
type Summary = Vec<BTreeSet<usize>>;

impl Netlist {
    /// The first combinational loop, if there is one.
    pub fn combinational_loop(&self) -> Option<CombinationalLoop> {
        let mut summaries: IdVec<ModuleId, Summary> = IdVec::new();
        for (id, module) in self.modules.iter() {
            match summarise(module, &summaries) {
                Ok(summary) => summaries.push(summary),
                Err(nets) => return Some(CombinationalLoop { module: id, nets }),
            };
        }
        None
    }
}

fn summarise(module: &Module, summaries: &IdVec<ModuleId, Summary>) -> Result<Summary, Vec<NetId>> {
    let drivers: HashMap<NetId, Driver> = module.drivers().into_iter().collect();
    let inputs: HashMap<NetId, usize> = module
        .port_nets(Direction::Input)
        .enumerate()
        .map(|(index, net)| (net, index))
        .collect();
    let mut search = Search {
        module,
        summaries,
        drivers,
        inputs,
        reach: HashMap::new(),
        path: vec![],
    };
    for net in module.nets.ids() {
        search.net(net)?;
    }
    module
        .port_nets(Direction::Output)
        .map(|net| search.net(net))
        .collect()
}

struct Search<'a> {
    module: &'a Module,
    summaries: &'a IdVec<ModuleId, Summary>,
    drivers: HashMap<NetId, Driver>,
    inputs: HashMap<NetId, usize>,
    /// Finished nets, and for each the inputs that reach it.
    reach: HashMap<NetId, BTreeSet<usize>>,
    path: Vec<NetId>,
}

impl Search<'_> {
    fn net(&mut self, net: NetId) -> Result<BTreeSet<usize>, Vec<NetId>> {
        if let Some(done) = self.reach.get(&net) {
            return Ok(done.clone());
        }
        if let Some(start) = self.path.iter().position(|&other| other == net) {
            return Err(self.path[start..].to_vec());
        }
        self.path.push(net);
        let module = self.module;
        let mut found = BTreeSet::new();
        match self.drivers.get(&net) {
            Some(Driver::Input(_)) => {
                found.extend(self.inputs.get(&net));
            }
            Some(&Driver::Assign(index)) => self.expr(module.assigns[index].value, &mut found)?,
            Some(&Driver::Read(memory, index)) => {
                let read = &module.memories[memory].reads[index];
                if read.clock.is_none() {
                    self.expr(read.address, &mut found)?;
                }
            }
            Some(&Driver::Instance(id, output)) => {
                let instance = &module.instances[id];
                let through = self
                    .summaries
                    .get(instance.module)
                    .and_then(|s| s.get(output));
                for &input in through.into_iter().flatten() {
                    self.expr(instance.inputs[input], &mut found)?;
                }
            }
            Some(Driver::BlackBox(_) | Driver::Constant(_) | Driver::Register(_)) | None => {}
        }
        self.path.pop();
        self.reach.insert(net, found.clone());
        Ok(found)
    }

    fn expr(&mut self, root: ExprId, found: &mut BTreeSet<usize>) -> Result<(), Vec<NetId>> {
        let mut seen = BTreeSet::new();
        let mut todo = vec![root];
        while let Some(id) = todo.pop() {
            if !seen.insert(id) {
                continue;
            }
            match self.module.exprs.expr(id) {
                &Expr::Net(net) => found.extend(self.net(net)?),
                expr => todo.extend(expr.operands()),
            }
        }
        Ok(())
    }
}
