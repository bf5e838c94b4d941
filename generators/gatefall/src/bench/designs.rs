//! Benchmark circuits of the designs that are no games. They contain their stimulus.
//!
//! Rates of a small board at 12 MHz: 115,200 baud, 20,000 samples per second by an SPI clock of
//! 1.5 MHz.

use super::circuit::Circuit;
use super::signature::Signature;
use gatefall_designs::cpu::{sieve, Computer};
use gatefall_designs::filter::FilteredAdc;
use gatefall_designs::uart::UartLoop;
use rust_hdl::prelude::*;

/// Clock of these designs, in hertz.
pub(super) const CLOCK_HZ: u64 = 12_000_000;
const BAUD: u64 = 115_200;
const SAMPLE_HZ: u64 = 20_000;
const SCLK_HZ: u64 = 1_500_000;

/// The UART with its signature.
#[derive(LogicBlock)]
pub(super) struct UartCircuit {
    /// The only input of the circuit.
    pub clock: Signal<In, Clock>,
    /// Signature of all outputs in all cycles so far.
    pub signature: Signal<Out, Bits<32>>,
    design: UartLoop,
    register: Signature,
    counts: Signal<Local, Bits<32>>,
    line: Signal<Local, Bits<32>>,
}

impl Circuit for UartCircuit {
    fn new(_players: u8) -> Self {
        UartCircuit {
            clock: Default::default(),
            signature: Default::default(),
            design: UartLoop::new(CLOCK_HZ, BAUD),
            register: Default::default(),
            counts: Default::default(),
            line: Default::default(),
        }
    }

    fn signature(&self) -> u32 {
        self.signature.val().to_u32()
    }

    fn tick(&mut self) {
        self.clock.next = !self.clock.val();
    }
}

impl Logic for UartCircuit {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, design, register);
        self.design.reset.next = false;
        // The signature has 32 bits for 59 outputs, so high bits share a place.
        self.counts.next = (self.design.received.val() << 11)
            ^ (bit_cast::<32, 16>(self.design.errors.val()) << 16);
        self.line.next = (bit_cast::<32, 10>(self.design.waiting.val()) << 1)
            | bit_cast::<32, 1>(self.design.line.val().into());
        self.register.outputs.next = self.counts.val() ^ self.line.val();
        self.signature.next = self.register.signature.val();
    }
}

/// The computer with its signature.
#[derive(LogicBlock)]
pub(super) struct CpuCircuit {
    /// The only input of the circuit.
    pub clock: Signal<In, Clock>,
    /// Signature of all outputs in all cycles so far.
    pub signature: Signal<Out, Bits<32>>,
    design: Computer,
    register: Signature,
}

impl Circuit for CpuCircuit {
    fn new(_players: u8) -> Self {
        CpuCircuit {
            clock: Default::default(),
            signature: Default::default(),
            design: Computer::new(&sieve()),
            register: Default::default(),
        }
    }

    fn signature(&self) -> u32 {
        self.signature.val().to_u32()
    }

    fn tick(&mut self) {
        self.clock.next = !self.clock.val();
    }
}

impl Logic for CpuCircuit {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, design, register);
        self.design.reset.next = false;
        self.register.outputs.next = bit_cast::<32, 16>(self.design.port.val())
            | (bit_cast::<32, 1>(self.design.port_valid.val().into()) << 16);
        self.signature.next = self.register.signature.val();
    }
}

/// The filter with its signature.
#[derive(LogicBlock)]
pub(super) struct FilterCircuit {
    /// The only input of the circuit.
    pub clock: Signal<In, Clock>,
    /// Signature of all outputs in all cycles so far.
    pub signature: Signal<Out, Bits<32>>,
    design: FilteredAdc,
    register: Signature,
    samples: Signal<Local, Bits<32>>,
    strobes: Signal<Local, Bits<32>>,
}

impl Circuit for FilterCircuit {
    fn new(_players: u8) -> Self {
        FilterCircuit {
            clock: Default::default(),
            signature: Default::default(),
            design: FilteredAdc::new(CLOCK_HZ, SAMPLE_HZ, SCLK_HZ),
            register: Default::default(),
            samples: Default::default(),
            strobes: Default::default(),
        }
    }

    fn signature(&self) -> u32 {
        self.signature.val().to_u32()
    }

    fn tick(&mut self) {
        self.clock.next = !self.clock.val();
    }
}

impl Logic for FilterCircuit {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, design, register);
        self.design.reset.next = false;
        self.samples.next = bit_cast::<32, 12>(self.design.sample.val())
            | (bit_cast::<32, 12>(self.design.filtered.val()) << 12);
        self.strobes.next = (bit_cast::<32, 1>(self.design.sample_valid.val().into()) << 24)
            | (bit_cast::<32, 1>(self.design.filtered_valid.val().into()) << 25);
        self.register.outputs.next = self.samples.val() | self.strobes.val();
        self.signature.next = self.register.signature.val();
    }
}
