//! Rings that run outwards: a triangle wave of brightness, one player's colour and then the
//! other's.
//!
//! **Interface**: levels.
//!
//! **Latency**: none; all outputs are combinational.
//!
//! **Source**: `docs/rules.md`, "LEDs".

use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// The wave at an LED.
#[derive(LogicBlock, Module)]
pub struct Rings {
    /// Ticks of 1/64 s. A ring moves by a step in two ticks.
    pub ticks: Signal<In, Bits<7>>,
    /// Distance of the LED from the middle in steps.
    pub distance: Signal<In, Bits<6>>,
    /// Brightness at the LED, 0 to 7: 16 steps up, 16 steps down.
    pub wave: Signal<Out, Bits<3>>,
    /// The ring has the colour of the second player.
    pub is_second: Signal<Out, Bit>,
    step: Signal<Local, Bits<6>>,
    rise: Signal<Local, Bits<3>>,
}

#[clocked]
impl Logic for Rings {
    #[hdl_gen]
    fn update(&mut self) {
        self.step.next = self.ticks.val().get_bits::<6>(1) - self.distance.val();
        self.rise.next = self.step.val().get_bits::<3>(1);
        self.wave.next = self.rise.val();
        if self.step.val().get_bit(4) {
            self.wave.next = !self.rise.val();
        }
        self.is_second.next = self.step.val().get_bit(5);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, Bench};

    #[test]
    fn a_ring_rises_and_falls_and_moves_away_from_the_middle() {
        let mut uut = Bench::new(Rings::default());
        for time in 0..128_i64 {
            for distance in [0, 1, 20, 63] {
                poke!(uut.ticks = (time as u64).to_bits());
                poke!(uut.distance = (distance as u64).to_bits());
                let step = (time / 2 - distance).rem_euclid(64);
                let wave = match step % 32 {
                    rising @ 0..16 => rising / 2,
                    falling => (31 - falling) / 2,
                };
                assert_eq!(peek!(uut.wave), wave as u64, "{time}, {distance}");
                assert_eq!(peek!(uut.is_second), step >= 32);
            }
        }
    }
}
