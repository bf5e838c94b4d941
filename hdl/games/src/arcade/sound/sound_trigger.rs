//! Which effect goes with what the engine does.
//!
//! When several things happen at once, only the most important has an effect.
//!
//! **Interface**: `start` is a strobe, one clock after its cause.

use super::effects::effect;
use crate::falling_blocks::shell::game_over_strobe::GameOverStrobe;
use crate::falling_blocks::shell::sound_events::PieceEventsReader;
use crate::falling_blocks::shell::sound_events::ScoredLockReader;
use gatefall_macros::{clocked, construct, interface, Module};
use rust_hdl::prelude::*;

/// Events of menu and countdown.
#[interface(client = MenuEventsSource)]
pub struct MenuEvents {
    /// Strobe: the countdown shows another number.
    pub counted: Signal<In, Bit>,
    /// Strobe: the cursor of the menu moves.
    pub cursor_moved: Signal<In, Bit>,
    /// Strobe: a setting changes.
    pub setting_changed: Signal<In, Bit>,
}

/// Watches the engine.
#[derive(LogicBlock, Module)]
pub struct SoundTrigger {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: a new game; what it changes has no effect.
    pub new_game: Signal<In, Bit>,
    /// Shape of the falling piece, 0 if there is none.
    pub shape: Signal<In, Bits<3>>,
    /// Events of the piece that its player has caused.
    pub events: PieceEventsReader,
    /// A lock, when it is scored.
    pub lock: ScoredLockReader,
    /// Level: the lock was difficult, and so was the clear before. Valid with the lock.
    pub back_to_back: Signal<In, Bit>,
    /// Level of the game.
    pub level: Signal<In, Bits<5>>,
    /// Level: the game has ended.
    pub game_over: Signal<In, Bit>,
    /// Strobe: an attack has arrived.
    pub attacked: Signal<In, Bit>,
    /// Events of menu and countdown.
    pub menu_events: MenuEvents,
    /// One of [`effect`].
    pub effect: Signal<Out, Bits<4>>,
    /// Strobe: start it.
    pub start: Signal<Out, Bit>,
    #[part]
    game_over_strobe: GameOverStrobe,
    #[reset(or = new_game)]
    level_before: DFF<Bit>,
    #[reset(or = new_game)]
    number: DFF<Bits<4>>,
    move_piece: Constant<Bits<4>>,
    rotate: Constant<Bits<4>>,
    hold: Constant<Bits<4>>,
    lock_only: Constant<Bits<4>>,
    clear_4: Constant<Bits<4>>,
    spin: Constant<Bits<4>>,
    second_difficult: Constant<Bits<4>>,
    level_up: Constant<Bits<4>>,
    over: Constant<Bits<4>>,
    garbage: Constant<Bits<4>>,
    count: Constant<Bits<4>>,
}

impl Default for SoundTrigger {
    fn default() -> Self {
        let number = |number: u8| Constant::new(number.to_bits());
        construct!(SoundTrigger {
            move_piece: number(effect::MOVE),
            rotate: number(effect::ROTATE),
            hold: number(effect::HOLD),
            lock_only: number(effect::LOCK),
            clear_4: number(effect::CLEAR_4),
            spin: number(effect::T_SPIN),
            second_difficult: number(effect::BACK_TO_BACK),
            level_up: number(effect::LEVEL_UP),
            over: number(effect::GAME_OVER),
            garbage: number(effect::GARBAGE),
            count: number(effect::COUNT),
        })
    }
}

#[clocked]
impl Logic for SoundTrigger {
    #[hdl_gen]
    fn update(&mut self) {
        self.effect.next = self.number.q.val();
        self.start.next = self.number.q.val().any();
        self.number.d.next = 0.into();
        self.game_over_strobe.new_game.next = self.new_game.val();
        self.game_over_strobe.game_over.next = self.game_over.val();
        // The level changes while no piece falls.
        if self.shape.val().any() {
            self.level_before.d.next = self.level.val().get_bit(0);
        }
        if self.events.held.val() {
            self.number.d.next = self.hold.val();
        } else if self.events.turned.val() {
            self.number.d.next = self.rotate.val();
        } else if self.events.shifted.val() {
            self.number.d.next = self.move_piece.val();
        }
        if self.menu_events.cursor_moved.val() {
            self.number.d.next = self.move_piece.val();
        } else if self.menu_events.setting_changed.val() {
            self.number.d.next = self.rotate.val();
        }
        if self.attacked.val() {
            self.number.d.next = self.garbage.val();
        }
        if self.lock.scored.val() {
            if self.level_before.q.val() != self.level.val().get_bit(0) {
                self.number.d.next = self.level_up.val();
            } else if self.back_to_back.val() & self.lock.lines.val().any() {
                self.number.d.next = self.second_difficult.val();
            } else if self.lock.t_spin.val() {
                self.number.d.next = self.spin.val();
            } else if self.lock.lines.val().get_bit(2) {
                self.number.d.next = self.clear_4.val();
            } else {
                // A lock without rows, or with one to three: consecutive numbers.
                self.number.d.next = self.lock_only.val() | bit_cast::<4, 3>(self.lock.lines.val());
            }
        }
        if self.game_over_strobe.ends.val() {
            self.number.d.next = self.over.val();
        }
        if self.menu_events.counted.val() {
            self.number.d.next = self.count.val();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    /// A game in which a piece stands still.
    fn in_play() -> Bench<SoundTrigger> {
        let mut uut = Bench::new(SoundTrigger::default());
        // At power-up no game has begun.
        poke!(uut.game_over = true);
        poke!(uut.reset = true);
        assert_eq!(heard(&mut uut), []);
        poke!(uut.reset = false);
        poke!(uut.new_game = true);
        assert_eq!(heard(&mut uut), []);
        poke!(uut.new_game = false);
        poke!(uut.game_over = false);
        poke!(uut.level = 1.into());
        assert_eq!(heard(&mut uut), []);
        poke!(uut.shape = 2.into());
        assert_eq!(heard(&mut uut), []);
        uut
    }

    /// Effects that start in the next clocks.
    fn heard(uut: &mut Bench<SoundTrigger>) -> Vec<u8> {
        let mut heard = vec![];
        for _ in 0..5 {
            tick!(uut);
            if peek!(uut.start) {
                heard.push(peek!(uut.effect).to_u8());
            }
            poke!(uut, lock.scored = false);
        }
        heard
    }

    /// Effects of a lock.
    fn scored(
        uut: &mut Bench<SoundTrigger>,
        lines: u8,
        t_spin: bool,
        back_to_back: bool,
    ) -> Vec<u8> {
        poke!(uut.shape = 0.into());
        assert_eq!(heard(uut), []);
        poke!(uut, lock.lines = lines.to_bits());
        poke!(uut, lock.t_spin = t_spin);
        poke!(uut.back_to_back = back_to_back);
        poke!(uut, lock.scored = true);
        heard(uut)
    }

    #[test]
    fn passes_the_checks_of_rust_hdl() {
        let mut uut = SoundTrigger::default();
        uut.connect_all();
        assert!(generate_verilog(&uut).contains("module top"));
    }

    #[test]
    fn what_a_player_does_is_heard() {
        let mut uut = in_play();
        poke!(uut, events.shifted = true);
        tick!(uut);
        assert_eq!(peek!(uut.effect), u64::from(effect::MOVE));
        poke!(uut, events.turned = true);
        tick!(uut);
        assert_eq!(peek!(uut.effect), u64::from(effect::ROTATE));
        poke!(uut, events.held = true);
        tick!(uut);
        assert_eq!(peek!(uut.effect), u64::from(effect::HOLD));
        poke!(uut, events.shifted = false);
        poke!(uut, events.turned = false);
        poke!(uut, events.held = false);
        assert_eq!(heard(&mut uut), []);
    }

    #[test]
    fn a_lock_is_heard_for_what_it_is_worth() {
        for (lines, t_spin, back_to_back, expected) in [
            (0, false, false, effect::LOCK),
            (1, false, false, effect::CLEAR_1),
            (2, false, false, effect::CLEAR_2),
            (3, false, false, effect::CLEAR_3),
            (4, false, false, effect::CLEAR_4),
            (0, true, false, effect::T_SPIN),
            (0, true, true, effect::T_SPIN),
            (2, true, false, effect::T_SPIN),
            (2, true, true, effect::BACK_TO_BACK),
            (4, false, true, effect::BACK_TO_BACK),
        ] {
            assert_eq!(
                scored(&mut in_play(), lines, t_spin, back_to_back),
                [expected]
            );
        }
    }

    #[test]
    fn what_comes_from_elsewhere_is_heard() {
        let mut uut = in_play();
        poke!(uut.attacked = true);
        tick!(uut);
        poke!(uut.attacked = false);
        assert_eq!(peek!(uut.effect), u64::from(effect::GARBAGE));
        poke!(uut, menu_events.counted = true);
        tick!(uut);
        poke!(uut, menu_events.counted = false);
        assert_eq!(peek!(uut.effect), u64::from(effect::COUNT));
        poke!(uut, menu_events.cursor_moved = true);
        tick!(uut);
        poke!(uut, menu_events.cursor_moved = false);
        assert_eq!(peek!(uut.effect), u64::from(effect::MOVE));
        poke!(uut, menu_events.setting_changed = true);
        tick!(uut);
        poke!(uut, menu_events.setting_changed = false);
        assert_eq!(peek!(uut.effect), u64::from(effect::ROTATE));
        assert_eq!(heard(&mut uut), []);
    }

    #[test]
    fn a_new_level_and_the_end_are_heard() {
        let mut uut = in_play();
        poke!(uut.shape = 0.into());
        assert_eq!(heard(&mut uut), []);
        poke!(uut.level = 2.into());
        assert_eq!(scored(&mut uut, 1, false, false), [effect::LEVEL_UP]);
        poke!(uut.shape = 5.into());
        assert_eq!(heard(&mut uut), [], "the next piece comes in");
        assert_eq!(scored(&mut uut, 1, false, false), [effect::CLEAR_1]);
        poke!(uut.game_over = true);
        assert_eq!(heard(&mut uut), [effect::GAME_OVER]);
        // The next game begins at another level.
        poke!(uut.new_game = true);
        heard(&mut uut);
        poke!(uut.new_game = false);
        poke!(uut.game_over = false);
        poke!(uut.level = 1.into());
        poke!(uut.shape = 1.into());
        assert_eq!(heard(&mut uut), []);
    }
}
