//! Printer for `if` and `case` statements, rebuilt from multiplexers.

use std::collections::HashSet;

use gatefall_netlist::{BinaryOp, Expr, ExprId, NetId, NetKind, Value};

use crate::expression::Printer;
use crate::lines::Lines;

/// Left side and operator of an assignment.
pub(crate) struct Target<'a> {
    pub(crate) name: &'a str,
    pub(crate) kind: NetKind,
    /// Assignment operator: `=` or `<=`.
    pub(crate) operator: &'static str,
    /// Register that keeps its value if nothing is assigned.
    pub(crate) holds: Option<NetId>,
}

/// A chain of comparisons of one value with constants.
struct Case {
    selector: ExprId,
    /// Labels and value of each arm. Labels are unique, and no arm has the value of `otherwise`.
    arms: Vec<(Vec<Value>, ExprId)>,
    otherwise: ExprId,
}

/// Two-way branch.
struct Branch {
    test: String,
    inverse: String,
    then: ExprId,
    otherwise: ExprId,
}

impl Printer<'_> {
    /// True if the value is printed as `if` or `case` instead of on one line. A constant value is
    /// not: `always @*` would never run.
    pub(crate) fn is_tree(&self, id: ExprId) -> bool {
        let pool = &self.plan.module.exprs;
        match *pool.expr(id) {
            Expr::Mux {
                then, otherwise, ..
            } => {
                let nested = [then, otherwise].iter().any(|&arm| self.is_inner_mux(arm));
                nested && !self.plan.is_fixed(id)
            }
            _ => false,
        }
    }

    /// Nets that are assigned by statements, so that they are declared as `reg`.
    pub(crate) fn statements(&self) -> HashSet<NetId> {
        let assigns = self.plan.module.assigns.iter();
        let assigns =
            assigns.filter(|assign| self.plan.is_written_out(assign) && self.is_tree(assign.value));
        assigns.map(|assign| assign.net).collect()
    }

    /// True for a multiplexer that is printed in place, not as the name of a wire.
    fn is_inner_mux(&self, id: ExprId) -> bool {
        matches!(self.plan.module.exprs.expr(id), Expr::Mux { .. }) && !self.plan.has_name(id)
    }

    fn is_held(&self, id: ExprId, target: &Target<'_>) -> bool {
        target.holds.is_some() && self.plan.module.exprs.as_net(id) == target.holds
    }

    /// Assigns the value of the root, ignoring the wire that is being defined for it.
    pub(crate) fn assign_root(&self, root: ExprId, target: &Target<'_>, lines: &mut Lines) {
        if matches!(self.plan.module.exprs.expr(root), Expr::Mux { .. }) {
            self.choose(root, target, lines);
        } else {
            let value = self.definition(root, target.kind);
            lines.line(format!("{} {} {value};", target.name, target.operator));
        }
    }

    /// Assigns a value.
    pub(crate) fn assign(&self, id: ExprId, target: &Target<'_>, lines: &mut Lines) {
        if self.is_inner_mux(id) {
            self.choose(id, target, lines);
        } else {
            let value = self.value_of(id, target.kind);
            lines.line(format!("{} {} {value};", target.name, target.operator));
        }
    }

    fn choose(&self, id: ExprId, target: &Target<'_>, lines: &mut Lines) {
        match (self.branch(id), self.case(id)) {
            (Some(branch), _) => self.write_if(&branch, target, "", lines),
            (None, Some(case)) => self.write_case(&case, target, lines),
            (None, None) => unreachable!("only multiplexers are choices"),
        }
    }

    /// Condition and arms of an `if`. `None` if `case` is more readable.
    fn branch(&self, id: ExprId) -> Option<Branch> {
        match self.case(id) {
            None => match *self.plan.module.exprs.expr(id) {
                Expr::Mux {
                    condition,
                    then,
                    otherwise,
                } => {
                    let (test, inverse) = (self.value(condition), self.negated(condition));
                    Some(Branch {
                        test,
                        inverse,
                        then,
                        otherwise,
                    })
                }
                _ => None,
            },
            Some(case) => match case.arms.as_slice() {
                [(values, then)] if values.len() == 1 => {
                    let selector = self.atom(case.selector);
                    let value = self.pattern(&values[0], case.selector);
                    let (test, inverse) = (
                        format!("{selector} == {value}"),
                        format!("{selector} != {value}"),
                    );
                    Some(Branch {
                        test,
                        inverse,
                        then: *then,
                        otherwise: case.otherwise,
                    })
                }
                _ => None,
            },
        }
    }

    /// Writes `if`, `else if` and `else`. `prefix` precedes the first `if` on its line.
    fn write_if(&self, branch: &Branch, target: &Target<'_>, prefix: &str, lines: &mut Lines) {
        let Branch {
            test,
            inverse,
            then,
            otherwise,
        } = branch;
        if self.is_held(*then, target) {
            lines.line(format!("{prefix}if ({inverse}) begin"));
            lines.indented(|lines| self.assign(*otherwise, target, lines));
            lines.line("end");
            return;
        }
        lines.line(format!("{prefix}if ({test}) begin"));
        lines.indented(|lines| self.assign(*then, target, lines));
        if self.is_held(*otherwise, target) {
            lines.line("end");
            return;
        }
        let next = if self.is_inner_mux(*otherwise) {
            self.branch(*otherwise)
        } else {
            None
        };
        match next {
            Some(next) => self.write_if(&next, target, "end else ", lines),
            None => {
                lines.line("end else begin");
                lines.indented(|lines| self.assign(*otherwise, target, lines));
                lines.line("end");
            }
        }
    }

    /// Recognises a selection of at least three ways by one value.
    fn case(&self, id: ExprId) -> Option<Case> {
        let pool = &self.plan.module.exprs;
        let mut case = Case {
            selector: id,
            arms: Vec::new(),
            otherwise: id,
        };
        let mut first = true;
        while first || self.is_inner_mux(case.otherwise) {
            let &Expr::Mux {
                condition,
                then,
                otherwise,
            } = pool.expr(case.otherwise)
            else {
                break;
            };
            let &Expr::Binary(BinaryOp::Eq, selector, value) = pool.expr(condition) else {
                break;
            };
            let Some(value) = pool.as_const(value) else {
                break;
            };
            if !first && selector != case.selector {
                break;
            }
            first = false;
            case.selector = selector;
            case.otherwise = otherwise;
            if case.arms.iter().any(|(values, _)| values.contains(value)) {
                continue;
            }
            match case.arms.iter_mut().find(|(_, chosen)| *chosen == then) {
                Some((values, _)) => values.push(value.clone()),
                None => case.arms.push((vec![value.clone()], then)),
            }
        }
        let ways: usize = case.arms.iter().map(|(values, _)| values.len()).sum();
        case.arms.retain(|(_, chosen)| *chosen != case.otherwise);
        (ways >= 2).then_some(case)
    }

    fn write_case(&self, case: &Case, target: &Target<'_>, lines: &mut Lines) {
        lines.line(format!("case ({})", self.value(case.selector)));
        lines.indented(|lines| {
            for (values, chosen) in &case.arms {
                let values: Vec<String> = values
                    .iter()
                    .map(|value| self.pattern(value, case.selector))
                    .collect();
                self.write_arm(&values, *chosen, target, lines);
            }
            self.write_arm(&["default".to_owned()], case.otherwise, target, lines);
        });
        lines.line("endcase");
    }

    fn write_arm(&self, labels: &[String], chosen: ExprId, target: &Target<'_>, lines: &mut Lines) {
        let label = wrap_labels(labels, lines);
        if self.is_held(chosen, target) {
            lines.line(format!("{label}: ;"));
        } else if self.is_inner_mux(chosen) {
            lines.line(format!("{label}: begin"));
            lines.indented(|lines| self.assign(chosen, target, lines));
            lines.line("end");
        } else {
            let value = self.value_of(chosen, target.kind);
            lines.line(format!(
                "{label}: {} {} {value};",
                target.name, target.operator
            ));
        }
    }
}

/// Writes the labels of an arm over several lines, except the last line, which it returns.
fn wrap_labels(labels: &[String], lines: &mut Lines) -> String {
    let mut line = String::new();
    for label in labels {
        if !line.is_empty() && line.len() + label.len() > 80 {
            lines.line(format!("{line},"));
            line.clear();
        }
        if !line.is_empty() {
            line.push_str(", ");
        }
        line.push_str(label);
    }
    line
}
