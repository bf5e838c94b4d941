//! Decides which codes belong to stale keys, and keeps their list.
//!
//! A key that acts and was down before an error or a reset is stale until its release arrives or
//! its code stays away, see [`StaleKeys`].
//!
//! **Interface**: `storing` is a strobe at the end of a code or of a step of the walk; all other
//! inputs but `tick` belong to `key`. `ignores` is a level for `key`.

use super::stale_keys::StaleKeys;
use gatefall_macros::{clocked, Module};
use rust_hdl::prelude::*;

/// The filter.
#[derive(LogicBlock, Module)]
pub struct StaleFilter {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset: no key is stale.
    pub reset: Signal<In, Bit>,
    /// Strobe: a sixtieth of a second has passed.
    pub tick: Signal<In, Bit>,
    /// `{extended, code}` of the key.
    pub key: Signal<In, Bits<9>>,
    /// Strobe: the word of the key is stored.
    pub storing: Signal<In, Bit>,
    /// Level: the walk over all keys goes on.
    pub walking: Signal<In, Bit>,
    /// The code is a release; in the walk: the keys are released.
    pub released: Signal<In, Bit>,
    /// The key goes down or up.
    pub changed: Signal<In, Bit>,
    /// The key has an action.
    pub has_action: Signal<In, Bit>,
    /// The code belongs to the Pause key.
    pub skipping: Signal<In, Bit>,
    /// The code belongs to a stale key.
    pub ignores: Signal<Out, Bit>,
    #[part]
    stale_keys: StaleKeys,
    is_code: Signal<Local, Bit>,
}

#[clocked]
impl Logic for StaleFilter {
    #[hdl_gen]
    fn update(&mut self) {
        self.stale_keys.tick.next = self.tick.val();
        self.stale_keys.key.next = self.key.val();
        self.ignores.next =
            self.stale_keys.is_stale.val() & !self.released.val() & !self.walking.val();
        self.is_code.next = self.storing.val() & !self.walking.val() & !self.skipping.val();
        self.stale_keys.renew.next = self.is_code.val() & !self.released.val();
        self.stale_keys.forget.next = self.is_code.val() & self.released.val();
        self.stale_keys.add.next = self.storing.val()
            & self.walking.val()
            & self.released.val()
            & self.changed.val()
            & self.has_action.val();
    }
}
