//! Level for one action and each player: a key of the action is down.
//!
//! Each player may have up to four keys for the action.
//!
//! **Interface**: `changed` is a strobe with the other inputs; `held` follows one clock later.

use super::held_keys::HeldKeys;
use gatefall_macros::{clocked, construct, Module};
use rust_hdl::prelude::*;

/// The keys of one action.
#[derive(LogicBlock, Module)]
pub struct HeldAction {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset; no key is down.
    pub reset: Signal<In, Bit>,
    /// Strobe: a key that acts went down or up.
    pub changed: Signal<In, Bit>,
    /// It went up.
    pub released: Signal<In, Bit>,
    /// It is a key of player 2.
    pub of_player_two: Signal<In, Bit>,
    /// Its action.
    pub key_action: Signal<In, Bits<5>>,
    /// The action of this unit.
    pub action: Signal<In, Bits<5>>,
    /// A key is down; bit 0 player 1, bit 1 player 2.
    pub held: Signal<Out, Bits<2>>,
    #[part]
    #[given]
    keys_of_one: HeldKeys,
    #[part]
    #[given]
    keys_of_two: HeldKeys,
    is_own: Signal<Local, Bit>,
}

impl HeldAction {
    /// For so many keys of each player.
    pub fn new([one, two]: [usize; 2]) -> Self {
        construct!(HeldAction {
            keys_of_one: HeldKeys::new(one),
            keys_of_two: HeldKeys::new(two),
        })
    }
}

#[clocked]
impl Logic for HeldAction {
    #[hdl_gen]
    fn update(&mut self) {
        self.is_own.next = self.changed.val() & (self.key_action.val() == self.action.val());
        self.keys_of_one.changed.next = self.is_own.val() & !self.of_player_two.val();
        self.keys_of_one.released.next = self.released.val();
        self.keys_of_two.changed.next = self.is_own.val() & self.of_player_two.val();
        self.keys_of_two.released.next = self.released.val();
        self.held.next = (bit_cast::<2, 1>(self.keys_of_two.held.val().into()) << 1)
            | bit_cast::<2, 1>(self.keys_of_one.held.val().into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatefall_bench::{peek, poke, tick, Bench};

    fn change(uut: &mut Bench<HeldAction>, action: u64, of_two: bool, released: bool) -> u8 {
        poke!(uut.key_action = action.to_bits());
        poke!(uut.of_player_two = of_two);
        poke!(uut.released = released);
        poke!(uut.changed = true);
        tick!(uut);
        poke!(uut.changed = false);
        peek!(uut.held).to_u8()
    }

    #[test]
    fn each_player_holds_keys_of_the_action() {
        let mut uut = Bench::new(HeldAction::new([2, 2]));
        poke!(uut.action = 2.into());
        assert_eq!(change(&mut uut, 1, false, false), 0, "another action");
        assert_eq!(change(&mut uut, 2, false, false), 1);
        assert_eq!(change(&mut uut, 2, true, false), 3);
        assert_eq!(change(&mut uut, 2, false, false), 3);
        assert_eq!(change(&mut uut, 2, false, true), 3, "the other key is down");
        assert_eq!(change(&mut uut, 2, false, true), 2);
        assert_eq!(change(&mut uut, 2, true, false), 2);
        assert_eq!(change(&mut uut, 2, true, true), 2, "the other key is down");
        assert_eq!(change(&mut uut, 2, true, true), 0);
    }
}
