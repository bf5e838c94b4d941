//! Assembles the design: modules with children before parents, equal modules merged, unique names.

use std::collections::{HashMap, HashSet};

use gatefall_netlist::{
    BlackBox, EnumId, EnumType, IdVec, Module, ModuleId, Net, Netlist, Port, PortDirection,
    VerifyError,
};
use rust_hdl::core::ast::{Verilog, VerilogExpression, VerilogStatement};
use rust_hdl::core::atom::AtomKind;

use crate::clocks;
use crate::error::LowerError;
use crate::kernel::{Kernel, Lowered, Statements};
use crate::module::{self, Part};
use crate::primitive::{self, Kind};
use crate::scope::{Scope, States};
use crate::show;
use crate::symbols::{check_name, is_plain};

pub(crate) fn lower(mut scope: Scope, name: &str) -> Lowered<Netlist> {
    if name.is_empty() || !is_plain(name) || name.contains('$') {
        return Err(LowerError::DesignName(name.to_owned()));
    }
    if let Kind::Primitive(_) = primitive::classify(&scope, name)? {
        scope = wrap(scope);
    }
    let mut design = Design::default();
    let top = match primitive::classify(&scope, name)? {
        Kind::BlackBox { name: own, text } => {
            let own = own.as_deref().unwrap_or(name);
            design.black_box(&scope, text, own, name)?
        }
        _ => {
            design.names.insert(name.to_owned());
            let (mut module, statements) = design.module(&scope, name)?;
            module.name = name.to_owned();
            design.paths.push(name.to_owned());
            design.statements.push(statements);
            design.modules.push(module)
        }
    };
    let netlist = Netlist {
        modules: design.modules,
        enums: design.enums,
        top,
    };
    if let Some(found) = netlist.combinational_loop() {
        let nets = &netlist.modules[found.module].nets;
        let signals: Vec<String> = (found.nets.iter())
            .map(|&net| nets[net].name.clone())
            .collect();
        let statements = &design.statements[usize::from(found.module)];
        return Err(LowerError::CombinationalLoop {
            module: design.paths[usize::from(found.module)].clone(),
            expressions: (signals.iter())
                .filter_map(|signal| statements.get(signal).cloned())
                .collect(),
            signals,
        });
    }
    if let Err(VerifyError { module, problem }) = netlist.verify() {
        let path = netlist.module(&module);
        let path = path.map_or(&module, |id| &design.paths[usize::from(id)]);
        return Err(LowerError::Netlist {
            module: path.clone(),
            problem,
        });
    }
    clocks::check(&netlist, &design.statements)?;
    Ok(netlist)
}

/// Wraps a bare flip-flop or memory in a module, so that it can be a top.
fn wrap(mut inner: Scope) -> Scope {
    let name = std::mem::replace(&mut inner.name, "inner".into());
    let mut code = Vec::new();
    for port in inner.ports() {
        let own = VerilogExpression::Signal(port.name.clone());
        let other = VerilogExpression::Signal(format!("{}${}", inner.name, port.name));
        code.push(match port.kind {
            AtomKind::InputParameter => VerilogStatement::Assignment(other, own),
            _ => VerilogStatement::Assignment(own, other),
        });
    }
    Scope {
        name,
        code: Verilog::Combinatorial(code),
        atoms: inner.ports().cloned().collect(),
        children: vec![inner],
    }
}

#[derive(Default)]
struct Design {
    modules: IdVec<ModuleId, Module>,
    /// Path of the first instance of each module.
    paths: Vec<String>,
    /// Texts of the assignments of each module.
    statements: Vec<Statements>,
    enums: IdVec<EnumId, EnumType>,
    enum_ids: HashMap<States, EnumId>,
    /// Modules without names, and primitives with names, to find equal ones.
    known: HashMap<Module, ModuleId>,
    names: HashSet<String>,
}

impl Design {
    fn module(&mut self, scope: &Scope, path: &str) -> Lowered<(Module, Statements)> {
        let mut parts = Vec::new();
        for child in &scope.children {
            let child_path = format!("{path}.{}", show::name(&child.name));
            parts.push(match primitive::classify(child, &child_path)? {
                Kind::Primitive(primitive) => Part::Primitive(primitive),
                Kind::Module => {
                    let (module, statements) = self.module(child, &child_path)?;
                    Part::Module(self.add(module, statements, &module_name(child), &child_path))
                }
                Kind::BlackBox { name, text } => {
                    let name = name.unwrap_or_else(|| module_name(child));
                    Part::Module(self.black_box(child, text, &name, &child_path)?)
                }
            });
        }
        let kernel = Kernel::run(scope, path)?;
        let statements = kernel.statements();
        let module = module::assemble(scope, kernel, parts, &mut |states| self.enum_id(states))?;
        Ok((module, statements))
    }

    fn enum_id(&mut self, states: &States) -> EnumId {
        let enums = &mut self.enums;
        *self.enum_ids.entry(states.clone()).or_insert_with(|| {
            let States { name, variants } = states.clone();
            enums.push(EnumType { name, variants })
        })
    }

    fn black_box(
        &mut self,
        scope: &Scope,
        text: BlackBox,
        name: &str,
        path: &str,
    ) -> Lowered<ModuleId> {
        check_name(name, path)?;
        let is_primitive = text.body.is_none();
        let mut module = Module {
            black_box: Some(text),
            ..Module::default()
        };
        for port in scope.ports() {
            check_name(&port.name, path)?;
            let kind = module::net_kind(&port.carries, &mut |states| self.enum_id(states));
            let name = show::name(&port.name);
            let net = module.nets.push(Net {
                name,
                width: port.width,
                kind,
            });
            let direction = match port.kind {
                AtomKind::InputParameter => PortDirection::Input,
                _ => PortDirection::Output,
            };
            module.ports.push(Port { direction, net });
        }
        match is_primitive {
            true => self.add_primitive(module, name, path),
            false => Ok(self.add(module, Statements::new(), name, path)),
        }
    }

    /// Returns the id of an equal module, or adds the module. If the name is taken, the new name
    /// contains parts of the path.
    fn add(
        &mut self,
        mut module: Module,
        statements: Statements,
        name: &str,
        path: &str,
    ) -> ModuleId {
        if let Some(&id) = self.known.get(&module) {
            return id;
        }
        let key = module.clone();
        module.name = self.unused_name(name, path);
        self.push(key, module, statements, path)
    }

    /// Adds a primitive of the FPGA, or returns the id of an equal one. Its name is the one that
    /// the FPGA's library has, so it is part of the comparison and cannot change.
    fn add_primitive(&mut self, mut module: Module, name: &str, path: &str) -> Lowered<ModuleId> {
        module.name = name.to_owned();
        if let Some(&id) = self.known.get(&module) {
            return Ok(id);
        }
        if !self.names.insert(name.to_owned()) {
            // A module without a path is the top, which is added last.
            let other = self.modules.values().position(|other| other.name == name);
            return Err(LowerError::PrimitiveName {
                module: path.to_owned(),
                name: name.to_owned(),
                other: other.map_or(name, |other| &self.paths[other]).to_owned(),
            });
        }
        Ok(self.push(module.clone(), module, Statements::new(), path))
    }

    fn push(
        &mut self,
        key: Module,
        module: Module,
        statements: Statements,
        path: &str,
    ) -> ModuleId {
        let id = self.modules.push(module);
        self.paths.push(path.to_owned());
        self.statements.push(statements);
        self.known.insert(key, id);
        id
    }

    fn unused_name(&mut self, name: &str, path: &str) -> String {
        // From the innermost parent outwards. The top is skipped, because it is part of every path.
        let blocks: Vec<&str> = path.split('.').map(without_index).collect();
        let parents = blocks.iter().skip(1).rev().skip(1);
        let mut candidate = name.to_owned();
        for parent in parents {
            if self.names.contains(&candidate) {
                candidate = format!("{parent}_{candidate}");
            }
        }
        let mut unused = candidate.clone();
        let mut number = 2;
        while !self.names.insert(unused.clone()) {
            unused = format!("{candidate}_{number}");
            number += 1;
        }
        unused
    }
}

/// Module name: the name of the field without an array index.
fn module_name(scope: &Scope) -> String {
    without_index(&show::name(&scope.name)).to_owned()
}

fn without_index(name: &str) -> &str {
    name.split('[').next().unwrap_or(name)
}
