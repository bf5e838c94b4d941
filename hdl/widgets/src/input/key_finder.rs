//! Finds a key in the list of set keys: the action that it is set to, whether its default action
//! has another key, and whether it is stale.
//!
//! A place of the list is {split, player 2, action}. Actions are 1 to 7; at action 0 are the last
//! four stale keys ([`StaleTimers`]). The place of the drop of player 2 is [`DROP_TWO`].
//!
//! ```text
//! begins  _|~~~~~~~~~~~~~~~~~~~~~~
//! state   Rest X Default X First X Next X Match X Next X Match X Again X Rest
//! ends    ____________________________________________________|~~~~~|_______
//! ```
//!
//! In `First` there is the set key of the default action, in `Match` the word of `place`. The
//! search goes through all places of an action before the next action, so it begins with the stale
//! keys: a set key can be one of them. It ends at the set key or at the last place. In `Again` the
//! memory reads the word of the key again.
//!
//! **Interface**: all strobes move `place`. While `reads` is high, the word of `place` is to be
//! read for the next clock. `found` stays from the end of a search to the next one or to `skips`.

use super::stale_timers::StaleTimers;
use crate::property::{Ending, Mutant, Property};
use gatefall_macros::{clocked, interface, Module};
use rust_hdl::prelude::*;

/// Place of the hard drop of player 2, if the players split the keys.
pub const DROP_TWO: u8 = 0b11_110;

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum State {
    /// No search.
    Rest,
    /// The set key of the default action is read.
    Default,
    /// It is there.
    First,
    /// A word is read.
    Next,
    /// It is there.
    Match,
    /// The word of the key is read.
    Again,
}

/// A key in the list.
#[interface(client = FoundKeyReader)]
pub struct FoundKey {
    /// Level: it is set to an action.
    pub is_set: Signal<Out, Bit>,
    /// {player 2, action 1 to 7}.
    pub set_action: Signal<Out, Bits<4>>,
    /// Level: its default action has a set key.
    pub is_off: Signal<Out, Bit>,
    /// Level: it is stale.
    pub is_stale: Signal<Out, Bit>,
    /// Level: the drop of player 2 has a set key. Valid if the key is not set.
    pub drop_two_set: Signal<Out, Bit>,
}

/// The search.
#[derive(LogicBlock, Module)]
pub struct KeyFinder {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset: no key is stale.
    pub reset: Signal<In, Bit>,
    /// Strobe: a sixtieth of a second has passed.
    pub tick: Signal<In, Bit>,
    /// The key as it is in the list.
    pub key: Signal<In, Bits<8>>,
    /// Level: it is a button of a pad, or another key that cannot be set.
    pub is_fixed: Signal<In, Bit>,
    /// Word that the memory has read.
    pub word: Signal<In, Bits<8>>,
    /// Level: set keys act.
    pub sets: Signal<In, Bit>,
    /// Level: two players split the keys.
    pub split: Signal<In, Bit>,
    /// Place of the default action.
    pub default_place: Signal<In, Bits<5>>,
    /// Strobe: go to that place.
    pub to_default: Signal<In, Bit>,
    /// Level: search for the key, from that place on, then from place 0.
    pub begins: Signal<In, Bit>,
    /// Strobe: the search is not needed any more.
    pub aborts: Signal<In, Bit>,
    /// Strobe: there is no search for the key.
    pub skips: Signal<In, Bit>,
    /// Level: any key is stale.
    pub any_stale: Signal<Out, Bit>,
    /// Level: the code concerns a stale key.
    pub is_code: Signal<In, Bit>,
    /// Level: it is a release.
    pub released: Signal<In, Bit>,
    /// Strobe: go to the slot of the oldest stale key.
    pub to_oldest: Signal<In, Bit>,
    /// Strobe: the key is stale from now on, in that slot.
    pub add: Signal<In, Bit>,
    /// Strobe: go to place 0.
    pub to_first: Signal<In, Bit>,
    /// Strobe: go to the next place.
    pub steps: Signal<In, Bit>,
    /// The place.
    pub place: Signal<Out, Bits<5>>,
    /// Level: it is the last one.
    pub at_last: Signal<Out, Bit>,
    /// Level: `word` is a key.
    pub has_key: Signal<Out, Bit>,
    /// Level: there is no search yet.
    pub rests: Signal<Out, Bit>,
    /// Level: the word of `place` is read.
    pub reads: Signal<Out, Bit>,
    /// Strobe: the search is at its end.
    pub ends: Signal<Out, Bit>,
    /// The key in the list.
    pub found: FoundKey,
    #[part]
    stale_timers: StaleTimers,
    #[reset(State::Rest, or = aborts)]
    state: DFF<State>,
    place_now: DFF<Bits<5>>,
    has_found: DFF<Bit>,
    has_other: DFF<Bit>,
    has_stale: DFF<Bit>,
    has_drop: DFF<Bit>,
    is_key: Signal<Local, Bit>,
    is_action: Signal<Local, Bit>,
    matches: Signal<Local, Bit>,
    /// The next place of the search.
    next_bank: Signal<Local, Bits<2>>,
    next_action: Signal<Local, Bits<3>>,
    starts: Signal<Local, Bit>,
    compares: Signal<Local, Bit>,
    meets_stale: Signal<Local, Bit>,
    #[value(DROP_TWO)]
    drop_two: Constant<Bits<5>>,
}

#[clocked]
impl Logic for KeyFinder {
    #[hdl_gen]
    fn update(&mut self) {
        self.place.next = self.place_now.q.val();
        self.at_last.next = self.place_now.q.val().all();
        self.has_key.next = self.word.val().any();
        self.found.is_set.next = self.has_found.q.val();
        self.found.set_action.next = self.place_now.q.val().get_bits::<4>(0);
        self.found.is_off.next = self.has_other.q.val();
        self.found.is_stale.next = self.has_stale.q.val();
        self.found.drop_two_set.next = self.has_drop.q.val();
        self.is_key.next = (self.word.val() == self.key.val()) & self.has_key.val();
        self.is_action.next = self.place_now.q.val().get_bits::<3>(0).any();
        self.next_bank.next = self.place_now.q.val().get_bits::<2>(3) + 1;
        self.next_action.next = self.place_now.q.val().get_bits::<3>(0)
            + bit_cast::<3, 1>(self.place_now.q.val().get_bits::<2>(3).all().into());
        self.matches.next = self.is_key.val()
            & self.is_action.val()
            & self.sets.val()
            & !self.is_fixed.val()
            & (self.place_now.q.val().get_bit(4) == self.split.val());
        self.rests.next = self.state.q.val() == State::Rest;
        self.reads.next =
            (self.state.q.val() == State::Default) | (self.state.q.val() == State::Next);
        self.ends.next = self.state.q.val() == State::Again;
        self.starts.next = self.rests.val() & self.begins.val();
        self.compares.next = self.state.q.val() == State::Match;
        self.meets_stale.next = self.compares.val()
            & self.is_key.val()
            & !self.is_action.val()
            & self.stale_timers.is_live.val();
        self.any_stale.next = self.stale_timers.any_live.val();
        self.stale_timers.tick.next = self.tick.val();
        self.stale_timers.slot.next = self.place_now.q.val().get_bits::<2>(3);
        self.stale_timers.renew.next =
            self.meets_stale.val() & self.is_code.val() & !self.released.val();
        self.stale_timers.forget.next =
            self.meets_stale.val() & self.is_code.val() & self.released.val();
        self.stale_timers.add.next = self.add.val();
        if self.meets_stale.val() {
            self.has_stale.d.next = true;
        }
        if self.compares.val() {
            self.has_found.d.next = self.matches.val();
            if self.place_now.q.val() == self.drop_two.val() {
                self.has_drop.d.next = self.has_key.val();
            }
        }
        if self.steps.val() {
            self.place_now.d.next = self.place_now.q.val() + 1;
        }
        if self.compares.val() & !self.matches.val() {
            self.place_now.d.next = (bit_cast::<5, 2>(self.next_bank.val()) << 3)
                | bit_cast::<5, 3>(self.next_action.val());
        }
        match self.state.q.val() {
            State::Rest => {
                if self.begins.val() {
                    self.state.d.next = State::Default;
                }
            }
            State::Default => {
                self.state.d.next = State::First;
            }
            State::First => {
                self.has_other.d.next = self.has_key.val() & self.sets.val();
                self.place_now.d.next = 0.into();
                self.state.d.next = State::Next;
            }
            State::Next => {
                self.state.d.next = State::Match;
            }
            State::Match => {
                self.state.d.next = State::Next;
                if self.matches.val() | self.at_last.val() {
                    self.state.d.next = State::Again;
                }
            }
            _ => {
                self.state.d.next = State::Rest;
            }
        }
        if self.to_first.val() {
            self.place_now.d.next = 0.into();
        }
        if self.to_oldest.val() {
            self.place_now.d.next = bit_cast::<5, 2>(self.stale_timers.oldest.val()) << 3;
        }
        if self.starts.val() | self.to_default.val() {
            self.place_now.d.next = self.default_place.val();
        }
        if self.starts.val() | self.to_default.val() | self.skips.val() {
            self.has_found.d.next = false;
            self.has_stale.d.next = false;
        }
        if self.skips.val() {
            self.has_other.d.next = false;
            self.has_drop.d.next = false;
        }
    }
}

impl KeyFinder {
    /// Clocks of a search.
    pub const MOST_CLOCKS: u32 = 67;

    /// Properties that are proved.
    pub const PROPERTIES: &'static [Property] = &[Property {
        lemmas: &["state <= STATE_AGAIN"],
        assumed: &["rests || !to_first && !steps && !to_oldest && !to_default"],
        ..Property::ends(
            "a search ends within 67 clocks",
            Ending {
                busy: "!rests",
                spent: "state == STATE_DEFAULT ? 0 : state == STATE_FIRST ? 1 \
                        : state == STATE_AGAIN ? 66 \
                        : 2 + {place[2:0], place[4:3], state == STATE_MATCH}",
                clocks: Self::MOST_CLOCKS,
            },
            Mutant::new("place_now[4:3] + 2'd1", "place_now[4:3]", 10),
        )
    }];
}
