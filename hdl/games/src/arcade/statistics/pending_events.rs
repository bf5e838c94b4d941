//! Events that wait for their steps, and the choice of the next one.
//!
//! Each strobe is kept until `take`. The events are taken in the order of the table:
//!
//! | event | first step | why |
//! |---|---|---|
//! | hundredth of a second | `TIME` | the next one comes soon |
//! | lock of a piece | `PIECES` | its rows and its T-spin are only valid until the next lock |
//! | end of a game | `PIECES` | the keys are blocked until it is recorded |
//! | new game | `PIECES` | |
//! | score tables are emptied | `COMPARE` | |
//! | number of the countdown | `COUNTDOWN` | |
//! | rows to be shown | `ROW` | a level: it lasts until all rows are shown |
//!
//! **Interface**: `first_step`, `is_tick`, `is_lock` and `is_start` are levels for the next event;
//! [`IDLE`](super::steps::step::IDLE) means that there is none. `take` is a strobe. The end of a
//! game stays pending until `recorded`.

use super::steps::step;
use gatefall_macros::{clocked, Module};
use gatefall_widgets::counting::PendingEvent;
use rust_hdl::prelude::*;

/// Keeps events.
#[derive(LogicBlock, Module)]
pub struct PendingEvents {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset: no event waits.
    pub reset: Signal<In, Bit>,
    /// Strobe: a hundredth of a second has passed.
    pub hundredth: Signal<In, Bit>,
    /// Strobe: a piece has locked.
    pub scored: Signal<In, Bit>,
    /// Strobe: the game has ended.
    pub ends: Signal<In, Bit>,
    /// Strobe: a new game begins.
    pub new_game: Signal<In, Bit>,
    /// Strobe: the countdown shows another number.
    pub counted: Signal<In, Bit>,
    /// Strobe: the score tables are emptied.
    pub clears: Signal<In, Bit>,
    /// Level: a row of the settings is to be shown.
    pub row_due: Signal<In, Bit>,
    /// Strobe: the steps of the next event begin.
    pub take: Signal<In, Bit>,
    /// Strobe: the end of the game is recorded.
    pub recorded: Signal<In, Bit>,
    /// The first step of the next event.
    #[default(0)]
    pub first_step: Signal<Out, Bits<4>>,
    /// Level: the next event is a hundredth of a second.
    #[default(false)]
    pub is_tick: Signal<Out, Bit>,
    /// Level: the next event is a lock.
    #[default(false)]
    pub is_lock: Signal<Out, Bit>,
    /// Level: the next event is a new game.
    #[default(false)]
    pub is_start: Signal<Out, Bit>,
    /// Level: the next event empties the score tables.
    #[default(false)]
    pub is_clear: Signal<Out, Bit>,
    /// Level: score tables are to be emptied.
    pub clear_pending: Signal<Out, Bit>,
    /// Level: the end of a game is not recorded yet.
    pub end_pending: Signal<Out, Bit>,
    #[part(idle(take))]
    hundredth_event: PendingEvent,
    #[part(idle(take))]
    lock_event: PendingEvent,
    #[part(idle(take))]
    end_event: PendingEvent,
    #[part(idle(take))]
    start_event: PendingEvent,
    #[part(idle(take))]
    clear_event: PendingEvent,
    #[part(idle(take))]
    count_event: PendingEvent,
    #[value(step::TIME)]
    time: Constant<Bits<4>>,
    #[value(step::PIECES)]
    pieces: Constant<Bits<4>>,
    #[value(step::COMPARE)]
    compare: Constant<Bits<4>>,
    #[value(step::COUNTDOWN)]
    countdown: Constant<Bits<4>>,
    #[value(step::ROW)]
    row: Constant<Bits<4>>,
}

#[clocked]
impl Logic for PendingEvents {
    #[hdl_gen]
    fn update(&mut self) {
        self.hundredth_event.store.next = self.hundredth.val();
        self.lock_event.store.next = self.scored.val();
        self.end_event.store.next = self.ends.val();
        self.start_event.store.next = self.new_game.val();
        self.clear_event.store.next = self.clears.val();
        self.count_event.store.next = self.counted.val();
        self.end_event.take.next = self.recorded.val();
        self.end_pending.next = self.end_event.pending.val();
        self.clear_pending.next = self.clear_event.pending.val();
        if self.hundredth_event.pending.val() {
            self.first_step.next = self.time.val();
            self.is_tick.next = true;
            self.hundredth_event.take.next = self.take.val();
        } else if self.lock_event.pending.val() {
            self.first_step.next = self.pieces.val();
            self.is_lock.next = true;
            self.lock_event.take.next = self.take.val();
        } else if self.end_event.pending.val() {
            self.first_step.next = self.pieces.val();
        } else if self.start_event.pending.val() {
            self.first_step.next = self.pieces.val();
            self.is_start.next = true;
            self.start_event.take.next = self.take.val();
        } else if self.clear_event.pending.val() {
            self.first_step.next = self.compare.val();
            self.is_clear.next = true;
            self.clear_event.take.next = self.take.val();
        } else if self.count_event.pending.val() {
            self.first_step.next = self.countdown.val();
            self.count_event.take.next = self.take.val();
        } else if self.row_due.val() {
            self.first_step.next = self.row.val();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    type Event = fn(&mut PendingEvents) -> &mut Signal<In, Bit>;

    fn strobe(uut: &mut Bench<PendingEvents>, events: &[Event]) {
        for event in events {
            uut.poke(*event, true);
        }
        tick!(uut);
        for event in events {
            uut.poke(*event, false);
        }
    }

    /// First step, and whether it is of a lock or of a new game.
    fn next(uut: &mut Bench<PendingEvents>) -> (u8, bool, bool) {
        let step = peek!(uut.first_step).to_u8();
        (step, peek!(uut.is_lock), peek!(uut.is_start))
    }

    #[test]
    fn events_are_taken_in_their_order() {
        let mut uut = Bench::new(PendingEvents::default());
        assert_eq!(next(&mut uut), (step::IDLE, false, false));
        poke!(uut.row_due = true);
        strobe(
            &mut uut,
            &[
                |uut| &mut uut.counted,
                |uut| &mut uut.clears,
                |uut| &mut uut.new_game,
                |uut| &mut uut.scored,
                |uut| &mut uut.hundredth,
            ],
        );
        for expected in [
            (step::TIME, false, false),
            (step::PIECES, true, false),
            (step::PIECES, false, true),
            (step::COMPARE, false, false),
            (step::COUNTDOWN, false, false),
            (step::ROW, false, false),
        ] {
            assert_eq!(next(&mut uut), expected);
            tick!(uut);
            assert_eq!(next(&mut uut), expected, "until it is taken");
            strobe(&mut uut, &[|uut| &mut uut.take]);
        }
        assert_eq!(next(&mut uut).0, step::ROW, "a level");
    }

    #[test]
    fn an_end_waits_until_it_is_recorded() {
        let mut uut = Bench::new(PendingEvents::default());
        strobe(&mut uut, &[|uut| &mut uut.ends]);
        strobe(&mut uut, &[|uut| &mut uut.take]);
        assert!(peek!(uut.end_pending));
        assert_eq!(next(&mut uut), (step::PIECES, false, false));
        strobe(&mut uut, &[|uut| &mut uut.recorded]);
        assert!(!peek!(uut.end_pending));
        assert_eq!(next(&mut uut).0, step::IDLE);
    }

    #[test]
    fn an_event_that_comes_with_take_is_kept() {
        let mut uut = Bench::new(PendingEvents::default());
        strobe(&mut uut, &[|uut| &mut uut.scored]);
        strobe(&mut uut, &[|uut| &mut uut.take, |uut| &mut uut.scored]);
        assert_eq!(next(&mut uut), (step::PIECES, true, false));
    }
}
