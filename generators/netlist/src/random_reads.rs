//! Random words where a memory has none: reads that meet a write, and read ports at power-up.
//!
//! ```text
//! memory --word--> multiplexer --> data
//!        noise --------^    ^-- met: the last read met a write, or there was none yet
//! ```

use crate::expr::{BinaryOp, ExprPool};
use crate::ids::{ExprId, MemoryId, NetId};
use crate::netlist::{Assign, Module, Net, NetKind, Netlist, Register, WritePort};
use crate::value::Value;

/// Bits of a register with random bits.
const NOISE_BITS: u32 = 64;
/// Shifts of a 64-bit xorshift generator: Marsaglia, Xorshift RNGs, 2003.
const SHIFTS: [(BinaryOp, u32); 3] = [(BinaryOp::Shl, 13), (BinaryOp::Shr, 7), (BinaryOp::Shl, 17)];
/// Odd constant that spreads seeds: 2^64 divided by the golden ratio.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

/// Names of the added nets begin with it.
const PREFIX: &str = "random_reads";

impl Netlist {
    /// The same design with random words where block RAM has no defined word: when a clocked read
    /// port reads the address that is written at the same edge, and before its first edge. Every
    /// other word is unchanged.
    ///
    /// The data net of a port keeps its name, and can no longer be set from outside.
    #[must_use]
    pub fn with_random_reads(&self, seed: u64) -> Netlist {
        let mut design = self.clone();
        let mut seed = seed.wrapping_add(1).wrapping_mul(SPREAD);
        for module in design.modules.values_mut() {
            for memory in module.memories.ids() {
                for read in 0..module.memories[memory].reads.len() {
                    seed = seed.wrapping_mul(SPREAD).wrapping_add(SPREAD);
                    module.randomise(memory, read, seed ^ seed >> 32);
                }
            }
        }
        design
    }
}

impl Module {
    fn randomise(&mut self, memory: MemoryId, read: usize, seed: u64) {
        let port = self.memories[memory].reads[read].clone();
        let Some(clock) = port.clock else {
            return;
        };
        let number = format!("{PREFIX}.{}_{read}", usize::from(memory));
        let width = self.nets[port.data].width;
        let word = self.add_net(&format!("{number}.word"), width);
        let met = self.add_net(&format!("{number}.met"), 1);
        let noise = self.add_net(&format!("{number}.noise"), NOISE_BITS);
        let written = &mut self.memories[memory];
        written.reads[read].data = word;
        let meets = meets(&mut self.exprs, &written.writes, clock, port.address);
        let bits = self.exprs.net(noise, NOISE_BITS);
        let next = shifted(&mut self.exprs, bits);
        self.registers.push(Register {
            net: noise,
            clock,
            next,
            enable: Some(meets),
            // A generator at 0 stays there.
            initial: Value::new(NOISE_BITS, seed.max(1)),
        });
        self.registers.push(Register {
            net: met,
            clock,
            next: meets,
            enable: None,
            initial: Value::bool(true),
        });
        let random = repeated(&mut self.exprs, bits, width);
        let met = self.exprs.net(met, 1);
        let word = self.exprs.net(word, width);
        let value = self.exprs.mux(met, random, word);
        let net = port.data;
        self.assigns.push(Assign { net, value });
    }

    fn add_net(&mut self, name: &str, width: u32) -> NetId {
        self.nets.push(Net {
            name: name.to_owned(),
            width,
            kind: NetKind::Unsigned,
        })
    }
}

/// True if a write goes to the address.
fn meets(pool: &mut ExprPool, writes: &[WritePort], clock: NetId, address: ExprId) -> ExprId {
    let mut meets = pool.constant(Value::bool(false));
    for write in writes.iter().filter(|write| write.clock == clock) {
        let same = pool.binary(BinaryOp::Eq, write.address, address);
        let met = pool.binary(BinaryOp::And, write.enable, same);
        meets = pool.binary(BinaryOp::Or, meets, met);
    }
    meets
}

/// Next value of a generator.
fn shifted(pool: &mut ExprPool, bits: ExprId) -> ExprId {
    SHIFTS.iter().fold(bits, |bits, &(op, amount)| {
        let amount = pool.constant(Value::new(NOISE_BITS, amount));
        let other = pool.binary(op, bits, amount);
        pool.binary(BinaryOp::Xor, bits, other)
    })
}

/// As many bits as the width requires.
fn repeated(pool: &mut ExprPool, bits: ExprId, width: u32) -> ExprId {
    let mut all = bits;
    while pool.width(all) < width {
        all = pool.concat(all, bits);
    }
    pool.slice(all, 0, width)
}
