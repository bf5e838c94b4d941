//! Keys of play that are set by the players.
//!
//! A set key takes the place of all default keys of its action. In a table no key has two actions.

use super::commands::{command, is_for_all, Command, KeyCode, Map};
use super::pad_button::PadButton;
use crate::{Action, Side, Turn};

/// Actions of play.
pub const PLAY_ACTIONS: [Action; 7] = [
    Action::Left,
    Action::Right,
    Action::SoftDrop,
    Action::Turn(Turn::Clockwise),
    Action::Turn(Turn::Counter),
    Action::HardDrop,
    Action::Hold,
];
/// Actions of play, in the order in which the page asks for their keys.
const ASKED: [Action; PLAY_ACTIONS.len()] = [
    Action::Left,
    Action::Right,
    Action::Turn(Turn::Clockwise),
    Action::Turn(Turn::Counter),
    Action::SoftDrop,
    Action::HardDrop,
    Action::Hold,
];
/// The drop of player 2, whose default key is Enter.
pub(super) const DROP_OF_TWO: KeyEntry = KeyEntry {
    list: KeyList::SplitTwo,
    action: Action::HardDrop,
};

/// A list of keys that can be set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyList {
    /// One player.
    One,
    /// Player 1 of two who split the keys.
    SplitOne,
    /// Player 2 of them.
    SplitTwo,
}

impl KeyList {
    /// All of them.
    pub const ALL: [KeyList; 3] = [KeyList::One, KeyList::SplitOne, KeyList::SplitTwo];

    /// The lists of a map, which are its table. The keypad has none.
    pub(super) fn of(map: Map) -> &'static [KeyList] {
        match map {
            Map::One => &KeyList::ALL[..1],
            Map::Split => &KeyList::ALL[1..],
            Map::Keypad => &[],
        }
    }

    /// The map whose keys these are.
    pub(super) fn map(self) -> Map {
        match self {
            KeyList::One => Map::One,
            KeyList::SplitOne | KeyList::SplitTwo => Map::Split,
        }
    }

    /// The player who has these keys.
    pub fn side(self) -> Side {
        match self {
            KeyList::One | KeyList::SplitOne => Side::One,
            KeyList::SplitTwo => Side::Two,
        }
    }

    /// Its entries, in the order of [`PLAY_ACTIONS`].
    pub fn entries(self) -> [KeyEntry; PLAY_ACTIONS.len()] {
        PLAY_ACTIONS.map(|action| KeyEntry { list: self, action })
    }

    /// Default keys that are shown, in the order of [`PLAY_ACTIONS`].
    fn first_keys(self) -> [KeyCode; 7] {
        match self {
            KeyList::One => [0x3B, 0x4B, 0x42, 0x43, 0x3C, 0x34, 0x33],
            KeyList::SplitOne => [0x1C, 0x23, 0x1B, 0x1D, 0x15, 0x29, 0x24],
            KeyList::SplitTwo => [0x16B, 0x174, 0x172, 0x175, 0x4A, 0x5A, 0x49],
        }
    }
}

/// An entry of a list: an action of play that can have a set key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyEntry {
    /// The list.
    pub list: KeyList,
    /// One of [`PLAY_ACTIONS`].
    pub action: Action,
}

impl KeyEntry {
    /// Place of the action in its list: 0 to 6.
    pub fn place(self) -> usize {
        let place = PLAY_ACTIONS.iter().position(|&known| known == self.action);
        place.expect("an action of play")
    }

    /// The entry of which this is a default key. Enter counts for none.
    fn by_default(lists: &[KeyList], key: KeyCode) -> Option<KeyEntry> {
        let map = lists.first()?.map();
        let (side, action) = match command(key, map)? {
            Command::Space => (Side::One, Action::HardDrop),
            Command::Act(side, action) => (side, action),
            _ => return None,
        };
        if PadButton::of(key).is_some() || !PLAY_ACTIONS.contains(&action) {
            return None;
        }
        let list = *lists.iter().find(|list| list.side() == side)?;
        Some(KeyEntry { list, action })
    }

    /// The entry that the page asks for after this one. The last one of a table leads to the first.
    pub(super) fn next(self) -> KeyEntry {
        let mut later = ASKED.iter().skip_while(|&&known| known != self.action);
        let (list, action) = match (self.list, later.nth(1)) {
            (list, Some(&action)) => (list, action),
            (KeyList::SplitOne, None) => (KeyList::SplitTwo, ASKED[0]),
            (KeyList::SplitTwo, None) => (KeyList::SplitOne, ASKED[0]),
            (KeyList::One, None) => (KeyList::One, ASKED[0]),
        };
        KeyEntry { list, action }
    }
}

/// Effect of an input on set keys, or of set keys on a press in play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyUse {
    /// An entry got a key that no other one had.
    Given,
    /// It got the key of another entry, which got its key.
    Exchanged,
    /// An entry did not get a key.
    Refused,
    /// The drop of player 2 lost its set key to Enter.
    Removed,
    /// All set keys were removed.
    Cleared,
    /// A set key did its action.
    Acted,
    /// A default key did nothing, because its action has a set key.
    Replaced,
    /// Enter did nothing, because the drop of player 2 has a set key.
    NoDrop,
}

/// The set keys of all lists. At first there are none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SetKeys {
    lists: [[Option<KeyCode>; PLAY_ACTIONS.len()]; KeyList::ALL.len()],
}

impl SetKeys {
    /// The set key of an entry.
    pub fn get(&self, entry: KeyEntry) -> Option<KeyCode> {
        self.lists[entry.list as usize][entry.place()]
    }

    /// The key that the screen shows for an entry: its set key, or its first default key.
    pub fn shown(&self, entry: KeyEntry) -> KeyCode {
        let first = entry.list.first_keys()[entry.place()];
        self.get(entry).unwrap_or(first)
    }

    /// The entry of a table that has this set key.
    pub(super) fn entry_of(&self, lists: &[KeyList], key: KeyCode) -> Option<KeyEntry> {
        let mut entries = lists.iter().flat_map(|list| list.entries());
        entries.find(|&entry| self.get(entry) == Some(key))
    }

    /// True for a default key of an entry that has a set key.
    pub(super) fn replaces(&self, lists: &[KeyList], key: KeyCode) -> bool {
        let entry = KeyEntry::by_default(lists, key);
        entry.is_some_and(|entry| self.get(entry).is_some())
    }

    /// The entry of a table whose action this key does.
    pub(super) fn owner(&self, lists: &[KeyList], key: KeyCode) -> Option<KeyEntry> {
        let by_default = KeyEntry::by_default(lists, key);
        self.entry_of(lists, key)
            .or_else(|| by_default.filter(|&entry| self.get(entry).is_none()))
    }

    /// Gives a key to an entry. Another entry that had it gets the key that was shown for this one.
    /// If that would be Enter, the key is refused.
    pub(super) fn give(&mut self, entry: KeyEntry, key: KeyCode) -> KeyUse {
        let owner = self.owner(KeyList::of(entry.list.map()), key);
        let owner = owner.filter(|&owner| owner != entry);
        if let Some(owner) = owner {
            if entry == DROP_OF_TWO && self.get(entry).is_none() {
                return KeyUse::Refused;
            }
            self.put(owner, Some(self.shown(entry)));
        }
        self.put(entry, Some(key));
        match owner {
            Some(_) => KeyUse::Exchanged,
            None => KeyUse::Given,
        }
    }

    pub(super) fn put(&mut self, entry: KeyEntry, key: Option<KeyCode>) {
        self.lists[entry.list as usize][entry.place()] = key;
    }
}

/// True for keys that can be set: all below 80, with a prefix or without, but those for all, except
/// 1 and 2, and the fake shifts.
pub(super) fn can_be_set(key: KeyCode) -> bool {
    let is_fake_shift = matches!(key, 0x112 | 0x159);
    (1..0x80).contains(&(key & 0xFF)) && !is_fake_shift && !is_for_all(key)
}
