//! Benches: a block runs in rust-hdl's simulation and in ours at once, and both must give the same.
//!
//! ```
//! use gatefall_bench::{tick, Bench};
//! use rust_hdl::prelude::*;
//!
//! let mut uut = Bench::new(DFF::<Bits<8>>::default());
//! uut.d.next = 5.into();
//! tick!(uut);
//! assert_eq!(uut.q.val(), 5);
//! ```

use std::fmt;
use std::ops::{Deref, DerefMut};

use gatefall_host::{Machine, Signal};
use gatefall_netlist::{Direction, NetKind, Netlist, Value};
use rust_hdl::core::atom::Atom;
use rust_hdl::core::probe::Probe;
use rust_hdl::prelude::{simulate, Block};

/// A block in both simulators. It is handled as the block itself; whenever it settles, the machine is given the same inputs, and all outputs are
/// compared.
pub struct Bench<B> {
    block: B,
    machine: Machine,
    ports: Vec<Port>,
}

/// A port of the block.
struct Port {
    name: String,
    kind: Kind,
    signal: Signal,
    /// What it had when the block settled last.
    value: Number,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Clock,
    Input,
    Output,
}

/// What a port has. Nearly all are narrow, and words are faster than values of any width.
#[derive(PartialEq)]
enum Number {
    /// At most 32 bits, which is what rust-hdl tells as a number.
    Word(u64),
    Wide(Value),
}

impl<B: Block> Bench<B> {
    /// Connects the block and compiles it for the machine.
    ///
    /// # Panics
    /// When the block is no circuit.
    pub fn new(mut block: B) -> Self {
        block.connect_all();
        let netlist = gatefall_lower::netlist(&block, "uut").unwrap_or_else(|e| panic!("{e}"));
        let mut machine = Machine::new(&netlist).unwrap_or_else(|e| panic!("{e}"));
        let ports = ports(&netlist, &mut machine);
        Self {
            block,
            machine,
            ports,
        }
    }

    /// Lets both simulators come to rest with the inputs as they stand. A clock that has risen since the last time is a cycle.
    ///
    /// # Panics
    /// When the block does not settle, or an output is not the same in both.
    pub fn settle(&mut self) {
        assert!(simulate(&mut self.block, 20), "the circuit does not settle");
        let has_risen = self.read_ports();
        if has_risen {
            self.machine.run(1);
        }
        let outputs = (self.ports.iter()).filter(|port| port.kind == Kind::Output);
        for port in outputs {
            let seen = port.value.peek(&mut self.machine, port.signal);
            assert!(
                seen == port.value,
                "cycle {}: `{}` is {seen} in our simulator and {} in rust-hdl's",
                self.machine.cycles(),
                port.name,
                port.value
            );
        }
    }

    /// Reads all ports and gives the machine the inputs that have changed. Tells whether the clock has risen.
    fn read_ports(&mut self) -> bool {
        let mut reader = Reader {
            depth: 0,
            values: Vec::with_capacity(self.ports.len()),
        };
        self.block.accept("uut", &mut reader);
        assert_eq!(reader.values.len(), self.ports.len(), "ports of the block");
        let mut has_risen = false;
        for (port, value) in self.ports.iter_mut().zip(reader.values) {
            if port.value == value {
                continue;
            }
            match port.kind {
                Kind::Clock => has_risen = value == Number::Word(1),
                Kind::Input => value.poke(&mut self.machine, port.signal),
                Kind::Output => {}
            }
            port.value = value;
        }
        has_risen
    }
}

impl<B> Deref for Bench<B> {
    type Target = B;

    fn deref(&self) -> &B {
        &self.block
    }
}

impl<B> DerefMut for Bench<B> {
    fn deref_mut(&mut self) -> &mut B {
        &mut self.block
    }
}

/// The ports of the netlist, which are in the order in which rust-hdl visits them.
fn ports(netlist: &Netlist, machine: &mut Machine) -> Vec<Port> {
    let top = netlist.top();
    let ports = top.ports.iter().map(|port| {
        let net = &top.nets[port.net];
        Port {
            name: net.name.clone(),
            kind: match (&net.kind, port.direction) {
                (NetKind::Clock, _) => Kind::Clock,
                (_, Direction::Input) => Kind::Input,
                (_, Direction::Output) => Kind::Output,
            },
            signal: machine.signal(&net.name).expect("ports are signals"),
            value: match net.width {
                ..=32 => Number::Word(0),
                _ => Number::Wide(Value::zero(net.width)),
            },
        }
    });
    ports.collect()
}

impl Number {
    /// What a signal has in rust-hdl.
    fn read(atom: &dyn Atom) -> Number {
        let literal = atom.verilog();
        if atom.bits() <= 32 {
            return Number::Word(literal.as_usize() as u64);
        }
        let value = format!("{literal:x}").parse();
        Number::Wide(value.expect("rust-hdl prints literals as width'hdigits"))
    }

    /// What a signal that is as wide as this one has in the machine.
    fn peek(&self, machine: &mut Machine, signal: Signal) -> Number {
        let seen = match self {
            Number::Word(_) => machine.peek(signal).map(Number::Word),
            Number::Wide(_) => machine.peek_value(signal).map(Number::Wide),
        };
        seen.expect("outputs can be peeked")
    }

    fn poke(&self, machine: &mut Machine, signal: Signal) {
        let poked = match self {
            Number::Word(word) => machine.poke(signal, *word),
            Number::Wide(value) => machine.poke_value(signal, value),
        };
        poked.expect("inputs can be poked");
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number::Word(word) => write!(f, "{word}"),
            Number::Wide(value) => write!(f, "{value}"),
        }
    }
}

/// Reads the ports of the outermost block.
struct Reader {
    /// Blocks that are open.
    depth: usize,
    values: Vec<Number>,
}

impl Probe for Reader {
    fn visit_start_scope(&mut self, _: &str, _: &dyn Block) {
        self.depth += 1;
    }

    fn visit_end_scope(&mut self, _: &str, _: &dyn Block) {
        self.depth -= 1;
    }

    fn visit_atom(&mut self, _: &str, atom: &dyn Atom) {
        if self.depth == 1 && atom.kind().is_parameter() {
            self.values.push(Number::read(atom));
        }
    }
}

/// Gives a [`Bench`] one clock period. Outputs read afterwards are those right after the rising edge, for the inputs as they stand; both
/// simulators are compared before and after it.
#[macro_export]
macro_rules! tick {
    ($uut:expr) => {
        for clk in [false, true] {
            $uut.clock.next = rust_hdl::prelude::Clock { clk };
            $uut.settle();
        }
    };
}

#[cfg(test)]
mod tests {
    use super::Bench;
    use rust_hdl::prelude::*;

    /// A word that is wider than those of any machine, and what it has in common with another one.
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
        let mut uut = Bench::new(Wide::default());
        let ones = !Bits::<100>::from(0);
        for word in [ones << 64, ones >> 37] {
            uut.word.next = word;
            tick!(uut);
            assert_eq!(uut.kept.val(), word);
            uut.word.next = ones << 40;
            uut.settle();
            assert_eq!(uut.common.val(), word & (ones << 40));
        }
        let kept = uut.machine.peek_value("kept").unwrap();
        assert_eq!(kept.to_string(), "100'h0000000007fffffffffffffff");
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

    /// Its circuit is that of an adder; in rust-hdl's simulation it has no carries.
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

    #[test]
    #[should_panic(expected = "cycle 0: `sum` is 4 in our simulator and 2 in rust-hdl's")]
    fn a_difference_of_logic_is_found() {
        let mut uut = Bench::new(FalseAdder::default());
        uut.a.next = 1.into();
        for b in [2, 4, 3] {
            uut.b.next = b.into();
            uut.settle();
        }
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

    /// Its circuit is that of a counter; in rust-hdl's simulation it stops.
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
        let mut uut = Bench::new(FalseCounter::default());
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
