//! Tests of the public widgets of rust-hdl. Each is supported, or rejected with an error. Many
//! widgets with one clock run in all simulators.

#![allow(clippy::unwrap_used)] // Clippy does not recognise helper functions as test code.

mod common;

use rust_hdl::prelude::*;
use rust_hdl::widgets::accum::Accum;
use rust_hdl::widgets::fifo::fifo_logic::{FIFOReadLogic, FIFOWriteLogic};
use rust_hdl::widgets::i2c::i2c_controller::I2CController;
use rust_hdl::widgets::i2c::i2c_driver::I2CDriver;
use rust_hdl::widgets::sdram::cmd::{SDRAMCommandDecoder, SDRAMCommandEncoder};

type Byte = Bits<8>;

/// Checks that a widget can be lowered, its netlist read back, and its Verilog linted.
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
    sdram_base_controller =
        SDRAMBaseController::<5, 8, 64, 16>::new(3, sdram(), OutputBuffer::Wired);
    sdram_burst_controller =
        SDRAMBurstController::<5, 8, 4, 16>::new(3, sdram(), OutputBuffer::DelayOne);
    sdram_fifo_controller =
        SDRAMFIFOController::<6, 4, 4, 16, 12>::new(3, sdram(), OutputBuffer::Wired);
}

all! { refused:
    // Without #[hdl_gen] there is no tree.
    accum = Accum::<8, 12, 4>::new(10),
        "uut: `strobe_out` is not driven";
    tristate_buffer = TristateBuffer::<Byte>::default(),
        "uut: `bus` is tristate (InOut), which the netlist does not have; use an input, an output \
         and an enable, and put the pad itself into a black box";
    registered_edge_tristate =
        rust_hdl::widgets::registered_edge_tristate::RegisteredEdgeTristate::<8>::default(),
        "uut: `bus` is tristate (InOut), which the netlist does not have; use an input, an output \
         and an enable, and put the pad itself into a black box";
    open_drain_buffer = OpenDrainBuffer::default(),
        "uut: `bus` is tristate (InOut), which the netlist does not have; use an input, an output \
         and an enable, and put the pad itself into a black box";
}

/// Runs widgets with pseudo-random inputs in rust-hdl and in all other simulators.
macro_rules! run {
    ($($name:ident: $widget:expr, [$($inputs:tt)*], [$($outputs:tt)*];)+) => {
        $(
            #[test]
            fn $name() {
                check!(clocked $widget, [$($inputs)*], [$($outputs)*], &common::scrambled(150, 8));
            }
        )+
    };
}

run! {
    a_dff_runs: DFF::<Byte>::default(), [d: 8], [q];
    a_dff_with_init_runs: DFFWithInit::<Byte>::new(5.into()), [d: 8], [q];
    a_delay_line_runs: DelayLine::<Byte, 4, 3>::default(), [data_in: 8, delay: 3], [data_out];
    an_edge_detector_runs: EdgeDetector::new(true), [input_signal: 1], [edge_signal];
    a_pulser_runs: Pulser::new(1_000, 100.0, std::time::Duration::from_millis(3)),
        [enable: 1], [pulse];
    a_pwm_runs: PulseWidthModulator::<4>::default(), [enable: 1, threshold: 4], [active];
    a_shot_runs: Shot::<32>::new(1_000, std::time::Duration::from_millis(5)),
        [trigger: 1], [active, fired];
    a_strobe_runs: Strobe::<32>::new(1_000, 100.0), [enable: 1], [strobe];
    an_lfsr_runs: LFSRSimple::default(), [strobe: 1], [num];
    a_bit_synchronizer_runs: BitSynchronizer::default(), [sig_in: 1], [sig_out];
    a_sync_sender_runs: SyncSender::<Byte>::default(),
        [sig_in: 8, ack_in: 1, send: 1], [sig_cross, flag_out, busy];
    a_sync_receiver_runs: SyncReceiver::<Byte>::default(),
        [sig_cross: 8, flag_in: 1], [sig_out, ack_out, update];
    a_sync_rom_runs: SyncROM::<Byte, 4>::from((0..16u8).map(|n| (n * n).to_bits())),
        [address: 4], [data];
    a_synchronous_fifo_runs: SynchronousFIFO::<Byte, 4, 5, 1>::default(),
        [read: 1, write: 1, data_in: 8],
        [data_out, empty, almost_empty, underflow, full, almost_full, overflow];
    a_register_fifo_runs: RegisterFIFO::<Byte>::default(),
        [data_in: 8, write: 1, read: 1], [data_out, full, empty];
    a_fifo_reducer_runs: FIFOReducer::<8, 4, true>::default(),
        [data_in: 8, empty: 1, full: 1], [read, data_out, write];
    a_fifo_reducer_of_four_runs: FIFOReducerN::<16, 4>::new(WordOrder::LeastSignificantFirst),
        [data_in: 16, empty: 1, full: 1], [read, data_out, write];
    a_fifo_expander_runs: FIFOExpanderN::<4, 16>::new(WordOrder::MostSignificantFirst),
        [data_in: 4, empty: 1, full: 1], [read, data_out, write];
    an_spi_master_runs: SPIMaster::<16>::new(FAST_SPI),
        [bits_outbound: 4, data_outbound: 16, start_send: 1, continued_transaction: 1,
         wires.miso: 1],
        [data_inbound, transfer_done, busy, wires.mosi, wires.msel, wires.mclk];
    a_fir_filter_runs:
        MultiplyAccumulateSymmetricFiniteImpulseResponseFilter::<3>::new(&[1, 2, -3, 2, 1]),
        [data_in: 16, strobe_in: 1], [data_out, strobe_out, busy];
}

/// Fast enough to transfer several bits within a test.
const FAST_SPI: SPIConfig = SPIConfig {
    speed_hz: 100_000,
    ..SPI
};
