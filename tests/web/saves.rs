//! Saves of a game in the browser: the flash is there at the next visit of the page.

use crate::browser::{Browser, F1};
use crate::gatefall;
use crate::page::open;
use crate::url;
use serde_json::json;
use std::fs;

/// The stored flash of the arcade.
const STORED: &str = "localStorage.getItem('gatefall.arcade.flash')";
const SKIN: &str = "(await gatefall.player.peek('arcade.console.settings.skin_now'))[0]";

/// Loads the page again, and waits for the arcade.
fn visit(browser: &Browser) {
    browser.open("about:blank");
    browser.open(&format!("{}#arcade", url()));
    browser.wait_for("globalThis.gatefall?.page.pictures > 3");
}

/// Takes the next skin, which is saved. Waits until something else is stored.
fn save_next_skin(browser: &Browser) {
    browser.run(&format!("globalThis.before = {STORED};"));
    browser.tap(F1);
    browser.wait_for(&format!("{STORED} !== before"));
}

fn stored(browser: &Browser) -> String {
    let stored = browser.run(&format!("return {STORED};"));
    stored.as_str().unwrap_or_default().to_owned()
}

/// Plays a replay in a link to its end.
fn play(browser: &Browser, text: &str) {
    browser.run(&format!(
        "const {{ toLink }} = await import('./replay.js');\
         location.hash = '#arcade&replay=' + await toLink({});",
        json!(text)
    ));
    let message = "document.getElementById('message').textContent";
    browser.wait_for(&format!("{message}.includes('The replay is over')"));
}

#[test]
fn settings_are_kept_until_the_next_visit_and_replays_have_them() {
    let Some(browser) = open("saves in a browser", "arcade") else {
        return;
    };
    assert_eq!(stored(&browser), "");
    save_next_skin(&browser);
    let first = stored(&browser);
    assert!(first.starts_with("flash "), "{first}");
    visit(&browser);
    browser.wait_for(&format!("{SKIN} === 1"));
    assert_eq!(stored(&browser), first);
    save_next_skin(&browser);
    // The next session begins with it.
    browser.run("document.getElementById('reset').click();");
    browser.wait_for(&format!(
        "gatefall.player.isRunning && (await gatefall.player.recording()).events.length === 0\
         && {SKIN} === 2"
    ));
    let second = stored(&browser);
    assert_ne!(second, first);

    save_next_skin(&browser);
    browser.run("document.getElementById('pause').click();");
    browser.wait_for("!gatefall.player.isRunning");
    let text = browser.run("return await gatefall.replays.text();");
    let text = text.as_str().unwrap();
    assert!(text.contains(&second), "{text}");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.keys");
    fs::write(&path, text).unwrap();
    let output = gatefall(&["sim", "arcade", "--keys", path.to_str().unwrap()]).output();
    let output = output.unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{errors}");
    play(&browser, text);
    let message = browser.run("return document.getElementById('message').textContent;");
    let message = message.as_str().unwrap();
    assert!(message.contains("in the same state"), "{message}");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn a_replay_leaves_the_saves_of_the_player_alone() {
    let Some(browser) = open("saves and replays in a browser", "arcade") else {
        return;
    };
    save_next_skin(&browser);
    save_next_skin(&browser);
    let kept = stored(&browser);
    // The first skin, and a save.
    play(
        &browser,
        "game arcade\n@500000 press F1\n@2000000 release F1\n@9000000 end\n",
    );
    assert_eq!(browser.run(&format!("return {SKIN};")), json!(1));
    browser.run("document.getElementById('replay-take').click();");
    browser.wait_for("!gatefall.player.isReplay && gatefall.player.isRunning");
    browser.tap(F1);
    browser.wait_for(&format!("{SKIN} === 2"));
    browser.tap(F1);
    browser.wait_for(&format!("{SKIN} === 3"));
    let cycle = "(await gatefall.player.recording()).end";
    browser.run(&format!("globalThis.saved = {cycle} + 9_000_000;"));
    browser.wait_for(&format!("{cycle} > saved"));
    browser.run("document.getElementById('pause').click();");
    browser.run("await gatefall.player.recording();");
    assert_eq!(stored(&browser), kept);
    // A session of the player has them.
    browser.run("document.getElementById('reset').click();");
    browser.wait_for(&format!(
        "(await gatefall.player.recording()).events.length === 0 && {SKIN} === 2"
    ));
    assert_eq!(stored(&browser), kept);
    for line in ["flash 8191 0000", "flash 0 0", "flash 0", "flash x 00"] {
        let message = browser.run(&format!(
            "const {{ fromText }} = await import('./replay.js');\
             try {{ fromText(gatefall.player.description, '{line}\\n@9 end'); }}\
             catch (error) {{ return error.message; }}"
        ));
        let message = message.as_str().unwrap_or_default();
        assert!(
            message.contains("not bytes of the flash"),
            "{line}: {message}"
        );
    }
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn a_storage_that_is_damaged_or_refused_is_an_empty_flash() {
    let Some(browser) = open("a damaged storage in a browser", "arcade") else {
        return;
    };
    save_next_skin(&browser);
    let good = stored(&browser);
    for bad in ["", "nonsense", "flash 8190 001122", "flash 0 0"] {
        let damaged = format!("{good}\n{bad}");
        browser.run(&format!(
            "localStorage.setItem('gatefall.arcade.flash', {});",
            json!(damaged)
        ));
        visit(&browser);
        browser.run("await gatefall.player.recording();");
        assert_eq!(browser.run(&format!("return {SKIN};")), json!(0), "{bad}");
        assert_eq!(browser.run("return gatefall.page.error;"), json!(""));
    }
    let refuse = "Object.defineProperty(globalThis, 'localStorage', {\
        get() { throw new Error('it is switched off'); } });";
    browser.devtools(
        "Page.addScriptToEvaluateOnNewDocument",
        &json!({ "source": refuse }),
    );
    visit(&browser);
    browser.tap(F1);
    let message = "document.getElementById('message').textContent";
    browser.wait_for(&format!("{message}.includes('it is switched off')"));
    browser.wait_for(&format!("{SKIN} === 1 && gatefall.player.isRunning"));
    assert_eq!(browser.run("return gatefall.page.error;"), json!(""));
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn a_flash_is_stored_when_it_no_longer_changes_or_the_page_is_left() {
    let Some(browser) = open("the store of a flash in a browser", "matrix") else {
        return;
    };
    let looks = browser.run(
        "const { FlashWatch } = await import('./flash-watch.js');\
         const { erased } = await import('./flash.js');\
         const bench = { clockHz: 1000, cycles: 0, flash: erased() };\
         const watch = new FlashWatch(bench);\
         const looks = [];\
         const look = (cycles, isStopped = false) => {\
             bench.cycles = cycles;\
             looks.push(watch.look(isStopped)?.isSettled ?? null);\
         };\
         const change = () => { bench.flash = bench.flash.with(7, bench.flash[7] - 1); };\
         look(0); change(); look(99); look(100); look(199); look(200); look(300);\
         change(); look(400); change(); look(500); look(600); look(700);\
         change(); look(701, true); look(900);\
         return looks;",
    );
    let expected =
        json!([null, null, false, null, true, null, false, false, true, null, true, null]);
    assert_eq!(looks, expected);
    let stored = browser.run(
        "const { Saves } = await import('./saves.js');\
         const { erased } = await import('./flash.js');\
         const saves = new Saves(() => {});\
         const stored = [];\
         const look = () => stored.push(localStorage.getItem('gatefall.a.flash')?.slice(8, 10));\
         const take = (byte, isSettled) => {\
             saves.take({ game: 'a', flash: erased().fill(byte, 0, 1), isSettled });\
             look();\
         };\
         const leave = () => { dispatchEvent(new Event('pagehide')); look(); };\
         take(1, false); take(2, false); take(2, true); take(3, false);\
         leave();\
         stored.push(saves.read('a')[0]);\
         localStorage.removeItem('gatefall.a.flash');\
         leave();\
         take(4, false);\
         stored.push(saves.read('a')[0]);\
         return stored.map((value) => value ?? '');",
    );
    let expected = json!(["", "", "02", "02", "03", 3, "", "", 4]);
    assert_eq!(stored, expected);
    assert_eq!(browser.complaints(), [""; 0]);
}
