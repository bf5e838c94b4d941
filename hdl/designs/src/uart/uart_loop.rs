//! The UART, whose transmitter sends to its own receiver.

use super::byte_checker::ByteChecker;
use super::byte_source::ByteSource;
use super::fifo::Fifo;
use super::uart_receiver::UartReceiver;
use super::uart_transmitter::UartTransmitter;
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// Source, FIFO, transmitter, receiver and checker.
#[derive(LogicBlock, Module)]
pub struct UartLoop {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// The serial line, idle high.
    pub line: Signal<Out, Bit>,
    /// Bytes in the FIFO, 0 to 512.
    pub waiting: Signal<Out, Bits<10>>,
    /// Number of bytes that came back right, modulo 2^32.
    pub received: Signal<Out, Bits<32>>,
    /// Number of wrong bytes and frames, modulo 65,536.
    pub errors: Signal<Out, Bits<16>>,
    #[part]
    source: ByteSource,
    #[part]
    fifo: Fifo,
    #[part]
    #[given]
    transmitter: UartTransmitter,
    #[part]
    #[given]
    receiver: UartReceiver,
    #[part]
    checker: ByteChecker,
}

impl UartLoop {
    /// For a module clock of `clock_hz` and so many bits per second.
    ///
    /// # Panics
    /// If a bit has fewer than 4 or more than 65,536 clocks.
    pub fn new(clock_hz: u64, baud: u64) -> Self {
        let bit_clocks = (clock_hz + baud / 2) / baud;
        construct!(UartLoop {
            transmitter: UartTransmitter::new(bit_clocks),
            receiver: UartReceiver::new(bit_clocks),
        })
    }
}

#[clocked]
impl Logic for UartLoop {
    #[hdl_gen]
    fn update(&mut self) {
        self.source.full.next = self.fifo.full.val();
        self.fifo.write_data.next = self.source.byte.val();
        self.fifo.write.next = self.source.write.val();
        self.fifo.read.next = self.transmitter.ready.val();
        self.transmitter.byte.next = self.fifo.read_data.val();
        self.transmitter.send.next = self.fifo.available.val();
        self.receiver.line.next = self.transmitter.line.val();
        self.checker.byte.next = self.receiver.byte.val();
        self.checker.valid.next = self.receiver.valid.val();
        self.checker.framing_error.next = self.receiver.framing_error.val();
        self.line.next = self.transmitter.line.val();
        self.waiting.next = self.fifo.count.val();
        self.received.next = self.checker.received.val();
        self.errors.next = self.checker.errors.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::sequence;
    use gatefall_bench::{peek, tick, Bench};

    const BIT_CLOCKS: u64 = 104;

    #[test]
    fn bytes_come_back_without_an_error() {
        let mut uut = Bench::new(UartLoop::new(12_000_000, 115_200));
        let mut most = 0;
        while peek!(uut.received) != 300u64 {
            assert!(uut.cycles() < 400_000, "{:?}", peek!(uut.received));
            tick!(uut);
            most = most.max(peek!(uut.waiting).to_u64());
        }
        assert_eq!(peek!(uut.errors), 0);
        assert!(most >= 5, "at most {most} bytes are in the FIFO");
    }

    /// Samples the line in the middle of each bit.
    #[test]
    fn the_bytes_of_the_source_are_on_the_line_in_order() {
        let mut uut = Bench::new(UartLoop::new(12_000_000, 115_200));
        for number in sequence().take(60) {
            while peek!(uut.line) {
                tick!(uut);
            }
            let mut bits = (0..10).map(|bit| {
                for _ in 0..if bit == 0 { BIT_CLOCKS / 2 } else { BIT_CLOCKS } {
                    tick!(uut);
                }
                peek!(uut.line)
            });
            assert_eq!(bits.next(), Some(false), "start bit");
            let byte = (0..8).fold(0, |byte, bit| byte | u8::from(bits.next().unwrap()) << bit);
            assert_eq!(bits.next(), Some(true), "stop bit");
            assert_eq!(byte, number as u8);
        }
    }

    #[test]
    fn rust_hdl_simulates_the_same_for_some_frames() {
        let mut uut = Bench::with_rust_hdl(UartLoop::new(12_000_000, 1_500_000));
        for _ in 0..3_000 {
            tick!(uut);
        }
        assert!(peek!(uut.received).any());
        assert_eq!(peek!(uut.errors), 0);
    }
}
