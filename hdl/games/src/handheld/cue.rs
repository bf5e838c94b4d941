//! Which effect goes with what the game does.
//!
//! When several things happen at once, only the most important sounds.
//!
//! **Shape**: `play` is a strobe, in the clock of its cause.

use crate::falling_blocks::piece_watch::PieceWatch;
use gatefall_widgets::audio::sound_effects::Note;
use rust_hdl::prelude::*;

const fn note(hz: u32, slots: u8) -> Note {
    Note { hz, slots }
}

const MOVE: u8 = 0;
const ROTATE: u8 = 1;
const LOCK: u8 = 2;
const LINES: u8 = 3;
const FOUR_LINES: u8 = 4;
const OVER: u8 = 5;
const BEEP: u8 = 6;
const HOLD: u8 = 7;

/// The effects, in slots of 8 ms.
pub const EFFECTS: [&[Note]; 8] = [
    &[note(1000, 1)],
    &[note(1400, 2)],
    &[note(200, 4)],
    &[note(660, 6), note(880, 6), note(1320, 6)],
    &[
        note(523, 6),
        note(659, 6),
        note(784, 6),
        note(1047, 6),
        note(1319, 12),
    ],
    &[
        note(440, 12),
        note(392, 12),
        note(330, 12),
        note(262, 12),
        note(220, 12),
        note(165, 12),
        note(131, 12),
        note(110, 16),
    ],
    &[note(880, 13)],
    &[note(500, 3), note(750, 3)],
];

/// Watches the game.
#[derive(LogicBlock)]
pub struct Cue {
    /// Core clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset; then comes the beep.
    pub reset: Signal<In, Bit>,
    /// Shape of the falling piece, 0 if there is none.
    pub shape: Signal<In, Bits<3>>,
    /// Its column.
    pub x: Signal<In, Bits<5>>,
    /// Its rotation.
    pub rotation: Signal<In, Bits<2>>,
    /// Level: all three are about to change.
    pub piece_busy: Signal<In, Bit>,
    /// Shape in the hold slot.
    pub held: Signal<In, Bits<3>>,
    /// Strobe: a piece has locked.
    pub paid: Signal<In, Bit>,
    /// Rows that it filled.
    pub lines: Signal<In, Bits<3>>,
    /// Level: the game has ended.
    pub over: Signal<In, Bit>,
    /// Which effect.
    pub effect: Signal<Out, Bits<3>>,
    /// Strobe: play it.
    pub play: Signal<Out, Bit>,
    piece_watch: PieceWatch,
    has_beeped: DFF<Bit>,
    was_over: DFF<Bit>,
    moving: Constant<Bits<3>>,
    rotating: Constant<Bits<3>>,
    locking: Constant<Bits<3>>,
    clearing: Constant<Bits<3>>,
    clearing_four: Constant<Bits<3>>,
    ending: Constant<Bits<3>>,
    beep: Constant<Bits<3>>,
    holding: Constant<Bits<3>>,
}

impl Default for Cue {
    fn default() -> Self {
        let number = |number: u8| Constant::new(number.to_bits());
        gatefall_widgets::with_defaults! {
            default {
                clock, reset, shape, x, rotation, piece_busy, held, paid, lines, over, effect, play,
                piece_watch, has_beeped, was_over,
            }
            moving: number(MOVE),
            rotating: number(ROTATE),
            locking: number(LOCK),
            clearing: number(LINES),
            clearing_four: number(FOUR_LINES),
            ending: number(OVER),
            beep: number(BEEP),
            holding: number(HOLD),
        }
    }
}

impl Logic for Cue {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, has_beeped, was_over);
        clock!(self, clock, piece_watch);
        self.piece_watch.reset.next = self.reset.val();
        self.piece_watch.player.next = false;
        self.piece_watch.shape.next = self.shape.val();
        self.piece_watch.x.next = self.x.val();
        self.piece_watch.rotation.next = self.rotation.val();
        self.piece_watch.piece_busy.next = self.piece_busy.val();
        self.piece_watch.held.next = self.held.val();
        self.has_beeped.d.next = true;
        self.was_over.d.next = self.over.val();
        self.play.next = true;
        self.effect.next = self.moving.val();
        if !self.has_beeped.q.val() {
            self.effect.next = self.beep.val();
        } else if self.over.val() & !self.was_over.q.val() {
            self.effect.next = self.ending.val();
        } else if self.paid.val() {
            self.effect.next = self.locking.val();
            if self.lines.val().get_bit(2) {
                self.effect.next = self.clearing_four.val();
            } else if self.lines.val().any() {
                self.effect.next = self.clearing.val();
            }
        } else if self.piece_watch.swapped.val() {
            self.effect.next = self.holding.val();
        } else if self.piece_watch.turned.val() {
            self.effect.next = self.rotating.val();
        } else {
            self.play.next = self.piece_watch.moved.val();
        }
        if self.reset.val() {
            self.has_beeped.d.next = false;
            self.was_over.d.next = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_widgets::tick;

    /// The effects that are played in some clocks.
    fn played(uut: &mut Cue, clocks: usize) -> Vec<u8> {
        let mut effects = Vec::new();
        for _ in 0..clocks {
            simulate(uut, 20);
            if uut.play.val() {
                effects.push(uut.effect.val().to_u8());
            }
            tick!(*uut);
        }
        effects
    }

    /// A piece at rest after the beep.
    fn cue() -> Cue {
        let mut uut = Cue::default();
        uut.connect_all();
        assert_eq!(played(&mut uut, 3), [BEEP]);
        uut.x.next = 3u8.to_bits();
        uut.piece_busy.next = true;
        assert!(played(&mut uut, 3).is_empty());
        uut.shape.next = 6u8.to_bits();
        uut.piece_busy.next = false;
        assert!(played(&mut uut, 3).is_empty());
        uut
    }

    #[test]
    fn what_the_player_does_is_heard_once() {
        let mut uut = cue();
        uut.x.next = 4u8.to_bits();
        assert_eq!(played(&mut uut, 5), [MOVE]);
        uut.x.next = 5u8.to_bits();
        uut.rotation.next = 1u8.to_bits();
        assert_eq!(played(&mut uut, 5), [ROTATE]);
        uut.held.next = 6u8.to_bits();
        uut.x.next = 4u8.to_bits();
        assert_eq!(played(&mut uut, 5), [HOLD]);
    }

    #[test]
    fn a_lock_sounds_after_its_rows_and_the_end_over_all() {
        let mut uut = cue();
        for (lines, effect) in [(0u8, LOCK), (1, LINES), (3, LINES), (4, FOUR_LINES)] {
            uut.lines.next = lines.to_bits();
            uut.paid.next = true;
            assert_eq!(played(&mut uut, 1), [effect]);
            uut.paid.next = false;
            assert!(played(&mut uut, 3).is_empty());
        }
        uut.over.next = true;
        uut.x.next = 8u8.to_bits();
        assert_eq!(played(&mut uut, 5), [OVER]);
    }
}
