//! Scene by scene, from the title to the next game.

use super::*;
use crate::arcade::picture::screens::screen;
use gatefall_bench::{peek, poke, tick, Bench};

fn title() -> Bench<SceneControl> {
    let mut uut = Bench::new(SceneControl::default());
    // As long as no game has begun, the engine's is over.
    poke!(uut.game_over = true);
    tick!(uut);
    uut
}

/// The screen after a press, and whether a game begins.
fn press(uut: &mut Bench<SceneControl>, action: u8) -> (usize, bool) {
    poke!(uut.pressed = true);
    poke!(uut.action = action.to_bits());
    tick!(uut);
    poke!(uut.pressed = false);
    let begins = peek!(uut.new_game);
    tick!(uut);
    assert!(!peek!(uut.new_game), "one strobe");
    (u64::from(peek!(uut.screen)) as usize, begins)
}

fn counted(uut: &mut Bench<SceneControl>) {
    poke!(uut.game_over = false);
    poke!(uut.counted = true);
    tick!(uut);
    poke!(uut.counted = false);
    tick!(uut);
    assert!(peek!(uut.in_play));
}

#[test]
fn a_game_of_one_from_the_title_to_the_next_game() {
    let mut uut = title();
    assert_eq!(press(&mut uut, action::SPACE), (screen::COUNTDOWN, true));
    assert!(peek!(uut.in_countdown));
    assert_eq!(press(&mut uut, action::PAUSE), (screen::COUNTDOWN, false));
    assert_eq!(press(&mut uut, action::SPACE), (screen::COUNTDOWN, false));
    assert!(
        peek!(uut.in_countdown),
        "there is nothing to pause or to drop"
    );
    counted(&mut uut);
    assert_eq!(press(&mut uut, action::PAUSE), (screen::PAUSE, false));
    assert_eq!(press(&mut uut, action::START), (screen::PAUSE, false));
    assert_eq!(press(&mut uut, action::PAUSE), (screen::PLAY, false));
    poke!(uut.game_over = true);
    assert!(peek!(uut.ends));
    tick!(uut);
    assert!(peek!(uut.in_end) && !peek!(uut.ends));
    assert_eq!(peek!(uut.screen), screen::END as u64);
    assert_eq!(press(&mut uut, action::LEFT), (screen::END, false));
    assert_eq!(press(&mut uut, action::START), (screen::COUNTDOWN, true));
    poke!(uut.game_over = false);
    assert_eq!(press(&mut uut, action::START), (screen::PLAY, false));
    assert!(peek!(uut.in_play), "Enter ends the countdown");
    assert_eq!(press(&mut uut, action::TITLE), (screen::TITLE, false));
}

#[test]
fn a_press_that_comes_with_the_end_is_one_of_the_game() {
    for (action, screen) in [
        (action::TITLE, screen::TITLE),
        (action::PAUSE, screen::PAUSE),
        (action::START, screen::PLAY),
    ] {
        let mut uut = title();
        press(&mut uut, action::START);
        counted(&mut uut);
        poke!(uut.game_over = true);
        poke!(uut.pressed = true);
        poke!(uut.action = action.to_bits());
        assert!(!peek!(uut.ends), "action {action}");
        tick!(uut);
        poke!(uut.pressed = false);
        assert_eq!(peek!(uut.screen), screen as u64);
        assert_eq!(peek!(uut.ends), action == action::START);
    }
}

#[test]
fn the_end_tells_goal_and_record() {
    let mut uut = title();
    press(&mut uut, action::START);
    counted(&mut uut);
    poke!(uut.game_over = true);
    tick!(uut);
    for end in 0..4 {
        poke!(uut.finished = end & 1 == 1);
        poke!(uut.record = end & 2 == 2);
        assert_eq!(peek!(uut.screen), (screen::END + end) as u64);
    }
}

#[test]
fn shortcuts_say_how_many_play() {
    for (action, two_chosen, two_players) in [
        (action::ONE, true, false),
        (action::SOFT_DROP, true, false),
        (action::TWO, false, true),
        (action::TURN_CLOCKWISE, false, true),
        (action::START, true, true),
        (action::START, false, false),
    ] {
        let mut uut = title();
        poke!(uut.two_chosen = two_chosen);
        let screen = match two_players {
            true => screen::COUNTDOWN_TWO,
            false => screen::COUNTDOWN,
        };
        assert_eq!(press(&mut uut, action), (screen, true), "action {action}");
        assert_eq!(peek!(uut.two_players), two_players);
    }
}

#[test]
fn a_match_has_screens_of_its_own() {
    let mut uut = title();
    assert_eq!(press(&mut uut, action::TWO), (screen::COUNTDOWN_TWO, true));
    counted(&mut uut);
    assert_eq!(press(&mut uut, action::PAUSE), (screen::PAUSE_TWO, false));
    assert_eq!(press(&mut uut, action::PAUSE), (screen::PLAY_TWO, false));
    poke!(uut.game_over = true);
    tick!(uut);
    poke!(uut.two_chosen = true);
    tick!(uut);
    assert_eq!(peek!(uut.screen), screen::RESULT as u64);
    assert_eq!(
        press(&mut uut, action::START),
        (screen::COUNTDOWN_TWO, true)
    );
    press(&mut uut, action::TITLE);
    assert!(!peek!(uut.two_players));
}

#[test]
fn the_menu_opens_and_leads_to_the_settings_and_back() {
    let mut uut = title();
    assert_eq!(press(&mut uut, action::RIGHT), (screen::MENU, false));
    assert_eq!(press(&mut uut, action::SOFT_DROP), (screen::MENU, false));
    assert_eq!(press(&mut uut, action::TITLE), (screen::TITLE, false));
    assert_eq!(press(&mut uut, action::LEFT), (screen::MENU, false));
    poke!(uut.to_settings = true);
    assert_eq!(press(&mut uut, action::SPACE), (screen::SETTINGS, false));
    assert_eq!(press(&mut uut, action::TWO), (screen::SETTINGS, false));
    assert_eq!(press(&mut uut, action::TITLE), (screen::MENU, false));
    press(&mut uut, action::START);
    // On the row that restores the settings.
    assert_eq!(press(&mut uut, action::START), (screen::SETTINGS, false));
    poke!(uut.to_settings = false);
    assert_eq!(press(&mut uut, action::START), (screen::MENU, false));
    assert_eq!(press(&mut uut, action::START), (screen::COUNTDOWN, true));
}
