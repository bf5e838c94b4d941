//! Random designs as data. Numbers select among the available choices at the point of use, so every
//! plan is a valid design, also after shrinking.

use std::rc::Rc;

use proptest::collection::vec;
use proptest::prelude::*;

use crate::common::Phase;
use crate::tree::{phase, pick, Pick, Tree, Trees, Value};
use crate::wire::{Kind, ADDRESS_WIDTHS, WIDTHS};

/// One module. Sections may only read what earlier sections drive.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    pub inputs: Vec<Array>,
    /// Constants: index of the width, and value.
    pub constants: Vec<(usize, u64)>,
    /// Flip-flops. Those of bits may have an initial value.
    pub registers: Vec<(Array, Option<u64>)>,
    pub sections: Vec<Section>,
    /// Ports that are not arrays are fields of an interface.
    pub interface: bool,
    /// The last output combines all signals.
    pub watched: bool,
}

/// A field of a module. `len` is the number of elements; 0 is a field that is not an array.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Array {
    pub kind: Kind,
    pub len: usize,
}

/// A part of `update()` that drives signals. Defaults come first.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    pub driven: Driven,
    /// The defaults, used in turn.
    pub defaults: Vec<Value>,
    /// Links or joins ports if there is a signal of the same kind.
    pub link: Option<Pick>,
    pub statements: Vec<Statement>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Driven {
    Local(Array),
    Output(Array),
    Block {
        plan: Rc<Plan>,
        len: usize,
        /// There is a second field of the same design.
        twin: bool,
        /// The block is inside another block that only links its ports.
        wrapped: bool,
    },
    Ram(Memory),
    SyncRom(Memory),
    Rom(Memory),
}

/// Width indices of address and data, and the first words.
#[derive(Clone, Debug, PartialEq)]
pub struct Memory {
    pub address: usize,
    pub data: usize,
    pub contents: Vec<u64>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    Assign(Pick, Value),
    /// Assigns one structure to another.
    Copy(Pick, Pick),
    If(Tree, Vec<Statement>, Vec<Statement>),
    MatchPhase {
        subject: Pick,
        arms: Vec<(Phase, Vec<Statement>)>,
        rest: Vec<Statement>,
        /// All states have an arm, and there is no `_`.
        exhaustive: bool,
    },
    /// Matches a tree of the width with this index: a `bool`, or a number by `.index()`.
    MatchNumber {
        width: usize,
        subject: Tree,
        arms: Vec<(u8, Vec<Statement>)>,
        rest: Vec<Statement>,
    },
    Loop {
        from: usize,
        count: usize,
        body: Vec<Statement>,
    },
}

impl Plan {
    /// All distinct modules of the design. A wrapped block counts as two.
    pub fn modules<'a>(&'a self, found: &mut Vec<(&'a Plan, bool)>) {
        for section in &self.sections {
            if let Driven::Block { plan, wrapped, .. } = &section.driven {
                plan.modules(found);
                if *wrapped && !found.contains(&(plan, true)) {
                    found.push((plan, true));
                }
            }
        }
        if !found.contains(&(self, false)) {
            found.push((self, false));
        }
    }
}

/// Strategies for the parts of plans.
struct Parts {
    shallow: Trees,
    deep: Trees,
}

impl Parts {
    fn memory(&self) -> impl Strategy<Value = Memory> {
        let words = vec(any::<u64>(), 1..20);
        (0..ADDRESS_WIDTHS, 0..WIDTHS.len(), words).prop_map(|(address, data, mut contents)| {
            contents.truncate(1 << WIDTHS[address]);
            Memory {
                address,
                data,
                contents,
            }
        })
    }

    fn statements(&self, depth: u32) -> BoxedStrategy<Vec<Statement>> {
        let assign = prop_oneof![
            8 => (pick(), self.deep.value())
                .prop_map(|(target, value)| Statement::Assign(target, value)),
            1 => (pick(), pick()).prop_map(|(target, source)| Statement::Copy(target, source)),
        ];
        if depth == 0 {
            return vec(assign, 0..3).boxed();
        }
        let inner = || self.statements(depth - 1);
        let chain = (self.shallow.of_width(0), inner(), inner());
        let choice = (self.shallow.of_width(0), inner(), inner())
            .prop_map(|(test, then, rest)| Statement::If(test, then, rest));
        let else_if = (chain, choice.clone())
            .prop_map(|((test, then, _), rest)| Statement::If(test, then, vec![rest]));
        let arms = vec((phase(), inner()), 0..4);
        let states =
            (pick(), arms, inner(), any::<bool>()).prop_map(|(subject, arms, rest, exhaustive)| {
                Statement::MatchPhase {
                    subject,
                    arms,
                    rest,
                    exhaustive,
                }
            });
        let numbers = (0..ADDRESS_WIDTHS).prop_flat_map({
            let (shallow, inner) = (self.shallow.clone(), inner());
            move |width| {
                let arms = vec((any::<u8>(), inner.clone()), 0..4);
                (Just(width), shallow.of_width(width), arms, inner.clone())
            }
        });
        let numbers = numbers.prop_map(|(width, subject, arms, rest)| Statement::MatchNumber {
            width,
            subject,
            arms,
            rest,
        });
        let repeat = (0..2usize, 1..4usize, inner())
            .prop_map(|(from, count, body)| Statement::Loop { from, count, body });
        let statement = prop_oneof![
            4 => assign,
            2 => choice,
            1 => else_if,
            1 => states,
            1 => numbers,
            2 => repeat,
        ];
        vec(statement, 0..4).boxed()
    }

    fn section(&self, depth: u32) -> BoxedStrategy<Section> {
        let mut driven = vec![
            (3, array().prop_map(Driven::Local).boxed()),
            (3, array().prop_map(Driven::Output).boxed()),
            (1, self.memory().prop_map(Driven::Ram).boxed()),
            (1, self.memory().prop_map(Driven::SyncRom).boxed()),
            (1, self.memory().prop_map(Driven::Rom).boxed()),
        ];
        if depth > 0 {
            let block = (self.plan(depth - 1), len(), any::<bool>(), any::<bool>());
            let block = block.prop_map(|(plan, len, twin, wrapped)| Driven::Block {
                plan,
                len,
                twin,
                wrapped,
            });
            driven.push((4, block.boxed()));
        }
        let driven = proptest::strategy::Union::new_weighted(driven);
        let defaults = vec(self.shallow.value(), 1..4);
        let link = prop::option::of(pick());
        (driven, defaults, link, self.statements(2))
            .prop_map(|(driven, defaults, link, statements)| Section {
                driven,
                defaults,
                link,
                statements,
            })
            .boxed()
    }

    fn plan(&self, depth: u32) -> BoxedStrategy<Rc<Plan>> {
        let fields = (
            vec(array(), 1..4),
            vec((0..WIDTHS.len(), any::<u64>()), 0..2),
            vec((array(), prop::option::of(any::<u64>())), 0..4),
            vec(self.section(depth), 1..(4 + depth as usize)),
        );
        (fields, any::<bool>(), prop::bool::weighted(0.7))
            .prop_map(|(fields, interface, watched)| {
                let (inputs, constants, registers, sections) = fields;
                Rc::new(Plan {
                    inputs,
                    constants,
                    registers,
                    sections,
                    interface,
                    watched,
                })
            })
            .boxed()
    }
}

fn kind() -> impl Strategy<Value = Kind> {
    prop_oneof![
        1 => Just(Kind::Bool),
        5 => (0..WIDTHS.len()).prop_map(Kind::Bits),
        1 => (0..WIDTHS.len()).prop_map(Kind::Signed),
        1 => Just(Kind::Phase),
        1 => Just(Kind::Cell),
    ]
}

fn len() -> impl Strategy<Value = usize> {
    prop_oneof![2 => Just(0usize), 1 => 2..4usize]
}

fn array() -> impl Strategy<Value = Array> {
    (kind(), len()).prop_map(|(kind, len)| Array { kind, len })
}

/// A design with blocks within blocks.
pub fn plan() -> BoxedStrategy<Rc<Plan>> {
    let leaves = Trees::leaves();
    let shallow = leaves.grow();
    let deep = shallow.grow();
    Parts { shallow, deep }.plan(2)
}
