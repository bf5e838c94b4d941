//! Settings of which a game keeps the values that it began with: lock delay, curve of gravity and
//! goal.
//!
//! **Interface**: `begins` is a strobe; the outputs have the values of that clock until the next.

use crate::falling_blocks::shell::keys::LockTimingSource;
use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// The values.
#[derive(LogicBlock, Module)]
pub struct GameLimits {
    /// Pixel clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Strobe: take the settings.
    pub begins: Signal<In, Bit>,
    /// Ticks of the lock delay.
    pub lock_ticks: Signal<In, Bits<6>>,
    /// Its restarts; bit 4: any number.
    pub resets: Signal<In, Bits<5>>,
    /// Level: the classic curve of gravity.
    pub classic: Signal<In, Bit>,
    /// Goal of the mode.
    pub goal: Signal<In, Bits<5>>,
    /// Lock delay of the game.
    pub lock_timing: LockTimingSource,
    /// Level: the game has the classic curve of gravity.
    pub is_classic: Signal<Out, Bit>,
    /// Goal of the game.
    pub game_goal: Signal<Out, Bits<5>>,
    lock_now: DFF<Bits<6>>,
    resets_now: DFF<Bits<5>>,
    classic_now: DFF<Bit>,
    goal_now: DFF<Bits<5>>,
}

#[clocked]
impl Logic for GameLimits {
    #[hdl_gen]
    fn update(&mut self) {
        if self.begins.val() {
            self.lock_now.d.next = self.lock_ticks.val();
            self.resets_now.d.next = self.resets.val();
            self.classic_now.d.next = self.classic.val();
            self.goal_now.d.next = self.goal.val();
        }
        self.lock_timing.ticks.next = self.lock_now.q.val();
        self.lock_timing.resets.next = self.resets_now.q.val().get_bits::<4>(0);
        self.lock_timing.no_limit.next = self.resets_now.q.val().get_bit(4);
        self.is_classic.next = self.classic_now.q.val();
        self.game_goal.next = self.goal_now.q.val();
    }
}
