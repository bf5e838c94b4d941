//! State that code reads and writes.

use crate::design::Design;

/// A state element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum State {
    Register(usize),
    Memory(usize),
}

impl State {
    /// Kind, number and name, for messages.
    pub(super) fn name(self, design: &Design) -> String {
        match self {
            State::Register(number) => {
                let names = design.names();
                let name = names.get(&design.registers[number].node);
                let name = name.map_or("", String::as_str);
                format!("register {number} `{name}`")
            }
            State::Memory(number) => format!("memory `{}`", design.memories[number].name),
        }
    }
}
