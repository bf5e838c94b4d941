//! Focus, keys and buttons of the page.

use crate::browser::{CONTROL, ENTER, RIGHT};
use crate::native::Event;
use crate::page::{events, open};
use serde_json::json;

#[test]
fn keys_are_released_and_the_game_pauses_when_the_focus_is_lost() {
    let Some(browser) = open("the focus of the page", "tictactoe") else {
        return;
    };
    browser.press(RIGHT);
    browser.wait_for("gatefall.input.down.has('right')");
    browser.run("dispatchEvent(new Event('blur'));");
    browser.wait_for("!gatefall.player.isRunning && gatefall.input.down.size === 0");
    let recording = browser.run("return await gatefall.player.recording();");
    let cover = browser.run("return document.getElementById('cover-text').textContent;");
    assert_eq!(cover, json!("Paused: the page has lost the focus"));
    browser.run("document.getElementById('cover-button').click();");
    browser.wait_for("gatefall.player.isRunning");
    // Released when the game went on, if the tap was shorter than the least time of a press.
    browser.wait_for("(await gatefall.player.recording()).events.length === 2");
    assert!(events(&recording).len() <= 2);
    // A key together with Ctrl belongs to the browser.
    browser.chord(&[CONTROL, RIGHT]);
    let after = browser.run("return (await gatefall.player.recording()).events.length;");
    assert_eq!(after, json!(2));
    // Space on a button presses the button, not the game.
    browser.run("document.getElementById('pause').focus();");
    browser.tap(" ");
    browser.wait_for("!gatefall.player.isRunning");
    let after = browser.run("return (await gatefall.player.recording()).events.length;");
    assert_eq!(after, json!(2));
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn buttons_on_the_screen_are_pressed_by_fingers_and_by_keys() {
    let Some(browser) = open("buttons on the screen in a browser", "handheld") else {
        return;
    };
    let controls = |count: usize| {
        let recorded = "(await gatefall.player.recording()).events";
        browser.wait_for(&format!("{recorded}.length === {count}"));
        let recording = browser.run("return await gatefall.player.recording();");
        let events: Vec<Event> = events(&recording);
        events
            .into_iter()
            .map(|(_, control, is_down)| (control, is_down))
            .collect::<Vec<_>>()
    };
    browser.touch(".cross .left");
    let pressed = |control: &str| [(control.to_owned(), true), (control.to_owned(), false)];
    assert_eq!(controls(2), pressed("button_left"));
    browser.run("document.querySelector('.actions button').focus();");
    browser.tap(ENTER);
    assert_eq!(controls(4)[2..], pressed("button_b"));
    // A key is shown on its button.
    browser.run("document.getElementById('screen').focus();");
    browser.press(RIGHT);
    browser.wait_for("document.querySelector('.cross .right').classList.contains('is-down')");
    browser.run("document.getElementById('reset').click();");
    browser.wait_for("!document.querySelector('.is-down')");
    assert_eq!(browser.complaints(), [""; 0]);
}
