//! Points of a circuit that tests must reach, and a circuit that remembers which were.
//!
//! ```text
//! bits of nets, conditions, states, transitions --(OR at each edge)--> registers of the points
//! ```

mod clocks;
mod points;
mod states;

use crate::equivalent::Analysis;
use gatefall_netlist::{
    BinaryOp, ExprId, Module, ModuleId, Net, NetId, NetKind, Netlist, Register, Value,
};
use points::Watched;
use std::fmt::{self, Display, Formatter};
use std::ops::Range;

/// Names of the added nets begin with it.
const PREFIX: &str = "coverage";
/// Bits of an added register.
const WORD_BITS: u32 = 64;

/// A point: something that a bit, a condition or a state machine can do.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Point {
    /// Name of the module. The point counts as reached if one of its instances reached it.
    pub module: String,
    /// As `row[2] is 1` or `state goes from Idle to Run`.
    pub what: String,
}

impl Display for Point {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.module, self.what)
    }
}

/// A circuit with registers that remember the points that were reached since power-up.
///
/// The points are the levels of every bit that the module drives (input ports belong to the module
/// that drives them), both levels of each condition of a multiplexer and of each enable, and the
/// states and transitions of registers that are enumerations. Left out is what [`Analysis`] proves
/// impossible.
pub struct GateCoverage {
    netlist: Netlist,
    points: Vec<Point>,
    words: Vec<Word>,
}

/// A register that was added to a module.
struct Word {
    module: ModuleId,
    name: String,
    /// The point of each bit, if it is possible.
    points: Vec<Option<usize>>,
}

impl GateCoverage {
    /// Of a circuit, whose registers of these names may be set to anything.
    pub fn new(netlist: &Netlist, poked: &[&str]) -> GateCoverage {
        let analysis = Analysis::new(netlist, poked);
        let mut coverage = GateCoverage {
            netlist: analysis.netlist.clone(),
            points: Vec::new(),
            words: Vec::new(),
        };
        let clocks = clocks::reach_all_modules(&mut coverage.netlist);
        for (id, clock) in clocks {
            let mut watched = points::of(&analysis, id, &mut coverage.netlist.modules[id]);
            let states = states::of(&analysis, id, &mut coverage.netlist);
            watched.extend(states);
            coverage.watch(id, clock, &watched);
        }
        coverage
    }

    /// The circuit. Its other nets and its ports are those of the given one.
    pub fn netlist(&self) -> &Netlist {
        &self.netlist
    }

    /// All points.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// Hierarchical names of the added registers, each with the number of its word.
    pub fn registers(&self) -> Vec<(String, usize)> {
        let mut registers = Vec::new();
        self.registers_of(self.netlist.top, "", &mut registers);
        registers
    }

    fn registers_of(&self, module: ModuleId, path: &str, registers: &mut Vec<(String, usize)>) {
        let words = self.words.iter().enumerate();
        let words = words.filter(|(_, word)| word.module == module);
        registers.extend(words.map(|(number, word)| (format!("{path}{}", word.name), number)));
        for instance in self.netlist.modules[module].instances.values() {
            let path = format!("{path}{}.", instance.name);
            self.registers_of(instance.module, &path, registers);
        }
    }

    /// The points that a value of a word's register says were reached.
    pub fn reached(&self, word: usize, value: u64) -> impl Iterator<Item = usize> + '_ {
        let points = self.words[word].points.iter().enumerate();
        points.filter_map(move |(bit, point)| point.filter(|_| value >> bit & 1 == 1))
    }

    /// Adds registers that remember levels of values.
    fn watch(&mut self, id: ModuleId, clock: NetId, watched: &[Watched]) {
        for values in words(watched) {
            let values = &watched[values];
            for level in [true, false] {
                let possible = |one: &Watched| if level { one.ones } else { one.zeros };
                if values.iter().all(|one| possible(one) == 0) {
                    continue;
                }
                let module = &mut self.netlist.modules[id];
                let name = format!("{PREFIX}.{}", self.words.len());
                let value = joined(module, values, level);
                remember(module, &name, clock, value);
                let mut points = Vec::new();
                for one in values {
                    for bit in 0..one.width {
                        let is_possible = possible(one) >> bit & 1 == 1;
                        points.push(is_possible.then_some(self.points.len()));
                        if is_possible {
                            self.points.push(Point {
                                module: module.name.clone(),
                                what: one.what(bit, level),
                            });
                        }
                    }
                }
                self.words.push(Word {
                    module: id,
                    name,
                    points,
                });
            }
        }
    }
}

/// Ranges of values that fill a register.
fn words(watched: &[Watched]) -> Vec<Range<usize>> {
    let (mut words, mut first, mut bits) = (Vec::new(), 0, 0);
    for (index, one) in watched.iter().enumerate() {
        if bits + one.width > WORD_BITS {
            words.push(first..index);
            (first, bits) = (index, 0);
        }
        bits += one.width;
    }
    words.push(first..watched.len());
    words
}

/// The values, from bit 0 on, or their complements.
fn joined(module: &mut Module, values: &[Watched], level: bool) -> ExprId {
    let values = values.iter().map(|one| one.value);
    let pool = &mut module.exprs;
    let all = values.reduce(|low, high| pool.concat(high, low));
    let all = all.expect("a word has a value");
    match level {
        true => all,
        false => pool.not(all),
    }
}

/// Adds a register whose bits stay 1.
fn remember(module: &mut Module, name: &str, clock: NetId, value: ExprId) {
    let width = module.exprs.width(value);
    let net = module.nets.push(Net {
        name: name.to_owned(),
        width,
        kind: NetKind::Unsigned,
    });
    let old = module.exprs.net(net, width);
    let next = module.exprs.binary(BinaryOp::Or, old, value);
    module.registers.push(Register {
        net,
        clock,
        next,
        enable: None,
        initial: Value::zero(width),
    });
}
