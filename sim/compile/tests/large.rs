//! Tests that long chains compile, also on a small stack, that the code stays small, and that too
//! large designs are errors.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

use std::fmt::Write;

use gatefall_compile::{compile, CompileError};
use gatefall_netlist::Netlist;

/// Links of a chain.
const LONG: usize = 50_000;
/// Bytes of stack: a quarter of the stack of a test thread.
const SMALL: usize = 512 << 10;

/// A design of two registers of eight bits that both take the end of a chain of `links`.
fn design(links: usize, link: impl Fn(usize) -> String) -> Netlist {
    let mut text = "top t\n\nmodule t {\n  input clock : clock\n  output out : 8\n".to_owned();
    for number in 0..=links {
        writeln!(text, "  net n{number} : 8").unwrap();
    }
    text += "  net a : 8\n  net b : 8\n  assign out = a\n  assign n0 = b\n";
    for number in 0..links {
        writeln!(text, "  assign n{} = {}", number + 1, link(number)).unwrap();
    }
    for (register, first) in [("a", "8'h01"), ("b", "8'h02")] {
        writeln!(
            text,
            "  register {register} clock clock initial {first} next (add n{links} {first})"
        )
        .unwrap();
    }
    Netlist::from_text(&(text + "}\n")).unwrap()
}

/// A design of registers `n0`, `n1` and so on of eight bits.
fn registers(count: usize, next: impl Fn(usize) -> String) -> Netlist {
    let mut text = "top t\n\nmodule t {\n  input clock : clock\n".to_owned();
    for number in 0..count {
        writeln!(text, "  net n{number} : 8").unwrap();
    }
    for number in 0..count {
        let start = format!("  register n{number} clock clock initial 8'h00");
        writeln!(text, "{start} next {}", next(number)).unwrap();
    }
    Netlist::from_text(&(text + "}\n")).unwrap()
}

/// Compiles a design, and compiles it again for its profile.
fn compiles(netlist: impl FnOnce() -> Netlist + Send + 'static) {
    let run = || {
        let mut program = compile(&netlist()).unwrap();
        let image = vec![0; program.image_size()];
        program.observe(&image);
        program.tune();
        assert!(!program.wasm().is_empty());
    };
    let thread = std::thread::Builder::new().stack_size(SMALL);
    thread.spawn(run).unwrap().join().unwrap();
}

#[test]
fn a_long_chain_of_assignments_is_compiled() {
    compiles(|| design(LONG, |number| format!("(add n{number} a)")));
}

#[test]
fn a_long_chain_of_values_that_are_used_twice_is_compiled() {
    // More values than a function has locals.
    compiles(|| {
        design(LONG + 1, |number| {
            format!("(mul n{number} (add n{number} a))")
        })
    });
}

#[test]
fn more_registers_than_a_function_has_locals_are_compiled() {
    compiles(|| {
        registers(LONG + 1, |number| {
            format!("(mul n{number} (add n{number} 8'h03))")
        })
    });
}

#[test]
fn as_many_conditions_as_half_of_the_registers_are_compiled() {
    // Two registers share each condition, so there is a branch for each.
    compiles(|| {
        registers(LONG, |number| {
            let half = number / 2;
            let condition = format!("(eq n{half} 8'h{:02x})", half % 256);
            format!("(mux {condition} n{half} n{number})")
        })
    });
}

#[test]
fn a_long_chain_of_second_operands_is_compiled() {
    compiles(|| design(LONG, |number| format!("(sub a n{number})")));
}

#[test]
fn a_long_chain_of_choices_is_compiled() {
    compiles(|| {
        design(LONG / 10, |number| {
            let hex = format!("8'h{:02x}", number % 256);
            format!("(mux (eq (xor a {hex}) b) (add n{number} {hex}) (sub n{number} a))")
        })
    });
}

#[test]
fn a_long_chain_of_conditions_is_compiled() {
    // Both registers depend on each of the conditions.
    compiles(|| {
        design(LONG / 10, |number| {
            format!("(mux (eq a 8'h{:02x}) b n{number})", number % 251)
        })
    });
}

#[test]
fn a_long_conjunction_is_compiled() {
    compiles(|| {
        design(LONG / 10, |number| {
            let bit = number % 8;
            let term = format!("(ltu (slice (mul a 8'h{:02x}) 0 8) b)", number % 256);
            format!("(zext (and (slice n{number} 0 1) (and {term} (slice a {bit} 1))) 8)")
        })
    });
}

#[test]
fn a_long_chain_of_values_that_are_used_twice_behind_an_enable_is_compiled() {
    compiles(|| chain_of_two_uses(|end| format!("{end} enable c")));
}

#[test]
fn a_long_chain_in_one_arm_of_two_is_compiled() {
    let short = "(mul (add r 8'h03) (mul r 8'h05))";
    compiles(move || chain_of_two_uses(|end| format!("(mux c {end} {short})")));
}

/// A register `r`, and a chain of values that are used twice. `next` gets the name of the last one,
/// and returns what the register becomes.
fn chain_of_two_uses(next: impl Fn(&str) -> String) -> Netlist {
    let mut text = "top t\n\nmodule t {\n  input clock : clock\n  input c : 1\n".to_owned();
    text += "  net r : 8\n  net n0 : 8\n  assign n0 = r\n";
    for number in 1..=LONG + 100 {
        let last = number - 1;
        writeln!(text, "  net n{number} : 8").unwrap();
        writeln!(text, "  assign n{number} = (mul n{last} (add n{last} r))").unwrap();
    }
    let next = next(&format!("n{}", LONG + 100));
    writeln!(
        text,
        "  register r clock clock initial 8'h01 next {next}\n}}"
    )
    .unwrap();
    Netlist::from_text(&text).unwrap()
}

#[test]
fn branches_in_both_arms_of_branches_end() {
    // If s is 0, every way through the conditions leads to the register itself.
    let mut text = "top t\n\nmodule t {\n  input clock : clock\n  input c : 30\n".to_owned();
    text += "  input s : 2\n  input x : 8\n  input y : 8\n";
    for register in ["a", "b"] {
        writeln!(text, "  net {register} : 8").unwrap();
        for (chain, input) in [("g", "x"), ("h", "y")] {
            for number in 0..=30 {
                writeln!(text, "  net {chain}{register}{number} : 8").unwrap();
            }
            let value = format!("(mux (eq s 2'h1) {input} {register})");
            writeln!(text, "  assign {chain}{register}0 = {value}").unwrap();
        }
        for number in 0..30 {
            let [g, h] = ["g", "h"].map(|chain| format!("{chain}{register}{number}"));
            let condition = format!("(slice c {number} 1)");
            let next = number + 1;
            writeln!(
                text,
                "  assign g{register}{next} = (mux {condition} {g} {h})"
            )
            .unwrap();
            writeln!(
                text,
                "  assign h{register}{next} = (mux {condition} {h} {g})"
            )
            .unwrap();
        }
        let next = format!("(mux (eq s 2'h0) g{register}30 x)");
        let start = format!("  register {register} clock clock initial 8'h00");
        writeln!(text, "{start} next {next}").unwrap();
    }
    compiles(move || Netlist::from_text(&(text + "}\n")).unwrap());
}

#[test]
fn a_rotation_of_many_registers_has_a_bounded_number_of_copies() {
    // Every register depends on all bits of the amount.
    const COUNT: usize = 1024;
    const BITS: usize = 10;
    let mut text = "top t\n\nmodule t {\n  input clock : clock\n  input amount : 10\n".to_owned();
    for number in 0..COUNT {
        writeln!(text, "  net v0_{number} : 1").unwrap();
    }
    for bit in 0..BITS {
        for number in 0..COUNT {
            let other = (number + (1 << bit)) % COUNT;
            let value = format!("(mux (slice amount {bit} 1) v{bit}_{other} v{bit}_{number})");
            writeln!(text, "  net v{}_{number} : 1", bit + 1).unwrap();
            writeln!(text, "  assign v{}_{number} = {value}", bit + 1).unwrap();
        }
    }
    for number in 0..COUNT {
        let start = format!(
            "  register v0_{number} clock clock initial 1'h{}",
            number % 2
        );
        writeln!(text, "{start} next v{BITS}_{number}").unwrap();
    }
    let netlist = Netlist::from_text(&(text + "}\n")).unwrap();
    let size = compile(&netlist).unwrap().wasm().len();
    assert!(size < 1 << 20, "{size} bytes");
}

#[test]
fn more_operations_than_fit_are_refused() {
    let text = "top t

module t {
  input a : 65536
  output out : 65536
  assign out = (mul a (not a))
}
";
    let error = compile(&Netlist::from_text(text).unwrap()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the design has more than 4194304 operations on 64 bits, too many to simulate"
    );
}

#[test]
fn an_expression_that_is_too_long_for_an_engine_is_refused() {
    let mut text = "top t\n\nmodule t {\n  input clock : clock\n  net n0 : 64\n".to_owned();
    for number in 1..=400_000_u64 {
        let odd = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let next = format!("(add (mul n{} 64'h{odd:016x}) 64'h{odd:016x})", number - 1);
        writeln!(text, "  net n{number} : 64\n  assign n{number} = {next}").unwrap();
    }
    text += "  register n0 clock clock initial 64'h0000000000000001 next n400000\n}\n";
    let error = compile(&Netlist::from_text(&text).unwrap()).unwrap_err();
    assert!(matches!(error, CompileError::TooLong { .. }), "{error}");
    assert!(
        error.to_string().starts_with("an expression needs "),
        "{error}"
    );
}

#[test]
fn enables_that_are_single_bits_of_a_value_make_no_branches() {
    let mut text = "top t\n\nmodule t {\n  input clock : clock\n  input x : 16\n".to_owned();
    text += "  net d0 : 16\n  net d1 : 16\n  net d2 : 16\n";
    for number in 0..3 {
        let enable = format!("(slice x {} 1)", number + 3);
        writeln!(
            text,
            "  memory m{number} width 16 address 4
  read m{number} data d{number} address (slice x 0 4)
  write m{number} clock clock enable {enable} address (slice x 0 4) data x"
        )
        .unwrap();
    }
    let program = compile(&Netlist::from_text(&(text + "}\n")).unwrap()).unwrap();
    assert!(program.wasm().len() < 300, "{}", program.wasm().len());
}

#[test]
fn equal_designs_have_one_identity_and_others_have_another() {
    let chain = |last: &str| design(3, |number| format!("(add n{number} {last})"));
    let identity = |netlist: &Netlist| compile(netlist).unwrap().identity();
    let first = identity(&chain("a"));
    assert_eq!(first, identity(&chain("a")));
    let again = Netlist::from_text(&chain("a").to_text()).unwrap();
    assert_eq!(first, identity(&again));
    assert_ne!(first, identity(&chain("b")));
    let mut tuned = compile(&chain("a")).unwrap();
    tuned.tune();
    assert_eq!(first, tuned.identity());
}
