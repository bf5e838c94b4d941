//! Modules of hand-written Verilog, and what their text declares.

use std::ops::Range;

/// A module of hand-written Verilog. A simulation sets its outputs, leaves them zero, or replaces
/// the module by a model ([`Netlist::with_model`](crate::Netlist::with_model)).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BlackBox {
    /// Body of the module. `None` for a primitive of the FPGA with the module's name.
    pub body: Option<String>,
    /// Declarations of the used primitives, each with a `blackbox` attribute. May be empty.
    pub declarations: String,
}

impl BlackBox {
    /// Name and text of each declaration, in their order. Text without a module has no name.
    pub fn declared(&self) -> Vec<(Option<&str>, &str)> {
        let text = self.declarations.as_str();
        let words = verilog_words(text);
        let mut declared = Vec::new();
        let (mut start, mut name) = (0, None);
        for (index, word) in words.iter().enumerate() {
            match &text[word.clone()] {
                "module" => name = words.get(index + 1).map(|next| &text[next.clone()]),
                "endmodule" => {
                    declared.push((name.take(), text[start..word.end].trim()));
                    start = word.end;
                }
                _ => {}
            }
        }
        let rest = text[start..].trim();
        if !rest.is_empty() {
            declared.push((None, rest));
        }
        declared
    }
}

/// Places of the words of Verilog: names, keywords and numbers outside comments and strings.
pub fn verilog_words(text: &str) -> Vec<Range<usize>> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let mut words = Vec::new();
    let mut place = 0;
    while let Some(next) = text[place..].chars().next() {
        let rest = &text[place..];
        let until = |end: &str, from: usize| {
            let found = rest[from..].find(end);
            found.map_or(rest.len(), |at| from + at + end.len())
        };
        let length = if rest.starts_with("//") {
            until("\n", 2)
        } else if rest.starts_with("/*") {
            until("*/", 2)
        } else if next == '"' {
            until("\"", 1)
        } else if is_word(next) {
            let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            words.push(place..place + length);
            length
        } else {
            next.len_utf8()
        };
        place += length;
    }
    words
}
