//! The tree of modules: what they cost, their sources, and the values beside these.

use crate::native::{replay, start};
use crate::page::{events, open};
use crate::{site, url};
use serde_json::{json, Value};

const GAMES: [&str; 4] = ["arcade", "handheld", "matrix", "tictactoe"];

fn description(name: &str) -> Value {
    let file = site().iter().find(|file| file.name == name);
    let file = file.unwrap_or_else(|| panic!("{name} is missing"));
    serde_json::from_slice(&file.bytes).unwrap()
}

/// The record of `gatefall report --record`.
fn recorded(game: &str) -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/modules.json");
    let records: Vec<Value> = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let record = records.into_iter().find(|record| record["game"] == game);
    record.unwrap()
}

#[test]
fn the_tree_has_the_recorded_costs_of_every_module() {
    for game in GAMES {
        let tree = description(&format!("{game}.modules.json"));
        let record = recorded(game);
        assert_eq!(tree["costs"]["commit"], record["commit"]);
        let instances = tree["instances"].as_array().unwrap();
        let find = |path: &str| instances.iter().find(|instance| instance[0] == path);
        let costs = record["modules"].as_array().unwrap();
        let mut found = 0;
        for cost in costs {
            // A module of the record may have got another name since.
            if let Some(instance) = find(cost["path"].as_str().unwrap()) {
                assert_eq!(instance[2], cost["logic_cells"], "{instance}");
                assert_eq!(instance[3], cost["block_rams"], "{instance}");
                found += 1;
            }
        }
        assert!(10 * found >= 9 * costs.len(), "{game}: {found} modules");
        assert_eq!(instances[0][0], game);
        assert_ne!(instances[0][2], json!(0), "{game}");
        for instance in &instances[1..] {
            let path = instance[0].as_str().unwrap();
            let (parent, _) = path.rsplit_once('.').unwrap();
            assert!(find(parent).is_some(), "{path} has no parent");
        }
    }
}

#[test]
fn every_module_shows_both_sources_with_its_registers() {
    let Some(browser) = open("the sources of modules in a browser", "matrix") else {
        return;
    };
    for game in GAMES {
        browser.open(&format!("{}#{game}", url()));
        browser.run("location.reload();");
        browser.wait_for(&format!(
            "globalThis.gatefall?.page.game === '{game}' && gatefall.page.pictures > 3"
        ));
        browser.run("document.getElementById('inside').open = true;");
        browser.run("document.getElementById('tab-modules').click();");
        browser.wait_for("gatefall.inside.modules.tree");
        browser.run("document.getElementById('pause').click();");
        let faults = browser.run(
            "const { modules } = gatefall.inside;\
             const faults = [];\
             const foreign = [];\
             const button = document.querySelector('#module-tree .name');\
             const marked = (id) => document.querySelectorAll(`#${id} .register`).length;\
             let registers = 0;\
             for (const [path, number] of modules.tree.instances) {\
                 await modules.select(path, number, button);\
                 const module = modules.tree.modules[number];\
                 const shown = (id) => document.getElementById(id).textContent;\
                 const rust = shown('rust-source');\
                 if (!module.rust) {\
                     if (!rust.includes('library rust-hdl')) faults.push(`${path}: no note`);\
                     foreign.push(path);\
                     continue;\
                 }\
                 if (!module.rust.startsWith('hdl/')) faults.push(`${path}: ${module.rust}`);\
                 if (!rust.includes('struct ')) faults.push(`${path}: no struct`);\
                 const fields = new Set(module.registers.map((name) => name.split(/[.[]/)[0]));\
                 if (marked('rust-source') < fields.size) {\
                     faults.push(`${path}: ${marked('rust-source')} of ${[...fields]} in Rust`);\
                 }\
                 if (!module.verilog) continue;\
                 if (!shown('verilog-source').includes(`module ${module.name}`)) {\
                     faults.push(`${path}: no Verilog`);\
                 }\
                 const { shown: values } = modules.view;\
                 const empty = values.filter(({ value }) => !value.textContent);\
                 if (empty.length > 0) faults.push(`${path}: ${empty[0].names} has no value`);\
                 if (module.registers.length > 0 && marked('verilog-source') === 0) {\
                     faults.push(`${path}: no register in Verilog`);\
                 }\
                 registers += marked('verilog-source');\
             }\
             return { faults, foreign, registers };",
        );
        assert_eq!(faults["faults"], json!([]), "{game}");
        let inputs = [
            "keyboard.ps2_receiver.clock_sync",
            "keyboard.ps2_receiver.data_sync",
            "keyboard.gamepad_reader.sync_1",
            "keyboard.gamepad_reader.sync_2",
            "saved_block.store.frame.link.miso_sync",
        ]
        .map(|name| format!("arcade.console.{name}"));
        let foreign = if game == "arcade" { &inputs[..] } else { &[] };
        assert_eq!(faults["foreign"], json!(foreign), "{game}");
        assert!(
            faults["registers"].as_u64().unwrap() > 15,
            "{game}: {faults}"
        );
    }
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn values_beside_the_sources_are_those_of_the_native_simulator() {
    let Some(browser) = open("values beside sources in a browser", "tictactoe") else {
        return;
    };
    browser.run("document.getElementById('inside').open = true;");
    browser.run("document.getElementById('tab-modules').click();");
    browser.wait_for("gatefall.inside.modules.tree");
    browser.run(
        "const names = [...document.querySelectorAll('#module-tree .name')];\
         names.find((name) => name.textContent === 'divider').click();",
    );
    let value = "document.querySelector('#verilog-source .register')?.textContent";
    browser.wait_for(value);
    // The values follow the running game.
    let before = browser.run(&format!("return {value};"));
    browser.wait_for(&format!("{value} !== {before}"));
    browser.run("document.getElementById('pause').click();");
    browser.run("document.getElementById('step-cycle').click();");
    browser.wait_for("!gatefall.player.isRunning");
    browser.run("await gatefall.inside.modules.refresh();");
    let recording = browser.run("return await gatefall.player.recording();");
    let mut running = start("tictactoe");
    replay(
        &mut running,
        &events(&recording),
        recording["end"].as_u64().unwrap(),
    );
    let shown = browser.run(
        "const { view } = gatefall.inside.modules;\
         const own = view.shown.filter(({ names }) => names.length === 1);\
         return own.map(({ value, names }) => [`${view.path}.${names[0]}`, value.textContent]);",
    );
    let shown: Vec<(String, String)> = serde_json::from_value(shown).unwrap();
    assert!(shown.len() > 4, "{shown:?}");
    for (name, text) in shown {
        let native = running.machine().peek_value(name.as_str()).unwrap();
        let number = text.split(' ').next().unwrap();
        assert_eq!(number, native.bits().to_string(), "{name}");
    }
}

#[test]
fn a_board_in_memory_is_shown_as_a_picture() {
    let Some(browser) = open("boards in memory in a browser", "tictactoe") else {
        return;
    };
    browser.run("document.getElementById('inside').open = true;");
    browser.run("document.getElementById('tab-memories').click();");
    browser.wait_for("document.querySelector('.boards canvas')?.ariaLabel === 'board: empty'");
    // A small piece and a large one, written into the memory of the running circuit.
    let colours = browser.run(
        "const { board, canvas } = gatefall.inside.memories.boards[0];\
         const { ask } = gatefall.player;\
         const words = { 0: 1, 10: 7 };\
         gatefall.player.ask = async (message) => {\
             const answer = await ask.call(gatefall.player, message);\
             if (message.name === board.memory) {\
                 for (const [address, word] of Object.entries(words)) answer.words[address] = word;\
             }\
             return answer;\
         };\
         await gatefall.inside.memories.refresh();\
         const context = canvas.getContext('2d');\
         const pixel = (x, y) => [...context.getImageData(x, y, 1, 1).data].slice(0, 3);\
         return { text: canvas.ariaLabel, first: pixel(11, 11), corner: pixel(4, 4),\
             last: pixel(51, 51), empty: pixel(31, 31) };",
    );
    assert_eq!(
        colours,
        json!({
            "text": "board: row 1: blue 1 - -; row 3: - - orange 3",
            "first": [0x5a, 0x7d, 0xff],
            "corner": [0x0d, 0x10, 0x14],
            "last": [0xff, 0x8a, 0x20],
            "empty": [0x0d, 0x10, 0x14],
        })
    );
}
