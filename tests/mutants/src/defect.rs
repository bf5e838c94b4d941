//! Faults, and the places that can have them.

use gatefall_netlist::{BinaryOp, UnaryOp};
use gatefall_netlist::{Expr, ExprId, MemoryId, Module, ModuleId, NetKind, Netlist, RegisterId};
use serde::{Deserialize, Serialize};

/// A fault in one place of a netlist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mutation {
    /// The module. All its instances have the fault.
    pub module: ModuleId,
    /// The place within the module.
    pub place: Place,
    /// The fault.
    pub fault: Defect,
}

/// A place of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// A node of the expressions after [`Module::compact`].
    Node(ExprId),
    /// The enable of a register.
    Register(RegisterId),
    /// The enable of a write port.
    Write(MemoryId, usize),
}

/// A fault of a node, or the one of an enable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Defect {
    /// This bit is inverted.
    Inverted(u32),
    /// This bit is 0.
    StuckAt0(u32),
    /// This bit is 1.
    StuckAt1(u32),
    /// A bit is inverted while a bit of an operand has this level.
    Coupled {
        /// The faulty bit.
        bit: u32,
        /// Index of the operand.
        operand: usize,
        /// Bit of the operand.
        by: u32,
        /// Level of that bit.
        level: bool,
    },
    /// Another operator: difference for sum, other arm of a multiplexer.
    Operator,
    /// A constant operand is one greater.
    OneMore(usize),
    /// A constant operand is one less.
    OneLess(usize),
    /// The enable is always on.
    Enabled,
}

/// Kinds of faults, of which a sample has about as many each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DefectKind {
    /// `inv` of yosys.
    Inverted,
    /// `const0` of yosys.
    StuckAt0,
    /// `const1` of yosys.
    StuckAt1,
    /// `cnot0` of yosys.
    CoupledBy0,
    /// `cnot1` of yosys.
    CoupledBy1,
    /// Swapped operator.
    Operator,
    /// Constant off by one.
    Constant,
    /// Missing enable.
    Enable,
}

impl DefectKind {
    /// All of them.
    pub const ALL: [DefectKind; 8] = [
        DefectKind::Inverted,
        DefectKind::StuckAt0,
        DefectKind::StuckAt1,
        DefectKind::CoupledBy0,
        DefectKind::CoupledBy1,
        DefectKind::Operator,
        DefectKind::Constant,
        DefectKind::Enable,
    ];
}

impl Defect {
    /// The kind.
    pub fn kind(self) -> DefectKind {
        match self {
            Defect::Inverted(_) => DefectKind::Inverted,
            Defect::StuckAt0(_) => DefectKind::StuckAt0,
            Defect::StuckAt1(_) => DefectKind::StuckAt1,
            Defect::Coupled { level: false, .. } => DefectKind::CoupledBy0,
            Defect::Coupled { level: true, .. } => DefectKind::CoupledBy1,
            Defect::Operator => DefectKind::Operator,
            Defect::OneMore(_) | Defect::OneLess(_) => DefectKind::Constant,
            Defect::Enabled => DefectKind::Enable,
        }
    }
}

/// Each bit of each node that computes something or reads a net: inverted, and stuck at both
/// levels.
pub fn bit_faults(netlist: &Netlist) -> Vec<Mutation> {
    let mut faults = Vec::new();
    for (module, data) in netlist.modules.iter() {
        let mut data = data.clone();
        data.compact();
        for node in nodes(&data) {
            for bit in 0..data.exprs.width(node) {
                let all = [Defect::Inverted, Defect::StuckAt0, Defect::StuckAt1];
                faults.extend(all.map(|fault| Mutation {
                    module,
                    place: Place::Node(node),
                    fault: fault(bit),
                }));
            }
        }
    }
    faults
}

/// Nodes of a module that can be faulty. A clock at a port stays a plain net.
pub(crate) fn nodes(module: &Module) -> Vec<ExprId> {
    let is_one = |node: &ExprId| match module.exprs.expr(*node) {
        Expr::Const(_) => false,
        Expr::Net(net) => module.nets[*net].kind != NetKind::Clock,
        _ => true,
    };
    module.exprs.ids().filter(is_one).collect()
}

/// True if [`Defect::Operator`] changes this node.
pub(crate) fn has_other_operator(expr: &Expr) -> bool {
    match expr {
        Expr::Unary(op, _) => !matches!(op, UnaryOp::Not | UnaryOp::Neg),
        Expr::Binary(..) | Expr::Mux { .. } => true,
        _ => false,
    }
}

/// The operator in place of another one. Comparisons have none: their operands change.
pub(crate) fn other_binary(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::And | BinaryOp::Xor => BinaryOp::Or,
        BinaryOp::Or => BinaryOp::And,
        BinaryOp::Add | BinaryOp::Mul => BinaryOp::Sub,
        BinaryOp::Sub => BinaryOp::Add,
        BinaryOp::Shl => BinaryOp::Shr,
        BinaryOp::Shr => BinaryOp::Shl,
        BinaryOp::Eq | BinaryOp::LtU | BinaryOp::LtS => op,
    }
}
