//! A register on the bench that signs the output pins of the circuit in every cycle.

use gatefall_devices::DeviceBench;
use gatefall_netlist::{
    Assign, BinaryOp, ExprId, Module, Net, NetId, NetKind, Port, PortDirection, Register, Value,
};

const WIDTH: u32 = 64;
/// Feedback of the signature: the polynomial of ECMA-182.
const FEEDBACK: u64 = 0x42F0_E1EB_A9EA_3693;
/// Turns of the signature in a cycle. A turn by one would cancel a bit that moves by one.
const TURN: u32 = 7;

/// Adds the register, and an output with its value. No difference of a pin is lost, because a step
/// of the signature is reversible.
pub fn sign(bench: &mut DeviceBench) {
    let top = bench.netlist.top;
    let top = &mut bench.netlist.modules[top];
    let clock = top.port_nets(PortDirection::Input);
    let clock = { clock }.find(|&net| top.nets[net].kind == NetKind::Clock);
    let register = add_net(top, "pin_signature");
    let next = next(
        top,
        register,
        &pins(top, &bench.circuit, bench.watched.len()),
    );
    top.registers.push(Register {
        net: register,
        clock: clock.unwrap(),
        next,
        enable: None,
        initial: Value::zero(WIDTH),
    });
    let value = top.exprs.net(register, WIDTH);
    let net = add_net(top, "signature_of_pins");
    let direction = PortDirection::Output;
    top.ports.push(Port { direction, net });
    top.assigns.push(Assign { net, value });
    bench.netlist.verify().unwrap();
}

/// The outputs of the circuit on the bench. Traced signals are the last ones.
fn pins(bench: &Module, circuit: &str, traced: usize) -> Vec<NetId> {
    let mut instances = bench.instances.values();
    let circuit = instances.find(|instance| instance.name == circuit).unwrap();
    circuit.outputs[..circuit.outputs.len() - traced].to_vec()
}

fn next(top: &mut Module, register: NetId, pins: &[NetId]) -> ExprId {
    let exprs = &mut top.exprs;
    let pins = pins.iter().map(|&pin| (pin, top.nets[pin].width));
    let pins: Vec<ExprId> = pins.map(|(pin, width)| exprs.net(pin, width)).collect();
    let pins = pins.into_iter().reduce(|high, low| exprs.concat(high, low));
    let pins = exprs.zero_extend(pins.unwrap(), WIDTH);
    let now = exprs.net(register, WIDTH);
    let low = exprs.slice(now, 0, WIDTH - TURN);
    let high = exprs.slice(now, WIDTH - TURN, TURN);
    let turned = exprs.concat(low, high);
    let highest = exprs.slice(now, WIDTH - 1, 1);
    let feedback = exprs.constant(Value::new(WIDTH, FEEDBACK));
    let none = exprs.constant(Value::zero(WIDTH));
    let fed_back = exprs.mux(highest, feedback, none);
    let folded = exprs.binary(BinaryOp::Xor, turned, fed_back);
    exprs.binary(BinaryOp::Xor, folded, pins)
}

fn add_net(top: &mut Module, name: &str) -> NetId {
    top.nets.push(Net {
        name: name.to_owned(),
        width: WIDTH,
        kind: NetKind::Unsigned,
    })
}
