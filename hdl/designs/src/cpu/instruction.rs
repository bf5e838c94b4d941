//! Instructions of the processor, and an assembler for them.

/// Opcodes. Those up to [`SHIFT_RIGHT`] compute a register. Opcodes without a name do nothing.
pub const SET: u8 = 0;
pub const ADD: u8 = 1;
pub const SUBTRACT: u8 = 2;
pub const AND: u8 = 3;
pub const OR: u8 = 4;
pub const EXCLUSIVE_OR: u8 = 5;
pub const SHIFT_RIGHT: u8 = 6;
pub const LOAD: u8 = 7;
pub const STORE: u8 = 8;
pub const OUTPUT: u8 = 9;
pub const JUMP: u8 = 10;
pub const JUMP_ZERO: u8 = 11;
pub const JUMP_NEGATIVE: u8 = 12;

/// Bits of a constant and of a target.
const CONSTANT_BITS: u32 = 9;
const TARGET_BITS: u32 = 8;

/// Number of a register, 0 to 7.
pub type RegisterNumber = u8;

/// An instruction. Sums and differences are modulo 65,536.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instruction {
    /// Sets a register to a constant below 512.
    Set(RegisterNumber, u16),
    /// Destination = first + second.
    Add(RegisterNumber, RegisterNumber, RegisterNumber),
    /// Destination = first - second.
    Subtract(RegisterNumber, RegisterNumber, RegisterNumber),
    /// Destination = first AND second, bit by bit.
    And(RegisterNumber, RegisterNumber, RegisterNumber),
    /// Destination = first OR second, bit by bit.
    Or(RegisterNumber, RegisterNumber, RegisterNumber),
    /// Destination = first XOR second, bit by bit.
    ExclusiveOr(RegisterNumber, RegisterNumber, RegisterNumber),
    /// Destination = first / 2.
    ShiftRight(RegisterNumber, RegisterNumber),
    /// Destination = word of the RAM at the address in the second register.
    Load(RegisterNumber, RegisterNumber),
    /// Writes the first register to the RAM, at the address in the second one.
    Store(RegisterNumber, RegisterNumber),
    /// Writes a register to the output port.
    Output(RegisterNumber),
    /// Continues at the label.
    Jump(&'static str),
    /// Continues at the label if the register is 0.
    JumpZero(RegisterNumber, &'static str),
    /// Continues at the label if bit 15 of the register is set.
    JumpNegative(RegisterNumber, &'static str),
}

/// A line of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// Names the address of the next instruction.
    Label(&'static str),
    /// An instruction.
    Code(Instruction),
}

/// The words of a program, from address 0 on.
///
/// # Panics
/// If the program has more than 256 instructions, a constant of more than nine bits, a register
/// above 7, or a jump to a label that it has not.
pub fn assemble(lines: &[Line]) -> Vec<u16> {
    let mut labels = Vec::new();
    let mut code = Vec::new();
    for line in lines {
        match *line {
            Line::Label(name) => labels.push((name, code.len())),
            Line::Code(instruction) => code.push(instruction),
        }
    }
    assert!(
        code.len() <= 1 << TARGET_BITS,
        "{} instructions",
        code.len()
    );
    let target = |label: &str| {
        let found = labels.iter().find(|(name, _)| *name == label);
        let (_, address) = found.unwrap_or_else(|| panic!("there is no label `{label}`"));
        *address as u16
    };
    let words = code.iter().map(|instruction| instruction.word(target));
    words.collect()
}

impl Instruction {
    fn word(self, target: impl Fn(&str) -> u16) -> u16 {
        let registers = |opcode, destination, first, second| {
            let [destination, first, second] = [destination, first, second].map(number);
            word(opcode, destination) | first << 6 | second << 3
        };
        let constant = |opcode, register, value: u16| {
            assert!(value >> CONSTANT_BITS == 0, "constant {value}");
            word(opcode, number(register)) | value
        };
        match self {
            Self::Set(register, value) => constant(SET, register, value),
            Self::Add(to, a, b) => registers(ADD, to, a, b),
            Self::Subtract(to, a, b) => registers(SUBTRACT, to, a, b),
            Self::And(to, a, b) => registers(AND, to, a, b),
            Self::Or(to, a, b) => registers(OR, to, a, b),
            Self::ExclusiveOr(to, a, b) => registers(EXCLUSIVE_OR, to, a, b),
            Self::ShiftRight(to, from) => registers(SHIFT_RIGHT, to, from, 0),
            Self::Load(to, address) => registers(LOAD, to, address, 0),
            Self::Store(from, address) => registers(STORE, from, address, 0),
            Self::Output(from) => registers(OUTPUT, from, 0, 0),
            Self::Jump(label) => constant(JUMP, 0, target(label)),
            Self::JumpZero(tested, label) => constant(JUMP_ZERO, tested, target(label)),
            Self::JumpNegative(tested, label) => constant(JUMP_NEGATIVE, tested, target(label)),
        }
    }
}

/// The upper half of a word.
fn word(opcode: u8, register: u16) -> u16 {
    u16::from(opcode) << 12 | register << 9
}

/// Bits of a register.
fn number(register: RegisterNumber) -> u16 {
    assert!(register < 8, "register {register}");
    register.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_assembled_to_words() {
        let program = [
            Line::Code(Instruction::Set(7, 511)),
            Line::Label("again"),
            Line::Code(Instruction::Subtract(1, 2, 3)),
            Line::Code(Instruction::Store(4, 5)),
            Line::Code(Instruction::JumpNegative(6, "end")),
            Line::Code(Instruction::Jump("again")),
            Line::Label("end"),
            Line::Code(Instruction::Output(1)),
        ];
        // An octal digit is a register.
        let word = |opcode: u8, rest: u16| u16::from(opcode) << 12 | rest;
        assert_eq!(
            assemble(&program),
            [
                word(SET, 0o7777),
                word(SUBTRACT, 0o1230),
                word(STORE, 0o4500),
                word(JUMP_NEGATIVE, 0o6005),
                word(JUMP, 0o0001),
                word(OUTPUT, 0o1000),
            ]
        );
    }

    #[test]
    #[should_panic = "there is no label `end`"]
    fn a_jump_to_nowhere_is_refused() {
        assemble(&[Line::Code(Instruction::Jump("end"))]);
    }

    #[test]
    #[should_panic = "constant 512"]
    fn a_constant_of_ten_bits_is_refused() {
        assemble(&[Line::Code(Instruction::Set(0, 512))]);
    }
}
