//! Pieces of functions that do not depend on a design.

use wasm_encoder::{Function, InstructionSink, MemArg, ValType};

use crate::error::CompileError;
use crate::layout::{slot_type, Slot};
use crate::node::Ty;

/// Ends a function. The first locals are the parameters.
///
/// # Errors
/// If the function is too long for an engine.
pub(super) fn finish(
    mut code: Vec<u8>,
    locals: &[ValType],
    parameters: usize,
) -> Result<Function, CompileError> {
    InstructionSink::new(&mut code).end();
    let mut function = Function::new_with_locals_types(locals[parameters..].iter().copied());
    function.raw(code);
    let (locals, bytes) = (locals.len(), function.byte_len());
    match locals <= CompileError::MOST_LOCALS && bytes <= CompileError::MOST_BYTES {
        true => Ok(function),
        false => Err(CompileError::TooLong { locals, bytes }),
    }
}

/// Address and alignment of a slot.
pub(super) fn mem_arg(slot: Slot) -> MemArg {
    MemArg {
        offset: u64::from(slot.offset),
        align: slot.bytes.trailing_zeros(),
        memory_index: 0,
    }
}

/// Writes code that stores a local in a slot.
pub(super) fn store(code: &mut Vec<u8>, local: u32, slot: Slot) {
    let arg = mem_arg(slot);
    let mut code = InstructionSink::new(code);
    code.i32_const(0).local_get(local);
    match slot_type(slot) {
        Ty::I32 => code.i32_store(arg),
        Ty::I64 => code.i64_store(arg),
    };
}
