//! Gamepads of the browser at the pad port of the circuit.

use crate::native::Event;
use crate::page::{compare, events, open};

/// Buttons of the standard gamepad: the lower one is B of a pad of the SNES type.
const LOWER: usize = 0;
const RIGHT_ONE: usize = 1;
const START: usize = 9;
const UP: usize = 12;

/// Pads whose buttons the test sets, instead of those of the machine.
const FAKE_PADS: &str = "
    globalThis.pad = (index) => ({
      index,
      connected: true,
      axes: [0, 0],
      buttons: Array.from({ length: 17 }, () => ({ pressed: false })),
    });
    globalThis.pads = [pad(0), pad(1)];
    Object.defineProperty(navigator, 'getGamepads', { value: () => globalThis.pads });
    dispatchEvent(new Event('gamepadconnected'));";

#[test]
fn a_gamepad_is_read_by_the_circuit_and_presses_no_key() {
    let Some(browser) = open("gamepads in a browser", "arcade") else {
        return;
    };
    browser.run(FAKE_PADS);
    let recorded = || {
        let recording = browser.run("return await gatefall.player.recording();");
        let events: Vec<Event> = events(&recording);
        let controls = events.into_iter();
        controls
            .map(|(_, control, is_down)| (control, is_down))
            .collect::<Vec<_>>()
    };
    let mut count = 0;
    let mut change = |script: String| {
        browser.run(&script);
        count += 1;
        browser.wait_for(&format!(
            "(await gatefall.player.recording()).events.length === {count}"
        ));
    };
    // A game begins and the countdown ends; a turn in both directions; the second pad.
    for (pad, button) in [(0, START), (0, START), (0, LOWER), (0, RIGHT_ONE), (1, UP)] {
        for is_down in [true, false] {
            change(format!(
                "pads[{pad}].buttons[{button}].pressed = {is_down};"
            ));
        }
    }
    let expected = ["pad1_start", "pad1_start", "pad1_b", "pad1_a", "pad2_up"];
    let expected =
        expected.map(|control| [(control.to_owned(), true), (control.to_owned(), false)]);
    assert_eq!(recorded(), expected.concat());
    // The stick is the cross.
    change("pads[0].axes[0] = -1;".to_owned());
    assert_eq!(recorded()[10..], [("pad1_left".to_owned(), true)]);
    // A pad that goes releases its buttons, and the other one keeps its player.
    change("pads[0] = null; dispatchEvent(new Event('gamepaddisconnected'));".to_owned());
    let mut tap = |pad: usize, button: usize| {
        for is_down in [true, false] {
            change(format!(
                "pads[{pad}].buttons[{button}].pressed = {is_down};"
            ));
        }
    };
    tap(1, UP);
    // A pad that comes takes the free place, whatever its number.
    browser.run("pads[2] = pad(2); dispatchEvent(new Event('gamepadconnected'));");
    tap(2, LOWER);
    tap(1, UP);
    let expected = ["pad2_up", "pad1_b", "pad2_up"];
    let expected =
        expected.map(|control| [(control.to_owned(), true), (control.to_owned(), false)]);
    assert_eq!(recorded()[11], ("pad1_left".to_owned(), false));
    assert_eq!(recorded()[12..], expected.concat());
    browser.run("document.getElementById('pause').click();");
    browser.wait_for("!gatefall.player.isRunning");
    assert!(compare(&browser, "arcade") >= 18);
    // A replay has the buttons.
    let text = browser.run(
        "const { toText, fromText } = await import('./replay.js');\
         const description = await (await fetch('./arcade.json')).json();\
         const text = toText(description, await gatefall.player.recording());\
         return fromText(description, text).events.length;",
    );
    assert!(text.as_u64() >= Some(18), "{text}");
    assert_eq!(browser.complaints(), [""; 0]);
}
