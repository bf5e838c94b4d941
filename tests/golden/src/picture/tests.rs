//! Tests of selected pixels.

use super::*;
use crate::{Input, Shape};

const ENTER: u8 = 0x5A;
const F1: u8 = 0x05;

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

fn at(picture: &[u16], x: usize, y: usize) -> u16 {
    picture[y * WIDTH + x]
}

#[test]
fn the_logo_stands_on_the_title_and_not_in_a_game() {
    let mut arcade = Arcade::default();
    // Centre of the first cell: two shades above the colour of I, in an even line.
    assert_eq!(at(&draw(&arcade), 217, 52), 0x4ef);
    tap(&mut arcade, ENTER);
    assert_ne!(at(&draw(&arcade), 217, 52), 0x4ef);
}

#[test]
fn a_skin_changes_with_the_tick_after_its_key() {
    let mut arcade = Arcade::default();
    let before = draw(&arcade);
    tap(&mut arcade, F1);
    assert!(draw(&arcade) == before);
    arcade.take(Input::Tick);
    assert!(draw(&arcade) != before);
}

#[test]
fn the_countdown_goes_and_the_first_piece_stays() {
    let mut arcade = Arcade::default();
    tap(&mut arcade, ENTER);
    let three = draw(&arcade);
    (0..60).for_each(|_| arcade.take(Input::Tick));
    let two = draw(&arcade);
    let differing = (0..WIDTH * HEIGHT).filter(|&place| three[place] != two[place]);
    let places: Vec<_> = differing
        .map(|place| (place % WIDTH, place / WIDTH))
        .collect();
    assert!(!places.is_empty());
    let digit = |&(x, y): &(usize, usize)| (304..336).contains(&x) && (216..280).contains(&y);
    assert!(places.iter().all(digit));
}

#[test]
fn the_word_for_the_start_stands_for_a_second() {
    let mut arcade = Arcade::default();
    tap(&mut arcade, ENTER);
    tap(&mut arcade, ENTER);
    // The left stroke of G, four pixels a dot; nothing else of a game is bright there.
    let is_shown = |arcade: &Arcade| at(&draw(arcade), 276, 262) != at(&draw(arcade), 276, 246);
    let ticks = (0..100).filter(|_| {
        let is_shown = is_shown(&arcade);
        arcade.take(Input::Tick);
        is_shown
    });
    assert_eq!(ticks.count(), 60);
}

#[test]
fn the_page_of_the_keys_asks_in_one_cap() {
    let mut arcade = Arcade::default();
    // The menu, the settings, and their row of the keys.
    for key in [0x3B, 0x43, ENTER, 0x43, 0x43, 0x43, ENTER] {
        tap(&mut arcade, key);
    }
    let left = draw(&arcade);
    // The logo and the pieces are hidden.
    assert_ne!(at(&left, 217, 52), 0x4ef);
    // The dot of the question mark in the cap of J.
    assert_eq!(at(&left, 106, 94), 0xfff);
    tap(&mut arcade, ENTER);
    let right = draw(&arcade);
    let differing = (0..WIDTH * HEIGHT).filter(|&place| left[place] != right[place]);
    let tiles: std::collections::BTreeSet<_> = differing
        .map(|place| (place % WIDTH / 8, place / WIDTH / 8))
        .collect();
    assert_eq!(tiles, [(13, 11), (17, 11)].into());
}
