//! The whole arcade by its keyboard: from the title through menu, settings and countdown to play
//! and its end, in every mode; and what a power-off leaves.
#![allow(clippy::unwrap_used)] // A test may fail.

mod arcade;
mod saved;

use arcade::{Arcade, MS};
use gatefall_devices::Key;
use gatefall_games::arcade::control::rows::row;
use gatefall_games::arcade::picture::screens::screen;
use gatefall_games::arcade::statistics::text_rom::{entry, item};

#[test]
fn a_marathon_ends_with_its_statistics_and_its_score_is_entered_with_a_name() {
    let mut arcade = Arcade::new(&[]);
    arcade.run(MS);
    arcade.tap("Enter");
    assert_eq!(arcade.screen(), screen::COUNTDOWN);
    arcade.tap("G");
    assert_eq!(arcade.text(item::PIECES), "00000000", "play has not begun");
    arcade.tap("Enter");
    assert_eq!(arcade.peek("console.scene_control.scenes.in_play"), 1);
    arcade.top_out("G");
    assert_eq!(arcade.screen(), screen::END);
    let (score, rate) = (arcade.text(item::SCORE), arcade.text(item::RATE));
    assert!(score.trim().parse::<u32>().unwrap() > 100, "{score}");
    assert!(rate[..4].parse::<f64>().unwrap() > 0.0, "{rate}");
    assert_eq!(arcade.text(entry(0, 0) + 1), score);
    assert_eq!(arcade.text(entry(0, 0)), "@@@@A--@");
    arcade.tap("B");
    arcade.wait_for_keys();
    arcade.tap("B O");
    assert_eq!(
        arcade.text(entry(0, 0)),
        "@@@@BOA@",
        "keys are ignored at first"
    );
    arcade.tap("Backspace Up Up Enter");
    assert_eq!(arcade.screen(), screen::END, "the name has no third letter");
    arcade.tap("Down Enter");
    assert_eq!(arcade.text(entry(0, 0)), "@@@@BQ @");
    arcade.tap("Enter Enter");
    assert_eq!(arcade.text(item::PIECES), "00000000");
    assert_eq!(arcade.text(item::TIME)[..5], *"00:00");
    // A score below the first one, and above empty entries.
    arcade.set_text(entry(0, 0) + 1, " 9000000");
    arcade.top_out("G");
    assert_eq!(arcade.screen(), screen::END);
    assert_eq!(arcade.text(entry(0, 0) + 1), " 9000000");
    let second = arcade.text(entry(0, 1) + 1);
    assert_eq!(second, arcade.text(item::SCORE));
    arcade.wait_for_keys();
    arcade.tap("Esc");
    assert_eq!(arcade.screen(), screen::END, "it ends the name");
    assert_eq!(arcade.text(entry(0, 1)), "@@@@A--@");
    arcade.tap("Esc");
    assert_eq!(arcade.screen(), screen::TITLE);
}

#[test]
fn the_countdown_takes_three_seconds_of_pictures() {
    let mut arcade = Arcade::new(&[
        "console.game_course.countdown.number_now",
        "console.scene_control.scenes.in_play",
    ]);
    arcade.run(MS);
    arcade.tap("Enter");
    arcade.run(3100 * MS);
    let changes = arcade.running.take_changes();
    let at = |values: [u64; 2]| {
        let change = changes.iter().find(|change| change.values == values);
        change.unwrap().cycle
    };
    let frame = 800 * 525;
    let [three, two, one, play] = [[3, 0], [2, 0], [1, 0], [0, 1]].map(at);
    assert_eq!((one - two, play - one), (60 * frame, 60 * frame + 1));
    assert!((59 * frame..=60 * frame).contains(&(two - three)));
}

#[test]
fn the_clock_of_a_sprint_is_exact_to_the_cycle_and_stands_in_a_pause() {
    let mut arcade = Arcade::new(&[
        "console.scene_control.scenes.in_play",
        "console.stopwatch.hundredth",
    ]);
    arcade.run(MS);
    // The menu opens on the mode.
    arcade.tap("L L Enter Enter");
    assert_eq!(arcade.peek("console.settings.mode"), 1);
    assert_eq!(arcade.peek("game_engine.settings.fixed_level"), 1);
    arcade.run(40 * MS);
    arcade.tap("P");
    arcade.run(30 * MS);
    // The clock stands in the wait after the pause, too, which Enter ends.
    arcade.tap("P");
    arcade.run(30 * MS);
    arcade.tap("Enter");
    arcade.run(40 * MS);
    let changes = arcade.running.take_changes();
    let mut played = 0;
    let mut hundredths = 0;
    for pair in changes.windows(2) {
        // A strobe comes in the cycle in which a hundredth has passed.
        if pair[0].values == [1, 1] {
            hundredths += 1;
            assert_eq!(played, hundredths * 251_750, "25.175 MHz");
        }
        if pair[0].values[0] == 1 {
            played += pair[1].cycle - pair[0].cycle;
        }
    }
    assert!(hundredths > 8, "{hundredths}");
    assert_eq!(arcade.text(item::TIME), format!("00:00.{hundredths:02}"));
    // A player who tops out has not reached the goal.
    arcade.top_out("G");
    assert_eq!(arcade.screen(), screen::END);
    assert_eq!(arcade.text(entry(1, 0) + 1), "        ");
}

#[test]
fn ultra_counts_down_and_ends_when_its_time_is_up() {
    let mut arcade = Arcade::new(&[]);
    arcade.run(MS);
    arcade.tap("J J Enter");
    assert_eq!(arcade.peek("console.settings.mode"), 2);
    assert_eq!(arcade.text(item::TIME), "03:00.00");
    arcade.tap("Enter G");
    assert_eq!(arcade.text(item::TIME)[..4], *"02:5");
    arcade.set_text(item::TIME, "00:00.02");
    arcade.run(25 * MS);
    assert_eq!(arcade.text(item::TIME), "00:00.00");
    assert_eq!(arcade.peek("game_engine.result.finished"), 1);
    assert_eq!(arcade.screen(), screen::END | screen::WITH_GOAL);
    assert_eq!(arcade.text(entry(2, 0) + 1), arcade.text(item::SCORE));
}

#[test]
fn a_match_counts_who_has_won() {
    let mut arcade = Arcade::new(&[]);
    arcade.run(MS);
    // Best of three.
    arcade.tap("J I Enter");
    arcade.tap(&"K ".repeat(usize::from(row::BEST_OF - row::DELAY)));
    arcade.tap("L Esc 2 Enter");
    assert_eq!(arcade.screen(), screen::PLAY_TWO);
    assert_eq!(arcade.peek("game_engine.settings.versus"), 1);
    arcade.top_out("Space");
    assert_eq!(arcade.screen(), screen::RESULT | 1);
    assert_eq!(arcade.peek("game_engine.result.out"), 1);
    assert_eq!(arcade.text(item::WINS), "@@@0@@1@");
    assert_eq!(arcade.peek("console.game_course.match_over"), 0);
    // The second game that player 2 wins.
    arcade.wait_for_keys();
    arcade.tap("Enter Enter");
    arcade.top_out("Space");
    assert_eq!(arcade.text(item::WINS), "@@@0@@2@");
    assert_eq!(arcade.peek("console.game_course.match_over"), 1);
    // A race is another match.
    arcade.wait_for_keys();
    arcade.tap("Esc L L Enter Enter");
    assert_eq!(arcade.peek("game_engine.settings.versus"), 0);
    assert_eq!(arcade.peek("game_engine.two_players"), 1);
    arcade.top_out("Enter");
    assert_eq!(arcade.text(item::WINS), "@@@1@@0@");
}

#[test]
fn settings_reach_the_engine_and_stay_over_games() {
    let mut arcade = Arcade::new(&[
        "game_sound.sound.mute_music",
        "game_sound.sound.mute_effects",
    ]);
    arcade.run(MS);
    // Level 3; then from the last row of the menu to the settings.
    arcade.tap("L K K L L K K Enter");
    assert_eq!(arcade.screen(), screen::SETTINGS);
    // DAS 7, ARR 0, DCD 1, soft drop 40, guard 1, lock 31, no limit of resets, clear delay 17, next
    // 6, no ghost, no hold, classic, goal 150.
    arcade.tap("J K J J K L K L K L K L K L K J K L K L K L K L K L");
    let expected = [
        ("game_engine.settings.start_level", 3),
        ("game_engine.shift.delay", 7),
        ("game_engine.handling.shift_to_wall", 1),
        ("game_engine.handling.delay_cut", 1),
        ("game_engine.settings.soft_drop_factor", 40),
        ("game_engine.handling.guard", 1),
        ("game_engine.lock_timing.ticks", 31),
        ("game_engine.lock_timing.no_limit", 1),
        ("game_engine.settings.clear_delay", 17),
        ("game_engine.settings.goal", 0x15),
        ("console.settings.next_count", 6),
        ("console.settings.ghost_shown", 0),
        ("game_engine.settings.hold_allowed", 0),
        ("game_engine.settings.classic_speed", 1),
    ];
    for leave in ["Esc Esc", "Esc I Enter"] {
        arcade.tap(leave);
        arcade.tap("Enter Enter");
        assert_eq!(arcade.screen(), screen::PLAY);
        assert_eq!(arcade.peek("game_engine.level"), 3);
        for (signal, value) in expected {
            assert_eq!(arcade.peek(signal), value, "{signal}");
        }
        // Skin and sound change during the game.
        arcade.tap("F1 F3");
    }
    assert_eq!(arcade.peek("console.settings.skin"), 2);
    assert_eq!(arcade.peek("game_sound.sound.mute_music"), 0);
    arcade.tap("F4 F2");
    assert_eq!(arcade.peek("game_sound.sound.mute_effects"), 1);
    assert_eq!(arcade.peek("game_sound.sound.mute_music"), 1);
    // The last row but one restores the settings, and the start key stays there.
    arcade.tap("Esc I Enter J I Enter I I L Enter");
    assert_eq!(arcade.screen(), screen::SETTINGS);
    for (signal, value) in [
        ("game_engine.settings.start_level", 3),
        ("game_engine.shift.delay", 8),
        ("console.settings.effects", 1),
        ("console.settings.skin", 2),
    ] {
        assert_eq!(arcade.peek(signal), value, "{signal}");
    }
    arcade.tap("Esc");
    assert_eq!(arcade.screen(), screen::MENU);
    arcade.tap("1 Enter");
    for (signal, value) in [
        ("game_engine.lock_timing.ticks", 30),
        ("game_engine.lock_timing.no_limit", 0),
        ("game_engine.settings.classic_speed", 0),
    ] {
        assert_eq!(arcade.peek(signal), value, "{signal}");
    }
}

#[test]
fn settings_of_a_pause_act_in_the_game_but_for_lock_delay_speed_and_goal() {
    let mut arcade = Arcade::new(&[]);
    arcade.run(MS);
    arcade.tap("1 Enter G Esc K K Enter");
    assert_eq!(arcade.screen(), screen::SETTINGS);
    let lines = arcade.text(item::PIECES);
    // One step of each value, from DAS to RACE.
    arcade.tap(&"L K ".repeat(14));
    for (signal, value) in [
        ("game_engine.shift.delay", 9),
        ("game_engine.handling.delay_cut", 1),
        ("game_engine.handling.guard", 1),
        ("game_engine.settings.clear_delay", 19),
        ("game_engine.settings.hold_allowed", 0),
        ("game_engine.lock_timing.ticks", 30),
        ("game_engine.lock_timing.resets", 15),
        ("game_engine.settings.classic_speed", 0),
        ("game_engine.settings.goal", 0),
        ("game_engine.abandoned", 0),
    ] {
        assert_eq!(arcade.peek(signal), value, "{signal}");
    }
    arcade.tap("Esc");
    assert_eq!(arcade.screen(), screen::PAUSE);
    arcade.tap("P Enter");
    assert_eq!(arcade.screen(), screen::PLAY);
    assert_eq!(arcade.text(item::PIECES), lines, "the game goes on");
    arcade.tap("Esc K Enter Enter");
    for (signal, value) in [
        ("game_engine.lock_timing.ticks", 31),
        ("game_engine.lock_timing.no_limit", 1),
        ("game_engine.settings.classic_speed", 1),
        ("game_engine.settings.goal", 0x15),
    ] {
        assert_eq!(arcade.peek(signal), value, "{signal} of the next game");
    }
}

#[test]
fn a_setting_can_change_while_the_settings_are_being_written() {
    let mut arcade = Arcade::new(&[]);
    arcade.run(MS);
    arcade.tap("L I Enter");
    assert_eq!(arcade.screen(), screen::SETTINGS);
    let (text, rows) = (arcade.text_memory(), arcade.settings());
    let before = arcade.running.machine().snapshot();
    for cycle in (0..700).step_by(3) {
        let machine = arcade.running.machine();
        machine.restore(&before).unwrap();
        for is_on in [0, 1] {
            // The statistics control starts, and effects change before it ends.
            for (register, value) in [("row_now", 0), ("rows_stand", 0)] {
                let register =
                    format!("arcade.console.statistics_control.settings_rows.{register}");
                machine.poke(register.as_str(), value).unwrap();
            }
            machine.run(cycle);
            for (register, value) in [("went_down", 1), ("action_now", 20)] {
                let register =
                    format!("arcade.console.keyboard.keyboard_decoder.key_events.{register}");
                machine.poke(register.as_str(), value).unwrap();
            }
            machine.run(2000);
            let effects = machine.peek("arcade.console.settings.effects").unwrap();
            assert_eq!(effects, is_on, "in cycle {cycle}");
        }
        assert_eq!(arcade.settings(), rows, "in cycle {cycle}");
        assert!(
            arcade.text_memory() == text,
            "in cycle {cycle}: not as written"
        );
    }
}

#[test]
fn what_the_keyboard_repeats_goes_on_in_the_menu_and_nowhere_else() {
    let mut arcade = Arcade::new(&[]);
    arcade.run(MS);
    let hold = |arcade: &mut Arcade, key: &str, times: usize| {
        let key = Key::named(key).unwrap();
        for byte in std::iter::repeat_n(key.make(), times)
            .flatten()
            .chain(key.break_())
        {
            arcade.running.send(byte, None);
            arcade.run(2 * MS);
        }
    };
    // The first press opens the menu, the others step through the modes.
    hold(&mut arcade, "Right", 3);
    assert_eq!(arcade.peek("console.settings.mode"), 2);
    hold(&mut arcade, "K", 2);
    hold(&mut arcade, "L", 5);
    assert_eq!(arcade.peek("console.settings.engine.start_level"), 6);
    hold(&mut arcade, "Enter", 2);
    assert_eq!(
        arcade.peek("console.scene_control.scenes.in_countdown"),
        1,
        "one Enter"
    );
    arcade.tap("Enter");
    hold(&mut arcade, "G", 5);
    assert_eq!(arcade.text(item::PIECES), "00010000", "one drop");
}
