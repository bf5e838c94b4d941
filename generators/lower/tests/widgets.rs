//! Each public widget of rust-hdl: supported, or refused with a reason that names it.

mod common;

use rust_hdl::prelude::*;
use rust_hdl::widgets::accum::DifferentialAccumulator;

type Byte = Bits<8>;

/// Lowers a widget, reads its netlist back, and lets the linters look at its Verilog.
fn supported(name: &str, widget: &dyn Block) {
    let netlist = gatefall_lower::netlist(widget, "uut").unwrap_or_else(|e| panic!("{name}: {e}"));
    let text = netlist.to_text();
    assert_eq!(
        gatefall_netlist::Netlist::from_text(&text)
            .unwrap()
            .to_text(),
        text,
        "{name}"
    );
    common::lint(&netlist);
}

fn refused(name: &str, widget: &dyn Block, reason: &str) {
    match gatefall_lower::netlist(widget, "uut") {
        Ok(_) => panic!("{name} is supported now: move it"),
        Err(error) => assert_eq!(error.to_string(), reason, "{name}"),
    }
}

macro_rules! all {
    ($check:ident: $($name:ident = $widget:expr $(, $reason:literal)?;)+) => {
        $(
            #[test]
            #[allow(non_snake_case)]
            fn $name() {
                $check(stringify!($name), &$widget $(, $reason)?);
            }
        )+
    };
}

const SPI: SPIConfig = SPIConfig {
    clock_speed: 1_000_000,
    cs_off: true,
    mosi_off: false,
    speed_hz: 10_000,
    cpha: true,
    cpol: true,
};

all! { supported:
    dff = DFF::<Byte>::default();
    dff_with_init = DFFWithInit::<Byte>::new(5.into());
    edge_dff = rust_hdl::widgets::edge_ff::EdgeDFF::<Byte>::new(5.into());
    ram = RAM::<Byte, 4>::default();
    rom = ROM::<Byte, 4>::from((0..16u8).map(|n| n.to_bits()));
    sync_rom = SyncROM::<Byte, 4>::from((0..16u8).map(|n| n.to_bits()));
    auto_reset = AutoReset::default();
    delay_line = DelayLine::<Byte, 4, 2>::default();
    edge_detector = EdgeDetector::new(true);
    pulser = Pulser::new(1_000_000, 10.0, std::time::Duration::from_millis(5));
    pwm = PulseWidthModulator::<6>::default();
    shot = Shot::<32>::new(1_000_000, std::time::Duration::from_millis(5));
    strobe = Strobe::<32>::new(1_000_000, 10.0);
    lfsr = LFSRSimple::default();
    bit_synchronizer = BitSynchronizer::default();
    sync_sender = SyncSender::<Byte>::default();
    sync_receiver = SyncReceiver::<Byte>::default();
    synchronous_fifo = SynchronousFIFO::<Byte, 4, 5, 1>::default();
    register_fifo = RegisterFIFO::<Byte>::default();
    fifo_reducer = FIFOReducer::<8, 4, true>::default();
    fifo_reducer_n = FIFOReducerN::<16, 4>::new(WordOrder::LeastSignificantFirst);
    fifo_expander_n = FIFOExpanderN::<4, 16>::new(WordOrder::MostSignificantFirst);
    spi_master = SPIMaster::<16>::new(SPI);
    spi_master_dynamic_mode = SPIMasterDynamicMode::<16>::new(SPIConfigDynamicMode {
        clock_speed: 1_000_000,
        cs_off: true,
        mosi_off: false,
        speed_hz: 10_000,
    });
    spi_slave = SPISlave::<16>::new(SPI);
    mux_masters = MuxMasters::<4, 2>::default();
    mux_slaves = MuxSlaves::<4, 2>::default();
    accumulator = DifferentialAccumulator::<8, 4>::default();
}
