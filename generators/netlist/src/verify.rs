//! Verifier: checks every invariant of a netlist.

use std::collections::{HashMap, HashSet};
use std::fmt::Display;

use crate::black_box::BlackBox;
use crate::error::VerifyError;
use crate::expr::{BinaryOp, Expr};
use crate::ids::{ExprId, IdVec, ModuleId, NetId};
use crate::limits::{too_wide, MAX_ADDRESS_WIDTH, MAX_DEPTH, MAX_ITEMS};
use crate::netlist::{Driver, Module, NetKind, Netlist, PortDirection};
use crate::write::{name_of, BINARY};

impl Netlist {
    /// Checks every invariant:
    ///
    /// 1. **Names.** Module names are unique. Within a module, net names are unique; names of
    ///    instances and memories together are unique. Names, also of states, consist of letters,
    ///    digits and `_ . [ ]`, with at least one letter, digit or `_`.
    /// 2. **Order.** A module instantiates only modules with a smaller id. The top exists.
    /// 3. **Drivers.** Each net has exactly one driver: an input port, a constant, an assignment, a
    ///    register, a memory's read port, an instance's output, or, in a black box, an output port.
    ///    A net belongs to at most one port.
    /// 4. **Widths.** Widths are at least 1. Operands of an operator have the same width, except
    ///    the amount of a shift. A multiplexer's condition has one bit and its arms the same
    ///    width. A slice is not empty and lies within its source. An extension is wider than its
    ///    source. An assigned value has the width of its net. The same holds for a register's
    ///    next and initial value, a memory's addresses and words, and connections of ports.
    ///    Enables have one bit.
    /// 5. **Order of nodes.** Operands have smaller ids than their users.
    /// 6. **Clocks.** Registers and clocked ports name a net of kind clock. Such nets have one bit.
    ///    Their driver is an input port, an instance, or an assignment of another clock.
    ///    Expressions contain them only as the whole of such an assignment or of an instance's
    ///    input. Clock ports get clocks, other ports do not.
    /// 7. **Enumerations.** Nets of an enumeration have the width that the number of states
    ///    requires. An enumeration has at least two states, also if no net has it.
    /// 8. **Memories.** There are no more initial words than addresses, and at least one read port.
    /// 9. **Black boxes.** A black box has ports and nothing else. All that declare a primitive of
    ///    the FPGA declare it alike, apart from white space.
    /// 10. **Size.** Values are at most [`MAX_WIDTH`](crate::MAX_WIDTH) wide, addresses at most
    ///     [`MAX_ADDRESS_WIDTH`](crate::MAX_ADDRESS_WIDTH). Instances are nested at most
    ///     [`MAX_DEPTH`](crate::MAX_DEPTH) deep. They have at most
    ///     [`MAX_ITEMS`](crate::MAX_ITEMS) nets and expression nodes in all.
    /// 11. **Loops.** No net depends on itself without a register or clocked read port in between,
    ///     also across instances.
    ///
    /// # Errors
    /// The first violated invariant.
    pub fn verify(&self) -> Result<(), VerifyError> {
        let mut names = HashSet::new();
        for (id, module) in self.modules.iter() {
            let check = Check {
                netlist: self,
                id,
                module,
            };
            check.that(names.insert(module.name.as_str()), || {
                "the name is used twice".into()
            })?;
            check.run()?;
        }
        if self.modules.get(self.top).is_none() {
            return Err(VerifyError {
                module: "top".into(),
                problem: "does not exist".into(),
            });
        }
        for kind in self.enums.values() {
            let mut names = [&kind.name].into_iter().chain(&kind.variants);
            let problem = match names.find(|name| !is_name(name)) {
                Some(name) => format!("`{name}` is not a legal name"),
                None if kind.variants.len() < 2 => {
                    format!("enumeration `{}` has less than two states", kind.name)
                }
                None => continue,
            };
            return Err(VerifyError {
                module: self.top().name.clone(),
                problem,
            });
        }
        self.check_declarations()?;
        self.check_size()?;
        match self.combinational_loop() {
            None => Ok(()),
            Some(found) => {
                let module = &self.modules[found.module];
                let nets: Vec<&str> = found
                    .nets
                    .iter()
                    .map(|&net| module.nets[net].name.as_str())
                    .collect();
                let problem = format!("combinational loop through `{}`", nets.join("`, `"));
                Err(VerifyError {
                    module: module.name.clone(),
                    problem,
                })
            }
        }
    }

    /// Compares all declarations of a primitive.
    fn check_declarations(&self) -> Checked {
        let mut known = HashMap::new();
        for module in self.modules.values() {
            for (name, text) in module.black_box.iter().flat_map(BlackBox::declared) {
                let Some(name) = name else { continue };
                let text: String = text.split_whitespace().collect();
                let (first, other) = known.entry(name).or_insert((text.clone(), &module.name));
                if *first != text {
                    return Err(VerifyError {
                        module: module.name.clone(),
                        problem: format!(
                            "declares `{name}` with another text than `{other}`; declare all its \
                             ports in both"
                        ),
                    });
                }
            }
        }
        Ok(())
    }

    /// Checks the nesting depth and the total number of items. Works module by module, because the
    /// number of instances may be too large to enumerate.
    fn check_size(&self) -> Checked {
        let mut sizes: IdVec<ModuleId, (usize, u64)> = IdVec::new();
        for module in self.modules.values() {
            let mut depth = 1;
            let mut items = (module.nets.len() + module.exprs.len()) as u64 + 1;
            for instance in module.instances.values() {
                let (below, inside) = sizes[instance.module];
                depth = depth.max(below + 1);
                items = items.saturating_add(inside);
            }
            let problem = if depth > MAX_DEPTH {
                format!("instances are nested more than {MAX_DEPTH} deep")
            } else if items > MAX_ITEMS {
                format!("its instances have more than {MAX_ITEMS} nets and expressions in all")
            } else {
                sizes.push((depth, items));
                continue;
            };
            return Err(VerifyError {
                module: module.name.clone(),
                problem,
            });
        }
        Ok(())
    }
}

struct Check<'a> {
    netlist: &'a Netlist,
    id: ModuleId,
    module: &'a Module,
}

type Checked = Result<(), VerifyError>;

impl Check<'_> {
    fn that(&self, holds: bool, problem: impl FnOnce() -> String) -> Checked {
        if holds {
            return Ok(());
        }
        Err(VerifyError {
            module: self.module.name.clone(),
            problem: problem(),
        })
    }

    fn run(&self) -> Checked {
        self.names()?;
        self.nets()?;
        self.exprs()?;
        self.drivers()?;
        self.state()?;
        self.instances()?;
        let clocks_used = self.clock_reads();
        self.that(clocks_used.is_empty(), || {
            format!("clock `{}` is used as data", self.name(clocks_used[0]))
        })?;
        let empty = self.module.assigns.is_empty()
            && self.module.constants.is_empty()
            && self.module.registers.is_empty()
            && self.module.memories.is_empty()
            && self.module.instances.is_empty();
        self.that(self.module.black_box.is_none() || empty, || {
            "a black box has contents".into()
        })
    }

    fn name(&self, net: NetId) -> &str {
        self.module
            .nets
            .get(net)
            .map_or("?", |net| net.name.as_str())
    }

    fn names(&self) -> Checked {
        let module = self.module;
        self.that(is_name(&module.name), || "the name is not legal".into())?;
        let mut nets = HashSet::new();
        for net in module.nets.values() {
            self.that(is_name(&net.name), || {
                format!("`{}` is not a legal name", net.name)
            })?;
            self.that(nets.insert(&net.name), || {
                format!("two nets are called `{}`", net.name)
            })?;
        }
        let mut blocks = HashSet::new();
        let instances = module.instances.values().map(|instance| &instance.name);
        for name in instances.chain(module.memories.values().map(|memory| &memory.name)) {
            self.that(is_name(name), || format!("`{name}` is not a legal name"))?;
            self.that(blocks.insert(name), || {
                format!("two blocks are called `{name}`")
            })?;
        }
        Ok(())
    }

    fn nets(&self) -> Checked {
        for net in self.module.nets.values() {
            self.that(net.width > 0, || format!("`{}` has no bits", net.name))?;
            let problem = too_wide(net.width);
            self.that(problem.is_none(), || {
                format!("`{}`: {}", net.name, problem.unwrap_or_default())
            })?;
            match net.kind {
                NetKind::Clock => {
                    self.that(net.width == 1, || format!("clock `{}` is wide", net.name))?;
                }
                NetKind::Enum(id) => {
                    let Some(kind) = self.netlist.enums.get(id) else {
                        return self.that(false, || format!("`{}` has no enumeration", net.name));
                    };
                    let width = kind.variants.len().next_power_of_two().trailing_zeros();
                    self.that(width == net.width, || {
                        let (found, states) = (bits(net.width), kind.variants.len());
                        format!(
                            "`{}` has {found}, not {width} for {states} states",
                            net.name
                        )
                    })?;
                }
                NetKind::Unsigned | NetKind::Signed => {}
            }
        }
        Ok(())
    }

    fn exprs(&self) -> Checked {
        let pool = &self.module.exprs;
        for id in pool.ids() {
            let expr = pool.expr(id);
            self.that(expr.operands().all(|operand| operand < id), || {
                "an expression comes before its operand".into()
            })?;
            let width = |id: ExprId| pool.width(id);
            let problem = too_wide(width(id));
            self.that(problem.is_none(), || {
                format!("an expression is too wide: {}", problem.unwrap_or_default())
            })?;
            if let Some(problem) = self.disagreement(id) {
                return self.that(false, || problem);
            }
        }
        Ok(())
    }

    /// Error text if the widths of a node do not agree. Its operands are in range.
    fn disagreement(&self, id: ExprId) -> Option<String> {
        let pool = &self.module.exprs;
        let width = |id: ExprId| pool.width(id);
        match *pool.expr(id) {
            Expr::Const(_) if width(id) == 0 => Some("a constant has no bits".into()),
            Expr::Net(net) => match self.module.nets.get(net) {
                None => Some("an expression reads a net that is not there".into()),
                Some(net) if net.width != width(id) => Some(format!(
                    "`{}` has {}, but an expression reads {}",
                    net.name,
                    bits(net.width),
                    bits(width(id))
                )),
                Some(_) => None,
            },
            Expr::Binary(BinaryOp::Shl | BinaryOp::Shr, _, _) => None,
            Expr::Binary(op, a, b) if width(a) != width(b) => Some(format!(
                "the operands of `{}` have {} and {}, not the same number",
                name_of(&BINARY, &op),
                bits(width(a)),
                bits(width(b))
            )),
            Expr::Mux { condition, .. } if width(condition) != 1 => Some(format!(
                "the condition of `mux` has {}, not 1",
                bits(width(condition))
            )),
            Expr::Mux {
                then, otherwise, ..
            } if width(then) != width(otherwise) => Some(format!(
                "the arms of `mux` have {} and {}, not the same number",
                bits(width(then)),
                bits(width(otherwise))
            )),
            Expr::Slice { width: 0, .. } => Some("`slice` takes no bits".into()),
            Expr::Slice {
                source,
                offset,
                width: taken,
            } if u64::from(offset) + u64::from(taken) > u64::from(width(source)) => Some(format!(
                "`slice` takes {} from bit {offset} of a value of {}",
                bits(taken),
                bits(width(source))
            )),
            Expr::ZeroExtend { source, .. } if width(id) <= width(source) => {
                Some(self.no_extension("zext", source, id))
            }
            Expr::SignExtend { source, .. } if width(id) <= width(source) => {
                Some(self.no_extension("sext", source, id))
            }
            _ => None,
        }
    }

    fn no_extension(&self, operator: &str, source: ExprId, id: ExprId) -> String {
        let width = |id: ExprId| bits(self.module.exprs.width(id));
        let (from, to) = (width(source), width(id));
        format!("`{operator}` extends {from} to {to}, which are not more")
    }

    fn drivers(&self) -> Checked {
        let mut driven = vec![false; self.module.nets.len()];
        for (net, driver) in self.module.drivers() {
            let Some(data) = self.module.nets.get(net) else {
                return self.that(false, || {
                    format!("{driver:?} drives a net that is not there")
                });
            };
            let known = std::mem::replace(&mut driven[usize::from(net)], true);
            self.that(!known, || format!("`{}` is driven twice", data.name))?;
            let may_be_clock = match driver {
                Driver::Assign(index) => self.is_clock_read(self.module.assigns[index].value),
                Driver::Input(_) | Driver::Instance(..) | Driver::BlackBox(_) => true,
                Driver::Constant(_) | Driver::Register(_) | Driver::Read(..) => false,
            };
            self.that(data.kind != NetKind::Clock || may_be_clock, || {
                format!("clock `{}` is made of data", data.name)
            })?;
        }
        for (id, net) in self.module.nets.iter() {
            self.that(driven[usize::from(id)], || {
                format!("`{}` is not driven", net.name)
            })?;
        }
        let mut ports = HashSet::new();
        for port in &self.module.ports {
            self.that(self.module.nets.get(port.net).is_some(), || {
                "a port is a net that is not there".into()
            })?;
            self.that(ports.insert(port.net), || {
                format!("`{}` is two ports", self.name(port.net))
            })?;
        }
        for constant in &self.module.constants {
            let found = Some(constant.value.width());
            self.fits(self.net(constant.net), "its value", found)?;
        }
        for assign in &self.module.assigns {
            let found = self.expr_width(assign.value);
            self.fits(self.net(assign.net), "its value", found)?;
        }
        Ok(())
    }

    /// Name and width of a net that is there.
    fn net(&self, net: NetId) -> (&str, u32) {
        let net = &self.module.nets[net];
        (&net.name, net.width)
    }

    /// Checks the width of the value of a net or port. `None`: there is no value.
    fn fits(&self, target: (impl Display, u32), role: &str, found: Option<u32>) -> Checked {
        let (name, width) = target;
        self.that(found == Some(width), || match found {
            Some(found) => format!(
                "`{name}` has {}, but {role} has {}",
                bits(width),
                bits(found)
            ),
            None => format!("`{name}` has {}, but {role} is not there", bits(width)),
        })
    }

    fn width(&self, net: NetId) -> Option<u32> {
        self.module.nets.get(net).map(|net| net.width)
    }

    fn expr_width(&self, id: ExprId) -> Option<u32> {
        (usize::from(id) < self.module.exprs.len()).then(|| self.module.exprs.width(id))
    }

    fn is_clock(&self, net: NetId) -> bool {
        self.module
            .nets
            .get(net)
            .is_some_and(|net| net.kind == NetKind::Clock)
    }

    /// True if the value is there and is the plain read of a clock.
    fn is_clock_read(&self, id: ExprId) -> bool {
        let net = (self.expr_width(id)).and_then(|_| self.module.exprs.as_net(id));
        net.is_some_and(|net| self.is_clock(net))
    }

    fn state(&self) -> Checked {
        for register in self.module.registers.values() {
            let name = self.name(register.net);
            let (next, initial) = (self.expr_width(register.next), register.initial.width());
            self.fits(self.net(register.net), "its next value", next)?;
            self.fits(self.net(register.net), "its initial value", Some(initial))?;
            let enable = register
                .enable
                .is_none_or(|enable| self.expr_width(enable) == Some(1));
            self.that(enable, || {
                format!("enable of register `{name}` is not one bit")
            })?;
            self.that(self.is_clock(register.clock), || {
                format!("`{name}` has no clock")
            })?;
        }
        for memory in self.module.memories.values() {
            let name = &memory.name;
            self.that(memory.address_width <= MAX_ADDRESS_WIDTH, || {
                let found = memory.address_width;
                format!(
                    "addresses of memory `{name}` have {found} bits, more than {MAX_ADDRESS_WIDTH}"
                )
            })?;
            let (width, address) = (Some(memory.width), Some(memory.address_width));
            let contents = memory.initial.len() as u64 <= 1 << memory.address_width
                && memory
                    .initial
                    .iter()
                    .all(|word| word.width() == memory.width);
            self.that(contents, || {
                format!("contents of memory `{name}` do not fit")
            })?;
            self.that(!memory.reads.is_empty(), || {
                format!("memory `{name}` is never read")
            })?;
            let reads = memory.reads.iter().all(|read| {
                self.expr_width(read.address) == address && self.width(read.data) == width
            });
            let writes = memory.writes.iter().all(|write| {
                self.expr_width(write.address) == address
                    && self.expr_width(write.data) == width
                    && self.expr_width(write.enable) == Some(1)
            });
            self.that(reads && writes, || {
                format!("ports of memory `{name}` do not fit")
            })?;
            let mut clocks = (memory.reads.iter().filter_map(|read| read.clock))
                .chain(memory.writes.iter().map(|write| write.clock));
            self.that(clocks.all(|clock| self.is_clock(clock)), || {
                format!("a port of memory `{name}` has no clock")
            })?;
        }
        Ok(())
    }

    fn instances(&self) -> Checked {
        for instance in self.module.instances.values() {
            let name = &instance.name;
            self.that(instance.module < self.id, || {
                format!("`{name}` is not below its parent")
            })?;
            let child = &self.netlist.modules[instance.module];
            let inputs: Vec<NetId> = child.port_nets(PortDirection::Input).collect();
            let outputs: Vec<NetId> = child.port_nets(PortDirection::Output).collect();
            let counts =
                inputs.len() == instance.inputs.len() && outputs.len() == instance.outputs.len();
            self.that(counts, || {
                format!("`{name}` does not connect each port once")
            })?;
            for (&port, &value) in inputs.iter().zip(&instance.inputs) {
                let port = &child.nets[port];
                let port_name = format_args!("{name}.{}", port.name);
                self.fits((port_name, port.width), "its value", self.expr_width(value))?;
                let from_clock = matches!(
                    self.module.exprs.expr(value), &Expr::Net(net) if self.is_clock(net)
                );
                self.that((port.kind == NetKind::Clock) == from_clock, || {
                    format!("`{name}.{}` mixes clock and data", port.name)
                })?;
            }
            for (&port, &net) in outputs.iter().zip(&instance.outputs) {
                let port = &child.nets[port];
                let port_name = format_args!("{name}.{}", port.name);
                self.fits((port_name, port.width), "its net", self.width(net))?;
                self.that((port.kind == NetKind::Clock) == self.is_clock(net), || {
                    format!("`{name}.{}` mixes clock and data", port.name)
                })?;
            }
        }
        Ok(())
    }

    /// Clock nets that are read as data.
    fn clock_reads(&self) -> Vec<NetId> {
        let (module, pool) = (self.module, &self.module.exprs);
        let operands = pool.ids().flat_map(|id| pool.expr(id).operands());
        let inputs = module.instances.values().flat_map(|i| &i.inputs).copied();
        let to_clocks = module
            .assigns
            .iter()
            .filter(|assign| self.is_clock(assign.net));
        // All reads of a net are one node, so each use is counted.
        let mut as_clock = HashMap::<ExprId, usize>::new();
        for root in inputs.chain(to_clocks.map(|assign| assign.value)) {
            *as_clock.entry(root).or_default() += 1;
        }
        let is_other = |root: &ExprId| match as_clock.get_mut(root) {
            Some(uses @ 1..) => {
                *uses -= 1;
                false
            }
            _ => true,
        };
        let others = module.roots().into_iter().filter(is_other);
        (operands.chain(others).filter_map(|id| pool.as_net(id)))
            .filter(|&net| self.is_clock(net))
            .collect()
    }
}

/// A number of bits, for messages.
fn bits(width: u32) -> String {
    match width {
        1 => "1 bit".into(),
        _ => format!("{width} bits"),
    }
}

fn is_name(name: &str) -> bool {
    name.contains(|c: char| c.is_ascii_alphanumeric() || c == '_')
        && name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '[' | ']'))
}
