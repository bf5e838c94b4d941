//! Scanner for the Rust source of a design: names and comments of blocks, which rust-hdl does not
//! provide.

use std::collections::BTreeSet;

use gatefall_netlist::{Module, Netlist, PortDirection};
use heck::ToSnakeCase;

use crate::{Docs, ModuleDocs};

/// Blocks that Rust source declares with `#[derive(LogicBlock)]`.
///
/// A module of a netlist is recognised by the names of its fields. This works for any design with
/// available source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    blocks: Vec<Block>,
    interfaces: Vec<Interface>,
}

/// A struct with `#[interface(client = NAME)]`: the names of both sides, and the signals.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Interface {
    names: [String; 2],
    fields: Vec<Field>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Block {
    /// Number of the text that declares it.
    file: usize,
    /// Type name in snake case.
    name: String,
    doc: String,
    fields: Vec<Field>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Field {
    name: String,
    /// The first word of the type.
    ty: String,
    public: bool,
    doc: String,
}

impl Source {
    /// Scans the texts of Rust files.
    pub fn read<'a>(files: impl IntoIterator<Item = &'a str>) -> Source {
        let mut source = Source::default();
        for (number, text) in files.into_iter().enumerate() {
            source.read_file(number, text);
        }
        source
    }

    /// The text that declares the block of a module, by its number in [`Source::read`]. `None` if
    /// no text does.
    pub fn file_of(&self, module: &Module) -> Option<usize> {
        self.block_of(module).map(|block| block.file)
    }

    fn read_file(&mut self, file: usize, text: &str) {
        let mut blocks = Vec::new();
        let mut docs: Vec<&str> = Vec::new();
        let mut derived = false;
        let mut client: Option<&str> = None;
        let mut lines = text.lines().map(str::trim);
        while let Some(line) = lines.next() {
            if let Some(doc) = line.strip_prefix("///") {
                docs.push(doc.strip_prefix(' ').unwrap_or(doc));
            } else if line.starts_with("#[") {
                derived |= line.contains("derive(") && line.contains("LogicBlock");
                if let Some(name) = line.strip_prefix("#[interface(client = ") {
                    client = Some(identifier(name));
                }
            } else {
                let declaration = line.strip_prefix("pub ").unwrap_or(line);
                let declaration = declaration
                    .strip_prefix("pub(crate) ")
                    .unwrap_or(declaration);
                if let Some(rest) = declaration.strip_prefix("struct ") {
                    let name = identifier(rest);
                    let mut fields = || {
                        let opened = line.ends_with('{') || lines.any(|line| line.ends_with('{'));
                        if opened {
                            read_fields(&mut lines)
                        } else {
                            Vec::new()
                        }
                    };
                    if let Some(client) = client {
                        self.interfaces.push(Interface {
                            names: [name.to_owned(), client.to_owned()],
                            fields: fields(),
                        });
                    } else if derived {
                        blocks.push(Block {
                            file,
                            name: name.to_snake_case(),
                            doc: without_links(&docs.join("\n")),
                            fields: fields(),
                        });
                    }
                }
                docs.clear();
                derived = false;
                client = None;
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
        self.blocks.append(&mut blocks);
    }

    /// Renames each known module to its type name in snake case. Returns the comments of the
    /// source, for [`crate::files`].
    pub fn apply(&self, netlist: &mut Netlist) -> Docs {
        netlist.rename_modules(|module| self.block_of(module).map(|block| block.name.clone()));
        let blocks = netlist.modules.values().filter_map(|module| {
            let block = self.block_of(module)?;
            let field = |name: &str| self.field_of(block, name);
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

    /// The field of a port, or of a signal of an interface, `FIELD.SIGNAL`.
    fn field_of<'a>(&'a self, block: &'a Block, port: &str) -> Option<&'a Field> {
        let (name, signal) = match port.split_once('.') {
            Some((name, signal)) => (name, Some(signal)),
            None => (port, None),
        };
        let field = block.fields.iter().find(|field| field.name == name)?;
        let Some(signal) = signal else {
            return Some(field);
        };
        let interface = self
            .interfaces
            .iter()
            .find(|i| i.names.contains(&field.ty))?;
        interface.fields.iter().find(|field| field.name == signal)
    }

    /// The matching block with the fewest fields. A block matches if it declares all fields and
    /// ports of the module, and the module has all its public fields: only unused locals may be
    /// missing. `None` if several types match equally well.
    fn block_of(&self, module: &Module) -> Option<&Block> {
        let fields = module.fields();
        let ports: BTreeSet<&str> = [PortDirection::Input, PortDirection::Output]
            .into_iter()
            .flat_map(|direction| module.port_nets(direction))
            .map(|net| module.nets[net].name.as_str())
            .map(|name| name.split(['.', '[']).next().unwrap_or(name))
            .collect();
        // Most blocks differ in the first name, so a set of their fields would take longer.
        let declares = |block: &Block, names: &BTreeSet<&str>| {
            let mut names = names.iter();
            names.all(|name| block.fields.iter().any(|field| field.name == *name))
        };
        let fits = |block: &&Block| {
            let mut public = block.fields.iter().filter(|field| field.public);
            public.all(|field| fields.contains(field.name.as_str()))
                && declares(block, &fields)
                && declares(block, &ports)
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

/// Reads the fields up to the closing brace.
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
                ty: identifier(rest[1..].trim_start()).to_owned(),
                public,
                doc: without_links(&docs.join("\n")),
            });
        }
        docs.clear();
    }
    fields
}

/// Replaces rustdoc links by their text: `[words](target)`, and brackets around code.
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

/// Identifier at the start of a text.
fn identifier(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    &text[..end.unwrap_or(text.len())]
}
