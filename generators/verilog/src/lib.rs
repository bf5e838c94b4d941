//! Writes a netlist as Verilog-2001 that a person likes to read and that linters accept.
//!
//! One module per file; source names with underscores; sized literals; no implicit width change, so that Verilog's
//! rules of expression width never come into play; `if` and `case` rebuilt from multiplexers; registers with their
//! initial value; memories in the shape that synthesis maps to block RAM.
//!
//! What a clocked port of a memory reads has no value before the first clock, as in block RAM, where our simulators begin with zero.
//!
//! The text is a pure function of the netlist and the [`Docs`]: same input, same bytes.
//!
//! What nothing reads is not written. Bits that are left over all the same (an input of which a module uses a part)
//! are collected in a wire called `unused`, which linters know.

mod expression;
mod lines;
mod live;
mod module;
mod names;
mod plan;
mod source;
mod state;
mod statement;

use std::collections::{BTreeMap, BTreeSet};

use gatefall_netlist::Netlist;

pub use names::is_reserved;
pub use source::Source;

/// Comments for the generated text, by module name.
pub type Docs = BTreeMap<String, ModuleDocs>;

/// Comments for one module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModuleDocs {
    /// Printed above the module, line by line.
    pub text: String,
    /// Printed above the ports, by name in the netlist.
    pub ports: BTreeMap<String, String>,
}

/// A file of the generated text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// `module.v`.
    pub name: String,
    /// The contents.
    pub text: String,
}

/// Writes each module that the top needs into a file of its own, children before parents.
///
/// The netlist must verify.
pub fn files(netlist: &Netlist, docs: &Docs) -> Vec<File> {
    let names = names::Names::new(netlist);
    let mut declared = BTreeSet::new();
    let mut files = Vec::new();
    for id in live::modules(netlist) {
        let mut text = module::write(netlist, &names, docs, id);
        // Several hand-written modules may use one primitive; it is declared once.
        let black_box = netlist.modules[id].black_box.as_ref();
        let declarations = black_box.map_or("", |text| text.declarations.trim());
        if !declarations.is_empty() && declared.insert(declarations) {
            text.push_str(&format!("\n{declarations}\n"));
        }
        files.push(File {
            name: format!("{}.v", names.module(id)),
            text,
        });
    }
    files
}

/// All files, one after the other, as one text.
pub fn text(netlist: &Netlist, docs: &Docs) -> String {
    files(netlist, docs)
        .into_iter()
        .map(|file| file.text)
        .collect::<Vec<_>>()
        .join("\n")
}
