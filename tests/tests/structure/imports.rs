//! Imports between the files of a crate, and the circles among them.
//!
//! A path leads to the file that defines the name: re-exports are followed. A path that ends at a
//! module is no import; the paths in the code that go through the module are. A method call does
//! not name a file, so it is no import; `Type::function` is, of the file with the `impl`. A name
//! that its module does not have is defined by a macro in the module.

use std::collections::{BTreeMap, BTreeSet};

use crate::source::Crate;

/// Target of a path.
enum Target {
    Module(usize),
    /// Module that defines the item, name of the item, and the rest of the path.
    Item(usize, String, Vec<String>),
}

/// Names that one file takes from another.
pub type Names = BTreeSet<String>;

/// Imports of a crate: numbers of both files, and names.
pub type Imports = BTreeMap<(usize, usize), Names>;

/// Longest chain of re-exports.
const DEPTH: usize = 16;

impl Crate {
    pub fn imports(&self) -> Imports {
        let functions = self.functions();
        let mut imports = Imports::new();
        let mut add = |from: usize, to: usize, name: &str| {
            if from != to {
                imports
                    .entry((from, to))
                    .or_default()
                    .insert(name.to_owned());
            }
        };
        for (id, module) in self.modules.iter().enumerate() {
            let of_imports = module.imports.iter().filter(|import| import.name != "*");
            let paths = module
                .paths
                .iter()
                .chain(of_imports.map(|import| &import.path));
            for path in paths {
                let Some(Target::Item(to, item, rest)) = self.resolve(id, path, DEPTH) else {
                    continue;
                };
                add(module.file, self.modules[to].file, &item);
                if let Some(function) = rest.first() {
                    let key = (to, item, function.clone());
                    for &file in functions.get(&key).into_iter().flatten() {
                        add(module.file, file, function);
                    }
                }
            }
            for name in &module.macro_calls {
                if let Some(&file) = self.macros.get(name) {
                    add(module.file, file, name);
                }
            }
        }
        imports
    }

    /// Files with the `impl` of a function, by module and name of the type, and by function.
    fn functions(&self) -> BTreeMap<(usize, String, String), Vec<usize>> {
        let mut functions: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        for function in &self.associated {
            let target = self.resolve(function.module, &function.type_path, DEPTH);
            if let Some(Target::Item(module, item, _)) = target {
                let key = (module, item, function.function.clone());
                functions.entry(key).or_default().push(function.file);
            }
        }
        functions
    }

    /// Follows a path from a module; nothing if it leads out of the crate.
    fn resolve(&self, from: usize, path: &[String], depth: usize) -> Option<Target> {
        let depth = depth.checked_sub(1)?;
        let (first, rest) = path.split_first()?;
        let start = match first.as_str() {
            "crate" => Target::Module(0),
            "self" => Target::Module(from),
            "super" => Target::Module(self.modules[from].parent?),
            name => self.look_up(from, name, !rest.is_empty(), depth)?,
        };
        let follow = |target, (index, name): (usize, &String)| match target {
            Target::Module(module) if name == "super" => {
                Some(Target::Module(self.modules[module].parent?))
            }
            Target::Module(module) => {
                let found = self.look_up(module, name, index + 1 < rest.len(), depth);
                // An attribute such as `#[interface]` defines names that the text does not have.
                Some(found.unwrap_or_else(|| Target::Item(module, name.clone(), Vec::new())))
            }
            Target::Item(module, item, mut rest) => {
                rest.push(name.clone());
                Some(Target::Item(module, item, rest))
            }
        };
        rest.iter().enumerate().try_fold(start, follow)
    }

    /// A name in a module: a child, a definition, or an import. A function and a child may have
    /// the same name; the child is the one with more names behind it (`is_followed`).
    fn look_up(&self, id: usize, name: &str, is_followed: bool, depth: usize) -> Option<Target> {
        let module = &self.modules[id];
        let child = module
            .children
            .get(name)
            .map(|&child| Target::Module(child));
        let is_defined = module.definitions.iter().any(|item| item == name);
        let item = is_defined.then(|| Target::Item(id, name.to_owned(), Vec::new()));
        let found = match is_followed {
            true => child.or(item),
            false => item.or(child),
        };
        if found.is_some() {
            return found;
        }
        let named = module.imports.iter().filter(|import| import.name == name);
        for import in named {
            // `use name;` and `use name::...` lead out of the crate, not back to this import.
            if import.path[0] != name {
                if let Some(target) = self.resolve(id, &import.path, depth) {
                    return Some(target);
                }
            }
        }
        let globs = module.imports.iter().filter(|import| import.name == "*");
        for import in globs {
            let Some(Target::Module(module)) = self.resolve(id, &import.path, depth) else {
                continue;
            };
            if module != id {
                if let Some(target) = self.look_up(module, name, is_followed, depth.checked_sub(1)?)
                {
                    return Some(target);
                }
            }
        }
        None
    }
}

/// Files that a file imports, directly or over other files.
pub fn reached(start: usize, imports: &Imports) -> BTreeSet<usize> {
    let mut reached = BTreeSet::new();
    let mut open = vec![start];
    while let Some(file) = open.pop() {
        let next = imports.keys().filter(|(from, _)| *from == file);
        open.extend(next.map(|(_, to)| *to).filter(|to| reached.insert(*to)));
    }
    reached
}

/// Sets of files that import each other, directly or over other files of the set.
pub fn circles(count: usize, imports: &Imports) -> Vec<Vec<usize>> {
    let reached: Vec<_> = (0..count).map(|file| reached(file, imports)).collect();
    let mut circles: Vec<Vec<usize>> = Vec::new();
    for file in (0..count).filter(|&file| reached[file].contains(&file)) {
        if circles.iter().any(|circle| circle.contains(&file)) {
            continue;
        }
        let other =
            |other: &usize| reached[file].contains(other) && reached[*other].contains(&file);
        circles.push((0..count).filter(other).collect());
    }
    circles
}
