//! Short forms for test benches.

/// Sets an input of a [`Simulator`](crate::Simulator): `poke!(uut.enable = true)`, or of an
/// interface: `poke!(uut, bus.data = 5.into())`.
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

/// Value of a port of a [`Simulator`](crate::Simulator) for the current inputs:
/// `peek!(uut.count)`, or of an interface: `peek!(uut, bus.data)`.
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

/// Runs a [`Simulator`](crate::Simulator) for one cycle of the port `clock`. Ports that are peeked
/// afterwards have their values right after the rising edge. A clock with another name needs
/// [`Simulator::tick`](crate::Simulator::tick).
#[macro_export]
macro_rules! tick {
    ($uut:expr) => {
        $uut.tick(|block| &mut block.clock)
    };
}
