//! Parser for the text form. `write.rs` has its grammar.

use crate::black_box::BlackBox;
use crate::error::ParseError;
use crate::ids::{EnumId, IdVec, InstanceId, MemoryId, ModuleId, NetId};
use crate::limits::{too_wide, MAX_ADDRESS_WIDTH};
use crate::netlist::{
    Assign, EnumType, Instance, Memory, Module, NamedConstant, Net, NetKind, Netlist, Port,
    PortDirection, ReadPort, Register, WritePort,
};
use crate::parse_expression::{value, Current};
use crate::words::{Parsed, Words};

impl Netlist {
    /// Parses the text form. The parser checks only what it needs: run [`Netlist::verify`] on the
    /// result.
    ///
    /// # Errors
    /// The first line with an error, and a description.
    pub fn from_text(text: &str) -> Result<Netlist, ParseError> {
        let mut reader = Reader::default();
        for (index, line) in text.lines().enumerate() {
            let problem = |problem| ParseError {
                line: index + 1,
                problem,
            };
            let mut words = Words::new(line).map_err(problem)?;
            if !words.rest.is_empty() {
                reader.line(&mut words).map_err(problem)?;
                words.end().map_err(problem)?;
            }
        }
        let end = |problem: String| ParseError {
            line: text.lines().count(),
            problem,
        };
        if reader.current.is_some() {
            return Err(end("the last module is not closed".into()));
        }
        let top = reader
            .modules
            .iter()
            .find(|(_, module)| module.name == reader.top);
        let top = top.map(|(id, _)| id);
        let top = top.ok_or_else(|| end(format!("there is no module `{}`", reader.top)))?;
        Ok(Netlist {
            modules: reader.modules,
            enums: reader.enums,
            top,
        })
    }
}

#[derive(Default)]
struct Reader {
    top: String,
    modules: IdVec<ModuleId, Module>,
    enums: IdVec<EnumId, EnumType>,
    current: Option<Current>,
}

impl Reader {
    fn line(&mut self, words: &mut Words) -> Parsed<()> {
        let word = words.next()?;
        let Some(current) = &mut self.current else {
            match word.as_str() {
                "top" => self.top = words.next()?,
                "enum" => {
                    let (number, next) = (words.next()?, format!("e{}", self.enums.len()));
                    if number != next {
                        return Err(format!("the next enumeration is `{next}`, not `{number}`"));
                    }
                    let name = words.next()?;
                    let variants = words.rest.drain(..).collect();
                    self.enums.push(EnumType { name, variants });
                }
                "module" => {
                    let mut current = Current::default();
                    current.module.name = words.next()?;
                    words.expect("{")?;
                    self.current = Some(current);
                }
                _ => return Err(format!("`{word}` outside of a module")),
            }
            return Ok(());
        };
        match word.as_str() {
            "}" => {
                let done = self.current.take().expect("a module is being read");
                self.modules.push(done.module);
                Ok(())
            }
            "instance" => {
                let name = words.next()?;
                words.expect("of")?;
                let kind = words.next()?;
                let module = self.modules.iter().find(|(_, module)| module.name == kind);
                let module = module.ok_or_else(|| format!("no module `{kind}` above"))?.0;
                let instance = Instance {
                    name,
                    module,
                    inputs: vec![],
                    outputs: vec![],
                };
                current.module.instances.push(instance);
                Ok(())
            }
            "connect" => current.connect(&self.modules, words),
            "drive" => current.drive(&self.modules, words),
            word => current.item(word, words),
        }
    }
}

impl Current {
    fn item(&mut self, word: &str, words: &mut Words) -> Parsed<()> {
        match word {
            "input" | "output" | "net" => self.declare(word, words),
            "let" => {
                let name = words.next()?;
                words.expect("=")?;
                let value = self.expr(words)?;
                self.lets.insert(name, value);
                Ok(())
            }
            "constant" => {
                let net = self.net(words)?;
                words.expect("=")?;
                let value = value(&words.next()?)?;
                self.module.constants.push(NamedConstant { net, value });
                Ok(())
            }
            "assign" => {
                let net = self.net(words)?;
                words.expect("=")?;
                let value = self.expr(words)?;
                self.module.assigns.push(Assign { net, value });
                Ok(())
            }
            "register" => self.register(words),
            "memory" => self.declare_memory(words),
            "contents" => self.contents(words),
            "read" => self.read(words),
            "write" => self.write(words),
            "blackbox" => self.black_box(words),
            _ => Err(format!("`{word}` is not an item of a module")),
        }
    }

    fn declare_memory(&mut self, words: &mut Words) -> Parsed<()> {
        let name = words.next()?;
        words.expect("width")?;
        let width = words.width()?;
        words.expect("address")?;
        let address_width = words.number()?;
        if address_width > MAX_ADDRESS_WIDTH {
            return Err(format!(
                "an address of {address_width} bits is wider than {MAX_ADDRESS_WIDTH}, the most"
            ));
        }
        let (initial, reads, writes) = (vec![], vec![], vec![]);
        let memory = Memory {
            name,
            width,
            address_width,
            initial,
            reads,
            writes,
        };
        self.module.memories.push(memory);
        Ok(())
    }

    fn connect(&mut self, modules: &IdVec<ModuleId, Module>, words: &mut Words) -> Parsed<()> {
        let id = self.instance(words)?;
        let instance = &self.module.instances[id];
        let (direction, count) = (PortDirection::Input, instance.inputs.len());
        next_port(&modules[instance.module], instance, direction, count, words)?;
        words.expect("=")?;
        let value = self.expr(words)?;
        self.module.instances[id].inputs.push(value);
        Ok(())
    }

    fn drive(&mut self, modules: &IdVec<ModuleId, Module>, words: &mut Words) -> Parsed<()> {
        let id = self.instance(words)?;
        let instance = &self.module.instances[id];
        let (direction, count) = (PortDirection::Output, instance.outputs.len());
        next_port(&modules[instance.module], instance, direction, count, words)?;
        words.expect("->")?;
        let net = self.net(words)?;
        self.module.instances[id].outputs.push(net);
        Ok(())
    }

    fn black_box(&mut self, words: &mut Words) -> Parsed<()> {
        words.expect("declarations")?;
        let declarations = words.next()?;
        let body = if words.accept("body") {
            Some(words.next()?)
        } else {
            None
        };
        self.module.black_box = Some(BlackBox { body, declarations });
        Ok(())
    }

    fn declare(&mut self, word: &str, words: &mut Words) -> Parsed<()> {
        let name = words.next()?;
        words.expect(":")?;
        let text = words.next()?;
        let number = |text: &str| text.parse::<u32>().map_err(|_| format!("no type `{text}`"));
        let (kind, width) = match text.split_at_checked(1) {
            _ if text == "clock" => (NetKind::Clock, 1),
            Some(("s", width)) => (NetKind::Signed, number(width)?),
            Some(("e", rest)) => {
                let (id, width) = rest.split_once('/').unwrap_or((rest, "0"));
                (
                    NetKind::Enum(EnumId::from(number(id)? as usize)),
                    number(width)?,
                )
            }
            _ => (NetKind::Unsigned, number(&text)?),
        };
        if let Some(problem) = too_wide(width) {
            return Err(problem);
        }
        let net = self.module.nets.push(Net {
            name: name.clone(),
            width,
            kind,
        });
        if self.nets.insert(name.clone(), net).is_some() {
            return Err(format!("`{name}` is declared twice"));
        }
        match word {
            "input" => self.module.ports.push(Port {
                direction: PortDirection::Input,
                net,
            }),
            "output" => self.module.ports.push(Port {
                direction: PortDirection::Output,
                net,
            }),
            _ => {}
        }
        Ok(())
    }

    fn net(&self, words: &mut Words) -> Parsed<NetId> {
        let name = words.next()?;
        self.nets
            .get(&name)
            .copied()
            .ok_or_else(|| format!("`{name}` is not declared"))
    }

    fn memory(&self, words: &mut Words) -> Parsed<MemoryId> {
        let name = words.next()?;
        let found = self
            .module
            .memories
            .iter()
            .find(|(_, memory)| memory.name == name);
        found
            .map(|(id, _)| id)
            .ok_or_else(|| format!("no memory `{name}` above"))
    }

    fn instance(&self, words: &mut Words) -> Parsed<InstanceId> {
        let name = words.next()?;
        let found = self
            .module
            .instances
            .iter()
            .find(|(_, instance)| instance.name == name);
        found
            .map(|(id, _)| id)
            .ok_or_else(|| format!("no instance `{name}` above"))
    }

    fn register(&mut self, words: &mut Words) -> Parsed<()> {
        let net = self.net(words)?;
        words.expect("clock")?;
        let clock = self.net(words)?;
        words.expect("initial")?;
        let initial = value(&words.next()?)?;
        words.expect("next")?;
        let next = self.expr(words)?;
        let enable = if words.accept("enable") {
            Some(self.expr(words)?)
        } else {
            None
        };
        self.module.registers.push(Register {
            net,
            clock,
            next,
            enable,
            initial,
        });
        Ok(())
    }

    fn contents(&mut self, words: &mut Words) -> Parsed<()> {
        let id = self.memory(words)?;
        let memory = &mut self.module.memories[id];
        for word in words.rest.drain(..) {
            memory
                .initial
                .push(value(&format!("{}'h{word}", memory.width))?);
        }
        Ok(())
    }

    fn read(&mut self, words: &mut Words) -> Parsed<()> {
        let id = self.memory(words)?;
        words.expect("data")?;
        let data = self.net(words)?;
        words.expect("address")?;
        let address = self.expr(words)?;
        let clock = if words.accept("clock") {
            Some(self.net(words)?)
        } else {
            None
        };
        self.module.memories[id].reads.push(ReadPort {
            clock,
            address,
            data,
        });
        Ok(())
    }

    fn write(&mut self, words: &mut Words) -> Parsed<()> {
        let id = self.memory(words)?;
        words.expect("clock")?;
        let clock = self.net(words)?;
        words.expect("enable")?;
        let enable = self.expr(words)?;
        words.expect("address")?;
        let address = self.expr(words)?;
        words.expect("data")?;
        let data = self.expr(words)?;
        self.module.memories[id].writes.push(WritePort {
            clock,
            enable,
            address,
            data,
        });
        Ok(())
    }
}

/// Parses the name of the port of an instance that follows the `count` connected ones.
fn next_port(
    kind: &Module,
    instance: &Instance,
    direction: PortDirection,
    count: usize,
    words: &mut Words,
) -> Parsed<()> {
    let (name, found) = (&instance.name, words.next()?);
    let direction_name = match direction {
        PortDirection::Input => "input",
        PortDirection::Output => "output",
    };
    let next = kind.port_nets(direction).nth(count);
    match next.map(|net| &kind.nets[net].name) {
        Some(next) if *next == found => Ok(()),
        Some(next) => Err(format!(
            "the next {direction_name} of `{name}` is `{next}`, not `{found}`"
        )),
        None => Err(format!(
            "`{name}` has no {direction_name} after the {count} above, but `{found}` is connected"
        )),
    }
}
