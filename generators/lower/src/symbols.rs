//! Symbol table of a kernel: signals of its block, ports of child blocks, states.

use std::collections::HashMap;

use gatefall_netlist::Value;
use num_bigint::BigInt;
use rust_hdl::core::atom::AtomKind;

use crate::error::LowerError;
use crate::scope::{Carries, Scope, Signal, States};
use crate::show;

/// Role of a signal in a kernel.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Role {
    Input,
    Output,
    Local,
    Constant(Value),
    ChildInput,
    ChildOutput,
}

impl Role {
    /// True for signals that `update()` drives.
    pub(crate) fn is_driven(&self) -> bool {
        matches!(self, Role::Output | Role::Local | Role::ChildInput)
    }
}

/// A signal in the scope of a kernel.
#[derive(Clone)]
pub(crate) struct Symbol {
    /// Flat name: `row`, `timing$h_sync`.
    pub(crate) name: String,
    pub(crate) width: u32,
    pub(crate) carries: Carries,
    pub(crate) role: Role,
}

/// All names of a kernel.
pub(crate) struct Symbols {
    pub(crate) list: Vec<Symbol>,
    by_name: HashMap<String, usize>,
    /// Number and width of each state, by `Type$Variant`. `None` if two types of one name differ.
    states: HashMap<String, Option<(usize, u32)>>,
}

impl Symbols {
    pub(crate) fn new(scope: &Scope, module: &str) -> Result<Symbols, LowerError> {
        let mut symbols = Symbols {
            list: Vec::new(),
            by_name: HashMap::new(),
            states: HashMap::new(),
        };
        for atom in &scope.atoms {
            let role = match atom.kind {
                AtomKind::InputParameter => Role::Input,
                AtomKind::OutputParameter => Role::Output,
                AtomKind::Constant => Role::Constant(atom.value.clone()),
                AtomKind::LocalSignal => Role::Local,
                // Tristate was rejected before. The other kinds exist only while rust-hdl prints.
                kind => unreachable!("{kind:?} of `{}`", atom.name),
            };
            symbols.add(atom, atom.name.clone(), role, module)?;
        }
        for child in &scope.children {
            check_name(&child.name, module)?;
            for port in child.ports() {
                let role = match port.kind {
                    AtomKind::InputParameter => Role::ChildInput,
                    _ => Role::ChildOutput,
                };
                symbols.add(port, format!("{}${}", child.name, port.name), role, module)?;
            }
        }
        Ok(symbols)
    }

    fn add(
        &mut self,
        signal: &Signal,
        name: String,
        role: Role,
        module: &str,
    ) -> Result<(), LowerError> {
        if signal.width == 0 {
            return Err(LowerError::Unsupported {
                module: module.into(),
                expression: show::name(&name),
                problem: "the signal has no bits".into(),
            });
        }
        let states = signal.enums.iter();
        let variants = states.flat_map(|states| states.variants.iter().chain([&states.name]));
        for name in variants.chain([&name]) {
            check_name(name, module)?;
        }
        if let (Role::Constant(_), Carries::Clock) = (&role, &signal.carries) {
            return Err(LowerError::ConstantClock {
                module: module.into(),
                signal: show::name(&name),
            });
        }
        for states in &signal.enums {
            self.add_states(states);
        }
        self.by_name.insert(name.clone(), self.list.len());
        self.list.push(Symbol {
            name,
            width: signal.width,
            carries: signal.carries.clone(),
            role,
        });
        Ok(())
    }

    fn add_states(&mut self, states: &States) {
        let width = states.variants.len().next_power_of_two().trailing_zeros();
        for (number, variant) in states.variants.iter().enumerate() {
            let state = Some((number, width));
            let known = self
                .states
                .entry(format!("{}${variant}", states.name))
                .or_insert(state);
            if *known != state {
                *known = None;
            }
        }
    }

    pub(crate) fn signal(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// State of a path, whose last two parts are type and variant.
    pub(crate) fn state(&self, path: &str) -> Option<(usize, u32)> {
        self.states.get(state_name(path)?).copied().flatten()
    }

    /// Name of the enumeration of a path, if there are several that number the state differently.
    pub(crate) fn ambiguous_state<'a>(&self, path: &'a str) -> Option<&'a str> {
        let state = state_name(path)?;
        let is_ambiguous = self.states.get(state)?.is_none();
        let (name, _) = state.split_once('$')?;
        is_ambiguous.then_some(name)
    }

    /// Array, index and length, if a flat name is an element beyond an array.
    pub(crate) fn missing_element<'a>(&self, flat: &'a str) -> Option<(&'a str, &'a str, usize)> {
        let has = |field: &str| {
            self.list
                .iter()
                .any(|symbol| is_within(&symbol.name, field))
        };
        flat.match_indices('$').find_map(|(end, _)| {
            let (array, rest) = (&flat[..end], &flat[end + 1..]);
            let index = rest.split('$').next()?;
            index.parse::<BigInt>().ok()?;
            let length = (0..).find(|element| !has(&format!("{array}${element}")))?;
            let is_missing = length > 0 && !has(&format!("{array}${index}"));
            is_missing.then_some((array, index, length))
        })
    }
}

/// The last two parts of a path: type and variant.
fn state_name(path: &str) -> Option<&str> {
    let (rest, _) = path.rsplit_once('$')?;
    Some(rest.rfind('$').map_or(path, |start| &path[start + 1..]))
}

/// True if a name is that of a field, or of a part of it.
fn is_within(name: &str, field: &str) -> bool {
    let rest = name.strip_prefix(field);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('$'))
}

/// Fails if a flat name is not valid in Verilog.
pub(crate) fn check_name(flat: &str, module: &str) -> Result<(), LowerError> {
    if is_plain(flat) {
        return Ok(());
    }
    Err(LowerError::Name {
        module: module.into(),
        name: show::name(flat),
    })
}

/// True if a flat name is valid in Verilog.
pub(crate) fn is_plain(name: &str) -> bool {
    name.chars()
        .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '$'))
}
