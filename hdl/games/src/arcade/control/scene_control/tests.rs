//! Scene by scene, from the title to the next game.

use super::*;
use crate::arcade::control::keys::action;
use crate::arcade::picture::screens::screen;
use gatefall_bench::{peek, poke, tick, Bench};

fn title() -> Bench<SceneControl> {
    let mut uut = Bench::new(SceneControl::default());
    // As long as no game has begun, the engine's is over.
    poke!(uut, result.game_over = true);
    tick!(uut);
    uut
}

/// The screen after a press, and whether a game begins.
fn press(uut: &mut Bench<SceneControl>, action: u8) -> (usize, bool) {
    poke!(uut.pressed = true);
    poke!(uut.touched = true);
    poke!(uut.action = action.to_bits());
    tick!(uut);
    poke!(uut.pressed = false);
    poke!(uut.touched = false);
    let begins = peek!(uut, scenes.new_game);
    tick!(uut);
    assert!(!peek!(uut, scenes.new_game), "one strobe");
    (u64::from(peek!(uut.screen)) as usize, begins)
}

fn counted(uut: &mut Bench<SceneControl>) {
    poke!(uut, result.game_over = false);
    poke!(uut.counted = true);
    tick!(uut);
    poke!(uut.counted = false);
    tick!(uut);
    assert!(peek!(uut, scenes.in_play));
}

#[test]
fn a_game_of_one_from_the_title_to_the_next_game() {
    let mut uut = title();
    assert_eq!(press(&mut uut, action::SPACE), (screen::COUNTDOWN, true));
    assert!(peek!(uut, scenes.in_countdown));
    assert_eq!(press(&mut uut, action::PAUSE), (screen::COUNTDOWN, false));
    assert_eq!(press(&mut uut, action::SPACE), (screen::COUNTDOWN, false));
    assert!(
        peek!(uut, scenes.in_countdown),
        "there is nothing to pause or to drop"
    );
    counted(&mut uut);
    assert_eq!(press(&mut uut, action::PAUSE), (screen::PAUSE, false));
    assert_eq!(press(&mut uut, action::PAUSE), (screen::PLAY, false));
    assert!(!peek!(uut, scenes.in_play), "a wait");
    assert_eq!(press(&mut uut, action::START), (screen::PLAY, false));
    poke!(uut, result.game_over = true);
    assert!(peek!(uut, course.ends));
    tick!(uut);
    assert!(peek!(uut, course.in_end) && !peek!(uut, course.ends));
    assert_eq!(peek!(uut.screen), screen::END as u64);
    assert_eq!(press(&mut uut, action::LEFT), (screen::END, false));
    assert_eq!(press(&mut uut, action::START), (screen::COUNTDOWN, true));
    poke!(uut, result.game_over = false);
    assert_eq!(press(&mut uut, action::START), (screen::PLAY, false));
    assert!(peek!(uut, scenes.in_play), "Enter ends the countdown");
    assert_eq!(press(&mut uut, action::ESCAPE), (screen::PAUSE, false));
}

#[test]
fn a_press_that_comes_with_the_end_is_one_of_the_game() {
    for (action, screen) in [
        (action::ESCAPE, screen::PAUSE),
        (action::PAUSE, screen::PAUSE),
        (action::START, screen::PLAY),
    ] {
        let mut uut = title();
        press(&mut uut, action::START);
        counted(&mut uut);
        poke!(uut, result.game_over = true);
        poke!(uut.pressed = true);
        poke!(uut.touched = true);
        poke!(uut.action = action.to_bits());
        assert!(!peek!(uut, course.ends), "action {action}");
        tick!(uut);
        poke!(uut.pressed = false);
        poke!(uut.touched = false);
        assert_eq!(peek!(uut.screen), screen as u64);
        assert_eq!(peek!(uut, course.ends), action == action::START);
    }
}

#[test]
fn the_end_tells_a_goal() {
    let mut uut = title();
    press(&mut uut, action::START);
    counted(&mut uut);
    poke!(uut, result.game_over = true);
    tick!(uut);
    for end in 0..2 {
        poke!(uut, result.finished = end == screen::WITH_GOAL);
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
        assert_eq!(peek!(uut, scenes.two_players), two_players);
    }
}

#[test]
fn a_match_has_screens_of_its_own() {
    let mut uut = title();
    assert_eq!(press(&mut uut, action::TWO), (screen::COUNTDOWN_TWO, true));
    counted(&mut uut);
    assert_eq!(press(&mut uut, action::PAUSE), (screen::PAUSE_TWO, false));
    assert_eq!(press(&mut uut, action::PAUSE), (screen::PLAY_TWO, false));
    assert_eq!(press(&mut uut, action::START), (screen::PLAY_TWO, false));
    poke!(uut, result.game_over = true);
    tick!(uut);
    poke!(uut.two_chosen = true);
    tick!(uut);
    assert_eq!(peek!(uut.screen), screen::RESULT as u64);
    assert_eq!(
        press(&mut uut, action::START),
        (screen::COUNTDOWN_TWO, true)
    );
    press(&mut uut, action::ESCAPE);
    assert!(!peek!(uut, scenes.two_players));
}

#[test]
fn the_menu_opens_and_leads_to_the_settings_and_back() {
    let mut uut = title();
    assert_eq!(press(&mut uut, action::RIGHT), (screen::MENU, false));
    assert_eq!(press(&mut uut, action::SOFT_DROP), (screen::MENU, false));
    assert_eq!(press(&mut uut, action::ESCAPE), (screen::TITLE, false));
    assert_eq!(press(&mut uut, action::LEFT), (screen::MENU, false));
    poke!(uut.to_settings = true);
    assert_eq!(press(&mut uut, action::SPACE), (screen::SETTINGS, false));
    assert_eq!(press(&mut uut, action::TWO), (screen::SETTINGS, false));
    assert_eq!(press(&mut uut, action::ESCAPE), (screen::MENU, false));
    press(&mut uut, action::START);
    // On the row that restores the settings.
    assert_eq!(press(&mut uut, action::START), (screen::SETTINGS, false));
    poke!(uut.to_settings = false);
    assert_eq!(press(&mut uut, action::START), (screen::MENU, false));
    assert_eq!(press(&mut uut, action::START), (screen::COUNTDOWN, true));
}

/// A game of one in its pause, with this entry selected.
fn paused(entry: u8) -> Bench<SceneControl> {
    let mut uut = title();
    press(&mut uut, action::START);
    counted(&mut uut);
    press(&mut uut, action::ESCAPE);
    assert!(peek!(uut, scenes.is_suspended) && !peek!(uut, scenes.no_game));
    poke!(uut.cursor = entry.to_bits());
    uut
}

#[test]
fn the_menu_of_a_pause_resumes_restarts_and_leaves() {
    for (entry, screen, begins) in [
        (row::RESUME, screen::PLAY, false),
        (row::RESTART, screen::COUNTDOWN, true),
        (row::PAUSE_SETTINGS, screen::SETTINGS, false),
        (row::TITLE, screen::TITLE, false),
    ] {
        for action in [action::START, action::SPACE] {
            let mut uut = paused(entry);
            assert_eq!(press(&mut uut, action), (screen, begins), "entry {entry}");
            let stands = [row::RESUME, row::PAUSE_SETTINGS].contains(&entry);
            assert_eq!(peek!(uut, scenes.is_suspended), stands, "entry {entry}");
            assert_eq!(peek!(uut, scenes.no_game), entry == row::TITLE);
        }
    }
}

#[test]
fn the_settings_of_a_pause_lead_back_to_it() {
    for action in [action::START, action::ESCAPE] {
        let mut uut = paused(row::PAUSE_SETTINGS);
        press(&mut uut, action::START);
        assert_eq!(press(&mut uut, action), (screen::PAUSE, false));
        poke!(uut.cursor = row::TITLE.to_bits());
        assert_eq!(press(&mut uut, action::START), (screen::TITLE, false));
        press(&mut uut, action::RIGHT);
        poke!(uut.to_settings = true);
        press(&mut uut, action::START);
        assert!(peek!(uut, scenes.no_game));
        assert_eq!(press(&mut uut, action::ESCAPE), (screen::MENU, false));
    }
}

#[test]
fn a_pause_ends_in_a_wait_that_can_be_paused() {
    for action in [action::PAUSE, action::ESCAPE] {
        let mut uut = paused(row::RESUME);
        poke!(uut.pressed = true);
        poke!(uut.touched = true);
        poke!(uut.action = action.to_bits());
        tick!(uut);
        poke!(uut.pressed = false);
        poke!(uut.touched = false);
        assert!(
            peek!(uut, course.resumes)
                && peek!(uut, course.is_counting)
                && !peek!(uut, scenes.in_countdown)
        );
        tick!(uut);
        assert!(!peek!(uut, course.resumes));
        assert_eq!(press(&mut uut, action), (screen::PAUSE, false));
        press(&mut uut, action);
        assert_eq!(press(&mut uut, action::SPACE), (screen::PLAY, false));
        assert!(!peek!(uut, scenes.in_play), "Space would drop a piece");
        counted(&mut uut);
    }
}

#[test]
fn a_game_of_one_may_begin_again_until_its_end() {
    let mut uut = title();
    assert!(!peek!(uut, scenes.may_restart));
    press(&mut uut, action::START);
    assert!(peek!(uut, scenes.may_restart));
    counted(&mut uut);
    assert!(peek!(uut, scenes.may_restart));
    poke!(uut.restarts = true);
    tick!(uut);
    poke!(uut.restarts = false);
    assert!(peek!(uut, scenes.new_game) && peek!(uut, scenes.in_countdown));
    counted(&mut uut);
    poke!(uut, result.game_over = true);
    tick!(uut);
    assert!(!peek!(uut, scenes.may_restart));
    let mut uut = title();
    press(&mut uut, action::TWO);
    assert!(!peek!(uut, scenes.may_restart), "a game of two");
}

/// The recorded game, on the page with its keys.
fn recorded() -> Bench<SceneControl> {
    let mut uut = title();
    poke!(uut.two_chosen = true);
    poke!(uut.advances = true);
    assert!(peek!(uut, scenes.renews));
    tick!(uut);
    poke!(uut.advances = false);
    assert!(peek!(uut, scenes.new_game) && !peek!(uut, scenes.renews));
    assert!(peek!(uut, scenes.is_recorded) && !peek!(uut, scenes.two_players));
    assert_eq!(peek!(uut.screen), screen::COUNTDOWN as u64);
    tick!(uut);
    uut
}

/// The same in play.
fn recorded_play() -> Bench<SceneControl> {
    let mut uut = recorded();
    poke!(uut.advances = true);
    assert!(!peek!(uut, scenes.renews));
    tick!(uut);
    poke!(uut.advances = false);
    poke!(uut, result.game_over = false);
    assert!(peek!(uut, scenes.in_play) && !peek!(uut, scenes.may_restart));
    uut
}

fn is_back(uut: &mut Bench<SceneControl>) -> bool {
    peek!(uut.screen) == screen::TITLE as u64 && !peek!(uut, scenes.is_recorded)
}

#[test]
fn the_recorded_game_returns_to_the_title() {
    let mut uut = recorded_play();
    poke!(uut.advances = true);
    tick!(uut);
    assert!(is_back(&mut uut));
    let mut uut = recorded_play();
    poke!(uut, result.game_over = true);
    assert!(!peek!(uut, course.ends), "it is no record");
    tick!(uut);
    assert!(is_back(&mut uut));
}

#[test]
fn every_key_ends_the_recorded_game_and_does_nothing_else() {
    for begin in [recorded, recorded_play] {
        for action in 0..31 {
            let mut uut = begin();
            assert_eq!(press(&mut uut, action), (screen::TITLE, false), "{action}");
            assert!(is_back(&mut uut));
        }
    }
}
