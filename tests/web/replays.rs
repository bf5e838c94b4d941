//! Replays in the browser: those of the native simulator, and damaged ones.

use crate::browser::{LEFT, RIGHT};
use crate::gatefall;
use crate::native::{replay, start, state, Event};
use crate::page::{compare, events, open};
use serde_json::json;
use std::fs;

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
fn a_replay_ends_with_the_events_of_its_last_cycle() {
    let Some(browser) = open("the end of a replay in a browser", "tictactoe") else {
        return;
    };
    browser.press(RIGHT);
    browser.wait_for("gatefall.input.down.has('right')");
    // The pause releases the key in its cycle if it was down for the least time.
    browser.wait_for(
        "await gatefall.player.recording().then(({ events, end }) => events.length === 1\
             && end > events[0][0] + gatefall.player.description.clock_hz / 10)",
    );
    browser.run("document.getElementById('pause').click();");
    let recording = browser.run("return await gatefall.player.recording();");
    let recorded = events(&recording);
    assert_eq!(recorded.len(), 2);
    assert_eq!(json!(recorded[1].0), recording["end"]);
    let text = browser.run("return await gatefall.replays.text();");
    browser.run("document.getElementById('replay-watch').click();");
    let message = "document.getElementById('message').textContent";
    browser.wait_for(&format!("{message}.startsWith('The replay')"));
    let message = browser.run(&format!("return {message};"));
    let shown = message.as_str().unwrap();
    assert!(shown.contains("in the same state"), "{shown}");
    // The command plays it to the same state.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.keys");
    fs::write(&path, text.as_str().unwrap()).unwrap();
    let output = gatefall(&["sim", "tictactoe", "--keys", path.to_str().unwrap()]).output();
    let output = output.unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{errors}");
    assert!(!errors.contains("ends before"), "{errors}");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn buttons_of_a_replay_know_what_it_does() {
    let Some(browser) = open("buttons of a replay in a browser", "tictactoe") else {
        return;
    };
    let label = |id: &str| {
        let text = browser.run(&format!(
            "return document.getElementById('{id}').textContent.trim();"
        ));
        text.as_str().unwrap().to_owned()
    };
    let click = |id: &str| browser.run(&format!("document.getElementById('{id}').click();"));
    // A press in each tenth of a second.
    browser.run(
        "const { fromText } = await import('./replay.js');\
         const { description } = gatefall.player;\
         const tenth = description.clock_hz / 10;\
         const lines = Array.from({ length: 60 }, (_, index) =>\
             `@${(index + 1) * tenth} press right\\n@${(index + 1.5) * tenth} release right\\n`);\
         const text = `game tictactoe\\n${lines.join('')}@${62 * tenth} end\\n`;\
         gatefall.replays.play(fromText(description, text));",
    );
    browser.wait_for("gatefall.player.isReplay && gatefall.player.isRunning");
    assert_eq!(label("replay-play"), "Stop");
    click("pause");
    assert_eq!([label("pause"), label("replay-play")], ["Go on", "Play"]);
    click("replay-play");
    assert_eq!([label("pause"), label("replay-play")], ["Pause", "Stop"]);
    // The next key is that after the picture, also if the last status is older.
    browser.run(
        "const { page, player } = gatefall;\
         const late = 0.3 * player.description.clock_hz;\
         while (!page.status?.isReplay || page.cycle - page.status.cycles < late) {\
             await new Promise((resolve) => setTimeout(resolve, 1));\
         }\
         globalThis.seen = page.cycle;\
         document.getElementById('replay-on').click();",
    );
    browser.wait_for("document.getElementById('status').textContent.startsWith('stopped')");
    let next = browser.run("return [globalThis.seen, gatefall.replays.cycle];");
    let [seen, next] = [&next[0], &next[1]].map(|cycle| cycle.as_u64().unwrap());
    assert!(next > seen, "{next} after {seen}");
    assert_eq!(next % 1_200_000, 0);
    assert_eq!([label("pause"), label("replay-play")], ["Go on", "Play"]);
    browser.run("gatefall.replays.seek(gatefall.replays.replay.end - 100_000);");
    click("replay-play");
    let message = "document.getElementById('message').textContent";
    browser.wait_for(&format!("{message} === 'The replay is over.'"));
    assert_eq!(label("replay-play"), "Play again");
    browser.run("gatefall.replays.seek(0);");
    assert_eq!(label("replay-play"), "Play");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn a_replay_that_cannot_be_read_leaves_a_game() {
    let Some(browser) = open("refused replays in a browser", "matrix") else {
        return;
    };
    let message = "document.getElementById('message').textContent";
    let old = "game tictactoe\\ncircuit 00\\n@9 end\\n";
    let open_file = |text: &str| {
        browser.run(&format!(
            "const files = new DataTransfer();\
             files.items.add(new File([{text}], 'a.keys'));\
             const open = document.getElementById('replay-open');\
             open.files = files.files;\
             open.dispatchEvent(new Event('change'));"
        ));
    };
    // A file of another game, and one that is too long: this game goes on.
    open_file(&format!("'{old}'"));
    browser.wait_for(&format!("{message}.includes('another circuit')"));
    open_file("new Uint8Array(8_000_001)");
    browser.wait_for(&format!("{message}.includes('has 8000001 bytes')"));
    let is_running = "gatefall.page.game === 'matrix' && gatefall.player.isRunning";
    assert_eq!(browser.run(&format!("return {is_running};")), json!(true));
    // One that can be read changes the address, too, so that the link to this game leads back.
    open_file("'game tictactoe\\n@9 end\\n'");
    browser.wait_for("gatefall.page.isReady && gatefall.player.isReplay");
    assert_eq!(browser.run("return location.hash;"), json!("#tictactoe"));
    browser.run("document.querySelector(`#games [href='#matrix']`).click();");
    browser.wait_for(&format!("gatefall.page.isReady && {is_running}"));
    // A link of an older circuit: its game starts.
    browser.run(&format!(
        "const {{ toLink }} = await import('./replay.js');\
         location.hash = '#tictactoe&replay=' + await toLink('{old}');"
    ));
    browser.wait_for(
        "gatefall.page.isReady && gatefall.page.game === 'tictactoe'\
         && gatefall.player.isRunning && document.getElementById('cover').hidden",
    );
    browser.wait_for(&format!("{message}.includes('another circuit')"));
    // A link of a game that is not there.
    browser.run(
        "const { toLink } = await import('./replay.js');\
         location.hash = '#matrix&replay=' + await toLink('game ../x\\n@9 end\\n');",
    );
    browser.wait_for(&format!("{message}.includes('../x, which is not here')"));
    browser.wait_for(
        "gatefall.page.isReady && gatefall.page.game === 'matrix' && gatefall.player.isRunning",
    );
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn a_search_for_a_cycle_can_be_stopped() {
    let Some(browser) = open("a long replay in a browser", "tictactoe") else {
        return;
    };
    browser.run(
        "const { fromText } = await import('./replay.js');\
         const text = 'game tictactoe\\n@900000000000 end\\n';\
         gatefall.replays.play(fromText(gatefall.player.description, text));",
    );
    browser.wait_for("gatefall.player.isReplay");
    // It would take hours. A newer search takes the place of an older one, and a pause ends it.
    browser.run("gatefall.replays.seek(800000000000);");
    browser.run("gatefall.replays.seek(700000000000);");
    browser.run("document.getElementById('pause').click();");
    let cycles = "(await gatefall.player.recording()).end";
    let stopped = browser.run(&format!("return {cycles};")).as_u64().unwrap();
    assert!(stopped < 700_000_000_000, "{stopped}");
    browser.run("gatefall.replays.seek(1000);");
    browser.wait_for(&format!("{cycles} === 1000"));
    assert_eq!(browser.complaints(), [""; 0]);
}
