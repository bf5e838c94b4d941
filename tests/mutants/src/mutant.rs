//! The netlist with a fault.

use crate::defect::{other_binary, Defect, Mutation, Place};
use gatefall_netlist::{BinaryOp, Expr, ExprId, ExprPool, Module, NetId, Netlist, UnaryOp, Value};

/// The circuit with the fault.
///
/// # Panics
/// If the place does not exist, or cannot have the fault.
pub fn mutant(netlist: &Netlist, mutation: Mutation) -> Netlist {
    let mut netlist = netlist.clone();
    let module = &mut netlist.modules[mutation.module];
    module.compact();
    match mutation.place {
        Place::Node(node) => change_node(module, node, mutation.fault),
        Place::Register(register) => module.registers[register].enable = None,
        Place::Write(memory, port) => {
            let one = module.exprs.constant(Value::bool(true));
            module.memories[memory].writes[port].enable = one;
        }
    }
    netlist
}

fn change_node(module: &mut Module, node: ExprId, fault: Defect) {
    let old = std::mem::take(&mut module.exprs);
    let mut pool = ExprPool::new();
    let mut moved: Vec<ExprId> = Vec::new();
    for id in old.ids() {
        let mut expr = old.expr(id).map(|operand| moved[usize::from(operand)]);
        if id == node {
            expr = with_constant(module, &mut pool, expr, fault);
        }
        let width = |net: NetId| module.nets[net].width;
        let mut new = pool.add(expr, width);
        if id == node {
            new = faulty(&mut pool, new, fault);
        }
        moved.push(new);
    }
    module.exprs = pool;
    replace_roots(module, &moved);
}

fn replace_roots(module: &mut Module, moved: &[ExprId]) {
    let new = |id: &mut ExprId| *id = moved[usize::from(*id)];
    let assigns = module.assigns.iter_mut();
    assigns.for_each(|assign| new(&mut assign.value));
    for register in module.registers.values_mut() {
        new(&mut register.next);
        register.enable.iter_mut().for_each(new);
    }
    for memory in module.memories.values_mut() {
        let reads = memory.reads.iter_mut();
        reads.for_each(|read| new(&mut read.address));
        for write in &mut memory.writes {
            new(&mut write.enable);
            new(&mut write.address);
            new(&mut write.data);
        }
    }
    for instance in module.instances.values_mut() {
        instance.inputs.iter_mut().for_each(new);
    }
}

/// The value of a node that is a constant of the source, with or without a name.
pub(crate) fn constant<'a>(
    module: &'a Module,
    pool: &'a ExprPool,
    node: ExprId,
) -> Option<&'a Value> {
    let named = |net: NetId| module.constants.iter().find(|item| item.net == net);
    pool.as_const(node)
        .or_else(|| Some(&named(pool.as_net(node)?)?.value))
}

/// The node with a constant that is off by one.
fn with_constant(module: &Module, pool: &mut ExprPool, expr: Expr, fault: Defect) -> Expr {
    let (operand, change) = match fault {
        Defect::OneMore(operand) => (operand, BinaryOp::Add),
        Defect::OneLess(operand) => (operand, BinaryOp::Sub),
        _ => return expr,
    };
    let node = expr.operands().nth(operand).expect("the operand exists");
    let old = constant(module, pool, node).expect("the operand is a constant");
    let new = gatefall_netlist::binary(change, old, &Value::new(old.width(), 1u32));
    let new = pool.constant(new);
    let mut index = 0;
    expr.map(|id| {
        index += 1;
        if index - 1 == operand {
            new
        } else {
            id
        }
    })
}

fn faulty(pool: &mut ExprPool, node: ExprId, fault: Defect) -> ExprId {
    let width = pool.width(node);
    let one = |bit: u32| Value::new(width, 1u64 << bit);
    let plain = |pool: &mut ExprPool, op, a, b| pool.add(Expr::Binary(op, a, b), |_| 0);
    let mut with = |op, constant| {
        let constant = pool.constant(constant);
        plain(pool, op, node, constant)
    };
    match fault {
        Defect::Inverted(bit) => with(BinaryOp::Xor, one(bit)),
        Defect::StuckAt0(bit) => {
            let others = gatefall_netlist::unary(UnaryOp::Not, &one(bit));
            with(BinaryOp::And, others)
        }
        Defect::StuckAt1(bit) => with(BinaryOp::Or, one(bit)),
        Defect::Coupled {
            bit,
            operand,
            by,
            level,
        } => {
            let other = with(BinaryOp::Xor, one(bit));
            let mut operands = pool.expr(node).operands();
            let operand = operands.nth(operand).expect("the operand exists");
            let condition = pool.slice(operand, by, 1);
            match level {
                true => pool.mux(condition, other, node),
                false => pool.mux(condition, node, other),
            }
        }
        Defect::Operator => other_operator(pool, node),
        Defect::OneMore(_) | Defect::OneLess(_) | Defect::Enabled => node,
    }
}

fn other_operator(pool: &mut ExprPool, node: ExprId) -> ExprId {
    let add = |pool: &mut ExprPool, expr| pool.add(expr, |_| 0);
    match *pool.expr(node) {
        Expr::Unary(UnaryOp::ReduceOr, a) => add(pool, Expr::Unary(UnaryOp::ReduceAnd, a)),
        Expr::Unary(_, a) => add(pool, Expr::Unary(UnaryOp::ReduceOr, a)),
        Expr::Binary(BinaryOp::Eq, ..) => pool.not(node),
        // `a <= b` for `a < b`.
        Expr::Binary(op @ (BinaryOp::LtU | BinaryOp::LtS), a, b) => {
            let greater = add(pool, Expr::Binary(op, b, a));
            pool.not(greater)
        }
        Expr::Binary(op, a, b) => add(pool, Expr::Binary(other_binary(op), a, b)),
        Expr::Mux {
            condition,
            then,
            otherwise,
        } => add(
            pool,
            Expr::Mux {
                condition,
                then: otherwise,
                otherwise: then,
            },
        ),
        _ => node,
    }
}

/// Module, place and fault for a person.
///
/// # Panics
/// As [`mutant`].
pub fn shown(netlist: &Netlist, mutation: Mutation) -> String {
    let mut module = netlist.modules[mutation.module].clone();
    module.compact();
    let what = match mutation.place {
        Place::Node(node) => described(&module, node),
        Place::Register(register) => module.nets[module.registers[register].net].name.clone(),
        Place::Write(memory, _) => module.memories[memory].name.clone(),
    };
    let name = &module.name;
    let (fault, place) = (mutation.fault, mutation.place);
    format!(
        "{name}: {fault:?} at {place:?}, `{what}`{}",
        users(&module, place)
    )
}

/// The expression of a node, two levels deep.
pub(crate) fn described(module: &Module, node: ExprId) -> String {
    fn text(module: &Module, node: ExprId, depth: u32) -> String {
        let expr = module.exprs.expr(node);
        let operands = || {
            let inner = expr.operands();
            let inner = inner.map(|operand| match depth {
                0 => "..".to_owned(),
                _ => text(module, operand, depth - 1),
            });
            inner.collect::<Vec<_>>().join(", ")
        };
        match expr {
            Expr::Const(value) => value.bits().to_string(),
            Expr::Net(net) => module.nets[*net].name.clone(),
            Expr::Unary(op, _) => format!("{op:?}({})", operands()),
            Expr::Binary(op, ..) => format!("{op:?}({})", operands()),
            Expr::Mux { .. } => format!("Mux({})", operands()),
            Expr::Concat { .. } => format!("Concat({})", operands()),
            Expr::Slice { offset, width, .. } => format!("{}[{offset}+:{width}]", operands()),
            Expr::ZeroExtend { width, .. } | Expr::SignExtend { width, .. } => {
                format!("extend({}, {width})", operands())
            }
        }
    }
    text(module, node, 3)
}

/// The nets whose value contains a node.
pub(crate) fn users(module: &Module, place: Place) -> String {
    let Place::Node(node) = place else {
        return String::new();
    };
    let reads = |root: ExprId| {
        let mut todo = vec![root];
        let mut seen = std::collections::HashSet::new();
        while let Some(id) = todo.pop() {
            if id == node {
                return true;
            }
            if seen.insert(id) {
                todo.extend(module.exprs.expr(id).operands());
            }
        }
        false
    };
    let assigns = module.assigns.iter();
    let assigned = assigns.filter(|assign| reads(assign.value)).map(|a| a.net);
    let registers = module.registers.values();
    let stored = registers.filter(|r| reads(r.next) || r.enable.is_some_and(reads));
    let nets = assigned.chain(stored.map(|register| register.net));
    let names: Vec<&str> = nets.map(|net| module.nets[net].name.as_str()).collect();
    format!(" of {}", names.join(" "))
}
