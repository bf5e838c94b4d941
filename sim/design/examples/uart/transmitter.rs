//! UART transmitter: a start bit, eight data bits with the lowest first, a stop bit.

use rust_hdl::prelude::*;

/// Sends a byte when `send` is high and the transmitter is ready.
#[derive(LogicBlock)]
pub struct Transmitter {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// The byte to send.
    pub byte: Signal<In, Bits<8>>,
    /// Strobe: send the byte. Ignored unless `ready` is high.
    pub send: Signal<In, Bit>,
    /// No byte is being sent.
    pub ready: Signal<Out, Bit>,
    /// The serial line.
    pub tx: Signal<Out, Bit>,
    /// Start and data bits. Stop bits are shifted in from above.
    frame: DFF<Bits<9>>,
    bits_left: DFF<Bits<4>>,
    timer: DFF<Bits<16>>,
    idle: Signal<Local, Bit>,
    stop_bit: Constant<Bits<9>>,
    last_cycle: Constant<Bits<16>>,
}

impl Transmitter {
    /// A transmitter with so many clock cycles in a bit.
    pub fn new(bit_cycles: u64) -> Self {
        Self {
            clock: Default::default(),
            byte: Default::default(),
            send: Default::default(),
            ready: Default::default(),
            tx: Default::default(),
            frame: Default::default(),
            bits_left: Default::default(),
            timer: Default::default(),
            idle: Default::default(),
            stop_bit: Constant::new(0x100.into()),
            last_cycle: Constant::new((bit_cycles - 1).into()),
        }
    }
}

impl Logic for Transmitter {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, frame, bits_left, timer);
        self.idle.next = self.bits_left.q.val() == 0;
        self.ready.next = self.idle.val();
        self.tx.next = self.idle.val() | self.frame.q.val().get_bit(0);
        self.timer.d.next = self.timer.q.val() + 1;
        if self.idle.val() {
            self.timer.d.next = 0.into();
            if self.send.val() {
                self.frame.d.next = bit_cast::<9, 8>(self.byte.val()) << 1;
                self.bits_left.d.next = 10.into();
            }
        } else if self.timer.q.val() == self.last_cycle.val() {
            self.timer.d.next = 0.into();
            self.frame.d.next = (self.frame.q.val() >> 1) | self.stop_bit.val();
            self.bits_left.d.next = self.bits_left.q.val() - 1;
        }
    }
}
