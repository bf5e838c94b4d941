//! Recognises the blocks that rust-hdl writes as Verilog text: flip-flops, memories, black boxes.
//! The criteria are their ports and their text, which also gives the initial values.

use std::collections::BTreeMap;

use gatefall_netlist::{verilog_words, BlackBox, Value};
use num_bigint::BigUint;
use rust_hdl::core::ast::{Verilog, VerilogExpression, VerilogStatement};
use rust_hdl::core::atom::AtomKind;

use crate::error::LowerError;
use crate::literal;
use crate::scope::Scope;
use crate::show;

/// State element that becomes part of the enclosing module.
pub(crate) enum Primitive {
    /// Flip-flop with `d`, `q` and a clock port of the given name.
    Register { clock: &'static str, initial: Value },
    /// rust-hdl's `RAM`.
    Ram { initial: Vec<Value> },
    /// rust-hdl's `SyncROM`.
    SyncRom { initial: Vec<Value> },
    /// rust-hdl's `ROM`, with a combinational read.
    Rom { initial: Vec<Value> },
}

/// Kind of a block.
pub(crate) enum Kind {
    Module,
    Primitive(Primitive),
    BlackBox {
        name: Option<String>,
        text: BlackBox,
    },
}

const RAM_PORTS: [&str; 7] = [
    "read_address",
    "read_clock",
    "read_data",
    "write_address",
    "write_clock",
    "write_data",
    "write_enable",
];

/// Kind of a block, or the reason why it is not supported.
pub(crate) fn classify(scope: &Scope, path: &str) -> Result<Kind, LowerError> {
    let mut ports: Vec<&str> = scope.ports().map(|port| port.name.as_str()).collect();
    ports.sort_unstable();
    if let Some(port) = scope
        .ports()
        .find(|port| port.kind == AtomKind::InOutParameter)
    {
        let (module, signal) = (path.to_owned(), show::name(&port.name));
        return Err(LowerError::Tristate { module, signal });
    }
    let text = match &scope.code {
        Verilog::Custom(text) => text,
        Verilog::Blackbox(black_box) => {
            let text = BlackBox {
                body: None,
                declarations: black_box.code.clone(),
            };
            return Ok(Kind::BlackBox {
                name: Some(black_box.name.clone()),
                text,
            });
        }
        Verilog::Wrapper(wrapper) => {
            let body = Some(without_dollars(scope, &wrapper.code));
            let text = BlackBox {
                body,
                declarations: wrapper.cores.clone(),
            };
            return Ok(Kind::BlackBox { name: None, text });
        }
        Verilog::Combinatorial(_) => {
            return Ok(match register_with_init(scope, &ports) {
                Some(initial) => Kind::Primitive(Primitive::Register {
                    clock: "clock",
                    initial,
                }),
                None => Kind::Module,
            });
        }
        Verilog::Empty => return Ok(Kind::Module),
    };
    if let Some(primitive) = state(scope, text, &ports) {
        return Ok(Kind::Primitive(primitive));
    }
    // An output that a process drives would need another declaration.
    let has_process = verilog_words(text).into_iter().any(|word| {
        let word = &text[word];
        word == "initial" || word == "always" || word.starts_with("always_")
    });
    match declarations(scope).filter(|_| !has_process) {
        Some(declarations) => Ok(Kind::BlackBox {
            name: None,
            text: BlackBox {
                body: Some(without_dollars(scope, text)),
                declarations,
            },
        }),
        None => Err(LowerError::UnknownCustomBlock {
            module: path.to_owned(),
            text: first_line(text).to_owned(),
        }),
    }
}

/// Declarations of the primitives that hand-written text instantiates, if the block's children
/// contain nothing else. rust-hdl writes the PLL of the iCE40 in this way.
fn declarations(scope: &Scope) -> Option<String> {
    let declared = scope.children.iter().map(|child| match &child.code {
        Verilog::Blackbox(black_box) if child.ports().next().is_none() => {
            Some(black_box.code.as_str())
        }
        _ => None,
    });
    let declared: Option<Vec<&str>> = declared.collect();
    declared
        .filter(|declared| !declared.is_empty())
        .map(|declared| declared.join("\n"))
}

fn first_line(text: &str) -> &str {
    text.lines()
        .map(str::trim)
        .find(|line| !line.is_empty())
        .unwrap_or("")
}

/// The flip-flop or memory of a text. Compares the complete text except white space and contents,
/// so that additions to rust-hdl's own text are not lost.
fn state(scope: &Scope, text: &str, ports: &[&str]) -> Option<Primitive> {
    let atom = |name: &str| scope.atoms.iter().find(|atom| atom.name == name);
    let memory = |address: &str, data: &str| {
        let last = (BigUint::from(1u8) << atom(address)?.width) - 1u8;
        Some(format!("reg[{}:0] mem[{last}:0];", atom(data)?.width - 1))
    };
    let is = |expected: String| frame(text) == frame(&expected);
    match ports {
        ["clock", "d", "q"] => register(
            scope,
            text,
            "clock",
            "always @(posedge clock) begin q <= d; end",
        ),
        ["clk", "d", "q"] => register(scope, text, "clk", "always @(posedge clk) q <= d;"),
        names if names == RAM_PORTS => {
            let memory = memory("read_address", "read_data")?;
            let body = "always @(posedge read_clock) begin read_data <= mem[read_address]; end \
                always @(posedge write_clock) begin if (write_enable) begin mem[write_address] <= \
                write_data; end end";
            let known = [
                format!("{memory} {body}"),
                format!("{memory} initial begin end {body}"),
            ];
            let initial = contents(scope, text, "read_address", "read_data")?;
            let is_known = known.into_iter().any(is);
            is_known.then_some(Primitive::Ram { initial })
        }
        ["address", "clock", "data"] => {
            let memory = memory("address", "data")?;
            let body = "always @(posedge clock) begin data <= mem[address]; end";
            let initial = contents(scope, text, "address", "data")?;
            is(format!("{memory} initial begin end {body}"))
                .then_some(Primitive::SyncRom { initial })
        }
        ["address", "data"] => {
            let initial = contents(scope, text, "address", "data")?;
            is("always @* case (address) endcase".into()).then_some(Primitive::Rom { initial })
        }
        _ => None,
    }
}

/// A text without white space and without the lines that list contents.
fn frame(text: &str) -> String {
    let lines = text.lines().filter(|line| word_of(line).is_none());
    lines.flat_map(str::split_whitespace).collect()
}

/// Flip-flop with the text `initial begin q = 8'h0; end` and a body.
///
/// The width is that of the port, because states of enumerations are printed as 64-bit numbers.
fn register(scope: &Scope, text: &str, clock: &'static str, body: &str) -> Option<Primitive> {
    let width = scope.atoms.iter().find(|atom| atom.name == "q")?.width;
    let (_, rest) = text.split_once("q = ")?;
    let (initial, _) = rest.split_once(';')?;
    let (_, value) = literal::parse(initial)?;
    let expected = format!("initial begin q = {initial}; end {body}");
    (frame(text) == frame(&expected)).then_some(())?;
    Some(Primitive::Register {
        clock,
        initial: Value::new(width, value.to_biguint()?),
    })
}

/// Initial value of a `DFFWithInit`: a flip-flop between two XORs with its initial value.
fn register_with_init(scope: &Scope, ports: &[&str]) -> Option<Value> {
    let Verilog::Combinatorial(code) = &scope.code else {
        return None;
    };
    let expected = ["dff.clock = clock", "q = dff.q ^ init", "dff.d = d ^ init"];
    let is_assignment = |statement: &VerilogStatement, text: &&str| match statement {
        VerilogStatement::Assignment(target @ VerilogExpression::Signal(_), value) => {
            format!("{} = {}", show::expression(target), show::expression(value)) == **text
        }
        _ => false,
    };
    let same = ports == ["clock", "d", "q"]
        && scope.children.len() == 1
        && code.len() == expected.len()
        && code
            .iter()
            .zip(&expected)
            .all(|(statement, text)| is_assignment(statement, text));
    let init = scope.atoms.iter().find(|atom| atom.name == "init")?;
    same.then(|| init.value.clone())
}

/// Address and value of a line such as `mem[4'h1] = 8'hff;` or `4'h1: data = 8'hff;`
fn word_of(line: &str) -> Option<(&str, &str)> {
    let line = line.trim();
    let word = line
        .strip_prefix("mem[")
        .and_then(|rest| rest.split_once("] = "));
    word.or_else(|| line.split_once(": data = "))
}

/// Contents of a memory. Words that are not listed have the default of their type.
fn contents(scope: &Scope, text: &str, address: &str, data: &str) -> Option<Vec<Value>> {
    let port = |name: &str| scope.atoms.iter().find(|atom| atom.name == name);
    let (address_width, width) = (port(address)?.width, port(data)?.width);
    let default = &port(data)?.value;
    let mut words: BTreeMap<usize, Value> = BTreeMap::new();
    for (address, value) in text.lines().filter_map(word_of) {
        let (_, value) = literal::parse(value.trim_end_matches(';'))?;
        let value = Value::new(width, value.to_biguint()?);
        if address == "default" {
            (value == *default).then_some(())?;
            continue;
        }
        let (_, address) = literal::parse(address)?;
        words.insert(usize::try_from(address).ok()?, value);
    }
    let listed = words.keys().next_back().map_or(0, |last| last + 1);
    let length = if default.is_zero() {
        listed
    } else {
        1usize.checked_shl(address_width)?
    };
    Some(
        (0..length)
            .map(|index| words.remove(&index).unwrap_or(default.clone()))
            .collect(),
    )
}

/// Replaces `$` by `_` in the port names of hand-written text, as in the netlist.
fn without_dollars(scope: &Scope, text: &str) -> String {
    let mut names: Vec<&str> = scope.ports().map(|port| port.name.as_str()).collect();
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    (names.iter().filter(|name| name.contains('$'))).fold(text.to_owned(), |text, name| {
        text.replace(name, &name.replace('$', "_"))
    })
}
