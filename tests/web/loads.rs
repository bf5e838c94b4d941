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
