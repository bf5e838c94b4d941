//! Sieve of Eratosthenes, as a program of the processor.

use super::instruction::{Instruction, Line};

/// The program. It writes the primes below 1024 to the output port, in ascending order, and begins
/// again. Word `n` of the RAM is not 0 if `n` is known to be no prime.
pub fn sieve() -> Vec<Line> {
    use Instruction::*;
    use Line::{Code, Label};
    let [number, multiple, limit, one, zero, flag] = [0, 1, 2, 3, 4, 5];
    vec![
        Code(Set(one, 1)),
        Code(Set(zero, 0)),
        Code(Set(limit, 256)),
        Code(Add(limit, limit, limit)),
        Code(Add(limit, limit, limit)),
        Label("restart"),
        Code(Set(number, 0)),
        Label("clear"),
        Code(Store(zero, number)),
        Code(Add(number, number, one)),
        Code(Subtract(flag, number, limit)),
        Code(JumpNegative(flag, "clear")),
        Code(Set(number, 2)),
        Label("test"),
        Code(Load(flag, number)),
        Code(JumpZero(flag, "prime")),
        Label("next"),
        Code(Add(number, number, one)),
        Code(Subtract(flag, number, limit)),
        Code(JumpNegative(flag, "test")),
        Code(Jump("restart")),
        Label("prime"),
        Code(Output(number)),
        Code(Add(multiple, number, number)),
        Label("cross out"),
        Code(Subtract(flag, multiple, limit)),
        Code(JumpNegative(flag, "in range")),
        Code(Jump("next")),
        Label("in range"),
        Code(Store(one, multiple)),
        Code(Add(multiple, multiple, number)),
        Code(Jump("cross out")),
    ]
}
