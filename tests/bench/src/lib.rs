//! Test benches for hardware modules: a block runs in the simulator, and its ports are poked and
//! peeked as fields. A few benches compare it with rust-hdl's own simulation.
//!
//! ```
//! use gatefall_bench::{peek, poke, tick, Bench};
//! use rust_hdl::prelude::*;
//!
//! let mut uut = Bench::new(DFF::<Bits<8>>::default());
//! poke!(uut.d = 5.into());
//! tick!(uut);
//! assert_eq!(peek!(uut.q), 5);
//! ```

use gatefall_host::Machine;
use gatefall_netlist::{Direction, Netlist, Value};
use num_bigint::BigInt;
use rust_hdl::core::atom::Atom;
use rust_hdl::core::probe::Probe;
use rust_hdl::prelude::{
    generate_verilog, signed_cast, simulate, Bits, Block, Clock, In, Signal, Signed, Synth,
    VerilogLiteral,
};

/// A block in the simulator, driven by [`poke!`], [`peek!`] and [`tick!`].
pub struct Bench<B> {
    block: B,
    machine: Machine,
    ports: Vec<Port>,
    /// True if rust-hdl simulates the block too.
    has_rust_hdl: bool,
    /// Remaining clock periods before a bench counts as hanging.
    ticks_left: u64,
}

/// Limit of clock periods, far more than any bench needs. It ends a bench that waits for an event
/// that never comes.
const MOST_TICKS: u64 = 100_000_000;

/// A port of the block.
struct Port {
    name: String,
    direction: Direction,
    signal: gatefall_host::Signal,
    /// Identifier of the port in rust-hdl.
    id: usize,
}

impl<B: Block> Bench<B> {
    /// Compiles the block for the simulator.
    ///
    /// # Panics
    /// If the block is no valid circuit.
    pub fn new(mut block: B) -> Self {
        block.connect_all();
        let netlist = gatefall_lower::netlist(&block, "uut").unwrap_or_else(|e| panic!("{e}"));
        let mut machine = Machine::new(&netlist).unwrap_or_else(|e| panic!("{e}"));
        let ports = ports(&netlist, &mut machine, &block);
        Self {
            block,
            machine,
            ports,
            has_rust_hdl: false,
            ticks_left: MOST_TICKS,
        }
    }

    /// Compiles the block and runs rust-hdl's simulation in parallel. All outputs of both are
    /// compared before and after every rising edge, and whenever a port is peeked.
    ///
    /// # Panics
    /// If the block is no valid circuit. Later, if it does not settle or an output differs.
    pub fn with_rust_hdl(block: B) -> Self {
        Self {
            has_rust_hdl: true,
            ..Self::new(block)
        }
    }

    /// Sets an input. [`poke!`] is shorter.
    ///
    /// # Panics
    /// If the signal is no port of the block.
    #[track_caller]
    pub fn poke<T: Synth>(&mut self, input: impl Fn(&mut B) -> &mut Signal<In, T>, value: T) {
        let input = input(&mut self.block);
        input.next = value;
        let signal = find(&self.ports, input.id());
        let value = bits(&value.verilog(), T::BITS);
        let poked = self.machine.poke_value(signal, &value);
        poked.expect("inputs can be poked");
    }

    /// Value of a port for the current inputs. [`peek!`] is shorter.
    ///
    /// # Panics
    /// If the signal is no port of the block, or if rust-hdl's simulation does not settle or
    /// differs.
    #[track_caller]
    pub fn peek<D: rust_hdl::prelude::Direction, T: Word>(
        &mut self,
        port: impl Fn(&B) -> &Signal<D, T>,
    ) -> T {
        self.compare();
        let signal = find(&self.ports, port(&self.block).id());
        T::peek(&mut self.machine, signal)
    }

    /// Runs one clock period, to right after the rising edge. [`tick!`] is shorter.
    ///
    /// # Panics
    /// If rust-hdl's simulation does not settle or differs, or after so many periods that the bench
    /// counts as hanging.
    #[track_caller]
    pub fn tick(&mut self, clock: impl Fn(&mut B) -> &mut Signal<In, Clock>) {
        assert!(self.ticks_left > 0, "the bench has run {MOST_TICKS} clocks");
        self.ticks_left -= 1;
        clock(&mut self.block).next = Clock { clk: false };
        self.compare();
        clock(&mut self.block).next = Clock { clk: true };
        self.machine.run(1);
        self.compare();
    }

    /// The machine, to inspect inner signals and memories. Changes made here do not reach
    /// rust-hdl's simulation.
    pub fn machine(&mut self) -> &mut Machine {
        &mut self.machine
    }

    /// Verilog of the block from rust-hdl's own generator, after its checks.
    ///
    /// # Panics
    /// If a check fails.
    pub fn rust_hdl_verilog(&self) -> String {
        generate_verilog(&self.block)
    }

    /// Settles rust-hdl's simulation, if it runs, and compares all outputs.
    #[track_caller]
    fn compare(&mut self) {
        if !self.has_rust_hdl {
            return;
        }
        assert!(simulate(&mut self.block, 20), "the circuit does not settle");
        let values = Reader::read(&self.block, |atom| bits(&atom.verilog(), atom.bits()));
        let ports = self.ports.iter().zip(values);
        for (port, expected) in ports.filter(|(port, _)| port.direction == Direction::Output) {
            let seen = self.machine.peek_value(port.signal);
            let seen = seen.expect("ports can be peeked");
            let (seen, expected) = (seen.bits(), expected.bits());
            assert!(
                seen == expected,
                "cycle {}: `{}` is {seen} in our simulator and {expected} in rust-hdl's",
                self.machine.cycles(),
                port.name,
            );
        }
    }
}

/// The ports of the netlist. They have the order in which rust-hdl visits them.
fn ports(netlist: &Netlist, machine: &mut Machine, block: &impl Block) -> Vec<Port> {
    let top = netlist.top();
    let ids = Reader::read(block, |atom| atom.id());
    assert_eq!(ids.len(), top.ports.len(), "ports of the block");
    let ports = top.ports.iter().zip(ids).map(|(port, id)| {
        let name = &top.nets[port.net].name;
        Port {
            name: name.clone(),
            direction: port.direction,
            signal: machine.signal(name).expect("ports are signals"),
            id,
        }
    });
    ports.collect()
}

#[track_caller]
fn find(ports: &[Port], id: usize) -> gatefall_host::Signal {
    let port = ports.iter().find(|port| port.id == id);
    let port =
        port.expect("this is no port of the block; inner signals are seen through `machine`");
    port.signal
}

/// Value of a literal of `width` bits. rust-hdl writes one more for codes of states, and a sign
/// before negative numbers.
fn bits(literal: &VerilogLiteral, width: usize) -> Value {
    let text = format!("{literal:x}");
    let (_, digits) = text.split_once("'h").expect("literals are width'hdigits");
    let number = BigInt::parse_bytes(digits.as_bytes(), 16).expect("digits are hexadecimal");
    let modulus = BigInt::from(1) << width;
    let (_, bits) = ((number % &modulus + &modulus) % &modulus).into_parts();
    Value::new(width as u32, bits)
}

/// Reads a property of every port of the outermost block.
struct Reader<T> {
    /// Depth of nested blocks.
    depth: usize,
    read: fn(&dyn Atom) -> T,
    seen: Vec<T>,
}

impl<T> Reader<T> {
    fn read(block: &impl Block, read: fn(&dyn Atom) -> T) -> Vec<T> {
        let mut reader = Reader {
            depth: 0,
            read,
            seen: Vec::new(),
        };
        block.accept("uut", &mut reader);
        reader.seen
    }
}

impl<T> Probe for Reader<T> {
    fn visit_start_scope(&mut self, _: &str, _: &dyn Block) {
        self.depth += 1;
    }

    fn visit_end_scope(&mut self, _: &str, _: &dyn Block) {
        self.depth -= 1;
    }

    fn visit_atom(&mut self, _: &str, atom: &dyn Atom) {
        if self.depth == 1 && atom.kind().is_parameter() {
            self.seen.push((self.read)(atom));
        }
    }
}

/// Types that can be peeked. For the state of a state machine rust-hdl gives the code of a state,
/// but not the state of a code.
pub trait Word: Synth {
    /// Value of a signal.
    fn peek(machine: &mut Machine, signal: gatefall_host::Signal) -> Self;
}

impl Word for bool {
    fn peek(machine: &mut Machine, signal: gatefall_host::Signal) -> bool {
        machine.peek(signal).expect("ports can be peeked") != 0
    }
}

impl<const N: usize> Word for Bits<N> {
    fn peek(machine: &mut Machine, signal: gatefall_host::Signal) -> Bits<N> {
        let seen = match N {
            ..=64 => machine.peek(signal).map(Bits::from),
            _ => (machine.peek_value(signal)).map(|value| value.bits().clone().into()),
        };
        seen.expect("ports can be peeked")
    }
}

impl<const N: usize> Word for Signed<N> {
    fn peek(machine: &mut Machine, signal: gatefall_host::Signal) -> Signed<N> {
        signed_cast(Bits::peek(machine, signal))
    }
}

/// Sets an input of a [`Bench`]: `poke!(uut.d = 5.into())`, or of an interface:
/// `poke!(uut, bus.d = 5.into())`.
#[macro_export]
macro_rules! poke {
    ($uut:ident.$port:ident = $value:expr) => {{
        let value = $value;
        $uut.poke(|block| &mut block.$port, value)
    }};
    ($owner:ident.$uut:tt.$port:ident = $value:expr) => {{
        let value = $value;
        $owner.$uut.poke(|block| &mut block.$port, value)
    }};
    ($uut:expr, $bus:ident.$port:ident = $value:expr) => {{
        let value = $value;
        $uut.poke(|block| &mut block.$bus.$port, value)
    }};
}

/// Value of a port of a [`Bench`] with the present inputs: `peek!(uut.q)`, or of an interface:
/// `peek!(uut, bus.q)`.
#[macro_export]
macro_rules! peek {
    ($uut:ident.$port:ident) => {
        $uut.peek(|block| &block.$port)
    };
    ($owner:ident.$uut:tt.$port:ident) => {
        $owner.$uut.peek(|block| &block.$port)
    };
    ($uut:expr, $bus:ident.$port:ident) => {
        $uut.peek(|block| &block.$bus.$port)
    };
}

/// Runs a [`Bench`] for one clock period. Ports that are peeked afterwards have their values right
/// after the rising edge, for the current inputs.
#[macro_export]
macro_rules! tick {
    ($uut:expr) => {
        $uut.tick(|block| &mut block.clock)
    };
}

#[cfg(test)]
mod tests {
    use super::Bench;
    use rust_hdl::prelude::*;

    /// A word that is wider than a machine word, and its conjunction with another one.
    #[derive(LogicBlock, Default)]
    struct Wide {
        clock: Signal<In, Clock>,
        word: Signal<In, Bits<100>>,
        kept: Signal<Out, Bits<100>>,
        common: Signal<Out, Bits<100>>,
        register: DFF<Bits<100>>,
    }

    impl Logic for Wide {
        #[hdl_gen]
        fn update(&mut self) {
            dff_setup!(self, clock, register);
            self.register.d.next = self.word.val();
            self.kept.next = self.register.q.val();
            self.common.next = self.register.q.val() & self.word.val();
        }
    }

    #[test]
    fn ports_may_have_any_width() {
        let mut uut = Bench::with_rust_hdl(Wide::default());
        let ones = !Bits::<100>::from(0);
        for word in [ones << 64, ones >> 37] {
            poke!(uut.word = word);
            tick!(uut);
            assert_eq!(peek!(uut.kept), word);
            poke!(uut.word = ones << 40);
            assert_eq!(peek!(uut.common), word & (ones << 40));
        }
        let kept = uut.machine.peek_value("kept").unwrap();
        assert_eq!(kept.to_string(), "100'h0000000007fffffffffffffff");
    }

    #[test]
    #[should_panic = "the bench has run 100000000 clocks"]
    fn a_wait_for_what_never_comes_ends() {
        let mut uut = Bench::new(Wide::default());
        uut.ticks_left = 1_000;
        while peek!(uut.kept) == Bits::<100>::from(0) {
            tick!(uut);
        }
    }

    #[derive(LogicBlock, Default)]
    struct Adder {
        a: Signal<In, Bits<4>>,
        b: Signal<In, Bits<4>>,
        sum: Signal<Out, Bits<4>>,
    }

    impl Logic for Adder {
        #[hdl_gen]
        fn update(&mut self) {
            self.sum.next = self.a.val() + self.b.val();
        }
    }

    /// A block whose circuit is an adder, but whose rust-hdl simulation has no carries.
    #[derive(LogicBlock, Default)]
    struct FalseAdder {
        a: Signal<In, Bits<4>>,
        b: Signal<In, Bits<4>>,
        sum: Signal<Out, Bits<4>>,
    }

    impl Logic for FalseAdder {
        fn update(&mut self) {
            self.sum.next = self.a.val() ^ self.b.val();
        }

        fn hdl(&self) -> Verilog {
            Adder::default().hdl()
        }
    }

    #[derive(LogicBlock, Default)]
    struct Negator {
        number: Signal<In, Signed<7>>,
        negative: Signal<Out, Signed<7>>,
    }

    impl Logic for Negator {
        #[hdl_gen]
        fn update(&mut self) {
            self.negative.next = -self.number.val();
        }
    }

    #[test]
    fn ports_may_be_signed() {
        let mut uut = Bench::with_rust_hdl(Negator::default());
        for number in [0, 1, -1, 63, -63] {
            poke!(uut.number = number.into());
            assert_eq!(peek!(uut.negative), Signed::from(-number));
        }
    }

    #[test]
    #[should_panic(expected = "no port of the block")]
    fn inner_signals_are_no_ports() {
        let mut uut = Bench::new(Counter::default());
        uut.peek(|block| &block.register.q);
    }

    #[test]
    #[should_panic(expected = "cycle 0: `sum` is 4 in our simulator and 2 in rust-hdl's")]
    fn a_difference_of_logic_is_found() {
        sums(&mut Bench::with_rust_hdl(FalseAdder::default()));
    }

    #[test]
    fn without_rust_hdl_the_circuit_counts() {
        assert_eq!(sums(&mut Bench::new(FalseAdder::default())), [3, 5, 4]);
    }

    /// Sums of 1 and three numbers.
    fn sums(uut: &mut Bench<FalseAdder>) -> [u64; 3] {
        poke!(uut.a = 1.into());
        [2, 4, 3].map(|b: u64| {
            poke!(uut.b = b.into());
            peek!(uut.sum).into()
        })
    }

    #[derive(LogicBlock, Default)]
    struct Counter {
        clock: Signal<In, Clock>,
        count: Signal<Out, Bits<4>>,
        register: DFF<Bits<4>>,
    }

    impl Logic for Counter {
        #[hdl_gen]
        fn update(&mut self) {
            dff_setup!(self, clock, register);
            self.register.d.next = self.register.q.val() + 1;
            self.count.next = self.register.q.val();
        }
    }

    /// A block whose circuit is a counter, but whose rust-hdl simulation stops.
    #[derive(LogicBlock, Default)]
    struct FalseCounter {
        clock: Signal<In, Clock>,
        count: Signal<Out, Bits<4>>,
        register: DFF<Bits<4>>,
    }

    impl Logic for FalseCounter {
        fn update(&mut self) {
            dff_setup!(self, clock, register);
            if self.register.q.val() < 9 {
                self.register.d.next = self.register.q.val() + 1;
            }
            self.count.next = self.register.q.val();
        }

        fn hdl(&self) -> Verilog {
            Counter::default().hdl()
        }
    }

    #[test]
    #[should_panic(expected = "cycle 10: `count` is 10 in our simulator and 9 in rust-hdl's")]
    fn a_difference_of_state_is_found() {
        let mut uut = Bench::with_rust_hdl(FalseCounter::default());
        for _ in 0..20 {
            tick!(uut);
        }
    }

    #[test]
    #[should_panic(expected = "`sum` is not driven")]
    fn what_is_no_circuit_is_refused() {
        #[derive(LogicBlock, Default)]
        struct Empty {
            sum: Signal<Out, Bits<4>>,
        }

        impl Logic for Empty {
            fn update(&mut self) {}
        }

        Bench::new(Empty::default());
    }
}
