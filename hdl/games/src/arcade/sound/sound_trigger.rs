//! Which effect goes with what the game does.
//!
//! When several things happen at once, only the most important has an effect. A lock has one: the
//! first that applies of perfect clear, T-spin with rows, quad, combo, and other clears. A level
//! that lines have raised is heard when the next piece has come. They raise none in a game of two.
//!
//! **Interface**: `start` is a strobe, one clock after its cause, and so is `levels_up`.

use super::effects::effect;
use crate::falling_blocks::shell::game_over_strobe::GameOverStrobe;
use crate::falling_blocks::shell::sound_events::{
    ClearKindReader, PieceEventsReader, ScoredLockReader,
};
use gatefall_macros::{clocked, construct, interface, Module};
use rust_hdl::prelude::*;

/// Events of menu and countdown, and the result of a game.
#[interface(client = MenuEventsSource)]
pub struct MenuEvents {
    /// Strobe: the countdown shows another number.
    pub counted: Signal<In, Bit>,
    /// Level: the countdown is over. Valid with `counted`.
    pub goes: Signal<In, Bit>,
    /// Strobe: the cursor of the menu moves.
    pub cursor_moved: Signal<In, Bit>,
    /// Strobe: a setting changes.
    pub setting_changed: Signal<In, Bit>,
    /// Level: a game has ended, and its end is recorded.
    pub ended: Signal<In, Bit>,
    /// Level: the game was won, or it reached its goal or a record. Valid with `ended`.
    pub won: Signal<In, Bit>,
}

/// Watches the game.
#[derive(LogicBlock, Module)]
pub struct SoundTrigger {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: a new game; what it changes has no effect.
    pub new_game: Signal<In, Bit>,
    /// Level: `shape` is not valid.
    pub busy: Signal<In, Bit>,
    /// Shape of the falling piece, 0 if there is none.
    pub shape: Signal<In, Bits<3>>,
    /// Events of the piece that its player has caused.
    pub events: PieceEventsReader,
    /// Strobe: the piece is dropped.
    pub dropped: Signal<In, Bit>,
    /// A lock, when it is scored.
    pub lock: ScoredLockReader,
    /// Its kind.
    pub kind: ClearKindReader,
    /// Level of the game.
    pub level: Signal<In, Bits<5>>,
    /// Strobe: an attack has arrived.
    pub attacked: Signal<In, Bit>,
    /// Strobe: sound the alarm.
    pub alarm: Signal<In, Bit>,
    /// Events of menu and countdown, and the result of a game.
    pub menu_events: MenuEvents,
    /// One of [`effect`].
    pub effect: Signal<Out, Bits<5>>,
    /// Strobe: start it.
    pub start: Signal<Out, Bit>,
    /// Strobe: the level rises.
    pub levels_up: Signal<Out, Bit>,
    #[part]
    game_over_strobe: GameOverStrobe,
    #[reset(or = new_game)]
    level_before: DFF<Bit>,
    #[reset(or = new_game)]
    rises: DFF<Bit>,
    /// The level has risen, which is yet to be heard.
    #[reset(or = new_game)]
    has_risen: DFF<Bit>,
    #[reset(or = new_game)]
    number: DFF<Bits<5>>,
    clears: Signal<Local, Bit>,
    move_piece: Constant<Bits<5>>,
    rotate: Constant<Bits<5>>,
    hold: Constant<Bits<5>>,
    lock_only: Constant<Bits<5>>,
    hard_drop: Constant<Bits<5>>,
    near_top: Constant<Bits<5>>,
    garbage: Constant<Bits<5>>,
    other_clear: Constant<Bits<5>>,
    quad: Constant<Bits<5>>,
    spin: Constant<Bits<5>>,
    perfect_clear: Constant<Bits<5>>,
    level_up: Constant<Bits<5>>,
    count: Constant<Bits<5>>,
    go: Constant<Bits<5>>,
    combo: Constant<Bits<5>>,
    highest_combo: Constant<Bits<5>>,
    loss: Constant<Bits<5>>,
    win: Constant<Bits<5>>,
    #[value(effect::MOST_CLEARS)]
    most_clears: Constant<Bits<6>>,
}

impl Default for SoundTrigger {
    fn default() -> Self {
        let number = |number: u8| Constant::new(number.to_bits());
        construct!(SoundTrigger {
            move_piece: number(effect::MOVE),
            rotate: number(effect::ROTATE),
            hold: number(effect::HOLD),
            lock_only: number(effect::LOCK),
            hard_drop: number(effect::HARD_DROP),
            near_top: number(effect::ALARM),
            garbage: number(effect::GARBAGE),
            other_clear: number(effect::SPIN_ONLY),
            quad: number(effect::QUAD),
            spin: number(effect::T_SPIN),
            perfect_clear: number(effect::PERFECT_CLEAR),
            level_up: number(effect::LEVEL_UP),
            count: number(effect::COUNT),
            go: number(effect::GO),
            combo: number(effect::SUCCESSION),
            highest_combo: number(effect::SUCCESSION | effect::MOST_CLEARS),
            loss: number(effect::LOSS),
            win: number(effect::WIN),
        })
    }
}

#[clocked]
impl Logic for SoundTrigger {
    #[hdl_gen]
    fn update(&mut self) {
        self.effect.next = self.number.q.val();
        self.start.next = self.number.q.val().any();
        self.levels_up.next = self.rises.q.val();
        self.number.d.next = 0.into();
        self.rises.d.next = false;
        self.game_over_strobe.new_game.next = self.new_game.val();
        self.game_over_strobe.game_over.next = self.menu_events.ended.val();
        self.clears.next = self.lock.lines.val().any();
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
        if self.dropped.val() {
            self.number.d.next = self.hard_drop.val();
        }
        if self.alarm.val() {
            self.number.d.next = self.near_top.val();
        }
        if self.attacked.val() {
            self.number.d.next = self.garbage.val();
        }
        if self.has_risen.q.val() & self.shape.val().any() & !self.busy.val() {
            self.number.d.next = self.level_up.val();
            self.has_risen.d.next = false;
        }
        if self.lock.scored.val() {
            self.number.d.next = self.lock_only.val();
            if self.clears.val() | self.lock.t_spin.val() {
                // A T-spin without rows, or one to three rows: consecutive numbers.
                self.number.d.next =
                    self.other_clear.val() | bit_cast::<5, 3>(self.lock.lines.val());
            }
            if self.kind.succession.val().get_bits::<5>(1).any() {
                self.number.d.next = self.combo.val()
                    | bit_cast::<5, 4>(self.kind.succession.val().get_bits::<4>(0));
                if self.kind.succession.val() > self.most_clears.val() {
                    self.number.d.next = self.highest_combo.val();
                }
            }
            if self.lock.lines.val().get_bit(2) {
                self.number.d.next = self.quad.val();
            }
            if self.clears.val() & self.lock.t_spin.val() {
                self.number.d.next = self.spin.val();
            }
            if self.kind.perfect.val() {
                self.number.d.next = self.perfect_clear.val();
            }
            if self.level_before.q.val() != self.level.val().get_bit(0) {
                self.rises.d.next = true;
                self.has_risen.d.next = true;
            }
        }
        if self.game_over_strobe.ends.val() {
            self.number.d.next = self.loss.val();
            if self.menu_events.won.val() {
                self.number.d.next = self.win.val();
            }
        }
        if self.menu_events.counted.val() {
            self.number.d.next = self.count.val();
            if self.menu_events.goes.val() {
                self.number.d.next = self.go.val();
            }
        }
    }
}

#[cfg(test)]
mod tests;
