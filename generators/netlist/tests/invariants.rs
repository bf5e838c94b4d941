//! The invariants that the text form cannot break, or not alone: each is broken in the netlist itself.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

use gatefall_netlist::{
    BlackBox, Direction, IdVec, Memory, Module, ModuleId, NetId, NetKind, Netlist, Value,
};

const DESIGN: &str = "top top

enum e0 State Idle Run

module child {
  input clock : clock
  input step : 4
  output sum : 4
  net total : 4
  assign sum = total
  register total clock clock initial 4'h3 next (add total step)
}

module top {
  input clock : clock
  input enable : 1
  output sum : 4
  output word : 8
  net state : e0/1
  net child.sum : 4
  net limit : 4
  net ram.data : 8
  constant limit = 4'hc
  assign sum = child.sum
  assign word = ram.data
  register state clock clock initial 1'h0 next (not state) enable enable
  memory ram width 8 address 4
  contents ram ff 12
  read ram data ram.data address limit clock clock
  write ram clock clock enable enable address limit data (not ram.data)
  instance child of child
  connect child clock = clock
  connect child step = limit
  drive child sum -> child.sum
}
";

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

/// What a change breaks.
type Break = (fn(&mut Netlist), &'static str);

#[test]
fn each_broken_invariant_is_named() {
    let sound = Netlist::from_text(DESIGN).unwrap();
    sound.verify().unwrap();
    let breaks: &[Break] = &[
        (
            |n| child(n).name = "top".into(),
            "module `top`: the name is used twice",
        ),
        (
            |n| n.top = ModuleId::from(7),
            "module `top`: does not exist",
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
            "module `top`: `a-b` is not a legal name",
        ),
        (
            |n| memory(top(n)).name = "child".into(),
            "module `top`: two blocks are called `child`",
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
            "module `top`: `state` has no enumeration",
        ),
        (
            |n| child(n).assigns[0].net = NetId::from(99),
            "module `child`: Assign(0) drives a net that is not there",
        ),
        (
            |n| net(top(n), "enable").kind = NetKind::Clock,
            "module `top`: clock `enable` is used as data",
        ),
        (
            |n| {
                let net = net(top(n), "state");
                net.kind = NetKind::Clock;
            },
            "module `top`: clock `state` is made of data",
        ),
        (
            |n| {
                let child = child(n);
                let output = child
                    .ports
                    .iter()
                    .position(|port| port.direction == Direction::Output);
                let output = child.ports[output.unwrap()];
                child.ports.push(output);
            },
            "module `child`: `sum` is two ports",
        ),
        (
            |n| top(n).constants[0].value = Value::new(5, 1u32),
            "module `top`: constant `limit` does not fit",
        ),
        (
            |n| {
                let top = top(n);
                top.assigns[1].value = top.assigns[0].value;
            },
            "module `top`: what `word` gets does not fit",
        ),
        (
            |n| memory(top(n)).initial = vec![Value::new(8, 0u32); 17],
            "module `top`: contents of memory `ram` do not fit",
        ),
        (
            |n| memory(top(n)).initial[0] = Value::new(9, 0u32),
            "module `top`: contents of memory `ram` do not fit",
        ),
        (
            |n| {
                let mut idle = memory(top(n)).clone();
                idle.name = "idle".into();
                idle.reads.clear();
                top(n).memories.push(idle);
            },
            "module `top`: memory `idle` is never read",
        ),
        (
            |n| memory(top(n)).writes[0].clock = NetId::from(1),
            "module `top`: a port of memory `ram` has no clock",
        ),
        (
            |n| {
                let instance = top(n).instances.values_mut().next().unwrap();
                instance.module = ModuleId::from(1);
            },
            "module `top`: `child` is not below its parent",
        ),
        (
            |n| {
                let top = top(n);
                let wide = top.assigns[1].value;
                top.instances.values_mut().next().unwrap().inputs[1] = wide;
            },
            "module `top`: `child.step` does not fit",
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
    ];
    for (number, (break_it, expected)) in breaks.iter().enumerate() {
        let mut netlist = sound.clone();
        break_it(&mut netlist);
        let error = netlist.verify().unwrap_err().to_string();
        assert_eq!(error, *expected, "the change with the number {number}");
    }
}
