//! Tests of scenes with keys. Shapes are supplied whenever a game begins.

use super::*;
use crate::Mode;

const ENTER: u8 = 0x5A;
const ESC: u8 = 0x76;
const SPACE: u8 = 0x29;
const P: u8 = 0x4D;
const J: u8 = 0x3B;
const K: u8 = 0x42;
const L: u8 = 0x4B;
const G: u8 = 0x34;

fn tap(arcade: &mut Arcade, key: u8) {
    if arcade.begins(Input::Byte(key)).is_some() {
        for shape in Shape::ALL.into_iter().cycle().take(70) {
            arcade.supply(shape);
        }
    }
    for byte in [key, 0xF0, key] {
        arcade.take(Input::Byte(byte));
    }
}

fn ticks(arcade: &mut Arcade, count: u32) {
    (0..count).for_each(|_| arcade.take(Input::Tick));
}

#[test]
fn a_game_from_the_title_to_the_next_one() {
    let mut arcade = Arcade::default();
    tap(&mut arcade, SPACE);
    assert_eq!(arcade.page(), Page::Countdown(COUNTDOWN));
    tap(&mut arcade, P);
    tap(&mut arcade, G);
    ticks(&mut arcade, COUNTDOWN - 1);
    assert_eq!(arcade.page(), Page::Countdown(1));
    ticks(&mut arcade, 1);
    assert_eq!(arcade.page(), Page::Play);
    tap(&mut arcade, P);
    assert_eq!(arcade.page(), Page::Paused(Entry::Resume));
    tap(&mut arcade, P);
    assert_eq!(arcade.page(), Page::Wait(WAIT));
    ticks(&mut arcade, WAIT);
    for _ in 0..20 {
        tap(&mut arcade, SPACE);
    }
    assert_eq!(arcade.page(), Page::GameOver);
    ticks(&mut arcade, END_TICKS - 1);
    tap(&mut arcade, SPACE);
    assert_eq!(arcade.page(), Page::GameOver, "keys are ignored");
    ticks(&mut arcade, 1);
    assert!(arcade.is_naming());
    for key in [J, ENTER, SPACE] {
        tap(&mut arcade, key);
    }
    assert!(!arcade.is_naming());
    assert_eq!(arcade.scores().table(Mode::Marathon)[0].name, "JA ");
    tap(&mut arcade, SPACE);
    assert_eq!(arcade.page(), Page::Countdown(COUNTDOWN));
    tap(&mut arcade, ESC);
    assert_eq!(arcade.page(), Page::Title);
    // The row of the scores is the last one of the settings.
    for key in [L, 0x43, ENTER, 0x43] {
        tap(&mut arcade, key);
    }
    assert_eq!(arcade.page(), Page::Settings(Row::Scores));
    tap(&mut arcade, ENTER);
    tap(&mut arcade, 0x43);
    tap(&mut arcade, K);
    tap(&mut arcade, ENTER);
    assert_eq!(arcade.scores().table(Mode::Marathon).len(), 1);
    assert!(arcade.has_asked());
    tap(&mut arcade, ENTER);
    assert_eq!(arcade.scores().table(Mode::Marathon), []);
}

#[test]
fn a_second_start_ends_the_countdown() {
    let mut arcade = Arcade::default();
    tap(&mut arcade, ENTER);
    tap(&mut arcade, SPACE);
    assert_eq!(arcade.page(), Page::Countdown(COUNTDOWN), "it would drop");
    tap(&mut arcade, ENTER);
    assert_eq!(arcade.page(), Page::Play);
}

#[test]
fn shortcuts_say_how_many_play() {
    for (key, players) in [(0x16, 1), (K, 1), (0x1E, 2), (0x43, 2), (ENTER, 1)] {
        let mut arcade = Arcade::default();
        tap(&mut arcade, key);
        assert_eq!(arcade.sides().len(), players, "{key:02X}");
        tap(&mut arcade, ESC);
        tap(&mut arcade, ENTER);
        assert_eq!(arcade.sides().len(), players, "they are chosen from now on");
    }
}

#[test]
fn the_menu_changes_what_is_played() {
    let mut arcade = Arcade::default();
    for key in [J, L, L] {
        tap(&mut arcade, key);
    }
    assert_eq!(arcade.page(), Page::Menu(Row::Mode));
    assert_eq!(arcade.choices().mode_of_one, 2);
    tap(&mut arcade, 0x43);
    assert_eq!(arcade.page(), Page::Menu(Row::ToSettings));
    tap(&mut arcade, ENTER);
    tap(&mut arcade, J);
    assert_eq!(arcade.page(), Page::Settings(Row::Das));
    assert_eq!(arcade.choices().settings().das, 7);
    tap(&mut arcade, ESC);
    assert_eq!(arcade.page(), Page::Menu(Row::ToSettings));
    tap(&mut arcade, K);
    tap(&mut arcade, ENTER);
    assert_eq!(arcade.page(), Page::Countdown(COUNTDOWN));
}

#[test]
fn keys_of_sound_and_skin_work_in_every_scene() {
    let mut arcade = Arcade::default();
    for key in [0x06, 0x05, ENTER, 0x04, 0x0C, 0x05] {
        tap(&mut arcade, key);
    }
    let choices = arcade.choices();
    let sound = (choices.silent, choices.music, choices.effects);
    assert_eq!((sound, choices.skin), ((1, 0, 0), 2));
}

#[test]
fn a_direction_held_since_before_the_start_repeats_after_its_delay() {
    let mut arcade = Arcade::default();
    let x = |arcade: &Arcade| {
        let player = arcade.player(Side::One).unwrap();
        player.falling().unwrap().piece().x
    };
    tap(&mut arcade, ENTER);
    ticks(&mut arcade, 20);
    arcade.take(Input::Byte(J));
    ticks(&mut arcade, COUNTDOWN - 20 + 7);
    assert_eq!(x(&arcade), 3);
    ticks(&mut arcade, 1);
    assert_eq!(x(&arcade), 2);
}

#[test]
fn a_damaged_byte_lets_go_of_all_keys() {
    let mut arcade = Arcade::default();
    tap(&mut arcade, ENTER);
    arcade.take(Input::Byte(J));
    arcade.take(Input::Lost);
    ticks(&mut arcade, COUNTDOWN + 20);
    let player = arcade.player(Side::One).unwrap();
    assert_eq!(player.falling().unwrap().piece().x, 3);
}

#[test]
fn a_held_key_goes_on_in_the_menu_but_starts_nothing() {
    let mut arcade = Arcade::default();
    // J opens the menu. Held, it repeats through the modes, and L after it.
    for byte in [0x3B, 0x3B, 0x4B, 0x4B, 0x4B, 0x4B] {
        arcade.take(Input::Byte(byte));
    }
    assert_eq!(arcade.page(), Page::Menu(Row::Mode));
    assert_eq!(arcade.choices().mode_of_one, 0, "one back and four on");
    for _ in 0..3 {
        arcade.take(Input::Byte(0x42));
    }
    assert_eq!(arcade.page(), Page::Menu(Row::Skin));
    arcade.take(Input::Byte(0x05));
    arcade.take(Input::Byte(0x05));
    assert_eq!(arcade.choices().skin, 1, "F1 does not go on");
}

const I: u8 = 0x43;
const R: u8 = 0x2D;

/// A game of one that runs.
fn play() -> Arcade {
    let mut arcade = Arcade::default();
    tap(&mut arcade, ENTER);
    tap(&mut arcade, ENTER);
    arcade
}

#[test]
fn the_menu_of_a_pause_resumes_restarts_and_leaves() {
    for (downs, page) in [
        (0, Page::Wait(WAIT)),
        (1, Page::Countdown(COUNTDOWN)),
        (2, Page::Settings(Row::Das)),
        (3, Page::Title),
        (4, Page::Wait(WAIT)),
    ] {
        for chooses in [ENTER, SPACE] {
            let mut arcade = play();
            tap(&mut arcade, ESC);
            (0..downs).for_each(|_| tap(&mut arcade, K));
            tap(&mut arcade, chooses);
            assert_eq!(arcade.page(), page, "{downs}");
        }
    }
    let mut arcade = play();
    tap(&mut arcade, P);
    tap(&mut arcade, I);
    assert_eq!(arcade.page(), Page::Paused(Entry::Title));
}

#[test]
fn the_wait_after_a_pause_can_be_ended_or_paused() {
    for (key, page) in [
        (P, Page::Paused(Entry::Resume)),
        (ESC, Page::Paused(Entry::Resume)),
        (ENTER, Page::Play),
        (SPACE, Page::Wait(WAIT - 10)),
    ] {
        let mut arcade = play();
        tap(&mut arcade, P);
        tap(&mut arcade, P);
        ticks(&mut arcade, 10);
        tap(&mut arcade, key);
        assert_eq!(arcade.page(), page, "{key:02X}");
    }
}

#[test]
fn settings_of_a_pause_act_in_the_game_and_lead_back_to_it() {
    let mut arcade = play();
    tap(&mut arcade, P);
    tap(&mut arcade, K);
    tap(&mut arcade, K);
    tap(&mut arcade, ENTER);
    // The first row: two ticks fewer to a repeat.
    tap(&mut arcade, J);
    tap(&mut arcade, J);
    tap(&mut arcade, ESC);
    assert_eq!(arcade.page(), Page::Paused(Entry::Settings));
    tap(&mut arcade, P);
    arcade.take(Input::Byte(J));
    ticks(&mut arcade, WAIT + 5);
    let x = |arcade: &Arcade| {
        let player = arcade.player(Side::One).unwrap();
        player.falling().unwrap().piece().x
    };
    assert_eq!(x(&arcade), 3);
    ticks(&mut arcade, 1);
    assert_eq!(x(&arcade), 2, "a held key counts from the end of the wait");
}

#[test]
fn a_key_that_is_held_begins_a_game_of_one_again() {
    let mut arcade = play();
    tap(&mut arcade, G);
    arcade.take(Input::Byte(R));
    ticks(&mut arcade, RESTART_TICKS - 1);
    assert_eq!(arcade.page(), Page::Play);
    assert_eq!(arcade.begins(Input::Tick), Some(1));
    for shape in Shape::ALL.into_iter().cycle().take(70) {
        arcade.supply(shape);
    }
    ticks(&mut arcade, 1);
    assert_eq!(arcade.page(), Page::Countdown(COUNTDOWN));
    ticks(&mut arcade, 60);
    assert_eq!(arcade.page(), Page::Countdown(COUNTDOWN - 60), "once");
    for byte in [0xF0, R, R] {
        arcade.take(Input::Byte(byte));
    }
    ticks(&mut arcade, RESTART_TICKS - 1);
    assert_eq!(arcade.begins(Input::Tick), Some(1));
}

#[test]
fn the_key_is_for_games_of_one_and_not_for_their_end() {
    let mut arcade = Arcade::default();
    tap(&mut arcade, 0x1E);
    arcade.take(Input::Byte(R));
    ticks(&mut arcade, 100);
    assert_eq!(arcade.page(), Page::Countdown(COUNTDOWN - 100));
    let mut arcade = play();
    for _ in 0..20 {
        tap(&mut arcade, G);
    }
    assert_eq!(arcade.page(), Page::GameOver);
    arcade.take(Input::Byte(R));
    ticks(&mut arcade, 100);
    assert_eq!(arcade.page(), Page::GameOver);
}
