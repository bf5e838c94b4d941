//! The viewer of replays goes from piece to piece, and play goes on from there.

use crate::browser::{Browser, LEFT};
use crate::native::{replay, start, Event};
use crate::page::{compare, events, open};
use serde_json::{json, Value};

/// Cycles between two looks at the signals of a turn.
const SPACING: u64 = 4096;

/// Cycles of the turns of a replay, found by the native simulator.
fn native_turns(
    game: &str,
    events: &[Event],
    end: u64,
    signal: &str,
    group: impl Fn(u64) -> u64,
) -> Vec<u64> {
    let mut running = start(game);
    let mut last = None;
    let mut turns = Vec::new();
    let mut events = events.to_vec();
    let mut cycle = SPACING;
    while cycle <= end {
        let early = events.iter().take_while(|(at, ..)| *at < cycle).count();
        let early: Vec<Event> = events.drain(..early).collect();
        replay(&mut running, &early, cycle);
        let value = group(running.machine().peek(signal).unwrap());
        if last.is_some_and(|last| last != value) {
            turns.push(cycle);
        }
        last = Some(value);
        cycle += SPACING;
    }
    turns
}

/// Clicks on a button of the viewer, and waits for its answer.
fn go(browser: &Browser, id: &str) -> Value {
    browser.run(&format!(
        "const {{ replays }} = gatefall;\
         await replays.turn('{id}' === 'turn-on' ? 1 : -1);\
         return replays.cycle;"
    ))
}

/// Watches a replay, and goes through its turns forwards and backwards.
fn watch(browser: &Browser, text: &str, turns: &[u64]) {
    browser.run(&format!(
        "const {{ fromText }} = await import('./replay.js');\
         gatefall.replays.play(fromText(gatefall.player.description, {}));",
        json!(text)
    ));
    browser.wait_for("!document.getElementById('timeline').hidden");
    browser.run("document.getElementById('pause').click(); gatefall.replays.seek(0);");
    for turn in turns {
        assert_eq!(go(browser, "turn-on"), json!(turn));
    }
    for turn in turns.iter().rev().skip(1) {
        assert_eq!(go(browser, "turn-back"), json!(turn));
    }
    // Before the first turn is the start.
    go(browser, "turn-back");
    let message = "return document.getElementById('message').textContent;";
    let message = browser.run(message);
    assert!(
        message.as_str().unwrap().ends_with("before this."),
        "{message}"
    );
    assert_eq!(go(browser, "turn-on"), json!(turns[0]));
}

/// A replay of taps: milliseconds and control.
fn taps(game: &str, clock_hz: u64, taps: &[(u64, &str)], end_ms: u64) -> (Vec<Event>, u64, String) {
    let at = |ms: u64| clock_hz * ms / 1000 + 1;
    let events: Vec<Event> = taps
        .iter()
        .flat_map(|&(ms, control)| {
            let name = control.to_owned();
            [(at(ms), name.clone(), true), (at(ms + 60), name, false)]
        })
        .collect();
    let mut text = format!("game {game}\n");
    for (cycle, control, is_down) in &events {
        let action = if *is_down { "press" } else { "release" };
        text += &format!("@{cycle} {action} {control}\n");
    }
    let end = at(end_ms);
    (events, end, text + &format!("@{end} end\n"))
}

#[test]
fn the_viewer_goes_by_piece_and_play_goes_on() {
    let Some(browser) = open("turns of the arcade in a browser", "arcade") else {
        return;
    };
    let presses = [
        (300, "Enter"),
        (600, "Enter"),
        (900, "Space"),
        (1100, "C"),
        (1300, "Space"),
    ];
    let (events_of_text, end, text) = taps("arcade", 25_175_000, &presses, 1600);
    let head = "arcade.game_engine.random_tetris.head";
    let turns = native_turns("arcade", &events_of_text, end, head, |value| value);
    // The first piece, and one after each drop and after the hold.
    assert_eq!(turns.len(), 4, "{turns:?}");
    watch(&browser, &text, &turns);
    let named = browser.run("return document.getElementById('turn-on').textContent;");
    assert_eq!(named, json!("Next piece"));
    assert_eq!(go(&browser, "turn-on"), json!(turns[1]));
    // The replay is cut here, and play goes on.
    browser.run("document.getElementById('replay-take').click();");
    browser.wait_for("!gatefall.player.isReplay && gatefall.player.isRunning");
    // Until it has gone on, a key is an event of the very cycle of the cut.
    browser.wait_for(&format!("gatefall.page.cycle > {}", turns[1]));
    browser.tap(LEFT);
    browser.run(
        "const { pictures } = gatefall.page;\
         while (gatefall.page.pictures < pictures + 3) {\
             await new Promise((resolve) => setTimeout(resolve, 5));\
         }\
         document.getElementById('pause').click();\
         await gatefall.player.recording();",
    );
    let recording = browser.run("return await gatefall.player.recording();");
    let recorded = events(&recording);
    let kept = events_of_text
        .iter()
        .filter(|(at, ..)| *at <= turns[1])
        .count();
    assert_eq!(recorded[..kept], events_of_text[..kept]);
    let mut new = recorded[kept..].iter();
    let left = new.find(|(_, control, is_down)| control == "Left" && *is_down);
    assert!(left.is_some_and(|(at, ..)| *at > turns[1]), "{recorded:?}");
    compare(&browser, "arcade");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn the_viewer_goes_by_move() {
    let Some(browser) = open("moves of tictactoe in a browser", "tictactoe") else {
        return;
    };
    let presses: Vec<(u64, &str)> = (0..6).map(|tap| (300 + 200 * tap, "confirm")).collect();
    let (events_of_text, end, text) = taps("tictactoe", 12_000_000, &presses, 1600);
    let group = |phase: u64| [0, 1, 1, 2, 2, 3][phase as usize];
    let state = "tictactoe.game_logic.state";
    let turns = native_turns("tictactoe", &events_of_text, end, state, group);
    assert!(turns.len() > 1, "{turns:?}");
    watch(&browser, &text, &turns);
    let named = browser.run("return document.getElementById('turn-back').textContent;");
    assert_eq!(named, json!("Move back"));
    assert_eq!(browser.complaints(), [""; 0]);
}
