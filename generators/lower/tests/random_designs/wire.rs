//! Signals, flip-flops and memories with types that are chosen at run time.

use rust_hdl::core::prelude::{Direction, Probe};
use rust_hdl::prelude::*;

use crate::common::{Phase, Port};
use crate::plan::Memory;

/// Widths of signals: one bit, short, longer than a nibble, longer than rust-hdl's short vectors,
/// longer than a machine word.
pub const WIDTHS: [usize; 5] = [1, 4, 7, 33, 70];

/// Runs `$body` with the constant `$n` set to the width with index `$index`.
macro_rules! with_width {
    ($index:expr, $n:ident, $body:expr) => {
        match $crate::wire::WIDTHS[$index] {
            1 => {
                const $n: usize = 1;
                $body
            }
            4 => {
                const $n: usize = 4;
                $body
            }
            7 => {
                const $n: usize = 7;
                $body
            }
            33 => {
                const $n: usize = 33;
                $body
            }
            _ => {
                const $n: usize = 70;
                $body
            }
        }
    };
}
pub(crate) use with_width;

/// Number of widths that are allowed for addresses.
pub const ADDRESS_WIDTHS: usize = 3;

/// Runs `$body` with the constant `$n` set to the width of an address with index `$index`.
macro_rules! with_address {
    ($index:expr, $n:ident, $body:expr) => {
        match WIDTHS[$index] {
            1 => {
                const $n: usize = 1;
                $body
            }
            4 => {
                const $n: usize = 4;
                $body
            }
            _ => {
                const $n: usize = 7;
                $body
            }
        }
    };
}

/// Type of a signal. Bits and signed numbers have the width with this index.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    Clock,
    Bool,
    Bits(usize),
    Signed(usize),
    Phase,
    Cell,
}

impl Kind {
    pub fn width(self) -> usize {
        match self {
            Kind::Clock | Kind::Bool => 1,
            Kind::Bits(index) | Kind::Signed(index) => WIDTHS[index],
            Kind::Phase => Phase::BITS,
            Kind::Cell => Cell::BITS,
        }
    }
}

/// A structure with a field of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, LogicStruct)]
pub struct Cell {
    colour: Bits<4>,
    level: Bits<33>,
    phase: Phase,
    full: Bit,
}

/// Kinds and offsets of the fields of a `Cell`.
pub const CELL_FIELDS: [(Kind, usize); 4] = [
    (Kind::Bits(1), 0),
    (Kind::Bits(3), 4),
    (Kind::Phase, 37),
    (Kind::Bool, 40),
];

/// The `width` bits of a number from `offset`.
pub fn field(number: u128, offset: usize, width: usize) -> u128 {
    (number >> offset) & (u128::MAX >> (128 - width))
}

impl Port for Cell {
    fn from_number(number: u128) -> Cell {
        let [colour, level, phase, full] =
            CELL_FIELDS.map(|(kind, offset)| field(number, offset, kind.width()));
        Cell {
            colour: Port::from_number(colour),
            level: Port::from_number(level),
            phase: Port::from_number(phase),
            full: Port::from_number(full),
        }
    }

    fn to_number(self) -> u128 {
        Bits::<{ Cell::BITS }>::from(self).to_number()
    }
}

impl Port for Clock {
    fn from_number(number: u128) -> Clock {
        Clock { clk: number != 0 }
    }

    fn to_number(self) -> u128 {
        self.clk.into()
    }
}

/// A signal.
pub trait Wire {
    /// Value as `.val()` returns it.
    fn value(&self) -> u128;
    fn next(&self) -> u128;
    fn assign(&mut self, value: u128);
}

/// A direction of signals that can be read.
pub trait Readable: Direction + Sized {
    fn value<T: Synth>(signal: &Signal<Self, T>) -> T;
}

impl Readable for In {
    fn value<T: Synth>(signal: &Signal<In, T>) -> T {
        signal.val()
    }
}

impl Readable for Out {
    fn value<T: Synth>(signal: &Signal<Out, T>) -> T {
        signal.val()
    }
}

impl Readable for Local {
    fn value<T: Synth>(signal: &Signal<Local, T>) -> T {
        signal.val()
    }
}

impl<D: Readable, T: Synth + Port> Wire for Signal<D, T> {
    fn value(&self) -> u128 {
        D::value(self).to_number()
    }

    fn next(&self) -> u128 {
        self.next.to_number()
    }

    fn assign(&mut self, value: u128) {
        self.next = T::from_number(value);
    }
}

impl<T: Synth + Port> Wire for Constant<T> {
    fn value(&self) -> u128 {
        self.val().to_number()
    }

    fn next(&self) -> u128 {
        self.value()
    }

    fn assign(&mut self, _value: u128) {
        unreachable!("constants are not assigned");
    }
}

/// A signal, or a block with signals.
pub trait Node: Block {
    /// The signal at a path of field names and element numbers.
    fn wire(&self, path: &[&str]) -> &dyn Wire;
    fn wire_mut(&mut self, path: &[&str]) -> &mut dyn Wire;
}

impl<D: Readable, T: Synth + Port> Node for Signal<D, T> {
    fn wire(&self, _path: &[&str]) -> &dyn Wire {
        self
    }

    fn wire_mut(&mut self, _path: &[&str]) -> &mut dyn Wire {
        self
    }
}

impl<T: Synth + Port> Node for Constant<T> {
    fn wire(&self, _path: &[&str]) -> &dyn Wire {
        self
    }

    fn wire_mut(&mut self, _path: &[&str]) -> &mut dyn Wire {
        self
    }
}

/// Gives access to the signals of a rust-hdl block by name.
macro_rules! node {
    (<$t:ident: $bound:path $(, const $n:ident)?> $block:ty { $($port:ident),* }) => {
        impl<$t: Synth + $bound $(, const $n: usize)?> Node for $block {
            fn wire(&self, path: &[&str]) -> &dyn Wire {
                match path[0] {
                    $(stringify!($port) => &self.$port,)*
                    port => unreachable!("{port}"),
                }
            }

            fn wire_mut(&mut self, path: &[&str]) -> &mut dyn Wire {
                match path[0] {
                    $(stringify!($port) => &mut self.$port,)*
                    port => unreachable!("{port}"),
                }
            }
        }
    };
}

/// A value that `DFFWithInit` supports.
trait Initial: Port + std::ops::BitXor<Output = Self> + Sized {}
impl<T: Port + std::ops::BitXor<Output = T>> Initial for T {}

node!(<T: Port> DFF<T> { clock, d, q });
node!(<T: Initial> DFFWithInit<T> { clock, d, q });
node!(<T: Port, const N> ROM<T, N> { address, data });
node!(<T: Port, const N> SyncROM<T, N> { clock, address, data });
node!(<T: Port, const N> RAM<T, N> {
    read_address, read_clock, read_data, write_address, write_clock, write_data, write_enable
});

/// Creates one of rust-hdl's memories.
macro_rules! memory {
    ($block:ident, $plan:expr) => {
        with_address!(
            $plan.address,
            A,
            with_width!($plan.data, N, {
                let words = $plan.words().map(Bits::<N>::from_number);
                Any::new($block::<_, A>::from(words))
            })
        )
    };
}

/// A field of a block.
pub struct Any(pub Box<dyn Node>);

impl Any {
    pub fn new(node: impl Node + 'static) -> Any {
        Any(Box::new(node))
    }

    pub fn signal<D: Readable + 'static>(kind: Kind) -> Any {
        match kind {
            Kind::Clock => Any::new(Signal::<D, Clock>::default()),
            Kind::Bool => Any::new(Signal::<D, Bit>::default()),
            Kind::Bits(width) => with_width!(width, N, Any::new(Signal::<D, Bits<N>>::default())),
            Kind::Signed(width) => {
                with_width!(width, N, Any::new(Signal::<D, Signed<N>>::default()))
            }
            Kind::Phase => Any::new(Signal::<D, Phase>::default()),
            Kind::Cell => Any::new(Signal::<D, Cell>::default()),
        }
    }

    pub fn constant(width: usize, value: u128) -> Any {
        with_width!(
            width,
            N,
            Any::new(Constant::new(Bits::<N>::from_number(value)))
        )
    }

    /// A flip-flop. For bits and `bool`, one with an initial value if that is given.
    pub fn register(kind: Kind, initial: Option<u128>) -> Any {
        match (kind, initial) {
            (Kind::Bool, Some(initial)) => Any::new(DFFWithInit::new(bool::from_number(initial))),
            (Kind::Bits(width), Some(initial)) => with_width!(
                width,
                N,
                Any::new(DFFWithInit::new(Bits::<N>::from_number(initial)))
            ),
            (Kind::Bits(width), None) => with_width!(width, N, Any::new(DFF::<Bits<N>>::default())),
            (Kind::Signed(width), _) => {
                with_width!(width, N, Any::new(DFF::<Signed<N>>::default()))
            }
            (Kind::Phase, _) => Any::new(DFF::<Phase>::default()),
            (Kind::Cell, _) => Any::new(DFF::<Cell>::default()),
            (Kind::Bool | Kind::Clock, _) => Any::new(DFF::<Bit>::default()),
        }
    }

    pub fn ram(memory: &Memory) -> Any {
        memory!(RAM, memory)
    }

    pub fn sync_rom(memory: &Memory) -> Any {
        memory!(SyncROM, memory)
    }

    pub fn rom(memory: &Memory) -> Any {
        memory!(ROM, memory)
    }
}

impl Logic for Any {
    fn update(&mut self) {}
}

impl Block for Any {
    fn connect_all(&mut self) {
        self.0.connect_all();
    }

    fn update_all(&mut self) {
        self.0.update_all();
    }

    fn has_changed(&self) -> bool {
        self.0.has_changed()
    }

    fn accept(&self, name: &str, probe: &mut dyn Probe) {
        self.0.accept(name, probe);
    }
}

/// An array of fields. rust-hdl names the elements `name$0`, `name$1`.
impl Node for Vec<Any> {
    fn wire(&self, path: &[&str]) -> &dyn Wire {
        self[element(path)].0.wire(&path[1..])
    }

    fn wire_mut(&mut self, path: &[&str]) -> &mut dyn Wire {
        self[element(path)].0.wire_mut(&path[1..])
    }
}

fn element(path: &[&str]) -> usize {
    path[0].parse().expect("elements of arrays have numbers")
}

/// Fields by name.
#[derive(Default)]
pub struct Fields(Vec<(String, Any)>);

impl Fields {
    pub fn add(&mut self, name: &str, node: impl Node + 'static) {
        self.0.push((name.to_owned(), Any::new(node)));
    }

    /// Adds an array of `len`, or a single field if that is 0.
    pub fn add_array(&mut self, name: &str, len: usize, node: impl Fn() -> Any) {
        match len {
            0 => self.0.push((name.to_owned(), node())),
            _ => self.add(name, (0..len).map(|_| node()).collect::<Vec<Any>>()),
        }
    }

    pub fn wire(&self, path: &[&str]) -> &dyn Wire {
        let mut fields = self.0.iter();
        let found = fields.find(|(name, _)| name == path[0]);
        let (_, field) = found.unwrap_or_else(|| panic!("no field {path:?}"));
        field.0.wire(&path[1..])
    }

    pub fn wire_mut(&mut self, path: &[&str]) -> &mut dyn Wire {
        let mut fields = self.0.iter_mut();
        let found = fields.find(|(name, _)| name == path[0]);
        let (_, field) = found.unwrap_or_else(|| panic!("no field {path:?}"));
        field.0.wire_mut(&path[1..])
    }

    pub fn connect_all(&mut self) {
        self.0.iter_mut().for_each(|(_, field)| field.connect_all());
    }

    pub fn update_all(&mut self) {
        self.0.iter_mut().for_each(|(_, field)| field.update_all());
    }

    pub fn has_changed(&self) -> bool {
        self.0.iter().any(|(_, field)| field.has_changed())
    }

    pub fn accept(&self, probe: &mut dyn Probe) {
        (self.0.iter()).for_each(|(name, field)| field.accept(name, probe));
    }
}

/// The signals of a field with `#[derive(LogicInterface)]`.
pub struct Interface(pub Fields);

impl Logic for Interface {
    fn update(&mut self) {}
}

impl Block for Interface {
    fn connect_all(&mut self) {
        self.0.connect_all();
    }

    fn update_all(&mut self) {
        self.0.update_all();
    }

    fn has_changed(&self) -> bool {
        self.0.has_changed()
    }

    fn accept(&self, name: &str, probe: &mut dyn Probe) {
        probe.visit_start_namespace(name, self);
        self.0.accept(probe);
        probe.visit_end_namespace(name, self);
    }
}

impl Node for Interface {
    fn wire(&self, path: &[&str]) -> &dyn Wire {
        self.0.wire(path)
    }

    fn wire_mut(&mut self, path: &[&str]) -> &mut dyn Wire {
        self.0.wire_mut(path)
    }
}
