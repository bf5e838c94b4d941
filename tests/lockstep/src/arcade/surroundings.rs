//! Compared state outside the players' games: scene, cursor, settings, set keys and music.

use gatefall_golden::arcade::{KeyCode, KeyEntry, KeyList, SetKeys};
use gatefall_golden::{Arcade, Entry, Page, Side};
use std::fmt;

/// Numbers of the scenes.
const TITLE: u64 = 0;
pub(super) const MENU: u64 = 1;
pub(super) const SETTINGS: u64 = 2;
pub(super) const COUNTDOWN: u64 = 3;
pub(super) const PLAY: u64 = 4;
pub(super) const PAUSE: u64 = 5;
const WAIT: u64 = 6;
const GAME_OVER: u64 = 7;
/// The page KEYS, which is no scene of its own, but one of the settings.
pub(super) const SET_KEYS: u64 = 8;

/// Number of the first entry of a pause.
const FIRST_ENTRY: u64 = 28;

/// Values of the settings.
pub(super) const CHOICES: [&str; 24] = [
    "mode_of_one",
    "mode_of_two",
    "players",
    "level",
    "skin_now",
    "delay",
    "interval",
    "factor",
    "next",
    "ghost",
    "hold",
    "speed",
    "music",
    "effects",
    "tune_now",
    "silent",
    "delay_cut",
    "guard",
    "lock_ticks",
    "resets",
    "clear_delay",
    "marathon_goal",
    "race_goal",
    "best_of",
];

/// State outside the players' games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Surroundings {
    pub(super) page: u64,
    /// The selected row of the menu, the settings or the pause.
    pub(super) cursor: Option<u64>,
    /// Place of the entry whose key is asked for, as [`place`] counts it.
    pub(super) asked: Option<u64>,
    /// The values of [`CHOICES`].
    pub(super) choices: [u64; CHOICES.len()],
    /// The music, if there is any: number of the tune, 1 if it stands, level that sets the tempo.
    pub(super) music: Option<[u64; 3]>,
}

impl Surroundings {
    /// The state of the model.
    pub fn of(arcade: &Arcade) -> Self {
        let entry = |entry: Entry| FIRST_ENTRY + entry as u64;
        let (page, cursor) = match arcade.page() {
            Page::Title => (TITLE, None),
            Page::Menu(row) => (MENU, Some(row as u64)),
            Page::Settings(row) => (SETTINGS, Some(row as u64)),
            Page::SetKeys(_) => (SET_KEYS, None),
            Page::Countdown(_) | Page::Keys(_) => (COUNTDOWN, None),
            Page::Play => (PLAY, None),
            Page::Paused(selected) => (PAUSE, Some(entry(selected))),
            Page::Wait(_) => (WAIT, None),
            Page::GameOver => (GAME_OVER, None),
        };
        let asked = match arcade.page() {
            Page::SetKeys(entry) => Some(place(entry)),
            _ => None,
        };
        let chosen = arcade.chosen();
        let choices = [
            chosen.mode_of_one,
            chosen.mode_of_two,
            chosen.players,
            chosen.level,
            chosen.skin,
            chosen.das,
            chosen.arr,
            chosen.soft_drop,
            chosen.next,
            chosen.ghost,
            chosen.hold,
            chosen.classic,
            chosen.music,
            chosen.effects,
            chosen.tune,
            chosen.silent,
            chosen.delay_cut,
            chosen.guard,
            chosen.lock,
            chosen.resets,
            chosen.clear_delay,
            chosen.goal,
            chosen.race,
            chosen.best_of,
        ];
        let music = arcade.music().map(|music| {
            let level = u64::from(music.level);
            [music.tune as u64, u64::from(music.stands), level]
        });
        Self {
            page,
            cursor,
            asked,
            choices: choices.map(u64::from),
            music,
        }
    }
}

impl fmt::Display for Surroundings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "scene {}, cursor {:?}", self.page, self.cursor)?;
        write!(f, ", asked {:?}", self.asked)?;
        CHOICES
            .iter()
            .zip(self.choices)
            .try_for_each(|(name, value)| write!(f, ", {name} {value}"))?;
        write!(f, ", music {:?}", self.music)
    }
}

/// Place of an entry in the hardware's list: {split, player 2, action from 1 on}.
pub(super) fn place(entry: KeyEntry) -> u64 {
    let is_split = u64::from(entry.list != KeyList::One);
    let is_two = u64::from(entry.list.side() == Side::Two);
    is_split << 4 | is_two << 3 | (entry.place() as u64 + 1)
}

/// Words of the hardware's list of set keys, in the order of [`KeyList::ALL`], as text.
pub(super) fn set_keys(keys: &SetKeys) -> String {
    let entries = KeyList::ALL.map(KeyList::entries);
    listed(entries.as_flattened().iter().map(|&entry| {
        let key = keys.get(entry);
        key.map_or(0, word)
    }))
}

/// Text of the words of a list.
pub(super) fn listed(words: impl Iterator<Item = u64>) -> String {
    let words: Vec<u64> = words.collect();
    format!("{words:02X?}")
}

/// A key in the list: {extended, low seven bits of its code}.
fn word(key: KeyCode) -> u64 {
    u64::from(key >> 8 << 7 | key & 0x7F)
}
