//! Signals and memories in the browser: `gatefall.js` and the inside of a circuit.

use crate::browser::{Browser, RIGHT};
use crate::native::{replay, start};
use crate::page::{events, open};
use crate::url;
use serde_json::{json, Value};

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
         machine.poke('flash_id', machine.description.devices.flash);\
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
    browser.wait_for("gatefall.inside.signals.values.length === 1");
    let recording = browser.run("return await gatefall.player.recording();");
    let end = recording["end"].as_u64().unwrap();
    browser.run("document.getElementById('step-cycle').click();");
    browser.wait_for(&format!("gatefall.inside.signals.cycle === {}", end + 1));
    let mut running = start("tictactoe");
    replay(&mut running, &events(&recording), end + 1);
    let state_before = running.machine().snapshot();
    let shown = browser.run("return gatefall.inside.signals.values[0];");
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
    let cycle = browser.run("return gatefall.inside.signals.cycle;");
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
