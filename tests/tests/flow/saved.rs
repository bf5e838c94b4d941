//! Settings and records in the configuration flash.

use super::arcade::{Arcade, MS};
use gatefall_devices::FLASH_BYTES;
use gatefall_games::arcade::control::rows::row;
use gatefall_games::arcade::picture::font;
use gatefall_games::arcade::picture::screens::{field, screen};
use gatefall_games::arcade::statistics::text_rom::item;

/// Time in which a start or a save ends.
const STORED: u64 = 70 * MS;
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
    // Level, skin, and two rows of the settings.
    arcade.tap("L K K L K L K Enter L K L");
    let changed = arcade.settings();
    assert_ne!(changed, first);
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
    assert_eq!(arcade.screen(), screen::END | 2);
    let best = arcade.text(item::BEST);
    assert!(best.trim().parse::<u32>().unwrap() > 100, "{best}");
    arcade.run(STORED);
    power_cycle(&mut arcade);
    assert_eq!(arcade.text(item::BEST), best);
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
    arcade.set_text(item::BEST, " 9000000");
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
    assert_eq!(arcade.text(item::BEST), " 0000000", "as it was saved");
}

#[test]
fn without_the_flash_of_the_board_file_nothing_is_written_and_the_settings_say_so() {
    let mut arcade = Arcade::new(&[]);
    arcade.running.set_flash_id(0xEF_4015).unwrap();
    arcade.run(STORED);
    let line = |arcade: &mut Arcade| {
        let (line, column) = field::SETTING;
        let first = 64 * usize::from(line + row::DEFAULTS - row::DELAY) + usize::from(column);
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
