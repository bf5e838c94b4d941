//! `#[derive(Module)]`, `#[clocked]` and `construct!`: the same netlist as by hand, and the context
//! chain in gates.

use gatefall_bench::{peek, poke, tick, Bench};
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

mod by_hand {
    use rust_hdl::prelude::*;

    #[derive(Copy, Clone, PartialEq, Debug, LogicState)]
    pub enum State {
        Idle,
        Run,
    }

    #[derive(LogicBlock)]
    pub struct Timer {
        pub clock: Signal<In, Clock>,
        pub reset: Signal<In, Bit>,
        pub start: Signal<In, Bit>,
        pub done: Signal<Out, Bit>,
        pub state: DFF<State>,
        pub count: DFF<Bits<4>>,
        pub was_started: DFF<Bit>,
        pub last: Constant<Bits<4>>,
    }

    impl Timer {
        pub fn new(last: u8) -> Self {
            Self {
                clock: Default::default(),
                reset: Default::default(),
                start: Default::default(),
                done: Default::default(),
                state: Default::default(),
                count: Default::default(),
                was_started: Default::default(),
                last: Constant::new(last.to_bits()),
            }
        }
    }

    impl Logic for Timer {
        #[hdl_gen]
        fn update(&mut self) {
            dff_setup!(self, clock, state, count, was_started);
            self.done.next = false;
            match self.state.q.val() {
                State::Idle => {
                    self.count.d.next = 3.into();
                    if self.start.val() {
                        self.was_started.d.next = true;
                        self.state.d.next = State::Run;
                    }
                }
                State::Run => {
                    self.count.d.next = self.count.q.val() + 1;
                    if self.count.q.val() == self.last.val() {
                        self.done.next = true;
                        self.state.d.next = State::Idle;
                    }
                }
                _ => {
                    self.state.d.next = State::Idle;
                }
            }
            if self.reset.val() {
                self.state.d.next = State::Idle;
                self.count.d.next = 3.into();
            }
            if self.start.val() | self.reset.val() {
                self.was_started.d.next = false;
            }
        }
    }
}

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum State {
    Idle,
    Run,
}

#[derive(LogicBlock, Module)]
struct Timer {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub start: Signal<In, Bit>,
    #[default(false)]
    pub done: Signal<Out, Bit>,
    #[reset(State::Idle)]
    state: DFF<State>,
    #[reset(3)]
    count: DFF<Bits<4>>,
    #[reset(or = start)]
    was_started: DFF<Bit>,
    last: Constant<Bits<4>>,
}

impl Timer {
    fn new(last: u8) -> Self {
        construct!(Timer {
            last: Constant::new(last.to_bits())
        })
    }
}

#[clocked]
impl Logic for Timer {
    #[hdl_gen]
    fn update(&mut self) {
        match self.state.q.val() {
            State::Idle => {
                self.count.d.next = 3.into();
                if self.start.val() {
                    self.was_started.d.next = true;
                    self.state.d.next = State::Run;
                }
            }
            State::Run => {
                self.count.d.next = self.count.q.val() + 1;
                if self.count.q.val() == self.last.val() {
                    self.done.next = true;
                    self.state.d.next = State::Idle;
                }
            }
            _ => {
                self.state.d.next = State::Idle;
            }
        }
    }
}

#[test]
fn the_netlist_equals_that_of_the_module_written_by_hand() {
    let netlist = gatefall_lower::netlist(&Timer::new(9), "timer").unwrap();
    let by_hand = gatefall_lower::netlist(&by_hand::Timer::new(9), "timer").unwrap();
    assert_eq!(netlist.to_text(), by_hand.to_text());
}

/// Counts, and is a link of six bits in the chain of [`Pair`].
#[derive(LogicBlock, Module)]
struct Counter {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub step: Signal<In, Bit>,
    pub value: Signal<Out, Bits<5>>,
    pub context_shift: Signal<In, Bit>,
    pub context_in: Signal<In, Bit>,
    pub context_out: Signal<Out, Bit>,
    #[context]
    #[reset(5)]
    count: DFF<Bits<5>>,
    #[context]
    is_used: DFF<Bit>,
}

#[clocked]
impl Logic for Counter {
    #[hdl_gen]
    fn update(&mut self) {
        self.value.next = self.count.q.val();
        if self.step.val() {
            self.count.d.next = self.count.q.val() + 1;
            self.is_used.d.next = true;
        }
    }
}

/// The ends of a chain.
#[derive(LogicBlock, Module)]
struct Ends {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub shift: Signal<In, Bit>,
    pub bit: Signal<In, Bit>,
    pub context_shift: Signal<Out, Bit>,
    pub context_in: Signal<Out, Bit>,
    pub context_out: Signal<In, Bit>,
    pub last: Signal<Out, Bit>,
}

#[clocked]
impl Logic for Ends {
    #[hdl_gen]
    fn update(&mut self) {
        self.context_shift.next = self.shift.val();
        self.context_in.next = self.bit.val();
        self.last.next = self.context_out.val();
    }
}

#[derive(LogicBlock, Module)]
#[context(switch = ends)]
struct Pair {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub shift: Signal<In, Bit>,
    pub bit: Signal<In, Bit>,
    pub last: Signal<Out, Bit>,
    pub step: Signal<In, Bit>,
    pub step_one: Signal<In, Bit>,
    pub value_one: Signal<Out, Bits<5>>,
    pub value_two: Signal<Out, Bits<5>>,
    #[part]
    ends: Ends,
    #[context]
    #[part(idle(step))]
    one: Counter,
    #[context]
    own: DFF<Bit>,
    #[context]
    #[part(idle(step))]
    two: Counter,
}

#[clocked]
impl Logic for Pair {
    #[hdl_gen]
    fn update(&mut self) {
        self.ends.shift.next = self.shift.val();
        self.ends.bit.next = self.bit.val();
        self.last.next = self.ends.last.val();
        if self.step.val() {
            self.two.step.next = true;
        }
        if self.step_one.val() {
            self.one.step.next = true;
            self.own.d.next = true;
        }
        self.value_one.next = self.one.value.val();
        self.value_two.next = self.two.value.val();
    }
}

#[test]
fn a_context_that_is_shifted_around_comes_back() {
    assert_eq!(Pair::CONTEXT_BITS, 13);
    let mut uut = Bench::new(Pair::default());
    poke!(uut.reset = true);
    tick!(uut);
    poke!(uut.reset = false);
    poke!(uut.step = true);
    tick!(uut);
    poke!(uut.step_one = true);
    tick!(uut);
    poke!(uut.step = false);
    poke!(uut.step_one = false);
    assert_eq!(
        (peek!(uut.value_one), peek!(uut.value_two)),
        (6.into(), 7.into())
    );

    // Out, with ones behind it; then in again.
    let mut context = Vec::new();
    poke!(uut.shift = true);
    poke!(uut.bit = true);
    for _ in 0..Pair::CONTEXT_BITS {
        context.push(peek!(uut.last));
        tick!(uut);
    }
    assert_eq!(
        (peek!(uut.value_one), peek!(uut.value_two)),
        (31.into(), 31.into())
    );
    for bit in context {
        poke!(uut.bit = bit);
        tick!(uut);
    }
    assert_eq!(
        (peek!(uut.value_one), peek!(uut.value_two)),
        (6.into(), 7.into())
    );
}

#[test]
fn registers_take_their_reset_values() {
    let mut uut = Bench::new(Counter::default());
    poke!(uut.reset = true);
    tick!(uut);
    assert_eq!(peek!(uut.value), 5);
}

/// A flag that `start` sets. `reset` clears it, and so do `stop` and `enable` together.
#[derive(LogicBlock, Module)]
struct Flag {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub start: Signal<In, Bit>,
    pub stop: Signal<In, Bit>,
    pub enable: Signal<In, Bit>,
    pub value: Signal<Out, Bit>,
    #[reset(or = self.stop.val() && self.enable.val())]
    is_set: DFF<Bit>,
}

#[clocked]
impl Logic for Flag {
    #[hdl_gen]
    fn update(&mut self) {
        self.value.next = self.is_set.q.val();
        if self.start.val() {
            self.is_set.d.next = true;
        }
    }
}

#[test]
fn another_condition_of_a_reset_is_complete_before_the_reset_is_added() {
    let mut uut = Bench::new(Flag::default());
    for bits in 0..8 {
        let [reset, stop, enable] = [1, 2, 4].map(|bit| bits & bit != 0);
        poke!(uut.start = true);
        poke!(uut.reset = false);
        poke!(uut.stop = false);
        tick!(uut);
        assert!(peek!(uut.value));
        poke!(uut.start = false);
        poke!(uut.reset = reset);
        poke!(uut.stop = stop);
        poke!(uut.enable = enable);
        tick!(uut);
        let is_cleared = reset || (stop && enable);
        assert_eq!(peek!(uut.value), !is_cleared, "{bits:03b}");
    }
}

/// Counts 0 to 9 and reports the wrap: the example of the crate's page.
#[derive(LogicBlock, Module)]
pub struct Decade {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Count in this cycle.
    pub enable: Signal<In, Bit>,
    /// Strobe: the count wraps.
    #[default(false)]
    pub wrapped: Signal<Out, Bit>,
    count: DFF<Bits<4>>,
    next_count: Signal<Local, Bits<4>>,
    #[value(9)]
    last: Constant<Bits<4>>,
}

#[clocked]
impl Logic for Decade {
    #[hdl_gen]
    fn update(&mut self) {
        self.next_count.next = self.count.q.val() + 1;
        if self.enable.val() {
            self.count.d.next = self.next_count.val();
            if self.count.q.val() == self.last.val() {
                self.count.d.next = 0.into();
                self.wrapped.next = true;
            }
        }
    }
}

#[test]
fn the_example_of_the_page_counts_ten_clocks() {
    let mut uut = Bench::new(Decade::default());
    poke!(uut.enable = true);
    let mut wraps = Vec::new();
    for clock in 0..30 {
        if peek!(uut.wrapped) {
            wraps.push(clock);
        }
        tick!(uut);
    }
    assert_eq!(wraps, [9, 19, 29]);
}
