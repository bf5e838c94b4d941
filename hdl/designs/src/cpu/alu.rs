//! Arithmetic and logic unit: the value that an instruction writes to its register.
//!
//! **Interface**: combinational. `result` has no meaning for opcodes that compute no register.

use super::instruction::{ADD, AND, EXCLUSIVE_OR, OR, SHIFT_RIGHT, SUBTRACT};
use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// The unit.
#[derive(LogicBlock, Module)]
pub struct Alu {
    /// Opcode of the instruction.
    pub opcode: Signal<In, Bits<4>>,
    /// First operand.
    pub first: Signal<In, Bits<16>>,
    /// Second operand.
    pub second: Signal<In, Bits<16>>,
    /// Constant of a `set` instruction.
    pub constant: Signal<In, Bits<9>>,
    /// Result, modulo 65,536.
    pub result: Signal<Out, Bits<16>>,
    #[value(ADD)]
    add: Constant<Bits<4>>,
    #[value(SUBTRACT)]
    subtract: Constant<Bits<4>>,
    #[value(AND)]
    and: Constant<Bits<4>>,
    #[value(OR)]
    or: Constant<Bits<4>>,
    #[value(EXCLUSIVE_OR)]
    exclusive_or: Constant<Bits<4>>,
    #[value(SHIFT_RIGHT)]
    shift_right: Constant<Bits<4>>,
}

#[clocked]
impl Logic for Alu {
    #[hdl_gen]
    fn update(&mut self) {
        self.result.next = bit_cast::<16, 9>(self.constant.val());
        if self.opcode.val() == self.add.val() {
            self.result.next = self.first.val() + self.second.val();
        }
        if self.opcode.val() == self.subtract.val() {
            self.result.next = self.first.val() - self.second.val();
        }
        if self.opcode.val() == self.and.val() {
            self.result.next = self.first.val() & self.second.val();
        }
        if self.opcode.val() == self.or.val() {
            self.result.next = self.first.val() | self.second.val();
        }
        if self.opcode.val() == self.exclusive_or.val() {
            self.result.next = self.first.val() ^ self.second.val();
        }
        if self.opcode.val() == self.shift_right.val() {
            self.result.next = self.first.val() >> 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::instruction::SET;
    use super::*;
    use crate::random::sequence;
    use gatefall_bench::{peek, poke, Bench};

    #[test]
    fn each_operation_computes_its_result() {
        let mut uut = Bench::with_rust_hdl(Alu::default());
        let numbers: Vec<u16> = sequence().take(200).chain([0, 0, u16::MAX, 1]).collect();
        for pair in numbers.windows(2) {
            let (first, second) = (pair[0], pair[1]);
            let constant = first & 511;
            poke!(uut.first = first.to_bits());
            poke!(uut.second = second.to_bits());
            poke!(uut.constant = constant.to_bits());
            for (opcode, expected) in [
                (SET, constant),
                (ADD, first.wrapping_add(second)),
                (SUBTRACT, first.wrapping_sub(second)),
                (AND, first & second),
                (OR, first | second),
                (EXCLUSIVE_OR, first ^ second),
                (SHIFT_RIGHT, first / 2),
            ] {
                poke!(uut.opcode = opcode.to_bits());
                assert_eq!(peek!(uut.result).to_u16(), expected, "{opcode}: {pair:?}");
            }
        }
    }
}
