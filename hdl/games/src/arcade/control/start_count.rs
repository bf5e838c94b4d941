//! Counts 3, 2, 1 before a game, sixty pictures each, and 1 after a pause. Then the word for the
//! start stands as long.
//!
//! **Interface**: `number` is a level; `counted` a strobe at the end, one clock after the tick.

use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// Pictures that a number stands.
const TICKS: u8 = 60;

/// The countdown.
#[derive(LogicBlock, Module)]
pub struct StartCount {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset: not counting.
    pub reset: Signal<In, Bit>,
    /// Strobe: begin with 3.
    pub start: Signal<In, Bit>,
    /// Strobe: begin with 1.
    pub resume: Signal<In, Bit>,
    /// Level: count; when low the number is 0.
    pub counting: Signal<In, Bit>,
    /// Strobe: a picture has ended.
    pub tick: Signal<In, Bit>,
    /// 3, 2, 1, or 0 when it does not count.
    pub number: Signal<Out, Bits<2>>,
    /// Level: the number, or from the start of the game on the word, is to be seen.
    pub is_shown: Signal<Out, Bit>,
    /// Strobe: `number` is another one.
    pub changed: Signal<Out, Bit>,
    /// Strobe: the count is over.
    pub counted: Signal<Out, Bit>,
    number_now: DFF<Bits<2>>,
    number_before: DFF<Bits<2>>,
    ticks: DFF<Bits<6>>,
    is_seen: DFF<Bit>,
    next_number: Signal<Local, Bits<2>>,
    next_ticks: Signal<Local, Bits<6>>,
    #[value(TICKS - 1)]
    last_tick: Constant<Bits<6>>,
}

#[clocked]
impl Logic for StartCount {
    #[hdl_gen]
    fn update(&mut self) {
        self.number.next = self.number_now.q.val();
        self.is_shown.next = self.is_seen.q.val();
        self.number_before.d.next = self.number_now.q.val();
        self.changed.next = self.number_now.q.val() != self.number_before.q.val();
        self.counted.next =
            self.changed.val() & self.counting.val() & !self.number_now.q.val().any();
        self.next_number.next = self.number_now.q.val() - 1;
        self.next_ticks.next = self.ticks.q.val() + 1;
        if self.tick.val() {
            self.ticks.d.next = self.next_ticks.val();
            if self.ticks.q.val() == self.last_tick.val() {
                self.ticks.d.next = 0.into();
                if self.number_now.q.val().any() {
                    self.number_now.d.next = self.next_number.val();
                } else {
                    self.is_seen.d.next = false;
                }
            }
        }
        if !self.counting.val() & self.number_now.q.val().any() {
            self.number_now.d.next = 0.into();
            self.ticks.d.next = 0.into();
        }
        if self.start.val() | self.resume.val() {
            self.number_now.d.next = 1.into();
            self.ticks.d.next = 0.into();
            self.is_seen.d.next = true;
        }
        if self.start.val() {
            self.number_now.d.next = 3.into();
            // 3 is reported again if the number was 3 before.
            self.number_before.d.next = 0.into();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    #[test]
    fn each_number_stands_for_sixty_pictures() {
        let mut uut = Bench::new(StartCount::default());
        poke!(uut.counting = true);
        poke!(uut.start = true);
        tick!(uut);
        poke!(uut.start = false);
        let mut numbers = vec![];
        while !peek!(uut.counted) {
            tick!(uut);
            numbers.push(peek!(uut.number).to_u8());
            poke!(uut.tick = true);
            tick!(uut);
            poke!(uut.tick = false);
        }
        assert_eq!(numbers, [[3; 60], [2; 60], [1; 60]].concat());
        tick!(uut);
        assert!(!peek!(uut.counted) && peek!(uut.number) == 0);
    }

    #[test]
    fn the_word_for_the_start_stands_for_sixty_pictures() {
        let mut uut = Bench::new(StartCount::default());
        poke!(uut.counting = true);
        poke!(uut.start = true);
        tick!(uut);
        poke!(uut.start = false);
        poke!(uut.tick = true);
        for _ in 0..77 {
            tick!(uut);
        }
        poke!(uut.tick = false);
        // Someone does not wait.
        poke!(uut.counting = false);
        tick!(uut);
        poke!(uut.tick = true);
        let mut pictures = 0;
        while peek!(uut.is_shown) {
            tick!(uut);
            pictures += 1;
        }
        assert_eq!(pictures, 60);
    }

    #[test]
    fn after_a_pause_it_counts_the_last_number_only() {
        let mut uut = Bench::new(StartCount::default());
        poke!(uut.counting = true);
        poke!(uut.resume = true);
        tick!(uut);
        poke!(uut.resume = false);
        poke!(uut.tick = true);
        let mut pictures = 0;
        while !peek!(uut.counted) {
            assert!(peek!(uut.is_shown));
            assert_eq!(peek!(uut.number), u64::from(pictures < 60));
            tick!(uut);
            pictures += 1;
        }
        assert_eq!(pictures, 60);
    }

    #[test]
    fn who_leaves_stops_it() {
        let mut uut = Bench::new(StartCount::default());
        poke!(uut.counting = true);
        poke!(uut.start = true);
        tick!(uut);
        poke!(uut.start = false);
        poke!(uut.counting = false);
        tick!(uut);
        assert_eq!(peek!(uut.number), 0);
        assert!(peek!(uut.changed) && !peek!(uut.counted));
    }
}
