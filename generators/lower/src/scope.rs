//! Visits a design and collects its blocks, with their signals and code.

use gatefall_netlist::Value;
use rust_hdl::core::ast::Verilog;
use rust_hdl::core::atom::{Atom, AtomKind};
use rust_hdl::core::prelude::Block;
use rust_hdl::core::probe::Probe;
use rust_hdl::core::type_descriptor::{TypeDescriptor, TypeKind};

use crate::literal;

/// A block of the design.
pub(crate) struct Scope {
    /// Name of the field with the block. Elements of arrays are `field$0`, `field$1`.
    pub(crate) name: String,
    pub(crate) code: Verilog,
    pub(crate) atoms: Vec<Signal>,
    pub(crate) children: Vec<Scope>,
}

/// A signal or constant of a block.
#[derive(Clone)]
pub(crate) struct Signal {
    /// Flat name: `bus$data`, `lanes$0`.
    pub(crate) name: String,
    pub(crate) kind: AtomKind,
    pub(crate) width: u32,
    pub(crate) carries: Carries,
    /// Every enumeration within the type.
    pub(crate) enums: Vec<States>,
    /// Current value: the number of a constant.
    pub(crate) value: Value,
}

/// Type of a signal's bits.
#[derive(Clone, PartialEq)]
pub(crate) enum Carries {
    Clock,
    Unsigned,
    Signed,
    Enum(States),
}

/// An enumeration.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct States {
    pub(crate) name: String,
    pub(crate) variants: Vec<String>,
}

/// Collects the whole design.
pub(crate) fn visit(design: &dyn Block, name: &str) -> Scope {
    let mut visitor = Visitor {
        open: vec![Scope::new("", Verilog::Empty)],
        namespaces: vec![vec![]],
    };
    design.accept(name, &mut visitor);
    let mut root = visitor.open.pop().expect("the root stays open");
    match root.children.len() {
        1 if root.atoms.is_empty() => root.children.pop().expect("there is one"),
        _ => {
            root.name = name.to_owned();
            root
        }
    }
}

impl Scope {
    fn new(name: &str, code: Verilog) -> Scope {
        Scope {
            name: name.to_owned(),
            code,
            atoms: vec![],
            children: vec![],
        }
    }

    /// The signals that are visible in the parent.
    pub(crate) fn ports(&self) -> impl Iterator<Item = &Signal> {
        self.atoms.iter().filter(|atom| atom.kind.is_parameter())
    }
}

struct Visitor {
    open: Vec<Scope>,
    /// Names of the enclosing interfaces, for each open scope.
    namespaces: Vec<Vec<String>>,
}

impl Probe for Visitor {
    fn visit_start_scope(&mut self, name: &str, node: &dyn Block) {
        self.open.push(Scope::new(name, node.hdl()));
        self.namespaces.push(vec![]);
    }

    fn visit_end_scope(&mut self, _name: &str, _node: &dyn Block) {
        self.namespaces.pop();
        let done = self.open.pop().expect("scopes end after they start");
        self.open
            .last_mut()
            .expect("the root stays open")
            .children
            .push(done);
    }

    fn visit_start_namespace(&mut self, name: &str, _node: &dyn Block) {
        self.namespaces
            .last_mut()
            .expect("a scope is open")
            .push(name.to_owned());
    }

    fn visit_end_namespace(&mut self, _name: &str, _node: &dyn Block) {
        self.namespaces.last_mut().expect("a scope is open").pop();
    }

    fn visit_atom(&mut self, name: &str, atom: &dyn Atom) {
        let mut path = self.namespaces.last().expect("a scope is open").clone();
        path.push(name.to_owned());
        let descriptor = atom.descriptor();
        let mut enums = Vec::new();
        collect_enums(&descriptor, &mut enums);
        let width = u32::try_from(atom.bits()).expect("signals have fewer than 2^32 bits");
        let signal = Signal {
            name: path.join("$"),
            kind: atom.kind(),
            width,
            carries: carries(&descriptor),
            enums,
            value: Value::new(width, literal::number(&atom.verilog())),
        };
        self.open
            .last_mut()
            .expect("a scope is open")
            .atoms
            .push(signal);
    }
}

fn carries(descriptor: &TypeDescriptor) -> Carries {
    match &descriptor.kind {
        TypeKind::Bits(_) if descriptor.name == "clock" => Carries::Clock,
        TypeKind::Bits(_) | TypeKind::Composite(_) => Carries::Unsigned,
        TypeKind::Signed(_) => Carries::Signed,
        TypeKind::Enum(variants) => Carries::Enum(states(&descriptor.name, variants)),
    }
}

/// Converts rust-hdl's names `Type::Variant` to `Variant`.
fn states(name: &str, variants: &[String]) -> States {
    let short = |full: &String| full.rsplit("::").next().unwrap_or(full).to_owned();
    States {
        name: name.to_owned(),
        variants: variants.iter().map(short).collect(),
    }
}

fn collect_enums(descriptor: &TypeDescriptor, found: &mut Vec<States>) {
    match &descriptor.kind {
        TypeKind::Enum(variants) => found.push(states(&descriptor.name, variants)),
        TypeKind::Composite(fields) => {
            for field in fields {
                collect_enums(&field.kind, found);
            }
        }
        TypeKind::Bits(_) | TypeKind::Signed(_) => {}
    }
}
