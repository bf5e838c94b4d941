//! rust-hdl's own SPI master with its output wired to its input: it receives what it sends.
//!
//! `cargo run -p gatefall-design --example spi_loopback` writes `build/spi_loopback.vcd`.

use gatefall_design::{peek, poke, tick, Design, DesignError};
use rust_hdl::prelude::*;
use std::path::Path;

/// An SPI master that is wired to itself.
#[derive(LogicBlock)]
pub struct Loopback {
    clock: Signal<In, Clock>,
    word: Signal<In, Bits<32>>,
    send: Signal<In, Bit>,
    received: Signal<Out, Bits<32>>,
    done: Signal<Out, Bit>,
    spi_clock: Signal<Out, Bit>,
    master: SPIMaster<32>,
}

impl Loopback {
    fn new() -> Self {
        Self {
            clock: Default::default(),
            word: Default::default(),
            send: Default::default(),
            received: Default::default(),
            done: Default::default(),
            spi_clock: Default::default(),
            master: SPIMaster::new(SPIConfig {
                clock_speed: 48_000_000,
                speed_hz: 1_000_000,
                cs_off: true,
                mosi_off: false,
                cpha: true,
                cpol: false,
            }),
        }
    }
}

impl Logic for Loopback {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, master);
        self.master.data_outbound.next = self.word.val();
        self.master.bits_outbound.next = 32.into();
        self.master.start_send.next = self.send.val();
        self.master.continued_transaction.next = false;
        self.master.wires.miso.next = self.master.wires.mosi.val();
        self.received.next = self.master.data_inbound.val();
        self.done.next = self.master.transfer_done.val();
        self.spi_clock.next = self.master.wires.mclk.val();
    }
}

/// Sends words. Returns what is received, and the SPI clock pulses of each transfer.
pub fn run(folder: &Path, words: &[u64]) -> Result<Vec<(u64, u32)>, DesignError> {
    let design = Design::new(Loopback::new()).clock_hz(48_000_000);
    let mut uut = design.simulate()?;
    uut.waveform(folder.join("spi_loopback.vcd"))?;
    let transfers = words.iter().map(|&word| {
        poke!(uut.word = word.into());
        poke!(uut.send = true);
        let mut pulses = 0;
        while !peek!(uut.done) {
            let was_low = !peek!(uut.spi_clock);
            tick!(uut);
            poke!(uut.send = false);
            pulses += u32::from(was_low & peek!(uut.spi_clock));
        }
        tick!(uut);
        (peek!(uut.received).to_u64(), pulses)
    });
    Ok(transfers.collect())
}

fn main() -> Result<(), DesignError> {
    run(Path::new("build"), &[0xdead_beef, 1]).map(|transfers| println!("{transfers:x?}"))
}
