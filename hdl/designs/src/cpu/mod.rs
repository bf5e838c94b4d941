//! Small computer: a processor of 16 bits with a program in ROM, a RAM and an output port.
//!
//! The processor has eight registers. An instruction takes two clocks, a load three.
//!
//! ```text
//! bits 15..12  11..9        8..6   5..3    2..0     instruction
//!      opcode  destination  first  second  unused   add, subtract, and, or, exclusive or, shift
//!      opcode  destination  address  unused         load
//!      opcode  source       address  unused         store
//!      opcode  destination  constant of 9 bits      set
//!      opcode  source       unused                  output
//!      opcode  tested       target, bits 7..0       jumps; bit 8 is unused
//! ```

mod alu;
mod computer;
mod instruction;
mod processor;
mod sieve;

pub use alu::Alu;
pub use computer::Computer;
pub use instruction::{assemble, Instruction, Line, RegisterNumber};
pub use processor::Processor;
pub use sieve::sieve;
