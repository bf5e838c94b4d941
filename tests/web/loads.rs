//! Loads of games: by the address, and one soon after another.

use crate::browser::ENTER;
use crate::page::open;
use serde_json::json;

#[test]
fn the_link_to_the_game_leaves_the_game_alone() {
    let Some(browser) = open("the link to the game in a browser", "handheld") else {
        return;
    };
    browser.run("gatefall.player.addEventListener('ready', () => { globalThis.isNew = true; });");
    let before = browser.run("return (await gatefall.player.recording()).end;");
    browser.run("document.querySelector('.skip').focus();");
    browser.tap(ENTER);
    browser.wait_for("document.activeElement.id === 'screen'");
    browser.run("globalThis.first = gatefall.page.pictures;");
    browser.wait_for("gatefall.page.pictures > first + 3");
    let after = browser.run(
        "const { events, end } = await gatefall.player.recording();\
         const isNew = Boolean(globalThis.isNew);\
         const { hash } = location;\
         return { isNew, end, keys: events.length, hash, game: gatefall.page.game };",
    );
    assert!(after["end"].as_u64() > before.as_u64(), "{before}: {after}");
    let expected = json!({
        "isNew": false, "end": after["end"], "keys": 0, "hash": "#handheld", "game": "handheld",
    });
    assert_eq!(after, expected);
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn a_damaged_address_names_no_game() {
    let Some(browser) = open("a damaged address in a browser", "%") else {
        return;
    };
    let is_first = "gatefall.page.game === gatefall.page.games[0].name";
    let shown = browser.run(&format!("return [location.hash, {is_first}];"));
    assert_eq!(shown, json!(["#%", true]));
    browser.run("location.hash = '#matrix';");
    browser.wait_for("gatefall.page.isReady && gatefall.page.game === 'matrix'");
    browser.run("location.hash = '#matrix&replay=%E0';");
    browser.wait_for(&format!("gatefall.page.isReady && {is_first}"));
    assert_eq!(browser.run("return gatefall.page.error;"), json!(""));
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn a_load_that_failed_is_tried_again() {
    let Some(browser) = open("a failed load in a browser", "matrix") else {
        return;
    };
    browser.run(
        "globalThis.isDown = true;\
         const { fetch } = globalThis;\
         globalThis.fetch = (...what) => isDown ? Promise.reject(new TypeError('no network'))\
             : fetch(...what);\
         location.hash = '#handheld';",
    );
    let button = "document.getElementById('cover-button')";
    browser.wait_for(&format!("{button}.textContent === 'Try again'"));
    let text = browser.run("return document.getElementById('spoken').textContent;");
    let expected = ["handheld.json", "handheld.wasm"];
    let expected = expected.map(|file| json!(format!("cannot load {file}: no network")));
    assert!(expected.contains(&text), "{text}");
    browser.run(&format!("globalThis.isDown = false; {button}.click();"));
    browser.wait_for("gatefall.page.isReady && gatefall.player.description.name === 'handheld'");
    browser.wait_for("gatefall.player.isRunning && document.getElementById('cover').hidden");
    assert_eq!(browser.complaints(), [""; 0]);
}

/// Circuits that no game of the site has: parts of both kinds, and LEDs in rows.
#[test]
fn circuits_with_several_devices() {
    let Some(browser) = open("circuits with several devices in a browser", "matrix") else {
        return;
    };
    let seen = browser.run(
        "const { Bench } = await import('./bench.js');\
         const { fromText } = await import('./replay.js');\
         const { missing, Screen } = await import('./screen.js');\
         const leds = { columns: 2, rows: 1, chain: false };\
         const devices = {\
             keyboard: true, keys: { A: [28] }, buttons: [{ port: 'up', keys: [] }], gamepads: [],\
             monitor: null, flash: null, leds,\
         };\
         const poked = [];\
         const machine = {\
             description: { clock_hz: 12e6, devices }, cycles: 0,\
             poke(name, value) { poked.push([name, value]); },\
             run(cycles) { this.cycles += cycles; },\
             memory: () => ({ bytes: () => new Uint32Array(32), words: 32 }),\
         };\
         const bench = new Bench(machine);\
         bench.set('up', true);\
         bench.set('A', true);\
         const text = 'game own\\n@1 press up\\n@2 press A\\n@3 end\\n';\
         const { events } = fromText({ name: 'own', devices }, text);\
         const screen = new Screen(document.createElement('canvas'));\
         const shape = (devices) => (screen.open(devices), screen.canvas.width);\
         return [\
             poked.at(-1), bench.queues('A'), events.length,\
             missing({ name: 'own', devices }).includes('GAME=own'),\
             missing({ devices: { ...devices, leds: null } }).includes('no screen'),\
             missing({ devices: { ...devices, leds: { ...leds, chain: true } } }),\
             shape({ ...devices, monitor: 2 }), shape(devices), shape({}),\
         ];",
    );
    let expected = json!([["up", 1], true, 2, true, true, "", 640, 192, 640]);
    assert_eq!(seen, expected);
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn a_load_gives_way_to_the_next_one() {
    let Some(browser) = open("two loads at once in a browser", "handheld") else {
        return;
    };
    browser.run("document.getElementById('inside').open = true;");
    browser.run("document.getElementById('tab-memories').click();");
    browser.wait_for("document.querySelector('#words td')");
    // The first load takes longer than the second one, and then less time.
    for (first, second) in [("arcade", "tictactoe"), ("matrix", "arcade")] {
        let is_off = browser.run(&format!(
            "const click = async (game) => {{\
                 const isFollowed = new Promise((resolve) => {{\
                     addEventListener('hashchange', resolve, {{ once: true }});\
                 }});\
                 document.querySelector(`#games [href='#${{game}}']`).click();\
                 await isFollowed;\
             }};\
             await click('{first}');\
             await click('{second}');\
             return document.getElementById('reset').disabled;"
        ));
        assert_eq!(is_off, json!(true), "a reset would start the game before");
        browser.wait_for(&format!(
            "gatefall.page.isReady && gatefall.player.description.name === '{second}'"
        ));
        // The files of the first game have come, too.
        browser.wait_for(&format!(
            "performance.getEntriesByName(new URL('{first}.wasm', location.href).href).length > 0"
        ));
        browser.run("globalThis.first = gatefall.page.pictures;");
        browser.wait_for("gatefall.page.pictures > first + 5");
        let after = browser.run(&format!(
            "const {{ page, player }} = gatefall;\
             const names = player.description.signals.map(([name]) => name);\
             const own = names.find((name) => name.startsWith('{second}.'));\
             return {{\
                 values: (await player.peek(own)).length,\
                 games: [page.game, document.querySelector('#games [aria-current]').hash],\
                 memory: document.getElementById('memory').value.split('.')[0],\
                 words: Boolean(document.querySelector('#words td')),\
                 texts: [page.error, document.getElementById('message').textContent],\
                 isOff: document.getElementById('reset').disabled,\
             }};"
        ));
        let expected = json!({
            "values": 1,
            "games": [second, format!("#{second}")],
            "memory": second,
            "words": true,
            "texts": ["", ""],
            "isOff": false,
        });
        assert_eq!(after, expected, "{first}, {second}");
    }
    assert_eq!(browser.complaints(), [""; 0]);
}
