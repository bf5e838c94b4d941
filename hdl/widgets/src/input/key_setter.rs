//! Works on the list of set keys: gives a key to an action, removes keys, shows the keys on the
//! screen, and lends the list to the saved block.
//!
//! A key that another action has is exchanged: that action gets the key which the screen shows for
//! the first one, its set key or its first default key.
//!
//! ```text
//! a key is given   Read, Look, Shown (its owner gets that key), Give (the target gets the new key)
//! keys are shown   Read, Look, Shown until the screen is free, Cap; for each place
//! ```
//!
//! **Interface**: `gives`, `removes`, `clears` and `renews` are strobes, `wants` is high until
//! their work is done. It goes on while `has_memory`. An abort ends it; keys are then shown from
//! the first one on again. A key is given only if `has_memory` follows at once. A key is removed by
//! giving the key 0. While the saved block is open, the keys are not shown.

use super::key_memory::bank;
use gatefall_macros::{clocked, construct, interface, Module};
use rust_hdl::prelude::*;

/// Steps of the work.
#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum State {
    /// None.
    Rest,
    /// All set keys are removed, one after the other.
    Clear,
    /// A set key is read.
    Read,
    /// It is there or not.
    Look,
    /// The memory has read the key that is shown.
    Shown,
    /// The key is given to the target.
    Give,
    /// The memory has read the place of the cap.
    Cap,
}

/// Changes of the set keys.
#[interface(client = KeyChangesSource)]
pub struct KeyChanges {
    /// Level: a key that is pressed is given to the action of `target`, whose cap asks for it.
    pub asks: Signal<In, Bit>,
    /// Place of that action, see [`KeyFinder`](crate::input::key_finder::KeyFinder).
    pub target: Signal<In, Bits<5>>,
    /// Strobe: its set key is removed.
    pub removes: Signal<In, Bit>,
    /// Strobe: all keys are shown anew.
    pub renews: Signal<In, Bit>,
    /// Strobe: the target has got a key, or has lost its set key.
    pub given: Signal<Out, Bit>,
}

/// Keys of the actions, for caps on a screen.
#[interface(client = ShownKeysSource)]
pub struct ShownKeys {
    /// Level: `key` is due.
    pub due: Signal<In, Bit>,
    /// {extended, low seven bits of the code} of a key; 0 is one that acts in every map.
    pub key: Signal<In, Bits<8>>,
    /// Level: it is taken now. While keys are shown no code is decoded, so this is never long in
    /// coming.
    pub free: Signal<Out, Bit>,
    /// Strobe, a clock later: write it to `cap`.
    pub write: Signal<In, Bit>,
    /// Place of the cap, as the map of keys has it.
    pub cap: Signal<In, Bits<8>>,
    /// It is a cap of two players who split the keys. Valid with `write`, like `asks`.
    pub split: Signal<In, Bit>,
    /// The cap asks for a key.
    pub asks: Signal<In, Bit>,
}

/// The work.
#[derive(LogicBlock, Module)]
pub struct KeySetter {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset: all set keys are removed.
    pub reset: Signal<In, Bit>,
    /// Place of the action that gets a key, or that is saved.
    pub target: Signal<In, Bits<5>>,
    /// Changes of the keys.
    pub changes: KeyChanges,
    /// Strobe: give the key. The finder is at the place of its owner in the clock after.
    pub gives: Signal<In, Bit>,
    /// Level, with `gives`: an action has the key.
    pub has_owner: Signal<In, Bit>,
    /// Strobe: the memory is not lent any more.
    pub aborts: Signal<In, Bit>,
    /// Strobe: remove all set keys.
    pub clears: Signal<In, Bit>,
    /// Strobe: the key is given or refused, and not needed any more.
    pub is_done: Signal<Out, Bit>,
    /// Level: the saved block reads and writes the list.
    pub is_open: Signal<In, Bit>,
    /// Strobe: it writes.
    pub saves: Signal<In, Bit>,
    /// Level, with `saves`: a key, not 0.
    pub saves_key: Signal<In, Bit>,
    /// Keys on the screen.
    pub caps: ShownKeysSource,
    /// Level: there is work.
    pub wants: Signal<Out, Bit>,
    /// Level: memory and finder are lent.
    pub has_memory: Signal<In, Bit>,
    /// Word that the memory has read.
    pub word: Signal<In, Bits<8>>,
    /// Place of the finder.
    pub place: Signal<In, Bits<5>>,
    /// Level: it is the last one.
    pub at_last: Signal<In, Bit>,
    /// Level: there may be a set key.
    pub any_set: Signal<Out, Bit>,
    /// Level: the word that the memory has read is a key.
    pub has_key: Signal<In, Bit>,
    /// Which words of the list, see [`bank`].
    pub bank: Signal<Out, Bits<2>>,
    /// Level: the word is that of the target, else that of the place of the finder.
    pub by_target: Signal<Out, Bit>,
    /// Level: the word is written.
    pub writes: Signal<Out, Bit>,
    /// Level, with `writes`: it becomes the key, else the word that the memory has read.
    pub writes_key: Signal<Out, Bit>,
    /// Strobe: the finder goes to place 0.
    pub to_first: Signal<Out, Bit>,
    /// Strobe: it goes to the next place.
    pub steps: Signal<Out, Bit>,
    #[reset(State::Rest, or = aborts)]
    state: DFF<State>,
    remove_waits: DFF<Bit>,
    #[reset(true)]
    clear_waits: DFF<Bit>,
    show_waits: DFF<Bit>,
    #[reset(or = aborts)]
    is_giving: DFF<Bit>,
    has_other: DFF<Bit>,
    is_set: DFF<Bit>,
    has_set: DFF<Bit>,
    /// The place is that of an action, not of a stale key or of player 2 alone.
    is_action: Signal<Local, Bit>,
    is_target: Signal<Local, Bit>,
    exchanges: Signal<Local, Bit>,
    #[value(bank::SET)]
    bank_set: Constant<Bits<2>>,
    #[value(bank::FIRST)]
    bank_first: Constant<Bits<2>>,
    #[value(bank::CAPS)]
    bank_caps: Constant<Bits<2>>,
    /// Without actions no key is set, and synthesis removes most of this.
    has_actions: Constant<Bit>,
}

impl KeySetter {
    /// With or without actions whose keys can be set.
    pub fn new(has_actions: bool) -> Self {
        construct!(KeySetter {
            has_actions: Constant::new(has_actions),
        })
    }
}

#[clocked]
impl Logic for KeySetter {
    #[hdl_gen]
    fn update(&mut self) {
        self.wants.next = self.has_actions.val()
            & ((self.state.q.val() != State::Rest)
                | self.remove_waits.q.val()
                | self.clear_waits.q.val()
                | self.show_waits.q.val());
        self.any_set.next = self.has_set.q.val() & self.has_actions.val();
        self.is_action.next = self.place.val().get_bits::<3>(0).any()
            & (self.place.val().get_bit(4) | !self.place.val().get_bit(3));
        self.is_target.next = self.place.val() == self.target.val();
        self.exchanges.next = self.has_other.q.val() & !self.is_target.val();
        self.bank.next = self.bank_set.val();
        self.by_target.next = self.is_open.val() | self.is_giving.q.val();
        self.writes.next = self.saves.val();
        self.writes_key.next = true;
        self.changes.given.next = false;
        self.is_done.next = false;
        self.to_first.next = false;
        self.steps.next = false;
        self.caps.due.next = false;
        self.caps.key.next = self.word.val();
        self.caps.cap.next = self.word.val();
        self.caps.split.next = self.place.val().get_bit(4);
        self.caps.write.next = false;
        self.caps.asks.next = self.changes.asks.val() & self.is_target.val();
        match self.state.q.val() {
            State::Rest => {
                self.to_first.next = self.has_memory.val() & !self.is_open.val();
                if self.to_first.val() & self.has_actions.val() {
                    if self.remove_waits.q.val() {
                        self.is_giving.d.next = true;
                        self.state.d.next = State::Give;
                    } else if self.clear_waits.q.val() {
                        self.state.d.next = State::Clear;
                    } else if self.show_waits.q.val() {
                        self.state.d.next = State::Read;
                    }
                }
            }
            State::Clear => {
                self.writes.next = self.is_action.val();
                self.steps.next = true;
                self.has_set.d.next = false;
                if self.at_last.val() {
                    self.clear_waits.d.next = false;
                    self.show_waits.d.next = true;
                    self.state.d.next = State::Rest;
                }
            }
            State::Read => {
                self.state.d.next = State::Look;
            }
            State::Look => {
                if !self.has_key.val() {
                    self.bank.next = self.bank_first.val();
                }
                self.is_set.d.next = self.has_key.val();
                self.state.d.next = State::Shown;
            }
            State::Shown => {
                if self.is_giving.q.val() {
                    self.by_target.next = false;
                    self.writes.next = self.exchanges.val() & self.has_key.val();
                    self.writes_key.next = false;
                    self.state.d.next = State::Give;
                    if self.exchanges.val() & !self.has_key.val() {
                        self.is_giving.d.next = false;
                        self.is_done.next = true;
                        self.state.d.next = State::Rest;
                    }
                } else {
                    if !self.is_set.q.val() {
                        self.bank.next = self.bank_first.val();
                    }
                    self.caps.due.next = self.has_actions.val();
                    if self.caps.free.val() {
                        self.bank.next = self.bank_caps.val();
                        self.state.d.next = State::Cap;
                    }
                    if self.is_open.val() {
                        self.caps.due.next = false;
                        self.state.d.next = State::Rest;
                    }
                }
            }
            State::Give => {
                self.writes.next = true;
                self.changes.given.next = self.has_actions.val();
                self.is_done.next = true;
                self.is_giving.d.next = false;
                self.remove_waits.d.next = false;
                self.show_waits.d.next = true;
                self.state.d.next = State::Rest;
            }
            _ => {
                self.caps.write.next = self.is_action.val();
                self.steps.next = true;
                self.state.d.next = State::Read;
                if self.at_last.val() {
                    self.show_waits.d.next = false;
                    self.state.d.next = State::Rest;
                }
            }
        }
        if self.gives.val() & self.has_actions.val() {
            self.is_giving.d.next = true;
            self.has_other.d.next = self.has_owner.val();
            self.state.d.next = State::Read;
        }
        if self.changes.removes.val() {
            self.remove_waits.d.next = true;
        }
        if self.clears.val() {
            self.clear_waits.d.next = true;
        }
        if self.changes.given.val() | (self.saves.val() & self.saves_key.val()) {
            self.has_set.d.next = true;
        }
        if self.changes.renews.val() | self.saves.val() {
            self.show_waits.d.next = true;
        }
    }
}
