//! FIFO of 512 bytes: one block RAM of an iCE40.
//!
//! The RAM always reads the word that is the oldest one in the next clock. A byte is available one
//! clock after it is in the RAM, so a word that is written in the same clock is never used.
//!
//! **Interface**: `write` and `read` are strobes. `write` is ignored while `full` is high, `read`
//! while `available` is low. `read_data` is the oldest byte while `available` is high; after `read`
//! the next one follows in the next clock.
//!
//! **Latency**: a byte is available two clocks after its write.

use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// The FIFO.
#[derive(LogicBlock, Module)]
pub struct Fifo {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset; the FIFO is empty.
    pub reset: Signal<In, Bit>,
    /// Byte to append. Valid with `write`.
    pub write_data: Signal<In, Bits<8>>,
    /// Strobe: append.
    pub write: Signal<In, Bit>,
    /// Strobe: remove the oldest byte.
    pub read: Signal<In, Bit>,
    /// Level: no space.
    pub full: Signal<Out, Bit>,
    /// Level: `read_data` is the oldest byte.
    pub available: Signal<Out, Bit>,
    /// The oldest byte.
    pub read_data: Signal<Out, Bits<8>>,
    /// Number of bytes, 0 to 512.
    pub count: Signal<Out, Bits<10>>,
    #[part(clock)]
    #[given]
    bytes: RAM<Bits<8>, 9>,
    write_place: DFF<Bits<9>>,
    read_place: DFF<Bits<9>>,
    stored: DFF<Bits<10>>,
    is_available: DFF<Bit>,
    is_full: Signal<Local, Bit>,
    is_written: Signal<Local, Bit>,
    is_read: Signal<Local, Bit>,
    next_read_place: Signal<Local, Bits<9>>,
    left: Signal<Local, Bits<10>>,
}

impl Default for Fifo {
    fn default() -> Self {
        construct!(Fifo {
            bytes: std::iter::repeat_n(0u8.to_bits(), 512).into(),
        })
    }
}

#[clocked]
impl Logic for Fifo {
    #[hdl_gen]
    fn update(&mut self) {
        self.is_full.next = self.stored.q.val().get_bit(9);
        self.is_written.next = self.write.val() & !self.is_full.val();
        self.is_read.next = self.read.val() & self.is_available.q.val();
        self.next_read_place.next = self.read_place.q.val();
        self.left.next = self.stored.q.val();
        if self.is_read.val() {
            self.next_read_place.next = self.read_place.q.val() + 1;
            self.left.next = self.stored.q.val() - 1;
        }
        self.read_place.d.next = self.next_read_place.val();
        self.is_available.d.next = self.left.val().any();
        self.stored.d.next = self.left.val();
        if self.is_written.val() {
            self.write_place.d.next = self.write_place.q.val() + 1;
            self.stored.d.next = self.left.val() + 1;
        }
        self.bytes.read_address.next = self.next_read_place.val();
        self.bytes.write_address.next = self.write_place.q.val();
        self.bytes.write_data.next = self.write_data.val();
        self.bytes.write_enable.next = self.is_written.val();
        self.full.next = self.is_full.val();
        self.available.next = self.is_available.q.val();
        self.read_data.next = self.bytes.read_data.val();
        self.count.next = self.stored.q.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::sequence;
    use gatefall_bench::{peek, poke, tick, Bench};
    use std::collections::VecDeque;

    /// Plays random writes and reads against a queue. Returns the largest number of bytes.
    fn play(uut: &mut Bench<Fifo>, clocks: usize, writes: u16, reads: u16) -> usize {
        let mut queue = VecDeque::new();
        let mut most = 0;
        // Bytes that were there one clock ago: only those are available.
        let mut old = 0;
        for number in sequence().take(clocks) {
            let (write, read) = (number % 16 < writes, number / 16 % 16 < reads);
            let byte = (number >> 8) as u8;
            poke!(uut.write = write);
            poke!(uut.write_data = byte.to_bits());
            poke!(uut.read = read);
            assert_eq!(peek!(uut.count), queue.len() as u64);
            assert_eq!(peek!(uut.full), queue.len() == 512);
            assert_eq!(peek!(uut.available), old > 0);
            let has_space = queue.len() < 512;
            if old > 0 {
                assert_eq!(peek!(uut.read_data).to_u8(), queue[0]);
                if read {
                    queue.pop_front();
                }
            }
            old = queue.len();
            if write && has_space {
                queue.push_back(byte);
            }
            most = most.max(queue.len());
            tick!(uut);
        }
        most
    }

    #[test]
    fn bytes_leave_in_the_order_in_which_they_came() {
        for (writes, reads, full) in [(16, 4, true), (8, 9, false), (3, 16, false)] {
            let mut uut = Bench::new(Fifo::default());
            assert_eq!(play(&mut uut, 5_000, writes, reads) == 512, full);
        }
    }

    #[test]
    fn rust_hdl_simulates_the_same() {
        let mut uut = Bench::with_rust_hdl(Fifo::default());
        play(&mut uut, 400, 9, 8);
    }

    #[test]
    fn reset_empties_the_fifo() {
        let mut uut = Bench::new(Fifo::default());
        poke!(uut.write = true);
        for _ in 0..5 {
            tick!(uut);
        }
        assert!(peek!(uut.available));
        poke!(uut.reset = true);
        tick!(uut);
        assert!(!peek!(uut.available));
        assert_eq!(peek!(uut.count), 0);
    }
}
