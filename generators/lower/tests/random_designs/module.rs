//! A plan as a block: it visits its fields as the derive would, computes with rust-hdl's own signals, and has the syntax tree
//! that `#[hdl_gen]` would have left behind.

use std::rc::Rc;

use rust_hdl::core::ast::{
    VerilogBlockOrConditional, VerilogCase, VerilogConditional, VerilogExpression as Expr,
    VerilogLink, VerilogLinkDetails, VerilogLoop, VerilogMatch, VerilogOp as Op,
    VerilogStatement as Syntax,
};
use rust_hdl::core::prelude::Probe;
use rust_hdl::prelude::*;

use crate::common::{Phase, Port as _, PHASES};
use crate::plan::{Array, Driven, Memory, Plan, Section, Statement};
use crate::tree::{Index, Pick, Scope, Tree, Value};
use crate::wire::{field, Any, Fields, Interface, Kind, Node, Wire, CELL_FIELDS, WIDTHS};

/// The width with this index is that of the output that shows the other signals.
const LONGEST: usize = WIDTHS.len() - 1;

/// A signal, or all of an array of signals or blocks.
#[derive(Clone)]
struct Entry {
    /// Names of fields, each with its number of elements, which is 0 where the field is not an array.
    path: Vec<(String, usize)>,
    kind: Kind,
    /// Where the signal is a field of a structure, its offset.
    offset: Option<usize>,
    origin: Origin,
}

/// What a signal is to the module.
#[derive(Clone, Copy, PartialEq)]
enum Origin {
    Input,
    Output,
    Local,
    Constant,
    Block,
}

/// One signal, or field of one: its name in the hierarchy, and in the syntax tree.
struct Place {
    flat: String,
    syntax: String,
    kind: Kind,
    offset: Option<usize>,
}

impl Entry {
    fn new(name: impl Into<String>, array: Array, origin: Origin) -> Entry {
        Entry {
            path: vec![(name.into(), array.len)],
            kind: array.kind,
            offset: None,
            origin,
        }
    }

    fn is_input(&self) -> bool {
        self.origin == Origin::Input
    }

    /// This port as one of the block of this name.
    fn within(&self, block: &str, len: usize) -> Entry {
        let mut entry = self.clone();
        entry.path.insert(0, (block.to_owned(), len));
        entry.origin = Origin::Block;
        entry
    }

    /// The port of a block that is not an array.
    fn port(block: &str, len: usize, port: &str, kind: Kind) -> Entry {
        let port = Entry::new(port, Array { kind, len: 0 }, Origin::Block);
        port.within(block, len)
    }

    fn lens(&self) -> Vec<usize> {
        let lens = self.path.iter().map(|(_, len)| *len);
        lens.filter(|len| *len > 0).collect()
    }

    fn place(&self, mut index: impl FnMut(usize) -> Index) -> Place {
        let (mut flat, mut syntax) = (Vec::new(), Vec::new());
        for (name, len) in &self.path {
            flat.push(name.clone());
            let mut name = name.clone();
            if *len > 0 {
                let index = index(*len);
                flat.push(index.value.to_string());
                name.push_str(&format!("[{}]", index.text));
            }
            syntax.push(name);
        }
        let (flat, syntax) = (flat.join("$"), syntax.join("$"));
        Place {
            flat,
            syntax,
            kind: self.kind,
            offset: self.offset,
        }
    }

    /// Every signal of the arrays.
    fn places(&self) -> Vec<Place> {
        let mut rows = vec![vec![]];
        for len in self.lens() {
            let longer = |row: Vec<usize>| (0..len).map(move |n| [&row[..], &[n]].concat());
            rows = rows.into_iter().flat_map(longer).collect();
        }
        let place = |row: Vec<usize>| {
            let mut row = row.into_iter();
            self.place(|_| row.next().expect("a number for each array").into())
        };
        rows.into_iter().map(place).collect()
    }

    /// The fields of a structure; else the signal itself.
    fn fields(&self) -> Vec<Entry> {
        if self.kind != Kind::Cell {
            return vec![self.clone()];
        }
        let field = |(kind, offset)| Entry {
            kind,
            offset: Some(offset),
            ..self.clone()
        };
        CELL_FIELDS.map(field).to_vec()
    }

    /// The signal, and the fields of a structure.
    fn all(&self) -> Vec<Entry> {
        match self.kind {
            Kind::Cell => [vec![self.clone()], self.fields()].concat(),
            _ => vec![self.clone()],
        }
    }
}

/// A part of `update()`, all of which reads and assigns the same signals.
struct Step {
    readable: Vec<Entry>,
    targets: Vec<Entry>,
    code: Vec<Code>,
}

enum Code {
    Statement(Statement),
    /// Every signal of the target gets the value.
    Each(Entry, Value),
    /// Every signal of the target gets that of the source with the same indices.
    Connect(Entry, Entry),
    Links(Vec<Link>),
    /// The output turns by one bit and takes in every signal of the other.
    Watch(Entry, Entry),
}

/// A signal that is linked or joined, alone or as the last field of an interface.
struct Link {
    owner: Place,
    other: Place,
    /// Whether the owner is driven.
    backward: bool,
    in_interface: bool,
}

/// A loop that is open.
#[derive(Clone)]
struct Loop {
    counter: &'static str,
    from: usize,
    end: usize,
    now: usize,
}

impl Loop {
    /// The next inner loop.
    fn within(outer: &[Loop], from: usize, end: usize) -> Loop {
        Loop {
            counter: ["i", "j", "k", "l", "m"][outer.len()],
            from,
            end,
            now: from,
        }
    }

    fn index(&self) -> Index {
        Index {
            value: self.now,
            syntax: Expr::Signal(self.counter.to_owned()),
            text: self.counter.to_owned(),
        }
    }

    /// What can be made of the counter that is less than `limit` in every round.
    fn indices(&self, limit: u128) -> Vec<Index> {
        let (name, last) = (self.counter, self.end - 1);
        let number = |number: usize| Box::new(Expr::Literal(number.into()));
        let counter = || Box::new(Expr::Signal(name.to_owned()));
        let forms = [
            (last, self.index()),
            (
                last + 1,
                Index {
                    value: self.now + 1,
                    syntax: Expr::Binary(counter(), Op::Add, number(1)),
                    text: format!("{name}+1"),
                },
            ),
            (
                last * 2,
                Index {
                    value: self.now * 2,
                    syntax: Expr::Binary(counter(), Op::Mul, number(2)),
                    text: format!("{name}*2"),
                },
            ),
            (
                last,
                Index {
                    value: last - self.now,
                    syntax: Expr::Binary(number(last), Op::Sub, counter()),
                    text: format!("{last}-{name}"),
                },
            ),
        ];
        let fits = |(most, index)| ((most as u128) < limit).then_some(index);
        forms.into_iter().filter_map(fits).collect()
    }

    fn syntax(&self, block: Vec<Syntax>) -> Syntax {
        Syntax::Loop(VerilogLoop {
            index: self.counter.to_owned(),
            from: self.from.into(),
            to: self.end.into(),
            block,
        })
    }
}

/// What can be read and assigned at one moment.
struct View<'a> {
    fields: &'a Fields,
    step: &'a Step,
    loops: &'a [Loop],
}

impl View<'_> {
    fn choose(
        &self,
        entries: &[Entry],
        suits: impl Fn(&Entry) -> bool,
        pick: Pick,
    ) -> Option<Place> {
        let found: Vec<&Entry> = entries.iter().filter(|entry| suits(entry)).collect();
        let count = Pick::try_from(found.len()).expect("a module has few signals");
        let entry = *found.get(usize::from(pick.checked_rem(count)?))?;
        Some(entry.place(|len| self.element(len, pick / count)))
    }

    /// The index of an element: a number, or one made with the counter of a loop.
    fn element(&self, len: usize, pick: Pick) -> Index {
        let loops = self.loops.iter();
        let indices = loops.flat_map(|open| open.indices(len as u128));
        choose_index(len, indices.collect(), pick)
    }

    fn target(&self, pick: Pick) -> Option<Place> {
        self.choose(&self.step.targets, |entry| entry.kind != Kind::Cell, pick)
    }

    /// Target and source of a copy.
    fn copy(&self, target: Pick, source: Pick) -> Option<(Place, Place)> {
        let is_cell = |entry: &Entry| entry.kind == Kind::Cell;
        let target = self.choose(&self.step.targets, is_cell, target)?;
        let source = self.choose(&self.step.readable, is_cell, source)?;
        Some((target, source))
    }

    /// The signal of an array at the counters of the innermost loops.
    fn place_in_loops(&self, entry: &Entry) -> Place {
        let inner = &self.loops[self.loops.len() - entry.lens().len()..];
        let mut indices = inner.iter().map(Loop::index);
        entry.place(|_| indices.next().expect("a loop for each array"))
    }
}

impl Scope for View<'_> {
    fn read(&self, kind: Kind, pick: Pick) -> Option<(Expr, u128)> {
        // A `bool` is as good as one bit: `.into()` leaves no trace.
        let suits =
            |entry: &Entry| entry.kind == kind || (entry.kind, kind) == (Kind::Bool, Kind::Bits(0));
        let place = self.choose(&self.step.readable, suits, pick)?;
        let value = wire(self.fields, &place).value();
        let syntax = Expr::Signal(place.syntax);
        Some(match place.offset {
            None => (syntax, value),
            Some(offset) => {
                let width = place.kind.width();
                let at = Box::new(Expr::Literal(offset.into()));
                let syntax = Expr::Slice(Box::new(syntax), width, at);
                (syntax, field(value, offset, width))
            }
        })
    }

    fn index(&self, len: usize, pick: Pick) -> Index {
        let loops = self.loops.iter();
        let mut indices: Vec<Index> = loops.flat_map(|open| open.indices(len as u128)).collect();
        let constants = self.step.readable.iter();
        for constant in constants.filter(|entry| entry.origin == Origin::Constant) {
            let place = constant.place(|_| unreachable!("constants are not arrays"));
            let value = wire(self.fields, &place).value();
            // A sum must not wrap at the width of the constant, nor at that of `usize`: lowering asks which.
            let limit = (len as u128).min(1 << constant.kind.width());
            let base = || Expr::Signal(place.syntax.clone());
            let index = |value: u128, syntax: Expr| Index {
                value: value as usize,
                syntax,
                text: String::new(),
            };
            if value < limit {
                indices.push(index(value, base()));
            }
            for open in self.loops {
                if value + (open.end as u128) <= limit {
                    let counter = Box::new(open.index().syntax);
                    let sum = Expr::Binary(Box::new(base()), Op::Add, counter);
                    indices.push(index(value + open.now as u128, sum));
                }
            }
        }
        choose_index(len, indices, pick)
    }

    fn counter(&self, width: usize, pick: Pick) -> Option<Index> {
        let loops = self.loops.iter();
        let mut indices: Vec<Index> = loops.flat_map(|open| open.indices(1 << width)).collect();
        let number = usize::from(pick).checked_rem(indices.len())?;
        Some(indices.swap_remove(number))
    }
}

/// One of the indices, or a number.
fn choose_index(len: usize, mut indices: Vec<Index>, pick: Pick) -> Index {
    let number = usize::from(pick / 2);
    if pick.is_multiple_of(2) || indices.is_empty() {
        return Index::from(number % len);
    }
    indices.swap_remove(number % indices.len())
}

fn wire<'a>(fields: &'a Fields, place: &Place) -> &'a dyn Wire {
    fields.wire(&place.flat.split('$').collect::<Vec<&str>>())
}

/// Computes a step.
struct Run<'a> {
    fields: &'a mut Fields,
    step: &'a Step,
    loops: Vec<Loop>,
}

impl<'a> Run<'a> {
    fn view(&self) -> View<'_> {
        View {
            fields: self.fields,
            step: self.step,
            loops: &self.loops,
        }
    }

    fn assign(&mut self, place: &Place, value: u128) {
        let path: Vec<&str> = place.flat.split('$').collect();
        let wire = self.fields.wire_mut(&path);
        let value = match place.offset {
            None => value,
            Some(offset) => {
                let old = wire.next();
                old ^ ((field(old, offset, place.kind.width()) ^ value) << offset)
            }
        };
        wire.assign(value);
    }

    fn code(&mut self, code: &Code) {
        match code {
            Code::Statement(statement) => self.statement(statement),
            Code::Each(target, value) => self.for_each(&target.lens(), &mut |run| {
                let view = run.view();
                let place = view.place_in_loops(target);
                let value = value.number(place.kind, &view);
                run.assign(&place, value);
            }),
            Code::Connect(target, source) => self.for_each(&target.lens(), &mut |run| {
                let view = run.view();
                let (place, source) = (view.place_in_loops(target), view.place_in_loops(source));
                let value = wire(run.fields, &source).value();
                run.assign(&place, value);
            }),
            Code::Links(links) => {
                for link in links {
                    let (from, to) = match link.backward {
                        true => (&link.other, &link.owner),
                        false => (&link.owner, &link.other),
                    };
                    let value = wire(self.fields, from).value();
                    self.assign(to, value);
                }
            }
            Code::Watch(seen, source) => self.for_each(&source.lens(), &mut |run| {
                let place = run.view().place_in_loops(source);
                let value = Bits::<70>::from_number(wire(run.fields, &place).value());
                let seen_place = seen.place(|_| unreachable!("the output is not an array"));
                let old = Bits::<70>::from_number(wire(run.fields, &seen_place).value());
                let new = ((old << 1) | (old >> 69)) ^ value;
                run.assign(&seen_place, new.to_number());
            }),
        }
    }

    fn for_each(&mut self, lens: &[usize], body: &mut dyn FnMut(&mut Run<'a>)) {
        match lens.split_first() {
            None => body(self),
            Some((len, inner)) => self.repeat(0, *len, &mut |run| run.for_each(inner, body)),
        }
    }

    fn repeat(&mut self, from: usize, end: usize, body: &mut dyn FnMut(&mut Run<'a>)) {
        self.loops.push(Loop::within(&self.loops, from, end));
        for now in from..end {
            self.loops.last_mut().expect("just opened").now = now;
            body(self);
        }
        self.loops.pop();
    }

    fn block(&mut self, block: &[Statement]) {
        block.iter().for_each(|statement| self.statement(statement));
    }

    fn statement(&mut self, statement: &Statement) {
        let view = self.view();
        match statement {
            Statement::Assign(target, value) => {
                if let Some(place) = view.target(*target) {
                    let value = value.number(place.kind, &view);
                    self.assign(&place, value);
                }
            }
            Statement::Copy(target, source) => {
                if let Some((target, source)) = view.copy(*target, *source) {
                    let value = wire(self.fields, &source).value();
                    self.assign(&target, value);
                }
            }
            Statement::If(test, then, otherwise) => match test.bool(&view) {
                true => self.block(then),
                false => self.block(otherwise),
            },
            Statement::MatchPhase {
                subject,
                arms,
                rest,
                ..
            } => {
                let now = view.read(Kind::Phase, *subject);
                let now = now.map(|(_, value)| Phase::from_number(value));
                let arm = arms.iter().find(|(phase, _)| Some(*phase) == now);
                self.block(arm.map_or(rest, |(_, arm)| arm));
            }
            Statement::MatchNumber {
                width,
                subject,
                arms,
                rest,
            } => {
                let now = number(*width, subject, &view);
                let arm = arms.iter().find(|(case, _)| case_of(*case, *width) == now);
                self.block(arm.map_or(rest, |(_, arm)| arm));
            }
            Statement::Loop { from, count, body } => {
                self.repeat(*from, from + count, &mut |run| run.block(body));
            }
        }
    }
}

/// What `match` compares: a `bool`, or a number by `.index()`.
fn number(width: usize, subject: &Tree, scope: &dyn Scope) -> usize {
    match WIDTHS[width] {
        1 => subject.bool(scope).into(),
        4 => subject.value::<4>(scope).index(),
        _ => subject.value::<7>(scope).index(),
    }
}

/// The number of an arm that can be reached.
fn case_of(case: u8, width: usize) -> usize {
    usize::from(case) % (1 << WIDTHS[width])
}

/// Writes a step down.
struct Print<'a> {
    fields: &'a Fields,
    step: &'a Step,
    loops: Vec<Loop>,
}

impl<'a> Print<'a> {
    fn view(&self) -> View<'_> {
        View {
            fields: self.fields,
            step: self.step,
            loops: &self.loops,
        }
    }

    fn code(&mut self, code: &Code) -> Vec<Syntax> {
        match code {
            Code::Statement(statement) => self.statement(statement),
            Code::Each(target, value) => self.for_each(&target.lens(), &mut |print| {
                let view = print.view();
                let place = view.place_in_loops(target);
                let value = value.syntax(place.kind, &view);
                assignment(place, value)
            }),
            Code::Connect(target, source) => {
                let code = self.for_each(&target.lens(), &mut |print| {
                    let view = print.view();
                    let (to, from) = (view.place_in_loops(target), view.place_in_loops(source));
                    assignment(to, Expr::Signal(from.syntax))
                });
                // `clock!` and `dff_setup!` do not take arrays.
                match target.lens().is_empty() {
                    true => vec![Syntax::Macro(code)],
                    false => code,
                }
            }
            Code::Links(links) => {
                let link = |link: &Link| link.syntax();
                vec![Syntax::Link(links.iter().map(link).collect())]
            }
            Code::Watch(seen, source) => self.for_each(&source.lens(), &mut |print| {
                let place = print.view().place_in_loops(source);
                let seen_place = || seen.place(|_| unreachable!("the output is not an array"));
                let old = || Box::new(Expr::Signal(seen_place().syntax));
                let by = |amount: u64| Box::new(Expr::Literal(amount.into()));
                let left = Expr::Binary(old(), Op::Shl, by(1));
                let right = Expr::Binary(old(), Op::Shr, by(69));
                let turned = Expr::Binary(Box::new(left), Op::BitOr, Box::new(right));
                let value = match source.kind {
                    Kind::Signed(_) => Expr::Unsigned(Box::new(Expr::Signal(place.syntax))),
                    _ => Expr::Signal(place.syntax),
                };
                let value = Box::new(Expr::Cast(Box::new(value), 70));
                let new = Expr::Binary(Box::new(turned), Op::BitXor, value);
                assignment(seen_place(), new)
            }),
        }
    }

    fn for_each(
        &mut self,
        lens: &[usize],
        body: &mut dyn FnMut(&mut Print<'a>) -> Syntax,
    ) -> Vec<Syntax> {
        match lens.split_first() {
            None => vec![body(self)],
            Some((len, inner)) => {
                vec![self.repeat(0, *len, &mut |print| print.for_each(inner, body))]
            }
        }
    }

    fn repeat(
        &mut self,
        from: usize,
        end: usize,
        body: &mut dyn FnMut(&mut Print<'a>) -> Vec<Syntax>,
    ) -> Syntax {
        self.loops.push(Loop::within(&self.loops, from, end));
        let block = body(self);
        let done = self.loops.pop().expect("just opened");
        done.syntax(block)
    }

    fn block(&mut self, block: &[Statement]) -> Vec<Syntax> {
        let statements = block.iter();
        statements.flat_map(|inner| self.statement(inner)).collect()
    }

    /// Nothing where there is no signal of the kind that the statement wants.
    fn statement(&mut self, statement: &Statement) -> Vec<Syntax> {
        let view = self.view();
        match statement {
            Statement::Assign(target, value) => {
                let place = view.target(*target);
                let assign = |place: Place| {
                    let value = value.syntax(place.kind, &view);
                    assignment(place, value)
                };
                place.map(assign).into_iter().collect()
            }
            Statement::Copy(target, source) => {
                let places = view.copy(*target, *source);
                let copy = |(target, source): (Place, Place)| {
                    assignment(target, Expr::Signal(source.syntax))
                };
                places.map(copy).into_iter().collect()
            }
            Statement::If(test, then, otherwise) => {
                let test = test.syntax(1, &view);
                let then = self.block(then);
                let otherwise = match &otherwise[..] {
                    [] => VerilogBlockOrConditional::None,
                    [chained @ Statement::If(..)] => {
                        let chained = self.statement(chained).remove(0);
                        VerilogBlockOrConditional::Conditional(Box::new(chained))
                    }
                    block => VerilogBlockOrConditional::Block(self.block(block)),
                };
                vec![Syntax::If(VerilogConditional {
                    test,
                    then,
                    otherwise,
                })]
            }
            Statement::MatchPhase {
                subject,
                arms,
                rest,
                exhaustive,
            } => {
                let Some((test, _)) = view.read(Kind::Phase, *subject) else {
                    return self.block(rest);
                };
                let mut cases = Vec::new();
                for (phase, arm) in arms {
                    cases.push(case(format!("Phase${phase:?}"), self.block(arm)));
                }
                if *exhaustive {
                    let has_arm = |phase: &Phase| arms.iter().any(|(known, _)| known == phase);
                    for phase in PHASES.iter().filter(|phase| !has_arm(phase)) {
                        cases.push(case(format!("Phase${phase:?}"), self.block(rest)));
                    }
                } else {
                    cases.push(case("default".into(), self.block(rest)));
                }
                vec![Syntax::Match(VerilogMatch { test, cases })]
            }
            Statement::MatchNumber {
                width,
                subject,
                arms,
                rest,
            } => {
                let test = subject.syntax(WIDTHS[*width], &view);
                let mut cases = Vec::new();
                for (number, arm) in arms {
                    let number = case_of(*number, *width);
                    let pattern = match WIDTHS[*width] {
                        1 => (number == 1).to_string(),
                        _ => number.to_string(),
                    };
                    cases.push(case(pattern, self.block(arm)));
                }
                cases.push(case("default".into(), self.block(rest)));
                vec![Syntax::Match(VerilogMatch { test, cases })]
            }
            Statement::Loop { from, count, body } => {
                vec![self.repeat(*from, from + count, &mut |print| print.block(body))]
            }
        }
    }
}

fn assignment(place: Place, value: Expr) -> Syntax {
    match place.offset {
        None => Syntax::Assignment(Expr::Signal(place.syntax + "$next"), value),
        Some(offset) => Syntax::SliceAssignment {
            base: Expr::Signal(place.syntax),
            width: place.kind.width(),
            offset: Expr::Literal(offset.into()),
            replacement: value,
        },
    }
}

fn case(condition: String, block: Vec<Syntax>) -> VerilogCase {
    VerilogCase { condition, block }
}

impl Link {
    fn syntax(&self) -> VerilogLink {
        let (owner, other) = (&self.owner.syntax[..], &self.other.syntax[..]);
        let (my_name, owner, other) = match (owner.rsplit_once('$'), other.rsplit_once('$')) {
            (Some((owner, field)), Some((other, _))) if self.in_interface => {
                (format!(".{field}"), owner, other)
            }
            _ => (String::new(), owner, other),
        };
        let details = VerilogLinkDetails {
            my_name,
            owner_name: owner.to_owned(),
            other_name: other.to_owned(),
        };
        match self.backward {
            true => VerilogLink::Backward(details),
            false => VerilogLink::Forward(details),
        }
    }
}

/// The ports of a plan, without its clock. Those in the interface are first.
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

/// A block that is made of a plan.
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

    /// A block with the ports of the plan, all of which it links to those of the plan's module.
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

/// Puts a module together, section by section.
struct Builder {
    fields: Fields,
    ports: Vec<Entry>,
    clocks: Vec<Code>,
    steps: Vec<Step>,
    /// What may be read from here on: no value of it depends on what is not driven yet.
    readable: Vec<Entry>,
    /// What may be assigned to the end: what is read as it was assigned last, or not before the next clock.
    targets: Vec<Entry>,
}

impl Builder {
    /// A module with the ports of the plan.
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

    /// Constants, flip-flops, and what memories with a clock have read.
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
        // What is driven, whether it may be assigned to the end, and what may be read when.
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
            Driven::Ram(
                plan @ Memory {
                    address,
                    data: word,
                    ..
                },
            ) => {
                (self.fields).add_array(&memory, 0, || Any::ram(*address, *word, plan.words()));
                self.clock(&memory, 0, "read_clock");
                self.clock(&memory, 0, "write_clock");
                let inputs = [
                    ("read_address", Kind::Bits(*address)),
                    ("write_address", Kind::Bits(*address)),
                    ("write_data", Kind::Bits(*word)),
                    ("write_enable", Kind::Bool),
                ];
                driven.extend(inputs.map(|(port, kind)| Entry::port(&memory, 0, port, kind)));
            }
            Driven::SyncRom(
                plan @ Memory {
                    address,
                    data: word,
                    ..
                },
            ) => {
                let rom = || Any::sync_rom(*address, *word, plan.words());
                self.fields.add_array(&memory, 0, rom);
                self.clock(&memory, 0, "clock");
                driven.push(Entry::port(&memory, 0, "address", Kind::Bits(*address)));
            }
            Driven::Rom(
                plan @ Memory {
                    address,
                    data: word,
                    ..
                },
            ) => {
                lasts = false;
                (self.fields).add_array(&memory, 0, || Any::rom(*address, *word, plan.words()));
                driven.push(Entry::port(&memory, 0, "address", Kind::Bits(*address)));
                afterwards.push(Entry::port(&memory, 0, "data", Kind::Bits(*word)));
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
        // Of two blocks, either can be the one that joins the other.
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

    /// The last output shows every signal, or only the one that came last.
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
    fn words(&self) -> impl Iterator<Item = u128> + '_ {
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
