//! A transmitter and a receiver with a line between them.

use rust_hdl::prelude::*;

use super::receiver::Receiver;
use super::transmitter::Transmitter;

/// The circuit under test. The test bench can disturb the line.
#[derive(LogicBlock)]
pub struct Link {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// The byte to send.
    pub byte: Signal<In, Bits<8>>,
    /// Strobe: send the byte.
    pub send: Signal<In, Bit>,
    /// No byte is being sent.
    pub ready: Signal<Out, Bit>,
    /// Invert the line.
    pub disturb: Signal<In, Bit>,
    /// The received byte, while `valid` is high.
    pub received: Signal<Out, Bits<8>>,
    /// Strobe: a byte has come.
    pub valid: Signal<Out, Bit>,
    /// Strobe: a frame had no stop bit.
    pub broken: Signal<Out, Bit>,
    transmitter: Transmitter,
    receiver: Receiver,
}

impl Link {
    /// A link with so many clock cycles in a bit.
    pub fn new(bit_cycles: u64) -> Self {
        Self {
            clock: Default::default(),
            byte: Default::default(),
            send: Default::default(),
            ready: Default::default(),
            disturb: Default::default(),
            received: Default::default(),
            valid: Default::default(),
            broken: Default::default(),
            transmitter: Transmitter::new(bit_cycles),
            receiver: Receiver::new(bit_cycles),
        }
    }
}

impl Logic for Link {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, transmitter, receiver);
        self.transmitter.byte.next = self.byte.val();
        self.transmitter.send.next = self.send.val();
        self.ready.next = self.transmitter.ready.val();
        self.receiver.rx.next = self.transmitter.tx.val() ^ self.disturb.val();
        self.received.next = self.receiver.byte.val();
        self.valid.next = self.receiver.valid.val();
        self.broken.next = self.receiver.broken.val();
    }
}
