//! Reads the files of a crate: modules, definitions, imports and paths in code.
//!
//! Items under `#[cfg(test)]` or `#[test]` are left out.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Attribute, Item, UseTree};

/// A path of names, for example `crate`, `output`, `Error`.
pub type Segments = Vec<String>;

/// A name that a module imports.
pub struct Import {
    /// Name in this module, or `*`.
    pub name: String,
    pub path: Segments,
}

/// A module of a crate.
#[derive(Default)]
pub struct Module {
    /// Number of the file that contains the module.
    pub file: usize,
    pub parent: Option<usize>,
    pub children: BTreeMap<String, usize>,
    /// Names of types, functions, constants and so on.
    pub definitions: Vec<String>,
    pub imports: Vec<Import>,
    /// Paths in the code. A path of one name is in the list only if it may be from a `*` import.
    pub paths: Vec<Segments>,
    /// Names of the macros that the module calls.
    pub macro_calls: Vec<String>,
}

/// Type, function of the type, and number of the file with the `impl`.
pub struct Associated {
    pub module: usize,
    pub type_path: Segments,
    pub function: String,
    pub file: usize,
}

/// All that the analysis needs of a crate. Module 0 is the root.
#[derive(Default)]
pub struct Crate {
    pub files: Vec<PathBuf>,
    pub modules: Vec<Module>,
    pub associated: Vec<Associated>,
    /// Macro by example, and number of its file.
    pub macros: BTreeMap<String, usize>,
    /// Public types, and numbers of their files.
    pub public_types: Vec<(String, usize)>,
}

/// Reads the text of a file, or nothing if there is no such file.
pub type Reader<'a> = &'a dyn Fn(&Path) -> Option<String>;

impl Crate {
    /// The crate with this root file.
    pub fn read(root: &Path, reader: Reader) -> Self {
        let mut result = Self::default();
        let folder = root.parent().unwrap();
        result.read_file(root, folder, None, reader);
        result
    }

    /// Adds the module of a file; the files of its children are in `folder`.
    fn read_file(
        &mut self,
        path: &Path,
        folder: &Path,
        parent: Option<usize>,
        reader: Reader,
    ) -> usize {
        let text = reader(path).unwrap_or_else(|| panic!("{} is missing", path.display()));
        let file = syn::parse_file(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        self.files.push(path.to_owned());
        let number = self.files.len() - 1;
        self.add_module(number, parent, file.items, folder, reader)
    }

    fn add_module(
        &mut self,
        file: usize,
        parent: Option<usize>,
        items: Vec<Item>,
        folder: &Path,
        reader: Reader,
    ) -> usize {
        let id = self.modules.len();
        self.modules.push(Module {
            file,
            parent,
            ..Module::default()
        });
        for item in items {
            if is_test(attributes(&item)) {
                continue;
            }
            if let Item::Mod(module) = item {
                let name = module.ident.to_string();
                let inner = folder.join(&name);
                let child = match module.content {
                    Some((_, items)) => self.add_module(file, Some(id), items, &inner, reader),
                    None => {
                        let path = named_file(&module.attrs)
                            .map(|named| self.files[file].parent().unwrap().join(named))
                            .or_else(|| {
                                let flat = folder.join(format!("{name}.rs"));
                                reader(&flat).map(|_| flat)
                            })
                            .unwrap_or_else(|| inner.join("mod.rs"));
                        self.read_file(&path, &inner, Some(id), reader)
                    }
                };
                self.modules[id].children.insert(name, child);
            } else {
                self.add_item(id, item);
            }
        }
        id
    }

    fn add_item(&mut self, id: usize, item: Item) {
        let file = self.modules[id].file;
        let public_type = match &item {
            Item::Struct(item) => Some((&item.vis, &item.ident)),
            Item::Enum(item) => Some((&item.vis, &item.ident)),
            Item::Trait(item) => Some((&item.vis, &item.ident)),
            Item::Type(item) => Some((&item.vis, &item.ident)),
            Item::Union(item) => Some((&item.vis, &item.ident)),
            _ => None,
        };
        if let Some((syn::Visibility::Public(_), name)) = public_type {
            self.public_types.push((name.to_string(), file));
        }
        let definition = public_type.map(|(_, name)| name).or(match &item {
            Item::Const(item) => Some(&item.ident),
            Item::Static(item) => Some(&item.ident),
            Item::Fn(item) => Some(&item.sig.ident),
            _ => None,
        });
        let definition = definition.map(ToString::to_string);
        self.modules[id].definitions.extend(definition);
        match &item {
            Item::Macro(item) => {
                if let Some(name) = &item.ident {
                    self.macros.insert(name.to_string(), file);
                }
            }
            Item::Impl(item) if item.trait_.is_none() => {
                if let syn::Type::Path(path) = &*item.self_ty {
                    let type_path: Segments = path
                        .path
                        .segments
                        .iter()
                        .map(|segment| segment.ident.to_string())
                        .collect();
                    for part in &item.items {
                        let function = match part {
                            syn::ImplItem::Fn(part) => part.sig.ident.to_string(),
                            syn::ImplItem::Const(part) => part.ident.to_string(),
                            _ => continue,
                        };
                        self.associated.push(Associated {
                            module: id,
                            type_path: type_path.clone(),
                            function,
                            file,
                        });
                    }
                }
            }
            _ => {}
        }
        self.modules[id].scan(item.into_token_stream());
    }
}

impl Module {
    /// Collects imports, paths and macro calls of a piece of code.
    fn scan(&mut self, code: TokenStream) {
        let tokens: Vec<TokenTree> = code.into_iter().collect();
        let is_punct = |at: usize, mark: char| match tokens.get(at) {
            Some(TokenTree::Punct(punct)) => punct.as_char() == mark,
            _ => false,
        };
        let colons = |at: usize| is_punct(at, ':') && is_punct(at + 1, ':');
        let mut at = 0;
        while at < tokens.len() {
            let TokenTree::Ident(first) = &tokens[at] else {
                if let TokenTree::Group(group) = &tokens[at] {
                    self.scan(group.stream());
                }
                at += 1;
                continue;
            };
            if first == "use" {
                let end = (at..tokens.len()).find(|&end| is_punct(end, ';'));
                let item = end.map(|end| tokens[at..=end].iter().cloned().collect());
                if let Some(Ok(item)) = item.map(syn::parse2::<syn::ItemUse>) {
                    self.import(&item.tree, &Vec::new());
                    at = end.unwrap_or(at) + 1;
                    continue;
                }
            }
            let is_member = at > 0 && is_punct(at - 1, '.') && !(at > 1 && is_punct(at - 2, '.'));
            let is_rest = at > 1 && colons(at - 2);
            let mut path = vec![first.to_string()];
            at += 1;
            while colons(at) {
                let Some(TokenTree::Ident(next)) = tokens.get(at + 2) else {
                    break;
                };
                path.push(next.to_string());
                at += 3;
            }
            if is_member || is_rest {
                continue;
            }
            let is_call = matches!(tokens.get(at), Some(TokenTree::Group(group))
                if group.delimiter() == Delimiter::Parenthesis);
            if is_punct(at, '!') && !is_punct(at + 1, '=') {
                self.macro_calls.extend(path.last().cloned());
            }
            if path.len() > 1 || is_call || path[0].starts_with(char::is_uppercase) {
                self.paths.push(path);
            }
        }
    }

    fn import(&mut self, tree: &UseTree, prefix: &Segments) {
        let joined = |name: String| [prefix.clone(), vec![name]].concat();
        let mut add = |name: String, path: Segments| {
            // `self` at the end names the module itself.
            let is_self = path.len() > 1 && path.last().is_some_and(|last| last == "self");
            let path = path[..path.len() - usize::from(is_self)].to_vec();
            let name = if is_self && name == "self" {
                path.last().cloned().unwrap()
            } else {
                name
            };
            self.imports.push(Import { name, path });
        };
        match tree {
            UseTree::Path(path) => self.import(&path.tree, &joined(path.ident.to_string())),
            UseTree::Name(name) => add(name.ident.to_string(), joined(name.ident.to_string())),
            UseTree::Rename(name) => add(name.rename.to_string(), joined(name.ident.to_string())),
            UseTree::Glob(_) => add("*".to_owned(), prefix.clone()),
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.import(tree, prefix);
                }
            }
        }
    }
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// True if one of the attributes is `#[test]` or `#[cfg(test)]`.
fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let is_cfg = attribute.path().is_ident("cfg")
            && attribute
                .meta
                .require_list()
                .is_ok_and(|list| list.tokens.to_string() == "test");
        is_cfg || attribute.path().is_ident("test")
    })
}

/// The file of `#[path = "..."]`.
fn named_file(attributes: &[Attribute]) -> Option<String> {
    let path = attributes.iter().find(|a| a.path().is_ident("path"))?;
    match &path.meta.require_name_value().ok()?.value {
        syn::Expr::Lit(syn::ExprLit {
            lit: syn::Lit::Str(text),
            ..
        }) => Some(text.value()),
        _ => None,
    }
}
