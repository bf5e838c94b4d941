//! Executes `update()` with rust-hdl's types, statement by statement.

use rust_hdl::prelude::*;

use crate::common::{Phase, Port as _};
use crate::entry::Place;
use crate::plan::Statement;
use crate::scope::{case_of, wire, Code, Loop, Step, View};
use crate::tree::{Scope, Tree};
use crate::wire::{field, Fields, Kind, WIDTHS};

/// Executes a step.
pub struct Run<'a> {
    pub fields: &'a mut Fields,
    pub step: &'a Step,
    pub loops: Vec<Loop>,
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

    pub fn code(&mut self, code: &Code) {
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

/// Number that `match` compares: a `bool`, or a number by `.index()`.
fn number(width: usize, subject: &Tree, scope: &dyn Scope) -> usize {
    match WIDTHS[width] {
        1 => subject.bool(scope).into(),
        4 => subject.value::<4>(scope).index(),
        _ => subject.value::<7>(scope).index(),
    }
}
