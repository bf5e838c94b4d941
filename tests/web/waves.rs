//! Waveforms of signals: zoom, cursor, mark, edges, and search.

use crate::native::{replay, start};
use crate::page::{events, open};
use serde_json::json;

const SIGNAL: &str = "tictactoe.divider.left";

#[test]
fn waveforms_are_zoomed_searched_and_measured() {
    let Some(browser) = open("waveforms in a browser", "tictactoe") else {
        return;
    };
    browser.run("document.getElementById('pause').click();");
    browser.wait_for("!gatefall.player.isRunning");
    browser.run("document.getElementById('inside').open = true;");
    browser.run(
        "await gatefall.inside.signals.add('tictactoe.led_data');\
         await gatefall.inside.signals.add('tictactoe.led_data');",
    );
    browser.run(&format!("await gatefall.inside.signals.add('{SIGNAL}');"));
    browser.wait_for("gatefall.inside.signals.values.length === 2");
    let recording = browser.run("return await gatefall.player.recording();");
    let mut running = start("tictactoe");
    replay(
        &mut running,
        &events(&recording),
        recording["end"].as_u64().unwrap(),
    );
    let mut led_data = Vec::new();
    let mut counts = Vec::new();
    for _ in 0..6400 {
        led_data.push(running.machine().peek("tictactoe.led_data").unwrap());
        counts.push(running.machine().peek(SIGNAL).unwrap());
        running.machine().run(1);
    }
    let click = |id: &str| {
        browser.run(&format!("document.getElementById('{id}').click();"));
    };
    // Zoom out to the longest view: five times from 200 cycles.
    for count in [400, 800, 1600, 3200, 6400, 6400] {
        click("wave-out");
        browser.wait_for(&format!("gatefall.inside.signals.view.count === {count}"));
        browser.wait_for(&format!(
            "gatefall.inside.signals.values[0].length >= {count}"
        ));
    }
    let values = browser.run("return gatefall.inside.signals.values;");
    assert_eq!(values, json!([led_data, counts]));
    // The counter changes in each cycle, so it would be every edge.
    browser.run("document.querySelectorAll('#watched button')[1].click();");
    browser.wait_for("gatefall.inside.signals.values.length === 1");
    let edges: Vec<usize> = (1..led_data.len())
        .filter(|&cycle| led_data[cycle] != led_data[cycle - 1])
        .collect();
    let cursor = || browser.run("return gatefall.inside.signals.cursor;");
    click("edge-on");
    assert_eq!(cursor(), json!(edges[0]));
    click("wave-mark");
    click("edge-on");
    assert_eq!(cursor(), json!(edges[1]));
    let place = browser.run("return document.getElementById('wave-place').textContent;");
    let distance = format!("mark + {} (", edges[1] - edges[0]);
    assert!(
        place.as_str().unwrap().contains(&distance),
        "{place}: {distance}"
    );
    click("edge-back");
    assert_eq!(cursor(), json!(edges[0]));
    // The next cycle in which the value begins.
    let begins = |value: u64, after: usize| {
        (after + 1..led_data.len())
            .find(|&at| led_data[at] == value && led_data[at - 1] != value)
            .unwrap()
    };
    let mut at = edges[0];
    for value in [0, 1, 1] {
        browser.run(&format!(
            "const find = document.getElementById('wave-find');\
             find.value = '{value}';\
             find.dispatchEvent(new Event('change'));"
        ));
        at = begins(value, at);
        assert_eq!(cursor(), json!(at));
    }
    // Zoom in around the cursor, to the shortest view.
    for _ in 0..12 {
        click("wave-in");
    }
    let view = browser.run(
        "const { view, cursor } = gatefall.inside.signals;\
         return [view.count, view.from <= cursor && cursor < view.from + view.count];",
    );
    assert_eq!(view, json!([10, true]));
    // The picture has the keys of these buttons.
    let keys = browser.run(
        "const wave = document.getElementById('wave');\
         const { signals } = gatefall.inside;\
         const press = async (code, key, shiftKey = false) => {\
             const event = new KeyboardEvent('keydown', { code, key, shiftKey, cancelable: true });\
             wave.dispatchEvent(event);\
             await new Promise((resolve) => setTimeout(resolve, 100));\
             return [signals.cursor, signals.view.count];\
         };\
         return [await press('Home', 'Home'), await press('ArrowRight', 'ArrowRight'),\
             await press('ArrowRight', 'ArrowRight', true), await press('Minus', '-'),\
             await press('Equal', '+')];",
    );
    let next = edges.iter().find(|&&edge| edge > 1);
    assert_eq!(
        keys,
        json!([[0, 10], [1, 10], [next, 10], [next, 20], [next, 10]])
    );
    assert_eq!(browser.complaints(), [""; 0]);
}
