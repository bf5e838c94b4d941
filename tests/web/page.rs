//! The page in a browser: it does what the native simulator does.

use crate::browser::{Browser, CONTROL, DOWN, ENTER, LEFT, RIGHT, UP};
use crate::native::{replay, start, state, Event, Seen};
use crate::{gatefall, url};
use serde_json::{json, Value};
use std::fs;

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
fn open(test: &str, game: &str) -> Option<Browser> {
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

fn events(recording: &Value) -> Vec<Event> {
    serde_json::from_value(recording["events"].clone()).unwrap()
}

/// Compares the page, which is paused, with the native simulator after the same keys.
fn compare(browser: &Browser, game: &str) -> usize {
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

/// A replay of a key script, made by the native simulator.
fn native_replay(game: &str, presses: &[(u64, &str)]) -> String {
    let mut running = start(game);
    let clock_hz = running.clock_hz();
    let events: Vec<Event> = presses
        .iter()
        .flat_map(|&(ms, control)| {
            let at = |ms: u64| clock_hz * ms / 1000 + 1;
            [
                (at(ms), control.to_owned(), true),
                (at(ms + 60), control.to_owned(), false),
            ]
        })
        .collect();
    let end = events.last().unwrap().0 + clock_hz / 7;
    replay(&mut running, &events, end);
    let mut text = format!("# gatefall replay\ngame {game}\n");
    for (cycle, control, is_down) in events {
        let action = if is_down { "press" } else { "release" };
        text += &format!("@{cycle} {action} {control}\n");
    }
    text + &format!("@{end} end {}\n", state(&mut running))
}

#[test]
fn a_native_replay_in_a_link_ends_in_the_same_state() {
    let Some(browser) = open("replays in a browser", "tictactoe") else {
        return;
    };
    let text = native_replay(
        "arcade",
        &[
            (300, "Enter"),
            (700, "Enter"),
            (900, "Left"),
            (1100, "Space"),
            (1400, "C"),
        ],
    );
    // The command replays it, too.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.keys");
    fs::write(&path, &text).unwrap();
    let sim = |game: &str| {
        let output = gatefall(&["sim", game, "--keys", path.to_str().unwrap()]).output();
        let output = output.unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        (output.status.code(), errors)
    };
    let (code, errors) = sim("arcade");
    assert_eq!(code, Some(0), "{errors}");
    let (code, errors) = sim("matrix");
    assert_eq!(code, Some(2), "{errors}");
    let changed = text
        .replace("press Left", "press Right")
        .replace("release Left", "release Right");
    fs::write(&path, changed).unwrap();
    let (code, errors) = sim("arcade");
    assert_eq!(code, Some(1), "{errors}");
    assert!(errors.contains("instead of"), "{errors}");
    let link = format!(
        "const {{ toLink }} = await import('./replay.js'); return await toLink({});",
        json!(text)
    );
    let link = browser.run(&link);
    browser.run(&format!(
        "location.hash = '#arcade&replay={}';",
        link.as_str().unwrap()
    ));
    let is_over = "document.getElementById('message').textContent.includes('in the same state')";
    browser.wait_for(is_over);
    // The player steps back, takes the keys, and plays on.
    browser.run("document.getElementById('replay-back').click();");
    browser.run("document.getElementById('replay-take').click();");
    browser.wait_for("!gatefall.player.isReplay && gatefall.player.isRunning");
    browser.tap(LEFT);
    browser.run("document.getElementById('pause').click();");
    browser.wait_for("!gatefall.player.isRunning");
    browser.run(
        "const { pictures } = gatefall.page;\
         gatefall.player.run(true);\
         while (gatefall.page.pictures < pictures + 3) {\
             await new Promise((resolve) => setTimeout(resolve, 5));\
         }\
         gatefall.player.run(false);\
         await gatefall.player.recording();",
    );
    compare(&browser, "arcade");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn a_damaged_replay_is_a_message() {
    let Some(browser) = open("damaged replays in a browser", "matrix") else {
        return;
    };
    let message = "document.getElementById('message').textContent";
    browser.run("location.hash = '#matrix&replay=AAAA-not-a-replay';");
    browser.wait_for(&format!("{message}.includes('damaged')"));
    for (text, part) in [
        ("game matrix\n@5 press start\n", "it has no end"),
        ("game matrix\n@5 press Left\n@9 end\n", "no key `Left`"),
        ("game matrix\n@5 release start\n@9 end\n", "does not change"),
        (
            "game matrix\n@5 press start\n@4 end\n",
            "not a cycle after 5",
        ),
        ("game matrix\n@nine end\n", "not a cycle"),
        ("game matrix\ncircuit 00\n@9 end\n", "another circuit"),
        ("game arcade\n@9 end\n", "it is of the game"),
    ] {
        let read = format!(
            "const {{ fromText }} = await import('./replay.js');\
             try {{ fromText(gatefall.player.description, {}); }}\
             catch (error) {{ return error.message; }}",
            json!(text)
        );
        let message = browser.run(&read);
        assert!(
            message.as_str().unwrap_or_default().contains(part),
            "{text}: {message}"
        );
    }
    assert_eq!(browser.run("return gatefall.page.error;"), json!(""));
    assert_eq!(browser.complaints(), [""; 0]);
}

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
        let events = browser.run("return await gatefall.player.recording();");
        let events: Vec<Event> = crate::page::events(&events);
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

/// Compares all signals a million cycles after the reset.
fn compare_signals(game: &str, values: &Value) {
    let mut running = start(game);
    running.run(1_000_003).unwrap();
    let values: Vec<(String, String)> = serde_json::from_value(values.clone()).unwrap();
    assert_eq!(
        values.len(),
        running.machine().program().signal_names().count()
    );
    for (name, value) in values {
        let native = running.machine().peek_value(name.as_str()).unwrap();
        assert_eq!(value, native.bits().to_string(), "{name}");
    }
}

#[test]
fn another_page_uses_the_circuit() {
    let Some(browser) = Browser::start("the example page in a browser") else {
        return;
    };
    browser.open(&format!("{}example.html", url()));
    browser.wait_for("document.getElementById('message').textContent.startsWith('cycle ')");
    let api = browser.run(
        "const { load } = await import('./gatefall.js');\
         const machine = await load('tictactoe');\
         const start = machine.snapshot();\
         machine.poke('reset', 1);\
         machine.run(16);\
         machine.poke('reset', 0);\
         machine.run(1_000_003);\
         const values = machine.symbols.map(({ name }) => [name, String(machine.peek(name))]);\
         const messages = [];\
         for (const act of [\
             () => machine.peek('none'),\
             () => machine.poke('reset', 2),\
             () => machine.poke('tictactoe.led_data', 1),\
             () => machine.memory('none'),\
         ]) {\
             try { act(); } catch (error) { messages.push(error.message); }\
         }\
         machine.restore(start);\
         return { values, messages, cycles: machine.cycles };",
    );
    compare_signals("tictactoe", &api["values"]);
    assert_eq!(
        api["messages"],
        json!([
            "there is no signal `none`",
            "2 does not fit into the 1 bits of `reset`",
            "`tictactoe.led_data` is driven by the circuit",
            "there is no memory `none`",
        ])
    );
    assert_eq!(api["cycles"], json!(0));
    let values = browser.run(
        "const { load } = await import('./gatefall.js');\
         const machine = await load('arcade');\
         machine.poke('reset', 1);\
         machine.run(16);\
         machine.poke('reset', 0);\
         machine.run(1_000_003);\
         return machine.symbols.map(({ name }) => [name, String(machine.peek(name))]);",
    );
    compare_signals("arcade", &values);
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn the_inside_of_the_circuit_is_that_of_the_native_simulator() {
    let Some(browser) = open("the inside of a circuit in a browser", "tictactoe") else {
        return;
    };
    browser.tap(RIGHT);
    browser.run("document.getElementById('pause').click();");
    browser.run(
        "document.getElementById('inside').open = true;\
         document.getElementById('signal-search').value = 'tictactoe.led_data';\
         document.getElementById('signal-search').dispatchEvent(new Event('input'));\
         document.getElementById('signal-add').click();\
         document.getElementById('step-cycle').click();",
    );
    browser.wait_for("gatefall.inside.values.length === 1");
    let recording = browser.run("return await gatefall.player.recording();");
    let end = recording["end"].as_u64().unwrap();
    browser.run("document.getElementById('step-cycle').click();");
    browser.wait_for(&format!("gatefall.inside.cycle === {}", end + 1));
    let mut running = start("tictactoe");
    replay(&mut running, &events(&recording), end + 1);
    let state_before = running.machine().snapshot();
    let shown = browser.run("return gatefall.inside.values[0];");
    let values: Vec<u64> = serde_json::from_value(shown).unwrap();
    assert_eq!(values.len(), 200);
    for (cycle, value) in values.into_iter().enumerate() {
        let native = running.machine().peek("tictactoe.led_data").unwrap();
        assert_eq!(value, native, "{cycle}");
        running.machine().run(1);
    }
    running.machine().restore(&state_before).unwrap();
    let shown = browser.run(
        "const [[name]] = gatefall.player.description.memories;\
         const request = { type: 'words', name, from: 0, count: 16 };\
         return [name, (await gatefall.player.ask(request)).words];",
    );
    let (name, words): (String, Vec<u64>) = serde_json::from_value(shown).unwrap();
    let native = running.machine().memory(&name).unwrap();
    for (address, word) in (0..).zip(words) {
        assert_eq!(word, native.get(address).unwrap(), "{name} {address}");
    }
    // The next edge of the data for the LEDs.
    browser.run("document.getElementById('until-go').click();");
    browser.wait_for("document.getElementById('message').textContent.includes('condition holds')");
    let cycle = browser.run("return gatefall.inside.cycle;");
    let before = running.machine().peek("tictactoe.led_data").unwrap();
    let is_edge = |machine: &mut gatefall_host::Machine| {
        machine.peek("tictactoe.led_data").unwrap() != before
    };
    let cycles = running.machine().run_until(is_edge, 1_000_000).unwrap();
    assert_eq!(cycle, json!(end + 1 + cycles));
    // Wrong input is a message.
    browser.run(
        "document.getElementById('until-operator').value = '=';\
         document.getElementById('until-value').value = 'many';\
         document.getElementById('until-go').click();",
    );
    browser.wait_for("document.getElementById('message').textContent.includes('is not a number')");
    assert_eq!(browser.complaints(), [""; 0]);
}
