//! Tests that violate each invariant, by a change of the text form or of the netlist.

use super::design;
use gatefall_netlist::{
    Assign, BinaryOp, BlackBox, Expr, ExprId, IdVec, Instance, Memory, Module, ModuleId,
    NamedConstant, Net, NetId, NetKind, Netlist, Port, PortDirection, Register, Value,
};

fn child(netlist: &mut Netlist) -> &mut Module {
    netlist.modules.values_mut().next().unwrap()
}

fn top(netlist: &mut Netlist) -> &mut Module {
    netlist.modules.values_mut().nth(1).unwrap()
}

fn net<'a>(module: &'a mut Module, name: &str) -> &'a mut gatefall_netlist::Net {
    let mut nets = module.nets.values_mut();
    nets.find(|net| net.name == name).unwrap()
}

fn memory(module: &mut Module) -> &mut Memory {
    module.memories.values_mut().next().unwrap()
}

fn register(module: &mut Module) -> &mut Register {
    module.registers.values_mut().next().unwrap()
}

fn child_instance(module: &mut Module) -> &mut Instance {
    module.instances.values_mut().next().unwrap()
}

/// Adds an unchecked expression to the pool of a module.
fn add(module: &mut Module, expr: Expr) -> ExprId {
    let nets = &module.nets;
    let width = |net| nets.get(net).map_or(4, |net: &Net| net.width);
    module.exprs.add(expr, width)
}

fn read(module: &mut Module, name: &str) -> ExprId {
    let net = id(module, name);
    add(module, Expr::Net(net))
}

fn id(module: &Module, name: &str) -> NetId {
    let mut nets = module.nets.iter();
    nets.find(|(_, net)| net.name == name).unwrap().0
}

fn new_net(module: &mut Module, name: &str, width: u32, kind: NetKind) -> NetId {
    let name = name.into();
    module.nets.push(Net { name, width, kind })
}

/// A change, and the message about it.
type Break = (fn(&mut Netlist), &'static str);

#[test]
fn each_broken_invariant_is_named() {
    let breaks: &[Break] = &[
        (
            |n| child(n).name = "design".into(),
            "module `design`: the name is used twice",
        ),
        (
            |n| n.top = ModuleId::from(7),
            "module `top`: does not exist",
        ),
        (
            |n| {
                n.enums.push(gatefall_netlist::EnumType {
                    name: "Lamp".into(),
                    variants: vec!["Off".into(), "very on".into()],
                });
            },
            "module `design`: `very on` is not a legal name",
        ),
        (
            |n| {
                n.enums.push(gatefall_netlist::EnumType {
                    name: "Lamp".into(),
                    variants: vec!["Off".into()],
                });
            },
            "module `design`: enumeration `Lamp` has less than two states",
        ),
        (
            |n| child(n).name = "a b".into(),
            "module `a b`: the name is not legal",
        ),
        (
            |n| net(child(n), "step").name.clear(),
            "module `child`: `` is not a legal name",
        ),
        (
            |n| net(child(n), "step").name = "clock".into(),
            "module `child`: two nets are called `clock`",
        ),
        (
            |n| memory(top(n)).name = "a-b".into(),
            "module `design`: `a-b` is not a legal name",
        ),
        (
            |n| memory(top(n)).name = "child[0]".into(),
            "module `design`: two blocks are called `child[0]`",
        ),
        (
            |n| net(child(n), "step").width = 0,
            "module `child`: `step` has no bits",
        ),
        (
            |n| net(child(n), "clock").width = 2,
            "module `child`: clock `clock` is wide",
        ),
        (
            |n| n.enums = IdVec::new(),
            "module `design`: `state` has no enumeration",
        ),
        (
            |n| child(n).assigns[0].net = NetId::from(99),
            "module `child`: Assign(0) drives a net that is not there",
        ),
        (
            |n| net(top(n), "enable").kind = NetKind::Clock,
            "module `design`: clock `enable` is used as data",
        ),
        (
            |n| {
                let child = child(n);
                let net = new_net(child, "tick", 1, NetKind::Clock);
                let value = add(child, Expr::Const(Value::bool(true)));
                child.assigns.push(Assign { net, value });
            },
            "module `child`: clock `tick` is made of data",
        ),
        (
            |n| {
                let child = child(n);
                let output = child
                    .ports
                    .iter()
                    .position(|port| port.direction == PortDirection::Output);
                let output = child.ports[output.unwrap()];
                child.ports.push(output);
            },
            "module `child`: `sum` is two ports",
        ),
        (
            |n| top(n).constants[0].value = Value::new(5, 1u32),
            "module `design`: `limit` has 4 bits, but its value has 5 bits",
        ),
        (
            |n| {
                let top = top(n);
                top.assigns[1].value = top.assigns[0].value;
            },
            "module `design`: `word` has 72 bits, but its value has 4 bits",
        ),
        (
            |n| top(n).assigns[1].value = ExprId::from(9999),
            "module `design`: `word` has 72 bits, but its value is not there",
        ),
        (
            |n| {
                let (net, direction) = (NetId::from(9999), PortDirection::Output);
                child(n).ports.push(Port { direction, net });
            },
            "module `child`: a port is a net that is not there",
        ),
        (
            |n| memory(top(n)).initial = vec![Value::new(8, 0u32); 17],
            "module `design`: contents of memory `ram` do not fit",
        ),
        (
            |n| memory(top(n)).initial[0] = Value::new(9, 0u32),
            "module `design`: contents of memory `ram` do not fit",
        ),
        (
            |n| {
                let mut idle = memory(top(n)).clone();
                idle.name = "idle".into();
                idle.reads.clear();
                top(n).memories.push(idle);
            },
            "module `design`: memory `idle` is never read",
        ),
        (
            |n| memory(top(n)).writes[0].clock = NetId::from(1),
            "module `design`: a port of memory `ram` has no clock",
        ),
        (
            |n| child_instance(top(n)).module = ModuleId::from(1),
            "module `design`: `child[0]` is not below its parent",
        ),
        (
            |n| {
                let top = top(n);
                let wide = top.assigns[1].value;
                child_instance(top).inputs[1] = wide;
            },
            "module `design`: `child[0].step` has 4 bits, but its value has 72 bits",
        ),
        (
            |n| {
                let top = top(n);
                let net = id(top, "child[0].sum");
                let value = Value::new(4, 0u32);
                top.constants.push(NamedConstant { net, value });
                let wide = new_net(top, "spare", 8, NetKind::Unsigned);
                child_instance(top).outputs[0] = wide;
            },
            "module `design`: `child[0].sum` has 4 bits, but its net has 8 bits",
        ),
        (
            |n| {
                let child = child(n);
                let clock = read(child, "clock");
                let net = new_net(child, "tick", 1, NetKind::Clock);
                let direction = PortDirection::Output;
                child.ports.push(Port { direction, net });
                child.assigns.push(Assign { net, value: clock });
                let top = top(n);
                let data = new_net(top, "tick", 1, NetKind::Unsigned);
                child_instance(top).outputs.push(data);
            },
            "module `design`: `child[0].tick` mixes clock and data",
        ),
        (
            |n| {
                let child = child(n);
                child.assigns[0].value = read(child, "step");
                let top = top(n);
                let sum = read(top, "child[0].sum");
                child_instance(top).inputs[1] = sum;
            },
            "module `design`: combinational loop through `child[0].sum`",
        ),
        (
            |n| {
                let state = n.enums.values_mut().next().unwrap();
                state.variants.truncate(1);
            },
            "module `design`: `state` has 2 bits, not 0 for 1 states",
        ),
        (
            |n| register(child(n)).initial = Value::new(5, 3u32),
            "module `child`: `total` has 4 bits, but its initial value has 5 bits",
        ),
        (
            |n| memory(top(n)).reads[0].data = NetId::from(99),
            "module `design`: Read(MemoryId(0), 0) drives a net that is not there",
        ),
        (
            |n| net(child(n), "sum").kind = NetKind::Clock,
            "module `child`: clock `sum` is wide",
        ),
        (
            |n| {
                let child = child(n);
                child.assigns.clear();
                child.black_box = Some(BlackBox {
                    body: None,
                    declarations: String::new(),
                });
            },
            "module `child`: a black box has contents",
        ),
        (
            |n| {
                for module in n.modules.values_mut() {
                    let ports = ["i, output o", "i", "  i  "];
                    let declared = ports.map(|ports| format!("module P(input {ports}); endmodule"));
                    *module = Module {
                        name: module.name.clone(),
                        ..Module::default()
                    };
                    let declarations = match module.name.as_str() {
                        "child" => declared[1..].concat(),
                        _ => declared[0].clone(),
                    };
                    module.black_box = Some(BlackBox {
                        body: None,
                        declarations,
                    });
                }
            },
            "module `design`: declares `P` with another text than `child`; declare all its ports \
             in both",
        ),
    ];
    check(breaks);
}

#[test]
fn each_expression_that_is_not_sound_is_named() {
    const LATER: usize = 99;
    let breaks: &[Break] = &[
        (
            |n| {
                let (source, width) = (ExprId::from(LATER), 8);
                add(child(n), Expr::ZeroExtend { source, width });
            },
            "module `child`: an expression comes before its operand",
        ),
        (
            |n| {
                add(child(n), Expr::Const(Value::new(0, 0u32)));
            },
            "module `child`: a constant has no bits",
        ),
        (
            |n| {
                add(child(n), Expr::Net(NetId::from(LATER)));
            },
            "module `child`: an expression reads a net that is not there",
        ),
        (
            |n| {
                let child = child(n);
                read(child, "step");
                net(child, "step").width = 5;
            },
            "module `child`: `step` has 5 bits, but an expression reads 4 bits",
        ),
        (
            |n| {
                let child = child(n);
                let (a, b) = (read(child, "step"), read(child, "clock"));
                add(child, Expr::Binary(BinaryOp::Xor, a, b));
            },
            "module `child`: the operands of `xor` have 4 bits and 1 bit, not the same number",
        ),
        (
            |n| {
                let child = child(n);
                let (condition, then) = (read(child, "clock"), read(child, "step"));
                let otherwise = condition;
                add(
                    child,
                    Expr::Mux {
                        condition,
                        then,
                        otherwise,
                    },
                );
            },
            "module `child`: the arms of `mux` have 4 bits and 1 bit, not the same number",
        ),
        (
            |n| {
                let child = child(n);
                let (source, offset, width) = (read(child, "step"), 4, 0);
                add(
                    child,
                    Expr::Slice {
                        source,
                        offset,
                        width,
                    },
                );
            },
            "module `child`: `slice` takes no bits",
        ),
        (
            |n| {
                let child = child(n);
                let (source, offset, width) = (read(child, "step"), 1, 4);
                add(
                    child,
                    Expr::Slice {
                        source,
                        offset,
                        width,
                    },
                );
            },
            "module `child`: `slice` takes 4 bits from bit 1 of a value of 4 bits",
        ),
        (
            |n| {
                let child = child(n);
                let (source, width) = (read(child, "step"), 4);
                add(child, Expr::SignExtend { source, width });
            },
            "module `child`: `sext` extends 4 bits to 4 bits, which are not more",
        ),
    ];
    check(breaks);
}

#[track_caller]
fn check(breaks: &[Break]) {
    let sound = design();
    sound.verify().unwrap();
    for (number, (break_it, expected)) in breaks.iter().enumerate() {
        let mut netlist = sound.clone();
        break_it(&mut netlist);
        let error = netlist.verify().unwrap_err().to_string();
        assert_eq!(error, *expected, "the change with the number {number}");
    }
}

fn refused(from: &str, to: &str) -> String {
    let text = design().to_text();
    assert!(text.contains(from), "`{from}` is not in\n{text}");
    Netlist::from_text(&text.replacen(from, to, 1))
        .unwrap()
        .verify()
        .unwrap_err()
        .to_string()
}

#[test]
fn verifier_states_what_is_wrong() {
    let check = |from: &str, to: &str, expected: &str| assert_eq!(refused(from, to), expected);
    check(
        "  assign word = ram.data\n",
        "",
        "module `design`: `word` is not driven",
    );
    check(
        "  assign word = ram.data\n",
        "  assign word = ram.data\n  assign word = ram.data\n",
        "module `design`: `word` is driven twice",
    );
    check(
        "(not ram.data)",
        "limit",
        "module `design`: ports of memory `ram` do not fit",
    );
    check(
        "enable enable\n",
        "enable step\n",
        "module `design`: enable of register `state` is not one bit",
    );
    check(
        "(add total step)",
        "(concat total step)",
        "module `child`: `total` has 4 bits, but its next value has 8 bits",
    );
    check(
        "(mux %1 2'h1",
        "(mux step 2'h1",
        "module `design`: the condition of `mux` has 4 bits, not 1",
    );
    check(
        "register total clock clock",
        "register total clock step",
        "module `child`: `total` has no clock",
    );
    check(
        "connect child[0] clock = clock",
        "connect child[0] clock = enable",
        "module `design`: `child[0].clock` mixes clock and data",
    );
    check(
        "enable enable\n",
        "enable clock\n",
        "module `design`: clock `clock` is used as data",
    );
    check(
        "connect child[0] step = step\n",
        "",
        "module `design`: `child[0]` does not connect each port once",
    );
    check(
        "Idle Run Done",
        "Idle Run Zurück",
        "module `design`: `Zurück` is not a legal name",
    );
    check(
        "state : e0/2",
        "state : e0/3",
        "module `design`: `state` has 3 bits, not 2 for 3 states",
    );
    check(
        "assign sum = total",
        "assign sum = (add sum step)",
        "module `child`: combinational loop through `sum`",
    );
}
