//! Claims about the Verilog writer: yosys reads the text of templates, and each net has the value
//! of its expression.

use crate::formula;
use crate::solver::Claim;
use crate::templates::Templates;
use crate::MAX_WIDTH;
use gatefall_netlist::{
    Assign, Expr, ExprId, IdVec, Module, NamedConstant, Net, NetId, NetKind, Netlist, Port,
    PortDirection, Register, Value,
};
use gatefall_tests::KeptRun;
use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

/// The product of two values, which is any function here. The text may not change its operands, so
/// no claim is about a multiplier, for which a solver needs very long.
const PRODUCT: &str = "product";

/// A module with a template in each output, and the text of it.
pub struct Written {
    module: Module,
    pub text: String,
}

/// Adds templates to a module.
struct Builder<'a> {
    templates: &'a Templates,
    module: Module,
    /// Nets of the named constants, which all templates share.
    named: BTreeMap<NetId, NetId>,
    clock: NetId,
}

impl Builder<'_> {
    fn net(&mut self, name: &str, width: u32, kind: NetKind) -> NetId {
        let name = format!("{name}{}", self.module.nets.len());
        self.module.nets.push(Net { name, width, kind })
    }

    fn port(&mut self, direction: PortDirection, name: &str, width: u32) -> NetId {
        let net = self.net(name, width, NetKind::Unsigned);
        self.module.ports.push(Port { direction, net });
        net
    }

    /// Copies an expression as it is. `nets` are those of its template.
    fn copy(&mut self, id: ExprId, nets: &mut BTreeMap<NetId, NetId>) -> ExprId {
        let templates = self.templates;
        let width = templates.pool.width(id);
        let expr = match *templates.pool.expr(id) {
            Expr::Net(net) => {
                let known = nets.get(&net).or(self.named.get(&net)).copied();
                let own = known.unwrap_or_else(|| match templates.nets.value(net) {
                    Some(value) => self.constant(net, value),
                    None => self.port(PortDirection::Input, "i", width),
                });
                nets.insert(net, own);
                Expr::Net(own)
            }
            ref expr => expr.map(|operand| self.copy(operand, nets)),
        };
        self.module.exprs.add(expr, |_| width)
    }

    fn constant(&mut self, net: NetId, value: Value) -> NetId {
        let own = self.net("named", value.width(), NetKind::Unsigned);
        self.named.insert(net, own);
        self.module
            .constants
            .push(NamedConstant { net: own, value });
        own
    }

    fn output(&mut self, value: ExprId) {
        let net = self.port(PortDirection::Output, "o", self.module.exprs.width(value));
        self.module.assigns.push(Assign { net, value });
    }

    fn register(&mut self, next: ExprId, enable: Option<ExprId>) {
        let width = self.templates.pool.width(next);
        let net = self.net("r", width, NetKind::Unsigned);
        let nets = &self.templates.nets;
        let all = (0..nets.widths.len()).map(NetId::from);
        let kept = all.filter(|&inner| nets.is_kept(inner));
        let mut nets = kept.map(|inner| (inner, net)).collect();
        let next = self.copy(next, &mut nets);
        let enable = enable.map(|enable| self.copy(enable, &mut nets));
        let (clock, initial) = (self.clock, Value::zero(width));
        self.module.registers.push(Register {
            net,
            clock,
            next,
            enable,
            initial,
        });
        // Not the register itself, so that the port has no part in the cut at the register.
        let value = self.module.exprs.net(net, width);
        let value = self.module.exprs.not(value);
        self.output(value);
    }
}

impl Written {
    pub fn new(templates: &Templates) -> Written {
        let mut module = Module {
            name: "m".to_owned(),
            ..Module::default()
        };
        let clock = module.nets.push(Net {
            name: "clock".to_owned(),
            width: 1,
            kind: NetKind::Clock,
        });
        let direction = PortDirection::Input;
        module.ports.push(Port {
            direction,
            net: clock,
        });
        let mut builder = Builder {
            templates,
            module,
            named: BTreeMap::new(),
            clock,
        };
        for &value in &templates.values {
            let value = builder.copy(value, &mut BTreeMap::new());
            builder.output(value);
        }
        for &(next, enable) in &templates.registers {
            builder.register(next, enable);
        }
        let module = builder.module;
        let mut modules = IdVec::new();
        let top = modules.push(module.clone());
        let netlist = Netlist {
            modules,
            enums: IdVec::new(),
            top,
        };
        netlist.verify().unwrap();
        let text = gatefall_verilog::text(&netlist, &Default::default());
        Written { module, text }
    }

    /// The meaning of the text, as yosys reads it, with inputs and outputs in a state `s`. Each
    /// register is cut: its value is an input, and its next value is an output.
    pub fn read(&self) -> String {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("m.v"), &self.text).unwrap();
        let script = "read_verilog m.v; hierarchy -check -top m; proc; \
                      expose -evert-dff m/c:* m/w:r*; write_smt2 m.smt2";
        let mut yosys = Command::new("yosys");
        let yosys = yosys.args(["-q", "-p", script]);
        let output = KeptRun::new(yosys.current_dir(folder.path())).run(20);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{said}\n{}", self.text);
        let circuit = fs::read_to_string(folder.path().join("m.smt2")).unwrap();
        let circuit = with_any_product(&circuit);
        let product = |width: u32| {
            let value = format!("(_ BitVec {width})");
            format!("(declare-fun {PRODUCT} ({value} {value}) {value})\n")
        };
        let products: String = (1..=MAX_WIDTH).map(product).collect();
        format!("{products}{circuit}(declare-const s |m_s|)\n")
    }

    /// Every output has the value of its template, and so has every register after a clock.
    pub fn claims(&self) -> Vec<Claim> {
        let module = &self.module;
        let value = |id| with_any_product(&formula::of(&module.exprs, id, &|net, _| self.net(net)));
        let claim = |net: NetId, left, right| Claim {
            name: module.nets[net].name.clone(),
            left,
            right,
            given: "true".to_owned(),
        };
        let outputs = module.assigns.iter();
        let outputs = outputs.map(|assign| {
            let right = self.net(assign.net);
            claim(assign.net, value(assign.value), right)
        });
        let registers = module.registers.values();
        let registers = registers.map(|register| {
            let (next, old) = (value(register.next), self.net(register.net));
            let next = register.enable.map_or(next.clone(), |enable| {
                format!("(ite (= {} #b1) {next} {old})", value(enable))
            });
            claim(register.net, next, self.port_of(register.net, ".d"))
        });
        outputs.chain(registers).collect()
    }

    /// Formulas of all inputs.
    pub fn inputs(&self) -> Vec<String> {
        let inputs = self.module.port_nets(PortDirection::Input);
        inputs.map(|net| self.net(net)).collect()
    }

    /// Value of a net.
    fn net(&self, net: NetId) -> String {
        let mut constants = self.module.constants.iter();
        if let Some(constant) = constants.find(|constant| constant.net == net) {
            return formula::constant(&constant.value);
        }
        let mut registers = self.module.registers.values();
        let is_register = registers.any(|register| register.net == net);
        self.port_of(net, if is_register { ".q" } else { "" })
    }

    /// Value of a port that is named after a net.
    fn port_of(&self, net: NetId, suffix: &str) -> String {
        let Net { name, width, .. } = &self.module.nets[net];
        let value = format!("(|m_n {name}{suffix}| s)");
        match width {
            1 => format!("(ite {value} #b1 #b0)"),
            _ => value,
        }
    }
}

/// Formulas with a function in place of multiplication.
fn with_any_product(formulas: &str) -> String {
    formulas.replace("bvmul", PRODUCT)
}
