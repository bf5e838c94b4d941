//! Comments for the generated text.

use std::collections::BTreeMap;

/// Comments for the generated text, by module name.
pub type Docs = BTreeMap<String, ModuleDocs>;

/// Comments for one module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModuleDocs {
    /// Comment above the module.
    pub text: String,
    /// Comments above the ports, by name in the netlist.
    pub ports: BTreeMap<String, String>,
}
