//! Signs the whole state of a design in every cycle, as part of the design.

use gatefall_netlist::{
    Assign, BinaryOp, ExprId, Module, ModuleId, Net, NetId, NetKind, Netlist, Port, PortDirection,
    Register, Value,
};

/// Name of the output of the top.
pub const SIGNATURE: &str = "state_signature";
const WIDTH: u32 = 64;
/// Feedback of the signature register: the polynomial of ECMA-182.
const FEEDBACK: u64 = 0x42F0_E1EB_A9EA_3693;
/// Turns of the signature from one cycle to the next. The step is reversible, so that no difference
/// is lost: the feedback leaves the bit alone that the highest turns to.
const TURN: u32 = 7;
/// Turns from one part of the state to the next, so that equal parts differ in the sum.
const STEP: u32 = 13;

/// Adds an output to the top: a signature of all cycles so far. It has every register, the word
/// that every memory read, and every write to a memory. Each module gets an output with its part.
pub fn sign(netlist: &mut Netlist) {
    let ids: Vec<ModuleId> = netlist.modules.ids().collect();
    let mut outputs: Vec<NetId> = Vec::new();
    // Children come before parents.
    for &id in &ids {
        let module = &mut netlist.modules[id];
        let mut parts = own_state(module);
        for instance in module.instances.values_mut() {
            let name = format!("{}_state", instance.name);
            let net = add_net(&mut module.nets, &name);
            instance.outputs.push(net);
            parts.push(module.exprs.net(net, WIDTH));
        }
        let hash = fold(module, &parts);
        outputs.push(add_output(module, "state_hash", hash));
    }
    let top = &mut netlist.modules[netlist.top];
    let clock = top
        .port_nets(PortDirection::Input)
        .find(|&net| top.nets[net].kind == NetKind::Clock);
    let clock = clock.expect("the top has a clock");
    let state = outputs[usize::from(netlist.top)];
    let register = add_net(&mut top.nets, "signature_register");
    let exprs = &mut top.exprs;
    let (now, hash) = (exprs.net(register, WIDTH), exprs.net(state, WIDTH));
    // A turn by one would cancel a bit that moves by one in a shift register.
    let (low, high) = (
        exprs.slice(now, 0, WIDTH - TURN),
        exprs.slice(now, WIDTH - TURN, TURN),
    );
    let turned = exprs.concat(low, high);
    let highest = exprs.slice(now, WIDTH - 1, 1);
    let (feedback, none) = (
        exprs.constant(Value::new(WIDTH, FEEDBACK)),
        exprs.constant(Value::zero(WIDTH)),
    );
    let fed_back = exprs.mux(highest, feedback, none);
    let folded = exprs.binary(BinaryOp::Xor, turned, fed_back);
    let next = exprs.binary(BinaryOp::Xor, folded, hash);
    top.registers.push(Register {
        net: register,
        clock,
        next,
        enable: None,
        initial: Value::zero(WIDTH),
    });
    add_output(top, SIGNATURE, now);
    netlist.verify().expect("the netlist is as sound as before");
}

/// Registers of the module, and writes into its memories.
fn own_state(module: &mut Module) -> Vec<ExprId> {
    let mut nets: Vec<NetId> = module
        .registers
        .values()
        .map(|register| register.net)
        .collect();
    let mut writes = Vec::new();
    for memory in module.memories.values() {
        nets.extend(
            memory
                .reads
                .iter()
                .filter(|read| read.clock.is_some())
                .map(|read| read.data),
        );
        writes.extend(
            memory
                .writes
                .iter()
                .map(|write| (write.enable, write.address, write.data)),
        );
    }
    let mut parts: Vec<ExprId> = nets
        .into_iter()
        .map(|net| module.exprs.net(net, module.nets[net].width))
        .collect();
    for (enable, address, data) in writes {
        let exprs = &mut module.exprs;
        let word = exprs.concat(address, data);
        let word = exprs.concat(enable, word);
        let nothing = exprs.constant(Value::zero(exprs.width(word)));
        parts.push(exprs.mux(enable, word, nothing));
    }
    parts
}

/// The sum of all parts, each turned by another number of bits. An exclusive-or would not do: four
/// instances of a module may have turns with which the same difference in all of them cancels out.
fn fold(module: &mut Module, parts: &[ExprId]) -> ExprId {
    let exprs = &mut module.exprs;
    let mut hash = exprs.constant(Value::zero(WIDTH));
    let mut turn = 0;
    for &part in parts {
        let width = exprs.width(part);
        for offset in (0..width).step_by(WIDTH as usize) {
            let limb = exprs.slice(part, offset, WIDTH.min(width - offset));
            let wide = exprs.zero_extend(limb, WIDTH);
            let turned = match turn {
                0 => wide,
                turn => {
                    let high = exprs.slice(wide, 0, WIDTH - turn);
                    let low = exprs.slice(wide, WIDTH - turn, turn);
                    exprs.concat(high, low)
                }
            };
            hash = exprs.binary(BinaryOp::Add, hash, turned);
            turn = (turn + STEP) % WIDTH;
        }
    }
    hash
}

fn add_net(nets: &mut gatefall_netlist::IdVec<NetId, Net>, name: &str) -> NetId {
    nets.push(Net {
        name: name.to_owned(),
        width: WIDTH,
        kind: NetKind::Unsigned,
    })
}

fn add_output(module: &mut Module, name: &str, value: ExprId) -> NetId {
    let net = add_net(&mut module.nets, name);
    module.ports.push(Port {
        direction: PortDirection::Output,
        net,
    });
    module.assigns.push(Assign { net, value });
    net
}
