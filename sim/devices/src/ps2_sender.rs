//! PS/2 sender: the keyboard's end of the cable. Converts queued words to clock and data.
//!
//! ```text
//! clock ‾‾‾‾\__/‾‾\__/‾‾\__/‾‾\__ ... /‾‾‾‾
//! data  ‾‾\_____/D0‾‾‾\D1___/ ...
//!          start
//! ```
//!
//! A word holds the bits of the frame, their number, and half a clock period. So a frame may be cut
//! short, have a wrong parity or be a mere glitch without support in the sender.
//!
//! **Shape**: a queue of 255 words. One more that is written to the full queue empties it.
//! Both lines are high when idle. After a word the lines are high for four half periods.
//! **Source**: data changes while the clock is high, and the host samples at the falling edge; 10
//! to 16.7 kHz.

use rust_hdl::prelude::*;

/// Fields of a word.
pub mod word {
    /// Position of the number of bits to send, 1 to 11. The bits themselves start at 0, the first
    /// one lowest.
    pub const COUNT: u32 = 11;
    /// Position of the half period in clock cycles.
    pub const HALF_PERIOD: u32 = 15;
    /// Bits of the half period.
    pub const HALF_PERIOD_BITS: u32 = 12;
}

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum State {
    Idle,
    Load,
    ClockHigh,
    ClockLow,
    Rest,
}

/// Sends frames.
#[derive(LogicBlock)]
pub struct Ps2Sender {
    /// Any clock.
    pub clock: Signal<In, Clock>,
    /// The word to queue, see [`word`].
    pub word: Signal<In, Bits<27>>,
    /// Strobe: queue `word`.
    pub write: Signal<In, Bit>,
    /// The clock line.
    pub ps2_clock: Signal<Out, Bit>,
    /// The data line.
    pub ps2_data: Signal<Out, Bit>,
    /// Number of words in the queue, including the one that is being sent.
    pub waiting: Signal<Out, Bits<8>>,
    queue: RAM<Bits<27>, 8>,
    state: DFF<State>,
    head: DFF<Bits<8>>,
    tail: DFF<Bits<8>>,
    bits_left: DFF<Bits<4>>,
    shifter: DFF<Bits<11>>,
    half_period: DFF<Bits<12>>,
    ticks: DFF<Bits<14>>,
    next_head: Signal<Local, Bits<8>>,
    next_tail: Signal<Local, Bits<8>>,
    fewer_bits: Signal<Local, Bits<4>>,
    fewer_ticks: Signal<Local, Bits<14>>,
    half: Signal<Local, Bits<14>>,
    is_over: Signal<Local, Bit>,
}

impl Default for Ps2Sender {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            word: Default::default(),
            write: Default::default(),
            ps2_clock: Default::default(),
            ps2_data: Default::default(),
            waiting: Default::default(),
            queue: std::iter::repeat_n(Bits::<27>::default(), 256).into(),
            state: Default::default(),
            head: Default::default(),
            tail: Default::default(),
            bits_left: Default::default(),
            shifter: Default::default(),
            half_period: Default::default(),
            ticks: Default::default(),
            next_head: Default::default(),
            next_tail: Default::default(),
            fewer_bits: Default::default(),
            fewer_ticks: Default::default(),
            half: Default::default(),
            is_over: Default::default(),
        }
    }
}

impl Logic for Ps2Sender {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            state,
            head,
            tail,
            bits_left,
            shifter,
            half_period,
            ticks
        );
        self.queue.read_clock.next = self.clock.val();
        self.queue.write_clock.next = self.clock.val();
        self.queue.read_address.next = self.head.q.val();
        self.queue.write_address.next = self.tail.q.val();
        self.queue.write_data.next = self.word.val();
        self.queue.write_enable.next = self.write.val();
        self.next_head.next = self.head.q.val() + 1;
        self.next_tail.next = self.tail.q.val() + 1;
        if self.write.val() {
            self.tail.d.next = self.next_tail.val();
        }
        self.waiting.next = self.tail.q.val() - self.head.q.val();
        self.fewer_bits.next = self.bits_left.q.val() - 1;
        self.fewer_ticks.next = self.ticks.q.val() - 1;
        self.half.next = bit_cast::<14, 12>(self.half_period.q.val());
        self.is_over.next = !self.fewer_ticks.val().any();
        self.ps2_clock.next = true;
        self.ps2_data.next = true;
        // No counter runs while idle, so an idle keyboard takes no simulation time.
        match self.state.q.val() {
            State::Idle => {
                if self.waiting.val().any() {
                    self.state.d.next = State::Load;
                }
            }
            State::Load => {
                self.shifter.d.next = self.queue.read_data.val().get_bits::<11>(0);
                self.bits_left.d.next = self.queue.read_data.val().get_bits::<4>(11);
                self.half_period.d.next = self.queue.read_data.val().get_bits::<12>(15);
                self.ticks.d.next =
                    bit_cast::<14, 12>(self.queue.read_data.val().get_bits::<12>(15));
                self.state.d.next = State::ClockHigh;
            }
            State::ClockHigh => {
                self.ps2_data.next = self.shifter.q.val().get_bit(0);
                self.ticks.d.next = self.fewer_ticks.val();
                if self.is_over.val() {
                    self.ticks.d.next = self.half.val();
                    self.state.d.next = State::ClockLow;
                }
            }
            State::ClockLow => {
                self.ps2_clock.next = false;
                self.ps2_data.next = self.shifter.q.val().get_bit(0);
                self.ticks.d.next = self.fewer_ticks.val();
                if self.is_over.val() {
                    self.shifter.d.next = self.shifter.q.val() >> 1;
                    self.bits_left.d.next = self.fewer_bits.val();
                    self.ticks.d.next = self.half.val();
                    self.state.d.next = State::ClockHigh;
                    if !self.fewer_bits.val().any() {
                        self.ticks.d.next = self.half.val() << 2;
                        self.state.d.next = State::Rest;
                    }
                }
            }
            State::Rest => {
                self.ticks.d.next = self.fewer_ticks.val();
                if self.is_over.val() {
                    self.head.d.next = self.next_head.val();
                    self.state.d.next = State::Idle;
                }
            }
            _ => {
                self.state.d.next = State::Idle;
            }
        }
    }
}
