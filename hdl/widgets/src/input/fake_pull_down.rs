//! A push button between a pin and the supply, where nothing pulls the pin down when the button is
//! open.
//!
//! The iCE40 has pull-ups but no pull-downs. So the pin is driven to 0 for one cycle, which empties
//! its capacitance, and then released. With an open button it stays at 0 for some microseconds; a
//! closed one raises it within nanoseconds. The level is sampled between these times.
//!
//! **Interface**: `pressed` is the level [`SETTLE`] cycles after the pin was released, sampled once
//! in 64 cycles; two flip-flops keep metastability out. The output is not debounced.
//! **Source**: the vendor's tutorial for Alchitry Io boards without pull-down resistors; their
//! buttons have 330 ohm in series, which bounds the current while a closed button is driven. The
//! data sheet allows 10 uA of leakage: at 10 pF a volt takes 1 us, the sample comes after 0.5 us at
//! most.

use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// The circuit: drives, releases, waits, samples.
#[derive(LogicBlock, Module)]
pub struct FakePullDown {
    /// Module clock, 12 to 25.2 MHz.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset: released.
    pub reset: Signal<In, Bit>,
    /// The pin as it is.
    pub level: Signal<In, Bit>,
    /// Level: drive the pin to 0.
    pub discharge: Signal<Out, Bit>,
    /// Level: the button is down.
    pub pressed: Signal<Out, Bit>,
    count: DFF<Bits<6>>,
    driving: DFF<Bit>,
    first: DFF<Bit>,
    second: DFF<Bit>,
    held: DFF<Bit>,
    #[value(DRIVE_AT)]
    drive_at: Constant<Bits<6>>,
    #[value(SAMPLE_AT)]
    sample_at: Constant<Bits<6>>,
}

/// From the last driven cycle to the one whose level counts.
pub const SETTLE: u64 = 6;
/// Count at which the pin is driven.
const DRIVE_AT: u64 = 0;
/// The output register and the two flip-flops behind the pin are a cycle each.
const SAMPLE_AT: u64 = DRIVE_AT + 1 + SETTLE + 2;

#[clocked]
impl Logic for FakePullDown {
    #[hdl_gen]
    fn update(&mut self) {
        self.count.d.next = self.count.q.val() + 1;
        self.driving.d.next = self.count.q.val() == self.drive_at.val();
        self.first.d.next = self.level.val();
        self.second.d.next = self.first.q.val();
        if self.count.q.val() == self.sample_at.val() {
            self.held.d.next = self.second.q.val();
        }
        self.discharge.next = self.driving.q.val();
        self.pressed.next = self.held.q.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick};

    /// A pin with nothing but capacitance, and a button to the supply.
    struct Pin {
        is_pressed: bool,
        level: bool,
        /// Cycles until leakage has charged the open pin.
        charge: u32,
    }

    /// Cycles in which leakage charges the pin: a fifth of what one sample reads.
    const LEAK: u32 = 12;

    impl Pin {
        /// A cycle in which the FPGA drives 0, or lets go.
        fn step(&mut self, driven: bool) {
            self.charge = match (driven, self.is_pressed) {
                (true, _) => 0,
                (false, true) => LEAK,
                (false, false) => (self.charge + 1).min(LEAK),
            };
            self.level = self.charge == LEAK;
        }
    }

    struct Bench {
        uut: gatefall_bench::Bench<FakePullDown>,
        pin: Pin,
    }

    impl Bench {
        /// At power-up the open pin has floated up.
        fn new() -> Bench {
            Bench {
                uut: gatefall_bench::Bench::new(FakePullDown::default()),
                pin: Pin {
                    is_pressed: false,
                    level: true,
                    charge: LEAK,
                },
            }
        }

        /// Runs for so many cycles; how often the pin was driven, and what came out in each cycle.
        fn run(&mut self, cycles: usize) -> (usize, Vec<bool>) {
            let mut driven = 0;
            let outputs = (0..cycles).map(|_| {
                let discharge = peek!(self.uut.discharge);
                driven += usize::from(discharge);
                self.pin.step(discharge);
                poke!(self.uut.level = self.pin.level);
                tick!(self.uut);
                peek!(self.uut.pressed)
            });
            let outputs = outputs.collect();
            (driven, outputs)
        }
    }

    #[test]
    fn passes_the_checks_of_rust_hdl() {
        let mut uut = FakePullDown::default();
        uut.connect_all();
        assert!(generate_verilog(&uut).contains("module top"));
    }

    #[test]
    fn an_open_button_on_a_floating_pin_is_never_pressed() {
        let mut bench = Bench::new();
        let (driven, outputs) = bench.run(64 * 50);
        assert!(outputs.iter().all(|pressed| !pressed));
        assert_eq!(driven, 50, "one cycle in 64");
        assert!(bench.pin.level, "the pin itself has floated up again");
    }

    #[test]
    fn a_press_and_a_release_arrive_within_two_periods() {
        for phase in 0..64 {
            let mut bench = Bench::new();
            bench.run(128 + phase);
            bench.pin.is_pressed = true;
            let (_, outputs) = bench.run(128);
            assert!(outputs[127], "pressed in cycle {phase}");
            assert_eq!(edges(&outputs), 1, "pressed in cycle {phase}");
            bench.pin.is_pressed = false;
            let (_, outputs) = bench.run(128);
            assert!(!outputs[127], "released in cycle {phase}");
            assert_eq!(edges(&outputs), 1, "released in cycle {phase}");
        }
    }

    /// Changes, the one before the first included.
    fn edges(outputs: &[bool]) -> usize {
        let begin = !outputs[outputs.len() - 1];
        let before = std::iter::once(&begin).chain(outputs);
        before.zip(outputs).filter(|(a, b)| a != b).count()
    }

    #[test]
    fn the_level_that_counts_is_the_one_so_many_cycles_after_the_pin_is_let_go() {
        let mut uut = gatefall_bench::Bench::new(FakePullDown::default());
        // The pin is 1 in one cycle only, counted from the one in which it is driven.
        let mut seen = Vec::new();
        for high in 1..64 {
            let mut since = None;
            poke!(uut.reset = true);
            tick!(uut);
            poke!(uut.reset = false);
            for _ in 0..128 {
                since = match (peek!(uut.discharge), since) {
                    (true, _) => Some(0),
                    (false, since) => since.map(|cycles| cycles + 1),
                };
                poke!(uut.level = since == Some(high));
                tick!(uut);
            }
            if peek!(uut.pressed) {
                seen.push(high);
            }
        }
        assert_eq!(seen, [SETTLE]);
    }

    #[test]
    fn reset_releases() {
        let mut bench = Bench::new();
        bench.pin.is_pressed = true;
        bench.run(128);
        assert!(peek!(bench.uut.pressed));
        poke!(bench.uut.reset = true);
        bench.run(1);
        assert!(!peek!(bench.uut.pressed) && !peek!(bench.uut.discharge));
    }
}
