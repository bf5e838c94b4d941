//! Tests of the Verilog for netlists in text form: complete modules, and single rules.

#![allow(clippy::unwrap_used)] // Clippy does not recognise helper functions as test code.

use gatefall_netlist::Netlist;
use gatefall_verilog::{files, files_with_registers, state_names, text, Docs, ModuleDocs, Source};

const BLINKER: &str = "top blinker

enum e0 Phase Dark Lit Fading

module blinker {
  input clock : clock
  input reset : 1
  input bus.speed : 4
  output led : 1
  net phase : e0/2
  net ticks : 8
  net next_ticks : 8
  net limit : 8
  net dead : 8
  let %1 = (add ticks (zext bus.speed 8))
  constant limit = 8'hc8
  assign led = (eq phase 2'h1)
  assign next_ticks = %1
  assign dead = (not ticks)
  register phase clock clock initial 2'h0 next (mux reset 2'h0 (mux (eq phase 2'h0) (mux (ltu \
    limit next_ticks) 2'h1 phase) (mux (eq phase 2'h1) 2'h2 2'h0)))
  register ticks clock clock initial 8'h00 next next_ticks enable (not (eq phase 2'h2))
}
";

#[test]
fn a_module_reads_like_hand_written_verilog() {
    let netlist = Netlist::from_text(BLINKER).unwrap();
    netlist.verify().unwrap();
    let mut docs = Docs::new();
    let ports = [("bus.speed".to_owned(), "Ticks per cycle.".to_owned())].into();
    docs.insert(
        "blinker".into(),
        ModuleDocs {
            text: "Blinks.\n\nSlowly.".into(),
            ports,
        },
    );
    let expected = "\
// Written by gatefall from a rust-hdl design. Change the design, not this file.
`default_nettype none

// Blinks.
//
// Slowly.
module blinker (
    input  wire clock,
    input  wire reset,
    // Ticks per cycle.
    input  wire [3:0] bus_speed,
    output wire led
);
    localparam [7:0] LIMIT = 8'd200;
    localparam [1:0] PHASE_DARK = 2'd0;
    localparam [1:0] PHASE_LIT = 2'd1;
    localparam [1:0] PHASE_FADING = 2'd2;

    reg [1:0] phase = PHASE_DARK;
    reg [7:0] ticks = 8'd0;

    wire [7:0] next_ticks = ticks + {4'd0, bus_speed};
    assign led = phase == PHASE_LIT;

    always @(posedge clock) begin
        if (reset) begin
            phase <= PHASE_DARK;
        end else begin
            case (phase)
                PHASE_DARK: begin
                    if (LIMIT < next_ticks) begin
                        phase <= PHASE_LIT;
                    end
                end
                PHASE_LIT: phase <= PHASE_FADING;
                default: phase <= PHASE_DARK;
            endcase
        end
    end

    always @(posedge clock) begin
        if (phase != PHASE_FADING) begin
            ticks <= next_ticks;
        end
    end
endmodule

`default_nettype wire
";
    assert_eq!(text(&netlist, &docs), expected);
    assert_eq!(
        text(&netlist, &docs),
        text(&netlist.clone(), &docs),
        "same input, same bytes"
    );
}

#[test]
fn a_small_change_makes_a_small_difference() {
    let lines = |source: &str| -> Vec<String> {
        let netlist = Netlist::from_text(source).unwrap();
        netlist.verify().unwrap();
        let text = text(&netlist, &Docs::new());
        text.lines().map(str::to_owned).collect()
    };
    let before = lines(BLINKER);
    for (old, new, removed, added) in [
        ("8'hc8", "8'hc9", 1, 1),
        ("(mux (ltu limit", "(mux (eq limit", 1, 1),
        // A register before an output adds its declaration and four lines for the clock.
        (
            "  assign led = (eq phase 2'h1)",
            "  net lit : 1\n  register lit clock clock initial 1'h0 next (eq phase 2'h1)\n  \
             assign led = lit",
            1,
            6,
        ),
    ] {
        assert!(BLINKER.contains(old));
        let after = lines(&BLINKER.replacen(old, new, 1));
        let same = common(&before, &after);
        let differences = (before.len() - same, after.len() - same);
        assert_eq!(differences, (removed, added), "{after:#?}");
    }
}

/// Length of the longest common subsequence of two texts, in lines.
fn common(before: &[String], after: &[String]) -> usize {
    let mut longest = vec![0; after.len() + 1];
    for line in before {
        let mut diagonal = 0;
        for (index, other) in after.iter().enumerate() {
            let above = longest[index + 1];
            longest[index + 1] = match line == other {
                true => diagonal + 1,
                false => above.max(longest[index]),
            };
            diagonal = above;
        }
    }
    longest[after.len()]
}

/// The body of a module with 8-bit inputs `a` and `b`, a bit `c`, and an expression as its output.
fn written(width: u32, expression: &str) -> String {
    let source = format!(
        "top m\nmodule m {{\n input a : 8\n input b : 8\n input c : 1\n output y : {width}\n \
         assign y = {expression}\n}}\n"
    );
    let netlist = Netlist::from_text(&source).unwrap();
    netlist.verify().unwrap();
    let text = text(&netlist, &Docs::new());
    let body = text
        .split_once(");\n")
        .unwrap()
        .1
        .split_once("endmodule")
        .unwrap()
        .0;
    body.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn expressions_have_the_parentheses_and_widths_that_verilog_needs() {
    let check = |width, expression: &str, expected: &str| {
        let body = written(width, expression);
        let first = body.split("\nwire unused").next().unwrap();
        assert_eq!(first, expected, "{expression}");
    };
    check(1, "(eq (and a b) 8'h03)", "assign y = (a & b) == 8'd3;");
    check(1, "(not (ltu a b))", "assign y = a >= b;");
    check(
        1,
        "(lts a 8'hfe)",
        "assign y = $signed(a) < $signed(8'd254);",
    );
    check(
        1,
        "(and c (or (any a) (not (all b))))",
        "assign y = c && ((|a) || !(&b));",
    );
    check(
        8,
        "(add (add a b) (sub a b))",
        "assign y = a + b + (a - b);",
    );
    check(12, "(zext (add a b) 12)", "assign y = {4'd0, a + b};");
    check(12, "(sext a 12)", "assign y = {{4{a[7]}}, a};");
    check(
        12,
        "(sext (add a b) 12)",
        "wire [7:0] y_sum = a + b;\nassign y = {{4{y_sum[7]}}, y_sum};",
    );
    check(3, "(sext c 3)", "assign y = {3{c}};");
    check(1, "(slice c 0 1)", "assign y = c;");
    check(
        2,
        "(slice (mul a b) 3 2)",
        "wire [7:0] y_product = a * b;\nassign y = y_product[4:3];",
    );
    check(
        1,
        "(slice (shr a (slice b 0 3)) 0 1)",
        "assign y = a[b[2:0]];",
    );
    check(
        2,
        "(slice (shr a (slice b 0 2)) 0 2)",
        "assign y = a[{1'b0, b[1:0]} +: 2];",
    );
    check(
        1,
        "(slice (shr a (slice b 0 4)) 0 1)",
        "wire [7:0] y_shifted = a >> b[3:0];\nassign y = y_shifted[0];",
    );
    check(8, "(mux c a (not b))", "assign y = c ? a : ~b;");
    check(17, "(concat a (concat c b))", "assign y = {a, c, b};");
    check(
        18,
        "(concat a (zext (concat c c) 10))",
        "assign y = {a, 8'd0, c, c};",
    );
    check(8, "8'hff", "assign y = 8'd255;");
    check(40, "40'hdeadbeef00", "assign y = 40'hdeadbeef00;");
}

#[test]
fn what_nothing_reads_is_named_so() {
    assert_eq!(
        written(4, "(slice a 2 4)"),
        "assign y = a[5:2];\n\nwire unused = &{1'b0, a[1:0], a[7:6], b, c};".replace("\n\n", "\n")
    );
}

/// One output port for each way to drive it.
const DRIVEN_PORTS: &str = "top m

module inner {
  input x : 4
  output y : 4
  output z : 4
  constant z = 4'h3
  assign y = (not x)
}

module m {
  input clock : clock
  input x : 4
  input write : 1
  output count : 4
  output limit : 4
  output inner.y : 4
  output inner.z : 4
  output ram.clocked : 4
  output ram.plain : 4
  output rom.data : 4
  output sum : 4
  output tick : clock
  constant limit = 4'hc
  assign sum = (add count (add limit (add ram.plain (add ram.clocked inner.y))))
  assign tick = clock
  register count clock clock initial 4'h1 next (add count limit)
  memory ram width 4 address 4
  read ram data ram.clocked address x clock clock
  read ram data ram.plain address x
  write ram clock clock enable write address x data count
  write ram clock clock enable (not write) address 4'h2 data limit
  memory rom width 4 address 4
  contents rom 1 2 3 4
  read rom data rom.data address x
  instance inner of inner
  connect inner x = count
  drive inner y -> inner.y
  drive inner z -> inner.z
}
";

/// Names after `word` at the start of a line, after its range.
fn declared<'a>(text: &'a str, word: &str) -> Vec<&'a str> {
    let lines = text
        .lines()
        .filter_map(|line| line.trim().strip_prefix(word));
    let names = lines.map(|line| match line.trim_start().strip_prefix('[') {
        Some(rest) => rest.split_once("] ").unwrap().1,
        None => line.trim_start(),
    });
    names
        .map(|name| name.split([' ', ';', ',', '[']).next().unwrap())
        .collect()
}

#[test]
fn an_output_with_any_driver_is_declared_and_assigned_once() {
    let netlist = Netlist::from_text(DRIVEN_PORTS).unwrap();
    netlist.verify().unwrap();
    for file in files(&netlist, &Docs::new()) {
        let text = &file.text;
        let ports = [declared(text, "output wire"), declared(text, "output reg ")].concat();
        let inside = ["wire", "reg", "localparam"].map(|word| declared(text, word));
        let inside = inside.concat();
        for port in &ports {
            assert!(
                !inside.contains(port),
                "`{port}` is declared twice in\n{text}"
            );
            let assigned = declared(text, "assign");
            let count = assigned.iter().filter(|name| *name == port).count();
            assert_eq!(count, 1, "assignments of `{port}` in\n{text}");
        }
        assert_eq!(
            ports.len(),
            if file.name == "m.v" { 9 } else { 2 },
            "{text}"
        );
    }
    let names = state_names(&netlist);
    let names: Vec<_> = names
        .iter()
        .map(|state| (state.netlist.as_str(), state.verilog.as_str()))
        .collect();
    assert_eq!(names, [("count", "count_2"), ("ram", "ram")]);
}

#[test]
fn writes_of_one_clock_are_in_one_process_in_their_order() {
    let netlist = Netlist::from_text(DRIVEN_PORTS).unwrap();
    let text = text(&netlist, &Docs::new());
    let process = "    wire [3:0] ram_address = 4'd2;
    always @(posedge clock) begin
        if (write) begin
            ram[x] <= count_2;
        end
        if (!write) begin
            ram[ram_address] <= LIMIT;
        end
    end
";
    assert!(text.contains(process), "{text}");
}

#[test]
fn names_are_legal_and_unique() {
    let source = "top m\nmodule inner {\n input x : 1\n output y : 1\n assign y = (not x)\n}\n\
        module m {\n input cell : 1\n output lanes[0].y : 1\n output inside : 1\n \
        net lanes_0_y : 1\n net inner.y : 1\n assign lanes[0].y = lanes_0_y\n \
        assign lanes_0_y = (xor cell inner.y)\n assign inside = lanes_0_y\n \
        instance inner of inner\n connect inner x = cell\n drive inner y -> inner.y\n}\n";
    let netlist = Netlist::from_text(source).unwrap();
    netlist.verify().unwrap();
    let files = files(&netlist, &Docs::new());
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["inner.v", "m.v"]);
    for line in [
        "input  wire cell_2,",
        "output wire lanes_0_y,",
        "output wire inside_2",
        "wire lanes_0_y_2 = cell_2 ^ inner_y;",
        ".x(cell_2),",
    ] {
        assert!(
            files[1].text.contains(line),
            "`{line}` is not in\n{}",
            files[1].text
        );
    }
}

#[test]
fn a_state_begins_with_no_digit() {
    let source = "top m\nenum e0 7seg off on\nmodule m {\n input clock : clock\n \
        output lamp : e0/1\n net state : e0/1\n assign lamp = state\n \
        register state clock clock initial 1'h0 next (not state)\n}\n";
    let netlist = Netlist::from_text(source).unwrap();
    netlist.verify().unwrap();
    let text = text(&netlist, &Docs::new());
    assert!(text.contains("_7SEG_OFF = 1'b0"), "{text}");
}

#[test]
fn a_hand_written_module_stays_if_nobody_reads_it() {
    let source = "top m\nmodule Lamp {\n input a : 1\n output busy : 1\n blackbox declarations \
        \"module Lamp(input a, output busy);\\nendmodule\"\n}\nmodule m {\n input a : 1\n \
        net lamp.busy : 1\n instance lamp of Lamp\n connect lamp a = a\n \
        drive lamp busy -> lamp.busy\n}\n";
    let text = text(&Netlist::from_text(source).unwrap(), &Docs::new());
    assert!(text.contains("Lamp lamp ("), "{text}");
}

/// Two black boxes that both declare `BUFG`, and a module with that name.
#[test]
fn each_primitive_is_declared_once_and_keeps_its_name() {
    let declaration = |name: &str| {
        format!("(* blackbox *) // module BUFG\\nmodule {name}(input i, output o);\\nendmodule\\n")
    };
    let black_box = |name: &str, used: [&str; 2]| {
        let declarations = used.map(declaration).concat();
        format!(
            "module {name} {{\n input i : 1\n output o : 1\n \
             blackbox declarations \"{declarations}\" body \"assign o = i;\"\n}}\n"
        )
    };
    let instance = |name: &str, module: &str, input: &str| {
        format!(
            " net {name}.o : 1\n instance {name} of {module}\n connect {name} i = {input}\n \
             drive {name} o -> {name}.o\n"
        )
    };
    let source = [
        "top m\n".into(),
        black_box("first", ["IBUF", "BUFG"]),
        black_box("second", ["BUFG", "OBUF"]),
        "module BUFG {\n input i : 1\n output o : 1\n assign o = (not i)\n}\n".into(),
        "module m {\n input i : 1\n output o : 1\n".into(),
        instance("a", "first", "i"),
        instance("b", "second", "a.o"),
        instance("c", "BUFG", "b.o"),
        " assign o = c.o\n}\n".into(),
    ];
    let netlist = Netlist::from_text(&source.concat()).unwrap();
    netlist.verify().unwrap();
    let text = text(&netlist, &Docs::new());
    for head in ["IBUF(", "BUFG(", "OBUF(", "BUFG_2 ("] {
        let head = format!("\nmodule {head}");
        assert_eq!(text.matches(&head).count(), 1, "{head}\n{text}");
    }
    assert!(text.contains("BUFG_2 c ("), "{text}");
}

#[test]
fn names_that_the_writer_needs_itself_are_unique_too() {
    let source = "top m\nmodule inner {\n input x : 1\n output y : 1\n output z : 1\n \
        assign y = (not x)\n assign z = x\n}\nmodule m {\n input clock : clock\n input a : 1\n \
        output ram_word : 4\n output unused_inner_y : 1\n net inner.y : 1\n net inner.z : 1\n \
        net ram.data : 4\n assign ram_word = ram.data\n assign unused_inner_y = inner.z\n \
        memory ram width 4 address 2\n read ram data ram.data address (concat a a)\n \
        write ram clock clock enable a address (concat a a) data 4'h3\n instance inner of inner\n \
        connect inner x = a\n drive inner y -> inner.y\n drive inner z -> inner.z\n}\n";
    let netlist = Netlist::from_text(source).unwrap();
    netlist.verify().unwrap();
    let files = files(&netlist, &Docs::new());
    let text = &files[1].text;
    for line in [
        "output wire [3:0] ram_word,",
        "output wire unused_inner_y",
        "integer ram_word_2;",
        "wire unused_inner_y_2;",
        ".y(unused_inner_y_2)",
    ] {
        assert!(text.contains(line), "`{line}` is not in\n{text}");
    }
}

#[test]
fn small_memories_become_registers_if_the_fpga_has_few_block_rams() {
    let memory = |name: &str, bits: u32| {
        format!(
            "memory {name} width 4 address {bits}\n read {name} data {name}.data address \
             {bits}'h1\n write {name} clock clock enable a address {bits}'h1 data 4'h3\n "
        )
    };
    let source = format!(
        "top m\nmodule m {{\n input clock : clock\n input a : 1\n output x : 4\n output y : 4\n \
         net short.data : 4\n net long.data : 4\n assign x = short.data\n \
         assign y = long.data\n {}{}}}\n",
        memory("short", 2),
        memory("long", 3)
    );
    let netlist = Netlist::from_text(&source).unwrap();
    netlist.verify().unwrap();
    let style = |words, style: &str, array: &str| {
        let files = files_with_registers(&netlist, &Docs::new(), words);
        let line = format!("(* ram_style = \"{style}\" *)\n    reg [3:0] {array};");
        assert!(files[0].text.contains(&line), "{line}\n{}", files[0].text);
    };
    style(4, "registers", "short [0:3]");
    style(4, "block", "long [0:7]");
    style(3, "block", "short [0:3]");
    style(0, "block", "short [0:3]");
}

#[test]
fn hand_written_modules_keep_their_text() {
    let source = "top m\nmodule PLL {\n input ref : clock\n output out : clock\n blackbox \
        declarations \"(* blackbox *)\\nmodule PLL(input ref, output out);\\nendmodule\"\n}\n\
        module m {\n input clock : clock\n output q : 1\n net pll.out : clock\n net r : 1\n \
        assign q = r\n register r clock pll.out initial 1'h1 next (not r)\n instance pll of PLL\n \
        connect pll ref = clock\n drive pll out -> pll.out\n}\n";
    let netlist = Netlist::from_text(source).unwrap();
    netlist.verify().unwrap();
    let files = files(&netlist, &Docs::new());
    assert!(files[0]
        .text
        .ends_with("(* blackbox *)\nmodule PLL(input ref, output out);\nendmodule\n"));
    assert!(files[1]
        .text
        .contains("PLL pll (\n        .ref(clock),\n        .out(pll_out)\n    );"));
    assert!(files[1].text.contains("always @(posedge pll_out) begin"));
}

#[test]
fn the_rust_source_names_modules_and_comments_them() {
    let rust = "\
//! Blinks a light, see [`Other`] and [the notes](https://example.org/a).
//! More slowly than a fly.
//!
//! **Cost**: next to nothing.

use rust_hdl::prelude::*;

/// The light.
#[derive(LogicBlock)]
pub struct LightBlinker<
    const N: usize,
> {
    /// Ticks once per cycle; bits [3:0] of nothing.
    pub clock: Signal<In, Clock>,
    /// True when
    /// it is lit.
    #[default(
        false
    )]
    pub led: Signal<Out, Bit>,
    #[reset(none)]
    count: DFF<Bits<N>>,
    forgotten: Signal<Local, Bit>,
    _note: String,
}

/// Not a block.
pub struct Other {
    clock: u8,
    led: u8,
    count: u8,
}
";
    let source = "top m\nmodule b {\n input clock : clock\n output led : 1\n net count : 1\n \
        assign led = count\n register count clock clock initial 1'h0 next (not count)\n}\n\
        module m {\n input clock : clock\n output led : 1\n net b.led : 1\n assign led = b.led\n \
        instance b of b\n connect b clock = clock\n drive b led -> b.led\n}\n";
    let mut netlist = Netlist::from_text(source).unwrap();
    let docs = Source::read([rust]).apply(&mut netlist);
    netlist.verify().unwrap();
    let files = files(&netlist, &docs);
    assert_eq!(files[0].name, "light_blinker.v");
    let head = "// Blinks a light, see `Other` and the notes.\n// More slowly than a fly.\n\
        module light_blinker (\n    // Ticks once per cycle; bits [3:0] of nothing.\n    \
        input  wire clock,\n    // True when\n    // it is lit.\n    output wire led\n);";
    assert!(files[0].text.contains(head), "{}", files[0].text);
    assert!(
        files[1].text.contains("light_blinker b ("),
        "{}",
        files[1].text
    );
}

/// Writes an expression in a thread with a quarter of the usual stack.
fn is_written_on_a_small_stack(expression: String) -> String {
    let thread = std::thread::Builder::new().stack_size(512 << 10);
    let run = move || written(8, &expression);
    thread.spawn(run).unwrap().join().unwrap()
}

#[test]
fn deep_expressions_are_written_on_several_wires() {
    let nested = |open: &str, close: &str, levels: usize| {
        format!("{}a{}", open.repeat(levels), close.repeat(levels))
    };
    let levels = 5_000;
    for (open, close) in [
        ("(add b ", ")"),
        ("(mul ", " b)"),
        ("(not ", ")"),
        ("(mux c b ", ")"),
        ("(mux (eq a b) ", " (add a b))"),
    ] {
        let text = is_written_on_a_small_stack(nested(open, close, levels));
        let declared = |line: &&str| line.starts_with("wire") || line.starts_with("reg");
        let (wires, bytes) = (text.lines().filter(declared).count(), text.len());
        assert!(wires > 0, "{open}: {bytes} bytes without a wire");
        let longest = text.lines().map(str::len).max();
        assert!(
            longest < Some(4_000),
            "{open}: a line of {longest:?} characters"
        );
    }
}

#[test]
fn long_chains_of_nets_are_written() {
    let mut source = "top m\nmodule m {\n input n0 : 8\n output y : 8\n".to_owned();
    let links = 5_000;
    for link in 1..=links {
        source += &format!(" net n{link} : 8\n");
    }
    // In reverse order, so that the sort descends the complete chain.
    source += &format!(" assign y = n{links}\n");
    for link in (1..=links).rev() {
        source += &format!(" assign n{link} = (add n{} 8'h01)\n", link - 1);
    }
    let netlist = Netlist::from_text(&(source + "}\n")).unwrap();
    let run = move || text(&netlist, &Docs::new());
    let thread = std::thread::Builder::new().stack_size(512 << 10);
    let text = thread.spawn(run).unwrap().join().unwrap();
    let (first, last) = (text.find(" n1 = "), text.find(" n5000 = "));
    assert!(first.is_some() && first < last);
}
