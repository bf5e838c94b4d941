//! Tests of set keys. Shapes are supplied whenever a game begins.

use super::*;
use crate::arcade::{Entry, PadButton, COUNTDOWN, RESTART_TICKS};
use crate::{Input, Shape, Side};

const ENTER: KeyCode = 0x5A;
const ESC: KeyCode = 0x76;
const SPACE: KeyCode = 0x29;
const P: KeyCode = 0x4D;
const A: KeyCode = 0x1C;
const G: KeyCode = 0x34;
const H: KeyCode = 0x33;
const I: KeyCode = 0x43;
const J: KeyCode = 0x3B;
const K: KeyCode = 0x42;
const L: KeyCode = 0x4B;
const M: KeyCode = 0x3A;
const ARROW_LEFT: KeyCode = 0x16B;
const SLASH: KeyCode = 0x4A;

fn press(arcade: &mut Arcade, key: KeyCode) {
    let byte = key as u8;
    if key >= 0x100 {
        arcade.take(Input::Byte(0xE0));
    }
    if arcade.begins(Input::Byte(byte)).is_some() {
        for shape in Shape::ALL.into_iter().cycle().take(70) {
            arcade.supply(shape);
        }
    }
    arcade.take(Input::Byte(byte));
}

fn release(arcade: &mut Arcade, key: KeyCode) {
    if key >= 0x100 {
        arcade.take(Input::Byte(0xE0));
    }
    for byte in [0xF0, key as u8] {
        arcade.take(Input::Byte(byte));
    }
}

fn tap(arcade: &mut Arcade, key: KeyCode) {
    press(arcade, key);
    release(arcade, key);
}

fn tap_all(arcade: &mut Arcade, keys: &[KeyCode]) {
    keys.iter().for_each(|&key| tap(arcade, key));
}

fn ticks(arcade: &mut Arcade, count: u32) {
    (0..count).for_each(|_| arcade.take(Input::Tick));
}

fn entry(list: KeyList, place: usize) -> KeyEntry {
    let action = PLAY_ACTIONS[place];
    KeyEntry { list, action }
}

/// The page, opened from the title, for so many players.
fn page(players: usize) -> Arcade {
    let mut arcade = Arcade::default();
    // The menu, its row of the players, and back.
    tap_all(&mut arcade, &[J, K]);
    (1..players).for_each(|_| tap(&mut arcade, L));
    // The settings, and the third row from their end.
    tap_all(&mut arcade, &[I, I, ENTER, I, I, I]);
    assert_eq!(arcade.page(), Page::Settings(Row::Keys));
    tap(&mut arcade, ENTER);
    arcade
}

/// From the page to a game that runs.
fn play(arcade: &mut Arcade) {
    tap_all(arcade, &[ESC, ESC, ESC, ENTER, ENTER]);
    assert_eq!(arcade.page(), Page::Play);
}

/// Column of the piece of a player.
fn x(arcade: &Arcade, side: Side) -> i32 {
    let player = arcade.player(side).unwrap();
    player.falling().unwrap().piece().x
}

/// True while no piece of a player has locked.
fn is_empty(arcade: &Arcade, side: Side) -> bool {
    let board = arcade.player(side).unwrap().board();
    (0..10).all(|x| (0..20).all(|y| board.cell(x, y).is_none()))
}

#[test]
fn the_page_asks_for_one_action_after_the_other() {
    for players in [1, 2] {
        let lists = match players {
            1 => &KeyList::ALL[..1],
            _ => &KeyList::ALL[1..],
        };
        let mut arcade = page(players);
        arcade.take_sounds();
        for _ in 0..2 {
            let order = [0, 1, 3, 4, 2, 5, 6];
            for (&list, place) in lists.iter().flat_map(|list| order.map(move |p| (list, p))) {
                assert_eq!(arcade.page(), Page::SetKeys(entry(list, place)));
                tap(&mut arcade, ENTER);
                assert_eq!(arcade.take_sounds(), [Sound::Move]);
            }
        }
        tap(&mut arcade, 0x15A);
        arcade.take(Input::Pad(Side::One, PadButton::Start, true));
        assert_eq!(arcade.page(), Page::SetKeys(entry(lists[0], 3)));
        assert_eq!(*arcade.set_keys(), SetKeys::default());
        tap(&mut arcade, ESC);
        assert_eq!(arcade.page(), Page::Settings(Row::Keys));
    }
}

#[test]
fn a_key_that_is_set_and_not_used_changes_one_entry() {
    let mut arcade = page(1);
    tap(&mut arcade, M);
    assert_eq!(arcade.page(), Page::SetKeys(entry(KeyList::One, 1)));
    let left = entry(KeyList::One, 0);
    let expected = SetKeys::default();
    assert_eq!(arcade.set_keys().get(left), Some(M));
    let mut found = *arcade.set_keys();
    found.put(left, None);
    assert_eq!(found, expected);
}

#[test]
fn keys_that_are_shown_are_the_first_ones_of_the_page_of_rules() {
    let rows = crate::rules_page::table("action | one player");
    for (list, column) in KeyList::ALL.into_iter().zip([2, 4, 6]) {
        for (place, row) in rows.iter().enumerate() {
            let first = row[column].split(',').next().unwrap();
            let code = KeyCode::from_str_radix(&first.replace("E0 ", "1"), 16).unwrap();
            assert_eq!(
                SetKeys::default().shown(entry(list, place)),
                code,
                "{row:?}"
            );
        }
    }
}

#[test]
fn keys_are_exchanged() {
    let of = |arcade: &Arcade, list, place| arcade.set_keys().get(entry(list, place));
    let mut arcade = page(1);
    // Another default key of right goes to left; right gets what left showed.
    tap(&mut arcade, 0x23);
    assert_eq!(of(&arcade, KeyList::One, 0), Some(0x23));
    assert_eq!(of(&arcade, KeyList::One, 1), Some(J));
    // The set key of left goes to right, and that of right to left.
    tap(&mut arcade, 0x23);
    assert_eq!(of(&arcade, KeyList::One, 0), Some(J));
    assert_eq!(of(&arcade, KeyList::One, 1), Some(0x23));
    // A default key that nothing does any more.
    tap(&mut arcade, L);
    assert_eq!(of(&arcade, KeyList::One, 3), Some(L));
    assert_eq!(of(&arcade, KeyList::One, 1), Some(0x23));
    // An own default key takes the place of the others.
    tap(&mut arcade, 0x3C);
    assert_eq!(of(&arcade, KeyList::One, 4), Some(0x3C));
    assert_eq!(of(&arcade, KeyList::One, 2), None);
    // Space is a default key of the hard drop, whose first one is G.
    tap(&mut arcade, SPACE);
    assert_eq!(of(&arcade, KeyList::One, 2), Some(SPACE));
    assert_eq!(of(&arcade, KeyList::One, 5), Some(K));
    // The two players of a table exchange keys, too.
    let mut arcade = page(2);
    tap(&mut arcade, ARROW_LEFT);
    assert_eq!(of(&arcade, KeyList::SplitOne, 0), Some(ARROW_LEFT));
    assert_eq!(of(&arcade, KeyList::SplitTwo, 0), Some(A));
    assert_eq!(of(&arcade, KeyList::One, 0), None);
}

#[test]
fn enter_goes_to_no_other_action() {
    let mut arcade = page(2);
    tap_all(&mut arcade, &[ENTER; 12]);
    assert_eq!(arcade.page(), Page::SetKeys(DROP_OF_TWO));
    arcade.take_sounds();
    for key in [SLASH, A, SPACE] {
        tap(&mut arcade, key);
        assert_eq!(arcade.page(), Page::SetKeys(DROP_OF_TWO));
    }
    assert_eq!(arcade.take_sounds(), []);
    assert_eq!(*arcade.set_keys(), SetKeys::default());
    tap(&mut arcade, M);
    assert_eq!(arcade.set_keys().get(DROP_OF_TWO), Some(M));
    // Now it has a key that it can give.
    tap_all(&mut arcade, &[ENTER; 13]);
    tap(&mut arcade, SLASH);
    assert_eq!(arcade.set_keys().get(DROP_OF_TWO), Some(SLASH));
    let back = entry(KeyList::SplitTwo, 4);
    assert_eq!(arcade.set_keys().get(back), Some(M));
    // Enter is its key again.
    tap_all(&mut arcade, &[ENTER; 13]);
    assert_eq!(arcade.page(), Page::SetKeys(DROP_OF_TWO));
    tap(&mut arcade, ENTER);
    assert_eq!(arcade.set_keys().get(DROP_OF_TWO), None);
    let hold = entry(KeyList::SplitTwo, 6);
    assert_eq!(arcade.page(), Page::SetKeys(hold));
}

#[test]
fn some_keys_and_buttons_cannot_be_set() {
    let first = Page::SetKeys(entry(KeyList::One, 0));
    let mut arcade = page(1);
    arcade.take_sounds();
    tap_all(&mut arcade, &[P, 0x2D, 0x83, 0x112, 0x159, 0x00]);
    for button in [PadButton::Left, PadButton::A, PadButton::Up] {
        for is_down in [true, false] {
            arcade.take(Input::Pad(Side::One, button, is_down));
        }
    }
    assert_eq!((arcade.page(), arcade.take_sounds()), (first, vec![]));
    tap_all(&mut arcade, &[0x05, 0x06]);
    assert_eq!((arcade.choices().skin, arcade.choices().silent), (1, 1));
    assert_eq!(
        (arcade.page(), *arcade.set_keys()),
        (first, SetKeys::default())
    );
    // A repeat is no press.
    press(&mut arcade, 0x16);
    press(&mut arcade, 0x16);
    assert_eq!(arcade.page(), Page::SetKeys(entry(KeyList::One, 1)));
    for key in [0x1E, SPACE, 0x01, 0x7E, 0x14D, 0x176] {
        let before = *arcade.set_keys();
        tap(&mut arcade, key);
        assert_ne!(*arcade.set_keys(), before, "{key:03X}");
    }
    assert_eq!(arcade.page(), first);
}

#[test]
fn a_set_key_acts_in_play_and_default_keys_of_its_action_do_not() {
    let mut arcade = page(1);
    // 1 is left, and Space is right.
    tap_all(&mut arcade, &[0x16, SPACE]);
    play(&mut arcade);
    for key in [J, A, ARROW_LEFT, 0x23] {
        tap(&mut arcade, key);
    }
    assert_eq!(x(&arcade, Side::One), 3);
    tap_all(&mut arcade, &[0x16, 0x16]);
    assert_eq!(x(&arcade, Side::One), 1);
    tap(&mut arcade, SPACE);
    assert_eq!(x(&arcade, Side::One), 2);
    // The hard drop has got L, the key that right showed.
    tap(&mut arcade, G);
    assert!(is_empty(&arcade, Side::One));
    tap(&mut arcade, L);
    assert!(!is_empty(&arcade, Side::One));
}

#[test]
fn space_as_a_set_drop_is_no_start() {
    let mut arcade = page(1);
    tap_all(&mut arcade, &[ENTER, ENTER, ENTER, ENTER, ENTER, SPACE]);
    play(&mut arcade);
    tap(&mut arcade, G);
    assert!(is_empty(&arcade, Side::One));
    tap(&mut arcade, SPACE);
    assert!(!is_empty(&arcade, Side::One));
    // In the pause it is Space again.
    tap_all(&mut arcade, &[P, SPACE]);
    assert!(matches!(arcade.page(), Page::Wait(_)));
}

#[test]
fn default_keys_act_in_menus() {
    let mut arcade = page(1);
    tap_all(&mut arcade, &[M, 0x31, 0x2A, 0x32]);
    tap_all(&mut arcade, &[ESC, ESC]);
    assert_eq!(arcade.page(), Page::Menu(Row::ToSettings));
    tap_all(&mut arcade, &[0x2A, 0x32, M]);
    assert_eq!(arcade.page(), Page::Menu(Row::ToSettings));
    tap_all(&mut arcade, &[K, L]);
    assert_eq!(arcade.page(), Page::Menu(Row::Mode));
    assert_eq!(arcade.choices().mode_of_one, 1);
    tap_all(&mut arcade, &[ENTER, ENTER, P, 0x2A]);
    assert_eq!(arcade.page(), Page::Paused(Entry::Resume));
    tap(&mut arcade, K);
    assert_eq!(arcade.page(), Page::Paused(Entry::Restart));
}

#[test]
fn the_keypad_and_its_players_have_no_set_keys() {
    let mut arcade = page(2);
    tap_all(&mut arcade, &[J, M, ESC, L]);
    assert_eq!(arcade.choices().keys, 1);
    tap_all(&mut arcade, &[ESC, ESC, ENTER, ENTER]);
    assert!(arcade.has_keypad());
    tap_all(&mut arcade, &[M, J]);
    assert_eq!(x(&arcade, Side::One), 2);
}

#[test]
fn the_drop_of_player_2_has_enter_only_without_a_set_key() {
    for has_key in [false, true] {
        let mut arcade = page(2);
        if has_key {
            tap_all(&mut arcade, &[ENTER; 12]);
            tap(&mut arcade, M);
        }
        play(&mut arcade);
        tap(&mut arcade, ENTER);
        assert_eq!(is_empty(&arcade, Side::Two), has_key);
        tap(&mut arcade, M);
        assert!(!is_empty(&arcade, Side::Two));
    }
}

#[test]
fn a_held_set_key_repeats_and_is_let_go_in_a_pause() {
    let mut arcade = page(1);
    tap(&mut arcade, M);
    tap_all(&mut arcade, &[ESC, ESC, ESC, ENTER]);
    press(&mut arcade, M);
    ticks(&mut arcade, COUNTDOWN + 7);
    assert_eq!(x(&arcade, Side::One), 3);
    ticks(&mut arcade, 1);
    assert_eq!(x(&arcade, Side::One), 2);
    // It is still down, so it is held again in the wait, with its delay.
    tap_all(&mut arcade, &[P, P, ENTER]);
    assert_eq!(arcade.page(), Page::Play);
    ticks(&mut arcade, 7);
    assert_eq!(x(&arcade, Side::One), 2);
    ticks(&mut arcade, 1);
    assert_eq!(x(&arcade, Side::One), 1);
    release(&mut arcade, M);
    ticks(&mut arcade, 20);
    assert_eq!(x(&arcade, Side::One), 1);
}

#[test]
fn a_key_that_is_down_gets_another_meaning_without_a_press() {
    let mut arcade = page(1);
    tap_all(&mut arcade, &[ESC, ESC, ESC, ENTER, ENTER]);
    press(&mut arcade, M);
    // The page of a pause makes it the key for right.
    tap_all(&mut arcade, &[P, K, K, ENTER, I, I, I, ENTER, ENTER]);
    release(&mut arcade, M);
    tap(&mut arcade, M);
    assert_eq!(arcade.page(), Page::SetKeys(entry(KeyList::One, 3)));
    press(&mut arcade, ESC);
    assert_eq!(arcade.page(), Page::Settings(Row::Keys));
    press(&mut arcade, M);
    release(&mut arcade, ESC);
    tap_all(&mut arcade, &[ESC, P, ENTER]);
    assert_eq!((arcade.page(), x(&arcade, Side::One)), (Page::Play, 3));
    ticks(&mut arcade, 8);
    assert_eq!(x(&arcade, Side::One), 4);
}

#[test]
fn defaults_remove_set_keys() {
    let mut arcade = page(1);
    tap_all(&mut arcade, &[M, ESC, K]);
    assert_eq!(arcade.page(), Page::Settings(Row::Defaults));
    assert_ne!(*arcade.set_keys(), SetKeys::default());
    tap(&mut arcade, ENTER);
    assert_eq!(*arcade.set_keys(), SetKeys::default());
}

#[test]
fn a_set_key_without_a_default_action_is_stale_after_an_error_in_play() {
    for is_set in [false, true] {
        let mut arcade = page(1);
        if is_set {
            tap(&mut arcade, M);
        }
        play(&mut arcade);
        press(&mut arcade, M);
        let start = x(&arcade, Side::One);
        arcade.take(Input::Lost);
        let layout = arcade.layout();
        press(&mut arcade, M);
        assert_eq!(x(&arcade, Side::One), start);
        assert_eq!(layout.command(M).is_some(), is_set);
        assert!(!arcade.keyboard.is_held(layout, Side::One, Action::Left));
    }
}

#[test]
fn the_key_that_begins_a_game_again_is_no_key_of_the_page() {
    let mut arcade = page(1);
    play(&mut arcade);
    tap_all(&mut arcade, &[P, K, K, ENTER, I, I, I, ENTER]);
    press(&mut arcade, 0x2D);
    ticks(&mut arcade, 2 * RESTART_TICKS);
    assert_eq!(arcade.page(), Page::SetKeys(entry(KeyList::One, 0)));
}

#[test]
fn a_table_has_no_key_twice() {
    let lists = &KeyList::ALL[1..];
    let mut set_keys = SetKeys::default();
    let mut number: u32 = 1;
    for _ in 0..2_000 {
        number = number.wrapping_mul(1_103_515_245).wrapping_add(12_345);
        let place = (number >> 16) as usize % 14;
        let target = entry(lists[place / 7], place % 7);
        // A key of the table, or any other one.
        let keys = [A, SPACE, SLASH, ARROW_LEFT, 0x23, 0x49, H, M];
        let key = keys[(number >> 24) as usize % keys.len()];
        let drop = set_keys.get(DROP_OF_TWO);
        let owner = set_keys.owner(lists, key);
        let taken = set_keys.give(target, key) != KeyUse::Refused;
        let keeps = owner.is_none_or(|owner| owner == target);
        assert_eq!(taken, target != DROP_OF_TWO || drop.is_some() || keeps);
        if taken {
            assert_eq!(set_keys.owner(lists, key), Some(target));
        }
        let mut shown: Vec<KeyCode> = lists
            .iter()
            .flat_map(|&list| (0..7).map(move |place| entry(list, place)))
            .map(|entry| set_keys.shown(entry))
            .collect();
        shown.sort_unstable();
        shown.dedup();
        assert_eq!(shown.len(), 14);
    }
}

#[test]
fn effects_of_set_keys_are_told() {
    let told = |arcade: &mut Arcade, key| {
        press(arcade, key);
        let key_use = arcade.key_use();
        release(arcade, key);
        assert_eq!(arcade.key_use(), None);
        key_use
    };
    let mut arcade = page(2);
    assert_eq!(told(&mut arcade, M), Some(KeyUse::Given));
    assert_eq!(told(&mut arcade, SLASH), Some(KeyUse::Exchanged));
    tap_all(&mut arcade, &[ENTER; 10]);
    assert_eq!(told(&mut arcade, SLASH), Some(KeyUse::Refused));
    assert_eq!(told(&mut arcade, H), Some(KeyUse::Given));
    play(&mut arcade);
    assert_eq!(told(&mut arcade, ENTER), Some(KeyUse::NoDrop));
    assert_eq!(told(&mut arcade, H), Some(KeyUse::Acted));
    assert_eq!(told(&mut arcade, A), Some(KeyUse::Replaced));
    assert_eq!(told(&mut arcade, SPACE), None);
    let mut arcade = page(2);
    tap_all(&mut arcade, &[ENTER; 12]);
    tap(&mut arcade, M);
    tap_all(&mut arcade, &[ENTER; 13]);
    assert_eq!(told(&mut arcade, ENTER), Some(KeyUse::Removed));
    tap_all(&mut arcade, &[M, ESC, K]);
    assert_eq!(told(&mut arcade, ENTER), Some(KeyUse::Cleared));
    assert_eq!(told(&mut arcade, ENTER), None);
}
