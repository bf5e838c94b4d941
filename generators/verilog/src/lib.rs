//! Verilog writer: prints a netlist as readable Verilog-2001 that passes linters.
//!
//! - Each module is in a file of its own.
//! - Names are those of the source, with underscores.
//! - Literals are sized, and no expression relies on an implicit width change.
//! - Multiplexers become `if` and `case`.
//! - Registers have initial values.
//! - Memories have a form that synthesis maps to block RAM.
//!
//! Clocked read ports of memories have no value before the first clock, as in block RAM. The
//! simulators of this project start them at zero.
//!
//! The text is a pure function of the netlist and the [`Docs`]: same input, same bytes.
//!
//! Signals that are never read are omitted. Remaining unread bits, such as those of an input that
//! is partly used, are collected in a wire `unused`, a name that linters accept.

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod docs;
mod expression;
mod lines;
mod live;
mod module;
mod names;
mod outputs;
mod plan;
mod source;
mod state;
mod state_names;
mod statement;

use std::collections::BTreeSet;

use gatefall_netlist::{BlackBox, Netlist};

pub use docs::{Docs, ModuleDocs};
pub use names::is_reserved;
pub use source::Source;
pub use state_names::{read_names, state_names, StateName};

/// A file of the generated text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// File name: `module.v`.
    pub name: String,
    /// The contents.
    pub text: String,
}

/// Writes each module that the top depends on into its own file, children before parents.
///
/// The netlist must verify.
pub fn files(netlist: &Netlist, docs: &Docs) -> Vec<File> {
    files_with_registers(netlist, docs, 0)
}

/// Like [`files`], for an FPGA with few block RAMs: synthesis maps memories of at most `words`
/// words to flip-flops, because they have the attribute `ram_style = "registers"`.
pub fn files_with_registers(netlist: &Netlist, docs: &Docs, words: u64) -> Vec<File> {
    let netlist = &*outputs::assigned(netlist);
    let names = names::Names::new(netlist);
    let mut declared = BTreeSet::new();
    let mut files = Vec::new();
    for id in live::modules(netlist) {
        let mut text = module::write(netlist, &names, docs, id, words);
        // Several hand-written modules may use one primitive. It is declared once.
        let black_box = netlist.modules[id].black_box.iter();
        for (name, declaration) in black_box.flat_map(BlackBox::declared) {
            if declared.insert(name.unwrap_or(declaration)) {
                text.push_str(&format!("\n{declaration}\n"));
            }
        }
        files.push(File {
            name: format!("{}.v", names.module(id)),
            text,
        });
    }
    files
}

/// The text of all files, concatenated.
pub fn text(netlist: &Netlist, docs: &Docs) -> String {
    files(netlist, docs)
        .into_iter()
        .map(|file| file.text)
        .collect::<Vec<_>>()
        .join("\n")
}
