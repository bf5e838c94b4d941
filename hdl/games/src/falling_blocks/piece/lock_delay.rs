//! Lock delay: ticks for which a grounded piece can still be moved.
//!
//! A piece locks `timing.ticks` ticks after it has landed, 30 for example. A successful shift or
//! turn of a landed piece restarts the count, at most `timing.resets` times, 15 for example. A new
//! lowest row restarts it too, and restores all restarts.
//!
//! The count runs on a tick that finds the piece grounded at its beginning and at its end, unless
//! the same tick has restarted the count. So a piece that lands on tick N locks on tick N + 30.
//!
//! Gravity is the same at all levels from 20 on. There the modern speed shortens the delay: 28
//! ticks at level 21, two fewer for each further level, 12 at level 29; the smaller of this and
//! `timing.ticks` applies.
//!
//! **Interface**: see [`LockDelayControlPort`]. `expires` is valid with `tick_ends`.
//!
//! **Latency**: one clock.
//!
//! **Source**: the guideline's extended placement: 0.5 seconds and 15 moves.

use crate::falling_blocks::shell::keys::LockTiming;
use gatefall_macros::{clocked, interface, Module};
use gatefall_widgets::property::{Mutant, Observer, Property};
use rust_hdl::prelude::*;

/// Events that start and count the lock delay, and its end.
#[interface(client = LockDelayControlClient)]
pub struct LockDelayControlPort {
    /// Strobe: a new piece has come in.
    pub spawned: Signal<In, Bit>,
    /// Strobe: the piece has moved. `grounded` and `lowest_row` are those of the new place.
    pub moved: Signal<In, Bit>,
    /// With `moved`: the move was a shift or a turn, not a fall.
    pub by_player: Signal<In, Bit>,
    /// Strobe: a tick begins.
    pub tick_begins: Signal<In, Bit>,
    /// Strobe: the moves of the tick are complete; count.
    pub tick_ends: Signal<In, Bit>,
    /// Level: this tick locks the piece. Valid with `tick_ends`.
    pub expires: Signal<Out, Bit>,
}

/// Counters of ticks and restarts.
#[derive(LogicBlock, Module)]
pub struct LockDelay {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Events that start and count the lock delay, and its end.
    pub control: LockDelayControlPort,
    /// Ticks and restarts.
    pub timing: LockTiming,
    /// Level of the game, 1 to 29. It changes only while the count is 0.
    pub level: Signal<In, Bits<5>>,
    /// Setting: the classic curve.
    pub classic: Signal<In, Bit>,
    /// Level: the piece cannot move down.
    pub grounded: Signal<In, Bit>,
    /// Row of the piece's lowest cell, 0 = floor.
    pub lowest_row: Signal<In, Bits<5>>,
    /// Count of ticks in steps of eight, at most 3.
    pub stage: Signal<Out, Bits<2>>,
    /// Level: shift the context.
    pub context_shift: Signal<In, Bit>,
    /// Input of the context chain.
    pub context_in: Signal<In, Bit>,
    /// Output of the context chain.
    pub context_out: Signal<Out, Bit>,
    #[context]
    #[reset(or = self.control.spawned.val())]
    ticks: DFF<Bits<6>>,
    #[context]
    #[reset(or = self.control.spawned.val())]
    restarts: DFF<Bits<4>>,
    /// Above every piece at first, so that the first `moved` is a new lowest row.
    #[context]
    #[reset(31, or = self.control.spawned.val())]
    lowest_so_far: DFF<Bits<5>>,
    #[context]
    #[reset(or = self.control.spawned.val())]
    has_landed: DFF<Bit>,
    #[reset(or = self.control.spawned.val())]
    is_steady: DFF<Bit>,
    next_ticks: Signal<Local, Bits<6>>,
    half_ticks: Signal<Local, Bits<4>>,
    is_short: Signal<Local, Bit>,
    is_last: Signal<Local, Bit>,
    next_restarts: Signal<Local, Bits<4>>,
    counts: Signal<Local, Bit>,
    /// 35 modulo 16.
    #[value(3)]
    thirty_five: Constant<Bits<4>>,
}

#[clocked]
impl Logic for LockDelay {
    #[hdl_gen]
    fn update(&mut self) {
        // Below 32 ticks the highest bit stays 0, so that a smaller constant saves it.
        self.next_ticks.next = (self.ticks.q.val() + 1) & (self.timing.ticks.val() | 31);
        self.next_restarts.next = self.restarts.q.val() + 1;
        self.stage.next = self.ticks.q.val().get_bits::<2>(3);
        if self.ticks.q.val().get_bit(5) {
            self.stage.next = 3.into();
        }
        // From level 21 on 70 - 2 x level ticks: half of them are 35 - level. The count meets the
        // smaller limit first.
        self.is_short.next = !self.classic.val()
            & self.level.val().get_bit(4)
            & (self.level.val().get_bit(3)
                | (self.level.val().get_bit(2) & self.level.val().get_bits::<2>(0).any()));
        self.half_ticks.next = self.thirty_five.val() - self.level.val().get_bits::<4>(0);
        self.is_last.next = (self.next_ticks.val() == self.timing.ticks.val())
            | (self.is_short.val()
                & (self.next_ticks.val() == (bit_cast::<6, 4>(self.half_ticks.val()) << 1)));
        self.counts.next = self.is_steady.q.val() & self.grounded.val();
        self.control.expires.next = self.counts.val() & self.is_last.val();
        if self.control.tick_begins.val() {
            self.is_steady.d.next = self.grounded.val();
        }
        if self.control.tick_ends.val() & self.counts.val() {
            self.ticks.d.next = self.next_ticks.val();
        }
        if self.control.moved.val() {
            if self.control.by_player.val()
                & self.has_landed.q.val()
                & (self.timing.no_limit.val() | (self.restarts.q.val() != self.timing.resets.val()))
            {
                if !self.timing.no_limit.val() {
                    self.restarts.d.next = self.next_restarts.val();
                }
                self.ticks.d.next = 0.into();
                self.is_steady.d.next = false;
            }
            self.has_landed.d.next = self.has_landed.q.val() | self.grounded.val();
            if self.lowest_row.val() < self.lowest_so_far.q.val() {
                self.lowest_so_far.d.next = self.lowest_row.val();
                self.restarts.d.next = 0.into();
                self.ticks.d.next = 0.into();
                self.is_steady.d.next = false;
                self.has_landed.d.next = self.grounded.val();
            }
        }
    }
}

impl LockDelay {
    /// Properties that are proved.
    pub const PROPERTIES: &'static [Property] = &[
        Property {
            assumed: &["!context_shift"],
            stable: &["timing.resets", "timing.no_limit"],
            ..Property::new(
                "the restarts do not exceed their limit",
                "restarts <= timing.resets",
                Mutant::new("restarts != timing_resets", "restarts != 4'd15", 12),
            )
        },
        // From level 21 on a modern game has a shorter delay.
        Property {
            lemmas: &["ticks <= ticks_on_ground", "!is_steady || began_on_ground"],
            assumed: &[
                "!context_shift",
                "level >= 1 && level <= 29",
                "timing.ticks >= 10 && timing.ticks <= 60",
            ],
            observers: &[
                Observer::new(
                    "began_on_ground",
                    1,
                    "control.tick_begins ? grounded : began_on_ground",
                ),
                Observer::new(
                    "ticks_on_ground",
                    6,
                    "control.spawned ? 0 : ticks_on_ground + (control.tick_ends && grounded && \
                     began_on_ground && ticks_on_ground < 63)",
                ),
            ],
            ..Property::new(
                "a piece locks only after the delay in ticks on the ground",
                "!(control.expires && control.tick_ends) || \
                 ticks_on_ground + 1 >= timing.ticks || \
                 !classic && level > 20 && ticks_on_ground + 1 >= 70 - 2 * level",
                Mutant::new("THIRTY_FIVE = 4'd3", "THIRTY_FIVE = 4'd2", 20),
            )
        },
        Property {
            lemmas: &[
                "ticks < timing.ticks || locked",
                "classic || level <= 20 || ticks < 70 - 2 * level || locked",
            ],
            assumed: &[
                "!context_shift",
                "level >= 1 && level <= 29",
                "timing.ticks >= 10 && timing.ticks <= 60",
                "!locked || control.spawned",
            ],
            stable: &["timing.ticks", "level", "classic"],
            observers: &[Observer::new(
                "locked",
                1,
                "control.expires && control.tick_ends",
            )],
            ..Property::new(
                "the count never passes its limit",
                "ticks < timing.ticks || locked",
                Mutant::new("next_ticks == timing_ticks", "ticks == timing_ticks", 20),
            )
        },
    ];
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    /// A piece that has just come in, its lowest cell on row 19.
    fn spawned() -> Bench<LockDelay> {
        let mut uut = Bench::new(LockDelay::default());
        poke!(uut, timing.ticks = 30.into());
        poke!(uut, timing.resets = 15.into());
        poke!(uut, control.spawned = true);
        tick!(uut);
        poke!(uut, control.spawned = false);
        moved(&mut uut, false, 19, false);
        uut
    }

    fn moved(uut: &mut Bench<LockDelay>, by_player: bool, row: u64, grounded: bool) {
        poke!(uut, control.by_player = by_player);
        poke!(uut.lowest_row = row.to_bits());
        poke!(uut.grounded = grounded);
        poke!(uut, control.moved = true);
        tick!(uut);
        poke!(uut, control.moved = false);
    }

    /// Runs ticks until the piece locks, at most `limit`. Returns their number.
    fn ticks_to_lock(uut: &mut Bench<LockDelay>, limit: usize) -> Option<usize> {
        for number in 1..=limit {
            poke!(uut, control.tick_begins = true);
            tick!(uut);
            poke!(uut, control.tick_begins = false);
            poke!(uut, control.tick_ends = true);
            let locks = peek!(uut, control.expires);
            tick!(uut);
            poke!(uut, control.tick_ends = false);
            if locks {
                return Some(number);
            }
        }
        None
    }

    #[test]
    fn a_landed_piece_locks_on_the_thirtieth_tick() {
        let mut uut = spawned();
        assert_eq!(ticks_to_lock(&mut uut, 100), None);
        moved(&mut uut, false, 3, true);
        assert_eq!(ticks_to_lock(&mut uut, 100), Some(30));
    }

    #[test]
    fn the_stage_rises_every_eight_ticks() {
        let mut uut = spawned();
        moved(&mut uut, false, 3, true);
        let mut stages = String::new();
        for _ in 0..30 {
            stages += &peek!(uut.stage).to_u64().to_string();
            ticks_to_lock(&mut uut, 1);
        }
        assert_eq!(stages, "000000001111111122222222333333");
    }

    #[test]
    fn from_level_21_on_the_delay_is_shorter_at_the_modern_speed() {
        for (level, ticks) in (20..=29).zip([30, 28, 26, 24, 22, 20, 18, 16, 14, 12]) {
            for (classic, lock_ticks) in [(false, 30), (true, 30), (false, 20), (false, 60)] {
                let mut uut = spawned();
                poke!(uut.level = u64::to_bits(level));
                poke!(uut.classic = classic);
                poke!(uut, timing.ticks = u64::to_bits(lock_ticks));
                moved(&mut uut, false, 3, true);
                let short = if classic || level == 20 { 60 } else { ticks };
                let expected = lock_ticks.min(short) as usize;
                let taken = ticks_to_lock(&mut uut, 100);
                assert_eq!(taken, Some(expected), "level {level}, LOCK {lock_ticks}");
            }
        }
    }

    #[test]
    fn the_stage_of_a_long_delay_stops_at_3() {
        let mut uut = spawned();
        poke!(uut, timing.ticks = 60.into());
        moved(&mut uut, false, 3, true);
        assert_eq!(ticks_to_lock(&mut uut, 59), None);
        assert_eq!(peek!(uut.stage), 3);
        assert_eq!(ticks_to_lock(&mut uut, 1), Some(1));
    }

    #[test]
    fn the_tick_on_which_it_lands_does_not_count() {
        let mut uut = spawned();
        poke!(uut, control.tick_begins = true);
        tick!(uut);
        poke!(uut, control.tick_begins = false);
        moved(&mut uut, false, 3, true);
        poke!(uut, control.tick_ends = true);
        tick!(uut);
        poke!(uut, control.tick_ends = false);
        assert_eq!(ticks_to_lock(&mut uut, 100), Some(30));
    }

    #[test]
    fn a_shift_restarts_the_count_fifteen_times() {
        let mut uut = spawned();
        moved(&mut uut, false, 3, true);
        for _ in 0..15 {
            assert_eq!(ticks_to_lock(&mut uut, 20), None);
            moved(&mut uut, true, 3, true);
        }
        assert_eq!(ticks_to_lock(&mut uut, 20), None);
        moved(&mut uut, true, 3, true);
        assert_eq!(ticks_to_lock(&mut uut, 20), Some(10));
    }

    #[test]
    fn the_number_of_restarts_is_a_setting() {
        for (resets, no_limit, restarts) in [(0, false, 0), (3, false, 3), (0, true, 40)] {
            let mut uut = spawned();
            poke!(uut, timing.resets = u64::to_bits(resets));
            poke!(uut, timing.no_limit = no_limit);
            moved(&mut uut, false, 3, true);
            for _ in 0..restarts {
                assert_eq!(ticks_to_lock(&mut uut, 20), None);
                moved(&mut uut, true, 3, true);
            }
            assert_eq!(ticks_to_lock(&mut uut, 20), None);
            moved(&mut uut, true, 3, true);
            let left = if no_limit { 30 } else { 10 };
            assert_eq!(ticks_to_lock(&mut uut, 100), Some(left), "{resets}");
        }
    }

    #[test]
    fn shifts_before_the_landing_use_no_restart() {
        let mut uut = spawned();
        for _ in 0..20 {
            moved(&mut uut, true, 19, false);
        }
        moved(&mut uut, false, 3, true);
        assert_eq!(ticks_to_lock(&mut uut, 20), None);
        moved(&mut uut, true, 3, true);
        assert_eq!(ticks_to_lock(&mut uut, 100), Some(30));
    }

    #[test]
    fn a_new_lowest_row_restores_all_restarts() {
        let mut uut = spawned();
        moved(&mut uut, false, 5, true);
        for _ in 0..15 {
            moved(&mut uut, true, 5, true);
        }
        moved(&mut uut, false, 4, true);
        assert_eq!(ticks_to_lock(&mut uut, 29), None);
        moved(&mut uut, true, 4, true);
        assert_eq!(ticks_to_lock(&mut uut, 100), Some(30));
    }

    #[test]
    fn the_count_stops_in_the_air() {
        let mut uut = spawned();
        moved(&mut uut, false, 5, true);
        for _ in 0..15 {
            moved(&mut uut, true, 5, true);
        }
        assert_eq!(ticks_to_lock(&mut uut, 12), None);
        moved(&mut uut, true, 6, false);
        assert_eq!(ticks_to_lock(&mut uut, 40), None);
        moved(&mut uut, false, 5, true);
        assert_eq!(ticks_to_lock(&mut uut, 40), Some(18));
    }
}
