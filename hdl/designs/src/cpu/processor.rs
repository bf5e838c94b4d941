//! Processor: reads an instruction, its registers, and executes it.
//!
//! ```text
//! state            Decode      Execute           Decode      ...
//! instruction      n           n                 n + 1
//! registers        address     operands, write
//! program_address  n           next              next
//! ```
//!
//! A load has the state Load after Execute, in which the word of the RAM goes to the register.
//! Program and RAM answer one clock after an address, as block RAM does.
//!
//! **Interface**: `memory_write` and `port_write` are strobes. After power-up and reset the
//! program begins at address 0, with registers that have kept their values.
//!
//! **Latency**: two clocks for an instruction, three for a load.

use super::alu::Alu;
use super::instruction::{JUMP, JUMP_NEGATIVE, JUMP_ZERO, LOAD, OUTPUT, SHIFT_RIGHT, STORE};
use gatefall_macros::{clocked, construct, Module};
use gatefall_widgets::memory::TwoReadRam;
use rust_hdl::prelude::*;

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Stage {
    Fetch,
    Decode,
    Execute,
    Load,
}

/// The processor.
#[derive(LogicBlock, Module)]
pub struct Processor {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset to address 0.
    pub reset: Signal<In, Bit>,
    /// Word at the `program_address` of the clock before.
    pub instruction: Signal<In, Bits<16>>,
    /// Address of the instruction.
    pub program_address: Signal<Out, Bits<8>>,
    /// Word of the RAM at the `memory_address` of the clock before.
    pub memory_read_data: Signal<In, Bits<16>>,
    /// Address in the RAM: the lower bits of the register.
    pub memory_address: Signal<Out, Bits<10>>,
    /// Word to write to the RAM.
    pub memory_write_data: Signal<Out, Bits<16>>,
    /// Strobe: write.
    #[default(false)]
    pub memory_write: Signal<Out, Bit>,
    /// Word for the output port. Valid with `port_write`.
    pub port_data: Signal<Out, Bits<16>>,
    /// Strobe: a word for the output port.
    #[default(false)]
    pub port_write: Signal<Out, Bit>,
    #[part(clock, idle(write))]
    #[given]
    registers: TwoReadRam<16, 3>,
    alu: Alu,
    #[reset(Stage::Fetch)]
    stage: DFF<Stage>,
    /// Address of the present instruction.
    address: DFF<Bits<8>>,
    opcode: Signal<Local, Bits<4>>,
    destination: Signal<Local, Bits<3>>,
    tested: Signal<Local, Bits<16>>,
    is_taken: Signal<Local, Bit>,
    next_address: Signal<Local, Bits<8>>,
    #[value(SHIFT_RIGHT)]
    last_computed: Constant<Bits<4>>,
    #[value(LOAD)]
    load: Constant<Bits<4>>,
    #[value(STORE)]
    store: Constant<Bits<4>>,
    #[value(OUTPUT)]
    put: Constant<Bits<4>>,
    #[value(JUMP)]
    jump: Constant<Bits<4>>,
    #[value(JUMP_ZERO)]
    jump_zero: Constant<Bits<4>>,
    #[value(JUMP_NEGATIVE)]
    jump_negative: Constant<Bits<4>>,
}

impl Default for Processor {
    fn default() -> Self {
        construct!(Processor {
            registers: TwoReadRam::new(&[]),
        })
    }
}

#[clocked]
impl Logic for Processor {
    #[hdl_gen]
    fn update(&mut self) {
        self.opcode.next = self.instruction.val().get_bits::<4>(12);
        self.destination.next = self.instruction.val().get_bits::<3>(9);
        self.registers.read_address.next = self.instruction.val().get_bits::<3>(6);
        self.registers.second_address.next = self.destination.val();
        if self.opcode.val() <= self.last_computed.val() {
            self.registers.second_address.next = self.instruction.val().get_bits::<3>(3);
        }
        self.registers.write_address.next = self.destination.val();
        self.alu.opcode.next = self.opcode.val();
        self.alu.first.next = self.registers.read_data.val();
        self.alu.second.next = self.registers.second_data.val();
        self.alu.constant.next = self.instruction.val().get_bits::<9>(0);
        self.registers.write_data.next = self.alu.result.val();
        self.memory_address.next = self.registers.read_data.val().get_bits::<10>(0);
        self.memory_write_data.next = self.registers.second_data.val();
        self.port_data.next = self.registers.second_data.val();
        self.tested.next = self.registers.second_data.val();
        self.is_taken.next = (self.opcode.val() == self.jump.val())
            | ((self.opcode.val() == self.jump_zero.val()) & !self.tested.val().any())
            | ((self.opcode.val() == self.jump_negative.val()) & self.tested.val().get_bit(15));
        self.next_address.next = self.address.q.val() + 1;
        if self.is_taken.val() {
            self.next_address.next = self.instruction.val().get_bits::<8>(0);
        }
        self.program_address.next = self.address.q.val();
        match self.stage.q.val() {
            Stage::Fetch => self.stage.d.next = Stage::Decode,
            Stage::Decode => self.stage.d.next = Stage::Execute,
            Stage::Execute => {
                self.address.d.next = self.next_address.val();
                self.registers.write.next = self.opcode.val() <= self.last_computed.val();
                self.memory_write.next = self.opcode.val() == self.store.val();
                self.port_write.next = self.opcode.val() == self.put.val();
                if self.opcode.val() == self.load.val() {
                    // The instruction is still needed: it names the register.
                    self.stage.d.next = Stage::Load;
                } else {
                    self.program_address.next = self.next_address.val();
                    self.stage.d.next = Stage::Decode;
                }
            }
            _ => {
                // Load: `address` is already that of the next instruction.
                self.registers.write_data.next = self.memory_read_data.val();
                self.registers.write.next = true;
                self.stage.d.next = Stage::Decode;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::instruction::{assemble, Instruction, Line};
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    /// A program and a RAM in plain Rust around the processor. Returns the first outputs and the
    /// clocks in which they come.
    fn outputs(lines: &[Line], count: usize) -> Vec<(u16, u64)> {
        let program = assemble(lines);
        let mut memory = [0_u16; 1024];
        let mut uut = Bench::with_rust_hdl(Processor::default());
        let mut list = Vec::new();
        while list.len() < count {
            assert!(uut.cycles() < 10_000, "{list:?}");
            if peek!(uut.port_write) {
                list.push((peek!(uut.port_data).to_u16(), uut.cycles()));
            }
            let instruction = program[usize::from(peek!(uut.program_address).to_u8())];
            let address = usize::from(peek!(uut.memory_address).to_u16());
            let word = memory[address];
            if peek!(uut.memory_write) {
                memory[address] = peek!(uut.memory_write_data).to_u16();
            }
            tick!(uut);
            poke!(uut.instruction = instruction.to_bits());
            poke!(uut.memory_read_data = word.to_bits());
        }
        list
    }

    #[test]
    fn registers_memory_and_jumps_work_together() {
        use Instruction::*;
        let program = [
            Set(1, 300),
            Set(2, 7),
            Store(1, 2),
            Set(3, 0),
            Load(3, 2),
            Output(3),
            Subtract(4, 2, 3),
            Output(4),
            JumpNegative(2, "wrong"),
            JumpZero(4, "wrong"),
            JumpNegative(4, "right"),
            Output(0),
        ];
        let mut lines: Vec<Line> = program.map(Line::Code).into();
        lines.extend([Line::Label("wrong"), Line::Code(Output(0))]);
        lines.extend([Line::Label("right"), Line::Code(ShiftRight(5, 4))]);
        lines.extend([Output(5), Subtract(5, 5, 5), JumpZero(5, "right")].map(Line::Code));
        let difference = 7_u16.wrapping_sub(300);
        // Clock 0 is Fetch. Instructions take two clocks, the load among them one more; the output
        // comes with the second clock.
        let clock = |instructions: u64| 2 * instructions + 1;
        assert_eq!(
            outputs(&lines, 4),
            [
                (300, clock(6)),
                (difference, clock(8)),
                (difference / 2, clock(13)),
                (difference / 2, clock(17)),
            ]
        );
    }
}
