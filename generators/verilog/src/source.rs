//! What the Rust source of a design says that rust-hdl does not carry: the types of its blocks, and its comments.

use std::collections::BTreeSet;

use gatefall_netlist::{Direction, Module, Netlist};

use crate::{Docs, ModuleDocs};

/// The blocks that some Rust source declares with `#[derive(LogicBlock)]`.
///
/// A module of a netlist is recognised by the names of its fields, so this works for any design whose source is at hand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    blocks: Vec<Block>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Block {
    /// The type's name in snake case.
    name: String,
    doc: String,
    fields: Vec<Field>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Field {
    name: String,
    public: bool,
    doc: String,
}

impl Source {
    /// Reads the texts of Rust files.
    pub fn read<'a>(files: impl IntoIterator<Item = &'a str>) -> Source {
        Source {
            blocks: files.into_iter().flat_map(read_file).collect(),
        }
    }

    /// Names modules in snake case after their types where these are known, and returns the comments of the source for
    /// [`crate::files`].
    pub fn apply(&self, netlist: &mut Netlist) -> Docs {
        netlist.rename_modules(|module| self.block_of(module).map(|block| block.name.clone()));
        let blocks = netlist.modules.values().filter_map(|module| {
            let block = self.block_of(module)?;
            let field = |name: &str| block.fields.iter().find(|field| field.name == name);
            let ports = module.ports.iter().map(|port| &module.nets[port.net].name);
            let documented =
                ports.filter_map(|name| Some((name.clone(), field(name)?.doc.clone())));
            let docs = ModuleDocs {
                text: block.doc.clone(),
                ports: documented.collect(),
            };
            Some((module.name.clone(), docs))
        });
        blocks.collect()
    }

    /// The one block whose ports are the module's and whose fields include all of the module's; locals that the design does
    /// not use are the only ones that may be missing. None when several types fit.
    fn block_of(&self, module: &Module) -> Option<&Block> {
        let fields = module.fields();
        let ports: BTreeSet<&str> = [Direction::Input, Direction::Output]
            .into_iter()
            .flat_map(|direction| module.port_nets(direction))
            .map(|net| module.nets[net].name.as_str())
            .map(|name| name.split(['.', '[']).next().unwrap_or(name))
            .collect();
        let fits = |block: &&Block| {
            let declared: BTreeSet<&str> = block.fields.iter().map(|f| f.name.as_str()).collect();
            let mut public = block.fields.iter().filter(|field| field.public);
            fields.is_subset(&declared)
                && ports.is_subset(&declared)
                && public.all(|field| fields.contains(field.name.as_str()))
        };
        let best = self
            .blocks
            .iter()
            .filter(fits)
            .min_by_key(|block| block.fields.len())?;
        let mut equals = self
            .blocks
            .iter()
            .filter(fits)
            .filter(|b| b.fields.len() == best.fields.len());
        equals.all(|other| other.name == best.name).then_some(best)
    }
}

fn read_file(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut docs: Vec<&str> = Vec::new();
    let mut derived = false;
    let mut lines = text.lines().map(str::trim);
    while let Some(line) = lines.next() {
        if let Some(doc) = line.strip_prefix("///") {
            docs.push(doc.strip_prefix(' ').unwrap_or(doc));
        } else if line.starts_with("#[") {
            derived |= line.contains("derive(") && line.contains("LogicBlock");
        } else {
            let declaration = line.strip_prefix("pub ").unwrap_or(line);
            let declaration = declaration
                .strip_prefix("pub(crate) ")
                .unwrap_or(declaration);
            if let (true, Some(rest)) = (derived, declaration.strip_prefix("struct ")) {
                let name = snake(identifier(rest));
                let opened = line.ends_with('{') || lines.any(|line| line.ends_with('{'));
                let fields = if opened {
                    read_fields(&mut lines)
                } else {
                    Vec::new()
                };
                blocks.push(Block {
                    name,
                    doc: without_links(&docs.join("\n")),
                    fields,
                });
            }
            docs.clear();
            derived = false;
        }
    }
    // A file for one block says at its head what the block does.
    if let [block] = blocks.as_mut_slice() {
        let head = text.lines().map_while(|line| line.strip_prefix("//!"));
        let head: Vec<&str> = head
            .map(str::trim)
            .take_while(|line| !line.is_empty())
            .collect();
        if !head.is_empty() {
            block.doc = without_links(&head.join("\n"));
        }
    }
    blocks
}

/// The fields up to the closing brace.
fn read_fields<'a>(lines: &mut impl Iterator<Item = &'a str>) -> Vec<Field> {
    let mut fields = Vec::new();
    let mut docs: Vec<&str> = Vec::new();
    let mut in_attribute = false;
    for line in lines.take_while(|line| *line != "}") {
        if in_attribute || line.starts_with("#[") {
            in_attribute = !line.ends_with(']');
            continue;
        }
        if let Some(doc) = line.strip_prefix("///") {
            docs.push(doc.strip_prefix(' ').unwrap_or(doc));
            continue;
        }
        let public = line.starts_with("pub ");
        let declaration = line.strip_prefix("pub ").unwrap_or(line);
        let name = identifier(declaration);
        let rest = &declaration[name.len()..];
        if !name.is_empty() && rest.starts_with(':') && !rest.starts_with("::") {
            fields.push(Field {
                name: name.to_owned(),
                public,
                doc: without_links(&docs.join("\n")),
            });
        }
        docs.clear();
    }
    fields
}

/// A comment in which only the words of rustdoc's links are left: `[words](target)`, and those whose words are code.
fn without_links(doc: &str) -> String {
    let mut out = String::new();
    let mut rest = doc;
    while let Some((before, from_words)) = rest.split_once('[') {
        out += before;
        let link = from_words.split_once(']').and_then(|(words, after)| {
            let target = after.strip_prefix('(').and_then(|t| t.split_once(')'));
            let is_code = words.starts_with('`') && words.ends_with('`');
            let after = target.map(|(_, rest)| rest).or(is_code.then_some(after));
            Some((words, after?))
        });
        match link {
            Some((words, after)) => {
                out += words;
                rest = after;
            }
            None => {
                out.push('[');
                rest = from_words;
            }
        }
    }
    out + rest
}

/// The identifier that a text starts with.
fn identifier(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    &text[..end.unwrap_or(text.len())]
}

/// `VgaTiming` becomes `vga_timing`.
fn snake(name: &str) -> String {
    let mut out = String::new();
    let mut previous = '_';
    for c in name.chars() {
        if c.is_uppercase() && !previous.is_uppercase() && previous != '_' {
            out.push('_');
        }
        out.extend(c.to_lowercase());
        previous = c;
    }
    out
}
