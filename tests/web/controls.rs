//! Focus, keys and buttons of the page.

use crate::browser::{CONTROL, ENTER, LEFT, RIGHT};
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
    // The touch has allowed the page to play sound.
    browser.wait_for("gatefall.sound.context?.state === 'running'");
    browser.run("document.querySelector('.actions button').focus();");
    browser.tap(ENTER);
    assert_eq!(controls(4)[2..], pressed("button_b"));
    // A key is shown on its button.
    browser.run("document.getElementById('screen').focus();");
    browser.press(RIGHT);
    browser.wait_for("document.querySelector('.cross .right').classList.contains('is-down')");
    browser.run("document.getElementById('reset').click();");
    browser.wait_for("!document.querySelector('.is-down')");
    // A full screen has them with the picture, and no other controls.
    browser.touch("#fullscreen");
    browser.wait_for(
        "document.fullscreenElement\
         && [...document.querySelectorAll('.screen, .pads button')].every((element) => {\
             const { left, right, top, bottom, height } = element.getBoundingClientRect();\
             return height > 0 && top >= 0 && bottom <= innerHeight\
                 && left >= 0 && right <= innerWidth;\
         })",
    );
    let toolbar = "return document.querySelector('.toolbar').checkVisibility();";
    assert_eq!(browser.run(toolbar), json!(false));
    // Without a full screen, as on a phone, the game fills the window.
    browser.run(
        "await document.exitFullscreen();\
         document.querySelector('.play').requestFullscreen = undefined;",
    );
    browser.wait_for("!document.querySelector('.full')");
    browser.touch("#fullscreen");
    browser.wait_for("document.querySelector('.play').clientHeight === innerHeight");
    assert_eq!(browser.run(toolbar), json!(false));
    browser.touch("#leave");
    browser.wait_for("document.querySelector('.toolbar').checkVisibility()");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn sound_that_does_not_start_is_tried_again() {
    let Some(browser) = open("another start of the sound in a browser", "tictactoe") else {
        return;
    };
    browser.run(
        "globalThis.isMissing = true;\
         const { addModule } = AudioWorklet.prototype;\
         AudioWorklet.prototype.addModule = function (name) {\
             if (isMissing) return Promise.reject(new Error('it is missing'));\
             return addModule.call(this, name);\
         };",
    );
    browser.tap(RIGHT);
    let message = "document.getElementById('message').textContent";
    browser.wait_for(&format!("{message} === 'There is no sound: it is missing'"));
    browser.run("globalThis.isMissing = false;");
    browser.tap(RIGHT);
    browser.wait_for("gatefall.sound.context?.state === 'running'");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn speed_and_volume_leave_the_keys_to_the_game_after_a_click() {
    let Some(browser) = open("speed and volume in a browser", "tictactoe") else {
        return;
    };
    let focused = || {
        browser.run(
            "await new Promise((resolve) => {\
                 requestAnimationFrame(() => requestAnimationFrame(resolve));\
             });\
             return document.activeElement.id;",
        )
    };
    browser.run(
        "document.getElementById('volume').addEventListener('focus', () => {\
             globalThis.isClicked = true;\
         });",
    );
    browser.click("#volume");
    browser.wait_for("globalThis.isClicked && document.activeElement.id === 'screen'");
    // The list of speeds is outside of the page, so the test sends its events.
    let choose = |event: &str, speed: &str| {
        browser.run(&format!(
            "const list = document.getElementById('speed');\
             list.focus();\
             list.dispatchEvent(new Event('{event}'));\
             list.value = '{speed}';\
             list.dispatchEvent(new Event('change'));"
        ));
    };
    choose("pointerdown", "0.5");
    assert_eq!(focused(), json!("screen"));
    // They keep the focus of those who reach them by key.
    choose("keydown", "1");
    assert_eq!(focused(), json!("speed"));
    let volume = || browser.run("return document.getElementById('volume').value;");
    let before = volume();
    browser.run("document.getElementById('volume').focus();");
    browser.tap(LEFT);
    assert_eq!(focused(), json!("volume"));
    assert_ne!(volume(), before);
    let recording = browser.run("return await gatefall.player.recording();");
    assert!(events(&recording).is_empty(), "{recording}");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn a_key_whose_release_is_not_reported_goes_up_with_meta() {
    let Some(browser) = open("the Meta key in a browser", "tictactoe") else {
        return;
    };
    let down = "return [...gatefall.input.down.keys()].join();";
    browser.run(
        "const key = (type, init) => dispatchEvent(new KeyboardEvent(type, init));\
         gatefall.input.press('up', 'pad 0 up');\
         key('keydown', { code: 'ArrowRight' });\
         key('keydown', { code: 'MetaLeft', key: 'Meta', metaKey: true });",
    );
    assert_eq!(browser.run(down), json!("up,right"));
    browser.run("dispatchEvent(new KeyboardEvent('keyup', { code: 'MetaLeft', key: 'Meta' }));");
    assert_eq!(browser.run(down), json!("up"));
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn a_circuit_that_stops_goes_on_after_a_reset_only() {
    let Some(browser) = open("a stopped circuit in a browser", "tictactoe") else {
        return;
    };
    // A control that the circuit does not have.
    browser.run("gatefall.player.key('none', true);");
    let cover = "document.getElementById('cover-text').textContent";
    browser.wait_for(&format!("{cover}.endsWith('Reset starts the game again.')"));
    browser.tap(RIGHT);
    browser.run("document.getElementById('pause').click();");
    let shown = browser.run("return [gatefall.player.isRunning, cover.hidden];");
    assert_eq!(shown, json!([false, false]));
    browser.run("document.getElementById('reset').click();");
    browser.wait_for("gatefall.player.isRunning && cover.hidden");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn a_game_that_loads_without_the_focus_waits() {
    let Some(browser) = open("a load without the focus in a browser", "tictactoe") else {
        return;
    };
    browser.run("document.hasFocus = () => false; location.hash = '#matrix';");
    browser.wait_for("gatefall.page.isReady && gatefall.page.game === 'matrix'");
    let shown = browser.run("return [gatefall.player.isRunning, cover.hidden];");
    assert_eq!(shown, json!([false, false]));
    browser.tap(RIGHT);
    browser.wait_for("gatefall.player.isRunning && cover.hidden");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn a_pause_ends_with_a_new_press_of_a_key_only() {
    let Some(browser) = open("the end of a pause in a browser", "tictactoe") else {
        return;
    };
    browser.run("document.getElementById('pause').click();");
    browser.wait_for("!gatefall.player.isRunning");
    // A key that is still held repeats. A button on the screen is not a key.
    browser.touch(".cross .left");
    browser.run(
        "document.getElementById('screen').focus();\
         const held = { code: 'ArrowDown', repeat: true, bubbles: true };\
         document.getElementById('screen').dispatchEvent(new KeyboardEvent('keydown', held));",
    );
    let state = "gatefall.player.isRunning, (await gatefall.player.recording()).events.length";
    assert_eq!(
        browser.run(&format!("return [{state}];")),
        json!([false, 0])
    );
    let status = "document.getElementById('status').textContent";
    browser.wait_for(&format!("{status}.startsWith('stopped at')"));
    // The first status after the pause: its share of real time is that of the time since then.
    browser.run(
        "const { page, player } = gatefall;\
         const [before, begun] = [page.status.cycles, performance.now()];\
         player.addEventListener('status', ({ detail: { cycles, ratio } }) => {\
             if (!player.isRunning || globalThis.times) return;\
             const counted = (cycles - before) / player.description.clock_hz / ratio;\
             globalThis.times = [1000 * counted, performance.now() - begun];\
         });",
    );
    // The key that ends the pause is not one of the game.
    browser.tap(RIGHT);
    browser.wait_for("gatefall.player.isRunning");
    browser.tap(RIGHT);
    browser.wait_for("(await gatefall.player.recording()).events.length === 2");
    browser.wait_for("globalThis.times");
    let times = browser.run("return globalThis.times;");
    assert!(times[0].as_f64() <= times[1].as_f64(), "{times}");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn sound_comes_back_after_the_highest_speed() {
    let Some(browser) = open("sound after the highest speed in a browser", "tictactoe") else {
        return;
    };
    // The processor of the audio thread, with a queue of a square wave.
    let heard = browser.run(
        "let made;\
         globalThis.sampleRate = 48000;\
         globalThis.AudioWorkletProcessor = class {\
             port = { postMessage() {} };\
         };\
         globalThis.registerProcessor = (_, type) => { made = type; };\
         await import('./sound-worklet.js');\
         const sound = new made();\
         const port = {};\
         sound.connect(port);\
         const samples = Uint16Array.from({ length: 9000 }, (_, at) => 512 * (at & 1));\
         const blocks = (data) => {\
             port.onmessage({ data });\
             return Array.from({ length: 9 }, () => {\
                 const output = new Float32Array(128);\
                 sound.process([], [[output]]);\
                 return output.every(Number.isFinite) ? Math.max(...output) > 0 : 'no number';\
             });\
         };\
         port.onmessage({ data: { rate: 48000, isRunning: true } });\
         const before = blocks({ samples });\
         const silent = blocks({ rate: 0 });\
         port.onmessage({ data: { rate: 48000 } });\
         const after = blocks({ samples });\
         const aim = sound.seconds;\
         port.onmessage({ data: { isRunning: false } });\
         for (let part = 0; part < 20; part++) blocks({});\
         return [before, silent, after, [sound.isPlaying, sound.seconds === aim]];",
    );
    let all = |value: bool| vec![value; 9];
    // In a pause the queue runs empty, and its aim stays.
    assert_eq!(
        heard,
        json!([all(true), all(false), all(true), [false, true]])
    );
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn a_second_press_waits_until_the_circuit_has_seen_the_release() {
    let Some(browser) = open("two presses in a browser", "tictactoe") else {
        return;
    };
    // So slow that all of it is within the least time of a press.
    browser.run(
        "const { player } = gatefall;\
         player.speed(1 / 20);\
         for (const isDown of [true, false, true, false]) player.key('right', isDown);",
    );
    let recording = "await gatefall.player.recording()";
    browser.wait_for(&format!("({recording}).events.length === 1"));
    browser.run("gatefall.player.speed(1);");
    browser.wait_for(&format!("({recording}).events.length === 4"));
    let events = events(&browser.run(&format!("return {recording};")));
    let clock_hz = browser.run("return gatefall.player.description.clock_hz;");
    let least = clock_hz.as_u64().unwrap() / 25;
    for (index, pair) in events.windows(2).enumerate() {
        assert_eq!(pair[0].2, index % 2 == 0);
        assert_eq!(pair[1].0 - pair[0].0, least);
    }
    assert_eq!(browser.complaints(), [""; 0]);
}
