//! Netlists in which undefined values are random.
//!
//! The hardware leaves three values undefined: the word of a clocked read at the address of a write
//! in the same cycle, the word of a read port before its first edge, and words of a memory that the
//! design does not initialise. Every simulator has a fixed value for each. A circuit that depends
//! on one of them works in all simulators and fails in hardware.
//!
//! Registers start with random values too, so reset alone has to initialise them.

use fastrand::Rng;
use gatefall_netlist::{
    Assign, BinaryOp, ExprId, Module, Net, NetId, NetKind, Netlist, Register, Value,
};

/// Suffix of the register with the next random word of a read port.
const RANDOM: &str = "_random_word";
/// Width of that register.
const RANDOM_WIDTH: u32 = 64;
/// Multiplier and increment of a linear congruential generator with full period (Knuth, MMIX).
const MULTIPLIER: u64 = 6_364_136_223_846_793_005;
const INCREMENT: u64 = 1_442_695_040_888_963_407;

/// The same circuit with random values, which depend on the seed, where hardware defines none.
///
/// # Panics
/// If the netlist does not verify.
pub fn with_random_values(netlist: &Netlist, seed: u64) -> Netlist {
    netlist.verify().expect("the netlist verifies");
    let mut random = Rng::with_seed(seed);
    let mut circuit = netlist.clone();
    for module in circuit.modules.values_mut() {
        start_registers(module, netlist, &mut random);
        fill_memories(module, &mut random);
        replace_reads(module, &mut random);
    }
    circuit.verify().expect("the added logic verifies");
    circuit
}

fn start_registers(module: &mut Module, netlist: &Netlist, random: &mut Rng) {
    for register in module.registers.values_mut() {
        let net = &module.nets[register.net];
        register.initial = match net.kind {
            NetKind::Enum(id) => {
                let states = netlist.enums[id].variants.len();
                Value::new(net.width, random.u64(..states as u64))
            }
            _ => word(net.width, random),
        };
    }
}

/// Fills the words that the design leaves open.
fn fill_memories(module: &mut Module, random: &mut Rng) {
    for memory in module.memories.values_mut() {
        let width = memory.width;
        let open = (1 << memory.address_width) - memory.initial.len();
        memory
            .initial
            .extend((0..open).map(|_| word(width, random)));
    }
}

fn word(width: u32, random: &mut Rng) -> Value {
    let mut value = Value::zero(width);
    for _ in 0..width.div_ceil(u64::BITS) {
        value = Value::new(width, (value.bits() << u64::BITS) + random.u64(..));
    }
    value
}

/// Gives each clocked read port a random word where the hardware has no defined one.
fn replace_reads(module: &mut Module, random: &mut Rng) {
    for id in module.memories.ids() {
        for port in 0..module.memories[id].reads.len() {
            let memory = &module.memories[id];
            let read = &memory.reads[port];
            let Some(clock) = read.clock else { continue };
            let (data, address, writes) = (read.data, read.address, memory.writes.clone());
            let stored = add_net(module, data, "_stored_word", None);
            module.memories[id].reads[port].data = stored;

            let mut meets = module.exprs.constant(Value::bool(false));
            for write in writes {
                let same = module.exprs.binary(BinaryOp::Eq, write.address, address);
                let hit = module.exprs.binary(BinaryOp::And, write.enable, same);
                meets = module.exprs.binary(BinaryOp::Or, meets, hit);
            }
            let is_undefined = add_net(module, data, "_is_undefined", Some(1));
            module.registers.push(Register {
                net: is_undefined,
                clock,
                next: meets,
                enable: None,
                initial: Value::bool(true),
            });
            let random_word = add_random(module, data, clock, meets, random);
            let condition = module.exprs.net(is_undefined, 1);
            let width = module.nets[stored].width;
            let otherwise = module.exprs.net(stored, width);
            let then = widened(module, random_word, width);
            let value = module.exprs.mux(condition, then, otherwise);
            module.assigns.push(Assign { net: data, value });
        }
    }
}

/// A net named after another one, with its width or a given one.
fn add_net(module: &mut Module, after: NetId, suffix: &str, width: Option<u32>) -> NetId {
    let net = &module.nets[after];
    let (name, width) = (format!("{}{suffix}", net.name), width.unwrap_or(net.width));
    module.nets.push(Net {
        name,
        width,
        kind: NetKind::Unsigned,
    })
}

/// A register with a random word. It takes the next one with each read that meets a write.
fn add_random(
    module: &mut Module,
    data: NetId,
    clock: NetId,
    meets: ExprId,
    random: &mut Rng,
) -> ExprId {
    let net = add_net(module, data, RANDOM, Some(RANDOM_WIDTH));
    let now = module.exprs.net(net, RANDOM_WIDTH);
    let constant = |value: u64| Value::new(RANDOM_WIDTH, value);
    let multiplier = module.exprs.constant(constant(MULTIPLIER));
    let increment = module.exprs.constant(constant(INCREMENT));
    let product = module.exprs.binary(BinaryOp::Mul, now, multiplier);
    let next = module.exprs.binary(BinaryOp::Add, product, increment);
    module.registers.push(Register {
        net,
        clock,
        next,
        enable: Some(meets),
        initial: constant(random.u64(..)),
    });
    now
}

/// The upper bits of a random word, which are the most random ones, repeated for a wide value.
fn widened(module: &mut Module, word: ExprId, width: u32) -> ExprId {
    if width <= RANDOM_WIDTH {
        return module.exprs.slice(word, RANDOM_WIDTH - width, width);
    }
    let high = widened(module, word, width - RANDOM_WIDTH);
    module.exprs.concat(high, word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_host::Machine;
    use gatefall_widgets::memory::two_read_ram::TwoReadRam;
    use rust_hdl::prelude::Block;

    /// Words that both ports read at these addresses while a word is written at address 5. The word
    /// there was 7.
    fn reads(circuit: &Netlist, first: u64, second: u64) -> [u64; 2] {
        let mut machine = Machine::new(circuit).unwrap();
        let mut write = |word: u64, addresses: [u64; 2]| {
            let inputs = [
                ("write", 1),
                ("write_address", 5),
                ("write_data", word),
                ("read_address", addresses[0]),
                ("second_address", addresses[1]),
            ];
            for (name, value) in inputs {
                machine.poke(name, value).unwrap();
            }
            machine.run(1);
            ["read_data", "second_data"].map(|name| machine.peek(name).unwrap())
        };
        write(7, [0, 0]);
        write(9, [first, second])
    }

    fn ram() -> Netlist {
        let mut ram = TwoReadRam::<32, 3>::new(&[1, 2, 3, 4]);
        ram.connect_all();
        gatefall_lower::netlist(&ram, "ram").unwrap()
    }

    #[test]
    fn only_a_read_that_meets_a_write_is_random() {
        let plain = ram();
        assert_eq!(reads(&plain, 5, 2), [7, 3]);
        let mut words = Vec::new();
        for seed in 0..4 {
            let circuit = with_random_values(&plain, seed);
            assert_eq!(reads(&circuit, 1, 2), [2, 3]);
            let [word, other] = reads(&circuit, 5, 2);
            assert_eq!(other, 3);
            words.push(word);
            assert_eq!(reads(&circuit, 2, 5)[0], 3);
        }
        words.push(7);
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), 5, "{words:?}");
    }

    #[test]
    fn words_before_the_first_edge_and_open_words_are_random() {
        let mut plain = ram();
        for module in plain.modules.values_mut() {
            for memory in module.memories.values_mut() {
                memory.initial.truncate(4);
            }
        }
        let circuit = with_random_values(&plain, 1);
        let mut machine = Machine::new(&circuit).unwrap();
        assert_ne!(machine.peek("read_data").unwrap(), 0);
        machine.poke("read_address", 6).unwrap();
        machine.poke("second_address", 3).unwrap();
        machine.run(1);
        assert_ne!(machine.peek("read_data").unwrap(), 0);
        assert_eq!(machine.peek("second_data").unwrap(), 4);
    }
}
