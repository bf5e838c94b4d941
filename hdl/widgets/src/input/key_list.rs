//! The words of the keys, and the list of set keys: one memory and its users.
//!
//! [`KeyFinder`] searches the list for the current key, and [`KeySetter`] changes the list. Both
//! use the one memory, in different steps of the decoder. The saved block reads and writes the list
//! in the step `Lend`.
//!
//! **Interface**: `word` is the word that was read in the clock before. `found` stays from the end
//! of a search to the next code.

use super::key_finder::{FoundKey, KeyFinder};
use super::key_memory::KeyMemory;
use super::key_setter::{KeyChanges, KeySetter, ShownKeysSource};
use super::key_steps::{CodeAtWorkReader, Step};
use super::key_words::{ListedAction, MappedKey, DOWN_BIT};
use gatefall_macros::{clocked, construct, interface, Module};
use rust_hdl::prelude::*;

/// Reads and writes the list of set keys, for a saved block.
#[interface(client = SavedKeysClient)]
pub struct SavedKeys {
    /// Level, 250 clocks before the first access: no code is decoded. A byte waits in the receiver,
    /// which holds it until the next one comes. So this lasts at most 2,600 clocks (0.1 ms): a byte
    /// takes 0.6 ms or more.
    pub open: Signal<In, Bit>,
    /// Which of the 32 keys.
    pub place: Signal<In, Bits<5>>,
    /// That key, a clock later.
    pub value: Signal<Out, Bits<8>>,
    /// Strobe: it becomes `new_value`.
    pub write: Signal<In, Bit>,
    /// A key.
    pub new_value: Signal<In, Bits<8>>,
    /// Strobe: the player has set or removed a key.
    pub changes: Signal<Out, Bit>,
}

/// Memory, finder and setter.
#[derive(LogicBlock, Module)]
pub struct KeyList {
    /// Module clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset: all set keys are removed, and no key is stale.
    pub reset: Signal<In, Bit>,
    /// Strobe: a sixtieth of a second has passed.
    pub tick: Signal<In, Bit>,
    /// The code at work.
    pub work: CodeAtWorkReader,
    /// Level: it changes whether the key is down.
    pub changed: Signal<In, Bit>,
    /// Place of the key's default action, see [`KeyFinder`].
    pub default_place: Signal<In, Bits<5>>,
    /// Strobe: the key is given to the target.
    pub gives: Signal<In, Bit>,
    /// Level, with `gives`: an action has the key.
    pub has_owner: Signal<In, Bit>,
    /// Changes of the set keys.
    pub changes: KeyChanges,
    /// Strobe: all set keys are removed.
    pub clears: Signal<In, Bit>,
    /// The list, for the saved block.
    pub saved: SavedKeys,
    /// Keys on the screen.
    pub caps: ShownKeysSource,
    /// The word.
    pub word: Signal<Out, Bits<8>>,
    /// The key in the list.
    pub found: FoundKey,
    /// Level: keys are looked up in the list.
    pub searches: Signal<Out, Bit>,
    /// Level: the search has not begun.
    pub rests: Signal<Out, Bit>,
    /// Strobe: it is at its end.
    pub ends: Signal<Out, Bit>,
    /// Level: the setter needs the memory.
    pub wants: Signal<Out, Bit>,
    /// Strobe: the setter does not need the key any more.
    pub is_done: Signal<Out, Bit>,
    #[part(clock)]
    #[given]
    memory: KeyMemory,
    #[part]
    finder: KeyFinder,
    #[part]
    #[given]
    setter: KeySetter,
    storing: Signal<Local, Bit>,
    is_noting: Signal<Local, Bit>,
    lends: Signal<Local, Bit>,
    /// The key at work as it is in the list.
    listed_key: Signal<Local, Bits<8>>,
    new_key: Signal<Local, Bits<8>>,
    target: Signal<Local, Bits<5>>,
    #[value(DOWN_BIT)]
    down_bit: Constant<Bits<8>>,
}

impl KeyList {
    /// Of these keys and these actions.
    pub fn new(map: &[MappedKey], actions: &[ListedAction]) -> Self {
        construct!(KeyList {
            memory: KeyMemory::new(map, actions),
            setter: KeySetter::new(!actions.is_empty()),
        })
    }
}

#[clocked]
impl Logic for KeyList {
    #[hdl_gen]
    fn update(&mut self) {
        self.storing.next = self.work.step.val() == Step::Store;
        self.is_noting.next = self.work.step.val() == Step::Note;
        self.lends.next = self.work.step.val() == Step::Lend;
        self.word.next = self.memory.read_data.val();
        self.listed_key.next = (bit_cast::<8, 1>(self.work.key.val().get_bits::<1>(8)) << 7)
            | bit_cast::<8, 7>(self.work.key.val().get_bits::<7>(0));
        if self.work.key.val().get_bit(7) {
            self.listed_key.next =
                (bit_cast::<8, 7>(self.work.key.val().get_bits::<7>(0)) | 0x80) & 0xEF;
        }

        FoundKey::link(&mut self.found, &mut self.finder.found);
        self.finder.tick.next = self.tick.val();
        self.finder.key.next = self.listed_key.val();
        self.finder.is_fixed.next = self.work.key.val().get_bit(7);
        self.finder.word.next = self.memory.read_data.val();
        self.finder.sets.next = self.work.mode.val().get_bit(2);
        self.finder.split.next = self.work.mode.val().get_bit(1);
        self.finder.default_place.next = self.default_place.val();
        self.finder.to_default.next = self.gives.val() & !self.found.is_set.val();
        self.searches.next = self.finder.any_stale.val()
            | (self.setter.any_set.val() & self.work.mode.val().get_bit(2));
        self.finder.skips.next = (self.work.step.val() == Step::Read) & !self.searches.val();
        self.finder.begins.next = self.work.looks_up.val();
        self.finder.aborts.next = self.work.begins_walk.val();
        self.finder.is_code.next = !self.work.in_walk.val() & !self.work.skipping.val();
        self.finder.released.next = self.work.released.val();
        self.finder.to_oldest.next = self.work.notes.val();
        self.finder.add.next = self.is_noting.val();
        self.finder.to_first.next = self.setter.to_first.val() & self.lends.val();
        self.finder.steps.next = self.setter.steps.val() & self.lends.val();
        self.rests.next = self.finder.rests.val();
        self.ends.next = self.finder.ends.val();

        self.target.next = self.changes.target.val();
        if self.saved.open.val() {
            self.target.next = self.saved.place.val();
        }
        self.setter.target.next = self.target.val();
        KeyChanges::link(&mut self.changes, &mut self.setter.changes);
        self.saved.changes.next = self.changes.given.val();
        self.setter.clears.next = self.clears.val();
        self.setter.gives.next = self.gives.val();
        self.setter.has_owner.next = self.has_owner.val();
        self.setter.aborts.next = self.work.begins_walk.val();
        self.setter.is_open.next = self.saved.open.val();
        self.setter.saves.next = self.saved.open.val() & self.saved.write.val();
        self.setter.saves_key.next = self.saved.new_value.val().any();
        self.saved.value.next = self.memory.read_data.val();
        ShownKeysSource::link(&mut self.caps, &mut self.setter.caps);
        self.setter.has_memory.next = self.lends.val() & !self.work.in_walk.val();
        self.setter.place.next = self.finder.place.val();
        self.setter.at_last.next = self.finder.at_last.val();
        self.setter.word.next = self.memory.read_data.val();
        self.setter.has_key.next = self.finder.has_key.val();
        self.wants.next = self.setter.wants.val();
        self.is_done.next = self.setter.is_done.val();

        self.memory.key.next = self.work.key.val();
        self.memory.in_list.next =
            self.finder.reads.val() | self.is_noting.val() | self.lends.val();
        self.memory.bank.next = self.setter.bank.val();
        self.memory.place.next = self.finder.place.val();
        if self.setter.by_target.val() & self.lends.val() {
            self.memory.place.next = self.target.val();
        }
        self.memory.write.next = (self.storing.val() & !self.work.recounting.val())
            | self.is_noting.val()
            | (self.setter.writes.val() & self.lends.val());
        self.new_key.next = self.listed_key.val();
        if self.saved.open.val() & self.lends.val() {
            self.new_key.next = self.saved.new_value.val();
        }
        self.memory.write_data.next = self.memory.read_data.val();
        if self.changed.val() & self.storing.val() {
            self.memory.write_data.next = self.memory.read_data.val() ^ self.down_bit.val();
        }
        if self.is_noting.val() | (self.setter.writes_key.val() & self.lends.val()) {
            self.memory.write_data.next = self.new_key.val();
        }
    }
}
