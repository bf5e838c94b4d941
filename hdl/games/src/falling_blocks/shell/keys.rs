//! Keys and settings: the inputs of the engine that a player controls.

use gatefall_macros::interface;
use rust_hdl::prelude::*;

/// Key press of a player.
#[interface(client = KeyPressSource)]
pub struct KeyPress {
    /// Strobe: a key went down.
    pub pressed: Signal<In, Bit>,
    /// Player of that key, 0 or 1. Valid with `pressed`.
    pub player: Signal<In, Bit>,
    /// Action of that key. Valid with `pressed`.
    pub action: Signal<In, Bits<4>>,
}

/// Timing of auto shift.
#[interface(client = ShiftTimingSource)]
pub struct ShiftTiming {
    /// Ticks from a press to the first repeat, 1 to 30.
    pub delay: Signal<In, Bits<5>>,
    /// `delay` minus the ticks from one repeat to the next, modulo 32.
    pub reload: Signal<In, Bits<5>>,
}

/// When keys act on a piece. The settings are stable while a game runs.
#[interface(client = HandlingSource)]
pub struct Handling {
    /// Level: a repeat shifts to the wall.
    pub shift_to_wall: Signal<In, Bit>,
    /// Ticks in which a held direction does not shift a new or turned piece, 0 to 20.
    pub delay_cut: Signal<In, Bits<5>>,
    /// Ticks in which a new piece cannot be dropped, 0 to 20.
    pub guard: Signal<In, Bits<5>>,
    /// Level: a soft drop goes to the ground at once.
    pub instant_drop: Signal<In, Bit>,
}

/// Lock delay. The settings are stable while a game runs.
#[interface(client = LockTimingSource)]
pub struct LockTiming {
    /// Ticks on the ground before a piece locks, 10 to 60.
    pub ticks: Signal<In, Bits<6>>,
    /// Restarts by shifts and turns, 0 to 15.
    pub resets: Signal<In, Bits<4>>,
    /// Level: any number of restarts; `resets` has no meaning.
    pub no_limit: Signal<In, Bit>,
}

/// Settings of a game. They are stable while it runs.
#[interface(client = EngineSettingsSource)]
pub struct EngineSettings {
    /// Level: clears send garbage to the other player.
    pub versus: Signal<In, Bit>,
    /// Level: lines do not raise the level.
    pub fixed_level: Signal<In, Bit>,
    /// Tens of lines that end the game, two decimal digits, 02 to 15; 0 is no goal.
    pub goal: Signal<In, Bits<5>>,
    /// Level at which a game starts, two decimal digits, 01 to 15.
    pub start_level: Signal<In, Bits<5>>,
    /// Level: the classic curve of gravity.
    pub classic_speed: Signal<In, Bit>,
    /// Factor of gravity while soft drop is held, 1 to 40.
    pub soft_drop_factor: Signal<In, Bits<6>>,
    /// Ticks for which full rows stay, 0 to 40.
    pub clear_delay: Signal<In, Bits<6>>,
    /// Level: pieces may be held.
    pub hold_allowed: Signal<In, Bit>,
}
