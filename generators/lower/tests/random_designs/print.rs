//! Prints `update()` as a syntax tree like that of `#[hdl_gen]`.

use rust_hdl::core::ast::{
    VerilogBlockOrConditional, VerilogCase, VerilogConditional, VerilogExpression as Expr,
    VerilogLink, VerilogLinkDetails, VerilogMatch, VerilogOp as Op, VerilogStatement as Syntax,
};

use crate::common::{Phase, PHASES};
use crate::entry::Place;
use crate::plan::Statement;
use crate::scope::{case_of, Code, Link, Loop, Step, View};
use crate::tree::Scope;
use crate::wire::{Fields, Kind, WIDTHS};

/// Prints a step.
pub struct Print<'a> {
    pub fields: &'a Fields,
    pub step: &'a Step,
    pub loops: Vec<Loop>,
}

impl<'a> Print<'a> {
    fn view(&self) -> View<'_> {
        View {
            fields: self.fields,
            step: self.step,
            loops: &self.loops,
        }
    }

    pub fn code(&mut self, code: &Code) -> Vec<Syntax> {
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
                // `clock!` and `dff_setup!` do not support arrays.
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

    /// Empty if there is no signal of the kind that the statement requires.
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
