//! Which effect goes with what the game does.
//!
//! When several things happen at once, only the most important sounds.
//!
//! **Interface**: `play` is a strobe, in the clock of its cause.

use crate::falling_blocks::shell::game_over_strobe::GameOverStrobe;
use crate::falling_blocks::shell::sound_events::PieceEventsReader;
use gatefall_macros::{clocked, construct, Module};
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

/// The effects, in slots of 8.3 ms: eight beats, half a tick. The last one, the alarm, is the
/// second of its number.
pub const EFFECTS: [&[Note]; 9] = [
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
    &[note(880, 12)],
    &[note(500, 3), note(750, 3)],
    &[note(147, 12), note(110, 18)],
];

/// Watches the game.
#[derive(LogicBlock, Module)]
pub struct SoundTrigger {
    /// Core clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset; then comes the beep.
    pub reset: Signal<In, Bit>,
    /// Events of the piece that its player has caused.
    pub events: PieceEventsReader,
    /// Strobe: a piece has locked.
    pub scored: Signal<In, Bit>,
    /// Rows that it filled.
    pub lines: Signal<In, Bits<3>>,
    /// Strobe: the alarm sounds.
    pub alarm: Signal<In, Bit>,
    /// Level: the game has ended.
    pub over: Signal<In, Bit>,
    /// Which effect.
    pub effect: Signal<Out, Bits<3>>,
    /// It is the second effect of this number.
    #[default(false)]
    pub is_second: Signal<Out, Bit>,
    /// Strobe: play it.
    #[default(true)]
    pub play: Signal<Out, Bit>,
    has_beeped: DFF<Bit>,
    #[part(idle(new_game))]
    game_over_strobe: GameOverStrobe,
    moving: Constant<Bits<3>>,
    rotating: Constant<Bits<3>>,
    locking: Constant<Bits<3>>,
    clearing: Constant<Bits<3>>,
    clearing_four: Constant<Bits<3>>,
    ending: Constant<Bits<3>>,
    beep: Constant<Bits<3>>,
    holding: Constant<Bits<3>>,
}

impl Default for SoundTrigger {
    fn default() -> Self {
        let number = |number: u8| Constant::new(number.to_bits());
        construct!(SoundTrigger {
            moving: number(MOVE),
            rotating: number(ROTATE),
            locking: number(LOCK),
            clearing: number(LINES),
            clearing_four: number(FOUR_LINES),
            ending: number(OVER),
            beep: number(BEEP),
            holding: number(HOLD),
        })
    }
}

#[clocked]
impl Logic for SoundTrigger {
    #[hdl_gen]
    fn update(&mut self) {
        self.has_beeped.d.next = true;
        self.game_over_strobe.game_over.next = self.over.val();
        self.effect.next = self.moving.val();
        if !self.has_beeped.q.val() {
            self.effect.next = self.beep.val();
        } else if self.game_over_strobe.ends.val() {
            self.effect.next = self.ending.val();
        } else if self.scored.val() {
            self.effect.next = self.locking.val();
            if self.lines.val().get_bit(2) {
                self.effect.next = self.clearing_four.val();
            } else if self.lines.val().any() {
                self.effect.next = self.clearing.val();
            }
        } else if self.alarm.val() {
            self.effect.next = self.moving.val();
            self.is_second.next = true;
        } else if self.events.held.val() {
            self.effect.next = self.holding.val();
        } else if self.events.turned.val() {
            self.effect.next = self.rotating.val();
        } else {
            self.play.next = self.events.shifted.val();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    /// The second effect of the first number.
    const ALARM: u8 = 8;

    /// The effects that are played in some clocks.
    fn played(uut: &mut Bench<SoundTrigger>, clocks: usize) -> Vec<u8> {
        let mut effects = Vec::new();
        for _ in 0..clocks {
            if peek!(uut.play) {
                let second = if peek!(uut.is_second) { ALARM } else { 0 };
                effects.push(peek!(uut.effect).to_u8() + second);
            }
            tick!(uut);
        }
        effects
    }

    /// After the beep.
    fn sound_trigger() -> Bench<SoundTrigger> {
        let mut uut = Bench::new(SoundTrigger::default());
        assert_eq!(played(&mut uut, 3), [BEEP]);
        assert!(played(&mut uut, 3).is_empty());
        uut
    }

    #[test]
    fn what_the_player_does_is_heard_once() {
        let mut uut = sound_trigger();
        poke!(uut, events.shifted = true);
        assert_eq!(played(&mut uut, 1), [MOVE]);
        poke!(uut, events.shifted = false);
        poke!(uut, events.turned = true);
        assert_eq!(played(&mut uut, 1), [ROTATE]);
        poke!(uut, events.turned = false);
        poke!(uut, events.held = true);
        assert_eq!(played(&mut uut, 1), [HOLD]);
        poke!(uut, events.held = false);
        assert!(played(&mut uut, 3).is_empty());
    }

    #[test]
    fn the_alarm_sounds_over_what_the_player_does() {
        let mut uut = sound_trigger();
        poke!(uut.alarm = true);
        poke!(uut, events.held = true);
        assert_eq!(played(&mut uut, 1), [ALARM]);
        poke!(uut.scored = true);
        assert_eq!(played(&mut uut, 1), [LOCK]);
    }

    #[test]
    fn a_lock_sounds_after_its_rows_and_the_end_over_all() {
        let mut uut = sound_trigger();
        for (lines, effect) in [(0u8, LOCK), (1, LINES), (3, LINES), (4, FOUR_LINES)] {
            poke!(uut.lines = lines.to_bits());
            poke!(uut.scored = true);
            assert_eq!(played(&mut uut, 1), [effect]);
            poke!(uut.scored = false);
            assert!(played(&mut uut, 3).is_empty());
        }
        poke!(uut.over = true);
        poke!(uut, events.shifted = true);
        assert_eq!(played(&mut uut, 1), [OVER]);
    }
}
