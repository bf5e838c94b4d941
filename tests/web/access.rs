//! The page for people who use keys alone, need contrast, or prefer reduced motion.

use crate::browser::{Browser, TAB};
use crate::page::open;
use serde_json::{json, Value};
use std::collections::BTreeSet;

const SCRIPT: &str = include_str!("access.js");
/// More stops than this mean that the focus does not leave the page.
const MOST_STOPS: usize = 400;

fn strings(value: &Value) -> Vec<String> {
    serde_json::from_value(value.clone()).unwrap()
}

/// Opens everything that can be seen at once, with one view of the inside.
fn show_all(browser: &Browser, view: &str) {
    browser.run("document.getElementById('inside').open = true;");
    browser.run(&format!("document.getElementById('tab-{view}').click();"));
    match view {
        "modules" => {
            browser.wait_for("document.querySelector('#module-tree .name')");
            browser.run("document.querySelector('#module-tree .name').click();");
            browser.wait_for("document.querySelector('#verilog-source .register')?.textContent");
        }
        "signals" => {
            browser.run("await gatefall.inside.signals.add('tictactoe.led_data');");
            browser.wait_for("gatefall.inside.signals.values.length > 0");
        }
        _ => browser.wait_for("document.querySelector('#words td')"),
    }
}

#[test]
fn texts_and_controls_have_contrast_in_both_colour_schemes() {
    let Some(browser) = open("contrast of the page", "tictactoe") else {
        return;
    };
    browser.run(SCRIPT);
    browser.run("document.getElementById('pause').click();");
    browser.run("document.getElementById('replay-watch').click();");
    browser.wait_for("!document.getElementById('timeline').hidden");
    browser.run("document.getElementById('pause').click();");
    for scheme in ["dark", "light"] {
        browser.prefer(scheme);
        let ground = "return getComputedStyle(document.documentElement).backgroundColor;";
        let ground = browser.run(ground);
        let is_dark = ground == json!("rgb(13, 16, 20)");
        assert_eq!(is_dark, scheme == "dark", "{ground}");
        for view in ["signals", "modules", "memories"] {
            show_all(&browser, view);
            let seen = browser.run("return access.contrasts();");
            assert_eq!(strings(&seen["poor"]), [""; 0], "{scheme}, {view}");
            assert!(seen["compared"].as_u64().unwrap() > 80, "{seen}");
        }
        // Nothing moves by itself if the user prefers that.
        let moving = browser.run(
            "return [...document.querySelectorAll('*')].filter((element) => {\
                 const { transitionDuration, animationName } = getComputedStyle(element);\
                 return transitionDuration !== '0s' || animationName !== 'none';\
             }).length;",
        );
        assert_eq!(moving, json!(0), "{scheme}");
    }
}

#[test]
fn the_tab_key_reaches_every_control_with_a_visible_focus() {
    let Some(browser) = open("the Tab key on the page", "tictactoe") else {
        return;
    };
    browser.run(SCRIPT);
    browser.run("document.getElementById('pause').click();");
    browser.run("document.getElementById('replay-watch').click();");
    browser.wait_for("!document.getElementById('timeline').hidden");
    browser.run("document.getElementById('pause').click();");
    for (scheme, view) in [
        ("dark", "signals"),
        ("light", "modules"),
        ("dark", "memories"),
    ] {
        browser.prefer(scheme);
        show_all(&browser, view);
        let wanted = strings(&browser.run("return access.reachable();"));
        assert!(wanted.len() > 30, "{wanted:?}");
        // From the start of the page.
        browser.run("scrollTo(0, 0); document.querySelector('.skip').focus();");
        let mut reached = BTreeSet::new();
        for _ in 0..MOST_STOPS {
            let focused = browser.run("return access.focused();");
            let Some(name) = focused["name"].as_str() else {
                break;
            };
            assert_eq!(focused["fault"], json!(""), "{scheme}: {name}");
            if !reached.insert(name.to_owned()) && reached.len() >= wanted.len() {
                break;
            }
            browser.tap(TAB);
        }
        let missing: Vec<&String> = wanted
            .iter()
            .filter(|name| !reached.contains(*name))
            .collect();
        assert!(missing.is_empty(), "{view}: {missing:?}");
    }
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn pictures_and_controls_have_names() {
    let Some(browser) = open("names of the controls of the page", "arcade") else {
        return;
    };
    browser.run("document.getElementById('inside').open = true;");
    browser.run("document.getElementById('tab-memories').click();");
    browser.wait_for("document.querySelector('.boards canvas')");
    let tree = browser.devtools("Accessibility.getFullAXTree", &json!({}));
    let nodes = tree["nodes"].as_array().unwrap();
    let named = [
        "button",
        "textbox",
        "searchbox",
        "slider",
        "combobox",
        "link",
        "tab",
        "image",
    ];
    let mut count = 0;
    for node in nodes.iter().filter(|node| node["ignored"] == json!(false)) {
        let role = node["role"]["value"].as_str().unwrap_or_default();
        if named.contains(&role) {
            let name = node["name"]["value"].as_str().unwrap_or_default();
            assert!(!name.trim().is_empty(), "{node}");
            count += 1;
        }
    }
    assert!(count > 30, "{count}");
}
