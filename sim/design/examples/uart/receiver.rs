//! UART receiver: samples each bit in its middle.
use rust_hdl::prelude::*;

/// Receives bytes with a start bit, eight data bits with the lowest first, and a stop bit.
#[derive(LogicBlock)]
pub struct Receiver {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// The serial line, asynchronous to the clock.
    pub rx: Signal<In, Bit>,
    /// The byte, while `valid` is high.
    pub byte: Signal<Out, Bits<8>>,
    /// Strobe: a byte has come.
    pub valid: Signal<Out, Bit>,
    /// Strobe: a frame has no stop bit.
    pub broken: Signal<Out, Bit>,
    sync: BitSynchronizer,
    level: DFF<Bit>,
    data: DFF<Bits<8>>,
    bits_left: DFF<Bits<4>>,
    timer: DFF<Bits<16>>,
    line: Signal<Local, Bit>,
    at_stop: Signal<Local, Bit>,
    bit_cycles: Constant<Bits<16>>,
    half_bit: Constant<Bits<16>>,
}

impl Receiver {
    /// The number of clock cycles in a bit is even.
    pub fn new(bit_cycles: u64) -> Self {
        Self {
            clock: Default::default(),
            rx: Default::default(),
            byte: Default::default(),
            valid: Default::default(),
            broken: Default::default(),
            sync: Default::default(),
            level: Default::default(),
            data: Default::default(),
            bits_left: Default::default(),
            timer: Default::default(),
            line: Default::default(),
            at_stop: Default::default(),
            bit_cycles: Constant::new((bit_cycles - 1).into()),
            half_bit: Constant::new((bit_cycles / 2 - 1).into()),
        }
    }
}

impl Logic for Receiver {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, level, data, bits_left, timer);
        clock!(self, clock, sync);
        self.sync.sig_in.next = self.rx.val();
        self.line.next = self.sync.sig_out.val();
        self.level.d.next = self.line.val();
        self.byte.next = self.data.q.val();
        self.at_stop.next = (self.bits_left.q.val() == 1) & (self.timer.q.val() == 0);
        self.valid.next = self.at_stop.val() & self.line.val();
        self.broken.next = self.at_stop.val() & !self.line.val();
        self.timer.d.next = self.timer.q.val() - 1;
        if self.bits_left.q.val() == 0 {
            self.timer.d.next = self.half_bit.val();
            if self.level.q.val() & !self.line.val() {
                self.bits_left.d.next = 10.into();
            }
        } else if self.timer.q.val() == 0 {
            self.timer.d.next = self.bit_cycles.val();
            self.bits_left.d.next = self.bits_left.q.val() - 1;
            if !self.at_stop.val() {
                self.data.d.next = (self.data.q.val() >> 1).replace_bit(7, self.line.val());
            }
            // A start bit that is over by its middle was a disturbance.
            if (self.bits_left.q.val() == 10) & self.line.val() {
                self.bits_left.d.next = 0.into();
            }
        }
    }
}
