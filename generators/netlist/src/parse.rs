//! The text form, read. The grammar is shown in `write.rs`.

use std::collections::HashMap;

use crate::error::ParseError;
use crate::expr::{Expr, ExprPool};
use crate::ids::{EnumId, ExprId, IdVec, InstanceId, MemoryId, ModuleId, NetId};
use crate::netlist::{
    Assign, BlackBox, Constant, Direction, EnumType, Instance, Memory, Module, Net, NetKind,
    Netlist, Port, ReadPort, Register, WritePort,
};
use crate::value::Value;
use crate::write::{BINARY, UNARY};

type Parsed<T> = Result<T, String>;

impl Netlist {
    /// Reads the text form. Run [`Netlist::verify`] on the result: this function checks only what it needs.
    ///
    /// # Errors
    /// The first line that cannot be read, and why.
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

/// The words of a line: parentheses stand alone, a string in double quotes is one word.
struct Words {
    rest: std::collections::VecDeque<String>,
}

impl Words {
    fn new(line: &str) -> Parsed<Words> {
        let mut rest = std::collections::VecDeque::new();
        let mut chars = line.chars().peekable();
        while let Some(&c) = chars.peek() {
            if c.is_whitespace() {
                chars.next();
            } else if c == '(' || c == ')' {
                rest.push_back(c.to_string());
                chars.next();
            } else if c == '"' {
                chars.next();
                rest.push_back(string(&mut chars)?);
            } else {
                let mut word = String::new();
                while let Some(c) = chars.next_if(|c| !c.is_whitespace() && !"()\"".contains(*c)) {
                    word.push(c);
                }
                rest.push_back(word);
            }
        }
        Ok(Words { rest })
    }

    fn next(&mut self) -> Parsed<String> {
        self.rest
            .pop_front()
            .ok_or_else(|| "the line ends too early".to_owned())
    }

    fn expect(&mut self, word: &str) -> Parsed<()> {
        let next = self.next()?;
        if next == word {
            return Ok(());
        }
        Err(format!("expected `{word}`, found `{next}`"))
    }

    /// True, and the word taken, when the line goes on with it.
    fn accept(&mut self, word: &str) -> bool {
        let found = self.rest.front().is_some_and(|next| next == word);
        if found {
            self.rest.pop_front();
        }
        found
    }

    fn number(&mut self) -> Parsed<u32> {
        let word = self.next()?;
        word.parse()
            .map_err(|_| format!("`{word}` is not a number"))
    }

    fn end(&self) -> Parsed<()> {
        match self.rest.front() {
            None => Ok(()),
            Some(word) => Err(format!("`{word}` is too much")),
        }
    }
}

fn string(chars: &mut impl Iterator<Item = char>) -> Parsed<String> {
    let mut text = String::new();
    while let Some(c) = chars.next() {
        match c {
            '"' => return Ok(text),
            '\\' => match chars.next() {
                Some('n') => text.push('\n'),
                Some(c) => text.push(c),
                None => break,
            },
            c => text.push(c),
        }
    }
    Err("a string is not closed".into())
}

#[derive(Default)]
struct Reader {
    top: String,
    modules: IdVec<ModuleId, Module>,
    enums: IdVec<EnumId, EnumType>,
    current: Option<Current>,
}

/// The module that is being read.
#[derive(Default)]
struct Current {
    module: Module,
    nets: HashMap<String, NetId>,
    lets: HashMap<String, ExprId>,
}

impl Reader {
    fn line(&mut self, words: &mut Words) -> Parsed<()> {
        let word = words.next()?;
        let Some(current) = &mut self.current else {
            match word.as_str() {
                "top" => self.top = words.next()?,
                "enum" => {
                    words.next()?;
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
                self.module.constants.push(Constant { net, value });
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
            "connect" => self.connect(words),
            "drive" => self.drive(words),
            "blackbox" => self.black_box(words),
            _ => Err(format!("`{word}` is not an item of a module")),
        }
    }

    fn declare_memory(&mut self, words: &mut Words) -> Parsed<()> {
        let name = words.next()?;
        words.expect("width")?;
        let width = words.number()?;
        words.expect("address")?;
        let address_width = words.number()?;
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

    fn connect(&mut self, words: &mut Words) -> Parsed<()> {
        let instance = self.instance(words)?;
        words.next()?;
        words.expect("=")?;
        let value = self.expr(words)?;
        self.module.instances[instance].inputs.push(value);
        Ok(())
    }

    fn drive(&mut self, words: &mut Words) -> Parsed<()> {
        let instance = self.instance(words)?;
        words.next()?;
        words.expect("->")?;
        let net = self.net(words)?;
        self.module.instances[instance].outputs.push(net);
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
                direction: Direction::Input,
                net,
            }),
            "output" => self.module.ports.push(Port {
                direction: Direction::Output,
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

    fn expr(&mut self, words: &mut Words) -> Parsed<ExprId> {
        let word = words.next()?;
        let expr = if word == "(" {
            let expr = self.node(words)?;
            words.expect(")")?;
            expr
        } else if word.starts_with('%') {
            return self
                .lets
                .get(&word)
                .copied()
                .ok_or_else(|| format!("no `{word}` above"));
        } else if word.contains('\'') {
            Expr::Const(value(&word)?)
        } else {
            let net = self.nets.get(&word).copied();
            Expr::Net(net.ok_or_else(|| format!("`{word}` is not declared"))?)
        };
        Ok(self.add(expr))
    }

    fn add(&mut self, expr: Expr) -> ExprId {
        let nets = &self.module.nets;
        let exprs: &mut ExprPool = &mut self.module.exprs;
        exprs.add(expr, |net| nets[net].width)
    }

    fn node(&mut self, words: &mut Words) -> Parsed<Expr> {
        let op = words.next()?;
        if let Some((op, _)) = UNARY.iter().find(|(_, name)| *name == op) {
            return Ok(Expr::Unary(*op, self.expr(words)?));
        }
        if let Some((op, _)) = BINARY.iter().find(|(_, name)| *name == op) {
            return Ok(Expr::Binary(*op, self.expr(words)?, self.expr(words)?));
        }
        Ok(match op.as_str() {
            "mux" => Expr::Mux {
                condition: self.expr(words)?,
                then: self.expr(words)?,
                otherwise: self.expr(words)?,
            },
            "concat" => Expr::Concat {
                high: self.expr(words)?,
                low: self.expr(words)?,
            },
            "slice" => Expr::Slice {
                source: self.expr(words)?,
                offset: words.number()?,
                width: words.number()?,
            },
            "zext" => Expr::ZeroExtend {
                source: self.expr(words)?,
                width: words.number()?,
            },
            "sext" => Expr::SignExtend {
                source: self.expr(words)?,
                width: words.number()?,
            },
            _ => return Err(format!("`{op}` is not an operator")),
        })
    }
}

fn value(text: &str) -> Parsed<Value> {
    text.parse()
}
