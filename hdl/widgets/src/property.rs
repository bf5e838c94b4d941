//! Properties of modules, as data beside the module. A test proves each one by k-induction.
//!
//! A module has its properties in a constant `PROPERTIES`. Expressions are those of Verilog over
//! the signals of the module, its registers and locals included, under their names in Rust:
//! `control.expires` is a signal of an interface, `divider.left` a register of a part.
//!
//! The proof starts at power-up with a clock of reset. Afterwards every input has any value in any
//! clock, reset included, unless an assumption excludes it.

/// Expression that is true in every clock after the first reset.
#[derive(Clone, Copy, Debug)]
pub struct Property {
    /// Name: one statement, for messages and tables.
    pub name: &'static str,
    /// The expression.
    pub holds: &'static str,
    /// Further expressions, without which the induction fails. They are proved along.
    pub lemmas: &'static [&'static str],
    /// Expressions about inputs that are taken as given in every clock.
    pub assumed: &'static [&'static str],
    /// Inputs that keep one value, any value.
    pub stable: &'static [&'static str],
    /// Constants of the proof.
    pub constants: &'static [FreeConstant],
    /// Names for parts of the expressions.
    pub definitions: &'static [Definition],
    /// Registers of the proof.
    pub observers: &'static [Observer],
    /// Units that the module waits for.
    pub waits: &'static [Wait],
    /// The property is this one: the module ends its work.
    pub ending: Option<Ending>,
    /// Clocks in a row for which the induction assumes the expression.
    pub k: u32,
    /// Fault that makes the expression false.
    pub mutant: Mutant,
}

/// Constant that only the proof has, of any value. So one word stands for all words of a memory.
#[derive(Clone, Copy, Debug)]
pub struct FreeConstant {
    /// Name, different from all signals of the module.
    pub name: &'static str,
    /// Width in bits.
    pub bits: u32,
}

/// Expression with a name and a width.
#[derive(Clone, Copy, Debug)]
pub struct Definition {
    /// Name, different from all signals of the module.
    pub name: &'static str,
    /// Width in bits.
    pub bits: u32,
    /// Its value. Only definitions before it have names here.
    pub value: &'static str,
}

/// Register that only the proof has. It is 0 after reset.
#[derive(Clone, Copy, Debug)]
pub struct Observer {
    /// Name, different from all signals of the module.
    pub name: &'static str,
    /// Width in bits.
    pub bits: u32,
    /// Its value in the next clock.
    pub next: &'static str,
}

/// Level that is high for a limited number of clocks in a row. The proof of the module takes that
/// as given; the limit is that of a property of another module.
///
/// `NAME_for` is the number of clocks for which the level has been high before this clock.
/// `NAME_limit` is the number of `clocks`. `NAME_wait` is `NAME_for` while the level is high, and
/// `NAME_limit` while it is low. So it rises while the module waits.
#[derive(Clone, Copy, Debug)]
pub struct Wait {
    /// Name, different from all signals of the module.
    pub name: &'static str,
    /// The level.
    pub busy: &'static str,
    /// Highest number of clocks in a row.
    pub clocks: u32,
}

/// A level is high for a limited number of clocks in a row: a measure rises in each of them.
#[derive(Clone, Copy, Debug)]
pub struct Ending {
    /// The level.
    pub busy: &'static str,
    /// The measure, `spent` in expressions.
    pub spent: &'static str,
    /// Number that the measure does not reach, `limit` in expressions.
    pub clocks: u32,
}

/// Change of the emitted Verilog of a module.
#[derive(Clone, Copy, Debug)]
pub struct Mutant {
    /// Text that is replaced where it first occurs.
    pub text: &'static str,
    /// Its replacement.
    pub becomes: &'static str,
    /// A second text and its replacement, so that the fault shows soon after power-up.
    pub also: Option<(&'static str, &'static str)>,
    /// Expressions about inputs that are true in every clock of the search. They make a long search
    /// fast.
    pub given: &'static [&'static str],
    /// Clocks from power-up in which the property fails.
    pub clocks: u32,
}

impl Property {
    /// Property that needs nothing but its expression, for one clock.
    pub const fn new(name: &'static str, holds: &'static str, mutant: Mutant) -> Self {
        Property {
            name,
            holds,
            lemmas: &[],
            assumed: &[],
            stable: &[],
            constants: &[],
            definitions: &[],
            observers: &[],
            waits: &[],
            ending: None,
            k: 1,
            mutant,
        }
    }

    /// The level of `ending` is high for at most so many clocks in a row.
    pub const fn ends(name: &'static str, ending: Ending, mutant: Mutant) -> Self {
        Property {
            ending: Some(ending),
            ..Property::new(
                name,
                "!was_busy || !is_busy || spent > spent_before && spent < limit",
                mutant,
            )
        }
    }
}

impl Mutant {
    /// `text` becomes `becomes`; the property fails within so many clocks.
    pub const fn new(text: &'static str, becomes: &'static str, clocks: u32) -> Self {
        Mutant {
            text,
            becomes,
            also: None,
            given: &[],
            clocks,
        }
    }

    /// The mutant with a second replacement.
    pub const fn also(self, text: &'static str, becomes: &'static str) -> Self {
        Mutant {
            also: Some((text, becomes)),
            ..self
        }
    }

    /// The mutant with expressions about inputs that are true in every clock of the search.
    pub const fn given(self, given: &'static [&'static str]) -> Self {
        Mutant { given, ..self }
    }
}

impl FreeConstant {
    /// Constant `name` of so many bits.
    pub const fn new(name: &'static str, bits: u32) -> Self {
        FreeConstant { name, bits }
    }
}

impl Definition {
    /// Definition `name` of so many bits.
    pub const fn new(name: &'static str, bits: u32, value: &'static str) -> Self {
        Definition { name, bits, value }
    }
}

impl Wait {
    /// The level `busy` is high for at most `clocks` in a row.
    pub const fn new(name: &'static str, busy: &'static str, clocks: u32) -> Self {
        Wait { name, busy, clocks }
    }
}

impl Observer {
    /// Register `name` of so many bits.
    pub const fn new(name: &'static str, bits: u32, next: &'static str) -> Self {
        Observer { name, bits, next }
    }
}
