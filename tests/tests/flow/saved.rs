//! Settings and records in the configuration flash.

use super::arcade::{Arcade, MS};
use gatefall_devices::{DeviceError, FlashFault, FLASH_BYTES};
use gatefall_games::arcade::control::rows::row;
use gatefall_games::arcade::picture::font;
use gatefall_games::arcade::picture::screens::{field, screen};
use gatefall_games::arcade::statistics::text_rom::{entry, ENTRIES};
use gatefall_games::arcade::GAME;
use gatefall_widgets::memory::FlashChip;

/// Time in which a start or a save ends.
const STORED: u64 = 70 * MS;
/// The item of the best score of marathon.
const BEST: u8 = entry(0, 0) + 1;
/// Score tables: marathon, sprint, ultra.
const TABLES: u8 = 3;
const EMPTY: [u8; FLASH_BYTES] = [0xFF; FLASH_BYTES];

/// Bytes of the flash's last two sectors.
fn flash(arcade: &mut Arcade) -> Vec<u8> {
    arcade.running.flash().unwrap()
}

fn is_empty(arcade: &mut Arcade) -> bool {
    flash(arcade).iter().all(|byte| *byte == 0xFF)
}

/// The arcade after power-up, with this in its flash.
fn power_up(kept: &[u8]) -> Arcade {
    let mut arcade = Arcade::new(&[]);
    arcade.running.set_flash(kept);
    arcade.run(STORED);
    arcade
}

/// Switches off and on.
fn power_cycle(arcade: &mut Arcade) {
    *arcade = power_up(&flash(arcade));
}

#[test]
fn settings_and_a_record_outlast_a_power_off() {
    let mut arcade = power_up(&EMPTY);
    let first = arcade.settings();
    // Level, skin, and three rows of the settings. The lock delay needs the sixth bit of a value.
    arcade.tap("L K K L K L K Enter L K L K K K K L L");
    let changed = arcade.settings();
    assert_ne!(changed, first);
    assert_eq!(arcade.peek("console.settings.lock_ticks"), 32);
    arcade.run(STORED);
    assert!(is_empty(&mut arcade), "settings are open");
    arcade.tap("Esc Esc");
    assert_eq!(arcade.screen(), screen::TITLE);
    arcade.run(STORED);
    power_cycle(&mut arcade);
    assert_eq!(arcade.settings(), changed);
    // A game with other rows, and a record.
    arcade.tap("Enter Enter");
    arcade.top_out("G");
    assert_eq!(arcade.screen(), screen::END);
    let best = arcade.text(BEST);
    assert!(best.trim().parse::<u32>().unwrap() > 100, "{best}");
    let before = flash(&mut arcade);
    arcade.wait_for_keys();
    arcade.tap("G A");
    arcade.run(STORED);
    assert_eq!(flash(&mut arcade), before, "the name is not complete");
    arcade.tap("T");
    arcade.run(STORED);
    power_cycle(&mut arcade);
    assert_eq!(arcade.text(BEST), best);
    assert_eq!(arcade.text(BEST - 1), "@@@@GAT@");
    assert_eq!(arcade.text(BEST + 2), " 0000000");
    assert_eq!(arcade.settings(), changed);
    assert!(arcade.running.fault().is_none());
}

#[test]
fn a_reset_loads_the_block_again_and_a_game_without_a_record_saves_nothing() {
    let mut arcade = power_up(&EMPTY);
    arcade.tap("F1");
    arcade.run(STORED);
    let skin = arcade.settings();
    let saved = flash(&mut arcade);
    assert!(saved.iter().any(|byte| *byte != 0xFF));
    for place in 0..ENTRIES {
        arcade.set_text(entry(0, place) + 1, " 9000000");
    }
    arcade.tap("Enter Enter");
    arcade.top_out("G");
    assert_eq!(arcade.screen(), screen::END);
    arcade.run(STORED);
    assert_eq!(flash(&mut arcade), saved);
    arcade.running.machine().poke("reset", 1).unwrap();
    arcade.run(MS);
    arcade.running.machine().poke("reset", 0).unwrap();
    arcade.run(STORED);
    assert_eq!(arcade.settings(), skin);
    assert_eq!(arcade.text(BEST), " 0000000", "as it was saved");
}

/// The arcade for a chip with locks or without them, on a chip that has locks.
fn power_up_locked(chip: FlashChip, kept: &[u8]) -> Arcade {
    let mut params = GAME.params();
    params.flash = Some(chip);
    let mut arcade = Arcade::with_params(&params, &[]);
    arcade.running.set_flash_id(chip.id).unwrap();
    arcade.running.set_flash_locks(true).unwrap();
    arcade.running.set_flash(kept);
    arcade.run(STORED);
    arcade
}

#[test]
fn a_flash_that_is_locked_at_power_up_is_unlocked_for_a_save() {
    let chip = FlashChip {
        bytes: 1 << 22,
        id: 0xBF_2642,
        is_locked: true,
    };
    let mut arcade = power_up_locked(chip, &EMPTY);
    let first = arcade.settings();
    arcade.tap("F1");
    arcade.run(STORED);
    let changed = arcade.settings();
    assert_ne!(changed, first);
    assert!(arcade.running.fault().is_none());
    let mut arcade = power_up_locked(chip, &flash(&mut arcade));
    assert_eq!(arcade.settings(), changed);
    let without_unlock = FlashChip {
        is_locked: false,
        ..chip
    };
    let mut arcade = power_up_locked(without_unlock, &EMPTY);
    arcade.tap("F1");
    arcade.run(STORED);
    assert!(is_empty(&mut arcade));
    let fault = arcade.running.fault();
    let is_locked = matches!(fault, Some(DeviceError::Flash(FlashFault::NotUnlocked)));
    assert!(is_locked, "{fault:?}");
}

#[test]
fn without_the_flash_of_the_board_file_nothing_is_written_and_the_settings_say_so() {
    let mut arcade = Arcade::new(&[]);
    arcade.running.set_flash_id(0xEF_4015).unwrap();
    arcade.run(STORED);
    let line = |arcade: &mut Arcade| {
        let (line, column) = field::SETTING;
        let first = 64 * usize::from(line + row::SCORES - row::DELAY) + usize::from(column);
        let text = arcade.text_memory()[first..first + 8].to_vec();
        let message: Vec<u8> = "NO FLASH".chars().map(font::code).collect();
        text == message
    };
    assert!(line(&mut arcade));
    arcade.tap("F1");
    arcade.run(STORED);
    assert!(is_empty(&mut arcade));
    assert!(!line(&mut power_up(&EMPTY)));
}

#[test]
fn the_score_tables_are_cleared_by_two_presses_and_saved_empty() {
    let is_empty_table = |arcade: &mut Arcade, mode| {
        (0..ENTRIES).all(|place| {
            let item = entry(mode, place);
            arcade.text(item) == "@@@@---@" && arcade.text(item + 1) == " 0000000"
        })
    };
    let mut arcade = power_up(&EMPTY);
    arcade.set_text(BEST, " 9000000");
    arcade.set_text(entry(2, 7) + 1, " 1000000");
    // The last row of the settings.
    arcade.tap("J I Enter I Enter");
    assert_eq!(arcade.text(BEST), " 9000000");
    arcade.tap("Enter");
    assert!([0, 2].map(|mode| is_empty_table(&mut arcade, mode)) == [true; 2]);
    arcade.tap("Esc Esc");
    arcade.run(STORED);
    assert!(!is_empty(&mut arcade));
    power_cycle(&mut arcade);
    assert_eq!(arcade.text(BEST), " 0000000");
    // The empty entry is still empty after other bytes of the block have been loaded.
    arcade.set_text(BEST, " 9000000");
    arcade.tap("J I Enter I Enter Enter");
    assert!([0, 2].map(|mode| is_empty_table(&mut arcade, mode)) == [true; 2]);
}

#[test]
fn every_entry_of_each_score_table_outlasts_a_power_off() {
    let entries = || (0..TABLES).flat_map(|mode| (0..ENTRIES).map(move |place| entry(mode, place)));
    let score = |item: u8| format!(" 1{item:06}");
    let mut arcade = power_up(&EMPTY);
    for item in entries() {
        arcade.set_text(item + 1, &score(item));
    }
    arcade.tap("F1");
    arcade.run(STORED);
    power_cycle(&mut arcade);
    for item in entries() {
        assert_eq!(arcade.text(item + 1), score(item));
    }
}

#[test]
fn a_start_with_another_number_of_players_is_saved() {
    let mut arcade = power_up(&EMPTY);
    arcade.tap("2 Esc");
    arcade.run(STORED);
    power_cycle(&mut arcade);
    assert_eq!(arcade.peek("console.settings.players"), 2);
    let saved = flash(&mut arcade);
    assert_ne!(saved, EMPTY);
    arcade.tap("2 Esc Enter Esc");
    arcade.run(STORED);
    assert_eq!(flash(&mut arcade), saved, "the number is the same");
}

#[test]
fn a_walk_through_the_settings_that_changes_nothing_saves_nothing() {
    let mut arcade = power_up(&EMPTY);
    // The first press on the row of the scores.
    arcade.tap("J I Enter I Enter Esc Esc");
    arcade.run(STORED);
    assert!(is_empty(&mut arcade));
    // The page of the keys, three rows before that one.
    arcade.tap("J I Enter I I I Enter Enter Enter Esc Esc Esc");
    assert_eq!(arcade.screen(), screen::TITLE);
    arcade.run(STORED);
    assert!(is_empty(&mut arcade));
    arcade.tap("J I Enter I I I Enter T Esc Esc Esc");
    arcade.run(STORED);
    assert!(!is_empty(&mut arcade), "T moves left");
}

#[test]
fn the_drop_of_player_2_is_saved_when_it_loses_a_key_and_not_otherwise() {
    let mut arcade = power_up(&EMPTY);
    arcade.tap("2 Esc");
    let to_drop = "J I Enter I I I Enter ".to_owned() + &"Enter ".repeat(12);
    arcade.run(STORED);
    let mut saved = flash(&mut arcade);
    for (keys, changes) in [("Enter", false), ("T", true), ("Enter", true)] {
        arcade.tap(&(to_drop.clone() + keys + " Esc Esc Esc"));
        assert_eq!(arcade.screen(), screen::TITLE);
        arcade.run(STORED);
        let before = std::mem::replace(&mut saved, flash(&mut arcade));
        assert_eq!(saved != before, changes, "{keys}");
    }
}
