//! Size tests: long chains and deep nesting work on a small stack, and exceeded limits are errors.

use std::fmt::Write;

use gatefall_netlist::{
    BinaryOp, EventInterpreter, Expr, ExprPool, Interpreter, Netlist, Value, MAX_DEPTH, MAX_WIDTH,
};

/// Length of chains, or depth of parentheses.
const LONG: usize = 50_000;
/// Stack size in bytes: a quarter of the default of test threads.
const SMALL: usize = 512 << 10;

fn on_a_small_stack(run: fn()) {
    let thread = std::thread::Builder::new().stack_size(SMALL);
    thread.spawn(run).unwrap().join().unwrap();
}

/// A chain of assigned nets. `step` gives the expression of each link.
fn chain(links: usize, step: impl Fn(usize) -> String) -> String {
    let mut text = "top t\n\nmodule t {\n  input n0 : 8\n  output out : 8\n".to_owned();
    for link in 1..=links {
        writeln!(text, "  net n{link} : 8").unwrap();
    }
    for link in 1..=links {
        writeln!(text, "  assign n{link} = {}", step(link - 1)).unwrap();
    }
    writeln!(text, "  assign out = n{links}\n}}").unwrap();
    text
}

fn survives_writing(netlist: &Netlist) {
    let text = netlist.to_text();
    let again = Netlist::from_text(&text).unwrap().to_text();
    assert!(text == again, "the text of {} bytes changes", text.len());
}

/// A module with one input, and one output with this expression.
fn one(expression: &str) -> String {
    format!(
        "top t\n\nmodule t {{\n  input a : 8\n  output out : 8\n  assign out = {expression}\n}}\n"
    )
}

#[test]
fn a_long_chain_of_assignments_is_read_checked_written_and_run() {
    on_a_small_stack(|| {
        // In reverse order, so that the search for loops descends the complete chain.
        let text = chain(LONG, |link| format!("(add n{link} 8'h01)"));
        let mut lines: Vec<&str> = text.lines().collect();
        lines[4..4 + LONG].reverse();
        let netlist = Netlist::from_text(&lines.join("\n")).unwrap();
        netlist.verify().unwrap();
        survives_writing(&netlist);
        let mut run = Interpreter::new(&netlist).unwrap();
        run.poke("n0", 7u32).unwrap();
        let expected = (7 + LONG) % 256;
        assert_eq!(run.peek("out").unwrap(), Value::new(8, expected));
    });
}

#[test]
fn a_loop_at_the_end_of_a_long_chain_is_found() {
    on_a_small_stack(|| {
        let text = chain(LONG, |link| match link {
            0 => format!("(add n0 n{})", LONG / 2),
            _ => format!("(not n{link})"),
        });
        let netlist = Netlist::from_text(&text).unwrap();
        let found = netlist.combinational_loop().unwrap();
        assert_eq!(found.nets.len(), LONG / 2);
    });
}

#[test]
fn deeply_nested_text_is_read_written_and_run() {
    on_a_small_stack(|| {
        let (open, close) = ("(not ".repeat(LONG), ")".repeat(LONG));
        let netlist = Netlist::from_text(&one(&format!("{open}a{close}"))).unwrap();
        netlist.verify().unwrap();
        survives_writing(&netlist);
        let mut run = Interpreter::new(&netlist).unwrap();
        run.poke("a", 0x5au32).unwrap();
        assert_eq!(run.peek("out").unwrap(), Value::new(8, 0x5au32));
    });
}

#[test]
fn many_shared_expressions_are_written_in_one_pass() {
    let text = chain(LONG, |link| {
        format!("(add (not n{link}) (mul (not n{link}) (not n{link})))")
    });
    let netlist = Netlist::from_text(&text).unwrap();
    survives_writing(&netlist);
}

#[test]
fn a_part_of_a_long_chain_is_taken() {
    on_a_small_stack(|| {
        let mut pool = ExprPool::new();
        let input = pool.net(0.into(), 8);
        let mut last = input;
        for link in 0..LONG {
            let condition = pool.slice(input, link as u32 % 8, 1);
            let sum = pool.binary(BinaryOp::Add, last, input);
            last = pool.mux(condition, sum, last);
        }
        let part = pool.slice(last, 0, 4);
        assert_eq!(pool.width(part), 4);
        assert!(matches!(pool.expr(part), Expr::Mux { .. }));
    });
}

#[test]
fn a_long_chain_of_clocks_is_followed() {
    on_a_small_stack(|| {
        let links = 2_000;
        let mut text = "top t\n\nmodule t {\n  input c0 : clock\n  output out : 8\n".to_owned();
        for link in 1..=links {
            writeln!(text, "  net c{link} : clock").unwrap();
        }
        for link in 1..=links {
            writeln!(text, "  assign c{link} = c{}", link - 1).unwrap();
        }
        text += "  net r : 8\n  assign out = r\n";
        writeln!(
            text,
            "  register r clock c{links} initial 8'h00 next (add r 8'h01)\n}}"
        )
        .unwrap();
        let mut run = Interpreter::new(&Netlist::from_text(&text).unwrap()).unwrap();
        run.step_clock("c0").unwrap();
        assert_eq!(run.peek("out").unwrap(), Value::new(8, 1u32));
    });
}

#[track_caller]
fn not_read(text: &str, expected: &str) {
    let error = Netlist::from_text(text).unwrap_err().to_string();
    assert_eq!(error, expected);
}

#[test]
fn text_with_a_width_beyond_the_limit_is_not_read() {
    let told = |width: u64| format!("line 6: {width} bits are more than 65536, the most");
    not_read(&one("(slice (zext a 65537) 0 8)"), &told(65_537));
    not_read(
        &one("(slice (concat (zext a 4294967295) a) 0 8)"),
        &told(4_294_967_295),
    );
    not_read(
        &one("(slice (sext a 4294967295) 0 8)"),
        &told(4_294_967_295),
    );
    not_read(&one("(slice a 0 70000)"), &told(70_000));
    not_read(&one("(slice (not 99999'h0) 0 8)"), &told(99_999));
    not_read(&one("(slice (concat (zext a 65536) a) 0 8)"), &told(65_544));
    not_read(
        &one("a").replace("input a : 8", "input a : s4294967295"),
        "line 4: 4294967295 bits are more than 65536, the most",
    );
    not_read(
        &one("a").replace("}", "  memory m width 65537 address 4\n}"),
        "line 7: 65537 bits are more than 65536, the most",
    );
    not_read(
        &one("a").replace("}", "  memory m width 8 address 64\n}"),
        "line 7: an address of 64 bits is wider than 40, the most",
    );
}

#[test]
fn the_widest_values_are_read_and_run() {
    let text = one("(slice (add (zext a 65536) (not (zext a 65536))) 65528 8)");
    let mut run = Interpreter::new(&Netlist::from_text(&text).unwrap()).unwrap();
    assert_eq!(run.peek("out").unwrap(), Value::ones(8));
}

fn refused(change: impl FnOnce(&mut Netlist)) -> String {
    let text = one("a").replace(
        "}",
        "  net d : 8\n  memory m width 8 address 8\n  read m data d address a\n}",
    );
    let mut netlist = Netlist::from_text(&text).unwrap();
    netlist.verify().unwrap();
    change(&mut netlist);
    netlist.verify().unwrap_err().to_string()
}

#[test]
fn what_is_built_beyond_a_limit_does_not_verify() {
    let module = |netlist: &mut Netlist| netlist.top;
    let wide = refused(|netlist| {
        let top = module(netlist);
        netlist.modules[top].nets.values_mut().next().unwrap().width = MAX_WIDTH + 1;
    });
    assert_eq!(
        wide,
        "module `t`: `a`: 65537 bits are more than 65536, the most"
    );
    let sum = refused(|netlist| {
        let top = module(netlist);
        let pool = &mut netlist.modules[top].exprs;
        let a = pool.net(0.into(), 8);
        let wide = pool.zero_extend(a, u32::MAX);
        let wider = pool.concat(wide, wide);
        assert_eq!(pool.width(wider), u32::MAX, "the sum does not wrap");
        let zero = pool.constant(Value::zero(40_000));
        let constant = pool.concat(zero, zero);
        assert_eq!(pool.width(constant), 80_000);
    });
    assert_eq!(
        sum,
        "module `t`: an expression is too wide: 4294967295 bits are more than 65536, the most"
    );
    let memory = refused(|netlist| {
        let top = module(netlist);
        let memories = &mut netlist.modules[top].memories;
        memories.values_mut().next().unwrap().address_width = 64;
    });
    assert_eq!(
        memory,
        "module `t`: addresses of memory `m` have 64 bits, more than 40"
    );
}

#[test]
fn memories_that_the_interpreters_have_no_room_for_are_refused() {
    let text = one("a").replace(
        "}",
        "  net d : 8\n  memory m width 8 address 40\n  read m data d address (zext a 40)\n}",
    );
    let netlist = Netlist::from_text(&text).unwrap();
    netlist.verify().unwrap();
    let plain = Interpreter::new(&netlist).err().unwrap();
    let quick = EventInterpreter::new(&netlist).err().unwrap();
    for error in [plain, quick] {
        assert_eq!(
            error.to_string(),
            "module `t`: with memory `m` there are more than 16777216 words"
        );
    }
}

/// A chain of modules. Each has `instances` instances of the previous one.
fn tower(levels: usize, instances: usize) -> String {
    let mut text = format!("top m{levels}\n\nmodule m0 {{\n  input a : 1\n}}\n");
    for level in 1..=levels {
        writeln!(text, "\nmodule m{level} {{\n  input a : 1").unwrap();
        for number in 0..instances {
            writeln!(text, "  instance i{number} of m{}", level - 1).unwrap();
            writeln!(text, "  connect i{number} a = a").unwrap();
        }
        text += "}\n";
    }
    text
}

#[test]
fn a_tower_of_instances_is_refused() {
    let verify = |text: &str| Netlist::from_text(text).unwrap().verify();
    verify(&tower(MAX_DEPTH - 1, 1)).unwrap();
    assert_eq!(
        verify(&tower(MAX_DEPTH, 1)).unwrap_err().to_string(),
        "module `m256`: instances are nested more than 256 deep"
    );
    assert_eq!(
        verify(&tower(60, 2)).unwrap_err().to_string(),
        "module `m22`: its instances have more than 16777216 nets and expressions in all"
    );
    on_a_small_stack(|| {
        let netlist = Netlist::from_text(&tower(MAX_DEPTH - 1, 1)).unwrap();
        Interpreter::new(&netlist).unwrap();
    });
}
