//! Tests of every error of lowering, with its complete message.

#[macro_use]
#[path = "common/primitive.rs"]
mod primitive;

use gatefall_lower::LowerError;
use rust_hdl::core::ast::{
    VerilogCase, VerilogExpression, VerilogMatch, VerilogOp, VerilogOpUnary, VerilogStatement,
};
use rust_hdl::prelude::*;

/// Declares a module with the given fields and `update`, and checks the message of its error.
macro_rules! refused {
    ($test:ident: $message:expr, { $($field:ident: $kind:ty,)+ } $($update:tt)+) => {
        #[test]
        fn $test() {
            #[derive(LogicBlock, Default)]
            struct Uut { $($field: $kind,)+ }

            impl Logic for Uut {
                $($update)+
            }

            let error = gatefall_lower::netlist(&Uut::default(), "uut").unwrap_err();
            assert_eq!(error.to_string(), $message);
        }
    };
}

type Byte = Bits<8>;

refused!(combinational_loop:
"uut: combinational loop through `a` -> `b` by `a = b ^ x`, `b = a + 1`",
{ x: Signal<In, Byte>, a: Signal<Local, Byte>, b: Signal<Local, Byte>, y: Signal<Out, Byte>, }
    #[hdl_gen]
    fn update(&mut self) {
        self.a.next = self.b.val() ^ self.x.val();
        self.b.next = self.a.val() + 1;
        self.y.next = self.b.val();
    }
);

refused!(loop_of_a_signal_with_itself: "uut: combinational loop through `y` by `y = y + x`",
{ x: Signal<In, Byte>, y: Signal<Out, Byte>, }
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.y.val() + self.x.val();
    }
);

#[derive(LogicBlock, Default)]
struct Increment {
    x: Signal<In, Byte>,
    y: Signal<Out, Byte>,
}

impl Logic for Increment {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.x.val() + 1;
    }
}

refused!(loop_through_a_block:
"uut: combinational loop through `y` -> `increment.y` by `y = increment.y`",
{ y: Signal<Out, Byte>, increment: Increment, }
    #[hdl_gen]
    fn update(&mut self) {
        self.increment.x.next = self.y.val();
        self.y.next = self.increment.y.val();
    }
);

refused!(latch: "uut: `y` is a latch: some path has neither `y = 1` nor another value for it; \
    give it a default at the top of update()",
{ x: Signal<In, Bit>, y: Signal<Out, Bit>, }
    #[hdl_gen]
    fn update(&mut self) {
        if self.x.val() {
            self.y.next = true;
        }
    }
);

refused!(latch_at_an_input_of_a_block:
"uut: `r.d` is a latch: some path has neither `r.d = 1` nor another value for it; give it a \
 default at the top of update()",
{ clock: Signal<In, Clock>, x: Signal<In, Bit>, y: Signal<Out, Bit>, r: DFF<Bit>, }
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, r);
        if self.x.val() {
            self.r.d.next = true;
        }
        self.y.next = self.r.q.val();
    }
);

refused!(undriven_output: "uut: `y` is not driven",
{ x: Signal<In, Bit>, y: Signal<Out, Bit>, z: Signal<Out, Bit>, }
    #[hdl_gen]
    fn update(&mut self) {
        self.z.next = self.x.val();
    }
);

refused!(undriven_local_that_is_read: "uut: `x` is not driven",
{ x: Signal<Local, Bit>, y: Signal<Out, Bit>, }
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.x.val();
    }
);

refused!(undriven_input_of_a_block: "uut: `r.clock` is not driven",
{ y: Signal<Out, Bit>, r: DFF<Bit>, }
    #[hdl_gen]
    fn update(&mut self) {
        self.r.d.next = !self.r.q.val();
        self.y.next = self.r.q.val();
    }
);

refused!(output_of_a_block_driven_twice: "uut: `r.q` is driven by `r.q = x` and by the block `r`",
{ clock: Signal<In, Clock>, x: Signal<In, Bit>, y: Signal<Out, Bit>, r: DFF<Bit>, }
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, r);
        self.r.q.next = self.x.val();
        self.y.next = self.r.q.val();
    }
);

refused!(input_driven_from_within:
"uut: `x = 0`: `x` is an input, so update() cannot assign it",
{ x: Signal<In, Bit>, y: Signal<Out, Bit>, }
    #[hdl_gen]
    fn update(&mut self) {
        self.x.next = false;
        self.y.next = self.x.val();
    }
);

#[derive(LogicInterface, Default)]
struct Giver {
    word: Signal<Out, Byte>,
}

#[derive(LogicBlock, Default)]
struct Source {
    bus: Giver,
}

impl Logic for Source {
    #[hdl_gen]
    fn update(&mut self) {
        self.bus.word.next = 1.into();
    }
}

refused!(interface_that_is_linked_and_assigned:
"uut: `bus.word` is driven by `bus.word = 2` and by `bus.word = source.bus.word`",
{ bus: Giver, source: Source, }
    #[hdl_gen]
    fn update(&mut self) {
        Giver::link(&mut self.bus, &mut self.source.bus);
        self.bus.word.next = 2.into();
    }
);

refused!(two_links_to_one_interface:
"uut: `bus.word` is driven by `bus.word = source.bus.word` and by `bus.word = other.bus.word`",
{ bus: Giver, source: Source, other: Source, }
    #[hdl_gen]
    fn update(&mut self) {
        Giver::link(&mut self.bus, &mut self.source.bus);
        Giver::link(&mut self.bus, &mut self.other.bus);
    }
);

const LIMIT: u64 = 9;

refused!(rust_constant:
"uut: `LIMIT` in `y = x == LIMIT` is not a signal of the module, and rust-hdl does not carry the \
 values of Rust constants; use a `Constant<..>` field or a literal",
{ x: Signal<In, Byte>, y: Signal<Out, Bit>, }
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.x.val() == LIMIT;
    }
);

refused!(rust_constant_as_a_pattern:
"uut: `LIMIT` in `match x` is not a signal of the module, and rust-hdl does not carry the values \
 of Rust constants; use a `Constant<..>` field or a literal",
{ x: Signal<In, Byte>, y: Signal<Out, Bit>, }
    fn update(&mut self) {}
    fn hdl(&self) -> Verilog {
        let case = VerilogCase { condition: "LIMIT".into(), block: vec![] };
        tree(VerilogStatement::Match(VerilogMatch { test: signal("x"), cases: vec![case] }))
    }
);

const LAST: usize = 9;

refused!(rust_constant_as_the_number_of_a_block:
"uut: `LAST` in `y = blocks[LAST].y` is not a signal of the module, and rust-hdl does not carry \
 the values of Rust constants; use a `Constant<..>` field or a literal",
{ y: Signal<Out, Byte>, blocks: [Increment; 10], }
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..10 {
            self.blocks[i].x.next = 0.into();
        }
        self.y.next = self.blocks[LAST].y.val();
    }
);

refused!(array_index_below_zero:
"uut: index -1 is beyond the 4 elements of `blocks` in `blocks[i].x = blocks[i-1].y`",
{ y: Signal<Out, Byte>, blocks: [Increment; 4], }
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..4 {
            self.blocks[i].x.next = self.blocks[i - 1].y.val();
        }
        self.y.next = self.blocks[3].y.val();
    }
);

refused!(array_index_beyond_the_end:
"uut: index 4 is beyond the 4 elements of `x` in `y = x[i]`",
{ x: [Signal<In, Byte>; 4], y: Signal<Out, Byte>, }
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..5 {
            self.y.next = self.x[i].val();
        }
    }
);

#[allow(dead_code)] // The test names one state.
mod red {
    use rust_hdl::prelude::*;

    #[derive(Clone, Copy, Debug, PartialEq, LogicState)]
    pub enum Lamp {
        Off,
        On,
    }
}

#[allow(dead_code)] // Only used as the type of an input.
mod green {
    use rust_hdl::prelude::*;

    #[derive(Clone, Copy, Debug, PartialEq, LogicState)]
    pub enum Lamp {
        On,
        Off,
    }
}

refused!(state_of_two_enumerations:
"uut: `Lamp` in `y = x == red.Lamp.On` is the name of two enumerations with different states, and \
 the syntax tree does not tell which one is meant; rename one of them",
{ x: Signal<In, red::Lamp>, other: Signal<In, green::Lamp>, y: Signal<Out, Bit>, }
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.x.val() == red::Lamp::On;
    }
);

refused!(literal_that_does_not_fit: "uut: 300 does not fit 8 bits in `y = x == 300`",
{ x: Signal<In, Byte>, y: Signal<Out, Bit>, }
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.x.val() == 300;
    }
);

refused!(constant_index_out_of_range: "uut: index 8 is beyond the 8 bits of `x`",
{ x: Signal<In, Byte>, y: Signal<Out, Bit>, }
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.x.val().get_bit(8);
    }
);

refused!(constant_index_below_zero: "uut: index -1 is beyond the 8 bits of `x`",
{ x: Signal<In, Byte>, y: Signal<Out, Byte>, }
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = 0.into();
        for i in 0..8 {
            self.y.next = self.y.val().replace_bit(i, self.x.val().get_bit(i - 1));
        }
    }
);

refused!(constant_index_of_a_replaced_bit_out_of_range: "uut: index 9 is beyond the 8 bits of `x`",
{ x: Signal<In, Byte>, y: Signal<Out, Byte>, }
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.x.val().replace_bit(9, true);
    }
);

refused!(arithmetic_in_an_index:
"uut: it is not known at which width `i + 1` wraps; put it into a `Signal<Local, ..>` first",
{ x: Signal<In, Byte>, i: Signal<In, Bits<3>>, y: Signal<Out, Bit>, }
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.x.val().get_bit((self.i.val() + 1).index());
    }
);

refused!(arithmetic_below_an_operator_in_an_index:
"uut: it is not known at which width `i + 1` wraps; put it into a `Signal<Local, ..>` first",
{ x: Signal<In, Byte>, i: Signal<In, Bits<3>>, y: Signal<Out, Bit>, }
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.x.val().get_bit((self.i.val().index() + 1) >> 1);
    }
);

refused!(counter_that_is_called_like_a_signal:
"uut: `i`: the tree does not tell the loop's counter from the signal of the same name; rename one \
 of them",
{ i: Signal<In, Byte>, y: Signal<Out, Byte>, }
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = 0.into();
        for i in 0..4 {
            self.y.next = self.y.val().replace_bit(i, self.i.val().get_bit(0));
        }
    }
);

refused!(sum_with_a_counter_in_a_comparison:
"uut: it is not known at which width `x + i` wraps; put it into a `Signal<Local, ..>` first",
{ x: Signal<In, Byte>, y: Signal<Out, Byte>, }
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = 0.into();
        for i in 0..4 {
            if self.x.val().index() + i < 4 {
                self.y.next = self.y.val().replace_bit(i, true);
            }
        }
    }
);

refused!(complement_of_a_literal_does_not_fit:
"uut: 18446744073709551614 does not fit 8 bits in `y = x & !1`",
{ x: Signal<In, Byte>, y: Signal<Out, Byte>, }
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.x.val() & !1;
    }
);

const FOREIGN: &str =
    "the name is not made of ASCII letters, digits and `_`, as one in Verilog has to be; rename it";

refused!(name_with_other_letters: format!("uut: `größe`: {FOREIGN}"),
{ größe: Signal<In, Byte>, y: Signal<Out, Byte>, }
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.größe.val();
    }
);

refused!(raw_name_of_a_block: format!("uut: `r#type`: {FOREIGN}"),
{ y: Signal<Out, Byte>, r#type: Increment, }
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.r#type.y.val();
    }
);

#[derive(LogicBlock, Default)]
struct Closed {
    x: Signal<Local, Bit>,
}

impl Logic for Closed {
    #[hdl_gen]
    fn update(&mut self) {
        self.x.next = true;
    }
}

refused!(name_of_a_block_without_ports: format!("uut: `größe`: {FOREIGN}"),
{ y: Signal<Out, Bit>, größe: Closed, }
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = true;
    }
);

#[test]
fn names_of_designs() {
    for name in ["spi-master", "zähler", "", "a.b", "a$b", "a b"] {
        let error = gatefall_lower::netlist(&Increment::default(), name).unwrap_err();
        let message = format!(
            "`{name}` is no name for a design: it must consist of ASCII letters, digits and `_`, \
             at least one; choose another name"
        );
        assert_eq!(error.to_string(), message);
    }
}

#[derive(LogicBlock)]
struct Stopped {
    y: Signal<Out, Bit>,
    r: DFF<Bit>,
    still: Constant<Clock>,
}

impl Logic for Stopped {
    #[hdl_gen]
    fn update(&mut self) {
        self.r.clock.next = self.still.val();
        self.r.d.next = !self.r.q.val();
        self.y.next = self.r.q.val();
    }
}

#[test]
fn constant_clock() {
    let stopped = Stopped {
        y: Default::default(),
        r: Default::default(),
        still: Constant::new(Clock::default()),
    };
    let error = gatefall_lower::netlist(&stopped, "uut").unwrap_err();
    assert_eq!(
        error.to_string(),
        "uut: `still` is a constant clock; declare a `Signal<In, Clock>` and connect it to a clock"
    );
}

/// Checks that a block is refused because of a limit, and that the message has all these parts.
fn exceeds(design: &dyn Block, parts: &[&str]) {
    let error = gatefall_lower::netlist(design, "uut").expect_err("a limit is exceeded");
    let message = error.to_string();
    assert!(matches!(error, LowerError::Netlist { .. }), "{message}");
    for part in parts {
        assert!(message.contains(part), "{message}");
    }
}

#[derive(LogicBlock, Default)]
struct Wide {
    x: Signal<In, Bits<65537>>,
    y: Signal<Out, Bit>,
}

impl Logic for Wide {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.x.val().any();
    }
}

#[derive(LogicBlock, Default)]
struct Inner {
    x: Signal<Out, Bit>,
    wide: Wide,
}

impl Logic for Inner {
    #[hdl_gen]
    fn update(&mut self) {
        self.wide.x.next = 0.into();
        self.x.next = self.wide.y.val();
    }
}

#[test]
fn signal_beyond_the_limit_of_widths() {
    exceeds(&Wide::default(), &["uut: ", "`x`", "65537", "65536"]);
    exceeds(&Inner::default(), &["uut.wide: ", "`x`", "65537", "65536"]);
}

#[test]
fn memory_beyond_the_limit_of_addresses() {
    let rom = ROM::<Bit, 41>::from([true].into_iter());
    exceeds(&rom, &["uut: ", "`inner`", "41", "40"]);
}

#[test]
fn flip_flop_of_a_clock() {
    exceeds(&DFF::<Clock>::default(), &["uut: ", "clock `inner`"]);
}

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum Mood {
    Heiß,
    Cold,
}

refused!(state_with_other_letters: format!("uut: `Heiß`: {FOREIGN}"),
{ x: Signal<In, Mood>, y: Signal<Out, Bit>, }
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.x.val() == Mood::Cold;
    }
);

refused!(signed_casts_without_a_known_width:
"uut: the width of `signed_cast(a) == signed_cast(b)` is not known; put it into a \
 `Signal<Local, ..>` first",
{ a: Signal<In, Signed<8>>, b: Signal<In, Signed<8>>, y: Signal<Out, Bit>, }
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = signed_bit_cast::<6, 8>(self.a.val())
            == signed_bit_cast::<6, 8>(self.b.val());
    }
);

#[derive(Clone, Copy, Debug, PartialEq, LogicState)]
#[allow(dead_code)] // Only used as the type of an input.
enum Direction {
    Left,
    Right,
    Down,
}

impl From<Direction> for Byte {
    fn from(direction: Direction) -> Byte {
        (direction as u64).into()
    }
}

// `.into()` is not in the tree. Only rustc knows its effect.
refused!(conversion_to_another_width: "uut: `direction` has 2 bits where 8 are needed",
{ direction: Signal<In, Direction>, y: Signal<Out, Byte>, }
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.direction.val().into();
    }
);

impl PartialEq<Direction> for Byte {
    fn eq(&self, direction: &Direction) -> bool {
        *self == Byte::from(*direction)
    }
}

refused!(comparison_with_another_width: "uut: `x == direction` has 2 bits where 8 are needed",
{ direction: Signal<In, Direction>, x: Signal<In, Byte>, y: Signal<Out, Bit>, }
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.x.val() == self.direction.val();
    }
);

refused!(derived_clock:
"uut: clock `r.clock` is made by `x`; a clock must be wired straight from an input",
{ x: Signal<In, Bit>, y: Signal<Out, Bit>, r: DFF<Bit>, }
    #[hdl_gen]
    fn update(&mut self) {
        self.r.clock.next = self.x.val().into();
        self.r.d.next = !self.r.q.val();
        self.y.next = self.r.q.val();
    }
);

refused!(inverted_clock:
"uut: clock `r.clock` is made by `!clock`; a clock must be wired straight from an input",
{ clock: Signal<In, Clock>, y: Signal<Out, Bit>, r: DFF<Bit>, }
    #[hdl_gen]
    fn update(&mut self) {
        self.r.clock.next = !self.clock.val();
        self.r.d.next = !self.r.q.val();
        self.y.next = self.r.q.val();
    }
);

refused!(second_clock_without_a_crossing:
"uut: `a` is on clock `fast` and depends on clock `slow` by `a.d = b.q`, and nothing crosses \
 between them; use a synchronizer",
{ fast: Signal<In, Clock>, slow: Signal<In, Clock>, y: Signal<Out, Bit>, a: DFF<Bit>, b: DFF<Bit>, }
    #[hdl_gen]
    fn update(&mut self) {
        self.a.clock.next = self.fast.val();
        self.b.clock.next = self.slow.val();
        self.a.d.next = self.b.q.val();
        self.b.d.next = !self.a.q.val();
        self.y.next = self.b.q.val();
    }
);

refused!(first_flip_flop_of_two_that_is_read_twice:
"uut: `first` is on clock `fast` and depends on clock `slow` by `first.d = b.q`, and nothing \
 crosses between them; use a synchronizer",
{ fast: Signal<In, Clock>, slow: Signal<In, Clock>, y: Signal<Out, Bit>, z: Signal<Out, Bit>,
  b: DFF<Bit>, first: DFF<Bit>, second: DFF<Bit>, }
    #[hdl_gen]
    fn update(&mut self) {
        self.b.clock.next = self.slow.val();
        self.b.d.next = !self.b.q.val();
        self.first.clock.next = self.fast.val();
        self.first.d.next = self.b.q.val();
        self.second.clock.next = self.fast.val();
        self.second.d.next = self.first.q.val();
        self.y.next = self.second.q.val();
        self.z.next = self.first.q.val();
    }
);

refused!(second_clock_of_a_memory:
"uut: `ram` is on clock `fast` and depends on clock `slow` by `ram.read_address = a.q`, and \
 nothing crosses between them; use a synchronizer",
{ fast: Signal<In, Clock>, slow: Signal<In, Clock>, y: Signal<Out, Byte>, a: DFF<Bits<4>>,
  ram: RAM<Byte, 4>, }
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, slow, a);
        self.a.d.next = self.a.q.val() + 1;
        self.ram.write_clock.next = self.slow.val();
        self.ram.write_enable.next = true;
        self.ram.write_address.next = self.a.q.val();
        self.ram.write_data.next = 1.into();
        self.ram.read_clock.next = self.fast.val();
        self.ram.read_address.next = self.a.q.val();
        self.y.next = self.ram.read_data.val();
    }
);

refused!(custom_block_that_is_only_like_a_flip_flop:
"uut: hand-written Verilog that is not known: `initial begin q = 8'h0; end`",
{ clock: Signal<In, Clock>, d: Signal<In, Byte>, q: Signal<Out, Byte>, }
    fn update(&mut self) {}
    fn hdl(&self) -> Verilog {
        Verilog::Custom("initial begin q = 8'h0; end\n\
            always @(posedge clock) begin q <= d + 1; end".into())
    }
    fn connect(&mut self) {
        self.q.connect();
    }
);

refused!(custom_block_that_is_only_like_a_rom:
"uut: hand-written Verilog that is not known: `always @*`",
{ address: Signal<In, Bits<2>>, data: Signal<Out, Byte>, }
    fn update(&mut self) {}
    fn hdl(&self) -> Verilog {
        Verilog::Custom("always @*\ncase (address)\n  2'h1: data = 8'h1;\n  \
            default: data = 8'h7;\nendcase".into())
    }
    fn connect(&mut self) {
        self.data.connect();
    }
);

refused!(unknown_custom_block: "uut: hand-written Verilog that is not known: `assign y = $random;`",
{ y: Signal<Out, Bit>, }
    fn update(&mut self) {}
    fn hdl(&self) -> Verilog {
        Verilog::Custom("\n  assign y = $random;".into())
    }
);

#[derive(LogicBlock, Default)]
struct Declared {}

impl Logic for Declared {
    fn update(&mut self) {}
    fn hdl(&self) -> Verilog {
        Verilog::Blackbox(BlackBox {
            name: "IBUF".into(),
            code: "(* blackbox *)\nmodule IBUF(input i, output o);\nendmodule".into(),
        })
    }
}

refused!(process_of_systemverilog_in_a_custom_block:
"uut: hand-written Verilog that is not known: `always_ff @(posedge clock) q <= d;`",
{ clock: Signal<In, Clock>, d: Signal<In, Bit>, q: Signal<Out, Bit>, core: Declared, }
    fn update(&mut self) {}
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        Verilog::Custom("always_ff @(posedge clock) q <= d;".into())
    }
);

refused!(process_in_a_custom_block:
"uut: hand-written Verilog that is not known: `always @(posedge clock) q <= d;`",
{ clock: Signal<In, Clock>, d: Signal<In, Bit>, q: Signal<Out, Bit>, core: Declared, }
    fn update(&mut self) {}
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        Verilog::Custom("always @(posedge clock) q <= d;".into())
    }
);

primitive!(Buffer, "IBUF", Bit);
primitive!(WideBuffer, "IBUF", Byte);
primitive!(Outermost, "uut", Bit);
primitive!(Dashed, "IB-UF", Bit);

refused!(primitive_with_other_letters: format!("uut.a: `IB-UF`: {FOREIGN}"),
{ x: Signal<In, Bit>, y: Signal<Out, Bit>, a: Dashed, }
    #[hdl_gen]
    fn update(&mut self) {
        self.a.i.next = self.x.val();
        self.y.next = self.a.o.val();
    }
);

refused!(primitives_of_one_name:
"uut.b: `IBUF` is a primitive of the FPGA, and `uut.a` has the same name with other ports or \
 another text; rename `uut.a`, or use one type for both",
{ x: Signal<In, Bit>, y: Signal<Out, Byte>, z: Signal<Out, Bit>, a: Buffer, b: WideBuffer, }
    #[hdl_gen]
    fn update(&mut self) {
        self.a.i.next = self.x.val();
        self.b.i.next = 0.into();
        self.z.next = self.a.o.val();
        self.y.next = self.b.o.val();
    }
);

refused!(primitive_with_the_name_of_the_design:
"uut.a: `uut` is a primitive of the FPGA, and `uut` has the same name with other ports or another \
 text; rename `uut`, or use one type for both",
{ x: Signal<In, Bit>, y: Signal<Out, Bit>, a: Outermost, }
    #[hdl_gen]
    fn update(&mut self) {
        self.a.i.next = self.x.val();
        self.y.next = self.a.o.val();
    }
);

refused!(tristate: "uut.pad: `bus` is tristate (InOut), which the netlist does not have; use an \
    input, an output and an enable, and put the pad itself into a black box",
{ x: Signal<In, Bit>, y: Signal<Out, Bit>, pad: TristateBuffer<Bit>, }
    #[hdl_gen]
    fn update(&mut self) {
        self.pad.write_enable.next = self.x.val();
        self.pad.write_data.next = self.x.val();
        self.y.next = self.pad.read_data.val();
    }
);

#[derive(LogicInterface, Default)]
struct OneWire {
    line: Signal<InOut, Bit>,
}

#[derive(LogicBlock, Default)]
struct Thermometer {
    bus: OneWire,
}

impl Logic for Thermometer {
    #[hdl_gen]
    fn update(&mut self) {}
}

refused!(tristate_through_a_link: "uut: `bus.line` is tristate (InOut), which the netlist does \
    not have; use an input, an output and an enable, and put the pad itself into a black box",
{ bus: OneWire, thermometer: Thermometer, }
    #[hdl_gen]
    fn update(&mut self) {
        OneWire::link(&mut self.bus, &mut self.thermometer.bus);
    }
);

/// A tree that `#[hdl_gen]` cannot produce.
fn tree(statement: VerilogStatement) -> Verilog {
    Verilog::Combinatorial(vec![statement])
}

fn signal(name: &str) -> VerilogExpression {
    VerilogExpression::Signal(name.into())
}

fn number(value: u64) -> VerilogExpression {
    VerilogExpression::Literal(value.into())
}

refused!(assignment_to_a_number: "uut: `1`: only signals can be assigned",
{ x: Signal<In, Byte>, }
    fn update(&mut self) {}
    fn hdl(&self) -> Verilog {
        tree(VerilogStatement::Assignment(number(1), signal("x")))
    }
);

refused!(field_beyond_its_signal: "uut: `4`: the field does not lie within the signal",
{ x: Signal<In, Byte>, y: Signal<Out, Byte>, }
    fn update(&mut self) {}
    fn hdl(&self) -> Verilog {
        let (base, offset, replacement) = (signal("y$next"), number(4), signal("x"));
        tree(VerilogStatement::SliceAssignment { base, width: 8, offset, replacement })
    }
);

#[derive(Clone, Copy, Debug, PartialEq, LogicState)]
enum Lonely {
    Only,
}

refused!(state_without_bits: "uut: `y`: the signal has no bits",
{ y: Signal<Out, Lonely>, }
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = Lonely::Only;
    }
);

refused!(cast_to_no_bits: "uut: `bit_cast::<0>(x)`: the expression has no bits",
{ x: Signal<In, Byte>, y: Signal<Out, Bit>, }
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = bit_cast::<0, 8>(self.x.val()) == bit_cast::<0, 8>(self.x.val());
    }
);

refused!(slice_of_no_bits: "uut: `x.get_bits::<0>(3)`: the expression has no bits",
{ x: Signal<In, Byte>, y: Signal<Out, Bit>, }
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.x.val().get_bits::<0>(3).any();
    }
);

/// Declares a module with a tree that `#[hdl_gen]` cannot produce, and checks the message of its
/// error.
macro_rules! refused_tree {
    ($test:ident: $message:expr, $target:expr, $value:expr) => {
        refused!($test: $message,
        { x: Signal<In, Byte>, y: Signal<Out, Byte>, }
            fn update(&mut self) {}
            fn hdl(&self) -> Verilog {
                tree(VerilogStatement::Assignment($target, $value))
            }
        );
    };
}

fn unary(op: VerilogOpUnary, value: VerilogExpression) -> VerilogExpression {
    VerilogExpression::Unary(op, Box::new(value))
}

fn signed(value: VerilogExpression) -> VerilogExpression {
    VerilogExpression::Signed(Box::new(value))
}

fn product(a: VerilogExpression, b: VerilogExpression) -> VerilogExpression {
    VerilogExpression::Binary(Box::new(a), VerilogOp::Mul, Box::new(b))
}

refused_tree!(assignment_to_what_is_no_signal:
    "uut: `nothing` in `nothing = x` is not a signal of the module, and rust-hdl does not carry \
     the values of Rust constants; use a `Constant<..>` field or a literal",
    signal("nothing$next"), signal("x"));

#[derive(LogicBlock)]
struct Preset {
    y: Signal<Out, Byte>,
    k: Constant<Byte>,
}

impl Logic for Preset {
    fn update(&mut self) {}
    fn hdl(&self) -> Verilog {
        tree(VerilogStatement::Assignment(signal("k$next"), signal("y")))
    }
}

#[test]
fn assignment_to_a_constant() {
    let preset = Preset {
        y: Default::default(),
        k: Constant::new(1.into()),
    };
    let error = gatefall_lower::netlist(&preset, "uut").unwrap_err();
    assert_eq!(
        error.to_string(),
        "uut: `k = y`: `k` is a constant, so update() cannot assign it"
    );
}

refused_tree!(index_that_does_not_end:
    "uut: `x[1` in `y = x[1` is not a signal of the module, and rust-hdl does not carry the \
     values of Rust constants; use a `Constant<..>` field or a literal",
    signal("y$next"), signal("x[1"));

refused_tree!(index_of_two_words:
    "uut: `1 2` in `y = x[1 2]` is not a signal of the module, and rust-hdl does not carry the \
     values of Rust constants; use a `Constant<..>` field or a literal",
    signal("y$next"), signal("x[1 2]"));

refused_tree!(index_with_an_open_parenthesis:
    "uut: `(1` in `y = x[(1]` is not a signal of the module, and rust-hdl does not carry the \
     values of Rust constants; use a `Constant<..>` field or a literal",
    signal("y$next"), signal("x[(1]"));

refused_tree!(index_divided_by_zero:
    "uut: `1/0` in `y = x[1/0]` is not a signal of the module, and rust-hdl does not carry the \
     values of Rust constants; use a `Constant<..>` field or a literal",
    signal("y$next"), signal("x[1/0]"));

refused_tree!(any_bit_of_a_number:
    "uut: the width of `5` is not known; put it into a `Signal<Local, ..>` first",
    signal("y$next"), unary(VerilogOpUnary::Any, number(5)));

refused_tree!(product_without_a_width:
    "uut: the width of `signed_cast(signed_cast(x)) * 6` is not known; put it into a \
     `Signal<Local, ..>` first",
    signal("y$next"), product(signed(signed(signal("x"))), number(6)));

refused!(match_without_a_width:
    "uut: the width of `signed_cast(signed_cast(x))` is not known; put it into a \
     `Signal<Local, ..>` first",
{ x: Signal<In, Byte>, y: Signal<Out, Byte>, }
    fn update(&mut self) {}
    fn hdl(&self) -> Verilog {
        let test = signed(signed(signal("x")));
        tree(VerilogStatement::Match(VerilogMatch { test, cases: vec![] }))
    }
);
