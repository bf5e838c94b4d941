//! A block made from a plan. It visits its fields like the derive macro, and has `update()` and the
//! matching syntax tree.

use std::rc::Rc;

use rust_hdl::core::prelude::Probe;
use rust_hdl::prelude::*;

use crate::entry::{Entry, Origin, Place};
use crate::plan::{Array, Driven, Memory, Plan, Section};
use crate::print::Print;
use crate::run::Run;
use crate::scope::{Code, Link, Step};
use crate::tree::{Pick, Tree, Value};
use crate::wire::{field, Any, Fields, Interface, Kind, Node, Wire, WIDTHS};

/// Index of the width of the output that combines the other signals.
const LONGEST: usize = WIDTHS.len() - 1;

/// The ports of a plan, except the clock. Ports in the interface come first.
fn ports(plan: &Plan) -> Vec<Entry> {
    let inputs = plan.inputs.iter().enumerate();
    let inputs = inputs.map(|(n, array)| Entry::new(format!("in{n}"), *array, Origin::Input));
    let sections = plan.sections.iter().enumerate();
    let outputs = sections.filter_map(|(n, section)| match section.driven {
        Driven::Output(array) => Some(Entry::new(format!("out{n}"), array, Origin::Output)),
        _ => None,
    });
    let seen = Array {
        kind: Kind::Bits(LONGEST),
        len: 0,
    };
    let seen = Entry::new("seen", seen, Origin::Output);
    let ports = inputs.chain(outputs).chain([seen]);
    let (mut fields, arrays): (Vec<Entry>, Vec<Entry>) =
        ports.partition(|port| plan.interface && port.lens().is_empty());
    for port in &mut fields {
        port.path.insert(0, ("bus".into(), 0));
    }
    fields.extend(arrays);
    fields
}

/// A block made from a plan.
pub struct Module {
    fields: Fields,
    steps: Rc<Vec<Step>>,
}

impl Module {
    pub fn new(plan: &Plan) -> Module {
        let mut builder = Builder::new(plan);
        builder.state(plan);
        for (number, section) in plan.sections.iter().enumerate() {
            builder.section(number, section);
        }
        builder.watch(plan.watched);
        builder.finish()
    }

    /// A block that links all its ports to those of an inner module of the plan.
    fn wrapping(plan: &Plan) -> Module {
        let mut builder = Builder::new(plan);
        builder.fields.add("inner", Module::new(plan));
        builder.clock("inner", 0, "clock");
        let (mut interface, mut single) = (Vec::new(), Vec::new());
        for port in ports(plan) {
            let inner = port.within("inner", 0);
            let in_interface = port.path.len() > 1;
            for (owner, other) in port.places().into_iter().zip(inner.places()) {
                let link = Link {
                    owner,
                    other,
                    backward: !port.is_input(),
                    in_interface,
                };
                match in_interface {
                    true => interface.push(link),
                    false => single.push(Code::Links(vec![link])),
                }
            }
        }
        single.push(Code::Links(interface));
        builder.step(vec![], single);
        builder.finish()
    }

    pub fn wire(&self, path: &str) -> &dyn Wire {
        Node::wire(self, &path.split('$').collect::<Vec<&str>>())
    }

    pub fn wire_mut(&mut self, path: &str) -> &mut dyn Wire {
        Node::wire_mut(self, &path.split('$').collect::<Vec<&str>>())
    }
}

/// Builds a module section by section.
struct Builder {
    fields: Fields,
    ports: Vec<Entry>,
    clocks: Vec<Code>,
    steps: Vec<Step>,
    /// Signals that can be read now: their values do not depend on undriven signals.
    readable: Vec<Entry>,
    /// Signals that later sections can also assign: reads give the last assigned value, or the
    /// value of the last clock edge.
    targets: Vec<Entry>,
}

impl Builder {
    /// Starts a module with the ports of the plan.
    fn new(plan: &Plan) -> Builder {
        let (mut fields, mut interface) = (Fields::default(), Fields::default());
        let ports = ports(plan);
        fields.add_array("clock", 0, || Any::signal::<In>(Kind::Clock));
        for port in &ports {
            let holder = match port.path.len() {
                1 => &mut fields,
                _ => &mut interface,
            };
            let (name, len) = port.path.last().expect("a port has a name");
            holder.add_array(name, *len, || match port.is_input() {
                true => Any::signal::<In>(port.kind),
                false => Any::signal::<Out>(port.kind),
            });
        }
        if plan.interface {
            fields.add("bus", Interface(interface));
        }
        let inputs = ports.iter().filter(|port| port.is_input());
        Builder {
            fields,
            readable: inputs.flat_map(Entry::all).collect(),
            ports,
            clocks: vec![],
            steps: vec![],
            targets: vec![],
        }
    }

    fn clock(&mut self, block: &str, len: usize, port: &str) {
        let array = Array {
            kind: Kind::Clock,
            len: 0,
        };
        let clock = Entry::new("clock", array, Origin::Input);
        let target = Entry::port(block, len, port, Kind::Clock);
        self.clocks.push(Code::Connect(target, clock));
    }

    /// Adds constants, flip-flops, and outputs of memories with a clock.
    fn state(&mut self, plan: &Plan) {
        for (number, (width, value)) in plan.constants.iter().enumerate() {
            let name = format!("constant{number}");
            let value = field((*value).into(), 0, WIDTHS[*width]);
            let array = Array {
                kind: Kind::Bits(*width),
                len: 0,
            };
            (self.fields).add_array(&name, 0, || Any::constant(*width, value));
            self.readable
                .push(Entry::new(name, array, Origin::Constant));
        }
        let mut holds = Vec::new();
        for (number, (Array { kind, len }, initial)) in plan.registers.iter().enumerate() {
            let name = format!("register{number}");
            let initial = initial.map(|value| field(value.into(), 0, kind.width()));
            (self.fields).add_array(&name, *len, || Any::register(*kind, initial));
            self.clock(&name, *len, "clock");
            let (d, q) = (
                Entry::port(&name, *len, "d", *kind),
                Entry::port(&name, *len, "q", *kind),
            );
            self.readable.extend(q.all());
            self.targets.extend(d.all());
            holds.push(Code::Connect(d, q));
        }
        for (number, section) in plan.sections.iter().enumerate() {
            let name = format!("memory{number}");
            let (port, memory) = match &section.driven {
                Driven::Ram(memory) => ("read_data", memory),
                Driven::SyncRom(memory) => ("data", memory),
                _ => continue,
            };
            let data = Entry::port(&name, 0, port, Kind::Bits(memory.data));
            self.readable.push(data);
        }
        self.step(vec![], holds);
    }

    fn step(&mut self, own: Vec<Entry>, code: Vec<Code>) {
        self.steps.push(Step {
            readable: self.readable.clone(),
            targets: [&self.targets[..], &own].concat(),
            code,
        });
    }

    fn section(&mut self, number: usize, section: &Section) {
        let (block, memory) = (format!("block{number}"), format!("memory{number}"));
        // The driven signals; if later sections may assign them; the signals that can be read
        // within the section and after it.
        let (mut driven, mut lasts) = (Vec::new(), true);
        let (mut at_once, mut afterwards) = (Vec::new(), Vec::new());
        match &section.driven {
            Driven::Local(array) => {
                let local = Entry::new(format!("local{number}"), *array, Origin::Local);
                let (name, len) = &local.path[0];
                (self.fields).add_array(name, *len, || Any::signal::<Local>(array.kind));
                at_once.extend(local.all());
                driven.push(local);
            }
            Driven::Output(_) => {
                let name = format!("out{number}");
                let is_it = |port: &&Entry| port.path.last().is_some_and(|(n, _)| *n == name);
                let output = self.ports.iter().find(is_it).expect("outputs are ports");
                at_once.extend(output.all());
                driven.push(output.clone());
            }
            Driven::Block {
                plan,
                len,
                twin,
                wrapped,
            } => {
                lasts = false;
                let twin = twin.then(|| format!("twin{number}"));
                for name in [Some(block), twin].into_iter().flatten() {
                    self.fields.add_array(&name, *len, || match wrapped {
                        true => Any::new(Module::wrapping(plan)),
                        false => Any::new(Module::new(plan)),
                    });
                    self.clock(&name, *len, "clock");
                    for port in ports(plan) {
                        let inner = port.within(&name, *len);
                        match port.is_input() {
                            true => driven.push(inner),
                            false => afterwards.extend(inner.all()),
                        }
                    }
                }
            }
            Driven::Ram(plan) => {
                self.fields.add_array(&memory, 0, || Any::ram(plan));
                self.clock(&memory, 0, "read_clock");
                self.clock(&memory, 0, "write_clock");
                let inputs = [
                    ("read_address", Kind::Bits(plan.address)),
                    ("write_address", Kind::Bits(plan.address)),
                    ("write_data", Kind::Bits(plan.data)),
                    ("write_enable", Kind::Bool),
                ];
                driven.extend(inputs.map(|(port, kind)| Entry::port(&memory, 0, port, kind)));
            }
            Driven::SyncRom(plan) => {
                (self.fields).add_array(&memory, 0, || Any::sync_rom(plan));
                self.clock(&memory, 0, "clock");
                driven.push(Entry::port(&memory, 0, "address", Kind::Bits(plan.address)));
            }
            Driven::Rom(plan) => {
                lasts = false;
                self.fields.add_array(&memory, 0, || Any::rom(plan));
                driven.push(Entry::port(&memory, 0, "address", Kind::Bits(plan.address)));
                afterwards.push(Entry::port(&memory, 0, "data", Kind::Bits(plan.data)));
            }
        }
        let (mut own, mut code) = (Vec::new(), Vec::new());
        let mut defaults = section.defaults.iter().cycle();
        for target in &driven {
            if let Some(links) = self.links(target, section.link) {
                code.extend(links);
                continue;
            }
            for field in target.fields() {
                let value = defaults.next().expect("there is a default").clone();
                code.push(Code::Each(field, value));
            }
            own.extend(target.all());
        }
        self.step(vec![], code);
        self.readable.extend(at_once);
        let statements = section.statements.iter().cloned().map(Code::Statement);
        self.step(own.clone(), statements.collect());
        self.readable.extend(afterwards);
        if lasts {
            self.targets.extend(own);
        }
    }

    /// Links or joins an output or a port of a block to a signal of the same kind.
    fn links(&self, target: &Entry, pick: Option<Pick>) -> Option<Vec<Code>> {
        let pick = usize::from(pick?);
        let can_link = |source: &&Entry| {
            let known = match target.origin {
                Origin::Output => source.origin == Origin::Block,
                Origin::Block => !matches!(source.origin, Origin::Local | Origin::Constant),
                _ => false,
            };
            let whole = source.offset.is_none() && source.lens().is_empty();
            known && whole && source.kind == target.kind
        };
        let sources: Vec<&Entry> = self.readable.iter().filter(can_link).collect();
        let source = sources[pick.checked_rem(sources.len())?];
        // Either of two blocks can be the one that joins the other.
        let backward = match (target.origin, source.origin) {
            (Origin::Output, _) => true,
            (_, Origin::Block) => (pick / sources.len()) % 2 == 1,
            _ => false,
        };
        let link = |to: Place| {
            let from = source.place(|_| unreachable!("the source is not an array"));
            let (owner, other) = match backward {
                true => (to, from),
                false => (from, to),
            };
            Code::Links(vec![Link {
                owner,
                other,
                backward,
                in_interface: false,
            }])
        };
        Some(target.places().into_iter().map(link).collect())
    }

    /// Drives the output `seen` with a combination of every signal, or of the last one only.
    fn watch(&mut self, everything: bool) {
        let seen = self.ports.iter().find(|port| {
            let (name, _) = port.path.last().expect("a port has a name");
            name == "seen"
        });
        let seen = seen.expect("every module has this output").clone();
        let mut whole = self.readable.clone();
        whole.retain(|entry| entry.offset.is_none());
        if !everything {
            whole.drain(..whole.len() - 1);
        }
        let zero = Value::Bits(LONGEST, Tree::Literal(0));
        let mut code = vec![Code::Each(seen.clone(), zero)];
        code.extend(
            whole
                .into_iter()
                .map(|entry| Code::Watch(seen.clone(), entry)),
        );
        self.step(vec![], code);
    }

    fn finish(mut self) -> Module {
        self.steps.push(Step {
            readable: vec![],
            targets: vec![],
            code: self.clocks,
        });
        Module {
            fields: self.fields,
            steps: Rc::new(self.steps),
        }
    }
}

impl Memory {
    pub fn words(&self) -> impl Iterator<Item = u128> + '_ {
        let width = WIDTHS[self.data];
        let words = self.contents.iter();
        words.map(move |word| field(u128::from(*word) * u128::from(*word), 0, width))
    }
}

impl Logic for Module {
    fn update(&mut self) {
        let steps = Rc::clone(&self.steps);
        for step in steps.iter() {
            let mut run = Run {
                fields: &mut self.fields,
                step,
                loops: vec![],
            };
            step.code.iter().for_each(|code| run.code(code));
        }
    }

    fn hdl(&self) -> Verilog {
        let mut syntax = Vec::new();
        for step in self.steps.iter() {
            let mut print = Print {
                fields: &self.fields,
                step,
                loops: vec![],
            };
            syntax.extend(step.code.iter().flat_map(|code| print.code(code)));
        }
        Verilog::Combinatorial(syntax)
    }
}

impl Block for Module {
    fn connect_all(&mut self) {
        self.connect();
        self.fields.connect_all();
    }

    fn update_all(&mut self) {
        self.update();
        self.fields.update_all();
    }

    fn has_changed(&self) -> bool {
        self.fields.has_changed()
    }

    fn accept(&self, name: &str, probe: &mut dyn Probe) {
        probe.visit_start_scope(name, self);
        self.fields.accept(probe);
        probe.visit_end_scope(name, self);
    }
}

impl Node for Module {
    fn wire(&self, path: &[&str]) -> &dyn Wire {
        self.fields.wire(path)
    }

    fn wire_mut(&mut self, path: &[&str]) -> &mut dyn Wire {
        self.fields.wire_mut(path)
    }
}
