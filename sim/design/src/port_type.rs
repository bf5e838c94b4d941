//! Types of ports that can be peeked.

use gatefall_host::{HostError, Machine};
use rust_hdl::core::prelude::{signed_cast, Bits, Signed, Synth};

/// A type of a port that can be peeked: `bool` (rust-hdl's `Bit`), `Bits<N>` and `Signed<N>`.
///
/// States are not among them: rust-hdl gives the code of a state, but not the state of a code.
pub trait PortType: Synth {
    /// Value of a signal.
    ///
    /// # Errors
    /// If the signal is of another design.
    fn peek(machine: &mut Machine, signal: gatefall_host::SignalId) -> Result<Self, HostError>;
}

impl PortType for bool {
    fn peek(machine: &mut Machine, signal: gatefall_host::SignalId) -> Result<bool, HostError> {
        Ok(machine.peek(signal)? != 0)
    }
}

impl<const N: usize> PortType for Bits<N> {
    fn peek(machine: &mut Machine, signal: gatefall_host::SignalId) -> Result<Bits<N>, HostError> {
        match N {
            ..=64 => machine.peek(signal).map(Bits::from),
            _ => (machine.peek_value(signal)).map(|value| value.bits().clone().into()),
        }
    }
}

impl<const N: usize> PortType for Signed<N> {
    fn peek(
        machine: &mut Machine,
        signal: gatefall_host::SignalId,
    ) -> Result<Signed<N>, HostError> {
        Bits::peek(machine, signal).map(signed_cast)
    }
}
