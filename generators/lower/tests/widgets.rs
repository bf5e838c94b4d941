//! Each public widget of rust-hdl: supported, or refused with a reason that names it.

#![allow(clippy::unwrap_used)] // Helpers of tests, which clippy does not see as tests.

mod common;

use rust_hdl::prelude::*;
use rust_hdl::widgets::accum::Accum;
use rust_hdl::widgets::fifo::fifo_logic::{FIFOReadLogic, FIFOWriteLogic};
use rust_hdl::widgets::i2c::i2c_controller::I2CController;
use rust_hdl::widgets::i2c::i2c_driver::I2CDriver;
use rust_hdl::widgets::sdram::cmd::{SDRAMCommandDecoder, SDRAMCommandEncoder};

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

const I2C: I2CConfig = I2CConfig {
    delay_time: std::time::Duration::from_micros(2),
    clock_speed_hz: 1_000_000,
};

fn sdram() -> MemoryTimings {
    MemoryTimings::mt48lc8m16a2(100e6)
}

all! { supported:
    dff = DFF::<Byte>::default();
    dff_with_init = DFFWithInit::<Byte>::new(5.into());
    edge_dff = rust_hdl::widgets::edge_ff::EdgeDFF::<Byte>::new(5.into());
    ram = RAM::<Byte, 4>::default();
    rom = ROM::<Byte, 4>::from((0..16u8).map(|n| n.to_bits()));
    sync_rom = SyncROM::<Byte, 4>::from((0..16u8).map(|n| n.to_bits()));
    auto_reset = AutoReset::default();
    delay_line = DelayLine::<Byte, 4, 3>::default();
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
    fifo_read_logic = FIFOReadLogic::<Byte, 4, 5, 1>::default();
    fifo_write_logic = FIFOWriteLogic::<Byte, 4, 5, 1>::default();
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
    mac_fir = MultiplyAccumulateSymmetricFiniteImpulseResponseFilter::<3>::new(&[1, 2, -3, 2, 1]);
    i2c_driver = I2CDriver::new(I2C);
    i2c_controller = I2CController::new(I2C);
    i2c_target = I2CTarget::default();
    i2c_test_target = I2CTestTarget::new(0x53);
    vector_synchronizer = VectorSynchronizer::<Byte>::default();
    asynchronous_fifo = AsynchronousFIFO::<Byte, 4, 5, 1>::default();
    cross_widen_fifo = CrossWidenFIFO::<4, 4, 5, 16, 2, 3>::new(WordOrder::MostSignificantFirst);
    cross_narrow_fifo = CrossNarrowFIFO::<16, 2, 3, 4, 4, 5>::new(WordOrder::MostSignificantFirst);
    sdram_on_chip_buffer = SDRAMOnChipBuffer::<16>::default();
    i2c_test_bus = I2CTestBus::<2>::default();
    sdram_command_encoder = SDRAMCommandEncoder::default();
    sdram_command_decoder = SDRAMCommandDecoder::default();
    sdram_base_controller = SDRAMBaseController::<5, 8, 64, 16>::new(3, sdram(), OutputBuffer::Wired);
    sdram_burst_controller =
        SDRAMBurstController::<5, 8, 4, 16>::new(3, sdram(), OutputBuffer::DelayOne);
    sdram_fifo_controller =
        SDRAMFIFOController::<6, 4, 4, 16, 12>::new(3, sdram(), OutputBuffer::Wired);
}

all! { refused:
    // Without #[hdl_gen] there is nothing that could be lowered.
    accum = Accum::<8, 12, 4>::new(10),
        "uut: `strobe_out` is not driven";
    tristate_buffer = TristateBuffer::<Byte>::default(),
        "uut: `bus` is tristate (InOut), which the netlist does not have; use an input, an output and an enable, and put the pad itself into a black box";
    registered_edge_tristate =
        rust_hdl::widgets::registered_edge_tristate::RegisteredEdgeTristate::<8>::default(),
        "uut: `bus` is tristate (InOut), which the netlist does not have; use an input, an output and an enable, and put the pad itself into a black box";
    open_drain_buffer = OpenDrainBuffer::default(),
        "uut: `bus` is tristate (InOut), which the netlist does not have; use an input, an output and an enable, and put the pad itself into a black box";
}
