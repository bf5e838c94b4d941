//! The blocks that rust-hdl writes as Verilog text: flip-flops, memories, black boxes. They are recognised by their ports and
//! a marker in their text; initial values are read back from the text.

use std::collections::BTreeMap;

use gatefall_netlist::{BlackBox, Value};
use num_bigint::BigInt;
use rust_hdl::core::ast::{Verilog, VerilogExpression, VerilogStatement};
use rust_hdl::core::atom::AtomKind;

use crate::error::LowerError;
use crate::literal;
use crate::scope::Scope;
use crate::show;

/// State that becomes part of the module around it.
pub(crate) enum Primitive {
    /// `d`, `q` and a clock of the given name.
    Register { clock: &'static str, initial: Value },
    /// rust-hdl's `RAM`.
    Ram { initial: Vec<Value> },
    /// rust-hdl's `SyncROM`.
    SyncRom { initial: Vec<Value> },
    /// rust-hdl's `ROM`, which reads without a clock.
    Rom { initial: Vec<Value> },
}

/// What a block is.
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

/// Tells what a block is, or why it cannot be anything.
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
    let found = state(scope, text, &ports);
    found
        .map(Kind::Primitive)
        .ok_or_else(|| LowerError::UnknownCustomBlock {
            module: path.to_owned(),
            text: first_line(text).to_owned(),
        })
}

fn first_line(text: &str) -> &str {
    text.lines()
        .map(str::trim)
        .find(|line| !line.is_empty())
        .unwrap_or("")
}

/// The flip-flop or memory that a text describes.
fn state(scope: &Scope, text: &str, ports: &[&str]) -> Option<Primitive> {
    match ports {
        ["clock", "d", "q"] if text.contains("q <= d") => register(scope, text, "clock"),
        ["clk", "d", "q"] if text.contains("q <= d") => register(scope, text, "clk"),
        names if names == RAM_PORTS && text.contains("mem[write_address] <= write_data") => {
            contents(scope, text, "read_address", "read_data")
                .map(|initial| Primitive::Ram { initial })
        }
        ["address", "clock", "data"] if text.contains("data <= mem[address]") => {
            contents(scope, text, "address", "data").map(|initial| Primitive::SyncRom { initial })
        }
        ["address", "data"] if text.contains("case (address)") => {
            contents(scope, text, "address", "data").map(|initial| Primitive::Rom { initial })
        }
        _ => None,
    }
}

/// `initial begin q = 8'h0; end always @(posedge clock) q <= d;`
///
/// The width is the port's: states of enumerations are printed as 64-bit numbers.
fn register(scope: &Scope, text: &str, clock: &'static str) -> Option<Primitive> {
    text.contains(&format!("posedge {clock}")).then_some(())?;
    let width = scope.atoms.iter().find(|atom| atom.name == "q")?.width;
    let (_, rest) = text.split_once("q = ")?;
    let (_, value) = literal::parse(rest.split_once(';')?.0)?;
    Some(Primitive::Register {
        clock,
        initial: Value::new(width, value.to_biguint()?),
    })
}

/// rust-hdl's `DFFWithInit` is a flip-flop between two exclusive-ors with its initial value.
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

/// Reads `mem[4'h1] = 8'hff` and `4'h1: data = 8'hff`. Words that are not listed have the default of their type.
fn contents(scope: &Scope, text: &str, address: &str, data: &str) -> Option<Vec<Value>> {
    let port = |name: &str| scope.atoms.iter().find(|atom| atom.name == name);
    let (address_width, width) = (port(address)?.width, port(data)?.width);
    let default = &port(data)?.value;
    let mut words: BTreeMap<usize, Value> = BTreeMap::new();
    for line in text.lines().map(str::trim) {
        let word = line
            .strip_prefix("mem[")
            .and_then(|rest| rest.split_once("] = "));
        let Some((address, value)) = word.or_else(|| line.split_once(": data = ")) else {
            continue;
        };
        if address == "default" {
            continue;
        }
        let (_, address) = literal::parse(address)?;
        let (_, value) = literal::parse(value.trim_end_matches(';'))?;
        let value: BigInt = value;
        words.insert(
            usize::try_from(address).ok()?,
            Value::new(width, value.to_biguint()?),
        );
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

/// Hand-written text names the ports of interfaces with a dollar sign; ours have underscores.
fn without_dollars(scope: &Scope, text: &str) -> String {
    let mut names: Vec<&str> = scope.ports().map(|port| port.name.as_str()).collect();
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    (names.iter().filter(|name| name.contains('$'))).fold(text.to_owned(), |text, name| {
        text.replace(name, &name.replace('$', "_"))
    })
}
