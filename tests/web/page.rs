//! The page in a browser: it does what the native simulator does.

use crate::browser::{Browser, DOWN, ENTER, LEFT, RIGHT, UP};
use crate::native::{replay, start, state, Event, Seen};
use crate::url;
use serde_json::{json, Value};

/// Pixels of the canvas, three bytes each.
const PIXELS: &str = "const canvas = document.getElementById('canvas');\
    const { width, height } = canvas;\
    const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);\
    const bytes = data.filter((_, index) => index % 4 < 3);\
    let text = '';\
    for (let at = 0; at < bytes.length; at += 8192) {\
        text += String.fromCharCode(...bytes.subarray(at, at + 8192));\
    }\
    return [width, height, btoa(text)];";

/// A page with a game, shown for some pictures.
pub fn open(test: &str, game: &str) -> Option<Browser> {
    let browser = Browser::start(test)?;
    browser.open(&format!("{}#{game}", url()));
    browser.wait_for("globalThis.gatefall?.page.pictures > 3");
    Some(browser)
}

/// Bytes of a text in base64.
fn decoded(text: &str) -> Vec<u8> {
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let digits: Vec<u8> = text
        .bytes()
        .filter(|&byte| byte != b'=')
        .map(digit)
        .collect();
    let bytes = digits.chunks(4).flat_map(|four| {
        let all = four
            .iter()
            .fold(0u32, |all, &six| all << 6 | u32::from(six));
        let all = all << (6 * (4 - four.len()));
        all.to_be_bytes()[1..four.len()].to_vec()
    });
    bytes.collect()
}

pub fn events(recording: &Value) -> Vec<Event> {
    serde_json::from_value(recording["events"].clone()).unwrap()
}

/// Compares the page, which is paused, with the native simulator after the same keys.
pub fn compare(browser: &Browser, game: &str) -> usize {
    let recording = browser.run("return await gatefall.player.recording();");
    let events = events(&recording);
    let picture_cycle = browser.run("return gatefall.page.cycle;").as_u64().unwrap();
    let end = recording["end"].as_u64().unwrap();
    let mut running = start(game);
    let early: Vec<Event> = events
        .iter()
        .filter(|(at, ..)| *at < picture_cycle)
        .cloned()
        .collect();
    let seen = replay(&mut running, &early, picture_cycle);
    compare_picture(browser, game, &seen);
    let late: Vec<Event> = events
        .iter()
        .filter(|(at, ..)| *at >= picture_cycle)
        .cloned()
        .collect();
    replay(&mut running, &late, end);
    assert_eq!(
        recording["state"],
        json!(state(&mut running)),
        "{game} at cycle {end}"
    );
    assert_eq!(running.fault().map(|fault| fault.to_string()), None);
    events.len()
}

fn compare_picture(browser: &Browser, game: &str, seen: &Seen) {
    if let Some(light) = &seen.light {
        let shown = browser.run(
            "const { leds, segments, controlLed } = gatefall.page.light;\
             return { leds: [...leds], segments, controlLed };",
        );
        assert_eq!(shown["leds"], json!(light.leds.concat()), "{game}");
        if !shown["segments"].is_null() {
            assert_eq!(shown["segments"], json!(light.segments), "{game}");
            assert_eq!(
                shown["controlLed"],
                json!(u8::from(light.control_led)),
                "{game}"
            );
        }
        return;
    }
    let shown = browser.run(PIXELS);
    let (width, height) = (shown[0].as_u64().unwrap(), shown[1].as_u64().unwrap());
    let pixels = decoded(shown[2].as_str().unwrap());
    let (width, height) = (width as usize, height as usize);
    // A native picture has 640 x 480 pixels: an LCD is enlarged, in its centre.
    let scale = (640 / width).min(480 / height);
    let (left, top) = ((640 - scale * width) / 2, (480 - scale * height) / 2);
    for y in 0..height {
        for x in 0..width {
            let at = 3 * ((top + scale * y) * 640 + left + scale * x);
            let native = &seen.rgb[at..at + 3];
            let own = &pixels[3 * (y * width + x)..][..3];
            assert_eq!(own, native, "{game}: pixel {x}, {y}");
        }
    }
    assert!(
        pixels.iter().any(|&byte| byte > 100),
        "{game}: the picture is dark"
    );
}

/// Plays a game by keys, pauses, and compares.
fn play_and_compare(test: &str, game: &str, ready: &str, keys: &[&str], reached: &str) {
    let Some(browser) = open(test, game) else {
        return;
    };
    browser.wait_for(ready);
    for key in keys {
        browser.tap(key);
        // Some pictures between two keys, so that the games see each.
        browser.run(
            "const { pictures } = gatefall.page;\
             while (gatefall.page.pictures < pictures + 6) {\
                 await new Promise((resolve) => setTimeout(resolve, 5));\
             }",
        );
    }
    browser.wait_for(reached);
    // The keys have allowed the page to play sound.
    browser.wait_for("gatefall.sound.context?.state === 'running'");
    browser.run("document.getElementById('pause').click();");
    browser.wait_for("!gatefall.player.isRunning");
    // A message of the worker may be on its way.
    browser.run("await gatefall.player.recording();");
    assert!(compare(&browser, game) >= 2 * keys.len(), "a key was lost");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn arcade_is_played_by_keys_as_natively() {
    let keys = [ENTER, ENTER, LEFT, " ", RIGHT, UP, " ", DOWN, "c", " "];
    // The scene after title and countdown.
    let is_played = "(await gatefall.player.peek('arcade.console.scene_control.current'))[0] === 4";
    play_and_compare(
        "the arcade in a browser",
        "arcade",
        "true",
        &keys,
        is_played,
    );
}

#[test]
fn handheld_is_played_by_keys_as_natively() {
    let is_played = "(await gatefall.player.peek('handheld.scene_control.scene'))[0] === 2";
    let has_title = is_played.replace('2', "1");
    let keys = [ENTER, LEFT, "x", " ", RIGHT, " "];
    play_and_compare(
        "the handheld in a browser",
        "handheld",
        &has_title,
        &keys,
        is_played,
    );
}

#[test]
fn matrix_is_played_by_keys_as_natively() {
    let has_digits = "gatefall.page.light.segments.some(Boolean)";
    play_and_compare(
        "the matrix in a browser",
        "matrix",
        "true",
        &[ENTER, LEFT, UP],
        has_digits,
    );
}

#[test]
fn tictactoe_is_played_by_keys_as_natively() {
    let is_lit = "gatefall.page.light.leds.some((level) => level > 0)";
    let keys = [RIGHT, ENTER, DOWN, ENTER];
    play_and_compare("tictactoe in a browser", "tictactoe", "true", &keys, is_lit);
}
