//! Symbolic execution of a block's code. The result is one expression for each driven signal.
//!
//! Reading a `Local` or an own output gives the last assigned value, as `.val()` returns `.next`.
//! Reading any other signal gives its settled value. The initial value of a driven signal is the
//! signal itself. If that remains at the end, the signal is a latch or part of a loop.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use gatefall_netlist::{ExprId, ExprPool, NetId};
use num_bigint::BigInt;
use rust_hdl::core::ast::{
    Verilog, VerilogBlock, VerilogBlockOrConditional, VerilogConditional, VerilogExpression,
    VerilogLink, VerilogLinkDetails, VerilogMatch, VerilogStatement,
};

use crate::error::LowerError;
use crate::literal;
use crate::scope::Scope;
use crate::show;
use crate::symbols::{Role, Symbols};

pub(crate) type Lowered<T> = Result<T, LowerError>;

/// Text of the assignment of each signal of a module, by the signal's name.
pub(crate) type Statements = HashMap<String, String>;

/// Values of some signals, by their indices.
type Values = BTreeMap<usize, ExprId>;

/// A kernel and the values of its signals. Net `n` of the pool is signal `n`. Higher nets are
/// intermediate values of signals.
pub(crate) struct Kernel {
    /// Path of the module, for errors.
    pub(crate) module: String,
    pub(crate) symbols: Symbols,
    pub(crate) pool: ExprPool,
    /// Current value of each signal.
    pub(crate) values: Vec<ExprId>,
    /// Signals that each open branch has assigned, with their values before it.
    before: Vec<Values>,
    /// Last statement and last link that assign each signal.
    assigned: Vec<Assigned>,
    /// Signals that are read.
    pub(crate) read: Vec<bool>,
    /// Intermediate values: the signal, and its value when it was read.
    pub(crate) versions: Vec<(usize, ExprId)>,
    version_of: HashMap<(usize, ExprId), NetId>,
    /// Counters of the enclosing loops.
    pub(crate) counters: Vec<(String, BigInt)>,
    /// Text of the current statement.
    pub(crate) statement: String,
}

#[derive(Clone, Default)]
struct Assigned {
    by_statement: Option<String>,
    by_link: Option<String>,
}

impl Kernel {
    pub(crate) fn run(scope: &Scope, module: &str) -> Lowered<Kernel> {
        let symbols = Symbols::new(scope, module)?;
        let count = symbols.list.len();
        let mut pool = ExprPool::new();
        let values = (symbols.list.iter().enumerate())
            .map(|(index, symbol)| pool.net(NetId::from(index), symbol.width))
            .collect();
        let mut kernel = Kernel {
            module: module.to_owned(),
            symbols,
            pool,
            values,
            before: Vec::new(),
            assigned: vec![Assigned::default(); count],
            read: vec![false; count],
            versions: Vec::new(),
            version_of: HashMap::new(),
            counters: Vec::new(),
            statement: String::new(),
        };
        if let Verilog::Combinatorial(code) = &scope.code {
            kernel.block(code)?;
        }
        kernel.check_assigned()?;
        Ok(kernel)
    }

    /// True if the signal was assigned.
    pub(crate) fn is_assigned(&self, signal: usize) -> bool {
        let assigned = &self.assigned[signal];
        assigned.by_statement.is_some() || assigned.by_link.is_some()
    }

    /// The last statement or link that assigns the signal.
    pub(crate) fn statement_of(&self, signal: usize) -> Option<&String> {
        let assigned = &self.assigned[signal];
        assigned.by_statement.as_ref().or(assigned.by_link.as_ref())
    }

    /// Right side of the last assignment to the signal.
    pub(crate) fn assigned_text(&self, signal: usize) -> &str {
        self.statement_of(signal)
            .and_then(|text| text.split_once(" = "))
            .map_or("", |(_, value)| value)
    }

    /// The last assignment of each assigned signal.
    pub(crate) fn statements(&self) -> Statements {
        let symbols = self.symbols.list.iter().enumerate();
        let statements = symbols.filter_map(|(index, symbol)| {
            Some((show::name(&symbol.name), self.statement_of(index)?.clone()))
        });
        statements.collect()
    }

    fn check_assigned(&self) -> Lowered<()> {
        for (index, symbol) in self.symbols.list.iter().enumerate() {
            let (module, signal) = (self.module.clone(), show::name(&symbol.name));
            let assigned = &self.assigned[index];
            if let (Some(expression), Some(link)) = (&assigned.by_statement, &assigned.by_link) {
                return Err(self.doubly_driven(index, expression, format!("`{link}`")));
            }
            let needed = symbol.role != Role::Local || self.read[index];
            if symbol.role.is_driven() && needed && !self.is_assigned(index) {
                return Err(LowerError::Undriven { module, signal });
            }
        }
        Ok(())
    }

    fn block(&mut self, block: &VerilogBlock) -> Lowered<()> {
        block
            .iter()
            .try_for_each(|statement| self.execute(statement))
    }

    fn execute(&mut self, statement: &VerilogStatement) -> Lowered<()> {
        match statement {
            VerilogStatement::Assignment(target, value) => self.assign(target, value),
            VerilogStatement::SliceAssignment {
                base,
                width,
                offset,
                replacement,
            } => {
                let width = u32::try_from(*width).expect("fields have fewer than 2^32 bits");
                self.assign_slice(base, width, offset, replacement)
            }
            VerilogStatement::If(conditional) => self.conditional(conditional),
            VerilogStatement::Match(choice) => self.choice(choice),
            VerilogStatement::Loop(repeat) => {
                if self.symbols.signal(&repeat.index).is_some() {
                    let counter = VerilogExpression::Signal(repeat.index.clone());
                    let problem = "the tree does not tell the loop's counter from the signal of \
                        the same name; rename one of them";
                    return Err(self.unsupported(&counter, problem));
                }
                let (_, from) = literal::read(&repeat.from);
                let (_, to) = literal::read(&repeat.to);
                let mut counter = from;
                while counter < to {
                    self.counters.push((repeat.index.clone(), counter.clone()));
                    self.block(&repeat.block)?;
                    self.counters.pop();
                    counter += 1;
                }
                Ok(())
            }
            VerilogStatement::Comment(_) => Ok(()),
            VerilogStatement::Link(links) => links.iter().try_for_each(|link| self.link(link)),
            VerilogStatement::Macro(block) => self.block(block),
        }
    }

    /// Index of the assigned signal. Records the assignment.
    fn target(&mut self, target: &VerilogExpression) -> Lowered<usize> {
        let VerilogExpression::Signal(name) = target else {
            return Err(self.unsupported(target, "only signals can be assigned"));
        };
        let index = self.find(name)?;
        self.check_drivable(index)?;
        self.assigned[index].by_statement = Some(self.statement.clone());
        Ok(index)
    }

    fn find(&self, name: &str) -> Lowered<usize> {
        let flat = self.flatten(name)?;
        self.symbols
            .signal(&flat)
            .ok_or_else(|| self.unknown_name(&flat))
    }

    fn check_drivable(&self, index: usize) -> Lowered<()> {
        let symbol = &self.symbols.list[index];
        let signal = show::name(&symbol.name);
        let other = match &symbol.role {
            role if role.is_driven() => return Ok(()),
            Role::ChildOutput => {
                let block = signal
                    .rsplit_once('.')
                    .map_or(signal.as_str(), |(block, _)| block);
                format!("the block `{block}`")
            }
            role => {
                let kind = match role {
                    Role::Constant(_) => "a constant",
                    _ => "an input",
                };
                return Err(LowerError::Unsupported {
                    module: self.module.clone(),
                    expression: self.statement.clone(),
                    problem: format!("`{signal}` is {kind}, so update() cannot assign it"),
                });
            }
        };
        Err(self.doubly_driven(index, &self.statement, other))
    }

    fn doubly_driven(&self, index: usize, expression: &str, other: String) -> LowerError {
        LowerError::DoublyDriven {
            module: self.module.clone(),
            signal: show::name(&self.symbols.list[index].name),
            expression: expression.to_owned(),
            other,
        }
    }

    fn assign(&mut self, target: &VerilogExpression, value: &VerilogExpression) -> Lowered<()> {
        self.statement = format!("{} = {}", show::expression(target), show::expression(value));
        let index = self.target(target)?;
        let width = self.symbols.list[index].width;
        let value = self.build(value, width)?;
        self.set(index, value);
        Ok(())
    }

    fn assign_slice(
        &mut self,
        base: &VerilogExpression,
        width: u32,
        offset: &VerilogExpression,
        replacement: &VerilogExpression,
    ) -> Lowered<()> {
        let (target, value) = (show::expression(base), show::expression(replacement));
        self.statement = format!("{target}.. = {value}");
        let index = self.target(base)?;
        let old = self.values[index];
        let whole = self.symbols.list[index].width;
        let known = self.constant_index(offset, base, whole)?;
        let Some(offset) = known.filter(|offset| width <= whole - offset) else {
            return Err(self.unsupported(offset, "the field does not lie within the signal"));
        };
        let value = self.build(replacement, width)?;
        let value = self.replace(old, offset, value);
        self.set(index, value);
        Ok(())
    }

    /// Replaces the bits of `old` from bit `offset` by `value`.
    pub(crate) fn replace(&mut self, old: ExprId, offset: u32, value: ExprId) -> ExprId {
        let (whole, width) = (self.pool.width(old), self.pool.width(value));
        let mut result = value;
        if offset > 0 {
            let low = self.pool.slice(old, 0, offset);
            result = self.pool.concat(result, low);
        }
        let end = offset + width;
        if end < whole {
            let high = self.pool.slice(old, end, whole - end);
            result = self.pool.concat(high, result);
        }
        result
    }

    /// Lowers an `if`. A condition without signals selects its branch here, because the other one
    /// may be invalid, as with `i - 1` in an array index when `i` is 0.
    fn conditional(&mut self, conditional: &VerilogConditional) -> Lowered<()> {
        self.statement = format!("if {}", show::expression(&conditional.test));
        match self.constant_condition(&conditional.test) {
            Some(true) => return self.block(&conditional.then),
            Some(false) => return self.otherwise(&conditional.otherwise),
            None => {}
        }
        let condition = self.build(&conditional.test, 1)?;
        let then = self.branch(|kernel| kernel.block(&conditional.then))?;
        let otherwise = self.branch(|kernel| kernel.otherwise(&conditional.otherwise))?;
        self.merge(vec![(condition, then)], otherwise);
        Ok(())
    }

    /// Lowers a branch. Returns the values that it assigns, and restores those of before.
    fn branch(&mut self, lower: impl FnOnce(&mut Kernel) -> Lowered<()>) -> Lowered<Values> {
        self.before.push(Values::new());
        lower(self)?;
        let mut values = self.before.pop().expect("the branch is open");
        for (&index, value) in &mut values {
            std::mem::swap(value, &mut self.values[index]);
        }
        Ok(values)
    }

    /// Sets the value of a signal.
    fn set(&mut self, index: usize, value: ExprId) {
        let before = std::mem::replace(&mut self.values[index], value);
        if let Some(branch) = self.before.last_mut() {
            branch.entry(index).or_insert(before);
        }
    }

    fn otherwise(&mut self, otherwise: &VerilogBlockOrConditional) -> Lowered<()> {
        match otherwise {
            VerilogBlockOrConditional::Block(block) => self.block(block),
            VerilogBlockOrConditional::Conditional(statement) => self.execute(statement),
            VerilogBlockOrConditional::None => Ok(()),
        }
    }

    /// Merges branches: values become those of the first one whose condition holds.
    fn merge(&mut self, branches: Vec<(ExprId, Values)>, otherwise: Values) {
        let all = branches
            .iter()
            .map(|(_, values)| values)
            .chain([&otherwise]);
        let assigned: BTreeSet<usize> = all.flat_map(|values| values.keys().copied()).collect();
        let value = |values: &Values, index, before| values.get(&index).copied().unwrap_or(before);
        let mut merged: Vec<(usize, ExprId)> = (assigned.into_iter())
            .map(|index| (index, value(&otherwise, index, self.values[index])))
            .collect();
        for (condition, values) in branches.iter().rev() {
            for (index, merged) in &mut merged {
                let then = value(values, *index, self.values[*index]);
                *merged = self.pool.mux(*condition, then, *merged);
            }
        }
        for (index, value) in merged {
            self.set(index, value);
        }
    }

    /// Lowers a `match`: the first matching arm is taken. Without a reachable `_`, the last arm is
    /// the default, because rustc has checked that all states are covered.
    fn choice(&mut self, choice: &VerilogMatch) -> Lowered<()> {
        self.statement = format!("match {}", show::expression(&choice.test));
        if let Some(number) = self.constant_choice(&choice.test) {
            return self.constant_arm(choice, &number);
        }
        let statement = self.statement.clone();
        let mut arms: Vec<(ExprId, Values)> = Vec::new();
        let mut default = None;
        for case in &choice.cases {
            self.statement.clone_from(&statement);
            // An arm may assign the matched signal. All patterns test its value before the `match`.
            let condition = match case.condition.as_str() {
                "default" => None,
                pattern => Some(self.pattern(&choice.test, pattern)?),
            };
            let values = self.branch(|kernel| kernel.block(&case.block))?;
            match condition {
                Some(condition) => arms.push((condition, values)),
                None => {
                    default = Some(values);
                    break;
                }
            }
        }
        let conditions: HashSet<ExprId> = arms.iter().map(|(condition, _)| *condition).collect();
        let ways = 1usize.checked_shl(self.width_of(&choice.test)?);
        let default = default.filter(|_| Some(conditions.len()) != ways);
        let last = default.or_else(|| arms.pop().map(|(_, values)| values));
        self.merge(arms, last.unwrap_or_default());
        Ok(())
    }

    /// Lowers the only arm of a `match` that a number without signals selects.
    fn constant_arm(&mut self, choice: &VerilogMatch, number: &BigInt) -> Lowered<()> {
        for case in &choice.cases {
            let pattern = case.condition.as_str();
            if pattern == "default" || self.pattern_number(pattern)? == *number {
                return self.block(&case.block);
            }
        }
        Ok(())
    }

    fn link(&mut self, link: &VerilogLink) -> Lowered<()> {
        let join = |block: &str, details: &VerilogLinkDetails| {
            format!("{block}{}", details.my_name.replace('.', "$"))
        };
        let (from, to) = match link {
            VerilogLink::Forward(d) => (join(&d.owner_name, d), join(&d.other_name, d)),
            VerilogLink::Backward(d) => (join(&d.other_name, d), join(&d.owner_name, d)),
            VerilogLink::Bidirectional(_) => unreachable!("tristate is refused before"),
        };
        self.statement = format!("{} = {}", show::name(&to), show::name(&from));
        let to_index = self.find(&to)?;
        self.check_drivable(to_index)?;
        let link = self.statement.clone();
        if let Some(other) = self.assigned[to_index].by_link.replace(link.clone()) {
            return Err(self.doubly_driven(to_index, &other, format!("`{link}`")));
        }
        let width = self.symbols.list[to_index].width;
        let value = self.build(&VerilogExpression::Signal(from), width)?;
        self.set(to_index, value);
        Ok(())
    }

    /// Value of a signal as `.val()` returns it.
    pub(crate) fn value(&mut self, index: usize) -> ExprId {
        self.read[index] = true;
        let symbol = &self.symbols.list[index];
        let (width, present) = (symbol.width, self.values[index]);
        let in_order = matches!(symbol.role, Role::Local | Role::Output);
        if !in_order {
            return self.pool.net(NetId::from(index), width);
        }
        if self.pool.as_const(present).is_some() || self.pool.as_net(present).is_some() {
            return present;
        }
        // The value gets a net of its own, so that folding does not look into it. If it is the
        // final value, the net becomes the signal.
        let next = NetId::from(self.symbols.list.len() + self.versions.len());
        let net = *self.version_of.entry((index, present)).or_insert(next);
        if net == next {
            self.versions.push((index, present));
        }
        self.pool.net(net, width)
    }

    /// Error for a name without a signal or state: with the cause if it is known, else a Rust
    /// constant is the most likely one.
    pub(crate) fn unknown_name(&self, flat: &str) -> LowerError {
        let (module, expression) = (self.module.clone(), self.statement.clone());
        if let Some(states) = self.symbols.ambiguous_state(flat) {
            return LowerError::AmbiguousState {
                module,
                states: states.to_owned(),
                expression,
            };
        }
        if let Some((array, index, length)) = self.symbols.missing_element(flat) {
            return LowerError::ArrayIndexOutOfRange {
                module,
                array: show::name(array),
                index: index.to_owned(),
                length,
                expression,
            };
        }
        LowerError::UnknownName {
            module,
            name: show::name(flat),
            expression,
        }
    }

    pub(crate) fn unsupported(&self, expr: &VerilogExpression, problem: &str) -> LowerError {
        LowerError::Unsupported {
            module: self.module.clone(),
            expression: show::expression(expr),
            problem: problem.into(),
        }
    }
}
