//! The guide of the site: its links, the drawings of the connectors, the live circuits of the tour.

use crate::browser::{Browser, ENTER};
use crate::{attributes, site, url};
use serde_json::{json, Value};
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn no_anchor_is_there_twice() {
    for file in site().iter().filter(|file| file.name.starts_with("guide-")) {
        let text = String::from_utf8_lossy(&file.bytes);
        let all = attributes(&text, "id");
        let unique: BTreeSet<&str> = all.iter().copied().collect();
        assert_eq!(all.len(), unique.len(), "{}", file.name);
    }
}

/// The tour, with this circuit running.
fn tour(test: &str, circuit: &str) -> Option<Browser> {
    let browser = Browser::start(test)?;
    browser.open(&format!("{}guide-tour.html", url()));
    show(&browser, circuit);
    Some(browser)
}

/// Moves to a circuit, and waits until it runs.
fn show(browser: &Browser, circuit: &str) {
    browser.run(&format!(
        "document.querySelector('[data-circuit={circuit}]').scrollIntoView();"
    ));
    browser.wait_for(&format!("globalThis.tour?.{circuit}"));
}

/// Clicks buttons of a circuit. Returns the values that it shows.
fn click(browser: &Browser, circuit: &str, buttons: &[&str]) -> BTreeMap<String, String> {
    let values = browser.run(&format!(
        "const all = [...document.querySelectorAll('[data-circuit={circuit}] button')];\
         for (const text of {}) all.find((one) => one.textContent === text).click();\
         return tour.{circuit}.values;",
        json!(buttons)
    ));
    serde_json::from_value(values).unwrap()
}

/// Selects an entry of a list.
fn choose(browser: &Browser, circuit: &str, list: usize, entry: &str) {
    browser.run(&format!(
        "const list = document.querySelectorAll('[data-circuit={circuit}] select')[{list}];\
         list.value = '{entry}';\
         list.dispatchEvent(new Event('change'));"
    ));
}

#[test]
fn a_counter_counts_and_a_button_acts_once() {
    let Some(browser) = tour("counter and button of the tour in a browser", "countdown") else {
        return;
    };
    assert_eq!(click(&browser, "countdown", &[])["left"], "0");
    assert_eq!(click(&browser, "countdown", &["load"])["left"], "9");
    assert_eq!(click(&browser, "countdown", &["8 clocks"])["left"], "9");
    browser.run("document.querySelector('[data-circuit=countdown] [type=checkbox]').click();");
    assert_eq!(click(&browser, "countdown", &["8 clocks"])["left"], "1");
    let values = click(&browser, "countdown", &["8 clocks"]);
    assert_eq!((&*values["left"], &*values["counts"]), ("0", "0"));

    show(&browser, "buttons");
    let press = "press, with bounces";
    assert_eq!(click(&browser, "buttons", &["16 clocks"])["presses"], "0");
    assert_eq!(
        click(&browser, "buttons", &[press, "16 clocks"])["presses"],
        "1"
    );
    let release = "release, with bounces";
    let values = click(&browser, "buttons", &[release, "16 clocks"]);
    assert_eq!((&*values["presses"], &*values["held"]), ("1", "0"));
    assert_eq!(
        click(&browser, "buttons", &[press, "16 clocks"])["presses"],
        "2"
    );
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn a_bag_has_every_piece_and_a_table_has_its_cells() {
    let Some(browser) = tour("bag and tables of the tour in a browser", "bag") else {
        return;
    };
    let values = click(&browser, "bag", &["new game"]);
    assert_eq!(values["step"], "Idle");
    let values = click(&browser, "bag", &["take a piece"; 14]);
    let taken: Vec<&str> = values["pieces taken"].split(' ').collect();
    for bag in taken.chunks(7) {
        let mut sorted = bag.to_vec();
        sorted.sort_unstable();
        assert_eq!(sorted, ["I", "J", "L", "O", "S", "T", "Z"], "{taken:?}");
    }

    show(&browser, "tables");
    choose(&browser, "tables", 0, "I");
    choose(&browser, "tables", 1, "R");
    let values = click(&browser, "tables", &[]);
    assert_eq!(values["cells"], "(2, 0) (2, 1) (2, 2) (2, 3)");
    let values = click(&browser, "tables", &["next cell"]);
    assert_eq!(values["cells"], "(2, 0)");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn a_piece_stops_at_the_wall_and_full_rows_go() {
    let Some(browser) = tour("collision and rows of the tour in a browser", "collision") else {
        return;
    };
    let column = |values: &BTreeMap<String, String>| -> i32 {
        let (_, rest) = values["piece"].split_once(" at column ").unwrap();
        rest.split(',').next().unwrap().parse().unwrap()
    };
    let before = click(&browser, "collision", &[]);
    let after = click(&browser, "collision", &["run it"]);
    assert_eq!(column(&after), column(&before) - 1);
    assert_eq!(after["last operation"], "accepted");
    let last = click(&browser, "collision", &["run it"; 10]);
    assert_eq!(last["last operation"], "refused");
    let same = click(&browser, "collision", &["run it"]);
    assert_eq!(column(&same), column(&last));
    // Clock by clock: the state machine leaves its first state.
    let running = click(
        &browser,
        "collision",
        &["run it to the test of its cells", "1 clock"],
    );
    assert_ne!(running["falling_piece_update.step"], "Idle");

    show(&browser, "rows");
    let row = |row: usize| {
        let cells = browser.run(&format!(
            "const memory = tour.rows.machine.memory('cells.first');\
             return Array.from({{ length: 8 }}, (_, column) => memory.get({row} * 8 + column));"
        ));
        serde_json::from_value::<Vec<u64>>(cells).unwrap()
    };
    assert_eq!(row(1), [3, 3, 3, 3, 0, 3, 3, 3]);
    let values = click(&browser, "rows", &["count full rows", "to the end"]);
    assert_eq!(
        (&*values["full rows"], &*values["cells outside"]),
        ("2", "yes")
    );
    // A click into the gap, in the pixels of the canvas.
    browser.run(
        "const canvas = document.querySelector('[data-circuit=rows] canvas');\
         const { left, top, width, height } = canvas.getBoundingClientRect();\
         const clientX = left + (4.5 / 10) * width;\
         const clientY = top + (10.5 / 12) * height;\
         canvas.dispatchEvent(new MouseEvent('click', { clientX, clientY, bubbles: true }));",
    );
    let values = click(&browser, "rows", &["count full rows", "to the end"]);
    assert_eq!(values["full rows"], "3");
    // Bit 4 marks the cells of a full row.
    assert!(row(1).iter().all(|cell| cell & 16 != 0), "{:?}", row(1));
    click(&browser, "rows", &["remove them", "to the end"]);
    assert_eq!((row(0), row(1)), (vec![0, 0, 0, 0, 0, 0, 0, 5], vec![0; 8]));
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn the_beam_draws_and_the_arcade_is_played() {
    let Some(browser) = tour("beam and arcade of the tour in a browser", "beam") else {
        return;
    };
    let line = |values: &BTreeMap<String, String>| -> u32 {
        values["beam"].rsplit_once(' ').unwrap().1.parse().unwrap()
    };
    let before = line(&click(&browser, "beam", &[]));
    assert_eq!(line(&click(&browser, "beam", &["1 line"])), before + 1);
    assert_eq!(line(&click(&browser, "beam", &["40 lines"])), before + 41);
    let colours = browser.run(
        "const canvas = document.querySelector('[data-circuit=beam] canvas');\
         const { data } = canvas.getContext('2d').getImageData(0, 0, 640, 60);\
         return new Set(new Uint32Array(data.buffer)).size;",
    );
    assert!(colours.as_u64().unwrap() > 8, "{colours}");

    show(&browser, "whole");
    let scene = || click(&browser, "whole", &[])["scene"].clone();
    let title = scene();
    click(&browser, "whole", &["play"]);
    browser.tap(ENTER);
    browser.wait_for(&format!("tour.whole.values.scene !== '{title}'"));
    // It rests without the focus.
    browser.run("document.activeElement.blur();");
    let cycles = || browser.run("return tour.whole.machine.cycles;");
    let rests: Value = cycles();
    browser.run("await new Promise((resolve) => setTimeout(resolve, 300));");
    assert_eq!(cycles(), rests);
    assert_eq!(browser.complaints(), [""; 0]);
}
