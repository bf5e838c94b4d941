//! The page on which players set their keys, and what set keys do to a press.

use super::commands::{command, Command, KeyCode, Map};
use super::set_keys::{KeyEntry, KeyList, KeyUse, SetKeys, DROP_OF_TWO, PLAY_ACTIONS};
use super::{Arcade, Halt, Page, Row, Sound};
use crate::Action;

impl Arcade {
    /// The set keys.
    pub fn set_keys(&self) -> &SetKeys {
        &self.set_keys
    }

    /// The effect of set keys, or on them, of the last input.
    pub fn key_use(&self) -> Option<KeyUse> {
        self.key_use
    }

    /// Opens the page on the first action of player 1.
    pub(super) fn open_set_keys(&mut self) {
        let list = match self.choices.players {
            1 => KeyList::One,
            _ => KeyList::SplitOne,
        };
        let action = PLAY_ACTIONS[0];
        self.ask_for(KeyEntry { list, action });
    }

    fn ask_for(&mut self, entry: KeyEntry) {
        match self.table {
            Some(_) => self.halt = Halt::SetKeys(entry),
            None => self.page = Page::SetKeys(entry),
        }
    }

    fn ask_for_next(&mut self, entry: KeyEntry) {
        self.ask_for(entry.next());
        self.ear.hear(Sound::Move);
    }

    /// Handles a key that can be set and goes down on the page. It is no press.
    pub(super) fn give_key(&mut self, entry: KeyEntry, key: KeyCode) {
        let key_use = self.set_keys.give(entry, key);
        self.key_use = Some(key_use);
        if key_use != KeyUse::Refused {
            self.ask_for_next(entry);
        }
    }

    /// Removes all set keys.
    pub(super) fn clear_set_keys(&mut self) {
        let cleared = std::mem::take(&mut self.set_keys);
        self.key_use = (cleared != SetKeys::default()).then_some(KeyUse::Cleared);
    }

    /// Notes the effect of set keys on a press.
    pub(super) fn note_press(&mut self, key: KeyCode) {
        if self.page() != Page::Play || self.is_recorded() {
            return;
        }
        let map = self.map();
        let is_start = matches!(command(key, map), Some(Command::Act(_, Action::Start)));
        let has_drop = map == Map::Split && self.set_keys.get(DROP_OF_TWO).is_some();
        let lists = KeyList::of(map);
        self.key_use = match self.set_keys.entry_of(lists, key) {
            Some(_) => Some(KeyUse::Acted),
            None if self.set_keys.replaces(lists, key) => Some(KeyUse::Replaced),
            None => (is_start && has_drop).then_some(KeyUse::NoDrop),
        };
    }

    /// Handles another press on the page.
    pub(super) fn obey_on_set_keys(&mut self, entry: KeyEntry, command: Command) {
        match command {
            Command::Act(_, Action::Title) => self.select_row(Row::Keys),
            Command::Act(_, Action::Start) => {
                if entry == DROP_OF_TWO {
                    let removed = self.set_keys.get(entry);
                    self.key_use = removed.map(|_| KeyUse::Removed);
                    self.set_keys.put(entry, None);
                }
                self.ask_for_next(entry);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests;
