//! Steps of `update()` with their signals, and the resolution of a plan's choices.

use rust_hdl::core::ast::{
    VerilogExpression as Expr, VerilogLoop, VerilogOp as Op, VerilogStatement as Syntax,
};

use crate::entry::{Entry, Origin, Place};
use crate::plan::Statement;
use crate::tree::{Index, Pick, Scope, Value};
use crate::wire::{field, Fields, Kind, Wire, WIDTHS};

/// A part of `update()` with one set of readable and assignable signals.
pub struct Step {
    pub readable: Vec<Entry>,
    pub targets: Vec<Entry>,
    pub code: Vec<Code>,
}

pub enum Code {
    Statement(Statement),
    /// Assigns the value to every signal of the target.
    Each(Entry, Value),
    /// Assigns each signal of the source to the target's signal with the same indices.
    Connect(Entry, Entry),
    Links(Vec<Link>),
    /// Rotates the output by one bit and XORs every signal of the other entry into it.
    Watch(Entry, Entry),
}

/// A linked or joined signal, alone or as the last field of an interface.
pub struct Link {
    pub owner: Place,
    pub other: Place,
    /// The owner is driven by the other signal.
    pub backward: bool,
    pub in_interface: bool,
}

/// A loop around the current statement.
#[derive(Clone)]
pub struct Loop {
    pub counter: &'static str,
    pub from: usize,
    pub end: usize,
    pub now: usize,
}

impl Loop {
    /// The next inner loop.
    pub fn within(outer: &[Loop], from: usize, end: usize) -> Loop {
        Loop {
            counter: ["i", "j", "k", "l", "m"][outer.len()],
            from,
            end,
            now: from,
        }
    }

    pub fn index(&self) -> Index {
        Index {
            value: self.now,
            syntax: Expr::Signal(self.counter.to_owned()),
            text: self.counter.to_owned(),
        }
    }

    /// Expressions with the counter that are less than `limit` in every iteration.
    pub fn indices(&self, limit: u128) -> Vec<Index> {
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

    pub fn syntax(&self, block: Vec<Syntax>) -> Syntax {
        Syntax::Loop(VerilogLoop {
            index: self.counter.to_owned(),
            from: self.from.into(),
            to: self.end.into(),
            block,
        })
    }
}

/// Readable and assignable signals at one point of execution.
pub struct View<'a> {
    pub fields: &'a Fields,
    pub step: &'a Step,
    pub loops: &'a [Loop],
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

    /// Index of an element: a number, or an expression with a loop counter.
    fn element(&self, len: usize, pick: Pick) -> Index {
        let loops = self.loops.iter();
        let indices = loops.flat_map(|open| open.indices(len as u128));
        choose_index(len, indices.collect(), pick)
    }

    pub fn target(&self, pick: Pick) -> Option<Place> {
        self.choose(&self.step.targets, |entry| entry.kind != Kind::Cell, pick)
    }

    /// Target and source of a copy.
    pub fn copy(&self, target: Pick, source: Pick) -> Option<(Place, Place)> {
        let is_cell = |entry: &Entry| entry.kind == Kind::Cell;
        let target = self.choose(&self.step.targets, is_cell, target)?;
        let source = self.choose(&self.step.readable, is_cell, source)?;
        Some((target, source))
    }

    /// The signal of an array at the counters of the innermost loops.
    pub fn place_in_loops(&self, entry: &Entry) -> Place {
        let inner = &self.loops[self.loops.len() - entry.lens().len()..];
        let mut indices = inner.iter().map(Loop::index);
        entry.place(|_| indices.next().expect("a loop for each array"))
    }
}

impl Scope for View<'_> {
    fn read(&self, kind: Kind, pick: Pick) -> Option<(Expr, u128)> {
        // A `bool` can be read as one bit: `.into()` is not in the tree.
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
            // A sum must wrap neither at the width of the constant nor at that of `usize`: lowering
            // cannot tell them apart.
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

pub fn wire<'a>(fields: &'a Fields, place: &Place) -> &'a dyn Wire {
    fields.wire(&place.flat.split('$').collect::<Vec<&str>>())
}

/// Number of an arm of a match over this width.
pub fn case_of(case: u8, width: usize) -> usize {
    usize::from(case) % (1 << WIDTHS[width])
}
