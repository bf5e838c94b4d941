//! Names, kinds and places of a module's signals.

use crate::plan::Array;
use crate::tree::Index;
use crate::wire::{Kind, CELL_FIELDS};

/// A signal, or all of an array of signals or blocks.
#[derive(Clone)]
pub struct Entry {
    /// Field names, each with its number of elements. 0 elements: the field is not an array.
    pub path: Vec<(String, usize)>,
    pub kind: Kind,
    /// Offset in bits, if the signal is a field of a structure.
    pub offset: Option<usize>,
    pub origin: Origin,
}

/// Role of a signal in the module.
#[derive(Clone, Copy, PartialEq)]
pub enum Origin {
    Input,
    Output,
    Local,
    Constant,
    Block,
}

/// One signal, or a field of one: its flat name, and its name in the syntax tree.
pub struct Place {
    pub flat: String,
    pub syntax: String,
    pub kind: Kind,
    pub offset: Option<usize>,
}

impl Entry {
    pub fn new(name: impl Into<String>, array: Array, origin: Origin) -> Entry {
        Entry {
            path: vec![(name.into(), array.len)],
            kind: array.kind,
            offset: None,
            origin,
        }
    }

    pub fn is_input(&self) -> bool {
        self.origin == Origin::Input
    }

    /// Converts a port of a module to the port of a block with this name.
    pub fn within(&self, block: &str, len: usize) -> Entry {
        let mut entry = self.clone();
        entry.path.insert(0, (block.to_owned(), len));
        entry.origin = Origin::Block;
        entry
    }

    /// A port of a block. The port is not an array.
    pub fn port(block: &str, len: usize, port: &str, kind: Kind) -> Entry {
        let port = Entry::new(port, Array { kind, len: 0 }, Origin::Block);
        port.within(block, len)
    }

    pub fn lens(&self) -> Vec<usize> {
        let lens = self.path.iter().map(|(_, len)| *len);
        lens.filter(|len| *len > 0).collect()
    }

    pub fn place(&self, mut index: impl FnMut(usize) -> Index) -> Place {
        let (mut flat, mut syntax) = (Vec::new(), Vec::new());
        for (name, len) in &self.path {
            flat.push(name.clone());
            let mut name = name.clone();
            if *len > 0 {
                let index = index(*len);
                flat.push(index.value.to_string());
                name.push_str(&format!("[{}]", index.text));
            }
            syntax.push(name);
        }
        let (flat, syntax) = (flat.join("$"), syntax.join("$"));
        Place {
            flat,
            syntax,
            kind: self.kind,
            offset: self.offset,
        }
    }

    /// Every signal of the arrays.
    pub fn places(&self) -> Vec<Place> {
        let mut rows = vec![vec![]];
        for len in self.lens() {
            let longer = |row: Vec<usize>| (0..len).map(move |n| [&row[..], &[n]].concat());
            rows = rows.into_iter().flat_map(longer).collect();
        }
        let place = |row: Vec<usize>| {
            let mut row = row.into_iter();
            self.place(|_| row.next().expect("a number for each array").into())
        };
        rows.into_iter().map(place).collect()
    }

    /// The fields of a structure, or the signal itself.
    pub fn fields(&self) -> Vec<Entry> {
        if self.kind != Kind::Cell {
            return vec![self.clone()];
        }
        let field = |(kind, offset)| Entry {
            kind,
            offset: Some(offset),
            ..self.clone()
        };
        CELL_FIELDS.map(field).to_vec()
    }

    /// The signal, and its fields if it is a structure.
    pub fn all(&self) -> Vec<Entry> {
        match self.kind {
            Kind::Cell => [vec![self.clone()], self.fields()].concat(),
            _ => vec![self.clone()],
        }
    }
}
